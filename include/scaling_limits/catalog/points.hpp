// SPDX-License-Identifier: Apache-2.0
// How much a request asks for, told before anything of it is computed: whoever answers strangers has a bound.
#pragma once
#include "../version.hpp"

#include <algorithm>

#include "choose.hpp"

namespace scaling_limits::catalog {

/// Refuses a request of too many points: the elements of what is swept, times the entries of each list that the question takes.
inline void refuse_too_many(const Map& given, double most) {
  double points = 1;
  std::size_t most_of_one = 0;
  std::string largest;
  const auto count = [&](const std::string& path, std::size_t size) {
    if (size > most_of_one) most_of_one = size, largest = path;
    points *= static_cast<double>((std::max)(size, std::size_t(1)));
  };
  const auto size_of = [](const Value& v) { return v.list() ? v.list()->size() : v.numbers() ? v.numbers()->size() : 1; };
  if (const Value* over = given.find("over"); over && over->map()) {
    std::size_t longest = 0;
    for (const auto& [path, list] : *over->map()) longest = (std::max)(longest, size_of(list));
    count("over", longest);
  }
  if (const Value* strategies = given.find("strategy")) count("strategy", size_of(*strategies));
  if (const Value* with = given.find("with"); with && with->map())
    for (const auto& [name, value] : *with->map()) count("with." + name, size_of(value));
  if (points > most)
    throw Refused("a request of " + to_text(points) + " points, " + std::to_string(most_of_one) + " of them in " +
                      in_quotes(largest) + ", is larger than the " + to_text(most) + " that are answered at once here",
                  largest, Value(points));
}

}  // namespace scaling_limits::catalog
