// SPDX-License-Identifier: Apache-2.0
// One job played out event by event, as its protocol says. Two clocks: running time, in which parts age and fail, and
// wall-clock time. All the elapsed time is put into buckets; what a failure undoes is moved to rework.
#pragma once
#include "../version.hpp"

#include <deque>
#include <optional>
#include <utility>

#include "failure_clock.hpp"
#include "machine_losses.hpp"
#include "members.hpp"
#include "repair_shop.hpp"
#include "timeline.hpp"

namespace scaling_limits::simulation {

class Job : private Timeline {
 public:
  Job(const strategies::Protocol& protocol, const failures::AnyLaw* law, const std::vector<Domain>& domains, Random random)
      : Timeline(protocol),
        random_(random),
        clock_(protocol.failure_rate, protocol.gpus, law, domains, random_),
        shop_(protocol.pool, random.split(1)) {
    if (protocol.memory_copies.machines > 0) machines_.emplace(protocol.memory_copies);
    if (protocol.replication.groups > 0) members_.emplace(protocol.replication);
    silent_in_ = silent_wait();
    // how many segments of one level follow each other from each position on, itself included; none where the one before
    // differs
    const auto& pattern = protocol.pattern;
    if (pattern.size() > 4) ahead_.resize(pattern.size());
    for (std::size_t i = ahead_.size(), run = 0; i-- > 1;) {
      run = i + 1 < pattern.size() && pattern[i + 1] == pattern[i] ? run + 1 : 1;
      ahead_[i] = pattern[i - 1] == pattern[i] ? run - 1 : 0;  // the last of them is played: what follows it differs
    }
  }

  void log_to(std::vector<Event>* log, std::size_t most) { log_ = log, most_events_ = most; }

  /// From now on every time that it is down or restarts, in pieces that follow each other.
  void record(std::vector<Away>* away) { away_ = away; }

  /// Within one checkpoint, restart or wait, where a job cannot pause; beyond it Endless is thrown.
  void at_most(double events_in_one_piece) { most_in_a_piece_ = shop_.most_repairs = events_in_one_piece; }

  /// A stretch of that many failures and silent errors begins: advance() plays it.
  void begin(double strikes) {
    clock_.shift(ran_);
    for (double& t : absent_) t -= ran_;
    shop_.shift(now_.elapsed);
    if (machines_) machines_->shift(now_.elapsed);
    move_origin();
    until_ = strikes;
    calm_cycles_ = 0;
  }
  /// Plays on until the stretch is over, which a few cycles are of a job that nothing can strike, or so many more events have
  /// happened. Whether it is over.
  bool advance(double events) {
    allowed_ = events_ + events;
    while (!pausing()) {
      if (std::exchange(recovering_, false)) {
        recover();
        continue;
      }
      if (done_ == 0 && skip_ahead() && ++calm_cycles_ == 4) return true;
      segment();
    }
    return now_.strikes() >= until_;
  }
  const Tally& so_far() const { return now_; }
  double events() const { return events_; }
  /// A whole stretch.
  Tally play(double strikes) {
    begin(strikes);
    advance(inf);
    return now_;
  }

 private:
  enum class Stop { finished, failed, paused };

  void note(std::string_view what, int severity = 0) {
    if (log_ && log_->size() < most_events_) log_->push_back({origin_ + now_.elapsed, what, now_.time[useful], severity});
  }
  double silent_wait() { return p_->verification.silent_rate > 0 ? random_.exponential() / p_->verification.silent_rate : inf; }
  /// Asked wherever a job can be left and gone on with.
  bool pausing() const { return now_.strikes() >= until_ || events_ >= allowed_; }
  double next_rejoin() const { return absent_.empty() ? inf : absent_.front(); }

  /// At the start of a segment: whatever repeats until something happens. Whether nothing ever will.
  bool skip_ahead() {
    const double before = now_.time[useful], until = (std::min)(clock_.next(), next_rejoin());
    bool endless = false;
    if (position_ == 0) endless = skip_repetitions(cycle_, p_->pattern.back(), until, silent_in_, inf) == inf;
    silent_in_ -= now_.time[useful] - before;
    if (!ahead_.empty()) {
      const double again = now_.time[useful];
      const std::size_t alike = ahead_[position_];
      if (alike == 0) alike_.calm = false;
      else
        position_ +=
            static_cast<std::size_t>(skip_repetitions(alike_, p_->pattern[position_], until, silent_in_, double(alike)));
      silent_in_ -= now_.time[useful] - again;
    }
    return endless;
  }

  /// One segment from where it stands, its checkpoint included; a failure is recovered from and ends the call.
  void segment() {
    const auto& v = p_->verification;
    while (chunk_ < v.chunks) {
      const bool last = chunk_ + 1 == v.chunks;
      const Stop stop = work(last ? p_->interval : p_->interval * (chunk_ + 1) / v.chunks);
      if (stop == Stop::paused) return;
      if (stop == Stop::failed || pass(last ? v.final_time : v.time, verification) == Stop::failed) return recover();
      if (corrupted_ && (last || random_.chance(v.recall))) return roll_back_silent_error();
      ++chunk_;
    }
    writing_ = true;
    write_began_ = now_.time[checkpoint];
    const Stop stop = write();
    if (stop == Stop::failed) recover();
    writing_ = false;
  }

  Stop write() {
    const int l = p_->pattern[position_];
    for (double wait = 0; (wait = wait_for_writes(l)) > 0;)  // one background write of a level at a time
      if (pass(wait, checkpoint) == Stop::failed) return Stop::failed;
    const bool reviving = members_ && p_->replication.revive_at_checkpoint;
    const double extra = reviving && members_->anybody_dead() ? p_->replication.revive_time : 0;
    if (pass(level(l).blocking_time + extra, checkpoint) == Stop::failed) return Stop::failed;
    if (reviving) members_->revive();
    position_ = (position_ + 1) % p_->pattern.size();
    begin_segment();
    now_.written += {.checkpoints = 1, .bytes = level(l).bytes};
    persist(snapshot(position_, l));
    note("checkpoint");
    return Stop::finished;
  }
  void begin_segment() {
    done_ = 0;
    chunk_ = 0;
  }

  /// Works until the segment holds `end` of useful work.
  Stop work(double end) {
    while (done_ < end) {
      if (pausing()) return Stop::paused;
      ++events_;
      const auto& r = p_->replicas;
      const int there = r.count - static_cast<int>(absent_.size());
      const double share = r.count == 0 ? 1 : there < r.least ? 0 : double(there) / r.count;
      const double slowed = speed(), rate = share * slowed;
      const double left = rate > 0 ? (end - done_) / rate : inf, silent = rate > 0 ? silent_in_ / rate : inf;
      const double dt = (std::min)({left, silent, next_change() - ran_});
      const double gain = dt == left ? end - done_ : rate * dt;
      ran_ += dt;
      now_.elapsed += dt;
      now_.time[useful] += gain;
      now_.time[checkpoint] += share * (1 - slowed) * dt;
      now_.time[there < r.least ? spare_wait : redundancy] += (1 - share) * dt;
      done_ = dt == left ? end : done_ + gain;
      silent_in_ -= gain;
      if (dt == silent) {
        corrupted_ = true;
        disturb();
        ++now_.silent_errors;
        silent_in_ = silent_wait();
        note("silent error");
      }
      if (changes() && strike()) return Stop::failed;
    }
    return Stop::finished;
  }

  /// Time passes that does no work: a write, a verification, a restart.
  Stop pass(double time, Bucket bucket) {
    const double end = ran_ + time, most = events_ + most_in_a_piece_;
    for (bool ended = !(time > 0); !ended;) {
      if (++events_ > most) throw Endless();
      const double left = end - ran_, dt = (std::min)(left, next_change() - ran_);
      ended = dt == left;
      spend(bucket, dt);
      ran_ = ended ? end : ran_ + dt;
      if (changes() && strike()) return Stop::failed;
    }
    return Stop::finished;
  }

  /// Running time of the next thing that happens by itself.
  double next_change() const { return (std::max)(ran_, (std::min)({clock_.next(), next_written(), next_rejoin()})); }

  /// Lets happen what is due; whether a failure is.
  bool changes() {
    finish_writes();
    while (next_rejoin() <= ran_) absent_.pop_front(), disturb();
    return clock_.next() <= ran_;
  }

  /// A failure; whether it interrupts the run, and then its severity.
  bool strike() {
    const Incident incident = clock_.take(random_);
    ++now_.failures;
    disturb();
    severity_ = severity_of(incident);
    if (absorbed(incident)) {
      note("absorbed", severity_ + 1);
      return false;
    }
    interrupted();
    return true;
  }
  void interrupted() {
    ++now_.interruptions;
    note("failure", severity_ + 1);
  }

  /// Whether the run goes on without a restart: somebody is out already, or can be spared.
  bool absorbed(const Incident& incident) {
    const auto& r = p_->replicas;
    if (r.count > 0 && random_.below(static_cast<std::uint64_t>(r.count)) < absent_.size()) return true;
    if (severity().recovery == strategies::Recovery::replica) {
      spend(restart, r.stall_time);
      absent_.push_back(ran_ + r.rejoin_time);
      return true;
    }
    broken_ += taken(incident.gpus);
    events_ += incident.gpus;  // each is looked at
    return members_ && !members_->kill(incident.gpus, random_);
  }

  /// GPUs that go to repair after a failure of so many.
  std::int64_t taken(std::int64_t gpus) {
    const auto& pool = p_->pool;
    if (pool.taken_share < 1 && !random_.chance(pool.taken_share)) return 0;
    return std::max<std::int64_t>(gpus, pool.parts);
  }

  const strategies::Severity& severity() const { return p_->severities[static_cast<std::size_t>(severity_)]; }
  int severity_of(const Incident& incident) {
    const auto& p = *p_;
    if (incident.severity > 0) return (std::min)(incident.severity, static_cast<int>(p.severities.size())) - 1;
    if (!machines_) return drawn([&](std::size_t i) { return p.severities[i].share; }, p.severities.size());
    const int drawn_losses = 1 + drawn([&](std::size_t i) { return p.memory_copies.losses[i]; }, p.memory_copies.losses.size());
    const int hit = incident.domain
                        ? saturated<int>(std::ceil(double(incident.gpus) * p.memory_copies.machines / p.gpus - 1e-9))
                        : drawn_losses;
    return machines_->survives(hit, incident.domain, now_.elapsed, random_) ? 0 : 1;
  }
  /// 0, 1, ... n - 1 with those shares.
  template <class F>
  int drawn(const F& share, std::size_t n) {
    if (n == 1) return 0;
    double at = random_.uniform();
    for (std::size_t i = 0; i + 1 < n; ++i)
      if ((at -= share(i)) < 0) return static_cast<int>(i);
    return static_cast<int>(n) - 1;
  }

  /// From a failure until the run works again, however many failures that takes: the worst of them decides. Between two tries
  /// it may pause.
  void recover() {
    do {
      ++events_;
      const int restored = restore(severity());
      if (members_) members_->revive();
      const bool standby = shop_.standby_free(now_.elapsed);
      shop_.take(now_.elapsed, std::exchange(broken_, 0));
      spend(spare_wait, shop_.complete_from(now_.elapsed) - now_.elapsed);  // the downtime is for putting the spare in
      spend(downtime, standby ? p_->pool.standby_downtime : p_->downtime);
      const int before = severity_;
      if (reload(severity().restart_time) == Stop::failed) {
        severity_ = (std::max)(before, severity_);
        continue;
      }
      severity_ = before;                                    // absorbed failures changed nothing
      if (random_.chance(p_->pool.wrong_diagnosis_share)) {  // a healthy part was pulled: the same failure again
        ++now_.failures;
        ++broken_;
        interrupted();
        continue;
      }
      if (restored > 0) rewrite(restored);
      else leave_checkpoint(severity().leaves);
      return note("running");
    } while (!pausing());
    recovering_ = true;
  }
  void leave_checkpoint(int l) {
    if (l == 0) return;
    begin_segment();
    now_.written += {.saves_just_in_time = 1, .bytes = level(l).bytes};
    for (int i = 1; i <= l; ++i) restorable(i) = snapshot(position_, l);
    rewrite(l);
  }

  void roll_back_silent_error() {
    disturb();
    ++now_.detections;
    const int restored = restore(strategies::Severity{});
    if (reload(p_->verification.restart_time) == Stop::failed) return recover();
    rewrite(restored);
    note("running");
  }

  Stop reload(double time) {
    if (p_->restart_exposed) return pass(time, restart);
    spend(restart, time);
    return Stop::finished;
  }

  /// Goes back to where a failure of that severity leads; what it undoes is rework. The level of the checkpoint; 0: a step.
  int restore(const strategies::Severity& to) {
    std::erase_if(writes_, [&](const Write& w) { return !(level(w.level).copied && to.level < w.level); });
    corrupted_ = false;
    const bool wrote = std::exchange(writing_, false);
    if (to.recovery == strategies::Recovery::checkpoint) {
      const Snapshot from = restorable(to.level);
      for (int l = 1; l < to.level; ++l) restorable(l) = from;
      undo(useful, now_.time[useful] - from.useful);
      undo(checkpoint, now_.time[checkpoint] - from.checkpoint);
      undo(verification, now_.time[verification] - from.verification);
      now_.written = from.written;
      position_ = from.position;
      begin_segment();
      return from.level;
    }
    // within rounding of a whole step it is one
    const double kept = (std::min)(done_, p_->step_time * std::floor(done_ / p_->step_time * (1 + 1e-12)));
    if (wrote) undo(checkpoint, now_.time[checkpoint] - write_began_);
    undo(useful, done_ - kept);
    done_ = kept;
    chunk_ = (std::min)(chunk_, saturated<int>(done_ / p_->interval * p_->verification.chunks));
    return 0;
  }

  Random random_;
  FailureClock clock_;
  RepairShop shop_;
  std::optional<MachineLosses> machines_;
  std::optional<Members> members_;
  std::deque<double> absent_;  // replicas: when each is back, in running time, earliest first

  double until_ = 0;                // strikes of this stretch
  int calm_cycles_{};               // of it that nothing can ever disturb
  double events_ = 0;               // whatever took a step, since the start
  double allowed_ = inf;            // of them, until the next pause
  double most_in_a_piece_ = inf;    // of them, where there is no pause
  bool recovering_ = false;         // paused between two tries of it
  std::vector<std::size_t> ahead_;  // see the constructor; empty: not worth it
  std::size_t position_ = 0;        // of the pattern: the segment being worked on
  double done_ = 0;                 // useful work of this segment
  int chunk_ = 0;                   // verified pieces of it
  bool writing_ = false;            // its checkpoint is being taken,
  double write_began_ = 0;          // from this amount in the bucket on
  bool corrupted_ = false;          // a silent error is in the state
  double silent_in_ = inf;          // work until the next
  int severity_ = 0;                // of the last failure, from 0
  std::int64_t broken_ = 0;         // GPUs to be repaired since the last recovery
  std::vector<Event>* log_ = nullptr;
  std::size_t most_events_ = 0;
};

}  // namespace scaling_limits::simulation
