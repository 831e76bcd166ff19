// SPDX-License-Identifier: Apache-2.0
// [readme]
#include <cstdio>

#include "scaling_limits/scaling_limits.hpp"
using namespace scaling_limits;

int main() {
  const TrainingRun<> run{.gpus = 16'384,
                          .gpu_mttf = 50'000 * units::hour,
                          .checkpoint_bytes = 5 * units::TB,
                          .write_bandwidth = 2 * units::TB,
                          .initialization_time = 5 * units::minute};
  const auto plan = strategies::blocking();
  std::printf("save every %.0f s: goodput %.1f %%\n", plan.interval(run), 100 * strategies::goodput(run, plan));

  const auto limit = limits::max_gpus(run, limits::goodput_at_least{0.9}, growth::chinchilla());
  std::printf("goodput stays above 90 %% up to %.0f GPUs, then %s binds\n", limit.value, limit.binding.data());
  std::puts(limits::band(run, limits::goodput_at_least{0.9}, growth::chinchilla()).text().c_str());
}
// [/readme]
