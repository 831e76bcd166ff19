// SPDX-License-Identifier: Apache-2.0
// Spare GPUs and the pipeline that repairs failed ones, in wall-clock time.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <cstdint>
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
  /// GPUs leave for repair.
  void take(double now, std::int64_t gpus) {
    if (!limited()) return;
    catch_up(now);
    repairs_ = 0;
    out_ += gpus, queued_ += gpus;
    start(now);
  }
  /// When the run is complete again: `now`, or the repair that brings the number out down to the spares.
  double complete_from(double now) {
    if (!limited()) return now;
    catch_up(now);
    while (out_ > pool_->spares) {
      now = done_.front();
      catch_up(now);
    }
    return now;
  }
  void shift(double by) {
    for (double& t : done_) t -= by;
  }

 private:
  void start(double now) {
    while (queued_ > 0 && (pool_->repairers == 0 || std::ssize(done_) < pool_->repairers)) {
      --queued_;
      const double mean = random_.chance(pool_->manual_share) ? pool_->manual_repair_time : pool_->repair_time;
      done_.push_back(now + mean * random_.exponential());
      std::push_heap(done_.begin(), done_.end(), std::greater<>());
    }
  }
  void catch_up(double now) {
    while (!done_.empty() && done_.front() <= now) {
      if (++repairs_ > most_repairs) throw Endless();
      const double at = done_.front();
      std::pop_heap(done_.begin(), done_.end(), std::greater<>());
      done_.pop_back();
      if (random_.chance(pool_->failed_repair_share)) ++queued_;
      else --out_;
      start(at);
    }
  }

  const strategies::SparePool* pool_;
  Random random_;
  std::int64_t out_ = 0, queued_ = 0;
  double repairs_ = 0;
  std::vector<double> done_;  // ends of the repairs under way: a heap, earliest first
};

}  // namespace scaling_limits::simulation
