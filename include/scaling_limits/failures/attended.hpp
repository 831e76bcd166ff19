// SPDX-License-Identifier: Apache-2.0
// How long a run waits for people. Failures come by running time, people by the clock: only the share of time that runs counts,
// and that depends on the MTBF.
//
//   M   MTBF, L = 1/M           windows of length h in which somebody is there, gaps of length g between them
//   r   reaction, exponential, in attended time alone      u = M/(M + r),  k = 1/M + 1/r
//
// From p, the probability of running, over a window: runs u h + (p - u) c1(k, h), p <- u + (p - u) exp(-k h); over a gap: runs
// p c1(1/M, g), p <- p exp(-g/M), c1(a, t) = (1 - exp(-a t))/a. p is periodic, linear, solved once. With the share a of the
// week that runs the mean outage is M (1/a - 1), worked out from the share that does not, over L: exact where the wait is the
// whole outage and all failures are attended. M -> inf, r = 0: the usual sum of g^2 over twice the week.
//
// Else, with a repair after the wait or failures that need nobody, the week is stepped through (week_of_outages.hpp).
// Derivation: docs/derivations.md, "People".
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <span>
#include <type_traits>

#include "../core/dual.hpp"
#include "../numeric/exp_difference.hpp"
#include "week_of_outages.hpp"

namespace scaling_limits::failures {

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
  double last = hours.back().to - week_length;
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
  const S q = always ? S(0) : S(map.of / (S(1) - map.by)), down = (map.down + map.down_by * q) / S(week_length);
  return down / (S(1) - rate * down);
}

/// Of second order in the step, extrapolated.
template <class T, class S>
std::vector<S> stepped_waits(std::span<const OutageKind<S>> kinds, const AttendedHours& hours, double finer) {
  const WeekOfOutages<S, T> coarse(kinds, hours, finer), fine(kinds, hours, 2 * finer);
  std::vector<S> waits;
  for (std::size_t k = 0; k < kinds.size(); ++k) waits.push_back(fine.wait(k) + (fine.wait(k) - coarse.wait(k)) / S(3));
  return waits;
}

/// Per second: of a rate that is greater, sums over a week keep too few digits of what is up.
inline constexpr double most_rate = 1;

/// The same kinds, all more or less often, at another rate together.
template <class S>
std::vector<OutageKind<S>> at_rate(std::span<const OutageKind<S>> kinds, double together) {
  const S rate = total_rate(kinds);
  std::vector<OutageKind<S>> found(kinds.begin(), kinds.end());
  for (auto& kind : found) kind.rate = S(kind.rate / rate) * S(together);
  return found;
}
/// Waits at any rate: at a great one linear in the time that the run is up at a time, from those at two rates.
template <class S, class Waits>
std::vector<S> at_any_rate(std::span<const OutageKind<S>> kinds, const Waits& waits_of) {
  const S rate = total_rate(kinds);
  if (!(value_of(rate) > most_rate)) return waits_of(kinds);
  const auto at = [&](double together) { return waits_of(std::span<const OutageKind<S>>(at_rate(kinds, together))); };
  std::vector<S> waits = at(most_rate);
  const std::vector<S> of_double = at(2 * most_rate);
  for (std::size_t k = 0; k < waits.size(); ++k)
    waits[k] = S(2) * of_double[k] - waits[k] + (waits[k] - of_double[k]) * (S(2 * most_rate) / rate);
  return waits;
}

}  // namespace detail

/// Mean waits of failures of several kinds [s]: of the attended ones until somebody has come, of the others 0.
///
/// @param kinds of one run; @param hours in range; @param finer into how many parts steps of 20 min are cut: 1 leaves less than
///   5e-5 of a wait, mostly 1e-7, 2 less than 1e-5; @return NaN for rates, times out of domain
template <class S>
std::vector<S> waits_of(std::span<const OutageKind<S>> kinds, const AttendedHours& hours, double finer = 1) {
  const auto is_time = [](const S& x) { return value_of(x) >= 0 && value_of(x) < inf; };
  const auto is_plain = [](const S& x) { return is_zero(S(x - S(value_of(x)))); };
  bool in_domain = failures::in_range(hours), any = false, lone = true, plain = true;
  for (const auto& kind : kinds) {
    in_domain = in_domain && is_time(kind.rate) && is_time(kind.downtime) && is_time(kind.reaction);
    any = any || kind.attended;
    lone = lone && kind.attended && is_zero(kind.downtime) && is_zero(S(kind.reaction - kinds.front().reaction));
    plain = plain && is_plain(kind.downtime) && is_plain(kind.reaction);
  }
  if (!in_domain) return std::vector<S>(kinds.size(), S(NaN));
  std::vector<S> waits(kinds.size(), S(0));
  if (!any) return waits;
  if (share_of_week(hours) == 1) {
    for (std::size_t k = 0; k < kinds.size(); ++k) waits[k] = kinds[k].reaction;
  } else {
    waits = detail::at_any_rate(kinds, [&](std::span<const OutageKind<S>> of) {
      if (lone) return std::vector<S>(of.size(), detail::lone_wait(detail::total_rate(of), hours, of.front().reaction));
      return plain ? detail::stepped_waits<double>(of, hours, finer) : detail::stepped_waits<S>(of, hours, finer);
    });
  }
  for (std::size_t k = 0; k < kinds.size(); ++k)
    if (!kinds[k].attended) waits[k] = S(0);
  return waits;
}

/// When in the week a run runs that such failures stop. @param kinds in domain; @param hours in range
template <class S>
std::vector<PartOfWeek<S>> running_week(std::span<const OutageKind<S>> kinds, const AttendedHours& hours) {
  if (value_of(detail::total_rate(kinds)) > detail::most_rate)
    return detail::WeekOfOutages<S>(detail::at_rate(kinds, detail::most_rate), hours, 1).parts();
  return detail::WeekOfOutages<S>(kinds, hours, 1).parts();
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
  const std::vector<S> waits = waits_of<S>(kinds, hours, 2);
  const S rate = detail::total_rate<S>(kinds);
  S down(0);
  for (std::size_t k = 0; k < kinds.size(); ++k) down = down + kinds[k].rate * (kinds[k].downtime + waits[k]);
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
