// SPDX-License-Identifier: Apache-2.0
// Losses that rise and fall: several peaks of which one is the highest, and sizes so few that a grid steps over them.
#include <scaling_limits/limits/max_gpus.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

namespace {

using namespace scaling_limits;
using namespace scaling_limits::limits;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

/// Failures cost less than 1e-9 at the sizes below.
const TrainingRun<> run{.gpus = 1024, .gpu_mttf = 1e30, .checkpoint_bytes = 5e12, .write_bandwidth = 2e12};

/// Training spills out of a pod: throughput falls by e^depth around that size, and rises with more pods until they crowd.
struct Pods {
  double pod = 1e4, depth = 2, crowd = 1e6;
  void validate() const {}
  template <class S>
  Terms<S> losses(const S& gpus) const {
    using std::exp;
    using std::log;
    const S steps = log(S(gpus / S(pod))) / S(0.1);
    const S few = exp(S(value_of(steps) < 0 ? steps : -steps)), share = (value_of(steps) < 0 ? few : S(1)) / (S(1) + few);
    return {{"spill", S(S(depth) * share)}, {"crowd", S(gpus / S(crowd))}};
  }
};

/// Training fits well at one size alone: losses 1, none at that size.
struct Niche {
  double gpus_there = 4096, width = 0.03;
  void validate() const {}
  template <class S>
  Terms<S> losses(const S& gpus) const {
    using std::exp;
    using std::log;
    const S x = log(S(gpus / S(gpus_there))) / S(width);
    return {{"misfit", S(S(1) - exp(S(-x * x / S(2))))}};
  }
};

/// The top of ln N - losses between two logarithms, by thirds.
double top(const Pods& pods, double low, double high) {
  const auto height = [&](double u) { return u - pods.losses(std::exp(u)).sum(); };
  while (high - low > 1e-9) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    (height(a) < height(b) ? low : high) = height(a) < height(b) ? a : b;
  }
  return std::exp(0.5 * (low + high));
}

}  // namespace

TEST_CASE("of two peaks the higher one is the limit, be it the first or the last", "[limits]") {
  int first_is_higher = 0, last_is_higher = 0;
  for (const double depth : {1.5, 2.5, 3.5, 3.9, 4.5, 6.0}) {
    const Pods pods{.depth = depth};
    const double first = top(pods, std::log(1e3), std::log(1e4)), last = top(pods, std::log(5e4), std::log(1e7));
    const auto throughput = [&](double gpus) { return std::log(gpus) - pods.losses(gpus).sum(); };
    const bool low = throughput(first) > throughput(last);
    (low ? first_is_higher : last_is_higher)++;
    const auto limit = max_gpus(run, peak_throughput(), growth::fixed(), strategies::blocking(), pods);
    INFO("depth " << depth << ": peaks at " << first << " and " << last);
    REQUIRE(limit.status == Status::ok);
    CHECK_THAT(limit.value, WithinRel(low ? first : last, 1e-6));  // a top by comparison has half the digits
    // both, and the valley between
    CHECK(limit.roots.size() == 3);
    // the last size at which another GPU is still worth something does not care which peak is higher
    const auto elastic = max_gpus(run, elasticity_at_least{0.001}, growth::fixed(), strategies::blocking(), pods);
    CHECK_THAT(elastic.value, WithinRel(0.999e6, 1e-6));  // 1 - N / crowd = 0.001, the spill over by then
  }
  CHECK(first_is_higher >= 2);
  CHECK(last_is_higher >= 2);
}

TEST_CASE("sizes between two points of the scan are found where losses turn there", "[limits]") {
  for (int k = 0; k < 10; ++k)
    for (const double width : {0.04, 0.05, 0.06}) {
      const Niche niche{.gpus_there = 4096 * std::exp(0.05 * k), .width = width};
      const auto limit = max_gpus(run, efficiency_at_least{0.8}, growth::fixed(), strategies::blocking(), niche);
      // 1 - exp(-x^2 / 2) = -ln 0.8
      const double x = std::sqrt(-2 * std::log(1 + std::log(0.8)));
      INFO("at " << niche.gpus_there << ", width " << width << ": " << limit.note);
      REQUIRE(limit.status == Status::ok);
      CHECK_THAT(std::log(limit.value / niche.gpus_there), WithinAbs(x * width, 1e-9));
      REQUIRE(limit.roots.size() == 2);
      CHECK_THAT(std::log(*limit.roots.begin() / niche.gpus_there), WithinAbs(-x * width, 1e-9));
    }
}
