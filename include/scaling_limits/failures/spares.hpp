// SPDX-License-Identifier: Apache-2.0
// Spares and repair: parts fail at `failure_rate` (of the whole job, per second) and take `repair_time` (mean) to come back.
//
//   a = failure_rate x repair_time, the mean number out while repairers are ample, Poisson whatever the law of a repair
//   S spares: the job stops when S + 1 are out, and nothing fails while it is stopped
//   runnable share = 1 - B(S + 1), B the probability of the last state of a birth-death chain: 1/B_n = 1 + min(n, repairers)/(a
//   B_{n-1}),
//   which is Erlang's loss formula while repairers are ample (Erlang 1917)
#pragma once
#include "../version.hpp"

#include <boost/math/special_functions/gamma.hpp>

#include "../core/math.hpp"

namespace scaling_limits::failures {

namespace detail {

// Boost's bodies are compiled by those who call them, not by all who include us: hence templates without a parameter in use
template <class = void>
double poisson_cdf(double count, double mean) {
  using Policy = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
  return mean == 0 ? 1 : boost::math::gamma_q(count + 1, mean, Policy());
}

}  // namespace detail

/// Erlang's loss formula B(a, n): share of time that all n are out; in any scalar. NaN for a < 0 or n that is no whole number
/// >= 0.
///
/// @param repairers how many are repaired at once; inf: all
template <class A, Scalar S = promote_t<A>>
S erlang_b(const A& load, double servers, double repairers = inf) {
  const S a(load);
  if (!(value_of(a) >= 0 && servers >= 0 && servers < inf && std::floor(servers) == servers && repairers >= 1)) return S(NaN);
  if (value_of(a) == 0) return S(servers == 0 ? 1 : 0);
  S inverse(1);
  for (double n = 1; n <= servers; ++n) {
    inverse = S(1) + S(n < repairers ? n : repairers) / a * inverse;
    if (value_of(inverse) > 1e300) return S(0);
  }
  return S(1) / inverse;
}

/// Share of time that a job with S spares can run, all the rest being spent waiting for a repair.
///
/// @param spares S, a whole number >= 0; @param failure_rate [1/s] >= 0 of the running job; @param repair_time mean [s] >= 0
/// @param repairers repaired at once, >= 1; inf: each failure at once
template <class F, class T, Scalar S = promote_t<F, T>>
S runnable_share(double spares, const F& failure_rate, const T& repair_time, double repairers = inf) {
  const S rate(failure_rate), time(repair_time);
  if (!(value_of(rate) >= 0 && value_of(time) >= 0)) return S(NaN);
  return S(1) - erlang_b(S(rate * time), spares + 1, repairers);
}

/// Losses -ln(runnable share), the cause "spare wait".
template <class F, class T, Scalar S = promote_t<F, T>>
S spare_wait_loss(double spares, const F& failure_rate, const T& repair_time, double repairers = inf) {
  const S rate(failure_rate), time(repair_time);
  if (!(value_of(rate) >= 0 && value_of(time) >= 0)) return S(NaN);
  return -log_one_plus(S(-erlang_b(S(rate * time), spares + 1, repairers)));
}

/// Mean number out at any time with ample repairers and spares, and with any law of the repair time.
template <class F, class T, Scalar S = promote_t<F, T>>
S mean_out(const F& failure_rate, const T& repair_time) {
  const S a = S(failure_rate) * S(repair_time);
  return value_of(a) >= 0 ? a : S(NaN);
}

/// The least whole number n with P(Poisson(mean) <= n) >= quality. 0 <= quality <= 1; 1 gives inf.
template <class = void>
double poisson_quantile(double mean, double quality) {
  if (!(mean >= 0 && quality >= 0 && quality <= 1)) return NaN;
  if (mean == 0 || quality == 0) return 0;
  if (quality == 1 || mean == inf) return inf;
  // bracket by doubling steps from the mean, then halve
  double low = -1, high = std::ceil(mean);
  for (double step = 1 + std::ceil(std::sqrt(mean)); detail::poisson_cdf(high, mean) < quality; step *= 2)
    low = high, high += step;
  while (high - low > 1) {
    const double mid = std::floor(low + (high - low) / 2);
    (detail::poisson_cdf(mid, mean) >= quality ? high : low) = mid;
  }
  return high;
}

/// Spares that cover the parts out for repair with probability `quality`; a whole number, inf at quality 1.
///
/// @param failure_rate of the job [1/s]; @param repair_time mean [s]; NaN outside their ranges
template <class = void>
double spares_needed(double failure_rate, double repair_time, double quality) {
  return poisson_quantile(mean_out(failure_rate, repair_time), quality);
}

/// The least number of spares with which the job can run for at least that share of time; inf where none does, which is where
/// the repairers cannot keep up.
template <class = void>
double spares_for_share(double share, double failure_rate, double repair_time, double repairers = inf) {
  const double a = mean_out(failure_rate, repair_time);
  if (!(a >= 0 && a < inf && share >= 0 && share <= 1 && repairers >= 1)) return NaN;
  if (a == 0 || share == 0) return 0;
  if (share == 1) return inf;
  // with more and more spares the share tends to min(1, repairers / a)
  if (a >= repairers && share >= repairers / a) return inf;
  double inverse = 1;
  for (double n = 1; n < 1e9; ++n) {
    inverse = 1 + std::min(n, repairers) / a * inverse;
    if (1 - 1 / inverse >= share) return n - 1;
  }
  return inf;
}

/// Spares without repair: probability that `spares` last for a duration, P(Poisson(failure_rate x duration) <= spares).
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
