// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/failures/kaplan_meier.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>

using namespace scaling_limits;
using namespace scaling_limits::failures;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

TEST_CASE("remissions of 21 patients, the example of every textbook", "[failures]") {
  // Freireich et al., Blood 21(6), 1963; survival and Greenwood's errors in Kalbfleisch and Prentice, table 1.1
  const std::vector<double> weeks{6, 6, 6, 6, 7, 9, 10, 10, 11, 13, 16, 17, 19, 20, 22, 23, 25, 32, 32, 34, 35};
  const std::vector<double> ended{1, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0};
  const auto curve = kaplan_meier({weeks, ended, {}});
  CHECK(curve.times == std::vector<double>{6, 7, 10, 13, 16, 22, 23});
  CHECK(curve.at_risk == std::vector<double>{21, 17, 15, 12, 11, 7, 6});
  const std::vector<double> survival{.857143, .806723, .752941, .690196, .627451, .537815, .448179};
  double variance = 0;
  for (std::size_t i = 0; i < survival.size(); ++i) {
    CHECK_THAT(curve.survival[i], WithinAbs(survival[i], 5e-7));
    const double n = curve.at_risk[i], d = curve.events[i];
    variance += d / (n * (n - d));
    const double s = curve.survival[i], spread = 1.959963984540054 * std::sqrt(variance) / std::log(s);
    CHECK_THAT(curve.lower[i], WithinRel(std::exp(std::log(s) * std::exp(-spread)), 1e-12));
    CHECK_THAT(curve.upper[i], WithinRel(std::exp(std::log(s) * std::exp(spread)), 1e-12));
  }
  CHECK_THAT(curve.cumulative_hazard.back(),
             WithinRel(3. / 21 + 1. / 17 + 1. / 15 + 1. / 12 + 1. / 11 + 1. / 7 + 1. / 6, 1e-14));
}

TEST_CASE("every product is that of a count of who is watched, lives from an age on included", "[failures]") {
  std::mt19937_64 random(1);
  for (int repeat = 0; repeat < 20; ++repeat) {
    std::vector<double> durations, observed, entry;
    for (int i = 0; i < 60; ++i) {
      entry.push_back(double(random() % 5));
      durations.push_back(entry.back() + 1 + double(random() % 8)), observed.push_back(double(random() % 2));
    }
    const auto curve = kaplan_meier({durations, observed, entry});
    double survival = 1;
    std::size_t place = 0;
    for (double t = 0; t < 20; ++t) {
      double watched = 0, failed = 0;
      for (std::size_t i = 0; i < 60; ++i)
        watched += entry[i] < t && durations[i] >= t, failed += durations[i] == t && observed[i] != 0;
      if (failed == 0) continue;
      survival *= 1 - failed / watched;
      REQUIRE(place < curve.times.size());
      CHECK(curve.times[place] == t);
      CHECK(curve.at_risk[place] == watched);
      CHECK(curve.events[place] == failed);
      CHECK_THAT(curve.survival[place++], WithinAbs(survival, 1e-13));
    }
    CHECK(place == curve.times.size());
  }
}

TEST_CASE("the band holds the survival as often as it says", "[failures]") {
  std::mt19937_64 random(2);
  std::exponential_distribution<double> life(1);
  int held = 0;
  for (int repeat = 0; repeat < 2000; ++repeat) {
    std::vector<double> durations, observed;
    for (int i = 0; i < 80; ++i) {
      const double t = life(random);
      durations.push_back(std::min(t, 1.5)), observed.push_back(t < 1.5);
    }
    const auto curve = kaplan_meier({durations, observed, {}}, 0.9);
    const auto at = std::upper_bound(curve.times.begin(), curve.times.end(), 0.8) - curve.times.begin() - 1;
    const auto k = static_cast<std::size_t>(at);
    held += curve.lower[k] <= std::exp(-0.8) && std::exp(-0.8) <= curve.upper[k];
  }
  CHECK_THAT(held / 2000., WithinAbs(0.9, 0.025));  // three standard deviations, and 0.005 for 80 lives being few
}

TEST_CASE("who has all failed survives no more, and no band is known", "[failures]") {
  const std::vector<double> durations{1, 2};
  const auto curve = kaplan_meier({durations, {}, {}});
  CHECK(curve.survival.back() == 0);
  CHECK(curve.lower.back() == 0);
  CHECK(std::isnan(curve.upper.back()));
  CHECK_THROWS_WITH(kaplan_meier({}), Catch::Matchers::ContainsSubstring("kaplan_meier: durations"));
}
