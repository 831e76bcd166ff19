// SPDX-License-Identifier: Apache-2.0
// A strategy is a value that says how a run is protected. It answers, for any run and any scalar, its interval, its losses
// (-ln goodput by cause) and its breakdown; all the rest is written once, here and in limits/, over those. A strategy that
// also answers protocol(run) (protocol.hpp) can be simulated; limits/ does without.
#pragma once
#include "../version.hpp"

#include <array>

#include "../core/math.hpp"
#include "../core/terms.hpp"
#include "../run/training_run.hpp"

namespace scaling_limits::strategies {

/// Beside what is asked here a strategy holds `text`, one line of what it does, `causes`, the names that losses() can have, and
/// `shares`, those that breakdown() can have, both in their order.
template <class T, class S = double>
concept Strategy = requires(const T& strategy, const TrainingRun<S>& run_of, const TrainingRun<>& run) {
  { strategy.interval(run_of) } -> std::same_as<S>;
  { strategy.losses(run_of) } -> std::same_as<Terms<S>>;
  { strategy.breakdown(run_of) } -> std::same_as<Terms<S>>;
  { strategy.name() } -> std::convertible_to<std::string_view>;
  { strategy.note(run) } -> std::convertible_to<std::string>;  // why there is no answer for this run; empty where there is one
  strategy.validate();
};

/// New useful training time per wall-clock time, in (0, 1]. NaN where the strategy is infeasible for the run.
template <class S, Strategy<S> St>
S goodput(const TrainingRun<S>& run, const St& strategy) {
  using std::exp;
  return exp(S(-strategy.losses(run).sum()));
}

/// 1 / goodput - 1.
template <class S, Strategy<S> St>
S overhead(const TrainingRun<S>& run, const St& strategy) {
  return exp_minus_one(strategy.losses(run).sum());
}

/// gpus x goodput: the run in GPUs' worth of useful work.
template <class S, Strategy<S> St>
S useful_throughput(const TrainingRun<S>& run, const St& strategy) {
  return run.gpus * goodput(run, strategy);
}

}  // namespace scaling_limits::strategies
