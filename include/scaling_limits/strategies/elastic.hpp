// SPDX-License-Identifier: Apache-2.0
// Per-replica recovery (checkpoint/elastic.hpp): no checkpoint is read back and no work is lost; a failure stalls the run and
// takes one replica out. The stalls are the term `restart`, the absent replicas `redundancy`.
#pragma once
#include "../version.hpp"

#include "../checkpoint/elastic.hpp"
#include "../checkpoint/goodput.hpp"
#include "protocol_under.hpp"
#include "rates.hpp"
#include "weights_by_row.hpp"

namespace scaling_limits::strategies {

template <class P = double>
struct Elastic {
  P replicas = P(NaN);
  P stall_time = P(NaN);
  P outage = P(NaN);

  static constexpr std::string_view name() { return "elastic"; }
  static constexpr std::string_view text =
      "a failure takes one data-parallel replica out, the others go on; nothing is read back";
  static constexpr auto terms = std::to_array<std::string_view>({"restart", "redundancy"});
  static constexpr auto shares = std::to_array<std::string_view>({"useful", "restart", "redundancy"});
  static constexpr std::string_view without_checkpoints() { return "a replica that comes back gets its state from the others"; }
  void validate() const { scaling_limits::validate(*this, "elastic"); }
  std::string note(const TrainingRun<>& run) const {
    if (run.gpus < value_of(replicas))
      return "elastic: replicas = " + to_text(value_of(replicas)) + " must be <= gpus = " + to_text(run.gpus);
    if (outage_of(run) < stall_of(run))
      return "elastic: outage = " + to_text(outage_of(run)) + " [s] must be >= stall_time = " + to_text(stall_of(run)) + " [s]";
    return {};
  }
  double least_gpus() const { return static_cast<double>(value_of(replicas)); }
  // throughput rises for ever towards a limit, the sum of slopes to one: scanned, so that rounding makes no peak of it

  /// No checkpoints: inf.
  template <class S>
  S interval(const TrainingRun<S>& run) const {
    return present(validated(run, *this)) > S(0) ? S(inf) : S(NaN);
  }
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return losses_in_range(validated(run, *this));
  }
  template <class S>
  Terms<S> losses_in_range(const TrainingRun<S>& run) const {
    using std::log;
    const S a = present(run);
    return {{"restart", S(log_one_plus(S(run.failure_rate() * a * stall_of(run))))}, {"redundancy", S(-log(a))}};
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    const S a = present(validated(run, *this)), stalled = run.failure_rate() * a * stall_of(run),
            running = S(1) / (S(1) + stalled);
    return {{"useful", S(running * a)}, {"restart", S(running * stalled)}, {"redundancy", S(running * (S(1) - a))}};
  }
  // under a list: common causes stop all replicas, which go back to checkpoints taken against those and late errors alone
  static constexpr auto terms_under = std::to_array<std::string_view>({"restart", "redundancy", "checkpoint", "downtime"});
  static constexpr auto shares_under =
      std::to_array<std::string_view>({"useful", "restart", "redundancy", "checkpoint", "rework", "downtime"});
  template <class S>
  S interval_under(const StoppedRun<S>& stopped) const {
    return saves(stopped) ? checkpoint::best_interval(placed(stopped)) : S(inf);
  }
  template <class S>
  Terms<S> losses_under(const StoppedRun<S>& of_all) const {
    const StoppedRun<S> stopped = waiting(of_all);
    using std::log;
    const Means<S> own(*this, stopped);
    const S a = own.present();
    Terms<S> all{{"restart", S(log_one_plus(S(own.rate * a * own.stall)))}, {"redundancy", S(-log(a))}};
    const S w = interval_under(stopped);
    if (saves(stopped))
      for (const auto& term : checkpoint::losses(against_common(stopped), w)) all.add(term.name, term.amount);
    if (const ExtraStops<S> extra = extra_under(stopped); !extra.none()) extra.append_to(all, w);
    return all;
  }
  template <class S>
  Terms<S> breakdown_under(const StoppedRun<S>& of_all) const {
    const StoppedRun<S> stopped = waiting(of_all);
    const Means<S> own(*this, stopped);
    const S a = own.present(), stalled = own.rate * a * own.stall, running = S(1) / (S(1) + stalled);
    Terms<S> all{{"useful", S(running * a)}, {"restart", S(running * stalled)}, {"redundancy", S(running * (S(1) - a))}};
    const S w = interval_under(stopped);
    if (saves(stopped)) {
      const Terms<S> together = all, of_common = checkpoint::breakdown(against_common(stopped), w);
      all = {};
      for (const auto& part : together) all.append(part.name, S(part.amount * of_common.of("useful")));
      for (const auto& part : of_common)
        if (part.name != "useful") all.add(part.name, part.amount);
    }
    return extra_under(stopped).within(all, w);
  }
  /// Rows say how long a replica is out and, where they say when they are noticed, how long the others stall.
  std::vector<std::string_view> unread_under(const StoppedRun<double>& stopped) const {
    std::vector<std::string_view> unread;
    if (stopped.all_strike([](const auto& row) { return row.detection == row.detection; })) unread.push_back("stall_time");
    if (stopped.all_strike([](const auto& row) { return !row.unsaid; })) unread.push_back("outage");
    return unread;
  }
  /// Stalls and absent replicas are of the rows that strike one, all else of the common ones.
  void weights_under(const StoppedRun<double>& of_all, WeightsByRow& weights) const {
    const StoppedRun<double> stopped = waiting(of_all);
    const auto common = stopped.striking(true);
    if (!common.empty()) add_weights(common.span(), weights);
    const double running =
        saves(stopped) ? std::exp(-checkpoint::losses(against_common(stopped), interval_under(stopped)).sum()) : 1;
    // the restarts of common rows are shares of all the time that they leave up, stalls of the useful one
    const double up =
        common.empty()
            ? 1
            : 1 / (1 + failures::mix_of<double>(common.span()).failure_rate * failures::mix_of<double>(common.span()).downtime);
    const Means<double> own(*this, stopped);
    const double a = own.present(), stalled = own.rate * a * own.stall;
    for (const auto& row : stopped.striking(false)) {
      weights.add("restart", row.of, row.rate * a * own.stall_of(row) / (1 + stalled) * running / up);
      weights.add("redundancy", row.of, row.rate * own.outage_of(row));
      if (common.empty()) weights.add({}, row.of, row.rate);
    }
    add_extra_weights(stopped, interval_under(stopped), weights);
  }

  /// Each row that strikes one replica stalls the others and takes it out for what rows do in the mean; common ones, planned
  /// stops and late errors take all back to a checkpoint.
  Protocol protocol_under(const StoppedRun<double>& of_all) const {
    const StoppedRun<double> stopped = waiting(of_all);
    if (stopped.is_own()) return protocol(stopped.run);
    const MixedRun<double> mixed(stopped);
    const Means<double> own(*this, stopped);
    Protocol p = protocol(mixed.run);
    p.interval = interval_under(stopped), p.levels[0] = {.blocking_time = stopped.run.write_time()};
    p.levels[0].bytes = stopped.run.checkpoint_bytes;
    if (own.rate > 0) p.replicas.stall_time = own.stall, p.replicas.rejoin_time = own.outage - own.stall;
    return with_rows(std::move(p), stopped.rows.span(), mixed.rule, [](Severity& one, const auto& row) {
      one.stops_all = row.common;
      if (row.strikes() && !row.common) one.recovery = Recovery::replica;
    });
  }
  Protocol protocol(const TrainingRun<>& run) const {
    Protocol p;
    validated(run, *this);
    p.gpus = run.gpus, p.failure_rate = run.failure_rate(), p.downtime = run.downtime;
    p.severities = {{.recovery = Recovery::replica}};
    p.replicas = {.count = checked_integer<int>("simulate", "replicas", value_of(replicas)),
                  .stall_time = stall_of(run),
                  .rejoin_time = outage_of(run) - stall_of(run)};
    return p;
  }
  /// The state of a replica that comes back is sent to it by another one: nothing is written.
  Requirements requirements(const TrainingRun<>& run) const { return validated(run, *this), Requirements{}; }
  /// The others stall and go on.
  Rates rates(const TrainingRun<>&, Rates any) const {
    any.interruptions = 0;
    return any;
  }

 private:
  /// Of the rows that strike one replica: their rate, mean stall of all and mean outage of the one.
  /// A replica waits for people as one that fails by itself.
  template <class S>
  StoppedRun<S> waiting(const StoppedRun<S>& stopped) const {
    return stopped.waiting_at(S(S(1) / S(replicas)));
  }
  template <class S>
  struct Means {
    S unsaid_stall, unsaid_outage, downtime;  // of a row that does not say them, with this downtime
    S replicas, rate = S(0), stall = S(0), outage = S(0);

    Means(const Elastic& of, const StoppedRun<S>& stopped)
        : unsaid_stall(of.stall_of(stopped.run)),
          unsaid_outage(of.outage_of(stopped.run)),
          downtime(stopped.run.downtime),
          replicas(of.replicas) {
      if (value_of(stopped.run.gpus) < value_of(of.replicas)) replicas = S(NaN);
      for (const auto& row : stopped.striking(false))
        rate = rate + row.rate, stall = stall + row.rate * stall_of(row), outage = outage + row.rate * outage_of(row);
      if (value_of(rate) > 0) stall = stall / rate, outage = outage / rate;
    }
    S stall_of(const failures::CauseRow<S>& row) const {
      return value_of(row.detection) == value_of(row.detection) ? row.detection : unsaid_stall;
    }
    S outage_of(const failures::CauseRow<S>& row) const {
      return larger(stall_of(row),
                    row.unsaid ? S(unsaid_outage + (row.downtime - downtime)) : S(row.downtime + row.restart_time));
    }
    S present() const { return checkpoint::replicas_present(rate, replicas, stall, outage); }
  };
  /// Stops that are no failures, beside the failures that stop all replicas.
  template <class S>
  static ExtraStops<S> extra_under(const StoppedRun<S>& stopped) {
    StoppedRun<S> together = stopped;
    for (auto& row : together.rows)
      if (row.strikes() && !row.common) row.rate = S(0);
    return MixedRun<S>(together).extra;
  }
  /// Whether anything takes work back: then there are checkpoints.
  template <class S>
  static bool saves(const StoppedRun<S>& stopped) {
    return std::any_of(stopped.rows.begin(), stopped.rows.end(),
                       [](const auto& row) { return row.silent() ? value_of(row.rate) > 0 : row.strikes() && row.common; });
  }
  template <class S>
  static checkpoint::Saving<S> placed(const StoppedRun<S>& stopped) {
    auto saving = against_common(stopped);
    for (const auto& row : stopped.rows)
      if (row.silent()) saving.failure_rate = saving.failure_rate + row.rate;
    return saving;
  }
  template <class S>
  static checkpoint::Saving<S> against_common(const StoppedRun<S>& stopped) {
    const auto mix = failures::mix_of<S>(stopped.striking(true).span());
    return {stopped.run.write_time(), mix.failure_rate, mix.restart_time, mix.downtime};
  }
  template <class S>
  S stall_of(const TrainingRun<S>& run) const {
    return value_of(stall_time) == value_of(stall_time) ? S(stall_time) : run.downtime;
  }
  template <class S>
  S outage_of(const TrainingRun<S>& run) const {
    return value_of(outage) == value_of(outage) ? S(outage) : S(run.downtime + run.restart_time());
  }
  template <class S>
  S present(const TrainingRun<S>& run) const {
    if (value_of(run.gpus) < value_of(replicas)) return S(NaN);
    return checkpoint::replicas_present(run.failure_rate(), S(replicas), stall_of(run), outage_of(run));
  }
};

template <class P>
constexpr auto fields(const Elastic<P>*) {
  using E = Elastic<P>;
  return std::to_array<Field<E, P>>({
      {"replicas", &E::replicas, "1", at_least_one, "data-parallel replicas", usually(2, 1024), Effect::help},
      {"stall_time", &E::stall_time, "s", if_given(not_negative),
       "all replicas wait so long after a failure; not given: the run's downtime", usually(0, 120), Effect::cost},
      {"outage", &E::outage, "s", if_given(not_negative),
       "until the hit replica works again, its stall included; not given: downtime and restart", usually(60, 14400),
       Effect::cost},
  });
}
static_assert(table_is_complete<Elastic<>>, "Elastic: a member without its row, or a row without its member");
static_assert(Strategy<Elastic<>>);

/// @param replicas K; @param stall_time s [s], NaN: the run's downtime; @param outage r [s], NaN: downtime + restart_time
inline Elastic<> elastic(double replicas, double stall_time = NaN, double outage = NaN) {
  return {replicas, stall_time, outage};
}

}  // namespace scaling_limits::strategies
