// SPDX-License-Identifier: Apache-2.0
// The strategies that take longest to compile, each in a unit of several: defined/strategies_of_*.hpp.
#pragma once
#include "../../version.hpp"

#include "../../strategies/elastic.hpp"
#include "../../strategies/in_memory.hpp"
#include "../../strategies/independent.hpp"
#include "../../strategies/multilevel.hpp"
#include "../../strategies/replicated.hpp"
#include "../../strategies/spared.hpp"
#include "../../strategies/verified.hpp"
#include "../strategy_of.hpp"

namespace scaling_limits::catalog {

extern template struct StrategyOf<strategies::Multilevel>;
extern template struct StrategyOf<strategies::InMemory<>>;
extern template struct StrategyOf<strategies::Verified<>>;
extern template struct StrategyOf<strategies::Replicated<>>;
extern template struct StrategyOf<strategies::Elastic<>>;
extern template struct StrategyOf<strategies::Spared<>>;
extern template struct StrategyOf<strategies::Independent<double, AnyStrategy>>;

}  // namespace scaling_limits::catalog
