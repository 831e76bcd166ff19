// SPDX-License-Identifier: Apache-2.0
// The list of strategies for tests (kinds.hpp), and a run that they protect.
#pragma once
#include "scaling_limits/strategies/asynchronous.hpp"
#include "scaling_limits/strategies/blocking.hpp"
#include "scaling_limits/strategies/elastic.hpp"
#include "scaling_limits/strategies/in_memory.hpp"
#include "scaling_limits/strategies/independent.hpp"
#include "scaling_limits/strategies/just_in_time.hpp"
#include "scaling_limits/strategies/multilevel.hpp"
#include "scaling_limits/strategies/replicated.hpp"
#include "scaling_limits/strategies/spared.hpp"
#include "scaling_limits/strategies/verified.hpp"
#include "support/kinds.hpp"

namespace scaling_limits::testing {

inline constexpr storage::Tier<> host{.write_bandwidth = 1e8, .read_bandwidth = 1e8, .latency = 0.5, .per_gpu = 1},
    disk{.write_bandwidth = 1e12, .read_bandwidth = 5e11, .latency = 1},
    files{.write_bandwidth = 5e10, .read_bandwidth = 5e10, .latency = 2};
/// A run that they protect.
inline constexpr TrainingRun<> llama{.gpus = 16384,
                                     .gpu_mttf = 50677 * 3600.0,
                                     .checkpoint_bytes = 5e12,
                                     .write_bandwidth = 5e10,
                                     .read_bandwidth = 5e10,
                                     .storage_latency = 1,
                                     .initialization_time = 120,
                                     .downtime = 60};

inline auto every_strategy() {
  using namespace strategies;
  return Kinds{
      kind<"blocking">(blocking()),  //
      kind<"asynchronous">(asynchronous(2e12, 0.05)),
      kind<"multilevel">(multilevel({{host, 0.8}, {files, 0.2}}), multilevel({{host, 0.7}, {disk, 0.2}, {files, 0.1}}),
                         multilevel({{host, 0.8}, {files, 0.2}}, {1, 1, 1, 2}),
                         multilevel({{host, 0.8}, {files, 0.2}}, {}, true),
                         multilevel({{disk, 0.6}, {files, 0.4}}, {1, 1, 2}, true), multilevel({{host, 0.8}, own_level(0.2)}),
                         multilevel({{host, 0.8}, own_level(0.2)}, {1, 1, 2}, true)),
      kind<"in_memory">(in_memory(2, "group", 3), in_memory(3, "ring")),  //
      kind<"buddy">(buddy(10, 0.5)),                                      //
      kind<"just_in_time">(just_in_time(), just_in_time(0.9)),
      kind<"verified">(verified(20, 0.1), verified(5, 0.5, 0.7)),
      kind<"replicated">(replicated(true), replicated(false)),  //
      kind<"elastic">(elastic(32), elastic(64, 30, 1200)),
      kind<"spared">(spared(16, 86400), spared(24, 86400, 20, 0.7, 4, 900), spared(40, 86400, inf, 0.7, 1, NaN, 8, 2)),
      kind<"independent">(independent(8), independent(8, asynchronous(2e12, 0.05), 6, true), independent(8, elastic(4), 8),
                          independent(8, independent(2, multilevel({{host, 0.8}, {files, 0.2}}))))};
}

/// What the fields of a kind are without being set, what they may be, and what they usually are (tables.hpp).
inline std::string_view strategy_bounds(std::string_view kind) {
  constexpr const char* of_copies =
      "copies = 2 [1]: a whole number in [1, 64], usually 2 to 3\n"
      "exchange_time = 0 [s]: >= 0 and finite, usually 0 to 60, a cost\n"
      "write_time = 0 [s]: >= 0 and finite, usually 0 to 30, a cost\n"
      "gpus_per_machine = 8 [1]: > 0 and finite, usually 4 to 72\n";
  constexpr const char* written[][2]{{"blocking",
                                      "interval = nan [s]: > 0, or not given, usually 60 to 14400\n"
                                      "persist_latency = 0 [s]: >= 0 and finite, usually 0 to 600, a cost\n"
                                      "slowdown = 0 [1]: in [0, 1), usually 0 to 0.1, a cost\n"},
                                     {"asynchronous",
                                      "copy_bandwidth = nan [B/s]: > 0, usually 1e+11 to 1e+15, a help\n"
                                      "slowdown = 0 [1]: in [0, 1), usually 0 to 0.1, a cost\n"
                                      "interval = nan [s]: > 0, or not given, usually 60 to 14400\n"},
                                     {"multilevel", "background = 0 [1]: true or false\n"},
                                     {"in_memory", of_copies},
                                     {"buddy", of_copies},
                                     {"just_in_time",
                                      "share = 1 [1]: in [0, 1], usually 0.5 to 1, a help\n"
                                      "step_time = 0 [s]: >= 0 and finite, usually 1 to 60, a cost\n"},
                                     {"verified",
                                      "verification_time = nan [s]: >= 0 and finite, usually 0 to 60, a cost\n"
                                      "silent_share = nan [1]: in [0, 1], usually 0 to 0.1\n"
                                      "recall = 1 [1]: in (0, 1], usually 0.5 to 1, a help\n"},
                                     {"replicated",
                                      "revive = 1 [1]: true or false\n"
                                      "gpus_per_machine = 8 [1]: > 0 and finite, usually 4 to 72\n"},
                                     {"elastic",
                                      "replicas = nan [1]: >= 1 and finite, usually 2 to 1024, a help\n"
                                      "stall_time = nan [s]: >= 0 and finite, or not given, usually 0 to 120, a cost\n"
                                      "outage = nan [s]: >= 0 and finite, or not given, usually 60 to 14400, a cost\n"},
                                     {"spared",
                                      "spares = nan [1]: a whole number in [0, 2147483647], usually 0 to 1000\n"
                                      "repair_time = nan [s]: >= 0 and finite, usually 3600 to 2.6e+06, a cost\n"
                                      "repairers = inf [1]: a whole number >= 1, usually 1 to 100, a help\n"
                                      "taken_share = 1 [1]: in [0, 1], usually 0.1 to 1, a cost\n"
                                      "parts = 1 [1]: a whole number in [1, 2147483647], usually 1 to 72, a cost\n"
                                      "interval = nan [s]: > 0, or not given, usually 60 to 14400\n"
                                      "takes = 1 [1]: a whole number in [1, 2147483647], usually 1 to 72, a cost\n"
                                      "burst = 1 [1]: in [1, 2147483647], usually 1 to 16\n"},
                                     {"independent",
                                      "learners = nan [1]: >= 1 and finite, usually 2 to 64\n"
                                      "quorum = 1 [1]: a whole number in [1, 2147483647], usually 1 to 8, a cost\n"
                                      "shared_storage = 0 [1]: true or false\n"}};
  for (const auto& [name, bounds] : written)
    if (name == kind) return bounds;
  return {};
}

/// f of all values of every kind that is not left out; of the first alone.
template <const auto& left_out = nothing_left_out, class F>
void for_each_strategy(const F& f) {
  take<left_out>(every_strategy(), [&](const auto& values) { values.each(f); });
}
template <const auto& left_out = nothing_left_out, class F>
void for_one_of_each_kind(const F& f) {
  take<left_out>(every_strategy(), [&](const auto& values) { f(values.first); });
}

}  // namespace scaling_limits::testing
