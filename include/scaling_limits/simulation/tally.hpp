// SPDX-License-Identifier: Apache-2.0
// Where the time of a simulated job goes, and the lines of its event log.
#pragma once
#include "../version.hpp"

#include <array>
#include <string_view>

#include "../core/result_fields.hpp"
namespace scaling_limits::simulation {

enum Bucket {
  useful,
  checkpoint,
  rework,
  restart,
  downtime,
  verification,
  redundancy,
  spare_wait,
  quorum,
  slow_parts,
  buckets
};
inline constexpr std::array<std::string_view, buckets> bucket_names{"useful",   "checkpoint",   "rework",     "restart",
                                                                    "downtime", "verification", "redundancy", "spare wait",
                                                                    "quorum",   "slow parts"};
using Buckets = std::array<double, buckets>;

/// One line of the event log.
struct Event {
  double time{};
  std::string_view what{};
  double work{};
  int severity{};
};
constexpr auto fields(const Event*) {
  using E = Event;
  return std::tuple(ResultField("time", &E::time, "s", "wall-clock time since the start"),
                    ResultField("what", &E::what, "",
                                "checkpoint, failure, absorbed (interrupts nothing), silent error, found, planned stop, "
                                "running, slow part, slow part found"),
                    ResultField("work", &E::work, "s", "useful work done and not undone so far"),
                    ResultField("severity", &E::severity, "1", "of a failure, 1 the mildest; else 0"));
}

/// What was written and stands: a failure that undoes the work before a write undoes the write.
struct Written {
  double checkpoints = 0, saves_just_in_time = 0, bytes = 0;
  Written& operator+=(const Written& other) { return add(1, other); }
  Written& add(double times, const Written& other) {
    checkpoints += times * other.checkpoints;
    saves_just_in_time += times * other.saves_just_in_time;
    bytes += times * other.bytes;
    return *this;
  }
};

/// What a stretch of simulation adds up to.
struct Tally {
  Buckets time{};
  Written written{};
  double elapsed = 0, failures = 0, interruptions = 0, silent_errors = 0, detections = 0, slow_arrivals = 0, planned_stops = 0;
  double strikes() const { return failures + silent_errors + slow_arrivals + planned_stops; }
  Tally& operator+=(const Tally& other) { return add(1, other); }
  Tally& add(double times, const Tally& other) {
    for (std::size_t i = 0; i < buckets; ++i) time[i] += times * other.time[i];
    written.add(times, other.written);
    elapsed += times * other.elapsed;
    failures += times * other.failures;
    interruptions += times * other.interruptions;
    silent_errors += times * other.silent_errors;
    detections += times * other.detections;
    slow_arrivals += times * other.slow_arrivals;
    planned_stops += times * other.planned_stops;
    return *this;
  }
};

/// Thrown where one checkpoint, restart or wait holds more events than a job may have between two looks at it.
struct Endless {};

}  // namespace scaling_limits::simulation
