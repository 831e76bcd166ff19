// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/core/dual.hpp>

#include <catch2/catch_test_macros.hpp>

#include "../../support/derivatives.hpp"

namespace scaling_limits::testing {

TEST_CASE("every operator and function of a dual has the derivatives of 50-digit differences", "[core]") {
  for (const double x : {1e-6, 0.3, 0.999, 2.0, 17.0}) {
    expect_derivative([](const auto& a) { return decltype(a + a)(+a + a * a); }, x);
    expect_derivative([](const auto& a) { return decltype(a + a)(-a - 3 * a); }, x);
    expect_derivative([](const auto& a) { return decltype(a + a)(a * a * a - 2 / a); }, x);
    expect_derivative([](const auto& a) { return decltype(a + a)((1 + a) / (2 + a * a)); }, x);
    expect_derivative([](const auto& a) { return decltype(a + a)(exp(a)); }, x);
    expect_derivative([](const auto& a) { return decltype(a + a)(log(a) * a); }, x);
    expect_derivative([](const auto& a) { return decltype(a + a)(sqrt(a)); }, x);
    expect_derivative([](const auto& a) { return decltype(a + a)(sinh(a)); }, x);
    expect_derivative([](const auto& a) { return decltype(a + a)(cosh(a)); }, x);
    expect_derivative([](const auto& a) { return decltype(a + a)(pow(a, 2.5)); }, x);
    expect_derivative([](const auto& a) { return decltype(a + a)(pow(a, -0.5)); }, x);
    expect_derivative([](const auto& a) { return decltype(a + a)(abs(-a)); }, x);
    for (const double c : {0.3, 1.0, 4.0}) {
      expect_derivative([&]<class S>(const S& a) { return raised(a, S(c)); }, x);
      expect_derivative([&]<class S>(const S& a) { return raised(S(c), a); }, x);
      expect_derivative([&]<class S>(const S& a) { return raised(S(S(c) + a), a); }, x);
    }
    expect_derivative([](const auto& a) { return decltype(a + a)(exp(sqrt(1 + log(2 + a)) / (1 + a))); }, x);
  }
}

TEST_CASE("assignment operators do what the operators do", "[core]") {
  const dual<double> a(3.0, 2.0), b(5.0, -1.0);
  dual<double> sum = a, difference = a, product = a, ratio = a;
  sum += b, difference -= b, product *= b, ratio /= b;
  CHECK((sum.value == 8 && sum.slope == 1));
  CHECK((difference.value == -2 && difference.slope == 3));
  CHECK((product.value == 15 && product.slope == 7));
  CHECK((ratio.value == (a / b).value && ratio.slope == (a / b).slope));
}

TEST_CASE("a branch sees values, never derivatives", "[core]") {
  const dual<double> a(1.0, 5.0), b(1.0, -5.0), c(2.0);
  CHECK(a == b);
  CHECK((a < c && c > a && a <= b && a >= b && a != c));
  CHECK_FALSE((a < b || a > b || c <= a || a >= c || a != b));
  CHECK(value_of(dual<dual<float>>(dual<float>(2.5f))) == 2.5);
  CHECK_FALSE(is_zero(dual<double>(0.0, 1.0)));
  CHECK(is_zero(dual<dual<double>>(0.0)));
  CHECK_FALSE(is_zero(dual<dual<double>>(dual<double>(0.0, 0.0), dual<double>(0.0, 1.0))));
}

TEST_CASE("special points keep the derivatives they have", "[core]") {
  const dual<double> zero(0.0, 1.0), constant(0.0);
  CHECK(sqrt(constant).slope == 0);
  CHECK(sqrt(zero).slope == inf);
  CHECK(pow(constant, 0.5).slope == 0);
  CHECK(pow(zero, 1).slope == 1);
  CHECK(pow(zero, 0).value == 1);
  CHECK(pow(zero, 0).slope == 0);
  const dual<dual<double>> nested(dual<double>(0.0, 1.0), dual<double>(1.0));
  CHECK(pow(nested, 2).slope.slope == 2);  // zero in libraries that go through log
  CHECK(abs(dual<double>(-2.0, 1.0)).slope == -1);
  CHECK((dual<double>(5.0, 1.0) / dual<double>(inf)).value == 0);
  CHECK((dual<double>(5.0, 1.0) / dual<double>(inf)).slope == 0);
}

TEST_CASE("duals of float and long double stay in their own precision", "[core]") {
  static_assert(std::is_same_v<decltype(pow(dual<float>(2.0f, 1.0f), 1.5).value), float>);
  static_assert(std::is_same_v<decltype(exp(dual<long double>(2.0L)).value), long double>);
  static_assert(digits_of<dual<float>> == 24 && digits_of<dual<dual<long double>>> == 64);
  CHECK(pow(dual<float>(4.0f, 1.0f), 1.5).value == 8.0f);
  CHECK(value_of(dual<long double>(1e400L)) == 1e400L);
}

}  // namespace scaling_limits::testing
