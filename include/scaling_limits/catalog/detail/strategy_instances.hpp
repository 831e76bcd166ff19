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

namespace scaling_limits {

extern template const catalog::StrategyHooks<void>& hooks_of<catalog::StrategyHooks, strategies::Multilevel>();
extern template const catalog::StrategyHooks<void>& hooks_of<catalog::StrategyHooks, strategies::InMemory<>>();
extern template const catalog::StrategyHooks<void>& hooks_of<catalog::StrategyHooks, strategies::Verified<>>();
extern template const catalog::StrategyHooks<void>& hooks_of<catalog::StrategyHooks, strategies::Replicated<>>();
extern template const catalog::StrategyHooks<void>& hooks_of<catalog::StrategyHooks, strategies::Elastic<>>();
extern template const catalog::StrategyHooks<void>& hooks_of<catalog::StrategyHooks, strategies::Spared<>>();
extern template const catalog::StrategyHooks<void>&
hooks_of<catalog::StrategyHooks, strategies::Independent<double, catalog::AnyStrategy>>();

}  // namespace scaling_limits
