// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/checkpoint/background_copy.hpp>
#include <scaling_limits/checkpoint/elastic.hpp>
#include <scaling_limits/checkpoint/ettr.hpp>
#include <scaling_limits/checkpoint/goodput.hpp>
#include <scaling_limits/checkpoint/interval_band.hpp>
#include <scaling_limits/checkpoint/job_time.hpp>
#include <scaling_limits/checkpoint/segment.hpp>
#include <scaling_limits/checkpoint/verified.hpp>
#include <scaling_limits/checkpoint/whole_steps.hpp>

#include "kernels.hpp"

namespace scaling_limits::python {

void optimal_intervals(const double* write_time, const double* mtbf, double* out, std::ptrdiff_t n);  // interval_bulk.cpp

namespace {

struct OptimalInterval {
  template <class S>
  S operator()(const S& write_time, const S& mtbf) const {
    return checkpoint::optimal_interval(write_time, mtbf);
  }
  static void bulk(const double* write_time, const double* mtbf, double* out, std::ptrdiff_t n) {
    optimal_intervals(write_time, mtbf, out, n);
  }
};

}  // namespace

void add_checkpoint(Rooms& rooms) {
  Room& room = rooms.emplace_back("checkpoint");
  const Argument variant = choice<checkpoint::Variant>("variant", "what a failure may strike");

  room.kernel(
      "young_interval", [](const auto&... x) { return checkpoint::young_interval(x...); },
      "Young's first-order checkpoint interval [s].\n\n"
      "sqrt(2 C M), C = write_time, M = mtbf. Within 1 % of the best goodput's interval for C < 4e-4 M.\n\n"
      "Source: Young, CACM 17(9), 1974, p. 531.",
      "write_time"_a, "mtbf"_a);
  room.kernel(
      "daly_low_order_interval", [](const auto&... x) { return checkpoint::daly_low_order_interval(x...); },
      "Daly's low-order checkpoint interval [s].\n\n"
      "sqrt(2 C M) - C, C = write_time, M = mtbf; negative from C = 2 M on.\n\n"
      "Source: Daly, FGCS 22(3), 2006.",
      "write_time"_a, "mtbf"_a);
  room.kernel(
      "daly_interval", [](const auto&... x) { return checkpoint::daly_interval(x...); },
      "Daly's higher-order checkpoint interval [s].\n\n"
      "sqrt(2 C M) (1 + d/6 + d^2/36) - C, d = sqrt(2 C / M), C = write_time, M = mtbf. The MTBF itself from C = 2 M on,\n"
      "where it jumps, as published.\n\n"
      "Source: Daly, FGCS 22(3), 2006, eq. 37.",
      "write_time"_a, "mtbf"_a);
  room.kernel(
      "saxena_interval", [](const auto&... x) { return checkpoint::saxena_interval(x...); },
      "The interval [s] of best first-order availability.\n\n"
      "sqrt(C^2 + 2 C (M + R)), C = write_time, M = mtbf, R = restart_time.\n\n"
      "Source: Saxena et al., arXiv 2410.18124, 2024.",
      "write_time"_a, "mtbf"_a, "restart_time"_a = 0);
  room.kernel(
      "optimal_interval",
      with_fast_form<2>(
          OptimalInterval{},
          [](const auto& write_time, const auto& mtbf, const auto& restart_time, const auto& downtime, const auto& which) {
            return checkpoint::optimal_interval(write_time, mtbf, restart_time, downtime, chosen<checkpoint::Variant>(which));
          }),
      "The interval [s] of useful work between checkpoints that maximises goodput, exact.\n\n"
      "M (1 - exp(-y)) with y - 1 + exp(-y) = C / M, C = write_time, M = mtbf; inf without failures. Accurate to 4 ulp\n"
      "everywhere. variant \"complete\" and \"safe_restart\" have the same best interval, which does not depend on "
      "restart_time R\n"
      "and downtime D; \"safe_checkpoint\" solves 1 + (x - 1) exp(x) = C / (M + D + R) for x = interval / M.\n\n"
      "Source: the model is that of Daly, FGCS 22(3), 2006; the optimum is exact.",
      "write_time"_a, "mtbf"_a, "restart_time"_a = 0, "downtime"_a = 0, variant);
  room.kernel(
      "goodput", [](const auto&... x) { return checkpoint::goodput(x...); },
      "New useful training time per wall-clock time at any interval.\n\n"
      "w exp(-(R + L)/M) / [(M + D) (exp(P/M) - 1)], P = w + C + s L, w = interval, C = write_time, M = mtbf,\n"
      "R = restart_time, D = downtime, L = persist_latency, s = slowdown. An interval below (1 - s) L would need two writes\n"
      "in flight and gives NaN.\n\n"
      "Source: docs/derivations.md, section \"Goodput, and the role of persist latency\".",
      "interval"_a, "write_time"_a, "mtbf"_a, "restart_time"_a = 0, "downtime"_a = 0, "persist_latency"_a = 0,
      "slowdown"_a = 0);
  room.kernel(
      "optimal_goodput", [](const auto&... x) { return checkpoint::optimal_goodput(x...); },
      "Goodput at the best interval that leaves one write in flight at a time.\n\n"
      "exp(-(y + (R + L)/M)) / (1 + D/M) with y - 1 + exp(-y) = (C + s L) / M; symbols as for goodput.\n\n"
      "Source: docs/derivations.md, section \"The best interval\".",
      "write_time"_a, "mtbf"_a, "restart_time"_a = 0, "downtime"_a = 0, "persist_latency"_a = 0, "slowdown"_a = 0);
  room.kernel(
      "first_order_overhead", [](const auto&... x) { return checkpoint::first_order_overhead(x...); },
      "First-order overhead of an interval: 1/goodput - 1 while well below 0.1.\n\n"
      "C/w + w/(2 M), w = interval, C = write_time, M = mtbf.\n\n"
      "Source: docs/derivations.md, section \"Why first-order formulas mislead\".",
      "interval"_a, "write_time"_a, "mtbf"_a);
  room.kernel(
      "expected_segment_time",
      [](const auto& interval, const auto& write_time, const auto& mtbf, const auto& restart_time, const auto& downtime,
         const auto& which) {
        return checkpoint::expected_segment_time(interval, write_time, mtbf, restart_time, downtime,
                                                 chosen<checkpoint::Variant>(which));
      },
      "Expected wall-clock time [s] until a segment, an interval of work and its checkpoint, is committed.\n\n"
      "variant \"complete\": (M + D) exp(R/M) (exp((w + C)/M) - 1); \"safe_restart\", a restart cannot fail:\n"
      "(M + D + R) (exp((w + C)/M) - 1); \"safe_checkpoint\", nor can a checkpoint: (M + D + R) (exp(w/M) - 1) + C.\n"
      "w = interval, C = write_time, M = mtbf, R = restart_time, D = downtime.\n\n"
      "Source: Daly, FGCS 22(3), 2006, eq. 13, is \"complete\" with D = 0.",
      "interval"_a, "write_time"_a, "mtbf"_a, "restart_time"_a = 0, "downtime"_a = 0, variant);
  room.kernel(
      "interval_band",
      []<class S>(const S& write_time, const S& mtbf, const S& tolerance) {
        const auto band = checkpoint::interval_band(write_time, mtbf, tolerance);
        return std::array<S, 2>{band.shortest, band.longest};
      },
      "The shortest and the longest interval [s] whose goodput is at least (1 - tolerance) x the best.\n\n"
      "Exact; longest is inf without failures.\n\n"
      "Source: docs/derivations.md, section \"The best interval\".",
      "write_time"_a, "mtbf"_a, "tolerance"_a = 0.01);
  room.returns("interval_band", "IntervalBand", {"shortest", "longest"});
  room.kernel(
      "interval_cost", [](const auto&... x) { return checkpoint::interval_cost(x...); },
      "What an interval loses against the best one: 1 - goodput(interval) / goodput(best), in [0, 1].\n\n"
      "Source: docs/derivations.md, section \"The best interval\".",
      "interval"_a, "write_time"_a, "mtbf"_a);
  room.kernel(
      "whole_steps", [](const auto&... x) { return checkpoint::whole_steps(x...); },
      "Training steps between two checkpoints, at least one, of the best goodput.\n\n"
      "The better neighbour of the best interval; inf without failures.\n\n"
      "Source: docs/derivations.md, section \"The best interval\": goodput rises up to it and falls beyond.",
      "write_time"_a, "mtbf"_a, "step_time"_a);
  room.kernel(
      "whole_step_interval", [](const auto&... x) { return checkpoint::whole_step_interval(x...); },
      "The best interval in whole training steps [s]: whole_steps x step_time.\n\n"
      "Source: a definition; whole_steps has the reason.",
      "write_time"_a, "mtbf"_a, "step_time"_a);
  // the parts of job_time's answer, and its quantile
  room.kernel(
      "_job_time",
      []<class S>(const S& work, const S& interval, const S& write_time, const S& mtbf, const S& restart_time,
                  const S& downtime) {
        const auto job = checkpoint::job_time(work, interval, write_time, mtbf, restart_time, downtime);
        return std::array<S, 4>{job.mean, job.standard_deviation, job.failure_free_time, job.failure_probability};
      },
      "Moments of a job's completion time.\n\n"
      "Source: docs/derivations.md, section \"How long a whole job takes\".",
      "work"_a, "interval"_a, "write_time"_a, "mtbf"_a, "restart_time"_a = 0, "downtime"_a = 0);
  room.kernel(
      "_job_time_quantile",
      []<class S>(const S& q, const S& work, const S& interval, const S& write_time, const S& mtbf, const S& restart_time,
                  const S& downtime) {
        const auto job = checkpoint::job_time(work, interval, write_time, mtbf, restart_time, downtime);
        return static_cast<S>(job.quantile(static_cast<double>(q)));
      },
      "Quantile [s] of a job's completion time.\n\n"
      "Source: docs/derivations.md, section \"How long a whole job takes\".",
      "q"_a, "work"_a, "interval"_a, "write_time"_a, "mtbf"_a, "restart_time"_a = 0, "downtime"_a = 0);

  const auto restart =
      argument("restart_time"_a = 0, "s", at_least(0), "what a detection or a failure costs, not exposed", 300);
  room.kernel(
      "verified_segment_time", [](const auto&... x) { return checkpoint::verified_segment_time(x...); },
      "Expected wall-clock time [s] to commit `chunks` pieces of verified work and their checkpoint, exact.\n\n"
      "Every chunk is `work` and a verification. Silent errors strike work only, failures strike all; a failure costs\n"
      "downtime + restart_time, a detection restart_time, neither exposed. recall is that of the verifications but the last,\n"
      "which finds all.\n\n"
      "Source: derived in include/scaling_limits/checkpoint/verified.hpp.",
      argument("chunks"_a, "1", at_least(1), "pieces of work between two checkpoints, a whole number", 4),
      argument("work"_a, "s", at_least(0), "useful work of one chunk", 1000), "verification_time"_a, "write_time"_a,
      "silent_rate"_a, "fail_stop_rate"_a, restart, "downtime"_a = 0, "recall"_a = 1);
  room.kernel(
      "verified_optimum",
      []<class S>(const S& v, const S& c, const S& silent, const S& stop, const S& r, const S& d, const S& recall) {
        const auto best = checkpoint::verified_optimum(v, c, silent, stop, r, d, recall);
        return std::array<S, 4>{S(best.chunks), best.interval, best.overhead, best.first_order_overhead};
      },
      "Chunks and interval of least overhead, by the exact time of a verified segment.\n\n"
      "Answers chunks, interval = chunks x work [s], overhead = time / work - 1, and the first-order overhead\n"
      "2 sqrt((n V + C)(lambda_f/2 + lambda_s (n + 1)/(2 n))), n chunks, V = verification_time, C = write_time,\n"
      "lambda_s = silent_rate, lambda_f = fail_stop_rate.\n\n"
      "Source: the optimum is exact; patterns of chunks and verifications: Benoit, Raina, Robert, IJHPCA, 2015, and\n"
      "Benoit, Cavelan, Robert, Sun, IPDPS 2016, with fail-stop errors.",
      "verification_time"_a, "write_time"_a, "silent_rate"_a, "fail_stop_rate"_a, restart, "downtime"_a = 0, "recall"_a = 1);
  room.returns("verified_optimum", "VerifiedOptimum", {"chunks", "interval", "overhead", "first_order_overhead"});
  const auto write = argument("write_time"_a = 0, "s", at_least(0), "what one checkpoint blocks", 60);
  room.kernel(
      "ettr_lower_bound", [](const auto&... x) { return checkpoint::ettr_lower_bound(x...); },
      "Expected training-time ratio, lower bound as published.\n\n"
      "[1 - l (u0 + D/2)] / [1 + (u0 + q)/R + l q], l = nodes x node_failure_rate, u0 = startup_time, D = interval,\n"
      "q = queue_time, R = productive_time. First order: negative where l (u0 + D/2) > 1.\n\n"
      "Source: Kokolis et al., HPCA 2025, arXiv 2410.21680.",
      "nodes"_a, "node_failure_rate"_a, "startup_time"_a, "interval"_a, "queue_time"_a = 0, "productive_time"_a = inf);
  room.kernel(
      "ettr", [](const auto&... x) { return checkpoint::ettr(x...); },
      "Expected training-time ratio with write time, as published.\n\n"
      "[1 - l (u0 + D/2)] / (1 + w/D), l = nodes x node_failure_rate, u0 = startup_time, D = interval, w = write_time.\n\n"
      "Source: Kokolis et al., HPCA 2025, arXiv 2410.21680.",
      "nodes"_a, "node_failure_rate"_a, "startup_time"_a, "interval"_a, write);
  room.kernel(
      "ettr_exact", [](const auto&... x) { return checkpoint::ettr_exact(x...); },
      "Expected training-time ratio, exact: start-up and writes exposed to failures, the queue not.\n\n"
      "R / {exp(l u0)(M + q) - M + (R/D) exp(l u0)(M + q)(exp(l (D + w)) - 1)}, l = 1/M = nodes x node_failure_rate,\n"
      "u0 = startup_time, D = interval, w = write_time, q = queue_time, R = productive_time.\n\n"
      "Source: docs/derivations.md, section \"Attempts in a queue\"; the ratio is that of Kokolis et al., HPCA 2025,\n"
      "arXiv 2410.21680.",
      "nodes"_a, "node_failure_rate"_a, "startup_time"_a, "interval"_a, write, "queue_time"_a = 0, "productive_time"_a = inf);
  room.kernel(
      "elastic_goodput", [](const auto&... x) { return checkpoint::elastic_goodput(x...); },
      "Goodput of per-replica recovery.\n\n"
      "a / (1 + l a s), a = 1 / (1 + l (r - s)/K), l = failure_rate, K = replicas, s = stall_time, r = outage.\n\n"
      "Source: derived in include/scaling_limits/checkpoint/elastic.hpp; the protocol is FT-HSDP, arXiv 2602.00277, 2026.",
      "failure_rate"_a, argument("replicas"_a, "1", at_least(1), "data-parallel replicas", 32),
      argument("stall_time"_a, "s", at_least(0), "of all replicas after a failure", 30),
      argument("outage"_a, "s", at_least(0), "of the replica that was hit, at least stall_time", 600));
  room.kernel(
      "background_copy_goodput",
      []<class S>(const S& interval, const S& every, const S& write_time, const S& copy, const S& restart_time,
                  const S& upper_restart, const S& rate, const S& upper_rate, const S& downtime) {
        return checkpoint::background_copy_goodput(interval, static_cast<double>(every), write_time, copy, restart_time,
                                                   upper_restart, rate, upper_rate, downtime);
      },
      "Goodput of two levels of checkpoints, the upper one written in the background.\n\n"
      "m n w u exp(-m L) f^n / (1 - f^n) / (1 + k D), k = l + m, l = failure_rate, m = upper_failure_rate, w = interval,\n"
      "n = copies_every, L = copy_time, D = downtime; with T(x, g) = exp(-k x)/(1 - (l/k)(1 - exp(-k x)) g), C = write_time,\n"
      "f = T(w + C, T(restart_time, 1)), u = T(upper_restart_time, 1). Copies survive failures of the process. One copy at a\n"
      "time: L above n (w + C) gives NaN.\n\n"
      "Source: docs/derivations.md, section \"A level in the background\".",
      argument("interval"_a, "s", at_least(0), "useful work between two local checkpoints", 500),
      argument("copies_every"_a, "1", at_least(1), "local checkpoints per copy, a whole number", 3),
      argument("write_time"_a, "s", at_least(0), "what one local checkpoint blocks", 20),
      argument("copy_time"_a, "s", at_least(0), "until a copy is safe, in the background", 1000),
      argument("restart_time"_a, "s", at_least(0), "from the local checkpoint, exposed to failures", 60),
      argument("upper_restart_time"_a, "s", at_least(0), "from the last safe copy, exposed to failures", 600),
      argument("failure_rate"_a, "1/s", at_least(0), "failures of the process, which leave the local checkpoint", 3e-4),
      argument("upper_failure_rate"_a, "1/s", at_least(0), "failures of the node, which need a copy", 4e-5), "downtime"_a = 0);
}

}  // namespace scaling_limits::python
