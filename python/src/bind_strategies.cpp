// SPDX-License-Identifier: Apache-2.0
// Strategies, one line each, and what every strategy answers.
#include <pybind11/stl.h>

#include <scaling_limits/strategies/asynchronous.hpp>
#include <scaling_limits/strategies/blocking.hpp>
#include <scaling_limits/strategies/elastic.hpp>
#include <scaling_limits/strategies/in_memory.hpp>
#include <scaling_limits/strategies/just_in_time.hpp>
#include <scaling_limits/strategies/multilevel.hpp>
#include <scaling_limits/strategies/replicated.hpp>
#include <scaling_limits/strategies/spared.hpp>
#include <scaling_limits/strategies/verified.hpp>

#include "evaluate.hpp"
#include "rooms.hpp"

namespace scaling_limits::python {

namespace {

/// Why there is no answer, where there is none.
void explain(const Case& at, Answers& out) {
  if (const std::string note = at.strategy.note(at.run); !note.empty()) out.text("note", note);
}

}  // namespace

void bind_strategies(py::module_& core) {
  using namespace strategies;
  register_strategy<Blocking<>>();
  register_strategy<Asynchronous<>>();
  register_strategy<JustInTime<>>();
  register_strategy<Verified<>>();
  register_strategy<Replicated<>>();
  register_strategy<Elastic<>>();
  register_strategy<Spared<>>();
  register_strategy<InMemory<>>(
      "in_memory", [](const py::dict& structure) { return in_memory(2, py::cast<std::string>(structure["placement"])); });
  register_strategy<InMemory<>>("buddy", [](const py::dict&) { return buddy(); });
  register_strategy<Multilevel>("multilevel", [](const py::dict& structure) {
    std::vector<Level> levels;
    for (const auto& level : py::cast<py::sequence>(structure["levels"])) {
      Level to;
      const auto values = py::cast<std::map<std::string, double>>(level.attr("tier").attr("_values"));
      for (const auto& field : fields_of<storage::Tier<>>) to.tier.*field.member = values.at(std::string(field.name));
      to.share = py::cast<double>(level.attr("share"));
      levels.push_back(to);
    }
    const py::object pattern = structure["pattern"];
    return multilevel(levels, pattern.is_none() ? std::vector<int>{} : py::cast<std::vector<int>>(pattern));
  });

  const auto number = [](const char* name, auto function) {
    register_question(name, [=](const Case& at, Answers& out) {
      out.put(name, function(at));
      explain(at, out);
    });
  };
  number("interval", [](const Case& at) { return at.strategy.interval(at.run); });
  number("goodput", [](const Case& at) { return strategies::goodput(at.run, at.strategy); });
  number("overhead", [](const Case& at) { return strategies::overhead(at.run, at.strategy); });
  number("useful_throughput", [](const Case& at) { return strategies::useful_throughput(at.run, at.strategy); });
  register_question("losses", [](const Case& at, Answers& out) {
    out.put(at.strategy.losses(at.run), "losses");
    explain(at, out);
  });
  register_question("breakdown", [](const Case& at, Answers& out) {
    out.put(at.strategy.breakdown(at.run), "breakdown");
    explain(at, out);
  });
  register_question("requirements", [](const Case& at, Answers& out) {
    const auto needs = at.strategy.model->summary(at.run).needs;
    out.put("memory", needs.memory, "requirements");
    out.put("bandwidth", needs.bandwidth, "requirements");
    out.put("spares", needs.spares, "requirements");
    explain(at, out);
  });
  // what is wrong with a strategy's structure, whatever its numbers
  core.def("check_multilevel",
           [](const py::dict& structure) { strategy_kinds().at("multilevel").make(structure)->validate(); });
  core.def("multilevel_pattern", [](const py::dict& structure, const std::vector<double>& run_values) {
    TrainingRun<> run;
    assign(run, run_values.data());
    const auto model = strategy_kinds().at("multilevel").make(structure);
    return dynamic_cast<StrategyOf<Multilevel>&>(*model).value.pattern(run);
  });
}

}  // namespace scaling_limits::python
