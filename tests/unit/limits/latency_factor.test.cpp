// SPDX-License-Identifier: Apache-2.0
// The latency wall as a factor against the same wall as a count of GPUs, and against steps that are counted.
#include <scaling_limits/limits/latency_factor.hpp>
#include <scaling_limits/limits/max_gpus.hpp>
#include <scaling_limits/run/growth.hpp>
#include <scaling_limits/strategies/blocking.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "support/agrees.hpp"
#include "support/reference.hpp"

using namespace scaling_limits;
using namespace scaling_limits::testing;
using parallelism::LatencyWall;

namespace {

LatencyWall<> any_wall(Sampler& draw) {
  return {.layers = draw.log_uniform(10, 300),
          .layers_at = draw.log_uniform(1e9, 1e13),
          .layers_exponent = draw.uniform(0, 0.5),
          .batch_tokens = draw.log_uniform(1e6, 1e9),
          .batch_at = draw.log_uniform(1e9, 1e13),
          .batch_exponent = draw.uniform(0, 0.6),
          .latency_per_layer = draw.log_uniform(1e-6, 1e-2)};
}

}  // namespace

TEST_CASE("the factor is the share of a step that its layers' latency leaves", "[limits]") {
  Sampler draw(1);
  for (int i = 0; i < 300; ++i) {
    const LatencyWall<> w = any_wall(draw);
    const double duration = draw.log_uniform(1e5, 1e8), flops = draw.log_uniform(1e13, 1e16), gpus = draw.log_uniform(1, 1e9);
    const auto factor = limits::latency_factor(w, duration, flops);
    CHECK(std::string_view(factor.name) == "latency");
    CHECK(factor.ratio == 1);
    // the model of that size: what its GPUs do in the duration, were there no latency; one step of it, in parts
    const double n = std::sqrt(gpus * duration * flops / (6 * w.tokens_per_parameter));
    const double batch = w.batch_tokens * std::pow(n / w.batch_at, w.batch_exponent);
    const double computing = 6 * n * batch / (gpus * flops);
    const double waiting = w.latency_per_layer * w.layers * std::pow(n / w.layers_at, w.layers_exponent);
    CHECK_THAT(factor.efficiency(gpus), agrees(computing / (computing + waiting), relative(tolerance::two_routes)));
  }
}

TEST_CASE("at the wall latency takes as long as compute, and there the two ways to say it agree", "[limits]") {
  Sampler draw(2);
  for (int i = 0; i < 100; ++i) {
    const LatencyWall<> w = any_wall(draw);
    const double duration = draw.log_uniform(1e5, 1e8), flops = draw.log_uniform(1e13, 1e16);
    const auto factor = limits::latency_factor(w, duration, flops);
    CHECK_THAT(factor.gpus * duration * flops, agrees(w.compute(duration), relative(tolerance::two_routes)));
    CHECK_THAT(factor.efficiency(factor.gpus), agrees(0.5, relative(tolerance::two_routes)));
    CHECK_THAT(w.share(w.compute(duration), duration), agrees(1., relative(tolerance::two_routes)));
  }
}

TEST_CASE("latency as published has no peak of its own, and is a term beside failures", "[limits]") {
  const LatencyWall<> w{.latency_per_layer = 110e-6};
  const auto factor = limits::latency_factor(w, 91 * 86400., 4e14);
  CHECK(factor.exponent < 1);
  double useful = 0;
  for (double gpus = 1; gpus < 1e20; gpus *= 10) {
    CHECK(gpus * factor.efficiency(gpus) > useful);
    useful = gpus * factor.efficiency(gpus);
  }
  const TrainingRun<> run{.gpus = 16384, .gpu_mttf = 1.8e8, .checkpoint_bytes = 5e12, .write_bandwidth = 2e12};
  const auto alone = limits::max_gpus(run, limits::peak_throughput(), growth::fixed(), strategies::Blocking<>());
  const auto both = limits::max_gpus(run, limits::peak_throughput(), growth::fixed(), strategies::Blocking<>(), factor);
  CHECK(both.value < alone.value);
  CHECK(both.shares.of("latency") > 0);
}

TEST_CASE("a factor of latency is refused what makes none", "[limits]") {
  CHECK_THROWS_WITH(limits::latency_factor(LatencyWall<>{}, 1e7, 1e15),
                    "LatencyWall: latency_per_layer = nan must be > 0 and finite [s]");
  CHECK_THROWS_WITH(limits::latency_factor(LatencyWall<>{.layers = -1, .latency_per_layer = 1}, 1e7, 1e15),
                    "LatencyWall: layers = -1 must be > 0 and finite");
  CHECK_THROWS_WITH(limits::latency_factor(LatencyWall<>{.latency_per_layer = 1}, 0, 1e15),
                    "latency_factor: duration = 0 must be > 0 and finite [s]");
  CHECK_THROWS_WITH(limits::latency_factor(LatencyWall<>{.latency_per_layer = 1}, 1e7, inf),
                    "latency_factor: flops = inf must be > 0 and finite [FLOP/s]");
}
