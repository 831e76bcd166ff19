// SPDX-License-Identifier: Apache-2.0
// What schema.hpp declares.
#pragma once
#include "../../version.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "../detail/known_names.hpp"
#include "../json_schema.hpp"
#include "../presets.hpp"
#include "../questions.hpp"
#include "../request.hpp"
#include "../schema.hpp"

namespace scaling_limits::catalog {

namespace json_schema {

/// What holds where a value is one thing, and where it is not.
inline Value where(Value is, Value then, Value otherwise = true) {
  Map all{{"if", std::move(is)}};
  if (then != Value(true)) all["then"] = std::move(then);
  if (otherwise != Value(true)) all["else"] = std::move(otherwise);
  return all;
}
inline Value given(List names) { return Map{{"required", std::move(names)}}; }
inline Value of_type(std::string_view type) { return Map{{"type", type}}; }
/// What may also be null: as if it were not given.
inline Value unless_null(Value schema) { return where(of_type("null"), true, std::move(schema)); }

inline std::string definition(const Kind& kind) { return joined(kind.group, kind.name); }
/// The fields of a kind and nothing else; `all`: those that must be given are there.
inline Value alone(const Kind& kind, bool all) {
  Map rules{{"$ref", *reference(definition(kind)).map()->find("$ref")}, {"unevaluatedProperties", false}};
  if (all)
    for (const auto& [key, rule] : required(kind)) rules[key] = rule;
  return rules;
}
/// The names of a kind: its own, and that of its class.
inline List names_of(const Kind& kind) {
  List names{kind.name};
  if (const std::string of_class = class_name(kind.name); of_class != kind.name) names.push_back(of_class);
  return names;
}

/// What stands under the name of a kind: its fields, or its first number.
inline Value fields_or_first(const Kind& kind, bool all) {
  if (kind.rows.empty()) return alone(kind, all);
  return where(of_type("object"), alone(kind, all), number(kind.rows.front()));
}
/// What a name alone stands for: a kind of which nothing must be given.
inline Value kinds_by_name(const Group& group, bool all) {
  List names;
  for (const Kind& kind : group)
    if (!all || required(kind).empty())
      for (Value& name : names_of(kind)) names.push_back(std::move(name));
  return one_of(std::move(names));
}
/// A part of a group whose parts say which kind they are: its name, or {name: fields}, where one form is enough.
inline Map briefly_named_part(const Group& group) {
  List names;
  Map by_name;
  for (const Kind& kind : group) {
    if (required(kind).empty()) names.push_back(kind.name);
    const bool one_number = kind.rows.size() == 1 && kind.arguments.empty();
    by_name[kind.name] = one_number ? fields_or_first(kind, true) : alone(kind, true);
  }
  return {{"type", List{"string", "object"}},
          {"if", of_type("string")},
          {"then", one_of(std::move(names))},
          {"properties", std::move(by_name)},
          {"additionalProperties", false},
          {"minProperties", 1},
          {"maxProperties", 1}};
}
/// The same in every form that people write.
inline Map named_part(const Group& group, bool all) {
  List names, own;
  Map by_name;
  for (const Kind& kind : group) {
    own.push_back(kind.name);
    for (Value& name : names_of(kind)) names.push_back(std::move(name));
    for (const Value& name : names_of(kind)) by_name[*name.text()] = fields_or_first(kind, all);
  }
  // {"goodput_at_least": 0.9}, {"strong_scaling": {...}}
  const Map objects{{"additionalProperties", of_type("object")}};
  Value rest = where(
      Map{{"minProperties", 1}, {"maxProperties", 1}, {"anyOf", List{Map{{"propertyNames", one_of(std::move(own))}}, objects}}},
      Map{{"properties", std::move(by_name)}, {"additionalProperties", false}},
      detail::kind_of_fields_alone(group) ? alone(*detail::kind_of_fields_alone(group), all)
                                          : given({detail::kind_keys.front()}));
  for (std::size_t k = detail::kind_keys.size(); k-- > 0;) {  // the first of them is looked at first
    const std::string key(detail::kind_keys[k]);
    List tagged;
    for (const Kind& kind : group) {
      Map then = *reference(definition(kind)).map();
      if (all)
        for (const auto& [name, rule] : required(kind)) then[name] = rule;
      if (then.size() == 1 && kind.names().empty()) continue;
      tagged.push_back(where(Map{{"properties", Map{{key, one_of(names_of(kind))}}}}, std::move(then)));
    }
    Map is = *given({key}).map();
    if (key == "name" && group.name() == "factor") is["minProperties"] = Value(2);
    rest = where(std::move(is),
                 Map{{"properties", Map{{key, one_of(names)}}}, {"allOf", std::move(tagged)}, {"unevaluatedProperties", false}},
                 std::move(rest));
  }
  return {{"type", List{"string", "object"}},
          {"if", of_type("string")},
          {"then", kinds_by_name(group, all)},
          {"else", std::move(rest)}};
}

/// A part of a group of one kind alone: its fields, with those of a preset or instead of them.
inline Map plain_part(const Group& group, bool all, const std::vector<std::string_view>& found = {}) {
  const Kind& kind = *group.begin();
  List names;
  for (const NamedPreset& p : presets())
    if (p.group == group.name()) names.push_back(p.name);
  Map fields_of_it{{"$ref", *reference(definition(kind)).map()->find("$ref")}};
  Map beside;
  if (!names.empty()) beside["preset"] = one_of(names);
  if (group.name() == "run") {
    beside["known"] = unless_null(detail::known_names_look());
    beside[std::string(detail::life_ends_name)] = unless_null(detail::life_ends_look());
  }
  if (!beside.empty()) fields_of_it["properties"] = std::move(beside);
  fields_of_it["unevaluatedProperties"] = Value(false);
  if (all)
    if (Map rules = required(kind, found); !rules.empty()) {
      if (names.empty())
        for (const auto& [key, rule] : rules) fields_of_it[key] = rule;
      else fields_of_it["allOf"] = List{where(given({"preset"}), true, std::move(rules))};
    }
  if (names.empty()) return fields_of_it;
  return {{"type", List{"string", "object"}},
          {"if", of_type("string")},
          {"then", one_of(std::move(names))},
          {"else", std::move(fields_of_it)}};
}
inline Map part_of_group(const Group& group, bool all, bool brief) {
  Map found = !group.named() ? plain_part(group, all) : brief ? briefly_named_part(group) : named_part(group, all);
  found["description"] = group.named() ? Value("one of the kinds of " + std::string(group.name())) : Value(group.begin()->text);
  if (!group.standard().empty()) found["default"] = Value(group.standard());
  return found;
}
/// A part of a request; of a group of which there may be many, a list of them.
inline Value part_in_request(std::string_view group, const Value& one, std::size_t least) {
  if (!detail::is_listed(group)) return one;
  return where(of_type("array"), list(one, least), one);
}

/// What a number of a group may be where it is swept, by its name; of several kinds, whichever of them has it.
inline Map swept_numbers(const Group& group) {
  std::map<std::string, List> all;
  const auto add = [&](std::string_view name, const Row& row) {
    Map one = number(row);
    one["description"] = Value();  // which of the kinds it is of is not known here
    List& known = all[std::string(name)];
    if (std::find(known.begin(), known.end(), Value(one)) == known.end()) known.push_back(std::move(one));
  };
  for (const Kind& kind : group) {
    for (const Row& row : kind.rows) add(row.name, row);
    for (const Instead& instead : kind.instead)
      for (const Row& row : instead.rows) add(row.name, row);
    if (group.named() && !kind.rows.empty()) add(kind.name, kind.rows.front());
  }
  Map found;
  for (auto& [name, ways] : all) {
    for (Value& way : ways) way = detail::without(*way.map(), "description");
    found[name] = list(ways.size() == 1 ? ways.front() : Value(Map{{"anyOf", std::move(ways)}}));
  }
  return found;
}
/// What may be swept of the parts: {"run.gpus": [...]}, {"factor.0.half_size": [...]}.
inline Map swept_parts(const std::vector<const Group*>& groups) {
  Map plain, listed;
  for (const Group* group : groups)
    for (auto& [name, values] : swept_numbers(*group)) {
      if (detail::is_listed(group->name())) listed["^" + std::string(group->name()) + "\\.[0-9]{1,3}\\." + name + "$"] = values;
      else plain[joined(group->name(), name)] = values;
    }
  Map all{{"type", "object"}, {"properties", std::move(plain)}};
  if (!listed.empty()) all["patternProperties"] = std::move(listed);
  return all;
}

/// The parts that a question looks at, with all that must be given.
inline Map parts_of_question(const Question& q) {
  Map all;
  for (const std::string_view name : q.parts()) {
    std::vector<std::string_view> found;
    for (const Follows& f : q.follows)
      if (f.group == name) found.push_back(f.field);
    Value one = found.empty() ? part(name) : Value(plain_part(group(name), true, found));
    if (name == "strategy" && q.kind.argument("strategies")) one = where(of_type("array"), list(one), one);
    one = part_in_request(name, one, 1);
    const bool needed = std::find(q.needs.begin(), q.needs.end(), name) != q.needs.end();
    all[name] = needed ? one : unless_null(one);
  }
  return all;
}
inline constexpr std::string_view columns_text = "what is wanted of the answer, by name; not given: all of it";
/// The columns of a question: each by its name or by what stands before a dot, "shares" for "shares.checkpoint"; `brief`: what
/// stands before a term or a field alone.
inline Value columns_of_question(const Question& q, bool brief) {
  std::set<std::string> names;
  std::string before;
  bool any = false;  // of some only the case knows the names
  for (const ColumnOf& c : q.gives.columns) {
    const std::string name(c.name);
    any = any || name.empty();
    for (std::size_t dot = name.find('.'); dot != name.npos; dot = name.find('.', dot + 1)) names.insert(name.substr(0, dot));
    names.insert(name);
    if (c.each) before.append(before.empty() ? "" : "|").append(name);
  }
  Value one = any ? text() : one_of(List(names.begin(), names.end()));
  if (!any && !brief && !before.empty())
    one = Map{{"anyOf", List{one, Map{{"type", "string"}, {"pattern", "^(" + before + ")\\..+$"}}}}};
  return unless_null(brief ? list(one, 1) : where(of_type("array"), list(one, 1), one));
}
/// The names of what a question needs.
inline List needs_of_question(const Question& q) {
  List needs = *cells(q.needs).list();
  if (!required(q.kind).empty()) needs.push_back("with");
  return needs;
}
/// What a question asks for beside its name. Where something is swept what must be given may be given there.
inline Map question_rules(const Question& q) {
  Map numbers;
  for (const Row& row : q.kind.rows) numbers[joined("with", row.name)] = list(number(row));
  Map with{{"type", "object"}, {"properties", fields(q.kind)}, {"additionalProperties", false}};
  Map properties{{"with", unless_null(std::move(with))},
                 {"over", unless_null(Map{{"properties", std::move(numbers)},
                                          {"$ref", *reference("over").map()->find("$ref")},
                                          {"unevaluatedProperties", false}})},
                 {"columns", columns_of_question(q, false)}};
  if (!q.kind.argument("strategies")) properties["strategy"] = Map{{"type", List{"string", "object", "null"}}};
  Map whole = parts_of_question(q);
  if (Map rules = required(q.kind); !rules.empty()) whole["with"] = std::move(rules);
  Map all{{"properties", std::move(whole)}};
  if (List needs = needs_of_question(q); !needs.empty()) all["required"] = std::move(needs);
  return {{"title", q.kind.name},
          {"description", q.kind.text},
          {"properties", std::move(properties)},
          {"if", given({"over"})},
          {"else", std::move(all)}};
}

/// The names of the definitions that a schema leads to.
inline void add_references(const Value& schema, std::set<std::string>& to) {
  if (const List* list = schema.list())
    for (const Value& one : *list) add_references(one, to);
  if (const Map* map = schema.map())
    for (const auto& [key, value] : *map) {
      if (key == "$ref" && value.text()) to.insert(value.text()->substr(std::string_view("#/$defs/").size()));
      else add_references(value, to);
    }
}
/// A schema without some of its words, wherever they stand.
inline Value without(const Value& schema, const std::vector<std::string_view>& words) {
  if (const List* list = schema.list()) {
    List all;
    for (const Value& one : *list) all.push_back(without(one, words));
    return all;
  }
  if (!schema.map()) return schema;
  Map all;
  for (const auto& [key, value] : *schema.map()) {
    // the names of properties are no words
    if (key == "properties" && value.map()) {
      Map properties;
      for (const auto& [name, rules] : *value.map()) properties[name] = without(rules, words);
      all[key] = std::move(properties);
    } else if (std::find(words.begin(), words.end(), key) == words.end()) {
      all[key] = without(value, words);
    }
  }
  return all;
}
/// A schema with all the definitions that it leads to, and no other.
inline Value closed(Map schema, const Map& definitions) {
  std::set<std::string> wanted, seen;
  add_references(schema, wanted);
  while (!wanted.empty()) {
    std::set<std::string> next;
    for (const std::string& name : wanted)
      if (seen.insert(name).second) add_references(*definitions.find(name), next);
    wanted = std::move(next);
  }
  Map kept;
  for (const auto& [name, rules] : definitions)
    if (seen.contains(name)) kept[name] = rules;
  schema["$defs"] = std::move(kept);
  return schema;
}

/// Kinds and parts of all groups, and what may be swept of `over`.
inline Map definitions(const std::vector<const Group*>& over, bool brief) {
  Map all;
  for (const Group* group : groups()) {
    for (const Kind& kind : *group)
      all[definition(kind)] =
          Map{{"title", kind.name}, {"description", kind.text}, {"type", "object"}, {"properties", fields(kind)}};
    all[group->name()] = part_of_group(*group, true, brief);
    all[swept(group->name())] = part_of_group(*group, false, brief);
  }
  all["over"] = swept_parts(over);
  return all;
}
inline Map start(std::string_view of, Map properties, List needs) {
  return {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
          {"title", std::string(of) + " to scaling_limits " SCALING_LIMITS_VERSION},
          {"description",
           "numbers are in SI, or texts with their unit such as \"2 TB/s\"; infinity is \"unlimited\", null is not given"},
          {"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(needs)},
          {"additionalProperties", false}};
}
}  // namespace json_schema

Value schema() {
  using namespace json_schema;
  const std::vector<Group*> every = groups();
  const std::vector<const Group*> looked_at(every.begin(), every.end());
  Map all = definitions(looked_at, false), properties;
  List names, rules;
  for (const Question& q : questions()) {
    const std::string called = joined("question", q.kind.name);
    names.push_back(q.kind.name);
    all[called] = question_rules(q);
    rules.push_back(where(Map{{"properties", Map{{"question", Map{{"const", q.kind.name}}}}}}, reference(called)));
  }
  properties["question"] = one_of(std::move(names));
  for (const Group* group : looked_at) {
    Value one = reference(swept(group->name()));
    if (group->name() == "strategy") one = where(of_type("array"), list(one), one);
    properties[group->name()] = unless_null(part_in_request(group->name(), one, 0));
  }
  properties["with"] = Map{{"type", List{"object", "null"}}, {"description", "the question's own arguments"}};
  properties["over"] =
      Map{{"type", List{"object", "null"}}, {"description", "what is swept: lists of one length by path, such as run.gpus"}};
  properties["columns"] = Map{{"type", List{"string", "array", "null"}}, {"description", columns_text}};
  Map found = start("a request", std::move(properties), {"question"});
  found["allOf"] = std::move(rules);
  return closed(std::move(found), all);
}

Value schema(std::string_view name) {
  using namespace json_schema;
  const Question& q = question(name);
  Map properties{{"question", Map{{"const", q.kind.name}}}};
  for (const auto& [part, rules] : parts_of_question(q)) properties[part] = rules;
  if (!q.kind.names().empty()) {
    Map with = *table(q.kind).map();
    if (required(q.kind).empty()) with["type"] = List{"object", "null"};
    properties["with"] = std::move(with);
  }
  properties["columns"] = columns_of_question(q, true);
  (*properties["columns"].map())["description"] = Value(columns_text);
  List needs = needs_of_question(q);
  needs.insert(needs.begin(), "question");
  Map found = start(q.kind.name + ": " + q.kind.text + "; a request", std::move(properties), std::move(needs));
  return without(closed(std::move(found), definitions({}, true)), {"pattern", "examples"});
}

}  // namespace scaling_limits::catalog
