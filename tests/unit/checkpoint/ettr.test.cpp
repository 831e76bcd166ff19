// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/checkpoint/ettr.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>

#include "support/agrees.hpp"

using namespace scaling_limits;
using namespace scaling_limits::checkpoint;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;

TEST_CASE("ETTR: check values", "[checkpoint]") {
  const double rate = 6.5e-3 / 86400, week = 7 * 86400;
  CHECK_THAT(ettr_lower_bound(2000, rate, 300, 3600, 0, week), WithinAbs(0.6837, 5e-5));  // digits of the check value
  CHECK_THAT(ettr_exact(2000, rate, 300, 3600, 0, 0, week), WithinAbs(0.7200, 5e-5));     // digits of the check value
}

TEST_CASE("the exact ETTR is that of a job played out", "[checkpoint]") {
  std::mt19937_64 random(1);
  for (const auto& [m, u0, delta, w, q, r] :
       {std::array<double, 6>{6000, 300, 3600, 60, 100, 18000}, {20000, 900, 1800, 30, 0, 36000}}) {
    std::exponential_distribution<double> life(1 / m);
    double sum = 0, squares = 0;
    const int runs = 40000;
    for (int i = 0; i < runs; ++i) {
      double t = 0;
      int left = static_cast<int>(r / delta);
      while (left > 0) {
        t += q;
        const double x = life(random);
        const int committed = x < u0 ? 0 : std::min(left, static_cast<int>((x - u0) / (delta + w)));
        left -= committed;
        t += left == 0 ? u0 + committed * (delta + w) : x;
      }
      sum += t, squares += t * t;
    }
    const double mean = sum / runs, error = std::sqrt((squares / runs - mean * mean) / runs);
    CHECK(std::abs(r / ettr_exact(1, 1 / m, u0, delta, w, q, r) - mean) < tolerance::standard_errors * error);
  }
}

TEST_CASE("the published forms are the exact one at rare failures, and the first is below it", "[checkpoint]") {
  for (const double rate : {1e-7, 1e-9}) {
    // but for second order in rate x times, and first starts in a long job; the second form leaves out failures in writes
    const double second = square(4000 * rate) + 360 / 1e7 * 4000 * rate;
    CHECK(std::abs(ettr_lower_bound(1, rate, 300, 3600, 60, 1e7) - ettr_exact(1, rate, 300, 3600, 0, 60, 1e7)) < second);
    CHECK(std::abs(ettr(1, rate, 300, 3600, 10) - ettr_exact(1, rate, 300, 3600, 10)) < second + rate * 10);
  }
  for (double nodes = 10; nodes < 1e5; nodes *= 2)
    CHECK(ettr_lower_bound(nodes, 7.5e-8, 300, 3600, 60, 1e6) <= ettr_exact(nodes, 7.5e-8, 300, 3600, 0, 60, 1e6));
}

TEST_CASE("ETTR out of range is NaN, without failures the start alone is lost", "[checkpoint]") {
  CHECK(std::isnan(ettr_lower_bound(-1, 1e-7, 300, 3600)));
  CHECK(std::isnan(ettr_exact(1, 1e-7, 300, 3600, -1)));
  CHECK(std::isnan(ettr(1, NaN, 300, 3600, 1)));
  CHECK_THAT(ettr_exact(1, 0.0, 300, 3600, 0, 60, 3600), agrees(3600 / 3960.0, relative(tolerance::two_routes)));
}
