// SPDX-License-Identifier: Apache-2.0
// The answer as sentences: how large the run can get and what binds there, then how it fares at its own size. Rounded to be
// read; every number stands unrounded in the answers that they are made from.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <iterator>

#include "../core/quantity.hpp"
#include "../limits/max_gpus.hpp"
#include "../strategies/requirements.hpp"

namespace scaling_limits::analysis {

namespace detail {

/// Whole ones; of tens of millions four digits.
inline std::string gpus_text(double gpus) {
  if (gpus < 1) return "less than 1 GPU";
  const double step = gpus < 1e7 ? 1 : std::pow(10., std::floor(std::log10(gpus)) - 3), whole = std::round(gpus / step) * step;
  return quantity_text(whole, "1", 3) + (whole == 1 ? " GPU" : " GPUs");
}
/// What binds with its share, and the next where it has a tenth.
inline std::string binding_text(const limits::Limit<>& limit) {
  std::string text = "There " + std::string(limit.binding) + " binds";
  const double most = limit.shares.of(limit.binding);
  if (!(most < 0.995)) return text + ".";
  text += " with " + limits::percent_text(std::round(100 * most) / 100) + " of what the criterion allows";
  std::string_view second;
  double next = 0.1;
  for (const auto& [term, share] : limit.shares)
    if (term != limit.binding && share >= next) second = term, next = share;
  if (!second.empty()) text += ", then " + std::string(second) + " with " + limits::percent_text(std::round(100 * next) / 100);
  return text + ".";
}
/// Why a limit has no size: its note, which begins with the word of its status, or that word.
inline std::string why_no_size(const limits::Limit<>& limit) {
  return limit.note.empty() ? std::string(to_word(limit.status)) : limit.note;
}
/// "goodput falls below 90 %"; of a criterion that has no such words, its name.
template <class C>
std::string until(const C& criterion) {
  if constexpr (requires { criterion.until(); })
    if (std::string words = criterion.until(); !words.empty()) return words;
  return "the limit of " + std::string(criterion.name());
}

}  // namespace detail

/// A limit as a sentence or two: "Until goodput falls below 90 %: 33,870 GPUs. There restart binds ..."
template <limits::Criterion C>
std::string limit_sentence(const limits::Limit<>& limit, const C& criterion) {
  const std::string until = "Until " + detail::until(criterion) + ": ";
  if (limit.status == limits::Status::ok)
    return until + detail::gpus_text(limit.value) + ". " + (limit.binding.empty() ? "" : detail::binding_text(limit));
  return until + detail::why_no_size(limit) + ".";
}

/// How a run fares at its own size: its time between failures, interval and goodput.
template <class St>
std::string size_sentence(const TrainingRun<>& run, const St& strategy) {
  const auto time = [](double seconds) { return quantity_text(seconds, "s", 3); };
  const strategies::Summary at = strategies::summary(strategy, run);
  std::string text = "At its own " + detail::gpus_text(run.gpus) + ": ";
  const TrainingRun<> stopped = strategies::as_stopped(run, strategy);
  text += stopped.failure_rate() > 0 ? "a failure every " + time(stopped.mtbf()) : std::string("no failures");
  if (!(at.loss < inf)) return text + ", and no useful work.";
  text += at.interval < inf ? ", a checkpoint after every " + time(at.interval) + " of work" : std::string(", no checkpoints");
  return text + ", goodput " + limits::percent_text(std::exp(-at.loss)) + ".";
}

/// A table over the number of sites (compare_sites.hpp) as sentences: the number worth most, and what replicas may cost before
/// the first more of them pay no more.
template <class Rows>
std::string sites_sentence(const Rows& rows) {
  const auto counted = [](double n) { return quantity_text(n, "1", 3) + (n == 1 ? " site" : " sites"); };
  const auto worth = [](const auto& row) { return row.worth == row.worth ? row.worth : -inf; };
  const auto most =
      std::max_element(rows.begin(), rows.end(), [&](const auto& a, const auto& b) { return worth(a) < worth(b); });
  if (most == rows.end()) return {};
  if (!(worth(*most) > -inf)) return "No number of sites has a largest size: " + detail::why_no_size(most->limit) + ".";
  std::string text = "Most useful work on " + counted(most->sites) + ": " + detail::gpus_text(most->limit.value) + " worth " +
                     quantity_text(most->worth, "1", 5) + " ideal ones";
  text += most->limit.binding.empty() ? "." : ", where " + std::string(most->limit.binding) + " binds.";
  const auto next = std::find_if(rows.begin(), rows.end(), [](const auto& row) { return row.break_even == row.break_even; });
  if (next == rows.end()) return text;
  text += " On " + counted(next->sites) + " it is worth ";
  const std::string other = " than on " + counted(std::prev(next)->sites);
  if (!(next->break_even < 1)) return text + "less" + other + ", whatever replicas leave of the work.";
  return text + "more" + other + " if replicas leave more than " + quantity_text(next->break_even, "1", 4) + " of the work.";
}

/// A plan (model_plan.hpp) as sentences: how long its tokens take, and where more GPUs stop helping.
template <class Plan>
std::string plan_sentence(const Plan& plan) {
  if (!plan.note.empty()) return plan.note;
  if (!(plan.cost.time < inf)) return plan.step.note.empty() ? "no useful work at this size" : plan.step.note;
  using limits::percent_text;
  std::string text = duration_text(plan.cost.time, 3) + " for the tokens asked, on " + detail::gpus_text(plan.run.gpus) + ": " +
                     quantity_text(plan.step.time, "s", 3) + " a step, " + percent_text(plan.step.model_flops_utilization, 3) +
                     " utilization, goodput " + percent_text(plan.goodput, 3) + ".";
  if (plan.best.status == limits::Status::ok)
    text +=
        " More GPUs stop helping at " + detail::gpus_text(plan.best.value) + ": " + std::string(plan.best.binding) + " binds.";
  return text;
}

}  // namespace scaling_limits::analysis
