// SPDX-License-Identifier: Apache-2.0
// Strategies in which other machines take over, and the one that verifies.
#pragma once
#include "../../version.hpp"

#include "../detail/strategy_instances.hpp"

namespace scaling_limits::catalog {

template struct StrategyOf<strategies::Verified<>>;
template struct StrategyOf<strategies::Replicated<>>;
template struct StrategyOf<strategies::Elastic<>>;
template struct StrategyOf<strategies::Spared<>>;
template struct StrategyOf<strategies::Independent<double, AnyStrategy>>;

}  // namespace scaling_limits::catalog
