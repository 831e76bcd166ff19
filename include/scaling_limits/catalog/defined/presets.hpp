// SPDX-License-Identifier: Apache-2.0
// What presets.hpp declares.
#pragma once
#include "../../version.hpp"

#include <algorithm>

#include "../parts.hpp"
#include "../presets.hpp"

namespace scaling_limits::catalog {

std::vector<NamedPreset>& presets() {
  static std::vector<NamedPreset> all;
  return all;
}

const NamedPreset& preset(std::string_view group, std::string_view name) {
  std::vector<std::string_view> names;
  for (const NamedPreset& p : presets())
    if (p.group == group) {
      if (p.name == name) return p;
      names.push_back(p.name);
    }
  throw InvalidArgument("no " + std::string(group) + " named " + in_quotes(name) + suggestion(name, names), "preset", name);
}

Map with_preset(std::string_view group, const Value& given, std::string_view path) {
  const auto taken = [&](const Value& name) -> Map {
    if (!name.text()) throw Refused(std::string(group) + ": preset must be a name", joined(path, "preset"), name);
    try {
      return preset(group, *name.text()).fields;
    } catch (const InvalidArgument& error) {
      throw Refused(error.what(), given.text() ? std::string(path) : joined(path, "preset"), name);
    }
  };
  if (given.text()) return taken(given);
  const Map* map = given.map();
  if (!map) throw Refused(std::string(group) + " must be fields by name, or the name of a preset", std::string(path), given);
  Map fields;
  if (const Value* name = map->find("preset")) fields = taken(*name);
  if (map->find("preset"))  // what is said in place of one of its fields takes that place
    for (const Instead& instead : catalog::group(group).begin()->instead)
      if (std::any_of(instead.rows.begin(), instead.rows.end(), [&](const Row& r) { return map->find(r.name); }))
        fields = detail::without(fields, instead.row);
  for (const auto& [name, value] : *map)
    if (name != "preset") fields[name] = value;
  return fields;
}

}  // namespace scaling_limits::catalog
