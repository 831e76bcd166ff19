// SPDX-License-Identifier: Apache-2.0
// Per-replica recovery (checkpoint/elastic.hpp): no checkpoint is read back and no work is lost; a failure stalls the run and
// takes one replica out. The stalls are the term `restart`, the absent replicas `redundancy`.
#pragma once
#include "../version.hpp"

#include "../checkpoint/elastic.hpp"
#include "protocol.hpp"
#include "rates.hpp"

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
