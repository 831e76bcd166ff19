// SPDX-License-Identifier: Apache-2.0
// What an amount of work costs, by term and by kind: the breakdown of the time is that of the money, for time has a price.
//
//   T = work/(n e g), as time_to_train      rate = n (p + electricity of a GPU) + k W + v [$/s], see prices.hpp
//   total = rate T = by kind (gpus, storage, electricity, time) = by term (what the strategy's breakdown names, and factors)
//
// useful is what the work would cost at this rate with nothing lost, rate work/n; what the factors take of the time that the
// strategy leaves, 1 - e, is split among them as their losses -ln e_j are.
#pragma once
#include "../version.hpp"

#include <string>

#include "../core/result_fields.hpp"
#include "../limits/time_shares.hpp"
#include "../limits/time_to_train.hpp"
#include "energy.hpp"
#include "prices.hpp"

namespace scaling_limits::economics {

template <class S = double>
struct RunCost {
  S total{};  // inf where nothing useful is done, NaN where the strategy has no answer
  S time{}, energy{}, carbon{};
  Terms<S> by_term{}, by_kind{};
  std::string note{};  // why there is no number, or why it has no end

  std::string_view status() const { return value_of(total) == value_of(total) ? "ok" : "infeasible"; }
};
template <class S>
constexpr auto fields(const RunCost<S>*) {
  using R = RunCost<S>;
  return std::tuple(
      ResultField("total", &R::total, "USD", "money"), ResultField("time", &R::time, "s", "wall-clock time"),
      ResultField("energy", &R::energy, "J", "of the GPUs with their hosts and site"),
      ResultField("carbon", &R::carbon, "kg", "CO2 of that"),
      ResultField("by_kind", &R::by_kind, "USD", "what the money buys; sums to the total", "kind"),
      ResultField("by_term", &R::by_term, "USD",
                  "where the time that it pays goes, as the breakdown and the factors name it; sums to the total", "term"),
      status_field(&R::status), note_field(&R::note));
}

/// What a run costs until so much is done.
///
/// @param work [s] ideal GPU-seconds >= 0
/// @throws DomainError for a parameter out of range
template <class S, class W, class St = strategies::Blocking<>, class... F>
RunCost<S> run_cost(const TrainingRun<S>& run, const W& work, const Prices<S>& prices, const St& strategy = {},
                    const F&... factors) {
  validate(prices);
  RunCost<S> cost;
  cost.time = limits::time_to_train(run, work, strategy, factors...);
  cost.energy = training_energy(run.gpus, cost.time, prices.power_per_gpu, prices.pue);
  cost.carbon = carbon(cost.energy, prices.carbon_intensity);
  const auto kind = [&](std::string_view name, const S& rate) { cost.by_kind.add(name, detail::amount(rate, cost.time)); };
  kind("gpus", S(run.gpus * prices.gpu));
  kind("storage", prices.storage(run.write_bandwidth));
  kind("electricity", S(run.gpus * prices.electricity_per_gpu()));
  kind("time", prices.time);
  cost.total = cost.by_kind.sum();

  for (const auto& [term, share] : limits::time_shares(run, strategy, factors...))
    cost.by_term.add(term, detail::amount(share, cost.total));

  if (value_of(cost.time) != value_of(cost.time)) cost.note = strategy.note(converted<TrainingRun, double>(run));
  else if (value_of(cost.time) == inf) cost.note = "no end: nothing useful is done";
  else if (value_of(cost.total) == inf) cost.note = "no end: unlimited bandwidth has a price";
  else if (const auto sum = value_of(cost.by_term.sum());
           !(std::abs(sum - value_of(cost.total)) <= 1e-6 * value_of(cost.total)))
    cost.note = "shares of the time are not known where a write or a restart takes next to unlimited time";
  return cost;
}

}  // namespace scaling_limits::economics
