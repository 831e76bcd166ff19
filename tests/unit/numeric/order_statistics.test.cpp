// SPDX-License-Identifier: Apache-2.0
// Means of order statistics of exponentials against sums term by term, 50 digits and sampling. Those of normals are tried as
// parallelism/stragglers.hpp has them.
#include <boost/math/special_functions/digamma.hpp>
#include <scaling_limits/numeric/order_statistics.hpp>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <limits>

#include "support/derivatives.hpp"
#include "support/domain.hpp"
#include "support/reference.hpp"
#include "support/tolerance.hpp"

using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using namespace scaling_limits;
using namespace scaling_limits::numeric;
using namespace scaling_limits::testing;

namespace {

template <class S>
constexpr S rounding = std::numeric_limits<S>::epsilon();

}  // namespace

TEST_CASE("H_n - H_(n-k) is the sum of its terms", "[numeric]") {
  for (int n = 0; n <= 300; ++n) {
    wide sum = 0;
    for (int k = 0; k <= n; ++k) {
      CAPTURE(n, k);
      CHECK_THAT(harmonic_difference(n, k), WithinRel(static_cast<double>(sum), tolerance::closed_form * rounding<double>));
      sum += wide(1) / wide(n - k > 0 ? n - k : 1);
    }
  }
  // few of many, where a difference of logarithms has no digit left
  for (const double n : {1e6, 1e9, 1e12, 0x1p53})
    for (int k = 1; k <= 1000; k *= 10) {
      wide sum = 0;
      for (int j = 0; j < k; ++j) sum += 1 / wide(wide(n) - j);
      CHECK_THAT(harmonic_difference(n, k), WithinRel(static_cast<double>(sum), tolerance::closed_form * rounding<double>));
      CHECK_THAT(harmonic_difference(static_cast<float>(n), float(k)),
                 WithinRel(static_cast<float>(sum), float(tolerance::closed_form) * rounding<float>));
    }
  CHECK_THAT(harmonic_difference(64, 64), WithinAbs(4.7438909, 5e-8));  // printed digits
}

TEST_CASE("real n and k interpolate as the digamma function does", "[numeric]") {
  using boost::math::digamma;
  Sampler random(17);
  for (int i = 0; i < 300; ++i) {
    const double n = random.log_uniform(1, 1e15),
                 k = n * (random.chance(0.5) ? random.uniform(0, 1) : random.log_uniform(1e-9, 1));
    const double left = n - k;  // as the function has it
    const wide exact = digamma(wide(wide(n) + 1)) - digamma(wide(wide(n) - wide(k) + 1));
    CAPTURE(n, k);
    // rounding of n - k, where little is left of n
    const double lost = left > 0 ? 0.5 * rounding<double> * left / (left + 1) / static_cast<double>(exact) : 0;
    CHECK_THAT(harmonic_difference(n, k),
               WithinRel(static_cast<double>(exact), tolerance::closed_form * rounding<double> + lost));
    const wide here = harmonic_difference(wide(n), wide(k));
    CHECK(abs(wide(here - exact)) <= wide("1e-46") * exact + wide("1e-47"));  // what digamma itself has
  }
  for (const double n : {1., 3.5, 40., 2e6}) {
    expect_derivative([](const auto& x) { return harmonic_difference(x, 0.75); }, n);
    expect_derivative([&](const auto& x) { return harmonic_difference(n, x); }, 0.6 * n);
    expect_derivative([&](const auto& x) { return expected_exponential_order_statistic(n + 2, x, 0.9, 0.1); }, 0.5 * n + 1);
  }
}

TEST_CASE("the k-th of n shifted exponentials comes when sampling says", "[numeric]") {
  CHECK_THAT(expected_exponential_order_statistic(100, 96, 0.9, 0.1), WithinAbs(1.21040442, 5e-9));   // printed digits
  CHECK_THAT(expected_exponential_order_statistic(100, 100, 0.9, 0.1), WithinAbs(1.41873775, 5e-9));  // printed digits
  Sampler random(1);
  constexpr int samples = 20'000;
  for (const auto& [n, k] : {std::pair{1, 1}, {5, 2}, {20, 20}, {50, 40}}) {
    std::vector<double> x(static_cast<std::size_t>(n));
    double mean = 0, squares = 0;
    for (int i = 0; i < samples; ++i) {
      for (double& one : x) one = 2 + random.exponential(3);
      std::sort(x.begin(), x.end());
      const double kth = x[static_cast<std::size_t>(k) - 1];
      mean += kth / samples, squares += kth * kth / samples;
    }
    const double error = std::sqrt((squares - mean * mean) / samples);
    CHECK(std::abs(mean - expected_exponential_order_statistic(n, k, 2, 3)) < tolerance::standard_errors * error);
  }
  CHECK(expected_exponential_order_statistic(4, 2, 5, 0) == 5);
  CHECK_DOMAIN(harmonic_difference, {Range{.lower = 2, .open_above = true}, 4}, {Range{.lower = 0, .upper = 4}});
  CHECK_DOMAIN(expected_exponential_order_statistic, {Range{.lower = 2, .open_above = true}, 4},
               {Range{.lower = 1, .upper = 4}}, {from_zero}, {from_zero});
}
