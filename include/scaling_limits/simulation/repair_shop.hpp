// SPDX-License-Identifier: Apache-2.0
// Spare GPUs and the pipeline that repairs failed ones, in wall-clock time.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <iterator>
#include <vector>

#include "../strategies/protocol.hpp"
#include "random.hpp"
#include "tally.hpp"

namespace scaling_limits::simulation {

class RepairShop {
 public:
  RepairShop(const strategies::SparePool& pool, Random random) : pool_(&pool), random_(random) {}

  double most_repairs = inf;  ///< from one failure to the next

  bool limited() const { return pool_->spares >= 0; }
  /// Whether a warm standby is free to take over at that moment.
  bool standby_free(double now) {
    if (!limited() || pool_->standbys == 0) return false;
    catch_up(now);
    return out_ < pool_->standbys;
  }
  /// GPUs leave for repair, in whole units: each by itself, or all of them as one burst.
  void take(double now, std::int64_t gpus) {
    if (!limited()) return;
    catch_up(now);
    repairs_ = 0;
    const std::int64_t units = (gpus + pool_->takes - 1) / pool_->takes;
    out_ += units;
    if (pool_->burst == 1) queued_ += units;
    else if (units > 0) bursts_.push_back(units);
    start(now);
  }
  /// When the run is complete again: `now`, or the repair that brings the number out down to the spares.
  double complete_from(double now) {
    if (!limited()) return now;
    catch_up(now);
    while (out_ > pool_->spares) {
      now = done_.front().at;
      catch_up(now);
    }
    return now;
  }
  void shift(double by) {
    for (Repair& repair : done_) repair.at -= by;
  }

 private:
  struct Repair {
    double at;           // its end
    std::int64_t units;  // that it brings back
    bool operator>(const Repair& other) const { return at > other.at; }
  };

  void start(double now) {
    while (queued_ + std::ssize(bursts_) > 0 && (pool_->repairers == 0 || std::ssize(done_) < pool_->repairers)) {
      std::int64_t units = 1;
      if (queued_ > 0) --queued_;
      else units = bursts_.front(), bursts_.pop_front();
      const double mean = random_.chance(pool_->manual_share) ? pool_->manual_repair_time : pool_->repair_time;
      done_.push_back({now + mean * random_.exponential(), units});
      std::push_heap(done_.begin(), done_.end(), std::greater<>());
    }
  }
  void catch_up(double now) {
    while (!done_.empty() && done_.front().at <= now) {
      if (++repairs_ > most_repairs) throw Endless();
      const auto [at, units] = done_.front();
      std::pop_heap(done_.begin(), done_.end(), std::greater<>());
      done_.pop_back();
      if (!random_.chance(pool_->failed_repair_share)) out_ -= units;
      else if (pool_->burst == 1) ++queued_;
      else bursts_.push_back(units);
      start(at);
    }
  }

  const strategies::SparePool* pool_;
  Random random_;
  std::int64_t out_ = 0, queued_ = 0;  // units
  std::deque<std::int64_t> bursts_;    // that wait for a repairer, where several units come back as one
  double repairs_ = 0;
  std::vector<Repair> done_;  // the repairs under way: a heap, earliest first
};

}  // namespace scaling_limits::simulation
