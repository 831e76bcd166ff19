// SPDX-License-Identifier: Apache-2.0
// Copy, then persist: training stops while the state is copied to where it can be written from (checkpoint_bytes /
// copy_bandwidth) and goes on, slowed down, while it is written; the snapshot is usable after the write. One write in flight at
// a time.
#pragma once
#include "../version.hpp"

#include "requirements.hpp"
#include "single_level.hpp"

namespace scaling_limits::strategies {

template <class P = double>
struct Asynchronous {
  P copy_bandwidth = P(NaN);
  P slowdown = P(0);
  P own_interval = P(NaN);

  static constexpr std::string_view name() { return "asynchronous"; }
  static constexpr std::string_view text = "training stops for a copy of the state, and goes on while the copy is written";
  static constexpr bool is_single_level = true;
  static constexpr auto terms = SingleLevel<Asynchronous>::terms;
  static constexpr auto shares = SingleLevel<Asynchronous>::shares;
  void validate() const { scaling_limits::validate(*this, "asynchronous"); }

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

  template <class S>
  checkpoint::Saving<S> saving_of(const TrainingRun<S>& run) const {
    return {S(run.checkpoint_bytes / S(copy_bandwidth)),
            run.failure_rate(),
            run.restart_time(),
            run.downtime,
            run.write_time(),
            S(slowdown)};
  }
  /// One snapshot waits in memory while it is written.
  Requirements requirements(const TrainingRun<>& run) const {
    return {.memory = run.checkpoint_bytes, .bandwidth = bytes_per_second(run.checkpoint_bytes, interval(run))};
  }
};

template <class P>
constexpr auto fields(const Asynchronous<P>*) {
  using A = Asynchronous<P>;
  return std::to_array<Field<A, P>>({
      {"copy_bandwidth", &A::copy_bandwidth, "B/s", positive_or_inf, "aggregate bandwidth of the copy that stops training",
       usually(1e11, 1e15, "to host memory, 50 GB/s per GPU"), Effect::help},
      {"slowdown", &A::slowdown, "1", fraction, "share of training lost while the copy is written", usually(0, 0.1),
       Effect::cost},
      {"interval", &A::own_interval, "s", if_given(positive_or_inf), "useful work between checkpoints; not given: the best",
       usually(60, 14400)},
  });
}
static_assert(table_is_complete<Asynchronous<>>, "Asynchronous: a member without its row, or a row without its member");
static_assert(Strategy<Asynchronous<>>);

/// @param copy_bandwidth [B/s], aggregate; @param slowdown share of training lost while the copy is written; @param interval
/// [s], NaN: the best
inline Asynchronous<> asynchronous(double copy_bandwidth, double slowdown = 0, double interval = NaN) {
  Asynchronous<> s;
  s.copy_bandwidth = copy_bandwidth, s.slowdown = slowdown, s.own_interval = interval;
  return s;
}

}  // namespace scaling_limits::strategies
