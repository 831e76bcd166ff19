// SPDX-License-Identifier: Apache-2.0
// A ready-made value with its source: chips, tiers, failure rates, machines, runs.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <array>
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

/// One table of several, in their order.
template <class T, std::size_t... n>
constexpr std::array<Preset<T>, (n + ...)> joined(const Preset<T> (&... tables)[n]) {
  std::array<Preset<T>, (n + ...)> all;
  auto next = all.begin();
  ((next = std::copy(std::begin(tables), std::end(tables), next)), ...);
  return all;
}

/// The preset of that name in a table; throws InvalidArgument listing the names there are.
template <class Presets>
const auto& find(const Presets& presets, std::string_view kind, std::string_view name) {
  std::string names;
  for (const auto& preset : presets) {
    if (preset.name == name) return preset;
    names.append(names.empty() ? "" : ", ").append(preset.name);
  }
  throw InvalidArgument("no " + std::string(kind) + " named " + in_quotes(name) + "; there are " + names);
}

/// What one field of a preset rests on.
struct FieldSource {
  std::string_view field{};
  Mark mark{};
  std::string_view source{};
};

}  // namespace scaling_limits::published
