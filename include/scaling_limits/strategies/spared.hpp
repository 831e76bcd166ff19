// SPDX-License-Identifier: Apache-2.0
// Blocking checkpoints with a pool of spare GPUs: what a failure takes is replaced from the pool while it is repaired, and
// the run waits where more are out than there are spares. gpus counts the spares too: they are the loss `redundancy`, the
// waiting is `spare wait`. Exact for repairs of exponential length, and near where bursts vary in size
// (failures/running_share.hpp, whose bounds hold).
#pragma once
#include "../version.hpp"

#include "../core/units.hpp"
#include "blocking.hpp"
#include "rates.hpp"
#include "single_level_under.hpp"
#include "taking_rows.hpp"
#include "weights_by_row.hpp"

namespace scaling_limits::strategies {

template <class P = double>
struct Spared {
  P spares = P(NaN);
  P repair_time = P(NaN);
  P repairers = P(inf);
  P taken_share = P(1);
  P parts = P(1);
  P own_interval = P(NaN);
  P takes = P(1);
  P burst = P(1);
  failures::BurstLaw bursts = failures::BurstLaw::fixed;

  static constexpr std::string_view name() { return "spared"; }
  static constexpr std::string_view text =
      "blocking checkpoints, and a pool of spare GPUs that stand in while failed ones are repaired";
  static constexpr auto terms =
      std::to_array<std::string_view>({"checkpoint", "restart", "downtime", "redundancy", "spare wait"});
  static constexpr auto shares =
      std::to_array<std::string_view>({"useful", "checkpoint", "rework", "restart", "downtime", "redundancy", "spare wait"});
  template <class T>
  Spared<T> over() const {
    auto to = converted<scaling_limits::strategies::Spared, T>(*this);
    to.bursts = bursts;
    return to;
  }
  void validate() const { scaling_limits::validate(*this, "spared"); }
  std::string note(const TrainingRun<>& run) const {
    if (!(run.gpus > value_of(spares)))
      return "spared: spares = " + to_text(value_of(spares)) + " must be fewer than gpus = " + to_text(run.gpus);
    if (waiting(working(run)) >= 0) return {};
    if (bursts == failures::BurstLaw::fixed || value_of(burst) == 1)
      return value_of(burst) == std::floor(value_of(burst))
                 ? "spared: failures that take several parts are worked out up to so many bursts of spares: " +
                       to_text(failures::most_spares_of_many)
                 : "spared: bursts that are alike are of a whole number of units, burst = " + to_text(value_of(burst));
    return "spared: bursts that vary in size are worked out up to so many units of spares: " +
           to_text(failures::most_spares_of_bursts) + ", with parts = 1, repairers = inf and burst at most " +
           to_text(failures::most_mean_burst);
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
    return with_pool(SingleLevel(on()).losses(at), run, waiting(at));
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    const auto at = working(validated(run, *this));
    return parts_with_pool(SingleLevel(on()).breakdown(at), run, waiting(at));
  }
  // under a list: a row that says what it takes takes that
  template <class S>
  S interval_under(const StoppedRun<S>& stopped) const {
    const Working<S> at(*this, stopped);
    return value_of(waiting_under(at.stopped(), S(0))) < inf ? strategies::interval_under(at.stopped(), on()) : S(NaN);
  }
  std::vector<std::string_view> unread_under(const StoppedRun<double>& stopped) const {
    if (!stopped.all_strike([](const auto& row) { return row.takes == row.takes; })) return {};
    return {"taken_share", "parts", "burst", "bursts"};
  }
  template <class S>
  Terms<S> losses_under(const StoppedRun<S>& stopped) const {
    const Working<S> at(*this, stopped);
    const auto on_them = at.stopped();
    const Terms<S> all = strategies::losses_under(on_them, on());
    return with_pool(all, stopped.run, waiting_under(on_them, of_extra(all)));
  }
  template <class S>
  Terms<S> breakdown_under(const StoppedRun<S>& stopped) const {
    const Working<S> at(*this, stopped);
    const auto on_them = at.stopped();
    const Terms<S> all = strategies::breakdown_under(on_them, on());
    return parts_with_pool(all, stopped.run, waiting_under(on_them, S(-log_one_plus(S(-of_extra(all))))));
  }
  /// One waits for spares that failures take.
  void weights_under(const StoppedRun<double>& stopped, WeightsByRow& weights) const {
    const Working<double> at(*this, stopped);
    const auto on_them = at.stopped();
    add_weights(on_them.rows.span(), weights);
    for (const auto& row : on_them.rows)
      if (row.strikes())
        weights.add(
            "spare wait", row.of,
            row.rate * (row.takes == row.takes ? row.takes
                                               : value_of(taken_share) * value_of(parts) * value_of(takes) * value_of(burst)));
    add_extra_weights(on_them, strategies::interval_under(on_them, on()), weights);
  }
  /// Spares do not fail, nor does anything while the run waits for one.
  Rates rates(const TrainingRun<>& run, Rates any) const {
    const auto at = working(run);
    any.interruptions = at.failure_rate() / ((1 + at.failure_rate() * at.downtime) * (1 + waiting(at)));
    return any;
  }
  Protocol protocol(const TrainingRun<>& run) const {
    return played(SingleLevel(on()).protocol(working(validated(run, *this))), run);
  }
  Protocol protocol_under(const StoppedRun<double>& stopped) const {
    if (stopped.is_own()) return protocol(stopped.run);
    return played(strategies::protocol_under(Working<double>(*this, stopped).stopped(), on()), stopped.run);
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

  Protocol played(Protocol p, const TrainingRun<>& run) const {
    p.redundancy = value_of(spares) / run.gpus;
    const auto pool = pool_of<double>(run.failure_rate(), run.downtime);
    p.pool.spares = saturated<int>(value_of(spares) / pool.step());
    p.pool.takes = saturated<int>(pool.step());
    p.pool.repair_time = value_of(repair_time);
    p.pool.repairers = value_of(repairers) < most_counted ? static_cast<int>(value_of(repairers)) : 0;
    p.pool.taken_share = value_of(taken_share);
    p.pool.parts = saturated<int>(value_of(parts));
    if (pool.varied()) p.pool.burst = pool.burst;
    return p;
  }
  template <class S>
  Terms<S> with_pool(Terms<S> all, const TrainingRun<S>& run, const S& waits) const {
    all.append("redundancy", S(-log_one_plus(S(-S(spares) / run.gpus))));
    all.append("spare wait", value_of(waits) == inf ? S(inf) : S(log_one_plus(waits)));
    return all;
  }
  template <class S>
  Terms<S> parts_with_pool(const Terms<S>& of_time, const TrainingRun<S>& run, const S& waits) const {
    const S idle = S(spares) / run.gpus, runs = S(1) / (S(1) + waits);
    Terms<S> all;
    for (const auto& term : of_time) all.append(term.name, S(term.amount * runs * (S(1) - idle)));
    all.append("redundancy", idle);
    all.append("spare wait", S((S(1) - runs) * (S(1) - idle)));
    return all;
  }

  /// The GPUs that run under a list.
  template <class S>
  struct Working {
    TrainingRun<S> run;
    StopsAt<S> stops;

    Working(const Spared& of, const StoppedRun<S>& all)
        : run(of.working(all.grown)),
          stops(all.stops.of_part(S(all.grown.gpus / run.gpus), [](const auto&) { return true; })) {}
    StoppedRun<S> stopped() const { return {run, stops}; }
  };
  /// What planned stops and silent errors are among losses, or parts.
  template <class S>
  static S of_extra(const Terms<S>& all) {
    S sum(0);
    for (const auto& term : all)
      if (term.name == planned_term || term.name == silent_term) sum = sum + term.amount;
    return sum;
  }
  /// Under a list: what is said of each row, else of the pool. @param extra of_extra of the losses
  template <class S>
  S waiting_under(const StoppedRun<S>& stopped, const S& extra) const {
    const TakingRows<S> rows(stopped, extra);
    const auto pool = pool_of(rows.failure_rate(), rows.downtime());
    if (pool.varied()) return waiting_of_sizes<S>(stopped, pool);
    return failures::waiting_ratio<S>(rows.kinds(pool.taken_share, pool.parts, pool.step()),
                                      std::floor(value_of(spares) / pool.step()), pool.failure_rate, pool.repair_time,
                                      pool.repairers);
  }
  /// The same where sizes vary: a row that says what it takes is a burst of that size.
  template <class S>
  S waiting_of_sizes(const StoppedRun<S>& stopped, const failures::RepairPool<S>& pool) const {
    const S checked = failures::waiting_ratio(value_of(spares), pool), load = pool.failure_rate * pool.repair_time;
    if (!(value_of(checked) < inf) || value_of(load) == 0) return checked;
    failures::BurstSizes<S> sizes = failures::burst_sizes<S>(pool.burst, pool.bursts);
    S taken(0), unsaid(0);
    for (const auto& row : stopped.rows) {
      if (!row.strikes() || value_of(row.takes) == 0) continue;
      const bool said = value_of(row.takes) > 0;
      const S share = row.rate / pool.failure_rate * (said ? S(1) : pool.taken_share);
      if (said) sizes.points.push_back({std::ceil(value_of(row.takes) / pool.takes), share});
      else unsaid = unsaid + share;
      taken = taken + share;
    }
    if (value_of(taken) == 0) return S(0);
    sizes.rest = unsaid / taken;
    for (auto& point : sizes.points) point.share = point.share / taken;
    return failures::waiting_of_bursts(std::floor(value_of(spares) / pool.takes), load, S(taken * load),
                                       S(pool.downtime / pool.repair_time), sizes) /
           (S(1) + pool.failure_rate * pool.downtime);
  }
  /// The GPUs that run, the spares aside.
  template <class S>
  TrainingRun<S> working(TrainingRun<S> run) const {
    run.gpus = value_of(run.gpus) > value_of(spares) ? S(run.gpus - S(spares)) : S(NaN);
    return run;
  }
  template <class S>
  failures::RepairPool<S> pool_of(const S& failure_rate, const S& downtime) const {
    return {.failure_rate = failure_rate,
            .repair_time = S(repair_time),
            .downtime = downtime,
            .taken_share = S(taken_share),
            .parts = value_of(parts),
            .repairers = value_of(repairers),
            .takes = value_of(takes),
            .burst = value_of(burst),
            .bursts = bursts};
  }
  /// Time waited per time that the run does not wait.
  template <class S>
  S waiting(const TrainingRun<S>& at) const {
    return failures::waiting_ratio(value_of(spares), pool_of(at.failure_rate(), at.downtime));
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
      {"parts", &X::parts, "1", counted(1), "GPUs that such a failure takes, each back by itself", usually(1, 72),
       Effect::cost},
      {"interval", &X::own_interval, "s", if_given(positive_or_inf), "useful work between checkpoints; not given: the best",
       usually(60, 14400)},
      {"takes", &X::takes, "1", counted(1),
       "GPUs of a unit, a node's say, which fail and come back together: the parts counted", usually(1, 72), Effect::cost},
      {"burst", &X::burst, "1", Range{.lower = 1, .upper = most_counted}, "units of a failure that come back as one, mean",
       usually(1, 16)},
  });
}
static_assert(fields_of<Spared<>>.size() * sizeof(double) + sizeof(double) == sizeof(Spared<>),
              "Spared: a member without its row, or a row without its member");
static_assert(Strategy<Spared<>>);

/// @param spares GPUs in the pool; @param repair_time mean [s]; @param repairers at once; @param taken_share of the failures
/// @param parts that each of them takes; @param interval useful work between checkpoints [s], NaN: the best
/// @param takes GPUs of a unit; @param burst units of a failure that come back as one, of a size that varies as `bursts` says
inline Spared<> spared(double spares, double repair_time, double repairers = inf, double taken_share = 1, double parts = 1,
                       double interval = NaN, double takes = 1, double burst = 1,
                       failures::BurstLaw bursts = failures::BurstLaw::fixed) {
  return {spares, repair_time, repairers, taken_share, parts, interval, takes, burst, bursts};
}

}  // namespace scaling_limits::strategies
