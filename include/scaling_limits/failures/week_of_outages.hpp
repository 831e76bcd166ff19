// SPDX-License-Identifier: Apache-2.0
// A week of a run that fails and waits for people: its renewal equation, stepped through. Up flows out at L u(t); failures
// that need nobody are back a downtime later, attended ones wait first, for attended time of a mean. The wait of a kind is what
// waits of it, per failure. Of second order in the step. Derivation: docs/derivations.md, "People".
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <span>

#include "../core/dual.hpp"
#include "../numeric/exp_difference.hpp"
#include "attended_hours.hpp"

namespace scaling_limits::failures {

/// Failures of one kind as the week meets them.
template <class S = double>
struct OutageKind {
  S rate{};              // per second of running time
  S downtime{};          // once somebody is there, or at once
  S reaction{};          // mean, exponential, in attended time
  bool attended = true;  // whether somebody must be there
};

/// A part of the week: of all that runs in a week what runs in it, and the share of it that runs, over that of the week.
template <class S = double>
struct PartOfWeek {
  S ran{}, running{};
};

namespace detail {

/// Of failures of all kinds together, per second of running time.
template <class S>
S total_rate(std::span<const OutageKind<S>> kinds) {
  S rate(0);
  for (const auto& kind : kinds) rate = rate + kind.rate;
  return rate;
}

/// The renewal equation of a week, stepped through until the week repeats. All flows are over L, so that L may be 0.
///
/// @tparam T of times that carry no slopes of S: double, which is the quicker
template <class S, class T = S>
class WeekOfOutages {
 public:
  /// @param finer into how many parts steps of 20 min, and shorter ones, are cut
  WeekOfOutages(std::span<const OutageKind<S>> kinds, const AttendedHours& hours, double finer) : rate_(total_rate(kinds)) {
    for (const auto& kind : kinds) {
      Flow& flow = flows_.emplace_back();
      flow.downtime = in_week(time_of(kind.downtime)), flow.reaction = time_of(kind.reaction);
      flow.counts = value_of(kind.rate) > 0, flow.share = flow.counts ? S(kind.rate / rate_) : S(1);
      flow.attended = kind.attended, flow.at_once = !kind.attended || value_of(kind.reaction) < same;
    }
    lay_out(hours, finer);
    for (Flow& flow : flows_) {
      for (const T& begin : begins_) flow.until.push_back(times(flow.share, begin));
      flow.bend.assign(cells_.size(), S(0)), ran_.assign(cells_.size(), S(0));
      flow.before = places(flow.downtime, -same), flow.after = places(flow.downtime, same);
      flow.returned = flow.at(flow.after[0]);
      // who waits for many weeks is there from the first on
      if (flow.attended) flow.waiting = times(flow.share, T(flow.reaction / T(share_of_week(hours))));
    }
    repeat();
  }
  /// Mean wait of a kind [s].
  S wait(std::size_t kind) const { return flows_[kind].waited / flows_[kind].failed; }
  /// The week in parts of half an hour, or less up to where somebody comes.
  std::vector<PartOfWeek<S>> parts() const {
    constexpr double half_an_hour = 1800;
    std::vector<PartOfWeek<S>> all;
    S week(0), ran(0);
    T length(0);
    for (const S& x : ran_) week = week + x;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      ran = ran + ran_[i], length = length + pieces_[cells_[i]].length;
      const bool last = i + 1 == cells_.size() || value_of(pieces_[cells_[i + 1]].length) == 0;
      if (value_of(length) == 0 || (!last && value_of(length) < half_an_hour)) continue;
      const S share = ran / week;
      all.push_back({share, times(share, T(T(week_length) / length))});
      ran = S(0), length = T(0);
    }
    return all;
  }

 private:
  static constexpr double same = 1e-6;  // seconds within which two times are one
  static constexpr double step = 1200;  // the longest [s], of a mesh that no jump lies within

  /// Of who waits, in a cell: the share that waits no longer at its end, and how long it waits in it.
  struct Waits {
    T goes, time;
  };
  /// Equal cells, one after the other. Of a length of 0: the moment at which somebody comes.
  struct Piece {
    T length;
    bool attended;
    S left, ran;                // exp(-L length); running time of what is up at the begin of a cell
    S ran_evenly, left_evenly;  // the same of what comes evenly in it, and what is left of that; of a whole
    std::size_t waits;          // of the first kind
  };
  struct Place {
    std::size_t cell = 0;
    T within{};        // share of the cell that has passed
    double weeks = 0;  // earlier
    bool operator==(const Place& other) const { return cell == other.cell && value_of(within) == value_of(other.within); }
  };
  /// Failures of one kind: those that somebody has come for, summed from Monday on.
  struct Flow {
    T downtime{}, reaction{};
    S share{};  // of all failures; 1 of a kind that never fails and is only looked at
    bool counts{}, attended{}, at_once{};
    std::vector<S> until;              // the begin of each cell, and the end of the week
    std::vector<S> bend;               // of the sum in each cell, a parabola
    std::vector<Place> before, after;  // where each begin was a downtime ago: before what happened then, and behind it
    S returned{};                      // the sum of those that are back
    S waiting = S(0), waited{}, failed{};

    S at(const Place& p) const {
      const S from = until[p.cell];
      const S sum = from + times(S(until[p.cell + 1] - from + bent(p)), p.within);
      return p.weeks == 0 ? sum : S(sum - times(until.back(), T(p.weeks)));
    }
    S bent(const Place& p) const { return times(bend[p.cell], T(T(1) - p.within)); }
  };
  /// What is released of a kind in a cell, linear in what fails there.
  struct Release {
    S base;
    T gain;
  };

  static T time_of(const S& t) {
    if constexpr (std::same_as<S, T>) return t;
    else return value_of(t);
  }
  /// A time without its whole weeks: every week is as the last, so what is back later is back at the same time of one.
  static T in_week(const T& t) { return t - T(value_of(t) - std::fmod(value_of(t), week_length)); }
  static S times(const S& x, const T& t) {
    if constexpr (std::same_as<S, T>) return x * t;
    else return scaled(x, t);
  }

  /// All times at which anything jumps: windows, and what comes back a downtime later, and fails again and comes back.
  std::vector<T> jumps(const AttendedHours& hours) const {
    constexpr std::size_t most = 400;
    constexpr int generations = 3;
    std::vector<T> edges{T(0), T(week_length)}, ends;
    for (const Window& w : hours) ends.push_back(T(w.from)), ends.push_back(T(w.to));
    for (int generation = 0; generation <= generations && edges.size() + ends.size() < most; ++generation) {
      std::vector<T> later;
      for (const T& end : ends) {
        edges.push_back(T(end - T(std::floor(value_of(end) / week_length) * week_length)));
        for (const Flow& flow : flows_)
          if (flow.attended || generation > 0) later.push_back(T(end + flow.downtime));
      }
      ends = std::move(later);
    }
    std::sort(edges.begin(), edges.end(), [](const T& a, const T& b) { return value_of(a) < value_of(b); });
    return edges;
  }
  void lay_out(const AttendedHours& hours, double finer) {
    const std::vector<T> edges = jumps(hours);
    const auto attended_at = [&](double t) {
      return std::any_of(hours.begin(), hours.end(), [&](const Window& w) { return w.from <= t && t < w.to; });
    };
    bool before = attended_at(week_length - same);
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
      const T length = edges[i + 1] - edges[i];
      if (!(value_of(length) > same)) continue;
      const bool attended = attended_at(value_of(edges[i]) + value_of(length) / 2);
      if (attended && !before) add_piece(edges[i], T(0), 1, true);
      before = attended;
      add_graded(edges[i], length, finer, attended);
    }
    begins_.push_back(T(week_length));
  }
  /// Steps that begin short where who waits comes back quickly.
  void add_graded(T begin, T length, double finer, bool attended) {
    constexpr double growth = 1.5, of_reaction = 0.25, least = 1;
    double quickest = inf;
    for (const Flow& flow : flows_)
      if (!flow.at_once) quickest = (std::min)(quickest, double(value_of(flow.reaction)));
    for (double next = (std::max)(of_reaction * quickest, least); next < step && value_of(length) > 2 * next; next *= growth) {
      add_piece(begin, T(next / finer), finer, attended);
      begin = begin + T(next), length = length - T(next);
    }
    const double parts = finer * std::ceil(value_of(length) / step);
    add_piece(begin, T(length / T(parts)), parts, attended);
  }
  void add_piece(const T& begin, const T& length, double parts, bool attended) {
    using std::exp;
    const S x = times(rate_, length);
    const bool moment = value_of(length) == 0;
    Piece& piece =
        pieces_.emplace_back(Piece{length, attended, exp(S(-x)), times(mean_exp(S(-x)), length), S(0), S(0), waits_.size()});
    if (!moment)
      piece.ran_evenly = times(S(rate_ * numeric::exp_difference(S(0), x)), length),
      piece.left_evenly = rate_ * mean_exp(S(-x));
    for (const Flow& flow : flows_) {
      const bool gone = flow.at_once && (attended || !flow.attended);
      const T per = gone || !attended ? T(0) : T(T(1) / flow.reaction);
      const T time = gone ? T(0) : cut_short(per, length);
      waits_.push_back({gone ? T(1) : T(per * time), time});
    }
    for (double k = 0; k < parts; ++k) begins_.push_back(T(begin + length * T(k))), cells_.push_back(pieces_.size() - 1);
  }
  /// Where the begin of each cell was a downtime ago. @param past < 0: before what happens then, > 0: behind it
  std::vector<Place> places(const T& downtime, double past) const {
    std::vector<Place> found;
    double weeks = std::floor(value_of(downtime) / week_length) + 1;
    std::size_t cell = 0;
    for (const T& begin : begins_) {
      const auto x = [&] { return T(begin + (T(weeks * week_length) - downtime)); };
      while (value_of(x()) + past >= week_length) --weeks, cell = 0;
      while (cell + 1 < cells_.size() && value_of(begins_[cell + 1]) <= value_of(x()) + past) ++cell;
      const T& length = pieces_[cells_[cell]].length;
      found.push_back({cell, value_of(length) == 0 ? T(0) : T((x() - begins_[cell]) / length), weeks});
    }
    return found;
  }

  void repeat() {
    constexpr int most_weeks = 500;
    constexpr double settled = 1e-9;
    S up(1);
    std::vector<double> last(flows_.size(), inf);
    bool as_before = false;
    for (int pass = 0; pass < most_weeks && !as_before; ++pass) {
      for (Flow& flow : flows_) flow.waited = flow.failed = S(0), flow.until[0] = S(0);
      for (std::size_t i = 0; i < cells_.size(); ++i) up = after_cell(i, up);
      as_before = true;
      for (std::size_t k = 0; k < flows_.size(); ++k) {
        const double now = value_of(wait(k));
        as_before = as_before && std::abs(now - last[k]) <= settled * now;
        last[k] = now;
        settle(flows_[k]);
      }
    }
  }
  /// To the next week. Those who wait for many are as many as are released, before the weeks say so.
  static void settle(Flow& flow) {
    flow.returned = flow.returned - flow.until.back();
    if (flow.attended && value_of(flow.reaction) > week_length / 10)
      flow.waiting = flow.waiting * flow.failed / flow.until.back();
  }
  /// What is up at the end of a cell: what comes back within it may have failed within it.
  S after_cell(std::size_t i, S up) {
    const Piece& piece = pieces_[cells_[i]];
    const bool moment = value_of(piece.length) == 0;
    if (moment)
      for (std::size_t k = 0; k < flows_.size(); ++k) release(i, k, S(0));
    S comes(0), again(0);  // within it, less those that fail within it; of these, per failure
    bool within = false;
    for (std::size_t k = 0; k < flows_.size(); ++k) {
      Flow& flow = flows_[k];
      if (!flow.counts) continue;
      S now = flow.returned;
      if (!(flow.before[i] == flow.after[i])) now = flow.at(flow.after[i]), up = up + rate_ * (now - flow.returned);
      const Place& end = flow.before[i + 1];
      if (end.cell == i && end.weeks == 0 && !moment) {
        const Release out = released(piece, k);
        comes = comes + (flow.until[i] - now) + times(S(out.base + flow.bent(end)), end.within);
        again = again + times(flow.share, T(end.within * out.gain)), within = true;
      } else {
        comes = comes + (flow.at(end) - now);
      }
    }
    S ran(0), up_then = up + rate_ * comes;
    if (!moment) {
      ran = up * piece.ran + piece.ran_evenly * comes;
      if (within) ran = ran / (S(1) - piece.ran_evenly * again), comes = comes + again * ran;
      up_then = up * piece.left + piece.left_evenly * comes;
      for (std::size_t k = 0; k < flows_.size(); ++k) wait_in(i, k, S(flows_[k].share * ran), S(up - up_then));
    }
    for (Flow& flow : flows_)
      if (flow.counts) flow.returned = flow.at(flow.before[i + 1]);
    ran_[i] = ran;
    return up_then;
  }
  Release released(const Piece& piece, std::size_t k) const {
    const Waits& waits = waits_[piece.waits + k];
    const bool comes = value_of(piece.length) > 0 && (!flows_[k].attended || piece.attended);
    return {times(flows_[k].waiting, waits.goes), comes ? T(T(1) - waits.time / piece.length) : T(0)};
  }
  /// So many fail in a cell, evenly. Returns how many wait no longer.
  S release(std::size_t i, std::size_t k, const S& fail) {
    Flow& flow = flows_[k];
    const Release out = released(pieces_[cells_[i]], k);
    const S gone = out.base + times(fail, out.gain);
    flow.until[i + 1] = flow.until[i] + gone;
    flow.waiting = flow.waiting + fail - gone, flow.failed = flow.failed + fail;
    return gone;
  }
  /// The same while so much goes down, with the time that they wait.
  void wait_in(std::size_t i, std::size_t k, const S& fail, const S& falls) {
    Flow& flow = flows_[k];
    const Piece& piece = pieces_[cells_[i]];
    const S was = flow.waiting;
    release(i, k, fail);
    if (!flow.attended || (piece.attended && flow.at_once)) {
      flow.bend[i] = times(S(flow.share * falls), T(piece.length / T(2)));
    } else if (!piece.attended) {
      flow.waited = flow.waited + times(S(was + flow.waiting), T(piece.length / T(2)));
    } else {
      const T& time = waits_[piece.waits + k].time;
      flow.waited = flow.waited + times(was, time) + times(fail, T(flow.reaction * (T(1) - time / piece.length)));
      flow.bend[i] = times(S(was - flow.waiting), T(piece.length / (T(2) * flow.reaction)));
    }
  }

  S rate_;
  std::vector<Piece> pieces_;
  std::vector<Waits> waits_;        // of each piece and kind
  std::vector<std::size_t> cells_;  // the piece of each
  std::vector<T> begins_;           // of the cells, and the end of the week
  std::vector<Flow> flows_;
  std::vector<S> ran_;  // in each cell
};

}  // namespace detail

}  // namespace scaling_limits::failures
