// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/failures/spares.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <numeric>
#include <random>
#include <vector>

#include "scaling_limits/core/dual.hpp"
#include "support/agrees.hpp"
#include "support/digits.hpp"

using namespace scaling_limits;
using namespace scaling_limits::failures;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

TEST_CASE("spares: check values", "[failures]") {
  const double rate = 2048 * 3.789e-3 / 86400;
  CHECK_THAT(mean_out(rate, 86400.0), WithinAbs(7.760, 5e-4));  // digits of the check value
  CHECK(spares_needed(rate, 86400, 0.99) == 15);
  CHECK_THAT(runnable_share(8, rate, 86400.0), WithinAbs(0.839248, 5e-7));  // digits of the check value
}

TEST_CASE("spares needed is the quantile of a Poisson summed term by term", "[failures]") {
  for (const double mean : {1e-6, 0.01, 0.5, 3.0, 7.76, 40.0, 500.0, 20000.0})
    for (const double quality : {0.01, 0.5, 0.9, 0.99, 0.999999}) {
      long double term = std::exp(static_cast<long double>(-mean)), sum = term;
      double n = 0;
      if (term == 0) continue;
      while (sum < quality) term *= mean / ++n, sum += term;
      CHECK(spares_needed(mean, 1, quality) == n);
    }
  CHECK(spares_needed(1, 1, 1) == inf);
  CHECK(spares_needed(0, 1, 0.9) == 0);
  CHECK(std::isnan(spares_needed(-1, 1, 0.9)));
  CHECK(std::isnan(spares_needed(1, 1, 1.1)));
}

TEST_CASE("counts beyond a long sum have the probability of the incomplete gamma function, and their quantile an end",
          "[failures]") {
  for (const double mean : {1.01e7, 3e7, 1e8})
    for (const double z : {-5.0, -3.0, -1.0, -0.01, 0.0, 0.5, 2.0, 4.0}) {
      const double n = std::floor(mean + z * std::sqrt(mean));
      CAPTURE(mean, z);
      CHECK_THAT(failures::detail::poisson_cdf(n, mean), WithinRel(boost::math::gamma_q(n + 1, mean), 1e-11));
    }
  for (const double mean : {1e9, 1e12, 1e15, 1e18, 1e100, 1e300}) {
    const double n = poisson_quantile(mean, 0.99);  // 2.3263 standard deviations above
    CAPTURE(mean);
    CHECK(std::abs(n - mean - 2.3263478740408 * std::sqrt(mean)) < 2 + 3e-16 * mean);
    CHECK(poisson_quantile(mean, 1e-9) <= n);
    CHECK(spares_needed(mean, 1, 0.99) == n);
    CHECK(pool_survival(n, mean, 1) >= 0.99);
  }
}

TEST_CASE("the runnable share is that of the birth-death chain solved state by state", "[failures]") {
  for (const double a : {0.01, 0.8, 7.76, 60.0})
    for (const double repairers : {1.0, 2.0, 10.0, inf})
      for (const double spares : {0.0, 1.0, 8.0, 70.0}) {
        std::vector<long double> p{1};
        for (double n = 1; n <= spares + 1; ++n) p.push_back(p.back() * a / std::min(n, repairers));
        const long double all = std::accumulate(p.begin(), p.end(), 0.0L);
        CHECK_THAT(runnable_share(spares, a, 1.0, repairers),
                   agrees(static_cast<double>(1 - p.back() / all), relative(tolerance::two_routes)));
      }
}

TEST_CASE("the runnable share keeps its digits at any load, and answers at once", "[failures]") {
  const double a = 1e7;
  for (const double at : {-40.0, -5.0, -1.0, 0.0, 0.5, 3.0, 10.0, 30.0}) {
    const double n = std::floor(a + at * std::sqrt(a));
    wide term = 1, rest = 0;  // 1/B - 1, from the top down
    for (double k = n; k > 0 && (k > a || term > 1e-30 * rest); --k) term *= k / wide(a), rest += term;
    CHECK_THAT(runnable_share(n - 1, a, 1.0), WithinRel(static_cast<double>(rest / (1 + rest)), tolerance::two_routes));
    CHECK_THAT(erlang_b(a, n), WithinRel(static_cast<double>(1 / (1 + rest)), tolerance::two_routes));
    CHECK(abs(erlang_b(wide(a), n) * (1 + rest) - 1) < 1e-27);  // with the digits of its scalar
    // dB/da = B (n/a - 1 + B)
    const wide b = 1 / (1 + rest), slope = b * (n / wide(a) - 1 + b);
    CHECK_THAT(erlang_b(dual<double>(a, 1), n).slope, WithinRel(static_cast<double>(slope), 1e-11));  // n/a - 1 cancels
  }
  // B of as many servers as load: sqrt(2/(pi a)) (1 - (2/3) sqrt(2/(pi a)) + ...), as Stirling's series gives it
  const double x = std::sqrt(2 / (3.141592653589793 * 1e12));
  CHECK_THAT(erlang_b(1e12, 1e12), WithinRel(x * (1 - 2 * x / 3), 1e-10));
  // far below the load every digit is there at once: 1/B - 1 is near r + r^2 + ..., r = n/a; around it more than 53 bits take too long
  CHECK(abs(erlang_b(wide(4e12), 1e12) / (wide(3) / 4) - 1) < 1e-11);
  CHECK(isnan(erlang_b(wide(4e12), 4e12)));
  // where hardly any can run, the share is that of one more repair: spares 0, 1/(1 + a)
  CHECK_THAT(runnable_share(0, 1e20, 1.0), WithinRel(1e-20, tolerance::two_routes));
  // with one repairer a geometric series: (1 - r^n)/(1 - r^(n + 1)) r, r = 1/a
  CHECK_THAT(runnable_share(1e12, 2.0, 1.0, 1), WithinRel(0.5, tolerance::two_routes));
  CHECK_THAT(runnable_share(1e12, 1.0, 1.0, 1), WithinRel(1 - 1 / (1e12 + 2), tolerance::two_routes));
  for (const double wrong : {-1.0, 0.5, 0x1p53, inf, NaN}) CHECK(std::isnan(runnable_share(wrong, 1.0, 1.0)));
  CHECK(std::isnan(erlang_b(1.0, 0x1p54)));
  CHECK(std::isnan(spares_needed(1e-4, -5e-324, 0.9)));  // whose product with the rate is 0
}

TEST_CASE("the runnable share is that of a pool played out, whatever the law of the repair", "[failures]") {
  std::mt19937_64 random(1);
  for (const bool fixed : {false, true}) {
    const double rate = 0.5, repair = 10;
    const int spares = 6;
    std::exponential_distribution<double> life(rate), exponential(1 / repair);
    std::vector<double> back;  // when parts return
    double now = 0, running = 0;
    std::vector<double> shares;
    for (int batch = 0; batch < 200; ++batch) {
      const double began = now, ran = running;
      for (int i = 0; i < 3000; ++i) {
        const double x = life(random);
        now += x, running += x;
        std::erase_if(back, [&](double t) { return t <= now; });
        back.push_back(now + (fixed ? repair : exponential(random)));
        if (static_cast<int>(back.size()) > spares) {
          now = *std::min_element(back.begin(), back.end());
          std::erase_if(back, [&](double t) { return t <= now; });
        }
      }
      shares.push_back((running - ran) / (now - began));
    }
    double mean = 0, squares = 0;
    for (const double s : shares) mean += s / 200, squares += s * s / 200;
    const double error = std::sqrt((squares - mean * mean) / 200);
    CHECK(std::abs(mean - runnable_share(spares, rate, repair)) < tolerance::standard_errors * error);
  }
}

TEST_CASE("spares for a share is the least number that reaches it", "[failures]") {
  for (const double a : {0.3, 7.76, 100.0})
    for (const double repairers : {3.0, 200.0, inf})
      for (const double share : {0.5, 0.99}) {
        const double n = spares_for_share(share, a, 1, repairers);
        if (n == inf) {
          CHECK(runnable_share(5000, a, 1.0, repairers) < share);
          continue;
        }
        CHECK(runnable_share(n, a, 1.0, repairers) >= share);
        if (n > 0) CHECK(runnable_share(n - 1, a, 1.0, repairers) < share);
      }
}

TEST_CASE("spares for a share are found at any load", "[failures]") {
  const double n = spares_for_share(0.99, 28, 1e12);
  CHECK((runnable_share(n, 28.0, 1e12) >= 0.99 && runnable_share(n - 1, 28.0, 1e12) < 0.99));
  CHECK(std::isnan(spares_for_share(0.01, 28, 1e300)));
}

TEST_CASE("a pool without repair lasts with a Poisson probability", "[failures]") {
  CHECK_THAT(pool_survival(2, 0.1, 10), agrees(std::exp(-1.0) * 2.5, relative(tolerance::two_routes)));
  CHECK((pool_survival(0, 0, 10) == 1 && pool_survival(3, 0.1, 0) == 1));
  CHECK(pool_needed(0.1, 10, 0.9) == 2);
}

TEST_CASE("losses to spare wait carry derivatives", "[failures]") {
  using D = dual<double>;
  const double h = 1e-6, a = 5;
  CHECK_THAT(spare_wait_loss(6, D(a, 1), 1.0).slope,
             WithinRel((spare_wait_loss(6, a + h, 1.0) - spare_wait_loss(6, a - h, 1.0)) / (2 * h),
                       1e-8));  // truncation of the difference
}
