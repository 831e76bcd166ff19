// SPDX-License-Identifier: Apache-2.0
// Trials of a search on workers: kernels.
#include <scaling_limits/search/random_search.hpp>
#include <scaling_limits/search/successive_halving.hpp>

#include "kernels.hpp"

namespace scaling_limits::python {

void add_search(Rooms& rooms) {
  Room& room = rooms.emplace_back("search");
  const auto trials = argument("trials"_a, "1", at_least(1), "at least reduction^rungs", 256);
  const auto reduction = argument("reduction"_a, "1", at_least(2), "of so many trials one goes on to the next rung", 4);
  const auto rungs = argument("rungs"_a, "1", at_least(0), "the number of the last rung, 0 first; a whole number", 4);
  const auto workers = argument("workers"_a, "1", at_least(1), "trials that run at once", 16);
  const auto any_workers = argument("workers"_a, "1", at_least(0), "trials that run at once", 16);
  const auto least_budget =
      argument("least_budget"_a = 1, "1", at_least(0), "of a trial in rung 0, in any unit: that of the answer", 1);
  const auto same_budget = argument("least_budget"_a = 1, "1", at_least(0), "of a trial in rung 0; no matter", 1);
  const auto resume =
      argument("resume"_a = 0, "1", any_number, "whether a trial goes on where it was, not from its start; 0 or False: no", 1);
  room.kernel(
      "halving_time",
      [](const auto& n, const auto& eta, const auto& s, const auto& w, const auto& r, const auto& on) {
        return flagged(on, [&](bool resumed) { return search::halving_time(n, eta, static_cast<double>(s), w, r, resumed); });
      },
      trials, reduction, rungs, workers, least_budget, resume);
  room.kernel(
      "halving_efficiency",
      [](const auto& n, const auto& eta, const auto& s, const auto& w, const auto& r, const auto& on) {
        return flagged(on,
                       [&](bool resumed) { return search::halving_efficiency(n, eta, static_cast<double>(s), w, r, resumed); });
      },
      trials, reduction, rungs, workers, same_budget, resume);
  room.kernel(
      "smooth_halving_efficiency",
      [](const auto& w, const auto& n, const auto& eta, const auto& s, const auto& on) {
        return flagged(on, [&](bool resumed) { return search::smooth_halving_efficiency(w, n, eta, s, resumed); });
      },
      any_workers, trials, reduction, rungs, resume);
  room.kernel(
      "most_useful_workers",
      [](const auto& n, const auto& eta, const auto& s, const auto& on) {
        return flagged(on, [&](bool resumed) { return search::most_useful_workers(n, eta, s, resumed); });
      },
      trials, reduction, rungs, resume);
  room.kernel(
      "first_result",
      [](const auto& eta, const auto& s, const auto& on) {
        return flagged(on, [&](bool resumed) { return search::first_result(eta, static_cast<double>(s), resumed); });
      },
      reduction, rungs, resume);
  room.kernel(
      "results_per_time",
      [](const auto& w, const auto& eta, const auto& s, const auto& on) {
        return flagged(on, [&](bool resumed) { return search::results_per_time(w, eta, static_cast<double>(s), resumed); });
      },
      any_workers, reduction, rungs, resume);
  room.kernel(
      "random_trials", [](const auto&... x) { return search::random_trials(x...); },
      argument("quantile"_a, "1", inner_fraction, "the best share of all", 0.05),
      argument("probability"_a, "1", closed_fraction, "with which one is within it", 0.95));
  room.kernel(
      "break_even_targets", [](const auto&... x) { return search::break_even_targets(x...); },
      argument("shared"_a, "1", at_least(0), "its cost, once", 1240),
      argument("per_target"_a, "1", at_least(0), "what each target costs beside it", 75),
      argument("alternative_per_target"_a, "1", at_least(0), "what each target costs without it", 500));
}

}  // namespace scaling_limits::python
