// SPDX-License-Identifier: Apache-2.0
// Failure laws, what is computed from them, and the simulator: what failures.py, checkpoint.py and simulation.py call.
#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <scaling_limits/checkpoint/schedule.hpp>
#include <scaling_limits/failures/any_law.hpp>
#include <scaling_limits/failures/empirical.hpp>
#include <scaling_limits/failures/exponential_law.hpp>
#include <scaling_limits/failures/lognormal.hpp>
#include <scaling_limits/failures/lomax.hpp>
#include <scaling_limits/failures/weibull.hpp>
#include <scaling_limits/simulation/confidence_interval.hpp>
#include <scaling_limits/simulation/simulator.hpp>
#include <scaling_limits/simulation/thread_pool.hpp>

#include "evaluate.hpp"
#include "rooms.hpp"

namespace scaling_limits::python {

namespace {

using Column = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// The laws that are made of numbers; Empirical is made of lives.
using Laws = std::tuple<failures::Exponential<>, failures::Weibull<>, failures::Lognormal<>, failures::Lomax<>>;

/// The name of the class of a law: "Weibull" of "weibull".
std::string class_of(std::string_view name) {
  std::string text(name);
  text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

template <class F>
void for_each_law(const F& f) {
  [&]<class... L>(const std::tuple<L...>&) { (f(L{}), ...); }(Laws{});
}

/// A law by name: its fields in the order of its table, or the lives.
failures::AnyLaw law_of(std::string_view kind, const double* fields, std::size_t count) {
  if (kind == "Empirical") return failures::Empirical(std::vector<double>(fields, fields + count));
  std::optional<failures::AnyLaw> found;
  for_each_law([&](auto law) {
    if (kind != class_of(law.name())) return;
    assign(law, fields);
    found = law;
  });
  if (!found) throw invalid_argument("unknown law '" + std::string(kind) + "'");
  return *found;
}

/// What a law answers at one element, from the numbers that follow its fields.
double law_answer(std::string_view what, const failures::AnyLaw& law, const double* x) {
  if (what == "mean") return law.mean();
  if (what == "survival") return law.survival(x[0]);
  if (what == "hazard") return law.hazard(x[0]);
  if (what == "cumulative_hazard") return law.cumulative_hazard(x[0]);
  if (what == "mean_beyond") return law.mean_beyond(x[0]);
  if (what == "quantile") return law.quantile(x[0]);
  if (what == "renewal_goodput") return checkpoint::renewal_goodput(x[0], x[1], law, x[2], x[3], x[4]);
  throw invalid_argument("unknown question '" + std::string(what) + "' to a law");
}

/// The same for n elements; each column holds n numbers or one. The lives of an Empirical are given apart.
py::array_t<double> law_values(const std::string& what, const std::string& kind, const Column& lives, std::size_t fields,
                               const std::vector<Column>& columns, std::size_t n) {
  py::array_t<double> out(static_cast<py::ssize_t>(n));
  double* to = out.mutable_data();
  std::vector<const double*> from;
  std::vector<std::size_t> step;
  bool fixed = true;  // one law for all elements
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const auto size = static_cast<std::size_t>(columns[k].size());
    if (size != n && size != 1) throw invalid_argument("law_values: a column holds n numbers or one");
    from.push_back(columns[k].data());
    step.push_back(size == 1 ? 0 : 1);
    fixed = fixed && (k >= fields || size == 1);
  }
  std::vector<double> values(columns.size() + 1);
  const double* observed = lives.data();
  const auto count = static_cast<std::size_t>(lives.size());
  const py::gil_scoped_release released;
  std::optional<failures::AnyLaw> law;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < columns.size(); ++k) values[k] = from[k][i * step[k]];
    if (!law || !fixed) law = count > 0 ? law_of(kind, observed, count) : law_of(kind, values.data(), fields);
    to[i] = law_answer(what, *law, values.data() + fields);
  }
  return out;
}

py::dict simulated(const std::vector<double>& run_values, const py::tuple& strategy, const std::vector<double>& strategy_values,
                   const py::object& law, const std::vector<py::tuple>& domains, std::uint64_t seed, double relative_accuracy,
                   double most_failures, int threads, std::size_t events, const std::function<bool(double, double)>& progress) {
  TrainingRun<> run;
  assign(run, run_values.data());
  validate(run);
  const auto kind = strategy_kinds().find(py::cast<std::string>(strategy[0]));
  if (kind == strategy_kinds().end()) throw invalid_argument("unknown strategy '" + py::cast<std::string>(strategy[0]) + "'");
  const auto model = kind->second.make(py::cast<py::dict>(strategy[1]));
  model->assign(strategy_values.data());
  model->validate();

  simulation::Options options;
  options.seed = seed;
  options.relative_accuracy = relative_accuracy;
  options.most_failures = most_failures;
  options.pool = simulation::threads(threads);
  options.events = events;
  if (!law.is_none()) {
    const auto named = py::cast<std::pair<std::string, std::vector<double>>>(law);
    options.law = law_of(named.first, named.second.data(), named.second.size());
  }
  for (const auto& d : domains)
    options.domains.push_back({py::cast<double>(d[0]), py::cast<double>(d[1]), py::cast<int>(d[2]), py::cast<int>(d[3])});
  options.progress = [&](double failures, double accuracy) {  // signals are looked at between rounds
    const py::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    return !progress || progress(failures, accuracy);
  };

  simulation::Result result;
  if (std::string note = model->note(run); !note.empty()) {
    result.status = "infeasible";
    result.note = std::move(note);
  } else {
    const auto protocol = model->protocol(run);
    if (!protocol) throw invalid_argument("simulate: strategy '" + std::string(model->name()) + "' has no protocol to play");
    const py::gil_scoped_release released;
    result = simulation::simulate(*protocol, options);
  }
  py::dict breakdown;
  for (const auto& term : result.breakdown) breakdown[py::str(std::string(term.cause))] = term.amount;
  py::list log;
  for (const auto& e : result.events) log.append(py::make_tuple(e.time, std::string(e.what), e.work, e.severity));
  return py::dict("goodput"_a = result.goodput, "standard_error"_a = result.standard_error, "breakdown"_a = breakdown,
                  "failures"_a = static_cast<std::int64_t>(result.failures),
                  "interruptions"_a = static_cast<std::int64_t>(result.interruptions),
                  "silent_errors"_a = static_cast<std::int64_t>(result.silent_errors), "elapsed"_a = result.elapsed,
                  "stretches"_a = result.stretches, "events"_a = log, "status"_a = result.status, "note"_a = result.note);
}

}  // namespace

void bind_simulation(py::module_& core) {
  core.def(
      "law_kinds",
      [] {
        py::dict kinds;
        for_each_law([&]<class L>(const L& law) { kinds[py::str(class_of(law.name()))] = to_python(rows_of<L>()); });
        return kinds;
      },
      "Failure laws and their field tables.");
  core.def("law_values", &law_values, "what"_a, "kind"_a, "lives"_a, "fields"_a, "columns"_a, "n"_a,
           "What a law answers for n elements.");
  core.def(
      "optimal_schedule",
      [](const std::string& kind, const std::vector<double>& fields, double write_time, double restart_time, double downtime) {
        const py::gil_scoped_release released;
        const auto s =
            checkpoint::optimal_schedule(law_of(kind, fields.data(), fields.size()), write_time, restart_time, downtime);
        return std::make_tuple(s.times, s.goodput, s.note);
      },
      "kind"_a, "fields"_a, "write_time"_a, "restart_time"_a, "downtime"_a, "The best schedule: times, goodput, note.");
  core.def(
      "confidence_interval",
      [](double goodput, double standard_error, std::size_t stretches, double level) {
        simulation::Result r;
        r.goodput = goodput, r.standard_error = standard_error, r.stretches = stretches;
        return simulation::confidence_interval(r, level);
      },
      "goodput"_a, "standard_error"_a, "stretches"_a, "level"_a, "An interval that holds the true goodput with a probability.");
  core.def("simulate", &simulated, "run"_a, "strategy"_a, "strategy_values"_a, "law"_a, "domains"_a, "seed"_a,
           "relative_accuracy"_a, "most_failures"_a, "threads"_a, "events"_a, "progress"_a,
           "Play a strategy's protocol on a run.");
}

}  // namespace scaling_limits::python
