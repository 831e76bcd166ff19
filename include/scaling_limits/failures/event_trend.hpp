// SPDX-License-Identifier: Apache-2.0
// Whether a stream of events is one of a constant rate (a Poisson process): does it rise or fall, does it come in bursts?
//
//   Laplace's test         U = (mean t - T/2) / (T / sqrt(12 n)), normal: events of a constant rate are spread evenly over T
//   index of dispersion    I = variance / mean of the counts in bins; (bins - 1) I is chi-squared
//   Greenwood's test       G = sum of squares of the gaps' shares of their sum = (1 + (n - 1)/n CV^2)/n of n gaps, whose mean,
//                          variance and skewness are known for every n; a shifted lognormal law of the same three gives p
// Sources: Cox and Lewis, "The Statistical Analysis of Series of Events", 1966, sections 3.3 and 6.3; Greenwood, J. R. Statist.
// Soc. 109, 1946; Moran, J. R. Statist. Soc. B 9, 1947 (moments).
#pragma once
#include "../version.hpp"

#include <boost/math/special_functions/gamma.hpp>
#include <numbers>

#include "../core/result_fields.hpp"
#include "../numeric/quiet_policy.hpp"
#include "events.hpp"
#include "law.hpp"

namespace scaling_limits::failures {

/// Laplace's test of a trend.
struct LaplaceTrend {
  double statistic = NaN;  // > 0: events crowd towards the end, the rate rises; NaN: no event
  double p_value = NaN;    // right to 0.015; NaN below 4 events
  double events = 0;
};
constexpr auto fields(const LaplaceTrend*) {
  using L = LaplaceTrend;
  return std::tuple(ResultField("statistic", &L::statistic, "1", "normal; above 0: the rate rises"),
                    ResultField("p_value", &L::p_value, "1", "two-sided, of a constant rate"),
                    ResultField("events", &L::events, "1", "counted"));
}

/// Laplace's test of a trend in the rate of events.
///
/// @param times from the window's start [s], in any order, in [0, window]; where the window ends because an event came, without
/// that event; @param window observed [s] > 0
/// @throws DomainError for a time outside the window, NaN included, by its place
template <class = void>
LaplaceTrend laplace_trend(std::span<const double> times, double window) {
  check("laplace_trend", "window", window, positive, "s");
  detail::check_each("laplace_trend", "times", times, Range{.lower = 0, .upper = window}, "s");
  LaplaceTrend trend{.events = static_cast<double>(times.size())};
  if (times.empty()) return trend;
  double sum = 0;
  for (const double t : times) sum += t / window - 0.5;
  trend.statistic = sum * std::sqrt(12 / trend.events);
  if (times.size() >= 4) trend.p_value = std::erfc(std::abs(trend.statistic) / std::numbers::sqrt2);
  return trend;
}

/// Counts in bins, their variance against their mean.
struct Dispersion {
  double index = NaN;    // 1 for a constant rate, more for bursts; NaN: fewer than two bins, or no event in them
  double p_value = NaN;  // of as much or more at a constant rate; NaN below 10 events, or below 5 expected pairs of events in
                         // one bin (bins too short): too few for chi-squared
  double bins = 0, events = 0;
};
constexpr auto fields(const Dispersion*) {
  using D = Dispersion;
  return std::tuple(ResultField("index", &D::index, "1", "1 for a constant rate, more for bursts"),
                    ResultField("p_value", &D::p_value, "1", "of as much or more at a constant rate"),
                    ResultField("bins", &D::bins, "1", "whole ones"), ResultField("events", &D::events, "1", "in them"));
}

/// The index of dispersion of counts: sample variance over mean of the events in bins of equal length.
///
/// Whole bins only: what is left of the window after them is left out. An event between two bins is of the later one, one at
/// the end of the last bin of that.
/// @param times as of laplace_trend; @param window observed [s] > 0; @param bin length of a bin [s] > 0
/// @throws DomainError for a time outside the window, NaN included, by its place
template <class = void>
Dispersion index_of_dispersion(std::span<const double> times, double window, double bin) {
  constexpr std::string_view owner = "index_of_dispersion";
  check(owner, "window", window, positive, "s");
  check(owner, "bin", bin, positive, "s");
  detail::check_each(owner, "times", times, Range{.lower = 0, .upper = window}, "s");
  Dispersion found;
  found.bins = std::floor(window / bin * (1 + 1e-12));  // 0.3 s are three bins of 0.1 s
  if (!(found.bins >= 1 && found.bins < inf)) return found;
  double squares = 0;
  const auto bin_of = [&](double t) { return (std::min)(std::floor(t / bin), found.bins); };
  const auto in_last = [&](double t) { return t / bin <= found.bins * (1 + 1e-12); };
  const auto place = [&](double t) { return bin_of(t) < found.bins ? bin_of(t) : found.bins - (in_last(t) ? 1 : 0); };
  if (found.bins <= 4 * static_cast<double>(times.size()) + 1024) {
    std::vector<double> counts(static_cast<std::size_t>(found.bins) + 1);
    for (const double t : times) ++counts[static_cast<std::size_t>(place(t))];
    counts.pop_back();
    for (const double count : counts) found.events += count, squares += count * count;
  } else {  // most bins are empty
    const detail::InOrder sorted(times);
    double at = NaN, count = 0;
    for (std::size_t i = 0; i <= sorted.size(); ++i) {
      const double now = i < sorted.size() ? place(sorted[i]) : NaN;
      if (now == at) {
        ++count;
        continue;
      }
      if (at < found.bins) found.events += count, squares += count * count;
      at = now, count = 1;
    }
  }
  if (found.bins < 2 || found.events == 0) return found;
  const double mean = found.events / found.bins, statistic = squares / mean - found.events;
  found.index = statistic / (found.bins - 1);
  if (found.events >= 10 && 0.5 * (found.events - 1) * mean >= 5)
    found.p_value = boost::math::gamma_q(0.5 * (found.bins - 1), 0.5 * (std::max)(0., statistic), numeric::quiet_policy());
  return found;
}

/// How uneven the gaps between events are.
struct GapVariation {
  double coefficient = NaN;  // standard deviation / mean; 1 at a constant rate, more for bursts. NaN: fewer than two gaps, or
                             // all events at once
  double p_value = NaN;      // two-sided, of a constant rate, by Greenwood's test, 0.05 right to 0.01; NaN below 8 gaps
  double gaps = 0;
};
constexpr auto fields(const GapVariation*) {
  using G = GapVariation;
  return std::tuple(ResultField("coefficient", &G::coefficient, "1", "1 for a constant rate, more for bursts"),
                    ResultField("p_value", &G::p_value, "1", "two-sided, of a constant rate"),
                    ResultField("gaps", &G::gaps, "1", "between events"));
}

/// The coefficient of variation of the gaps between events, with Greenwood's test that they are those of a constant rate.
///
/// The sample standard deviation; of few gaps it lies below 1 on average even at a constant rate (0.96 of 20), which the test
/// knows. Gaps of nothing, of a log that counts in minutes, are allowed.
/// @param times [s], from any origin, in any order @throws DomainError for one that is not finite, by its place
template <class = void>
GapVariation coefficient_of_variation(std::span<const double> times) {
  detail::check_each("coefficient_of_variation", "times", times, detail::finite, "s");
  GapVariation found{.gaps = times.empty() ? 0 : static_cast<double>(times.size() - 1)};
  const detail::InOrder sorted(times);
  const double n = found.gaps, all = n > 0 ? sorted[times.size() - 1] - sorted[0] : 0;
  if (!(n >= 2 && all > 0 && all < inf)) return found;
  double squares = 0;
  for (std::size_t i = 1; i < sorted.size(); ++i) squares += square((sorted[i] - sorted[i - 1]) / all * n - 1);
  found.coefficient = std::sqrt(squares / (n - 1));
  if (n < 8) return found;
  // n G - 1 = squares / n has mean (n - 1)/(n + 1)
  const double deviation = 2 * n / (n + 1) * std::sqrt((n - 1) / ((n + 2) * (n + 3)));
  const double y = (squares / n - (n - 1) / (n + 1)) / deviation;
  const double skewness = 2 * (5 * n - 7) * std::sqrt((n + 2) * (n + 3) / (n - 1)) / ((n + 4) * (n + 5));
  const double t = 2 * std::sinh(std::asinh(skewness / 2) / 3);  // t^3 + 3 t = skewness: coefficient of variation of the law
  const double sigma = std::sqrt(std::log1p(t * t));
  const double z = t * y > -1 ? std::log1p(t * y) / sigma + sigma / 2 : -inf;
  found.p_value = std::erfc(std::abs(z) / std::numbers::sqrt2);
  return found;
}

}  // namespace scaling_limits::failures
