// SPDX-License-Identifier: Apache-2.0
// Which parts of a simulated job are slow, one by one: when the next one comes, and when each of those there are is found.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include "../strategies/protocol.hpp"
#include "random.hpp"

namespace scaling_limits::simulation {

class SlowPartsClock {
 public:
  SlowPartsClock(const strategies::SlowParts& parts, Random random) : parts_(&parts), random_(random) { meet(0); }

  /// Running time of the next arrival or find; inf: never.
  double next() const { return found_.empty() ? arrives_ : (std::min)(arrives_, found_.front()); }
  /// It happens; whether it is an arrival.
  bool take() {
    if (!found_.empty() && found_.front() <= arrives_) {
      std::pop_heap(found_.begin(), found_.end(), std::greater<>());
      found_.pop_back();
      return false;
    }
    const bool fixed = parts_->law == failures::DurationLaw::fixed;
    found_.push_back(arrives_ + parts_->duration * (fixed ? 1 : random_.exponential()));
    std::push_heap(found_.begin(), found_.end(), std::greater<>());
    meet(arrives_);
    return true;
  }
  /// A failure interrupts the run.
  void restarted() {
    if (parts_->cleared && (parts_->clearing_share == 1 || random_.chance(parts_->clearing_share))) found_.clear();
  }

  /// Of the run, beside what else slows it down; 1: no part is slow.
  double speed() const { return found_.empty() ? 1 : 1 / parts_->slowdown; }

  /// The origin of running time moves forward.
  void shift(double by) {
    arrives_ -= by;
    for (double& t : found_) t -= by;
  }

 private:
  void meet(double now) { arrives_ = parts_->arrival_rate > 0 ? now + random_.exponential() / parts_->arrival_rate : inf; }

  const strategies::SlowParts* parts_;
  Random random_;
  double arrives_ = inf;
  std::vector<double> found_;  // a heap, earliest first
};

}  // namespace scaling_limits::simulation
