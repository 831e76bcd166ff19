// SPDX-License-Identifier: Apache-2.0
// Blocking checkpoints with a pool of spare GPUs: a failed GPU is replaced from the pool while it is repaired, and the run
// waits where more are out than there are spares. gpus counts the spares too: they are the loss `redundancy`, the waiting is
// `spare wait`.
#pragma once
#include "../version.hpp"

#include "../failures/spares.hpp"
#include "blocking.hpp"
#include "requirements.hpp"

namespace scaling_limits::strategies {

template <class P = double>
struct Spared {
  P spares = P(NaN);
  P repair_time = P(NaN);
  P repairers = P(inf);

  static constexpr std::string_view name() { return "spared"; }
  static constexpr std::string_view text =
      "blocking checkpoints, and a pool of spare GPUs that stand in while failed ones are repaired";
  static constexpr auto causes =
      std::to_array<std::string_view>({"checkpoint", "restart", "downtime", "redundancy", "spare wait"});
  static constexpr auto shares =
      std::to_array<std::string_view>({"useful", "checkpoint", "rework", "restart", "downtime", "redundancy", "spare wait"});
  void validate() const { scaling_limits::validate(*this, "spared"); }
  std::string note(const TrainingRun<>& run) const {
    if (run.gpus > value_of(spares)) return {};
    return "spared: spares = " + to_text(value_of(spares)) + " must be fewer than gpus = " + to_text(run.gpus);
  }

  template <class S>
  S interval(const TrainingRun<S>& run) const {
    return SingleLevel(blocking_).interval(working(validated(run, *this)));
  }
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return losses_in_range(validated(run, *this));
  }
  template <class S>
  Terms<S> losses_in_range(const TrainingRun<S>& run) const {
    const auto at = working(run);
    Terms<S> all = SingleLevel(blocking_).losses(at);
    all.append("redundancy", S(-log_one_plus(S(-S(spares) / run.gpus))));
    all.append("spare wait",
               failures::spare_wait_loss(value_of(spares), wall_clock_rate(at), S(repair_time), value_of(repairers)));
    return all;
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    const auto at = working(validated(run, *this));
    const S idle = S(spares) / run.gpus,
            runs = failures::runnable_share(value_of(spares), wall_clock_rate(at), S(repair_time), value_of(repairers));
    Terms<S> all;
    for (const auto& term : SingleLevel(blocking_).breakdown(at)) all.append(term.cause, S(term.amount * runs * (S(1) - idle)));
    all.append("redundancy", idle);
    all.append("spare wait", S((S(1) - runs) * (S(1) - idle)));
    return all;
  }
  Protocol protocol(const TrainingRun<>& run) const {
    const auto at = working(validated(run, *this));
    auto p = SingleLevel(blocking_).protocol(at);
    p.redundancy = value_of(spares) / run.gpus;
    p.pool.spares = saturated<int>(value_of(spares));
    p.pool.repair_time = value_of(repair_time);
    p.pool.repairers = value_of(repairers) < most_counted ? static_cast<int>(value_of(repairers)) : 0;
    return p;
  }
  Requirements requirements(const TrainingRun<>& run) const {
    return {.bandwidth = bytes_per_second(run.checkpoint_bytes, interval(run)), .spares = value_of(spares)};
  }

 private:
  static constexpr Blocking<> blocking_{};  // of the GPUs that run

  /// The GPUs that run, the spares aside.
  template <class S>
  TrainingRun<S> working(TrainingRun<S> run) const {
    run.gpus = value_of(run.gpus) > value_of(spares) ? S(run.gpus - S(spares)) : S(NaN);
    return run;
  }
  /// Failures per second of the time that the run does not wait for a spare: none in the downtime.
  template <class S>
  static S wall_clock_rate(const TrainingRun<S>& run) {
    return run.failure_rate() / (S(1) + run.failure_rate() * run.downtime);
  }
};

template <class P>
constexpr auto fields(const Spared<P>*) {
  using X = Spared<P>;
  return std::to_array<Field<X, P>>({
      {"spares", &X::spares, "1", counted(0), "GPUs kept in the pool", usually(0, 1000)},
      {"repair_time", &X::repair_time, "s", not_negative, "mean time until a failed GPU is back in the pool",
       usually(3600, 2.6e6, "an hour to a month"), Effect::cost},
      {"repairers", &X::repairers, "1", whole(Range{.lower = 1, .upper = inf}), "GPUs repaired at once", usually(1, 100),
       Effect::help},
  });
}
static_assert(table_is_complete<Spared<>>, "Spared: a member without its row, or a row without its member");
static_assert(Strategy<Spared<>>);

/// @param spares GPUs in the pool; @param repair_time mean [s]; @param repairers at once
inline Spared<> spared(double spares, double repair_time, double repairers = inf) { return {spares, repair_time, repairers}; }

}  // namespace scaling_limits::strategies
