// SPDX-License-Identifier: Apache-2.0
// Against sums of binomial terms, and derivatives against differences in 50 digits.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>

#include "scaling_limits/core/dual.hpp"
#include "scaling_limits/numeric/binomial_tail.hpp"
#include "support/digits.hpp"

using namespace scaling_limits;
using Catch::Matchers::WithinRel;
using testing::wide;

namespace {

/// Term by term, in 50 digits: ln of the sum, by what is missing where that is less.
double summed(int n, double a, int k) {
  wide below = 0, term = pow(1 - wide(a), n);
  for (int i = 0; i < k; ++i) {
    below += term;
    term *= wide(n - i) / (i + 1) * (wide(a) / (1 - wide(a)));
  }
  return static_cast<double>(below < 1e-30 ? wide(-below) : wide(log(1 - below)));
}

}  // namespace

TEST_CASE("the chance of a quorum is the sum of its terms, next to one and next to none", "[numeric]") {
  std::mt19937_64 random(3);
  for (int i = 0; i < 300; ++i) {
    const int n = static_cast<int>(random() % 60) + 1, k = static_cast<int>(random() % (static_cast<unsigned>(n) + 1));
    const double missing = std::exp(-std::uniform_real_distribution<>(0.1, 20)(random)), a = i % 2 ? 1 - missing : missing;
    CAPTURE(n, k, a);
    if (const double exact = summed(n, a, k); exact > -60)                               // of what is left in 50 digits
      CHECK_THAT(numeric::log_binomial_tail(double(n), a, k), WithinRel(exact, 1e-11));  // of an incomplete beta function
  }
}

TEST_CASE("a share of none, of all, and what is no chance", "[numeric]") {
  using numeric::log_binomial_tail;
  CHECK(log_binomial_tail(7.0, 0.3, 0) == 0);
  CHECK(log_binomial_tail(7.0, 1.0, 7) == 0);
  CHECK(log_binomial_tail(7.0, 0.0, 1) == -inf);
  CHECK_THAT(log_binomial_tail(7.0, 0.9, 7), WithinRel(7 * std::log(0.9), 1e-14));
  // sites that are up 99 or 99.9 % of the time: 6 of 8, all of 23
  CHECK_THAT(std::exp(log_binomial_tail(8.0, 0.99, 6)), WithinRel(0.99994607, 5e-9));
  CHECK_THAT(std::exp(log_binomial_tail(23.0, 0.999, 23)), WithinRel(0.97725124, 5e-9));
  for (const double bad : {-0.1, 1.1, NaN}) CHECK(std::isnan(log_binomial_tail(7.0, bad, 5)));
  CHECK(std::isnan(log_binomial_tail(7.0, 0.9, 8)));
  CHECK(std::isnan(log_binomial_tail(7.0, 0.9, -1)));
}

TEST_CASE("derivatives in the share and in the count are those of 50 digits", "[numeric]") {
  using D2 = dual<dual<double>>;
  const auto exact = [](wide n, wide a, double k) { return numeric::log_binomial_tail(n, a, k); };
  for (const auto& [n, a, k] : {std::array{7.0, 0.9, 5.0}, {31.0, 0.999, 24.0}, {7.5, 0.4, 7.0}, {15.5, 0.8, 3.0}}) {
    CAPTURE(n, a, k);
    const wide h = 1e-9;
    const auto slope = [&](wide dn, wide da) {
      return static_cast<double>((exact(n + dn * h, a + da * h, k) - exact(n - dn * h, a - da * h, k)) / (2 * h));
    };
    const auto curve = [&](wide dn, wide da) {
      return static_cast<double>((exact(n + dn * h, a + da * h, k) + exact(n - dn * h, a - da * h, k) - 2 * exact(n, a, k)) /
                                 (h * h));
    };
    const auto in = [&](double dn, double da) {
      return numeric::log_binomial_tail(D2(dual<double>(n, dn), dual<double>(dn)), D2(dual<double>(a, da), dual<double>(da)),
                                        k);
    };
    const D2 share = in(0, 1), count = in(1, 0), both = in(1, 1);
    CHECK_THAT(share.slope.value, WithinRel(slope(0, 1), 1e-9));
    CHECK_THAT(share.slope.slope, WithinRel(curve(0, 1), 1e-8));
    // the count goes by differences
    CHECK_THAT(count.slope.value, WithinRel(slope(1, 0), 1e-7));
    CHECK_THAT(count.slope.slope, WithinRel(curve(1, 0), 1e-4));
    CHECK_THAT(both.slope.slope, WithinRel(curve(1, 1), 1e-5));
  }
}
