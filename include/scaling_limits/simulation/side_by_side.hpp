// SPDX-License-Identifier: Apache-2.0
// Learners that fail apart, played side by side: each plays its stretch by itself, then the records are laid beside each other,
// each turned by a random part of its length, so that no learner's clock knows another's. What a learner does counts while it
// and so many others are up; the rest of its useful time is without a quorum.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <vector>

#include "job.hpp"

namespace scaling_limits::simulation {

/// As Job, of all learners of a protocol together: times are learner-seconds.
class SideBySide {
 public:
  SideBySide(const strategies::Protocol& protocol, const failures::AnyLaw* law, Random random)
      : random_(random.split(0)), quorum_(protocol.quorum) {
    learners_.reserve(static_cast<std::size_t>(protocol.learners));
    for (int i = 0; i < protocol.learners; ++i)
      learners_.push_back({Job(protocol, law, {}, random.split(static_cast<std::uint64_t>(i) + 1)), {}});
  }
  void at_most(double events_in_one_piece) {
    for (Learner& one : learners_) one.job.at_most(events_in_one_piece);
  }
  void begin(double strikes) {
    strikes_ = (std::max)(least_strikes, std::ceil(strikes / static_cast<double>(learners_.size())));
    playing_ = 0;
    played_ = {};
    begin_learner();
  }
  bool advance(double events) {
    for (const double until = events_ + events;;) {
      Learner& one = learners_[playing_];
      const double before = one.job.events();
      const bool over = one.job.advance(until - events_);
      events_ += one.job.events() - before;
      if (!over) return false;
      if (++playing_ == learners_.size()) break;
      begin_learner();
    }
    for (const Learner& one : learners_) played_ += one.job.so_far();
    count();
    return true;
  }
  const Tally& so_far() const { return played_; }
  double events() const { return events_; }

 private:
  struct Learner {
    Job job;
    std::vector<Away> away;  // when it was down, since its stretch began
  };
  /// Where a learner goes down or comes back.
  struct Change {
    double time;
    std::size_t learner;
    bool up;
  };
  // of a learner in a stretch: a record must be long beside the time that one failure takes
  static constexpr double least_strikes = 64;

  void begin_learner() {
    Learner& one = learners_[playing_];
    one.away.clear();
    one.job.record(&one.away);
    one.job.begin(strikes_);
  }

  /// Moves what was done without a quorum.
  void count() {
    double horizon = inf;
    for (const Learner& one : learners_) horizon = (std::min)(horizon, one.job.so_far().elapsed);
    std::vector<Change> changes;
    std::vector<bool> up(learners_.size(), true);
    for (std::size_t i = 0; i < learners_.size(); ++i) {
      const double length = learners_[i].job.so_far().elapsed, turn = length * random_.uniform();
      const auto add = [&](double from, double to) {
        if (from >= horizon) return;
        if (from <= 0) up[i] = false;
        else changes.push_back({from, i, false});
        if (to < horizon) changes.push_back({to, i, true});
      };
      for (const Away& a : learners_[i].away) {
        const double from = a.from + turn - (a.from + turn >= length ? length : 0), to = from + (a.to - a.from);
        if (to > from) add(from, (std::min)(to, length));
        if (to > length) add(0, to - length);
      }
    }
    std::sort(changes.begin(), changes.end(),
              [](const Change& a, const Change& b) { return a.time < b.time || (a.time == b.time && a.up && !b.up); });
    std::size_t there = static_cast<std::size_t>(std::count(up.begin(), up.end(), true));
    double now = 0, with_quorum = 0;  // time so far with as many up as it takes
    struct Sums {
      double up = 0, counted = 0, up_from = 0, counted_from = 0;
    };
    std::vector<Sums> sums(learners_.size());
    const auto pass = [&](double time) {
      if (there >= static_cast<std::size_t>(quorum_)) with_quorum += time - now;
      now = time;
    };
    const auto close = [&](Sums& s) { s.up += now - s.up_from, s.counted += with_quorum - s.counted_from; };
    for (const Change& c : changes) {
      pass(c.time);
      if (up[c.learner] == c.up) continue;  // down already: the next record begins where this one ends
      up[c.learner] = c.up;
      Sums& s = sums[c.learner];
      if (c.up) ++there, s.up_from = now, s.counted_from = with_quorum;
      else --there, close(s);
    }
    pass(horizon);
    for (std::size_t i = 0; i < learners_.size(); ++i) {
      if (up[i]) close(sums[i]);
      const double share = sums[i].up > 0 ? sums[i].counted / sums[i].up : 0;
      const double lost = learners_[i].job.so_far().time[useful] * (1 - share);
      played_.time[useful] -= lost;
      played_.time[quorum] += lost;
    }
  }

  Random random_;
  int quorum_;
  std::vector<Learner> learners_;
  Tally played_;
  std::size_t playing_ = 0;  // the learner whose stretch is under way
  double strikes_ = 0, events_ = 0;
};

}  // namespace scaling_limits::simulation
