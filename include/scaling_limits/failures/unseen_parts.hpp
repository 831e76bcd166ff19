// SPDX-License-Identifier: Apache-2.0
// How many parts there are where only those that failed are known: those without a failure are missing from the counts, and no
// test of one part, no spread of rates and nothing of the worst follows from the rest.
//
//   were all alike   rate by the likelihood of counts that are not 0, sum of ln P(n) - ln(1 - P(0)), so that
//                    sum n = sum of rate e / (1 - exp(-rate e)); parts: sum of 1 / (1 - exp(-rate e))
//   however unlike   at least f1^2 / (2 f2) parts are missing, f_k those that failed k times; f1 (f1 - 1) / 2 where f2 is 0
//                    (Chao, Scand. J. Stat. 11, 1984)
//
// A law of several rates is not identified by such counts: its lowest rate falls to 0 and its parts grow without end.
#pragma once
#include "../version.hpp"

#include <numeric>

#include "../core/result_fields.hpp"
#include "../numeric/bracketed_root.hpp"
#include "events.hpp"

namespace scaling_limits::failures {

/// What counts of the parts that failed say of all there are.
struct UnseenParts {
  double unseen = NaN;      // parts without a failure, at least, whatever their rates
  double at_least = NaN;    // all parts, at least
  double population = NaN;  // all parts, were they alike; inf: every one seen failed once
  double rate = NaN;        // of a part, were they alike; 0: as many parts as one likes

  std::string_view status() const { return population < inf ? "ok" : "no limit"; }
  std::string_view note() const {
    return population < inf ? "" : "every part that failed did so once: there is no end to how many there may be";
  }
};
constexpr auto fields(const UnseenParts*) {
  using U = UnseenParts;
  return std::tuple(ResultField("population", &U::population, "1", "all parts, were they alike"),
                    ResultField("rate", &U::rate, "1/s", "of a part, were they alike"),
                    ResultField("at_least", &U::at_least, "1", "all parts, however unlike they are"),
                    ResultField("unseen", &U::unseen, "1", "of these without a failure"), status_field(&U::status),
                    note_field(&U::note));
}

/// How many parts there are, of which those that failed are known.
///
/// @param events of each part that failed, whole numbers >= 1; @param exposures of each part > 0, of one unit
/// @throws DomainError by place; InvalidArgument for lists of different lengths, or none
template <class = void>
UnseenParts unseen_parts(std::span<const double> events, std::span<const double> exposures) {
  constexpr std::string_view owner = "unseen_parts";
  if (events.empty()) throw InvalidArgument("unseen_parts: events must hold one part at least", "events");
  detail::check_as_many(owner, "exposures", exposures, "events", events);
  detail::check_each(owner, "events", events, whole(Range{.lower = 1, .upper = inf, .open_above = true}));
  detail::check_each(owner, "exposures", exposures, positive);
  const double once = static_cast<double>(std::count(events.begin(), events.end(), 1.)),
               twice = static_cast<double>(std::count(events.begin(), events.end(), 2.)),
               seen = static_cast<double>(events.size()), all = std::accumulate(events.begin(), events.end(), 0.);
  UnseenParts found{.unseen = twice > 0 ? once * once / (2 * twice) : once * (once - 1) / 2};
  found.at_least = seen + found.unseen;
  found.population = inf, found.rate = 0;
  if (all == seen) return found;
  // times are in units of the longest exposure: no sum is without end
  const double unit = *std::max_element(exposures.begin(), exposures.end());
  std::vector<double> watched(exposures.begin(), exposures.end());
  for (double& t : watched) t /= unit;
  const auto surplus = [&](double log_rate) {  // of expected events over those counted
    const double rate = std::exp(log_rate);
    double sum = -all;
    for (const double t : watched) {
      const double mean = rate * t;
      sum += mean > 0 ? mean / -std::expm1(-mean) : 1;
    }
    return sum;
  };
  // above the rate of what was seen there is no deficit; far below it one event a part is expected
  const double high = std::log(all / std::accumulate(watched.begin(), watched.end(), 0.)) + 1;
  double low = high - 2;
  while (surplus(low) > 0) low -= 2;
  const double rate = std::exp(numeric::bracketed_root(surplus, low, high).value);
  found.rate = rate / unit, found.population = 0;
  for (const double t : watched) found.population -= 1 / std::expm1(-rate * t);
  return found;
}

}  // namespace scaling_limits::failures
