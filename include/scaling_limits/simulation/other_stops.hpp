// SPDX-License-Identifier: Apache-2.0
// Stops of a simulated job beside its own failures: planned ones, which come with work; silent errors, found some wall-clock
// time after they struck; common failures, which come by the wall clock to whoever shares them. Times are running times of the
// job: while it stands still, what comes by the wall clock comes nearer.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../strategies/protocol.hpp"
#include "random.hpp"

namespace scaling_limits::simulation {

namespace detail {

/// Of rows that come at rates of their own, all together, and which of them it is.
template <class Row>
double total_rate(const std::vector<Row>& rows) {
  double rate = 0;
  for (const Row& row : rows) rate += row.rate;
  return rate;
}
template <class Row>
const Row& drawn_by_rate(const std::vector<Row>& rows, Random& random) {
  if (rows.size() > 1) {
    double at = random.uniform() * total_rate(rows);
    for (const Row& row : rows)
      if ((at -= row.rate) < 0) return row;
  }
  return rows.back();
}
inline double wait_at(double rate, Random& random) { return rate > 0 ? random.exponential() / rate : inf; }

}  // namespace detail

/// Planned stops, as work goes on.
class PlannedStops {
 public:
  PlannedStops(const std::vector<strategies::Stop>& rows, Random& random)
      : rows_(&rows), rate_(detail::total_rate(rows)), work_(detail::wait_at(rate_, random)) {}
  /// Work until the next.
  double work() const { return work_; }
  void worked(double work) { work_ -= work; }
  /// Of the next, which is announced: its severity, from 0.
  int take(Random& random) {
    work_ = detail::wait_at(rate_, random);
    return detail::drawn_by_rate(*rows_, random).severity - 1;
  }

 private:
  const std::vector<strategies::Stop>* rows_;
  double rate_, work_;
};

/// Silent errors that are found late: when the next strikes, and those that nobody knows of yet.
class LateErrors {
 public:
  struct Error {
    std::uint64_t order;  // among all errors and snapshots of the job
    double due;           // running time at which it is found
    int severity;         // from 0
  };

  LateErrors(const std::vector<strategies::LateError>& rows, Random& random)
      : rows_(&rows), rate_(detail::total_rate(rows)), next_(detail::wait_at(rate_, random)) {}
  /// Running time of the next, and of when the next is found.
  double next() const { return next_; }
  double due() const { return due_; }
  bool any() const { return !unknown_.empty(); }
  /// The order of the first that nobody knows of; greater than any where there is none.
  std::uint64_t first() const { return any() ? unknown_.front().order : ~std::uint64_t{0}; }

  void strike(std::uint64_t order, double now, Random& random) {
    const auto& row = detail::drawn_by_rate(*rows_, random);
    unknown_.push_back({order, now + row.lag, row.severity - 1});
    due_ = (std::min)(due_, now + row.lag);
    next_ = now + detail::wait_at(rate_, random);
  }
  /// The one that is found next.
  const Error& found() const {
    return *std::min_element(unknown_.begin(), unknown_.end(), [](const Error& a, const Error& b) { return a.due < b.due; });
  }
  /// The job goes back to a snapshot: whatever struck after it never did.
  void forget_after(std::uint64_t order) {
    if (!any() || unknown_.back().order < order) return;
    while (any() && unknown_.back().order > order) unknown_.pop_back();
    due_ = any() ? found().due : inf;
  }
  /// Running time passes in which none strikes.
  void spared(double time) { next_ += time; }
  /// Time passes that is no running time, or the origin of running time moves.
  void stand(double time) {
    if (!any()) return;
    for (Error& error : unknown_) error.due -= time;
    due_ -= time;
  }
  void shift(double by) { stand(by), next_ -= by; }

 private:
  const std::vector<strategies::LateError>* rows_;
  double rate_, next_, due_ = inf;
  std::vector<Error> unknown_;  // in the order in which they struck
};

/// Common failures: the same times by the wall clock for all that are given the same random numbers. None comes while the
/// outage of one lasts.
class CommonFailures {
 public:
  CommonFailures(const strategies::Protocol& protocol, Random random)
      : p_(&protocol), random_(random), rate_(detail::total_rate(protocol.common)), due_(detail::wait_at(rate_, random_)) {}
  /// Running time of the next.
  double due() const { return due_; }
  /// Of the next, which strikes: its severity, from 0.
  int take() {
    const int severity = detail::drawn_by_rate(p_->common, random_).severity - 1;
    due_ += strategies::downtime_of(*p_, severity) + detail::wait_at(rate_, random_);
    return severity;
  }
  void stand(double time) { due_ -= time; }

 private:
  const strategies::Protocol* p_;
  Random random_;
  double rate_, due_;
};

}  // namespace scaling_limits::simulation
