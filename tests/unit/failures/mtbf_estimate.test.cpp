// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/failures/mtbf_estimate.hpp"

#include <boost/math/distributions/poisson.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "scaling_limits/core/units.hpp"

using namespace scaling_limits;
using namespace scaling_limits::failures;
using namespace scaling_limits::units;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

TEST_CASE("Llama 3's MTBF and its interval", "[failures]") {
  const auto m = mtbf_from_events(419, 54 * day);
  CHECK_THAT(m.mtbf / hour, WithinAbs(3.093, 5e-4));
  CHECK_THAT(m.lower / hour, WithinAbs(2.811, 5e-4));
  CHECK_THAT(m.upper / hour, WithinAbs(3.412, 5e-4));
}

TEST_CASE("the interval's ends are where the count would be a tail event of a Poisson law", "[failures]") {
  const double n = GENERATE(1.0, 2.0, 7.0, 50.0, 1000.0), confidence = GENERATE(0.5, 0.9, 0.95, 0.999);
  const double exposure = 3e6, tail = 0.5 * (1 - confidence);
  const auto m = mtbf_from_events(n, exposure, confidence);
  CHECK(m.lower < m.mtbf);
  CHECK(m.mtbf < m.upper);
  using boost::math::poisson;
  // a mean of T/lower leaves n or fewer with probability tail; T/upper leaves n or more. 1e-9: inverse of an inverse, in tails
  CHECK_THAT(boost::math::cdf(poisson(exposure / m.lower), n), WithinRel(tail, 1e-9));
  CHECK_THAT(boost::math::cdf(boost::math::complement(poisson(exposure / m.upper), n - 1)), WithinRel(tail, 1e-9));
}

TEST_CASE("no event is evidence too: at 95 % the MTBF is above a third of the exposure", "[failures]") {
  const auto m = mtbf_from_events(0, 30.0);
  CHECK(m.mtbf == inf);
  CHECK(m.upper == inf);
  CHECK_THAT(m.lower, WithinRel(30 / 2.995732273553991, 1e-14));  // -ln 0.05, 0.95 being inexact
}

TEST_CASE("an estimate from nonsense is NaN", "[failures]") {
  for (const double bad : {-1.0, NaN}) {
    CHECK(std::isnan(mtbf_from_events(bad, day).mtbf));
    CHECK(std::isnan(mtbf_from_events(1, bad).lower));
    CHECK(std::isnan(mtbf_from_events(1, day, bad).upper));
  }
}

TEST_CASE("the posterior of an MTBF is that of its count: by summing prior times likelihood", "[failures]") {
  const double n = GENERATE(0.0, 1.0, 7.0, 419.0), exposure = 54 * day;
  for (const double p : {0.025, 0.5, 0.975}) {
    const double m = mtbf_quantile(n, exposure, p);
    // rates r of density r^(n - 1/2) e^-(r T), which is even in sqrt(r): above 1/m, over all of them
    double above = 0, all = 0;
    const double most = std::sqrt((n + 20 + 12 * std::sqrt(n + 1)) / exposure), step = most / 400'000;
    for (double root = step / 2; root < most; root += step) {
      const double r = root * root, density = std::exp(2 * n * std::log(root / most) - r * exposure + (n > 0 ? n : 0));
      all += density, above += r > 1 / m ? density : 0;
    }
    CHECK_THAT(above / all, WithinAbs(p, 1e-4));  // a sum in steps
  }
  const auto ends = mtbf_from_events(419, exposure);
  CHECK(mtbf_quantile(419, exposure, 0.025) > ends.lower);
  CHECK(mtbf_quantile(419, exposure, 0.975) < ends.upper);
  for (const double bad : {-1.0, 0.0, 1.0, NaN}) CHECK(std::isnan(mtbf_quantile(3, day, bad)));
  CHECK(std::isnan(mtbf_quantile(-1, day, 0.5)));
  CHECK(std::isnan(mtbf_quantile(1, 0.0, 0.5)));
}

TEST_CASE("a count as people ask for it: Llama 3's published 419 interruptions in 54 days", "[failures]") {
  const auto found = failures_counted(419, 54 * day, 16384);
  CHECK_THAT(found.per_day[0], WithinAbs(419 / 54., 1e-12));
  CHECK_THAT(found.gpu_mttf[0] / hour, WithinAbs(50677, 0.5));  // 16384 x 54 x 24 h / 419
  // what fails a day is a count like any other: its ends are those of a Poisson law of 54 days
  using boost::math::poisson;
  CHECK_THAT(boost::math::cdf(poisson(54 * found.per_day[2]), 419), WithinRel(0.025, 1e-9));
  CHECK_THAT(boost::math::cdf(boost::math::complement(poisson(54 * found.per_day[1]), 418)), WithinRel(0.025, 1e-9));
  for (std::size_t k = 0; k < 3; ++k) CHECK(found.gpu_mttf[k] == 16384 * found.mtbf[k]);
  const auto none = failures_counted(0, day, 8);
  CHECK((none.per_day[0] == 0 && none.per_day[1] == 0 && none.per_day[2] > 2.99));
  CHECK(std::isnan(failures_counted(3, 0, 8).per_day[0]));
}

TEST_CASE("counts beyond what series hold have their interval too", "[failures]") {
  for (const double n : {0.99e8, 1e8, 1.01e8, 1e9, 1e10})
    for (const double confidence : {0.1, 0.95, 0.999999}) {
      const double tail = 0.5 * (1 - confidence);
      const auto m = mtbf_from_events(n, 1e9, confidence);
      // 1e-6: a quantile right to 1e-15 is one to 1e-10 standard deviations, and tails are as steep as five of them
      CHECK_THAT(boost::math::gamma_q(n + 1, 1e9 / m.lower), WithinRel(tail, 1e-6));
      CHECK_THAT(boost::math::gamma_p(n, 1e9 / m.upper), WithinRel(tail, 1e-6));
      CHECK_THAT(boost::math::gamma_q(n + 0.5, 1e9 / mtbf_quantile(n, 1e9, tail)), WithinRel(tail, 1e-6));
    }
  for (const double n : {1e12, 9007199254740992.0, 1e300}) {
    const auto m = mtbf_from_events(n, 1e-3);
    CHECK_THAT(m.lower * n / 1e-3, WithinRel(1 - 1.959963984540054 / std::sqrt(n), 1e-10));
    CHECK_THAT(m.upper * n / 1e-3, WithinRel(1 + 1.959963984540054 / std::sqrt(n), 1e-10));
    CHECK_THAT(mtbf_quantile(n, 1e-3, 0.5) * n / 1e-3, WithinRel(1., 1e-10));
  }
}
