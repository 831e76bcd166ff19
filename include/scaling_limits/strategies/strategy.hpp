// SPDX-License-Identifier: Apache-2.0
// A strategy is a value that says how a run is protected. It answers, for any run and any scalar, its interval, its losses
// (-ln goodput by cause) and its breakdown; all the rest is written once, here and in limits/, over those. A strategy that
// also answers protocol(run) (protocol.hpp) can be simulated; limits/ does without.
#pragma once
#include "../version.hpp"

#include <array>
#include <vector>

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

/// The run, once it and the strategy are known to be in range; else throws DomainError. What every function of a strategy that
/// takes a run begins with.
template <class S, class St>
const TrainingRun<S>& validated(const TrainingRun<S>& run, const St& strategy) {
  validate(run);
  strategy.validate();
  return run;
}

/// The losses of a run and a strategy that are known to be in range: what a search asks thousands of times. NaN elsewhere.
template <class S, class St>
Terms<S> losses_in_range(const TrainingRun<S>& run, const St& strategy) {
  if constexpr (requires { strategy.losses_in_range(run); }) return strategy.losses_in_range(run);
  else return strategy.losses(run);
}

/// New useful training time per wall-clock time, in (0, 1]. NaN where the strategy is infeasible for the run. This and what
/// follows throws DomainError where the run or the strategy is out of range.
template <class S, Strategy<S> St>
S goodput(const TrainingRun<S>& run, const St& strategy) {
  using std::exp;
  return exp(S(-losses_in_range(validated(run, strategy), strategy).sum()));
}

/// A strategy with one kind of save at an interval of its own, as it is without: at the best one. All others are at theirs.
template <class St>
St at_best_interval(St strategy) {
  if constexpr (requires { strategy.own_interval = NaN; }) strategy.own_interval = NaN;
  else if constexpr (requires { strategy.at_best_interval(); }) return strategy.at_best_interval();
  return strategy;
}

/// What there is to say of an interval that a strategy answers for a run: why it is 0 or unlimited, which a strategy may say
/// itself by a member without_checkpoints(). Empty for all others.
template <class St>
std::string interval_note(const St& strategy, const TrainingRun<>& run, double interval) {
  if (interval == 0) return "saves at every moment: a save takes no time";
  if (interval != inf) return {};
  std::string_view why = "its interval is unlimited";
  if (run.failure_rate() == 0) why = "nothing fails";
  else if constexpr (requires { strategy.without_checkpoints(); })
    if (!strategy.without_checkpoints().empty()) why = strategy.without_checkpoints();
  return "takes no checkpoints: " + std::string(why);
}

/// The fewest GPUs for which a strategy has an answer, where it says so; 0: it does not.
template <class St>
double least_gpus_of(const St& strategy) {
  if constexpr (requires { strategy.least_gpus(); }) return strategy.least_gpus();
  else return 0;
}

/// The causes that losses() can have and the parts of a breakdown(), in order; a strategy around another has those of both.
template <class St>
std::vector<std::string_view> causes_of(const St& strategy) {
  if constexpr (requires { strategy.all_causes(); }) return strategy.all_causes();
  else return {St::causes.begin(), St::causes.end()};
}
template <class St>
std::vector<std::string_view> shares_of(const St& strategy) {
  if constexpr (requires { strategy.all_shares(); }) return strategy.all_shares();
  else return {St::shares.begin(), St::shares.end()};
}

/// 1 / goodput - 1.
template <class S, Strategy<S> St>
S overhead(const TrainingRun<S>& run, const St& strategy) {
  return exp_minus_one(losses_in_range(validated(run, strategy), strategy).sum());
}

/// gpus x goodput: the run in GPUs' worth of useful work.
template <class S, Strategy<S> St>
S useful_throughput(const TrainingRun<S>& run, const St& strategy) {
  return run.gpus * goodput(run, strategy);
}

}  // namespace scaling_limits::strategies
