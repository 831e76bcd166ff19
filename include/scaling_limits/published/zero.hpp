// SPDX-License-Identifier: Apache-2.0
// Rajbhandari et al., "ZeRO: Memory Optimizations Toward Training Trillion Parameter Models", SC20: memory of model state.
#pragma once
#include "../version.hpp"

#include "../core/units.hpp"
#include "../parallelism/memory.hpp"
#include "estimate.hpp"

namespace scaling_limits::published {

template <class = void>
Estimates zero() {
  using parallelism::model_state_bytes_per_gpu;
  const Source source{"S. Rajbhandari et al., ZeRO: Memory Optimizations Toward Training Trillion Parameter Models", 2020};
  const std::string_view smaller = "7.5e9 parameters, 64 data-parallel ranks",
                         larger = "1e12 parameters, 16 data-parallel ranks", model = "parallelism.model_state_bytes_per_gpu";
  const double gb = units::GB;
  return {
      {source, "zero.stage0_7.5b", "model state per GPU, nothing shared", Mark::published, smaller,
       digits(120, "120 GB", 3, gb), "B", model, model_state_bytes_per_gpu(7.5e9, 64, 0)},
      {source, "zero.stage1_7.5b", "model state per GPU, optimizer shared", Mark::published, smaller,
       digits(31.4, "31.4 GB", 3, gb), "B", model, model_state_bytes_per_gpu(7.5e9, 64, 1)},
      {source, "zero.stage2_7.5b", "model state per GPU, gradients shared too", Mark::published, smaller,
       digits(16.6, "16.6 GB", 3, gb), "B", model, model_state_bytes_per_gpu(7.5e9, 64, 2)},
      {source, "zero.stage3_7.5b", "model state per GPU, weights shared too", Mark::published, smaller,
       digits(1.9, "1.9 GB", 2, gb), "B", model, model_state_bytes_per_gpu(7.5e9, 64, 3)},
      {source, "zero.stage1_1t", "model state per GPU, optimizer shared", Mark::published, larger,
       exactly(4750 * gb, "4750 GB"), "B", model, model_state_bytes_per_gpu(1e12, 16, 1)},
      {source, "zero.stage2_1t", "model state per GPU, gradients shared too", Mark::published, larger,
       exactly(2875 * gb, "2875 GB"), "B", model, model_state_bytes_per_gpu(1e12, 16, 2)},
      {source, "zero.stage3_1t", "model state per GPU, weights shared too", Mark::published, larger,
       exactly(1000 * gb, "1000 GB"), "B", model, model_state_bytes_per_gpu(1e12, 16, 3)},
  };
}

}  // namespace scaling_limits::published
