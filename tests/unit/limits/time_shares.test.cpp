// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/limits/time_shares.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "scaling_limits/limits/hard_cap.hpp"
#include "scaling_limits/limits/power_law_factor.hpp"
#include "scaling_limits/strategies/blocking.hpp"
#include "support/tolerance.hpp"

using namespace scaling_limits;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

TEST_CASE("every GPU-hour goes somewhere, and the useful ones are what is useful", "[limits]") {
  const TrainingRun<> run{.gpus = 16384, .gpu_mttf = 1.8e8, .checkpoint_bytes = 5e12, .write_bandwidth = 2e12, .downtime = 300};
  const strategies::Blocking<> blocking{};
  for (const double gpus : {8., 16384., 1e6, 1e8}) {
    TrainingRun<> at = run;
    at.gpus = gpus;
    const limits::PowerLaw<> first{.ratio = 0.1, .gpus = 1e4, .exponent = 0.3, .name = "network"};
    const limits::PowerLaw<> second{.ratio = 0.05, .gpus = 1e4, .exponent = 0.1, .name = "step"};
    const Terms<double> shares = limits::time_shares(at, blocking, first, second);
    const double e1 = first.efficiency(gpus), e2 = second.efficiency(gpus), goodput = std::exp(-blocking.losses(at).sum());
    CHECK_THAT(shares.sum(), WithinAbs(1, tolerance::two_routes));
    CHECK_THAT(shares.of("useful"), WithinRel(goodput * e1 * e2, 1e-11));  // e-loss of a goodput near 0 at 1e8
    // the two share what they lose as their logarithms do
    CHECK_THAT(shares.of("network") * std::log(e2), WithinRel(shares.of("step") * std::log(e1), 1e-11));
    CHECK_THAT(shares.of("network") + shares.of("step"), WithinRel(goodput * (1 - e1 * e2), 1e-9));  // 1 - e1 e2 cancels
  }
  TrainingRun<> beyond = run;
  const limits::HardCap<> cap{.gpus = 1000, .name = "power"};
  const Terms<double> gone = limits::time_shares(beyond, blocking, cap);
  CHECK(gone.of("useful") == 0);
  CHECK_THAT(gone.sum(), WithinAbs(1, tolerance::two_routes));
}
