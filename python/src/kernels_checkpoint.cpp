// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/checkpoint/background_copy.hpp>
#include <scaling_limits/checkpoint/elastic.hpp>
#include <scaling_limits/checkpoint/ettr.hpp>
#include <scaling_limits/checkpoint/goodput.hpp>
#include <scaling_limits/checkpoint/interval_band.hpp>
#include <scaling_limits/checkpoint/job_time.hpp>
#include <scaling_limits/checkpoint/segment.hpp>
#include <scaling_limits/checkpoint/silent_late.hpp>
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

  room.kernel("young_interval", [](const auto&... x) { return checkpoint::young_interval(x...); }, "write_time"_a, "mtbf"_a);
  room.kernel(
      "daly_low_order_interval", [](const auto&... x) { return checkpoint::daly_low_order_interval(x...); }, "write_time"_a,
      "mtbf"_a);
  room.kernel("daly_interval", [](const auto&... x) { return checkpoint::daly_interval(x...); }, "write_time"_a, "mtbf"_a);
  room.kernel(
      "saxena_interval", [](const auto&... x) { return checkpoint::saxena_interval(x...); }, "write_time"_a, "mtbf"_a,
      "restart_time"_a = 0);
  room.kernel(
      "optimal_interval",
      with_fast_form<2>(
          OptimalInterval{},
          [](const auto& write_time, const auto& mtbf, const auto& restart_time, const auto& downtime, const auto& which) {
            return checkpoint::optimal_interval(write_time, mtbf, restart_time, downtime, chosen<checkpoint::Variant>(which));
          }),
      "write_time"_a, "mtbf"_a, "restart_time"_a = 0, "downtime"_a = 0, variant);
  room.kernel(
      "goodput", [](const auto&... x) { return checkpoint::goodput(x...); }, "interval"_a, "write_time"_a, "mtbf"_a,
      "restart_time"_a = 0, "downtime"_a = 0, "persist_latency"_a = 0, "slowdown"_a = 0);
  room.kernel(
      "optimal_goodput", [](const auto&... x) { return checkpoint::optimal_goodput(x...); }, "write_time"_a, "mtbf"_a,
      "restart_time"_a = 0, "downtime"_a = 0, "persist_latency"_a = 0, "slowdown"_a = 0);
  room.kernel(
      "checkpoints_to_keep",
      [](const auto& lag, const auto& interval, const auto& write_time, const auto& latency, const auto& released) {
        return checkpoint::checkpoints_to_keep(lag, interval, write_time, latency, chosen<checkpoint::Released>(released));
      },
      argument("lag"_a, "s", at_least(0), "from a silent error to its discovery", 6 * units::hour), "interval"_a,
      "write_time"_a, "persist_latency"_a = 0,
      choice<checkpoint::Released>("released", "when the oldest gives its place to the next"));
  room.kernel(
      "first_order_overhead", [](const auto&... x) { return checkpoint::first_order_overhead(x...); }, "interval"_a,
      "write_time"_a, "mtbf"_a);
  room.kernel(
      "expected_segment_time",
      [](const auto& interval, const auto& write_time, const auto& mtbf, const auto& restart_time, const auto& downtime,
         const auto& which) {
        return checkpoint::expected_segment_time(interval, write_time, mtbf, restart_time, downtime,
                                                 chosen<checkpoint::Variant>(which));
      },
      "interval"_a, "write_time"_a, "mtbf"_a, "restart_time"_a = 0, "downtime"_a = 0, variant);
  room.kernel(
      "interval_band",
      []<class S>(const S& write_time, const S& mtbf, const S& tolerance) {
        const auto band = checkpoint::interval_band(write_time, mtbf, tolerance);
        return std::array<S, 2>{band.shortest, band.longest};
      },
      "write_time"_a, "mtbf"_a, "tolerance"_a = 0.01);
  room.returns("interval_band", "IntervalBand", {"shortest", "longest"});
  room.kernel(
      "interval_cost", [](const auto&... x) { return checkpoint::interval_cost(x...); }, "interval"_a, "write_time"_a,
      "mtbf"_a);
  room.kernel(
      "whole_steps", [](const auto&... x) { return checkpoint::whole_steps(x...); }, "write_time"_a, "mtbf"_a, "step_time"_a);
  room.kernel(
      "whole_step_interval", [](const auto&... x) { return checkpoint::whole_step_interval(x...); }, "write_time"_a, "mtbf"_a,
      "step_time"_a);
  // the parts of job_time's answer, and its quantile
  room.kernel(
      "_job_time",
      []<class S>(const S& work, const S& interval, const S& write_time, const S& mtbf, const S& restart_time,
                  const S& downtime) {
        const auto job = checkpoint::job_time(work, interval, write_time, mtbf, restart_time, downtime);
        return std::array<S, 4>{job.mean, job.standard_deviation, job.failure_free_time, job.failure_probability};
      },
      "work"_a, "interval"_a, "write_time"_a, "mtbf"_a, "restart_time"_a = 0, "downtime"_a = 0);
  room.kernel(
      {"_job_time_quantile", "Quantile [s] of a job's completion time."},
      []<class S>(const S& q, const S& work, const S& interval, const S& write_time, const S& mtbf, const S& restart_time,
                  const S& downtime) {
        const auto job = checkpoint::job_time(work, interval, write_time, mtbf, restart_time, downtime);
        return static_cast<S>(job.quantile(static_cast<double>(q)));
      },
      "q"_a, "work"_a, "interval"_a, "write_time"_a, "mtbf"_a, "restart_time"_a = 0, "downtime"_a = 0);

  const auto restart =
      argument("restart_time"_a = 0, "s", at_least(0), "what a detection or a failure costs, not exposed", 300);
  room.kernel(
      "verified_segment_time", [](const auto&... x) { return checkpoint::verified_segment_time(x...); },
      argument("chunks"_a, "1", at_least(1), "pieces of work between two checkpoints, a whole number", 4),
      argument("work"_a, "s", at_least(0), "useful work of one chunk", 1000), "verification_time"_a, "write_time"_a,
      "silent_rate"_a, "fail_stop_rate"_a, restart, "downtime"_a = 0, "recall"_a = 1);
  room.kernel(
      "verified_optimum",
      []<class S>(const S& v, const S& c, const S& silent, const S& stop, const S& r, const S& d, const S& recall) {
        const auto best = checkpoint::verified_optimum(v, c, silent, stop, r, d, recall);
        return std::array<S, 4>{S(best.chunks), best.interval, best.overhead, best.first_order_overhead};
      },
      "verification_time"_a, "write_time"_a, "silent_rate"_a, "fail_stop_rate"_a, restart, "downtime"_a = 0, "recall"_a = 1);
  room.returns("verified_optimum", "VerifiedOptimum", {"chunks", "interval", "overhead", "first_order_overhead"});
  const auto write = argument("write_time"_a = 0, "s", at_least(0), "what one checkpoint blocks", 60);
  room.kernel(
      "ettr_lower_bound", [](const auto&... x) { return checkpoint::ettr_lower_bound(x...); }, "nodes"_a, "node_failure_rate"_a,
      "startup_time"_a, "interval"_a, "queue_time"_a = 0, "productive_time"_a = inf);
  room.kernel(
      "ettr", [](const auto&... x) { return checkpoint::ettr(x...); }, "nodes"_a, "node_failure_rate"_a, "startup_time"_a,
      "interval"_a, write);
  room.kernel(
      "ettr_exact", [](const auto&... x) { return checkpoint::ettr_exact(x...); }, "nodes"_a, "node_failure_rate"_a,
      "startup_time"_a, "interval"_a, write, "queue_time"_a = 0, "productive_time"_a = inf);
  room.kernel(
      "elastic_goodput", [](const auto&... x) { return checkpoint::elastic_goodput(x...); }, "failure_rate"_a,
      argument("replicas"_a, "1", at_least(1), "data-parallel replicas", 32),
      argument("stall_time"_a, "s", at_least(0), "of all replicas after a failure", 30),
      argument("outage"_a, "s", at_least(0), "of the replica that was hit, at least stall_time", 600));
  room.kernel(
      "background_copy_goodput",
      []<class S>(const S& interval, const S& every, const S& write_time, const S& copy, const S& restart_time,
                  const S& upper_restart, const S& rate, const S& upper_rate, const S& downtime) {
        return checkpoint::background_copy_goodput(interval, static_cast<double>(every), write_time, copy, restart_time,
                                                   upper_restart, rate, upper_rate, downtime);
      },
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
