// SPDX-License-Identifier: Apache-2.0
// A scenario with every number drawn.
#pragma once
#include <cmath>
#include <random>

#include "scaling_limits/analysis/scenario.hpp"
#include "scaling_limits/limits/criteria.hpp"
#include "scaling_limits/published/epoch_2030.hpp"

namespace scaling_limits::testing {

inline const analysis::Scenario<> medians = published::epoch_2030();
inline constexpr limits::goodput_at_least g90{0.9};

inline analysis::Scenario<> drawn(std::mt19937_64& engine) {
  const auto draw = [&](double low, double high) {
    return low * std::pow(high / low, std::uniform_real_distribution<>(0, 1)(engine));
  };
  analysis::Scenario<> s = medians;
  s.demand.compute = draw(1e24, 1e27), s.demand.compute_growth = draw(1.2, 8), s.demand.share = draw(0.05, 1);
  s.demand.bytes_per_parameter = draw(2, 20), s.demand.tokens_per_parameter = draw(5, 200);
  s.hardware.peak_growth = draw(1.01, 1.9), s.hardware.efficiency_growth = draw(1.01, 1.6);
  s.hardware.duration = draw(2e6, 4e7), s.hardware.utilization = draw(0.1, 0.8);
  s.run.gpu_mttf = draw(1e7, 2e9), s.run.write_bandwidth = draw(1e11, 1e15), s.run.read_bandwidth = draw(1e11, 1e15);
  s.run.storage_latency = draw(0.01, 5), s.run.initialization_time = draw(1, 600), s.run.downtime = draw(1, 600);
  s.yearly = growth::per_year({{"write_bandwidth", draw(1, 4)},
                               {"read_bandwidth", draw(1, 4)},
                               {"initialization_time", draw(0.5, 1)},
                               {"gpu_mttf", draw(0.9, 1.3)}});
  s.growth = growth::power_law({{"checkpoint_bytes", 0.5}, {"write_bandwidth", draw(0.01, 0.4)}});
  s.power->growth = draw(1.05, 1.4), s.chips->count_growth = draw(1.1, 2.2), s.data->growth = draw(1.001, 1.2);
  s.wall->layers_exponent = draw(0.15, 0.4), s.wall->batch_exponent = draw(0.2, 0.5);
  return s;
}

}  // namespace scaling_limits::testing
