// SPDX-License-Identifier: Apache-2.0
// A ready-made value with its source: chips, tiers, failure rates, machines, runs.
#pragma once
#include "../version.hpp"

#include <span>
#include <string>

#include "../core/errors.hpp"
#include "estimate.hpp"

namespace scaling_limits::published {

template <class T>
struct Preset {
  std::string_view name{};
  T value{};
  Mark mark{};
  std::string_view source{};  // title and year; the arithmetic where derived, the reason where assumed
  std::string_view note{};
};

/// The preset of that name; throws InvalidArgument listing the names there are.
template <class T, std::size_t n>
const Preset<T>& find(const Preset<T> (&presets)[n], std::string_view kind, std::string_view name) {
  std::string names;
  for (const auto& preset : presets) {
    if (preset.name == name) return preset;
    names.append(names.empty() ? "" : ", ").append(preset.name);
  }
  throw InvalidArgument("no " + std::string(kind) + " named '" + std::string(name) + "'; there are " + names);
}

/// What one field of a preset rests on.
struct FieldSource {
  std::string_view field{};
  Mark mark{};
  std::string_view source{};
};

}  // namespace scaling_limits::published
