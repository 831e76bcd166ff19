// SPDX-License-Identifier: Apache-2.0
// Memory against storage: the same run saved to each of a list of tiers, and the limit of each by growth law and criterion, as
// plain rows. A tier that belongs to each GPU grows with the job: its bandwidth exponents replace those of the law.
#pragma once
#include <vector>

#include "../limits/max_gpus.hpp"

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
  std::string tier, growth, criterion;
  double write_time, read_time;  // of the run at its own size [s]
  limits::Limit<> limit;
};

/// Limits by tier, then law, then criterion, in the order given, by whatever answers them.
///
/// @param criteria how they are called; @param limit_of (saved run, its law, place of the criterion) -> Limit
template <class Ask>
std::vector<TierRow> limits_by_tier(const TrainingRun<>& run, const std::vector<NamedTier>& tiers,
                                    const std::vector<NamedLaw>& laws, const std::vector<std::string>& criteria,
                                    const Ask& limit_of) {
  std::vector<TierRow> rows;
  for (const auto& [name, tier] : tiers) {
    const TrainingRun<> saved = run.saved_to(tier);
    for (const auto& [law_name, law] : laws) {
      const growth::PowerLaw there = law.saved_to(tier);
      for (std::size_t k = 0; k < criteria.size(); ++k)
        rows.push_back({name, law_name, criteria[k], saved.write_time(), saved.read_time(), limit_of(saved, there, k)});
    }
  }
  return rows;
}

/// The same for a strategy and criteria by value.
template <class St, limits::Criterion... C>
std::vector<TierRow> limits_by_tier(const TrainingRun<>& run, const std::vector<NamedTier>& tiers,
                                    const std::vector<NamedLaw>& laws, const St& strategy, const C&... criteria) {
  return limits_by_tier(run, tiers, laws, std::vector<std::string>{std::string(criteria.name())...},
                        [&](const TrainingRun<>& saved, const growth::PowerLaw& law, std::size_t k) {
                          limits::Limit<> limit{};
                          std::size_t place = 0;
                          (..., (place++ == k ? void(limit = limits::max_gpus(saved, criteria, law, strategy)) : void()));
                          return limit;
                        });
}

}  // namespace scaling_limits::analysis
