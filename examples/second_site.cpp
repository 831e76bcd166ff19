// SPDX-License-Identifier: Apache-2.0
// A what-if test: a second site pays, as long as replicas leave more of the work than it needs to break even.
#include <catch2/catch_test_macros.hpp>

#include "scaling_limits/scaling_limits.hpp"

using namespace scaling_limits;

TEST_CASE("a second site on 1 Tb/s pays, if replicas cost as little as the joint law says") {
  auto run = published::llama3_405b();
  run.checkpoint_bytes = 2.5 * units::TB, run.write_bandwidth = 1 * units::TB, run.read_bandwidth = inf;
  run.initialization_time = 5 * units::minute, run.downtime = 0;
  const double step_work = 6 * 405e9 * 16'777'216 / 400e12;  // [ideal GPU-seconds]
  const analysis::Sites<> sites{.sites = 2, .bandwidth = 125 * units::GB, .bytes = 2 * 405e9, .latency = 0.005};
  const limits::StrongScaling<> step{.half_size = 101'035};
  const std::vector<double> counts{1, 2};
  const auto rows =
      analysis::compare_sites(run, step_work, sites, counts, limits::peak_throughput{}, strategies::blocking(), step);
  const auto& law = published::replica_law("charles_2025_joint");
  CHECK(rows[1].worth > rows[0].worth);
  CHECK(rows[1].break_even < limits::ReplicaCost<>{law.compute_exponent(), 2}.efficiency(1));
}
