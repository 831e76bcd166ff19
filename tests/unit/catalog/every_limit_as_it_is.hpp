// SPDX-License-Identifier: Apache-2.0
// What the sources every_limit_*.cpp instantiate, some strategies each: together they would take a minute and 2 GB.
#pragma once
#include "every_limit.hpp"

namespace scaling_limits::testing::every_kind {

template <std::size_t i, std::size_t c, std::size_t j>
limits::Limit<> ask_as_it_is(const Situation& at, const Map& strategy, const Map& criterion, const Map& factor) {
  const auto under = std::get<c>(criterion_rows).make(criterion);
  const auto made = std::get<i>(strategy_rows).make(strategy);
  if constexpr (j == 0) return by_template(at.run, under, at.growth, made);
  else return by_template(at.run, under, at.growth, made, std::get<j - 1>(factor_rows).make(factor));
}
template <std::size_t i>
std::vector<Ask> asks_of() {
  static constexpr auto one = []<std::size_t c, std::size_t j>() -> Ask {
    if constexpr ((i + j) % criterion_count == c) return ask_as_it_is<i, c, j>;
    else return nullptr;
  };
  return []<std::size_t... k>(std::index_sequence<k...>) {
    return std::vector<Ask> { one.template operator()<k / (factor_count + 1), k % (factor_count + 1)>()... };
  }(std::make_index_sequence<criterion_count*(factor_count + 1)>());
}

}  // namespace scaling_limits::testing::every_kind
