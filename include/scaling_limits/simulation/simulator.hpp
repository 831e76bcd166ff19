// SPDX-License-Identifier: Apache-2.0
// Goodput by playing a strategy's protocol: the independent witness of every closed form, none of which is used here. Who plays
// it depends on what it has; how long, on the accuracy that is asked for (rounds.hpp).
#pragma once
#include "../version.hpp"

#include <string>

#include "../core/result_fields.hpp"
#include "../core/terms.hpp"
#include "../strategies/blocking.hpp"
#include "rounds.hpp"
#include "side_by_side.hpp"
#include "single_level.hpp"

namespace scaling_limits::simulation {

struct Result {
  double goodput = NaN, standard_error = NaN;
  Terms<double> breakdown{};  // names of run.breakdown
  double failures = 0, interruptions = 0, silent_errors = 0, detections = 0;
  double checkpoints = 0, saves_just_in_time = 0, bytes_written = 0;
  strategies::Rates rates{}, rate_errors{};  // per second of elapsed time; their standard errors
  double elapsed = 0;
  std::size_t stretches = 0;
  std::string status = "ok", note{};
  std::vector<Event> events{};
};
constexpr auto fields(const Result*) {
  using R = Result;
  return std::tuple(
      ResultField("goodput", &R::goodput, "1", "new useful training time per wall-clock time"),
      ResultField("standard_error", &R::standard_error, "1", "of the goodput"),
      ResultField("status", &R::status, "", "ok, stopped, not converged or infeasible"), note_field(&R::note),
      ResultField("failures", &R::failures, "1", "that were simulated"),
      ResultField("interruptions", &R::interruptions, "1",
                  "of the run: a failure that the strategy absorbs interrupts nothing"),
      ResultField("silent_errors", &R::silent_errors, "1", "that were simulated"),
      ResultField("detections", &R::detections, "1", "of silent errors; a failure wipes out those before it"),
      ResultField("checkpoints", &R::checkpoints, "1", "periodic ones that stand: what a failure undoes does not"),
      ResultField("saves_just_in_time", &R::saves_just_in_time, "1", "that stand"),
      ResultField("bytes_written", &R::bytes_written, "B", "by checkpoints and saves that stand, on all levels"),
      ResultField("elapsed", &R::elapsed, "s", "wall-clock time simulated"),
      ResultField("stretches", &R::stretches, "1", "that the standard error comes from"),
      ResultField("breakdown", &R::breakdown, "1", "share of elapsed time; they sum to one", "term"),
      ResultField("events", &R::events));
}

namespace detail {

inline constexpr double most_bytes = 1e8;  // that the streams may hold from the start

/// Bytes that a stream holds from the start: the dead of each group, the repairs under way; and the slow parts.
inline double bytes_of_stream(const strategies::Protocol& protocol, const Options& options, double rate) {
  double out = protocol.pool.parts;  // repairs that an incident begins
  for (const Domain& d : options.domains) out = (std::max)(out, static_cast<double>(d.gpus));
  const double load =
      2 * rate * out * (protocol.pool.repair_time + protocol.pool.manual_share * protocol.pool.manual_repair_time);
  const double slow = 2 * protocol.slow_parts.arrival_rate * protocol.slow_parts.duration;
  return 8 * (slow + protocol.replication.groups +
              (protocol.pool.spares >= 0 ? 2 * (std::min)(protocol.pool.spares + out, load) : 0));
}

/// As many streams as that leaves room for.
inline std::size_t streams_of(double bytes, const strategies::Protocol& protocol) {
  if (2 * bytes > most_bytes)
    throw DomainError("simulate: gpus = " + to_text(protocol.gpus) + " would take " + to_text(2 * bytes / 1e9, 3) +
                          " GB, twice 8 bytes for each replicated group (" + to_text(protocol.replication.groups) +
                          ") and each slow part, 16 for each repair under way; at most " + to_text(most_bytes / 1e9) + " GB",
                      "gpus", protocol.gpus);
  return 64 * bytes <= most_bytes ? most_streams : 8 * bytes <= most_bytes ? 8 : 2;
}

/// As many failures as may be played where every GPU that has failed is held, in every stream, with its next life.
inline double failures_to_hold(double gpus) {
  constexpr double most_lives = 1.25e8;
  return gpus * static_cast<double>(most_streams) > most_lives ? most_lives : inf;
}

/// Stops per second of what the options make of a protocol; throws where the two do not go together.
inline double checked_rate(const strategies::Protocol& protocol, const Options& options) {
  strategies::validate(protocol);
  check("simulate", "relative_accuracy", options.relative_accuracy, positive);
  check("simulate", "most_failures", options.most_failures, positive);
  double rate = protocol.failure_rate;
  if (options.law) {
    options.law->validate();
    check("simulate", "mean life of the law", options.law->mean(), positive, "s");
    rate = protocol.gpus / options.law->mean();
  }
  for (const Domain& d : options.domains)
    check("simulate", "domains: mttf", d.mttf, positive_or_inf, "s"), rate += d.count / d.mttf;
  rate += total_rate(protocol.planned) + total_rate(protocol.late) + total_rate(protocol.common);
  if (rate > 0 && options.law && !options.law->memoryless() && protocol.gpus < 1)
    throw DomainError("simulate: gpus = " + to_text(protocol.gpus) + " must be >= 1 where a law gives each its life", "gpus",
                      protocol.gpus);
  if (protocol.learners > 1 && !options.domains.empty())
    throw InvalidArgument("simulate: domains cannot be shared by learners that fail apart", "domains");
  return rate;
}

/// One simulation: who plays the protocol, what was counted, and how far it can be trusted.
struct Simulation {
  const strategies::Protocol& protocol;
  const Options& options;
  double rate;  // of failures and other stops [1/s]
  RatioEstimate estimate{};
  Result result{};

  bool exponential() const { return !options.law || options.law->memoryless(); }
  bool replicated() const { return protocol.replication.groups > 0; }

  void play() {
    if (rate == 0 && protocol.verification.silent_rate == 0 && protocol.slow_parts.arrival_rate == 0) play_calm();
    else if (protocol.quorum > 1) play_learners();
    else if (exponential() && is_single_level(protocol) && options.domains.empty() && !options.event_by_event &&
             options.events == 0)
      play_failure_by_failure();
    else play_event_by_event();
  }

  /// Nothing ever strikes: a few cycles, once they repeat, say all.
  void play_calm() {
    if (protocol.interval < inf) {
      std::vector<Job> one;
      one.emplace_back(protocol, nullptr, options.domains, seed());
      const auto round = [&] { return play_round(one, 1, 1, Budget(options.most_failures, 1), options, estimate); };
      if (round()) estimate = {}, round();
    } else {
      Tally calm;
      calm.time[useful] = calm.elapsed = 1;
      estimate.add(calm);
    }
  }
  void play_failure_by_failure() {
    std::vector<SingleLevelJob> jobs;
    for (std::size_t i = 0; i < most_streams; ++i) jobs.emplace_back(protocol, rate, seed().split(i));
    estimate = play_until_accurate(jobs, options, replicated());
  }
  void play_learners() {
    std::vector<SideBySide> jobs;
    const std::size_t count = streams_of(protocol.learners * bytes_of_stream(protocol, options, rate), protocol);
    jobs.reserve(count);
    for (std::size_t i = 0; i < count; ++i) jobs.emplace_back(protocol, law(), seed().split(i));
    estimate = play_until_accurate(jobs, options, replicated(), warm_up());
  }
  void play_event_by_event() {
    std::vector<Job> jobs;
    const std::size_t count = streams_of(bytes_of_stream(protocol, options, rate), protocol);
    jobs.reserve(count);
    for (std::size_t i = 0; i < count; ++i) jobs.emplace_back(protocol, law(), options.domains, seed().split(i));
    jobs[0].log_to(&result.events, options.events);
    estimate = play_until_accurate(jobs, options, replicated(), warm_up());
  }
  Random seed() const { return Random(options.seed); }
  const failures::AnyLaw* law() const { return options.law ? &*options.law : nullptr; }
  /// Failures until what the start looked like is forgotten: first lives, a full pool of spares, every replica there.
  double warm_up() const {
    const auto& pool = protocol.pool;
    const auto& slow = protocol.slow_parts;
    double memory = (std::max)({pool.repair_time + pool.manual_share * pool.manual_repair_time, protocol.replicas.rejoin_time,
                                slow.arrival_rate > 0 ? slow.duration : 0.0});
    for (const auto& row : protocol.late) memory = (std::max)(memory, row.lag);
    if (!protocol.hours.empty()) memory = (std::max)(memory, failures::week_length);
    return (std::min)(64 + 5 * ((rate + slow.arrival_rate) * memory), 1e6);
  }

  /// Of what was played, amounts, rates and shares of the time.
  void count() {
    Tally& total = estimate.total;
    // work done before the count began, and undone since
    total.time[rework] += (std::min)(0.0, total.time[useful]);
    total.time[useful] = (std::max)(0.0, total.time[useful]);
    const double active = 1 - protocol.redundancy, learners = protocol.learners, of_use = active * (1 - protocol.evaluation);
    result.goodput = of_use * estimate.goodput();
    result.standard_error = of_use * estimate.standard_error();
    result.failures = total.failures;
    result.interruptions = total.interruptions;
    result.silent_errors = total.silent_errors;
    result.detections = total.detections;
    result.checkpoints = total.written.checkpoints;
    result.saves_just_in_time = total.written.saves_just_in_time;
    result.bytes_written = total.written.bytes;
    const auto all = amounts_of(total);
    for (std::size_t i = 1; i < all.size(); ++i) {
      const auto rate_of = strategies::rate_members[i - 1];
      result.rates.*rate_of = learners * all[i] / total.elapsed;
      result.rate_errors.*rate_of = learners * estimate.standard_error(i);
    }
    result.elapsed = total.elapsed / (protocol.quorum > 1 ? learners : 1);
    result.stretches = static_cast<std::size_t>(estimate.n);
    for (std::size_t i = 0; i < buckets; ++i) {
      const double share =
          (i == useful ? of_use : active) * total.time[i] / total.elapsed + (i == redundancy ? protocol.redundancy : 0);
      if (i <= downtime || share != 0) result.breakdown.append(bucket_names[i], share);
    }
    if (protocol.evaluation > 0)
      result.breakdown.append(strategies::evaluation_term, active * protocol.evaluation * total.time[useful] / total.elapsed);
  }

  /// Why it could not be played to the end.
  std::string why_cut_short() const {
    if (estimate.cut_short == CutShort::events)
      return "more than " + to_text(Budget(options.most_failures, 1).events) + " events, most of them no failures";
    if (estimate.cut_short == CutShort::in_one_piece)
      return "a single checkpoint, restart or wait holds more failures that interrupt nothing, "
             "or more repairs or tries, than one stream may";
    return {};
  }

  /// The status of what was counted, and its note.
  void judge() {
    const auto say = [&](const char* status, std::string note) { result.status = status, result.note = std::move(note); };
    const std::string why = why_cut_short();
    const double struck = estimate.total.strikes();
    if (estimate.cut_short == CutShort::by_progress)
      say("stopped", "stopped by progress after " + to_text(struck) + " of at most " + to_text(options.most_failures) +
                         " failures, at relative accuracy " +
                         (result.goodput > 0 ? to_text(result.standard_error / result.goodput) : "unlimited") + " of " +
                         to_text(options.relative_accuracy));
    else if (!(result.goodput > 0))
      say("infeasible", "no segment was ever committed in " + to_text(result.failures) +
                            " failures: " + (why.empty() ? "the time between failures is too short" : why));
    else if (!why.empty() || result.standard_error > options.relative_accuracy * result.goodput)
      say("not converged", "relative accuracy " + to_text(result.standard_error / result.goodput) + " after " +
                               to_text(struck) + " failures, most_failures = " + to_text(options.most_failures) +
                               (why.empty() ? "" : ": ") + why);
    else if (replicated() && result.failures > 0 && result.interruptions < least_interruptions / 4)
      say("not converged", "only " + to_text(result.interruptions) + " interruptions in " + to_text(result.failures) +
                               " failures: their cost is hardly known, and not in the standard error");
  }
};

}  // namespace detail

/// Plays a protocol until the goodput is known to options.relative_accuracy.
inline Result simulate(const strategies::Protocol& protocol, const Options& options = {}) {
  detail::Simulation one{protocol, options, detail::checked_rate(protocol, options)};
  if (const double most = detail::failures_to_hold(one.exponential() ? 0 : protocol.gpus); options.most_failures > most) {
    Options fewer = options;
    fewer.most_failures = most;
    Result result = simulate(protocol, fewer);
    if (result.status == "not converged") result.note += "; the lives of those that fail after more would take over 1 GB";
    return result;
  }
  one.play();
  one.count();
  one.judge();
  return std::move(one.result);
}

namespace detail {

/// Why a protocol cannot be played; empty where it can.
inline std::string unplayable(const strategies::Protocol& p) {
  for (std::size_t i = 0; i < p.levels.size(); ++i)
    if (p.levels[i].blocking_time == inf || p.levels[i].persist_latency == inf)
      return "a checkpoint on level " + std::to_string(i + 1) + " takes unlimited time";
  for (const auto& severity : p.severities)
    if (severity.restart_time == inf) return "a restart takes unlimited time";
  const double cycle = p.interval + p.levels.front().blocking_time;
  if (p.failure_rate > 0 && cycle * p.failure_rate < 1e-11)
    return "interval = " + to_text(p.interval) + " s: clocks that count the " + to_text(1 / p.failure_rate) +
           " s between failures do not tell it from 0";
  return {};
}

}  // namespace detail

/// The same for a strategy on a run. No answer where the strategy has none: the note says why.
template <strategies::Strategy St>
Result simulate(const TrainingRun<>& run, const St& strategy, const Options& options = {}) {
  strategies::validated(run, strategy);
  const auto no_answer = [](std::string note) {
    Result result;
    result.status = "infeasible";
    result.note = std::move(note);
    return result;
  };
  if (std::string note = strategy.note(run); !note.empty()) return no_answer(std::move(note));
  const double interval = strategy.interval(run);
  if (interval != interval) return no_answer("its interval is not known: outside the range in which the model has an answer");
  if (!(interval > 0))
    return no_answer("interval = " + to_text(interval) +
                     " s cannot be played: " + strategies::interval_note(strategy, run, interval));
  auto protocol = strategies::protocol(strategy, run);
  if (options.slow_parts) protocol.slow_parts = options.slow_parts(protocol);
  if (std::string note = detail::unplayable(protocol); !note.empty()) return no_answer(std::move(note));
  return simulate(protocol, options);
}
inline Result simulate(const TrainingRun<>& run, const Options& options = {}) {
  return simulate(run, strategies::blocking(), options);
}

}  // namespace scaling_limits::simulation
