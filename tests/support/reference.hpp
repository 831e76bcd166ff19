// SPDX-License-Identifier: Apache-2.0
// References written straight from the formula sheet, and the points they are tried at.
#pragma once
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "digits.hpp"

namespace scaling_limits::testing {

/// y with y - 1 + exp(-y) = eps. Nothing shared with the library: below 1 the Taylor sum in y, term by term, above it the
/// equation as it stands; Newton from above, where a convex function cannot overshoot.
template <class W = wide>
W reference_period(const W& eps) {
  using std::abs;
  using std::exp;
  using std::sqrt;
  if (eps == 0) return W(0);
  W y = eps < 1 ? W(sqrt(W(2 * eps)) + eps) : W(eps + 1);
  for (int i = 0; i < 100; ++i) {
    W excess, slope;
    if (y < 1) {
      W term = y * y / 2, sum = 0;
      slope = 0;
      for (int k = 3; abs(term) > abs(sum) * std::numeric_limits<W>::epsilon(); ++k) {
        sum += term;
        slope += term * (k - 1) / y;
        term *= -y / k;
      }
      excess = sum - eps;
    } else {
      const W e = exp(W(-y));
      excess = y - 1 + e - eps;
      slope = 1 - e;
    }
    const W step = excess / slope;
    y -= step;
    if (abs(step) <= y * std::numeric_limits<W>::epsilon() * 4) break;
  }
  return y;
}

/// Random numbers with a fixed seed; log-uniform is what times and rates are.
class Sampler {
 public:
  explicit Sampler(std::uint64_t seed) : engine_(seed) {}
  double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  double log_uniform(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
  double exponential(double mean) { return -mean * std::log1p(-std::uniform_real_distribution<double>()(engine_)); }
  bool chance(double p) { return uniform(0, 1) < p; }
  std::size_t index(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(engine_); }

 private:
  std::mt19937_64 engine_;
};

/// n points from low to high, evenly in the logarithm; any floating-point type, over its whole range.
template <class T = double>
std::vector<T> log_grid(T low, T high, int n) {
  std::vector<T> points;
  for (int i = 0; i < n; ++i) points.push_back(std::exp(std::log(low) + (std::log(high) - std::log(low)) * T(i) / T(n - 1)));
  return points;
}

}  // namespace scaling_limits::testing
