// SPDX-License-Identifier: Apache-2.0
// Checkpoints that block training for the run's write_time, to one storage tier; optionally usable only persist_latency after
// the snapshot, with training slowed down meanwhile. One write in flight at a time.
#pragma once
#include "../checkpoint/goodput.hpp"
#include "protocol.hpp"
#include "strategy.hpp"

namespace scaling_limits::strategies {

template <class P = double>
struct Blocking {
  P own_interval = P(nan);
  P persist_latency = P(0);
  P slowdown = P(0);

  static constexpr std::string_view name() { return "blocking"; }
  void validate() const { scaling_limits::validate(*this, "blocking"); }

  /// Useful work between checkpoints [s]: the owner's, or the best. NaN where the owner's is too short for one write in flight.
  template <class S>
  S interval(const TrainingRun<S>& run) const {
    const auto saving = saving_of(run);
    if (has_own_interval()) return saving.allows(S(own_interval)) ? S(own_interval) : S(nan);
    return checkpoint::best_interval(saving);
  }
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return has_own_interval() ? checkpoint::losses(saving_of(run), S(own_interval)) : checkpoint::losses(saving_of(run));
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    return checkpoint::breakdown(saving_of(run), interval(run));
  }

  /// What the simulator plays out.
  Protocol protocol(const TrainingRun<>& run) const {
    auto p = Protocol::single(run.failure_rate(), interval(run), run.write_time(), run.restart_time(), run.downtime,
                              value_of(persist_latency), value_of(slowdown));
    p.gpus = run.gpus;
    return p;
  }

  /// Why the strategy has no answer for a run; empty where it has one.
  std::string note(const TrainingRun<>& run) const {
    const auto saving = saving_of(run);
    if (!has_own_interval() || saving.allows(value_of(own_interval))) return {};
    return "blocking: interval = " + to_text(value_of(own_interval)) +
           " [s] must be >= " + to_text(saving.shortest_interval()) +
           " [s], (1 - slowdown) x persist_latency: one write in flight at a time";
  }

  /// Losses rise with every ratio of a time to the MTBF: given the growth exponents of the failure rate and of the slowest
  /// growing time, whether they rise with size.
  bool rises_with(double rate, double least_time) const {
    return rate >= 0 && rate + least_time >= 0 && (!has_own_interval() || least_time >= 0);
  }
  /// Whether -ln goodput is best_period(failure_rate x write_time) and nothing else, the case of closed forms.
  template <class S>
  bool depends_on_load_alone(const TrainingRun<S>& run) const {
    return !has_own_interval() && value_of(persist_latency) == 0 && value_of(run.restart_time()) == 0 &&
           value_of(run.downtime) == 0;
  }

  /// Whether -ln goodput is failure_rate x restart_time and nothing else.
  template <class S>
  bool loses_restarts_alone(const TrainingRun<S>& run) const {
    return !has_own_interval() && value_of(persist_latency) == 0 && value_of(run.write_time()) == 0 &&
           value_of(run.downtime) == 0;
  }

  bool has_own_interval() const { return value_of(own_interval) == value_of(own_interval); }

  template <class S>
  checkpoint::Saving<S> saving_of(const TrainingRun<S>& run) const {
    return {run.write_time(), run.failure_rate(), run.restart_time(), run.downtime, S(persist_latency), S(slowdown)};
  }
};

template <class P>
constexpr auto fields(const Blocking<P>*) {
  using B = Blocking<P>;
  return std::to_array<Field<B, P>>({
      {"interval", &B::own_interval, "s", optional(positive_or_inf), "useful work between checkpoints; not given: the best"},
      {"persist_latency", &B::persist_latency, "s", not_negative, "time until a snapshot can be restored from"},
      {"slowdown", &B::slowdown, "1", fraction, "share of training lost while a snapshot persists"},
  });
}
static_assert(table_is_complete<Blocking<>>, "Blocking: a member without its row, or a row without its member");
static_assert(Strategy<Blocking<>>);

/// Blocking checkpoints at the best interval.
constexpr Blocking<> blocking() { return {}; }

}  // namespace scaling_limits::strategies
