// SPDX-License-Identifier: Apache-2.0
// Questions to a stream of events: does its rate change, does it come in bursts, which events are one incident, which parts
// fail more than chance allows, and what it gains to take them away.
#pragma once
#include "../../version.hpp"

#include "../../failures/age_rates.hpp"
#include "../../failures/event_trend.hpp"
#include "../../failures/incidents.hpp"
#include "../../failures/rate_comparison.hpp"
#include "../../failures/rate_spread.hpp"
#include "../detail/number_list.hpp"
#include "../detail/rooms.hpp"

namespace scaling_limits::catalog {

namespace detail {

inline NumberList numbers_of(std::string_view owner, std::string_view name, const With& with) {
  return {owner, {name, "1", "", any_number}, with};
}
inline NumberList times_of(std::string_view owner, std::string_view name, const With& with) {
  return {owner, {name, "s", "", any_number}, with};
}

inline void put_laplace_trend(const Case&, const With& with, Out& out) {
  const auto found = failures::laplace_trend(times_of("laplace_trend", "times", with), with["window"]);
  out << found.statistic << found.p_value << found.events;
  out.close([] { return "fewer than four events say nothing of a trend"; });
}
inline void put_index_of_dispersion(const Case&, const With& with, Out& out) {
  const auto found = failures::index_of_dispersion(times_of("index_of_dispersion", "times", with), with["window"], with["bin"]);
  out << found.index << found.p_value << found.bins << found.events;
  out.close([] { return "fewer than ten events, or bins too short to hold two of them"; });
}
inline void put_coefficient_of_variation(const Case&, const With& with, Out& out) {
  const auto found = failures::coefficient_of_variation(times_of("coefficient_of_variation", "times", with));
  out << found.coefficient << found.p_value << found.gaps;
  out.close([] { return "fewer than eight gaps between events"; });
}
inline void put_incidents(const Case&, const With& with, Out& out) {
  // in this order: which of several lists is refused first is not the compiler's to choose
  const NumberList times = times_of("incidents", "times", with), parts = numbers_of("incidents", "parts", with);
  auto found =
      failures::incidents(times, parts, with["within"], chosen<failures::IncidentRule>("incidents", "rule", with.arguments));
  out << std::move(found.incident) << std::move(found.start) << std::move(found.events) << std::move(found.parts);
}
inline void put_correlated_failures(const Case&, const With& with, Out& out) {
  constexpr std::string_view owner = "correlated_failures";
  const NumberList times = times_of(owner, "times", with), parts = numbers_of(owner, "parts", with),
                   domains = numbers_of(owner, "domains", with);
  auto found = failures::correlated_failures(times, parts, domains, with["within"], with["window"],
                                             chosen<failures::IncidentRule>(owner, "rule", with.arguments), with["confidence"]);
  out << found.observed << found.expected << found.p_value << found.rate << found.lower << found.upper;
  out << std::move(found.label) << std::move(found.parts) << std::move(found.events) << std::move(found.observed_in)
      << std::move(found.expected_in);
}
inline void put_rate_ratio(const Case&, const With& with, Out& out) {
  const auto found = failures::rate_ratio(with["events_before"], with["exposure_before"], with["events_after"],
                                          with["exposure_after"], with["confidence"]);
  out << found.ratio << found.lower << found.upper << found.p_value;
  out.close([] { return "no event at all: any ratio is as likely"; });
}
inline void put_worst_parts(const Case&, const With& with, Out& out) {
  const NumberList events = numbers_of("worst_parts", "events", with), exposures = numbers_of("worst_parts", "exposures", with);
  auto test = failures::equal_rates(events, exposures);
  const auto spread = failures::rate_spread(events, exposures);
  failures::WorstParts worst;
  if (spread.mean_rate == spread.mean_rate) worst = failures::worst_parts(spread, events, exposures, with["renewed_rate"]);
  out << test.p_value << spread.mean_rate << spread.dispersion << worst.total_rate;
  out << std::move(worst.part) << std::move(worst.rate) << std::move(worst.removed) << std::move(worst.renewed);
  out << std::move(test.part_p_value) << std::move(test.holm) << std::move(test.benjamini_hochberg);
  if (spread.mean_rate == spread.mean_rate) out << std::string_view("ok") << std::string_view();
  else out << std::string_view("infeasible") << std::string_view("no part failed");
}
inline void put_binned(failures::BinnedRates found, Out& out) {
  out << std::move(found.events) << std::move(found.exposure) << std::move(found.rate) << std::move(found.lower)
      << std::move(found.upper);
}
inline void put_rate_by_age(const Case&, const With& with, Out& out) {
  const LivesGiven given("rate_by_age", with);
  put_binned(failures::rate_by_age(given.durations, given.observed, times_of("rate_by_age", "edges", with), given.entry,
                                   with["confidence"]),
             out);
}
inline void put_binned_rates(const Case&, const With& with, Out& out) {
  constexpr std::string_view owner = "binned_rates";
  const NumberList start = times_of(owner, "start", with), end = times_of(owner, "end", with),
                   times = times_of(owner, "times", with), edges = times_of(owner, "edges", with);
  put_binned(failures::binned_rates(start, end, times, edges, with["confidence"]), out);
}

}  // namespace detail

void add_event_questions(Questions& to) {
  const auto ask = [&](std::string_view name, std::string_view text, std::vector<Row> rows, std::vector<Argument> arguments,
                       std::vector<ColumnOf> columns, auto put) {
    to.push_back({{"question", std::string(name), std::string(text), std::move(rows), std::move(arguments), {}},
                  {},
                  {},
                  std::move(columns),
                  put});
  };
  const Row window{"window", "s", "length of the time observed", positive};
  const Row confidence{"confidence", "1", "that the intervals hold what they are of", inner_fraction, 0.95};
  const Row within{"within", "s", "how closely events of one incident follow", not_negative};
  const Argument times = looking(detail::times_look, {"times", "of the events, from the window's start [s]", {}, {}, false});
  const Argument parts = looking(detail::counts_look, {"parts", "number of the part that each event is of", {}, {}, false});
  const Argument rule = word<failures::IncidentRule>("rule", "what an event follows: the one before, or the incident's first");
  const Argument edges = looking(detail::times_look, {"edges", "of the bins, rising [s]", {}, {}, false});
  const std::vector<ColumnOf> binned{{"events", "1", "in each bin", Cell::numbers},
                                     {"exposure", "s", "time of all parts in it", Cell::numbers},
                                     {"rate", "1/s", "events per time of one part", Cell::numbers},
                                     {"lower", "1/s", "end of its interval, below", Cell::numbers},
                                     {"upper", "1/s", "end of its interval, above", Cell::numbers}};
  ask("laplace_trend", "whether the rate of events rises or falls (Laplace's test)", {window}, {times},
      {{"statistic", "1", "normal; above 0: the rate rises"},
       {"p_value", "1", "two-sided, of a constant rate"},
       {"events", "1", "counted"}},
      detail::put_laplace_trend);
  ask("index_of_dispersion", "whether events come in bursts: variance over mean of their counts in bins",
      {window, {"bin", "s", "length of a bin; what is left of the window is left out", positive}}, {times},
      {{"index", "1", "1 for a constant rate, more for bursts"},
       {"p_value", "1", "of as much or more at a constant rate"},
       {"bins", "1", "whole ones"},
       {"events", "1", "in them"}},
      detail::put_index_of_dispersion);
  ask("coefficient_of_variation", "how uneven the gaps between events are (Greenwood's test)", {}, {times},
      {{"coefficient", "1", "1 for a constant rate, more for bursts"},
       {"p_value", "1", "two-sided, of a constant rate"},
       {"gaps", "1", "between events"}},
      detail::put_coefficient_of_variation);
  ask("incidents", "events merged to incidents", {within}, {times, parts, rule},
      {{"incident", "1", "number of each event's incident, from 0", Cell::numbers},
       {"start", "s", "first event of each incident", Cell::numbers},
       {"events", "1", "of each incident", Cell::numbers},
       {"parts", "1", "distinct ones of each", Cell::numbers}},
      detail::put_incidents);
  ask("correlated_failures", "how often parts of one domain fail together, beyond chance", {within, window, confidence},
      {times, looking(detail::counts_look, {"parts", "of each event, a place in domains", {}, {}, false}),
       looking(detail::counts_look, {"domains", "of each part, a whole number", {}, {}, false}), rule},
      {{"observed", "1", "incidents of two parts or more of one domain"},
       {"expected", "1", "by chance, of independent parts"},
       {"p_value", "1", "of as many or more by chance"},
       {"rate", "1/s", "of correlated failures of one domain"},
       {"lower", "1/s", "end of its interval, below"},
       {"upper", "1/s", "end of its interval, above"},
       {"label", "1", "of each domain", Cell::numbers},
       {"parts", "1", "of it", Cell::numbers},
       {"events", "1", "of them", Cell::numbers},
       {"observed_in", "1", "it", Cell::numbers},
       {"expected_in", "1", "it, by chance", Cell::numbers}},
      detail::put_correlated_failures);
  ask("rate_ratio", "the rate after a change over that before it, exact",
      {{"events_before", "1", "counted before", whole(not_negative)},
       {"exposure_before", "s", "in which they were", positive},
       {"events_after", "1", "counted after", whole(not_negative)},
       {"exposure_after", "s", "in which they were", positive},
       confidence},
      {},
      {{"ratio", "1", "of the rates, after over before"},
       {"lower", "1", "end of its interval, below"},
       {"upper", "1", "end of its interval, above"},
       {"p_value", "1", "two-sided, of equal rates"}},
      detail::put_rate_ratio);
  ask("worst_parts", "which parts fail more than chance allows, and what it gains to take the worst away",
      {{"renewed_rate", "1/s", "of a part in the place of one taken away; not given: the mean", if_given(not_negative)}},
      {looking(detail::counts_look, {"events", "of each part", {}, {}, false}),
       looking(detail::times_look, {"exposures", "time that each was watched [s]", {}, {}, false})},
      {{"p_value", "1", "of equal rates of all; not given where events are too few"},
       {"mean_rate", "1/s", "of a part"},
       {"dispersion", "1", "squared coefficient of variation of the rates; 0: no more than chance"},
       {"total_rate", "1/s", "of all parts"},
       {"part", "1", "places of the parts, the worst first", Cell::numbers},
       {"rate", "1/s", "shrunken rate of each of them", Cell::numbers},
       {"removed", "1/s", "what all lose without those up to it", Cell::numbers},
       {"renewed", "1/s", "and with others in their place", Cell::numbers},
       {"part_p_value", "1", "of each part, in the order given: of as many or more at the common rate", Cell::numbers},
       {"holm", "1", "adjusted by Holm", Cell::numbers},
       {"benjamini_hochberg", "1", "adjusted by Benjamini and Hochberg", Cell::numbers},
       status_column,
       note_column},
      detail::put_worst_parts);
  std::vector<Argument> aged = detail::lives_arguments();
  aged.push_back(edges);
  ask("rate_by_age", "failures over time at risk in bins of age", {confidence}, aged, binned, detail::put_rate_by_age);
  ask("binned_rates", "events over exposure in bins of calendar time", {confidence},
      {looking(detail::times_look, {"start", "when each stretch of service began [s]", {}, {}, false}),
       looking(detail::times_look, {"end", "when it ended [s]", {}, {}, false}), times, edges},
      binned, detail::put_binned_rates);
}

}  // namespace scaling_limits::catalog
