// SPDX-License-Identifier: Apache-2.0
// A flag that ends a computation for which nobody waits any more: whoever computes long calls it between two elements.
//
//   Stop stop(60);                                              // after a minute, or when another thread says stop.set()
//   for (double gpus : sizes) stop(), limits.push_back(...);    // throws Stopped
#pragma once
#include "../version.hpp"

#include <atomic>
#include <chrono>
#include <stdexcept>

#include "fields.hpp"

namespace scaling_limits {

/// A computation was ended before it was through: neither a refusal nor a fault.
struct Stopped : std::runtime_error {
  explicit Stopped(const std::string& text) : std::runtime_error(text) {}
};

class Stop {
 public:
  /// @param seconds from now, after which it is set by itself: > 0, or infinity; throws DomainError
  explicit Stop(double seconds = inf) : begin_(Clock::now()), seconds_(seconds) {
    check("Stop", "seconds", seconds, positive_or_inf, "s");
  }
  /// From any thread, and from a handler of signals.
  void set() noexcept { set_.store(true, std::memory_order_relaxed); }
  bool is_set() const noexcept { return set_.load(std::memory_order_relaxed) || is_late(); }
  /// Whether its time is over.
  bool is_late() const noexcept { return std::chrono::duration<double>(Clock::now() - begin_).count() >= seconds_; }
  /// Throws Stopped where it is set.
  void operator()() const {
    if (is_set()) throw Stopped(is_late() ? "stopped after " + to_text(seconds_) + " s" : "stopped");
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::atomic<bool> set_{false};
  Clock::time_point begin_;
  double seconds_;
};

}  // namespace scaling_limits
