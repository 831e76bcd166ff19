// SPDX-License-Identifier: Apache-2.0
// Trials of a search as a factor whose size is workers: successive halving in step, whose last rungs leave workers idle
// (search/successive_halving.hpp, the smooth form). Useful work N e never falls with workers, it levels off.
#pragma once
#include "../version.hpp"

#include "../search/successive_halving.hpp"
#include "factor.hpp"

namespace scaling_limits::limits {

template <class P = double>
struct Trials {
  P trials = P(NaN);
  P reduction = P(NaN);
  P rungs = P(NaN);
  Name name = "trials";
  static constexpr bool rises_with_size = true;
  static constexpr std::string_view kind = "trials";
  static constexpr std::string_view text =
      "successive halving in step on so many workers: (rungs + 1) / sum of max(1, workers reduction^k / trials)";

  void validate() const;
  template <class S>
  Terms<S> losses(const S& workers) const {
    using std::log;
    const S e = search::smooth_halving_efficiency(workers, S(trials), S(reduction), S(rungs));
    return {{name, S(-log(e))}};
  }
  template <class N, Scalar S = promote_t<N, P>>
  S efficiency(const N& workers) const {
    return limits::efficiency(*this, S(workers));
  }
};

template <class P>
constexpr auto fields(const Trials<P>*) {
  using F = Trials<P>;
  return std::to_array<Field<F, P>>({
      {"trials", &F::trials, "1", at_least_one, "of the first rung, at least reduction^rungs", usually(8, 4096), Effect::help},
      {"reduction", &F::reduction, "1", search::reductions, "one of so many trials goes on to the next rung", usually(2, 4),
       Effect::cost},
      {"rungs", &F::rungs, "1", counted(0), "number of the last rung: rungs + 1 in all", usually(1, 6), Effect::cost},
  });
}
template <class P>
void Trials<P>::validate() const {
  scaling_limits::validate(*this, "Trials");
  const double first = value_of(trials), last = std::pow(value_of(reduction), value_of(rungs));
  if (first < last)
    throw DomainError("Trials: trials = " + to_text(first) + " must be >= reduction^rungs = " + to_text(last), "trials", first);
}
static_assert(factor_table_is_complete<Trials<>>, "Trials: a member without its row, or a row without its member");

}  // namespace scaling_limits::limits
