// SPDX-License-Identifier: Apache-2.0
// Where the movement of data ends growth: E. Erdil and D. Schneider-Joseph, arXiv 2411.01137, 2024, print a size and no formula
// that is known to us. Ours is a reconstruction, and falls short of theirs; its inputs move it threefold.
#pragma once
#include "../version.hpp"

#include "../core/units.hpp"
#include "../parallelism/data_movement.hpp"
#include "chips.hpp"
#include "estimate.hpp"
#include "fabrics.hpp"

namespace scaling_limits::published {

/// H100 in nodes of eight, 16-bit products; batch 4e6 at 70e9 and 0.088 N^0.27 layers, which is assumed.
inline parallelism::DataMovement<> data_movement_of_h100() {
  const auto chip = chip_specification("h100");
  const auto network = fabric("dgx_h100");
  return {.peak_flops = chip.peak_flops,
          .memory_bandwidth = chip.nominal_bandwidth,
          .node_bandwidth = network.inner_bandwidth,
          .gpus_per_node = network.gpus_per_node,
          .network_bandwidth = network.outer_bandwidth,
          .layers = 0.088,
          .layers_at = 1,
          .batch_tokens = 4e6,
          .batch_at = 70e9};
}

template <class = void>
Estimates data_movement_cliff() {
  const Source page{"Epoch AI, Data movement bottlenecks to large-scale model training", 2024},
      ours{"Our own, a reconstruction of arXiv 2411.01137", 2024};
  const auto limit = data_movement_of_h100();
  const double quarter = 91 * units::day, compute = limit.compute(quarter);
  const std::string_view inputs = "91 days, H100, batch 4e6 (N/70e9)^0.36, 0.088 N^0.27 layers (both assumed)",
                         model = "parallelism.DataMovement.compute";
  return {
      {page, "movement.cliff", "compute of three months beyond which utilization falls", Mark::published, inputs,
       known_to_deviate(digits(2e28, "2e28", 1), -74.96,
                        "a reconstruction: no formula is printed, and a batch of 16e6 gives three times as much; the paper "
                        "itself says about 1e28"),
       "FLOP", model, compute},
      {ours, "movement.compute", "the same, all digits", Mark::assumed, inputs, digits(5.0082e27, "5.0082e27", 5), "FLOP",
       model, compute},
      {ours, "movement.gpus", "GPUs of that run, all of them busy", Mark::assumed, inputs, digits(643'807, "643,807", 6), "GPU",
       "parallelism.DataMovement.gpus", limit.gpus(quarter)},
  };
}

}  // namespace scaling_limits::published
