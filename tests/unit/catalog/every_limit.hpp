// SPDX-License-Identifier: Apache-2.0
// Limits of the strategies, criteria and factors of every_kind.hpp by their types. Of the triples of types, each strategy with each
// criterion and each criterion with each factor are compiled as they are, in a few sources. The others go by way of AnyStrategy and
// Factors, made from the types: all 847 would take minutes to compile.
#pragma once
#include "every_kind.hpp"

namespace scaling_limits::testing::every_kind {

/// A limit of row i of the strategies, row c of the criteria and row j - 1 of the factors, 0 for none of them.
using Ask = limits::Limit<> (*)(const Situation& at, const Map& strategy, const Map& criterion, const Map& factor);
constexpr std::size_t strategy_count = std::tuple_size_v<decltype(strategy_rows)>,
                      criterion_count = std::tuple_size_v<decltype(criterion_rows)>,
                      factor_count = std::tuple_size_v<decltype(factor_rows)>;

/// Those of some strategies, in the order of the rows, null where they are not compiled; each in a source of its own.
std::vector<Ask> asks_of_0_to_2();
std::vector<Ask> asks_of_3_to_5();
std::vector<Ask> asks_of_6_to_8();
std::vector<Ask> asks_of_9_to_10();

template <class C, class St, class... F>
limits::Limit<> by_template(const TrainingRun<>& run, const C& criterion, const growth::PowerLaw& law, const St& strategy,
                            const F&... factor) {
  if constexpr (std::same_as<C, limits::Cheapest>) return limits::cheapest_gpus(run, criterion, law, strategy, factor...);
  else return limits::max_gpus(run, criterion, law, strategy, factor...);
}
template <std::size_t i, std::size_t c, std::size_t j>
limits::Limit<> ask_as_it_is(const Situation& at, const Map& strategy, const Map& criterion, const Map& factor) {
  const auto under = std::get<c>(criterion_rows).make(criterion);
  const auto made = std::get<i>(strategy_rows).make(strategy);
  if constexpr (j == 0) return by_template(at.run, under, at.growth, made);
  else return by_template(at.run, under, at.growth, made, std::get<j - 1>(factor_rows).make(factor));
}
template <std::size_t first, std::size_t last>
std::vector<Ask> asks_of() {
  constexpr std::size_t each = criterion_count * (factor_count + 1);
  static constexpr auto one = []<std::size_t at>(std::integral_constant<std::size_t, at>) -> Ask {
    constexpr std::size_t j = at % (factor_count + 1), c = at / (factor_count + 1) % criterion_count, i = at / each;
    if constexpr ((i + c) % (factor_count + 1) == j) return ask_as_it_is<i, c, j>;
    else return nullptr;
  };
  return []<std::size_t... k>(std::index_sequence<k...>) {
    return std::vector<Ask>{one(std::integral_constant<std::size_t, first * each + k>())...};
  }(std::make_index_sequence<(last + 1 - first) * each>());
}

}  // namespace scaling_limits::testing::every_kind
