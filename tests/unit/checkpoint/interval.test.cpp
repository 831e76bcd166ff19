// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/checkpoint/interval.hpp>

#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include "../../support/agrees.hpp"
#include "../../support/derivatives.hpp"
#include "../../support/reference.hpp"
#include "../../support/scalars.hpp"

namespace scaling_limits::testing {

namespace sc = checkpoint;

namespace {

/// Where f is least between low and high, by golden section in the logarithm; half of W's digits.
template <class W, class F>
W least_at(const F& f, W low, W high) {
  const W shrink = (sqrt(W(5)) - 1) / 2;
  W a = log(low), b = log(high), c = b - shrink * (b - a), d = a + shrink * (b - a), fc = f(W(exp(c))), fd = f(W(exp(d)));
  for (int i = 0; i < 140; ++i) {  // 0.618^140 = 5e-30
    if (fc < fd) b = d, d = c, fd = fc, c = b - shrink * (b - a), fc = f(W(exp(c)));
    else a = c, c = d, fc = fd, d = a + shrink * (b - a), fd = f(W(exp(d)));
  }
  return exp(W((a + b) / 2));
}

using precise = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<200>, boost::multiprecision::et_off>;

/// M q(C / M) in 50 digits.
wide reference_interval(const wide& c, const wide& m) {
  const wide eps = c / m, y = reference_period(eps);
  return m * (y < 1 ? wide(y - eps) : wide(1 - exp(wide(-y))));
}

}  // namespace

TEST_CASE("published check values of the intervals", "[checkpoint]") {
  CHECK_THAT(sc::optimal_interval(60, 3600), agrees(617.890625, relative(1e-10)));   // printed to 9 digits
  CHECK_THAT(sc::optimal_interval(60, 11134.6), agrees(1116.2713, relative(5e-8)));  // printed to 8 digits
  CHECK_THAT(sc::saxena_interval(60, 3600), agrees(660.0, ulp(tolerance::kernel)));
  CHECK_THAT(sc::optimal_interval(300, 3600, 120, 60, sc::Variant::safe_checkpoint),
             agrees(1272.6634, relative(5e-8)));  // 8 digits
}

TEST_CASE("the best interval is where brute force finds the least time per work", "[checkpoint]") {
  for (const double ratio : {1e-60, 1e-12, 1e-4, 0.02, 0.3, 0.49, 0.51, 1.0, 5.0, 40.0}) {
    const precise m = 3600, c = m * ratio;
    const auto time_per_work = [&](const precise& w) { return precise((exp(precise((w + c) / m)) - 1) / w); };
    const precise best = least_at<precise>(time_per_work, precise(m * std::sqrt(ratio) / 100), precise(m * 10));
    CHECK_THAT(sc::optimal_interval(3600 * ratio, 3600),
               agrees(wide(best), ulp(tolerance::closed_form)));  // 3600 x ratio is rounded
  }
}

TEST_CASE("each variant's best interval is where brute force finds the least expected segment time per work", "[checkpoint]") {
  for (const double c : {1e-9, 1.0, 300.0, 3600.0, 20000.0, 1e6, 1e12})
    for (const double r : {0.0, 120.0, 1e5}) {
      const precise m = 3600, d = 60;
      const auto safe_checkpoint = [&](const precise& w) { return precise(((m + d + r) * (exp(precise(w / m)) - 1) + c) / w); };
      const precise best = least_at<precise>(safe_checkpoint, precise(1e-6), precise(1e6));
      CHECK_THAT(sc::optimal_interval(c, 3600, r, 60, sc::Variant::safe_checkpoint),
                 agrees(wide(best), ulp(tolerance::closed_form)));
      const auto complete = [&](const precise& w) {
        return precise((m + d) * exp(precise(r / m)) * (exp(precise((w + c) / m)) - 1) / w);
      };
      const precise free = least_at<precise>(complete, precise(1e-6), precise(1e6));
      CHECK_THAT(sc::optimal_interval(c, 3600, r, 60, sc::Variant::complete), agrees(wide(free), ulp(tolerance::closed_form)));
      CHECK(sc::optimal_interval(c, 3600, r, 60, sc::Variant::safe_restart) == sc::optimal_interval(c, 3600));
    }
}

TEMPLATE_TEST_CASE("the best interval agrees with 50 digits for costs and MTBFs of any magnitude", "[checkpoint]", float,
                   double, long double) {
  using T = TestType;
  const double low = std::is_same_v<T, float> ? 1e-37 : 1e-300, high = 1 / low;
  Sampler random(3);
  Worst worst, young;
  for (int i = 0; i < 1500; ++i) {
    const T c = static_cast<T>(random.log_uniform(low, high)), m = static_cast<T>(random.log_uniform(low, high));
    worst.see(ulp_distance(sc::optimal_interval(c, m), reference_interval(wide(c), wide(m))), c, m);
    young.see(ulp_distance(sc::young_interval(c, m), wide(sqrt(wide(2 * wide(c) * wide(m))))), c, m);
  }
  INFO("optimal " << worst.distance << " ulp at " << worst.where << ", Young " << young.distance << " at " << young.where);
  CHECK(worst.distance <= tolerance::kernel);
  CHECK(young.distance <= tolerance::kernel);
}

TEST_CASE("the best interval agrees with 50 digits where C / M leaves the range of the type", "[checkpoint]") {
  for (const auto& [c, m] :
       {std::pair{1e-300, 1e300}, {5e-324, 1.0}, {1e-310, 1e-5}, {1e-308, 1e308}, {1e300, 1e-300}, {1e-320, 1e-320}})
    CHECK_THAT(sc::optimal_interval(c, m), agrees(reference_interval(wide(c), wide(m)), ulp(tolerance::kernel)));
  // a long double has its own range
  CHECK_THAT(sc::optimal_interval(1e390L, 1e400L),
             agrees(reference_interval(wide(1e390L), wide(1e400L)), ulp(tolerance::kernel)));
  CHECK_THAT(sc::optimal_interval(1e-4000L, 1e-3990L),
             agrees(reference_interval(wide(1e-4000L), wide(1e-3990L)), ulp(tolerance::kernel)));
}

TEST_CASE("Young, Daly and Saxena are their published definitions", "[checkpoint]") {
  Sampler random(5);
  Worst daly, saxena, low_order;
  for (int i = 0; i < 2000; ++i) {
    const double m = random.log_uniform(1e-3, 1e9), c = m * random.log_uniform(1e-9, 1.999), r = random.log_uniform(1e-3, 1e6);
    const wide C(c), M(m), R(r), root = sqrt(wide(C / (2 * M)));
    daly.see(ulp_distance(sc::daly_interval(c, m), wide(sqrt(wide(2 * C * M)) * (1 + root / 3 + C / (2 * M) / 9) - C)), c, m);
    saxena.see(ulp_distance(sc::saxena_interval(c, m, r), wide(sqrt(wide(C * C + 2 * C * (M + R))))), c, m, r);
    if (c < 0.1 * m) low_order.see(ulp_distance(sc::daly_low_order_interval(c, m), wide(sqrt(wide(2 * C * M)) - C)), c, m);
  }
  INFO("Daly " << daly.distance << " at " << daly.where << ", Saxena " << saxena.distance << ", low order "
               << low_order.distance);
  CHECK(daly.distance <= tolerance::closed_form);
  CHECK(saxena.distance <= tolerance::kernel);
  CHECK(low_order.distance <= tolerance::closed_form);
}

TEST_CASE("Daly's interval jumps at C = 2 M, as published", "[checkpoint]") {
  CHECK_THAT(sc::daly_interval(std::nextafter(2.0, 0.0), 1.0),
             agrees(8.0 / 9, relative(1e-14)));  // one rounding of C before the jump
  CHECK(sc::daly_interval(2.0, 1.0) == 1);
  CHECK(sc::daly_interval(50.0, 7.0) == 7);
}

TEST_CASE("Daly's interval is the exact one up to the order d^4, Young's within 1 % as far as it says", "[checkpoint]") {
  for (const double eps : {1e-8, 1e-6, 1e-4}) {  // q - (d - d^2/3 + d^3/36) = d^4/270: relative to q, d^3/270
    const double d = std::sqrt(2 * eps), q = sc::optimal_interval(eps, 1.0);
    CHECK(std::abs(sc::daly_interval(eps, 1.0) / q - 1) <=
          1.1 * d * d * d / 270 + 1e-15);  // the next term is d / 16 of it; rounding
  }
  CHECK(std::abs(sc::young_interval(3.99e-4, 1.0) / sc::optimal_interval(3.99e-4, 1.0) - 1) < 0.01);
  CHECK(std::abs(sc::young_interval(4.5e-4, 1.0) / sc::optimal_interval(4.5e-4, 1.0) - 1) > 0.01);
}

TEST_CASE("zero and infinite costs and MTBFs have their limit values", "[checkpoint]") {
  using enum sc::Variant;
  CHECK(sc::optimal_interval(0, 3600) == 0);
  CHECK(sc::optimal_interval(inf, 3600) == 3600);
  CHECK(sc::optimal_interval(60, inf) == inf);
  CHECK(sc::optimal_interval(0, inf) == inf);
  CHECK(sc::optimal_interval(inf, inf) == inf);
  CHECK(sc::young_interval(0, 3600) == 0);
  CHECK(sc::young_interval(inf, 3600) == inf);
  CHECK(sc::young_interval(60, inf) == inf);
  CHECK(sc::daly_interval(0, 3600) == 0);
  CHECK(sc::daly_interval(inf, 3600) == 3600);
  CHECK(sc::daly_interval(60, inf) == inf);
  for (const double mtbf : {1e-300, 0.5, 1.0, 3600.0}) CHECK(sc::daly_low_order_interval(inf, mtbf) == -inf);
  CHECK(sc::daly_low_order_interval(60, inf) == inf);
  CHECK(sc::daly_low_order_interval(inf, inf) == inf);
  CHECK(sc::saxena_interval(0, 3600) == 0);
  CHECK(sc::saxena_interval(0, inf) == inf);
  CHECK(sc::saxena_interval(60, 3600, inf) == inf);
  CHECK(sc::saxena_interval(inf, 3600) == inf);
  CHECK(sc::optimal_interval(0, 3600, 1, 1, safe_checkpoint) == 0);
  CHECK(sc::optimal_interval(inf, 3600, 1, 1, safe_checkpoint) == inf);
  CHECK(sc::optimal_interval(60, inf, 1, 1, safe_checkpoint) == inf);
  CHECK(sc::optimal_interval(60, 3600, inf, 0, safe_checkpoint) == 0);
  CHECK(sc::optimal_interval(3600, 3600, 0, 0, safe_checkpoint) == 3600);  // C = M + D + R: the branch point
}

TEST_CASE("outside their domain the intervals answer NaN", "[checkpoint]") {
  using enum sc::Variant;
  for (const double bad : {-1.0, -inf, NaN, -5e-324}) {
    CHECK(std::isnan(sc::optimal_interval(bad, 3600)));
    CHECK(std::isnan(sc::optimal_interval(60, bad)));
    CHECK(std::isnan(sc::young_interval(bad, 3600)));
    CHECK(std::isnan(sc::young_interval(60, bad)));
    CHECK(std::isnan(sc::daly_interval(bad, 3600)));
    CHECK(std::isnan(sc::daly_interval(60, bad)));
    CHECK(std::isnan(sc::daly_low_order_interval(bad, 3600)));
    CHECK(std::isnan(sc::daly_low_order_interval(60, bad)));
    CHECK(std::isnan(sc::saxena_interval(bad, 3600)));
    CHECK(std::isnan(sc::saxena_interval(60, bad)));
    CHECK(std::isnan(sc::saxena_interval(60, 3600, bad)));
    for (const auto variant : {complete, safe_restart, safe_checkpoint}) {
      CHECK(std::isnan(sc::optimal_interval(bad, 3600, 1, 1, variant)));
      CHECK(std::isnan(sc::optimal_interval(60, bad, 1, 1, variant)));
      CHECK(std::isnan(sc::optimal_interval(60, 3600, bad, 1, variant)));
      CHECK(std::isnan(sc::optimal_interval(60, 3600, 1, bad, variant)));
    }
  }
  CHECK(std::isnan(sc::optimal_interval(60, 0)));
  CHECK(std::isnan(sc::young_interval(60, 0)));
  CHECK(std::isnan(sc::daly_interval(60, 0)));
  CHECK(std::isnan(sc::saxena_interval(60, 0)));
}

TEST_CASE("derivatives of the intervals agree with 50-digit differences, in the cost and in the MTBF", "[checkpoint]") {
  for (const double c : {1e-9, 3.0, 60.0, 1799.0, 1801.0, 3e4, 1e5}) {
    expect_derivative([](const auto& x) { return sc::optimal_interval(x, 3600); }, c);
    expect_derivative([](const auto& x) { return sc::young_interval(x, 3600); }, c);
    expect_derivative([](const auto& x) { return sc::saxena_interval(x, 3600, 120); }, c);
    if (c < 7200) expect_derivative([](const auto& x) { return sc::daly_interval(x, 3600); }, c);
    expect_derivative([](const auto& x) { return sc::optimal_interval(x, 3600, 120, 60, sc::Variant::safe_checkpoint); }, c);
    expect_derivative([&](const auto& m) { return sc::optimal_interval(c, m); }, 3600);
    expect_derivative([&](const auto& m) { return sc::optimal_interval(c, m, 120, 60, sc::Variant::safe_checkpoint); }, 3600);
    expect_derivative([&](const auto& r) { return sc::optimal_interval(c, 3600, r, 60, sc::Variant::safe_checkpoint); }, 120);
  }
}

TEST_CASE("a minimal scalar goes through every interval, and float stays float beside integers", "[checkpoint]") {
  const Archetype c(60.0), m(3600.0);
  CHECK_THAT(double(sc::optimal_interval(c, m)), agrees(sc::optimal_interval(60, 3600), ulp(tolerance::kernel)));
  CHECK_THAT(double(sc::young_interval(c, m)), agrees(sc::young_interval(60, 3600), ulp(tolerance::kernel)));
  CHECK_THAT(double(sc::daly_interval(c, m)), agrees(sc::daly_interval(60, 3600), ulp(tolerance::kernel)));
  CHECK_THAT(double(sc::saxena_interval(c, m, 5)), agrees(sc::saxena_interval(60, 3600, 5), ulp(tolerance::kernel)));
  for (const double cost : {60.0, 9000.0})
    CHECK_THAT(double(sc::optimal_interval(Archetype(cost), m, 120, 60, sc::Variant::safe_checkpoint)),
               agrees(sc::optimal_interval(cost, 3600, 120, 60, sc::Variant::safe_checkpoint), ulp(tolerance::kernel)));
  static_assert(std::is_same_v<decltype(sc::optimal_interval(60.0f, 3600)), float>);
  static_assert(std::is_same_v<decltype(sc::saxena_interval(60, 3600.0L)), long double>);
}

}  // namespace scaling_limits::testing
