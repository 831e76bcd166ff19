// SPDX-License-Identifier: Apache-2.0
// Strategies whose checkpoints have levels.
#pragma once
#include "../../version.hpp"

#include "../../strategies/in_memory.hpp"
#include "../../strategies/multilevel.hpp"
#include "../strategy_of.hpp"

namespace scaling_limits {

template const catalog::StrategyHooks<void>& hooks_of<catalog::StrategyHooks, strategies::Multilevel>();
template const catalog::StrategyHooks<void>& hooks_of<catalog::StrategyHooks, strategies::InMemory<>>();

}  // namespace scaling_limits
