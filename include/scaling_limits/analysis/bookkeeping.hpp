// SPDX-License-Identifier: Apache-2.0
// Where the time of a run that took place went, from a log of its steps. Buckets sum to the time from the first start to the
// last end. What the log leaves open is settled so:
//
// order     records are taken by their start, those of the same start as they stand; all as they stand after a wrong clock
// attempt   begins as attempt_borders.hpp says; there are copies, too
// no start  a record began when the one before it of its attempt ended; more in step_times.hpp. Of an attempt's first step
//           nobody knows: it took as long as a usual one, and downtime and start-up before it are one, as downtime
// each k-th a row stands for the steps since the one before it of its attempt, the first of an attempt for `rise`
// useful    a step whose number is below the first numbers of all later attempts: each number is useful once, its last
//           execution. All others are rework, also those that the log ends before doing again: their state was lost
// startup   start-up records; of an attempt's first step what exceeds the mean of its others (where it has none: of all steps
//           that are not the first of theirs), not below 0
// overlap   no second counts twice: first the step that began first, then any later step, then the record that began first
// gaps      inside an attempt: other; before the first record of another, less what was cut, and beside a downtime record:
//           downtime
// no end    a record ended when the next of its attempt began; the last of its attempt failed midway, and is not executed
// cut       between two attempts a failure cut the record without an end, else a step of which there is no record; nothing else
//           where the last one, shorter by a tenth than any of its kind that others follow, is itself what failed, and where a
//           start-up failed, which has an end. What ran of it, as expected of a usual one (cut_records.hpp; of a start-up: of
//           what the records before leave of a usual one, and of all start-ups together), is rework, of a save or a start-up
//           its own; at most the gap; exactly the gap, up to a usual one, where a downtime record follows it
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "../failures/exponential.hpp"
#include "cut_records.hpp"
#include "step_log.hpp"
#include "step_times.hpp"

namespace scaling_limits::analysis {

/// One uninterrupted try of the run.
struct Attempt {
  double first_step = NaN, last_step = NaN;  ///< numbers of executed steps; first: of the one that failed midway where none was
  double start = NaN, end = NaN;             ///< [s], on the clock of the log
  double startup = 0;                        ///< [s] beyond a usual step, and of start-up records
  double rework = 0;                         ///< [s] of its steps that a later attempt had to do again
  double downtime = 0;                       ///< [s] before it, and in it where the log says so
  double steps = 0, useful_steps = 0;        ///< executed
  double gpus = NaN;                         ///< of the first of its records that says it, but downtime
  double restart_time = NaN;                 ///< [s] startup where the log has all of it: it came to a step, its begin is known
};

struct Bookkeeping {
  enum Bucket { useful, rework, startup, checkpoint, downtime, other, buckets };
  static constexpr std::array<std::string_view, buckets> names{"useful",     "rework",   "startup",
                                                               "checkpoint", "downtime", "other"};
  /// The bucket in which a share of a strategy's breakdown is measured; `other` for what no log of steps shows.
  static Bucket bucket_of(std::string_view share) {
    if (share == "useful") return useful;
    if (share == "rework") return rework;
    if (share == "restart") return startup;
    if (share == "checkpoint") return checkpoint;
    if (share == "downtime" || share == "spare wait") return downtime;
    return other;
  }

  double elapsed = 0;                     ///< last end - first start [s]
  std::array<double, buckets> seconds{};  ///< sum to elapsed
  double failures = 0;                    ///< attempts - 1
  double steps = 0, useful_steps = 0;     ///< executed; those that are useful
  double checkpoints = 0;                 ///< records of checkpoints
  double saves = 0;              ///< checkpoints with steps since the one before them of their attempt, or since it began
  double steps_saved = 0;        ///< those steps
  double unfinished = 0;         ///< steps that failed midway
  double failed_startups = 0;    ///< attempts, but the last, that came to no step
  double cut = 0;                ///< steps, saves, start-ups that failures cut, of which no record says how long they ran
  double cut_time = 0;           ///< [s] that they ran, as expected
  double copies = 0;             ///< records of a step that another record is of, too
  double overlapping = 0;        ///< steps that began before the one before them ended
  double late = 0;               ///< records that stand behind one with a later start
  double jumps = 0;              ///< attempts that begin beyond the number that was next: lines may be missing
  double unknown_starts = 0;     ///< attempts, but the first, of which nothing tells when they began
  double pauses = 0;             ///< in the time between two steps, where starts are not known
  double longest_pause = 0;      ///< [s]
  double rise = 1;               ///< by which numbers rise from a step to the next
  bool as_logged = false;        ///< late records are taken as they stand, not by their start
  bool of_one_step = false;      ///< each k-th step is logged, with the time of that one: all were taken to be as long
  bool counted_lengths = false;  ///< lengths count from the start of the run: not used
  double step_time = NaN;        ///< [s], mean of the steps in rows that are not the first of their attempt
  std::vector<Attempt> attempts{};
  std::vector<std::size_t> jumped{};    ///< records that `jumps` counts
  std::vector<std::size_t> set_back{};  ///< records at which the clock had been set back
  std::vector<std::size_t> astray{};    ///< records of steps whose time is not between those of its neighbours: not used

  /// Useful over elapsed time.
  double goodput() const { return seconds[useful] / elapsed; }
  double wall_clock_mtbf() const { return failures > 0 ? elapsed / failures : inf; }
  /// In running time, all but downtime, as the mtbf of a run is; inf: nothing failed.
  double mtbf() const {
    return failures > 0 ? failures::mtbf_from_interruptions(failures, elapsed, seconds[downtime] / failures) : inf;
  }
};

/// The books of a log. Throws InvalidArgument for one without records or with columns of different lengths, DomainError for a
/// number that no log can have; both say the record. n log n, n where the records are in order.
///
/// @param rise by which numbers rise from a step to the next: k where only each k-th is logged; NaN: as the log shows
/// @param pause times a usual step: what a step without a start or a length exceeds it by is other; inf: its own
Bookkeeping bookkeeping(const StepLog& log, double rise = 1, double pause = 2);

namespace detail {

/// One walk over the records finds the attempts, a second one the seconds.
class Books {
  using enum Bookkeeping::Bucket;

 public:
  Books(const StepLog& log, double rise, double pause) : log_(log), times_(log, rise, pause), order_(times_.order) {
    find_attempts();
    now_ = start(0);
    const double first = now_;
    for (attempt_ = 0; attempt_ < begins_.size(); ++attempt_) {
      const std::size_t end = attempt_ + 1 < begins_.size() ? begins_[attempt_ + 1] : order_.size();
      for (std::size_t k = begins_[attempt_]; k < end; ++k) take(k, end);
      close_step();
      lasts_.end_attempt();
      saved_ = 0;
    }
    fill(inf);
    found_.elapsed = now_ - first;
    share_out();
  }

  Bookkeeping found() && { return std::move(found_); }

 private:
  struct Beside {  // a record that is no step, of which some time may be left
    double begin, end;
    std::size_t attempt;
    Record kind;
  };
  struct Gap {  // between two attempts, behind what a failure cut
    std::size_t of, next;
    double time;
    bool down;  // a downtime record follows
  };
  struct Step {
    double number = NaN, time = 0, steps = 0;
    bool open = false, ended = false, first = false;
  };

  Record kind(std::size_t k) const { return times_.kind(order_[k]); }
  double start(std::size_t k) const { return times_.start[order_[k]]; }
  double number(std::size_t k) const { return log_.step[order_[k]]; }
  static Bookkeeping::Bucket bucket(Record kind) {
    return kind == Record::checkpoint ? checkpoint
           : kind == Record::startup  ? startup
           : kind == Record::downtime ? downtime
                                      : other;
  }

  void find_attempts() {
    Borders borders = times_.borders();
    std::size_t down = 0;  // the first of the downtime records that nothing but such has followed: they precede an attempt
    for (std::size_t k = 0; k < order_.size(); ++k) {
      const std::size_t i = order_[k];
      if (borders.begins(kind(k), number(k), start(k), times_.end[i], times_.attempt(i))) {
        begins_.push_back(k == 0 ? 0 : (std::max)(down, begins_.back() + 1));
        found_.attempts.emplace_back();
      }
      if (borders.first()) found_.attempts.back().first_step = number(k);
      if (borders.beyond()) found_.jumped.push_back(i);
      if (kind(k) != Record::downtime) down = k + 1;
    }
    useful_below_.assign(begins_.size(), inf), first_.assign(begins_.size(), NaN), others_.assign(begins_.size(), 0);
    first_steps_.assign(begins_.size(), 0), assumed_.assign(begins_.size(), 0);
    for (std::size_t i = begins_.size() - 1; i > 0; --i) {
      const double first = found_.attempts[i].first_step;
      useful_below_[i - 1] = first < useful_below_[i] ? first : useful_below_[i];
    }
  }

  /// Time of which no record is.
  void gap(double until, std::size_t next, bool down = false) {
    if (until > now_) {
      const bool between = next != last_attempt_ || down_ || down;
      if (next != last_attempt_ && !down_) gaps_.push_back({last_attempt_, next, until - now_, down});
      else spend(between ? downtime : other, next, until - now_);
      now_ = until;
    }
    last_attempt_ = (std::max)(last_attempt_, next);
    down_ = down;
  }

  void spend(Bookkeeping::Bucket bucket, std::size_t attempt, double time) {
    found_.seconds[bucket] += time;
    Attempt& at = found_.attempts[attempt];
    if (bucket == startup) at.startup += time;
    if (bucket == rework) at.rework += time;
    if (bucket == downtime) at.downtime += time;
  }

  /// Gives the time up to then to the records beside the steps.
  void fill(double until) {
    while (head_ < beside_.size()) {
      const Beside& one = beside_[head_];
      if (one.end > now_ || one.begin >= now_) gap((std::min)(one.begin, until), one.attempt, one.kind == Record::downtime);
      last_attempt_ = (std::max)(last_attempt_, one.attempt);
      const double time = (std::min)(one.end, until) - now_;
      if (time > 0) {
        spend(bucket(one.kind), one.attempt, time);
        ended(found_.attempts[one.attempt], now_ += time, one.kind);
      }
      if (one.end > until) return;
      ++head_;
    }
    beside_.clear(), head_ = 0;
  }
  static void ended(Attempt& at, double when, Record kind) {
    if (kind != Record::downtime && !(at.end >= when)) at.end = when;
  }

  void take(std::size_t k, std::size_t end_of_attempt) {
    const Record what = kind(k);
    const double begin = start(k), known = times_.end[order_[k]];
    Attempt& at = found_.attempts[attempt_];
    const bool copy = what == Record::step && step_.open && number(k) == step_.number;
    double end = known;
    if (known != known && k + 1 < end_of_attempt && kind(k + 1) != Record::downtime &&
        !(what == Record::step && kind(k + 1) == Record::step && number(k + 1) == number(k)))
      end = start(k + 1);
    if (what != Record::downtime) {
      if (at.start != at.start) at.start = begin;
      if (at.gpus != at.gpus && !log_.gpus.empty()) at.gpus = log_.gpus[order_[k]];
      lasts_.took(what, end != end && !(copy && step_.ended));
    }
    if (what != Record::step) {
      lasts_.lasted(what, end - begin);
      if (what == Record::checkpoint) count_save(at);
      beside_.push_back({begin, end == end ? end : begin, attempt_, what});
      return;
    }
    if (copy) ++found_.copies;
    else {
      close_step();
      found_.overlapping += begin < now_;
      fill(begin);
      gap(begin, attempt_);
      const bool first = at.steps == 0;
      step_ = {number(k), 0, steps_of(number(k), first), true, false, first};
      if (first && !times_.assumed.empty()) assumed_[attempt_] = times_.assumed[order_[k]];
    }
    ended(at, begin, what);
    if (end != end) return;
    step_.ended = true;
    if (end > now_) step_.time += end - (std::max)(now_, begin), now_ = end;
    ended(at, end, what);
  }

  /// For how many steps a row stands.
  double steps_of(double number, bool first) const {
    if (!(times_.rise > 1)) return 1;
    const double since = number - step_.number;
    return !first && since > 0 ? since : (std::min)(times_.rise, (std::max)(number, 1.0));
  }

  /// Steps since the last checkpoint of the attempt, or since it began from one.
  void count_save(const Attempt& at) {
    ++found_.checkpoints;
    const double done = at.steps + (step_.open ? step_.steps : 0), since = done - std::exchange(saved_, done);
    found_.saves += since > 0, found_.steps_saved += since;
  }

  void close_step() {
    if (!step_.open) return;
    step_.open = false;
    Attempt& at = found_.attempts[attempt_];
    if (!step_.ended) {
      ++found_.unfinished;
      return;
    }
    at.steps += step_.steps;
    at.last_step = step_.number;
    const bool kept = step_.number < useful_below_[attempt_];
    if (kept) at.useful_steps += step_.steps;
    if (step_.first) {
      at.first_step = step_.number;
      first_[attempt_] = step_.time, first_steps_[attempt_] = step_.steps;
      return;
    }
    lasts_.lasted(Record::step, step_.time / step_.steps);
    others_[attempt_] += step_.time;
    found_.seconds[kept ? useful : rework] += step_.time;
    if (!kept) at.rework += step_.time;
  }

  /// First steps: a usual one, and start-up.
  void share_out() {
    found_.failures = static_cast<double>(found_.attempts.size() - 1);
    found_.jumps = static_cast<double>(found_.jumped.size());
    found_.rise = times_.rise, found_.late = times_.late, found_.pauses = times_.pauses,
    found_.longest_pause = times_.longest_pause, found_.set_back = times_.set_back, found_.astray = times_.astray;
    found_.as_logged = times_.as_logged, found_.of_one_step = times_.of_one_step;
    found_.counted_lengths = times_.counted_lengths;
    double time = 0, count = 0, firsts = 0;
    for (const Attempt& at : found_.attempts) {
      startups_.push_back(at.startup);
      if (at.first_step == at.first_step && at.startup > 0) time += at.startup, ++count;
    }
    usual_startup_ = std::exchange(time, 0.0) / std::exchange(count, 0.0);
    const auto others = [&](std::size_t i) { return found_.attempts[i].steps - first_steps_[i]; };
    for (std::size_t i = 0; i < first_.size(); ++i)
      if (first_[i] == first_[i]) time += others_[i], count += others(i), firsts += first_[i];
    const double usual = count > 0 ? time / count : NaN;
    for (std::size_t i = 0; i < first_.size(); ++i) {
      if (first_[i] != first_[i]) continue;
      Attempt& at = found_.attempts[i];
      const double mean = first_steps_[i] * (others(i) > 0 ? others_[i] / others(i) : usual);
      const double beyond = assumed_[i] != StepTimes::usual_one && mean < first_[i] ? first_[i] - mean : 0;
      const bool kept = at.first_step < useful_below_[i];
      at.startup += beyond;
      if (assumed_[i] == StepTimes::told && at.startup > 0) at.restart_time = at.startup;
      if (!kept) at.rework += first_[i] - beyond;
      found_.seconds[startup] += beyond;
      found_.seconds[kept ? useful : rework] += first_[i] - beyond;
      found_.unknown_starts += i > 0 && assumed_[i] != StepTimes::told;
    }
    for (const Attempt& at : found_.attempts) found_.steps += at.steps, found_.useful_steps += at.useful_steps;
    found_.step_time = count > 0 ? usual : firsts / found_.steps;
    share_gaps();
  }

  /// Gaps between attempts: what ran of the records that failures cut, and downtime.
  void share_gaps() {
    for (std::size_t i = 0; i + 1 < found_.attempts.size(); ++i)
      found_.failed_startups += found_.attempts[i].first_step != found_.attempts[i].first_step;
    const auto cut = [&](const Gap& gap) {
      const double first = found_.attempts[gap.of].first_step;
      return lasts_.cut_after(gap.of, first == first);
    };
    std::vector<CutRecord> cuts;
    double running = found_.elapsed - found_.seconds[downtime];
    for (const Gap& gap : gaps_) {
      const Record what = cut(gap);
      const double usual = what == Record::step      ? found_.step_time * (std::max)(times_.rise, 1.0)
                           : what == Record::startup ? usual_startup_ - startups_[gap.of]
                                                     : lasts_.usual(what);
      const double most = usual > 0 ? gap.down ? (std::min)(gap.time, usual) : gap.time : 0;
      cuts.push_back({gap.down ? NaN : usual, most, what == Record::startup});
      running -= gap.down ? gap.time - most : gap.time;
    }
    const double mtbf = gaps_.empty() ? NaN : mtbf_with_cuts((std::max)(running, 0.0), found_.failures, cuts);
    const std::vector<double> expected = ran_of_cuts(cuts, mtbf);
    for (std::size_t i = 0; i < gaps_.size(); ++i) {
      const Gap& gap = gaps_[i];
      const double ran = gap.down ? cuts[i].most : expected[i];
      if (const Record what = cut(gap); ran > 0) spend(what == Record::step ? rework : bucket(what), gap.of, ran);
      spend(downtime, gap.next, gap.time - ran);
      if (!gap.down && ran > 0) ++found_.cut, found_.cut_time += ran;
    }
  }

  StepLog log_;
  StepTimes times_;
  const std::vector<std::size_t>& order_;
  double now_ = 0, saved_ = 0, usual_startup_ = NaN;
  std::vector<std::size_t> begins_{};
  std::vector<double> useful_below_{}, first_{}, first_steps_{}, others_{}, startups_{};  // startups_: of records alone
  std::vector<unsigned char> assumed_{};
  std::vector<Beside> beside_{};
  std::vector<Gap> gaps_{};
  Lasts lasts_{};
  Step step_{};
  Bookkeeping found_{};
  std::size_t attempt_ = 0, last_attempt_ = 0, head_ = 0;
  bool down_ = false;
};

}  // namespace detail

inline Bookkeeping bookkeeping(const StepLog& log, double rise, double pause) {
  validate(log);
  if (rise == rise && !(rise > 0 && rise < inf))
    throw DomainError("bookkeeping: rise = " + to_text(rise) + " must be > 0 and finite", "rise", rise);
  if (!(pause >= 1)) throw DomainError("bookkeeping: pause = " + to_text(pause) + " must be >= 1", "pause", pause);
  return detail::Books(log, rise, pause).found();
}

}  // namespace scaling_limits::analysis
