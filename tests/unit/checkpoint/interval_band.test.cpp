// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/checkpoint/interval_band.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>
#include "support/digits.hpp"

using namespace scaling_limits;
using testing::wide;
using namespace scaling_limits::checkpoint;
using Catch::Matchers::WithinRel;

namespace {

/// goodput up to a factor, as the textbook writes it, in digits that forgive the cancellation.
wide naive_goodput(const wide& w, const wide& c, const wide& m) { return w / (m * (exp(wide((w + c) / m)) - 1)); }

/// The best interval by golden-section search on ln w: no formula of the library.
wide naive_best(double c, double m) {
  wide a = std::log(m) - 60, b = std::log(m) + 3;
  const wide g = (sqrt(wide(5)) - 1) / 2;
  const auto f = [&](const wide& u) { return naive_goodput(exp(u), c, m); };
  while (b - a > wide(1e-20)) {
    const wide x = b - g * (b - a), y = a + g * (b - a);
    (f(x) > f(y) ? b : a) = f(x) > f(y) ? y : x;
  }
  return exp(wide((a + b) / 2));
}

}  // namespace

TEST_CASE("goodput at the ends of the band is the tolerance below the best, whatever the load", "[checkpoint]") {
  const double load = GENERATE(1e-14, 1e-9, 1e-6, 1e-3, 0.05, 0.7, 3.0, 40.0);
  const double tolerance = GENERATE(1e-9, 1e-4, 0.01, 0.3, 0.99);
  const double m = 11134.6, c = load * m;
  const auto band = interval_band(c, m, tolerance);
  const wide best = naive_goodput(naive_best(c, m), c, m);
  const wide shortest = naive_goodput(band.shortest, c, m) / best, longest = naive_goodput(band.longest, c, m) / best;
  // an end known to 4 ulp moves goodput by 4 ulp x d ln g / d ln w, which is below 1 + x
  const double allowed = 1e-15 * (2 + band.longest / m);
  CHECK(std::abs(double(shortest - (1 - wide(tolerance)))) < allowed);
  CHECK(std::abs(double(longest - (1 - wide(tolerance)))) < allowed);
  CHECK(band.shortest < optimal_interval(c, m));
  CHECK(optimal_interval(c, m) < band.longest);
}

TEST_CASE("band and cost are inverse to each other", "[checkpoint]") {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<> log_load(-30, 4), log_tolerance(-20, -0.01);
  for (int i = 0; i < 2000; ++i) {
    const double m = 5e4, c = m * std::exp(log_load(random)), tolerance = std::exp(log_tolerance(random));
    const auto band = interval_band(c, m, tolerance);
    // d ln cost / d ln interval grows as interval / distance from the best: 4 ulp of one are that many of the other
    const double best = optimal_interval(c, m);
    for (const double w : {band.shortest, band.longest}) {
      const double lever = 2 + 2 * w / std::abs(w - best) + w / m;
      CHECK(std::abs(interval_cost(w, c, m) / tolerance - 1) < 2e-15 * lever);
    }
  }
}

TEST_CASE("the cost of an interval is what goodput says, in 50 digits", "[checkpoint]") {
  const double load = GENERATE(1e-12, 1e-7, 1e-4, 0.02, 0.8, 9.0), factor = GENERATE(1e-3, 0.5, 0.999, 1.01, 3.0, 50.0);
  const double m = 1800, c = load * m, w = factor * optimal_interval(c, m);
  const wide exact = 1 - naive_goodput(w, c, m) / naive_goodput(naive_best(c, m), c, m);
  CHECK_THAT(interval_cost(w, c, m), WithinRel(double(exact), 2e-12));  // 1 ulp of the best interval at factor 0.999
}

TEST_CASE("the ends to 50 digits agree with double, float and long double", "[checkpoint]") {
  const double load = GENERATE(1e-10, 1e-5, 0.02, 0.6, 5.0), tolerance = GENERATE(1e-3, 0.01, 0.4);
  const auto exact = interval_band(wide(load), wide(1), wide(tolerance));
  const auto in_double = interval_band(load, 1.0, tolerance);
  CHECK_THAT(in_double.shortest, WithinRel(double(exact.shortest), 4e-15));  // 16 ulp: q, T and the root each a few
  CHECK_THAT(in_double.longest, WithinRel(double(exact.longest), 4e-15));
  const auto in_long = interval_band(static_cast<long double>(load), 1.0L, static_cast<long double>(tolerance));
  CHECK(abs(wide(in_long.longest) / exact.longest - 1) < 4e-18);
  const auto in_float = interval_band(float(load), 1.0f, float(tolerance));
  CHECK_THAT(in_float.shortest, WithinRel(float(exact.shortest), 2e-5f));  // the inputs are rounded to float
  // substitution, in 50 digits
  for (const wide& w : {exact.shortest, exact.longest})
    CHECK(double(abs(wide(interval_cost(w, wide(load), wide(1)) / wide(tolerance) - 1))) < 1e-44);
}

TEST_CASE("the band's derivatives are those of its equation", "[checkpoint]") {
  const double load = GENERATE(1e-8, 1e-3, 0.4, 2.0);
  const wide h("1e-20"), c(load);
  const auto at = interval_band(c, wide(1), wide(0.01)), more = interval_band(wide(c * (1 + h)), wide(1), wide(0.01));
  const auto seeded = interval_band(dual<double>(load, load), 1.0, 0.01);
  CHECK_THAT(seeded.shortest.slope, WithinRel(double((more.shortest - at.shortest) / h), 1e-12));
  CHECK_THAT(seeded.longest.slope, WithinRel(double((more.longest - at.longest) / h), 1e-12));
}

TEST_CASE("the band follows the write in flight: no interval in it is too short, and its far end is the tolerance away",
          "[checkpoint]") {
  const double latency = GENERATE(0.0, 5.0, 60.0, 900.0, 20000.0), slowdown = GENERATE(0.0, 0.3),
               tolerance = GENERATE(1e-3, 0.05, 0.7);
  const Saving<double> saving{10, 1 / 3600.0, 300, 60, latency, slowdown};
  const auto band = interval_band_of(saving, tolerance);
  CHECK(saving.allows(band.shortest));
  const double best = losses(saving).sum(), target = best - std::log1p(-tolerance);
  CHECK_THAT(losses(saving, band.longest).sum(), WithinRel(target, 1e-12));  // differences of losses up to 6
  CHECK(losses(saving, band.shortest).sum() < target + 1e-13);
  const bool bound = band.shortest == saving.shortest_interval();
  if (!bound) CHECK_THAT(losses(saving, band.shortest).sum(), WithinRel(target, 1e-12));
  CHECK_THAT(interval_cost_of(saving, band.longest), WithinRel(tolerance, 1e-11));
  if (latency > 0) CHECK(std::isnan(interval_cost_of(saving, 0.99 * saving.shortest_interval())));
}

TEST_CASE("limits of the band", "[checkpoint]") {
  // no failures: goodput is w / (w + C)
  const auto quiet = interval_band(60.0, inf);
  CHECK(quiet.longest == inf);
  CHECK_THAT(quiet.shortest / (quiet.shortest + 60), WithinRel(0.99, 1e-15));
  CHECK_THAT(interval_cost(quiet.shortest, 60.0, inf), WithinRel(0.01, 1e-14));
  CHECK(interval_cost(inf, 60.0, inf) == 0);
  // free checkpoints: goodput is x / (e^x - 1)
  const auto free = interval_band(0.0, 3600.0);
  const double x = free.longest / 3600;
  CHECK(free.shortest == 0);
  CHECK_THAT(x / std::expm1(x), WithinRel(0.99, 1e-15));
  CHECK(interval_cost(0.0, 0.0, 3600.0) == 0);
  CHECK(interval_cost(0.0, 60.0, 3600.0) == 1);
  CHECK(interval_cost(inf, 60.0, 3600.0) == 1);
  CHECK(interval_cost(1e9, 60.0, 3600.0) == 1);  // exp(1e9 / 3600) overflows
  // no tolerance, all tolerance
  CHECK(interval_band(60, 3600, 0).longest == optimal_interval(60, 3600));
  CHECK(interval_band(60, 3600, 0).shortest == optimal_interval(60, 3600));
  CHECK(interval_band(60, 3600, 1).longest == inf);
  CHECK(interval_band(60, 3600, 1).shortest == 0);
  for (const double bad : {-1.0, NaN}) {
    CHECK(std::isnan(interval_band(bad, 3600.0).shortest));
    CHECK(std::isnan(interval_band(60.0, bad).longest));
    CHECK(std::isnan(interval_band(60.0, 3600.0, bad).longest));
    CHECK(std::isnan(interval_cost(bad, 60.0, 3600.0)));
  }
  CHECK(std::isnan(interval_band(60.0, 3600.0, 1.5).longest));
}
