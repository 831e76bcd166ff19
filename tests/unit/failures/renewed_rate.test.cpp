// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/failures/renewed_rate.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "support/agrees.hpp"
#include "support/derivatives.hpp"
#include "support/reference.hpp"

using namespace scaling_limits;
using namespace scaling_limits::failures;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

TEST_CASE("bad parts that get better: check value", "[failures]") {
  // the parameters of AIReSim's Table 1, in days: a share 0.8 of the repairs goes to the second stage at once
  const double success = (1 - 0.8) * (1 - 0.4) + 0.8 * (1 - 0.2);
  CHECK_THAT(success, WithinRel(0.76, 1e-15));
  CHECK_THAT(renewed_rate(0.01, 0.05, 0.15, success, 256) / 0.01, WithinAbs(1.06167, 5e-6));  // digits of the check value
}

TEST_CASE("bad parts that get better, one by one", "[failures]") {
  Sampler random(1);
  const double good = 0.02, bad = 0.3, share = 0.4, success = 0.35, duration = 25;
  double sum = 0, squares = 0;
  const int parts = 200000;
  for (int i = 0; i < parts; ++i) {
    bool is_bad = random.chance(share);
    double failures = 0;
    for (double t = random.exponential(1 / (is_bad ? bad : good)); t < duration;
         t += random.exponential(1 / (is_bad ? bad : good))) {
      ++failures;
      if (is_bad && random.chance(success)) is_bad = false;
    }
    sum += failures / duration / parts, squares += square(failures / duration) / parts;
  }
  CHECK(std::abs(renewed_rate(good, bad, share, success, duration) - sum) <
        tolerance::standard_errors * std::sqrt((squares - sum * sum) / parts));
}

TEST_CASE("the mean rate of parts keeps its digits", "[failures]") {
  Sampler random(2);
  Worst worst;
  for (int i = 0; i < 3000; ++i) {
    const double good = random.chance(0.1) ? 0 : random.log_uniform(1e-9, 1e-3), bad = random.log_uniform(1e-9, 1e-3),
                 share = random.uniform(0, 1), success = random.log_uniform(1e-8, 1), duration = random.log_uniform(1e-6, 1e12);
    const textbook x = textbook(success) * bad * duration;
    const textbook exact = textbook(good) + textbook(share) * (textbook(bad) - good) * (1 - exp(textbook(-x))) / x;
    worst.see(ulp_distance(renewed_rate(good, bad, share, success, duration), exact), good, bad, share, success, duration);
  }
  CAPTURE(worst.where);
  CHECK(worst.distance <= tolerance::closed_form);
}

TEST_CASE("the mean rate of parts at the ends of its ranges", "[failures]") {
  CHECK(renewed_rate(1., 5., 0., 0.5, 3.) == 1);
  CHECK(renewed_rate(1., 5., 1., 0., 3.) == 5);
  CHECK(renewed_rate(1., 5., 1., 0., inf) == 5);
  CHECK(renewed_rate(1., 5., 0.25, 0.5, 0.) == 2);
  CHECK(renewed_rate(1., 5., 0.25, 0.5, inf) == 1);
  CHECK(renewed_rate(1., 0., 0.25, 0.5, inf) == 0.75);
  CHECK(renewed_rate(1., inf, 0.25, 0.5, 2.) == 1.25);  // each of the bad ones fails twice before it is mended
  CHECK(renewed_rate(1., inf, 0.25, 0.5, 0.) == inf);
  CHECK(renewed_rate(1., inf, 0., 0.5, 0.) == 1);
  CHECK(renewed_rate(inf, 1., 0.25, 0.5, 1.) == inf);
}

TEST_CASE("the mean rate of parts has slopes of first and second order, at zero too", "[failures]") {
  for (const double at : {0., 1e-6, 0.3, 0.99999, 1.2, 40.}) {
    CAPTURE(at);
    expect_derivative(
        [](const auto& x) {
          using S = std::remove_cvref_t<decltype(x)>;
          return S(S(1) + renewed_rate(S(0), S(S(2) + x), S(0.5), S(0.7), S(1.5)));
        },
        at);
    if (at > 0) expect_derivative([](const auto& x) { return renewed_rate(1, 5, 0.4, 0.7, x); }, at);
  }
  // at zero exposure, (1 - e^-x)/x = 1 - x/2 + x^2/6
  using Second = dual<dual<double>>;
  const auto found = renewed_rate(1, 5, 0.4, 0.5, Second(dual<double>(0, 1), dual<double>(1)));
  CHECK_THAT(found.slope.value, WithinRel(-0.4 * 4 * 2.5 / 2, 1e-15));
  CHECK_THAT(found.slope.slope, WithinRel(0.4 * 4 * 2.5 * 2.5 / 3, 1e-15));
  // it is linear in the good rate, from zero on
  for (const double time : {0.5, 30.}) {
    const auto of = [&](const auto& good) { return renewed_rate(good, 5, 0.4, 0.7, time); };
    CHECK_THAT(of(dual<double>(0, 1)).slope, WithinRel(of(1.) - of(0.), 1e-14));
  }
}
