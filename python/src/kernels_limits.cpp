// SPDX-License-Identifier: Apache-2.0
// What criteria and memory recovery rest on, as kernels.
#include <scaling_limits/limits/failure_load.hpp>
#include <scaling_limits/limits/memory_recovery.hpp>

#include "kernels.hpp"

namespace scaling_limits::python {

void add_limits(Rooms& rooms) {
  Room& room = rooms.emplace_back("limits");
  room.kernel("max_failure_load", [](const auto& g) { return limits::max_failure_load(g); }, "goodput"_a);
  room.kernel(
      "required_mtbf", [](const auto&... x) { return limits::required_mtbf(x...); }, "goodput"_a, "write_time"_a,
      "restart_time"_a = 0, "downtime"_a = 0, "persist_latency"_a = 0, "slowdown"_a = 0);

  const Argument how_it_grows = required_choice<limits::LatencyGrowth>("growth", "of the latency of a recovery with size");
  room.kernel(
      "memory_recovery_single_failure",
      [](const auto& gpu_mttf, const auto& latency, const auto& how, const auto& reference_gpus) {
        return limits::memory_recovery_single_failure(gpu_mttf, latency, chosen<limits::LatencyGrowth>(how), reference_gpus);
      },
      "gpu_mttf"_a, "latency"_a, how_it_grows, "reference_gpus"_a = 16384);
  room.kernel(
      "memory_recovery_second_failure",
      [](const auto& gpu_mttf, const auto& latency, const auto& how, const auto& reference_gpus) {
        return limits::memory_recovery_second_failure(gpu_mttf, latency, chosen<limits::LatencyGrowth>(how), reference_gpus);
      },
      "gpu_mttf"_a, "latency"_a, how_it_grows, "reference_gpus"_a = 16384);
  room.kernel(
      "memory_recovery_spread_state",
      [](const auto& gpu_mttf, const auto& bytes, const auto& bandwidth, const auto& reference_gpus, const auto& exponent) {
        return limits::memory_recovery_spread_state(gpu_mttf, bytes, bandwidth, reference_gpus, static_cast<double>(exponent));
      },
      "gpu_mttf"_a, "checkpoint_bytes"_a, "link_bandwidth"_a, "reference_gpus"_a = 16384, "growth"_a = 0.5);
}

}  // namespace scaling_limits::python
