// SPDX-License-Identifier: Apache-2.0
// What all strategies with one kind of checkpoint have in common: they differ in what a checkpoint costs (saving_of).
#pragma once
#include "../version.hpp"

#include "../checkpoint/goodput.hpp"
#include "protocol.hpp"
#include "strategy.hpp"

namespace scaling_limits::strategies {

/// What a strategy St answers that has a member own_interval (NaN: the best), has_own_interval() and saving_of(run); of a run
/// in range.
template <class St>
class SingleLevel {
 public:
  static constexpr auto terms = std::to_array<std::string_view>({"checkpoint", "restart", "downtime"});
  static constexpr auto shares = std::to_array<std::string_view>({"useful", "checkpoint", "rework", "restart", "downtime"});

  explicit SingleLevel(const St& strategy) : self_(strategy) {}

  /// Useful work between checkpoints [s]: the owner's, or the best. NaN where the owner's is too short for one write in flight.
  template <class S>
  S interval(const TrainingRun<S>& run) const {
    const auto saving = self_.saving_of(run);
    if (!self_.has_own_interval()) return checkpoint::best_interval(saving);
    const S own(self_.own_interval);
    return saving.allows(own) ? own : S(NaN);
  }
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    const auto saving = self_.saving_of(run);
    return self_.has_own_interval() ? checkpoint::losses(saving, S(self_.own_interval)) : checkpoint::losses(saving);
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    return checkpoint::breakdown(self_.saving_of(run), interval(run));
  }

  /// What the simulator plays out.
  Protocol protocol(const TrainingRun<>& run) const {
    const auto saving = self_.saving_of(run);
    auto p = Protocol::single(saving.failure_rate, interval(run), saving.write_time, saving.restart_time, saving.downtime,
                              saving.persist_latency, saving.slowdown);
    p.gpus = run.gpus, p.levels[0].bytes = run.checkpoint_bytes;
    return p;
  }

  /// Why the strategy has no answer for a run; empty where it has one.
  std::string note(const TrainingRun<>& run) const {
    const auto saving = self_.saving_of(run);
    if (!self_.has_own_interval() || saving.allows(value_of(self_.own_interval))) return {};
    return std::string(St::name()) + ": interval = " + to_text(value_of(self_.own_interval)) +
           " [s] must be >= " + to_text(saving.shortest_interval()) +
           " [s], (1 - slowdown) x persist_latency: one write in flight at a time";
  }

  /// Losses rise with every ratio of a time to the MTBF: given the growth exponents of the failure rate and of the slowest
  /// growing time, whether they rise with size.
  bool rises_with(double rate, double least_time) const {
    return rate >= 0 && rate + least_time >= 0 && (!self_.has_own_interval() || least_time >= 0);
  }

 private:
  const St& self_;
};

}  // namespace scaling_limits::strategies
