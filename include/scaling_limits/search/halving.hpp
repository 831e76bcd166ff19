// SPDX-License-Identifier: Apache-2.0
// One successive halving as its owner describes it (successive_halving.hpp holds the formulas), its times in seconds: those
// of trials whose smallest budget takes so long on one worker. n trials, rungs 0 ... s, the largest budget r eta^s.
#pragma once
#include "../version.hpp"

#include "successive_halving.hpp"

namespace scaling_limits::search {

/// The rows of what says how trials are halved, whatever holds them: a search, a factor.
template <class F, class P>
constexpr auto halving_rows() {
  return std::to_array<Field<F, P>>({
      {"trials", &F::trials, "1", at_least_one, "of the first rung, at least reduction^rungs", usually(8, 4096), Effect::help},
      {"reduction", &F::reduction, "1", reductions, "one of so many trials goes on to the next rung", usually(2, 4),
       Effect::cost},
      {"rungs", &F::rungs, "1", counted(0), "number of the last rung: rungs + 1 in all", usually(1, 6), Effect::cost},
      {"resume", &F::resume, "1", flag, "whether a trial goes on where it was, not from its start"},
  });
}
/// Throws DomainError where a number is out of range, or fewer trials start than one of the last rung needs.
template <class F>
void check_halving(const F& of, std::string_view owner) {
  scaling_limits::validate(of, owner);
  const double first = value_of(of.trials), last = std::pow(value_of(of.reduction), value_of(of.rungs));
  if (first < last)
    throw DomainError(std::string(owner) + ": trials = " + to_text(first) + " must be >= reduction^rungs = " + to_text(last),
                      "trials", first);
}

struct Halving {
  double trials = NaN;
  double reduction = NaN;
  double rungs = NaN;
  double resume = 0;

  void validate() const;
  bool resumes() const { return resume != 0; }
  /// In step on so many workers [s]; least_budget [s] is the time of a trial in rung 0.
  double time(double workers, double least_budget) const {
    return halving_time(trials, reduction, rungs, workers, least_budget, resumes());
  }
  double efficiency(double workers) const { return halving_efficiency(trials, reduction, rungs, workers, 1, resumes()); }
  /// Workers that are never idle and do as much as so many in step.
  double useful_workers(double workers) const { return workers * efficiency(workers); }
  double most_useful_workers() const { return search::most_useful_workers(trials, reduction, rungs, resumes()); }
  double largest_budget(double least_budget) const { return least_budget * last_trials(); }
  /// Asynchronous, on first_workers() or more: when the first trial of the largest budget is done [s].
  double first_result(double least_budget) const {
    return search::first_result(reduction, rungs, resumes()) * largest_budget(least_budget);
  }
  double first_workers() const { return last_trials(); }
  /// Asynchronous: trials of the largest budget per second, once there is a first.
  double results_per_time(double workers, double least_budget) const {
    return search::results_per_time(workers, reduction, rungs, resumes()) / largest_budget(least_budget);
  }

 private:
  /// reduction^rungs: of so many trials one reaches the last rung, with so many times the smallest budget.
  double last_trials() const { return raised(reduction, rungs); }
};

constexpr auto fields(const Halving*) { return halving_rows<Halving, double>(); }
static_assert(table_is_complete<Halving>, "Halving: a member without its row, or a row without its member");

inline void Halving::validate() const { check_halving(*this, "Halving"); }

}  // namespace scaling_limits::search
