// SPDX-License-Identifier: Apache-2.0
// A run of which the time of a save is known and not its bytes: what depends on those by themselves shows at other bytes that
// take as long.
#pragma once
#include "../../version.hpp"

#include "../question.hpp"

namespace scaling_limits::catalog::detail {

/// Where bytes stand that take as long as those that nobody knows: some 90 GB/s, and no number that anybody gives.
inline constexpr double ordinary_bandwidth = 0x1.5p36;
/// The same times of a run with bytes as machines have them.
inline TrainingRun<> of_ordinary_bytes(TrainingRun<> run) {
  constexpr double ratio = ordinary_bandwidth / unknown_bandwidth;
  for (double* x : {&run.checkpoint_bytes, &run.write_bandwidth}) *x *= ratio;
  if (run.read_bandwidth > 0x1p60) run.read_bandwidth *= ratio;  // it follows from a time, too
  return run;
}
inline bool same_number(double a, double b) { return a == b || std::abs(a - b) <= 1e-9 * std::abs(a) || (a != a && b != b); }
[[noreturn]] inline void refuse_unknown_bytes(const Question& question) {
  throw InvalidArgument("question '" + question.kind.name +
                            "' needs 'checkpoint_bytes' or 'write_bandwidth' beside 'write_time': its answer depends on how "
                            "much a save writes, not on how long it takes alone",
                        "run.checkpoint_bytes");
}
/// Whether what a strategy loses is not known where the bytes are not; of both runs that stand for one of which they are not.
inline bool needs_bytes(const AnyStrategy& strategy, TrainingRun<> run) {
  if (run.knows_bytes() && run.write_bandwidth != ordinary_bandwidth) return false;
  if (!run.knows_bytes()) run = of_ordinary_bytes(run);
  run.initialization_time = run.restart_time() - run.storage_latency, run.read_bandwidth = inf;  // a restart without bytes
  const double losses = strategy.losses(run).sum();
  run.checkpoint_bytes *= 0x1p-8, run.write_bandwidth *= 0x1p-8;
  return !same_number(losses, strategy.losses(run).sum());
}

}  // namespace scaling_limits::catalog::detail
