// SPDX-License-Identifier: Apache-2.0
// What happened: attempts to run jobs, of which each ran on so many GPUs from here to there and ended somehow. From that and
// nothing else follow the interruptions, the GPU-time in which they came, and what lies between one attempt and the next.
//
//   n = attempts that ended in an interruption,   T = sum of GPUs x running time,   gpu_mttf = T / n
//
// Running time is what the attempts ran: no gap between two of them is in it, so that it needs no downtime taken out. An
// attempt that ended otherwise, or goes on, is exposure that was cut off (censored). Every rate of attempts is of these,
// whatever they were read from.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "events.hpp"
#include "job_states.hpp"
#include "mtbf_estimate.hpp"

namespace scaling_limits::failures {

/// Attempts by column. `time` and `job` may be empty: the time between start and end, and each its own job.
struct JobHistory {
  std::span<const double> start{}, end{};  ///< [s]; NaN: not known
  std::span<const double> time{};          ///< running time [s]; NaN: between start and end
  std::span<const double> gpus{};          ///< NaN: not known
  std::span<const double> outcome{};       ///< place in the words of Outcome
  std::span<const double> job{};           ///< any number, the same for attempts of one job

  std::size_t size() const { return outcome.size(); }
};

/// Why an attempt is not counted.
enum class Uncounted { counted, no_gpus, few_gpus, unknown_gpus, never_ran, unknown_time };
constexpr auto words(const Uncounted*) {
  using enum Uncounted;
  return std::to_array<Word<Uncounted>>({{"", counted},
                                         {"jobs without GPUs", no_gpus},
                                         {"jobs of too few GPUs", few_gpus},
                                         {"jobs that do not say how many GPUs", unknown_gpus},
                                         {"jobs that never ran", never_ran},
                                         {"jobs that do not say how long they ran", unknown_time}});
}

/// What a history says.
struct HistoryCounts {
  double attempts = 0, interruptions = 0;
  double undated = 0;                // interruptions of which nobody knows when they came
  double exposure = 0;               // [s] GPUs x running time
  std::array<double, 3> gpu_mttf{};  // [s]
  double gpus = NaN;                 // of the job that a GPU-second is of, in the mean
  double least_gpus = NaN, most_gpus = NaN;
  double window_start = NaN, window_end = NaN;  // [s] first and last instant known
  double mean_gap = NaN;                        // [s] from an interruption to the next attempt of its job
  std::vector<std::string_view> left_out{};     // of each attempt: why it is not counted
  std::vector<double> interrupted{};            // of each: 1 where it ended in an interruption that counts
  std::vector<double> gap{};  // of each: [s] from such an end to the next attempt of its job; NaN: there is none

  bool in_range() const { return exposure < inf && gpus < inf && mean_gap != inf; }
  std::string_view status() const { return exposure > 0 && in_range() ? "ok" : "infeasible"; }
  std::string_view note() const {
    if (!(exposure > 0)) return "no attempt ran on GPUs";
    return in_range() ? "" : "GPUs times time, or the time between two attempts, is beyond what a number holds";
  }
};
constexpr auto fields(const HistoryCounts*) {
  using H = HistoryCounts;
  return std::tuple(
      ResultField("attempts", &H::attempts, "1", "that ran on GPUs"),
      ResultField("interruptions", &H::interruptions, "1", "attempts that ended in one"),
      ResultField("undated", &H::undated, "1", "interruptions without a date"),
      ResultField("exposure", &H::exposure, "s", "GPUs times running time, of all attempts together"),
      ResultField("gpu_mttf", &H::gpu_mttf, "s", "running GPU-time for each interruption, with its interval", "end"),
      ResultField("gpus", &H::gpus, "1", "of the job that a GPU-second is of, in the mean"),
      ResultField("least_gpus", &H::least_gpus, "1", "of an attempt"),
      ResultField("most_gpus", &H::most_gpus, "1", "of an attempt"),
      ResultField("window_start", &H::window_start, "s", "first instant that an attempt tells"),
      ResultField("window_end", &H::window_end, "s", "last instant that an attempt tells"),
      ResultField("mean_gap", &H::mean_gap, "s", "from an interruption to the next attempt of its job"),
      ResultField("left_out", &H::left_out, "", "of each attempt: why it is not counted"),
      ResultField("interrupted", &H::interrupted, "1", "of each: 1 where it ended in an interruption"),
      ResultField("gap", &H::gap, "s", "of each that was interrupted: until the next attempt of its job"),
      status_field(&H::status), note_field(&H::note));
}

namespace detail {

/// Running time of an attempt; NaN: not known.
inline double running_time(const JobHistory& of, std::size_t i) {
  const double told = of.time.empty() ? NaN : of.time[i];
  return told == told ? told : of.end[i] - of.start[i];
}
inline Uncounted why_uncounted(const JobHistory& of, std::size_t i, bool interrupted, double least_gpus) {
  const double time = running_time(of, i), gpus = of.gpus[i];
  if (gpus == 0) return Uncounted::no_gpus;
  const bool waits = of.outcome[i] == static_cast<double>(Outcome::waiting);
  if ((waits || !interrupted) && !(time > 0) && (waits || time == 0 || of.start[i] != of.start[i])) return Uncounted::never_ran;
  if (time != time) return Uncounted::unknown_time;
  if (gpus != gpus) return Uncounted::unknown_gpus;
  return gpus < least_gpus ? Uncounted::few_gpus : Uncounted::counted;
}

/// Of each interrupted attempt the time to the next of its job.
inline void put_gaps(const JobHistory& of, HistoryCounts& found) {
  if (of.job.empty()) return;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < of.size(); ++i)
    if (found.left_out[i].empty() && of.start[i] == of.start[i]) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tuple(of.job[a], of.start[a], a) < std::tuple(of.job[b], of.start[b], b);
  });
  double sum = 0, count = 0;
  for (std::size_t k = 0; k + 1 < order.size(); ++k) {
    const std::size_t i = order[k], next = order[k + 1];
    if (of.job[i] != of.job[next] || found.interrupted[i] == 0) continue;
    const double gap = of.start[next] - of.end[i];
    if (gap >= 0) found.gap[i] = gap, sum += gap, ++count;
  }
  if (count > 0) found.mean_gap = sum / count;
}

inline void validate(const JobHistory& of, std::string_view owner) {
  check_each(owner, "outcome", of.outcome, whole(Range{.lower = 0, .upper = words_of<Outcome>.size() - 1.}));
  const auto column = [&](std::string_view name, std::span<const double> list, const Range& range, std::string_view unit) {
    check_as_many(owner, name, list, "state", of.outcome);
    for (std::size_t i = 0; i < list.size(); ++i)
      if (list[i] == list[i] && !range.holds(list[i]))
        check(owner, std::string(name) + "[" + std::to_string(i) + "]", list[i], range, unit);
  };
  column("start", of.start, finite, "s"), column("end", of.end, finite, "s");
  if (!of.time.empty()) column("time", of.time, Range{.lower = 0, .upper = inf, .open_above = true}, "s");
  column("gpus", of.gpus, Range{.lower = 0, .upper = inf, .open_above = true}, "1");
  if (!of.job.empty()) column("job", of.job, finite, "1");
  for (std::size_t i = 0; i < of.size(); ++i)
    if (of.end[i] < of.start[i])
      check(owner, "end[" + std::to_string(i) + "]", of.end[i], Range{.lower = of.start[i], .upper = inf}, "s");
}

}  // namespace detail

/// What a history says: interruptions, the GPU-time in which they came, gaps.
///
/// @param counts of each Outcome, whether an attempt that ends so was interrupted
/// @param least_gpus of attempts that are counted
/// @param confidence of the interval, in (0, 1); @throws DomainError by place; InvalidArgument for lists of different lengths
template <class = void>
HistoryCounts history_counts(const JobHistory& of, std::span<const bool> counts, double least_gpus = 0,
                             double confidence = 0.95) {
  constexpr std::string_view owner = "job_history";
  detail::validate(of, owner);
  HistoryCounts found;
  found.interrupted.assign(of.size(), 0), found.gap.assign(of.size(), NaN);
  double squares = 0;
  for (std::size_t i = 0; i < of.size(); ++i) {
    const bool interrupted = counts[static_cast<std::size_t>(of.outcome[i])];
    const Uncounted why = detail::why_uncounted(of, i, interrupted, least_gpus);
    found.left_out.push_back(to_word(why));
    if (why != Uncounted::counted) continue;
    const double time = detail::running_time(of, i), gpus = of.gpus[i];
    ++found.attempts, found.exposure += gpus * time, squares += gpus * gpus * time;
    found.least_gpus = found.least_gpus < gpus ? found.least_gpus : gpus;
    found.most_gpus = found.most_gpus > gpus ? found.most_gpus : gpus;
    for (const double at : {of.start[i], of.end[i]}) {
      if (at != at) continue;
      found.window_start = found.window_start < at ? found.window_start : at;
      found.window_end = found.window_end > at ? found.window_end : at;
    }
    if (!interrupted) continue;
    found.interrupted[i] = 1, ++found.interruptions, found.undated += of.end[i] != of.end[i];
  }
  detail::put_gaps(of, found);
  const auto [mttf, lower, upper] = mtbf_from_events(found.interruptions, found.exposure, confidence);
  found.gpu_mttf = {mttf, lower, upper};
  if (found.exposure > 0) found.gpus = squares / found.exposure;
  return found;
}

}  // namespace scaling_limits::failures
