// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/failures/correlated.hpp"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "support/agrees.hpp"

using namespace scaling_limits;
using namespace scaling_limits::failures;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;

TEST_CASE("following two regimes: a quarter of the time with three quarters of the failures", "[failures]") {
  // 1/M_i in proportion to failures / time
  const std::array<Regime<>, 2> regimes{{{0.25, 10000 / 3.0}, {0.75, 30000.0}}};
  const std::span<const Regime<>> span(regimes);
  CHECK_THAT(mean_failure_rate(span), agrees(1e-4, relative(tolerance::two_routes)));
  CHECK_THAT(adaptive_overhead(60, span) / uniform_overhead(60, span), WithinAbs(0.8660, 5e-5));  // digits of the check value
}

TEST_CASE("following the regime never costs more, and nothing where they are alike", "[failures]") {
  for (double ratio = 1; ratio < 1e4; ratio *= 3)
    for (double x = 0.05; x < 1; x += 0.1) {
      const std::array<Regime<>, 2> regimes{{{x, 1000.0}, {1 - x, 1000.0 * ratio}}};
      const std::span<const Regime<>> span(regimes);
      CHECK(adaptive_overhead(5, span) <= uniform_overhead(5, span) * (1 + 1e-15));  // rounding
      if (ratio == 1)
        CHECK_THAT(adaptive_overhead(5, span), agrees(uniform_overhead(5, span), relative(tolerance::two_routes)));
    }
}

TEST_CASE("incidents, domains and blast radius count what interrupts", "[failures]") {
  CHECK(incident_rate(6e-3, 3) == 2e-3);
  CHECK(std::isnan(incident_rate(6e-3, 0.5)));
  CHECK_THAT(rate_with_domains(100, 1e-3, 5, 1e-2), agrees(0.15, relative(tolerance::two_routes)));
  CHECK_THAT(hit_probability(0.01, 72), agrees(1 - std::pow(0.99, 72), relative(tolerance::two_routes)));
  CHECK_THAT(hit_probability(1e-12, 72), agrees(72e-12, relative(1e-10)));  // second order
  CHECK(hit_probability(1, 3) == 1);
}
