// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/limits/memory_recovery.hpp"

#include <boost/math/tools/toms748_solve.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "scaling_limits/core/units.hpp"
#include "support/digits.hpp"

using namespace scaling_limits;
using testing::wide;
using namespace scaling_limits::limits;
using namespace scaling_limits::units;
using Catch::Matchers::WithinRel;
using enum LatencyGrowth;

namespace {

double g(LatencyGrowth growth, double n, double n0) {
  return growth == constant ? 1 : growth == logarithmic ? std::log2(n) : growth == square_root ? std::sqrt(n / n0) : n / n0;
}

}  // namespace

TEST_CASE("reconstructions A and C give the sizes that the sheet lists", "[limits]") {
  const double mttf = 50'000 * hour;
  // printed to two digits: half a unit of the second, relative, is at most 5e-2
  CHECK_THAT(memory_recovery_single_failure(mttf, 10e-6, constant), WithinRel(1.8e13, 5e-2));
  CHECK_THAT(memory_recovery_single_failure(mttf, 10e-6, logarithmic), WithinRel(4.6e11, 2e-2));
  CHECK_THAT(memory_recovery_single_failure(mttf, 10e-6, square_root), WithinRel(1.7e10, 5e-2));
  CHECK_THAT(memory_recovery_single_failure(mttf, 10e-6, linear), WithinRel(5.4e8, 2e-2));
  CHECK_THAT(memory_recovery_second_failure(mttf, 5e-3, linear), WithinRel(7.0e9, 2e-2));
  CHECK_THAT(memory_recovery_second_failure(mttf, 5e-3, constant), WithinRel(1.3e21, 5e-2));
}

TEST_CASE("A: recovery takes one mtbf at the limit; C: N t^2 = gpu_mttf^2, by substitution", "[limits]") {
  const auto growth = GENERATE(constant, logarithmic, square_root, linear);
  const double mttf = GENERATE(1e4, 1.8e8, 1e12), latency = GENERATE(1e-9, 1e-5, 0.3, 100.0), n0 = GENERATE(8.0, 16384.0);
  const double a = memory_recovery_single_failure(mttf, latency, growth, n0);
  CHECK_THAT(latency * g(growth, a, n0) * a / mttf, WithinRel(1.0, 2e-13));  // exponentials of logarithms up to 90
  const double c = memory_recovery_second_failure(mttf, latency, growth, n0);
  const double t = latency * g(growth, c, n0);
  CHECK_THAT(c * t * t / (mttf * mttf), WithinRel(1.0, 2e-13));
}

TEST_CASE("B: the links of the machine carry the state in one mtbf", "[limits]") {
  const double mttf = GENERATE(1e4, 1.8e8), bytes = GENERATE(1e9, 5e12), b = GENERATE(1e9, 4.5e11),
               beta = GENERATE(0.25, 0.5, 1.0);
  const double n = memory_recovery_spread_state(mttf, bytes, b, 16384, beta);
  CHECK_THAT(bytes * std::pow(n / 16384, beta) / (n * b) / (mttf / n), WithinRel(1.0, 1e-13));  // as above
  CHECK_THAT(memory_recovery_spread_state(mttf, bytes, b), WithinRel(std::pow(mttf * b / bytes, 2) * 16384, 1e-13));
  CHECK(memory_recovery_spread_state(mttf, 5e9, b, 16384, 0) == inf);         // fixed model: no limit
  CHECK(std::isnan(memory_recovery_spread_state(1.0, 5e12, 1.0, 16384, 0)));  // one link too slow whatever the size
}

TEST_CASE("memory-based limits in 50 digits and as derivatives", "[limits]") {
  const auto growth = GENERATE(constant, logarithmic, square_root, linear);
  const wide exact = memory_recovery_single_failure(wide(1.8e8), wide(1e-5), growth);
  CHECK_THAT(memory_recovery_single_failure(1.8e8, 1e-5, growth), WithinRel(double(exact), 2e-14));  // log, then exp of 30
  if (growth == logarithmic) CHECK(double(abs(exact * log(exact) / log(wide(2)) * wide(1e-5) / wide(1.8e8) - 1)) < 1e-45);
  const wide h("1e-20");
  const wide more = memory_recovery_single_failure(wide(1.8e8) * (1 + h), wide(1e-5), growth);
  const auto seeded = memory_recovery_single_failure(dual<double>(1.8e8, 1.8e8), 1e-5, growth);
  CHECK_THAT(seeded.slope, WithinRel(double((more - exact) / h), 1e-12));
}

TEST_CASE("recovery in no time, and nonsense", "[limits]") {
  CHECK(memory_recovery_single_failure(1.8e8, 0, linear) == inf);
  CHECK(memory_recovery_second_failure(inf, 1e-5, constant) == inf);
  CHECK(memory_recovery_spread_state(1.8e8, 0, 1e9) == inf);
  CHECK(std::isnan(memory_recovery_single_failure(NaN, 1e-5, linear)));
  CHECK(std::isnan(memory_recovery_single_failure(1.8e8, -1.0, linear)));
  CHECK(std::isnan(memory_recovery_second_failure(1.8e8, 1e-5, linear, -1)));
  CHECK(std::isnan(memory_recovery_spread_state(1.8e8, 5e12, 0)));
}

TEST_CASE("a growth may be named", "[limits]") {
  CHECK(from_word<LatencyGrowth>("memory_recovery", "growth", "constant") == constant);
  CHECK(from_word<LatencyGrowth>("memory_recovery", "growth", "logarithmic") == logarithmic);
  CHECK(from_word<LatencyGrowth>("memory_recovery", "growth", "square_root") == square_root);
  CHECK(from_word<LatencyGrowth>("memory_recovery", "growth", "linear") == linear);
  CHECK_THROWS_AS(from_word<LatencyGrowth>("memory_recovery", "growth", "cubic"), InvalidArgument);
}
