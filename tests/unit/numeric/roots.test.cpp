// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/numeric/bracketed_root.hpp>
#include <scaling_limits/numeric/optimum.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "../../support/agrees.hpp"
#include "../../support/reference.hpp"

namespace scaling_limits::testing {

namespace sn = numeric;
using sn::RootStatus;

namespace {

/// rising_root with the number of evaluations it took.
template <class F>
sn::Root counted(const F& f, double start, double low, double high, int& evaluations) {
  evaluations = 0;
  return sn::rising_root(
      [&](const dual<double>& x) {
        ++evaluations;
        return dual<double>(f(x));
      },
      start, low, high);
}

}  // namespace

TEST_CASE("roots of rising functions are found to the last digits from any start", "[numeric]") {
  Sampler random(61);
  int most = 0, evaluations = 0;
  Worst worst;
  for (int i = 0; i < 2000; ++i) {
    const double target = random.log_uniform(1e-6, 1e6), a = random.uniform(0.2, 1), b = random.uniform(0.3, 2),
                 start = random.uniform(-20, 20);
    // ln(a e^(x/2) + b e^x) = ln(target): the shape of a limit
    const auto root =
        counted([&](const auto& x) { return log((a * exp(x / 2) + b * exp(x)) / target); }, start, -700, 700, evaluations);
    const double t = 2 * target / (a + std::sqrt(a * a + 4 * b * target));  // e^(x/2)
    REQUIRE(root.status == RootStatus::ok);
    worst.see(std::abs(root.value - 2 * std::log(t)) / (1 + std::abs(root.value)), target, a, b, start);
    most = std::max(most, evaluations);
  }
  INFO("error " << worst.distance << " at " << worst.where << "; at most " << most << " evaluations");
  CHECK(worst.distance <= 1e-14);  // rounding of the function, at a slope of 1/2 ... 1
  CHECK(most <= 7);
}

TEST_CASE("what is added to a Newton step leads to the root where the inverse is a cubic", "[numeric]") {
  Sampler random(62);
  for (int i = 0; i < 100; ++i) {
    const double a = random.uniform(-3, 3), b = random.uniform(2, 4), c = random.uniform(-0.3, 0.3),
                 d = random.uniform(-0.1, 0.1);
    const auto x = [&](double y) { return a + y * (b + y * (c + y * d)); };
    const auto y_of = [&](double y) { return dual<double>(y, 1 / (b + y * (2 * c + 3 * y * d))); };
    const double y = random.uniform(0.1, 1), before = random.uniform(-1, -0.1);
    const double newton = x(y) - y / y_of(y).slope;
    CHECK_THAT(newton + sn::detail::beyond_newton(x(y), y_of(y), x(before), y_of(before)),
               Catch::Matchers::WithinAbs(a, 1e-13));
  }
}

TEST_CASE("hard roots fall back on bisection: steep, flat, cubic, with a kink", "[numeric]") {
  int evaluations = 0;
  const auto steep = counted([](const auto& x) { return exp(30 * x) - 5; }, 3, -10, 10, evaluations);
  CHECK_THAT(steep.value, agrees(std::log(5.0) / 30, relative(1e-14)));  // a few ulp
  const auto cubic = counted([](const auto& x) { return x * x * x; }, 0.7, -1, 2, evaluations);
  CHECK(std::abs(cubic.value) < 1e-5);  // a triple root: a third of the digits
  const auto flat = counted(
      [](const auto& x) { return x < 1 ? dual<double>(-1e-3) : 1e3 * (x - dual<double>(1)) * (x - dual<double>(1)) - 1e-3; }, 0,
      -50, 50, evaluations);
  CHECK_THAT(flat.value, agrees(1.001, relative(1e-12)));  // slope 2
  const auto kink = counted([](const auto& x) { return x < 2 ? 0.1 * (x - 2) : 50 * (x - 2); }, 40, -50, 50, evaluations);
  CHECK_THAT(kink.value, agrees(2.0, relative(1e-12)));  // either slope
}

TEST_CASE("without a crossing the status says on which side it lies", "[numeric]") {
  int evaluations = 0;
  CHECK(counted([](const auto& x) { return x + 1000; }, 0, -700, 700, evaluations).status == RootStatus::below);
  CHECK(counted([](const auto& x) { return x - 1000; }, 0, -700, 700, evaluations).status == RootStatus::above);
  CHECK(counted([](const auto&) { return dual<double>(-1); }, 0, -700, 700, evaluations).status == RootStatus::above);
  CHECK(counted([](const auto&) { return dual<double>(1); }, 0, -700, 700, evaluations).status == RootStatus::below);
  CHECK(counted([](const auto&) { return dual<double>(NaN); }, 0, -700, 700, evaluations).status == RootStatus::below);
  CHECK(counted([](const auto& x) { return x; }, 5, 0, 10, evaluations).value == 0);
}

TEST_CASE("a pole at an end, where steps are small, is no root", "[numeric]") {
  int evaluations = 0;
  for (const double end : {1e-16, 1e-10, 1e-5})
    CHECK_THAT(counted([](const auto& x) { return 1 - 1e-3 / x; }, 0.5, end, 1, evaluations).value,
               agrees(1e-3, relative(1e-12)));  // slope 1000
}

TEST_CASE("a root next to an end but beyond it is none", "[numeric]") {
  for (const double beyond : {1e-10, 1e-13}) {
    const auto line = [&](const dual<double>& x) { return x - dual<double>(1 + beyond); };
    CHECK(sn::rising_root(line, 0.5, 0, 1).status == sn::RootStatus::above);
    CHECK(sn::rising_root(line, 1.5, 1 + 3 * beyond, 2).status == sn::RootStatus::below);
  }
}

TEST_CASE("a jump is answered with the last point below it; NaN counts as above", "[numeric]") {
  int evaluations = 0;
  for (const double above : {NaN, inf, 7.0}) {
    const auto root =
        counted([&](const auto& x) { return x.value < 3 ? x - 10 : dual<double>(above); }, 0, -700, 700, evaluations);
    CHECK(root.status == RootStatus::ok);
    CHECK_THAT(root.value, agrees(3.0, relative(1e-14)));  // halved down to neighbours
    CHECK(root.value <= 3);
  }
}

TEST_CASE("a slope that is rounding alone leads to no root, however short its steps are", "[numeric]") {
  int evaluations = 0;
  // far below zero, on slopes of any size; from 3 on it rises
  for (const double slope : {1e12, -1e12, 1e300})
    for (const double start : {-600., -1., 2.9}) {
      int turn = 0;
      const auto f = [&](const auto& x) {
        return x.value < 3 ? dual<double>(-40 - 40 * (turn++ % 3), slope) : dual<double>(x - 10.5);
      };
      const auto root = counted(f, start, -700, 700, evaluations);
      CAPTURE(slope, start, root.value, evaluations);
      CHECK(root.status == RootStatus::ok);
      CHECK_THAT(root.value, agrees(10.5, relative(1e-14)));
    }
}

TEST_CASE("a search that gives up says so, and its value is no root", "[numeric]") {
  int evaluations = 0;
  const auto jump = [](const auto& x) { return dual<double>(x.value < 0.3 ? -1 : 1); };
  CHECK(counted(jump, 1e299, -1e300, 1e300, evaluations).status == RootStatus::not_converged);
  CHECK(counted(jump, 0.1, -700, 700, evaluations).status == RootStatus::ok);
  // a root of order 9.9: Newton steps shrink by a tenth and no more
  const auto flat = [](const auto& x) {
    const double power = std::pow(std::abs(x.value), 8.9);
    return dual<double>(x.value * power, 9.9 * power);
  };
  const auto root = counted(flat, 700, -1000, 1000, evaluations);
  CHECK(root.status == RootStatus::not_converged);
  CHECK(evaluations == 200);
  // a minimum is looked for in a narrower range, where halving it is enough
  using Second = dual<dual<double>>;
  const auto slow = [](const Second& x) {
    const double u = std::log(x.value.value), power = std::pow(std::abs(u - 300), 8.9);
    return Second(dual<double>(0, (u - 300) * power), dual<double>((u - 300) * power, 9.9 * power));
  };
  CHECK_THAT(std::log(sn::minimum_point(slow, std::exp(280.0))), Catch::Matchers::WithinAbs(300, 1e-6));
  CHECK(sn::bracketed_root([](double x) { return x < 0.3 ? -1.0 : 1.0; }, -1e300, 1e300).status == RootStatus::not_converged);
}

TEST_CASE("bracketing finds roots and says where there is none", "[numeric]") {
  const auto root = sn::bracketed_root([](double x) { return std::exp(x) - 2; }, 0, 1);
  CHECK(root.status == RootStatus::ok);
  CHECK_THAT(root.value, agrees(std::log(2.0), relative(1e-15)));  // asked for 4e-16
  CHECK(sn::bracketed_root([](double x) { return x; }, 0, 1).value == 0);
  CHECK(sn::bracketed_root([](double x) { return x - 1; }, 0, 1).value == 1);
  CHECK(sn::bracketed_root([](double x) { return x + 1; }, 0, 1).status == RootStatus::below);
  CHECK(sn::bracketed_root([](double x) { return x - 2; }, 0, 1).status == RootStatus::above);
  CHECK(sn::bracketed_root([](double x) { return 2 - x; }, 0, 5).status == RootStatus::ok);  // falling ones too
}

}  // namespace scaling_limits::testing
