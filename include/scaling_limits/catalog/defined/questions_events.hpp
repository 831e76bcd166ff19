// SPDX-License-Identifier: Apache-2.0
// Questions to a stream of events: does its rate change, does it come in bursts, which events are one incident, which parts
// fail more than chance allows, and what it gains to take them away; what the codes of a driver mean.
#pragma once
#include "../../version.hpp"

#include "../../failures/age_rates.hpp"
#include "../../failures/event_trend.hpp"
#include "../../failures/incidents.hpp"
#include "../../failures/lemons.hpp"
#include "../../failures/rate_comparison.hpp"
#include "../../failures/rate_spread.hpp"
#include "../../failures/unseen_parts.hpp"
#include "../../failures/xid.hpp"
#include "../detail/number_list.hpp"
#include "../detail/rooms.hpp"
#include "../gives.hpp"

namespace scaling_limits::catalog {

namespace detail {

inline NumberList numbers_of(std::string_view owner, std::string_view name, const Part& with) {
  return {owner, {name, "1", "", any_number}, with};
}
inline NumberList times_of(std::string_view owner, std::string_view name, const Part& with) {
  return {owner, {name, "s", "", any_number}, with};
}

inline failures::IncidentRule rule_of(std::string_view owner, const Part& with) {
  return chosen<failures::IncidentRule>(owner, "rule", with.arguments);
}

inline failures::Incidents incidents(const Case& at) {
  // in this order: which of several lists is refused first is not the compiler's to choose
  const NumberList times = times_of("incidents", "times", at.with), parts = numbers_of("incidents", "parts", at.with);
  return failures::incidents(times, parts, at.with["within"], rule_of("incidents", at.with));
}
inline failures::CorrelatedFailures correlated_failures(const Case& at) {
  constexpr std::string_view owner = "correlated_failures";
  const Part& with = at.with;
  const NumberList times = times_of(owner, "times", with), parts = numbers_of(owner, "parts", with),
                   domains = numbers_of(owner, "domains", with);
  return failures::correlated_failures(times, parts, domains, with["within"], with["window"], rule_of(owner, with),
                                       with["confidence"]);
}

/// Parts that may fail more than chance allows: the test of each, and what it gains to take the worst away.
struct WorstOfParts {
  failures::EqualRates test{};
  failures::RateSpread spread{};
  failures::WorstParts worst{};

  bool any() const { return spread.mean_rate == spread.mean_rate; }
  std::string_view status() const { return any() ? "ok" : "infeasible"; }
  std::string_view note() const {
    if (!any()) return "no part failed";
    return worst.gain_low.front() == worst.gain_low.front() ? "" : "below 0.3 failures a part: what it gains has no interval";
  }
};
constexpr auto fields(const WorstOfParts*) {
  using W = WorstOfParts;
  return std::tuple(
      ResultField("p_value", within(&W::test, &failures::EqualRates::p_value), "1",
                  "of equal rates of all; not given where events are too few"),
      ResultField("mean_rate", within(&W::spread, &failures::RateSpread::mean_rate), "1/s", "of a part, by a gamma law"),
      ResultField("dispersion", within(&W::spread, &failures::RateSpread::dispersion), "1",
                  "squared coefficient of variation of such rates; 0: no more than chance"),
      ResultField("law", within(&W::worst, &failures::WorstParts::law), "",
                  "of the rates: gamma, or two_rates where that is likelier"),
      ResultField("total_rate", within(&W::worst, &failures::WorstParts::total_rate), "1/s", "of all parts"),
      ResultField("part", within(&W::worst, &failures::WorstParts::part), "1", "places of the parts, the worst first"),
      ResultField("rate", within(&W::worst, &failures::WorstParts::rate), "1/s",
                  "shrunken rate of each of them: the one that did worst of many did so by chance, too"),
      ResultField("removed", within(&W::worst, &failures::WorstParts::removed), "1/s", "what all lose without those up to it"),
      ResultField("renewed", within(&W::worst, &failures::WorstParts::renewed), "1/s",
                  "what all lose with others in their place"),
      ResultField("gain", within(&W::worst, &failures::WorstParts::gain), "1",
                  "share of all failures that those up to it have"),
      ResultField("gain_low", within(&W::worst, &failures::WorstParts::gain_low), "1",
                  "end of its 90 % interval, below; of the 1,000 worst, from 0.3 failures a part on"),
      ResultField("gain_high", within(&W::worst, &failures::WorstParts::gain_high), "1", "and above"),
      ResultField("part_p_value", within(&W::test, &failures::EqualRates::part_p_value), "1",
                  "of each part, in the order given: of as many or more at the common rate; of m alike m/20 have 0.05"),
      ResultField("holm", within(&W::test, &failures::EqualRates::holm), "1", "that p-value, adjusted by Holm"),
      ResultField("benjamini_hochberg", within(&W::test, &failures::EqualRates::benjamini_hochberg), "1",
                  "that p-value, adjusted by Benjamini and Hochberg"),
      status_field(&W::status), note_field(&W::note));
}
inline WorstOfParts worst_parts(const Case& at) {
  const NumberList events = numbers_of("worst_parts", "events", at.with),
                   exposures = numbers_of("worst_parts", "exposures", at.with);
  WorstOfParts found{failures::equal_rates(events, exposures), failures::rate_spread(events, exposures)};
  if (found.any()) found.worst = failures::worst_parts(events, exposures, at.with["renewed_rate"]);
  return found;
}

/// Two rates of parts, and what they say of each.
struct PartsOfTwoRates {
  failures::TwoRates two{};
  std::vector<double> rate{}, chance{};

  std::string_view note() const { return two.share > 0 ? "" : two.high > 0 ? "one rate says it all" : "no part failed"; }
};
constexpr auto fields(const PartsOfTwoRates*) {
  using P = PartsOfTwoRates;
  return std::tuple(
      ResultField("share", within(&P::two, &failures::TwoRates::share), "1",
                  "of parts of the high rate; 0: one rate says it all"),
      ResultField("low", within(&P::two, &failures::TwoRates::low), "1/s", "rate of the others"),
      ResultField("high", within(&P::two, &failures::TwoRates::high), "1/s", "rate of these"),
      ResultField("mean_rate", within(&P::two, &failures::TwoRates::mean_rate), "1/s", "of a part"),
      ResultField("log_likelihood", within(&P::two, &failures::TwoRates::log_likelihood), "1", "of the counts"),
      ResultField("one_log_likelihood", within(&P::two, &failures::TwoRates::one_log_likelihood), "1", "of one rate of all"),
      ResultField("rate", &P::rate, "1/s", "of each part, on average, in the order given"),
      ResultField("chance", &P::chance, "1", "that it is of the high rate"),
      ResultField("status", [](const P&) -> std::string_view { return "ok"; }, "", status_text), note_field(&P::note));
}
inline PartsOfTwoRates two_rates(const Case& at) {
  const NumberList events = numbers_of("two_rates", "events", at.with),
                   exposures = numbers_of("two_rates", "exposures", at.with);
  const std::span<const double> counts = events, times = exposures;
  PartsOfTwoRates found{failures::two_rates(counts, times)};
  for (std::size_t i = 0; i < counts.size(); ++i) {
    found.rate.push_back(found.two.rate(counts[i], times[i]));
    found.chance.push_back(found.two.chance(counts[i], times[i]));
  }
  return found;
}

inline failures::UnseenParts unseen_parts(const Case& at) {
  const NumberList events = numbers_of("unseen_parts", "events", at.with),
                   exposures = numbers_of("unseen_parts", "exposures", at.with);
  return failures::unseen_parts(events, exposures);
}

inline failures::BinnedRates rate_by_age(const Case& at) {
  const LivesGiven given("rate_by_age", at.with);
  return failures::rate_by_age(given.durations, given.observed, times_of("rate_by_age", "edges", at.with), given.entry,
                               at.with["confidence"]);
}
inline failures::BinnedRates binned_rates(const Case& at) {
  constexpr std::string_view owner = "binned_rates";
  const NumberList start = times_of(owner, "start", at.with), end = times_of(owner, "end", at.with),
                   times = times_of(owner, "times", at.with), edges = times_of(owner, "edges", at.with);
  return failures::binned_rates(start, end, times, edges, at.with["confidence"]);
}

}  // namespace detail

void add_event_questions(Questions& to) {
  using detail::times_of, detail::times_look, detail::counts_look;
  const Row window{"window", "s", "length of the time observed", positive};
  const Row confidence{"confidence", "1", "that the intervals hold what they are of", inner_fraction, 0.95};
  const Row within{"within", "s", "how closely events of one incident follow", not_negative};
  const Argument times = looking(times_look, {"times", "of the events, from the window's start [s]", {}, {}, false});
  const Argument parts = looking(counts_look, {"parts", "number of the part that each event is of", {}, {}, false});
  const Argument rule = word<failures::IncidentRule>("rule", "what an event follows: the one before, or the incident's first");
  const Argument edges = looking(times_look, {"edges", "of the bins, rising [s]", {}, {}, false});
  to.push_back({.name = "laplace_trend",
                .text = "whether the rate of events rises or falls (Laplace's test)",
                .rows = {window},
                .arguments = {times},
                .gives = gives([](const Case& at) {
                  return failures::laplace_trend(times_of("laplace_trend", "times", at.with), at.with["window"]);
                }),
                .none = [](const Case&) -> std::string { return "fewer than four events say nothing of a trend"; }});
  to.push_back(
      {.name = "index_of_dispersion",
       .text = "whether events come in bursts: variance over mean of their counts in bins",
       .rows = {window, {"bin", "s", "length of a bin; what is left of the window is left out", positive}},
       .arguments = {times},
       .gives = gives([](const Case& at) {
         return failures::index_of_dispersion(times_of("index_of_dispersion", "times", at.with), at.with["window"],
                                              at.with["bin"]);
       }),
       .none = [](const Case&) -> std::string { return "fewer than ten events, or bins too short to hold two of them"; }});
  to.push_back({.name = "coefficient_of_variation",
                .text = "how uneven the gaps between events are (Greenwood's test)",
                .arguments = {times},
                .gives = gives([](const Case& at) {
                  return failures::coefficient_of_variation(times_of("coefficient_of_variation", "times", at.with));
                }),
                .none = [](const Case&) -> std::string { return "fewer than eight gaps between events"; }});
  to.push_back({.name = "incidents",
                .text = "events merged to incidents",
                .rows = {within},
                .arguments = {times, parts, rule},
                .gives = gives(detail::incidents)});
  to.push_back({.name = "correlated_failures",
                .text = "how often parts of one domain fail together, beyond chance",
                .rows = {within, window, confidence},
                .arguments = {times, looking(counts_look, {"parts", "of each event, a place in domains", {}, {}, false}),
                              looking(counts_look, {"domains", "of each part, a whole number", {}, {}, false}), rule},
                .gives = gives(detail::correlated_failures)});
  to.push_back({.name = "rate_ratio",
                .text = "the rate after a change over that before it, exact",
                .rows = {{"events_before", "1", "counted before", whole(not_negative)},
                         {"exposure_before", "s", "in which they were", positive},
                         {"events_after", "1", "counted after", whole(not_negative)},
                         {"exposure_after", "s", "in which they were", positive},
                         confidence},
                .gives = gives([](const Case& at) {
                  const auto& x = at.with.numbers;
                  return failures::rate_ratio(x[0], x[1], x[2], x[3], x[4]);
                }),
                .none = [](const Case&) -> std::string { return "no event at all: any ratio is as likely"; }});
  const Argument part_events = looking(counts_look, {"events", "of each part", {}, {}, false});
  const Argument part_exposures = looking(times_look, {"exposures", "time that each was watched [s]", {}, {}, false});
  to.push_back({.name = "worst_parts",
                .text = "which parts fail more than chance allows, and what it gains to take the worst away",
                .rows = {{"renewed_rate", "1/s", "of a part in the place of one taken away; not given: the mean",
                          if_given(not_negative)}},
                .arguments = {part_events, part_exposures},
                .gives = gives(detail::worst_parts)});
  to.push_back({.name = "two_rates",
                .text = "two rates of parts and how many have the higher one, by their counts",
                .arguments = {part_events, part_exposures},
                .gives = gives(detail::two_rates)});
  to.push_back({.name = "unseen_parts",
                .text = "how many parts there are, of which those that failed are known",
                .arguments = {looking(counts_look, {"events", "of each part that failed", {}, {}, false}), part_exposures},
                .gives = gives(detail::unseen_parts)});
  std::vector<Argument> aged = detail::lives_arguments();
  aged.push_back(edges);
  to.push_back({.name = "rate_by_age",
                .text = "failures over time at risk in bins of age",
                .rows = {confidence},
                .arguments = aged,
                .gives = gives(detail::rate_by_age)});
  to.push_back({.name = "binned_rates",
                .text = "events over exposure in bins of calendar time",
                .rows = {confidence},
                .arguments = {looking(times_look, {"start", "when each stretch of service began [s]", {}, {}, false}),
                              looking(times_look, {"end", "when it ended [s]", {}, {}, false}), times, edges},
                .gives = gives(detail::binned_rates)});
  to.push_back({.name = "xid_codes",
                .text = "errors of NVIDIA's driver (Xid) by code: what they mean, and whether they end a job",
                .gives = gives([](const Case&) {
                  return std::vector<failures::XidRow>(failures::xid_rows.begin(), failures::xid_rows.end());
                })});
}

}  // namespace scaling_limits::catalog
