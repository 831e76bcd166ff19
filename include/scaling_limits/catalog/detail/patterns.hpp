// SPDX-License-Identifier: Apache-2.0
// Patterns of levels as they are given.
#pragma once
#include "../../version.hpp"

#include <string>
#include <vector>

#include "../choose.hpp"
#include "../json_schema.hpp"

namespace scaling_limits::catalog::detail {

inline constexpr Range pattern_level = whole(Range{.lower = 1, .upper = 64});
inline constexpr std::size_t longest_pattern = 16384;  // four times what the search proposes
inline Value pattern_looks() {
  Value list = json_schema::list(Map{{"type", "integer"}, {"minimum", pattern_level.lower}, {"maximum", pattern_level.upper}});
  (*list.map())["maxItems"] = longest_pattern;
  return list;
}
/// "[1, 1, 2]": levels of the checkpoints of one cycle.
inline std::vector<int> pattern_of(std::string_view owner, const Map& given) {
  std::vector<int> pattern;
  const Value* value = given.find("pattern");
  if (!value || value->is_null()) return pattern;
  const auto refuse = [&] {
    return InvalidArgument(std::string(owner) + ": pattern must be a list of whole numbers from 1, such as [1, 1, 2]",
                           "pattern");
  };
  if (!value->list()) throw refuse();
  if (value->list()->size() > longest_pattern)
    throw InvalidArgument(std::string(owner) + ": pattern has " + std::to_string(value->list()->size()) +
                              " checkpoints, more than " + std::to_string(longest_pattern),
                          "pattern");
  for (const Value& level : *value->list()) {
    const double* number = level.number();
    if (!number || !pattern_level.holds(*number)) throw refuse();
    pattern.push_back(static_cast<int>(*number));
  }
  return pattern;
}

}  // namespace scaling_limits::catalog::detail
