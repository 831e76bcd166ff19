// SPDX-License-Identifier: Apache-2.0
// The cheapest size where a second has a price of its own: least (n p + k W + v) T(n). That is limits::cheapest_gpus with
// fixed_gpus = (v + k W)/p: what costs the same at every size, in GPUs.
//
//   n p/(n p + k W + v) = 1 - sum of eps, eps = d losses / d ln n
//
// Storage that grows in proportion to the GPUs is part of p; without it, and without a value of time, fewer are always cheaper.
#pragma once
#include "../version.hpp"

#include "../limits/cheapest_gpus.hpp"
#include "prices.hpp"

namespace scaling_limits::economics {

/// The cheapest size. Shares are those of limits::cheapest_gpus.
///
/// @param work [s] ideal GPU-seconds > 0, the same at every size
/// @throws DomainError for a parameter out of range
template <class S, class St = strategies::Blocking<>, class... F>
limits::Limit<double> optimal_gpus(const TrainingRun<S>& run_of, double work, const Prices<double>& prices,
                                   const growth::PowerLaw& law = growth::fixed(), const St& strategy = {},
                                   const F&... factors) {
  using limits::Status;
  const TrainingRun<double> run = converted<TrainingRun, double>(run_of);
  validate(prices);
  validate(run);
  check("optimal_gpus", "work", work, positive, "s");
  const auto none = [](std::string note) { return limits::no_answer<double>(Status::infeasible, std::move(note)); };
  const double exponent = law.exponents[index_of<TrainingRun<>>("write_bandwidth")],
               storage = prices.storage(run.write_bandwidth);
  if (storage == inf) return none("infeasible: unlimited bandwidth has a price");
  if (storage > 0 && exponent != 0 && exponent != 1)
    return none("infeasible: storage that grows as gpus^" + to_text(exponent, 6) +
                " costs neither the same nor so much per GPU");
  const double per_gpu = prices.per_gpu() + (exponent == 1 ? storage / run.gpus : 0),
               fixed = prices.time + (exponent == 1 ? 0 : storage);
  if (per_gpu == 0 && fixed == 0) return none("infeasible: nothing has a price");
  const double fixed_gpus = fixed / per_gpu;
  if (per_gpu == 0 || !(fixed_gpus < inf)) {
    auto fastest = limits::fastest_gpus(run, law, strategy, factors...);
    if (fastest.status == Status::ok) fastest.add_note("GPUs cost nothing: the fastest size");
    return fastest;
  }
  return limits::cheapest_gpus(run, limits::Cheapest{.work = work, .fixed_gpus = fixed_gpus}, law, strategy, factors...);
}

}  // namespace scaling_limits::economics
