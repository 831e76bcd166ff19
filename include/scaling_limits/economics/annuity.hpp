// SPDX-License-Identifier: Apache-2.0
// What owning costs per second, and what a useful FLOP costs.
//
//   CRF = i/(1 - (1 + i)^-m)     the part of a loan that each of m yearly payments at interest i pays back; 1/m for i -> 0
//   price = capital (CRF + upkeep)/(year x availability) + power x PUE x electricity       [$/s of use]
//
// Source: elementary finance (the annuity). Interest and upkeep are per year of 365.25 days. Electricity is paid while the
// machine is used.
#pragma once
#include "../version.hpp"

#include "../core/math.hpp"
#include "../core/units.hpp"

namespace scaling_limits::economics {

/// The yearly payment per dollar borrowed: i / (1 - (1 + i)^-m), 1/m where interest is 0.
///
/// Source: elementary finance, the annuity.
///
/// @param interest i >= 0 a year; @param payments m > 0; inf: for ever
template <class I, class M, Scalar S = promote_t<I, M>>
S capital_recovery(const I& interest, const M& payments) {
  const S i(interest), m(payments);
  if (!(value_of(i) >= 0 && value_of(m) > 0)) return S(NaN);
  if (value_of(i) == inf || value_of(m) == inf) return i;
  const S log_growth = log_one_plus(i), all = m * log_growth;
  // (e^x - 1)/x over (1 - e^-mx)/x, each to the last digits
  if (value_of(all) < 1) return (S(1) + exp_remainder_ratio(log_growth)) / (m * (S(1) + exp_remainder_ratio(S(-all))));
  return i / -exp_minus_one(S(-all));
}

/// What an owned machine costs in a second of use [USD/s].
///
/// capital (CRF + upkeep) / (availability x year) + power x pue x electricity_price, CRF = capital_recovery(interest,
/// payments). Electricity is paid while it is used.
///
/// Source: elementary finance, the annuity.
///
/// @param capital [$] >= 0; @param payments > 0, one a year; @param interest >= 0 a year; @param upkeep >= 0, share of the
/// capital a year; @param availability in (0, 1]: share of the time that it is used; @param power [W] >= 0; @param pue >= 1
/// @param electricity_price [$/J] >= 0
template <class C, class M, class I, class U, class A, class W, class P, class E, Scalar S = promote_t<C, M, I, U, A, W, P, E>>
S annuity_price(const C& capital, const M& payments, const I& interest, const U& upkeep, const A& availability, const W& power,
                const P& pue, const E& electricity_price) {
  const S c(capital), share(availability), w(power), over(pue), e(electricity_price), kept(upkeep);
  const S recovery = capital_recovery(S(interest), S(payments));
  if (!(value_of(c) >= 0 && value_of(share) > 0 && value_of(share) <= 1 && value_of(w) >= 0 && value_of(over) >= 1 &&
        value_of(e) >= 0 && value_of(kept) >= 0 && value_of(recovery) >= 0))
    return S(NaN);
  const auto times = [](const S& a, const S& b) {  // nothing of what has no end is nothing
    return value_of(a) == 0 && value_of(b) == inf ? a : value_of(b) == 0 && value_of(a) == inf ? b : S(a * b);
  };
  return times(c, S(recovery + kept)) / (share * S(units::year)) + times(times(w, over), e);
}

/// What a FLOP that the model needed costs [USD/FLOP]: gpu_price / (peak_flops x utilization x goodput).
///
/// Source: a definition.
///
/// @param gpu_price [$/s] >= 0 of a GPU; @param peak_flops [FLOP/s] > 0; @param utilization in [0, 1], of the peak while it
/// trains; @param goodput in [0, 1]; where one of the two is 0: inf
template <class P, class F, class U, class G, Scalar S = promote_t<P, F, U, G>>
S price_per_flop(const P& gpu_price, const F& peak_flops, const U& utilization, const G& goodput) {
  const S p(gpu_price), f(peak_flops), u(utilization), g(goodput);
  if (!(value_of(p) >= 0 && value_of(f) > 0 && value_of(u) >= 0 && value_of(u) <= 1 && value_of(g) >= 0 && value_of(g) <= 1))
    return S(NaN);
  if (value_of(p) == 0) return p;
  if (value_of(u) == 0 || value_of(g) == 0) return S(inf);
  if (value_of(f) == inf) return value_of(p) == inf ? S(NaN) : S(0);
  return p / f / u / g;
}

}  // namespace scaling_limits::economics
