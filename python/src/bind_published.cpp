// SPDX-License-Identifier: Apache-2.0
// The registry of published estimates and the presets, as plain Python data: lists of dicts, with the names of the C++ members.
#include <pybind11/stl.h>

#include <scaling_limits/published/causes.hpp>
#include <scaling_limits/published/chips.hpp>
#include <scaling_limits/published/epoch_2030.hpp>
#include <scaling_limits/published/fabrics.hpp>
#include <scaling_limits/published/failure_rates.hpp>
#include <scaling_limits/published/one_rate.hpp>
#include <scaling_limits/published/operations.hpp>
#include <scaling_limits/published/presets.hpp>
#include <scaling_limits/published/replica_laws.hpp>
#include <scaling_limits/published/runs.hpp>
#include <scaling_limits/published/scaling_laws.hpp>
#include <scaling_limits/published/shapes.hpp>
#include <scaling_limits/published/story_question.hpp>
#include <scaling_limits/published/tiers.hpp>

#include <map>

#include "catalog.hpp"
#include "published.hpp"
#include "rooms.hpp"

namespace scaling_limits::python {

namespace py = pybind11;
using namespace py::literals;

namespace {

py::object given(double x) { return x == x ? py::object(py::float_(x)) : py::none(); }

py::dict as_dict(const published::Estimate& row) {
  return py::dict("id"_a = text(row.id), "quantity"_a = text(row.quantity), "source"_a = text(row.source.title),
                  "year"_a = row.source.year, "mark"_a = text(to_text(row.mark)), "inputs"_a = text(row.inputs),
                  "published"_a = row.published.value, "printed"_a = text(row.published.text), "unit"_a = text(row.unit),
                  "computed"_a = row.computed, "deviation"_a = row.deviation(), "tolerance"_a = row.published.tolerance,
                  "claim"_a = text(to_text(row.published.claim)), "known_deviation"_a = given(row.published.known_deviation),
                  "known_reason"_a = text(row.published.known_reason), "reason"_a = text(row.published.reason),
                  "model"_a = text(row.model), "group"_a = text(to_text(row.group())), "status"_a = text(row.status()),
                  "holds"_a = row.holds());
}

py::dict as_dict(const published::Count& count, const char* held) {
  return py::dict("count"_a = count.count, py::arg(held) = count.held);
}

py::dict as_dict(const published::FamilyErrors& of) {
  return py::dict("by"_a = text(of.by), "family"_a = of.family, "rows"_a = of.rows, "mean_error"_a = of.four_constants.mean,
                  "worst_error"_a = of.four_constants.worst, "one_rate_mean_error"_a = of.one_rate.mean,
                  "one_rate_worst_error"_a = of.one_rate.worst);
}

// what a preset holds, by name of the member
template <class T>
  requires requires(const T* p) { fields(p); }
py::dict values_of(const T& value) {
  py::dict values;
  for (const auto& field : fields_of<T>)
    values[text(field.name)] =
        field.range.boolean ? py::object(py::bool_(value.*field.member != 0)) : py::cast(value.*field.member);
  return values;
}
py::dict peaks_of(const workload::Peaks& peaks) {
  py::dict flops;
  for (const auto& [word, format] : words_of<workload::NumberFormat>)
    if (peaks[format] > 0) flops[text(word)] = peaks[format];
  return flops;
}
py::dict values_of(const published::ChipSpecification<>& chip) {
  py::dict values = values_of<published::ChipSpecification<>>(chip);
  values["peaks"] = peaks_of(chip.peaks);
  return values;
}
/// Those that are given: NaN stands for the others.
template <class T>
py::dict given_values_of(const T& value) {
  py::dict values;
  for (const auto& field : fields_of<T>)
    if (const double x = value.*field.member; x == x) values[text(field.name)] = x;
  return values;
}
py::dict values_of(const published::Fleet& fleet) {
  return py::dict("year"_a = fleet.year, "gpus"_a = fleet.gpus, "chip"_a = text(fleet.chip), "most_gpus"_a = fleet.most_gpus,
                  "duration"_a = fleet.duration, "gpus_per_node"_a = fleet.gpus_per_node, "fabric"_a = text(fleet.fabric),
                  "failure_rate"_a = text(fleet.failure_rate), "not_offered"_a = text(fleet.not_offered));
}
py::dict values_of(const published::NodeRate& rate) {
  return py::dict("per_1000_node_days"_a = rate.per_1000_node_days, "gpu_mttf"_a = rate.gpu_mttf());
}

py::dict values_of(const published::ReportedCauses& list) {
  py::list rows;
  for (const auto& cause : list.rows()) rows.append(to_python(catalog::Value(published::detail::row_of_preset(cause))));
  return py::dict("rows"_a = rows);
}

py::dict values_of(const published::ReportedRestart& restart) { return given_values_of(restart.parts); }
py::dict values_of(const published::UsualOperation& usual) {
  return to_python(catalog::Value(published::detail::fields_of_operation(usual)));
}

template <class Presets>
py::list rows_of(const Presets& presets) {
  py::list rows;
  for (const auto& preset : presets)
    rows.append(py::dict("name"_a = text(preset.name), "values"_a = values_of(preset.value),
                         "mark"_a = text(to_text(preset.mark)), "source"_a = text(preset.source),
                         "note"_a = text(preset.note)));
  return rows;
}

}  // namespace

void bind_published(py::module_& core) {
  py::module_ room = core.def_submodule("published");
  published::register_stories();
  room.def(
      "registry",
      [](const std::string& only) {
        published::Estimates all = published::registry();
        if (!only.empty()) std::erase_if(all, [&](const published::Estimate& row) { return row.id != only; });
        py::list rows;
        for (const auto& row : all) rows.append(as_dict(row));
        py::list families;  // of all rows together: none for one of them
        if (only.empty())
          for (const auto& of : published::errors_by_family()) families.append(as_dict(of));
        const published::Summary found = published::summary(all);
        using enum published::Group;
        return py::dict("rows"_a = rows, "published"_a = as_dict(found.of(published), "inside"),
                        "deviating"_a = as_dict(found.of(deviating), "unchanged"),
                        "derived"_a = as_dict(found.of(derived), "unchanged"), "families"_a = families,
                        "text"_a = found.text());
      },
      "only"_a = "",
      "Every published estimate, or the one of that id, computed now: rows, counts by group, errors by family, and "
      "what they say.");
  room.attr("mark_legend") = text(published::mark_legend);
  room.attr("one_rate_legend") = text(published::one_rate_legend);
  py::dict titles;
  for (const auto group : {published::Group::published, published::Group::deviating, published::Group::derived})
    titles[text(to_text(group))] = text(title(group));
  room.attr("titles") = titles;
  room.def(
      "presets",
      [] {
        return py::dict("chips"_a = rows_of(published::chips), "clusters"_a = rows_of(published::clusters),
                        "causes"_a = rows_of(published::cause_lists), "fabrics"_a = rows_of(published::fabrics),
                        "operations"_a = rows_of(published::operations), "restarts"_a = rows_of(published::restarts),
                        "runs"_a = rows_of(published::run_fleets), "replica_laws"_a = rows_of(published::replica_laws),
                        "scaling_laws"_a = rows_of(published::scaling_laws), "tiers"_a = rows_of(published::tiers),
                        "failure_rates"_a = rows_of(published::failure_rates), "shapes"_a = rows_of(published::shapes));
      },
      "Presets by kind: lists of name, values, mark, source, note.");
  room.def(
      "in_format",
      [](const py::dict& values, const std::map<std::string, double>& peaks, const std::string& format) {
        published::ChipSpecification<> chip;
        for (const auto& field : fields_of<published::ChipSpecification<>>)
          chip.*field.member = values[text(field.name)].cast<double>();
        const auto of_word = [](const std::string& word) {
          return from_word<workload::NumberFormat>("ChipSpecification", "format", word);
        };
        for (const auto& [word, flops] : peaks) chip.peaks.set(of_word(word), flops);
        return values_of(chip.in_format(of_word(format)));
      },
      "values"_a, "peaks"_a, "format"_a, "The fields of a chip in another number format.");
  room.def(
      "llama3_405b",
      [] {
        py::list sources;
        for (const auto& row : published::llama3_405b_sources)
          sources.append(py::make_tuple(text(row.field), text(to_text(row.mark)), text(row.source)));
        return py::make_tuple(values_of(published::llama3_405b()), sources);
      },
      "Fields of the preset run, and (field, mark, source) for each.");
  room.def(
      "epoch_2030",
      [] {
        const auto scenario = published::epoch_2030();
        py::dict parts("scenario"_a = values_of(scenario.demand), "hardware"_a = values_of(scenario.hardware),
                       "run"_a = values_of(scenario.run), "power"_a = values_of(*scenario.power),
                       "ring"_a = values_of(*scenario.ring), "chips"_a = values_of(*scenario.chips),
                       "data"_a = values_of(*scenario.data), "wall"_a = given_values_of(*scenario.wall));
        py::list inputs, correlation;
        for (const auto& row : published::epoch_2030_inputs)
          inputs.append(py::make_tuple(text(row.name), row.low, row.median, row.high, row.lower, row.upper));
        for (const auto& row : published::epoch_2030_correlation)
          correlation.append(py::make_tuple(text(row.first), text(row.second), row.rank));
        return py::make_tuple(parts, inputs, correlation);
      },
      "Parts of the scenario, (name, low, median, high, lower, upper) of its uncertain inputs, rank correlations.");
  room.def(
      "llama3_interruptions",
      [] {
        py::dict counts;
        for (const auto& row : published::llama3_interruptions) counts[text(row.cause)] = row.events;
        return counts;
      },
      "Unexpected interruptions by cause.");
}

}  // namespace scaling_limits::python
