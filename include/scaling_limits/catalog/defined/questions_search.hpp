// SPDX-License-Identifier: Apache-2.0
// Questions to searches: trials on workers, and what Hyperband starts.
#pragma once
#include "../../version.hpp"

#include "../../search/halving.hpp"
#include "../../search/hyperband.hpp"
#include "../detail/rooms.hpp"
#include "../gives.hpp"

namespace scaling_limits::catalog {

namespace detail {

/// The rungs of all brackets.
struct Brackets {
  std::vector<search::BracketRung> rungs{};
  std::string_view status = "ok", note{};
};
constexpr auto fields(const Brackets*) {
  using B = Brackets;
  return std::tuple(ResultField("", &B::rungs), status_field(&B::status), note_field(&B::note));
}

/// Successive halving on so many workers.
struct HalvingOnWorkers {
  double time = NaN, efficiency = NaN, worth = NaN, most_worth = NaN, largest_budget = NaN;
  double first_result = NaN, first_workers = NaN, results_per_time = NaN;  // asynchronous
};
constexpr auto fields(const HalvingOnWorkers*) {
  using H = HalvingOnWorkers;
  return std::tuple(
      ResultField("time", &H::time, "s", "in step, each rung waiting for the one before"),
      ResultField("efficiency", &H::efficiency, "1",
                  "share of the workers' time that is used in step, rounded up rung by rung"),
      ResultField("worth", &H::worth, "1", "workers in step that are never idle and do as much"),
      ResultField("most_worth", &H::most_worth, "1", "what workers in step are never worth more than, however many they are"),
      ResultField("largest_budget", &H::largest_budget, "s", "time of a trial in the last rung, from its start"),
      ResultField("first_result", &H::first_result, "s", "asynchronous: the first trial of the largest budget is done"),
      ResultField("first_workers", &H::first_workers, "1", "workers from which that holds"),
      ResultField("results_per_time", &H::results_per_time, "1/s",
                  "asynchronous: trials of the largest budget, once there is one; a lower bound"));
}

}  // namespace detail

void add_search_questions(Questions& to) {
  to.push_back(
      {.name = "hyperband_brackets",
       .text = "the brackets of Hyperband, rung by rung",
       .rows = {{"budget", "1", "the largest of one trial, in units of the smallest", search::largest_budgets, NaN, {9, 1000}},
                {"reduction", "1", "share of the trials that goes on: one of so many", search::reductions, NaN, {2, 5}}},
       .arguments = {word<search::BracketForm>("form", "which published table")},
       .gives = gives([](const Case& at) {
         const auto form = chosen<search::BracketForm>("hyperband_brackets", "form", at.with.argument("form"));
         return detail::Brackets{search::brackets(at.with["budget"], at.with["reduction"], form)};
       })});
  const Row workers{"workers", "1", "trials that run at once", at_least_one, NaN, usually(1, 4096)},
      least_budget{"least_budget", "s", "time of a trial in rung 0 on one worker", positive, NaN, usually(10, 1e5)};
  to.push_back({.name = "search",
                .text = "successive halving on so many workers, in step and asynchronous: times, efficiency, what it is worth",
                .needs = {"search"},
                .rows = {workers, least_budget},
                .gives = gives([](const Case& at) {
                  const auto& halving = at.other<search::Halving>("search");
                  const double w = at.with["workers"], budget = at.with["least_budget"];
                  return detail::HalvingOnWorkers{halving.time(w, budget),        halving.efficiency(w),
                                                  halving.useful_workers(w),      halving.most_useful_workers(),
                                                  halving.largest_budget(budget), halving.first_result(budget),
                                                  halving.first_workers(),        halving.results_per_time(w, budget)};
                })});
}

}  // namespace scaling_limits::catalog
