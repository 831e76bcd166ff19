// SPDX-License-Identifier: Apache-2.0
// All limits of a scenario on one axis, date by date: GPUs of the year that are wanted, that each supply and each criterion
// allows, and which of them is tightest.
//
// Every limit is that of limits/max_gpus.hpp; the limit of all together has the tightest supply as a HardCap and the latency
// wall as a PowerLaw.
#pragma once
#include "../version.hpp"

#include <functional>
#include <vector>

#include "../limits/hard_cap.hpp"
#include "../limits/max_gpus.hpp"
#include "../limits/power_law_factor.hpp"
#include "scenario.hpp"

namespace scaling_limits::analysis {

/// A criterion with all that it is asked under, as a timeline asks it: made by under().
struct Asked {
  using First = dual<double>;
  Name name{};
  growth::PowerLaw growth{};
  bool single = false;  // whether it holds up to its limit and nowhere beyond
  std::function<limits::Limit<>(const TrainingRun<>& run)> limit{};
  // with the tightest supply as a cap, and the latency wall
  std::function<limits::Limit<>(const TrainingRun<>& run, const limits::HardCap<>& cap, const limits::PowerLaw<>& wall)>
      within{};
  // above zero where it fails, at a size of the growing run given as ln(size / gpus)
  std::function<First(const TrainingRun<First>& run, const First& log_size)> excess{};
};

/// A criterion by a name of its own, under a growth law in size, a strategy and factors.
template <limits::Criterion C, class St = strategies::Blocking<>, class... F>
Asked under(std::string_view name, const C& criterion, const growth::PowerLaw& law = growth::fixed(), const St& strategy = {},
            const F&... factors) {
  using First = Asked::First;
  criterion.validate();
  const TrainingRun<> any{};
  return {Name(name),
          law,
          !C::global_maximum && limits::Problem(any, criterion, law, strategy, factors...).rises(),
          [=](const TrainingRun<>& run) { return limits::max_gpus(run, criterion, law, strategy, factors...); },
          [=](const TrainingRun<>& run, const limits::HardCap<>& cap, const limits::PowerLaw<>& wall) {
            return limits::max_gpus(run, criterion, law, strategy, factors..., cap, wall);
          },
          [=](const TrainingRun<First>& run, const First& log_size) {
            return limits::Problem(run, criterion, law, strategy, factors...).excess(log_size);
          }};
}

/// What one limit allows at a date.
struct Allowed {
  std::string_view name{};
  double gpus{};     // of the year; +inf, NaN: see status
  double compute{};  // FLOP of the largest run on so many GPUs
  double slack{};    // gpus / demand: below 1 it binds
  limits::Status status{};
  std::string note{};
};

struct Date {
  double year{};
  double demand{};                // GPUs of the year
  double demand_compute{};        // FLOP
  std::vector<Allowed> limits{};  // of the supplies that the scenario has, then of the criteria
  std::string_view binding{};     // the tightest of them; empty where nothing limits
  limits::Limit<> combined{};     // under the first criterion, within the supplies; without criteria the tightest supply
};

/// Years from the start to a date; one before the start is refused.
inline double years_to(const Demand<>& demand, double year) {
  check("timeline", "year", year, Range{.lower = demand.start, .upper = inf, .open_above = true});
  return year - demand.start;
}

namespace detail {

inline limits::Status status_of(double gpus) {
  return gpus != gpus ? limits::Status::infeasible : gpus == inf ? limits::Status::no_limit : limits::Status::ok;
}

/// The latency wall of a date as a factor; one that loses nothing where there is none.
inline limits::PowerLaw<> wall_at(const Scenario<>& scenario, double years) {
  const double gpus = gpus_allowed(scenario, Supply::latency, years);
  if (!(gpus < inf)) return {.ratio = 0, .gpus = 1, .exponent = 0, .name = "latency"};
  return {.ratio = 1, .gpus = gpus, .exponent = scenario.wall->exponent(), .name = "latency"};
}

/// The tightest supply as it is, where no criterion is asked.
inline limits::Limit<> limit_of(const limits::HardCap<>& cap) {
  limits::Limit<> limit{.value = cap.gpus, .status = status_of(cap.gpus), .goodput = NaN, .efficiency = NaN};
  if (limit.status == limits::Status::ok) limit.binding = cap.name, limit.shares.add(cap.name, 1), limit.roots.add(cap.gpus);
  if (limit.status == limits::Status::no_limit) limit.note = "no limit: no supply is scarce and no criterion was asked";
  return limit;
}

}  // namespace detail

/// One date of the timeline.
///
/// @throws DomainError where a part is out of its range, and for a date before the start
inline Date timeline_at(const Scenario<>& scenario, double year, const std::vector<Asked>& criteria = {}) {
  scenario.validate();
  const double years = years_to(scenario.demand, year), per_gpu = scenario.compute_per_gpu(years);
  const TrainingRun<> run = scenario.run_at(years);
  Date date{year, run.gpus, scenario.compute(years), {}, {}, {}};
  limits::HardCap<> tightest{.gpus = inf};
  double least = inf;
  const auto add = [&](std::string_view name, double gpus, double compute, limits::Status status, std::string note) {
    date.limits.push_back({name, gpus, compute, gpus / run.gpus, status, std::move(note)});
    // where no size will do nothing is allowed
    if (const double allowed = status == limits::Status::infeasible ? 0 : gpus; allowed < least)
      least = allowed, date.binding = name;
  };
  for (const auto& [name, supply] : words_of<Supply>) {
    if (!has(scenario, supply)) continue;
    const double compute = compute_allowed(scenario, supply, years), gpus = compute / per_gpu;
    add(name, gpus, compute, detail::status_of(gpus), gpus == gpus ? "" : "infeasible: beyond the range of the model");
    if (gpus < tightest.gpus && (supply != Supply::latency || criteria.empty())) tightest = {.gpus = gpus, .name = Name(name)};
  }
  for (const Asked& criterion : criteria) {
    auto limit = criterion.limit(run);
    add(criterion.name, limit.value, limit.value * per_gpu, limit.status, std::move(limit.note));
  }
  date.combined =
      criteria.empty() ? detail::limit_of(tightest) : criteria.front().within(run, tightest, detail::wall_at(scenario, years));
  return date;
}

}  // namespace scaling_limits::analysis
