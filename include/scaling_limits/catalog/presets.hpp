// SPDX-License-Identifier: Apache-2.0
// Ready-made values by name, with their sources: published/ registers its own here, so that this room includes none of it.
#pragma once
#include "../version.hpp"

#include "choose.hpp"

namespace scaling_limits::catalog {

struct NamedPreset {
  std::string group{}, name{};
  Map fields{};
  std::string mark{}, source{}, note{};
  Map more{};  // what else is known of it, by name: shown, never filled in
};

/// All presets, in the order in which they came.
std::vector<NamedPreset>& presets();

/// The fields of a preset; throws InvalidArgument with the nearest name.
const NamedPreset& preset(std::string_view group, std::string_view name);
/// What is given for an aggregate: fields by name, beside or in place of those of a preset; a text is a preset's name.
Map with_preset(std::string_view group, const Value& given, std::string_view path);

}  // namespace scaling_limits::catalog
