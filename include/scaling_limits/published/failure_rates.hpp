// SPDX-License-Identifier: Apache-2.0
// How often real machines interrupt a job, per 1000 node-days of 8-GPU nodes, and what that is per GPU.
#pragma once
#include "../version.hpp"

#include "../failures/exponential.hpp"
#include "preset.hpp"

namespace scaling_limits::published {

/// Interruptions per 1000 node-days; a node has 8 GPUs.
struct NodeRate {
  double per_1000_node_days{};

  /// Running GPU-seconds per interruption.
  double gpu_mttf() const { return failures::gpu_mttf_from_node_rate(per_1000_node_days); }
};

inline constexpr Preset<NodeRate> failure_rates[] = {
    {"rsc2", {2.34}, Mark::published, "Kokolis et al., Revisiting Reliability, HPCA 2025, arXiv 2410.21680", "RSC-2"},
    {"llama3_405b",
     {1000.0 * 8 * 419 / (16'384.0 * 54)},
     Mark::derived,
     "The Llama 3 Herd of Models, 2024, table 5: 419 interruptions of 16,384 GPUs in 54 days; 1000 x 8 x 419 / (16,384 x 54)"},
    {"rsc1", {6.50}, Mark::published, "Kokolis et al., Revisiting Reliability, HPCA 2025, arXiv 2410.21680", "RSC-1"},
    {"opt_175b",
     {15.6},
     Mark::derived,
     "Zhang et al., OPT, arXiv 2205.01068, 2022: restarts of a run on 124 nodes; second-hand, the count behind it is not at "
     "hand"},
    {"rsc1_small_jobs",
     {1000 / 47.7},
     Mark::derived,
     "Kokolis et al., HPCA 2025: MTTF 47.7 days for 8 GPUs printed; 1000 / 47.7 = 21.0, and 7.9 h for 1024 GPUs gives 23.7",
     "three times the printed rate: never scale the MTTF of small jobs to large ones"},
};

inline NodeRate failure_rate(std::string_view name) { return find(failure_rates, "failure rate", name).value; }

}  // namespace scaling_limits::published
