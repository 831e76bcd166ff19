// SPDX-License-Identifier: Apache-2.0
// What parts.hpp declares.
#pragma once
#include "../../version.hpp"

#include "../detail/growth_models.hpp"
#include "../detail/known_names.hpp"
#include "../parts.hpp"
#include "../presets.hpp"

namespace scaling_limits::catalog {

namespace detail {

/// A kind by name; an unknown one is refused by its path.
inline const Kind& kind_at(const Group& group, std::string_view name, std::string_view path, const Value& given) {
  try {
    return group.at(name);
  } catch (const InvalidArgument& error) {
    throw Refused(error.what(), std::string(path), given);
  }
}

/// {"godput_at_least": 0.9}: a key that is no field, and like the name of a kind.
inline void refuse_misspelt(const Group& group, const Kind* usual, const Map& given, std::string_view path) {
  std::vector<std::string_view> kinds, fields = usual ? usual->names() : std::vector<std::string_view>();
  for (const Kind& kind : group) kinds.push_back(kind.name);
  for (const auto& [name, value] : given) {
    if (std::find(fields.begin(), fields.end(), name) != fields.end()) continue;
    if (group.find(name))
      throw Refused(std::string(group.name()) + ": " + in_quotes(name) + " stands alone, with its fields within it",
                    joined(path, name), value);
    if (!closest(name, kinds).empty() && closest(name, fields).empty()) kind_at(group, name, joined(path, name), value);
  }
}

const Kind* kind_of_fields_alone(const Group& group) {
  if (group.name() == "growth") return &group.at("power_law");
  return group.name() == "strategy" ? &group.at(group.standard()) : nullptr;
}
Map without(const Map& map, std::string_view key) {
  Map rest;
  for (const auto& [name, value] : map)
    if (name != key) rest[name] = value;
  return rest;
}

}  // namespace detail

Form form_of(const Group& group, const Value& given, std::string_view path) {
  const std::string place(path);
  if (!group.named())
    return {&*group.begin(), with_preset(group.name(), detail::without_known(group.name(), given, place), path), place};
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
  const Kind* usual = detail::kind_of_fields_alone(group);
  detail::refuse_misspelt(group, usual, *map, path);
  if (usual) return {usual, *map, place};
  throw Refused(std::string(group.name()) + " needs a 'name'", joined(path, "name"), Value());
}

void look_at(const Form& form) {
  const Kind& kind = *form.kind;
  for (const auto& [name, value] : kind.respelled ? kind.respelled(form.fields, form.path) : form.fields) {
    const Row* row = kind.row_said_by(name);
    const bool by_kind = form.one_value && row && row == &kind.rows.front();
    if (row) number_of(kind.called(), *row, value, joined(form.path, by_kind ? kind.name : name));
  }
}
Part part_of(const Form& form) {
  try {
    Part part = choose(*form.kind, form.fields, form.path);
    part.model = made(part, form.path);
    return part;
  } catch (const Refused& error) {
    if (!form.one_value || error.parameter != joined(form.path, form.kind->rows.front().name)) throw;
    throw Refused(error.what(), joined(form.path, form.kind->name), error.value);
  }
}
Part part_from(const Group& group, const Value& given, std::string_view path) { return part_of(form_of(group, given, path)); }

Map completed_fields(const Part& part) {
  Map all;
  for (std::size_t k = 0; k < part.numbers.size(); ++k) {
    const Row& row = part.kind->rows[k];
    const double x = part.numbers[k];
    all[row.name] = row.range.boolean && x == x ? Value(x != 0) : cell(x);
  }
  for (const Argument& argument : part.kind->arguments) {
    const Value* given = part.arguments.find(argument.name);
    const Value value = given && !given->is_null() ? *given : argument.standard;
    if (!value.is_null()) all[argument.name] = argument.in_full ? argument.in_full(value) : value;
  }
  return all;
}
Map completed(const Part& part) {
  const Kind& kind = *part.kind;
  Map all;
  if (group(kind.group).named()) all[kind.argument("name") ? "kind" : "name"] = Value(kind.name);
  for (auto& [name, value] : completed_fields(part)) all[name] = value;
  return all;
}

// a part as what the case holds
AnyStrategy strategy_of(const Part& part) { return AnyStrategy(std::static_pointer_cast<const StrategyModel>(part.model)); }
AnyCriterion criterion_of(const Part& part) { return criterion_of(part.model); }
std::shared_ptr<const FactorModel> factor_of(const Part& part) {
  return std::static_pointer_cast<const FactorModel>(part.model);
}
const growth::PowerLaw& growth_of(const Part& part) { return static_cast<const GrowthModel&>(*part.model).law; }

}  // namespace scaling_limits::catalog
