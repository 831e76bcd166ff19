// SPDX-License-Identifier: Apache-2.0
// What a count of failures says about the MTBF: n events in an exposure T give T/n, and since 2T/MTBF follows chi-squared
// laws, an interval around it. A header of its own, for Boost's incomplete gamma function is slow to compile.
#pragma once
#include "../version.hpp"

#include <array>
#include <boost/math/special_functions/gamma.hpp>

#include "../core/result_fields.hpp"
#include "../core/scalar.hpp"
#include "../core/units.hpp"
#include "../numeric/lifted.hpp"
#include "../numeric/normal.hpp"
#include "../numeric/quiet_policy.hpp"
#include "running_exposure.hpp"

namespace scaling_limits::failures {

/// An MTBF with what the count behind it supports.
template <class S = double>
struct MtbfEstimate {
  S mtbf{}, lower{}, upper{};  // [s]
};

/// How often something fails, from a count of failures: each the number, and the ends of the interval around it.
struct FailuresCounted {
  std::array<double, 3> mtbf{}, per_day{}, gpu_mttf{};
};
inline constexpr auto number_and_ends = std::to_array<std::string_view>({"value", "lower", "upper"});
constexpr auto fields(const FailuresCounted*) {
  using F = FailuresCounted;
  return std::tuple(ResultField("mtbf", &F::mtbf, "s", "mean running time between failures, with its interval", "end"),
                    ResultField("per_day", &F::per_day, "1", "failures a day", "end"),
                    ResultField("gpu_mttf", &F::gpu_mttf, "s", "running GPU-time for each failure", "end"));
}

namespace detail {

/// What a gamma variate of scale 1 is below, or above, with a probability. Of shapes beyond 1e8, where the function's series
/// takes too long, by Cornish and Fisher's expansion (Goldberg and Levine, Ann. Math. Stat. 17, 1946), exact to rounding there.
template <class = void>  // Boost is compiled by those who ask
double gamma_quantile(double shape, double probability, bool below) {
  if (shape < 1e8)
    return below ? boost::math::gamma_p_inv(shape, probability, numeric::quiet_policy())
                 : boost::math::gamma_q_inv(shape, probability, numeric::quiet_policy());
  const double low = numeric::normal_quantile(probability), z = below ? low : -low;
  const double s = 1 / std::sqrt(shape), zz = z * z;
  return shape * (1 + s * (z + s * ((zz - 1) / 3 + s * (z * (zz - 7) / 36 - s * (zz * (3 * zz + 7) - 16) / 810))));
}

}  // namespace detail

/// The MTBF [s] from a count of failures, and its confidence interval.
///
/// Chi-squared, exact for a fixed exposure. Without an event the lower bound is one-sided. [2T / chi2(1 - a/2; 2n + 2), 2T /
/// chi2(a/2; 2n)], a = 1 - confidence, never narrower than stated; T/3 at 95 % without an event.
///
/// Source: docs/derivations.md, section "How sure is the MTBF".
///
/// @param events n >= 0; @param exposure T > 0, running time of the job observed [s] (or of any unit that fails: GPU-seconds
/// give an interval of gpu_mttf); @param confidence in (0, 1)
template <class T, Scalar S = promote_t<T>>
MtbfEstimate<S> mtbf_from_events(double events, const T& exposure, double confidence = 0.95) {
  const S t(exposure);
  if (!(events >= 0 && events < inf && value_of(t) > 0 && value_of(t) < inf && confidence > 0 && confidence < 1))
    return {S(NaN), S(NaN), S(NaN)};
  if (events == 0) return {S(inf), S(t / S(-std::log1p(-confidence))), S(inf)};
  const double tail = 0.5 * (1 - confidence);  // half a chi-squared of 2k degrees is a gamma of shape k
  return {S(t / S(events)), S(t / S(detail::gamma_quantile(events + 1, tail, false))),
          S(t / S(detail::gamma_quantile(events, tail, true)))};
}

/// A count, and the running time in which it came, as they tell of the rate: bursts, and outages of which only the mean is
/// known, tell less, as a stream that is `dispersion` times shorter would. NaN where the downtimes leave no running time.
struct EffectiveCount {
  double events = NaN, exposure = NaN, running = NaN, dispersion = NaN;
};
/// @param window [s] wall clock, or running time where downtime is 0; @param downtime of a failure in the mean [s]
/// @param spread of downtimes, standard deviation over mean; @param bursts variance of the counts over that of a Poisson stream
inline EffectiveCount effective_count(double events, double window, double downtime = 0, double spread = 1, double bursts = 1) {
  EffectiveCount found;
  found.running = running_exposure(window, events, downtime);
  found.dispersion =
      events > 0 && downtime > 0 ? bursts + outage_dispersion(found.running / events, downtime, spread) - 1 : bursts;
  found.events = events / found.dispersion, found.exposure = found.running / found.dispersion;
  return found;
}

/// The same as people ask for it: time between failures, failures a day, GPU-time for each.
///
/// @param gpus of the job that failed; @param downtime, spread as of effective_count
template <class = void>
FailuresCounted failures_counted(double events, double exposure, double gpus, double confidence = 0.95, double downtime = 0,
                                 double spread = 1) {
  const EffectiveCount told = effective_count(events, exposure, downtime, spread);
  const auto estimate = [&](double unit) {
    auto found = mtbf_from_events(told.events, unit * told.exposure, confidence);
    // to the last digit what a history of jobs says, and where no interval holds
    if (told.dispersion != 1 && events > 0) found.mtbf = unit * told.running / events;
    return std::array{found.mtbf, found.lower, found.upper};
  };
  const auto [mtbf, lower, upper] = estimate(1);
  return {.mtbf = {mtbf, lower, upper},
          .per_day = {units::day / mtbf, units::day / upper, units::day / lower},
          .gpu_mttf = estimate(gpus)};
}

/// The MTBF [s] that the truth stays below with a probability, given a count of failures.
///
/// Quantiles of the posterior of a rate of which nothing else is known; even ones are samples to go on with.
///
/// Source: Jeffreys, "Theory of Probability", 1961, section 3.1: gamma of shape events + 1/2.
///
/// @param events n >= 0; @param exposure T > 0 [s]; @param probability in (0, 1)
template <class T, Scalar S = promote_t<T>>
S mtbf_quantile(double events, const T& exposure, double probability) {
  const S t(exposure);
  if (!(events >= 0 && events < inf && value_of(t) > 0 && value_of(t) < inf && probability > 0 && probability < 1))
    return S(NaN);
  return t / S(detail::gamma_quantile(events + 0.5, probability, false));
}

}  // namespace scaling_limits::failures
