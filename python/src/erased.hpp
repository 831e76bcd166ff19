// SPDX-License-Identifier: Apache-2.0
// Strategies, factors and criteria behind small virtual interfaces, so that the solver is compiled once per criterion and not
// once per combination. A new one is one registration line: its field table gives Python's arguments.
//
//   register_strategy<strategies::Blocking<>>();                     flat: default constructed, then its fields assigned
//   register_strategy<strategies::Nested<>>([](const py::dict& structure) { ... return Nested<>(...); });   with structure
#pragma once
#include <pybind11/pybind11.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <scaling_limits/analysis/explain.hpp>
#include <scaling_limits/limits/max_gpus.hpp>
#include <scaling_limits/strategies/protocol.hpp>
#include <scaling_limits/strategies/requirements.hpp>

namespace scaling_limits::python {

namespace py = pybind11;
using namespace py::literals;

// the scalars in which the solver looks at a run
using First = dual<double>;
using Second = dual<First>;

/// One row of a field table without its aggregate.
struct FieldRow {
  std::string name, unit, doc;
  Range range;
  double standard;  // the default; NaN: required, or not given where the range says optional
};

template <class P>
std::vector<FieldRow> rows_of() {
  std::vector<FieldRow> rows;
  const P defaults{};
  for (const auto& field : fields_of<P>)
    rows.push_back(
        {std::string(field.name), std::string(field.unit), std::string(field.doc), field.range, defaults.*field.member});
  return rows;
}

template <class P>
void assign(P& to, const double* values) {
  for (const auto& field : fields_of<P>) to.*field.member = *values++;
}

struct StrategyModel {
  virtual ~StrategyModel() = default;
  virtual void assign(const double* fields) = 0;
  virtual void validate() const = 0;
  virtual double interval(const TrainingRun<>& run) const = 0;
  virtual Terms<double> losses(const TrainingRun<double>& run) const = 0;
  virtual Terms<First> losses(const TrainingRun<First>& run) const = 0;
  virtual Terms<Second> losses(const TrainingRun<Second>& run) const = 0;
  virtual Terms<double> breakdown(const TrainingRun<>& run) const = 0;
  virtual std::optional<strategies::Protocol> protocol(const TrainingRun<>& run) const = 0;
  virtual strategies::Summary summary(const TrainingRun<>& run) const = 0;
  virtual std::string_view name() const = 0;
  virtual std::string note(const TrainingRun<>& run) const = 0;
  virtual bool rises_with(double rate, double least_time) const = 0;
  virtual bool depends_on_load_alone(const TrainingRun<>& run) const = 0;
  /// What one save costs, of a strategy that is one kind of save at one interval.
  virtual std::optional<checkpoint::Saving<double>> saving_of(const TrainingRun<>& run) const = 0;
};

template <class St>
struct StrategyOf final : StrategyModel {
  St value;
  explicit StrategyOf(St v) : value(std::move(v)) {}
  void assign(const double* fields) override {
    if constexpr (requires { fields_of<St>; }) python::assign(value, fields);
  }
  void validate() const override { value.validate(); }
  double interval(const TrainingRun<>& run) const override { return value.interval(run); }
  Terms<double> losses(const TrainingRun<double>& run) const override { return value.losses(run); }
  Terms<First> losses(const TrainingRun<First>& run) const override { return value.losses(run); }
  Terms<Second> losses(const TrainingRun<Second>& run) const override { return value.losses(run); }
  Terms<double> breakdown(const TrainingRun<>& run) const override { return value.breakdown(run); }
  std::optional<strategies::Protocol> protocol(const TrainingRun<>& run) const override {
    if constexpr (requires { value.protocol(run); }) return value.protocol(run);
    else return {};
  }
  strategies::Summary summary(const TrainingRun<>& run) const override { return strategies::summary(value, run); }
  std::string_view name() const override { return value.name(); }
  std::string note(const TrainingRun<>& run) const override { return value.note(run); }
  bool rises_with(double rate, double least_time) const override {
    if constexpr (requires { value.rises_with(rate, least_time); }) return value.rises_with(rate, least_time);
    else return false;
  }
  bool depends_on_load_alone(const TrainingRun<>& run) const override {
    if constexpr (requires { value.depends_on_load_alone(run); }) return value.depends_on_load_alone(run);
    else return false;
  }
  std::optional<checkpoint::Saving<double>> saving_of(const TrainingRun<>& run) const override {
    if constexpr (requires { checkpoint::Saving<double>(value.saving_of(run)); }) return value.saving_of(run);
    else return {};
  }
};

/// Any strategy as a value of one type: what the templates of limits/ take.
struct AnyStrategy {
  const StrategyModel* model;
  std::string_view name() const { return model->name(); }
  void validate() const { model->validate(); }
  double interval(const TrainingRun<>& run) const { return model->interval(run); }
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return model->losses(run);
  }
  Terms<double> breakdown(const TrainingRun<>& run) const { return model->breakdown(run); }
  std::string note(const TrainingRun<>& run) const { return model->note(run); }
  bool rises_with(double rate, double least_time) const { return model->rises_with(rate, least_time); }
  bool depends_on_load_alone(const TrainingRun<>& run) const { return model->depends_on_load_alone(run); }
};
static_assert(strategies::Strategy<AnyStrategy>);

struct FactorModel {
  virtual ~FactorModel() = default;
  virtual void assign(const double* fields) = 0;
  virtual void validate() const = 0;
  virtual bool rises_with_size() const = 0;
  virtual limits::Cap<double> cap() const = 0;
  // but for the cap
  virtual Terms<double> smooth_losses(const double& gpus) const = 0;
  virtual Terms<First> smooth_losses(const First& gpus) const = 0;
  virtual Terms<Second> smooth_losses(const Second& gpus) const = 0;
};

template <class F>
struct FactorOf final : FactorModel {
  F value;
  explicit FactorOf(F v) : value(std::move(v)) {}
  void assign(const double* fields) override {
    if constexpr (requires { fields_of<F>; }) python::assign(value, fields);
  }
  void validate() const override { value.validate(); }
  bool rises_with_size() const override { return limits::rises_with_size(value); }
  limits::Cap<double> cap() const override {
    if constexpr (requires { value.cap(); }) return value.cap();
    else return {};
  }
  Terms<double> smooth_losses(const double& gpus) const override { return limits::smooth_losses(value, gpus); }
  Terms<First> smooth_losses(const First& gpus) const override { return limits::smooth_losses(value, gpus); }
  Terms<Second> smooth_losses(const Second& gpus) const override { return limits::smooth_losses(value, gpus); }
};

/// All factors of a call as one.
struct AllFactors {
  std::vector<std::unique_ptr<FactorModel>> list;

  void validate() const {
    for (const auto& factor : list) factor->validate();
  }
  bool rises_with_size() const {
    for (const auto& factor : list)
      if (!factor->rises_with_size()) return false;
    return true;
  }
  limits::Cap<double> cap() const {
    limits::Cap<double> least;
    for (const auto& factor : list)
      if (const auto cap = factor->cap(); cap.gpus < least.gpus) least = cap;
    return least;
  }
  template <class S>
  Terms<S> smooth_losses(const S& gpus) const {
    Terms<S> all;
    for (const auto& factor : list)
      for (const auto& term : factor->smooth_losses(gpus)) all.add(term.cause, term.amount);
    return all;
  }
  template <class S>
  Terms<S> losses(const S& gpus) const {
    Terms<S> all = smooth_losses(gpus);
    if (const auto least = cap(); value_of(gpus) > least.gpus) all.add(least.name, S(inf));
    return all;
  }
};

/// All that a question may look at, at one element of the arrays.
struct CriterionModel;
struct Case {
  TrainingRun<> run;
  growth::PowerLaw law;
  AnyStrategy strategy{nullptr};
  const CriterionModel* criterion = nullptr;
  AllFactors factors;
};

struct CriterionModel {
  virtual ~CriterionModel() = default;
  virtual void assign(const double* fields) = 0;
  virtual void validate() const = 0;
  virtual double parameter_value() const { return nan; }  // where it has one
  virtual limits::Limit<> max_gpus(const Case& at, const TrainingRun<>& run) const = 0;
  virtual Terms<double> terms(const Case& at) const = 0;
  /// The terms of a run with a derivative, at gpus x exp(log_size).
  virtual Terms<First> terms(const Case& at, const TrainingRun<First>& run, const First& log_size) const = 0;
  virtual std::string explain(const Case& at, const limits::Limit<>& limit) const = 0;
  limits::Limit<> max_gpus(const Case& at) const { return max_gpus(at, at.run); }
};

/// One parameter of a criterion, or none.
template <class C>
struct CriterionOf final : CriterionModel {
  C value;
  double C::* parameter;
  CriterionOf(C v, double C::* p) : value(v), parameter(p) {}
  void assign(const double* fields) override {
    if (parameter) value.*parameter = *fields;
  }
  void validate() const override { value.validate(); }
  double parameter_value() const override { return parameter ? value.*parameter : nan; }
  limits::Limit<> max_gpus(const Case& at, const TrainingRun<>& run) const override {
    if (at.factors.list.empty()) return limits::max_gpus(run, value, at.law, at.strategy);
    return limits::max_gpus(run, value, at.law, at.strategy, at.factors);
  }
  Terms<double> terms(const Case& at) const override {
    return limits::Problem{at.run, value, at.law, at.strategy, at.factors}.terms(0.0);
  }
  Terms<First> terms(const Case& at, const TrainingRun<First>& run, const First& log_size) const override {
    return limits::Problem{run, value, at.law, at.strategy, at.factors}.terms(log_size);
  }
  std::string explain(const Case& at, const limits::Limit<>& limit) const override {
    return analysis::explain(limit, at.run, value, at.law, at.strategy, at.factors);
  }
};

/// A registered kind: its rows, and how to make one from what is not a number (levels, patterns, names).
template <class Model>
struct Kind {
  std::vector<FieldRow> rows;
  std::function<std::unique_ptr<Model>(const py::dict& structure)> make;
};
template <class Model>
using Registry = std::map<std::string, Kind<Model>, std::less<>>;

inline Registry<StrategyModel>& strategy_kinds() {
  static Registry<StrategyModel> kinds;
  return kinds;
}
inline Registry<FactorModel>& factor_kinds() {
  static Registry<FactorModel> kinds;
  return kinds;
}
inline Registry<CriterionModel>& criterion_kinds() {
  static Registry<CriterionModel> kinds;
  return kinds;
}

template <class P>
std::vector<FieldRow> rows_or_none() {
  if constexpr (requires { fields_of<P>; }) return rows_of<P>();
  else return {};
}

template <class St, class Make>
void register_strategy(const char* name, Make make) {
  strategy_kinds()[name] = {rows_or_none<St>(),
                            [make](const py::dict& structure) { return std::make_unique<StrategyOf<St>>(make(structure)); }};
}
template <class St>
void register_strategy() {
  register_strategy<St>(std::string(St::name()).c_str(), [](const py::dict&) { return St{}; });
}

template <class F, class Make>
void register_factor(const char* name, Make make) {
  factor_kinds()[name] = {rows_or_none<F>(),
                          [make](const py::dict& structure) { return std::make_unique<FactorOf<F>>(make(structure)); }};
}
template <class F>
void register_factor(const char* name) {
  register_factor<F>(name, [](const py::dict&) { return F{}; });
}

template <class C>
void register_criterion() {
  criterion_kinds()[std::string(C::name())] = {{},
                                               [](const py::dict&) { return std::make_unique<CriterionOf<C>>(C{}, nullptr); }};
}
template <class C>
void register_criterion(FieldRow row, double C::* parameter, C some) {
  criterion_kinds()[std::string(C::name())] = {
      {std::move(row)}, [=](const py::dict&) { return std::make_unique<CriterionOf<C>>(some, parameter); }};
}

}  // namespace scaling_limits::python
