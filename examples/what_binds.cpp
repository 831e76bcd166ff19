// SPDX-License-Identifier: Apache-2.0
// What-if questions about years to come, as tests: which limit binds when, and what moves that date.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "scaling_limits/scaling_limits.hpp"

using namespace scaling_limits;
using Catch::Matchers::WithinAbs;

namespace {

const auto goodput = analysis::under("goodput 0.9", limits::goodput_at_least{0.9});

}  // namespace

// [readme]
TEST_CASE("failures bind years before power does, unless storage grows as fast as the runs") {
  auto scenario = published::epoch_2030();  // the medians of a forecast of power, chips, data and latency
  const double power = analysis::binding_date(scenario, analysis::Supply::power);
  CHECK_THAT(power, WithinAbs(2030.42, 0.01));
  CHECK_THAT(analysis::binding_date(scenario, goodput), WithinAbs(2026.56, 0.01));

  const auto needed = analysis::required_growth(scenario, "write_bandwidth", goodput);
  scenario.yearly = growth::per_year({{"write_bandwidth", 1.01 * needed.factor}});
  CHECK(analysis::binding_date(scenario, goodput) > power);
}
// [/readme]

TEST_CASE("our restart time is good enough for the runs that we plan for 2028") {
  auto scenario = published::epoch_2030();
  scenario.run.initialization_time = 60;
  scenario.yearly = growth::per_year({{"write_bandwidth", 3}, {"initialization_time", 0.5}});
  scenario.demand.share = 0.05;  // ours is no frontier lab
  scenario.demand.compute /= 20;
  CHECK(analysis::binding_date(scenario, goodput) > 2028);
  const auto date = analysis::timeline_at(scenario, 2028, {goodput});
  CHECK(date.demand < date.combined.value);
}
