// SPDX-License-Identifier: Apache-2.0
// Laws and their derivatives beside 50 digits.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "support/derivatives.hpp"
#include "support/laws.hpp"

using namespace scaling_limits;
using namespace scaling_limits::failures;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

// The last digits go where a derivative of exp(-x) has x of its own: -ln survival is up to 100 here.
constexpr double with_tails = 1e-11;

}  // namespace

TEST_CASE("laws agree with 50 digits from the first seconds to where survival has underflowed", "[failures]") {
  for_every_parameter([](const auto& make, double x) {
    const auto law = make(x);
    const auto exact = make(wide(x));
    CAPTURE(law.name(), x);
    for (const double share : {1e-9, 1e-3, 0.1, 0.5, 1.0, 3.0, 10.0, 50.0}) {
      const double t = share * law.mean();
      const wide cumulative = exact.cumulative_hazard(wide(t));
      CAPTURE(t, cumulative);
      if (cumulative < 1e-300) continue;
      const double lost = 1e-15 * (10 + static_cast<double>(cumulative));  // exp(-x) loses as many ulp as x has units
      const double early = 1e-15 * (10 + static_cast<double>(abs(log(cumulative))));
      if (cumulative < 700) {
        CHECK_THAT(law.survival(t), agrees(wide(exact.survival(wide(t))), relative(lost)));
        CHECK_THAT(law.mean_beyond(t), agrees(wide(exact.mean_beyond(wide(t))), relative(50 * lost)));  // differences in a tail
      }
      CHECK_THAT(law.cumulative_hazard(t), agrees(cumulative, relative(early)));
      CHECK_THAT(law.hazard(t), agrees(wide(exact.hazard(wide(t))), relative(early)));
    }
    CHECK_THAT(law.mean(), agrees(wide(exact.mean()), relative(1e-14)));
    for (const double p : {1e-100, 1e-9, 0.3, 0.999}) {
      const wide age = exact.quantile(wide(p));
      if (age < 1e-300) CHECK(law.quantile(p) < 1e-300);
      else CHECK_THAT(law.quantile(p), agrees(age, relative(1e-13)));  // of a logarithm of 230
    }
  });
}

TEST_CASE("every answer of a law keeps its derivatives in time", "[failures]") {
  for_every_parameter([](const auto& make, double x) {
    CAPTURE(make(x).name(), x);
    for (const double share : {0.01, 0.3, 1.0, 4.0}) {
      const double at = share * make(x).mean();
      if (make(x).cumulative_hazard(at) > 100) continue;
      CAPTURE(at);
      // the law in the scalar's own precision, its parameters constants
      expect_derivative([&]<class S>(const S& t) { return S(make(S(x)).survival(t)); }, at, with_tails);
      expect_derivative([&]<class S>(const S& t) { return S(make(S(x)).hazard(t)); }, at, with_tails);
      expect_derivative([&]<class S>(const S& t) { return S(make(S(x)).cumulative_hazard(t)); }, at, with_tails);
      expect_derivative([&]<class S>(const S& t) { return S(make(S(x)).mean_beyond(t)); }, at, with_tails);
    }
    for (const double p : {0.01, 0.5, 0.99})
      expect_derivative([&]<class S>(const S& q) { return S(make(S(x)).quantile(q)); }, p, with_tails);
  });
}

TEST_CASE("every answer of a law keeps its derivatives in the law's parameters", "[failures]") {
  for_every_parameter([](const auto& make, double x) {
    CAPTURE(make(x).name(), x);
    expect_derivative([&]<class S>(const S& s) { return S(make(s).mean()); }, x, with_tails);
    for (const double share : {0.01, 0.3, 1.0, 4.0}) {
      const double t = share * make(x).mean();
      if (make(x).cumulative_hazard(t) > 100) continue;
      CAPTURE(t);
      expect_derivative([&]<class S>(const S& s) { return S(make(s).survival(t)); }, x, with_tails);
      expect_derivative([&]<class S>(const S& s) { return S(make(s).hazard(t)); }, x, with_tails);
      expect_derivative([&]<class S>(const S& s) { return S(make(s).cumulative_hazard(t)); }, x, with_tails);
      expect_derivative([&]<class S>(const S& s) { return S(make(s).mean_beyond(t)); }, x, with_tails);
    }
    for (const double p : {0.01, 0.5, 0.99})
      expect_derivative([&]<class S>(const S& s) { return S(make(s).quantile(p)); }, x, with_tails);
  });
  expect_derivative(
      [](const auto& s) { return decltype(+s)(Weibull<std::remove_cvref_t<decltype(s)>>::from_mean(s, s).scale); }, 0.8,
      with_tails);
}

TEST_CASE("gamma agrees with 50 digits for lives that are hardly alike and that are almost the same", "[failures]") {
  for (const double shape : {1e-2, 0.05, 0.3, 1.0, 2.5, 30.0, 1e3, 1e4}) {
    const double spread = std::sqrt(shape),
                 unit = shape < 1 ? shape : spread;  // on which derivatives in the shape are compared
    std::vector<double> times;
    for (const double share : {1e-12, 1e-9, 1e-6, 1e-3, 0.1, 0.7, 1.0, 1.5, 10.0, 1e3}) times.push_back(share * shape);
    for (const double deviations : {-8.0, -3.0, -1.0, 0.1, 1.0, 3.0, 10.0, 12.0, 37.0, 100.0})
      if (deviations > -spread) times.push_back(shape + deviations * spread);
    // a lower tail feels the rounding of the time, as much as shape - t times
    const double value = 2e-14 + 3e-16 * shape, first = 1e-12, second = 1e-10;
    const auto agree = [&](double t, const auto& f) {
      using Second = dual<dual<double>>;
      const wide at(shape), h = at * wide("1e-14"), here = f(at), above = f(wide(at + h)), below = f(wide(at - h));
      const wide slope = (above - below) / (2 * h), curvature = (above - 2 * here + below) / (h * h);
      CAPTURE(shape, t, here, slope, curvature);
      if (abs(here) < 1e-290) return;
      CHECK_THAT(static_cast<double>(f(shape)), agrees(here, relative(value)));
      const Second found = f(Second(dual<double>(shape, 1.0), dual<double>(1.0)));
      CHECK(abs(wide(found.value.value - here)) <= value * abs(here));
      CHECK(abs(wide(found.slope.value - slope)) <= (value + first) * (abs(slope) + abs(here) / unit * 1e-3));
      CHECK(abs(wide(found.slope.slope - curvature)) <= (value + second) * (abs(curvature) + abs(here) / (unit * unit) * 1e-3));
    };
    for (const double t : times) {
      agree(t, [&]<class S>(const S& s) { return S(Gamma<S>{s, S(1)}.survival(S(t))); });
      agree(t, [&]<class S>(const S& s) { return S(Gamma<S>{s, S(1)}.cumulative_hazard(S(t))); });
      agree(t, [&]<class S>(const S& s) { return S(Gamma<S>{s, S(1)}.hazard(S(t))); });
      agree(t, [&]<class S>(const S& s) { return S(Gamma<S>{s, S(1)}.mean_beyond(S(t))); });
    }
    for (const double p : {1e-9, 1e-3, 0.1, 0.5, 0.9, 0.999, 1 - 1e-9})
      agree(p, [&]<class S>(const S& s) { return S(Gamma<S>{s, S(1)}.quantile(S(p))); });
  }
}
