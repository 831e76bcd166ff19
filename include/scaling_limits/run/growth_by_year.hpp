// SPDX-License-Identifier: Apache-2.0
// Growth by calendar time: x(t) = x0 r^t, t in years of 365.25 days, r the factor per year; below 1 it shrinks, and t may be
// negative.
//
//   doubling       ln 2 / ln r: 4.5 a year doubles in 0.460845 years; below 1 negative, the years in which it halves
//   crossing       demand d0 r_d^t meets supply s0 r_s^t at ln(s0/d0) / ln(r_d/r_s): 0 if it is as large at once, inf if never
//   probability    that demand is above supply at t where all four are log-normal (mu, sigma of the logarithm): Phi(m/s),
//                  m = mu_d - mu_s + t (mu_rd - mu_rs),  s^2 = sigma_d^2 + sigma_s^2 + t^2 (sigma_rd^2 + sigma_rs^2)
//
// Elementary; the probability is derived, of factors that are uncertain but the same every year.
#pragma once
#include "../version.hpp"

#include "../core/dual.hpp"
#include "../uncertainty/lognormal.hpp"

namespace scaling_limits::growth {

namespace detail {

/// ln(a/b) of numbers > 0 and finite, to the last digits where they are close, too.
template <class S>
S log_of_ratio(const S& a, const S& b) {
  const auto x = value_of(a), y = value_of(b);
  return x < 2 * y && y < 2 * x ? log_one_plus(S((a - b) / b)) : log_ratio(a, b);
}

}  // namespace detail

/// What a value has grown to: value x factor^years. 0 and inf stay.
///
/// Source: a definition.
///
/// @param value >= 0; @param factor per year, >= 0; @param years any number
template <class V, class F, class Y, Scalar S = promote_t<V, F, Y>>
S value_at(const V& value, const F& factor, const Y& years) {
  const S x(value), r(factor), t(years);
  const auto of_factor = value_of(r), of_years = value_of(t);
  if (!(value_of(x) >= 0 && of_factor >= 0 && of_years == of_years)) return S(NaN);
  if (value_of(x) == 0 || value_of(x) == inf) return x;
  if (of_factor == 0 || of_factor == inf || of_years == inf || of_years == -inf) {
    const auto end = std::pow(of_factor, of_years);  // 0, 1 or inf
    return end == 1 ? x : S(end);
  }
  const S grown = raised(r, t);
  if (value_of(grown) > 0 && value_of(grown) < inf) return x * grown;
  const S half = raised(r, S(t / S(2)));  // beyond the range of the scalar, which the product may be within
  return x * half * half;
}

/// Years in which what grows by a factor per year doubles: log 2 / log factor.
///
/// Below a factor of 1 negative, the years in which it halves; inf at 1.
///
/// Source: elementary.
///
/// @param factor >= 0
template <class F, Scalar S = promote_t<F>>
S years_to_double(const F& factor) {
  using std::log;
  const S r(factor);
  const auto of_factor = value_of(r);
  if (!(of_factor >= 0)) return S(NaN);
  if (of_factor == 0 || of_factor == 1 || of_factor == inf) return S(of_factor == 1 ? inf : 0.);
  return log(S(2)) / log(r);
}

/// Growth per year of what doubles in so many years: 2^(1 / years).
///
/// Source: elementary.
///
/// @param years any number; of 0: inf
template <class Y, Scalar S = promote_t<Y>>
S factor_of_doubling(const Y& years) {
  const S t(years);
  const auto v = value_of(t);
  if (v == 0 || v == inf || v == -inf) return S(v == 0 ? inf : 1.);
  return raised(S(2), S(S(1) / t));
}

/// Years until demand is as large as supply: log(supply / demand) / log(demand_factor / supply_factor).
///
/// 0 where it is at the start, inf where it never is.
///
/// Source: elementary.
///
/// @param demand, supply >= 0 at the start, in one unit; @param demand_factor, supply_factor per year, >= 0
template <class D, class G, class A, class B, Scalar S = promote_t<D, G, A, B>>
S years_to_cross(const D& demand, const G& demand_factor, const A& supply, const B& supply_factor) {
  const S d(demand), r(demand_factor), s(supply), q(supply_factor);
  if (!(value_of(d) >= 0 && value_of(r) >= 0 && value_of(s) >= 0 && value_of(q) >= 0)) return S(NaN);
  if (!(value_of(d) < value_of(s))) return S(0);
  if (!(value_of(q) < value_of(r)) || value_of(d) == 0 || value_of(s) == inf) return S(inf);
  if (value_of(r) == inf || value_of(q) == 0) return S(0);
  return detail::log_of_ratio(s, d) / detail::log_of_ratio(r, q);
}

/// A number > 0 that is not known: its logarithm is normal, of this mean and standard deviation.
template <class S = double>
struct Spread {
  S mu = S(NaN);
  S sigma = S(0);

  /// Of an interval that holds it with 90 %; a number that is known where both ends are one. @param low, high > 0, in order
  static Spread between(const S& low, const S& high) {
    using std::log;
    if (value_of(low) > 0 && value_of(low) == value_of(high) && value_of(high) < inf) return {S(log(low)), S(0)};
    const auto [mean, deviation] = uncertainty::lognormal_parameters(low, high, S(0.9));
    return {mean, deviation};
  }
};

/// Demand and supply at the start and their factors per year.
template <class S = double>
struct Crossing {
  Spread<S> demand{};
  Spread<S> demand_factor{};
  Spread<S> supply{};
  Spread<S> supply_factor{};
};

/// The probability that demand is as large as supply after so many years, or larger.
///
/// Source: derived in include/scaling_limits/run/growth_by_year.hpp.
///
/// @param years any number; every mu finite, every sigma >= 0 and finite
template <class Y, class A, Scalar S = promote_t<Y, A>>
S crossing_probability(const Y& years, const Crossing<A>& of) {
  using std::sqrt;
  const auto t = value_of(S(years));
  if (t != t) return S(NaN);
  for (const Spread<A>& one : {of.demand, of.demand_factor, of.supply, of.supply_factor})
    if (!(value_of(one.sigma) >= 0 && value_of(one.sigma) < inf && value_of(one.mu) < inf && value_of(one.mu) > -inf))
      return S(NaN);
  const S start = S(of.demand.mu) - S(of.supply.mu), pull = S(of.demand_factor.mu) - S(of.supply_factor.mu);
  const S here = square(S(of.demand.sigma)) + square(S(of.supply.sigma)),
          later = square(S(of.demand_factor.sigma)) + square(S(of.supply_factor.sigma));
  const bool soon = t >= -1 && t <= 1;  // else all is divided by t, which may have no end
  const S side(t < 0 ? -1 : 1), weight = soon ? S(1) : t == inf || t == -inf ? S(0) : S(side / S(years));
  const S share = soon ? S(years) : side;
  S margin = weight * start + share * pull, variance = square(weight) * here + square(share) * later;
  if (value_of(margin) == 0 && value_of(variance) == 0) margin = start, variance = here;
  if (value_of(variance) == 0) return S(value_of(margin) < 0 ? 0. : 1.);
  return numeric::normal_tail(S(-margin / sqrt(variance)));
}

}  // namespace scaling_limits::growth
