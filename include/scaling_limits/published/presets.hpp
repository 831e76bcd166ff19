// SPDX-License-Identifier: Apache-2.0
// The presets of this room, registered with the catalogue: from then on a request may name them.
#pragma once
#include "../version.hpp"

#include "../catalog/presets.hpp"
#include "../workload/checkpoint_state.hpp"
#include "causes.hpp"
#include "chips.hpp"
#include "clusters.hpp"
#include "fabrics.hpp"
#include "failure_rates.hpp"
#include "operations.hpp"
#include "replica_laws.hpp"
#include "restarts.hpp"
#include "runs.hpp"
#include "scaling_laws.hpp"
#include "shapes.hpp"
#include "tiers.hpp"

namespace scaling_limits::published {

namespace detail {

/// The fields that are known, by name.
template <class P>
catalog::Map fields_of_preset(const P& value) {
  catalog::Map map;
  for (const auto& field : fields_of<P>)
    if (const double x = value.*field.member; x == x)
      map[field.name] = field.range.boolean ? catalog::Value(x != 0) : catalog::Value(x);
  return map;
}

/// A row of a list of causes, as a request has it: what is not at its default.
inline catalog::Map row_of_preset(const failures::Cause<>& cause) {
  const failures::Cause<> usual;
  catalog::Map row{{"name", cause.name}};
  if (cause.per != failures::Per::unsaid) row["per"] = catalog::Value(to_word(cause.per));
  for (const auto& [name, value] : fields_of_preset(cause))
    if (const auto& field = fields_of<failures::Cause<>>[index_of<failures::Cause<>>(name)];
        cause.*field.member != usual.*field.member)
      row[name] = value;
  return row;
}

/// What is said of an operation, as a request has it.
inline catalog::Map fields_of_operation(const UsualOperation& usual) {
  catalog::Map fields{{"kind", catalog::Value(to_word(usual.kind))}};
  if (usual.reaction == usual.reaction) fields["reaction"] = catalog::Value(usual.reaction);
  if (!usual.hours.empty()) fields["hours"] = catalog::Value(usual.hours);
  return fields;
}

/// Dense peaks by number format [FLOP/s], where there is one.
inline catalog::Map peaks_of(const workload::Peaks& peaks) {
  catalog::Map map;
  for (const auto& [word, format] : words_of<workload::NumberFormat>)
    if (peaks[format] > 0) map[word] = catalog::Value(peaks[format]);
  return map;
}

/// The machines with that network, by name.
inline catalog::Map clusters_of(std::string_view fabric) {
  catalog::Map map;
  for (const auto& [name, fleet, mark, source, note] : clusters) {
    if (fleet.fabric != fabric) continue;
    catalog::Map machine{{"year", fleet.year},    {"gpus", fleet.gpus}, {"chip", fleet.chip},
                         {"mark", to_text(mark)}, {"source", source},   {"note", note}};
    if (!fleet.failure_rate.empty()) machine["gpu_mttf"] = catalog::Value(failure_rate(fleet.failure_rate).gpu_mttf());
    map[name] = std::move(machine);
  }
  return map;
}

}  // namespace detail

/// Once is enough; calling it again changes nothing.
template <class = void>
void register_presets() {
  auto& all = catalog::presets();
  for (const auto& p : all)
    if (p.group == "run" && p.name == "llama3_405b") return;
  all.push_back({"run", "llama3_405b", detail::fields_of_preset(llama3_405b()), std::string(to_text(Mark::second_source)),
                 "Llama 3.1 405B with the inputs of Epoch AI, \"Hardware Failures Won't Limit AI Scaling\", 2024",
                 "what each field rests on: published::llama3_405b_sources"});
  const auto add = [&](std::string_view group, const auto& presets) {
    for (const auto& p : presets)
      all.push_back({std::string(group), std::string(p.name), detail::fields_of_preset(p.value), std::string(to_text(p.mark)),
                     std::string(p.source), std::string(p.note)});
  };
  for (const auto& p : restarts)
    all.push_back({"restart",
                   std::string(p.name),
                   detail::fields_of_preset(p.value.parts),
                   std::string(to_text(p.mark)),
                   std::string(p.source),
                   std::string(p.note),
                   {{"spread", catalog::cell(p.value.spread)}}});
  for (const auto& p : operations)
    all.push_back({"operation",
                   std::string(p.name),
                   detail::fields_of_operation(p.value),
                   std::string(to_text(p.mark)),
                   std::string(p.source),
                   std::string(p.note),
                   {{"spread", catalog::cell(p.value.spread)}}});
  for (const auto& p : cause_lists) {
    catalog::List rows;
    for (const auto& cause : p.value.rows()) rows.push_back(detail::row_of_preset(cause));
    all.push_back({"cause",
                   std::string(p.name),
                   {{"rows", std::move(rows)}},
                   std::string(to_text(p.mark)),
                   std::string(p.source),
                   std::string(p.note),
                   {{"gpus", catalog::cell(p.value.gpus)}, {"days", catalog::cell(p.value.days)}}});
  }
  add("tier", tiers);
  add("shape", shapes);
  add("scaling_law", scaling_laws);
  add("replica_law", replica_laws);
  for (const auto& p : chips)
    all.push_back(
        {"chip",
         std::string(p.name),
         detail::fields_of_preset(p.value.chip()),
         std::string(to_text(p.mark)),
         std::string(p.source),
         std::string(p.note) +
             (p.value.operation_time > 0
                  ? ""
                  : "; achieved_flops assumed: 0.40 of the peak, as Llama 3 405B on H100 (arXiv 2407.21783, table 4)"),
         {{"peaks", detail::peaks_of(p.value.peaks)}}});
  for (const auto& p : fabrics) {
    catalog::NamedPreset ready{"fabric",
                               std::string(p.name),
                               detail::fields_of_preset(p.value),
                               std::string(to_text(p.mark)),
                               std::string(p.source),
                               std::string(p.note)};
    if (catalog::Map machines = detail::clusters_of(p.name); !machines.empty()) ready.more["clusters"] = std::move(machines);
    all.push_back(std::move(ready));
  }
  for (const auto& recipe : workload::state_recipes)
    all.push_back({"state_recipe", std::string(recipe.name), detail::fields_of_preset(recipe.recipe),
                   std::string(to_text(Mark::published)), "Rajbhandari et al., ZeRO, 2020, section 3.1",
                   std::string(recipe.includes)});
}

}  // namespace scaling_limits::published
