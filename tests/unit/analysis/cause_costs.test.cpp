// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/analysis/cause_costs.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

using namespace scaling_limits;
using Catch::Matchers::WithinRel;

namespace {

const TrainingRun<> run{.gpus = 16384,
                        .gpu_mttf = 1.8e8,
                        .checkpoint_bytes = 5e12,
                        .write_bandwidth = 2e12,
                        .read_bandwidth = 1e12,
                        .initialization_time = 300,
                        .downtime = 60};

}  // namespace

TEST_CASE("causes cost together what failures do; without one the same work costs less", "[analysis][causes]") {
  const economics::Prices<> prices{.gpu = 2 / 3600.0};
  const Stops<> stops{.causes = {{.name = "hang", .share = 0.1, .detection = 2700},
                                 {.name = "upgrade", .mtbf = 5e5, .downtime = 600, .planned = 1},
                                 {.name = "never", .mtbf = inf, .planned = 1}}};
  const auto costs = analysis::cause_costs(run, stops, prices, strategies::Blocking<>{});
  const auto strategy = strategies::under_causes(stops.causes, strategies::Blocking<>{});
  double all = 0;
  for (const auto& row : costs.rows) all += row.per_second;
  CHECK_THAT(all, WithinRel(economics::failure_cost(run, prices, strategy).per_second, 1e-12));
  REQUIRE(costs.rows.size() == 4);
  CHECK(costs.rows[3].cause == "other");
  CHECK(costs.rows[2].per_second == 0);
  CHECK(std::abs(costs.rows[2].saved) < 1e-12);
  // the same work in less time: the bill of a second, less what that second is worth without the hang
  auto rest = stops.causes;
  rest.erase(rest.begin());
  TrainingRun<> fewer = run;
  fewer.gpu_mttf = run.gpu_mttf / 0.9;
  const double with = strategies::goodput(run, strategy);
  const double without = strategies::goodput(fewer, strategies::under_causes(rest, strategies::Blocking<>{}));
  CHECK_THAT(costs.rows[0].saved, WithinRel(16384 * 2 / 3600.0 * (1 - with / without), 1e-10));
  CHECK(costs.rows[0].saved > 0);
}

TEST_CASE("prices are looked at; what has no price costs nothing", "[analysis][causes]") {
  const Stops<> stops{.causes = {{.name = "hang", .share = 0.1}}};
  CHECK_THROWS_AS(analysis::cause_costs(run, stops, economics::Prices<>{.gpu = -1}, strategies::Blocking<>{}), DomainError);
  for (const auto& row : analysis::cause_costs(run, stops, economics::Prices<>{.gpu = 0}, strategies::Blocking<>{}).rows) {
    CHECK(row.per_second == 0);
    CHECK(row.saved == 0);
  }
}
