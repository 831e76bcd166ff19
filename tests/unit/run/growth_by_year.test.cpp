// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/run/growth_by_year.hpp>

#include <boost/math/tools/toms748_solve.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>

#include "support/agrees.hpp"
#include "support/derivatives.hpp"
#include "support/domain.hpp"
#include "support/reference.hpp"

using namespace scaling_limits;
using namespace scaling_limits::growth;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// The four numbers of a crossing as intervals of 90 %.
template <class S>
Crossing<S> between(const std::array<S, 8>& x) {
  return {Spread<S>::between(x[0], x[1]), Spread<S>::between(x[2], x[3]), Spread<S>::between(x[4], x[5]),
          Spread<S>::between(x[6], x[7])};
}
constexpr std::array<double, 8> sheet{1e4, 3e4, 2, 3, 5e5, 2e6, 1.2, 1.6};

}  // namespace

TEST_CASE("a value grows by its factor every year", "[run]") {
  std::mt19937 rng(5);
  const auto draw = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(rng); };
  for (int i = 0; i < 200; ++i) {
    const double value = std::exp(draw(-20, 20)), factor = std::exp(draw(-2, 2));
    const int years = std::uniform_int_distribution<int>(0, 30)(rng);
    wide product(value);
    for (int k = 0; k < years; ++k) product *= factor;
    CHECK_THAT(value_at(value, factor, years), agrees(product, ulp(tolerance::kernel)));
    CHECK_THAT(value_at(value_at(value, factor, years), factor, -years),
               WithinRel(value, 1e-14));  // four roundings, with powers
    const double t = draw(-40, 40);
    CHECK_THAT(value_at(value, factor, t), agrees(wide(wide(value) * pow(wide(factor), wide(t))), ulp(tolerance::kernel)));
  }
  CHECK_THAT(value_at(1e-300, 10, 400), WithinRel(1e100, 1e-13));  // the power alone would overflow
  CHECK_THAT(value_at(1e300, 10, -400), WithinRel(1e-100, 1e-13));
}

TEST_CASE("growth by year at its ends: 0, inf, and a factor of 1", "[run]") {
  CHECK(value_at(7, 1, 1e9) == 7);
  CHECK(value_at(7, 1, inf) == 7);
  CHECK(value_at(7, 1, -inf) == 7);
  CHECK(value_at(7, 2, inf) == inf);
  CHECK(value_at(7, 2, -inf) == 0);
  CHECK(value_at(7, 0.5, inf) == 0);
  CHECK(value_at(7, 0, 0) == 7);
  CHECK(value_at(7, 0, 1) == 0);
  CHECK(value_at(7, inf, 1) == inf);
  CHECK(value_at(7, inf, 0) == 7);
  CHECK(value_at(0, 2, inf) == 0);
  CHECK(value_at(inf, 0.5, 10) == inf);
  CHECK(value_at(7, 3, 0) == 7);

  CHECK(years_to_double(1) == inf);
  CHECK(years_to_double(2) == 1);
  CHECK(years_to_double(0.5) == -1);
  CHECK(years_to_double(0) == 0);
  CHECK(years_to_double(inf) == 0);
  CHECK(factor_of_doubling(inf) == 1);
  CHECK(factor_of_doubling(1) == 2);
  CHECK(factor_of_doubling(-1) == 0.5);
  CHECK(factor_of_doubling(0) == inf);

  CHECK(years_to_cross(5, 2, 5, 3) == 0);
  CHECK(years_to_cross(6, 2, 5, 3) == 0);
  CHECK(years_to_cross(5, 2, 6, 2) == inf);
  CHECK(years_to_cross(5, 2, 6, 3) == inf);
  CHECK(years_to_cross(5, 1, 6, 1) == inf);
  CHECK(years_to_cross(0, 2, 6, 1) == inf);
  CHECK(years_to_cross(0, 2, 0, 1) == 0);
  CHECK(years_to_cross(5, 2, inf, 1) == inf);
  CHECK(years_to_cross(inf, 2, inf, 1) == 0);
  CHECK(years_to_cross(5, inf, 6, 1) == 0);
  CHECK(years_to_cross(5, 2, 6, 0) == 0);
  CHECK(years_to_cross(5, 0, 6, 0) == inf);
  CHECK(years_to_cross(1e-300, 2, 1e300, 1) == years_to_cross(1, 2, 1e300, 1) + years_to_cross(1e-300, 2, 1, 1));

  constexpr Argument amount{from_zero}, any{{.lower = -inf, .upper = inf}, 2, 1};
  CHECK_DOMAIN(value_at, amount, amount, any);
  CHECK_DOMAIN(years_to_double, amount);
  CHECK_DOMAIN(factor_of_doubling, any);
  CHECK_DOMAIN(years_to_cross, amount, amount, amount, amount);
}

TEST_CASE("doubling time and factor are inverse, and agree with 50 digits", "[run]") {
  CHECK_THAT(years_to_double(4.5), WithinRel(0.460845, 1e-6));
  CHECK_THAT(factor_of_doubling(4), WithinRel(1.189207, 1e-6));
  for (const double factor : {1e-9, 0.1, 0.999999, 1 + 1e-12, 1.000001, 1.29, 2.3, 4.6, 1e6, 1e300}) {
    const wide years = log(wide(2)) / log(wide(factor));
    CHECK_THAT(years_to_double(factor), agrees(years, ulp(tolerance::kernel)));
    CHECK(relative_distance(factor_of_doubling(wide(years_to_double(wide(factor)))), wide(factor)) < 1e-40);
    const double given = static_cast<double>(years);
    CHECK_THAT(factor_of_doubling(given),
               agrees(wide(pow(wide(2), wide(1 / wide(given)))), relative(1e-15 * (1 + std::abs(1 / given)))));
  }
}

TEST_CASE("demand meets supply where a bracketed root says", "[run]") {
  CHECK_THAT(years_to_cross(16384, 2.4, 1e6, 1.3), WithinRel(6.705953, 1e-7));
  CHECK_THAT(years_to_cross(1, 4.5, 100, 1), WithinRel(3.06, 1e-3));
  std::mt19937 rng(11);
  const auto between = [&](double low, double high) {
    return low * std::pow(high / low, std::uniform_real_distribution<>()(rng));
  };
  for (int i = 0; i < 200; ++i) {
    const double d = between(1, 1e6), s = d * between(1.001, 1e6), r = between(0.5, 10), q = r * between(0.05, 0.999);
    const auto ahead = [&](double t) { return std::log(d) + t * std::log(r) - (std::log(s) + t * std::log(q)); };
    const double t = years_to_cross(d, r, s, q);
    double high = 1;
    while (ahead(high) < 0) high *= 2;
    std::uintmax_t most = 200;
    const auto root = boost::math::tools::toms748_solve(ahead, 0., high, boost::math::tools::eps_tolerance<double>(50), most);
    CHECK_THAT(t, WithinRel(0.5 * (root.first + root.second), 1e-9));  // logarithms of 1e6 lose digits where rates are alike
    const wide exact = log(wide(wide(s) / d)) / log(wide(wide(r) / q));
    CHECK_THAT(t, agrees(exact, ulp(tolerance::closed_form)));
  }
  // to the last digits where both are nearly alike
  for (const double apart : {1e-3, 1e-9, 1e-15}) {
    const double s = 1 + apart, q = 2 * (1 - apart);
    CHECK_THAT(years_to_cross(1, 2, s, q), agrees(wide(log(wide(s)) / log(wide(2 / wide(q)))), ulp(tolerance::closed_form)));
  }
}

TEST_CASE("the probability that demand is above supply is the share of draws in which it is", "[run]") {
  CHECK_THAT(crossing_probability(4, between(sheet)), WithinAbs(0.0140294, 5e-8));
  std::mt19937_64 rng(17);
  std::normal_distribution<> normal;
  // half of the width of 90 %, from the normal law's own definition: its integral from -1.6449 is 0.95
  const auto draw = [&](double low, double high) {
    return std::exp((std::log(low) + std::log(high)) / 2 +
                    normal(rng) * (std::log(high) - std::log(low)) / 2 / 1.644853626951473);
  };
  for (const double years : {-2.0, 0.0, 0.5, 4.0, 7.0, 12.0}) {
    const int n = 400'000;
    int above = 0;
    for (int i = 0; i < n; ++i) {
      const double d = draw(1e4, 3e4), r = draw(2, 3), s = draw(5e5, 2e6), q = draw(1.2, 1.6);
      above += d * std::pow(r, years) > s * std::pow(q, years);
    }
    const double p = crossing_probability(years, between(sheet)), found = double(above) / n;
    CAPTURE(years, found);
    CHECK_THAT(p, WithinAbs(found, tolerance::standard_errors * std::sqrt((p * (1 - p) + 1. / n) / n)));
  }
}

TEST_CASE("the probability agrees with 50 digits, in its tails, too, and at its ends", "[run]") {
  const auto exact = [](double years, const std::array<double, 8>& of) {
    std::array<wide, 8> x;
    for (int i = 0; i < 8; ++i) x[i] = of[i];
    return wide(crossing_probability(wide(years), between(x)));
  };
  for (const double years : {-30.0, -1.0, 0.0, 1e-9, 1.0, 1 + 1e-9, 4.0, 6.7, 20.0, 1e6, 1e200}) {
    const wide p = exact(years, sheet);
    // of a tail exp(-x^2/2): x^2 ulp
    CHECK_THAT(crossing_probability(years, between(sheet)), agrees(p, relative(1e-15 * (10 - 4 * std::log(double(p))))));
  }
  CHECK_THAT(crossing_probability(inf, between(sheet)),
             WithinRel(crossing_probability(1e200, between(sheet)), 1e-14));  // the same
  CHECK_THAT(crossing_probability(-inf, between(sheet)), WithinRel(crossing_probability(-1e200, between(sheet)), 1e-14));
  // nothing is uncertain: a step at the crossing
  const Crossing<> sure{{std::log(16384)}, {std::log(2.4)}, {std::log(1e6)}, {std::log(1.3)}};
  const double t = years_to_cross(16384, 2.4, 1e6, 1.3);
  CHECK(crossing_probability(t * (1 - 1e-9), sure) == 0);
  CHECK(crossing_probability(t * (1 + 1e-9), sure) == 1);
  CHECK(crossing_probability(0, Crossing<>{{1}, {0}, {1}, {0}}) == 1);  // as large counts, as in years_to_cross
  CHECK(crossing_probability(inf, Crossing<>{{1, 0.5}, {0}, {1, 0.5}, {0}}) == 0.5);
  CHECK(std::isnan(crossing_probability(NaN, between(sheet))));
  for (int i = 0; i < 8; ++i)
    for (const double wrong : {-1.0, 0.0, double(inf), double(NaN)}) {
      auto x = sheet;
      x[i] = wrong;
      CHECK(std::isnan(crossing_probability(4, between(x))));
    }
  CHECK(std::isnan(crossing_probability(4, between(std::array<double, 8>{3e4, 1e4, 2, 3, 5e5, 2e6, 1.2, 1.6}))));  // high, low
  CHECK(std::isnan(crossing_probability(4, Crossing<>{{1, -1}, {1, 1}, {1, 1}, {1, 1}})));
}

TEST_CASE("growth by year keeps its derivatives in every argument", "[run]") {
  const auto in = [](const auto& f, double x, double part = tolerance::derivative) {
    expect_derivative([&](const auto& a) { return decltype(a + a)(f(a)); }, x, part);
  };
  for (const double years : {-3.5, 0.25, 1.0, 6.0}) {
    in([&](const auto& x) { return value_at(x, 2.4, years); }, 16384);
    in([&](const auto& x) { return value_at(16384, x, years); }, 2.4);
    in([&](const auto& x) { return value_at(16384, 2.4, x); }, years);
    in([](const auto& x) { return factor_of_doubling(x); }, years);
  }
  in([](const auto& x) { return value_at(16384, x, 3); }, 1);
  in([](const auto& x) { return value_at(16384, 2.4, x); }, 0);
  for (const double factor : {0.3, 1.01, 2.4})
    in([](const auto& x) { return years_to_double(x); }, factor, 1e-11);  // 1/ln 1.01
  for (const double supply : {1.2 * 16384, 1e6}) {
    in([&](const auto& x) { return years_to_cross(x, 2.4, supply, 1.3); }, 16384, 1e-11);
    in([&](const auto& x) { return years_to_cross(16384, x, supply, 1.3); }, 2.4, 1e-11);
    in([&](const auto& x) { return years_to_cross(16384, 2.4, x, 1.3); }, supply, 1e-11);
    in([&](const auto& x) { return years_to_cross(16384, 2.4, supply, x); }, 1.3, 1e-11);
  }
  for (const double years : {0.5, 4.0, 9.0}) {
    in([&](const auto& x) { return crossing_probability(x, between(sheet)); }, years, 1e-11);
    for (int i = 0; i < 8; ++i)
      expect_derivative(
          [&]<class S>(const S& x) {
            std::array<S, 8> all;
            for (int k = 0; k < 8; ++k) all[k] = S(sheet[k]);
            all[i] = x;
            return S(crossing_probability(years, between(all)));
          },
          sheet[i], 1e-10);  // second derivatives of a tail
  }
}
