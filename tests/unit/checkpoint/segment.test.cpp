// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/checkpoint/segment.hpp>

#include <catch2/catch_test_macros.hpp>

#include "../../support/agrees.hpp"
#include "../../support/derivatives.hpp"
#include "../../support/reference.hpp"
#include "../../support/scalars.hpp"

namespace scaling_limits::testing {

namespace sc = checkpoint;
using enum sc::Variant;

namespace {

/// One segment lived through: failures as they come.
double lived(Sampler& random, double w, double c, double m, double r, double d, sc::Variant variant) {
  double time = 0;
  const double exposed = variant == safe_checkpoint ? w : w + c;
  for (;;) {
    const double failure = random.exponential(m);
    if (failure >= exposed) return time + w + c;
    time += failure + d;
    if (variant != complete) {
      time += r;
      continue;
    }
    for (double t = random.exponential(m); t < r; t = random.exponential(m)) time += t + d;  // the restart fails too
    time += r;
  }
}

}  // namespace

TEST_CASE("published check values of the segment time", "[checkpoint]") {
  CHECK_THAT(sc::expected_segment_time(1200, 120, 1800, 300, 60), agrees(2377.5, relative(5e-5)));  // printed to 5 digits
  CHECK_THAT(sc::expected_segment_time(1200, 120, 1800, 300, 60, safe_restart),
             agrees(2337.1, relative(5e-5)));  // printed to 5 digits
}

TEST_CASE("the expected segment time is the mean of segments lived through failure by failure", "[checkpoint]") {
  struct Row {
    double w, c, m, r, d;
  };
  for (const Row& row :
       {Row{1200, 120, 1800, 300, 60}, Row{100, 300, 200, 50, 500}, Row{5000, 10, 1e4, 2000, 0}, Row{300, 0, 100, 0, 30}})
    for (const auto variant : {complete, safe_restart, safe_checkpoint}) {
      Sampler random(17);
      const int n = 60'000;
      double sum = 0, squares = 0;
      for (int i = 0; i < n; ++i) {
        const double t = lived(random, row.w, row.c, row.m, row.r, row.d, variant);
        sum += t, squares += t * t;
      }
      const double mean = sum / n, error = std::sqrt((squares / n - mean * mean) / n);
      CHECK(std::abs(sc::expected_segment_time(row.w, row.c, row.m, row.r, row.d, variant) - mean) <=
            tolerance::standard_errors * error);
    }
}

TEST_CASE("the segment time agrees with its formulas in 500 digits from negligible to hopeless loads", "[checkpoint]") {
  Sampler random(19);
  Worst worst;
  for (int i = 0; i < 300; ++i) {
    const double m = random.log_uniform(1e-6, 1e9), w = m * random.log_uniform(1e-150, 300),
                 c = m * random.log_uniform(1e-150, 300), r = m * random.log_uniform(1e-20, 50),
                 d = m * random.log_uniform(1e-20, 1e3);
    const textbook W(w), C(c), M(m), R(r), D(d);
    // x/M rounded once moves exp(x/M) by that many units: it is in the input already
    const double loads = (w + c + r) / m;
    const auto see = [&](sc::Variant variant, const textbook& exact) {
      worst.see(ulp_distance(sc::expected_segment_time(w, c, m, r, d, variant), exact) / (1 + loads), w, c, m, r, d);
    };
    see(complete, textbook((M + D) * exp(textbook(R / M)) * (exp(textbook((W + C) / M)) - 1)));
    see(safe_restart, textbook((M + D + R) * (exp(textbook((W + C) / M)) - 1)));
    see(safe_checkpoint, textbook((M + D + R) * (exp(textbook(W / M)) - 1) + C));
  }
  INFO(worst.distance << " ulp per unit of load at " << worst.where);
  CHECK(worst.distance <= tolerance::closed_form);
}

TEST_CASE("a segment without failures takes its work and its write", "[checkpoint]") {
  for (const auto variant : {complete, safe_restart, safe_checkpoint}) {
    CHECK(sc::expected_segment_time(1000, 50, inf, 300, 60, variant) == 1050);
    CHECK(sc::expected_segment_time(1000, 0, inf, inf, inf, variant) == 1000);
    CHECK(sc::expected_segment_time(0, 0, 3600, 300, 60, variant) == 0);
    CHECK(sc::expected_segment_time(1000, inf, 3600, 300, 60, variant) == inf);
    CHECK(sc::expected_segment_time(inf, 1, 3600, 300, 60, variant) == inf);
    CHECK(sc::expected_segment_time(1000, 1, 3600, inf, 60, variant) == inf);
    CHECK(sc::expected_segment_time(1000, 1, 3600, 300, inf, variant) == inf);
    for (const double bad : {-1.0, -inf, NaN}) {
      CHECK(std::isnan(sc::expected_segment_time(bad, 50, 3600, 300, 60, variant)));
      CHECK(std::isnan(sc::expected_segment_time(1000, bad, 3600, 300, 60, variant)));
      CHECK(std::isnan(sc::expected_segment_time(1000, 50, bad, 300, 60, variant)));
      CHECK(std::isnan(sc::expected_segment_time(1000, 50, 3600, bad, 60, variant)));
      CHECK(std::isnan(sc::expected_segment_time(1000, 50, 3600, 300, bad, variant)));
    }
    CHECK(std::isnan(sc::expected_segment_time(1000, 50, 0, 300, 60, variant)));
  }
}

TEST_CASE("derivatives of the segment time agree with 50-digit differences", "[checkpoint]") {
  for (const auto variant : {complete, safe_restart, safe_checkpoint}) {
    expect_derivative([&](const auto& w) { return sc::expected_segment_time(w, 120, 1800, 300, 60, variant); }, 1200);
    expect_derivative([&](const auto& c) { return sc::expected_segment_time(1200, c, 1800, 300, 60, variant); }, 120);
    expect_derivative([&](const auto& m) { return sc::expected_segment_time(1200, 120, m, 300, 60, variant); }, 1800);
    expect_derivative([&](const auto& m) { return sc::expected_segment_time(1200, 120, m, 300, 60, variant); }, 20);
    expect_derivative([&](const auto& r) { return sc::expected_segment_time(1200, 120, 1800, r, 60, variant); }, 300);
    expect_derivative([&](const auto& d) { return sc::expected_segment_time(1200, 120, 1800, 300, d, variant); }, 60);
    CHECK_THAT(double(sc::expected_segment_time(Archetype(1200.0), 120, Archetype(1800.0), 300, 60, variant)),
               agrees(sc::expected_segment_time(1200, 120, 1800, 300, 60, variant), ulp(tolerance::closed_form)));
  }
}

}  // namespace scaling_limits::testing
