// SPDX-License-Identifier: Apache-2.0
// Streams of a simulated job, played in rounds until what they say is accurate.
//
// A fixed number of independent streams, each a job that is played on and on in stretches; the estimate is total useful over
// total elapsed time, its standard error that of a ratio over the stretches (residuals useful - goodput x elapsed). Rounds are
// added until standard error / goodput is small enough. The result depends on the seed alone, whoever plays the streams: the
// calling thread, or a pool (thread_pool.hpp).
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "../strategies/rates.hpp"
#include "job.hpp"

namespace scaling_limits::simulation {

struct Options {
  std::uint64_t seed = 1;
  double relative_accuracy = 1e-3;  ///< of standard error / goodput
  /// Stop there even if it is not reached; whatever is played has at least one in each of 256 stretches.
  double most_failures = 1e9;
  std::optional<failures::AnyLaw> law{};  ///< of one GPU, in place of the protocol's failure rate
  std::vector<Domain> domains{};          ///< failures beside those, of parts that many GPUs share
  /// Of the protocol of a strategy on a run, the parts that get slow in it; empty: its own.
  std::function<strategies::SlowParts(const strategies::Protocol&)> slow_parts = {};
  std::size_t events = 0;       ///< lines of the event log of the first stream to keep
  bool event_by_event = false;  ///< no fast path: for tests of it
  /// Called several times a second, on the calling thread, with the failures so far and standard error / goodput; false ends
  /// the simulation there.
  std::function<bool(double failures, double accuracy)> progress = {};
  /// Calls work(0) ... work(parts - 1), each once, in any order, and returns when all are done: threads() of thread_pool.hpp.
  /// Empty: on the calling thread.
  std::function<void(int parts, const std::function<void(int)>& work)> pool = {};
};

namespace detail {

inline constexpr std::size_t most_streams = 64, stretches_per_round = 256;

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
  /// 0 of a single stretch, which tells of none.
  double standard_error(std::size_t i = 0) const {
    if (!(n > 1)) return 0;
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

}  // namespace detail

}  // namespace scaling_limits::simulation
