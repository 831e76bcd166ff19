// SPDX-License-Identifier: Apache-2.0
// What counts of events by part must be, and the two sums over a count x that the likelihood of a gamma law of rates has, of
// dispersion a:
//
//   sum_{j < x} ln(1 + a j)     and its slope in a,     sum_{j < x} j / (1 + a j)
//
// from j = 1000 on by Euler and Maclaurin to the third derivative: what is left out is below the last digit.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "events.hpp"

namespace scaling_limits::failures::detail {

/// Throws DomainError by place where a count is no whole number up to 1e9, an exposure not > 0, or the longest more than 1e12
/// times the shortest; InvalidArgument for lists of different lengths, or none.
inline void check_parts(std::string_view owner, std::span<const double> events, std::span<const double> exposures) {
  if (events.empty()) throw InvalidArgument(std::string(owner) + ": events must hold one part at least", "events");
  check_as_many(owner, "exposures", exposures, "events", events);
  check_each(owner, "events", events, whole(Range{.lower = 0, .upper = 1e9}));
  check_each(owner, "exposures", exposures, positive);
  const auto [shortest, longest] = std::minmax_element(exposures.begin(), exposures.end());
  if (*longest <= 1e12 * *shortest) return;
  const std::string place = "exposures[" + std::to_string(longest - exposures.begin()) + "]";
  throw DomainError(std::string(owner) + ": " + place + " = " + to_text(*longest) + " must be <= 1e12 times the shortest, " +
                        to_text(*shortest),
                    place, *longest);
}

/// The count from which sums are no longer taken one by one.
inline constexpr double counted_singly = 1000;

/// (ln(1 + y) - y/(1 + y)) / y^2, y >= 0: 1/2 at 0.
inline double log_remainder(double y) {
  if (y > 0.05) return (std::log1p(y) - y / (1 + y)) / (y * y);
  double sum = 0;
  for (int k = 12; k >= 2; --k) sum = (k - 1.) / k - y * sum;
  return sum;
}
/// (y - ln(1 + y)) / y^2, y >= 0: 1/2 at 0.
inline double log_excess(double y) { return 1 / (1 + y) - log_remainder(y); }

/// sum of ln(1 + a j), j = 1000 ... x - 1; x >= 1000.
inline double logs_beyond(double x, double a) {
  const auto at = [&](double j) {
    const double y = a * j, slope = a / (1 + y), log = std::log1p(y);
    return j * log - y * j * log_excess(y) - log / 2 + slope / 12 - slope * slope * slope / 360;
  };
  return at(x) - at(counted_singly);
}

/// sum of j / (1 + a j), j = 1000 ... x - 1; x >= 1000.
inline double shares_beyond(double x, double a) {
  const auto at = [&](double j) {
    const double y = a * j, w = 1 / (1 + y);
    return j * j * log_excess(y) - j * w / 2 + w * w / 12 - square(a * w * w) / 120;
  };
  return at(x) - at(counted_singly);
}

}  // namespace scaling_limits::failures::detail
