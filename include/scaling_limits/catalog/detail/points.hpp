// SPDX-License-Identifier: Apache-2.0
// How much a request asks for, told before anything of it is computed: whoever answers strangers has a bound, and nobody has
// more than a thousand factors.
#pragma once
#include "../../version.hpp"

#include <algorithm>

#include "../choose.hpp"

namespace scaling_limits::catalog {

inline constexpr std::size_t most_listed = 1000;  // factors, severity levels: some dozens are many

/// Refuses a list of more parts than anybody has.
inline void refuse_too_many(std::string_view group, const List& parts) {
  if (parts.size() > most_listed)
    throw Refused(std::string(group) + ": " + std::to_string(parts.size()) + " of them are more than the " +
                      std::to_string(most_listed) + " that a request may have",
                  std::string(group), Value(parts.size()));
}

/// Refuses a request of too many points: the elements of what is swept, times the entries of each list that the question
/// answers for one by one.
inline void refuse_too_many(const Kind& question, const Map& given, double most) {
  double points = 1;
  std::size_t most_of_one = 0;
  std::string largest;
  const auto count = [&](const std::string& path, std::size_t size) {
    if (size > most_of_one) most_of_one = size, largest = path;
    points *= static_cast<double>((std::max)(size, std::size_t(1)));
  };
  const auto size_of = [](const Value* of) -> std::size_t {
    if (!of) return 1;
    return of->list() ? of->list()->size() : of->numbers() ? of->numbers()->size() : of->map() ? of->map()->size() : 1;
  };
  if (const Value* over = given.find("over"); over && over->map()) {
    std::size_t longest = 0;
    for (const auto& [path, list] : *over->map()) longest = (std::max)(longest, size_of(&list));
    count("over", longest);
  }
  const Value *with = given.find("with"), *strategies = given.find("strategy");
  for (const Argument& list : question.arguments) {
    if (!list.each) continue;
    const Value* own = with && with->map() ? with->map()->find(list.name) : nullptr;
    if (list.name == "strategies" && strategies && strategies->list()) count("strategy", strategies->list()->size());
    else count("with." + std::string(list.name), size_of(own && !own->is_null() ? own : &list.standard));
  }
  if (points > most)
    throw Refused("a request of " + to_text(points) + " points, " + std::to_string(most_of_one) + " of them in " +
                      in_quotes(largest) + ", is larger than the " + to_text(most) + " that are answered at once here",
                  largest, Value(points));
}

}  // namespace scaling_limits::catalog
