// SPDX-License-Identifier: Apache-2.0
// Silent errors among the failures: work is verified, chunk by chunk, before a checkpoint is trusted (checkpoint/verified.hpp).
// silent_share of the run's failures are silent and found by a verification; the others stop the run. Restarts are not exposed.
#pragma once
#include "../version.hpp"

#include "../checkpoint/verified.hpp"
#include "protocol.hpp"
#include "rates.hpp"
#include "weights_by_row.hpp"

namespace scaling_limits::strategies {

template <class P = double>
struct Verified {
  P verification_time = P(NaN);
  P silent_share = P(NaN);
  P recall = P(1);

  static constexpr std::string_view name() { return "verified"; }
  static constexpr std::string_view text = "work is verified for silent errors before a checkpoint is trusted";
  static constexpr auto terms = std::to_array<std::string_view>({"checkpoint", "verification", "restart", "downtime"});
  static constexpr auto shares =
      std::to_array<std::string_view>({"useful", "checkpoint", "verification", "rework", "restart", "downtime"});
  void validate() const { scaling_limits::validate(*this, "verified"); }
  std::string note(const TrainingRun<>&) const { return {}; }
  bool rises_with(double rate, double least_time) const { return rate >= 0 && rate + least_time >= 0; }

  /// Useful work between two checkpoints [s], all chunks of it.
  template <class S>
  S interval(const TrainingRun<S>& run) const {
    return plan(parts_of(validated(run, *this))).interval();
  }
  /// Verifications per checkpoint.
  double chunks(const TrainingRun<>& run) const { return plan(parts_of(validated(run, *this))).chunks; }

  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return losses_in_range(validated(run, *this));
  }
  template <class S>
  Terms<S> losses_in_range(const TrainingRun<S>& run) const {
    const auto v = parts_of(run);
    return losses_at(v, plan(v));
  }
  Summary summary(const TrainingRun<>& run) const {
    const auto v = parts_of(validated(run, *this));
    const auto at = plan(v);
    return {losses_at(v, at).sum(),
            at.interval(),
            {.memory = 0, .bandwidth = bytes_per_second(run.checkpoint_bytes, at.interval())}};
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    const auto v = parts_of(validated(run, *this));
    return breakdown_at(v, plan(v));
  }
  // under a list: what is silent in it is found by the verifications, whatever its lag
  template <class S>
  S interval_under(const StoppedRun<S>& stopped) const {
    return plan(parts_under(stopped)).interval();
  }
  template <class S>
  Terms<S> losses_under(const StoppedRun<S>& stopped) const {
    const auto v = parts_under(stopped);
    const auto at = plan(v);
    Terms<S> all = losses_at(v, at);
    if (const ExtraStops<S> extra = planned_under(stopped); !extra.none()) extra.append_to(all, at.interval());
    return all;
  }
  template <class S>
  Terms<S> breakdown_under(const StoppedRun<S>& stopped) const {
    const auto v = parts_under(stopped);
    const auto at = plan(v);
    return planned_under(stopped).within(breakdown_at(v, at), at.interval());
  }
  /// What is silent takes the restart that its detection asks for, and part in all that is by failures.
  void weights_under(const StoppedRun<double>& stopped, WeightsByRow& weights) const {
    for (const auto& row : stopped.rows) {
      if (row.planned) continue;
      weights.add({}, row.of, row.rate);
      const bool found = row.silent();
      weights.add("restart", row.of, row.rate * (restart_of(row) + (found ? down_of(row) : 0)));
      const double stops = row.unsaid ? 1 - value_of(silent_share) : found ? 0 : 1;
      weights.add("downtime", row.of, row.rate * stops * down_of(row));
    }
    add_extra_weights(stopped, interval_under(stopped), weights);
  }
  /// Failures that stop the run strike work, verification and checkpoint; the others are detected, or wiped out by a stop.
  Rates rates(const TrainingRun<>& run, Rates any) const {
    if (run.failure_rate() == 0) return any;
    const auto v = parts_of(run);
    const auto attempt = attempt_at(plan(v), v);
    any.interruptions = attempt.stops / attempt.time(), any.detections = attempt.detections / attempt.time();
    return any;
  }
  Protocol protocol(const TrainingRun<>& run) const { return protocol_of(parts_of(validated(run, *this)), run); }
  /// Each row that stops the run a severity; what is silent is found by the verifications.
  Protocol protocol_under(const StoppedRun<double>& stopped) const {
    if (stopped.is_own()) return protocol(stopped.run);
    const StopsAt<double> fails = not_silent(stopped);
    failures::CauseRows<double> rows;
    for (const auto& row : StoppedRun<double>(stopped.grown, fails).rows)
      if (!row.silent()) rows.push_back(row);
    return with_rows(protocol_of(parts_under(stopped), stopped.run), rows.span(), failures::RestartInForce<double>(rows.span()),
                     [](Severity&, const auto&) {});
  }

 private:
  Protocol protocol_of(const checkpoint::VerifiedSegment<double>& v, const TrainingRun<>& run) const {
    const auto at = plan(v);
    auto p = Protocol::single(v.fail_stop_rate, at.chunks * at.work, v.write_time, v.restart_time, v.downtime);
    p.gpus = run.gpus, p.levels[0].bytes = run.checkpoint_bytes;
    p.restart_exposed = false;
    p.verification = {v.silent_rate,    saturated<int>(at.chunks),   value_of(verification_time),
                      value_of(recall), value_of(verification_time), v.detection_restart};
    return p;
  }
  template <class S>
  struct Plan {
    double chunks;
    S work;
    S interval() const { return S(chunks) * work; }
  };
  template <class S>
  static bool never_fails(const checkpoint::VerifiedSegment<S>& v) {
    return value_of(v.silent_rate) == 0 && value_of(v.fail_stop_rate) == 0;
  }
  /// An attempt at a segment; where checks and checkpoints cost nothing segments have no length, and this is a second of work.
  template <class S>
  static checkpoint::VerifiedAttempt<S> attempt_at(const Plan<S>& at, const checkpoint::VerifiedSegment<S>& v) {
    if (!is_zero(at.work)) return checkpoint::verified_attempt(S(at.chunks), at.work, v);
    const S stops = v.fail_stop_rate, detections = v.silent_rate;
    return {S(1), v.restart_time * stops + v.detection_restart * detections, v.downtime * stops, stops, detections, S(0)};
  }
  template <class S>
  static S useful_at(const Plan<S>& at) {
    return is_zero(at.work) ? S(1) : S(S(at.chunks) * at.work);
  }
  template <class S>
  static Terms<S> breakdown_at(const checkpoint::VerifiedSegment<S>& v, const Plan<S>& at) {
    using std::exp;
    if (never_fails(v))
      return {{"useful", S(1)}, {"checkpoint", S(0)}, {"verification", S(0)},
              {"rework", S(0)}, {"restart", S(0)},    {"downtime", S(0)}};
    const auto attempt = attempt_at(at, v);
    const S success = exp(attempt.log_success), total = attempt.time(), written = success * v.write_time,
            useful = success * useful_at(at), verifying = success * S(at.chunks) * v.verification_time;
    return {{"useful", S(useful / total)},
            {"checkpoint", S(written / total)},
            {"verification", S(verifying / total)},
            {"rework", share_left(S(S(attempt.running - useful - verifying - written) / total))},
            {"restart", S(attempt.restart / total)},
            {"downtime", S(attempt.downtime / total)}};
  }
  template <class S>
  static Terms<S> losses_at(const checkpoint::VerifiedSegment<S>& v, const Plan<S>& at) {
    using std::log;
    if (never_fails(v)) return {{"checkpoint", S(0)}, {"verification", S(0)}, {"restart", S(0)}, {"downtime", S(0)}};
    const auto attempt = attempt_at(at, v);
    auto unverified = v;
    unverified.verification_time = unverified.final_time = S(0);
    const auto without = attempt_at(at, unverified);
    // ln of how much oftener an attempt succeeds whose verifications take no time
    const S survived = v.fail_stop_rate * (S(at.chunks - 1) * v.verification_time + v.final_time);
    return {{"checkpoint", difference(S(-without.log_success), S(log(S(useful_at(at) / without.running))))},
            {"verification", difference(S(log(S(attempt.running / without.running)) + survived), S(0))},
            {"restart", S(log_one_plus(S(attempt.restart / attempt.running)))},
            {"downtime", S(log_one_plus(S(attempt.downtime / S(attempt.running + attempt.restart))))}};
  }
  template <class S>
  checkpoint::VerifiedSegment<S> parts_of(const TrainingRun<S>& run) const {
    const S rate = run.failure_rate(), v(verification_time);
    return {v,
            run.write_time(),
            S(S(silent_share) * rate),
            S((S(1) - S(silent_share)) * rate),
            run.restart_time(),
            run.downtime,
            S(recall),
            v};
  }
  template <class S>
  static S restart_of(const failures::CauseRow<S>& row) {
    return row.restart_time / (S(1) - row.retry_chance);
  }
  template <class S>
  static S down_of(const failures::CauseRow<S>& row) {
    return row.downtime + row.retry_time * row.retry_chance / (S(1) - row.retry_chance);
  }
  /// What stops the run by itself: of failures that no row is of those that are not silent.
  template <class S>
  StopsAt<S> not_silent(const StoppedRun<S>& stopped) const {
    StopsAt<S> fails = stopped.stops;
    for (auto& row : fails.rows)
      row.rate = row.silent() ? S(0) : row.unsaid ? S(row.rate * (S(1) - S(silent_share))) : row.rate;
    return fails;
  }
  /// Means of the rows: restarts are not exposed here.
  template <class S>
  checkpoint::VerifiedSegment<S> parts_under(const StoppedRun<S>& stopped) const {
    auto v = parts_of(stopped.run);
    v.silent_rate = v.fail_stop_rate = v.restart_time = v.downtime = v.detection_restart = S(0);
    StopsAt<S> fails = not_silent(stopped);
    for (std::size_t i = 0; i < fails.rows.size(); ++i)  // nothing fails in a restart: whoever waits meets it as a downtime
      fails.rows[i].downtime = fails.rows[i].downtime + stopped.rows[i].restart_time;
    const StoppedRun<S> stopping(stopped.grown, fails);
    for (std::size_t i = 0; i < stopped.rows.size(); ++i) {
      const auto& row = stopped.rows[i];
      if (row.planned) continue;
      auto stop = stopping.rows[i];
      stop.downtime = stop.downtime - row.restart_time;
      const S found = (row.unsaid ? S(silent_share) : S(row.silent() ? 1 : 0)) * row.rate;
      v.silent_rate = v.silent_rate + found, v.fail_stop_rate = v.fail_stop_rate + stop.rate;
      v.detection_restart = v.detection_restart + found * (row.unsaid ? restart_of(row) : S(restart_of(row) + down_of(row)));
      v.restart_time = v.restart_time + stop.rate * restart_of(stop), v.downtime = v.downtime + stop.rate * down_of(stop);
    }
    if (value_of(v.silent_rate) > 0) v.detection_restart = v.detection_restart / v.silent_rate;
    if (value_of(v.fail_stop_rate) > 0)
      v.restart_time = v.restart_time / v.fail_stop_rate, v.downtime = v.downtime / v.fail_stop_rate;
    return v;
  }
  /// Planned stops, beside failures in whose restarts nothing strikes.
  template <class S>
  static ExtraStops<S> planned_under(const StoppedRun<S>& stopped) {
    StoppedRun<S> unexposed = stopped;
    for (auto& row : unexposed.rows)
      row.downtime = down_of(row) + restart_of(row), row.restart_time = S(0), row.retry_chance = S(0);
    ExtraStops<S> extra = MixedRun<S>(unexposed).extra;
    extra.silent.clear();
    return extra;
  }
  template <class S>
  static Plan<S> plan(const checkpoint::VerifiedSegment<S>& v) {
    if (!v.in_domain()) return {1, S(NaN)};
    if (never_fails(v)) return {1, S(inf)};
    if (value_of(v.write_time) == 0 && value_of(v.verification_time) == 0) return {1, S(0)};
    const auto best = checkpoint::best_verified(v.template as<double>());
    return {best.chunks, numeric::refined_point(S(best.work), [&]<class T>(const T& w) {
              return checkpoint::verified_loss(best.chunks, w, v.template as<T>());
            })};
  }
};

template <class P>
constexpr auto fields(const Verified<P>*) {
  using V = Verified<P>;
  return std::to_array<Field<V, P>>({
      {"verification_time", &V::verification_time, "s", not_negative, "of one verification of the state", usually(0, 60),
       Effect::cost},
      {"silent_share", &V::silent_share, "1", closed_fraction, "of the run's failures that are silent errors",
       usually(0, 0.1, "6 of 419: The Llama 3 Herd of Models, 2024, table 5")},  // a fail-stop may cost more
      {"recall", &V::recall, "1", positive_fraction,
       "share of errors that a verification finds; the last before a checkpoint finds all", usually(0.5, 1), Effect::help},
  });
}
static_assert(table_is_complete<Verified<>>, "Verified: a member without its row, or a row without its member");
static_assert(Strategy<Verified<>>);

/// @param verification_time [s]; @param silent_share of the run's failures; @param recall of the verifications but the last
inline Verified<> verified(double verification_time, double silent_share, double recall = 1) {
  return {verification_time, silent_share, recall};
}

}  // namespace scaling_limits::strategies
