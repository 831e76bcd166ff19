// SPDX-License-Identifier: Apache-2.0
// Trials of a search on workers: kernels.
#include <scaling_limits/search/random_search.hpp>
#include <scaling_limits/search/successive_halving.hpp>

#include "kernels.hpp"

namespace scaling_limits::python {

namespace {

/// What a kernel answers with a flag that stands among its numbers; NaN where the flag is none.
template <class S, class Kernel>
S flagged(const S& flag, const Kernel& kernel) {
  return flag != flag ? S(NaN) : S(kernel(value_of(flag) != 0));
}

}  // namespace

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
      "Time of successive halving in step, each rung waiting for the one before.\n\n"
      "sum_k ceil(floor(n/eta^k)/W) b_k, k = 0 ... s, b_k = r eta^k, resumed r (eta^k - eta^(k-1)) from k = 1 on; n = trials,\n"
      "eta = reduction, s = rungs, W = workers, r = least_budget. In the unit of least_budget.\n\n"
      "Source: Li et al., JMLR 18(185), 2018, section 3, for the rungs; the time is elementary.",
      trials, reduction, rungs, workers, least_budget, resume);
  room.kernel(
      "halving_efficiency",
      [](const auto& n, const auto& eta, const auto& s, const auto& w, const auto& r, const auto& on) {
        return flagged(on,
                       [&](bool resumed) { return search::halving_efficiency(n, eta, static_cast<double>(s), w, r, resumed); });
      },
      "Share of the workers' time that successive halving in step uses.\n\n"
      "sum_k floor(n/eta^k) b_k / (W halving_time), with b_k as in halving_time; n = trials, eta = reduction, W = workers.\n\n"
      "Source: elementary: the work of all trials over the time of all workers.",
      trials, reduction, rungs, workers, same_budget, resume);
  room.kernel(
      "smooth_halving_efficiency",
      [](const auto& w, const auto& n, const auto& eta, const auto& s, const auto& on) {
        return flagged(on, [&](bool resumed) { return search::smooth_halving_efficiency(w, n, eta, s, resumed); });
      },
      "halving_efficiency without rounding, for any number of workers.\n\n"
      "sum_k q_k / sum_k q_k max(1, W eta^k/n), k = 0 ... s; W = workers, n = trials, eta = reduction, s = rungs; q_k = 1,\n"
      "resumed 1 - 1/eta from k = 1 on. Exact where eta^s divides n and W divides every n/eta^k. Useful workers, W times it,\n"
      "never pass most_useful_workers.\n\n"
      "Source: ours, equal to an enumeration: tests/unit/search/successive_halving.test.cpp.",
      any_workers, trials, reduction, rungs, resume);
  room.kernel(
      "most_useful_workers",
      [](const auto& n, const auto& eta, const auto& s, const auto& on) {
        return flagged(on, [&](bool resumed) { return search::most_useful_workers(n, eta, s, resumed); });
      },
      "What workers of successive halving in step are never worth more than, however many they are.\n\n"
      "n sum_k q_k / sum_k q_k eta^k, k = 0 ... s, from scratch n (s + 1)/sum_k eta^k; n = trials, eta = reduction,\n"
      "s = rungs; q_k = 1, resumed 1 - 1/eta from k = 1 on. In workers that are never idle.\n\n"
      "Source: ours, equal to an enumeration: tests/unit/search/successive_halving.test.cpp.",
      trials, reduction, rungs, resume);
  room.kernel(
      "first_result",
      [](const auto& eta, const auto& s, const auto& on) {
        return flagged(on, [&](bool resumed) { return search::first_result(eta, static_cast<double>(s), resumed); });
      },
      "When asynchronous halving has its first trial of the largest budget, in units of that budget.\n\n"
      "sum_k eta^(k-s), k = 0 ... s, on eta^s workers or more, always below 2; resumed 1. eta = reduction, s = rungs.\n\n"
      "Source: Li et al., A System for Massively Parallel Hyperparameter Tuning, 2020 (ASHA).",
      reduction, rungs, resume);
  room.kernel(
      "results_per_time",
      [](const auto& w, const auto& eta, const auto& s, const auto& on) {
        return flagged(on, [&](bool resumed) { return search::results_per_time(w, eta, static_cast<double>(s), resumed); });
      },
      "Trials that asynchronous halving finishes in the time of one largest budget, once it has its first.\n\n"
      "W/(s + 1), resumed W/(1 + s (1 - 1/eta)); W = workers, eta = reduction, s = rungs. A lower bound: trials that were\n"
      "promoted early come on top.\n\n"
      "Source: ours, below an event simulation: tests/unit/search/successive_halving.test.cpp.",
      any_workers, reduction, rungs, resume);
  room.kernel(
      "random_trials", [](const auto&... x) { return search::random_trials(x...); },
      "Random trials until the best of them is within the best share of all with a probability.\n\n"
      "ln(1 - p)/ln(1 - q), q = quantile, p = probability; a real number, inf where no number is enough.\n\n"
      "Source: Bergstra and Bengio, JMLR 13, 2012.",
      argument("quantile"_a, "1", inner_fraction, "the best share of all", 0.05),
      argument("probability"_a, "1", closed_fraction, "with which one is within it", 0.95));
  room.kernel(
      "break_even_targets", [](const auto&... x) { return search::break_even_targets(x...); },
      "Targets from which something shared pays; inf where it never does.\n\n"
      "c_0/(c - c_1), c_0 = shared, c_1 = per_target, c = alternative_per_target, in one unit.\n\n"
      "Source: elementary: where the two costs are equal.",
      argument("shared"_a, "1", at_least(0), "its cost, once", 1240),
      argument("per_target"_a, "1", at_least(0), "what each target costs beside it", 75),
      argument("alternative_per_target"_a, "1", at_least(0), "what each target costs without it", 500));
}

}  // namespace scaling_limits::python
