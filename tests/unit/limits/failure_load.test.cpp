// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/limits/failure_load.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include "../../support/agrees.hpp"
#include "../../support/derivatives.hpp"
#include "../../support/reference_run.hpp"
#include "../../support/scalars.hpp"

namespace scaling_limits::testing {

using namespace limits;

namespace {

struct Times {
  double c, r, d, l, s;
};

/// -ln goodput of the best allowed interval at a rate, by the second writing of the model.
wide losses_at(const Times& t, const wide& rate) {
  ReferenceRun<wide> model;
  model.run = {
      .gpus = 1, .gpu_mttf = 1, .checkpoint_bytes = t.c, .write_bandwidth = 1, .initialization_time = t.r, .downtime = t.d};
  model.strategy = {.persist_latency = t.l, .slowdown = t.s};
  return model.losses_at(wide(log(rate))).sum();
}

/// The MTBF at which they are -ln g, by bisection in ln(rate).
wide bisected_mtbf(double g, const Times& t) {
  wide low = -700, high = 700;
  const wide target = -log(wide(g));
  for (int i = 0; i < 90; ++i) {
    const wide mid = (low + high) / 2;
    (losses_at(t, wide(exp(mid))) < target ? low : high) = mid;
  }
  return exp(wide(-low));
}

}  // namespace

TEST_CASE("published check values of load and MTBF", "[limits]") {
  CHECK_THAT(1 / max_failure_load(0.9), agrees(186.549217, relative(3e-9)));          // printed to 9 digits
  CHECK_THAT(1 / max_failure_load(0.5), agrees(5.177399, relative(1e-7)));            // printed to 7 digits
  CHECK_THAT(required_mtbf(0.9, 10, 300), agrees(6229.4, relative(1e-5)));            // printed to 5 digits
  CHECK(std::floor(8 * 1000 * 86400 / 6.5 / required_mtbf(0.9, 10, 300)) == 17'070);  // 6.5 failures per 1000 8-GPU-node-days
}

TEMPLATE_TEST_CASE("the largest load of a goodput is g - 1 - ln g in 500 digits, near one and near zero", "[limits]", float,
                   double, long double) {
  using T = TestType;
  std::vector<T> goodputs = log_grid<T>(std::numeric_limits<T>::min(), T(0.999), 150);
  for (const T gap : log_grid<T>(std::numeric_limits<T>::epsilon(), T(0.5), 100)) goodputs.push_back(1 - gap);
  Worst worst;
  for (const T g : goodputs) worst.see(ulp_distance(max_failure_load(g), textbook(textbook(g) - 1 - log(textbook(g)))), g);
  INFO(worst.distance << " ulp at " << worst.where);
  CHECK(worst.distance <= tolerance::kernel);
  CHECK(max_failure_load(T(1)) == 0);
  CHECK(max_failure_load(T(0)) == std::numeric_limits<T>::infinity());
  for (const T bad : {T(-0.1), T(1.1), std::numeric_limits<T>::infinity(), std::numeric_limits<T>::quiet_NaN()})
    CHECK(std::isnan(max_failure_load(bad)));
}

TEST_CASE("the required MTBF agrees with a 50-digit bisection, one write in flight included", "[limits]") {
  Sampler random(53);
  Worst worst;
  for (int i = 0; i < 40; ++i) {
    const double g = random.chance(0.2) ? 1 - random.log_uniform(1e-12, 0.1) : random.uniform(0.001, 0.999),
                 c = random.log_uniform(1e-3, 1e3);
    const Times t{c, random.chance(0.3) ? 0 : random.log_uniform(1e-2, 1e4),
                  random.chance(0.3) ? 0 : random.log_uniform(1e-2, 1e4),
                  random.chance(0.4) ? 0 : random.log_uniform(1e-2, 1e4), random.chance(0.4) ? 0 : random.uniform(0, 0.95)};
    worst.see(relative_distance(required_mtbf(g, t.c, t.r, t.d, t.l, t.s), bisected_mtbf(g, t)), g, t.c, t.r, t.d, t.l, t.s);
  }
  INFO(worst.distance << " at g C R D L s = " << worst.where);
  CHECK(worst.distance <= 1e-14);  // the losses in double, a few ulp, at a slope of 1/2 ... 1
}

TEST_CASE("the required MTBF is the one that gives the goodput back", "[limits]") {
  Sampler random(59);
  Worst worst;
  for (int i = 0; i < 3000; ++i) {
    const double g = random.chance(0.1) ? random.log_uniform(1e-200, 1) : random.uniform(0.01, 0.9999),
                 c = random.log_uniform(1e-9, 1e9), r = random.log_uniform(1e-9, 1e9),
                 d = random.chance(0.5) ? 0 : random.log_uniform(1e-9, 1e9),
                 l = random.chance(0.5) ? 0 : random.log_uniform(1e-9, 1e9), s = random.uniform(0, 0.99);
    const double m = required_mtbf(g, c, r, d, l, s), back = checkpoint::optimal_goodput(c, m, r, d, l, s);
    worst.see(std::abs(back / g - 1) / (1 - std::log(g)), g, c, r, d, l, s);
  }
  INFO(worst.distance << " per unit of loss at " << worst.where);
  CHECK(worst.distance <= 1e-14);  // a loss of some ulp moves its exponential by as many
}

TEST_CASE("ends of the range of goodputs and of the times have their limit values", "[limits]") {
  CHECK(required_mtbf(1, 10) == inf);
  CHECK(required_mtbf(0, 10) == 0);
  CHECK(required_mtbf(0.9, 0) == 0);
  CHECK(required_mtbf(1, 0) == 0);
  CHECK(required_mtbf(0.9, inf) == inf);
  CHECK(required_mtbf(0.9, 10, inf) == inf);
  CHECK(required_mtbf(0.9, 10, 0, inf) == inf);
  CHECK(required_mtbf(0.9, 10, 0, 0, inf) == inf);
  CHECK_THAT(required_mtbf(0.9, 0, 300), agrees(wide(300 / -log(wide(0.9))), ulp(tolerance::closed_form)));
  CHECK_THAT(required_mtbf(0.9, 0, 0, 300), agrees(wide(300 / (1 / wide(0.9) - 1)), ulp(tolerance::closed_form)));
  CHECK_THAT(required_mtbf(0.9, 1e-200),
             agrees(wide(wide(1e-200) / (wide(0.9) - 1 - log(wide(0.9)))), ulp(tolerance::closed_form)));
  CHECK_THAT(required_mtbf(0.9, 1e200),
             agrees(wide(wide(1e200) / (wide(0.9) - 1 - log(wide(0.9)))), ulp(tolerance::closed_form)));
  for (const double bad : {-1.0, NaN, -inf}) {
    CHECK(std::isnan(required_mtbf(bad, 10, 1, 1, 1, 0.1)));
    CHECK(std::isnan(required_mtbf(0.9, bad, 1, 1, 1, 0.1)));
    CHECK(std::isnan(required_mtbf(0.9, 10, bad, 1, 1, 0.1)));
    CHECK(std::isnan(required_mtbf(0.9, 10, 1, bad, 1, 0.1)));
    CHECK(std::isnan(required_mtbf(0.9, 10, 1, 1, bad, 0.1)));
    CHECK(std::isnan(required_mtbf(0.9, 10, 1, 1, 1, bad)));
  }
  CHECK(std::isnan(required_mtbf(1.1, 10)));
  CHECK(std::isnan(required_mtbf(0.9, 10, 0, 0, 0, 1)));
}

TEST_CASE("derivatives of load and required MTBF agree with 50-digit differences", "[limits]") {
  for (const double g : {0.01, 0.5, 0.9, 0.9999}) {
    expect_derivative([](const auto& x) { return max_failure_load(x); }, g);
    expect_derivative([](const auto& x) { return required_mtbf(x, 10, 300, 60, 20, 0.1); }, g);
    expect_derivative([&](const auto& c) { return required_mtbf(g, c, 300, 60, 20, 0.1); }, 10);
    expect_derivative([&](const auto& r) { return required_mtbf(g, 10, r, 60, 20, 0.1); }, 300);
    expect_derivative([&](const auto& d) { return required_mtbf(g, 10, 300, d, 20, 0.1); }, 60);
    expect_derivative([&](const auto& l) { return required_mtbf(g, 10, 300, 60, l, 0.1); }, 200);
    expect_derivative([&](const auto& s) { return required_mtbf(g, 10, 300, 60, 200, s); }, 0.1);
  }
  const Archetype g(0.9), c(10.0);
  CHECK_THAT(double(max_failure_load(g)), agrees(max_failure_load(0.9), ulp(tolerance::kernel)));
  CHECK_THAT(double(required_mtbf(g, c, 300, 60, 20)),
             agrees(required_mtbf(0.9, 10, 300, 60, 20), relative(1e-14)));  // as above
  static_assert(std::is_same_v<decltype(required_mtbf(0.9f, 10)), float>);
  CHECK_THAT(static_cast<double>(required_mtbf(0.9f, 10, 300)),
             agrees(required_mtbf(0.9, 10, 300), relative(tolerance::single_precision)));
  CHECK_THAT(required_mtbf(0.9L, 10, 300), agrees(required_mtbf(wide(0.9L), 10, 300), relative(1e-18)));  // 64 binary digits
}

TEST_CASE("higher derivatives of the required MTBF are those of C / (g - 1 - ln g)", "[limits]") {
  for (const double at : {0.2, 0.7, 0.95}) {
    const auto g = boost::math::differentiation::make_fvar<double, 6>(at);
    const auto found = required_mtbf(g, 10), expected = 10 / (g - 1 - log(g));
    // each order divides by another 1 - g, whose digits the sum of terms has lost
    for (unsigned k = 0; k <= 6; ++k) CHECK_THAT(found.derivative(k), agrees(wide(expected.derivative(k)), relative(1e-9)));
  }
}

}  // namespace scaling_limits::testing
