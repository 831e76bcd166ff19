// SPDX-License-Identifier: Apache-2.0
// Strategies in which other machines take over, and the one that verifies.
#pragma once
#include "../../version.hpp"

#include "../detail/strategy_instances.hpp"

namespace scaling_limits {

template const catalog::StrategyHooks<void>& hooks_of<catalog::StrategyHooks, strategies::Verified<>>();
template const catalog::StrategyHooks<void>& hooks_of<catalog::StrategyHooks, strategies::Replicated<>>();
template const catalog::StrategyHooks<void>& hooks_of<catalog::StrategyHooks, strategies::Elastic<>>();
template const catalog::StrategyHooks<void>& hooks_of<catalog::StrategyHooks, strategies::Spared<>>();
template const catalog::StrategyHooks<void>&
hooks_of<catalog::StrategyHooks, strategies::Independent<double, catalog::AnyStrategy>>();

}  // namespace scaling_limits
