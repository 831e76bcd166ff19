// SPDX-License-Identifier: Apache-2.0
// Wall-clock time for an amount of work, on N GPUs: T = work/(N e(N) goodput(N)), and the size that is done first.
#pragma once
#include "../version.hpp"

#include "max_gpus.hpp"

namespace scaling_limits::limits {

/// Wall-clock time [s] of a run at its own size. inf where nothing useful is done, NaN where the strategy has no answer.
///
/// @param work [s] ideal GPU-seconds, for instance tokens x FLOPs per token / achieved FLOP/s
template <class S, class W, class St = strategies::Blocking<>, class... F>
S time_to_train(const TrainingRun<S>& run, const W& work, const St& strategy = {}, const F&... factors) {
  using std::exp;
  detail::check_order<St, F...>();
  strategies::validated(run, strategy);
  (..., factors.validate());
  check("time_to_train", "work", static_cast<double>(value_of(S(work))), not_negative, "s");
  S losses = strategies::losses_in_range(run, strategy).sum();
  (..., (losses = losses + factors.losses(run.gpus).sum()));
  if (value_of(S(work)) == 0 && value_of(losses) == inf) return S(0);  // nothing is done, and nothing is to do
  return S(work) / run.gpus * exp(losses);
}

/// The size at which a run is done first: most useful throughput, whatever the work.
template <class S, class St = strategies::Blocking<>, class... F>
Limit<S> fastest_gpus(const TrainingRun<S>& run, const growth::PowerLaw& law = growth::fixed(), const St& strategy = {},
                      const F&... factors) {
  return max_gpus(run, peak_throughput(), law, strategy, factors...);
}

}  // namespace scaling_limits::limits
