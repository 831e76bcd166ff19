// SPDX-License-Identifier: Apache-2.0
// Likelihoods written out against the same laws in duals and in 50 digits.
#include "scaling_limits/failures/log_likelihood.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "support/derivatives.hpp"
#include "support/lives.hpp"

using namespace scaling_limits;
using namespace scaling_limits::failures;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinRel;

namespace {

/// Value, slopes and curvature of a law with these coordinates, both ways; parts of the sums of lives that they are.
template <template <class> class Law>
void as_duals_have_it(const std::array<double, 2>& at, const Log& log) {
  const failures::detail::LogLikelihood<Law> sum(life_points(log.lives()));
  const auto found = sum(at), dual = sum.by_duals(at);
  INFO(Law<double>::name() << " at " << at[0] << ", " << at[1]);
  REQUIRE(std::abs(dual.value) < inf);
  const auto part = [](double x, double y, double size) {
    CAPTURE(x, y, size);
    CHECK(std::abs(x - y) <= 1e-11 * (size + std::abs(y)));  // of sums that cancel
  };
  part(found.value, dual.value, 0);
  for (std::size_t i : {0, 1}) {
    part(found.slope[i], dual.slope[i], std::abs(dual.value));
    for (std::size_t j : {0, 1})
      part(found.curvature[i][j], dual.curvature[i][j], std::sqrt(std::abs(dual.curvature[i][i] * dual.curvature[j][j])));
  }
}

}  // namespace

TEST_CASE("a likelihood that is written out is that of duals", "[failures]") {
  std::mt19937_64 random(31);
  for (const double oldest : {0., 5e5}) {
    const Log log = drawn(Weibull<>{1.3, 1e6}, 100, 2e6, random, oldest);
    for (const double shape : {0.05, 0.6, 1.0, 2.5, 12.0, 60.0})
      for (const double scale : {2e5, 1e6, 4e6}) {
        if (shape < 20) as_duals_have_it<Weibull>({std::log(shape), std::log(scale)}, log);
        as_duals_have_it<Gamma>({std::log(shape), std::log(scale / shape)}, log);
        as_duals_have_it<Lognormal>({std::log(scale), std::log(2 / std::sqrt(shape))}, log);
      }
  }
}

TEST_CASE("what survives a gamma law moves with its shape as 50 digits say", "[failures]") {
  for (const double shape : {1e-2, 0.05, 0.3, 1.0, 2.5, 30.0, 1e3, 1e4, 1.1e4, 1e6}) {
    const double spread = std::sqrt(shape), unit = shape < 1 ? shape : spread;
    const failures::detail::GammaSurvival survival(shape);
    std::vector<double> times;
    for (const double share : {1e-12, 1e-6, 1e-3, 0.1, 0.7, 1.0, 1.5, 10.0, 1e3}) times.push_back(share * shape);
    for (const double deviations : {-8.0, -3.0, -1.0, 0.1, 1.0, 3.0, 10.0, 37.0, 100.0})
      if (deviations > -spread) times.push_back(shape + deviations * spread);
    for (const double x : times) {
      const auto exact = [&](const wide& a) { return Gamma<wide>{a, wide(1)}.cumulative_hazard(wide(x)); };
      const wide at(shape), h = at * wide("1e-14"), here = exact(at), above = exact(wide(at + h)), below = exact(wide(at - h));
      const wide slope = (above - below) / (2 * h), curvature = (above - 2 * here + below) / (h * h);
      CAPTURE(shape, x, here, slope, curvature);
      if (here < 1e-250) continue;
      const auto found = survival(x, std::log(x));
      CAPTURE(found.value, found.slope, found.curvature, found.hazard);
      // a lower tail feels the rounding of the time, as much as shape - t times
      const double value = 2e-14 + 3e-16 * shape;
      const double first = shape > 1e4 ? 3e-7 : 1e-12, second = shape > 1e4 ? 1e-5 : 1e-10;  // differences of values
      CHECK(abs(wide(found.value - here)) <= value * here);
      CHECK(abs(wide(found.slope - slope)) <= (value + first) * (abs(slope) + here / unit * 1e-3));
      CHECK(abs(wide(found.curvature - curvature)) <= (value + second) * (abs(curvature) + here / (unit * unit) * 1e-3));
      CHECK_THAT(found.hazard, WithinRel(x * Gamma<>{shape, 1}.hazard(x), 10 * value));
    }
  }
  CHECK(std::isnan(failures::detail::GammaSurvival(2)(NaN, NaN).value));
  CHECK(std::isnan(failures::detail::GammaSurvival(-1)(1, 0).value));
  CHECK(std::isnan(failures::detail::GammaSurvival(2)(inf, inf).value));
  CHECK(std::isnan(failures::detail::GammaSurvival(1e8)(1e8, std::log(1e8)).value));
}

TEST_CASE("of times too small for a number their logarithm is enough", "[failures]") {
  // P(a, x) = x^a / Gamma(a + 1), all but exactly, and d ln P/da = ln x - digamma(a + 1)
  for (const double shape : {1e-4, 1e-3, 1e-2})
    for (const double log_x : {-700.0, -900.0, -3000.0}) {
      const auto found = failures::detail::GammaSurvival(shape)(std::exp(log_x), log_x);
      const double of_log = log_x + boost::math::constants::euler<double>() - shape * 1.6449340668482264;  // to a^2: 1e-4
      const double lower = std::exp(shape * (log_x + boost::math::constants::euler<double>())), upper = 1 - lower;
      CHECK_THAT(found.value, WithinRel(-std::log(upper), 1e-3));  // the same
      CHECK_THAT(found.slope, WithinRel(lower / upper * of_log, 1e-3));
      CHECK_THAT(found.hazard, WithinRel(shape * lower / upper, 1e-3));
    }
}
