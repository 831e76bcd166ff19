// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/failures/exponential.hpp>
#include <scaling_limits/failures/mtbf_estimate.hpp>

#include "rooms.hpp"
#include "ufunc.hpp"

namespace scaling_limits::python {

void bind_failures(py::module_& core) {
  Room room(core, "failures");
  room.kernel(
      "gpu_mttf_from_events", [](const auto&... x) { return failures::gpu_mttf_from_events(x...); },
      "Running GPU-seconds per job interruption [s] from interruptions in a window: gpus x window / events.\n\n"
      "events >= 0 (0 gives inf); gpus > 0 of the job; window > 0 of running time [s].",
      "events"_a, "gpus"_a, "window"_a);
  room.kernel(
      "gpu_mttf_from_node_rate", [](const auto&... x) { return failures::gpu_mttf_from_node_rate(x...); },
      "Running GPU-seconds per job interruption [s] from failures per 1000 node-days.\n\n"
      "per_1000_node_days >= 0 (0 gives inf); gpus_per_node > 0.",
      "per_1000_node_days"_a, "gpus_per_node"_a = 8);
  room.kernel(
      "node_rate_from_gpu_mttf", [](const auto&... x) { return failures::node_rate_from_gpu_mttf(x...); },
      "Failures per 1000 node-days from gpu_mttf > 0 [s]; the inverse of gpu_mttf_from_node_rate.", "gpu_mttf"_a,
      "gpus_per_node"_a = 8);
  room.kernel(
      "mtbf_from_gpus", [](const auto&... x) { return failures::mtbf_from_gpus(x...); },
      "MTBF of a job [s]: gpu_mttf / gpus, both > 0.", "gpu_mttf"_a, "gpus"_a);
  room.kernel(
      "gpu_mttf_from_mtbf", [](const auto&... x) { return failures::gpu_mttf_from_mtbf(x...); },
      "gpu_mttf [s] of a job of that MTBF [s]: mtbf x gpus, both > 0.", "mtbf"_a, "gpus"_a);
  room.kernel(
      "mtbf_from_events",
      []<class S>(const S& events, const S& exposure, const S& confidence) {
        const auto found = failures::mtbf_from_events(static_cast<double>(events), exposure, static_cast<double>(confidence));
        return std::array<S, 3>{found.mtbf, found.lower, found.upper};
      },
      "The MTBF [s] from a count of failures, and its confidence interval (chi-squared, exact for a fixed exposure).\n\n"
      "events >= 0; exposure > 0 of running time [s]; confidence in (0, 1). Without an event the lower bound is one-sided.",
      "events"_a, "exposure"_a, "confidence"_a = 0.95);
  room.returns("mtbf_from_events", "MtbfEstimate", {"mtbf", "lower", "upper"});
}

}  // namespace scaling_limits::python
