// SPDX-License-Identifier: Apache-2.0
// Lists of causes that say what a strategy takes gpu_mttf to count, so that nothing is left to it.
#pragma once
#include <scaling_limits/run/causes.hpp>

#include <string>
#include <vector>

#include "reference.hpp"

namespace scaling_limits::testing {

/// Shares of gpu_mttf, by what a strategy tells failures apart.
template <class St>
std::vector<failures::Cause<>> said_by(const St& strategy) {
  std::vector<failures::Cause<>> list;
  if constexpr (requires { strategy.inner; }) return said_by(strategy.inner);
  else if constexpr (requires { strategy.tiers; }) {
    for (double level = 1; const auto& tier : strategy.tiers)
      list.push_back({.name = "level " + to_text(level), .share = tier.share, .severity = level}), ++level;
  } else if constexpr (requires { strategy.copies; }) {
    list = {{.name = "machine", .share = 1, .severity = 1}};
  } else if constexpr (requires { strategy.silent_share; }) {
    list = {{.name = "stop", .share = 1 - strategy.silent_share},
            {.name = "silent", .share = strategy.silent_share, .downtime = 0, .lag = 0}};
  } else if constexpr (requires { strategy.outage; }) {
    list = {{.name = "replica", .share = 1}};
    if (strategy.outage == strategy.outage)
      list[0].detection = strategy.stall_time, list[0].restart_time = strategy.outage - strategy.stall_time;
  } else if constexpr (requires {
                         strategy.share;
                         strategy.step_time;
                       }) {
    list = {{.name = "saved", .share = strategy.share, .leaves_state = 1}, {.name = "lost", .share = 1 - strategy.share}};
  } else {
    list = {{.name = "all", .share = 0.4}, {.name = "rest", .share = 0.6}};
  }
  return list;
}

/// Shares as rates of their own.
inline std::vector<failures::Cause<>> in_rates(std::vector<failures::Cause<>> list, double gpu_mttf) {
  for (auto& cause : list) cause.mttf = gpu_mttf / cause.share, cause.share = NaN;
  return list;
}

/// Gives a cause that strikes a run of so many GPUs so often its rate, in any of the usual ways.
inline void set_rate_in_any_way(failures::Cause<>& cause, Sampler& random, double gpus, double mtbf) {
  using failures::Per;
  constexpr double counted = 40, year = 365.25 * units::day;
  const auto per_unit = [&](double units_of_size) {  // the time to a failure of one unit
    return mtbf * gpus / units_of_size;
  };
  switch (random.index(8)) {
    case 0:
      cause.mttf = per_unit(1);
      break;
    case 1:
      cause.per = Per::node, cause.per_1000_unit_days = 1000 * units::day / per_unit(8);
      break;
    case 2:
      cause.per = Per::domain, cause.gpus_per_unit = std::round(random.log_uniform(8, 8192));
      cause.fit = 1e9 * units::hour / per_unit(cause.gpus_per_unit);
      break;
    case 3:
      cause.per = Per::node, cause.gpus_per_unit = 72, cause.afr = year / per_unit(72);
      break;
    case 4:  // of what fails many times a year the share that does is 1
      if (year / per_unit(1) < 20) cause.failing_share = -std::expm1(-year / per_unit(1));
      else cause.afr = year / per_unit(1);
      break;
    case 5:
      cause.mtbf = mtbf, cause.exponent = random.chance(0.5) ? NaN : random.uniform(0, 1.5);
      break;
    case 6:
      cause.events = counted, cause.running_days = counted * mtbf / units::day;
      break;
    default:
      cause.per = Per::job, cause.mttf = mtbf;
  }
}

/// What may stop a run of so many GPUs: some rows of a few of all kinds. Times are of failures `mtbf` apart and their likes.
struct SomeCauses {
  bool shares = false, extra = true, common = true, retries = true, restarts = true;
  double most_rows = 5, most_retried = 0.8;
  bool any_rate = false;

  Stops<> operator()(Sampler& random, double gpus, double mtbf) const {
    Stops<> stops;
    stops.gpus = gpus;
    const auto count = 1 + random.index(static_cast<std::size_t>(most_rows));
    for (std::size_t i = 0; i < count; ++i) {
      failures::Cause<> cause{.name = "row " + std::to_string(i)};
      const bool planned = extra && random.chance(0.15);
      const double often = mtbf * static_cast<double>(count) * random.log_uniform(0.3, 30);
      if (any_rate && (!shares || planned)) set_rate_in_any_way(cause, random, gpus, often);
      else if (shares && !planned) cause.share = random.uniform(0, 1.0 / static_cast<double>(count));
      else if (random.chance(0.5)) cause.mttf = often * gpus;
      else cause.mtbf = often;
      if (planned) cause.planned = 1;
      else if (extra && random.chance(0.15)) cause.lag = random.log_uniform(1, 20'000);
      else if (common && random.chance(0.2)) cause.common = 1;
      if (random.chance(0.5)) cause.downtime = random.log_uniform(1, mtbf / 3);
      else if (random.chance(0.5)) cause.detection = random.log_uniform(1, mtbf / 10);
      if (restarts && random.chance(0.3)) cause.restart_time = random.log_uniform(1, mtbf / 3);
      else if (restarts && random.chance(0.3)) cause.extra_restart = random.log_uniform(1, mtbf / 10);
      if (retries && random.chance(0.3)) cause.retry_chance = random.uniform(0, most_retried);
      if (cause.retry_chance > 0 && random.chance(0.5)) cause.retry_time = random.log_uniform(1, mtbf / 10);
      cause.severity = static_cast<double>(random.index(4));
      cause.leaves_state = random.chance(0.4) ? 1 : 0;
      if (random.chance(0.3)) cause.takes = static_cast<double>(random.index(5));
      stops.causes.push_back(cause);
    }
    return stops;
  }
};

}  // namespace scaling_limits::testing
