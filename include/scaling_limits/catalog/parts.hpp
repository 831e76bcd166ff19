// SPDX-License-Identifier: Apache-2.0
// The parts of a case from data: "asynchronous", {"name": "asynchronous", "slowdown": 0.1}, {"goodput_at_least": 0.9},
// {"preset": "h100"} and whatever else people write for the same thing.
#pragma once
#include "../version.hpp"

#include "aggregates.hpp"

namespace scaling_limits::catalog {

/// One part: what was chosen, and the model of it.
struct Part {
  Chosen chosen{};
  std::shared_ptr<Model> model{};
};

/// Which kind a part is of, and the fields that were given, whatever form it was written in.
struct Form {
  const Kind* kind = nullptr;
  Map fields{};
  std::string path{};      // where it stands in the request
  bool one_value = false;  // {"goodput_at_least": 0.9}: the field is known by the name of the kind

  /// Another value of a field; the first may be called by the name of the kind.
  void set(std::string_view field, const Value& value) {
    const bool first = field == kind->name && !kind->rows.empty();
    one_value = one_value || first;
    fields[first ? kind->rows.front().name : field] = value;
  }
};

namespace detail {

/// A kind by name; an unknown one is refused by its path.
inline const Kind& kind_at(const Group& group, std::string_view name, std::string_view path, const Value& given) {
  try {
    return group.at(name);
  } catch (const InvalidArgument& error) {
    throw Refused(error.what(), std::string(path), given);
  }
}

/// Whose fields they are where no kind is named; nullptr: one must be.
inline const Kind* kind_of_fields_alone(const Group& group) {
  if (group.name() == "growth") return &group.at("power_law");
  return group.name() == "strategy" ? &group.at(group.standard()) : nullptr;
}
/// The keys under which a part may say its kind. A cause may be called `name` too: then the kind stands under `kind`.
inline constexpr std::array<std::string_view, 3> kind_keys{"kind", "name", "preset"};

inline Map without(const Map& map, std::string_view key) {
  Map rest;
  for (const auto& [name, value] : map)
    if (name != key) rest[name] = value;
  return rest;
}

}  // namespace detail

/// A part as it was given, without looking at its fields. `path` is where it stands in the request.
inline Form form_of(const Group& group, const Value& given, std::string_view path) {
  const std::string place(path);
  if (!group.named()) return {&*group.begin(), with_preset(group.name(), given, path), place};
  if (const std::string* name = given.text()) return {&detail::kind_at(group, *name, path, given), {}, place};
  const Map* map = given.map();
  if (!map) throw Refused(std::string(group.name()) + " must be a name, or a name with fields", place, given);
  for (const std::string_view key : detail::kind_keys) {
    const Value* name = map->find(key);
    if (!name) continue;
    if (key == "name" && group.name() == "factor" && map->size() == 1) break;
    if (!name->text())
      throw Refused(std::string(group.name()) + ": " + std::string(key) + " must be a text", joined(path, key), *name);
    return {&detail::kind_at(group, *name->text(), joined(path, key), *name), detail::without(*map, key), place};
  }
  // {"goodput_at_least": 0.9}, {"strong_scaling": {...}}
  if (map->size() == 1)
    if (const auto& [name, value] = *map->begin(); group.find(name) || value.map()) {
      Form form{&detail::kind_at(group, name, path, given), {}, place};
      if (value.map()) form.fields = *value.map();
      else if (form.kind->rows.empty())
        throw Refused(std::string(form.kind->called()) + " takes no value", joined(path, name), value);
      else form.set(name, value);
      return form;
    }
  if (const Kind* usual = detail::kind_of_fields_alone(group)) return {usual, *map, place};
  throw Refused(std::string(group.name()) + " needs a 'name'", joined(path, "name"), Value());
}

/// The part of a form; what is refused is refused by the name it was given under.
inline Part part_of(const Form& form) {
  try {
    Part part{choose(*form.kind, form.fields, form.path), nullptr};
    part.model = made(part.chosen, form.path);
    return part;
  } catch (const Refused& error) {
    if (!form.one_value || error.parameter != joined(form.path, form.kind->rows.front().name)) throw;
    throw Refused(error.what(), joined(form.path, form.kind->name), error.value);
  }
}
inline Part part_from(const Group& group, const Value& given, std::string_view path) {
  return part_of(form_of(group, given, path));
}

/// Numbers and arguments by name: every field there is, in SI; null: not given.
inline Map completed(const Chosen& chosen) {
  Map all;
  for (std::size_t k = 0; k < chosen.numbers.size(); ++k) {
    const Row& row = chosen.kind->rows[k];
    const double x = chosen.numbers[k];
    all[row.name] = row.range.boolean && x == x ? Value(x != 0) : cell(x);
  }
  for (const Argument& argument : chosen.kind->arguments) {
    const Value* given = chosen.arguments.find(argument.name);
    const Value value = given && !given->is_null() ? *given : argument.standard;
    if (!value.is_null()) all[argument.name] = argument.in_full ? argument.in_full(value) : value;
  }
  return all;
}
/// A part in full, as a request may have it: its kind, unless there is one alone, and its fields.
inline Map completed(const Part& part) {
  const Kind& kind = *part.chosen.kind;
  Map all;
  if (group(kind.group).named()) all[kind.argument("name") ? "kind" : "name"] = Value(kind.name);
  for (auto& [name, value] : completed(part.chosen)) all[name] = value;
  return all;
}

// a part as what the case holds
inline AnyStrategy strategy_of(const Part& part) {
  return AnyStrategy(std::static_pointer_cast<const StrategyModel>(part.model));
}
inline AnyCriterion criterion_of(const Part& part) { return criterion_of(part.model); }
inline std::shared_ptr<const FactorModel> factor_of(const Part& part) {
  return std::static_pointer_cast<const FactorModel>(part.model);
}
inline const growth::PowerLaw& growth_of(const Part& part) { return static_cast<const GrowthModel&>(*part.model).law; }
template <class P>
const P& aggregate_of(const Part& part) {
  return static_cast<const ModelOf<P>&>(*part.model).value;
}

namespace detail {

inline Value levels_look() {
  const Argument tier =
      looking([]() -> Value { return Map{{"if", Map{{"const", own_storage}}}, {"else", json_schema::part("tier")}}; },
              {"tier", "where they are, or \"own\"", {}, {}, false});
  return json_schema::list(json_schema::table({{}, {}, {}, {share_row}, {tier}, {}}), 1);
}
inline std::vector<scaling_limits::strategies::Level> levels_of(std::string_view owner, const Map& given) {
  std::vector<scaling_limits::strategies::Level> levels;
  const Value* list = given.find("levels");
  const std::string form = std::string(owner) + ": levels must be a list of {tier, share}";
  if (!list || !list->list()) throw Refused(form, "levels", list ? *list : Value());
  for (const Value& one : *list->list()) {
    const std::string path = "levels." + std::to_string(levels.size());
    const Map* level = one.map();
    if (!level) throw Refused(form, path, one);
    const Value *tier = level->find("tier"), *part = level->find("share");
    if (!tier || !part)
      throw Refused(form + "; one has no '" + (tier ? "share" : "tier") + "'", joined(path, tier ? "share" : "tier"), Value());
    for (const auto& [name, value] : *level)
      if (name != "tier" && name != "share")
        throw Refused(form + "; it has no field " + in_quotes(name), joined(path, name), value);
    const double share = number_of(owner, share_row, *part, joined(path, "share"));
    if (*tier == Value(own_storage)) levels.push_back(scaling_limits::strategies::own_level(share));
    else levels.push_back({aggregate_of<storage::Tier<>>(part_from(tiers(), *tier, joined(path, "tier"))), share});
  }
  return levels;
}
/// Levels that were accepted.
inline Value levels_in_full(const Value& given) {
  List all;
  for (const Value& level : *given.list()) {
    const Value& tier = *level.map()->find("tier");
    all.push_back(Map{{"tier", tier == Value(own_storage) ? tier : Value(completed(part_from(tiers(), tier, "")))},
                      {"share", number_of("multilevel", share_row, *level.map()->find("share"), "")}});
  }
  return all;
}

inline AnyStrategy inner_of(const Map& given) {
  const Value* inner = given.find("inner");
  return inner && !inner->is_null() ? strategy_of(part_from(strategies(), *inner, "inner")) : AnyStrategy();
}
inline Value inner_in_full(const Value& given) { return completed(part_from(strategies(), given, "")); }

}  // namespace detail

}  // namespace scaling_limits::catalog
