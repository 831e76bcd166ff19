// SPDX-License-Identifier: Apache-2.0
// The combined peak with every strategy in place of the blocking one, against a dense scan of N x efficiency x goodput.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <scaling_limits/limits/max_gpus.hpp>
#include <scaling_limits/limits/strong_scaling.hpp>

#include "support/strategies.hpp"

using namespace scaling_limits;
using namespace scaling_limits::limits;
using namespace scaling_limits::strategies;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

constexpr std::array left_out{LeftOut{"independent", "loses at N what the strategy of a learner loses at N / 8"}};

}  // namespace

TEST_CASE("the combined peak of every strategy is the top of a dense scan", "[limits][slow]") {
  const TrainingRun<> run{.gpus = 16'384,
                          .gpu_mttf = 50'677 * 3600.,
                          .checkpoint_bytes = 5e12,
                          .write_bandwidth = 2e12,
                          .read_bandwidth = 2e12,
                          .initialization_time = 300,
                          .downtime = 60};
  const StrongScaling<> step{.half_size = 101'035};
  const auto check = [&](const auto& strategy) {
    CAPTURE(std::string(strategy.name()));
    const auto limit = max_gpus(run, peak_throughput(), growth::fixed(), strategy, step);
    const auto theta = [&](double gpus) {
      return gpus / (1 + gpus / 101'035) * goodput(growth::fixed().at(run, gpus), strategy);
    };
    double best = 1, most = 0;
    for (double n = 10; n < 1e8; n *= 1.005)
      if (const double here = theta(n); here > most) most = here, best = n;
    if (limit.status == Status::no_limit) {  // the scan must still rise at its end
      CHECK(best > 9e7);
      return;
    }
    REQUIRE(limit.status == Status::ok);
    CHECK_THAT(limit.value, WithinRel(best, 0.02));  // a flat top, steps of half a per cent
    CHECK(theta(limit.value) >= most * (1 - 1e-12));
    CHECK_THAT(limit.useful_gpus(), WithinRel(theta(limit.value), 1e-9));  // some strategies search their interval
    CHECK_THAT(limit.shares.sum(), WithinAbs(1, 1e-9));
    CHECK(limit.shares.of("step") > 0);
  };
  for_one_of_each_kind<left_out>(check);
  check(in_memory(3, "ring"));
  check(just_in_time(0.9, 10));
  check(replicated(false));
}
