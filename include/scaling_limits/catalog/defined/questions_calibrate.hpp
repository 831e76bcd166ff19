// SPDX-License-Identifier: Apache-2.0
// The question `calibrate`: constants of a machine from its measured steps. It needs Eigen, so questions.hpp does not list it.
#pragma once
#include "../../version.hpp"

#include "../../analysis/calibrate.hpp"
#include "../calibrate.hpp"
#include "../detail/step_answers.hpp"
#include "../gives.hpp"
#include "../json_schema.hpp"
#include "../parts.hpp"
#include "../questions.hpp"

namespace scaling_limits::catalog {

namespace detail {

inline constexpr Row measured_time{"time", "s", "measured, of a step", positive};
inline constexpr Row measured_memory{"memory", "B", "measured, of the fullest GPU; not looked at", if_given(positive)};

inline Kind measured_step_kind(const Part* call, bool timed);
template <bool timed>
Value steps_look() {
  return json_schema::list(json_schema::table(measured_step_kind(nullptr, timed)));
}
/// What a list of steps looks like: each has a shape, a layout, and any option of a step that is not the call's.
inline Argument steps_argument(std::string_view name, std::string_view doc, bool optional, Value (*in_full)(const Value&)) {
  Argument steps{name, doc, {}, {}, optional, in_full, {"shape", "layout"}};
  steps.looks = optional ? steps_look<false> : steps_look<true>;
  steps.rows = step_rows();
  for (Row& row : steps.rows)
    if (!row.required()) row.range = if_given(row.range), row.standard = NaN;  // those of the call
  steps.rows.insert(steps.rows.begin() + 1, {measured_time, measured_memory});
  if (optional) steps.rows[1].range = if_given(measured_time.range);
  return steps;
}

/// One of a list of steps as a kind: its numbers and words, those of the call as defaults.
inline Kind measured_step_kind(const Part* call, bool timed) {
  Kind kind;
  kind.rows = step_rows();
  kind.arguments = step_arguments();
  if (call) {
    for (Row& row : kind.rows)
      if (call->kind->row(row.name)) row.standard = (*call)[row.name];
    for (Argument& argument : kind.arguments)
      if (const Value* given = call->argument(argument.name)) argument.standard = *given;
  }
  kind.rows.push_back(measured_time), kind.rows.push_back(measured_memory);
  if (!timed) kind.rows[kind.rows.size() - 2].range = if_given(positive);
  kind.arguments.push_back(looking([] { return json_schema::part("shape"); }, {"shape", "of the model", {}, {}, false}));
  kind.arguments.push_back(
      looking([] { return json_schema::part("layout"); }, {"layout", "how it is spread over GPUs", {}, {}, false}));
  for (const std::string_view text : {"id", "set", "machine"})
    kind.arguments.push_back(looking(json_schema::text, {text, "a name"}));
  return kind;
}

/// The steps of a list, beside the options of a call unless there is none. A step is refused by its id, or its place.
inline std::vector<analysis::MeasuredStep> measured_steps(const Value& given, const Part* call, std::string_view list,
                                                          bool timed, const Tools* tools = nullptr) {
  std::vector<analysis::MeasuredStep> steps;
  const std::string name(list);
  if (!given.list()) throw Refused("calibrate: " + name + " must be a list of steps", name, given);
  Kind kind = measured_step_kind(call, timed);
  for (const Value& one : *given.list()) {
    breathe(tools);
    const std::string path = name + "." + std::to_string(steps.size());
    const Map* fields = one.map();
    if (!fields) throw Refused("calibrate: " + name + " must be a list of steps", path, one);
    analysis::MeasuredStep& step = steps.emplace_back();
    for (const auto& [key, to] : {std::pair{"id", &step.id}, {"set", &step.set}, {"machine", &step.machine}})
      if (const Value* text = fields->find(key); text && !text->is_null()) {
        if (!text->text()) throw Refused("calibrate: " + path + ": " + key + " must be a text", joined(path, key), *text);
        *to = *text->text();
      }
    kind.name = "calibrate: " + analysis::step_name(name, step, steps.size() - 1);
    const Part own = choose(kind, *fields, path);
    step.batch_tokens = own["batch_tokens"], step.time = own["time"], step.memory = own["memory"];
    const auto named = [&](const std::string& why) { return kind.name + ": " + why; };
    try {
      step.shape = aggregate_of<workload::TransformerShape<>>(part_from(shapes(), *fields->find("shape"), "shape"));
      step.layout = aggregate_of<parallelism::Layout>(part_from(layouts(), *fields->find("layout"), "layout"));
      step.options = step_options(own, 1);
    } catch (const Refused& error) {
      throw Refused(named(error.what()), joined(path, error.parameter), error.value);
    } catch (const InvalidArgument& error) {
      throw Refused(named(error.what()), joined(path, error.parameter), Value(error.given));
    }
  }
  return steps;
}

/// A list of steps with shape and layout in full and numbers in SI.
inline Value steps_in_full(const Value& given, std::string_view list, bool timed) {
  try {
    measured_steps(given, nullptr, list, timed);
  } catch (const Refused& error) {  // where no answer is there to refuse it: nothing is swept
    throw Refused(error.what(), joined("with", error.parameter), error.value);
  }
  const Kind kind = measured_step_kind(nullptr, timed);
  List all;
  for (const Value& one : *given.list()) {
    Map step;
    for (const auto& [key, value] : *one.map()) {
      const Row* row = kind.row(key);
      if (key == "shape") step[key] = completed(part_from(shapes(), value, ""));
      else if (key == "layout") step[key] = completed(part_from(layouts(), value, ""));
      else step[key] = row && !value.is_null() && !row->range.boolean ? cell(number_of("", *row, value, "")) : value;
    }
    all.push_back(std::move(step));
  }
  return all;
}

/// The constants of a machine, or what their intervals end at.
enum class ConstantsAre { found, below, above };
template <ConstantsAre which>
struct Constants {
  std::array<double, analysis::machine_constants.size()> values{};
};
template <ConstantsAre which>
constexpr auto fields(const Constants<which>*) {
  return []<std::size_t... k>(std::index_sequence<k...>) {
    constexpr auto field = [](std::size_t place) -> const auto& {
      return fields_of<workload::Chip<>>[index_of<workload::Chip<>>(analysis::machine_constants[place])];
    };
    constexpr auto text = [](std::string_view doc) {
      return which == ConstantsAre::found   ? doc
             : which == ConstantsAre::below ? std::string_view("end of its interval, below")
                                            : std::string_view("end of its interval, above");
    };
    return std::tuple(ResultField(
        analysis::machine_constants[k], [](const Constants<which>& of) { return of.values[k]; }, field(k).unit,
        text(field(k).doc))...);
  }(std::make_index_sequence<analysis::machine_constants.size()>());
}

struct Calibrated {
  Constants<ConstantsAre::found> value{};
  Constants<ConstantsAre::below> low{};
  Constants<ConstantsAre::above> high{};
  analysis::Calibration found{};
  std::vector<double> covariance{};
  std::vector<std::size_t> next{};
};
constexpr auto fields(const Calibrated*) {
  using C = Calibrated;
  return std::tuple(
      ResultField("value", &C::value), ResultField("low", &C::low), ResultField("high", &C::high),
      ResultField("covariance", &C::covariance, "1", "of the logarithms of the constants, row by row"),
      ResultField("modelled", within(&C::found, &analysis::Calibration::modelled), "s", "of each row"),
      ResultField("modelled_memory", within(&C::found, &analysis::Calibration::modelled_memory), "B", "of each row"),
      ResultField("errors", within(&C::found, &analysis::Calibration::errors), "1", "modelled/measured - 1 of each row"),
      ResultField("mean_error", within(&C::found, &analysis::Calibration::mean_error), "1", "mean size of the errors"),
      ResultField("worst_error", within(&C::found, &analysis::Calibration::worst_error), "1", "size of the largest"),
      ResultField("noise", within(&C::found, &analysis::Calibration::noise), "1",
                  "of a measured time: the larger of given and found"),
      ResultField("degrees", within(&C::found, &analysis::Calibration::degrees), "1",
                  "of freedom of the intervals, where the rows say the noise; else unlimited"),
      ResultField("next", &C::next, "1", "places of the candidates, the most telling first"),
      status_field([](const C&) -> std::string_view { return "ok"; }),
      note_field(within(&C::found, &analysis::Calibration::note)));
}
inline Calibrated calibrated(const Case& at) {
  const Value* listed = at.with.argument("candidates");
  const auto rows = measured_steps(*at.with.argument("rows"), &at.with, "rows", true, at.tools);
  const auto candidates = measured_steps(listed ? *listed : Value(List{}), &at.with, "candidates", false, at.tools);
  Calibrated all;
  all.found = analysis::calibrate(rows, at.other<workload::Chip<>>("chip"), at.other<network::Fabric<>>("fabric"),
                                  {.noise = at.with["noise"], .prior = at.with["prior"]});
  for (std::size_t k = 0; k < analysis::machine_constants.size(); ++k) {
    const std::string_view name = analysis::machine_constants[k];
    const auto [low, high] = all.found.interval(name, at.with["level"]);
    all.value.values[k] = all.found.chip.*fields_of<workload::Chip<>>[index_of<workload::Chip<>>(name)].member;
    all.low.values[k] = low, all.high.values[k] = high;
  }
  for (Eigen::Index i = 0; i < 4; ++i)
    for (Eigen::Index k = 0; k < 4; ++k) all.covariance.push_back(all.found.covariance(i, k));
  all.next = all.found.next(candidates);
  return all;
}

}  // namespace detail

inline void add_calibrate_question(Questions& to) {
  std::vector<Row> rows = rows_of<analysis::CalibrateOptions>();
  rows.push_back({"level", "1", "that the intervals hold a constant with", inner_fraction, 0.9});
  for (const Row& option : rows_of<parallelism::StepOptions>()) rows.push_back(option);
  std::vector<Argument> arguments = detail::step_arguments();
  arguments.push_back(
      detail::steps_argument("rows",
                             "measured steps of one machine, framework and format: shape, layout, batch_tokens, "
                             "time; id, memory, and options that are not the call's",
                             false, [](const Value& given) { return detail::steps_in_full(given, "rows", true); }));
  arguments.push_back(
      detail::steps_argument("candidates", "steps that could be measured next, as rows; a time is not needed", true,
                             [](const Value& given) { return detail::steps_in_full(given, "candidates", false); }));
  to.push_back(
      listed({.name = "calibrate",
              .text = "four constants of a machine from its own measured steps, with intervals, and what to measure next",
              .needs = {"chip", "fabric"},
              .rows = std::move(rows),
              .arguments = std::move(arguments),
              .gives = gives(detail::calibrated)}));
}

void register_calibrate() {
  for (const Question& q : questions())
    if (q.name == "calibrate") return;
  add_calibrate_question(questions());
}

}  // namespace scaling_limits::catalog
