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
template <class S>
class WeekOfOutages {
 public:
  /// @param finer into how many parts each step is cut
  WeekOfOutages(std::span<const OutageKind<S>> kinds, const AttendedHours& hours, double finer) : kinds_(kinds) {
    for (const auto& kind : kinds) rate_ = rate_ + kind.rate;
    lay_out(hours, finer);
    flows_.resize(kinds.size());
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      Flow& flow = flows_[k];
      flow.counts = value_of(kinds[k].rate) > 0;
      flow.share = flow.counts ? S(kinds[k].rate / rate_) : S(1);
      for (const S& begin : begins_) flow.until.push_back(flow.share * begin), flow.bend.push_back(S(0));
      place_earlier(flow, kinds[k].downtime);
      flow.returned = flow.at(flow.earlier[0].last);
    }
    repeat();
  }
  /// Mean wait of a kind [s].
  S wait(std::size_t kind) const { return flows_[kind].waited / flows_[kind].failed; }

 private:
  static constexpr double same = 1e-6;  // seconds within which two times are one
  static constexpr double step = 600;   // the longest [s], of a mesh that no jump lies within

  /// Equal cells, one after the other. Of a length of 0: the moment at which somebody comes.
  struct Piece {
    S length;
    bool attended;
    S left, ran, settled;         // exp(-L length); running time of what is up at the begin of a cell, and of what comes evenly
    std::vector<S> stays, waits;  // of each kind: exp(-length/r), and the waiting of who waits at the begin
  };
  struct Place {
    std::size_t cell = 0;
    S within{};        // share of the cell that has passed
    double weeks = 0;  // earlier
  };
  /// Where a time lies that may begin a cell: before those that begin then, and behind them.
  struct Places {
    Place first, last;
  };
  /// Failures of one kind: those that somebody has come for, summed from Monday on.
  struct Flow {
    S share{};                    // of all failures; 1 of a kind that never fails and is only looked at
    bool counts{};                // whether it fails
    std::vector<S> until;         // the begin of each cell, and the end of the week
    std::vector<S> bend;          // of the sum in each cell, a parabola
    std::vector<Places> earlier;  // where each begin was a downtime ago
    S returned{};                 // the sum of those that are back
    S waiting = S(0), waited{}, failed{};

    S at(const Place& p) const {
      const S from = until[p.cell], sum = from + p.within * (until[p.cell + 1] - from + bent(p));
      return p.weeks == 0 ? sum : S(sum - S(p.weeks) * until.back());
    }
    S bent(const Place& p) const { return bend[p.cell] * (S(1) - p.within); }
  };
  /// What is released of a kind in a cell, linear in what fails there.
  struct Release {
    S base, gain;
  };

  /// All times at which anything jumps: windows, and what comes back a downtime later, and fails again and comes back.
  std::vector<S> jumps(const AttendedHours& hours) const {
    constexpr std::size_t most = 400;
    constexpr int generations = 3;
    std::vector<S> edges{S(0), S(week)}, ends;
    for (const Window& w : hours) ends.push_back(S(w.from)), ends.push_back(S(w.to));
    for (int generation = 0; generation <= generations && edges.size() + ends.size() < most; ++generation) {
      std::vector<S> later;
      for (const S& end : ends) {
        edges.push_back(S(end - S(std::floor(value_of(end) / week) * week)));
        for (const auto& kind : kinds_)
          if (kind.attended || generation > 0) later.push_back(S(end + kind.downtime));
      }
      ends = std::move(later);
    }
    return edges;
  }
  void lay_out(const AttendedHours& hours, double finer) {
    std::vector<S> edges = jumps(hours);
    std::sort(edges.begin(), edges.end(), [](const S& a, const S& b) { return value_of(a) < value_of(b); });
    const auto attended_at = [&](double t) {
      return std::any_of(hours.begin(), hours.end(), [&](const Window& w) { return w.from <= t && t < w.to; });
    };
    bool before = attended_at(week - same);
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
      const S length = edges[i + 1] - edges[i];
      if (!(value_of(length) > same)) continue;
      const bool attended = attended_at(value_of(edges[i]) + value_of(length) / 2);
      if (attended && !before) add_piece(edges[i], S(0), 1, true);
      before = attended;
      add_graded(edges[i], length, finer, attended);
    }
    begins_.push_back(S(week));
  }
  /// Steps that begin short where who waits comes back quickly.
  void add_graded(S begin, S length, double finer, bool attended) {
    constexpr double growth = 1.5, of_reaction = 0.25;
    double quickest = inf;
    for (const auto& kind : kinds_)
      if (kind.attended && value_of(kind.reaction) > 0) quickest = (std::min)(quickest, value_of(kind.reaction));
    for (double next = (std::max)(of_reaction * quickest, 1.0); next < step && value_of(length) > 2 * next; next *= growth) {
      add_piece(begin, S(next / finer), finer, attended);
      begin = begin + S(next), length = length - S(next);
    }
    const double parts = finer * std::ceil(value_of(length) / step);
    add_piece(begin, S(length / S(parts)), parts, attended);
  }
  void add_piece(const S& begin, const S& length, double parts, bool attended) {
    using std::exp;
    const S x = rate_ * length;
    Piece& piece = pieces_.emplace_back(Piece{length,
                                              attended,
                                              S(exp(S(-x))),
                                              cut_short(rate_, length),
                                              S(length * length * numeric::exp_difference(S(0), x)),
                                              {},
                                              {}});
    for (const auto& kind : kinds_) {
      const bool at_once = !kind.attended || (attended && value_of(kind.reaction) == 0);
      const S per = at_once || !attended ? S(0) : S(S(1) / kind.reaction);
      piece.stays.push_back(at_once ? S(0) : S(exp(S(-per * length))));
      piece.waits.push_back(at_once ? S(0) : cut_short(per, length));
    }
    for (double k = 0; k < parts; ++k) begins_.push_back(S(begin + length * S(k))), cells_.push_back(pieces_.size() - 1);
  }
  void place_earlier(Flow& flow, const S& downtime) {
    std::vector<Place> first = places(downtime, -same), last = places(downtime, same);
    for (std::size_t i = 0; i < begins_.size(); ++i) flow.earlier.push_back({first[i], last[i]});
  }
  /// Where the begin of each cell was a downtime ago. @param past < 0: before what happens then, > 0: behind it
  std::vector<Place> places(const S& downtime, double past) const {
    std::vector<Place> found;
    double weeks = std::floor(value_of(downtime) / week) + 1;
    std::size_t cell = 0;
    for (const S& begin : begins_) {
      const auto x = [&] { return S(begin + (S(weeks * week) - downtime)); };
      while (value_of(x()) + past >= week) --weeks, cell = 0;
      while (cell + 1 < cells_.size() && value_of(begins_[cell + 1]) <= value_of(x()) + past) ++cell;
      const S& length = pieces_[cells_[cell]].length;
      found.push_back({cell, value_of(length) == 0 ? S(0) : S((x() - begins_[cell]) / length), weeks});
    }
    return found;
  }

  void repeat() {
    constexpr int most_weeks = 500;
    constexpr double settled = 1e-13;
    S up(1);
    std::vector<double> last(flows_.size(), inf);
    for (int pass = 0, calm = 0; pass < most_weeks && calm < 2; ++pass) {
      for (Flow& flow : flows_) flow.waited = flow.failed = S(0), flow.until[0] = S(0);
      for (std::size_t i = 0; i < cells_.size(); ++i) up = after_cell(i, up);
      bool as_before = true;
      for (std::size_t k = 0; k < flows_.size(); ++k) {
        const double now = value_of(wait(k));
        as_before = as_before && std::abs(now - last[k]) <= settled * now;
        last[k] = now;
        flows_[k].returned = flows_[k].returned - flows_[k].until.back();
      }
      calm = as_before ? calm + 1 : 0;
    }
  }
  /// What is up at the end of a cell: what comes back within it may have failed within it.
  S after_cell(std::size_t i, const S& up_before) {
    const Piece& piece = pieces_[cells_[i]];
    const bool moment = value_of(piece.length) == 0;
    for (std::size_t k = 0; moment && k < flows_.size(); ++k) wait_in(i, k, S(0), S(0));
    S arrive(0), comes(0), again(0);  // at its begin; within it, less those that fail within it; of these, per failure
    for (std::size_t k = 0; k < flows_.size(); ++k) {
      Flow& flow = flows_[k];
      if (!flow.counts) continue;
      const S now = flow.at(flow.earlier[i].last);
      arrive = arrive + (now - flow.returned);
      const Place& end = flow.earlier[i + 1].first;
      if (end.cell == i && end.weeks == 0 && !moment) {
        const Release out = released(piece, k);
        comes = comes + (flow.until[i] - now) + end.within * (out.base + flow.bent(end)),
        again = again + end.within * out.gain * flow.share;
      } else {
        comes = comes + (flow.at(end) - now);
      }
    }
    const S up = up_before + rate_ * arrive, evenly = moment ? S(0) : S(rate_ * piece.settled / piece.length);
    const S ran = (up * piece.ran + evenly * comes) / (S(1) - evenly * again);
    const S up_then =
        moment ? S(up + rate_ * comes) : S(up * piece.left + rate_ * (comes + again * ran) / piece.length * piece.ran);
    for (std::size_t k = 0; k < flows_.size(); ++k) {
      if (!moment) wait_in(i, k, S(flows_[k].share * ran), S(up - up_then));
      flows_[k].returned = flows_[k].at(flows_[k].earlier[i + 1].first);
    }
    return up_then;
  }
  Release released(const Piece& piece, std::size_t k) const {
    const S& stays = piece.stays[k];
    if (value_of(piece.length) == 0) return {S(flows_[k].waiting * (S(1) - stays)), S(0)};
    const bool comes = !kinds_[k].attended || piece.attended;
    return {S(flows_[k].waiting * (S(1) - stays)), comes ? S(S(1) - piece.waits[k] / piece.length) : S(0)};
  }
  /// So many fail in a cell, evenly, while so much goes down.
  void wait_in(std::size_t i, std::size_t k, const S& fail, const S& falls) {
    Flow& flow = flows_[k];
    const Piece& piece = pieces_[cells_[i]];
    const Release out = released(piece, k);
    const S gone = out.base + out.gain * fail;
    if (!kinds_[k].attended || value_of(piece.length) == 0) {
    } else if (!piece.attended) {
      flow.waited = flow.waited + (flow.waiting + fail / S(2)) * piece.length;
    } else if (value_of(kinds_[k].reaction) > 0) {
      const S& waits = piece.waits[k];
      flow.waited = flow.waited + flow.waiting * waits + fail / piece.length * kinds_[k].reaction * (piece.length - waits);
    }
    const S was = flow.waiting;
    flow.until[i + 1] = flow.until[i] + gone;
    flow.waiting = was + fail - gone;
    if (!kinds_[k].attended || (piece.attended && value_of(kinds_[k].reaction) == 0))
      flow.bend[i] = flow.share * falls * piece.length / S(2);
    else if (piece.attended) flow.bend[i] = (was - flow.waiting) / kinds_[k].reaction * piece.length / S(2);
    flow.failed = flow.failed + fail;
  }

  std::span<const OutageKind<S>> kinds_;
  S rate_ = S(0);
  std::vector<Piece> pieces_;
  std::vector<std::size_t> cells_;  // the piece of each
  std::vector<S> begins_;           // of the cells, and the end of the week
  std::vector<Flow> flows_;
};

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
  // the error is of second order in the step
  const detail::WeekOfOutages<S> coarse(kinds, hours, 1), fine(kinds, hours, 2);
  return each([&](std::size_t k) { return S(fine.wait(k) + (fine.wait(k) - coarse.wait(k)) / S(3)); });
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
