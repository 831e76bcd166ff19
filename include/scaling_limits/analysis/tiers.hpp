// SPDX-License-Identifier: Apache-2.0
// Memory against storage: the same run saved to each of a list of tiers, and the limit of each by growth law and criterion, as
// plain rows. A tier that belongs to each GPU grows with the job: its bandwidth exponents replace those of the law.
#pragma once
#include <tuple>
#include <vector>

#include "../limits/cheapest_gpus.hpp"

namespace scaling_limits::analysis {

struct NamedTier {
  std::string name;
  storage::Tier<> tier;
};

struct NamedLaw {
  std::string name;
  growth::PowerLaw law;
};

struct TierRow {
  std::string tier, growth;
  std::string_view criterion;
  double write_time, read_time;  // of the run at its own size [s]
  limits::Limit<> limit;
};

/// Limits by tier, then law, then criterion, in the order given. @param criteria std::tuple(goodput_at_least{0.9}, ...)
template <limits::Criterion... C, class St = strategies::Blocking<>, class... F>
std::vector<TierRow> limits_by_tier(const TrainingRun<>& run, const std::vector<NamedTier>& tiers,
                                    const std::tuple<C...>& criteria, const std::vector<NamedLaw>& laws,
                                    const St& strategy = {}, const F&... factors) {
  std::vector<TierRow> rows;
  for (const auto& [name, tier] : tiers) {
    const TrainingRun<> saved = run.saved_to(tier);
    for (const auto& [law_name, law] : laws) {
      const auto add = [&](const auto& criterion) {
        rows.push_back({name, law_name, criterion.name(), saved.write_time(), saved.read_time(),
                        limits::max_gpus(saved, criterion, law.saved_to(tier), strategy, factors...)});
      };
      std::apply([&](const auto&... criterion) { (..., add(criterion)); }, criteria);
    }
  }
  return rows;
}

}  // namespace scaling_limits::analysis
