// SPDX-License-Identifier: Apache-2.0
// Poisson counts at any mean: their distribution function, and its quantile.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/special_functions/log1p.hpp>
#include <numbers>

#include "../core/scalar.hpp"
#include "../numeric/quiet_policy.hpp"

namespace scaling_limits::failures {

namespace detail {

inline constexpr double many_counts = 1e7;  // from which on Poisson counts are spread evenly enough, to 1e-8 of a probability

// Boost's bodies are compiled by those who call them, not by all who include us: hence templates without a parameter in use
template <class = void>
double poisson_cdf(double count, double mean) {
  if (mean == 0) return 1;
  const double a = count + 1;
  if (!(a > many_counts && mean > many_counts)) return boost::math::gamma_q(a, mean, numeric::quiet_policy());
  // uniform in mean/a, the first term of the series in 1/a: DLMF 8.12.4, 8.12.7, 8.12.8; its sums would be too long
  const double over = (mean - a) / a;
  const double eta = std::copysign(std::sqrt(-2 * boost::math::log1pmx(over, numeric::quiet_policy())), over);
  const double first = std::abs(eta) < 1e-3 ? -1. / 3 + eta / 12 - 2 * eta * eta / 135 : 1 / over - 1 / eta;
  const double q =
      std::erfc(eta * std::sqrt(a / 2)) / 2 + std::exp(-a * eta * eta / 2) / std::sqrt(2 * std::numbers::pi * a) * first;
  return std::clamp(q, 0.0, 1.0);
}

}  // namespace detail

/// The least whole number n with P(Poisson(mean) <= n) >= quality. 0 <= quality <= 1; 1 gives inf.
template <class = void>
double poisson_quantile(double mean, double quality) {
  if (!(mean >= 0 && quality >= 0 && quality <= 1)) return NaN;
  if (mean == 0) return 0;
  if (quality == 1 || mean == inf) return inf;
  // bracket by doubling steps from the mean, then halve
  double low = -1, high = std::ceil(mean);
  for (double step = 1 + std::ceil(std::sqrt(mean)); detail::poisson_cdf(high, mean) < quality; step *= 2)
    low = high, high += step;
  for (double mid; high - low > 1; (detail::poisson_cdf(mid, mean) >= quality ? high : low) = mid) {
    mid = std::floor(low + (high - low) / 2);
    if (mid <= low || mid >= high) break;  // doubles are farther apart than one
  }
  return high;
}

}  // namespace scaling_limits::failures
