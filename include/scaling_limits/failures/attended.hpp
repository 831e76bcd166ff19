// SPDX-License-Identifier: Apache-2.0
// How long a run waits for people. Failures come by running time, people by the clock: only the share of time that runs counts,
// and that depends on the MTBF.
//
//   M   MTBF, L = 1/M           windows of length h in which somebody is there, gaps of length g between them
//   r   reaction, exponential, in attended time alone      u = M/(M + r),  k = 1/M + 1/r
//
// From p, the probability of running, over a window: runs u h + (p - u) c1(k, h), p <- u + (p - u) exp(-k h); over a gap: runs
// p c1(1/M, g), p <- p exp(-g/M), c1(a, t) = (1 - exp(-a t))/a. p is periodic, linear, solved once. With the share a of the week
// that runs the mean outage is M (1/a - 1), worked out from the share that does not, over L: exact where the wait is the whole
// outage and all failures are attended. M -> inf, r = 0: the usual sum of g^2 over twice the week.
//
// Else, with a repair after the wait or failures that need nobody, the week's renewal equation is stepped through: up flows out
// at L u(t) and comes back a downtime later, of attended failures after a wait. The wait of a kind is what waits of it, per
// failure. Of second order in the step, extrapolated. Derivation: docs/derivations.md, "People".
#pragma once
#include "../version.hpp"

#include <span>
#include <type_traits>

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

namespace detail {

/// Mean wait where that is all of the outage, of failures that are all attended with one reaction; any rate, 0 included.
template <class S>
S lone_wait(const S& rate, const AttendedHours& hours, const S& reaction) {
  using std::exp;
  const bool at_once = value_of(reaction) == 0;
  const S u = S(1) / (S(1) + rate * reaction), low = reaction * u;  // low: (1 - u)/L, the least of what is down, over L
  // of q = (1 - p)/L the affine map of a piece, q -> of + by q, and what is down in it over L, likewise
  struct Map {
    S of{0}, by{1}, down{0}, down_by{0};
    void then(const S& next_of, const S& next_by, const S& piece, const S& piece_by) {
      down = down + piece + piece_by * of, down_by = down_by + piece_by * by;
      of = next_of + next_by * of, by = next_by * by;
    }
  } map;
  const auto gap = [&](double g) {
    const S ran = cut_short(rate, S(g));
    map.then(ran, S(exp(S(-rate * S(g)))), S(S(g) * S(g) * numeric::exp_difference(S(0), S(rate * S(g)))), ran);
  };
  double last = hours.back().to - week;
  for (const Window& w : hours) {
    if (w.from > last) gap(w.from - last);
    const S h(w.to - w.from);
    if (at_once) {
      map.then(S(0), S(0), S(0), S(0));
    } else {
      const S k = rate + S(1) / reaction, stays = exp(S(-k * h)), settles = cut_short(k, h);
      map.then(S(low * (S(1) - stays)), stays, S(low * (h - settles)), settles);
    }
    last = w.to;
  }
  const bool always = value_of(map.by) == 1;  // no gap, at once: nothing is ever down
  const S q = always ? S(0) : S(map.of / (S(1) - map.by)), down = (map.down + map.down_by * q) / S(week);
  return down / (S(1) - rate * down);
}

/// The renewal equation of a week, stepped through until the week repeats. All flows are over L, so that L may be 0.
///
/// @tparam T of times that carry no slopes of S: double, which is the quicker
template <class S, class T = S>
class WeekOfOutages {
 public:
  /// @param finer into how many parts each step is cut
  WeekOfOutages(std::span<const OutageKind<S>> kinds, const AttendedHours& hours, double finer) {
    for (const auto& kind : kinds) rate_ = rate_ + kind.rate;
    for (const auto& kind : kinds) {
      Flow& flow = flows_.emplace_back();
      flow.downtime = time_of(kind.downtime), flow.reaction = time_of(kind.reaction);
      flow.counts = value_of(kind.rate) > 0, flow.share = flow.counts ? S(kind.rate / rate_) : S(1);
      flow.attended = kind.attended, flow.at_once = !kind.attended || value_of(kind.reaction) == 0;
    }
    lay_out(hours, finer);
    for (Flow& flow : flows_) {
      for (const T& begin : begins_) flow.until.push_back(times(flow.share, begin));
      flow.bend.assign(cells_.size(), S(0));
      flow.before = places(flow.downtime, -same), flow.after = places(flow.downtime, same);
      flow.returned = flow.at(flow.after[0]);
    }
    repeat();
  }
  /// Mean wait of a kind [s].
  S wait(std::size_t kind) const { return flows_[kind].waited / flows_[kind].failed; }

 private:
  static constexpr double same = 1e-6;  // seconds within which two times are one
  static constexpr double step = 600;   // the longest [s], of a mesh that no jump lies within

  /// Of who waits, in a cell: the share that waits on at its end, and how long it waits in it.
  struct Waits {
    T stays, time;
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
  static S times(const S& x, const T& t) {
    if constexpr (std::same_as<S, T>) return x * t;
    else return scaled(x, t);
  }

  /// All times at which anything jumps: windows, and what comes back a downtime later, and fails again and comes back.
  std::vector<T> jumps(const AttendedHours& hours) const {
    constexpr std::size_t most = 400;
    constexpr int generations = 3;
    std::vector<T> edges{T(0), T(week)}, ends;
    for (const Window& w : hours) ends.push_back(T(w.from)), ends.push_back(T(w.to));
    for (int generation = 0; generation <= generations && edges.size() + ends.size() < most; ++generation) {
      std::vector<T> later;
      for (const T& end : ends) {
        edges.push_back(T(end - T(std::floor(value_of(end) / week) * week)));
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
    bool before = attended_at(week - same);
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
      const T length = edges[i + 1] - edges[i];
      if (!(value_of(length) > same)) continue;
      const bool attended = attended_at(value_of(edges[i]) + value_of(length) / 2);
      if (attended && !before) add_piece(edges[i], T(0), 1, true);
      before = attended;
      add_graded(edges[i], length, finer, attended);
    }
    begins_.push_back(T(week));
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
      waits_.push_back(gone ? Waits{T(0), T(0)} : Waits{exp(T(-per * length)), cut_short(per, length)});
    }
    for (double k = 0; k < parts; ++k) begins_.push_back(T(begin + length * T(k))), cells_.push_back(pieces_.size() - 1);
  }
  /// Where the begin of each cell was a downtime ago. @param past < 0: before what happens then, > 0: behind it
  std::vector<Place> places(const T& downtime, double past) const {
    std::vector<Place> found;
    double weeks = std::floor(value_of(downtime) / week) + 1;
    std::size_t cell = 0;
    for (const T& begin : begins_) {
      const auto x = [&] { return T(begin + (T(weeks * week) - downtime)); };
      while (value_of(x()) + past >= week) --weeks, cell = 0;
      while (cell + 1 < cells_.size() && value_of(begins_[cell + 1]) <= value_of(x()) + past) ++cell;
      const T& length = pieces_[cells_[cell]].length;
      found.push_back({cell, value_of(length) == 0 ? T(0) : T((x() - begins_[cell]) / length), weeks});
    }
    return found;
  }

  void repeat() {
    constexpr int most_weeks = 500;
    constexpr double settled = 1e-12;
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
        flows_[k].returned = flows_[k].returned - flows_[k].until.back();
      }
    }
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
    return up_then;
  }
  Release released(const Piece& piece, std::size_t k) const {
    const Waits& waits = waits_[piece.waits + k];
    const bool comes = value_of(piece.length) > 0 && (!flows_[k].attended || piece.attended);
    return {times(flows_[k].waiting, T(T(1) - waits.stays)), comes ? T(T(1) - waits.time / piece.length) : T(0)};
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

  S rate_ = S(0);
  std::vector<Piece> pieces_;
  std::vector<Waits> waits_;        // of each piece and kind
  std::vector<std::size_t> cells_;  // the piece of each
  std::vector<T> begins_;           // of the cells, and the end of the week
  std::vector<Flow> flows_;
};

/// Of second order in the step, extrapolated.
template <class T, class S>
std::vector<S> extrapolated_waits(std::span<const OutageKind<S>> kinds, const AttendedHours& hours) {
  const WeekOfOutages<S, T> coarse(kinds, hours, 1), fine(kinds, hours, 2);
  std::vector<S> waits;
  for (std::size_t k = 0; k < kinds.size(); ++k) waits.push_back(fine.wait(k) + (fine.wait(k) - coarse.wait(k)) / S(3));
  return waits;
}

}  // namespace detail

/// Mean waits of failures of several kinds [s]: of the attended ones until somebody has come, of the others 0.
///
/// @param kinds of one run; @param hours in range; @return NaN for rates, times out of domain
template <class S>
std::vector<S> waits_of(std::span<const OutageKind<S>> kinds, const AttendedHours& hours) {
  std::vector<S> waits(kinds.size(), S(0));
  bool in_domain = failures::in_range(hours), any = false, lone = true;
  const OutageKind<S>* first = nullptr;
  for (const auto& kind : kinds) {
    in_domain = in_domain && value_of(kind.rate) >= 0 && value_of(kind.rate) < inf && value_of(kind.downtime) >= 0 &&
                value_of(kind.downtime) < inf && value_of(kind.reaction) >= 0 && value_of(kind.reaction) < inf;
    any = any || kind.attended;
    if (!first) first = &kind;
    lone = lone && kind.attended && is_zero(kind.downtime) && is_zero(S(kind.reaction - first->reaction));
  }
  if (!in_domain) return std::vector<S>(kinds.size(), S(NaN));
  if (!any) return waits;
  S rate(0);
  for (const auto& kind : kinds) rate = rate + kind.rate;
  const bool always = share_of_week(hours) == 1;
  const auto each = [&](const auto& wait) {
    for (std::size_t k = 0; k < kinds.size(); ++k)
      if (kinds[k].attended) waits[k] = wait(k);
    return waits;
  };
  if (always) return each([&](std::size_t k) { return kinds[k].reaction; });
  if (lone) return each([wait = detail::lone_wait(rate, hours, first->reaction)](std::size_t) { return wait; });
  const auto is_plain = [](const S& x) { return is_zero(S(x - S(value_of(x)))); };
  const bool plain = std::all_of(kinds.begin(), kinds.end(),
                                 [&](const auto& kind) { return is_plain(kind.downtime) && is_plain(kind.reaction); });
  const auto found = plain ? detail::extrapolated_waits<double>(kinds, hours) : detail::extrapolated_waits<S>(kinds, hours);
  return each([&](std::size_t k) { return found[k]; });
}

/// Failures that nobody is waited for, beside attended ones.
template <class S = double>
struct UnattendedFailures {
  S mtbf{}, downtime{};  // [s]
};

/// Mean outage of a run whose failures wait for people [s], over all its failures: (1/share - 1)/L, L their rate together.
///
/// Exact where the wait is the whole outage of all of them (repair = 0, no others); else the week's renewal equation, whose
/// steps leave less than 1e-5 of it.
///
/// Source: include/scaling_limits/failures/attended.hpp and docs/derivations.md, "People".
///
/// @param mtbf [s] > 0, running time between failures that need somebody; inf: the limit of few
/// @param hours of the week in which somebody is there; @param reaction mean [s] >= 0, exponential, in attended time
/// @param repair [s] >= 0 once somebody is there, at any hour; @param others failures that need nobody
/// @return NaN out of domain
template <class M, class R = double, class D = double, Scalar S = promote_t<M, R, D>>
S attended_downtime(const M& mtbf, const AttendedHours& hours, const R& reaction = R(0), const D& repair = D(0),
                    std::span<const UnattendedFailures<std::type_identity_t<S>>> others = {}) {
  if (!(value_of(mtbf) > 0)) return S(NaN);
  std::vector<OutageKind<S>> kinds{{S(1) / S(mtbf), S(repair), S(reaction), true}};
  for (const auto& other : others) {
    if (!(value_of(other.mtbf) > 0)) return S(NaN);
    kinds.push_back({S(1) / other.mtbf, other.downtime, S(0), false});
  }
  const std::vector<S> waits = waits_of<S>(kinds, hours);
  S rate(0), down(0);
  for (std::size_t k = 0; k < kinds.size(); ++k)
    rate = rate + kinds[k].rate, down = down + kinds[k].rate * (kinds[k].downtime + waits[k]);
  return value_of(rate) > 0 ? S(down / rate) : S(kinds[0].downtime + waits[0]);
}

/// Share of the time that such a run runs: 1/(1 + L attended_downtime). Arguments as of attended_downtime.
template <class M, class R = double, class D = double, Scalar S = promote_t<M, R, D>>
S attended_share(const M& mtbf, const AttendedHours& hours, const R& reaction = R(0), const D& repair = D(0),
                 std::span<const UnattendedFailures<std::type_identity_t<S>>> others = {}) {
  S rate = S(1) / S(mtbf);
  for (const auto& other : others) rate = rate + S(1) / other.mtbf;
  return S(1) / (S(1) + rate * attended_downtime<M, R, D, S>(mtbf, hours, reaction, repair, others));
}

}  // namespace scaling_limits::failures
