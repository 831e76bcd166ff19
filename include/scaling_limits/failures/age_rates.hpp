// SPDX-License-Identifier: Apache-2.0
// The rate of failures by age, or by calendar time: events over exposure in each of a row of bins, with exact intervals. No law
// is fitted; what a fitted one says of a bin can be held against it.
#pragma once
#include "../version.hpp"

#include "../core/result_fields.hpp"
#include "events.hpp"
#include "mtbf_estimate.hpp"

namespace scaling_limits::failures {

/// Rates in bins; bin j is (edges[j], edges[j + 1]], the first one with its lower edge.
struct BinnedRates {
  std::vector<double> events{}, exposure{};
  std::vector<double> rate{}, lower{}, upper{};  // as mtbf_from_events; NaN: nothing was watched in the bin
};
constexpr auto fields(const BinnedRates*) {
  using B = BinnedRates;
  return std::tuple(ResultField("events", &B::events, "1", "in each bin"),
                    ResultField("exposure", &B::exposure, "s", "time of all parts in it"),
                    ResultField("rate", &B::rate, "1/s", "events per time of one part; none where nothing was watched"),
                    ResultField("lower", &B::lower, "1/s", "end of its interval, below"),
                    ResultField("upper", &B::upper, "1/s", "end of its interval, above"));
}

/// Events over exposure in bins of calendar time.
///
/// @param start, end when each stretch of service began and ended [s], start <= end, any origin; stretches may overlap
/// @param times of the events [s], any order; what lies outside the bins is left out; @param edges of the bins [s], rising
/// @param confidence in (0, 1)
/// @throws DomainError by place; InvalidArgument for lists of different lengths, or edges that do not rise
template <class = void>
BinnedRates binned_rates(std::span<const double> start, std::span<const double> end, std::span<const double> times,
                         std::span<const double> edges, double confidence = 0.95) {
  constexpr std::string_view owner = "binned_rates";
  check(owner, "confidence", confidence, inner_fraction);
  detail::check_as_many(owner, "end", end, "start", start);
  detail::check_each(owner, "start", start, detail::finite, "s");
  for (std::size_t i = 0; i < end.size(); ++i)
    if (!(end[i] >= start[i] && end[i] < inf))
      check(owner, "end[" + std::to_string(i) + "]", end[i], Range{.lower = start[i], .upper = inf, .open_above = true}, "s");
  detail::check_each(owner, "times", times, detail::finite, "s");
  detail::check_each(owner, "edges", edges, detail::finite, "s");
  detail::check_rising(owner, "edges", edges);

  const std::size_t bins = edges.size() - 1;
  const auto bin_of = [&](double t) {  // of a t within the edges
    const auto after = std::lower_bound(edges.begin() + 1, edges.end() - 1, t);
    return static_cast<std::size_t>(after - edges.begin()) - 1;
  };
  BinnedRates found;
  found.events.assign(bins, 0), found.exposure.assign(bins, 0);
  for (const double t : times)
    if (t >= edges.front() && t <= edges.back()) ++found.events[bin_of(t)];
  std::vector<double> across(bins + 1);  // change in how many stretches reach over a whole bin
  for (std::size_t i = 0; i < start.size(); ++i) {
    const double from = (std::max)(start[i], edges.front()), to = (std::min)(end[i], edges.back());
    if (!(from < to)) continue;
    const std::size_t first = bin_of(from), last = bin_of(to);
    if (first == last) {
      found.exposure[first] += to - from;
      continue;
    }
    found.exposure[first] += edges[first + 1] - from, found.exposure[last] += to - edges[last];
    ++across[first + 1], --across[last];
  }
  double reaching = 0;
  for (std::size_t j = 0; j < bins; ++j) {
    reaching += across[j];
    found.exposure[j] += reaching * (edges[j + 1] - edges[j]);
    const auto time_between = mtbf_from_events(found.events[j], found.exposure[j], confidence);
    found.rate.push_back(found.exposure[j] > 0 ? found.events[j] / found.exposure[j] : NaN);
    found.lower.push_back(1 / time_between.upper), found.upper.push_back(1 / time_between.lower);
  }
  return found;
}

/// Failures over time at risk in bins of age.
///
/// @param durations [s] age at which each life was last seen; @param observed 1: it failed then, 0: it was still alive; none:
/// all failed; @param edges of the bins [s], rising from 0 or more; @param entry [s] age from which it was watched; none: new
/// @throws as binned_rates
template <class = void>
BinnedRates rate_by_age(std::span<const double> durations, std::span<const double> observed, std::span<const double> edges,
                        std::span<const double> entry = {}, double confidence = 0.95) {
  constexpr std::string_view owner = "rate_by_age";
  detail::check_each(owner, "durations", durations, not_negative, "s");
  if (!observed.empty()) detail::check_as_many(owner, "observed", observed, "durations", durations);
  if (!entry.empty()) detail::check_as_many(owner, "entry", entry, "durations", durations);
  detail::check_each(owner, "observed", observed, flag);
  for (std::size_t i = 0; i < entry.size(); ++i)
    if (!(entry[i] >= 0 && entry[i] <= durations[i]))
      check(owner, "entry[" + std::to_string(i) + "]", entry[i], Range{.lower = 0, .upper = durations[i]}, "s");
  detail::check_each(owner, "edges", edges, not_negative, "s");
  detail::check_rising(owner, "edges", edges);
  std::vector<double> failed, new_ones;
  for (std::size_t i = 0; i < durations.size(); ++i)
    if ((observed.empty() || observed[i] == 1) && (durations[i] > edges[0] || edges[0] == 0)) failed.push_back(durations[i]);
  if (entry.empty()) new_ones.assign(durations.size(), 0);
  return binned_rates(entry.empty() ? std::span<const double>(new_ones) : entry, durations, failed, edges, confidence);
}

}  // namespace scaling_limits::failures
