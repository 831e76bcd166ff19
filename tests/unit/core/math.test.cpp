// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/core/math.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include "../../support/agrees.hpp"
#include "../../support/derivatives.hpp"
#include "../../support/reference.hpp"
#include "../../support/scalars.hpp"

namespace scaling_limits::testing {

namespace {

// Straight from the definitions, with 500 digits to lose in the subtraction.
textbook remainder_of(const textbook& x) { return exp(x) - 1 - x; }
textbook mean_exp_of(const textbook& x) { return log(textbook((exp(x) - 1) / x)); }

/// Arguments of both signs over the range of a type in which the reference keeps digits.
template <class T>
std::vector<T> arguments(T smallest, T largest, int count) {
  std::vector<T> points = log_grid<T>(smallest, largest, count);
  for (int i = 0; i < count; ++i) points.push_back(-points[i]);
  for (const T x : {T(1), T(-1), T(0.5), T(-0.5), T(40)})
    points.insert(points.end(), {std::nextafter(x, T(-100)), x, std::nextafter(x, T(100))});
  return points;
}

}  // namespace

TEMPLATE_TEST_CASE("exp_remainder and log_mean_exp agree with their definitions in 500 digits", "[core]", float, double,
                   long double) {
  using T = TestType;
  Worst remainder, ratio, mean;
  const T smallest = std::is_same_v<T, float> ? T(1e-18) : T(1e-140), largest = std::is_same_v<T, float> ? T(80) : T(700);
  for (const T x : arguments<T>(smallest, largest, 60)) {
    const textbook exact = remainder_of(textbook(x));
    remainder.see(ulp_distance(exp_remainder(x), exact), x);
    ratio.see(ulp_distance(exp_remainder_ratio(x), textbook(exact / x)), x);
    if (x > 0) mean.see(ulp_distance(log_mean_exp(x), mean_exp_of(textbook(x))), x);
  }
  INFO("exp_remainder " << remainder.distance << " ulp at " << remainder.where << ", ratio " << ratio.distance << " at "
                        << ratio.where << ", log_mean_exp " << mean.distance << " at " << mean.where);
  CHECK(remainder.distance <= tolerance::kernel);
  CHECK(ratio.distance <= tolerance::kernel);
  CHECK(mean.distance <= tolerance::kernel);
}

TEMPLATE_TEST_CASE("mean_exp agrees with its definition in 500 digits, on both sides", "[core]", float, double, long double) {
  using T = TestType;
  Worst mean;
  const T smallest = std::is_same_v<T, float> ? T(1e-18) : T(1e-140), largest = std::is_same_v<T, float> ? T(80) : T(700);
  for (const T x : arguments<T>(smallest, largest, 60))
    mean.see(ulp_distance(mean_exp(x), textbook((exp(textbook(x)) - 1) / textbook(x))), x);
  INFO(mean.distance << " ulp at " << mean.where);
  CHECK(mean.distance <= tolerance::kernel);
  constexpr T end = std::numeric_limits<T>::infinity();
  CHECK(mean_exp(T(0)) == 1);
  CHECK(mean_exp(end) == end);
  CHECK(mean_exp(-end) == 0);
  CHECK(std::isnan(mean_exp(std::numeric_limits<T>::quiet_NaN())));
}

TEST_CASE("a power of any scalar is that of its type, or of its logarithm", "[core]") {
  for (const double base : {1e-3, 0.7, 1.0, 1.44, 1e5})
    for (const double exponent : {-7.0, -1.0, -0.5, 0.0, 0.3, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 6.5, 7.0, 8.0, 9.0, 40.0}) {
      const bool multiplied_out = exponent >= 0 && exponent <= 8 && exponent == std::floor(exponent);
      if (!multiplied_out) CHECK(raised(base, exponent) == std::pow(base, exponent));
      CHECK_THAT(raised(base, exponent), agrees(wide(pow(wide(base), wide(exponent))), ulp(tolerance::kernel)));
      CHECK_THAT(static_cast<double>(raised(Archetype(base), Archetype(exponent))),
                 agrees(std::pow(base, exponent), relative(tolerance::two_routes)));
    }
}

TEMPLATE_TEST_CASE("log_mean_exp is x/2 for the smallest x and x - log x for the largest", "[core]", float, double,
                   long double) {
  using T = TestType;
  const T tiny = std::numeric_limits<T>::min() * 8, huge = std::numeric_limits<T>::max();
  CHECK_THAT(log_mean_exp(tiny), agrees(wide(wide(tiny) / 2), ulp(tolerance::kernel)));
  CHECK_THAT(log_mean_exp(huge), agrees(wide(wide(huge) - log(wide(huge))), ulp(tolerance::kernel)));
  CHECK(log_mean_exp(T(0)) == 0);
  CHECK(log_mean_exp(std::numeric_limits<T>::infinity()) == std::numeric_limits<T>::infinity());
  CHECK(exp_remainder(T(0)) == 0);
  CHECK(exp_remainder_ratio(T(0)) == 0);
  CHECK(exp_remainder(std::numeric_limits<T>::infinity()) == std::numeric_limits<T>::infinity());
  CHECK(exp_remainder(-std::numeric_limits<T>::infinity()) == std::numeric_limits<T>::infinity());
  for (const T bad : {std::numeric_limits<T>::quiet_NaN()}) {
    CHECK(std::isnan(log_mean_exp(bad)));
    CHECK(std::isnan(exp_remainder(bad)));
    CHECK(std::isnan(exp_remainder_ratio(bad)));
  }
}

TEST_CASE("exp_minus_one and log_one_plus keep their digits in scalars that have no expm1 and log1p", "[core]") {
  namespace ad = boost::math::differentiation;
  Worst exponential, logarithm;
  for (const double x : arguments<double>(1e-300, 1e300, 600)) {
    exponential.see(ulp_distance(double(exp_minus_one(Archetype(x))), std::expm1(x)), x);
    if (x < 700)  // beyond, Boost's fvar has 0 x inf in its own exp
      exponential.see(ulp_distance(double(exp_minus_one(ad::make_fvar<double, 1>(x)).derivative(0)), std::expm1(x)), "fvar", x);
    if (x <= -1) continue;
    logarithm.see(ulp_distance(double(log_one_plus(Archetype(x))), std::log1p(x)), x);
    logarithm.see(ulp_distance(double(log_one_plus(ad::make_fvar<double, 1>(x)).derivative(0)), std::log1p(x)), "fvar", x);
  }
  INFO("exp_minus_one " << exponential.distance << " ulp at " << exponential.where << ", log_one_plus " << logarithm.distance
                        << " at " << logarithm.where);
  CHECK(exponential.distance <= tolerance::kernel);
  CHECK(logarithm.distance <= tolerance::kernel);
  CHECK(double(log_one_plus(Archetype(inf))) == inf);
  CHECK(double(exp_minus_one(Archetype(-inf))) == -1);
}

TEST_CASE("derivatives of the shims agree with 50-digit differences", "[core]") {
  for (const double x : {-30.0, -1.5, -0.9, -1e-5, 1e-9, 0.3, 0.99, 1.01, 5.0, 39.0, 41.0, 300.0}) {
    expect_derivative([](const auto& a) { return exp_minus_one(a); }, x);
    expect_derivative([](const auto& a) { return exp_remainder(a); }, x);
    expect_derivative([](const auto& a) { return exp_remainder_ratio(a); }, x);
    if (x > -0.95) expect_derivative([](const auto& a) { return log_one_plus(a); }, x);
    if (x > 0) expect_derivative([](const auto& a) { return log_mean_exp(a); }, x);
  }
}

TEST_CASE("derivatives at zero are those of the series", "[core]") {
  const dual<dual<double>> zero(dual<double>(0.0, 1.0), dual<double>(1.0));
  CHECK(log_mean_exp(zero).slope.value == 0.5);
  CHECK_THAT(log_mean_exp(zero).slope.slope, agrees(1.0 / 12, ulp(tolerance::kernel)));
  CHECK(exp_remainder(zero).slope.value == 0);
  CHECK(exp_remainder(zero).slope.slope == 1);
  CHECK(exp_minus_one(dual<double>(-700.0, 1.0)).slope == std::exp(-700.0));  // not (e^x - 1) + 1, which is zero
}

TEST_CASE("a time cut short is that until the first event, at any load", "[core]") {
  for (const double rate : log_grid<double>(1e-200, 1e200, 41))
    for (const double load : log_grid<double>(1e-30, 1e100, 53)) {
      const double t = load / rate;
      const wide wanted = -expm1(-wide(rate) * wide(t)) / wide(rate);
      CAPTURE(rate, t);
      CHECK_THAT(cut_short(rate, t), agrees(wanted, ulp(4)));
    }
  CHECK(cut_short(0.0, 7.0) == 7);
  CHECK(cut_short(0.5, inf) == 2);
}

TEST_CASE("a difference that rounding alone makes negative is zero, and no other", "[core]") {
  CHECK(difference(3.0, 1.0) == 2);
  CHECK(difference(1.0, std::nextafter(1.0, 2.0)) == 0);
  CHECK(difference(1e-20, 2e-16) == 0);
  CHECK(difference(1.0, 1 + 1e-12) < 0);
  CHECK(difference(1e100, 1e100 * (1 + 1e-15)) == 0);
  CHECK(std::isnan(difference(NaN, 1.0)));
}

}  // namespace scaling_limits::testing
