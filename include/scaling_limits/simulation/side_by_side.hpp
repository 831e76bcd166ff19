// SPDX-License-Identifier: Apache-2.0
// Learners that fail apart, played side by side: each by itself, on a clock of its own, then the same time of all of them is
// laid beside each other. What a learner does counts while it and so many others are up; the rest of its useful time is without
// a quorum. A stretch is a length of time, fixed before it is played: one of so many failures would be shorter where more fail.
// Common failures strike all of them at the same time: each has the same clock of them.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <deque>
#include <vector>

#include "job.hpp"

namespace scaling_limits::simulation {

/// As Job, of all learners of a protocol together: times are learner-seconds.
class SideBySide {
 public:
  SideBySide(const strategies::Protocol& protocol, const failures::AnyLaw* law, Random random) : quorum_(protocol.quorum) {
    learners_.reserve(static_cast<std::size_t>(protocol.learners));
    for (int i = 0; i < protocol.learners; ++i)
      learners_.push_back(
          {Job(protocol, law, {}, random.split(static_cast<std::uint64_t>(i)), random.split(~std::uint64_t{0})), {}, 0});
  }
  void at_most(double events_in_one_piece) {
    for (Learner& one : learners_) one.job.at_most(events_in_one_piece);
  }
  void begin(double strikes) {
    const double each = std::ceil(strikes / static_cast<double>(learners_.size()));
    length_ = all_.elapsed > 0 ? each * all_.elapsed / (std::max)(all_.strikes(), 1.0) : 0;
    played_ = {};
  }
  bool advance(double events) {
    for (const double until = events_ + events; Learner* next = shortest();)
      if (!play(*next, until)) return false;
    count();
    return true;
  }
  const Tally& so_far() const { return played_; }
  double events() const { return events_; }

 private:
  /// A learner between two failures: what it did, and when it was down.
  struct Piece {
    Tally tally;
    std::vector<Away> away;
  };
  struct Learner {
    Job job;
    std::deque<Piece> pieces;  // not counted yet
    double length = 0;         // of them
    bool playing = false;
  };
  /// Where a learner goes down or comes back.
  struct Change {
    double time;
    std::size_t learner;
    bool up;
  };

  /// A learner that has not played the stretch yet; none where all have. The first one plays a piece of each.
  Learner* shortest() {
    for (Learner& one : learners_)
      if (one.playing || one.pieces.empty() || one.length < length_) return &one;
    if (length_ == 0) {  // how long a piece is: the mean of one of each
      for (const Learner& one : learners_) length_ += one.length / static_cast<double>(learners_.size());
      return shortest();
    }
    return nullptr;
  }
  bool play(Learner& one, double until) {
    if (!std::exchange(one.playing, true)) {
      one.pieces.emplace_back();
      one.job.record(&one.pieces.back().away);
      one.job.begin(1);
    }
    const double before = one.job.events();
    one.playing = !one.job.advance(until - events_);
    events_ += one.job.events() - before;
    if (one.playing) return false;
    one.pieces.back().tally = one.job.so_far();
    one.length += one.job.so_far().elapsed;
    all_ += one.job.so_far();
    return true;
  }

  /// The stretch of one learner: its tally, and when it was down in it. A piece that goes on beyond it is shared out by time.
  Tally take(Learner& one, std::vector<Away>& away) const {
    Tally sum;
    for (double at = 0; at < length_;) {
      Piece& piece = one.pieces.front();
      const double left = length_ - at, whole = piece.tally.elapsed;
      for (const Away& a : piece.away)
        if (a.from < left) away.push_back({at + a.from, at + (std::min)(a.to, left)});
      if (whole <= left) {
        sum += piece.tally;
        at += whole;
        one.length -= whole;
        one.pieces.pop_front();
        if (one.pieces.empty()) break;  // by rounding
        continue;
      }
      sum.add(left / whole, piece.tally);
      piece.tally.add(-left / whole, piece.tally);
      std::erase_if(piece.away, [&](const Away& a) { return a.to <= left; });
      for (Away& a : piece.away) a.from = (std::max)(0.0, a.from - left), a.to -= left;
      one.length -= left;
      at = length_;
    }
    return sum;
  }

  /// All learners' stretches beside each other; what was done without a quorum is moved.
  void count() {
    std::vector<Tally> tallies;
    std::vector<Change> changes;
    std::vector<Away> away;
    for (std::size_t i = 0; i < learners_.size(); ++i) {
      away.clear();
      tallies.push_back(take(learners_[i], away));
      for (const Away& a : away)
        if (a.to > a.from) changes.push_back({a.from, i, false}), changes.push_back({a.to, i, true});
    }
    // of one learner at one time, back before down: the next piece begins where this one ends
    std::sort(changes.begin(), changes.end(),
              [](const Change& a, const Change& b) { return a.time < b.time || (a.time == b.time && a.up && !b.up); });
    struct Sums {
      double up = 0, counted = 0;
    };
    std::vector<Sums> sums(learners_.size());
    std::vector<bool> down(learners_.size(), false);
    double now = 0, with_quorum = 0;  // time so far with as many up as it takes
    std::size_t there = learners_.size();
    std::vector<Sums> since(learners_.size());
    const auto pass = [&](double time) {
      if (there >= static_cast<std::size_t>(quorum_)) with_quorum += time - now;
      now = time;
    };
    const auto leave = [&](std::size_t i) {
      sums[i].up += now - since[i].up, sums[i].counted += with_quorum - since[i].counted;
    };
    for (const Change& c : changes) {
      pass(c.time);
      if (down[c.learner] != c.up) continue;
      down[c.learner] = !c.up;
      if (c.up) ++there, since[c.learner] = {now, with_quorum};
      else --there, leave(c.learner);
    }
    pass(length_);
    for (std::size_t i = 0; i < learners_.size(); ++i) {
      if (!down[i]) leave(i);
      const double missed = sums[i].up > 0 ? 1 - sums[i].counted / sums[i].up : 1;
      const double lost = tallies[i].time[useful] * missed;
      tallies[i].time[useful] -= lost;
      tallies[i].time[quorum] += lost;
      played_ += tallies[i];
    }
  }

  int quorum_;
  std::vector<Learner> learners_;
  Tally played_, all_;  // of this stretch; of everything so far
  double length_ = 0;   // of a stretch
  double events_ = 0;
};

}  // namespace scaling_limits::simulation
