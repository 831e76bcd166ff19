// SPDX-License-Identifier: Apache-2.0
// Strategies whose checkpoints have levels.
#pragma once
#include "../../version.hpp"

#include "../../strategies/in_memory.hpp"
#include "../../strategies/multilevel.hpp"
#include "../strategy_of.hpp"

namespace scaling_limits::catalog {

template struct StrategyOf<strategies::Multilevel>;
template struct StrategyOf<strategies::InMemory<>>;

}  // namespace scaling_limits::catalog
