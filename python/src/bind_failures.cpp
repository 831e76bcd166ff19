// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/failures/correlated.hpp>
#include <scaling_limits/failures/exponential.hpp>
#include <scaling_limits/failures/mtbf_estimate.hpp>
#include <scaling_limits/failures/replication.hpp>
#include <scaling_limits/failures/spares.hpp>

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

  room.kernel(
      "spares_needed",
      []<class S>(const S& rate, const S& time, const S& quality) {
        return S(failures::spares_needed(static_cast<double>(rate), static_cast<double>(time), static_cast<double>(quality)));
      },
      "Spares that cover the parts out for repair with probability `quality`: a quantile of Poisson(failure_rate x "
      "repair_time).\n\n"
      "failure_rate >= 0 of the job [1/s]; repair_time >= 0, mean [s], of any law; quality in [0, 1], 1 gives inf.",
      "failure_rate"_a, "repair_time"_a, "quality"_a);
  room.kernel(
      "runnable_share",
      []<class S>(const S& spares, const S& rate, const S& time, const S& repairers) {
        return failures::runnable_share(static_cast<double>(spares), rate, time, static_cast<double>(repairers));
      },
      "Share of time that a job with so many spares can run: 1 - ErlangB(failure_rate x repair_time, spares + 1).\n\n"
      "spares, a whole number >= 0; failure_rate >= 0 of the running job [1/s]; repair_time >= 0, mean [s]; repairers >= 1 at "
      "once\n"
      "(fewer: the last state of a birth-death chain).",
      "spares"_a, "failure_rate"_a, "repair_time"_a, "repairers"_a = inf);
  room.kernel(
      "spares_for_share",
      []<class S>(const S& share, const S& rate, const S& time, const S& repairers) {
        return S(failures::spares_for_share(static_cast<double>(share), static_cast<double>(rate), static_cast<double>(time),
                                            static_cast<double>(repairers)));
      },
      "The least number of spares with which the job can run for at least that share of time; inf where none does.\n\n"
      "share in [0, 1]; the rest as for runnable_share.",
      "share"_a, "failure_rate"_a, "repair_time"_a, "repairers"_a = inf);
  room.kernel(
      "pool_survival",
      []<class S>(const S& spares, const S& rate, const S& duration) {
        return S(
            failures::pool_survival(static_cast<double>(spares), static_cast<double>(rate), static_cast<double>(duration)));
      },
      "Probability that spares without repair last for a duration [s]: P(Poisson(failure_rate x duration) <= spares).",
      "spares"_a, "failure_rate"_a, "duration"_a);
  room.kernel(
      "pair_failures_to_interruption", [](const auto& b) { return failures::pair_failures_to_interruption(b); },
      "Mean number of failures until some pair has lost both members: 1 + 4^b / C(2 b, b).\n\n"
      "pairs b >= 0; failures may hit dead members. Grows as sqrt(pi b), never overflows.",
      "pairs"_a);
  room.kernel(
      "pair_mtti", [](const auto&... x) { return failures::pair_mtti(x...); },
      "Mean time [s] to interruption of pairs whose dead members stay dead: failures to interruption x member_mttf / (2 "
      "pairs).",
      "pairs"_a, "member_mttf"_a);
  room.kernel(
      "hit_probability", [](const auto&... x) { return failures::hit_probability(x...); },
      "Probability that a unit of so many parts is hit when each is with part_probability: 1 - (1 - f)^d.",
      "part_probability"_a, "unit_size"_a);
}

}  // namespace scaling_limits::python
