// SPDX-License-Identifier: Apache-2.0
// The running record of a simulated job: running time, the buckets, snapshots that can be restored and those still being
// written in the background. A cycle of the pattern that nothing disturbs repeats; repetitions are counted by division.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "../strategies/protocol.hpp"
#include "tally.hpp"

namespace scaling_limits::simulation {

/// A time in which a job neither works nor writes: it is down, or restarts. Since the stretch began.
struct Away {
  double from{}, to{};
};

class Timeline {
 protected:
  /// A checkpoint: where the pattern goes on, and the buckets and what was written as they were, itself included.
  struct Snapshot {
    double useful = 0, checkpoint = 0, verification = 0, slow = 0;
    Written written{};
    std::size_t position = 0;
    int level = 1;
    std::uint64_t order = 0;  // among all snapshots and late errors
  };
  struct Write {
    int level;
    double until;  // running time
    bool counts;   // a new snapshot; else the copies of a restored one being made again
    bool slows;
    Snapshot snapshot;
  };

  explicit Timeline(const strategies::Protocol& protocol)
      : p_(&protocol), restorable_(protocol.levels.size()), older_(protocol.levels.size()) {
    for (Snapshot& s : restorable_) s.level = static_cast<int>(protocol.levels.size());
    rewrite(static_cast<int>(protocol.levels.size()));
  }

  void spend(Bucket bucket, double time) {
    if (away_ && (bucket == downtime || bucket == restart)) away_->push_back({now_.elapsed, now_.elapsed + time});
    now_.time[bucket] += time;
    now_.elapsed += time;
  }
  /// What a failure undoes.
  void undo(Bucket from, double time) {
    now_.time[from] -= time;
    now_.time[rework] += time;
  }
  const strategies::CheckpointLevel& level(int l) const { return p_->levels[static_cast<std::size_t>(l - 1)]; }
  Snapshot& restorable(int l) { return restorable_[static_cast<std::size_t>(l - 1)]; }
  Snapshot snapshot(std::size_t position, int l) {
    const auto& time = now_.time;
    return {time[useful], time[checkpoint], time[verification], time[slow_parts], now_.written, position, l, ++order_};
  }
  /// The newest of a level from now on. Those before it are kept as long as an error may be found that spoils it.
  void store(int l, const Snapshot& taken) {
    if (auto& older = older_[static_cast<std::size_t>(l - 1)]; taken.order > first_error_) {
      older.push_back(restorable(l));
      const auto spoiled =
          std::partition_point(older.begin(), older.end(), [&](const Snapshot& s) { return s.order < first_error_; });
      if (spoiled - older.begin() > 1) older.erase(older.begin(), spoiled - 1);
    } else if (!older.empty()) {
      older.clear();
    }
    restorable(l) = taken;
  }
  /// What was taken after an error is spoiled: the last of each level from before it are the newest again.
  void discard_after(std::uint64_t error) {
    std::erase_if(writes_, [&](const Write& w) { return w.counts && w.snapshot.order > error; });
    for (int l = static_cast<int>(restorable_.size()); l >= 1; --l)
      for (auto& older = older_[static_cast<std::size_t>(l - 1)]; restorable(l).order > error;) {
        restorable(l) = older.empty() ? restorable(l + 1) : older.back();
        if (!older.empty()) older.pop_back();
      }
  }
  /// A failure of that level destroys the checkpoints below it.
  void destroy_below(int l) {
    for (int below = 1; below < l; ++below)
      restorable(below) = restorable(l), older_[static_cast<std::size_t>(below - 1)].clear();
  }

  /// A snapshot was taken. Writes are nested: each level below has its own latency, and is served by the higher ones too.
  void persist(const Snapshot& taken) {
    double soonest = inf;
    for (int l = taken.level; l >= 1; --l) {
      const double latency = level(l).persist_latency;
      soonest = (std::min)(soonest, latency);
      if (soonest <= 0) store(l, taken);
      if (latency > 0) writes_.push_back({l, ran_ + latency, true, l == taken.level, taken});
    }
  }
  /// After a restore: the copies of that checkpoint are made again.
  void rewrite(int l) {
    if (level(l).slowdown > 0 && level(l).persist_latency > 0)
      writes_.push_back({l, ran_ + level(l).persist_latency, false, true, {}});
  }
  /// How long a new write of that level has to wait for those under way.
  double wait_for_writes(int l) const {
    double left = 0;
    for (const Write& w : writes_)
      if (w.level <= l && w.counts)
        left = (std::max)(left, w.until - ran_ - (level(w.level).copied ? level(l).blocking_time : 0));
    // a write that ends within rounding of now has ended
    return left > 1e-9 * (ran_ + p_->interval) ? left : 0;
  }
  /// Of training, beside the writes under way; 1: undisturbed.
  double speed() const {
    double speed = 1;
    for (const Write& w : writes_)
      if (w.slows) speed *= 1 - level(w.level).slowdown;
    return speed;
  }
  double next_written() const {
    double next = inf;
    for (const Write& w : writes_) next = (std::min)(next, w.until);
    return next;
  }
  void finish_writes() {
    if (!writes_.empty()) finish_writes_until(ran_);
  }
  void finish_writes_until(double time) {
    std::erase_if(writes_, [&](const Write& w) {
      if (w.until > time) return false;
      for (int l = 1; w.counts && l <= w.level; ++l)  // unless something later is there already
        if (restorable(l).useful < w.snapshot.useful) store(l, w.snapshot);
      return true;
    });
  }
  /// Until whatever is being written up to a level can be restored.
  double left_to_write(int l) const {
    double left = 0;
    for (const Write& w : writes_)
      if (w.level <= l && w.counts) left = (std::max)(left, w.until - ran_);
    return left;
  }

  /// Where a stretch that may repeat began: the tally, the writes under way and what can be restored, relative to then.
  struct Start {
    bool calm = false;  // nothing has disturbed it so far
    double ran = 0;
    Tally tally{};
    std::vector<double> state, spare;
  };

  /// At the start of a stretch (a cycle of the pattern, or a segment among its likes) that takes checkpoints up to level `top`:
  /// if the one before was calm and ended as it began, as many repetitions as end before `until` (running time) and `work` of
  /// useful work are skipped, `most` at most. Returns how many: inf where nothing will ever happen.
  double skip_repetitions(Start& last, int top, double until, double work, double most) {
    auto& state = last.spare;
    state.clear();
    bool repeats = last.calm;
    for (const Write& w : writes_) {
      repeats = repeats && w.level <= top;
      state.insert(state.end(), {double(w.level), w.until - ran_, now_.time[useful] - w.snapshot.useful});
    }
    for (int l = 1; l <= top; ++l) state.push_back(now_.time[useful] - restorable(l).useful);
    const double length = ran_ - last.ran, gain = now_.time[useful] - last.tally.time[useful];
    repeats = repeats && state.size() == last.state.size() && length > 0 &&
              std::equal(state.begin(), state.end(), last.state.begin(),
                         [&](double a, double b) { return std::abs(a - b) <= 1e-9 * length; });
    const double end = (std::min)({std::floor((until - ran_) / length) - 1, std::floor(work / gain) - 1, most});
    const double times = repeats ? (std::max)(0.0, end) : 0;
    if (times > 0 && times < inf) {
      Tally one = now_;
      one.add(-1, last.tally);
      now_.add(times, one);
      ran_ += times * length;
      const auto further =
          static_cast<std::size_t>(most < inf ? times : 0);  // along the pattern; whole cycles end where they began
      for (Write& w : writes_) {
        w.until += times * length, shift(w.snapshot, times, one);
        w.snapshot.position += further;
      }
      for (int l = 1; l <= top; ++l) {
        shift(restorable(l), times, one);
        restorable(l).position += further;
      }
    }
    last.calm = true;
    last.ran = ran_, last.tally = now_;
    last.state.swap(state);
    return times;
  }
  /// Something happened that repetitions do not have.
  void disturb() { cycle_.calm = alike_.calm = false; }

  /// All clocks and buckets count from now on: numbers stay small, so that sums over billions of seconds keep their digits.
  void move_origin() {
    for (Write& w : writes_) w.until -= ran_, shift(w.snapshot, -1, now_);
    for (Snapshot& r : restorable_) shift(r, -1, now_);
    for (auto& older : older_)
      for (Snapshot& s : older) shift(s, -1, now_);
    disturb();
    origin_ += now_.elapsed;
    now_ = {};
    ran_ = 0;
  }

  const strategies::Protocol* p_;
  Tally now_;                                      // since the origin
  double origin_ = 0, ran_ = 0;                    // wall-clock of the origin; running time since
  std::vector<Write> writes_;                      // in the background
  Start cycle_, alike_;                            // of the pattern; of segments of one level after another
  std::uint64_t order_ = 0;                        // of the last snapshot or late error
  std::uint64_t first_error_ = ~std::uint64_t{0};  // of those that nobody knows of
  std::vector<Away>* away_ = nullptr;

 private:
  static void shift(Snapshot& s, double times, const Tally& by) {
    s.useful += times * by.time[useful], s.checkpoint += times * by.time[checkpoint];
    s.verification += times * by.time[verification], s.slow += times * by.time[slow_parts];
    s.written.add(times, by.written);
  }
  std::vector<Snapshot> restorable_;          // per level
  std::vector<std::vector<Snapshot>> older_;  // per level, oldest first
};

}  // namespace scaling_limits::simulation
