// SPDX-License-Identifier: Apache-2.0
// What a strategy does, as plain data: all that the simulator knows of it. No formula of the strategy is in here; a strategy
// fills a Protocol for one run, the simulator plays it out and so confirms or refutes the strategy's closed form.
//
// One cycle: `pattern` is a list of levels; each entry is one segment, `interval` of useful work followed by a checkpoint of
// that level. After the last entry the pattern starts again. A run starts at a checkpoint of the top level. A failure has a
// severity; the severity says what is restored and how long that takes. Times in seconds, rates per second.
#pragma once
#include "../version.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "../core/errors.hpp"
#include "../core/scalar.hpp"
#include "../failures/attended_hours.hpp"
#include "../failures/slow_parts.hpp"
#include "../storage/copies.hpp"

namespace scaling_limits::strategies {

/// One kind of checkpoint. A level-l checkpoint serves every failure that needs level l or less.
///
/// Timeline of one checkpoint: training stops for blocking_time, then goes on while the snapshot is written in the background
/// for persist_latency, at a speed of 1 - slowdown; only at the end of that can the snapshot be restored from, and a failure
/// before it loses it, unless it is copied. One background write of a level at a time: a checkpoint that comes due
/// earlier waits (counted as checkpoint). After a restore the restored checkpoint is written once more in the background (the
/// copies are made again): the same slowdown for the same time, the restored one stays usable meanwhile. So every segment that
/// follows a checkpoint of this level costs slowdown x persist_latency, whether it was just taken or restored from.
struct CheckpointLevel {
  double blocking_time = 0;    ///< what one checkpoint of this level stops training for, in all: nested lower writes included
  double persist_latency = 0;  ///< from the end of blocking_time until it can be restored from
  double slowdown = 0;         ///< in [0, 1): share of training speed lost during persist_latency
  double bytes = 0;            ///< that one checkpoint of this level writes, in all: nested lower writes included
  bool copied = false;  ///< from the checkpoint of the level below: failures below this level leave a background write of it
                        ///< alone, and the one before has to be over only when the next snapshot is there
};

/// What a failure of one severity makes the run return to.
enum class Recovery {
  checkpoint,  ///< the latest usable checkpoint of level >= `level`
  step,        ///< the last whole multiple of step_time of work since the last restore or checkpoint: just-in-time saving
  replica      ///< nothing is lost and nothing restarted: one data-parallel replica drops out (`replicas`)
};

/// One kind of failure. Severities are listed from the mildest to the worst. A failure of severity t that cuts short the
/// restart after one of severity s has its own downtime, and makes the run recover from the worse of the two: the place in the
/// list decides, and no failure ever shortens a restart where the list is in the order of failures/restart_in_force.hpp. A
/// failure destroys the checkpoints below its level.
struct Severity {
  double share = 1;         ///< of the run's failures; the shares sum to one
  double restart_time = 0;  ///< load and re-initialise after such a failure; exposed to failures if restart_exposed
  Recovery recovery = Recovery::checkpoint;
  int level = 1;   ///< 1-based; for Recovery::checkpoint
  int leaves = 0;  ///< for Recovery::step: the finished restart leaves a checkpoint of this level behind (0: none), and the
                   ///< next one is due a full interval later
  double downtime = NaN;       ///< after such a failure, in place of the protocol's and of a standby's; NaN: those
  double retry_chance = 0;     ///< that a restart which no failure hit fails all the same, at its end
  double retry_time = 0;       ///< lost each time before the next try; not exposed, counted as downtime
  bool leaves_writes = false;  ///< background writes go on through it, and are over before the restart
  bool stops_all = false;      ///< no replica and no replicated member absorbs it
  int takes = -1;              ///< GPUs that it sends to repair; < 0: as the pool says
  bool attended = false;       ///< somebody must come, in Protocol::hours, before the downtime begins
  double reaction = 0;         ///< mean, exponential, in those hours alone, until he has
};

/// Stops beside the failures that the shares are of: so many of a severity of the list, whose share may be 0.
struct Stop {
  double rate = 0;   ///< per second: planned, of work; common, of wall-clock time in which no outage of a common one lasts
  int severity = 1;  ///< 1-based: its downtime, its restart and its place among the others
};

/// Silent errors that strike work and saves, and are found `lag` of wall-clock time later, in whatever state the run is: an
/// outage that is going on is cut off. The run returns to the last snapshot from before the error, however old, and comes back
/// as after a failure of that severity. An error that a return undoes is never found.
struct LateError {
  double rate = 0;   ///< per second of running time at work or saving
  double lag = 0;    ///< from the error until it is found
  int severity = 1;  ///< 1-based
};

/// Silent errors strike useful work only, at `silent_rate` per second of work. A segment is `chunks` equal pieces of work;
/// each but the last ends with a verification of time `time` that finds a present error with probability `recall`, the last
/// with one of
/// `final_time` that finds every error; then the checkpoint is taken. A detection returns to the last checkpoint after
/// `restart_time`, without downtime. Failures strike work, verification and checkpoint alike.
struct Verification {
  double silent_rate = 0;
  int chunks = 1;
  double time = 0;        ///< of each intermediate verification
  double recall = 1;      ///< of an intermediate verification, in (0, 1]
  double final_time = 0;  ///< of the verification before the checkpoint
  double restart_time = 0;
};

/// Members that run the same work. A failure hits one of groups x degree members, dead ones included (then nothing happens);
/// a group whose members are all dead interrupts the run. Every restart revives all. groups = 0: no replication.
struct Replication {
  int groups = 0;
  int degree = 2;
  bool revive_at_checkpoint = false;  ///< each checkpoint revives the dead members at its end
  double revive_time = 0;             ///< added to the blocking time of a checkpoint at which anybody is dead
};

/// Data-parallel replicas that come and go (Recovery::replica). A failure hits one of `count` replicas, absent ones included
/// (then nothing happens). All stall for stall_time (not exposed to failures, counted as restart), then the others go on and
/// the hit one is absent (its share of time counted as redundancy) for rejoin_time of running time. Below `least` present
/// replicas the run waits (spare wait). count = 0: the run is one piece.
struct Replicas {
  int count = 0;
  double stall_time = 0;
  double rejoin_time = 0;  ///< running time after the stall until the hit replica works again: outage - stall
  int least = 0;
};

/// Copies in the memory of machines. With machines > 0 the severity of a failure is not drawn from the shares but found: it
/// hits k machines drawn at random, k from `losses` (shares of k = 1, 2, ...); where every machine's state still has one of its
/// copies the failure has severity 1, else severity 2 (severities[0], severities[1]).
struct MemoryCopies {
  int machines = 0;
  int copies = 2;
  storage::Placement placement = storage::Placement::group;
  std::vector<double> losses{1.0};
  /// A hit machine's copies are missing for so long afterwards (wall-clock), and from then on as long again when one that
  /// holds a shard with it is hit meanwhile.
  double restore_time = 0;
};

/// Spare GPUs and their repair. spares < 0: replacements never run out. Of the failures that are no `replica` drop-out
/// taken_share take `parts` units away, or those of their domain where these are more, each to be repaired by itself
/// (exponential, mean repair_time, wall-clock); with more out than spares the run waits (spare wait), then puts the spares in
/// (downtime). Where a burst is more than one unit each takes a geometric number, repaired as a whole; those of a domain too.
struct SparePool {
  int spares = -1;                 ///< units
  int takes = 1;                   ///< GPUs of a unit
  double repair_time = 0;          ///< mean, automatic
  int repairers = 0;               ///< at work at once; 0: as many as there are repairs
  double taken_share = 1;          ///< of failures that take GPUs away; the others only stop the run
  int parts = 1;                   ///< units that each of those takes
  double burst = 1;                ///< mean, of a geometric number of units; parts = 1
  double manual_share = 0;         ///< of repairs that need a person
  double manual_repair_time = 0;   ///< their mean
  double failed_repair_share = 0;  ///< of repairs that leave the part broken: it is repaired again
  double wrong_diagnosis_share =
      0;             ///< of failures where a healthy part is pulled: the restart is followed by the same failure
  int standbys = 0;  ///< of the spares, warm: while one is free a failure costs standby_downtime, not downtime
  double standby_downtime = 0;
};

/// Parts that get slow. All is counted in running time, on the clock in which parts fail: neither do slow ones come while the
/// run is down, nor are they found then. Work alone is slowed down, not saves, verifications and restarts; what that takes
/// longer is counted as slow parts, and as rework where a failure undoes it. arrival_rate = 0: there are none.
struct SlowParts {
  double arrival_rate = 0;  ///< of the whole run, per second of running time
  double slowdown = 1;      ///< how many times as long work takes while any part is slow
  double duration = 0;      ///< running time until one is found and taken out, mean
  failures::DurationLaw law = failures::DurationLaw::fixed;
  bool cleared = false;   ///< whether a failure that interrupts the run takes all of them out
  bool by_clock = false;  ///< whether a segment ends after `interval` of what would be work with no part slow, so that saves
                          ///< keep their times, and holds less work for them; else it takes longer, and holds `interval`
  double clearing_share = 1;  ///< where cleared: of the failures that interrupt the run, those that take them out
};

inline constexpr std::string_view evaluation_term = "evaluation";  // of losses and breakdowns

struct Protocol {
  double gpus = 1;  ///< that run and can fail (the held ones less spares); what a `law` of the simulator is superposed over
  double failure_rate = 0;  ///< of all of them together, per second of running time; members and replicas that are out included
  double downtime = 0;  ///< after a failure, before the restart; not exposed. Not after a silent error or a replica's drop-out
  bool restart_exposed = true;  ///< whether failures strike during a restart
  double interval = inf;        ///< useful work of one segment; inf: never checkpoint
  double step_time = 0;         ///< useful work of one training step, for Recovery::step
  double redundancy = 0;  ///< share of the held GPUs that does no work of its own (second members, spares): goodput and every
                          ///< other term of the breakdown are multiplied by 1 - redundancy, which is a term itself
  double evaluation = 0;  ///< share of the work that evaluates, and is of no use by itself
  failures::AttendedHours hours{};  ///< of the week, by the clock, which starts on Monday at 0:00
  std::vector<CheckpointLevel> levels{CheckpointLevel{}};
  std::vector<int> pattern{1};                   ///< levels, 1-based; the last entry is the top level
  std::vector<Severity> severities{Severity{}};  ///< mildest first
  std::vector<Stop>
      planned{};  ///< announced during work: first a checkpoint of the level that the severity returns to is taken
                  ///< and written to its end, exposed to failures; then the run goes down
  std::vector<LateError> late{};  ///< silent errors that no verification finds
  std::vector<Stop>
      common{};  ///< failures that strike all learners at once, those that are down too: the longer of both outages
                 ///< lasts
  Verification verification{};
  Replication replication{};
  Replicas replicas{};
  MemoryCopies memory_copies{};
  SparePool pool{};
  SlowParts slow_parts{};
  int learners = 1;  ///< copies of all this, each with failures of its own
  int quorum = 1;    ///< of them that must be up, in no downtime and no restart, for what any does to count

  /// One level, one kind of failure: what most strategies start from.
  static Protocol single(double failure_rate, double interval, double blocking_time, double restart_time = 0,
                         double downtime = 0, double persist_latency = 0, double slowdown = 0) {
    Protocol p;
    p.failure_rate = failure_rate;
    p.downtime = downtime;
    p.interval = interval;
    p.levels = {{blocking_time, persist_latency, slowdown}};
    p.severities = {{.restart_time = restart_time}};
    return p;
  }
};

/// After a failure of a severity, counted from 0, where no standby takes over.
inline double downtime_of(const Protocol& p, int severity) {
  const double own = p.severities[static_cast<std::size_t>(severity)].downtime;
  return own == own ? own : p.downtime;
}

/// Failures that interrupt a run per second of running time, those that strike all learners included; NaN where what survives
/// of replicated members decides.
inline double interruption_rate(const Protocol& p) {
  if (p.replication.groups > 0) return NaN;
  double share = 0, common = 0;
  for (const auto& severity : p.severities)
    if (severity.recovery != Recovery::replica) share += severity.share;
  for (const Stop& stop : p.common) common += stop.rate;
  return p.failure_rate * share + common;
}

/// Throws InvalidArgument where a protocol does not hang together, naming the member.
inline void validate(const Protocol& p) {
  const auto require = [](bool holds, std::string_view what) {  // what begins with the member
    if (!holds) throw InvalidArgument("protocol: " + std::string(what), what.substr(0, what.find_first_of(" :")));
  };
  const int top = static_cast<int>(p.levels.size());
  require(p.failure_rate >= 0 && p.failure_rate < inf, "failure_rate must be >= 0 and finite");
  require(p.gpus > 0 && p.gpus < inf, "gpus must be > 0 and finite");
  require(p.downtime >= 0 && p.downtime < inf, "downtime must be >= 0 and finite");
  require(p.interval > 0, "interval must be > 0");
  require(p.redundancy >= 0 && p.redundancy < 1, "redundancy must be in [0, 1)");
  require(p.evaluation >= 0 && p.evaluation < 1, "evaluation must be in [0, 1)");
  bool attended = false;
  for (const auto& s : p.severities) attended = attended || s.attended;
  require(!attended || failures::in_range(p.hours), "hours must be windows of the week where a severity is attended");
  require(top > 0 && !p.pattern.empty() && p.pattern.back() == top, "pattern must end with the top level");
  for (const int level : p.pattern) require(level >= 1 && level <= top, "pattern names a level that does not exist");
  for (const auto& l : p.levels)
    require(l.blocking_time >= 0 && l.blocking_time < inf && l.persist_latency >= 0 && l.persist_latency < inf &&
                l.slowdown >= 0 && l.slowdown < 1 && l.bytes >= 0,
            "levels: times must be >= 0 and finite, slowdown in [0, 1), bytes >= 0");
  double shares = 0;
  for (const auto& s : p.severities) {
    require(s.share >= 0 && s.restart_time >= 0 && s.restart_time < inf,
            "severities: share and restart_time must be >= 0 and finite");
    require(s.recovery != Recovery::checkpoint || (s.level >= 1 && s.level <= top), "severities: level does not exist");
    require(s.recovery != Recovery::step || p.step_time > 0, "step_time must be > 0 where a severity returns to the step");
    require(s.recovery != Recovery::replica || p.replicas.count > 0,
            "replicas.count must be > 0 where a severity drops a replica");
    require(s.leaves >= 0 && s.leaves <= top, "severities: leaves names a level that does not exist");
    require(!(s.downtime < 0) && s.downtime != inf && s.retry_time >= 0 && s.retry_time < inf,
            "severities: downtime and retry_time must be >= 0 and finite");
    require(s.retry_chance >= 0 && s.retry_chance < 1, "severities: retry_chance must be in [0, 1)");
    require(s.reaction >= 0 && s.reaction < inf, "severities: reaction must be >= 0 and finite");
    shares += s.share;
  }
  require(shares > 1 - 1e-9 && shares < 1 + 1e-9, "severities: the shares must sum to one");
  const auto require_rows = [&](const auto& rows, const std::string& name) {
    for (const auto& row : rows) {
      require(row.rate >= 0 && row.rate < inf, name + ": rate must be >= 0 and finite");
      require(row.severity >= 1 && row.severity <= static_cast<int>(p.severities.size()), name + ": severity does not exist");
    }
  };
  require_rows(p.planned, "planned"), require_rows(p.late, "late"), require_rows(p.common, "common");
  for (const auto& row : p.late) require(row.lag >= 0 && row.lag < inf, "late: lag must be >= 0 and finite");
  const auto& v = p.verification;
  require(v.silent_rate >= 0 && v.chunks >= 1 && v.time >= 0 && v.final_time >= 0 && v.recall > 0 && v.recall <= 1 &&
              v.restart_time >= 0,
          "verification: rate and times must be >= 0, chunks >= 1, recall in (0, 1]");
  require(p.learners >= 1 && p.quorum >= 1 && p.quorum <= p.learners, "quorum must be >= 1 and <= learners");
  require(p.replication.groups >= 0 && p.replication.degree >= 1 && p.replication.revive_time >= 0,
          "replication: groups >= 0, degree >= 1");
  require(p.pool.repair_time >= 0 && p.pool.repair_time < inf && p.pool.repairers >= 0 && p.pool.manual_share >= 0 &&
              p.pool.manual_share <= 1 && p.pool.manual_repair_time >= 0 && p.pool.manual_repair_time < inf &&
              p.pool.failed_repair_share >= 0 && p.pool.failed_repair_share < 1 && p.pool.wrong_diagnosis_share >= 0 &&
              p.pool.wrong_diagnosis_share < 1,
          "pool: times must be >= 0 and finite, shares in [0, 1)");
  require(p.pool.taken_share >= 0 && p.pool.taken_share <= 1 && p.pool.parts >= 1 && p.pool.takes >= 1 && p.pool.burst >= 1 &&
              p.pool.burst < inf && (p.pool.parts == 1 || p.pool.burst == 1),
          "pool: taken_share must be in [0, 1], parts, takes and burst >= 1, one of parts and burst 1");
  const auto& slow = p.slow_parts;
  require(slow.arrival_rate >= 0 && slow.arrival_rate < inf && slow.slowdown >= 1 && slow.slowdown < inf &&
              slow.duration >= 0 && slow.duration < inf && slow.clearing_share >= 0 && slow.clearing_share <= 1,
          "slow_parts: rate and duration must be >= 0 and finite, slowdown >= 1 and finite, clearing_share in [0, 1]");
  for (const auto& s : p.severities)
    require(!slow.by_clock || s.recovery != Recovery::step, "slow_parts: no severity returns to a step of segments by_clock");
  require(p.replicas.count >= 0 && p.replicas.stall_time >= 0 && p.replicas.rejoin_time >= 0,
          "replicas: count and times must be >= 0");
  require(p.memory_copies.machines == 0 ||
              (p.severities.size() == 2 && !p.memory_copies.losses.empty() && p.memory_copies.copies >= 1 &&
               p.memory_copies.machines >= static_cast<int>(p.memory_copies.losses.size())),
          "memory_copies: two severities, copies >= 1, and no more losses than machines");
}

}  // namespace scaling_limits::strategies
