// SPDX-License-Identifier: Apache-2.0
// A measured run beside a model of it: the inputs of the model that the books of the run imply, and the run of the model with
// those in place of its own, so that what still differs is no matter of inputs.
#pragma once
#include "../version.hpp"

#include <algorithm>

#include "../core/terms.hpp"
#include "../run/training_run.hpp"
#include "bookkeeping.hpp"

namespace scaling_limits::analysis {

/// Inputs as a log has them [s]; NaN: the log does not say.
struct ImpliedInputs {
  double mtbf = NaN;          ///< in running time; inf: nothing failed
  double downtime = NaN;      ///< of a failure
  double restart_time = NaN;  ///< start-up of an attempt that came to a step
  double recovery = NaN;      ///< downtime and start-up of a failure, where the log does not tell them apart
  double write_time = NaN;    ///< that a checkpoint blocked, where the log names checkpoints
  double interval = NaN;      ///< of steps between two checkpoints, where the log names them
};

inline ImpliedInputs implied_inputs(const Bookkeeping& books) {
  using enum Bookkeeping::Bucket;
  ImpliedInputs found;
  found.mtbf = books.mtbf();
  if (books.unknown_starts > 0) {
    const double first = books.attempts.front().startup;  // follows no failure
    found.recovery = (books.seconds[downtime] + books.seconds[startup] - first) / books.failures;
  } else {
    if (books.failures > 0) found.downtime = books.seconds[downtime] / books.failures;
    double time = 0, count = 0;
    for (const Attempt& at : books.attempts)
      if (at.first_step == at.first_step) time += at.startup, ++count;
    found.restart_time = time / count;
  }
  if (books.saves > 0) {
    found.write_time = books.seconds[checkpoint] / books.saves;
    if (books.step_time > 0) found.interval = books.step_time * books.steps_saved / books.saves;
  }
  return found;
}

/// The run with these inputs: gpu_mttf from mtbf, initialization_time from what restart_time exceeds the load, write_bandwidth
/// from what write_time exceeds the latency. Where a restart is shorter than the load, the load is faster and there is no
/// initialisation; nothing is shorter than the latency. Of a recovery the run's restart is start-up, running time by which the
/// mtbf is more, the rest downtime. What is NaN stays as the run has it.
inline TrainingRun<> with_inputs(TrainingRun<> run, ImpliedInputs inputs) {
  if (inputs.recovery == inputs.recovery) {
    const double restart = (std::min)(run.restart_time(), inputs.recovery);
    inputs.downtime = inputs.recovery - restart, inputs.mtbf += restart;
    if (inputs.recovery < run.restart_time()) inputs.restart_time = restart;
  }
  if (inputs.mtbf == inputs.mtbf) run.gpu_mttf = inputs.mtbf * run.gpus;
  if (inputs.downtime == inputs.downtime) run.downtime = inputs.downtime;
  if (const double left = run.initialization_for(inputs.restart_time); left >= 0) {
    run.initialization_time = left;
  } else if (left < 0) {
    run.initialization_time = 0;
    if (run.checkpoint_bytes > 0) run.read_bandwidth = run.read_bandwidth_for(inputs.restart_time);
  }
  if (inputs.write_time == inputs.write_time && run.checkpoint_bytes > 0)
    run.write_bandwidth = run.bandwidth_for(inputs.write_time);
  return run;
}

/// A strategy's breakdown by the buckets of the books, a share each.
inline std::array<double, Bookkeeping::buckets> by_bucket(const Terms<double>& breakdown) {
  std::array<double, Bookkeeping::buckets> found{};
  for (const auto& [share, amount] : breakdown) found[Bookkeeping::bucket_of(share)] += amount;
  return found;
}

}  // namespace scaling_limits::analysis
