// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl.h>

#include <scaling_limits/checkpoint/elastic.hpp>
#include <scaling_limits/checkpoint/ettr.hpp>
#include <scaling_limits/checkpoint/goodput.hpp>
#include <scaling_limits/checkpoint/interval_band.hpp>
#include <scaling_limits/checkpoint/interval_bulk.hpp>
#include <scaling_limits/checkpoint/job_time.hpp>
#include <scaling_limits/checkpoint/multilevel_optimum.hpp>
#include <scaling_limits/checkpoint/segment.hpp>
#include <scaling_limits/checkpoint/verified.hpp>
#include <scaling_limits/checkpoint/whole_steps.hpp>

#include "rooms.hpp"
#include "ufunc.hpp"

namespace scaling_limits::python {

namespace {

struct OptimalInterval {
  template <class S>
  S operator()(const S& write_time, const S& mtbf) const {
    return checkpoint::optimal_interval(write_time, mtbf);
  }
  static void bulk(const double* write_time, const double* mtbf, double* out, long n) {
    checkpoint::optimal_intervals(write_time, mtbf, out, n);
  }
};

const Choice variant{"variant", {"complete", "safe_restart", "safe_checkpoint"}};
template <class S>
checkpoint::Variant as_variant(const S& number) {
  return static_cast<checkpoint::Variant>(static_cast<int>(number));
}

}  // namespace

void bind_checkpoint(py::module_& core) {
  using enum checkpoint::Variant;
  Room room(core, "checkpoint");

  room.kernel(
      "young_interval", [](const auto&... x) { return checkpoint::young_interval(x...); },
      "Young's first-order checkpoint interval sqrt(2 C M) [s].\n\n"
      "write_time C >= 0 [s], what one checkpoint blocks; mtbf M > 0 [s], of the job in running time.\n"
      "Within 1 % of the best goodput's interval for C < 4e-4 M. Young, CACM 17(9), 1974, p. 531.",
      "write_time"_a, "mtbf"_a);
  room.kernel(
      "daly_low_order_interval", [](const auto&... x) { return checkpoint::daly_low_order_interval(x...); },
      "Daly's low-order checkpoint interval sqrt(2 C M) - C [s]; negative from C = 2 M on.\n\n"
      "write_time C >= 0 [s]; mtbf M > 0 [s]. Daly, FGCS 22(3), 2006.",
      "write_time"_a, "mtbf"_a);
  room.kernel(
      "daly_interval", [](const auto&... x) { return checkpoint::daly_interval(x...); },
      "Daly's higher-order checkpoint interval sqrt(2 C M) (1 + d/6 + d^2/36) - C [s], d = sqrt(2 C / M).\n\n"
      "write_time C >= 0 [s]; mtbf M > 0 [s]. The MTBF itself from C = 2 M on, where it jumps, as published.\n"
      "Daly, FGCS 22(3), 2006, eq. 37.",
      "write_time"_a, "mtbf"_a);
  room.kernel(
      "saxena_interval", [](const auto&... x) { return checkpoint::saxena_interval(x...); },
      "The interval [s] of best first-order availability, sqrt(C^2 + 2 C (M + R)).\n\n"
      "write_time C >= 0 [s]; mtbf M > 0 [s]; restart_time R >= 0 [s]. Saxena et al., arXiv 2410.18124, 2024.",
      "write_time"_a, "mtbf"_a, "restart_time"_a = 0);
  room.kernel(
      "optimal_interval", OptimalInterval{},
      "The interval [s] of useful work between checkpoints that maximises goodput, exact.\n\n"
      "M (1 - exp(-y)) with y - 1 + exp(-y) = C / M. write_time C >= 0 [s], what one checkpoint blocks; mtbf M > 0 [s],\n"
      "of the job in running time (inf: no failures, answer inf). Accurate to 4 ulp everywhere.\n"
      "variant: what a failure may strike; \"complete\" and \"safe_restart\" have the same best interval, which does not\n"
      "depend on restart_time R >= 0 [s] and downtime D >= 0 [s]; \"safe_checkpoint\" solves\n"
      "1 + (x - 1) exp(x) = C / (M + D + R) for x = interval / M.",
      "write_time"_a, "mtbf"_a);
  room.kernel(
      "optimal_interval:general",
      [](const auto& write_time, const auto& mtbf, const auto& restart_time, const auto& downtime, const auto& which) {
        return checkpoint::optimal_interval(write_time, mtbf, restart_time, downtime, as_variant(which));
      },
      "optimal_interval of any variant.", "write_time"_a, "mtbf"_a, "restart_time"_a = 0, "downtime"_a = 0, variant);
  room.kernel(
      "goodput", [](const auto&... x) { return checkpoint::goodput(x...); },
      "New useful training time per wall-clock time at any interval.\n\n"
      "w exp(-(R + L)/M) / [(M + D) (exp(P/M) - 1)], P = w + C + s L. interval w [s] >= (1 - s) L: a shorter one would\n"
      "need two writes in flight and gives NaN; write_time C >= 0 [s], what one checkpoint blocks; mtbf M > 0 [s];\n"
      "restart_time R >= 0 [s], exposed to failures; downtime D >= 0 [s], not exposed; persist_latency L >= 0 [s];\n"
      "slowdown s in [0, 1) while a snapshot persists.",
      "interval"_a, "write_time"_a, "mtbf"_a, "restart_time"_a = 0, "downtime"_a = 0, "persist_latency"_a = 0,
      "slowdown"_a = 0);
  room.kernel(
      "optimal_goodput", [](const auto&... x) { return checkpoint::optimal_goodput(x...); },
      "Goodput at the best interval that leaves one write in flight at a time.\n\n"
      "exp(-(y + (R + L)/M)) / (1 + D/M) with y - 1 + exp(-y) = (C + s L) / M. Arguments as for goodput.",
      "write_time"_a, "mtbf"_a, "restart_time"_a = 0, "downtime"_a = 0, "persist_latency"_a = 0, "slowdown"_a = 0);
  room.kernel(
      "first_order_overhead", [](const auto&... x) { return checkpoint::first_order_overhead(x...); },
      "First-order overhead of an interval, C/w + w/(2 M): 1/goodput - 1 while well below 0.1.\n\n"
      "interval w >= 0 [s]; write_time C >= 0 [s]; mtbf M > 0 [s].",
      "interval"_a, "write_time"_a, "mtbf"_a);
  room.kernel(
      "expected_segment_time",
      [](const auto& interval, const auto& write_time, const auto& mtbf, const auto& restart_time, const auto& downtime,
         const auto& which) {
        return checkpoint::expected_segment_time(interval, write_time, mtbf, restart_time, downtime, as_variant(which));
      },
      "Expected wall-clock time [s] until a segment, an interval of work and its checkpoint, is committed.\n\n"
      "variant \"complete\": (M + D) exp(R/M) (exp((w + C)/M) - 1); \"safe_restart\", a restart cannot fail:\n"
      "(M + D + R) (exp((w + C)/M) - 1); \"safe_checkpoint\", nor can a checkpoint: (M + D + R) (exp(w/M) - 1) + C.\n"
      "interval w >= 0 [s]; write_time C >= 0 [s]; mtbf M > 0 [s]; restart_time R >= 0 [s]; downtime D >= 0 [s].\n"
      "Daly 2006, eq. 13, is \"complete\" with D = 0.",
      "interval"_a, "write_time"_a, "mtbf"_a, "restart_time"_a = 0, "downtime"_a = 0, variant);
  room.kernel(
      "interval_band",
      []<class S>(const S& write_time, const S& mtbf, const S& tolerance) {
        const auto band = checkpoint::interval_band(write_time, mtbf, tolerance);
        return std::array<S, 2>{band.shortest, band.longest};
      },
      "The shortest and the longest interval [s] whose goodput is at least (1 - tolerance) x the best.\n\n"
      "write_time C >= 0 [s]; mtbf M > 0 [s]; tolerance in [0, 1]. Exact; longest is inf without failures.",
      "write_time"_a, "mtbf"_a, "tolerance"_a = 0.01);
  room.returns("interval_band", "IntervalBand", {"shortest", "longest"});
  room.kernel(
      "interval_cost", [](const auto&... x) { return checkpoint::interval_cost(x...); },
      "What an interval loses against the best one: 1 - goodput(interval) / goodput(best), in [0, 1].\n\n"
      "interval w >= 0 [s]; write_time C >= 0 [s]; mtbf M > 0 [s].",
      "interval"_a, "write_time"_a, "mtbf"_a);
  room.kernel(
      "whole_steps", [](const auto&... x) { return checkpoint::whole_steps(x...); },
      "Training steps between two checkpoints, at least one, of the best goodput: the better neighbour of the best "
      "interval.\n\n"
      "write_time C >= 0 [s]; mtbf M > 0 [s]; step_time > 0 [s]. inf without failures.",
      "write_time"_a, "mtbf"_a, "step_time"_a);
  room.kernel(
      "whole_step_interval", [](const auto&... x) { return checkpoint::whole_step_interval(x...); },
      "The best interval in whole training steps [s]: whole_steps x step_time. Arguments as for whole_steps.", "write_time"_a,
      "mtbf"_a, "step_time"_a);
  // the parts of job_time's answer, and its quantile
  room.kernel(
      "_job_time",
      []<class S>(const S& work, const S& interval, const S& write_time, const S& mtbf, const S& restart_time,
                  const S& downtime) {
        const auto job = checkpoint::job_time(work, interval, write_time, mtbf, restart_time, downtime);
        return std::array<S, 4>{job.mean, job.standard_deviation, job.failure_free_time, job.failure_probability};
      },
      "Moments of a job's completion time.", "work"_a, "interval"_a, "write_time"_a, "mtbf"_a, "restart_time"_a = 0,
      "downtime"_a = 0);
  room.kernel(
      "_job_time_quantile",
      []<class S>(const S& q, const S& work, const S& interval, const S& write_time, const S& mtbf, const S& restart_time,
                  const S& downtime) {
        const auto job = checkpoint::job_time(work, interval, write_time, mtbf, restart_time, downtime);
        return static_cast<S>(job.quantile(static_cast<double>(q)));
      },
      "Quantile of a job's completion time.", "q"_a, "work"_a, "interval"_a, "write_time"_a, "mtbf"_a, "restart_time"_a = 0,
      "downtime"_a = 0);

  room.kernel(
      "verified_segment_time", [](const auto&... x) { return checkpoint::verified_segment_time(x...); },
      "Expected wall-clock time [s] to commit `chunks` pieces of verified work and their checkpoint, exact.\n\n"
      "chunks >= 1, each of `work` >= 0 [s] followed by a verification [s]; write_time >= 0 [s]; silent errors at silent_rate\n"
      "[1/s] strike work only, failures at fail_stop_rate [1/s] strike all; a failure costs downtime + restart_time [s], a\n"
      "detection restart_time, neither exposed. recall in (0, 1]: of the verifications but the last, which finds all.",
      "chunks"_a, "work"_a, "verification_time"_a, "write_time"_a, "silent_rate"_a, "fail_stop_rate"_a, "restart_time"_a = 0,
      "downtime"_a = 0, "recall"_a = 1);
  room.kernel(
      "verified_optimum",
      []<class S>(const S& v, const S& c, const S& silent, const S& stop, const S& r, const S& d, const S& recall) {
        const auto best = checkpoint::verified_optimum(v, c, silent, stop, r, d, recall);
        return std::array<S, 4>{S(best.chunks), best.interval, best.overhead, best.first_order_overhead};
      },
      "Chunks and interval of least overhead, by the exact time of a verified segment.\n\n"
      "Arguments as for verified_segment_time. Answers chunks, interval = chunks x work [s], overhead = time / work - 1, and\n"
      "the first-order overhead 2 sqrt((n V + C)(lambda_f/2 + lambda_s (n + 1)/(2 n))).",
      "verification_time"_a, "write_time"_a, "silent_rate"_a, "fail_stop_rate"_a, "restart_time"_a = 0, "downtime"_a = 0,
      "recall"_a = 1);
  room.returns("verified_optimum", "VerifiedOptimum", {"chunks", "interval", "overhead", "first_order_overhead"});
  room.kernel(
      "ettr_lower_bound", [](const auto&... x) { return checkpoint::ettr_lower_bound(x...); },
      "Expected training-time ratio, lower bound as published: [1 - l (u0 + D/2)] / [1 + (u0 + q)/R + l q].\n\n"
      "l = nodes x node_failure_rate [1/s]; startup_time u0, interval D, queue_time q, productive_time R [s].\n"
      "Kokolis et al., HPCA 2025, arXiv 2410.21680. First order: negative where l (u0 + D/2) > 1.",
      "nodes"_a, "node_failure_rate"_a, "startup_time"_a, "interval"_a, "queue_time"_a = 0, "productive_time"_a = inf);
  room.kernel(
      "ettr", [](const auto&... x) { return checkpoint::ettr(x...); },
      "Expected training-time ratio with write time, as published: [1 - l (u0 + D/2)] / (1 + w/D).\n\n"
      "l = nodes x node_failure_rate [1/s]; startup_time u0, interval D, write_time w [s]. Kokolis et al., HPCA 2025.",
      "nodes"_a, "node_failure_rate"_a, "startup_time"_a, "interval"_a, "write_time"_a = 0);
  room.kernel(
      "ettr_exact", [](const auto&... x) { return checkpoint::ettr_exact(x...); },
      "Expected training-time ratio, exact: start-up and writes exposed to failures, the queue not.\n\n"
      "R / {exp(l u0)(M + q) - M + (R/D) exp(l u0)(M + q)(exp(l (D + w)) - 1)}, l = 1/M = nodes x node_failure_rate [1/s];\n"
      "startup_time u0, interval D, write_time w, queue_time q, productive_time R [s].",
      "nodes"_a, "node_failure_rate"_a, "startup_time"_a, "interval"_a, "write_time"_a = 0, "queue_time"_a = 0,
      "productive_time"_a = inf);
  room.kernel(
      "elastic_goodput", [](const auto&... x) { return checkpoint::elastic_goodput(x...); },
      "Goodput of per-replica recovery: a / (1 + l a s), a = 1 / (1 + l (r - s)/K).\n\n"
      "failure_rate l >= 0 [1/s] of the run; replicas K >= 1; stall_time s of all, outage r >= s of the one hit [s].",
      "failure_rate"_a, "replicas"_a, "stall_time"_a, "outage"_a);

  // structured arguments: plain functions, broadcast in Python
  using checkpoint::SeverityLevel;
  const auto levels_of = [](const std::vector<std::array<double, 3>>& rows) {
    std::vector<SeverityLevel<>> levels;
    for (const auto& [write, restart, rate] : rows) levels.push_back({write, restart, rate});
    return levels;
  };
  room.module().def("multilevel_goodput", [=](const std::vector<int>& pattern, double interval,
                                              const std::vector<std::array<double, 3>>& rows, double downtime) {
    const auto levels = levels_of(rows);
    return checkpoint::multilevel_goodput(std::span<const int>(pattern), interval, std::span<const SeverityLevel<>>(levels),
                                          downtime);
  });
  room.module().def("multilevel_optimum", [=](const std::vector<std::array<double, 3>>& rows, double downtime) {
    const auto best = checkpoint::multilevel_optimum(levels_of(rows), downtime);
    return py::make_tuple(best.pattern, best.interval, best.goodput, best.first_order_overhead);
  });
}

}  // namespace scaling_limits::python
