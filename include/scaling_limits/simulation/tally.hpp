// SPDX-License-Identifier: Apache-2.0
// Where the time of a simulated job goes, and the lines of its event log.
#pragma once
#include "../version.hpp"

#include <array>
#include <string_view>

namespace scaling_limits::simulation {

enum Bucket { useful, checkpoint, rework, restart, downtime, verification, redundancy, spare_wait, buckets };
inline constexpr std::array<std::string_view, buckets> bucket_names{"useful",   "checkpoint",   "rework",     "restart",
                                                                    "downtime", "verification", "redundancy", "spare wait"};
using Buckets = std::array<double, buckets>;

/// One line of the event log.
struct Event {
  double time{};            ///< wall-clock [s] since the start
  std::string_view what{};  ///< checkpoint, failure, absorbed (a failure that interrupts nothing), silent error, running
  double work{};            ///< useful work done and not undone so far [s]
  int severity{};           ///< 1-based, of a failure; else 0
};

/// What a stretch of simulation adds up to.
struct Tally {
  Buckets time{};
  double elapsed = 0, failures = 0, interruptions = 0, silent_errors = 0;
  double strikes() const { return failures + silent_errors; }
  Tally& operator+=(const Tally& other) {
    for (std::size_t i = 0; i < buckets; ++i) time[i] += other.time[i];
    elapsed += other.elapsed;
    failures += other.failures;
    interruptions += other.interruptions;
    silent_errors += other.silent_errors;
    return *this;
  }
};

/// Thrown where one checkpoint, restart or wait holds more events than a job may have between two looks at it.
struct Endless {};

}  // namespace scaling_limits::simulation
