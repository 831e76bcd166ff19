// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/storage/copies.hpp>
#include <scaling_limits/storage/placement.hpp>
#include <scaling_limits/storage/tier.hpp>

#include "support/domain.hpp"
#include "support/tables.hpp"

using namespace scaling_limits;
using namespace scaling_limits::storage;
using namespace scaling_limits::testing;

TEST_CASE("kernels of storage answer up to the ends of their domains and not beyond", "[storage]") {
  CHECK_DOMAIN(shard_loss_rate, {Range{.lower = 2}, 8}, {whole({.lower = 1, .upper = 8})}, {above_zero}, {from_zero});
  const Argument machines{whole({.lower = 3, .upper = 1e7}), 16}, copies{whole({.lower = 1, .upper = 16}), 2},
      lost{whole({.lower = 0, .upper = 16}), 3};
  CHECK_DOMAIN(placement_survival_bound, machines, copies, lost);
  const auto mixed = [](double n, double m, double k) { return placement_survival(n, m, k, Placement::mixed); };
  CHECK_DOMAIN(mixed, machines, copies, lost);
}

TEST_CASE("the fields of a tier are within the bounds that are written here", "[storage]") {
  CHECK(table_of<storage::Tier<>>() ==
        "write_bandwidth = nan [B/s]: > 0, usually 1e+09 to 1e+14, a help\n"
        "read_bandwidth = inf [B/s]: > 0, usually 1e+09 to 1e+14, a help\n"
        "latency = 0 [s]: >= 0 and finite, usually 0 to 60, a cost\n"
        "per_gpu = 0 [1]: true or false\n");
}
