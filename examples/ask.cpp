// SPDX-License-Identifier: Apache-2.0
// One case of the catalogue, by names: what examples/ask.json asks.
// [readme]
#include <cstdio>

#include "scaling_limits/catalog/questions.hpp"
using namespace scaling_limits;

int main() {
  catalog::Case at;
  at.run = {.gpus = 16'384,
            .gpu_mttf = 50'000 * units::hour,
            .checkpoint_bytes = 5 * units::TB,
            .write_bandwidth = 2 * units::TB,
            .initialization_time = 5 * units::minute};
  at.strategy = catalog::strategy("asynchronous", {{"copy_bandwidth", "10 TB/s"}});
  at.growth = growth::chinchilla();
  at.factors = catalog::factor("strong_scaling", {{"half_size", 101'035}});
  at.criterion = catalog::criterion("efficiency_at_least", {{"efficiency", 0.5}});

  const auto limit = catalog::answer("limit", at);
  const std::string& binding = limit.text("binding");
  std::printf("%s GPUs, %s binds with %s of the target\n", to_text(limit.number("value")).c_str(), binding.c_str(),
              to_text(limit.number("shares." + binding)).c_str());
}
// [/readme]
