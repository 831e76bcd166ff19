// SPDX-License-Identifier: Apache-2.0
// Checkpoints that block training for the run's write_time, to one storage tier; optionally usable only persist_latency after
// the snapshot, with training slowed down meanwhile. One write in flight at a time.
#pragma once
#include "../version.hpp"

#include "single_level.hpp"

namespace scaling_limits::strategies {

template <class P = double>
struct Blocking {
  P own_interval = P(NaN);
  P persist_latency = P(0);
  P slowdown = P(0);

  static constexpr std::string_view name() { return "blocking"; }
  static constexpr std::string_view text = "training stops while the state is written";
  static constexpr bool is_single_level = true;
  static constexpr auto terms = SingleLevel<Blocking>::terms;
  static constexpr auto shares = SingleLevel<Blocking>::shares;
  void validate() const { scaling_limits::validate(*this, "blocking"); }

  template <class S>
  S interval(const TrainingRun<S>& run) const {
    return SingleLevel(*this).interval(validated(run, *this));
  }
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return losses_in_range(validated(run, *this));
  }
  template <class S>
  Terms<S> losses_in_range(const TrainingRun<S>& run) const {
    return SingleLevel(*this).losses(run);
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    return SingleLevel(*this).breakdown(validated(run, *this));
  }
  Protocol protocol(const TrainingRun<>& run) const { return SingleLevel(*this).protocol(validated(run, *this)); }
  std::string note(const TrainingRun<>& run) const { return SingleLevel(*this).note(run); }
  bool rises_with(double rate, double least_time) const { return SingleLevel(*this).rises_with(rate, least_time); }
  bool has_own_interval() const { return value_of(own_interval) == value_of(own_interval); }

  /// Whether -ln goodput is best_period(failure_rate x write_time) and nothing else, the case of closed forms. A zero that
  /// carries a derivative is something else.
  template <class S>
  bool depends_on_load_alone(const TrainingRun<S>& run) const {
    return !has_own_interval() && is_zero(persist_latency) && is_zero(run.restart_time()) && is_zero(run.downtime);
  }

  /// Whether -ln goodput is failure_rate x restart_time and nothing else.
  template <class S>
  bool loses_restarts_alone(const TrainingRun<S>& run) const {
    return !has_own_interval() && is_zero(persist_latency) && is_zero(run.write_time()) && is_zero(run.downtime);
  }

  template <class S>
  checkpoint::Saving<S> saving_of(const TrainingRun<S>& run) const {
    return {run.write_time(), run.failure_rate(), run.restart_time(), run.downtime, S(persist_latency), S(slowdown)};
  }
};

template <class P>
constexpr auto fields(const Blocking<P>*) {
  using B = Blocking<P>;
  return std::to_array<Field<B, P>>({
      {"interval", &B::own_interval, "s", if_given(positive_or_inf), "useful work between checkpoints; not given: the best",
       usually(60, 14400)},
      {"persist_latency", &B::persist_latency, "s", not_negative, "time until a snapshot can be restored from", usually(0, 600),
       Effect::cost},
      {"slowdown", &B::slowdown, "1", fraction, "share of training lost while a snapshot persists", usually(0, 0.1),
       Effect::cost},
  });
}
static_assert(table_is_complete<Blocking<>>, "Blocking: a member without its row, or a row without its member");
static_assert(Strategy<Blocking<>>);

/// @param interval useful work between checkpoints [s], NaN: the best; @param persist_latency [s]; @param slowdown
constexpr Blocking<> blocking(double interval = NaN, double persist_latency = 0, double slowdown = 0) {
  Blocking<> s;
  s.own_interval = interval, s.persist_latency = persist_latency, s.slowdown = slowdown;
  return s;
}

}  // namespace scaling_limits::strategies
