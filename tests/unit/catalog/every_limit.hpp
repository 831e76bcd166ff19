// SPDX-License-Identifier: Apache-2.0
// Limits of the strategies, criteria and factors of every_kind.hpp by their types. All pairs of types are compiled as they are, each
// in a triple. The other triples go by way of the catalogue's AnyStrategy and of Factors made from the types: all 847 would take
// minutes to compile.
#pragma once
#include "every_kind.hpp"

namespace scaling_limits::testing::every_kind {

/// A limit of row i of the strategies, row c of the criteria and row j - 1 of the factors, 0 for none of them.
using Ask = limits::Limit<> (*)(const Situation& at, const Map& strategy, const Map& criterion, const Map& factor);
constexpr std::size_t criterion_count = std::tuple_size_v<decltype(criterion_rows)>,
                      factor_count = std::tuple_size_v<decltype(factor_rows)>;

/// Those of row i of the strategies, by criterion and factor; null where they are not compiled as they are.
template <std::size_t i>
std::vector<Ask> asks_of();  // every_limit_as_it_is.hpp
/// The same for the rows from so many on, which no source names.
constexpr std::size_t named_rows = 10, strategy_count = std::tuple_size_v<decltype(strategy_rows)>;
std::vector<std::vector<Ask>> asks_of_others();  // every_limit_others.cpp

template <class C, class St, class... F>
limits::Limit<> by_template(const TrainingRun<>& run, const C& criterion, const growth::PowerLaw& law, const St& strategy,
                            const F&... factor) {
  if constexpr (std::same_as<C, limits::Cheapest>) return limits::cheapest_gpus(run, criterion, law, strategy, factor...);
  else return limits::max_gpus(run, criterion, law, strategy, factor...);
}

}  // namespace scaling_limits::testing::every_kind
