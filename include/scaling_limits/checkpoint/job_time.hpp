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
// The time is the failure-free time with probability exp(-n a), n = work/w segments. What comes on top otherwise has, for
// X = n a, the Laplace transform exp(-X (1 + log(1 - Z)/a)) - exp(-X), with f_x(s) = (1 - exp(-(1 + s) x))/(1 + s) a failure
// inside x:
//
//   Z = f_a(s) exp(-s (d + b) - b) / (1 - exp(-s d) f_b(s))       a failed attempt and its recovery
//
// Quantiles invert it. Derivation: docs/derivations.md, "How long a whole job takes".
#pragma once
#include "../version.hpp"

#include <algorithm>

#include "../numeric/laplace.hpp"
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
  /// To about 1e-7 in probability, 1e-4 at the kinks of jobs that see a failure or two; from 30,000 expected failures on to two
  /// hundredths of a standard deviation. A tenth of a millisecond to ten.
  double quantile(double q) const {
    const double base = value_of(failure_free_time), excess = value_of(mean_excess), deviation = value_of(standard_deviation);
    const double fails = value_of(failure_probability);
    if (!(q >= 0 && q <= 1 && excess >= 0)) return NaN;
    if (1 - q >= fails) return base;
    if (q == 1 || excess == inf) return inf;
    if (base > 3e4 * value_of(mtbf)) return base + nearly_normal(q);
    // below: the first delay, D + R, and Cantelli's bound of sqrt((1 - q)/q) standard deviations. Above: tails are exponential
    // at worst, so that a few steps find an upper end; Cantelli's would be far
    const double first = value_of(mtbf) * (value_of(restart) + value_of(downtime));
    double low = (std::max)({first, excess - deviation * std::sqrt((1 - q) / q), 1e-12 * excess});
    double at_low = tail(low) - (1 - q);
    if (!(at_low > 0)) return base + low;
    double high = (std::max)(1.01 * low, excess + deviation), at_high = tail(high) - (1 - q);
    for (int i = 0; i < 60 && at_high > 0; ++i) {
      low = high, at_low = at_high;
      high += 2 * deviation / std::sqrt(fails);
      at_high = tail(high) - (1 - q);
    }
    if (at_high > 0) return NaN;  // no upper end was found
    // false position; the end that stays counts half (Illinois), and every fourth step halves the bracket
    for (int i = 0, side = 0; i < 100 && high - low > 1e-9 * high && at_high < 0; ++i) {
      const double t = i % 4 == 3 ? 0.5 * (low + high) : low + (high - low) * at_low / (at_low - at_high);
      const double f = tail(t) - (1 - q);
      if (std::abs(f) < 1e-8 * (1 - q)) return base + t;
      if (f > 0) {
        low = t, at_low = f;
        if (side > 0) at_high *= 0.5;
        side = 1;
      } else {
        high = t, at_high = f;
        if (side < 0) at_low *= 0.5;
        side = -1;
      }
    }
    return high - low > 1e-9 * high && at_high < 0 ? NaN : base + 0.5 * (low + high);
  }

  /// Probability that the job takes longer than failure_free_time + delay; delay > 0 [s].
  double tail(double delay) const {
    using Complex = std::complex<double>;
    const double a = value_of(stretch), b = value_of(restart), d = value_of(downtime), fails = value_of(failure_probability);
    const double exposure = value_of(failure_free_time) / value_of(mtbf), t = delay / value_of(mtbf);
    const auto transform = [&](const Complex& s) {
      const Complex rate = 1.0 + s, down = numeric::exp_minus_one(-s * d);
      const auto struck = [&](double x) { return -numeric::exp_minus_one(-rate * x) / rate; };
      const Complex retry = 1.0 - (1.0 + down) * struck(b), recovery = std::exp(-s * (d + b) - b) / retry;
      const Complex failed = struck(a) * recovery;
      // 1 - Z = (1 - recovery) + recovery (1 - f_a), each without cancellation
      const Complex passed = (-s * numeric::exp_minus_one(-s * d - rate * b) - down) / (rate * retry) +
                             recovery * (s + std::exp(-rate * a)) / rate;
      const Complex log_passed = std::norm(failed) < 1e-4 ? numeric::log_one_minus(failed) : std::log(passed);
      const Complex log_retries = a > 0 ? log_passed / a : -recovery;
      const Complex longer = exposure < 1 ? std::exp(-exposure) * numeric::exp_minus_one(-exposure * log_retries)
                                          : std::exp(-exposure * (1.0 + log_retries)) - std::exp(-exposure);
      return (fails - longer) / s;
    };
    // features: the width of the whole; where failures are few, their single steps, as wide as a segment
    const double width = value_of(standard_deviation) / value_of(mtbf);
    const double finest = exposure < 10 ? (std::min)(width, (std::max)(a, 1e-3 * t)) : width;
    return numeric::inverse_laplace(transform, t, saturated<int>((std::min)(2000.0, 40 + 6 * t / finest)));
  }

  S mean_excess;                       // mean - failure_free_time, without cancellation [s]
  S mtbf, stretch, restart, downtime;  // M [s]; w + C, R, D in units of M

 private:
  /// The excess as a gamma law of its mean and standard deviation, by Wilson and Hilferty's cube; for a shape of many
  /// thousands.
  double nearly_normal(double q) const {
    double low = -40, high = 40;
    while (high - low > 1e-12) (0.5 * std::erfc(-0.5 * (low + high) * std::sqrt(0.5)) < q ? low : high) = 0.5 * (low + high);
    const double mean_delay = value_of(mean_excess), shape = square(mean_delay / value_of(standard_deviation));
    const double root = 1 - 1 / (9 * shape) + low / (3 * std::sqrt(shape));
    return mean_delay * root * root * root;
  }
};

/// Completion time of a job.
///
/// mean = work / interval x expected_segment_time(...); a fraction of a segment counts as that fraction of its mean and
/// variance.
///
/// Source: docs/derivations.md, section "How long a whole job takes".
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
    const S none(NaN);
    return {none, none, none, none, none, none, none, none, none};
  }
  const S a = saving.load(S(w + saving.write_time)), b = saving.load(saving.restart_time), d = saving.load(saving.downtime);
  const bool free = value_of(saving.write_time) == 0 || value_of(w) == inf;
  const S base = value_of(total) == 0 || free ? total : S(total + total * saving.write_time / w);
  const S exposure = saving.load(base);
  const S log_stretch = log_one_plus(d) + b + log_mean_exp(a);  // mean = base exp(log_stretch)
  const S excess = value_of(base) == 0 ? S(0) : S(base * exp_minus_one(log_stretch));

  JobTime<S> job;
  job.mtbf = S(mtbf);
  job.stretch = a, job.restart = b, job.downtime = d;
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
