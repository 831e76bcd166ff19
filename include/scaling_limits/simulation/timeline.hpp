// SPDX-License-Identifier: Apache-2.0
// The running record of a simulated job: running time, the buckets, snapshots that can be restored and those still being written
// in the background. A cycle of the pattern that nothing disturbs repeats; repetitions are counted by division.
#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "../strategies/protocol.hpp"
#include "tally.hpp"

namespace scaling_limits::simulation {

class Timeline {
 protected:
  /// A checkpoint: where the pattern goes on, and the buckets as they were.
  struct Snapshot {
    double useful = 0, checkpoint = 0;
    std::size_t position = 0;
    int level = 1;
  };
  struct Write {
    int level;
    double until;  // running time
    bool counts;   // a new snapshot; else the copies of a restored one being made again
    bool slows;
    Snapshot snapshot;
  };

  explicit Timeline(const strategies::Protocol& protocol) : p_(&protocol), restorable_(protocol.levels.size()) {
    for (Snapshot& s : restorable_) s.level = static_cast<int>(protocol.levels.size());
    rewrite(static_cast<int>(protocol.levels.size()));
  }

  void spend(Bucket bucket, double time) {
    now_.time[bucket] += time;
    now_.elapsed += time;
  }
  /// What a failure undoes.
  void undo(Bucket from, double time) {
    now_.time[from] -= time;
    now_.time[rework] += time;
  }
  const strategies::Level& level(int l) const { return p_->levels[static_cast<std::size_t>(l - 1)]; }
  Snapshot& restorable(int l) { return restorable_[static_cast<std::size_t>(l - 1)]; }
  Snapshot snapshot(std::size_t position, int l) const { return {now_.time[useful], now_.time[checkpoint], position, l}; }

  /// A snapshot was taken. Writes are nested: each level below is there after its own latency.
  void persist(const Snapshot& taken) {
    for (int l = 1; l <= taken.level; ++l) {
      if (const double latency = level(l).persist_latency; latency > 0)
        writes_.push_back({l, ran_ + latency, true, l == taken.level, taken});
      else restorable(l) = taken;
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
      if (w.level <= l && w.counts) left = std::max(left, w.until - ran_);
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
    for (const Write& w : writes_) next = std::min(next, w.until);
    return next;
  }
  void finish_writes() {
    std::erase_if(writes_, [&](const Write& w) {
      if (w.until > ran_) return false;
      if (w.counts) restorable(w.level) = w.snapshot;
      return true;
    });
  }

  /// At the start of a cycle: goes on to the last whole cycle before `until` (running time) and `work` of useful work, if the
  /// one before was calm and ended as it began. Returns how many were skipped: inf where nothing will ever happen.
  double skip_calm_cycles(double until, double work) {
    Start start{ran_, now_.elapsed, now_.time, std::move(spare_)};
    start.state.clear();
    for (const Write& w : writes_)
      start.state.insert(start.state.end(), {double(w.level), w.until - ran_, now_.time[useful] - w.snapshot.useful});
    for (const Snapshot& r : restorable_) start.state.push_back(now_.time[useful] - r.useful);
    const double length = ran_ - start_.ran, gain = now_.time[useful] - start_.time[useful];
    const bool repeats = calm_ && start.state.size() == start_.state.size() && length > 0 &&
                         std::equal(start.state.begin(), start.state.end(), start_.state.begin(),
                                    [&](double a, double b) { return std::abs(a - b) <= 1e-9 * length; });
    const double cycles = repeats ? std::max(0.0, std::floor(std::min((until - ran_) / length, work / gain)) - 1) : 0;
    if (cycles > 0 && cycles < inf) {
      Buckets more{};
      for (int i = 0; i < buckets; ++i) now_.time[i] += more[i] = cycles * (now_.time[i] - start_.time[i]);
      now_.elapsed += cycles * (now_.elapsed - start_.elapsed);
      ran_ += cycles * length;
      const auto move_on = [&](Snapshot& s) { s.useful += more[useful], s.checkpoint += more[checkpoint]; };
      for (Write& w : writes_) w.until += cycles * length, move_on(w.snapshot);
      for (Snapshot& r : restorable_) move_on(r);
      start.ran = ran_, start.elapsed = now_.elapsed, start.time = now_.time;
    }
    calm_ = true;
    spare_ = std::move(start_.state);
    start_ = std::move(start);
    return cycles;
  }

  /// All clocks and buckets count from now on: numbers stay small, so that sums over billions of seconds keep their digits.
  void move_origin() {
    const auto shift = [&](Snapshot& s) { s.useful -= now_.time[useful], s.checkpoint -= now_.time[checkpoint]; };
    for (Write& w : writes_) w.until -= ran_, shift(w.snapshot);
    for (Snapshot& r : restorable_) shift(r);
    start_.state.clear();
    origin_ += now_.elapsed;
    now_ = {};
    ran_ = 0;
  }

  const strategies::Protocol* p_;
  Tally now_;                    // since the origin
  double origin_ = 0, ran_ = 0;  // wall-clock of the origin; running time since
  std::vector<Write> writes_;    // in the background
  bool calm_ = false;            // nothing has disturbed the cycle so far

 private:
  /// Where a cycle began: the buckets, the writes under way and what can be restored, all relative to then.
  struct Start {
    double ran = 0, elapsed = 0;
    Buckets time{};
    std::vector<double> state;
  };

  std::vector<Snapshot> restorable_;  // per level
  Start start_;
  std::vector<double> spare_;  // its memory, used again
};

}  // namespace scaling_limits::simulation
