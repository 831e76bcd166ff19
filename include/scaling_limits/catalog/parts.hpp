// SPDX-License-Identifier: Apache-2.0
// The parts of a case from data: "asynchronous", {"name": "asynchronous", "slowdown": 0.1}, {"goodput_at_least": 0.9},
// {"preset": "h100"} and whatever else people write for the same thing.
#pragma once
#include "aggregates.hpp"

namespace scaling_limits::catalog {

/// One part: what was chosen, and the model of it.
struct Part {
  Chosen chosen;
  std::shared_ptr<Model> model;
};

inline Part part_of(const Kind& kind, const Map& fields, std::string_view path) {
  Part part{choose(kind, fields, path), nullptr};
  part.model = made(part.chosen, path);
  return part;
}

namespace detail {

/// A kind by name; an unknown one is refused by its path.
inline const Kind& kind_at(const Group& group, std::string_view name, std::string_view path, const Value& given) {
  try {
    return group.at(name);
  } catch (const invalid_argument& error) {
    throw Refused(error.what(), std::string(path), given);
  }
}

inline Map without(const Map& map, std::string_view key) {
  Map rest;
  for (const auto& [name, value] : map)
    if (name != key) rest[name] = value;
  return rest;
}

}  // namespace detail

/// A part of a group. `path` is where it stands in the request.
inline Part part_from(const Group& group, const Value& given, std::string_view path) {
  const bool plain = group.size() == 1 && group.name() != "strategy" && group.name() != "criterion" && group.name() != "factor";
  if (plain) return part_of(*group.begin(), with_preset(group.name(), given, path), path);
  if (const std::string* name = given.text()) return part_of(detail::kind_at(group, *name, path, given), {}, path);
  const Map* map = given.map();
  if (!map) throw Refused(std::string(group.name()) + " must be a name, or a name with fields", std::string(path), given);
  // a cause may be called `name` too: then the kind stands under `kind`
  for (const std::string_view key : {"kind", "name", "preset"}) {
    const Value* name = map->find(key);
    if (!name) continue;
    if (key == "name" && group.name() == "factor" && map->size() == 1) break;
    if (!name->text())
      throw Refused(std::string(group.name()) + ": " + std::string(key) + " must be a text", joined(path, key), *name);
    return part_of(detail::kind_at(group, *name->text(), joined(path, key), *name), detail::without(*map, key), path);
  }
  // {"goodput_at_least": 0.9}, {"strong_scaling": {...}}
  if (map->size() == 1)
    if (const auto& [name, value] = *map->begin(); group.find(name) || value.map()) {
      const Kind& kind = detail::kind_at(group, name, path, given);
      if (value.map()) return part_of(kind, *value.map(), path);
      if (kind.rows.empty()) throw Refused(std::string(kind.called()) + " takes no value", joined(path, name), value);
      Map fields;
      fields[kind.rows.front().name] = value;
      try {
        return part_of(kind, fields, path);
      } catch (const Refused& error) {  // by the name it was given under
        const bool own = error.parameter == joined(path, kind.rows.front().name);
        throw Refused(error.what(), own ? joined(path, name) : error.parameter, error.value);
      }
    }
  // fields alone are those of the usual kind
  if (group.name() == "growth") return part_of(group.at("power_law"), *map, path);
  if (group.name() == "strategy") return part_of(group.at("blocking"), *map, path);
  throw Refused(std::string(group.name()) + " needs a 'name'", joined(path, "name"), Value());
}

// a part as what the case holds
inline AnyStrategy strategy_of(const Part& part) {
  return AnyStrategy(std::static_pointer_cast<const StrategyModel>(part.model));
}
inline AnyCriterion criterion_of(const Part& part) { return std::static_pointer_cast<const CriterionModel>(part.model); }
inline std::shared_ptr<const FactorModel> factor_of(const Part& part) {
  return std::static_pointer_cast<const FactorModel>(part.model);
}
inline const growth::PowerLaw& growth_of(const Part& part) { return static_cast<const GrowthModel&>(*part.model).law; }
template <class P>
const P& aggregate_of(const Part& part) {
  return static_cast<const ModelOf<P>&>(*part.model).value;
}

namespace detail {

inline std::vector<scaling_limits::strategies::Level> levels_of(std::string_view owner, const Map& given) {
  std::vector<scaling_limits::strategies::Level> levels;
  const Value* list = given.find("levels");
  const std::string form = std::string(owner) + ": levels must be a list of {tier, share}";
  if (!list || !list->list()) throw Refused(form, "levels", list ? *list : Value());
  static const Row share{"share", "1", "of the run's failures that need this level", closed_fraction};
  for (const Value& one : *list->list()) {
    const std::string path = "levels." + std::to_string(levels.size());
    const Map* level = one.map();
    if (!level) throw Refused(form, path, one);
    const Value *tier = level->find("tier"), *part = level->find("share");
    if (!tier || !part)
      throw Refused(form + "; one has no '" + (tier ? "share" : "tier") + "'", joined(path, tier ? "share" : "tier"), Value());
    for (const auto& [name, value] : *level)
      if (name != "tier" && name != "share")
        throw Refused(form + "; it has no field '" + name + "'", joined(path, name), value);
    levels.push_back({aggregate_of<storage::Tier<>>(part_from(tiers(), *tier, joined(path, "tier"))),
                      number_of(owner, share, *part, joined(path, "share"))});
  }
  return levels;
}

}  // namespace detail

}  // namespace scaling_limits::catalog
