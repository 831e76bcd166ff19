// SPDX-License-Identifier: Apache-2.0
// What the fields of this room are without being set, what they may be, and what they usually are.
#include "scaling_limits/run/training_run.hpp"

#include <catch2/catch_test_macros.hpp>

#include "support/tables.hpp"

namespace scaling_limits::testing {

TEST_CASE("the fields of a run are within the bounds that are written here", "[run]") {
  CHECK(table_of<TrainingRun<>>() ==
        "gpus = nan [1]: > 0 and finite, usually 8 to 1e+06, the size\n"
        "gpu_mttf = nan [s]: > 0, usually 1.8e+07 to 1.8e+09, a help\n"
        "checkpoint_bytes = nan [B]: >= 0 and finite, usually 1e+09 to 1e+14, a cost\n"
        "write_bandwidth = nan [B/s]: > 0, usually 1e+09 to 1e+14, a help\n"
        "read_bandwidth = inf [B/s]: > 0, usually 1e+09 to 1e+14, a help\n"
        "storage_latency = 0 [s]: >= 0 and finite, usually 0 to 60, a cost\n"
        "initialization_time = 0 [s]: >= 0 and finite, usually 0 to 3600, a cost\n"
        "downtime = 0 [s]: >= 0 and finite, usually 0 to 14400, a cost\n");
}

}  // namespace scaling_limits::testing
