// SPDX-License-Identifier: Apache-2.0
// Criteria and factors, one line each, and the largest size they allow.
#include <scaling_limits/limits/failure_load.hpp>
#include <scaling_limits/limits/max_gpus.hpp>

#include "evaluate.hpp"
#include "rooms.hpp"
#include "ufunc.hpp"

namespace scaling_limits::python {

void bind_factors(py::module_& core, Room& room);  // bind_factors.cpp

void bind_limits(py::module_& core) {
  Room room(core, "limits");
  room.kernel(
      "max_failure_load", [](const auto& g) { return limits::max_failure_load(g); },
      "The largest write_time / mtbf at which a goodput g can be reached, g - 1 - ln g.\n\n"
      "goodput g in [0, 1], with nothing else to lose than checkpoints and rework; NaN outside. Accurate near g = 1,\n"
      "where it is (1 - g)^2 / 2.",
      "goodput"_a);
  room.kernel(
      "required_mtbf", [](const auto&... x) { return limits::required_mtbf(x...); },
      "The MTBF [s] that a goodput requires, the interval being the best allowed one.\n\n"
      "goodput in [0, 1]: 1 gives inf, or 0 where there is nothing to lose; write_time, restart_time, downtime,\n"
      "persist_latency >= 0 [s]; slowdown in [0, 1). NaN outside.",
      "goodput"_a, "write_time"_a, "restart_time"_a = 0, "downtime"_a = 0, "persist_latency"_a = 0, "slowdown"_a = 0);

  bind_factors(core, room);

  using namespace limits;
  register_criterion<write_time_equals_mtbf>();
  register_criterion<goodput_at_least>({"goodput", "1", "least goodput", inner_fraction, nan}, &goodput_at_least::goodput,
                                       {0.5});
  register_criterion<efficiency_at_least>(
      {"efficiency", "1", "least product of all factors, goodput among them", inner_fraction, nan},
      &efficiency_at_least::efficiency, {0.5});
  register_criterion<elasticity_at_least>({"elasticity", "1", "least d ln(useful throughput) / d ln(gpus)",
                                           Range{.lower = -inf, .upper = 1, .open_below = true, .open_above = true}, nan},
                                          &elasticity_at_least::elasticity, {0.5});
  register_criterion<peak_throughput>();
  register_criterion<added_gpu_worth_at_least>(
      {"worth", "1", "least useful work of one more GPU, in ideal GPUs", inner_fraction, nan}, &added_gpu_worth_at_least::worth,
      {0.5});

  register_question("limit", [](const Case& at, Answers& out) {
    const Limit<> limit = at.criterion->max_gpus(at);
    out.put("value", limit.value);
    out.put("goodput", limit.goodput);
    out.put("efficiency", limit.efficiency);
    out.text("status", to_text(limit.status));
    out.text("note", limit.note);
    out.text("binding", limit.binding);
    out.put(limit.shares, "shares");
    constexpr const char* names[] = {"0", "1", "2", "3", "4", "5", "6", "7"};
    for (std::size_t i = 0; i < limit.roots.size(); ++i) out.put(names[i], limit.roots[i], "roots");
  });
  // the causes that shares may have, from the terms at the run's own size
  register_question("causes", [](const Case& at, Answers& out) {
    out.put(at.criterion->terms(at), "shares");
    for (const auto& factor : at.factors.list)
      if (const auto cap = factor->cap(); !cap.name.empty()) out.put(cap.name, 0, "shares");
  });
}

}  // namespace scaling_limits::python
