// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/numeric/laplace.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

using namespace scaling_limits::numeric;
using Catch::Matchers::WithinAbs;
using Complex = std::complex<double>;

TEST_CASE("transforms that are known come back as their functions", "[numeric]") {
  const double t = GENERATE(1e-3, 0.2, 1.0, 5.0, 17.0);
  // the discretisation error is exp(-18.4) = 1e-8
  CHECK_THAT(inverse_laplace([](const Complex& s) { return 1.0 / (1.0 + s); }, t, 40), WithinAbs(std::exp(-t), 2e-8));
  CHECK_THAT(inverse_laplace([](const Complex& s) { return 1.0 / s - 1.0 / (s + 2.0); }, t, 40),
             WithinAbs(1 - std::exp(-2 * t), 2e-8));
  CHECK_THAT(inverse_laplace([](const Complex& s) { return 1.0 / ((1.0 + s) * (1.0 + s)); }, t, 40),
             WithinAbs(t * std::exp(-t), 2e-8));
}

TEST_CASE("a straight line with kinks, away from the kinks and at them", "[numeric]") {
  // uniform between 0 and 1: F = (1 - exp(-s)) / s^2
  const auto uniform = [](const Complex& s) { return (1.0 - std::exp(-s)) / (s * s); };
  for (const double t : {0.1, 0.5, 0.8, 1.3, 2.0})
    CHECK_THAT(inverse_laplace(uniform, t, 200), WithinAbs(std::min(t, 1.0), 2.5e-5));  // 1 / terms^2
  CHECK_THAT(inverse_laplace(uniform, 1.0, 200), WithinAbs(1.0, 2e-3));                 // 1 / terms at the kink itself
}

TEST_CASE("complex exp and log keep their digits near zero", "[numeric]") {
  const double size = GENERATE(1e-300, 1e-12, 1e-5, 0.0099, 0.0101, 0.3), angle = GENERATE(0.0, 1.0, 2.0, 3.1, -1.5);
  using Long = std::complex<long double>;
  const Complex z = std::polar(size, angle);
  Long grown = 0, logarithm = 0, power = 1, factorial = 1;  // the series, in long double
  for (int k = 1; k < 60; ++k) {
    power *= Long(z), factorial *= k;
    grown += power / factorial;
    logarithm -= power / static_cast<long double>(k);
  }
  CHECK(std::abs(Long(exp_minus_one(z)) - grown) <= 1e-15L * std::abs(grown));  // 4 ulp
  CHECK(std::abs(Long(log_one_minus(z)) - logarithm) <=
        2e-14L * std::abs(logarithm));  // two digits go where the series ends, at 0.01
}
