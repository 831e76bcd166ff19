// SPDX-License-Identifier: Apache-2.0
// The cheapest size where a second has a price of its own: least (n p + k W + v) T(n). That is limits::cheapest_gpus with
// fixed_gpus = (v + k W)/p: what costs the same at every size, in GPUs.
//
//   n p/(n p + k W + v) = 1 - sum of eps, eps = d losses / d ln n
//
// Storage that grows in proportion to the GPUs is part of p; without it, and without a value of time, fewer are always cheaper.
#pragma once
#include "../version.hpp"

#include <string>

#include "../limits/cheapest_gpus.hpp"
#include "prices.hpp"

namespace scaling_limits::economics {

/// What a run costs at every size alike, in GPUs; inf where those cost nothing.
struct FixedGpus {
  double value = NaN;
  std::string note{};  // why there is no number
};
inline FixedGpus fixed_gpus(const TrainingRun<>& run, const Prices<double>& prices,
                            const growth::PowerLaw& law = growth::fixed()) {
  validate(prices);
  validate(run);
  law.validate();
  const double exponent = law.exponents[index_of<TrainingRun<>>("write_bandwidth")],
               storage = prices.storage(run.write_bandwidth);
  if (storage == inf) return {NaN, "infeasible: unlimited bandwidth has a price"};
  if (storage > 0 && exponent != 0 && exponent != 1)
    return {NaN, "infeasible: storage that grows as gpus^" + to_text(exponent, 6) +
                     " costs neither the same at every size nor the same per GPU"};
  const double per_gpu = prices.per_gpu() + (exponent == 1 ? storage / run.gpus : 0),
               fixed = prices.time + (exponent == 1 ? 0 : storage);
  if (per_gpu == 0 && fixed == 0) return {NaN, "infeasible: nothing has a price"};
  return {fixed / per_gpu, {}};
}

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
  check("optimal_gpus", "work", work, positive, "s");
  const FixedGpus fixed = fixed_gpus(run, prices, law);
  if (fixed.value != fixed.value) return limits::no_answer<double>(Status::infeasible, fixed.note);
  if (fixed.value < inf)
    return limits::cheapest_gpus(run, limits::Cheapest{.work = work, .fixed_gpus = fixed.value}, law, strategy, factors...);
  auto fastest = limits::fastest_gpus(run, law, strategy, factors...);
  if (fastest.status == Status::ok) fastest.add_note("GPUs cost nothing: the fastest size");
  return fastest;
}

}  // namespace scaling_limits::economics
