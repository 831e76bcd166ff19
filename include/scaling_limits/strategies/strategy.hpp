// SPDX-License-Identifier: Apache-2.0
// A strategy is a value that says how a run is protected. It answers, for any run and any scalar, its interval, its losses
// (-ln goodput by term) and its breakdown; all the rest is written once, here and in limits/, over those. A strategy that
// also answers protocol(run) (protocol.hpp) can be simulated; limits/ does without.
#pragma once
#include "../version.hpp"

#include <array>
#include <vector>

#include "../core/math.hpp"
#include "../core/terms.hpp"
#include "../run/training_run.hpp"

namespace scaling_limits::strategies {

/// A run that a list of causes stops (stopped_run.hpp), and what a strategy answers under it.
template <class S>
struct StoppedRun;
template <class S, class St>
S interval_under(const StoppedRun<S>& stopped, const St& strategy);
template <class S, class St>
Terms<S> losses_under(const StoppedRun<S>& stopped, const St& strategy);
template <class S, class St>
Terms<S> breakdown_under(const StoppedRun<S>& stopped, const St& strategy);

template <class St>
bool saves_singly(const St& strategy);
template <class St>
std::vector<std::string_view> terms_under(const St& strategy);
template <class St>
std::vector<std::string_view> shares_under(const St& strategy);
template <class St>
std::vector<int> pattern_under(const StoppedRun<double>& stopped, const St& strategy);
struct Protocol;  // protocol.hpp
template <class St>
Protocol protocol_under(const StoppedRun<double>& stopped, const St& strategy);
class WeightsByRow;  // weights_by_row.hpp
template <class St>
void weights_under(const StoppedRun<double>& stopped, const St& strategy, WeightsByRow& weights);

/// Beside what is asked here a strategy holds `text`, one line of what it does, `terms`, the names that losses() can have, and
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

/// A strategy with checkpoints of several levels answers these four, of a run in range. The rest is what Leveled (levels.hpp)
/// makes of them: its interval, losses and breakdown pass on to that; it needs no other function, no terms and no shares.
template <class T>
concept LeveledStrategy = requires(const T& strategy, const TrainingRun<>& run) {
  { strategy.own_pattern } -> std::convertible_to<std::vector<int>>;  // a member: the levels of one cycle; empty: the best
  strategy.levels_of(run);  // a LeveledRun: what each level costs, and how often it is needed; of a run of any scalar
  { strategy.bytes_of(run, 1) } -> std::convertible_to<double>;  // what one level writes of a checkpoint
  { strategy.memory_of(run) } -> std::convertible_to<double>;    // what copies hold
};
template <class St>
class Leveled;

/// What is asked of its levels: of Leveled, or of what the strategy hands out in its place by a member of_either(answer).
template <LeveledStrategy St, class Answer>
auto leveled(const St& strategy, const Answer& answer) {
  if constexpr (requires { strategy.of_either(answer); }) return strategy.of_either(answer);
  else return answer(Leveled<St>(strategy));
}

/// The run, once it and the strategy are known to be in range; else throws DomainError. What every function of a strategy that
/// takes a run begins with. A strategy that not every run goes with says so by a member validate(run).
template <class S, class St>
const TrainingRun<S>& validated(const TrainingRun<S>& run, const St& strategy) {
  validate(run);
  if constexpr (requires { strategy.validate(run); }) strategy.validate(run);
  else strategy.validate();
  return run;
}

/// The losses of a run and a strategy that are known to be in range: what a search asks thousands of times. NaN elsewhere.
template <class S, class St>
Terms<S> losses_in_range(const TrainingRun<S>& run, const St& strategy) {
  if constexpr (requires { strategy.losses_in_range(run); }) return strategy.losses_in_range(run);
  else if constexpr (LeveledStrategy<St>)
    return leveled(strategy, [&](const auto& levels) { return levels.losses_in_range(run); });
  else return strategy.losses(run);
}

/// Whether a list of causes stands in place of the run's own gpu_mttf.
template <class St>
bool is_stopped(const St& strategy) {
  if constexpr (requires { strategy.is_stopped(); }) return strategy.is_stopped();
  else return false;
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

/// The run with the failures, downtime and restart in force that a strategy sees: its own, but under a list of causes
/// (under_causes.hpp) those of the one cause that costs blocking checkpoints the same.
template <class S, class St>
TrainingRun<S> as_stopped(const TrainingRun<S>& run, const St& strategy) {
  if constexpr (requires { strategy.mixed(run); }) return strategy.mixed(run);
  else return run;
}

/// What there is to say of an interval that a strategy answers for a run: why it is 0 or unlimited, which a strategy may say
/// itself by a member without_checkpoints(). Empty for all others.
template <class St>
std::string interval_note(const St& strategy, const TrainingRun<>& run, double interval) {
  if (interval == 0) return "saves at every moment: a save takes no time";
  if (interval != inf) return {};
  std::string_view why = "its interval is unlimited";
  if (as_stopped(run, strategy).failure_rate() == 0) why = "nothing fails";
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

/// The terms that losses() can have and the parts of a breakdown(), in order; a strategy around another has those of both, one
/// with levels those of all such.
template <class St>
std::vector<std::string_view> terms_of(const St& strategy) {
  if constexpr (requires { strategy.all_terms(); }) return strategy.all_terms();
  else if constexpr (requires { St::terms; }) return {St::terms.begin(), St::terms.end()};
  else return {Leveled<St>::terms.begin(), Leveled<St>::terms.end()};
}
template <class St>
std::vector<std::string_view> shares_of(const St& strategy) {
  if constexpr (requires { strategy.all_shares(); }) return strategy.all_shares();
  else if constexpr (requires { St::shares; }) return {St::shares.begin(), St::shares.end()};
  else return {Leveled<St>::shares.begin(), Leveled<St>::shares.end()};
}

/// Whether losses can only rise with size, given the growth exponents of the failure rate and of the slowest growing time:
/// false where the strategy does not say.
template <class St>
bool rises_with(const St& strategy, double rate, double least_time) {
  if constexpr (requires { strategy.rises_with(rate, least_time); }) return strategy.rises_with(rate, least_time);
  else if constexpr (LeveledStrategy<St>) return Leveled<St>::rises_with(rate, least_time);
  else return false;
}

/// Whether losses that rise with size may do so less steeply from some size on, as where a best pattern changes: there are
/// several peaks of useful throughput then.
template <class St>
bool slopes_may_fall(const St& strategy) {
  if constexpr (requires { strategy.slopes_may_fall(); }) return strategy.slopes_may_fall();
  else return LeveledStrategy<St>;
}

/// Levels of the checkpoints of one cycle, 1-based; empty where the strategy has none.
template <class St>
std::vector<int> pattern(const St& strategy, const TrainingRun<>& run) {
  validated(run, strategy);
  if constexpr (requires { strategy.pattern(run); }) return strategy.pattern(run);
  else if constexpr (LeveledStrategy<St>) return leveled(strategy, [&](const auto& levels) { return levels.pattern(run); });
  else return {};
}

/// What the simulator plays out (protocol.hpp), of a strategy that says it.
template <class St>
auto protocol(const St& strategy, const TrainingRun<>& run) -> decltype(strategy.protocol(run)) {
  return strategy.protocol(run);
}
template <LeveledStrategy St>
  requires(!requires(const St& strategy, const TrainingRun<>& run) { strategy.protocol(run); })
auto protocol(const St& strategy, const TrainingRun<>& run) {
  return leveled(strategy, [&](const auto& levels) { return levels.protocol(validated(run, strategy)); });
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
