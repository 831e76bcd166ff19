// SPDX-License-Identifier: Apache-2.0
// The commonest protocol, failure by failure at full speed: exponential failures, one level, one kind of failure, nothing else.
// Each attempt between two failures is one random number; the segments it commits are counted by division.
#pragma once
#include "../version.hpp"

#include "job.hpp"

namespace scaling_limits::simulation {

/// Whether a protocol has nothing but blocks, latency, slowdown, restart and downtime, and no write holds up the next one.
inline bool is_single_level(const strategies::Protocol& p) {
  return p.levels.size() == 1 && p.pattern.size() == 1 && p.severities.size() == 1 &&
         p.severities[0].recovery == strategies::Recovery::checkpoint && p.severities[0].retry_chance == 0 &&
         !p.severities[0].leaves_writes && !p.severities[0].attended && p.planned.empty() && p.late.empty() &&
         p.common.empty() && p.verification.silent_rate == 0 && p.verification.chunks == 1 && p.verification.final_time == 0 &&
         p.replication.groups == 0 && p.replicas.count == 0 && p.pool.spares < 0 && p.pool.wrong_diagnosis_share == 0 &&
         p.slow_parts.arrival_rate == 0 && p.failure_rate > 0 && p.interval < inf &&
         (1 - p.levels[0].slowdown) * p.levels[0].persist_latency <= p.interval;
}

class SingleLevelJob {
 public:
  SingleLevelJob(const strategies::Protocol& p, double failure_rate, Random random) : random_(random), mtbf_(1 / failure_rate) {
    const auto& level = p.levels[0];
    work_ = p.interval;
    period_ = level.blocking_time + p.interval + level.slowdown * level.persist_latency;
    latency_ = level.persist_latency;
    bytes_ = level.bytes;
    restart_ = p.severities[0].restart_time;
    downtime_ = strategies::downtime_of(p, 0);
    exposed_ = p.restart_exposed;
  }

  // all at once: a stretch is a fraction of a second
  void begin(double failures) { strikes_ = failures; }
  bool advance(double) {
    played_ = play(strikes_);
    events_ += strikes_;
    return true;
  }
  const Tally& so_far() const { return played_; }
  double events() const { return events_; }
  void at_most(double) {}

  Tally play(double failures) {
    Random random = random_;  // in registers
    const double exposed = exposed_ ? restart_ : 0, lead = exposed + latency_, per_period = 1 / period_;
    double ran = 0, restarting = 0, segments = 0;
    for (auto left = saturated<std::int64_t>(failures); left > 0; --left) {
      const double life = mtbf_ * random.exponential();  // from the end of the downtime to the next failure
      ran += life;
      restarting += life < exposed ? life : exposed;
      const double usable = life - lead;
      if (usable > 0) segments += whole_part(usable * per_period);
    }
    random_ = random;
    Tally tally;
    const double n = std::floor(failures);
    if (!exposed_) ran += n * restart_, restarting = n * restart_;
    tally.time[useful] = segments * work_;
    tally.time[checkpoint] = segments * (period_ - work_);
    tally.time[restart] = restarting;
    tally.time[rework] = ran - restarting - segments * period_;
    tally.time[downtime] = n * downtime_;
    tally.written = {.checkpoints = segments, .bytes = segments * bytes_};
    tally.elapsed = ran + n * downtime_;
    tally.failures = tally.interruptions = n;
    return tally;
  }

 private:
  Random random_;
  Tally played_;
  double strikes_ = 0, events_ = 0;
  double mtbf_, work_, period_, latency_, bytes_, restart_, downtime_;
  bool exposed_;
};

}  // namespace scaling_limits::simulation
