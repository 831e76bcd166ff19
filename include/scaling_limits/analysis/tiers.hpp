// SPDX-License-Identifier: Apache-2.0
// Memory against storage: the same run saved to each of a list of tiers, and the limit of each by growth law and criterion, as
// plain rows. A tier that belongs to each GPU grows with the job: its bandwidth exponents replace those of the law.
#pragma once
#include "../version.hpp"

#include <tuple>
#include <vector>

#include "../limits/cheapest_gpus.hpp"

namespace scaling_limits::analysis {

struct NamedTier {
  std::string name{};
  storage::Tier<> tier{};
};

struct NamedLaw {
  std::string name{};
  growth::PowerLaw law{};
};

struct TierRow {
  std::string tier{}, growth{}, criterion{};
  double write_time{}, read_time{};
  limits::Limit<> limit{};
};
constexpr auto fields(const TierRow*) {
  using R = TierRow;
  return std::tuple(ResultField("tier", &R::tier, "", "its name"), ResultField("growth", &R::growth, "", "its name"),
                    ResultField("criterion", &R::criterion, "", "as it was given"),
                    ResultField("write_time", &R::write_time, "s", "of the run at its own size"),
                    ResultField("read_time", &R::read_time, "s", "of the run at its own size"),
                    ResultField("value", within(&R::limit, &limits::Limit<>::value), "GPU", "the limit"),
                    ResultField("status", within(&R::limit, &limits::Limit<>::status), "", "of the limit"),
                    ResultField("binding", within(&R::limit, &limits::Limit<>::binding), "", "at the limit"),
                    ResultField("note", within(&R::limit, &limits::Limit<>::note), "", "of the limit"),
                    ResultField("goodput", within(&R::limit, &limits::Limit<>::goodput), "1", "at the limit"));
}

/// Limits by tier, then law, then criterion, in the order given, by whatever answers them.
///
/// @param criteria how they are called; @param limit_of (saved run, its law, place of the criterion) -> Limit
template <class Ask>
  requires std::invocable<const Ask&, const TrainingRun<>&, const growth::PowerLaw&, std::size_t>
std::vector<TierRow> limits_by_tier(const TrainingRun<>& run, const std::vector<NamedTier>& tiers,
                                    const std::vector<std::string>& criteria, const std::vector<NamedLaw>& laws,
                                    const Ask& limit_of) {
  std::vector<TierRow> rows;
  for (const auto& [name, tier] : tiers) {
    const TrainingRun<> saved = run.saved_to(tier);
    validate(saved);
    for (const auto& [law_name, law] : laws) {
      const growth::PowerLaw there = law.saved_to(tier);
      for (std::size_t k = 0; k < criteria.size(); ++k)
        rows.push_back({name, law_name, criteria[k], saved.write_time(), saved.read_time(), limit_of(saved, there, k)});
    }
  }
  return rows;
}

/// The same for criteria by value: std::tuple(goodput_at_least{0.9}, ...).
template <limits::Criterion... C, class St = strategies::Blocking<>, class... F>
std::vector<TierRow> limits_by_tier(const TrainingRun<>& run, const std::vector<NamedTier>& tiers,
                                    const std::tuple<C...>& criteria, const std::vector<NamedLaw>& laws,
                                    const St& strategy = {}, const F&... factors) {
  const std::vector<std::string> names =
      std::apply([](const auto&... criterion) { return std::vector<std::string>{std::string(criterion.name())...}; }, criteria);
  const auto limit_of = [&](const TrainingRun<>& saved, const growth::PowerLaw& law, std::size_t k) {
    limits::Limit<> limit{};
    std::size_t place = 0;
    const auto ask = [&](const auto& criterion) {
      if (place++ == k) limit = limits::max_gpus(saved, criterion, law, strategy, factors...);
    };
    std::apply([&](const auto&... criterion) { (..., ask(criterion)); }, criteria);
    return limit;
  };
  return limits_by_tier(run, tiers, names, laws, limit_of);
}

}  // namespace scaling_limits::analysis
