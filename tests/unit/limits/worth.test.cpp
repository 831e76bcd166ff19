// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/limits/worth.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "scaling_limits/limits/hard_cap.hpp"
#include "scaling_limits/limits/max_gpus.hpp"
#include "scaling_limits/limits/power_law_factor.hpp"
#include "scaling_limits/strategies/blocking.hpp"
#include "support/tolerance.hpp"

using namespace scaling_limits;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

const TrainingRun<> run{.gpus = 16384, .gpu_mttf = 1.8e8, .checkpoint_bytes = 5e12, .write_bandwidth = 2e12, .downtime = 300};
const strategies::Blocking<> blocking{};
const limits::PowerLaw<> network{.ratio = 0.1, .gpus = 1e4, .exponent = 0.3, .name = "network"};

}  // namespace

TEST_CASE("what 1 % more of a size adds is the slope of its worth, and the terms take the rest", "[limits]") {
  const auto law = growth::chinchilla();
  for (const double gpus : {64., 16384., 1e6, 1e7}) {
    CAPTURE(gpus);
    const auto found = limits::worth_at(run, gpus, law, blocking, network);
    // the value by the closed form of each factor alone, the slopes by differences of it
    const auto losses_at = [&](double size) {
      Terms<double> losses = network.losses(size);
      for (const auto& [term, loss] : blocking.losses(law.at(run, size))) losses.add(term, loss);
      return losses;
    };
    const Terms<double> losses = losses_at(gpus);
    CHECK_THAT(found.worth, WithinRel(gpus * std::exp(-losses.sum()), tolerance::two_routes));
    CHECK_THAT(found.efficiency, WithinRel(network.efficiency(gpus) * strategies::goodput(law.at(run, gpus), blocking), 1e-11));
    REQUIRE(found.losses.size() == losses.size());
    const double h = 1e-4;  // error h^2
    for (const auto& [term, loss] : losses) {
      CAPTURE(term);
      CHECK_THAT(found.losses.of(term), WithinRel(loss, tolerance::two_routes));
      const double slope = (losses_at(gpus * (1 + h)).of(term) - losses_at(gpus * (1 - h)).of(term)) / (2 * h);
      CHECK_THAT(found.lost.of(term), WithinAbs(slope, 1e-6));
    }
    CHECK_THAT(found.elasticity + found.lost.sum(), WithinAbs(1, 1e-14));  // by rounding
    CHECK(found.binding == found.lost.largest());
  }
}

TEST_CASE("at the peak of useful throughput 1 % more adds nothing, and beyond a cap nothing is left", "[limits]") {
  const auto law = growth::chinchilla();
  const auto peak = limits::max_gpus(run, limits::peak_throughput(), law, blocking, network);
  const auto there = limits::worth_at(run, peak.value, law, blocking, network);
  CHECK_THAT(there.elasticity, WithinAbs(0, 1e-9));  // of the solver
  CHECK_THAT(there.worth, WithinRel(peak.useful_gpus(), 1e-12));
  for (const auto& [term, share] : peak.shares) CHECK_THAT(there.lost.of(term), WithinAbs(share, 1e-9));
  const limits::HardCap<> cap{.gpus = 1000, .name = "power"};
  CHECK(limits::worth_at(run, 1000, law, blocking, cap).worth > 900);
  const auto beyond = limits::worth_at(run, 1001, law, blocking, network, cap);
  CHECK(beyond.worth == 0);
  CHECK(beyond.binding == "power");
}
