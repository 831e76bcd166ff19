// SPDX-License-Identifier: Apache-2.0
// What the fields of this room are without being set, what they may be, and what they usually are.
#include "scaling_limits/strategies/asynchronous.hpp"
#include "scaling_limits/strategies/blocking.hpp"
#include "scaling_limits/strategies/elastic.hpp"
#include "scaling_limits/strategies/in_memory.hpp"
#include "scaling_limits/strategies/just_in_time.hpp"
#include "scaling_limits/strategies/replicated.hpp"
#include "scaling_limits/strategies/spared.hpp"
#include "scaling_limits/strategies/verified.hpp"

#include <catch2/catch_test_macros.hpp>

#include "support/tables.hpp"

namespace scaling_limits::testing {

TEST_CASE("the fields of every strategy are within the bounds that are written here", "[strategies]") {
  CHECK(table_of<strategies::Blocking<>>() ==
        "interval = nan [s]: > 0, or not given, usually 60 to 14400\n"
        "persist_latency = 0 [s]: >= 0 and finite, usually 0 to 600, a cost\n"
        "slowdown = 0 [1]: in [0, 1), usually 0 to 0.1, a cost\n");
  CHECK(table_of<strategies::Asynchronous<>>() ==
        "copy_bandwidth = nan [B/s]: > 0, usually 1e+11 to 1e+15, a help\n"
        "slowdown = 0 [1]: in [0, 1), usually 0 to 0.1, a cost\n"
        "interval = nan [s]: > 0, or not given, usually 60 to 14400\n");
  CHECK(table_of<strategies::InMemory<>>() ==
        "copies = 2 [1]: a whole number in [1, 64], usually 2 to 3\n"
        "exchange_time = 0 [s]: >= 0 and finite, usually 0 to 60, a cost\n"
        "write_time = 0 [s]: >= 0 and finite, usually 0 to 30, a cost\n"
        "gpus_per_machine = 8 [1]: > 0 and finite, usually 4 to 72\n");
  CHECK(table_of<strategies::JustInTime<>>() ==
        "share = 1 [1]: in [0, 1], usually 0.5 to 1, a help\n"
        "step_time = 0 [s]: >= 0 and finite, usually 1 to 60, a cost\n");
  CHECK(table_of<strategies::Verified<>>() ==
        "verification_time = nan [s]: >= 0 and finite, usually 0 to 60, a cost\n"
        "silent_share = nan [1]: in [0, 1], usually 0 to 0.1\n"
        "recall = 1 [1]: in (0, 1], usually 0.5 to 1, a help\n");
  CHECK(table_of<strategies::Replicated<>>() ==
        "revive = 1 [1]: true or false\n"
        "gpus_per_machine = 8 [1]: > 0 and finite, usually 4 to 72\n");
  CHECK(table_of<strategies::Elastic<>>() ==
        "replicas = nan [1]: >= 1 and finite, usually 2 to 1024, a help\n"
        "stall_time = nan [s]: >= 0 and finite, or not given, usually 0 to 120, a cost\n"
        "outage = nan [s]: >= 0 and finite, or not given, usually 60 to 14400, a cost\n");
  CHECK(table_of<strategies::Spared<>>() ==
        "spares = nan [1]: a whole number in [0, 2147483647], usually 0 to 1000\n"
        "repair_time = nan [s]: >= 0 and finite, usually 3600 to 2.6e+06, a cost\n"
        "repairers = inf [1]: a whole number >= 1, usually 1 to 100, a help\n"
        "taken_share = 1 [1]: in [0, 1], usually 0.1 to 1, a cost\n"
        "parts = 1 [1]: a whole number in [1, 2147483647], usually 1 to 72, a cost\n"
        "interval = nan [s]: > 0, or not given, usually 60 to 14400\n");
}

}  // namespace scaling_limits::testing
