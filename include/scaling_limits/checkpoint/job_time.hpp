// SPDX-License-Identifier: Apache-2.0
// How long a job of a given work takes in wall-clock time: mean, standard deviation, quantiles. Failures strike work,
// checkpoints and restarts (variant complete); the segments of the job are independent.
//
// In units of the MTBF M: a = (w + C)/M a segment, b = R/M a restart, d = D/M; A = exp(a) - 1, B = exp(b) - 1 failures in each.
// Time lost to a failure inside a stretch x has mean m(x) = 1 - x/(exp(x) - 1), variance v(x) = 1 - (x/2 / sinh(x/2))^2. With
// a geometric number of failed restarts, then of failed attempts:
//
//   recovery V    mean d exp(b) + B                          variance B v(b) + B exp(b) (m(b) + d)^2
//   segment T     mean A (m(a) + mean V) + a = A exp(b) (1 + d)    variance A (v(a) + var V) + A exp(a) (m(a) + mean V)^2
//
// The time is the failure-free time with probability exp(-n a), n = work/w segments; what comes on top otherwise is taken as a
// gamma law of the right mean and variance: exact moments, approximate quantiles, normal for many failures.
#pragma once
#include <boost/math/special_functions/gamma.hpp>

#include "goodput.hpp"

namespace scaling_limits::checkpoint {

namespace detail {

/// Mean of an exponential of mean 1 given that it is below x: 1 - x/(exp(x) - 1); x/2 near 0.
template <class S>
S mean_below(const S& x) {
  using std::exp;
  const double v = value_of(x);
  if (v == 0) return x / S(2);
  if (v > 700) return S(1);
  return exp_remainder(x) / exp_minus_one(x);
}

/// Its variance: 1 - (h / sinh h)^2 = (sinh h - h)(sinh h + h) / sinh(h)^2, h = x/2; x^2/12 near 0.
template <class S>
S variance_below(const S& x) {
  using std::sinh;
  const S h = x / S(2);
  const double v = value_of(h);
  if (v == 0) return x * x / S(12);
  if (v > 350) return S(1);
  const S s = sinh(h);
  S beyond = s - h;  // sinh h - h = h^3/6 (1 + h^2/20 (1 + h^2/42 (...))) where the difference cancels
  if (v < 1) {
    constexpr int terms = 8 + digits_of<S> / 8;
    S sum(1);
    for (int k = terms; k > 1; --k) sum = S(1) + h * h / S(2 * k * (2 * k + 1)) * sum;
    beyond = h * h * h / S(6) * sum;
  }
  return beyond * (s + h) / (s * s);
}

}  // namespace detail

template <class S = double>
struct JobTime {
  S mean, standard_deviation;  // [s]
  S failure_free_time;         // work and checkpoints alone: the shortest possible [s]
  S failure_probability;       // of taking longer than that

  /// The time [s] within which the job is done with probability q in [0, 1]; NaN outside.
  ///
  /// Exact up to q = 1 - failure_probability. Beyond, the probability of being done by then is q within 0.015 from some twenty
  /// expected failures on, and within 0.07 for a few of them with long restarts.
  double quantile(double q) const {
    using policy = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
    const double some = value_of(failure_probability), excess = value_of(mean_excess), deviation = value_of(standard_deviation);
    if (!(q >= 0 && q <= 1 && excess >= 0)) return nan;
    if (1 - q >= some) return value_of(failure_free_time);
    if (q == 1 || excess == inf) return inf;
    // moments of the excess where there is one
    const double delay = excess / some, variance = (deviation * deviation + excess * excess) / some - delay * delay;
    const double shape = delay * delay / variance;
    return value_of(failure_free_time) + boost::math::gamma_q_inv(shape, (1 - q) / some, policy()) * (variance / delay);
  }

  S mean_excess;  // mean - failure_free_time, without cancellation [s]
};

/// Completion time of a job.
///
/// mean = work / interval x expected_segment_time(...); a fraction of a segment counts as that fraction of its mean and variance.
///
/// @param work [s] >= 0 useful time of the whole job; @param interval w [s] >= 0 of it between checkpoints
/// @param write_time C [s] >= 0; @param mtbf M [s] > 0, inf for no failures; @param restart_time R, downtime D [s] >= 0
template <class J, class W, class C, class M, class R = int, class D = int, Scalar S = promote_t<J, W, C, M, R, D>>
JobTime<S> job_time(const J& work, const W& interval, const C& write_time, const M& mtbf, const R& restart_time = 0,
                    const D& downtime = 0) {
  using std::exp;
  using std::sqrt;
  const S total(work), w(interval);
  const auto saving = detail::saving_of<S>(write_time, mtbf, restart_time, downtime, 0, 0);
  if (!(saving.in_domain() && value_of(total) >= 0 && value_of(w) >= 0)) {
    const S none(nan);
    return {none, none, none, none, none};
  }
  const S a = saving.load(S(w + saving.write_time)), b = saving.load(saving.restart_time), d = saving.load(saving.downtime);
  const bool free = value_of(saving.write_time) == 0 || value_of(w) == inf;
  const S base = value_of(total) == 0 || free ? total : S(total + total * saving.write_time / w);
  const S exposure = saving.load(base);
  const S log_stretch = log_one_plus(d) + b + log_mean_exp(a);  // mean = base exp(log_stretch)
  const S excess = value_of(base) == 0 ? S(0) : S(base * exp_minus_one(log_stretch));

  JobTime<S> job;
  job.failure_free_time = base;
  job.mean_excess = excess;
  job.mean = base + excess;
  job.failure_probability = -exp_minus_one(S(-exposure));
  if (value_of(exposure) == 0) {
    job.standard_deviation = S(0);
    return job;
  }
  // variance of a segment, over A: the failures of the whole job number n A = exposure A / a
  const S failed_restarts = exp_minus_one(b), lost = detail::mean_below(b) + d;
  const S recovery = d * exp(b) + failed_restarts;
  const S recovery_variance = failed_restarts * (detail::variance_below(b) + exp(b) * lost * lost);
  const S delay = detail::mean_below(a) + recovery;
  const S variance = detail::variance_below(a) + recovery_variance + exp(a) * delay * delay;
  job.standard_deviation = sqrt(S(exposure * exp(log_mean_exp(a)) * variance)) / saving.failure_rate;
  return job;
}

}  // namespace scaling_limits::checkpoint
