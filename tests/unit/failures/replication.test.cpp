// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/failures/replication.hpp"

#include <boost/math/quadrature/exp_sinh.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>
#include <vector>

#include "scaling_limits/core/dual.hpp"
#include "support/agrees.hpp"
#include "support/digits.hpp"

using namespace scaling_limits;
using namespace scaling_limits::failures;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinRel;

TEST_CASE("failures to interruption equal 1 + 4^b / C(2b, b)", "[failures]") {
  wide ratio = 1;
  for (int b = 1; b <= 5000; ++b) {
    ratio *= wide(2 * b) / (2 * b - 1);
    CHECK_THAT(pair_failures_to_interruption(b), agrees(wide(1 + ratio), ulp(tolerance::closed_form)));
    if (b % 500 == 1) CHECK_THAT(pair_failures_to_interruption(wide(b)), agrees(wide(1 + ratio), relative(1e-30)));
  }
  CHECK_THAT(pair_failures_to_interruption(1), agrees(3.0, ulp(1)));
  CHECK_THAT(pair_failures_to_interruption(2), agrees(11 / 3.0, ulp(1)));
  CHECK_THAT(pair_failures_to_interruption(1e18), WithinRel(std::sqrt(3.14159265358979323846e18), 1e-8));  // first order
  CHECK(pair_failures_to_interruption(inf) == inf);
  CHECK(std::isnan(pair_failures_to_interruption(-1)));
}

TEST_CASE("the mean time to interruption is the integral of the survival of pairs", "[failures]") {
  boost::math::quadrature::exp_sinh<double> integrate;
  for (const double b : {1.0, 5.0, 100.0, 8192.0, 5e5})
    CHECK_THAT(pair_mtti(b, 1.0),
               WithinRel(integrate.integrate([&](double t) { return pair_survival(b, 1.0, t / std::sqrt(b)); }) / std::sqrt(b),
                         1e-8));  // the quadrature's accuracy
}

TEST_CASE("pairs with revival are interrupted as often as when played out", "[failures]") {
  std::mt19937_64 random(4);
  const double mu = 100, revival = 7;
  std::exponential_distribution<double> any(2 / mu), one(1 / mu);
  double sum = 0, squares = 0;
  const int runs = 20000;
  for (int i = 0; i < runs; ++i) {
    double t = 0;
    for (;;) {
      t += any(random);
      const double partner = one(random);
      if (partner < revival) {
        t += partner;
        break;
      }
      t += revival;
    }
    sum += t, squares += t * t;
  }
  const double mean = sum / runs, error = std::sqrt((squares / runs - mean * mean) / runs);
  CHECK(std::abs(revived_pair_mtti(1, mu, revival) - mean) < tolerance::standard_errors * error);
  CHECK_THAT(revived_pair_mtti(1, mu, 1e9), agrees(pair_mtti(1, mu), relative(tolerance::two_routes)));  // never revived
  CHECK(revived_pair_mtti(1, mu, 0.0) == inf);
}

TEST_CASE("failures to interruption carry derivatives in the number of pairs", "[failures]") {
  using D = dual<double>;
  for (const double b : {0.5, 3.0, 40.0, 1e6}) {
    const double h = 1e-5 * b;
    CHECK_THAT(pair_failures_to_interruption(D(b, 1)).slope,
               WithinRel((pair_failures_to_interruption(b + h) - pair_failures_to_interruption(b - h)) / (2 * h),
                         1e-7));  // truncation
  }
}
