// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/limits/problem.hpp>

#include <scaling_limits/strategies/blocking.hpp>

#include "../../support/agrees.hpp"
#include "../../support/reference.hpp"

namespace scaling_limits::testing {

using namespace limits;

TEST_CASE("where a problem says that it rises, losses and their slopes rise in a dense scan of sizes", "[limits]") {
  Sampler random(5);
  int rising = 0;
  for (int i = 0; i < 400; ++i) {
    TrainingRun<> run{.gpus = random.log_uniform(1, 1e6),
                      .gpu_mttf = random.log_uniform(1e6, 1e10),
                      .checkpoint_bytes = random.log_uniform(1e9, 1e15),
                      .write_bandwidth = random.log_uniform(1e9, 1e14),
                      .read_bandwidth = random.log_uniform(1e9, 1e14),
                      .storage_latency = random.log_uniform(1e-3, 100),
                      .initialization_time = random.log_uniform(0.1, 1e4),
                      .downtime = random.log_uniform(0.1, 1e4)};
    growth::PowerLaw law;
    for (std::size_t k = 1; k < law.exponents.size(); ++k)
      if (random.chance(0.4)) law.exponents[k] = random.uniform(-1, 1);
    const strategies::Blocking<> strategy;
    const goodput_at_least criterion{0.9};
    const Problem problem{run, criterion, law, strategy};
    if (!problem.rises()) continue;
    ++rising;
    double loss = 0, slope = 0;
    for (double u = -15; u <= 15; u += 0.1) {
      const auto sum = problem.at(dual<double>(u, 1.0)).strategy_losses.sum();
      CAPTURE(i, u, law.exponents);
      REQUIRE(sum.value >= loss * (1 - 1e-13));   // rounding
      REQUIRE(sum.slope >= slope * (1 - 1e-11));  // of a difference
      loss = sum.value, slope = sum.slope;
    }
  }
  CHECK(rising > 60);
}

}  // namespace scaling_limits::testing
