// SPDX-License-Identifier: Apache-2.0
// What a strategy asks of the machine, beyond the run itself.
#pragma once
#include "../version.hpp"

#include "../core/result_fields.hpp"
#include "strategy.hpp"

namespace scaling_limits::strategies {

struct Requirements {
  double memory = 0, bandwidth = 0, spares = 0;
};
constexpr auto fields(const Requirements*) {
  using R = Requirements;
  return std::tuple(ResultField("memory", &R::memory, "B", "bytes held by copies of the state, over all GPUs' hosts"),
                    ResultField("bandwidth", &R::bandwidth, "B/s",
                                "bytes written per second of progress of the GPUs that work, on all levels"),
                    ResultField("spares", &R::spares, "GPU", "GPUs that do no work of their own"));
}

/// The same under a list of causes (stopped_run.hpp).
template <class St>
Requirements requirements_under(const StoppedRun<double>& stopped, const St& strategy);

/// Bytes per second of so many, every so often: none where there is nothing to write, which may be at every moment.
inline double bytes_per_second(double bytes, double interval) { return bytes == 0 ? 0 : bytes / interval; }

/// Of a strategy that says so; else what one write of the whole state per interval makes.
template <class St>
Requirements requirements(const St& strategy, const TrainingRun<>& run) {
  if constexpr (requires { strategy.requirements(run); }) {
    return strategy.requirements(validated(run, strategy));
  } else if constexpr (LeveledStrategy<St>) {
    return leveled(strategy, [&](const auto& levels) { return levels.requirements(validated(run, strategy)); });
  } else {
    return {.bandwidth = bytes_per_second(run.checkpoint_bytes, strategy.interval(validated(run, strategy)))};
  }
}

/// All that a comparison asks, at once: a strategy whose interval is found numerically finds it once.
struct Summary {
  double loss = NaN;  // -ln goodput
  double interval = NaN;
  Requirements needs{};
};

template <Strategy<double> St>
Summary summary(const St& strategy, const TrainingRun<>& run) {
  validated(run, strategy);
  if constexpr (requires { strategy.summary(run); }) return strategy.summary(run);
  else if constexpr (LeveledStrategy<St>) return leveled(strategy, [&](const auto& levels) { return levels.summary(run); });
  else return {strategy.losses(run).sum(), strategy.interval(run), requirements(strategy, run)};
}

}  // namespace scaling_limits::strategies
