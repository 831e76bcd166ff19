// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <scaling_limits/workload/h100_equivalents.hpp>
#include <scaling_limits/workload/repeated_data.hpp>
#include <scaling_limits/workload/training_compute.hpp>

#include "support/agrees.hpp"
#include "support/derivatives.hpp"
#include "support/reference.hpp"

using namespace scaling_limits;
using namespace scaling_limits::workload;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinRel;

TEST_CASE("repeated tokens are worth the sum of what each repeat is worth", "[workload]") {
  CHECK_THAT(effective_tokens(1.0, 4), WithinRel(3.725673, 2e-7));
  CHECK_THAT(effective_tokens(1.0, inf), WithinRel(16.387756, 1e-15));
  CHECK_THAT(effective_tokens(3e11, 1), WithinRel(3e11, 1e-15));
  for (const double decay : {0.1, 1.0, 15.387756, 1e3})
    for (const double epochs : {1.5, 4.0, 40.0, 400.0}) {
      // a repeat after x of them is worth exp(-x/R): by the rule of the midpoint, whose error falls with the square of the step
      const int parts = 100'000;
      double sum = 0;
      for (int i = 0; i < parts; ++i) sum += std::exp(-(i + 0.5) * (epochs - 1) / parts / decay);
      const double worth = 1 + sum * (epochs - 1) / parts;
      CHECK_THAT(effective_tokens(2e12, epochs, decay), WithinRel(2e12 * worth, 1e-5));  // 4e-3 of the decay a step
    }
}

TEST_CASE("epochs for so many tokens are the inverse, infeasible from the ceiling on", "[workload]") {
  for (const double decay : {1e-3, 0.5, 15.387756, 1e6})
    for (const double epochs : {0.0, 0.25, 1.0, 1.0 + 1e-9, 1.5, 4.0, 20.0}) {
      if ((epochs - 1) / decay > 30) continue;  // in double this is the ceiling
      const wide worth = effective_tokens(wide(3e12), wide(epochs), wide(decay));
      CAPTURE(decay, epochs);
      CHECK_THAT(effective_tokens(3e12, epochs, decay), agrees(worth, ulp(tolerance::closed_form)));
      if (epochs > 0) CHECK(relative_distance(epochs_for(worth, wide(3e12), wide(decay)), wide(epochs)) < 1e-35);
      const double given = static_cast<double>(worth);
      const wide back = epochs_for(wide(given), wide(3e12), wide(decay));
      const double left = epochs > 1 ? std::exp(-(epochs - 1) / decay) : 1;  // of what repeats may be worth: a difference
      CHECK_THAT(epochs_for(given, 3e12, decay), agrees(back, relative(1e-15 / left)));
      // by bracketing, where repeats count
      if (epochs <= 1) continue;
      wide low = 1, high = 100;
      for (int i = 0; i < 180; ++i) {
        const wide middle = (low + high) / 2;
        (wide(effective_tokens(wide(3e12), middle, wide(decay))) < given ? low : high) = middle;
      }
      CHECK(relative_distance(back, low) < 1e-30);
    }
  CHECK(std::isnan(epochs_for(16.387756, 1.0)));
  CHECK(std::isnan(epochs_for(17.0, 1.0)));
  CHECK(std::isnan(epochs_for(inf, 1.0)));
  CHECK(epochs_for(16.38, 1.0) > 100);
  CHECK(epochs_for(5.0, 2.0, inf) == 2.5);
  CHECK(epochs_for(0.5, 2.0, 0) == 0.25);
  CHECK(std::isnan(epochs_for(2.5, 2.0, 0)));
  CHECK(effective_tokens(2.0, 0.5, 0) == 1);
  CHECK(effective_tokens(2.0, 1.5, 0) == 2);
  CHECK(effective_tokens(2.0, 1.5, inf) == 3);
  CHECK(effective_tokens(0.0, inf) == 0);
}

TEST_CASE("tokens and compute keep their derivatives", "[workload]") {
  for (const double epochs : {0.5, 1.7, 4.0, 30.0}) {
    expect_derivative([&](const auto& u) { return effective_tokens(u, epochs); }, 3e12);
    expect_derivative([&](const auto& e) { return effective_tokens(3e12, e); }, epochs);
    if (epochs > 1)
      expect_derivative([&](const auto& r) { return effective_tokens(3e12, epochs, r); }, 15.387756, 1e-11);  // cancels
    const double worth = effective_tokens(3e12, epochs);
    expect_derivative([&](const auto& d) { return epochs_for(d, 3e12); }, worth, 1e-11);  // of exp(2) beside 1
    expect_derivative([&](const auto& u) { return epochs_for(worth, u); }, 3e12, 1e-11);
    if (epochs > 1) expect_derivative([&](const auto& r) { return epochs_for(worth, 3e12, r); }, 15.387756, 1e-11);
  }
  expect_derivative([](const auto& x) { return training_compute(x, 1.4e12); }, 70e9);
  expect_derivative([](const auto& x) { return lifetime_compute(70e9, 1.4e12, x); }, 2e12);
  expect_derivative([](const auto& x) { return compute_of_tokens(x); }, 1.4e12);
  expect_derivative([](const auto& x) { return compute_of_tokens(1.4e12, x); }, 20);
  expect_derivative([](const auto& x) { return compute_of_parameters(x); }, 70e9);
  expect_derivative([](const auto& x) { return h100_equivalents(25e3, x); }, 624e12);
}

TEST_CASE("compute by the rule of tokens per parameter is that of the product", "[workload]") {
  CHECK_THAT(training_compute(70e9, 1.4e12), WithinRel(5.88e23, 1e-15));
  for (const double ratio : {1.0, 20.0, 92.8})
    for (const double parameters : {1e3, 7e9, 1e13}) {
      const double all = training_compute(parameters, ratio * parameters);
      CHECK_THAT(compute_of_parameters(parameters, ratio), WithinRel(all, 1e-15));
      CHECK_THAT(compute_of_tokens(ratio * parameters, ratio), WithinRel(all, 1e-15));
    }
  CHECK(compute_of_parameters(1e6) == 120e12);
  CHECK(compute_of_tokens(2e6) == 1.2e12);
  CHECK(lifetime_compute(7e9, 2e12, 0) == training_compute(7e9, 2e12));
  CHECK_THAT(lifetime_compute(7e9, 2e12, 3e12) - training_compute(7e9, 2e12),
             WithinRel(2 * 7e9 * 3e12, 1e-14));  // a difference
}

TEST_CASE("an H100-equivalent depends on the format it names", "[workload]") {
  CHECK(std::round(h100_equivalents(25'000, 624e12)) == 7883);  // Epoch AI, the cluster of GPT-4
  CHECK(h100_equivalents(16'384, 1.979e15) == 16'384);
  CHECK(h100_equivalents(16'384, 989.4e12, "bf16") == 16'384);
  // a V100 has no format of 8 bits: it counts twice as much at 16
  CHECK_THAT(h100_equivalents(1, 125e12, "bf16") / h100_equivalents(1, 125e12), WithinRel(1.979e15 / 989.4e12, 1e-15));
  CHECK_THROWS_AS(h100_equivalents(1, 1e15, "fp16"), InvalidArgument);
}
