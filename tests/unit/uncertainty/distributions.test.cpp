// SPDX-License-Identifier: Apache-2.0
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <scaling_limits/core/units.hpp>
#include <scaling_limits/uncertainty/any_distribution.hpp>
#include <scaling_limits/uncertainty/beta.hpp>
#include <scaling_limits/uncertainty/distribution_text.hpp>
#include <scaling_limits/uncertainty/empirical.hpp>
#include <scaling_limits/uncertainty/normal.hpp>

#include "support/derivatives.hpp"

using namespace scaling_limits;
using namespace scaling_limits::uncertainty;
using namespace scaling_limits::testing;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

const std::vector<double> probabilities{1e-300, 1e-12, 1e-4, 0.01, 0.1, 0.3, 0.499999, 0.5, 0.75, 0.9, 0.999, 1 - 1e-9};

/// P(normal < z) = p by bisection on Boost's error function in 50 digits: nothing shared with the library.
wide reference_normal(const wide& p) {
  wide low = -60, high = 60;
  for (int i = 0; i < 180; ++i) {
    const wide middle = (low + high) / 2;
    (erfc(wide(-middle / sqrt(wide(2)))) / 2 < p ? low : high) = middle;
  }
  return low;
}

/// Relative to the spread of the law: a quantile near zero has no digits of its own.
void check_close(double found, const wide& wanted, const wide& spread, double part) {
  CAPTURE(found, wanted);
  CHECK(abs(wide(found - wanted)) <= part * (abs(wanted) + spread));
}

}  // namespace

TEST_CASE("the standard normal's quantile agrees with 50 digits, and its interval with the sheet", "[uncertainty]") {
  for (const double p : probabilities)
    check_close(standard_quantile(p), reference_normal(wide(p)), wide(1e-30), 4e-16 * tolerance::kernel);
  CHECK_THAT(half_width(0.9), WithinRel(1.6448536269514722, 1e-15));
  CHECK_THAT(half_width(1 - 1e-12), WithinRel(7.13051048, 1e-4));  // 1 - c has four digits left
}

TEST_CASE("an interval holds what its credibility says", "[uncertainty]") {
  for (const double credibility : {0.1, 0.5, 0.8, 0.9, 0.95, 0.999}) {
    const double below = (1 - credibility) / 2, above = (1 + credibility) / 2;
    for (const auto& [low, high] : {std::pair{1.0, 10.0}, {1e-300, 1e300}, {3.0, 3.0001}, {25'000 * 3600.0, 1e5 * 3600}}) {
      const Lognormal<> law{low, high, credibility};
      CHECK_THAT(law.quantile(below), WithinRel(low, high / low > 1e100 ? 1e-11 : 1e-13));  // exp of 700 keeps 13 digits
      CHECK_THAT(law.quantile(above), WithinRel(high, high / low > 1e100 ? 1e-11 : 1e-13));
    }
    for (const auto& [low, high] : {std::pair{-1.0, 3.0}, {-5.0, -4.0}, {0.0, 1e9}}) {
      const Normal<> law{low, high, credibility};
      CHECK_THAT(law.quantile(below), WithinAbs(low, 1e-14 * (high - low)));
      CHECK_THAT(law.quantile(above), WithinAbs(high, 1e-14 * (high - low)));
    }
    for (const auto& [low, high] :
         {std::pair{0.2, 0.6}, {0.001, 0.01}, {0.01, 0.99}, {0.9, 0.9999}, {0.4999, 0.5001}, {1e-6, 0.3}}) {
      const Beta<> law{low, high, credibility};
      CAPTURE(credibility, low, high);
      const auto [a, b] = law.parameters();
      if (!(a > 0)) continue;                      // no beta law is so wide
      const double close = a > 1e6 ? 1e-7 : 1e-9;  // of large shapes Boost's ibeta has no more digits in double
      CHECK_THAT(static_cast<double>(boost::math::ibeta(wide(a), wide(b), wide(low))), WithinRel(below, close));
      CHECK_THAT(static_cast<double>(boost::math::ibetac(wide(a), wide(b), wide(high))), WithinRel(below, close));
    }
  }
}

TEST_CASE("log-normal, normal and beta agree with the sheet", "[uncertainty]") {
  const Lognormal<> law{.low = 1, .high = 10};
  CHECK_THAT(law.mean(), WithinRel(4.040013, 1e-6));
  const auto [mu, sigma] = law.parameters();
  CHECK_THAT(law.mean() * std::sqrt(std::expm1(sigma * sigma)), WithinRel(3.212180, 1e-6));
  CHECK_THAT(mu, WithinRel(0.5 * std::log(10.0), 1e-15));
  const auto [a, b] = Beta<>{.low = 0.2, .high = 0.6}.parameters();
  CHECK_THAT(a, WithinRel(5.935205, 1e-6));
  CHECK_THAT(b, WithinRel(9.220912, 1e-6));
}

TEST_CASE("beta's quantile agrees with 50 digits and carries its derivatives", "[uncertainty]") {
  for (const auto& [a, b] : {std::pair{5.9, 9.2}, {0.3, 0.7}, {1.0, 1.0}, {300.0, 20.0}, {1e-2, 5.0}})
    for (const double p : {1e-6, 0.01, 0.2, 0.5, 0.9, 0.999}) {
      CAPTURE(a, b, p);
      const double x = beta_quantile(p, a, b);
      if (x < 1e-100) continue;  // where Boost keeps fewer digits
      const wide slope = boost::math::ibeta_derivative(wide(a), wide(b), wide(x));
      CHECK(abs(wide(boost::math::ibeta(wide(a), wide(b), wide(x)) - wide(p))) <= 1e-14 * (slope * x + p));
      const auto jet = beta_quantile(dual<dual<double>>(dual<double>(p, 1.0), dual<double>(1.0)), a, b);
      CHECK_THAT(jet.slope.value, WithinRel(static_cast<double>(1 / slope), 1e-10));
      const double h = 1e-6 * p * (1 - p);
      const double up = beta_quantile(dual<double>(p + h, 1.0), a, b).slope,
                   down = beta_quantile(dual<double>(p - h, 1.0), a, b).slope;
      CHECK_THAT(jet.slope.slope,
                 WithinAbs((up - down) / (2 * h),
                           1e-5 * std::abs(jet.slope.slope) + 1e-7 * jet.slope.value / (p * (1 - p))));  // of differences
    }
}

TEST_CASE("a metalog goes through its three quantiles, whatever its bounds", "[uncertainty]") {
  const std::vector<Metalog<>> laws{{.low = -3, .median = 1, .high = 4},
                                    {.low = 1, .median = 2, .high = 4, .lower = 0},
                                    {.low = 1, .median = 2, .high = 4, .probability = 0.05, .upper = 5},
                                    {.low = 0.2, .median = 0.375, .high = 0.6, .lower = 0, .upper = 1},
                                    {.low = 1.1, .median = 1.15, .high = 1.32, .lower = 1},
                                    {.low = -1, .median = 0.1, .high = 2, .probability = 0.3, .lower = -10, .upper = 1e6}};
  for (const Metalog<>& law : laws) {
    law.validate();
    CHECK_THAT(law.quantile(law.probability), WithinRel(law.low, 1e-13));
    CHECK_THAT(law.quantile(0.5), WithinRel(law.median, 1e-13));
    CHECK_THAT(law.quantile(1 - law.probability), WithinRel(law.high, 1e-13));
    CHECK(law.quantile(0.0) == law.lower);
    CHECK(law.quantile(1.0) == law.upper);
    double before = law.lower;
    for (int k = 1; k < 1000; ++k) {  // it rises
      const double x = law.quantile(k / 1000.0);
      CHECK(x > before);
      before = x;
    }
    // in 50 digits, and at a standard normal, where both tails keep their digits
    const Metalog<wide> witness{wide(law.low),         wide(law.median), wide(law.high),
                                wide(law.probability), wide(law.lower),  wide(law.upper)};
    const auto [a1, a2, a3] = law.coefficients();
    const wide spread = abs(wide(law.high - law.low));
    for (const double p : {1e-12, 1e-3, 0.2, 0.7, 0.9999})
      check_close(law.quantile(p), witness.quantile(wide(p)), spread, 1e-13);
    for (const double z : {-30.0, -8.5, -1.0, 0.0, 0.3, 5.0, 12.0}) {
      const wide p = erfc(wide(-wide(z) / sqrt(wide(2)))) / 2, rest = erfc(wide(wide(z) / sqrt(wide(2)))) / 2;
      const wide logit = log(wide(p / rest)), axis = wide(a1) + (wide(a2) + wide(a3) * (p - wide(0.5))) * logit;
      check_close(metalog_at(z, a1, a2, a3, law.lower, law.upper), metalog_value(axis, wide(law.lower), wide(law.upper)),
                  spread, 1e-12);
    }
  }
}

TEST_CASE("a metalog's mean is the integral of its quantiles, by quadrature", "[uncertainty]") {
  using Rule = boost::math::quadrature::gauss_kronrod<double, 61>;
  for (const Metalog<>& law :
       {Metalog<>{.low = -3, .median = 1, .high = 4}, Metalog<>{.low = 1, .median = 2, .high = 4, .lower = 0},
        Metalog<>{.low = 5.18e6, .median = 1.56e7, .high = 2.33e7, .lower = 0},
        Metalog<>{.low = 1, .median = 2, .high = 4, .probability = 0.05, .upper = 5},
        Metalog<>{.low = 0.2, .median = 0.375, .high = 0.6, .lower = 0, .upper = 1},
        Metalog<>{.low = 0.001, .median = 0.5, .high = 0.999, .lower = 0, .upper = 1},
        Metalog<>{.low = 0.001, .median = 0.04, .high = 0.99999, .lower = 0, .upper = 1},  // wide, and hardly feasible
        Metalog<>{.low = 0.00001, .median = 0.96, .high = 0.999, .lower = 0, .upper = 1},
        Metalog<>{.low = 1, .median = 20, .high = 300, .lower = 0}}) {
    CAPTURE(law.low, law.lower, law.upper);
    if (law.mean() == inf) continue;
    // in p = 1/(1 + exp(-t)), so that both tails are reached
    const auto at = [&](double t) {
      const double e = std::exp(-std::abs(t)), weight = e / ((1 + e) * (1 + e));
      const auto [a1, a2, a3] = law.coefficients();
      const double centred = 0.5 * (t < 0 ? -1 : 1) * (1 - e) / (1 + e);
      return weight * metalog_value(a1 + (a2 + a3 * centred) * t, law.lower, law.upper);
    };
    double sum = 0;
    for (int k = -800; k < 800; k += 4) sum += Rule::integrate(at, k, k + 4.0, 10, 1e-13);
    CHECK_THAT(law.mean(), WithinRel(sum, 1e-10));
  }
  CHECK(Metalog<>{.low = 1, .median = 20, .high = 400, .lower = 0}.mean() == inf);  // ln x falls too slowly for a mean
  CHECK(Metalog<>{.low = -400, .median = -20, .high = -1, .upper = 0}.mean() == -inf);
}

TEST_CASE("the metalog of the sheet, and where there is none", "[uncertainty]") {
  const Metalog<> duration{.low = 5.18e6, .median = 1.56e7, .high = 2.33e7, .lower = 0};
  const auto [a1, a2, a3] = duration.coefficients();
  CHECK_THAT(a1, WithinRel(16.56278147, 1e-9));
  CHECK_THAT(a2, WithinRel(0.3421699, 1e-6));
  CHECK_THAT(a3, WithinRel(-0.3989598, 1e-6));
  CHECK_THAT(duration.quantile(0.05), WithinRel(3.357349e6, 1e-6));
  CHECK_THAT(duration.quantile(0.95), WithinRel(2.518248e7, 1e-6));
  CHECK_THAT(metalog_least_ratio(0.1), WithinAbs(0.166577, 1e-6));
  // by a scan over p: the density is positive just inside the border, and not just outside
  for (const double alpha : {0.01, 0.1, 0.25, 0.4}) {
    const double least = metalog_least_ratio(alpha);
    for (const double r : {least + 1e-6, least - 1e-6}) {
      if (!(r > 0)) continue;
      const double logit = std::log((1 - alpha) / alpha), a2_of = 1 / (2 * logit),
                   a3_of = (1 - 2 * r) / ((1 - 2 * alpha) * logit);
      double least_slope = inf;
      for (double t = -6; t < 6; t += 1e-4) {
        const double p = 1 / (1 + std::exp(-t)), w = p * (1 - p);
        least_slope = std::min(least_slope, a2_of + a3_of * ((p - 0.5) + w * t));
      }
      CAPTURE(alpha, r);
      CHECK((least_slope > 0) == (r > least));
      CHECK((metalog_coefficients(0, r, 1, alpha, -inf, inf)[1] > 0) == (r > least));
    }
  }
  CHECK_THROWS_WITH((Metalog<>{.low = 1, .median = 1.1, .high = 4}.validate()),
                    ContainsSubstring("low = 1") && ContainsSubstring("median = 1.1") && ContainsSubstring("high = 4"));
  CHECK_THROWS_WITH((Metalog<>{.low = 1, .median = 2, .high = 4, .lower = 1}.validate()),
                    ContainsSubstring("lower = 1 must be below low = 1"));
  CHECK_THROWS_WITH((Metalog<>{.low = 3, .median = 2, .high = 4}.validate()),
                    ContainsSubstring("low = 3 must be below median = 2"));
  CHECK_THROWS_WITH((Lognormal<>{.low = 0, .high = 4}.validate()), ContainsSubstring("low = 0 must be > 0"));
  CHECK_THROWS_WITH((Lognormal<>{.low = 5, .high = 4}.validate()), ContainsSubstring("low = 5 must be below high = 4"));
  CHECK_THROWS_WITH((Lognormal<>{.low = 1, .high = 4, .credibility = 1}.validate()),
                    ContainsSubstring("credibility = 1 must be in (0, 1)"));
  CHECK_THROWS_WITH((Beta<>{.low = 0.2, .high = 1}.validate()), ContainsSubstring("high = 1 must be in (0, 1)"));
  CHECK_THROWS_AS(Empirical({}), InvalidArgument);
  CHECK_THROWS_AS(Empirical({1, NaN}), DomainError);
}

TEST_CASE("quantiles carry derivatives in every number", "[uncertainty]") {
  for (const double p : {0.01, 0.3, 0.9}) {
    expect_derivative([]<class S>(const S& x) { return lognormal_quantile(x, S(1.2), S(0.7)); }, p);
    expect_derivative([p]<class S>(const S& x) { return Lognormal<S>{x, S(10)}.quantile(S(p)); }, 1.5);
    expect_derivative([p]<class S>(const S& x) { return Normal<S>{S(-1), x}.quantile(S(p)); }, 7.0);
    expect_derivative([]<class S>(const S& x) { return metalog_quantile(x, S(0.7), S(0.3), S(-0.2), S(0), S(inf)); }, p);
    expect_derivative(
        [p]<class S>(const S& x) { return Metalog<S>{.low = S(1), .median = x, .high = S(4), .lower = S(0)}.quantile(S(p)); },
        2.1);
    expect_derivative(
        [p]<class S>(const S& x) {
          return Metalog<S>{.low = S(0.2), .median = x, .high = S(0.7), .lower = S(0), .upper = S(1)}.quantile(S(p));
        },
        0.4);
  }
  expect_derivative(
      []<class S>(const S& x) { return Metalog<S>{.low = S(1), .median = x, .high = S(4), .lower = S(0)}.mean(); }, 2.1);
}

TEST_CASE("texts are distributions in the unit of the field", "[uncertainty]") {
  const auto mttf = std::get<Lognormal<>>(distribution_of("25000 h to 100000 h", "s"));
  CHECK(mttf.low == 25'000 * units::hour);
  CHECK(mttf.high == 100'000 * units::hour);
  CHECK(std::get<Lognormal<>>(distribution_of("25000 to 1e5 h", "s")).low == 25'000 * units::hour);
  CHECK(std::get<Lognormal<>>(distribution_of("1 h 30 min to 2 h", "s")).low == 5400);
  CHECK(std::get<Lognormal<>>(distribution_of("0.5 to 2", "1")).high == 2);
  CHECK(std::get<Lognormal<>>(distribution_of("5 % to 20 %", "1")).high == 0.2);
  CHECK(std::get<Lognormal<>>(distribution_of("5 to 20 %", "1")).low == 0.05);
  for (const char* text : {"1 / 2 / 4 TB/s", "1/2/4 TB/s", "1 TB/s / 2 TB/s / 4 TB/s", "1000 GB/s / 2 TB/s / 4 TB/s"}) {
    CAPTURE(text);
    const auto law = std::get<Metalog<>>(distribution_of(text, "B/s"));
    CHECK(law.low == 1 * units::TB);
    CHECK(law.median == 2 * units::TB);
    CHECK(law.high == 4 * units::TB);
    CHECK(law.lower == 0);
  }
  const std::pair<const char*, const char*> bad[]{{"5 TB", "is no distribution"},
                                                  {"1 / 2 TB", "write '1 to 2 TB'"},
                                                  {"1 / 2 / 3 / 4 TB", "is no distribution"},
                                                  {"0 to 4 TB", "does not lie above 0"},
                                                  {"-1 TB to 4 TB", "does not lie above 0"},
                                                  {"4 to 2 TB", "must be below"},
                                                  {"1 / 1.01 / 4 TB", "too skewed"},
                                                  {"1 to 4 parsec", "no known unit"},
                                                  {"1 to 4", "has no unit"},
                                                  {"1 h to 4 TB", "'1 h'"},
                                                  {"", "is no distribution"},
                                                  {" to ", "is empty"}};
  for (const auto& [text, why] : bad) {
    CAPTURE(text);
    CHECK_THROWS_WITH(distribution_of(text, "B"), ContainsSubstring(why));
  }
}

TEST_CASE("any distribution is one, and what was observed is a staircase", "[uncertainty]") {
  const AnyDistribution law = Empirical({3, 1, 2, 2});
  CHECK(law.name() == "empirical");
  CHECK(law.mean() == 2);
  CHECK(law.quantile(0) == 1);
  CHECK(law.quantile(0.25) == 1);
  CHECK(law.quantile(0.2500001) == 2);
  CHECK(law.quantile(0.75) == 2);
  CHECK(law.quantile(1) == 3);
  CHECK(std::isnan(law.quantile(1.1)));
  CHECK(std::isnan(law.quantile(NaN)));
}
