// SPDX-License-Identifier: Apache-2.0
// Events merged to incidents, and how often parts of one domain (a rack, a power feed) fail together.
//
// chain: an event belongs to the incident of the one before it if it follows within w ("tupling": Tsao and Siewiorek, FTCS
// 1983; Buckley and Siewiorek, FTCS 1996); first: if it follows the incident's first event within w. The chain is the default:
// where it is cut is a gap in the log, whatever came before. In a dense stream chains grow without end, first does not.
//
// By chance, of independent parts i that fail at rates l_i, L their sum over a domain, p_i = l_i / L, q = exp(-L w), incidents
// of two parts or more come in a time T, but for its ends,
//   chain: an incident begins after a gap longer than w, at a rate L q, with part i, and goes on with no other before the next
//          such gap with probability sum_k ((1 - q) p_i)^k q        T L q sum_i p_i (1 - p_i)(1 - q) / (1 - p_i (1 - q))
//   first: an incident takes w and a wait of 1/L; no other part follows within w with probability exp(-(L - l_i) w)
//                                                                   T L / (1 + L w) sum_i p_i (1 - exp(-(L - l_i) w))
// (derived). What is more than that is counted as correlated.
#pragma once
#include "../version.hpp"

#include <boost/math/special_functions/gamma.hpp>

#include "../core/result_fields.hpp"
#include "../core/words.hpp"
#include "../numeric/quiet_policy.hpp"
#include "events.hpp"
#include "law.hpp"
#include "mtbf_estimate.hpp"

namespace scaling_limits::failures {

/// What an event must follow closely to belong to an incident.
enum class IncidentRule {
  chain,  ///< the event before it
  first   ///< the first event of the incident
};
constexpr auto words(const IncidentRule*) {
  return std::to_array<Word<IncidentRule>>({{"chain", IncidentRule::chain}, {"first", IncidentRule::first}});
}

/// Events by incident; incidents are numbered from 0 in order of time.
struct Incidents {
  std::vector<double> incident{};  // of each event, in the order given
  std::vector<double> start{}, events{}, parts{};
};
constexpr auto fields(const Incidents*) {
  using I = Incidents;
  return std::tuple(ResultField("incident", &I::incident, "1", "number of each event's incident, from 0 in order of time"),
                    ResultField("start", &I::start, "s", "first event of each incident"),
                    ResultField("events", &I::events, "1", "of each incident"),
                    ResultField("parts", &I::parts, "1", "distinct ones of each"));
}

namespace detail {

/// Where events stand in time.
struct EventPlace {
  double time = 0;
  std::size_t event = 0;
};
inline std::vector<EventPlace> in_time(std::span<const double> times) {
  std::vector<EventPlace> places(times.size());
  for (std::size_t i = 0; i < times.size(); ++i) places[i] = {times[i], i};
  const auto earlier = [](const EventPlace& a, const EventPlace& b) {
    return a.time < b.time || (a.time == b.time && a.event < b.event);
  };
  if (!std::is_sorted(times.begin(), times.end())) std::sort(places.begin(), places.end(), earlier);
  return places;
}

/// The first event in [from, end) that is not of the incident that begins with `from`; time(i) does not fall.
template <class Time>
std::size_t end_of_incident(const Time& time, std::size_t from, std::size_t end, double within, IncidentRule rule) {
  std::size_t i = from + 1;
  while (i < end && time(i) - time(rule == IncidentRule::chain ? i - 1 : from) <= within) ++i;
  return i;
}

/// Incidents of two parts or more, of independent parts with these rates, per second.
inline double rate_by_chance(std::span<const double> rates, double within, IncidentRule rule) {
  double all = 0, sum = 0;
  for (const double rate : rates) all += rate;
  if (!(all > 0)) return 0;
  const double joined = -std::expm1(-all * within);  // 1 - q
  for (const double rate : rates) {
    const double share = rate / all, others = (all - rate) / all;
    sum += share * (rule == IncidentRule::chain ? others * joined / (1 - share * joined) : -std::expm1(-others * all * within));
  }
  return sum * all * (rule == IncidentRule::chain ? 1 - joined : 1 / (1 + all * within));
}

}  // namespace detail

/// Events merged to incidents. Simultaneous events are of one incident always.
///
/// @param times [s], any origin, any order; @param parts the part that each is of, any finite number; @param within w [s] >= 0
/// @throws DomainError by place for a number that is not finite; InvalidArgument for lists of different lengths
template <class = void>
Incidents incidents(std::span<const double> times, std::span<const double> parts, double within,
                    IncidentRule rule = IncidentRule::chain) {
  constexpr std::string_view owner = "incidents";
  check(owner, "within", within, not_negative, "s");
  detail::check_as_many(owner, "parts", parts, "times", times);
  detail::check_each(owner, "times", times, detail::finite, "s");
  detail::check_each(owner, "parts", parts, detail::finite);
  Incidents found;
  found.incident.resize(times.size());
  const auto places = detail::in_time(times);
  const auto time = [&](std::size_t i) { return places[i].time; };
  std::vector<double> hit;
  for (std::size_t from = 0, to; from < places.size(); from = to) {
    to = detail::end_of_incident(time, from, places.size(), within, rule);
    hit.clear();
    for (std::size_t i = from; i < to; ++i) {
      found.incident[places[i].event] = static_cast<double>(found.start.size());
      hit.push_back(parts[places[i].event]);
    }
    std::sort(hit.begin(), hit.end());
    found.start.push_back(time(from));
    found.events.push_back(static_cast<double>(to - from));
    found.parts.push_back(static_cast<double>(std::unique(hit.begin(), hit.end()) - hit.begin()));
  }
  return found;
}

/// Incidents that hit two or more parts of one domain.
struct CorrelatedFailures {
  double observed = 0;  // each domain's events merged by themselves
  double expected = 0;  // of independent parts with the rates seen
  double p_value = 1;
  double rate = NaN;                // (observed - expected) / (domains x window)
  double lower = NaN, upper = NaN;  // [1/s] its interval: exact of a Poisson count, `expected` taken as known; 0 at least
  // of each domain that has a part, in order of its label
  std::vector<double> label{}, parts{}, events{}, observed_in{}, expected_in{};
};
constexpr auto fields(const CorrelatedFailures*) {
  using C = CorrelatedFailures;
  return std::tuple(ResultField("observed", &C::observed, "1", "incidents of two parts or more of one domain"),
                    ResultField("expected", &C::expected, "1", "by chance, of independent parts"),
                    ResultField("p_value", &C::p_value, "1", "of as many or more by chance"),
                    ResultField("rate", &C::rate, "1/s", "of correlated failures of one domain"),
                    ResultField("lower", &C::lower, "1/s", "end of its interval, below"),
                    ResultField("upper", &C::upper, "1/s", "end of its interval, above"),
                    ResultField("label", &C::label, "1", "of each domain"),
                    ResultField("parts", &C::parts, "1", "of each domain"),
                    ResultField("events", &C::events, "1", "of its parts"),
                    ResultField("observed_in", &C::observed_in, "1", "incidents of two parts or more of it"),
                    ResultField("expected_in", &C::expected_in, "1", "of these by chance"));
}

namespace detail {

/// Events and parts, domain by domain.
class Domains {
 public:
  Domains(CorrelatedFailures& found, std::span<const double> domains) : found_(found), domain_of_(domains.size()) {
    found.label.assign(domains.begin(), domains.end());
    std::sort(found.label.begin(), found.label.end());
    found.label.erase(std::unique(found.label.begin(), found.label.end()), found.label.end());
    found.parts.assign(found.label.size(), 0);
    for (std::size_t p = 0; p < domains.size(); ++p) {
      const auto at = std::lower_bound(found.label.begin(), found.label.end(), domains[p]) - found.label.begin();
      domain_of_[p] = static_cast<std::size_t>(at);
      ++found.parts[domain_of_[p]];
    }
  }

  /// Events in time, and parts with their rates.
  void sort(std::span<const double> times, std::span<const double> parts, double window) {
    const auto part_of = [&](std::size_t event) { return static_cast<std::size_t>(parts[event]); };
    const std::size_t count = found_.label.size();
    event_end_.resize(count), part_end_.resize(count);
    for (std::size_t i = 0; i < times.size(); ++i) ++event_end_[domain_of_[part_of(i)]];
    found_.events.assign(event_end_.begin(), event_end_.end());
    for (std::size_t d = 0, events = 0, members = 0; d < count; ++d) {  // begins here, ends once it is filled
      const std::size_t here = event_end_[d];
      event_end_[d] = events, part_end_[d] = members;
      events += here, members += static_cast<std::size_t>(found_.parts[d]);
    }
    hits_.resize(times.size()), rates_.resize(domain_of_.size());
    std::vector<double> rate_of(domain_of_.size());
    for (const auto& place : in_time(times)) {
      hits_[event_end_[domain_of_[part_of(place.event)]]++] = {place.time, part_of(place.event)};
      rate_of[part_of(place.event)] += 1 / window;
    }
    for (std::size_t p = 0; p < domain_of_.size(); ++p) rates_[part_end_[domain_of_[p]]++] = rate_of[p];
  }

  /// Of each domain the incidents of two parts or more, seen and expected.
  void count_incidents(double within, double window, IncidentRule rule) {
    const auto time = [&](std::size_t i) { return hits_[i].time; };
    for (std::size_t d = 0, event = 0, part = 0; d < event_end_.size(); ++d) {
      double together = 0;
      for (std::size_t to; event < event_end_[d]; event = to) {
        to = end_of_incident(time, event, event_end_[d], within, rule);
        bool others = false;
        for (std::size_t i = event + 1; i < to; ++i) others = others || hits_[i].part != hits_[event].part;
        together += others;
      }
      const std::span<const double> own(rates_.data() + part, part_end_[d] - part);
      part = part_end_[d];
      found_.observed_in.push_back(together);
      found_.expected_in.push_back(window * rate_by_chance(own, within, rule));
      found_.observed += together, found_.expected += found_.expected_in.back();
    }
  }

 private:
  struct Hit {
    double time = 0;
    std::size_t part = 0;
  };
  CorrelatedFailures& found_;
  std::vector<std::size_t> domain_of_;                 // of each part
  std::vector<std::size_t> event_end_{}, part_end_{};  // of each domain, in the two that follow
  std::vector<Hit> hits_{};
  std::vector<double> rates_{};  // of parts [1/s]
};

}  // namespace detail

/// How often parts of one domain fail together, beyond chance.
///
/// The rates of parts are events over the window, correlated ones included: `expected` errs on the high side, by little while w
/// is short against a domain's time between events. They are taken as constant: of a stream with a trend or busy times
/// (event_trend.hpp) it errs on the low side, so that stretches of the window are better asked one by one. All parts are
/// watched for the whole window. Of a log that counts in minutes w is a minute at least, and chance has half a minute more.
/// @param times [s] in [0, window], any order; @param parts of each event, places in `domains`: 0, 1, ...
/// @param domains of each part, a whole number >= 0; @param within w [s] >= 0; @param window observed [s] > 0
/// @param confidence in (0, 1)
/// @throws DomainError by place; InvalidArgument for lists of different lengths, or no part
template <class = void>
CorrelatedFailures correlated_failures(std::span<const double> times, std::span<const double> parts,
                                       std::span<const double> domains, double within, double window,
                                       IncidentRule rule = IncidentRule::chain, double confidence = 0.95) {
  constexpr std::string_view owner = "correlated_failures";
  check(owner, "within", within, not_negative, "s");
  check(owner, "window", window, positive, "s");
  check(owner, "confidence", confidence, inner_fraction);
  if (domains.empty()) throw InvalidArgument("correlated_failures: domains must hold one part at least", "domains");
  detail::check_as_many(owner, "parts", parts, "times", times);
  detail::check_each(owner, "times", times, Range{.lower = 0, .upper = window}, "s");
  detail::check_each(owner, "domains", domains, counted(0));
  const double last = static_cast<double>(domains.size() - 1);
  detail::check_each(owner, "parts", parts, whole(Range{.lower = 0, .upper = last}));

  CorrelatedFailures found;
  detail::Domains by_domain(found, domains);
  by_domain.sort(times, parts, window);
  by_domain.count_incidents(within, window, rule);
  if (found.observed > 0) found.p_value = boost::math::gamma_p(found.observed, found.expected, numeric::quiet_policy());
  const double exposure = window * static_cast<double>(found.label.size()), chance = found.expected / exposure;
  const auto time_between = mtbf_from_events(found.observed, exposure, confidence);
  found.rate = (std::max)(0., found.observed / exposure - chance);
  found.lower = (std::max)(0., 1 / time_between.upper - chance);
  found.upper = (std::max)(0., 1 / time_between.lower - chance);
  return found;
}

}  // namespace scaling_limits::failures
