// SPDX-License-Identifier: Apache-2.0
// Just-in-time checkpoints: state is saved after a failure, by the replicas that survived it (checkpoint/just_in_time.hpp).
// `share` of the failures leave a whole replica; the rest returns to the last checkpoint in storage, for which periodic ones
// are taken too.
#pragma once
#include "../version.hpp"

#include "../checkpoint/just_in_time.hpp"
#include "protocol.hpp"
#include "rates.hpp"

namespace scaling_limits::strategies {

template <class P = double>
struct JustInTime {
  P share = P(1);
  P step_time = P(0);

  static constexpr std::string_view name() { return "just_in_time"; }
  static constexpr std::string_view text = "the replicas that survive a failure save the state after it";
  static constexpr auto terms = std::to_array<std::string_view>({"checkpoint", "restart", "downtime"});
  static constexpr auto shares = std::to_array<std::string_view>({"useful", "checkpoint", "rework", "restart", "downtime"});
  static constexpr std::string_view without_checkpoints() { return "every failure is saved just in time"; }
  void validate() const { scaling_limits::validate(*this, "just_in_time"); }
  std::string note(const TrainingRun<>&) const { return {}; }
  bool rises_with(double rate, double least_time) const { return rate >= 0 && rate + least_time >= 0; }
  /// Intervals are whole steps.
  bool slopes_may_fall() const { return value_of(step_time) > 0; }

  /// Useful work between periodic checkpoints [s], in whole steps where step_time is given; inf where every failure is saved
  /// just in time.
  template <class S>
  S interval(const TrainingRun<S>& run) const {
    return checkpoint::just_in_time_interval(parts_of(validated(run, *this)));
  }
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return losses_in_range(validated(run, *this));
  }
  template <class S>
  Terms<S> losses_in_range(const TrainingRun<S>& run) const {
    const auto parts = parts_of(run);
    return losses_at(parts, checkpoint::just_in_time_interval(parts));
  }
  Summary summary(const TrainingRun<>& run) const {
    const double w = interval(run);
    const auto parts = parts_of(run);
    return {losses_at(parts, w).sum(), w, requirements_at(run, parts, w)};
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    using std::exp;
    const auto j = parts_of(validated(run, *this));
    if (value_of(j.rate) == 0)
      return {{"useful", S(1)}, {"checkpoint", S(0)}, {"rework", S(0)}, {"restart", S(0)}, {"downtime", S(0)}};
    const auto cycle = checkpoint::just_in_time_cycle(interval(run), j);
    const S down = j.rate * j.downtime, total = (S(1) + down) * (cycle.running + cycle.restarting);
    const S useful = cycle.useful * exp(S(cycle.log_useful - cycle.log_time));
    return {{"useful", S(useful / total)},
            {"checkpoint", S(cycle.written / total)},
            {"rework", share_left(S(S(cycle.running - useful - cycle.written) / total))},
            {"restart", S(cycle.restarting / total)},
            {"downtime", S(down / (S(1) + down))}};
  }
  Protocol protocol(const TrainingRun<>& run) const {
    auto p = Protocol::single(run.failure_rate(), interval(run), run.write_time(), run.restart_time(), run.downtime);
    p.gpus = run.gpus, p.levels[0].bytes = run.checkpoint_bytes;
    // a step that takes no time: one that loses nothing to speak of
    p.step_time = value_of(step_time) > 0 ? value_of(step_time) : 1e-6 / run.failure_rate();
    p.severities = {{.share = value_of(share),
                     .restart_time = run.write_time() + run.restart_time(),
                     .recovery = Recovery::step,
                     .leaves = 1},
                    {.share = 1 - value_of(share), .restart_time = run.restart_time()}};
    return p;
  }
  /// One write per save and per periodic checkpoint; the replicas are the run's own.
  Requirements requirements(const TrainingRun<>& run) const { return requirements_at(run, parts_of(run), interval(run)); }
  /// Much of the work is saved after failures, which put the next periodic checkpoint off.
  Rates rates(const TrainingRun<>& run, Rates any) const {
    if (run.failure_rate() == 0) return any;
    const auto j = parts_of(run);
    const auto cycle = checkpoint::just_in_time_cycle(interval(run), j);
    const double per_second =
        std::exp(cycle.log_count - cycle.log_time) / ((1 + j.rate * j.downtime) * (cycle.running + cycle.restarting));
    any.checkpoints = cycle.checkpoints * per_second, any.saves_just_in_time = cycle.saves * per_second;
    return any;
  }

 private:
  template <class S>
  static Terms<S> losses_at(const checkpoint::JustInTimeSaving<S>& j, const S& w) {
    if (value_of(j.rate) == 0) return {{"checkpoint", S(0)}, {"restart", S(0)}, {"downtime", S(0)}};
    auto unrestarted = j;
    unrestarted.saving_restart_time = unrestarted.restart_time = S(0);
    const S down = log_one_plus(S(j.rate * j.downtime)), without = checkpoint::just_in_time_loss(w, unrestarted);
    return {{"checkpoint", difference(without, down)},
            {"restart", difference(checkpoint::just_in_time_loss(w, j), without)},
            {"downtime", down}};
  }
  static Requirements requirements_at(const TrainingRun<>& run, const checkpoint::JustInTimeSaving<double>& j, double w) {
    if (j.rate == 0) return {};
    const auto cycle = checkpoint::just_in_time_cycle(w, j);
    const double useful = cycle.useful * std::exp(cycle.log_useful - cycle.log_count);
    return {.bandwidth = bytes_per_second(run.checkpoint_bytes, useful / (cycle.checkpoints + cycle.saves))};
  }
  template <class S>
  checkpoint::JustInTimeSaving<S> parts_of(const TrainingRun<S>& run) const {
    return {run.failure_rate(), S(share),     run.write_time(), S(run.write_time() + run.restart_time()),
            run.restart_time(), run.downtime, S(step_time)};
  }
};

template <class P>
constexpr auto fields(const JustInTime<P>*) {
  using J = JustInTime<P>;
  return std::to_array<Field<J, P>>({
      {"share", &J::share, "1", closed_fraction, "of the run's failures that leave a whole replica to save", usually(0.5, 1),
       Effect::help},
      {"step_time", &J::step_time, "s", not_negative, "one training step: what has been done of it is lost", usually(1, 60),
       Effect::cost},
  });
}
static_assert(table_is_complete<JustInTime<>>, "JustInTime: a member without its row, or a row without its member");
static_assert(Strategy<JustInTime<>>);

/// @param share of the run's failures that leave a whole replica; @param step_time [s] of one training step
inline JustInTime<> just_in_time(double share = 1, double step_time = 0) { return {share, step_time}; }

}  // namespace scaling_limits::strategies
