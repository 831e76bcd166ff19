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
#include "single_level.hpp"

namespace scaling_limits::simulation {

struct Options {
  std::uint64_t seed = 1;
  double relative_accuracy = 1e-3;        ///< of standard error / goodput
  double most_failures = 1e9;             ///< stop there even if it is not reached
  std::optional<failures::AnyLaw> law{};  ///< of one GPU, in place of the protocol's failure rate
  std::vector<Domain> domains{};          ///< failures beside those, of parts that many GPUs share
  std::size_t events = 0;                 ///< lines of the event log of the first stream to keep
  bool event_by_event = false;            ///< no fast path: for tests of it
  /// Called between rounds with the failures so far and standard error / goodput; false ends the simulation there.
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

inline constexpr int streams = 64, stretches_per_round = 256;

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
  bool stopped = false;  // by Options::progress
  void add(const Tally& stretch) {
    total += stretch;
    n += 1;
    tt += stretch.elapsed * stretch.elapsed;
    const auto x = amounts_of(stretch);
    for (std::size_t i = 0; i < amounts; ++i) xx[i] += x[i] * x[i], xt[i] += x[i] * stretch.elapsed;
  }
  double goodput() const { return total.time[useful] / total.elapsed; }
  double standard_error(std::size_t i = 0) const {
    const double g = amounts_of(total)[i] / total.elapsed;
    return std::sqrt(std::max(0.0, xx[i] - 2 * g * xt[i] + g * g * tt) * n / (n - 1)) / total.elapsed;
  }
};

/// A loss that is rare and large must have been seen often before a standard error means anything: with replication only
/// interruptions cost, and they can be one in millions of failures. So many are waited for, for so many failures at most.
inline constexpr double least_interruptions = 400, patience = 2e7;

template <class J>
RatioEstimate play_until_accurate(std::vector<J>& jobs, const Options& options, bool replicated) {
  RatioEstimate estimate;
  const int per_job = stretches_per_round / static_cast<int>(jobs.size());
  std::vector<Tally> round(stretches_per_round);
  for (double failures = 64;;) {
    const auto play_stream = [&](int j) {
      for (int s = 0; s < per_job; ++s)
        round[static_cast<std::size_t>(j * per_job + s)] = jobs[static_cast<std::size_t>(j)].play(failures);
    };
    const int count = static_cast<int>(jobs.size());
    if (options.pool) options.pool(count, play_stream);
    else
      for (int j = 0; j < count; ++j) play_stream(j);
    for (const Tally& stretch : round) estimate.add(stretch);
    const double error = estimate.standard_error() / (options.relative_accuracy * estimate.goodput());
    const double struck = estimate.total.strikes();
    const double unseen = replicated ? least_interruptions / std::max(1.0, estimate.total.interruptions) : 0;
    const bool seen = unseen <= 1 || struck >= patience;
    if ((error <= 1 && seen) || struck == 0 || struck >= options.most_failures) return estimate;
    if (options.progress && !options.progress(struck, error * options.relative_accuracy)) {
      estimate.stopped = true;
      return estimate;
    }
    // as many more as the accuracy asks for, a little over; not more than eightfold on the word of one round
    const double more = std::max(1.1 * error * error - 1, seen ? 0 : unseen);
    const double wanted = estimate.goodput() > 0 ? struck * std::min(8.0, more) : 8 * struck;
    // a round lasts a second or so
    const double most = std::min(std::is_same_v<J, Job> ? 4e6 : 1e8, std::max(options.most_failures - struck, 1.0));
    failures = std::ceil(std::clamp(wanted, std::min(64.0 * stretches_per_round, most), most) / stretches_per_round);
  }
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
    throw InvalidArgument("simulate: gpus must be at least 1 where a law gives each its life");

  Result result;
  detail::RatioEstimate estimate;
  const Random seed(options.seed);
  const bool exponential = !options.law || options.law->memoryless();
  const failures::AnyLaw* law = options.law ? &*options.law : nullptr;
  if (rate == 0 && protocol.verification.silent_rate == 0) {  // nothing ever strikes: a few cycles, once they repeat, say all
    Job job(protocol, nullptr, options.domains, seed);
    if (protocol.interval < inf) job.play(1);
    Tally calm;
    calm.time[useful] = calm.elapsed = 1;
    estimate.add(protocol.interval < inf ? job.play(1) : calm);
  } else if (exponential && is_single_level(protocol) && options.domains.empty() && !options.event_by_event &&
             options.events == 0) {
    std::vector<SingleLevelJob> jobs;
    for (int i = 0; i < detail::streams; ++i) jobs.emplace_back(protocol, rate, seed.split(static_cast<std::uint64_t>(i)));
    estimate = detail::play_until_accurate(jobs, options, protocol.replication.groups > 0);
  } else {
    // each stream of a law holds the life of every GPU: few streams where there are many
    const int count = exponential || protocol.gpus < 65536 ? detail::streams : protocol.gpus < 1e6 ? 8 : 2;
    std::vector<Job> jobs;
    jobs.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
      jobs.emplace_back(protocol, law, options.domains, seed.split(static_cast<std::uint64_t>(i)));
    jobs[0].log_to(&result.events, options.events);
    // until what the start looked like is forgotten: first lives, a full pool of spares, every replica there
    const auto& pool = protocol.pool;
    const double memory =
        rate * std::max(pool.repair_time + pool.manual_share * pool.manual_repair_time, protocol.replicas.rejoin_time);
    for (Job& job : jobs) job.play(std::clamp(64 + 5 * memory, 64.0, 1e6));
    estimate = detail::play_until_accurate(jobs, options, protocol.replication.groups > 0);
  }

  const double active = 1 - protocol.redundancy;
  result.goodput = active * estimate.goodput();
  result.standard_error = active * (estimate.n > 2 ? estimate.standard_error() : 0);
  result.failures = estimate.total.failures;
  result.interruptions = estimate.total.interruptions;
  result.silent_errors = estimate.total.silent_errors;
  result.detections = estimate.total.detections;
  result.checkpoints = estimate.total.written.checkpoints;
  result.saves_just_in_time = estimate.total.written.saves_just_in_time;
  result.bytes_written = estimate.total.written.bytes;
  const auto counted = detail::amounts_of(estimate.total);
  for (std::size_t i = 1; i < counted.size(); ++i) {
    result.rates.*strategies::rate_members[i - 1] = counted[i] / estimate.total.elapsed;
    result.rate_errors.*strategies::rate_members[i - 1] = estimate.n > 2 ? estimate.standard_error(i) : 0;
  }
  result.elapsed = estimate.total.elapsed;
  result.stretches = static_cast<std::size_t>(estimate.n);
  for (std::size_t i = 0; i < buckets; ++i) {
    const double share = active * estimate.total.time[i] / estimate.total.elapsed + (i == redundancy ? protocol.redundancy : 0);
    if (i <= downtime || share != 0) result.breakdown.append(bucket_names[i], share);
  }
  const double struck = estimate.total.strikes();
  if (estimate.stopped) {
    result.status = "stopped";
    result.note = "stopped by progress after " + to_text(struck) + " of at most " + to_text(options.most_failures) +
                  " failures, at relative accuracy " +
                  (result.goodput > 0 ? to_text(result.standard_error / result.goodput) : "unlimited") + " of " +
                  to_text(options.relative_accuracy);
  } else if (!(result.goodput > 0)) {
    result.status = "infeasible";
    result.note =
        "no segment was ever committed in " + to_text(result.failures) + " failures: the time between failures is too short";
  } else if (result.standard_error > options.relative_accuracy * result.goodput) {
    result.status = "not converged";
    result.note = "relative accuracy " + to_text(result.standard_error / result.goodput) + " after " + to_text(struck) +
                  " failures, most_failures = " + to_text(options.most_failures);
  } else if (protocol.replication.groups > 0 && result.failures > 0 && result.interruptions < detail::least_interruptions / 4) {
    result.status = "not converged";
    result.note = "only " + to_text(result.interruptions) + " interruptions in " + to_text(result.failures) +
                  " failures: their cost is hardly known, and not in the standard error";
  }
  return result;
}

/// The same for a strategy on a run. No answer where the strategy has none: the note says why.
template <strategies::Strategy St>
Result simulate(const TrainingRun<>& run, const St& strategy, const Options& options = {}) {
  strategies::validated(run, strategy);
  if (std::string note = strategy.note(run); !note.empty()) {
    Result result;
    result.status = "infeasible";
    result.note = std::move(note);
    return result;
  }
  return simulate(strategy.protocol(run), options);
}
inline Result simulate(const TrainingRun<>& run, const Options& options = {}) {
  return simulate(run, strategies::blocking(), options);
}

}  // namespace scaling_limits::simulation
