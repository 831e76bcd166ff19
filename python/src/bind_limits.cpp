// SPDX-License-Identifier: Apache-2.0
// Criteria and factors, one line each, and the largest size they allow.
#include <scaling_limits/limits/failure_load.hpp>
#include <scaling_limits/limits/max_gpus.hpp>
#include <scaling_limits/limits/memory_recovery.hpp>
#include <scaling_limits/limits/required.hpp>

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
  const Choice how_it_grows{"growth", {"constant", "logarithmic", "square_root", "linear"}, true};
  room.kernel(
      "memory_recovery_single_failure",
      [](const auto& gpu_mttf, const auto& latency, const auto& how, const auto& reference_gpus) {
        return limits::memory_recovery_single_failure(
            gpu_mttf, latency, static_cast<limits::LatencyGrowth>(static_cast<int>(how)), reference_gpus);
      },
      "Reconstruction A [GPUs]: the size at which recovering from peers' memory takes as long as the machine runs between "
      "failures.\n\n"
      "gpu_mttf > 0 [s]; latency >= 0 of one recovery [s], at reference_gpus for square_root and linear growth. Ours, of a\n"
      "published estimate whose formula is not known.",
      "gpu_mttf"_a, "latency"_a, how_it_grows, "reference_gpus"_a = 16384);
  room.kernel(
      "memory_recovery_second_failure",
      [](const auto& gpu_mttf, const auto& latency, const auto& how, const auto& reference_gpus) {
        return limits::memory_recovery_second_failure(
            gpu_mttf, latency, static_cast<limits::LatencyGrowth>(static_cast<int>(how)), reference_gpus);
      },
      "Reconstruction C [GPUs]: the size at which a second failure strikes the same state inside a recovery. Arguments as for "
      "A.",
      "gpu_mttf"_a, "latency"_a, how_it_grows, "reference_gpus"_a = 16384);
  room.kernel(
      "memory_recovery_spread_state",
      [](const auto& gpu_mttf, const auto& bytes, const auto& bandwidth, const auto& reference_gpus, const auto& exponent) {
        return limits::memory_recovery_spread_state(gpu_mttf, bytes, bandwidth, reference_gpus, static_cast<double>(exponent));
      },
      "Reconstruction B [GPUs]: state spread over all links, N0 (gpu_mttf b / S0)^(1/growth).\n\n"
      "gpu_mttf > 0 [s]; checkpoint_bytes S0 >= 0 at reference_gpus N0; link_bandwidth b > 0 of one GPU [B/s]; growth >= 0: "
      "the\n"
      "exponent of the state in size. A state that does not grow has no limit, or NaN where a link cannot carry it.",
      "gpu_mttf"_a, "checkpoint_bytes"_a, "link_bandwidth"_a, "reference_gpus"_a = 16384, "growth"_a = 0.5);

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
    out.text("status", to_word(limit.status));
    out.text("note", limit.note);
    out.text("binding", limit.binding);
    out.put(limit.shares, "shares");
    constexpr const char* names[] = {"0", "1", "2", "3", "4", "5", "6", "7"};
    for (std::size_t i = 0; i < limit.roots.size(); ++i) out.put(names[i], limit.roots[i], "roots");
  });
  // which value of a field reaches a goodput: that of goodput_at_least
  const auto ask_for = [](const std::string& field) {
    register_question(("required:" + field).c_str(), [field](const Case& at, Answers& out) {
      const auto found = required(at.run, field, at.criterion->parameter_value(), at.strategy);
      out.put("value", found.value);
      out.put("at_least", found.at_least ? 1 : 0);
      out.text("status", to_word(found.status));
      out.text("note", found.note);
    });
  };
  for (const auto& field : fields_of<TrainingRun<>>) ask_for(std::string(field.name));
  ask_for("restart_time");
  // the causes that shares may have, from the terms at the run's own size
  register_question("causes", [](const Case& at, Answers& out) {
    out.put(at.criterion->terms(at), "shares");
    for (const auto& factor : at.factors.list)
      if (const auto cap = factor->cap(); !cap.name.empty()) out.put(cap.name, 0, "shares");
  });
}

}  // namespace scaling_limits::python
