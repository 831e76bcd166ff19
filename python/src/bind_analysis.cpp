// SPDX-License-Identifier: Apache-2.0
// What an owner asks next: the band and the price of an interval, levers of a limit, its equation.
#include <scaling_limits/checkpoint/whole_steps.hpp>

#include "evaluate.hpp"
#include "rooms.hpp"
#include "ufunc.hpp"

namespace scaling_limits::python {

namespace {

/// One way of saving from what Python passes; restart and downtime move none of the answers.
template <class S>
checkpoint::Saving<S> saving_of(const S& write_time, const S& mtbf, const S& persist_latency, const S& slowdown) {
  return checkpoint::detail::saving_of<S>(write_time, mtbf, 0, 0, persist_latency, slowdown);
}

/// d ln(limit) / d ln(field) at a limit: the terms' slope in the field over their slope in size.
double elasticity(const Case& at, std::size_t field, double value, double log_size) {
  auto run = converted<TrainingRun, First>(at.run);
  const double in_size = at.criterion->terms(at, run, First(log_size, 1.0)).sum().slope;
  (run.*fields_of<TrainingRun<First>>[field].member).slope = value;
  const double in_field = at.criterion->terms(at, run, First(log_size, 0.0)).sum().slope;
  return in_field == 0 ? 0 : -in_field / in_size;
}

}  // namespace

void bind_analysis(py::module_& core) {
  Room room(core, "analysis");
  room.kernel(
      "band",
      [](const auto& c, const auto& m, const auto& t, const auto& latency, const auto& slowdown) {
        const auto band = checkpoint::interval_band_of(saving_of(c, m, latency, slowdown), t);
        return std::array{band.shortest, band.longest};
      },
      "Shortest and longest interval [s] whose goodput is within a tolerance of the best.", "write_time"_a, "mtbf"_a,
      "tolerance"_a, "persist_latency"_a, "slowdown"_a);
  room.kernel(
      "cost",
      [](const auto& w, const auto& c, const auto& m, const auto& latency, const auto& slowdown) {
        return checkpoint::interval_cost_of(saving_of(c, m, latency, slowdown), w);
      },
      "1 - goodput(interval) / goodput(best interval).", "interval"_a, "write_time"_a, "mtbf"_a, "persist_latency"_a,
      "slowdown"_a);
  room.kernel(
      "steps",
      [](const auto& step, const auto& c, const auto& m, const auto& latency, const auto& slowdown) {
        return checkpoint::whole_steps_of(saving_of(c, m, latency, slowdown), step);
      },
      "The best interval in whole steps.", "step_time"_a, "write_time"_a, "mtbf"_a, "persist_latency"_a, "slowdown"_a);

  register_question("saving", [](const Case& at, Answers& out) {
    const auto saving = at.strategy.model->saving_of(at.run);
    out.put("write_time", saving ? saving->write_time : nan);
    out.put("mtbf", saving ? 1 / saving->failure_rate : nan);
    out.put("persist_latency", saving ? saving->persist_latency : nan);
    out.put("slowdown", saving ? saving->slowdown : nan);
  });
  register_question("levers", [](const Case& at, Answers& out) {
    const double limit = at.criterion->max_gpus(at).value;
    const auto& table = fields_of<TrainingRun<>>;
    for (std::size_t i = 1; i < table.size(); ++i) {
      const double value = at.run.*table[i].member;
      const bool moves = value > 0 && value < inf, finite = limit > 0 && limit < inf;
      const double log_size = std::log(limit / at.run.gpus);
      out.put(table[i].name, !finite ? nan : moves ? elasticity(at, i, value, log_size) : 0, "elasticity");
      for (const auto& [group, factor] : {std::pair<const char*, double>{"doubled", 2}, {"halved", 0.5}}) {
        TrainingRun<> changed = at.run;
        changed.*table[i].member = factor * value;
        out.put(table[i].name, moves ? at.criterion->max_gpus(at, changed).value : limit, group);
      }
    }
  });
  register_question(
      "explain", [](const Case& at, Answers& out) { out.text("text", at.criterion->explain(at, at.criterion->max_gpus(at))); });
}

}  // namespace scaling_limits::python
