// SPDX-License-Identifier: Apache-2.0
// The times that a log of steps leaves open, and its order. They are settled so:
//
// rise      from a step to the next of its attempt numbers rise by at most `rise`: k where each k-th is logged. Where it is not
//           given: the largest that five have one behind the other, else the most frequent if it is one of three and of half of
//           all, or both of two; else 1
// usual     the median time from a step to the next whose number is `rise` more
// order     by start, where it is not known by end; of the same time first what ended then, else as they stand. Where this has
//           more attempts than the log as it stands (a clock was set back, two attempts overlap), as it stands
// set back  as it stands, a next step that begins before the one before it: if the next after it does not, its own time is
//           wrong and not known; likewise that of the one before it, if it does not begin before the one before that. Else the
//           clock was set back, and what follows is later by so much that it begins where that ended. No record begins before
//           the one before it
// start     known: the end less the length; it is the end of the record before it in its attempt where that is within the
//           resolution of the clock. No length: that end; but a step of more than `pause` usual ones began one usual one before
//           its end, behind a pause. The first step of an attempt of which no record before it tells: likewise a usual one
//           before its end, not before the end of the attempt before; the first of the log takes no time. What is no step and
//           the first of its attempt takes none either: it marks when that began
// lengths   where each k-th step is logged and takes less than half of the time between them, a length is that of one step: a
//           record is of k such. Where lengths exceed the time between steps they count from the start of the run: not used
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "attempt_borders.hpp"
#include "step_log.hpp"

namespace scaling_limits::analysis::detail {

/// The records of a log by their start, which all have; ends as far as they are known.
class StepTimes {
 public:
  /// @param rise,pause as of bookkeeping
  StepTimes(const StepLog& log, double rise_given, double pause)
      : start(log.start.begin(), log.start.end()), end(log.end.begin(), log.end.end()), order(start.size()), log_(log) {
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = 0; i < order.size(); ++i) {
      open_ = open_ || start[i] != start[i];
      late += i > 0 && key(i) < key(i - 1);
      startups_end = startups_end || (kind(i) == Record::startup && reached(i) > begun(i));
    }
    std::vector<std::size_t> by_time;
    if (late > 0) by_time = sorted(order);
    set_rise(rise_given, by_time);
    if (open_ || rise > 1 || !log.length.empty()) usual_ = usual(late > 0 ? by_time : order);
    if (late > 0) choose(std::move(by_time));
    if (!log.length.empty()) judge_lengths();
    if (rise > 1) one_step();
    if (!open_ && log_.length.empty() && !of_one_step) return;
    settle(pause);
    order = sorted(order);
  }

  std::vector<double> start, end;  ///< [s], of each record; NaN: an end that is not known
  std::vector<std::size_t> order;  ///< of the records
  /// How a first step has a start that no record tells.
  enum Assumed : unsigned char { told, usual_one, by_length };
  std::vector<unsigned char> assumed{};  ///< of each record, if any
  double rise = 1, late = 0, pauses = 0, longest_pause = 0;
  std::vector<std::size_t> set_back{}, astray{};  ///< records
  bool as_logged = false;                         ///< the order is that in which the records stand, though some are late
  bool of_one_step = false;                       ///< each record has the time of one of its k steps
  bool counted_lengths = false;                   ///< lengths count from the start of the run
  bool startups_end = false;                      ///< start-up records have ends

  Borders borders() const { return {rise, (std::max)(log_.resolution, 1e-6), startups_end}; }
  Record kind(std::size_t i) const { return log_.kind.empty() ? Record::step : static_cast<Record>(log_.kind[i]); }
  double attempt(std::size_t i) const { return log_.attempt.empty() ? NaN : log_.attempt[i]; }

 private:
  struct Span {
    double begin, end;
  };

  double key(std::size_t i) const { return start[i] == start[i] ? start[i] : end[i]; }
  double length(std::size_t i) const { return log_.length.empty() ? NaN : log_.length[i]; }
  double begun(std::size_t i) const { return start[i] == start[i] ? start[i] : end[i] - length(i); }
  double reached(std::size_t i) const { return end[i] == end[i] ? end[i] : start[i] + length(i); }

  /// By time; of the same what only ended then comes first, else as it is.
  std::vector<std::size_t> sorted(const std::vector<std::size_t>& by) const {
    const std::size_t n = by.size();
    std::vector<std::pair<double, std::size_t>> keys(n);
    for (std::size_t k = 0; k < n; ++k) keys[k] = {key(by[k]), start[by[k]] == start[by[k]] ? n + k : k};
    if (std::is_sorted(keys.begin(), keys.end())) return by;
    std::sort(keys.begin(), keys.end());
    std::vector<std::size_t> found(n);
    std::transform(keys.begin(), keys.end(), found.begin(), [&](const auto& one) { return by[one.second % n]; });
    return found;
  }

  /// Calls with each step and the step before it.
  template <class Visit>
  void pairs(const std::vector<std::size_t>& by, const Visit& visit) const {
    const std::size_t none = by.size();
    std::size_t before = none;
    for (const std::size_t i : by) {
      if (kind(i) != Record::step) continue;
      if (before != none) visit(before, i);
      before = i;
    }
  }

  static double median(std::vector<double> of) {
    if (of.empty()) return NaN;
    const auto middle = of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2);
    std::nth_element(of.begin(), middle, of.end());
    return *middle;
  }

  /// The rise and how many steps show it.
  std::pair<double, std::size_t> shown(const std::vector<std::size_t>& by) const {
    std::vector<double> rises;
    std::pair<double, std::size_t> found{1, 0}, row{NaN, 0};  // row: of the same rise, one behind the other
    pairs(by, [&](std::size_t a, std::size_t b) {
      const double one = log_.step[b] - log_.step[a];
      if (one > 0) rises.push_back(one);
      if (one == 0) return;
      row = std::abs(one - row.first) <= 1e-9 * one ? std::pair{row.first, row.second + 1} : std::pair{one, std::size_t{1}};
      if (row.second >= 5 && row.first >= found.first) found = {row.first, (std::max)(found.second, row.second)};
    });
    if (found.second > 0) return found;
    std::sort(rises.begin(), rises.end());
    for (auto from = rises.begin(); from != rises.end();) {
      const auto to = std::find_if(from, rises.end(), [&](double one) { return one > *from * (1 + 1e-9); });
      if (const auto count = static_cast<std::size_t>(to - from); count > found.second) found = {*from, count};
      from = to;
    }
    const bool enough = found.second == rises.size() ? found.second > 1 : found.second > 2 && 2 * found.second >= rises.size();
    return enough ? found : std::pair{1.0, std::size_t{0}};
  }
  void set_rise(double given, const std::vector<std::size_t>& by_time) {
    rise = given;
    if (given == given) return;
    auto found = shown(order);
    if (!by_time.empty())
      if (const auto other = shown(by_time); other.second >= found.second) found = other;
    rise = found.first;
  }

  double usual(const std::vector<std::size_t>& by) const {
    std::vector<double> times;
    pairs(by, [&](std::size_t a, std::size_t b) {
      const double more = log_.step[b] - log_.step[a];
      if (std::abs(more - rise) <= 1e-9 * rise && key(b) > key(a)) times.push_back(key(b) - key(a));
    });
    return median(std::move(times));
  }

  /// Takes a record; of one without a start, whether it is a copy is told by how soon its end follows.
  bool take(Borders& borders, std::size_t i) const {
    if (kind(i) != Record::step) return borders.begins(kind(i), log_.step[i], begun(i), reached(i), attempt(i));
    double begin = start[i];
    if (begin != begin)
      begin = log_.step[i] == borders.number() && (end[i] == borders.end() || end[i] - borders.end() < usual_ / 2)
                  ? borders.start()
                  : end[i];
    return borders.begins(kind(i), log_.step[i], begin, end[i], attempt(i));
  }
  /// Attempts in that order, counted up to `most`.
  std::size_t attempts(const std::vector<std::size_t>& by, std::size_t most = static_cast<std::size_t>(-1)) const {
    Borders borders = this->borders();
    std::size_t found = 0;
    for (auto one = by.begin(); one != by.end() && found < most; ++one) found += take(borders, *one);
    return found;
  }

  void choose(std::vector<std::size_t> by_time) {
    if (const std::size_t found = attempts(by_time); attempts(order, found) >= found) {
      order = std::move(by_time);
      return;
    }
    as_logged = true;
    usual_ = usual(order);
    set_clock();
  }

  void set_clock() {
    const std::size_t none = order.size();
    std::vector<std::size_t> follows(none, none), steps;  // the step of its attempt before it that a step is next to
    Borders borders = this->borders();
    for (const std::size_t i : order) {
      const bool begins = take(borders, i);
      if (kind(i) != Record::step) continue;
      if (!begins && !borders.first() && !borders.copy()) follows[i] = steps.back();
      steps.push_back(i);
    }
    std::vector<bool> out(none, false);
    for (std::size_t k = 1; k < steps.size(); ++k) {
      const std::size_t i = steps[k], before = follows[i];
      if (before == none || out[before] || !(key(i) < key(before))) continue;
      const std::size_t after = k + 1 < steps.size() && follows[steps[k + 1]] == i ? steps[k + 1] : none;
      if (after != none && key(after) >= key(before)) out[i] = true;
      else if (follows[before] != none && key(i) >= key(follows[before])) out[before] = true;
    }
    double offset = 0, latest = -inf, before = NaN, before_end = NaN;
    for (const std::size_t i : order) {
      if (out[i]) {
        start[i] = (std::max)(latest, before_end == before_end ? before_end : before), end[i] = NaN;
        latest = start[i];
        astray.push_back(i);
        continue;
      }
      start[i] += offset, end[i] += offset;
      if (follows[i] != none && key(i) < before) {
        const double known = start[i] == start[i] && before_end == before_end ? before_end : before + usual_;
        const double by = std::fmax(known, before) - key(i);
        start[i] += by, end[i] += by, offset += by;
        set_back.push_back(i);
      }
      if (kind(i) == Record::step) before = key(i), before_end = end[i];
      if (start[i] < latest) start[i] = latest;
      if (end[i] < latest) end[i] = latest;
      latest = key(i);
    }
  }

  void judge_lengths() {
    std::vector<double> lengths;
    for (const std::size_t i : order)
      if (kind(i) == Record::step && length(i) == length(i)) lengths.push_back(length(i));
    if (!(lengths.size() > 2 && median(std::move(lengths)) > 1.5 * usual_)) return;
    counted_lengths = true;
    log_.length = {};
  }

  /// Are records of one step each, where several lie between them?
  void one_step() {
    std::vector<double> lengths;
    for (const std::size_t i : order)
      if (kind(i) == Record::step) {
        const double one = end[i] == end[i] && start[i] == start[i] ? end[i] - start[i] : length(i);
        if (one == one) lengths.push_back(one);
      }
    one_ = median(std::move(lengths));
    of_one_step = usual_ > (1 + rise) / 2 * one_;
  }

  /// What the records before one tell.
  struct Before {
    Borders borders;
    std::size_t lasting;                       // the record before, where its end is from its length
    std::vector<Span> since{};                 // what is no step, behind the last one
    double behind = NaN, ended = NaN;          // of the attempt: end of its last step; the last step that ends
    double begun = NaN;                        // of the last step
    double latest = NaN, latest_begin = -inf;  // of any record
    bool inside = false;                       // whether one of them is of the same attempt
  };

  void settle(double pause) {
    assumed.assign(start.size(), 0);
    const double within = of_one_step ? (std::max)(log_.resolution, one_) : log_.resolution;
    const std::size_t none = order.size();
    Before before{borders(), none};
    for (const std::size_t i : order) {
      if (start[i] == start[i] && end[i] != end[i] && length(i) == length(i)) end[i] = start[i] + length(i);
      const bool ends_by_length = start[i] == start[i] && log_.end[i] != log_.end[i] && end[i] == end[i];
      if (take(before.borders, i))
        before.since.clear(), before.behind = before.ended = NaN, before.inside = false, before.lasting = none;
      if (before.lasting < none && !of_one_step && std::abs(start[i] - end[before.lasting]) <= within)
        end_there(before, start[i]);
      const auto [open, long_for] = open_for(before, i);
      if (open) start[i] = (std::min)(begin_of(before, i, long_for, within, pause), end[i]);
      before.lasting = ends_by_length ? i : none;
      remember(before, i);
    }
  }

  /// The record before ends where one begins.
  void end_there(Before& before, double begin) {
    if (before.behind == end[before.lasting]) before.behind = begin;
    end[before.lasting] = begin;
  }

  /// Whether its start is to be settled, and how long it takes; NaN: not known.
  std::pair<bool, double> open_for(const Before& before, std::size_t i) const {
    const Borders& borders = before.borders;
    const bool open = start[i] != start[i];
    if (!of_one_step || kind(i) != Record::step || borders.copy()) return {open, length(i)};
    const double long_for = open ? length(i) : end[i] - start[i];
    if (before.latest != before.latest) return {open, long_for};  // the first of the log is as it stands
    const double many = borders.first() || !(borders.rise() > 0) ? rise : borders.rise();
    return {open || long_for == long_for, long_for * many};
  }

  /// The start of a record that ends when it does, by its length, the record before or what is usual.
  double begin_of(const Before& before, std::size_t i, double long_for, double within, double pause) {
    const Borders& borders = before.borders;
    if (borders.copy()) return before.begun;
    const bool step = kind(i) == Record::step;
    const double until = end[i];
    double from = before.inside ? before.behind : NaN;
    for (const Span& one : before.since)
      if (!(one.begin < before.behind) && one.end <= until) from = std::fmax(from, one.end);
    if (long_for == long_for) {
      double begin = until - long_for;
      if (std::abs(begin - from) <= within) begin = from;
      else if (of_one_step && borders.first()) begin = std::fmax(begin, before.latest);
      if (borders.first() && from != from && start[i] != start[i]) assumed[i] = by_length;
      return step ? (std::max)(begin, before.latest_begin) : begin;
    }
    if (from == from) {
      const double expected = usual_ * (log_.step[i] - before.ended) / rise;
      if (!(step && !borders.first() && until - from > pause * expected)) return from;
      longest_pause = (std::max)(longest_pause, until - expected - from), ++pauses;
      return until - expected;
    }
    if (!step) return until;
    assumed[i] = usual_one;
    return before.latest == before.latest && usual_ == usual_ ? (std::max)(before.latest, until - usual_) : until;
  }

  /// For the records behind it.
  void remember(Before& before, std::size_t i) const {
    const bool step = kind(i) == Record::step;
    const double reached = end[i] == end[i] ? end[i] : start[i];
    before.inside = true;
    before.latest = std::fmax(before.latest, reached);
    before.latest_begin = (std::max)(before.latest_begin, start[i]);
    if (step && end[i] == end[i]) before.ended = log_.step[i];
    if (step) before.behind = std::fmax(before.behind, reached), before.begun = start[i], before.since.clear();
    else before.since.push_back({start[i], reached});
  }

  StepLog log_;
  double usual_ = NaN, one_ = NaN;
  bool open_ = false;
};

}  // namespace scaling_limits::analysis::detail
