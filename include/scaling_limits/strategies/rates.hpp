// SPDX-License-Identifier: Apache-2.0
// What happens to a run under a strategy, and how often: per second of wall clock. What a checkpoint or a save writes, and at
// which pace of the work, stands in requirements.hpp; the rest follows from the goodput.
#pragma once
#include "../version.hpp"

#include "requirements.hpp"

namespace scaling_limits::strategies {

/// Means over a long run [1/s, B/s]. What a failure undoes, a checkpoint of a low level say, does not stand.
struct Rates {
  double interruptions = 0;       ///< stops of the run by a failure, those that cut a restart short included
  double checkpoints = 0;         ///< periodic ones that stand
  double saves_just_in_time = 0;  ///< after a failure, by the replicas that survived it
  double detections = 0;          ///< of silent errors: the run goes back to its last checkpoint
  double bytes_written = 0;       ///< by checkpoints and saves that stand, on all levels; what replicas send each other is not
};
inline constexpr std::array rate_members{&Rates::interruptions, &Rates::checkpoints, &Rates::saves_just_in_time,
                                         &Rates::detections, &Rates::bytes_written};

/// NaN where the strategy is infeasible for the run. Of any strategy: every failure stops the run for the downtime, in which
/// none strikes, and each interval of useful work of the GPUs that work ends with a checkpoint. A strategy that differs says so
/// by a member rates(run, any), which is given those. Derivation: docs/derivations.md, "How often".
template <Strategy<double> St>
Rates rates(const St& strategy, const TrainingRun<>& run) {
  if constexpr (requires { strategy.rates(run); }) {
    return strategy.rates(run);
  } else {
    const auto [loss, interval, needs] = summary(strategy, run);
    if (!(loss == loss)) return {NaN, NaN, NaN, NaN, NaN};
    const double working = 1 - needs.spares / run.gpus, progress = std::exp(-loss) / working;
    const auto paced = [&](double per_progress) { return progress == 0 ? 0 : per_progress * progress; };
    const Rates usual{.interruptions = 1 / (run.mtbf() + run.downtime),
                      .checkpoints = paced(1 / interval),
                      .bytes_written = paced(needs.bandwidth)};
    if constexpr (requires { strategy.rates(run, usual); }) return strategy.rates(run, usual);
    else return usual;
  }
}

}  // namespace scaling_limits::strategies
