// SPDX-License-Identifier: Apache-2.0
// Where every GPU-hour goes, factors included: the shares of the strategy's breakdown, and of its useful time what each factor
// loses of it, in the proportion of the losses -ln e. They sum to one.
#pragma once
#include "../version.hpp"

#include "../strategies/strategy.hpp"
#include "factor.hpp"

namespace scaling_limits::limits {

/// The shares by term, "useful" among them, at the run's own size; NaN where the strategy has no answer.
template <class S, class St, class... F>
Terms<S> time_shares(const TrainingRun<S>& run, const St& strategy, const F&... factors) {
  using std::exp;
  Terms<S> lost, all;
  (..., lost.add_all(factors.losses(run.gpus), [](const S& loss) { return loss; }));
  const S sum = lost.sum(), kept = exp(S(-sum));
  const Terms<S> shares = strategy.breakdown(run);
  for (const auto& [term, share] : shares) all.add(term, term == "useful" ? S(share * kept) : share);
  const S gone = shares.of("useful") * -exp_minus_one(S(-sum));
  int endless = 0;  // sizes beyond a cap lose all, and share it
  for (const auto& term : lost) endless += value_of(term.amount) == inf;
  for (const auto& [term, loss] : lost) {
    const S part = endless > 0 ? S(value_of(loss) == inf ? 1.0 / endless : 0.0) : value_of(sum) == 0 ? S(0) : S(loss / sum);
    all.add(term, S(gone * part));
  }
  return all;
}

}  // namespace scaling_limits::limits
