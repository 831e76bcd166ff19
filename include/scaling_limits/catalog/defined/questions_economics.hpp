// SPDX-License-Identifier: Apache-2.0
// Questions of money, energy and carbon: what a run and its failures cost, what a field is worth, what to buy.
#pragma once
#include "../../version.hpp"

#include "../../economics/amortised.hpp"
#include "../../economics/failure_cost.hpp"
#include "../../economics/optimal_bandwidth.hpp"
#include "../../economics/optimal_gpus.hpp"
#include "../../economics/optimal_spares.hpp"
#include "../../economics/prices.hpp"
#include "../../economics/run_cost.hpp"
#include "../detail/limit_answers.hpp"
#include "../detail/rooms.hpp"
#include "../detail/solver.hpp"
#include "../gives.hpp"

namespace scaling_limits::catalog {

namespace detail {

inline const economics::Prices<>& prices_of(const Case& at) { return at.other<economics::Prices<>>("prices"); }

inline std::vector<std::string_view> cost_kinds(const Case&) { return {"gpus", "storage", "electricity", "time"}; }

inline std::vector<Row> spares_rows() {
  const Range at_least_one{.lower = 1, .upper = inf};
  return {
      {"gpus", "1", "GPUs that the job needs, or nodes at the price of a node", positive},
      {"failure_rate", "1/s", "of the running job, all parts together; of bursts, each of which is one failure", not_negative},
      {"repair_time", "s", "mean, of any law where nothing is said of downtime and bursts", not_negative},
      {"downtime", "s", "after each failure, detection and replacement", not_negative, 0},
      {"taken_share", "1", "share of the failures that take parts away for repair", closed_fraction, 1},
      {"parts", "1", "bursts that such a failure takes, each repaired by itself", counted(1), 1},
      {"repairers", "1", "repairs that go on at once", whole(at_least_one), inf},
      {"takes", "1", "GPUs of a unit, which fail, are repaired and come back together", counted(1), 1},
      {"burst", "1", "units that come back as one, mean", Range{.lower = 1, .upper = most_counted}, 1}};
}
inline failures::RepairPool<> repair_pool_of(const Case& at) {
  const auto& x = at.with.numbers;
  return {.failure_rate = x[1],
          .repair_time = x[2],
          .downtime = x[3],
          .taken_share = x[4],
          .parts = x[5],
          .repairers = x[6],
          .takes = x[7],
          .burst = x[8],
          .bursts = chosen<failures::BurstLaw>("optimal_spares", "bursts", at.with.argument("bursts"))};
}

/// What a run on owned machines cost: each a member of the run.
struct AmortisedCost {
  economics::AmortisedRun<> run{};
};
constexpr auto fields(const AmortisedCost*) {
  using A = AmortisedCost;
  return std::tuple(ResultField("hourly_price", within(&A::run, &economics::AmortisedRun<>::hourly_price), "USD/h",
                                "a chip alone, what it loses in an hour"),
                    ResultField("hardware", within(&A::run, &economics::AmortisedRun<>::hardware), "USD", "the chips"),
                    ResultField("network", within(&A::run, &economics::AmortisedRun<>::network), "USD", "between them"),
                    ResultField("energy_cost", within(&A::run, &economics::AmortisedRun<>::energy_cost), "USD", "electricity"),
                    ResultField("total", within(&A::run, &economics::AmortisedRun<>::total), "USD", "of the run"),
                    ResultField("upfront", within(&A::run, &economics::AmortisedRun<>::upfront), "USD", "to buy the cluster"));
}

/// The cheapest size, and what costs the same at every size, in GPUs.
struct OptimalGpus {
  limits::Limit<> limit{};
  double fixed_gpus = NaN;
};
constexpr auto fields(const OptimalGpus*) {
  return std::tuple(ResultField("", &OptimalGpus::limit),
                    ResultField("fixed_gpus", &OptimalGpus::fixed_gpus, "GPU",
                                "what costs the same at every size, in GPUs; unlimited where those cost nothing"));
}

}  // namespace detail

void add_economics_questions(Questions& to) {
  const Row work{"work", "s", "ideal GPU-seconds, for instance tokens x FLOPs per token / achieved FLOP/s", not_negative};
  to.push_back({.name = "run_cost",
                .text = "what an amount of work costs, by term and by kind, its energy and carbon",
                .needs = {"run", "prices"},
                .uses = {"strategy", "factor"},
                .rows = {work},
                .gives = gives(
                    [](const Case& at) {
                      auto cost = economics::run_cost(at.run, at.with["work"], detail::prices_of(at), at.strategy, at.factors);
                      if (cost.total != cost.total) cost.note = or_outside(std::move(cost.note), at, at.run.gpus);
                      return cost;
                    },
                    {{"kind", detail::cost_kinds}, {"term", detail::shares_of_time}})});
  to.push_back({.name = "optimal_bandwidth",
                .text = "the cheapest storage bandwidth: its share of the money is the elasticity of goodput in it",
                .needs = {"run", "prices"},
                .uses = {"strategy"},
                .rows = {{"loads", "1", "whether loads use the same storage: read_bandwidth is then the same", flag, 0}},
                .gives = gives([](const Case& at) {
                  return economics::optimal_bandwidth(at.run, detail::prices_of(at), at.strategy, at.with["loads"] != 0);
                })});
  Row least_work = work;
  least_work.range = positive;
  to.push_back(
      {.name = "optimal_gpus",
       .text = "the cheapest size where a second has a price: cheapest_gpus with what costs the same at every size, in GPUs",
       .needs = {"run", "prices"},
       .uses = {"strategy", "growth", "factor"},
       .rows = {least_work},
       .gives = gives(
           [](const Case& at) {
             const auto& prices = detail::prices_of(at);
             return detail::OptimalGpus{
                 economics::optimal_gpus(at.run, at.with["work"], prices, at.growth, at.strategy, at.factors),
                 economics::fixed_gpus(at.run, prices, at.growth).value};
           },
           {{"term", [](const Case& at) { return detail::terms_of(at, "cheapest_gpus"); }}})});
  to.push_back({.name = "optimal_spares",
                .text = "the cheapest number of spares of a job that waits for a repair where there are none",
                .needs = {"prices"},
                .rows = detail::spares_rows(),
                .arguments = {word<failures::BurstLaw>("bursts", "how many units a burst has: always as many, or varying")},
                .gives = gives([](const Case& at) {
                  return economics::optimal_spares(at.with.numbers[0], detail::repair_pool_of(at), detail::prices_of(at));
                })});
  to.push_back(
      {.name = "failure_cost",
       .text = "what failures and all that is done against them cost a run",
       .needs = {"run", "prices"},
       .uses = {"strategy"},
       .gives = gives([](const Case& at) { return economics::failure_cost(at.run, detail::prices_of(at), at.strategy); })});
  to.push_back(
      {.name = "lever_values",
       .text = "what one per cent of each field of the run is worth, to the side that helps",
       .needs = {"run", "prices"},
       .uses = {"strategy"},
       .gives = gives("USD/s", "0.01 x what the run costs x |d ln goodput / d ln field|",
                      [](const Case& at) { return economics::lever_values(at.run, detail::prices_of(at), at.strategy); },
                      {{"field", growing_fields}}),
       .none = [](const Case&) -> std::string { return "infeasible: goodput is 0"; }});
  to.push_back({.name = "amortised_cost",
                .text = "what a run on owned machines cost, amortised (Cottier et al. 2024)",
                .needs = {"amortised_run"},
                .gives = gives([](const Case& at) {
                  return detail::AmortisedCost{at.other<economics::AmortisedRun<>>("amortised_run")};
                })});
}

}  // namespace scaling_limits::catalog
