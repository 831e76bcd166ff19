// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/checkpoint/whole_steps.hpp"

#include <catch2/catch_test_macros.hpp>
#include <random>

using namespace scaling_limits;
using namespace scaling_limits::checkpoint;

TEST_CASE("no other number of steps has a better goodput", "[checkpoint]") {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform;
  for (int i = 0; i < 3000; ++i) {
    const double m = 3600, c = m * std::exp(-12 + 13 * uniform(random)),
                 step = optimal_interval(c, m) * std::exp(-4 + 6 * uniform(random));
    const double n = whole_steps(c, m, step);
    REQUIRE(n >= 1);
    REQUIRE(n == std::floor(n));
    const auto g = [&](double steps) {
      return goodput(static_cast<long double>(steps * step), static_cast<long double>(c), m);
    };
    for (double other = 1; other < 2 * n + 3; ++other)
      if (other != n) CHECK(g(other) <= g(n) * (1 + 1e-15L));  // steps x step is rounded
    CHECK(whole_step_interval(c, m, step) == n * step);
  }
}

TEST_CASE("whole steps never break the rule of one write in flight", "[checkpoint]") {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> uniform;
  for (int i = 0; i < 2000; ++i) {
    const Saving<double> saving{uniform(random), 1 / 3600.0, 0, 0, 1000 * uniform(random), 0.9 * uniform(random)};
    const double step = 0.01 + 30 * uniform(random), n = whole_steps_of(saving, step);
    REQUIRE(saving.allows(n * step));
    const double best = losses(saving, n * step).sum();
    for (const double other : {n - 1, n + 1})
      if (other >= 1 && saving.allows(other * step))
        CHECK(losses(saving, other * step).sum() >= best * (1 - 1e-14));  // rounding of losses
  }
}

TEST_CASE("limits of whole steps", "[checkpoint]") {
  CHECK(whole_steps(60, inf, 10) == inf);
  CHECK(whole_steps(0, 3600, 10) == 1);            // free checkpoints: after every step
  CHECK(whole_steps(60, 3600, 1e6) == 1);          // a step longer than the best interval
  CHECK(whole_steps(60, 3600, 10.0) * 10 == 620);  // the best is 617.9
  CHECK(std::isnan(whole_steps(60.0, 3600.0, 0.0)));
  CHECK(std::isnan(whole_steps(60.0, 3600.0, NaN)));
  CHECK(std::isnan(whole_step_interval(-60.0, 3600.0, 1.0)));
}
