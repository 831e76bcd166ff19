// SPDX-License-Identifier: Apache-2.0
// Questions to searches: trials on workers, and what Hyperband starts.
#pragma once
#include "../../version.hpp"

#include "../../search/halving.hpp"
#include "../../search/hyperband.hpp"
#include "../detail/rooms.hpp"

namespace scaling_limits::catalog {

void add_search_questions(Questions& to) {
  to.push_back(
      {{"question",
        "hyperband_brackets",
        "the brackets of Hyperband, rung by rung",
        {{"budget", "1", "the largest of one trial, in units of the smallest", search::largest_budgets, NaN, {9, 1000}},
         {"reduction", "1", "share of the trials that goes on: one of so many", search::reductions, NaN, {2, 5}}},
        {word<search::BracketForm>("form", "which published table")},
        {}},
       {},
       {},
       {{"bracket", "1", "of each rung; 0 starts with the largest budget", Cell::numbers},
        {"rung", "1", "of its bracket, 0 first", Cell::numbers},
        {"trials", "1", "in the rung", Cell::numbers},
        {"budget", "1", "of each of them", Cell::numbers},
        status_column,
        note_column},
       [](const Case&, const With& with, Out& out) {
         const auto form = chosen<search::BracketForm>("hyperband_brackets", "form", with.given("form"));
         std::vector<double> columns[4];
         for (const auto& row : search::brackets(with["budget"], with["reduction"], form)) {
           const double numbers[] = {row.bracket, row.rung, row.trials, row.budget};
           for (int k = 0; k < 4; ++k) columns[k].push_back(numbers[k]);
         }
         for (const auto& column : columns) out << std::span<const double>(column);
       }});
  const Row workers{"workers", "1", "trials that run at once", at_least_one, NaN, usually(1, 4096)},
      least_budget{"least_budget", "s", "time of a trial in rung 0 on one worker", positive, NaN, usually(10, 1e5)};
  to.push_back({{"question",
                 "search",
                 "successive halving on so many workers, in step and asynchronous: times, efficiency, what it is worth",
                 {workers, least_budget},
                 {},
                 {}},
                {"search"},
                {},
                {{"time", "s", "in step, each rung waiting for the one before"},
                 {"efficiency", "1", "share of the workers' time that is used in step, rounded up rung by rung"},
                 {"worth", "1", "workers in step that are never idle and do as much"},
                 {"most_worth", "1", "what workers in step are never worth more than, however many they are"},
                 {"largest_budget", "s", "time of a trial in the last rung, from its start"},
                 {"first_result", "s", "asynchronous: the first trial of the largest budget is done"},
                 {"first_workers", "1", "workers from which that holds"},
                 {"results_per_time", "1/s", "asynchronous: trials of the largest budget, once there is one; a lower bound"}},
                [](const Case& at, const With& with, Out& out) {
                  const auto& halving = at.other<search::Halving>("search");
                  const double w = with["workers"], budget = with["least_budget"];
                  out << halving.time(w, budget) << halving.efficiency(w) << halving.useful_workers(w)
                      << halving.most_useful_workers() << halving.largest_budget(budget) << halving.first_result(budget)
                      << halving.first_workers() << halving.results_per_time(w, budget);
                }});
}

}  // namespace scaling_limits::catalog
