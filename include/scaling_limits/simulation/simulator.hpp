// SPDX-License-Identifier: Apache-2.0
// Goodput by playing a strategy's protocol: the independent witness of every closed form, none of which is used here.
//
// A fixed number of independent streams, each a job that is played on and on in stretches; the estimate is total useful over
// total elapsed time, its standard error that of a ratio over the stretches (residuals useful - goodput x elapsed). Rounds are
// added until standard error / goodput is small enough. The result depends on the seed alone, whoever plays the streams: the
// calling thread, or a pool (thread_pool.hpp).
#pragma once
#include "../version.hpp"

#include <functional>
#include <optional>
#include <string>

#include "../core/terms.hpp"
#include "../strategies/blocking.hpp"
#include "../strategies/rates.hpp"
#include "side_by_side.hpp"
#include "single_level.hpp"

namespace scaling_limits::simulation {

struct Options {
  std::uint64_t seed = 1;
  double relative_accuracy = 1e-3;  ///< of standard error / goodput
  /// Stop there even if it is not reached; whatever is played has at least one in each of 256 stretches.
  double most_failures = 1e9;
  std::optional<failures::AnyLaw> law{};  ///< of one GPU, in place of the protocol's failure rate
  std::vector<Domain> domains{};          ///< failures beside those, of parts that many GPUs share
  std::size_t events = 0;                 ///< lines of the event log of the first stream to keep
  bool event_by_event = false;            ///< no fast path: for tests of it
  /// Called several times a second, on the calling thread, with the failures so far and standard error / goodput; false ends
  /// the simulation there.
  std::function<bool(double failures, double accuracy)> progress = {};
  /// Calls work(0) ... work(parts - 1), each once, in any order, and returns when all are done: threads() of thread_pool.hpp.
  /// Empty: on the calling thread.
  std::function<void(int parts, const std::function<void(int)>& work)> pool = {};
};

struct Result {
  double goodput = NaN, standard_error = NaN;
  Terms<double> breakdown{};                                          ///< fractions of elapsed time, names of run.breakdown
  double failures = 0, interruptions = 0, silent_errors = 0;          ///< simulated; an absorbed failure interrupts nothing
  double detections = 0;                                              ///< of silent errors; a failure wipes out those before it
  double checkpoints = 0, saves_just_in_time = 0, bytes_written = 0;  ///< that stand
  strategies::Rates rates{}, rate_errors{};                           ///< per second of elapsed time; their standard errors
  double elapsed = 0;                                                 ///< wall-clock time simulated [s]
  std::size_t stretches = 0;                                          ///< that the standard error comes from
  std::string status = "ok", note{};                                  ///< "ok", "stopped", "not converged", "infeasible"
  std::vector<Event> events{};
};

namespace detail {

inline constexpr std::size_t most_streams = 64, stretches_per_round = 256;
inline constexpr double most_bytes = 1e8;  // that the streams may hold from the start

/// Why a simulation ended before its time.
enum class CutShort { no, by_progress, events, in_one_piece };

/// What is estimated: the useful time, then the Rates in their order.
inline constexpr std::size_t amounts = 1 + strategies::rate_members.size();
inline std::array<double, amounts> amounts_of(const Tally& t) {
  return {t.time[useful], t.interruptions, t.written.checkpoints, t.written.saves_just_in_time, t.detections, t.written.bytes};
}

/// Sums over stretches that the estimates and their standard errors are made of.
struct RatioEstimate {
  Tally total;
  double n = 0, tt = 0;
  std::array<double, amounts> xx{}, xt{};
  CutShort cut_short = CutShort::no;
  void add(const Tally& stretch) {
    total += stretch;
    n += 1;
    tt += stretch.elapsed * stretch.elapsed;
    const auto x = amounts_of(stretch);
    for (std::size_t i = 0; i < amounts; ++i) xx[i] += x[i] * x[i], xt[i] += x[i] * stretch.elapsed;
  }
  double goodput() const { return total.elapsed > 0 ? total.time[useful] / total.elapsed : 0; }
  double standard_error(std::size_t i = 0) const {
    const double g = total.elapsed > 0 ? amounts_of(total)[i] / total.elapsed : 0;
    return std::sqrt((std::max)(0.0, xx[i] - 2 * g * xt[i] + g * g * tt) * n / (n - 1)) / total.elapsed;
  }
  /// Standard error / goodput; inf: not known.
  double accuracy() const { return n > 1 && goodput() > 0 ? standard_error() / goodput() : inf; }
};

/// A loss that is rare and large must have been seen often before a standard error means anything: with replication only
/// interruptions cost, and they can be one in millions of failures. So many are waited for, for so many failures at
/// most. Where nothing has been committed in as many, nothing will be.
inline constexpr double least_interruptions = 400, patience = 2e7;

inline constexpr double slice = 1 << 17;  // events of a stream between two looks at budget and progress

/// What a simulation may play: failures, events of any kind, and of those a single checkpoint, restart or wait.
struct Budget {
  double failures, events, in_one_piece;
  Budget(double most_failures, std::size_t streams)
      : failures(most_failures),
        events((std::max)(8 * most_failures, (std::min)(1e9, 1e5 * most_failures))),
        in_one_piece(std::clamp(most_failures / static_cast<double>(streams), 64.0, 0x1p24)) {}
};

/// Every stream plays its stretches; the streams pause all few million events, so that budget and progress are looked at,
/// whatever a stretch holds. Whether all ended; else the estimate says why, and holds what was played.
template <class J>
bool play_round(std::vector<J>& jobs, std::size_t per_job, double failures, const Budget& budget, const Options& options,
                RatioEstimate& estimate) {
  struct Stream {
    std::vector<Tally> stretches;
    bool begun = false, endless = false;
  };
  std::vector<Stream> streams(jobs.size());
  const auto play_stream = [&](int j) {
    J& job = jobs[static_cast<std::size_t>(j)];
    Stream& stream = streams[static_cast<std::size_t>(j)];
    for (const double until = job.events() + slice; stream.stretches.size() < per_job && !stream.endless;) {
      if (!std::exchange(stream.begun, true)) job.begin(failures);
      try {
        if (!job.advance(until - job.events())) return;
        stream.stretches.push_back(job.so_far());
        stream.begun = false;
      } catch (const Endless&) {
        stream.endless = true;
      }
    }
  };
  const int count = static_cast<int>(jobs.size());
  for (bool ended = false; !ended && estimate.cut_short == CutShort::no;) {
    if (options.pool) options.pool(count, play_stream);
    else
      for (int j = 0; j < count; ++j) play_stream(j);
    ended = true;
    double events = 0, struck = estimate.total.strikes();
    for (std::size_t j = 0; j < jobs.size(); ++j) {
      const Stream& stream = streams[j];
      for (const Tally& stretch : stream.stretches) struck += stretch.strikes();
      if (stream.begun) struck += jobs[j].so_far().strikes();
      events += jobs[j].events();
      ended = ended && stream.stretches.size() == per_job;
      if (stream.endless) estimate.cut_short = CutShort::in_one_piece;
    }
    if (ended || estimate.cut_short != CutShort::no) break;
    if (events >= budget.events) estimate.cut_short = CutShort::events;
    else if (options.progress && !options.progress(struck, estimate.accuracy())) estimate.cut_short = CutShort::by_progress;
  }
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    for (const Tally& stretch : streams[j].stretches) estimate.add(stretch);
    if (streams[j].begun && jobs[j].so_far().elapsed > 0) estimate.add(jobs[j].so_far());
  }
  return estimate.cut_short == CutShort::no;
}

template <class J>
RatioEstimate play_until_accurate(std::vector<J>& jobs, const Options& options, bool replicated, double warm_up = 0) {
  RatioEstimate estimate;
  const Budget budget(options.most_failures, jobs.size());
  for (J& job : jobs) job.at_most(budget.in_one_piece);
  if (warm_up > 0) {
    const double failures = (std::min)(warm_up, (std::max)(1.0, options.most_failures / static_cast<double>(jobs.size())));
    if (!play_round(jobs, 1, failures, budget, options, estimate)) return estimate;
    estimate = {};
  }
  const std::size_t per_job = stretches_per_round / jobs.size();
  for (double failures = std::clamp(std::floor(options.most_failures / stretches_per_round), 1.0, 64.0);;) {
    if (!play_round(jobs, per_job, failures, budget, options, estimate)) return estimate;
    const double error = estimate.accuracy() / options.relative_accuracy;
    const double struck = estimate.total.strikes();
    const double unseen = replicated ? least_interruptions / (std::max)(1.0, estimate.total.interruptions) : 0;
    const bool seen = unseen <= 1 || struck >= patience, hopeless = !(estimate.goodput() > 0) && struck >= patience;
    if ((error <= 1 && seen) || struck == 0 || struck >= options.most_failures || hopeless) return estimate;
    if (options.progress && !options.progress(struck, estimate.accuracy())) {
      estimate.cut_short = CutShort::by_progress;
      return estimate;
    }
    // as many more as the accuracy asks for, a little over; not more than eightfold on the word of one round
    const double more = (std::max)(1.1 * error * error - 1, seen ? 0 : unseen);
    const double wanted = estimate.goodput() > 0 ? struck * (std::min)(8.0, more) : 8 * struck;
    // a round lasts a second or so
    const double most = (std::min)(std::is_same_v<J, Job> ? 4e6 : 1e8, (std::max)(options.most_failures - struck, 1.0));
    failures = std::ceil(std::clamp(wanted, (std::min)(64.0 * stretches_per_round, most), most) / stretches_per_round);
  }
}

/// Bytes that a stream holds from the start: the dead of each group, the repairs under way.
inline double bytes_of_stream(const strategies::Protocol& protocol, const Options& options, double rate) {
  double out = protocol.pool.parts;  // GPUs that an incident takes away
  for (const Domain& d : options.domains) out = (std::max)(out, static_cast<double>(d.gpus));
  const double load =
      2 * rate * out * (protocol.pool.repair_time + protocol.pool.manual_share * protocol.pool.manual_repair_time);
  return 8 * (protocol.replication.groups + (protocol.pool.spares >= 0 ? (std::min)(protocol.pool.spares + out, load) : 0));
}

/// As many streams as that leaves room for.
inline std::size_t streams_of(double bytes, const strategies::Protocol& protocol) {
  if (2 * bytes > most_bytes)
    throw DomainError("simulate: gpus = " + to_text(protocol.gpus) + " would take " + to_text(2 * bytes / 1e9, 3) +
                          " GB, twice 8 bytes for each replicated group (" + to_text(protocol.replication.groups) +
                          ") and each repair under way; at most " + to_text(most_bytes / 1e9) + " GB",
                      "gpus", protocol.gpus);
  return 64 * bytes <= most_bytes ? most_streams : 8 * bytes <= most_bytes ? 8 : 2;
}

/// Failures until what the start looked like is forgotten: first lives, a full pool of spares, every replica there.
inline double memory_of(const strategies::Protocol& protocol, double rate) {
  const auto& pool = protocol.pool;
  return rate * (std::max)(pool.repair_time + pool.manual_share * pool.manual_repair_time, protocol.replicas.rejoin_time);
}

/// As many failures as may be played where every GPU that has failed is held, in every stream, with its next life.
inline double failures_to_hold(double gpus) {
  constexpr double most_lives = 1.25e8;
  return gpus * static_cast<double>(most_streams) > most_lives ? most_lives : inf;
}

}  // namespace detail

/// Plays a protocol until the goodput is known to options.relative_accuracy.
inline Result simulate(const strategies::Protocol& protocol, const Options& options = {}) {
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
  if (rate > 0 && options.law && !options.law->memoryless() && protocol.gpus < 1)
    throw DomainError("simulate: gpus = " + to_text(protocol.gpus) + " must be >= 1 where a law gives each its life", "gpus",
                      protocol.gpus);

  if (protocol.learners > 1 && !options.domains.empty())
    throw InvalidArgument("simulate: domains cannot be shared by learners that fail apart", "domains");

  const bool exponential = !options.law || options.law->memoryless();
  if (const double most = detail::failures_to_hold(exponential ? 0 : protocol.gpus); options.most_failures > most) {
    Options fewer = options;
    fewer.most_failures = most;
    Result result = simulate(protocol, fewer);
    if (result.status == "not converged") result.note += "; the lives of those that fail after more would take over 1 GB";
    return result;
  }
  Result result;
  detail::RatioEstimate estimate;
  const Random seed(options.seed);
  const failures::AnyLaw* law = options.law ? &*options.law : nullptr;
  if (rate == 0 && protocol.verification.silent_rate == 0) {  // nothing ever strikes: a few cycles, once they repeat, say all
    if (protocol.interval < inf) {
      std::vector<Job> one;
      one.emplace_back(protocol, nullptr, options.domains, seed);
      const auto round = [&] {
        return detail::play_round(one, 1, 1, detail::Budget(options.most_failures, 1), options, estimate);
      };
      if (round()) estimate = {}, round();
    } else {
      Tally calm;
      calm.time[useful] = calm.elapsed = 1;
      estimate.add(calm);
    }
  } else if (protocol.quorum > 1) {
    std::vector<SideBySide> jobs;
    const std::size_t count =
        detail::streams_of(protocol.learners * detail::bytes_of_stream(protocol, options, rate), protocol);
    jobs.reserve(count);
    for (std::size_t i = 0; i < count; ++i) jobs.emplace_back(protocol, law, seed.split(i));
    estimate = detail::play_until_accurate(jobs, options, protocol.replication.groups > 0,
                                           (std::min)(64 + 5 * detail::memory_of(protocol, rate), 1e6));
  } else if (exponential && is_single_level(protocol) && options.domains.empty() && !options.event_by_event &&
             options.events == 0) {
    std::vector<SingleLevelJob> jobs;
    for (std::size_t i = 0; i < detail::most_streams; ++i) jobs.emplace_back(protocol, rate, seed.split(i));
    estimate = detail::play_until_accurate(jobs, options, protocol.replication.groups > 0);
  } else {
    const std::size_t count = detail::streams_of(detail::bytes_of_stream(protocol, options, rate), protocol);
    std::vector<Job> jobs;
    jobs.reserve(count);
    for (std::size_t i = 0; i < count; ++i) jobs.emplace_back(protocol, law, options.domains, seed.split(i));
    jobs[0].log_to(&result.events, options.events);
    estimate = detail::play_until_accurate(jobs, options, protocol.replication.groups > 0,
                                           (std::min)(64 + 5 * detail::memory_of(protocol, rate), 1e6));
  }

  // work done before the count began, and undone since
  Tally& counted = estimate.total;
  counted.time[rework] += (std::min)(0.0, counted.time[useful]);
  counted.time[useful] = (std::max)(0.0, counted.time[useful]);
  const double active = 1 - protocol.redundancy, learners = protocol.learners;
  result.goodput = active * estimate.goodput();
  result.standard_error = active * (estimate.n > 1 ? estimate.standard_error() : 0);
  result.failures = estimate.total.failures;
  result.interruptions = estimate.total.interruptions;
  result.silent_errors = estimate.total.silent_errors;
  result.detections = estimate.total.detections;
  result.checkpoints = estimate.total.written.checkpoints;
  result.saves_just_in_time = estimate.total.written.saves_just_in_time;
  result.bytes_written = estimate.total.written.bytes;
  const auto amounts = detail::amounts_of(estimate.total);
  for (std::size_t i = 1; i < amounts.size(); ++i) {
    const auto rate_of = strategies::rate_members[i - 1];
    result.rates.*rate_of = learners * amounts[i] / estimate.total.elapsed;
    result.rate_errors.*rate_of = estimate.n > 2 ? learners * estimate.standard_error(i) : 0;
  }
  result.elapsed = estimate.total.elapsed / (protocol.quorum > 1 ? learners : 1);
  result.stretches = static_cast<std::size_t>(estimate.n);
  for (std::size_t i = 0; i < buckets; ++i) {
    const double share = active * estimate.total.time[i] / estimate.total.elapsed + (i == redundancy ? protocol.redundancy : 0);
    if (i <= downtime || share != 0) result.breakdown.append(bucket_names[i], share);
  }
  const double struck = estimate.total.strikes();
  std::string why;  // it could not be played to the end
  if (estimate.cut_short == detail::CutShort::events)
    why = "more than " + to_text(detail::Budget(options.most_failures, 1).events) + " events, most of them no failures";
  if (estimate.cut_short == detail::CutShort::in_one_piece)
    why =
        "a single checkpoint, restart or wait holds more failures that interrupt nothing, or more repairs, than one stream may";
  if (estimate.cut_short == detail::CutShort::by_progress) {
    result.status = "stopped";
    result.note = "stopped by progress after " + to_text(struck) + " of at most " + to_text(options.most_failures) +
                  " failures, at relative accuracy " +
                  (result.goodput > 0 ? to_text(result.standard_error / result.goodput) : "unlimited") + " of " +
                  to_text(options.relative_accuracy);
  } else if (!(result.goodput > 0)) {
    result.status = "infeasible";
    result.note = "no segment was ever committed in " + to_text(result.failures) +
                  " failures: " + (why.empty() ? "the time between failures is too short" : why);
  } else if (!why.empty() || result.standard_error > options.relative_accuracy * result.goodput) {
    result.status = "not converged";
    result.note = "relative accuracy " + to_text(result.standard_error / result.goodput) + " after " + to_text(struck) +
                  " failures, most_failures = " + to_text(options.most_failures) + (why.empty() ? "" : ": ") + why;
  } else if (protocol.replication.groups > 0 && result.failures > 0 && result.interruptions < detail::least_interruptions / 4) {
    result.status = "not converged";
    result.note = "only " + to_text(result.interruptions) + " interruptions in " + to_text(result.failures) +
                  " failures: their cost is hardly known, and not in the standard error";
  }
  return result;
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
  if (const double interval = strategy.interval(run); !(interval > 0))
    return no_answer("interval = " + to_text(interval) +
                     " s cannot be played: " + strategies::interval_note(strategy, run, interval));
  const auto protocol = strategy.protocol(run);
  if (std::string note = detail::unplayable(protocol); !note.empty()) return no_answer(std::move(note));
  return simulate(protocol, options);
}
inline Result simulate(const TrainingRun<>& run, const Options& options = {}) {
  return simulate(run, strategies::blocking(), options);
}

}  // namespace scaling_limits::simulation
