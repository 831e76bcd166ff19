// SPDX-License-Identifier: Apache-2.0
// What a planner may not know of a run, a row each: what it is, the number that stands for it, where that is from, and what it
// makes of the run. A fixed list, so that bands of two plans compare: none of the rows is a worst case, and together they are
// no probability. Each applies also where its field was given, unless its owner says that he knows it: 50,000 hours are what
// many plans say, and what few have measured.
//
//   gpu_mttf      x 0.59, x 1.64: of the machine, and whoever keeps it; of whoever has a log the ends of its interval
//   restart       + communicators in proportion to ranks
//   start         all of a restart but the load is a cold start's, where that is longer
//   hangs         a tenth of the failures is noticed after a time-out only
//   silent        some of them are wrong results, found late
//   retry         some restarts fail for no failure
//   bytes         x 10: a mixture of experts saves what it does not compute with
//   reader_gpus   the weights are read by each group of so many GPUs
//
// What a list of causes or the parts of a restart says is not assumed again: given, they take out the rows that they stand for.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "../run/causes.hpp"

namespace scaling_limits::limits {

// Restarts as reported, here and among published::restarts.
/// Communicators of NCCL; super-linear it says and no power, in proportion assumed.
inline constexpr RestartParts<> nccl_communicators{.communicator_growth = 265, .communicator_gpus = 96'000};
inline constexpr std::string_view nccl_source =
    "Si et al., Collective Communication for 100k+ GPUs, arXiv 2510.20171, 2025; through summaries of it";
/// All parts but the load, fitted: 131.6 s x N^0.153.
inline constexpr RestartParts<> mlperf_start{.communicator_growth = 131.6, .communicator_exponent = 0.153};
inline constexpr std::string_view mlperf_source =
    "MLCommons, training_results v4.0 to v5.1, 2024-2025: init_stop - init_start of GPT-3 and Llama 3.1 405B";

/// Where a row is from that a log of the machine says.
inline constexpr std::string_view log_source = "this log";

/// What is given with a run that takes out what is assumed otherwise.
enum class SaidBy { nothing, causes, restart };

struct Assumption {
  std::string_view name{};  // of one thing that may not be known; two rows of a name are its two ends
  std::string_view text{}, source{};
  double amount{};                       // the number that stands for it
  SaidBy said_by{};                      // not assumed beside these
  bool in_bad_case{};                    // whether it is one of what may well come together
  std::array<std::string_view, 2> of{};  // whoever knows one of these knows it, beside who knows the row by its name
  void (*put)(double amount, TrainingRun<>& run, Stops<>& stops) = nullptr;
  std::string_view end_of_log{};  // least or greatest, where the amount is of a log, which the text does not say

  /// What is assumed, with the amount.
  std::string words() const {
    if (end_of_log.empty()) return std::string(text);
    const bool often = amount < 1;
    return "failures come " + to_text(often ? 1 / amount : amount, 3) + " times as " + (often ? "often" : "rarely") + ": the " +
           std::string(end_of_log) + " gpu_mttf of what the log leaves open";
  }
  bool known_by(std::string_view what) const {
    if (what == name || (what == "cause" && said_by == SaidBy::causes)) return true;
    for (const std::string_view field : of)
      if (!field.empty() && field == what) return true;
    return false;
  }
  bool said(const Stops<>& given) const {
    if (name == "retry" && given.operation && given.operation->retry_chance > 0) return true;
    return said_by == SaidBy::causes ? given.lists_failures() : said_by == SaidBy::restart && given.restart.has_value();
  }
};

namespace detail {

/// Failures come so many times as rarely, however they are given; planned stops come as they are planned.
inline void put_life(double factor, TrainingRun<>& run, Stops<>& stops) {
  run.gpu_mttf *= factor;
  for (std::size_t i = 0; i < stops.causes.size(); ++i)  // shares follow
    if (!stops.causes[i].is_share() && !stops.causes[i].is_planned()) stops = stops.scaled(i, 1 / factor);
}
inline void put_communicators(double time, TrainingRun<>&, Stops<>& stops) {
  stops.restart = nccl_communicators, stops.parts_are = PartsAre::on_top;
  stops.restart->communicator_growth = time;
}
inline void put_start(double time, TrainingRun<>&, Stops<>& stops) {
  stops.restart = mlperf_start, stops.parts_are = PartsAre::at_least;
  stops.restart->communicator_growth = time;
}
inline void put_readers(double gpus, TrainingRun<>&, Stops<>& stops) {
  stops.restart = RestartParts<>{.reader_gpus = gpus}, stops.parts_are = PartsAre::on_top;
}
inline void put_hangs(double share, TrainingRun<>& run, Stops<>& stops) {
  constexpr double time_out = 45 * units::minute;
  stops.like_others = true;
  stops.causes.push_back({.name = "hang", .share = share, .detection = time_out, .replacement = run.downtime});
}
inline void put_silent(double share, TrainingRun<>&, Stops<>& stops) {
  stops.causes.push_back({.name = "silent", .share = share, .lag = units::hour});
}
inline void put_retries(double chance, TrainingRun<>&, Stops<>& stops) {
  double rest = 1;
  for (auto& cause : stops.causes) {
    cause.retry_chance = chance;
    if (cause.is_share()) rest -= cause.share;
  }
  stops.like_others = true;
  stops.causes.push_back({.name = "retried", .share = rest, .retry_chance = chance});
}
inline void put_bytes(double factor, TrainingRun<>& run, Stops<>&) { run.checkpoint_bytes *= factor; }

inline constexpr std::string_view two_clusters =
    "Kokolis et al., Revisiting Reliability, HPCA 2025, arXiv 2410.21680: 6.50 and 2.34 failures per 1,000 node-days of one "
    "owner's two clusters, 29,500 and 82,000 h of a GPU, against 50,000 h";
inline constexpr std::string_view hang_source =
    "9.9 % hangs of the incidents of 778,135 jobs (ByteRobust, arXiv 2509.16293, 2025; through summaries of it); time-out "
    "assumed";
inline constexpr std::string_view silent_source =
    "6 of 419 unexpected interruptions were silent data corruption (Llama 3, arXiv 2407.21783, 2024, Table 5); lag assumed";

}  // namespace detail

inline constexpr auto assumptions = std::to_array<Assumption>({
    {"gpu_mttf",
     "failures come 1.7 times as often",
     detail::two_clusters,
     0.59,
     SaidBy::nothing,
     true,
     {"mtbf"},
     detail::put_life},
    {"gpu_mttf",
     "failures come 1.64 times as rarely",
     detail::two_clusters,
     1.64,
     SaidBy::nothing,
     false,
     {"mtbf"},
     detail::put_life},
    {"restart",
     "communicators take 265 s at 96,000 GPUs on top of the restart, in proportion to the GPUs",
     nccl_source,
     nccl_communicators.communicator_growth,
     SaidBy::restart,
     true,
     {"initialization_time", "restart_time"},
     detail::put_communicators},
    {"start",
     "all of a restart but the load takes 131.6 s N^0.153, a cold start's, wherever that is longer",
     mlperf_source,
     mlperf_start.communicator_growth,
     SaidBy::restart,
     false,
     {"initialization_time", "restart_time"},
     detail::put_start},
    {"hangs",
     "10 % of the failures are hangs, noticed after 45 minutes, before the downtime",
     detail::hang_source,
     0.1,
     SaidBy::causes,
     true,
     {"downtime"},
     detail::put_hangs},
    {"silent",
     "1.4 % of the failures are silent errors, found after an hour",
     detail::silent_source,
     6.0 / 419,
     SaidBy::causes,
     true,
     {},
     detail::put_silent},
    {"retry",
     "15 % of the restarts fail at their end, by no failure of the machine",
     "assumed",
     0.15,
     SaidBy::causes,
     true,
     {},
     detail::put_retries},
    {"bytes",
     "a checkpoint has 10 times the bytes, as of a mixture of experts",
     "assumed: published mixtures hold about ten "
     "times the parameters that they compute with",
     10,
     SaidBy::nothing,
     false,
     {"checkpoint_bytes", "write_time"},
     detail::put_bytes},
    {"reader_gpus",
     "every 128 GPUs read a copy of the weights of their own",
     "assumed: a model cut over 128 ranks",
     128,
     SaidBy::restart,
     false,
     {"restart_time"},
     detail::put_readers},
});

/// What a planner knows of what may be otherwise.
struct Known {
  std::vector<std::string> names{};  // of rows, or of the fields that they are about, that are not assumed otherwise
  // ends of what a log leaves open of gpu_mttf, as factors of it, in place of those of the row; NaN: there is no log
  double least_life = NaN, greatest_life = NaN;

  Known() = default;
  Known(std::vector<std::string> of, double least = NaN, double greatest = NaN)
      : names(std::move(of)), least_life(least), greatest_life(greatest) {}
  Known(std::initializer_list<std::string> of) : names(of.begin(), of.end()) {}

  bool has_log() const { return least_life == least_life || greatest_life == greatest_life; }
};

/// All that may be said to be known, once each: the names of the rows, and those of a run's fields and of what they are given
/// by. Of a field that no row is about it takes nothing out.
inline std::vector<std::string_view> what_may_be_known() {
  std::vector<std::string_view> names;
  const auto add = [&](std::string_view name) {
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const Assumption& row : assumptions) add(row.name);
  for (const Assumption& row : assumptions)
    for (const std::string_view field : row.of) add(field);
  add("cause");
  for (const auto& field : fields_of<TrainingRun<>>) add(field.name);
  return names;
}

/// Throws InvalidArgument for a name that is none of those, DomainError for ends that are not around 1.
inline void check_known(const Known& known) {
  if (known.has_log()) {
    check("known", "least_life", known.least_life, positive_fraction);
    check("known", "greatest_life", known.greatest_life, at_least_one);
  }
  const std::vector<std::string_view> names = what_may_be_known();
  for (const std::string& one : known.names) {
    if (std::find(names.begin(), names.end(), one) != names.end()) continue;
    std::string all;
    for (const std::string_view name : names) all.append(all.empty() ? "" : ", ").append(name);
    throw InvalidArgument("known: " + in_quotes(one) + " is nothing that may be assumed otherwise; there are " + all, "known",
                          one);
  }
}

/// The rows that apply to a run that is stopped so, in their order; gpu_mttf as a log has it, where there is one: of a list of
/// causes with rates of their own, all of them by one factor.
inline std::vector<Assumption> assumptions_of(const Stops<>& given, const Known& known) {
  check_known(known);
  std::vector<Assumption> open;
  for (const Assumption& row : assumptions) {
    if (row.said(given) ||
        std::any_of(known.names.begin(), known.names.end(), [&](const auto& one) { return row.known_by(one); }))
      continue;
    Assumption& added = open.emplace_back(row);
    if (row.put != detail::put_life || !known.has_log()) continue;
    const bool least = row.amount < 1;
    added.amount = least ? known.least_life : known.greatest_life, added.end_of_log = least ? "least" : "greatest";
    added.source = log_source;
  }
  return open;
}

}  // namespace scaling_limits::limits
