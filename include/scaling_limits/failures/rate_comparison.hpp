// SPDX-License-Identifier: Apache-2.0
// Whether rates differ, from counts of events in exposures.
//
// Of Poisson counts given their sum n each is a binomial one, whatever the common level of the rates: with two of them
//   x1 | n ~ Bin(n, s),  s = r T1 / (r T1 + T0),  r the ratio of the rates     (Przyborowski and Wilenski, Biometrika 31, 1940)
// so that the binomial share's exact interval (Clopper and Pearson, Biometrika 26, 1934) is one of r; and of many parts with
// one common rate part i has x_i | n ~ Bin(n, T_i / sum T): exact, with no rate to be estimated first.
//
// Of m parts that are all alike about m/20 have p < 0.05: a list of parts is for adjusted ones. Holm's (Scand. J. Stat. 6,
// 1979): the probability that any part that is like the rest is named at a level is at most that level. Benjamini and
// Hochberg's (J. R. Statist. Soc. B 57, 1995): of those named about that share are false, on average; it names more.
#pragma once
#include "../version.hpp"

#include <boost/math/special_functions/beta.hpp>
#include <numeric>

#include "../core/result_fields.hpp"
#include "../numeric/quiet_policy.hpp"
#include "events.hpp"
#include "law.hpp"

namespace scaling_limits::failures {

/// One rate over another.
struct RateRatio {
  double ratio = NaN;             // NaN: no event at all
  double lower = 0, upper = inf;  // exact, of conservative coverage; 0, inf: no event after, before
  double p_value = 1;             // two-sided, of equal rates; below 1 - confidence where the interval leaves 1 out
};
constexpr auto fields(const RateRatio*) {
  using R = RateRatio;
  return std::tuple(ResultField("ratio", &R::ratio, "1", "of the rates, after over before"),
                    ResultField("lower", &R::lower, "1", "end of its interval, below"),
                    ResultField("upper", &R::upper, "1", "end of its interval, above"),
                    ResultField("p_value", &R::p_value, "1", "two-sided, of equal rates"));
}

/// The ratio of the rates after and before a change, or of one site and another.
///
/// Half of 1 - confidence is left out at each end, with zero counts too: then alone the stated coverage holds for every ratio.
/// @param events_before, events_after whole numbers >= 0; @param exposure_before, exposure_after > 0, of one unit
/// @param confidence in (0, 1) @throws DomainError out of these ranges
template <class = void>
RateRatio rate_ratio(double events_before, double exposure_before, double events_after, double exposure_after,
                     double confidence = 0.95) {
  constexpr std::string_view owner = "rate_ratio";
  check(owner, "events_before", events_before, detail::whole_count);
  check(owner, "exposure_before", exposure_before, positive);
  check(owner, "events_after", events_after, detail::whole_count);
  check(owner, "exposure_after", exposure_after, positive);
  check(owner, "confidence", confidence, inner_fraction);
  RateRatio found;
  if (events_before + events_after == 0) return found;
  const double per_exposure = exposure_before / exposure_after, tail = 0.5 * (1 - confidence);
  found.ratio = events_after / events_before * per_exposure;
  double rest = 0;
  if (events_after > 0) {
    const double share = boost::math::ibeta_inv(events_after, events_before + 1, tail, &rest, numeric::quiet_policy());
    found.lower = share / rest * per_exposure;
  }
  if (events_before > 0) {
    const double share = boost::math::ibetac_inv(events_after + 1, events_before, tail, &rest, numeric::quiet_policy());
    found.upper = share / rest * per_exposure;
  }
  const double s_after = 1 / (1 + per_exposure), s_before = per_exposure / (1 + per_exposure);
  const auto as_many = [](double x, double other, double s) {  // P(X >= x)
    return x == 0 ? 1. : static_cast<double>(boost::math::ibeta(x, other + 1, s, numeric::quiet_policy()));
  };
  found.p_value = (std::min)(
      1., 2 * (std::min)(as_many(events_after, events_before, s_after), as_many(events_before, events_after, s_before)));
  return found;
}

namespace detail {

/// Places of numbers in their order, the smallest first.
inline std::vector<std::size_t> places_in_order(std::span<const double> numbers) {
  std::vector<std::size_t> order(numbers.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return numbers[a] < numbers[b]; });
  return order;
}

}  // namespace detail

/// p-values adjusted by Holm's step-down: the largest of (m - j + 1) p_(j) up to each, at most 1.
///
/// @param p_values in [0, 1] @throws DomainError by place
template <class = void>
std::vector<double> holm(std::span<const double> p_values) {
  detail::check_each("holm", "p_values", p_values, closed_fraction);
  std::vector<double> adjusted(p_values.size());
  double left = static_cast<double>(p_values.size()), most = 0;
  for (const std::size_t i : detail::places_in_order(p_values)) {
    most = (std::max)(most, (std::min)(1., left-- * p_values[i]));
    adjusted[i] = most;
  }
  return adjusted;
}

/// p-values adjusted by Benjamini and Hochberg's step-up: the smallest of m p_(j) / j from each on, at most 1.
///
/// @param p_values in [0, 1] @throws DomainError by place
template <class = void>
std::vector<double> benjamini_hochberg(std::span<const double> p_values) {
  detail::check_each("benjamini_hochberg", "p_values", p_values, closed_fraction);
  std::vector<double> adjusted(p_values.size());
  const auto order = detail::places_in_order(p_values);
  double least = 1;
  for (std::size_t j = order.size(); j > 0; --j) {
    least = (std::min)(least, static_cast<double>(order.size()) * p_values[order[j - 1]] / static_cast<double>(j));
    adjusted[order[j - 1]] = least;
  }
  return adjusted;
}

/// Whether parts fail at one rate, and which fail more than chance allows.
struct EqualRates {
  // all of them: sum of (x - E)^2 / E, E = n T_i / sum T. Its mean and variance given n, exact (Haldane, Biometrika 29, 1937),
  // are those of a scaled chi-squared law of so many degrees, of which p_value is the upper tail
  double statistic = NaN, degrees = NaN;
  double p_value = NaN;  // NaN: below 10 events, or below 5 expected pairs of events on one part: too few for chi-squared
  // of each part: P(as many or more) at the common rate, as it is and adjusted
  std::vector<double> part_p_value{}, holm{}, benjamini_hochberg{};
};

/// Tests equal rates of parts.
///
/// @param events of each part, whole numbers >= 0; @param exposures of each part > 0, of one unit
/// @throws DomainError by place; InvalidArgument for lists of different lengths
template <class = void>
EqualRates equal_rates(std::span<const double> events, std::span<const double> exposures) {
  constexpr std::string_view owner = "equal_rates";
  detail::check_as_many(owner, "exposures", exposures, "events", events);
  detail::check_each(owner, "events", events, detail::whole_count);
  detail::check_each(owner, "exposures", exposures, positive);
  EqualRates found;
  const double all = std::accumulate(events.begin(), events.end(), 0.),
               exposure = std::accumulate(exposures.begin(), exposures.end(), 0.), parts = static_cast<double>(events.size());
  found.part_p_value.assign(events.size(), 1);
  // parts of the same count and exposure have the same p
  std::vector<std::size_t> order(events.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return events[a] < events[b] || (events[a] == events[b] && exposures[a] < exposures[b]);
  });
  double excess = 0, spread = 0, pairs = 0, x = 0, t = 0, p = 1;
  for (const std::size_t i : order) {
    const double share = exposures[i] / exposure, expected = all * share;
    excess += square(events[i] - expected) / expected, spread += 1 / share, pairs += 0.5 * expected * share * (all - 1);
    if (events[i] == 0) continue;
    if (events[i] != x || exposures[i] != t) {
      x = events[i], t = exposures[i];
      p = parts == 1 ? 1 : boost::math::ibeta(x, all - x + 1, share, numeric::quiet_policy());
    }
    found.part_p_value[i] = p;
  }
  found.holm = failures::holm(found.part_p_value);
  found.benjamini_hochberg = failures::benjamini_hochberg(found.part_p_value);
  if (all == 0 || parts < 2) return found;
  const double variance = 2 * (parts - 1) + (spread - parts * parts - 2 * parts + 2) / all;
  found.statistic = excess;
  found.degrees = 2 * square(parts - 1) / variance;
  if (all >= 10 && pairs >= 5)
    found.p_value = boost::math::gamma_q(0.5 * found.degrees, excess * (parts - 1) / variance, numeric::quiet_policy());
  return found;
}

}  // namespace scaling_limits::failures
