// SPDX-License-Identifier: Apache-2.0
// Where attempts begin in a log of steps: where `attempt` changes, where the number of a step does not rise by one (up to
// `rise`), and, without `attempt`, at a start-up record behind a step. A step record of the same number that began before the
// last one ended is its copy, as of another rank.
#pragma once
#include "../version.hpp"

#include "step_log.hpp"

namespace scaling_limits::analysis::detail {

/// Tells the records with which attempts begin, one after the other.
class Borders {
 public:
  explicit Borders(double rise) : most_(rise * (1 + 1e-9)) {}

  /// Takes the next record; whether it is the first of an attempt.
  bool begins(Record what, double number, double start, double end, double attempt) {
    bool found = none_ || (attempt == attempt && attempt_ == attempt_ && attempt != attempt_) ||
                 (attempt != attempt && what == Record::startup && stepped_);
    none_ = false;
    if (attempt == attempt) attempt_ = attempt;
    const bool step = what == Record::step;
    copy_ = step && stepped_ && !found && number == number_ && (start < end_ || start == start_);
    rise_ = step ? number - number_ : NaN;
    if (step && stepped_ && !found) found = !copy_ && !(rise_ > 0 && rise_ <= most_);
    if (found) stepped_ = false;
    first_ = step && !stepped_;
    if (!step) return found;
    if (!(copy_ && (end_ > end || end != end))) end_ = end;
    number_ = number, start_ = start, stepped_ = true;
    return found;
  }

  // of the record taken last
  bool first() const { return first_; }                    ///< it is the first step of its attempt
  bool copy() const { return copy_; }                      ///< another record of the step before it
  double rise() const { return rise_; }                    ///< of a step: above the one before it; NaN: there is none
  bool beyond() const { return first_ && rise_ > most_; }  ///< an attempt begins with a step that was not next
  /// Of the step taken last.
  double number() const { return number_; }
  double start() const { return start_; }
  double end() const { return end_; }

 private:
  double most_, number_ = NaN, start_ = NaN, end_ = NaN, attempt_ = NaN, rise_ = NaN;
  bool none_ = true, stepped_ = false, first_ = false, copy_ = false;
};

}  // namespace scaling_limits::analysis::detail
