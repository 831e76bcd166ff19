// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/checkpoint/goodput.hpp>
#include <scaling_limits/checkpoint/interval_bulk.hpp>
#include <scaling_limits/checkpoint/segment.hpp>

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

template <checkpoint::Variant variant>
struct OptimalIntervalOf {
  template <class S>
  S operator()(const S& write_time, const S& mtbf, const S& restart_time, const S& downtime) const {
    return checkpoint::optimal_interval(write_time, mtbf, restart_time, downtime, variant);
  }
};

template <checkpoint::Variant variant>
struct SegmentTime {
  template <class S>
  S operator()(const S& interval, const S& write_time, const S& mtbf, const S& restart_time, const S& downtime) const {
    return checkpoint::expected_segment_time(interval, write_time, mtbf, restart_time, downtime, variant);
  }
};

}  // namespace

void bind_checkpoint(py::module_& core) {
  using enum checkpoint::Variant;
  Room room(core, "checkpoint");

  room.kernel("young_interval", [](const auto&... x) { return checkpoint::young_interval(x...); },
              "Young's first-order checkpoint interval sqrt(2 C M) [s].\n\n"
              "write_time C >= 0 [s], what one checkpoint blocks; mtbf M > 0 [s], of the job in running time.\n"
              "Within 1 % of the best goodput's interval for C < 4e-4 M. Young, CACM 17(9), 1974, p. 531.",
              "write_time"_a, "mtbf"_a);
  room.kernel("daly_low_order_interval", [](const auto&... x) { return checkpoint::daly_low_order_interval(x...); },
              "Daly's low-order checkpoint interval sqrt(2 C M) - C [s]; negative from C = 2 M on.\n\n"
              "write_time C >= 0 [s]; mtbf M > 0 [s]. Daly, FGCS 22(3), 2006.",
              "write_time"_a, "mtbf"_a);
  room.kernel("daly_interval", [](const auto&... x) { return checkpoint::daly_interval(x...); },
              "Daly's higher-order checkpoint interval sqrt(2 C M) (1 + d/6 + d^2/36) - C [s], d = sqrt(2 C / M).\n\n"
              "write_time C >= 0 [s]; mtbf M > 0 [s]. The MTBF itself from C = 2 M on, where it jumps, as published.\n"
              "Daly, FGCS 22(3), 2006, eq. 37.",
              "write_time"_a, "mtbf"_a);
  room.kernel("saxena_interval", [](const auto&... x) { return checkpoint::saxena_interval(x...); },
              "The interval [s] of best first-order availability, sqrt(C^2 + 2 C (M + R)).\n\n"
              "write_time C >= 0 [s]; mtbf M > 0 [s]; restart_time R >= 0 [s]. Saxena et al., arXiv 2410.18124, 2024.",
              "write_time"_a, "mtbf"_a, "restart_time"_a = 0);
  room.kernel("optimal_interval", OptimalInterval{},
              "The interval [s] of useful work between checkpoints that maximises goodput, exact.\n\n"
              "M (1 - exp(-y)) with y - 1 + exp(-y) = C / M. write_time C >= 0 [s], what one checkpoint blocks; mtbf M > 0 [s],\n"
              "of the job in running time (inf: no failures, answer inf). Accurate to 4 ulp everywhere.\n"
              "variant: what a failure may strike; \"complete\" and \"safe_restart\" have the same best interval, which does not\n"
              "depend on restart_time R >= 0 [s] and downtime D >= 0 [s]; \"safe_checkpoint\" solves\n"
              "1 + (x - 1) exp(x) = C / (M + D + R) for x = interval / M.",
              "write_time"_a, "mtbf"_a);
  room.kernel("optimal_interval:complete", OptimalIntervalOf<complete>{}, "optimal_interval, variant complete.",
              "write_time"_a, "mtbf"_a, "restart_time"_a = 0, "downtime"_a = 0);
  room.kernel("optimal_interval:safe_restart", OptimalIntervalOf<safe_restart>{}, "optimal_interval, variant safe_restart.",
              "write_time"_a, "mtbf"_a, "restart_time"_a = 0, "downtime"_a = 0);
  room.kernel("optimal_interval:safe_checkpoint", OptimalIntervalOf<safe_checkpoint>{},
              "optimal_interval, variant safe_checkpoint.", "write_time"_a, "mtbf"_a, "restart_time"_a = 0, "downtime"_a = 0);
  room.kernel("goodput", [](const auto&... x) { return checkpoint::goodput(x...); },
              "New useful training time per wall-clock time at any interval.\n\n"
              "w exp(-(R + L)/M) / [(M + D) (exp(P/M) - 1)], P = w + C + s L. interval w [s] >= (1 - s) L: a shorter one would\n"
              "need two writes in flight and gives NaN; write_time C >= 0 [s], what one checkpoint blocks; mtbf M > 0 [s];\n"
              "restart_time R >= 0 [s], exposed to failures; downtime D >= 0 [s], not exposed; persist_latency L >= 0 [s];\n"
              "slowdown s in [0, 1) while a snapshot persists.",
              "interval"_a, "write_time"_a, "mtbf"_a, "restart_time"_a = 0, "downtime"_a = 0, "persist_latency"_a = 0,
              "slowdown"_a = 0);
  room.kernel("optimal_goodput", [](const auto&... x) { return checkpoint::optimal_goodput(x...); },
              "Goodput at the best interval that leaves one write in flight at a time.\n\n"
              "exp(-(y + (R + L)/M)) / (1 + D/M) with y - 1 + exp(-y) = (C + s L) / M. Arguments as for goodput.",
              "write_time"_a, "mtbf"_a, "restart_time"_a = 0, "downtime"_a = 0, "persist_latency"_a = 0, "slowdown"_a = 0);
  room.kernel("first_order_overhead", [](const auto&... x) { return checkpoint::first_order_overhead(x...); },
              "First-order overhead of an interval, C/w + w/(2 M): 1/goodput - 1 while well below 0.1.\n\n"
              "interval w >= 0 [s]; write_time C >= 0 [s]; mtbf M > 0 [s].",
              "interval"_a, "write_time"_a, "mtbf"_a);
  room.kernel("expected_segment_time", SegmentTime<complete>{},
              "Expected wall-clock time [s] until a segment, an interval of work and its checkpoint, is committed.\n\n"
              "variant \"complete\": (M + D) exp(R/M) (exp((w + C)/M) - 1); \"safe_restart\", a restart cannot fail:\n"
              "(M + D + R) (exp((w + C)/M) - 1); \"safe_checkpoint\", nor can a checkpoint: (M + D + R) (exp(w/M) - 1) + C.\n"
              "interval w >= 0 [s]; write_time C >= 0 [s]; mtbf M > 0 [s]; restart_time R >= 0 [s]; downtime D >= 0 [s].\n"
              "Daly 2006, eq. 13, is \"complete\" with D = 0.",
              "interval"_a, "write_time"_a, "mtbf"_a, "restart_time"_a = 0, "downtime"_a = 0);
  room.kernel("expected_segment_time:safe_restart", SegmentTime<safe_restart>{}, "expected_segment_time, safe_restart.",
              "interval"_a, "write_time"_a, "mtbf"_a, "restart_time"_a = 0, "downtime"_a = 0);
  room.kernel("expected_segment_time:safe_checkpoint", SegmentTime<safe_checkpoint>{},
              "expected_segment_time, safe_checkpoint.", "interval"_a, "write_time"_a, "mtbf"_a, "restart_time"_a = 0,
              "downtime"_a = 0);
}

}  // namespace scaling_limits::python
