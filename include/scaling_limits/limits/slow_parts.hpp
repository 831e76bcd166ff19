// SPDX-License-Identifier: Apache-2.0
// Parts that get slow as a factor: N GPUs have N times as many, and work that is in step is held up by each of them. Failures
// that take them out come N times as often, too. The slope of the loss rises and falls: among many GPUs there is always a slow
// one, the speed levels off at 1/slowdown, or higher where failures clear them, and useful throughput goes on growing.
#pragma once
#include "../version.hpp"

#include <algorithm>

#include "../core/units.hpp"
#include "../failures/slow_parts.hpp"
#include "../strategies/protocol.hpp"
#include "factor.hpp"

namespace scaling_limits::limits {

/// The factor p + (1 - p)/slowdown, p = unslowed_share. `name` is the name of its term in shares.
template <class P = double>
struct SlowParts {
  P gpu_time_to_slow = P(NaN);
  P slowdown = P(NaN);
  P duration = P(NaN);
  P gpu_mttf = P(inf);
  Name name = "slow parts";
  failures::DurationLaw law = failures::DurationLaw::fixed;

  static constexpr std::string_view kind = "slow_parts";
  static constexpr std::string_view text =
      "parts that get slow and hold up the run until they are found: p + (1 - p) / slowdown, p the share of time without one";

  void validate() const { scaling_limits::validate(*this, "SlowParts"); }
  template <class T>
  SlowParts<T> over() const {
    SlowParts<T> to = converted<scaling_limits::limits::SlowParts, T>(*this);
    to.name = name, to.law = law;
    return to;
  }

  template <class S>
  Terms<S> losses(const S& gpus) const {
    const S arrivals = gpus / S(gpu_time_to_slow), clearings = gpus / S(gpu_mttf);
    return {{name, failures::slow_parts_loss(arrivals, S(duration), S(slowdown), clearings, true, law)}};
  }
  template <class N, Scalar S = promote_t<N, P>>
  S efficiency(const N& gpus) const {
    return limits::efficiency(*this, S(gpus));
  }
  /// What a simulator plays of it in a run of that size, whose failures take out what is slow as often as gpu_mttf says.
  strategies::SlowParts played_in(const strategies::Protocol& protocol, double gpus) const {
    const double failures = strategies::interruption_rate(protocol), clearings = gpus / value_of(gpu_mttf);
    if (protocol.learners > 1)
      throw InvalidArgument("SlowParts: learners that fail apart are not in step: nobody says whom a slow part holds up",
                            "learners");
    if (clearings > 0 && !(clearings <= failures * (1 + 1e-9)))
      throw InvalidArgument("SlowParts: gpu_mttf = " + to_text(value_of(gpu_mttf)) + " s: slow parts are taken out by " +
                                to_text(clearings) + " failures per second, and " +
                                (failures == failures ? to_text(failures) : "an unknown number") + " interrupt the run",
                            "gpu_mttf");
    return {.arrival_rate = gpus / value_of(gpu_time_to_slow),
            .slowdown = value_of(slowdown),
            .duration = value_of(duration),
            .law = law,
            .cleared = clearings > 0,
            .clearing_share = clearings > 0 ? (std::min)(1.0, clearings / failures) : 1};
  }
};

template <class P>
constexpr auto fields(const SlowParts<P>*) {
  using F = SlowParts<P>;
  using units::hour;
  return std::to_array<Field<F, P>>({
      {"gpu_time_to_slow",
       &F::gpu_time_to_slow,
       "s",
       positive_or_inf,
       "running GPU-seconds per slow part, as gpu_mttf is per failure",
       {5e3 * hour, 5e6 * hour, "assumed: as rare as failures (gpu_mttf), to ten times as rare"},
       Effect::help},
      {"slowdown", &F::slowdown, "1", at_least_one, "how many times as long work takes while any part is slow",
       usually(1.05, 3, "assumed: clocks a little lower, to a link at a third of its rate"), Effect::cost},
      {"duration", &F::duration, "s", not_negative, "mean running time until a slow part is found and taken out",
       usually(hour / 6, 24 * hour, "assumed: an alarm on step times, to a person who looks once a day"), Effect::cost},
      {"gpu_mttf",
       &F::gpu_mttf,
       "s",
       positive_or_inf,
       "running GPU-seconds per failure whose restart takes out what is slow; inf: none does",
       {5e3 * hour, 500e3 * hour, "2.3 to 20 per 1000 node-days of 8 GPUs (Kokolis et al. 2025, section 4)"}},
  });
}
static_assert(fields_of<SlowParts<>>.size() * sizeof(double) + sizeof(Name) + sizeof(double) == sizeof(SlowParts<>),
              "SlowParts: a member without its row, or a row without its member");

}  // namespace scaling_limits::limits
