// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/numeric/exp_difference.hpp>

#include <catch2/catch_test_macros.hpp>

#include "../../support/agrees.hpp"
#include "../../support/derivatives.hpp"
#include "../../support/reference.hpp"
#include "../../support/scalars.hpp"

namespace scaling_limits::testing {

using numeric::exp_difference;

TEST_CASE("the divided difference of exp agrees with its formula in 500 digits", "[numeric]") {
  Sampler random(3);
  Worst worst;
  for (int i = 0; i < 1000; ++i) {
    const double p = random.log_uniform(1e-60, 1e5), u = random.chance(.5) ? p * random.log_uniform(1e-9, 1e9) : 0;
    const textbook a(p), b(p + textbook(u)), ea = exp(textbook(-a)), eb = exp(textbook(-b));
    const textbook exact =
        u == 0 ? textbook((1 - (1 + a) * ea) / (a * a)) : textbook(((1 - ea) / a - (1 - eb) / b) / textbook(u));
    worst.see(ulp_distance(exp_difference(p, u), exact), p, u);
  }
  INFO(worst.distance << " ulp at " << worst.where);
  CHECK(worst.distance <= tolerance::closed_form);
}

TEST_CASE("the divided difference of exp has its limits and derivatives", "[numeric]") {
  CHECK(exp_difference(0.0, 0.0) == 0.5);
  CHECK(exp_difference(0.0f, 0.0f) == 0.5f);
  CHECK(exp_difference(0.0, inf) == 0);
  CHECK(exp_difference(inf, 1.0) == 0);
  CHECK_THAT(exp_difference(0.0, 1e9), agrees(1e-9, relative(2e-9)));  // 1/u
  CHECK_THAT(double(exp_difference(Archetype(0.3), Archetype(0.4))),
             agrees(exp_difference(0.3, 0.4), ulp(tolerance::closed_form)));
  for (const double other : {1e-7, 0.3, 0.9, 40.0})
    for (const double at : {1e-7, 0.2, 3.0, 50.0}) {
      expect_derivative([&]<class S>(const S& p) { return exp_difference(p, S(other)); }, at);
      expect_derivative([&]<class S>(const S& u) { return exp_difference(S(other), u); }, at);
    }
  for (const double other : {0.0, 0.5, 30.0}) {
    expect_derivative_at_zero([&]<class S>(const S& p) { return exp_difference(p, S(other)); }, 1);
    expect_derivative_at_zero([&]<class S>(const S& u) { return exp_difference(S(other), u); }, 1);
  }
}

}  // namespace scaling_limits::testing
