// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/numeric/renewal.hpp>

#include <boost/multiprecision/cpp_dec_float.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include "../../support/agrees.hpp"
#include "../../support/derivatives.hpp"
#include "../../support/reference.hpp"
#include "../../support/scalars.hpp"

namespace scaling_limits::testing {

namespace sn = numeric;

namespace {

/// eps(y) = y - 1 + exp(-y), by its Taylor sum below 1.
wide reference_load(const wide& y) {
  if (y >= 1) return y - 1 + exp(wide(-y));
  wide sum = 0, term = y * y / 2;
  for (int k = 3; term != 0 && abs(term) > abs(sum) * std::numeric_limits<wide>::epsilon(); ++k) {
    sum += term;
    term *= -y / k;
  }
  return sum;
}

/// Loads over the whole range of a type: a grid, random ones, and both sides of the branch at 1/2.
template <class T>
std::vector<T> loads(int count) {
  using limits = std::numeric_limits<T>;
  const T low = std::is_same_v<T, double> ? T(1e-300) : limits::min() * 4;
  const T high = std::is_same_v<T, double> ? T(1e300) : limits::max() / 4;
  std::vector<T> points = log_grid<T>(low, high, count);
  // real runs: denser there
  for (const T x : log_grid<T>(T(1e-12), T(100), count)) points.push_back(x);
  Sampler random(7);
  for (int i = 0; i < count; ++i) points.push_back(static_cast<T>(random.log_uniform(1e-15, 1e3)));
  T below = T(0.5), above = T(0.5);
  for (int i = 0; i < 50; ++i) {
    points.insert(points.end(), {below, above});
    below = std::nextafter(below, T(0)), above = std::nextafter(above, T(1));
  }
  return points;
}

template <class T>
void check_accuracy(int count) {
  Worst share, period;
  for (const T eps : loads<T>(count)) {
    const wide e(eps), y = reference_period(e);
    const wide q = y < 1 ? wide(y - e) : wide(1 - exp(wide(-y)));
    share.see(ulp_distance(sn::worked_share(eps), q), eps);
    period.see(ulp_distance(sn::best_period(eps), y), eps);
  }
  INFO("worked_share: " << share.distance << " ulp at " << share.where);
  INFO("best_period: " << period.distance << " ulp at " << period.where);
  CHECK(share.distance <= tolerance::kernel);
  CHECK(period.distance <= tolerance::kernel);
}

}  // namespace

TEST_CASE("the reference solves y - 1 + exp(-y) = eps as the textbook writes it, in 500 digits", "[numeric]") {
  for (const char* text : {"1e-240", "1e-100", "1e-12", "0.01", "0.5", "3", "1e4"}) {
    const textbook eps(text), y(reference_period(textbook(text)));
    CHECK(abs(textbook((y - 1 + exp(textbook(-y))) / eps - 1)) < textbook("1e-200"));
    CHECK(abs(wide(wide(reference_period(wide(text))) / wide(y) - 1)) < wide("1e-46"));
  }
}

TEMPLATE_TEST_CASE("best interval and period agree with 50 digits over the whole range of the type", "[numeric]", float, double,
                   long double) {
  check_accuracy<TestType>(300);
}

TEMPLATE_TEST_CASE("best interval and period agree with 50 digits on a dense grid", "[numeric][slow][.]", float, double,
                   long double) {
  check_accuracy<TestType>(40'000);
}

TEST_CASE("best interval in 50 digits agrees with the same equation in 50 digits", "[numeric]") {
  for (const double eps : {1e-200, 1e-9, 0.01, 0.3, 0.5, 0.500001, 2.0, 30.0, 1e6}) {
    CHECK(relative_distance(sn::best_period(wide(eps)), reference_period(wide(eps))) < 1e-46);  // 50 digits, a few lost
  }
}

TEMPLATE_TEST_CASE("special loads have their limit values", "[numeric]", float, double, long double) {
  using T = TestType;
  const T infinity = std::numeric_limits<T>::infinity(), not_a_number = std::numeric_limits<T>::quiet_NaN();
  CHECK(sn::worked_share(T(0)) == 0);
  CHECK(sn::worked_share(T(-0.0)) == 0);
  CHECK(sn::worked_share(infinity) == 1);
  CHECK(sn::best_period(T(0)) == 0);
  CHECK(sn::best_period(infinity) == infinity);
  CHECK(sn::period_load(T(0)) == 0);
  CHECK(sn::period_load(infinity) == infinity);
  CHECK(sn::share_load(T(0)) == 0);
  CHECK(sn::share_load(T(1)) == infinity);
  for (const T bad : {T(-1), -infinity, not_a_number, -std::numeric_limits<T>::denorm_min()}) {
    CHECK(std::isnan(sn::worked_share(bad)));
    CHECK(std::isnan(sn::best_period(bad)));
    CHECK(std::isnan(sn::period_load(bad)));
    CHECK(std::isnan(sn::share_load(bad)));
  }
  CHECK(std::isnan(sn::share_load(T(1.5))));
  const T tiny = std::numeric_limits<T>::denorm_min();
  CHECK_THAT(sn::worked_share(tiny), agrees(wide(sqrt(wide(2 * wide(tiny)))), ulp(tolerance::kernel)));
}

TEMPLATE_TEST_CASE("best interval and period never fall as the load rises, across the branch too", "[numeric]", float, double,
                   long double) {
  using T = TestType;
  const T few = 16 * std::numeric_limits<T>::epsilon();  // 16 ulp apart: well above the rounding of either
  bool rising = true;
  Sampler random(11);
  for (int i = 0; i < 20'000; ++i) {
    const T eps = static_cast<T>(random.log_uniform(1e-30, 50)), next = eps * (1 + few);
    rising = rising && sn::worked_share(next) >= sn::worked_share(eps) && sn::best_period(next) > sn::best_period(eps);
  }
  for (T eps = T(0.5) - 200 * few; eps < T(0.5) + 200 * few; eps += few)
    rising = rising && sn::worked_share(T(eps + few)) >= sn::worked_share(eps);
  CHECK(rising);
  CHECK(sn::worked_share(std::nextafter(T(0.5), T(1))) >= sn::worked_share(T(0.5)) * (1 - std::numeric_limits<T>::epsilon()));
}

TEMPLATE_TEST_CASE("the inverses agree with 50 digits, and with the way there", "[numeric]", float, double, long double) {
  using T = TestType;
  Worst load, share, back;
  for (const T y : log_grid<T>(T(1e-18), T(1e18), 1500)) {
    load.see(ulp_distance(sn::period_load(y), reference_load(wide(y))), y);
    if (const T q = y; q < 1) {
      const wide exact = -log1p(wide(-wide(q)));
      share.see(ulp_distance(sn::share_load(q), reference_load(exact)), q);
    }
    // eps has twice the relative slope of y, and more digits come back than went in
    const T eps = sn::period_load(y);
    back.see(ulp_distance(sn::best_period(eps), wide(y)), y);
  }
  INFO("period_load " << load.distance << " ulp at " << load.where << ", share_load " << share.distance << " ulp at "
                      << share.where << ", round trip " << back.distance << " ulp at " << back.where);
  CHECK(load.distance <= tolerance::kernel);
  CHECK(share.distance <= tolerance::closed_form);
  CHECK(back.distance <= tolerance::closed_form);
}

TEST_CASE("derivatives of the best interval are (1 - q)/q and -(1 - q)/q^3 in every scalar", "[numeric]") {
  Worst first, second;
  for (const double eps : log_grid(1e-60, 300.0, 400)) {
    const wide y = reference_period(wide(eps)), v = exp(wide(-y)), q = y < 1 ? wide(y - eps) : wide(1 - v);
    const wide slope = v / q, curvature = -v / (q * q * q);
    const auto nested = sn::worked_share(dual<dual<double>>(dual<double>(eps, 1.0), dual<double>(1.0)));
    first.see(relative_distance(nested.value.slope, slope), eps);
    first.see(relative_distance(sn::worked_share(dual<double>(eps, 1.0)).slope, slope), eps);
    second.see(relative_distance(nested.slope.slope, curvature), eps);
    const auto fvar = sn::worked_share(boost::math::differentiation::make_fvar<double, 2>(eps));
    first.see(relative_distance(static_cast<double>(fvar.derivative(1)), slope), "fvar", eps);
    second.see(relative_distance(static_cast<double>(fvar.derivative(2)), curvature), "fvar", eps);
  }
  INFO("first: " << first.distance << " at " << first.where << "; second: " << second.distance << " at " << second.where);
  CHECK(first.distance <= tolerance::derivative);
  CHECK(second.distance <= tolerance::derivative);
}

TEST_CASE("derivatives of the renewal functions agree with 50-digit differences", "[numeric]") {
  for (const double x : {1e-30, 1e-6, 0.0053, 0.25, 0.4999, 0.5001, 0.75, 3.0, 20.0}) {
    expect_derivative([](const auto& eps) { return sn::worked_share(eps); }, x);
    expect_derivative([](const auto& eps) { return sn::best_period(eps); }, x);
    expect_derivative([](const auto& y) { return sn::period_load(y); }, x);
    if (x < 1) expect_derivative([](const auto& q) { return sn::share_load(q); }, x);
  }
}

TEST_CASE("a constant zero load has no derivative; a variable one rises infinitely fast", "[numeric]") {
  CHECK(sn::worked_share(dual<double>(0.0)).slope == 0);
  CHECK(sn::worked_share(dual<double>(0.0, 1.0)).slope == inf);
  CHECK(sn::worked_share(boost::math::differentiation::make_fvar<double, 2>(0.3) * 0.0).derivative(0) == 0);
}

TEST_CASE("renewal functions need no more of a scalar than is promised, and take expression templates", "[numeric]") {
  for (const double eps : {0.0, 1e-3, 0.4, 2.0}) {
    const Archetype x(eps);
    CHECK(double(sn::worked_share(x)) == sn::worked_share(eps));
    CHECK(double(sn::best_period(x)) == sn::best_period(eps));
    CHECK_THAT(double(sn::period_load(x)), agrees(sn::period_load(eps), ulp(tolerance::kernel)));
    using decimal = boost::multiprecision::cpp_dec_float_50;
    CHECK_THAT(static_cast<double>(sn::best_period(decimal(eps))), agrees(sn::best_period(eps), ulp(tolerance::kernel)));
  }
}

}  // namespace scaling_limits::testing
