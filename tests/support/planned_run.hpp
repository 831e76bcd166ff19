// SPDX-License-Identifier: Apache-2.0
// The run of examples/run.toml, of which the README and many published check values are.
#pragma once
#include <scaling_limits/core/units.hpp>
#include <scaling_limits/run/training_run.hpp>

namespace scaling_limits::testing {

inline const TrainingRun<> planned{.gpus = 16'384,
                                   .gpu_mttf = 50'000 * units::hour,
                                   .checkpoint_bytes = 5 * units::TB,
                                   .write_bandwidth = 2 * units::TB,
                                   .read_bandwidth = 2 * units::TB,
                                   .storage_latency = 0.1,
                                   .initialization_time = 300,
                                   .downtime = 60};

}  // namespace scaling_limits::testing
