// SPDX-License-Identifier: Apache-2.0
// Questions to searches: those whose answer is a list.
#pragma once
#include "../version.hpp"

#include "../search/hyperband.hpp"
#include "question.hpp"

namespace scaling_limits::catalog {

template <class = void>
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
}

}  // namespace scaling_limits::catalog
