// SPDX-License-Identifier: Apache-2.0
// Questions of what a log of failures says to do: one interval for an MTBF that is not known exactly, what the worst parts
// cost.
#pragma once
#include "../../version.hpp"

#include "../../analysis/hedged_interval.hpp"
#include "../../analysis/worst_parts_gain.hpp"
#include "../detail/number_list.hpp"
#include "../detail/rooms.hpp"
#include "../gives.hpp"

namespace scaling_limits::catalog {

namespace detail {

inline analysis::HedgedInterval hedged_interval(const Case& at) {
  const NumberList lives("hedged_interval", {"gpu_mttf", "s", "", any_number}, at.with);
  return analysis::hedged_interval(at.run, lives, at.strategy, at.with["tolerance"]);
}

/// What it buys to take parts away, and which they are.
struct GainOfParts {
  analysis::WorstPartsGain gain{};
  failures::WorstParts worst{};
  std::string note{};

  std::string_view status() const { return gain.goodput == gain.goodput ? "ok" : "infeasible"; }
};
constexpr auto fields(const GainOfParts*) {
  using G = GainOfParts;
  return std::tuple(
      ResultField("goodput", within(&G::gain, &analysis::WorstPartsGain::goodput), "1", "of the run as it is"),
      ResultField("useful_throughput", within(&G::gain, &analysis::WorstPartsGain::useful_throughput), "GPU",
                  "of the run as it is, GPUs x goodput"),
      ResultField("law", within(&G::worst, &failures::WorstParts::law), "", "of the rates of parts: gamma or two_rates"),
      ResultField("part", within(&G::worst, &failures::WorstParts::part), "1", "places of the parts, the worst first"),
      ResultField("gain", within(&G::worst, &failures::WorstParts::gain), "1",
                  "share of the failures of parts that those up to it have"),
      ResultField("gain_low", within(&G::worst, &failures::WorstParts::gain_low), "1",
                  "end of its 90 % interval, below; of the 1,000 worst, from 0.3 failures a part on"),
      ResultField("gain_high", within(&G::worst, &failures::WorstParts::gain_high), "1", "and above"),
      ResultField("removed", within(&G::gain, &analysis::WorstPartsGain::removed), "1", "goodput without those up to it"),
      ResultField("removed_useful", within(&G::gain, &analysis::WorstPartsGain::removed_useful), "GPU",
                  "useful throughput then, with none in their place"),
      ResultField("renewed", within(&G::gain, &analysis::WorstPartsGain::renewed), "1", "goodput with others in their place"),
      ResultField("removed_low", within(&G::gain, &analysis::WorstPartsGain::removed_low), "1",
                  "end of the 90 % interval of goodput without them, below"),
      ResultField("removed_high", within(&G::gain, &analysis::WorstPartsGain::removed_high), "1", "and above"),
      ResultField("renewed_low", within(&G::gain, &analysis::WorstPartsGain::renewed_low), "1",
                  "end of the 90 % interval of goodput with others in their place, below"),
      ResultField("renewed_high", within(&G::gain, &analysis::WorstPartsGain::renewed_high), "1", "and above"),
      ResultField("worth_removing", within(&G::gain, &analysis::WorstPartsGain::worth_removing), "1",
                  "how many to take away for most useful throughput, with none in their place"),
      status_field(&G::status), note_field(&G::note));
}
inline GainOfParts gain_of_parts(const Case& at) {
  constexpr std::string_view owner = "worst_parts_gain";
  const NumberList events(owner, {"events", "1", "", any_number}, at.with),
      exposures(owner, {"exposures", "s", "", any_number}, at.with);
  auto worst = failures::worst_parts(events, exposures, at.with["renewed_rate"]);
  if (worst.part.empty()) return {{}, {}, "no part failed"};
  GainOfParts found{analysis::worst_parts_gain(at.run, worst, at.strategy, at.with["share"])};
  found.worst = std::move(worst);
  if (found.gain.goodput != found.gain.goodput) found.note = at.strategy.note(at.run);
  return found;
}

}  // namespace detail

void add_log_questions(Questions& to) {
  to.push_back(
      {.name = "hedged_interval",
       .text = "the interval of most goodput in the mean over what the MTBF may be, and those that cost little more",
       .needs = {"run"},
       .uses = {"strategy"},
       .rows = {{"tolerance", "1", "goodput that an interval of the band costs at most, in the mean", closed_fraction, 0.002}},
       .arguments = {looking(
           detail::times_look,
           {"gpu_mttf", "what it may be, each as likely [s]; the run's own is not looked at", {}, {}, false})},
       .gives = gives(detail::hedged_interval)});
  to.push_back({.name = "worst_parts_gain",
                .text = "what it buys in goodput to take the worst parts of a run away, or to renew them",
                .needs = {"run"},
                .uses = {"strategy"},
                .rows = {{"renewed_rate", "1/s", "of a part in the place of one taken away; not given: the mean",
                          if_given(not_negative)},
                         {"share", "1", "of the run's failures that are of parts", closed_fraction, 1}},
                .arguments = {looking(detail::counts_look, {"events", "of each part", {}, {}, false}),
                              looking(detail::times_look, {"exposures", "time that each was watched [s]", {}, {}, false})},
                .gives = gives(detail::gain_of_parts)});
}

}  // namespace scaling_limits::catalog
