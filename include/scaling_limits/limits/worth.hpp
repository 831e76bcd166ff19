// SPDX-License-Identifier: Apache-2.0
// What a size is worth: with losses L(N) = sum of -ln e, useful work is N exp(-L), and 1 % more of the size adds
// d ln(N exp(-L)) / d ln N = 1 - sum of dL/d ln N per cent of it. Each term takes its slope of that per cent.
#pragma once
#include "../version.hpp"

#include <cmath>
#include <string_view>

#include "../core/result_fields.hpp"
#include "../run/growth.hpp"
#include "../strategies/growing.hpp"
#include "../strategies/strategy.hpp"
#include "criteria.hpp"

namespace scaling_limits::limits {

/// What a size is worth, and what 1 % more of it adds.
struct Worth {
  double worth = NaN, efficiency = NaN, elasticity = NaN;
  std::string_view binding{};
  Terms<double> losses{}, lost{};
};
constexpr auto fields(const Worth*) {
  using W = Worth;
  return std::tuple(
      ResultField("worth", &W::worth, "1", "those that lose nothing and do as much"),
      ResultField("efficiency", &W::efficiency, "1", "product of all that takes of it"),
      ResultField("elasticity", &W::elasticity, "1", "per cent of work that 1 % more add"),
      ResultField("binding", &W::binding, "", "the term that takes most of that per cent; empty where none does"),
      ResultField("losses", &W::losses, "1", "-ln of what the term leaves", "term"),
      ResultField("lost", &W::lost, "1", "what the term takes of that per cent; with elasticity they sum to one", "term"));
}

/// Of a size with its losses as duals over ln(size), and the size that cannot be passed.
inline Worth worth_of(double size, const Terms<dual<double>>& losses, const Cap<double>& cap) {
  Worth found;
  add_values(losses, found.losses);
  add_slopes(losses, found.lost);
  found.efficiency = std::exp(-found.losses.sum()), found.worth = size * found.efficiency;
  found.elasticity = 1 - found.lost.sum();
  const std::string_view largest = found.lost.largest();
  if (cap.gpus < size) found.binding = Name(cap.name).text();
  else if (found.lost.of(largest) > 0) found.binding = largest;
  return found;
}

/// Of a run grown to a size, its factors' losses before the strategy's.
template <class St, class... F>
Worth worth_at(const TrainingRun<>& run, double gpus, const growth::PowerLaw& law, const St& strategy, const F&... factors) {
  using D = dual<double>;
  const auto as_it_is = [](const D& loss) { return loss; };
  Terms<D> losses;
  Cap<double> least;
  (..., losses.add_all(factors.losses(D(gpus, gpus)), as_it_is));
  (..., least.lower_to(factors));
  const TrainingRun<D> there = law.grown(run, D(log_ratio(gpus, run.gpus), 1.0));
  losses.add_all(strategies::losses_in_range(there, *strategies::Growing(strategy, law, run.gpus)), as_it_is);
  return worth_of(gpus, losses, least);
}

}  // namespace scaling_limits::limits
