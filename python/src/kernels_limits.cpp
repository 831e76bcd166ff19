// SPDX-License-Identifier: Apache-2.0
// What criteria and memory recovery rest on, as kernels.
#include <scaling_limits/limits/failure_load.hpp>
#include <scaling_limits/limits/memory_recovery.hpp>

#include "kernels.hpp"

namespace scaling_limits::python {

void add_limits(Rooms& rooms) {
  Room& room = rooms.emplace_back("limits");
  room.kernel(
      "max_failure_load", [](const auto& g) { return limits::max_failure_load(g); },
      "The largest write_time / mtbf at which a goodput g can be reached, g - 1 - ln g.\n\n"
      "goodput g in [0, 1], with nothing else to lose than checkpoints and rework; NaN outside. Accurate near g = 1,\n"
      "where it is (1 - g)^2 / 2.\n\n"
      "Source: docs/derivations.md, section \"The largest size\".",
      "goodput"_a);
  room.kernel(
      "required_mtbf", [](const auto&... x) { return limits::required_mtbf(x...); },
      "The MTBF [s] that a goodput requires, the interval being the best allowed one.\n\n"
      "goodput in [0, 1]: 1 gives inf, or 0 where there is nothing to lose; write_time, restart_time, downtime,\n"
      "persist_latency >= 0 [s]; slowdown in [0, 1). NaN outside.\n\n"
      "Source: docs/derivations.md, section \"The largest size\".",
      "goodput"_a, "write_time"_a, "restart_time"_a = 0, "downtime"_a = 0, "persist_latency"_a = 0, "slowdown"_a = 0);

  const Argument how_it_grows = required_choice<limits::LatencyGrowth>("growth", "of the latency of a recovery with size");
  room.kernel(
      "memory_recovery_single_failure",
      [](const auto& gpu_mttf, const auto& latency, const auto& how, const auto& reference_gpus) {
        return limits::memory_recovery_single_failure(gpu_mttf, latency, chosen<limits::LatencyGrowth>(how), reference_gpus);
      },
      "Reconstruction A [GPUs]: the size at which recovering from peers' memory takes as long as the machine runs between "
      "failures.\n\n"
      "gpu_mttf > 0 [s]; latency >= 0 of one recovery [s], at reference_gpus for square_root and linear growth. Ours, of a\n"
      "published estimate whose formula is not known.\n\n"
      "Source: reconstructed in include/scaling_limits/limits/memory_recovery.hpp, of an estimate of Epoch AI,\n"
      "\"Hardware Failures Won't Limit AI Scaling\", 2024.",
      "gpu_mttf"_a, "latency"_a, how_it_grows, "reference_gpus"_a = 16384);
  room.kernel(
      "memory_recovery_second_failure",
      [](const auto& gpu_mttf, const auto& latency, const auto& how, const auto& reference_gpus) {
        return limits::memory_recovery_second_failure(gpu_mttf, latency, chosen<limits::LatencyGrowth>(how), reference_gpus);
      },
      "Reconstruction C [GPUs]: the size at which a second failure strikes the same state inside a recovery. Arguments as for "
      "A.\n\n"
      "Source: reconstructed in include/scaling_limits/limits/memory_recovery.hpp, of an estimate of Epoch AI,\n"
      "\"Hardware Failures Won't Limit AI Scaling\", 2024.",
      "gpu_mttf"_a, "latency"_a, how_it_grows, "reference_gpus"_a = 16384);
  room.kernel(
      "memory_recovery_spread_state",
      [](const auto& gpu_mttf, const auto& bytes, const auto& bandwidth, const auto& reference_gpus, const auto& exponent) {
        return limits::memory_recovery_spread_state(gpu_mttf, bytes, bandwidth, reference_gpus, static_cast<double>(exponent));
      },
      "Reconstruction B [GPUs]: state spread over all links, N0 (gpu_mttf b / S0)^(1/growth).\n\n"
      "gpu_mttf > 0 [s]; checkpoint_bytes S0 >= 0 at reference_gpus N0; link_bandwidth b > 0 of one GPU [B/s]; growth >= 0:\n"
      "the exponent of the state in size. A state that does not grow has no limit, or NaN where a link cannot carry it.\n\n"
      "Source: reconstructed in include/scaling_limits/limits/memory_recovery.hpp, of an estimate of Epoch AI,\n"
      "\"Hardware Failures Won't Limit AI Scaling\", 2024.",
      "gpu_mttf"_a, "checkpoint_bytes"_a, "link_bandwidth"_a, "reference_gpus"_a = 16384, "growth"_a = 0.5);
}

}  // namespace scaling_limits::python
