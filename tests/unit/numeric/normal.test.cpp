// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/numeric/normal.hpp>

#include <boost/math/special_functions/erf.hpp>
#include <catch2/catch_test_macros.hpp>

#include "../../support/agrees.hpp"
#include "../../support/reference.hpp"

namespace scaling_limits::testing {

namespace sn = numeric;

TEST_CASE("the normal quantile agrees with Boost's in long double from one end to the other", "[numeric]") {
  Sampler random(62);
  double worst = 0;
  for (int i = 0; i < 2000; ++i) {
    const double small = random.log_uniform(1e-300, 0.5), middle = 0.5 + random.uniform(-1, 1) * random.log_uniform(1e-12, 0.5);
    for (const double p : {small, 1 - small, middle}) {
      if (!(p > 0 && p < 1) || p == 0.5) continue;
      const auto exact = static_cast<double>(-std::sqrt(2.0L) * boost::math::erfc_inv(2.0L * p));  // 2 p is exact
      worst = (std::max)(worst, std::abs(sn::normal_quantile(p) - exact) / std::abs(exact));
    }
  }
  CHECK(worst < 1e-15);
  CHECK(sn::normal_quantile(0.5) == 0);
  CHECK(sn::normal_quantile(0.0) == -inf);
  CHECK(sn::normal_quantile(1.0) == inf);
  for (const double p : {-0.1, 1.1, NaN}) CHECK(std::isnan(sn::normal_quantile(p)));
}

TEST_CASE("the normal tail and its quantile have the digits of their scalar", "[numeric]") {
  Sampler random(63);
  double worst_tail = 0, worst_back = 0;
  for (int i = 0; i < 200; ++i) {
    const wide z(random.uniform(-6, 12));
    const wide tail = sn::normal_tail(z), exact = boost::math::erfc(wide(z / sqrt(wide(2)))) / 2;
    worst_tail = (std::max)(worst_tail, std::abs(static_cast<double>(tail / exact - 1)));
    if (z > 0) worst_back = (std::max)(worst_back, std::abs(static_cast<double>(sn::normal_quantile(tail) + z)));
  }
  CHECK(worst_tail < 1e-46);
  CHECK(worst_back < 1e-45);
}

TEST_CASE("the normal law of NaN is NaN, in any scalar", "[numeric]") {
  const wide none(NaN);
  for (const wide& x : {sn::normal_tail(none), sn::normal_quantile(none), sn::normal_density(none), sn::normal_hazard(none),
                        sn::normal_hazard_excess(none), sn::normal_cumulative_hazard(none)})
    CHECK(isnan(x));
  for (const double x : {sn::normal_tail(NaN), sn::normal_quantile(NaN), sn::normal_hazard(NaN), sn::normal_hazard_excess(NaN)})
    CHECK(std::isnan(x));
  CHECK(sn::normal_tail(wide(inf)) == 0);
  CHECK(sn::normal_tail(wide(-inf)) == 1);
  CHECK(sn::normal_tail(wide(0)) == wide(1) / 2);
}

}  // namespace scaling_limits::testing
