// SPDX-License-Identifier: Apache-2.0
// Where attempts begin in a log of steps: where `attempt` changes, where the number of a step does not rise by one (up to
// `rise`), and, without `attempt`, at a start-up record behind a step, or behind another start-up record and a gap: that one
// failed. So did one without an end, where start-up records have ends. A step record of the same number that began before the
// last one ended is its copy, as of another rank.
#pragma once
#include "../version.hpp"

#include <cmath>

#include "step_log.hpp"

namespace scaling_limits::analysis::detail {

/// Tells the records with which attempts begin, one after the other.
class Borders {
 public:
  /// @param within time between two records that is no gap [s]
  /// @param startups_end whether start-up records have ends
  Borders(double rise, double within, bool startups_end)
      : most_(rise * (1 + 1e-9)), within_(within), startups_end_(startups_end) {}

  /// Takes the next record; whether it is the first of an attempt. A start that is not known is no gap.
  bool begins(Record what, double number, double start, double end, double attempt) {
    bool found = none_ || (attempt == attempt && attempt_ == attempt_ && attempt != attempt_) ||
                 (attempt != attempt && what == Record::startup && (stepped_ || (starting_ && behind_gap(start))));
    none_ = false;
    if (attempt == attempt) attempt_ = attempt;
    const bool step = what == Record::step;
    copy_ = step && stepped_ && !found && number == number_ && (start < end_ || start == start_);
    rise_ = step ? number - number_ : NaN;
    if (step && stepped_ && !found) found = !copy_ && !(rise_ > 0 && rise_ <= most_);
    if (found) stepped_ = starting_ = false;
    first_ = step && !stepped_;
    if (!step) {
      if (what == Record::startup) reached_ = starting_ && end == end ? std::fmax(reached_, end) : end, starting_ = true;
      else if (what != Record::downtime) reached_ = std::fmax(reached_, end);
      return found;
    }
    if (!(copy_ && (end_ > end || end != end))) end_ = end;
    number_ = number, start_ = start, stepped_ = true, starting_ = false;
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
  bool behind_gap(double start) const { return reached_ == reached_ ? start - reached_ > within_ : startups_end_; }

  double most_, within_, number_ = NaN, start_ = NaN, end_ = NaN, attempt_ = NaN, rise_ = NaN;
  double reached_ = NaN;  // end of the start-up, and of what is no step behind it
  bool startups_end_, none_ = true, stepped_ = false, starting_ = false, first_ = false, copy_ = false;
};

}  // namespace scaling_limits::analysis::detail
