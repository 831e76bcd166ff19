// SPDX-License-Identifier: Apache-2.0
// Lives that are drawn in the order in which they end, against what is exact of parts that are met in mid-life: however a law
// ages, n t / mean failures are expected up to any time, and none has come with the chance that no residual ends before.
#include "scaling_limits/simulation/failure_clock.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "scaling_limits/failures/empirical.hpp"
#include "scaling_limits/failures/gamma_law.hpp"
#include "scaling_limits/failures/lognormal.hpp"
#include "scaling_limits/failures/lomax.hpp"
#include "scaling_limits/failures/two_piece.hpp"
#include "scaling_limits/failures/weibull.hpp"
#include "support/counts.hpp"

using namespace scaling_limits;
using namespace scaling_limits::simulation;
using Catch::Matchers::WithinAbs;
using scaling_limits::testing::draws;

TEST_CASE("lives fail as often as a law says, from the start", "[simulation][draws]") {
  const int n = static_cast<int>(draws("lives"));
  const std::vector<failures::AnyLaw> laws{failures::Weibull<>::from_mean(10, 0.5),
                                           failures::Weibull<>::from_mean(10, 4),
                                           failures::Lognormal<>::from_mean(10, 1),
                                           failures::Lomax<>::from_mean(10, 2.5),
                                           failures::Gamma<>::from_mean(10, 0.3),
                                           failures::Gamma<>::from_mean(10, 9),
                                           failures::TwoPiece<>{.early_rate = 0.3, .late_rate = 0.02, .change = 4},
                                           failures::TwoPiece<>{0, 0.5, 8},
                                           failures::Empirical({3, 9, 9, 17, 12, 10})};
  for (const auto& law : laws)
    for (const double gpus : {1.0, 2.0, 7.0, 40.0, 7.9}) {
      const double parts = std::floor(gpus);
      CAPTURE(law.name(), gpus);
      for (const double until : {0.3, 2.0, 9.0, 35.0}) {
        CAPTURE(until);
        double sum = 0, squares = 0;
        int calm = 0;
        for (int i = 0; i < n / static_cast<int>(std::max(1.0, parts / 4)); ++i) {
          Random random(7, static_cast<std::uint64_t>(i));
          Lives lives(law, gpus, random);
          const double shift = until / 2;  // the origin may move
          double failures = 0, last = 0;
          bool moved = false;
          for (;; ++failures) {
            if (!moved && lives.next() > shift) lives.shift(shift), last -= shift, moved = true;
            if (lives.next() > until - (moved ? shift : 0)) break;
            CHECK(lives.next() >= last);
            last = lives.next();
            lives.renew(random);
          }
          sum += failures, squares += failures * failures, calm += failures == 0;
        }
        const double m = n / static_cast<int>(std::max(1.0, parts / 4));
        const double mean = sum / m, deviation = std::sqrt((squares / m - mean * mean) / m);
        CHECK_THAT(mean, WithinAbs(parts * until / law.mean(), 4.5 * deviation + 1e-9));
        const double none = std::pow(law.mean_beyond(until) / law.mean(), parts);
        CHECK_THAT(calm / m, WithinAbs(none, 4.5 * std::sqrt(none * (1 - none) / m) + 2 / m));
      }
    }
}
