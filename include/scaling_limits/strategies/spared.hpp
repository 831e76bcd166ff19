// SPDX-License-Identifier: Apache-2.0
// Blocking checkpoints with a pool of spare GPUs: what a failure takes is replaced from the pool while it is repaired, and
// the run waits where more are out than there are spares. gpus counts the spares too: they are the loss `redundancy`, the
// waiting is `spare wait`. Exact for repairs of exponential length (failures/running_share.hpp, whose bounds hold).
#pragma once
#include "../version.hpp"

#include "../core/units.hpp"
#include "../failures/running_share.hpp"
#include "blocking.hpp"
#include "rates.hpp"

namespace scaling_limits::strategies {

template <class P = double>
struct Spared {
  P spares = P(NaN);
  P repair_time = P(NaN);
  P repairers = P(inf);
  P taken_share = P(1);
  P parts = P(1);
  P own_interval = P(NaN);

  static constexpr std::string_view name() { return "spared"; }
  static constexpr std::string_view text =
      "blocking checkpoints, and a pool of spare GPUs that stand in while failed ones are repaired";
  static constexpr auto terms =
      std::to_array<std::string_view>({"checkpoint", "restart", "downtime", "redundancy", "spare wait"});
  static constexpr auto shares =
      std::to_array<std::string_view>({"useful", "checkpoint", "rework", "restart", "downtime", "redundancy", "spare wait"});
  void validate() const { scaling_limits::validate(*this, "spared"); }
  std::string note(const TrainingRun<>& run) const {
    if (!(run.gpus > value_of(spares)))
      return "spared: spares = " + to_text(value_of(spares)) + " must be fewer than gpus = " + to_text(run.gpus);
    if (waiting(working(run)) >= 0) return {};
    return "spared: failures that take several GPUs are worked out up to spares = " + to_text(failures::most_spares_of_many);
  }

  template <class S>
  S interval(const TrainingRun<S>& run) const {
    const auto at = working(validated(run, *this));
    // a run that waits for ever has none
    return value_of(waiting(at)) < inf ? SingleLevel(on()).interval(at) : S(NaN);
  }
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return losses_in_range(validated(run, *this));
  }
  template <class S>
  Terms<S> losses_in_range(const TrainingRun<S>& run) const {
    const auto at = working(run);
    Terms<S> all = SingleLevel(on()).losses(at);
    all.append("redundancy", S(-log_one_plus(S(-S(spares) / run.gpus))));
    const S waits = waiting(at);
    all.append("spare wait", value_of(waits) == inf ? S(inf) : S(log_one_plus(waits)));
    return all;
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    const auto at = working(validated(run, *this));
    const S idle = S(spares) / run.gpus, runs = S(1) / (S(1) + waiting(at));
    Terms<S> all;
    for (const auto& term : SingleLevel(on()).breakdown(at)) all.append(term.name, S(term.amount * runs * (S(1) - idle)));
    all.append("redundancy", idle);
    all.append("spare wait", S((S(1) - runs) * (S(1) - idle)));
    return all;
  }
  /// Spares do not fail, nor does anything while the run waits for one.
  Rates rates(const TrainingRun<>& run, Rates any) const {
    const auto at = working(run);
    any.interruptions = at.failure_rate() / ((1 + at.failure_rate() * at.downtime) * (1 + waiting(at)));
    return any;
  }
  Protocol protocol(const TrainingRun<>& run) const {
    const auto at = working(validated(run, *this));
    auto p = SingleLevel(on()).protocol(at);
    p.redundancy = value_of(spares) / run.gpus;
    p.pool.spares = saturated<int>(value_of(spares));
    p.pool.repair_time = value_of(repair_time);
    p.pool.repairers = value_of(repairers) < most_counted ? static_cast<int>(value_of(repairers)) : 0;
    p.pool.taken_share = value_of(taken_share);
    p.pool.parts = saturated<int>(value_of(parts));
    return p;
  }
  /// Of the GPUs that run: their ratios are those of all.
  template <class S>
  checkpoint::Saving<S> saving_of(const TrainingRun<S>& run) const {
    return on().saving_of(working(run));
  }
  Requirements requirements(const TrainingRun<>& run) const {
    return {.bandwidth = bytes_per_second(run.checkpoint_bytes, interval(run)), .spares = value_of(spares)};
  }

 private:
  /// What the GPUs that run do.
  Blocking<P> on() const { return {.own_interval = own_interval}; }

  /// The GPUs that run, the spares aside.
  template <class S>
  TrainingRun<S> working(TrainingRun<S> run) const {
    run.gpus = value_of(run.gpus) > value_of(spares) ? S(run.gpus - S(spares)) : S(NaN);
    return run;
  }
  /// Time waited per time that the run does not wait.
  template <class S>
  S waiting(const TrainingRun<S>& at) const {
    return failures::waiting_ratio(value_of(spares), at.failure_rate(), S(repair_time), at.downtime, S(taken_share),
                                   value_of(parts), value_of(repairers));
  }
};

template <class P>
constexpr auto fields(const Spared<P>*) {
  using X = Spared<P>;
  return std::to_array<Field<X, P>>({
      {"spares", &X::spares, "1", counted(0), "GPUs kept in the pool", usually(0, 1000)},
      {"repair_time", &X::repair_time, "s", not_negative, "mean time until a failed GPU is back in the pool",
       usually(units::hour, 2.6e6, "an hour to a month"), Effect::cost},
      {"repairers", &X::repairers, "1", whole(Range{.lower = 1, .upper = inf}), "GPUs repaired at once", usually(1, 100),
       Effect::help},
      {"taken_share", &X::taken_share, "1", closed_fraction, "share of the failures that take GPUs away for repair",
       usually(0.1, 1), Effect::cost},
      {"parts", &X::parts, "1", counted(1), "GPUs that such a failure takes, a whole node's say", usually(1, 72), Effect::cost},
      {"interval", &X::own_interval, "s", if_given(positive_or_inf), "useful work between checkpoints; not given: the best",
       usually(60, 14400)},
  });
}
static_assert(table_is_complete<Spared<>>, "Spared: a member without its row, or a row without its member");
static_assert(Strategy<Spared<>>);

/// @param spares GPUs in the pool; @param repair_time mean [s]; @param repairers at once; @param taken_share of the failures
/// @param parts that each of them takes; @param interval useful work between checkpoints [s], NaN: the best
inline Spared<> spared(double spares, double repair_time, double repairers = inf, double taken_share = 1, double parts = 1,
                       double interval = NaN) {
  return {spares, repair_time, repairers, taken_share, parts, interval};
}

}  // namespace scaling_limits::strategies
