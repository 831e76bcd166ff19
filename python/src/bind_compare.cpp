// SPDX-License-Identifier: Apache-2.0
// compare: strategies side by side; scaling_limits/analysis.py makes the table of it.
#include <pybind11/stl.h>

#include <scaling_limits/analysis/compare.hpp>

#include "evaluate.hpp"
#include "rooms.hpp"

namespace scaling_limits::python {

namespace {

/// run: its fields by value; strategies: (kind, structure, values of its fields).
py::tuple compare(const std::vector<double>& run_values, const std::vector<double>& sizes,
                  const std::map<std::string, double>& growth,
                  const std::vector<std::tuple<std::string, py::dict, std::vector<double>>>& strategies) {
  TrainingRun<> run;
  assign(run, run_values.data());
  growth::PowerLaw law;
  for (const auto& [field, exponent] : growth) law = law.with(field, exponent);
  std::vector<std::unique_ptr<StrategyModel>> models;
  std::vector<analysis::Contender> contenders;
  for (const auto& [kind, structure, values] : strategies) {
    const auto found = strategy_kinds().find(kind);
    if (found == strategy_kinds().end()) throw invalid_argument("unknown strategy '" + kind + "'");
    models.push_back(found->second.make(structure));
    models.back()->assign(values.data());
    models.back()->validate();
    const StrategyModel* model = models.back().get();
    contenders.push_back({std::string(model->name()), [model](const TrainingRun<>& at) { return model->losses(at).sum(); },
                          [model](const TrainingRun<>& at) { return model->summary(at); },
                          [model](const TrainingRun<>& at) { return model->note(at); }});
  }
  analysis::Comparison table;
  {
    py::gil_scoped_release released;
    table = analysis::compare(run, law, sizes, contenders);
  }
  py::list rows, evens;
  for (const auto& row : table.rows)
    rows.append(py::make_tuple(row.contender, row.name, row.goodput, row.interval, row.memory, row.bandwidth, row.spares,
                               row.status, row.note));
  for (const auto& even : table.break_even_sizes) evens.append(py::make_tuple(even.gpus, even.below, even.above, even.best));
  return py::make_tuple(rows, evens);
}

}  // namespace

void bind_compare(py::module_& core) { core.def("compare", &compare, "run"_a, "sizes"_a, "growth"_a, "strategies"_a); }

}  // namespace scaling_limits::python
