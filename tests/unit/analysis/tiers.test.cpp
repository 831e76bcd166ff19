// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/analysis/tiers.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

using namespace scaling_limits;
using namespace scaling_limits::limits;
using namespace scaling_limits::analysis;
using Catch::Matchers::WithinRel;

TEST_CASE("limits by tier are those of the run saved there, in the order asked for", "[analysis]") {
  const TrainingRun<> run{.gpus = 16384, .gpu_mttf = 1.8e8, .checkpoint_bytes = 5e12, .write_bandwidth = 1};
  const std::vector<NamedTier> tiers{
      {"memory", {.write_bandwidth = 5e10, .read_bandwidth = 5e10, .latency = 1e-3, .per_gpu = 1}},
      {"file system", {.write_bandwidth = 2e12}}};
  const std::vector<NamedLaw> laws{{"fixed", growth::fixed()}, {"chinchilla", growth::chinchilla()}};
  const auto rows =
      limits_by_tier(run, tiers, std::tuple(goodput_at_least{0.9}, write_time_equals_mtbf()), laws, strategies::blocking());
  REQUIRE(rows.size() == 8);
  CHECK(rows[0].tier == "memory");
  CHECK(rows[3].growth == "chinchilla");
  CHECK(rows[3].criterion == "write_time_equals_mtbf");
  CHECK_THAT(rows[5].limit.value, WithinRel(7.2e7, 1e-12));      // 1.8e8 s / 2.5 s
  CHECK_THAT(rows[7].limit.value, WithinRel(4.395703e6, 1e-6));  // printed to seven digits
  // by hand: a bandwidth of each GPU is 16384 x 5e10 here and grows with the size, so only the latency grows in MTBFs in the
  // end
  const double n = rows[1].limit.value;
  CHECK_THAT(n / 1.8e8 * (1e-3 + 5e12 / (5e10 * n)), WithinRel(1.0, 1e-12));
  for (const auto& row : rows) {
    CHECK(row.write_time == run.saved_to(row.tier == "memory" ? tiers[0].tier : tiers[1].tier).write_time());
    CHECK(row.limit.status == Status::ok);
  }
  CHECK(rows[0].limit.value > 100 * rows[4].limit.value);
}
