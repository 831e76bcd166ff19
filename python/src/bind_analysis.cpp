// SPDX-License-Identifier: Apache-2.0
// Books of a measured run, over columns; their bridge to a run and to a breakdown.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <map>
#include <scaling_limits/analysis/implied_inputs.hpp>
#include <string>

#include "rooms.hpp"

namespace scaling_limits::python {

namespace py = pybind11;
using namespace py::literals;

namespace {

template <class T>
using Column = py::array_t<T, py::array::c_style | py::array::forcecast>;
using Numbers = std::map<std::string, double>;

template <class T>
std::span<const T> view(const Column<T>& column) {
  return {column.data(), static_cast<std::size_t>(column.size())};
}

py::array_t<double> of_attempts(const analysis::Bookkeeping& books, double analysis::Attempt::* member) {
  py::array_t<double> found(static_cast<py::ssize_t>(books.attempts.size()));
  double* out = found.mutable_data();
  for (const analysis::Attempt& attempt : books.attempts) *out++ = attempt.*member;
  return found;
}

py::dict by_name(const std::array<double, analysis::Bookkeeping::buckets>& amounts) {
  py::dict found;
  for (std::size_t i = 0; i < amounts.size(); ++i) found[py::str(std::string(analysis::Bookkeeping::names[i]))] = amounts[i];
  return found;
}

py::dict bookkeeping(const Column<double>& step, const Column<double>& start, const Column<double>& end,
                     const Column<std::uint8_t>& kind, const Column<double>& attempt, const Column<double>& length,
                     double resolution, const Column<double>& gpus, double rise, double pause) {
  using analysis::Attempt;
  const analysis::StepLog log{view(step),    view(start),  view(end),  view(kind),
                              view(attempt), view(length), resolution, view(gpus)};
  const analysis::Bookkeeping books = [&] {
    const py::gil_scoped_release released;
    return analysis::bookkeeping(log, rise, pause);
  }();
  const analysis::ImpliedInputs inputs = analysis::implied_inputs(books);
  py::dict attempts;
  for (const auto& [name, member] :
       std::initializer_list<std::pair<const char*, double Attempt::*>>{{"first_step", &Attempt::first_step},
                                                                        {"last_step", &Attempt::last_step},
                                                                        {"start", &Attempt::start},
                                                                        {"end", &Attempt::end},
                                                                        {"startup", &Attempt::startup},
                                                                        {"rework", &Attempt::rework},
                                                                        {"downtime", &Attempt::downtime},
                                                                        {"steps", &Attempt::steps},
                                                                        {"useful_steps", &Attempt::useful_steps},
                                                                        {"gpus", &Attempt::gpus},
                                                                        {"restart_time", &Attempt::restart_time}})
    attempts[name] = of_attempts(books, member);
  return py::dict("goodput"_a = books.goodput(), "elapsed"_a = books.elapsed, "seconds"_a = by_name(books.seconds),
                  "failures"_a = books.failures, "steps"_a = books.steps, "useful_steps"_a = books.useful_steps,
                  "checkpoints"_a = books.checkpoints, "unfinished"_a = books.unfinished,
                  "failed_startups"_a = books.failed_startups, "cut"_a = books.cut, "cut_time"_a = books.cut_time,
                  "copies"_a = books.copies, "overlapping"_a = books.overlapping, "late"_a = books.late,
                  "unknown_starts"_a = books.unknown_starts, "pauses"_a = books.pauses, "longest_pause"_a = books.longest_pause,
                  "jumped"_a = books.jumped, "astray"_a = books.astray, "set_back"_a = books.set_back, "rise"_a = books.rise,
                  "as_logged"_a = books.as_logged, "of_one_step"_a = books.of_one_step,
                  "counted_lengths"_a = books.counted_lengths, "step_time"_a = books.step_time, "mtbf"_a = books.mtbf(),
                  "wall_clock_mtbf"_a = books.wall_clock_mtbf(), "attempts"_a = attempts,
                  "inputs"_a = py::dict("mtbf"_a = inputs.mtbf, "downtime"_a = inputs.downtime,
                                        "restart_time"_a = inputs.restart_time, "recovery"_a = inputs.recovery,
                                        "write_time"_a = inputs.write_time, "interval"_a = inputs.interval));
}

Numbers with_inputs(const Numbers& of, const Numbers& inputs) {
  TrainingRun<> run;
  for (const auto& field : fields_of<TrainingRun<>>) run.*field.member = of.at(std::string(field.name));
  const auto input = [&](const char* name) { return inputs.contains(name) ? inputs.at(name) : NaN; };
  run = analysis::with_inputs(run, {.mtbf = input("mtbf"),
                                    .downtime = input("downtime"),
                                    .restart_time = input("restart_time"),
                                    .recovery = input("recovery"),
                                    .write_time = input("write_time")});
  Numbers found;
  for (const auto& field : fields_of<TrainingRun<>>) found[std::string(field.name)] = run.*field.member;
  return found;
}

}  // namespace

void bind_analysis(py::module_& core) {
  core.def("bookkeeping", &bookkeeping, "step"_a, "start"_a, "end"_a, "kind"_a, "attempt"_a, "length"_a, "resolution"_a,
           "gpus"_a, "rise"_a, "pause"_a,
           "Where the time of a step log went; kind: 0 step, 1 checkpoint, 2 startup, 3 downtime, 4 other; empty columns: "
           "none; rise "
           "NaN: as the log shows.");
  core.def("with_inputs", &with_inputs, "run"_a, "inputs"_a, "The fields of a run with what its books imply.");
  core.def(
      "by_bucket",
      [](const Numbers& breakdown) {
        Terms<double> terms;
        for (const auto& [share, amount] : breakdown) terms.add(share, amount);
        return by_name(analysis::by_bucket(terms));
      },
      "breakdown"_a, "A strategy's breakdown by the buckets of the books.");
}

}  // namespace scaling_limits::python
