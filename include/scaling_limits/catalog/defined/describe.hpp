// SPDX-License-Identifier: Apache-2.0
// What describe.hpp declares.
#pragma once
#include "../../version.hpp"

#include "../describe.hpp"
#include "../presets.hpp"
#include "../questions.hpp"

namespace scaling_limits::catalog {

namespace detail {

inline Value field_value(const Row& row) {
  const auto bound = [&](double x) { return row.range.boolean ? Value() : cell(x); };
  Map field{{"name", row.name},
            {"unit", row.unit},
            {"low", bound(row.range.lower)},
            {"high", bound(row.range.upper)},
            {"usual", row.usual.known() ? Value(List{cell(row.usual.low), cell(row.usual.high)}) : Value()},
            {"default", row.range.boolean && row.standard == row.standard ? Value(row.standard != 0) : cell(row.standard)},
            {"text", row.doc},
            {"range", row.range.text()},
            {"required", row.required()}};
  if (row.range.whole) field["whole"] = Value(true);
  if (row.range.share) field["share"] = Value(true);
  if (row.effect == Effect::help || row.effect == Effect::cost)
    field["effect"] = Value(row.effect == Effect::help ? "help" : "cost");
  if (!row.usual.source.empty()) field["usual_source"] = Value(row.usual.source);
  return field;
}
inline Value field_value(const Argument& argument) {
  Map field{{"name", argument.name},
            {"unit", Value()},
            {"low", Value()},
            {"high", Value()},
            {"usual", Value()},
            {"default", argument.standard},
            {"text", argument.doc},
            {"range", argument.words.empty() ? std::string() : listed_words(argument.words)},
            {"required", !argument.optional},
            {"words", cells(argument.words)}};
  List each;  // of a list of tables: what one of them holds
  for (const std::string_view part : argument.parts) {
    Map one = *field_value(Argument{part, group(part).begin()->text, {}, {}, false}).map();
    one["part"] = Value(part);
    each.push_back(std::move(one));
  }
  for (const Row& row : argument.rows) each.push_back(field_value(row));
  if (!each.empty()) field["each"] = std::move(each);
  if (!argument.example.is_null()) field["example"] = argument.example;
  return field;
}
inline List fields_value(const Kind& kind) {
  List fields;
  for (const Row& row : kind.rows) fields.push_back(field_value(row));
  for (const Argument& argument : kind.arguments) fields.push_back(field_value(argument));
  for (const Instead& instead : kind.instead)
    for (const Row& row : instead.rows) {
      Map field = *field_value(row).map();
      field["required"] = Value(false), field["instead_of"] = Value(instead.row);
      fields.push_back(std::move(field));
    }
  return fields;
}

/// The fields of a preset as data: infinity is "unlimited".
inline Map shown_fields(const NamedPreset& preset) {
  Map fields;
  for (const auto& [name, value] : preset.fields) fields[name] = value.number() ? cell(*value.number()) : value;
  return fields;
}

/// What the page starts with: Llama 3 405B, and beside it the model, the machine and the prices of its second view. Parts of
/// several kinds stand as {kind: fields}; those of presets are there where presets are.
inline Map page_start() {
  Map start{{"question", "limit"}};
  const auto put = [&](std::string_view group, std::string_view name) {
    for (const NamedPreset& p : presets())
      if (p.group == group && p.name == name) start[group] = shown_fields(p);
  };
  put("run", "llama3_405b");
  start["strategy"] = Map{{"blocking", Map{}}};
  start["criterion"] = Map{{"goodput_at_least", Map{{"goodput", 0.9}}}};
  start["growth"] = Map{{"chinchilla", Map{}}};
  start["factor"] = List{};
  put("shape", "llama3_405b");
  put("chip", "h100_fsdp");
  put("fabric", "dgx_h100_reached");
  put("state_recipe", "optimizer");
  start["prices"] = Map{{"gpu", "2 USD/h"}, {"power_per_gpu", "1.3 kW"}};
  start["with"] = Map{{"tokens", 15.6e12}, {"batch_tokens", 0x1p24}};
  return start;
}

}  // namespace detail

Value describe() {
  Map kinds, asked, ready;
  for (const Group* group : groups()) {
    Map of_group;
    for (const Kind& kind : *group)
      of_group[kind.name] = Map{{"text", kind.text},
                                {"fields", detail::fields_value(kind)},
                                {"terms", cells(kind.terms)},
                                {"default", kind.name == group->standard()}};
    kinds[group->name()] = std::move(of_group);
  }
  for (const Question& q : questions()) {
    List columns;
    for (const ColumnOf& c : q.gives.columns) {
      std::string name(c.name);
      if (c.each) name += std::string(name.empty() ? "<" : ".<") + std::string(c.by) + ">";
      columns.push_back(Map{{"name", name}, {"unit", c.unit.empty() ? Value() : Value(c.unit)}, {"text", c.text}});
    }
    std::vector<std::string_view> uses = q.uses;
    uses.insert(uses.end(), q.takes.begin(), q.takes.end());
    List follows;
    for (const Follows& f : q.follows) follows.push_back(joined(f.group, f.field));
    asked[q.kind.name] = Map{{"text", q.kind.text},
                             {"needs", cells(q.needs)},
                             {"uses", cells(uses)},
                             {"fields", detail::fields_value(q.kind)},
                             {"columns", std::move(columns)}};
    if (!follows.empty()) (*asked[q.kind.name].map())["follows"] = std::move(follows);
  }
  for (const NamedPreset& p : presets()) {
    Map shown{{"fields", detail::shown_fields(p)}, {"mark", p.mark}, {"source", p.source}, {"note", p.note}};
    for (const auto& [name, value] : p.more) shown[name] = value;
    Value& of_group = ready[p.group];
    if (of_group.is_null()) of_group = Map{};
    (*of_group.map())[p.name] = std::move(shown);
  }
  return Map{{"version", SCALING_LIMITS_VERSION},
             {"kinds", std::move(kinds)},
             {"questions", std::move(asked)},
             {"presets", std::move(ready)},
             {"statuses", cells(words_in<limits::Status>())},
             {"start", detail::page_start()}};
}

}  // namespace scaling_limits::catalog
