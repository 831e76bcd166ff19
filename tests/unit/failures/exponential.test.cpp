// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/failures/exponential.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "scaling_limits/core/dual.hpp"

using namespace scaling_limits;
using namespace scaling_limits::failures;
using namespace scaling_limits::units;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

TEST_CASE("rates of published machines", "[failures]") {
  // printed to four or more digits, hence the tolerances
  CHECK_THAT(gpu_mttf_from_events(419, 16384, 54 * day) / hour, WithinRel(50677.0, 1e-5));
  CHECK_THAT(gpu_mttf_from_node_rate(6.5) / 16384 / hour, WithinAbs(1.802885, 5e-7));
  CHECK_THAT(mtbf_from_gpus(gpu_mttf_from_node_rate(6.5), 131072) / hour, WithinAbs(0.225361, 5e-7));
  CHECK_THAT(node_rate_from_gpu_mttf(gpu_mttf_from_events(419, 16384, 54 * day)), WithinAbs(3.789, 5e-4));
}

TEST_CASE("conversions are inverses of each other", "[failures]") {
  const double rate = GENERATE(1e-9, 0.37, 2.34, 6.5, 1e6), gpus = GENERATE(1.0, 4.0, 8.0, 72.0);
  CHECK_THAT(node_rate_from_gpu_mttf(gpu_mttf_from_node_rate(rate, gpus), gpus), WithinRel(rate, 1e-15));  // two roundings
  CHECK_THAT(gpu_mttf_from_mtbf(mtbf_from_gpus(rate, gpus), gpus), WithinRel(rate, 1e-15));
}

TEST_CASE("interruptions in wall-clock time cost their downtimes", "[failures]") {
  // so many stretches of running time, each followed by a downtime, fill the time that was watched
  const double mtbf = GENERATE(60.0, 4321.5, 1e7), downtime = GENERATE(0.0, 0.5, 3600.0), count = GENERATE(1.0, 419.0);
  CHECK_THAT(mtbf_from_interruptions(count, count * (mtbf + downtime), downtime), WithinRel(mtbf, 1e-12));
  CHECK(std::isnan(mtbf_from_interruptions(count, count * downtime, downtime)));  // no time left to run
  for (const double bad : {0.0, -1.0, scaling_limits::inf, scaling_limits::NaN}) {
    if (bad < inf) CHECK(std::isnan(mtbf_from_interruptions(bad, day, 0)));
    CHECK(std::isnan(mtbf_from_interruptions(1, bad, 0)));
    if (bad != 0) CHECK(std::isnan(mtbf_from_interruptions(1, day, bad)));
  }
}

TEST_CASE("a machine without failures, and nonsense", "[failures]") {
  CHECK(gpu_mttf_from_events(0, 8, day) == inf);
  CHECK(gpu_mttf_from_node_rate(0) == inf);
  CHECK(node_rate_from_gpu_mttf(inf) == 0);
  for (const double bad : {-1.0, NaN}) {
    CHECK(std::isnan(gpu_mttf_from_events(bad, 8, day)));
    CHECK(std::isnan(gpu_mttf_from_events(1, bad, day)));
    CHECK(std::isnan(gpu_mttf_from_events(1, 8, bad)));
    CHECK(std::isnan(gpu_mttf_from_node_rate(bad)));
    CHECK(std::isnan(gpu_mttf_from_node_rate(1, bad)));
    CHECK(std::isnan(node_rate_from_gpu_mttf(bad)));
    CHECK(std::isnan(mtbf_from_gpus(bad, 1)));
    CHECK(std::isnan(mtbf_from_gpus(1, bad)));
  }
  STATIC_REQUIRE(std::same_as<decltype(gpu_mttf_from_node_rate(1.0f, 8)), float>);
  const dual<double> slope = gpu_mttf_from_node_rate(dual<double>(6.5, 6.5));
  CHECK_THAT(slope.slope, WithinRel(-slope.value, 1e-15));  // elasticity -1; two roundings
}
