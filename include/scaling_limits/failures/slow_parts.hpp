// SPDX-License-Identifier: Apache-2.0
// Parts that do not fail but get slow, and hold up a run that works in step: the share of its running time with none of them.
//
//   sigma  arrival_rate   of slow parts, of the whole run         a = sigma h
//   h      duration       mean, until one is found and taken out  theta = L h
//   L      failure_rate   of failures whose restart clears all of them, where anything does
//
//   not cleared                  e^-a, of any law of h: what is slow is a Poisson number
//   cleared, h always the same   L/(L + sigma) (1 - e^-(theta + a)) + e^-(theta + a)
//   cleared, h exponential       e^-a 1F1(theta; theta + 1; a) = integral over 0 < v < 1 of theta v^(theta - 1) e^(-a (1 - v))
//
// While any is slow work takes `slowdown` times as long: speed p0 + (1 - p0)/slowdown. Derivation: docs/derivations.md, "Slow
// parts".
#pragma once
#include "../version.hpp"

#include <span>

#include "../core/math.hpp"
#include "../core/words.hpp"

namespace scaling_limits::failures {

/// How the times vary until a slow part is found: all alike, or exponential.
enum class DurationLaw { fixed, exponential };

constexpr auto words(const DurationLaw*) {
  return std::to_array<Word<DurationLaw>>({{"fixed", DurationLaw::fixed}, {"exponential", DurationLaw::exponential}});
}

namespace detail {

/// Shares of the time with no slow part and with some: each to its own last digits.
template <class S>
struct SlowShares {
  S unslowed, slowed;
};

/// Cleared, exponential, next to no clearing but many arrivals: the mean of theta/(theta + k) over their number k, of which
/// none weighs the most; the rest is a mean over weights a^k/k!, in which their rounding cancels.
template <class S>
S hardly_cleared(const S& theta, const S& a) {
  using std::exp;
  const double least = std::ldexp(1.0, -digits_of<S> - 20);
  S weight(1), all(1), sum(0);
  for (int k = 1; k < 3 || value_of(weight) > least * value_of(all); ++k) {
    weight = weight * a / S(k);
    all = all + weight, sum = sum + weight / (theta + S(k));
  }
  return exp(S(-a)) + theta * sum / all;
}

/// Cleared, exponential. The share is 1/u_0 of the fraction u_n = 1 + a u_(n+1)/(n + 1 + theta u_(n+1)) (derivation), in which
/// nothing is subtracted: it keeps the digits of the share and of the rest, where 1F1 overflows too, needs no special function
/// and carries derivatives. Some hundred levels do: of many arrivals it is entered where it all but stands, in s = theta u.
template <class S>
SlowShares<S> cleared_exponential(const S& theta, const S& a) {
  using std::exp;
  constexpr int digits = digits_of<S> + 20;  // some more for the derivatives
  constexpr double most = 1.4 * digits;      // e^-most is less than the square of what may be left out
  const double cleared = static_cast<double>(value_of(theta)), arrived = static_cast<double>(value_of(a));
  const bool many = arrived > most;
  if (!many && arrived > 2 && cleared * std::exp(arrived) < arrived) {
    const S unslowed = hardly_cleared(theta, a);
    return {unslowed, S(S(1) - unslowed)};
  }
  int levels = 1;
  for (double left = 1, least = std::ldexp(1.0, -digits); left > least; ++levels) {
    const double k = levels, top = (std::max)(arrived, k);
    left *= many ? arrived / (top + cleared) * (k / (top + cleared))
                 : (std::min)(arrived / (arrived + cleared), arrived / top) * (k / (k + cleared));
  }
  if (many) {
    S s = theta + a - S(levels);
    for (int k = levels - 1; k > 1; --k) s = theta + a * (s / (S(k) + s));
    const S slowed = a * (s / (S(1) + s)), all = theta + slowed;
    return {S(theta / all) + S(exp(S(-a))), S(slowed / all)};  // the latter where theta is next to nothing
  }
  S u(1);
  for (int k = levels - 1; k > 1; --k) u = S(1) + a * u / (S(k) + theta * u);
  const S odds = a * u / (S(1) + theta * u), all = S(1) + odds;
  return {S(S(1) / all), S(odds / all)};
}

template <class S>
SlowShares<S> slow_shares(const S& arrival_rate, const S& duration, const S& failure_rate, bool cleared, DurationLaw law) {
  using std::exp;
  const auto sigma = value_of(arrival_rate), h = value_of(duration), l = value_of(failure_rate);
  const SlowShares<S> none{S(1), S(0)}, all{S(0), S(1)};
  if (!(sigma >= 0 && h >= 0 && l >= 0)) return {S(NaN), S(NaN)};
  if (sigma == inf) return h == 0 || (cleared && l == inf) ? none : all;
  if (cleared && l == inf) return none;
  const S a = arrival_rate * duration, theta = failure_rate * duration, rate = arrival_rate + failure_rate;
  if (h == inf) {
    if (sigma == 0 && (l == 0 || !cleared)) return none;
    return cleared ? SlowShares<S>{S(failure_rate / rate), S(arrival_rate / rate)} : all;
  }
  if (!cleared) return {S(exp(S(-a))), S(-exp_minus_one(S(-a)))};
  if (law == DurationLaw::fixed) {
    const S until = cut_short(rate, duration);
    return {S(failure_rate * until + exp(S(-theta)) * exp(S(-a))), S(arrival_rate * until)};
  }
  if (!(value_of(a) < inf && value_of(theta) < inf)) return {S(failure_rate / rate), S(arrival_rate / rate)};
  return cleared_exponential(theta, a);
}

}  // namespace detail

/// Share of the running time in which no part of a run is slow.
///
/// exp(-s h) where nothing but being found ends it, of any law of h, s = arrival_rate, h = duration. Where every failure
/// clears them, L = failure_rate: L/(L + s) (1 - exp(-(L + s) h)) + exp(-(L + s) h) for a fixed h, for an exponential one
/// exp(-s h) 1F1(L h; L h + 1; s h). A run that is 1/k as fast while any part is slow has the mean speed p + (1 - p)/k.
///
/// Source: docs/derivations.md, section "Slow parts".
///
/// @param arrival_rate of slow parts of the whole run [1/s] >= 0, of running time; @param duration mean running time until one
/// is found [s] >= 0; @param failure_rate of the running job [1/s] >= 0; @param cleared whether every failure clears them
template <class A, class D, class F = int, Scalar S = promote_t<A, D, F>>
S unslowed_share(const A& arrival_rate, const D& duration, const F& failure_rate = 0, bool cleared = false,
                 DurationLaw law = DurationLaw::fixed) {
  return detail::slow_shares(S(arrival_rate), S(duration), S(failure_rate), cleared, law).unslowed;
}

/// The rest, 1 - unslowed_share, without cancellation: of few slow parts about s h.
template <class A, class D, class F = int, Scalar S = promote_t<A, D, F>>
S slowed_share(const A& arrival_rate, const D& duration, const F& failure_rate = 0, bool cleared = false,
               DurationLaw law = DurationLaw::fixed) {
  return detail::slow_shares(S(arrival_rate), S(duration), S(failure_rate), cleared, law).slowed;
}

/// -ln of the mean speed p + (1 - p)/slowdown, p = unslowed_share: what slow parts cost a run.
///
/// @param slowdown how many times as long work takes while any part is slow, >= 1 and finite
template <class A, class D, class W, class F = int, Scalar S = promote_t<A, D, W, F>>
S slow_parts_loss(const A& arrival_rate, const D& duration, const W& slowdown, const F& failure_rate = 0, bool cleared = false,
                  DurationLaw law = DurationLaw::fixed) {
  using std::log;
  const S times(slowdown);
  if (!(value_of(times) >= 1 && value_of(times) < inf)) return S(NaN);
  const auto [unslowed, slowed] = detail::slow_shares(S(arrival_rate), S(duration), S(failure_rate), cleared, law);
  const S lost = slowed * S((times - S(1)) / times);
  return value_of(lost) < 0.5 ? S(-log_one_plus(S(-lost))) : S(-log(S(unslowed + slowed / times)));
}

/// A share of the slow parts, and how many times as long work takes while one of them is there.
template <class S = double>
struct Slowdown {
  S slowdown = S(NaN), share = S(NaN);
};

/// Mean speed of a run that the worst of its slow parts holds up, where nothing but being found ends that: the worst is
/// at most s with probability e^(-a P(S > s)), of a slow part's slowdown S.
///
/// @param arrival_rate [1/s] and duration [s] as there, their product finite; @param slowdowns those there are, each >= 1, and
/// their shares, >= 0; what these lack to 1 slows nothing down
template <class A, class D, class W, Scalar S = promote_t<A, D, W>>
S mean_speed(const A& arrival_rate, const D& duration, std::span<const Slowdown<W>> slowdowns) {
  using std::exp;
  const S a = S(arrival_rate) * S(duration);
  if (!(value_of(a) >= 0 && value_of(a) < inf)) return S(NaN);
  S sum(0);
  double known = 0;
  for (std::size_t i = 0; i < slowdowns.size(); ++i) {
    const auto& [times, share] = slowdowns[i];
    if (!(value_of(times) >= 1 && value_of(share) >= 0)) return S(NaN);
    known += static_cast<double>(value_of(share));
    S worse(0);  // those that would hide it; of equals one hides the other
    for (std::size_t k = 0; k < slowdowns.size(); ++k)
      if (const auto& other = slowdowns[k]; times < other.slowdown || (times == other.slowdown && k > i))
        worse = worse + S(other.share);
    // numbers of those and of itself are independent
    if (value_of(share) > 0) sum = sum - exp(S(-a * worse)) * exp_minus_one(S(-a * S(share))) / S(times);
  }
  S all(0);
  for (const auto& one : slowdowns) all = all + S(one.share);
  return known <= 1 + 1e-9 ? S(sum + exp(S(-a * all))) : S(NaN);  // rounding of a long list
}

}  // namespace scaling_limits::failures
