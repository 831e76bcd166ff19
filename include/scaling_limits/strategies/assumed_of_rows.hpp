// SPDX-License-Identifier: Apache-2.0
// What a strategy takes of the rows of a list that do not say it, where it makes much of that: rows without a severity need the
// highest level there is, and those that leave no state take every replica. A strategy that reads such a field answers
//
//   assumed_under(stopped)      of a StoppedRun (stopped_run.hpp)
//
// and a sentence of it is said beside whatever rests on it. Rows that are no failures, or whose rate is 0, are not looked at.
#pragma once
#include "../version.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "../core/errors.hpp"
#include "strategy.hpp"

namespace scaling_limits::strategies {

struct AssumedOfRows {
  std::string_view field{};         // of a row, that says it
  std::string_view unsaid{};        // what the rows do not say of it
  std::string_view taken{};         // what a row without it is taken to do
  std::string_view otherwise{};     // what it says where it is 1
  std::vector<std::size_t> rows{};  // those without it, by their place in the list

  /// "causes 'GPU', 'NIC' and 2 others say no severity ..."; empty where all rows say it. @param causes the list
  template <class Causes>
  std::string text(const Causes& causes) const;
};

namespace detail {

/// The rows of a list that are failures with a rate, of those that are so.
template <class S, class Is>
std::vector<std::size_t> rows_that(const StoppedRun<S>& stopped, const Is& is) {
  std::vector<std::size_t> found;
  for (const auto& row : stopped.rows)
    if (row.strikes() && !row.unsaid && value_of(row.rate) > 0 && is(row)) found.push_back(row.of);
  return found;
}

}  // namespace detail

/// Of a strategy with several levels of checkpoints. @param otherwise what severity = 1 says
template <class S>
AssumedOfRows assumed_severity(const StoppedRun<S>& stopped, std::string_view otherwise) {
  return {"severity", "severity", "need the highest level of checkpoint", otherwise,
          detail::rows_that(stopped, [](const auto& row) { return row.severity == 0; })};
}
/// Of a strategy that lives on what a failure leaves; whose list has a row that leaves it knows of the field.
template <class S>
AssumedOfRows assumed_leaves_state(const StoppedRun<S>& stopped, std::string_view taken, std::string_view otherwise) {
  if (!detail::rows_that(stopped, [](const auto& row) { return row.leaves_state; }).empty()) return {};
  return {"leaves_state", "leaves_state = 1", taken, otherwise, detail::rows_that(stopped, [](const auto&) { return true; })};
}

template <class Causes>
std::string AssumedOfRows::text(const Causes& causes) const {
  if (rows.empty()) return {};
  constexpr std::size_t most_named = 3;
  const std::size_t named = rows.size() <= most_named ? rows.size() : most_named - 1, others = rows.size() - named;
  const bool one = rows.size() == 1;
  std::string all = one ? "cause " : "causes ";
  for (std::size_t k = 0; k < named; ++k)
    all.append(k == 0 ? "" : k + 1 == rows.size() ? " and " : ", ").append(in_quotes(causes[rows[k]].name));
  if (others > 0) all.append(" and ").append(std::to_string(others)).append(" others");
  return all.append(one ? " says no " : " say no ").append(unsaid).append(one ? " and is" : " and are").append(" taken to ") +
         std::string(taken) + ": " + std::string(field) + " = 1 in " + (one ? "its" : "a") + " row says that " +
         std::string(otherwise);
}

/// What a strategy takes of the rows that stop a run, if anything.
template <class St>
AssumedOfRows assumed_under(const StoppedRun<double>& stopped, const St& strategy) {
  if constexpr (requires { strategy.assumed_under(stopped); }) return strategy.assumed_under(stopped);
  else return {};
}
/// The same as a sentence, of whatever stops the run; empty: nothing.
template <class St>
std::string assumed_of_rows(const TrainingRun<>& run, const St& strategy) {
  if constexpr (requires { strategy.assumed_of_rows(run); }) return strategy.assumed_of_rows(run);
  else return {};
}

}  // namespace scaling_limits::strategies
