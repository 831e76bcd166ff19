// SPDX-License-Identifier: Apache-2.0
// Runs at random with what stops them, for tests of strategies under lists of causes.
#pragma once
#include "causes.hpp"
#include "scaling_limits/strategies/under_causes.hpp"
#include "strategies.hpp"

namespace scaling_limits::testing {

/// A run and what stops it, its failures some hours apart.
struct Struck {
  TrainingRun<> run = llama;
  Stops<> stops{};

  Struck(Sampler& random, const SomeCauses& causes, double least_hours = 0.3) {
    const double mtbf = random.log_uniform(least_hours, 30) * 3600;
    run.gpus = std::round(random.log_uniform(256, 100'000));
    run.checkpoint_bytes = random.log_uniform(1e10, 5e12);
    run.downtime = random.log_uniform(1, 300);
    run.gpu_mttf = causes.shares ? run.gpus * mtbf : inf;
    stops = causes(random, run.gpus, mtbf);
    if (random.chance(0.2))
      stops.restart = RestartParts<>{.schedule_time = 60, .communicator_growth = 100, .communicator_gpus = 1e5};
  }
  template <class St>
  strategies::UnderCauses<St> under(const St& s) const {
    return strategies::with_stops(s, stops);
  }
};

}  // namespace scaling_limits::testing
