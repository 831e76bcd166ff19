// SPDX-License-Identifier: Apache-2.0
// The strategies in which other machines take over, and the one that verifies, by name. A new one is a line in
// kinds_with_replicas() below.
#pragma once
#include "../../version.hpp"

#include "../../strategies/elastic.hpp"
#include "../../strategies/independent.hpp"
#include "../../strategies/replicated.hpp"
#include "../../strategies/spared.hpp"
#include "../../strategies/verified.hpp"
#include "../json_schema.hpp"
#include "../parts.hpp"
#include "../strategy_of.hpp"

namespace scaling_limits::catalog::detail {

inline AnyStrategy inner_of(const Map& given) {
  const Value* inner = given.find("inner");
  return inner && !inner->is_null() ? strategy_of(part_from(strategies(), *inner, "inner")) : AnyStrategy();
}
inline Value inner_in_full(const Value& given) { return completed(part_from(strategies(), given, "")); }

std::vector<Kind> kinds_with_replicas() {
  using namespace scaling_limits::strategies;
  return {strategy_kind<Verified<>>(), strategy_kind<Replicated<>>(), strategy_kind<Elastic<>>(),
          strategy_kind<Spared<>>(
              Spared<>::name(), Spared<>::text,
              {word<failures::BurstLaw>("bursts", "how many units a failure takes: always as many, or varying")},
              [](Spared<>& s, const Map& given) { s.bursts = chosen<failures::BurstLaw>("spared", "bursts", given); }),
          strategy_kind<Independent<double, AnyStrategy>>(
              Independent<>::name(), Independent<>::text,
              {looking([] { return json_schema::part("strategy"); },
                       {"inner", "what protects each learner", {}, Value(AnyStrategy().name()), true, inner_in_full})},
              [](Independent<double, AnyStrategy>& s, const Map& given) { s.inner = inner_of(given); })};
}

}  // namespace scaling_limits::catalog::detail
