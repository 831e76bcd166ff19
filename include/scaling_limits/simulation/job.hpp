// SPDX-License-Identifier: Apache-2.0
// One job played out event by event, as its protocol says: what it does. What happens to it meanwhile is in passing_time.hpp.
// All the elapsed time is put into buckets; what a failure undoes is moved to rework.
#pragma once
#include "../version.hpp"

#include <optional>
#include <utility>

#include "passing_time.hpp"

namespace scaling_limits::simulation {

class Job : private PassingTime {
 public:
  /// @param shared what draws the common failures: the same of all whom they strike together
  Job(const strategies::Protocol& protocol, const failures::AnyLaw* law, const std::vector<Domain>& domains, Random random,
      std::optional<Random> shared = {})
      : PassingTime(protocol, law, domains, random, shared.value_or(random.split(3))) {
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
    shift_clocks();
    move_origin();
    until_ = strikes;
    calm_cycles_ = 0;
  }
  /// Plays on until the stretch is over, which a few cycles are of a job that nothing can strike, or so many more events have
  /// happened. Whether it is over.
  bool advance(double events) {
    allowed_ = events_ + events;
    while (!pausing()) {
      if (recovering_) {
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
  double silent_wait() { return p_->verification.silent_rate > 0 ? random_.exponential() / p_->verification.silent_rate : inf; }
  /// Asked wherever a job can be left and gone on with.
  bool pausing() const { return now_.strikes() >= until_ || events_ >= allowed_; }

  /// At the start of a segment: whatever repeats until something happens. Whether nothing ever will.
  bool skip_ahead() {
    if (late_.any()) {  // every snapshot is needed
      disturb();
      return false;
    }
    const double until = (std::min)({clock_.next(), next_rejoin(), slow_.next(), late_.next(), common_.due()});
    const auto skip = [&](Start& last, int top, double most) {
      const double before = now_.time[useful];
      const double times = skip_repetitions(last, top, until, (std::min)(silent_in_, planned_.work()), most);
      worked(now_.time[useful] - before);
      return times;
    };
    bool endless = false;
    if (position_ == 0) endless = skip(cycle_, p_->pattern.back(), inf) == inf;
    if (!ahead_.empty()) {
      const std::size_t alike = ahead_[position_];
      if (alike == 0) alike_.calm = false;
      else position_ += static_cast<std::size_t>(skip(alike_, p_->pattern[position_], double(alike)));
    }
    return endless;
  }
  void worked(double work) { silent_in_ -= work, planned_.worked(work); }

  /// One segment from where it stands, its checkpoint included; a failure is recovered from and ends the call.
  void segment() {
    const auto& v = p_->verification;
    while (chunk_ < v.chunks) {
      const bool last = chunk_ + 1 == v.chunks;
      const Stop stop = work(last ? p_->interval : p_->interval * (chunk_ + 1) / v.chunks);
      if (stop == Stop::paused) return;
      if (stop == Stop::announced) return stop_as_planned();
      if (stop == Stop::failed || pass(last ? v.final_time : v.time, verification) == Stop::failed) return recover();
      if (corrupted_ && (last || random_.chance(v.recall))) return roll_back_silent_error();
      ++chunk_;
    }
    if (write(p_->pattern[position_], (position_ + 1) % p_->pattern.size()) == Stop::failed) recover();
    writing_ = false;
  }

  /// A checkpoint of level l, after which the pattern goes on there.
  Stop write(int l, std::size_t position) {
    writing_ = true;
    write_began_ = now_.time[checkpoint];
    for (double wait = 0; (wait = wait_for_writes(l)) > 0;)  // one background write of a level at a time
      if (pass(wait, checkpoint) == Stop::failed) return Stop::failed;
    const bool reviving = members_ && p_->replication.revive_at_checkpoint;
    const double extra = reviving && members_->anybody_dead() ? p_->replication.revive_time : 0;
    if (pass(level(l).blocking_time + extra, checkpoint) == Stop::failed) return Stop::failed;
    if (reviving) members_->revive();
    position_ = position;
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

  /// A planned stop was announced: the state is saved in the midst of the segment, and the run goes down.
  void stop_as_planned() {
    ++now_.planned_stops;
    disturb();
    const int place = planned_.take(random_), l = severity(place).level;
    if (pass(p_->verification.final_time, verification) == Stop::failed) return recover();
    if (corrupted_) return roll_back_silent_error();
    Stop stop = write(l, position_);
    writing_ = writing_ && stop == Stop::failed;
    for (double left = 0; stop == Stop::finished && (left = left_to_write(l)) > 0;) stop = pass(left, checkpoint);
    if (stop == Stop::finished) struck_ = place, note("planned stop", place + 1);
    recover();
    writing_ = false;
  }

  /// Works until the segment holds `end` of useful work.
  Stop work(double end) {
    while (done_ < end) {
      if (pausing()) return Stop::paused;
      ++events_;
      const auto& r = p_->replicas;
      const int there = r.count - static_cast<int>(absent_.size());
      const double share = r.count == 0 ? 1 : there < r.least ? 0 : double(there) / r.count;
      const double slowed = speed(), whole = share * slowed, work_speed = slow_.speed(), useful_rate = whole * work_speed;
      const double rate = p_->slow_parts.by_clock ? whole : useful_rate;  // at which the segment comes to its end
      const double left = rate > 0 ? (end - done_) / rate : inf, silent = rate > 0 ? silent_in_ / useful_rate : inf;
      const double planned = rate > 0 && planned_.work() < inf ? planned_.work() / useful_rate : inf;
      const double dt = (std::min)({left, silent, planned, next_change(true) - ran_});
      const double step = dt == left ? end - done_ : rate * dt, gain = p_->slow_parts.by_clock ? step * work_speed : step;
      ran_ += dt;
      now_.elapsed += dt;
      now_.time[useful] += gain;
      now_.time[checkpoint] += share * (1 - slowed) * dt;
      now_.time[slow_parts] += whole * (1 - work_speed) * dt;
      now_.time[there < r.least ? spare_wait : redundancy] += (1 - share) * dt;
      done_ = dt == left ? end : done_ + step;
      worked(gain);
      if (dt == silent) {
        corrupted_ = true;
        disturb();
        ++now_.silent_errors;
        silent_in_ = silent_wait();
        note("silent error");
      }
      if (changes(true) && strike()) return Stop::failed;
      if (dt == planned) return Stop::announced;
    }
    return Stop::finished;
  }

  /// From a stop until the run works again, however many failures that takes: the worst of them decides. Between two tries it
  /// may pause.
  void recover() {
    if (!std::exchange(recovering_, false)) severity_ = struck_, found_ = false;
    do {
      ++events_;
      if (severity(struck_).leaves_writes) finish_writes_until(inf);
      const int restored = restore(severity(severity_));
      if (members_) members_->revive();
      if (come_back() == Stop::failed) {
        severity_ = std::exchange(found_, false) ? struck_ : (std::max)(severity_, struck_);
        continue;
      }
      if (random_.chance(p_->pool.wrong_diagnosis_share)) {  // a healthy part was pulled: the same failure again
        ++now_.failures;
        ++broken_;
        struck_ = severity_;
        interrupted();
        continue;
      }
      if (restored > 0) rewrite(restored);
      else leave_checkpoint(severity(severity_).leaves);
      return note("running");
    } while (!pausing());
    recovering_ = true;
  }
  /// The outage after what struck, and the restart that is in force, until one holds.
  Stop come_back() {
    const bool standby = shop_.standby_free(now_.elapsed);
    shop_.take(now_.elapsed, std::exchange(broken_, 0));
    stand(spare_wait, shop_.complete_from(now_.elapsed) - now_.elapsed);  // the downtime is for putting the spare in
    const auto& in_force = severity(severity_);
    const double own = severity(struck_).downtime, usual = standby ? p_->pool.standby_downtime : p_->downtime;
    const double comes = until_somebody_comes(severity(struck_));
    Stop stop = outage(downtime, (std::max)(std::exchange(owed_, 0), comes + (own == own ? own : usual)));
    const double most = events_ + most_in_a_piece_;
    for (bool again = true; again && stop == Stop::finished;) {
      stop = reload(in_force.restart_time);
      again = stop == Stop::finished && random_.chance(in_force.retry_chance);
      if (again) stop = outage(downtime, in_force.retry_time);
      if (again && ++events_ > most) throw Endless();
    }
    return stop;
  }
  void leave_checkpoint(int l) {
    if (l == 0) return;
    begin_segment();
    now_.written += {.saves_just_in_time = 1, .bytes = level(l).bytes};
    for (int i = 1; i <= l; ++i) store(i, snapshot(position_, l));
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

  /// Goes back to where a failure of that severity leads; what it undoes is rework. The level of the checkpoint; 0: a step.
  int restore(const strategies::Severity& to) {
    std::erase_if(writes_, [&](const Write& w) { return !(level(w.level).copied && to.level < w.level); });
    corrupted_ = false;
    const bool wrote = std::exchange(writing_, false);
    if (to.recovery == strategies::Recovery::checkpoint) {
      const Snapshot from = restorable(to.level);
      destroy_below(to.level);
      late_.forget_after(from.order);
      first_error_ = late_.first();
      undo(useful, now_.time[useful] - from.useful);
      undo(checkpoint, now_.time[checkpoint] - from.checkpoint);
      undo(verification, now_.time[verification] - from.verification);
      undo(slow_parts, now_.time[slow_parts] - from.slow);
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

  double until_ = 0;                // strikes of this stretch
  int calm_cycles_{};               // of it that nothing can ever disturb
  double allowed_ = inf;            // events until the next pause
  bool recovering_ = false;         // paused between two tries of it
  std::vector<std::size_t> ahead_;  // see the constructor; empty: not worth it
  std::size_t position_ = 0;        // of the pattern: the segment being worked on
  double done_ = 0;                 // useful work of this segment
  int chunk_ = 0;                   // verified pieces of it
  bool writing_ = false;            // its checkpoint is being taken,
  double write_began_ = 0;          // from this amount in the bucket on
  bool corrupted_ = false;          // a silent error is in the state
  double silent_in_ = inf;          // work until the next
  int severity_ = 0;                // whose restart is in force, from 0
};

}  // namespace scaling_limits::simulation
