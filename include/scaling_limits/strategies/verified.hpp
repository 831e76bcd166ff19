// SPDX-License-Identifier: Apache-2.0
// Silent errors among the failures: work is verified, chunk by chunk, before a checkpoint is trusted (checkpoint/verified.hpp).
// silent_share of the run's failures are silent and found by a verification; the others stop the run. Restarts are not exposed.
#pragma once
#include "../version.hpp"

#include "../checkpoint/verified.hpp"
#include "protocol.hpp"
#include "rates.hpp"

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
    const auto at = plan(validated(run, *this));
    return S(at.chunks) * at.work;
  }
  /// Verifications per checkpoint.
  double chunks(const TrainingRun<>& run) const { return plan(validated(run, *this)).chunks; }

  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return losses_in_range(validated(run, *this));
  }
  template <class S>
  Terms<S> losses_in_range(const TrainingRun<S>& run) const {
    return losses_at(run, plan(run));
  }
  Summary summary(const TrainingRun<>& run) const {
    const auto at = plan(validated(run, *this));
    const double interval = at.chunks * at.work;
    return {losses_at(run, at).sum(), interval, {.memory = 0, .bandwidth = bytes_per_second(run.checkpoint_bytes, interval)}};
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    using std::exp;
    const auto at = plan(validated(run, *this));
    if (value_of(run.failure_rate()) == 0)
      return {{"useful", S(1)}, {"checkpoint", S(0)}, {"verification", S(0)},
              {"rework", S(0)}, {"restart", S(0)},    {"downtime", S(0)}};
    const auto attempt = attempt_at(at, parts_of(run));
    const S success = exp(attempt.log_success), total = attempt.time(), written = success * run.write_time(),
            useful = success * useful_at(at), verifying = success * S(at.chunks) * S(verification_time);
    return {{"useful", S(useful / total)},
            {"checkpoint", S(written / total)},
            {"verification", S(verifying / total)},
            {"rework", share_left(S(S(attempt.running - useful - verifying - written) / total))},
            {"restart", S(attempt.restart / total)},
            {"downtime", S(attempt.downtime / total)}};
  }
  /// Failures that stop the run strike work, verification and checkpoint; the others are detected, or wiped out by a stop.
  Rates rates(const TrainingRun<>& run, Rates any) const {
    if (run.failure_rate() == 0) return any;
    const auto at = plan(run);
    const auto attempt = attempt_at(at, parts_of(run));
    any.interruptions = attempt.stops / attempt.time(), any.detections = attempt.detections / attempt.time();
    return any;
  }
  Protocol protocol(const TrainingRun<>& run) const {
    const auto at = plan(validated(run, *this));
    auto p = Protocol::single((1 - value_of(silent_share)) * run.failure_rate(), at.chunks * at.work, run.write_time(),
                              run.restart_time(), run.downtime);
    p.gpus = run.gpus, p.levels[0].bytes = run.checkpoint_bytes;
    p.restart_exposed = false;
    p.verification = {value_of(silent_share) * run.failure_rate(),
                      saturated<int>(at.chunks),
                      value_of(verification_time),
                      value_of(recall),
                      value_of(verification_time),
                      run.restart_time()};
    return p;
  }

 private:
  template <class S>
  struct Plan {
    double chunks;
    S work;
  };
  /// An attempt at a segment; where checks and checkpoints cost nothing segments have no length, and this is a second of work.
  template <class S>
  static checkpoint::VerifiedAttempt<S> attempt_at(const Plan<S>& at, const checkpoint::VerifiedSegment<S>& v) {
    if (!is_zero(at.work)) return checkpoint::verified_attempt(S(at.chunks), at.work, v);
    const S stops = v.fail_stop_rate, detections = v.silent_rate;
    return {S(1), v.restart_time * (stops + detections), v.downtime * stops, stops, detections, S(0)};
  }
  template <class S>
  static S useful_at(const Plan<S>& at) {
    return is_zero(at.work) ? S(1) : S(S(at.chunks) * at.work);
  }
  template <class S>
  Terms<S> losses_at(const TrainingRun<S>& run, const Plan<S>& at) const {
    using std::log;
    if (value_of(run.failure_rate()) == 0)
      return {{"checkpoint", S(0)}, {"verification", S(0)}, {"restart", S(0)}, {"downtime", S(0)}};
    const auto v = parts_of(run);
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
  Plan<S> plan(const TrainingRun<S>& run) const {
    const auto v = parts_of(run);
    if (!v.in_domain()) return {1, S(NaN)};
    if (value_of(run.failure_rate()) == 0) return {1, S(inf)};
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
