// SPDX-License-Identifier: Apache-2.0
// Spares and repair: parts fail at `failure_rate` (of the whole job, per second) and take `repair_time` (mean) to come back.
//
//   a = failure_rate x repair_time           mean number out while repairers are ample, Poisson whatever the law of a repair
//   S                                        spares: the job stops when S + 1 are out, and nothing fails while it is stopped
//   1 - B_{S+1}                              runnable share, B the probability of the last state of a birth-death chain:
//   1/B_n = 1 + min(n, repairers)/(a B_{n-1})    Erlang's loss formula while repairers are ample (Erlang 1917)
#pragma once
#include "../version.hpp"

#include <boost/math/quadrature/gauss.hpp>

#include "../core/math.hpp"
#include "compound_spares.hpp"

namespace scaling_limits::failures {

namespace detail {

// beyond them the sum from the top takes too long, and where n is within a thousandth of a or above, its integral is short
inline constexpr double few_servers = 1e5, light_load = 5e6;

/// 1/B - 1 of Erlang's formula for n <= 2^53 servers, all repaired at once, a > 0: the sum of n ... (n - k + 1)/a^k over
/// k >= 1. inf where it is above 1e300.
template <class S>
S erlang_rest(const S& a, double n) {
  using std::exp;
  const double load = value_of(a), over = n - load;
  // the largest term, n - a from the top: it is that of a Poisson count at its mode
  if (over > 0 && n * std::log1p(over / load) - over > 710) return S(inf);
  if (n <= few_servers || load < light_load || n < 0.999 * load || digits_of<S> > 53) {
    if (digits_of<S> > 53 && load > 1e12 && n >= 0.999 * load) return S(NaN);
    S term(1), rest(0);
    const double least = std::ldexp(1.0, -digits_of<S> - 4);
    for (double left = n; left > 0; --left) {
      term = term * S(left) / a;
      rest = rest + term;
      if (value_of(rest) > 1e300) return S(inf);
      // what is left is at most a geometric series
      if (left < load && value_of(term) * left < least * value_of(rest) * (load - left)) break;
    }
    return rest;
  }
  // 1/B is the integral of exp(n log(1 + t/a) - t) over t > 0: around its peak at n - a, or from 0 on
  const double falls = (std::max)(0.0, -over / load), peak = (std::max)(0.0, over), width = std::sqrt(n);
  const double from = (std::max)(0.0, peak - 10 * width),
               to = peak > 0 ? peak + 11 * width : 100 / (falls + std::sqrt(falls * falls + 100 * n / (load * load)));
  using Gauss = boost::math::quadrature::gauss<double, 8>;
  constexpr int panels = 64;
  const double half = (to - from) / (2 * panels);
  const S tilt = (S(n) - a) / a;
  S sum(0);
  for (int i = 0; i < panels; ++i)
    for (std::size_t k = 0; k < Gauss::weights().size(); ++k)
      for (const double side : {-Gauss::abscissa()[k], Gauss::abscissa()[k]}) {
        const double t = from + half * (2 * i + 1 + side);
        const S u = S(t) / a;
        S series(0);  // log(1 + u) - u = -u^2/2 + u^3/3 - ..., u < 0.03
        for (int j = 14; j >= 2; --j) series = S(j % 2 ? 1.0 / j : -1.0 / j) + u * series;
        sum = sum + S(Gauss::weights()[k] * half) * exp(S(S(n) * u * u * series + S(t) * tilt));
      }
  return sum - S(1);
}

/// 1/B - 1 with so many repaired at once: while all repairers are at work the terms are a geometric series.
template <class S>
S erlang_rest(const S& a, double n, double repairers) {
  using std::exp, std::log;
  if (repairers >= n) return erlang_rest(a, n);
  const double whole = std::floor(repairers), busy = n - whole;  // states in which all are at work
  const S ratio = S(repairers) / a,
          log_ratio = value_of(ratio) > 0.5 && value_of(ratio) < 2 ? S(log_one_plus(S((S(repairers) - a) / a))) : S(log(ratio));
  const S power = S(busy) * log_ratio;
  if (value_of(power) > 690) return S(inf);
  const S last = exp(power), below = S(1) + erlang_rest(a, whole);
  // ratio + ... + ratio^busy + last (below - 1)
  const S steps = value_of(log_ratio) == 0 ? S(S(busy) + power) : S(ratio * exp_minus_one(power) / exp_minus_one(log_ratio));
  return steps + last * (below - S(1));
}

}  // namespace detail

/// Erlang's loss formula B(a, n): share of time that all n are out; in any scalar. NaN for a < 0 or n that is no whole number
/// in [0, 2^53]; in scalars of more digits than a double's also for a > 10^12 with as many servers.
///
/// @param repairers how many are repaired at once; inf: all
template <class A, Scalar S = promote_t<A>>
S erlang_b(const A& load, double servers, double repairers = inf) {
  const S a(load);
  if (!(value_of(a) >= 0 && servers >= 0 && servers <= 0x1p53 && std::floor(servers) == servers && repairers >= 1))
    return S(NaN);
  if (servers == 0) return S(1);
  if (value_of(a) == 0) return S(0);
  if (value_of(a) == inf) return S(1);
  const S rest = detail::erlang_rest(a, servers, repairers);
  return value_of(rest) == inf ? S(0) : S(S(1) / (S(1) + rest));
}

namespace detail {

/// 1/B - 1 for so many spares; NaN outside the domain, inf where the job always runs.
template <class S>
S runnable_odds(double spares, const S& rate, const S& time, double repairers) {
  const S a = rate * time;
  if (!(value_of(rate) >= 0 && value_of(time) >= 0 && spares >= 0 && spares < 0x1p53 && std::floor(spares) == spares &&
        repairers >= 1))
    return S(NaN);
  if (value_of(a) == inf) return S(0);
  return value_of(a) == 0 ? S(inf) : erlang_rest(a, spares + 1, repairers);
}

}  // namespace detail

/// Share of time that a job with so many spares can run, its failures taken as a Poisson stream.
///
/// 1 - ErlangB(failure_rate x repair_time, spares + 1); with fewer repairers the last state of a birth-death chain.
///
/// Source: Erlang 1917, the loss formula; with fewer repairers derived in
/// include/scaling_limits/failures/spares.hpp.
///
/// @param spares S, a whole number in [0, 2^53); @param failure_rate [1/s] >= 0 of the running job
/// @param repair_time mean [s] >= 0
/// @param repairers repaired at once, >= 1; inf: each failure at once
template <class F, class T, Scalar S = promote_t<F, T>>
S runnable_share(double spares, const F& failure_rate, const T& repair_time, double repairers = inf) {
  const S odds = detail::runnable_odds(spares, S(failure_rate), S(repair_time), repairers);
  return value_of(odds) == inf ? S(1) : S(odds / (S(1) + odds));
}

/// Losses -ln(runnable share), the term "spare wait".
template <class F, class T, Scalar S = promote_t<F, T>>
S spare_wait_loss(double spares, const F& failure_rate, const T& repair_time, double repairers = inf) {
  const S odds = detail::runnable_odds(spares, S(failure_rate), S(repair_time), repairers);
  return value_of(odds) == inf ? S(0) : value_of(odds) == 0 ? S(inf) : S(log_one_plus(S(S(1) / odds)));
}

/// Mean number out at any time with ample repairers and spares, and with any law of the repair time.
template <class F, class T, Scalar S = promote_t<F, T>>
S mean_out(const F& failure_rate, const T& repair_time) {
  const S rate(failure_rate), time(repair_time);
  return value_of(rate) >= 0 && value_of(time) >= 0 ? S(rate * time) : S(NaN);
}

/// The least number of spares with which the job can run for at least that share of time; inf where none does.
///
/// NaN where that takes more than 2^52. None does where the repairers cannot keep up.
///
/// Source: Erlang 1917, the loss formula, as in runnable_share.
template <class = void>
double spares_for_share(double share, double failure_rate, double repair_time, double repairers = inf) {
  const double a = mean_out(failure_rate, repair_time);
  if (!(a >= 0 && a < inf && share >= 0 && share <= 1 && repairers >= 1)) return NaN;
  if (a == 0 || share == 0) return 0;
  if (share == 1) return inf;
  // with more and more spares the share tends to min(1, repairers / a)
  if (a >= repairers && share >= repairers / a) return inf;
  // the share rises with every spare
  const auto enough = [&](double spares) { return runnable_share(spares, failure_rate, repair_time, repairers) >= share; };
  double low = -1, high = 1;
  for (; !enough(high); high *= 2) {
    low = high;
    if (high >= 0x1p52) return NaN;
  }
  while (high - low > 1) {
    const double middle = std::floor(low + (high - low) / 2);
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

/// Probability that spares without repair last for a duration: P(Poisson(failure_rate x duration) <= spares).
///
/// Source: elementary: failures at a constant rate are a Poisson count.
template <class = void>
double pool_survival(double spares, double failure_rate, double duration) {
  const double mean = mean_out(failure_rate, duration);
  if (!(mean >= 0 && spares >= 0)) return NaN;
  return detail::poisson_cdf(std::floor(spares), mean);
}

/// Spares without repair that last for a duration with probability `quality`.
template <class = void>
double pool_needed(double failure_rate, double duration, double quality) {
  return poisson_quantile(mean_out(failure_rate, duration), quality);
}

}  // namespace scaling_limits::failures
