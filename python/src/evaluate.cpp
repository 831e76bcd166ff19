// SPDX-License-Identifier: Apache-2.0
#include "evaluate.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <cfenv>

#include <scaling_limits/checkpoint/multilevel.hpp>

namespace scaling_limits::python {

namespace {

using Columns = std::vector<py::array_t<double, py::array::c_style | py::array::forcecast>>;

template <class Model>
const Kind<Model>& kind_of(const Registry<Model>& kinds, const std::string& name, const char* what) {
  const auto found = kinds.find(name);
  if (found == kinds.end()) throw invalid_argument(std::string("unknown ") + what + " '" + name + "'");
  return found->second;
}

/// A model with the place of its fields among the columns.
template <class Model>
struct Placed {
  std::unique_ptr<Model> model;
  const std::vector<FieldRow>* rows;
  std::size_t first;
};

/// Answers a question for n elements. Every column holds n numbers, or one for all; run fields first, then those of the
/// strategy, of the criterion, of each factor. Elements out of range answer NaN.
py::list evaluate(const std::string& question, const py::tuple& strategy, const py::object& criterion,
                  const std::map<std::string, double>& growth, const py::list& factors, const Columns& columns, std::size_t n) {
  const auto asked = questions().find(question);
  if (asked == questions().end()) throw invalid_argument("unknown question '" + question + "'");

  Case at;
  for (const auto& [field, exponent] : growth) at.law = at.law.with(field, exponent);
  std::size_t count = fields_of<TrainingRun<>>.size();
  const auto place = [&]<class Model>(const Registry<Model>& kinds, const py::handle& named, const char* what) {
    const auto pair = py::cast<py::tuple>(named);
    const auto& kind = kind_of(kinds, py::cast<std::string>(pair[0]), what);
    Placed<Model> placed{kind.make(py::cast<py::dict>(pair[1])), &kind.rows, count};
    count += kind.rows.size();
    return placed;
  };
  const auto plan = place(strategy_kinds(), strategy, "strategy");
  at.strategy.model = plan.model.get();
  Placed<CriterionModel> test{};
  if (!criterion.is_none()) test = place(criterion_kinds(), criterion, "criterion");
  at.criterion = test.model.get();
  std::vector<Placed<FactorModel>> others;
  for (const auto& factor : factors) others.push_back(place(factor_kinds(), factor, "factor"));
  std::vector<FactorModel*> factor_models;
  for (auto& other : others) {
    factor_models.push_back(other.model.get());
    at.factors.list.push_back(std::move(other.model));
  }
  if (columns.size() != count)
    throw invalid_argument("evaluate: " + std::to_string(columns.size()) + " columns for " + std::to_string(count) + " fields");
  std::vector<const double*> from(count);
  std::vector<std::size_t> step(count);
  std::vector<double> values(count);
  for (std::size_t k = 0; k < count; ++k) {
    const auto size = static_cast<std::size_t>(columns[k].size());
    if (size != n && size != 1) throw invalid_argument("evaluate: a column holds n numbers or one");
    from[k] = columns[k].data();
    step[k] = size == 1 ? 0 : 1;
  }

  Answers answers(n);
  {
    py::gil_scoped_release released;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t k = 0; k < count; ++k) values[k] = from[k][i * step[k]];
      answers.start(i);
      try {
        assign(at.run, values.data());
        validate(at.run);
        plan.model->assign(values.data() + plan.first);
        plan.model->validate();
        if (test.model) {
          test.model->assign(values.data() + test.first);
          test.model->validate();
        }
        for (std::size_t f = 0; f < others.size(); ++f) {
          factor_models[f]->assign(values.data() + others[f].first);
          factor_models[f]->validate();
        }
        asked->second.answer(at, answers);
      } catch (const std::logic_error& error) {  // domain_error, invalid_argument: no answer for this element
        answers.text("note", error.what());
      }
    }
    std::feclearexcept(FE_ALL_EXCEPT);
  }

  py::list out;
  for (const auto& column : answers.columns()) {
    py::list labels;
    for (const auto& label : column.labels) labels.append(label);
    out.append(py::make_tuple(column.group, column.name,
                              py::array_t<double>(static_cast<py::ssize_t>(n), column.numbers.data()),
                              column.is_text ? py::object(labels) : py::none()));
  }
  return out;
}

template <class Model>
py::dict rows_of_kinds(const Registry<Model>& kinds) {
  py::dict all;
  for (const auto& [name, kind] : kinds) all[py::str(name)] = to_python(kind.rows);
  return all;
}

}  // namespace

py::tuple to_python(const std::vector<FieldRow>& rows) {
  py::list out;
  for (const auto& row : rows) {
    const bool required = row.standard != row.standard && !row.range.optional;
    out.append(py::dict("name"_a = row.name, "unit"_a = row.unit, "doc"_a = row.doc, "required"_a = required,
                        "default"_a = row.standard, "lower"_a = row.range.lower, "upper"_a = row.range.upper,
                        "open_below"_a = row.range.open_below, "open_above"_a = row.range.open_above,
                        "optional"_a = row.range.optional, "boolean"_a = row.range.boolean, "range"_a = row.range.text()));
  }
  return py::tuple(out);
}

void bind_evaluate(py::module_& core) {
  core.def("evaluate", &evaluate, "question"_a, "strategy"_a, "criterion"_a, "growth"_a, "factors"_a, "columns"_a, "n"_a,
           "Answer a question for n elements: a list of (group, name, numbers, labels).");
  core.def("run_fields", [] { return to_python(rows_of<TrainingRun<>>()); }, "The field table of TrainingRun.");
  core.def("tier_fields", [] { return to_python(rows_of<storage::Tier<>>()); }, "The field table of storage.Tier.");
  core.def(
      "level_fields", [] { return to_python(rows_of<checkpoint::SeverityLevel<>>()); },
      "The field table of checkpoint.SeverityLevel.");
  core.def("strategy_kinds", [] { return rows_of_kinds(strategy_kinds()); }, "Registered strategies and their field tables.");
  core.def("criterion_kinds", [] { return rows_of_kinds(criterion_kinds()); }, "Registered criteria and their field tables.");
  core.def("factor_kinds", [] { return rows_of_kinds(factor_kinds()); }, "Registered factors and their field tables.");
  core.def(
      "question_fields",
      [] {
        std::map<std::string, std::vector<std::string>> fields;
        for (const auto& [name, question] : questions()) fields[name] = question.fields;
        return fields;
      },
      "Registered questions and the run's fields that each depends on; empty: all of them, and the strategy.");
}

}  // namespace scaling_limits::python
