// SPDX-License-Identifier: Apache-2.0
// What json_schema.hpp declares.
#pragma once
#include "../../version.hpp"

#include <algorithm>

#include "../json_schema.hpp"

namespace scaling_limits::catalog::json_schema {

Value reference(std::string_view name) { return Map{{"$ref", "#/$defs/" + std::string(name)}}; }
Value part(std::string_view group) { return reference(group); }
std::string swept(std::string_view group) { return std::string(group) + ".swept"; }

Value list(Value items, std::size_t least) {
  Map all{{"type", "array"}, {"items", std::move(items)}};
  if (least > 0) all["minItems"] = Value(least);
  return all;
}
Value one_of(List values) { return Map{{"enum", std::move(values)}}; }
Value text() { return Map{{"type", "string"}}; }

Map number(const Row& row) {
  Map all;
  if (row.range.boolean) {
    List values{true, false, 0, 1};
    if (row.range.optional) values.emplace_back();
    all["enum"] = Value(std::move(values));
  } else {
    List types{row.range.whole ? "integer" : "number", "string"};
    if (row.range.optional) types.push_back("null");
    all["type"] = Value(std::move(types));
    if (row.range.lower > -inf) all[row.range.open_below ? "exclusiveMinimum" : "minimum"] = Value(row.range.lower);
    if (row.range.upper < inf) all[row.range.open_above ? "exclusiveMaximum" : "maximum"] = Value(row.range.upper);
    const bool unlimited = row.range.holds(inf) || row.range.holds(-inf);
    all["pattern"] = Value(unlimited ? R"([0-9]|^\s*[-+]?([Uu][Nn][Ll]|[Ii][Nn][Ff]))" : "[0-9]");
  }
  std::string says(row.doc);
  if (!row.range.boolean) says += (says.empty() ? "" : "; ") + row.range.text();
  if (row.unit != "1" && !row.unit.empty()) {
    says += " [" + std::string(row.unit) + "]";
    all["unit"] = Value(row.unit);
    if (const auto* written = scaling_limits::detail::find_written(row.unit)) all["examples"] = Value(List{written->example});
  }
  all["description"] = Value(std::move(says));
  if (row.standard == row.standard) all["default"] = row.range.boolean ? Value(row.standard != 0) : cell(row.standard);
  return all;
}
Value numbers(std::string_view unit, const Range& range) { return list(number({{}, unit, {}, range})); }

Map argument(const Argument& of) {
  Map all;
  if (!of.words.empty()) {
    List words = *cells(of.words).list();
    if (of.optional) words.emplace_back();
    all["enum"] = Value(std::move(words));
  } else if (of.looks) {
    if (of.optional) all = {{"if", Map{{"not", Map{{"type", "null"}}}}}, {"then", of.looks()}};
    else all = *of.looks().map();
  }
  all["description"] = Value(of.doc);
  if (!of.standard.is_null()) all["default"] = of.standard;
  if (!of.example.is_null()) all["examples"] = List{of.example};
  return all;
}

Map fields(const Kind& kind) {
  Map all;
  for (const Row& row : kind.rows) all[row.name] = number(row);
  for (const Argument& a : kind.arguments) all[a.name] = argument(a);
  for (const Instead& instead : kind.instead)
    for (const Row& row : instead.rows) {
      Map one = number(row);
      one["description"] = Value(*one["description"].text() + "; in place of " + std::string(instead.row));
      all[row.name] = std::move(one);
    }
  return all;
}
Map required(const Kind& kind, const std::vector<std::string_view>& found) {
  List names, all;
  const auto of = [](List together) { return Value(Map{{"required", std::move(together)}}); };
  const auto of_two = [&](const Row& row) {  // said by one name together with another
    return std::any_of(kind.instead.begin(), kind.instead.end(),
                       [&](const Instead& i) { return !i.or_row.empty() && (i.row == row.name || i.or_row == row.name); });
  };
  for (const Instead& instead : kind.instead) {
    if (instead.or_row.empty()) continue;
    const Value both = of({instead.row, instead.or_row}), way = of({instead.rows.front().name});
    const bool follows = std::find(found.begin(), found.end(), instead.or_row) != found.end();
    if (!kind.row(instead.row)->required()) all.push_back(Map{{"not", Map{{"allOf", List{both, way}}}}});
    else if (!follows) all.push_back(Map{{"oneOf", List{both, way}}});
    else all.push_back(Map{{"oneOf", List{of({instead.row}), of({instead.rows.front().name, instead.or_row})}}});
  }
  for (const Row& row : kind.rows) {
    if (of_two(row)) continue;
    const bool needed = row.required() && std::find(found.begin(), found.end(), row.name) == found.end();
    List ways{Map{{"required", List{row.name}}}};
    for (const Instead& instead : kind.instead) {
      if (instead.row != row.name) continue;
      List together;
      for (const Row& r : instead.rows) together.push_back(r.name);
      ways.push_back(Map{{"required", std::move(together)}});
    }
    if (ways.size() > 1) {
      if (!needed) ways.push_back(Map{{"not", Map{{"anyOf", ways}}}});
      all.push_back(Map{{"oneOf", std::move(ways)}});
    } else if (needed) {
      names.push_back(row.name);
    }
  }
  for (const Argument& a : kind.arguments)
    if (!a.optional) names.push_back(a.name);
  Map rules;
  if (!names.empty()) rules["required"] = std::move(names);
  if (!all.empty()) rules["allOf"] = std::move(all);
  return rules;
}
Value table(const Kind& kind) {
  Map all{{"type", "object"}, {"properties", fields(kind)}, {"additionalProperties", false}};
  for (const auto& [key, rule] : required(kind)) all[key] = rule;
  return all;
}

}  // namespace scaling_limits::catalog::json_schema
