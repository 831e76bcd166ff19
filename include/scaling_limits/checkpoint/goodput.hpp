// SPDX-License-Identifier: Apache-2.0
// Goodput: new useful training time per wall-clock time, under exponential failures and checkpoints to one place.
//
//   w  interval     useful work between checkpoints          C  write_time       what one checkpoint blocks
//   L  persist_latency   a snapshot is usable L later         s  slowdown         share of training lost while it persists
//   R  restart_time      exposed to failures                  D  downtime         not exposed
//   C_eff = C + s L;  P = w + C_eff (period);  one write in flight: P >= C + L, that is w >= (1 - s) L
//
//   goodput = w exp(-(R + L)/M) / [(M + D) (exp(P/M) - 1)]
//   losses  = -ln goodput = checkpoint + restart + downtime = [ln(P/w) + ln(expm1(P/M)/(P/M)) + L/M] + R/M + ln(1 + D/M)
//
// At the best interval the bracket is y + L/M with y - 1 + exp(-y) = C_eff/M. Derivation: docs/derivations.md,
// "Goodput, and the role of persist latency".
#pragma once
#include "../version.hpp"

#include "../core/terms.hpp"
#include "interval.hpp"

namespace scaling_limits::checkpoint {

/// The shortest interval [s] that leaves one write in flight at a time: (1 - slowdown) persist_latency.
template <class L, class B, Scalar S = promote_t<L, B>>
S shortest_interval(const L& persist_latency, const B& slowdown) {
  return (S(1) - S(slowdown)) * S(persist_latency);
}

/// What one checkpoint costs in training time [s]: write_time + slowdown x persist_latency.
template <class C, class L, class B, Scalar S = promote_t<C, L, B>>
S checkpoint_cost(const C& write_time, const L& persist_latency, const B& slowdown) {
  const S latency(persist_latency), slow(slowdown);
  if (value_of(latency) == inf && value_of(slow) == 0) return S(write_time);
  return S(write_time) + slow * latency;
}

/// One way of saving, all that -ln goodput depends on. Rates, not MTBFs: 0 is a run without failures.
template <class S>
struct Saving {
  S write_time{}, failure_rate{}, restart_time = S(0), downtime = S(0), persist_latency = S(0), slowdown = S(0);

  template <class T>
  Saving<T> as() const {
    return {carried<T>(write_time), carried<T>(failure_rate),    carried<T>(restart_time),
            carried<T>(downtime),   carried<T>(persist_latency), carried<T>(slowdown)};
  }
  S cost() const { return checkpoint_cost(write_time, persist_latency, slowdown); }
  S shortest_interval() const { return checkpoint::shortest_interval(persist_latency, slowdown); }
  bool in_domain() const {
    return value_of(write_time) >= 0 && value_of(failure_rate) >= 0 && value_of(restart_time) >= 0 && value_of(downtime) >= 0 &&
           value_of(persist_latency) >= 0 && value_of(slowdown) >= 0 && value_of(slowdown) < 1;
  }
  /// One write in flight: interval >= shortest_interval, or next to it and the period as it is rounded is the shortest one.
  bool allows(const S& interval) const {
    const auto w = value_of(interval), shortest = value_of(shortest_interval());
    constexpr double next_to = 0.99;  // of a write of ages rounding leaves no period
    return w >= shortest ||
           (w >= next_to * shortest && value_of(S(interval + cost())) >= value_of(S(write_time + persist_latency)));
  }

  /// rate x time; 0 without failures even over an infinite time, and for no time at any rate.
  S load(const S& time) const {
    const auto rate = value_of(failure_rate), t = value_of(time);
    return (rate == 0 && t == inf) || (t == 0 && rate == inf) ? S(0) : S(failure_rate * time);
  }
};

/// The best interval [s], never shorter than one write in flight allows. NaN where it is below the least double.
template <class S>
S best_interval(const Saving<S>& saving) {
  if (!saving.in_domain()) return S(NaN);
  if (value_of(saving.failure_rate) == 0) return S(inf);
  const S free = optimal_interval(saving.cost(), S(S(1) / saving.failure_rate)), shortest = saving.shortest_interval();
  if (!(value_of(free) > 0) && value_of(saving.cost()) > 0) return value_of(shortest) > 0 ? shortest : S(NaN);
  return saving.allows(free) ? free : shortest;
}

/// -ln goodput at an interval, by term: checkpoint (rework and persist latency included), restart, downtime.
template <class S>
Terms<S> losses(const Saving<S>& saving, const S& interval) {
  S checkpoint(NaN);
  if (saving.in_domain() && saving.allows(interval)) {
    const S cost = saving.cost();
    checkpoint = saving.load(saving.persist_latency) + log_mean_exp(saving.load(S(interval + cost)));
    if (value_of(cost) > 0) checkpoint = value_of(cost) == inf ? cost : S(checkpoint + log_one_plus(S(cost / interval)));
  }
  return {{"checkpoint", checkpoint},
          {"restart", saving.load(saving.restart_time)},
          {"downtime", log_one_plus(saving.load(saving.downtime))}};
}

/// The same at the best interval: there the checkpoint term is y + L/M (formula 4), exact to the last digits, and carries
/// every derivative, the interval's own change included.
template <class S>
Terms<S> losses(const Saving<S>& saving) {
  if (!saving.in_domain()) return losses(saving, S(NaN));
  const S share = numeric::worked_share(saving.load(saving.cost()));
  // allowed interval: w = q / rate >= (1 - s) L
  if (value_of(share) < value_of(saving.load(saving.shortest_interval()))) return losses(saving, saving.shortest_interval());
  return {{"checkpoint", S(share + saving.load(S(saving.cost() + saving.persist_latency)))},
          {"restart", saving.load(saving.restart_time)},
          {"downtime", log_one_plus(saving.load(saving.downtime))}};
}

/// Fractions of wall-clock time at an interval: useful, checkpoint (the write that counts), rework (all lost running time:
/// lost work, lost writes, lost to persist latency), restart (those cut short included), downtime. They sum to one.
template <class S>
Terms<S> breakdown(const Saving<S>& saving, const S& interval) {
  using std::exp;
  if (!saving.in_domain() || !saving.allows(interval))
    return {{"useful", S(NaN)}, {"checkpoint", S(NaN)}, {"rework", S(NaN)}, {"restart", S(NaN)}, {"downtime", S(NaN)}};
  const S cost = saving.cost(), period = interval + cost;
  const S down = saving.load(saving.downtime), running = S(1) / (S(1) + down);
  const S progressing = running * exp(S(-saving.load(saving.restart_time)));
  const S waste = log_mean_exp(saving.load(period)) + saving.load(saving.persist_latency);
  const S committed = progressing * exp(S(-waste));
  // an infinite period is all work, or all writing where the write is what is infinite
  const bool endless = value_of(period) == inf, endless_write = value_of(cost) == inf;
  const S written = endless ? S(endless_write ? 1 : 0) : value_of(cost) > 0 ? S(cost / period) : S(0);
  const S worked = endless ? S(endless_write ? 0 : 1) : value_of(cost) > 0 ? S(interval / period) : S(1);
  return {{"useful", S(committed * worked)},
          {"checkpoint", S(committed * written)},
          {"rework", S(-progressing * exp_minus_one(S(-waste)))},
          {"restart", S(-running * exp_minus_one(S(-saving.load(saving.restart_time))))},
          {"downtime", value_of(down) == inf ? S(1) : S(running * down)}};
}

namespace detail {

template <class S, class C, class M, class R, class D, class L, class B>
Saving<S> saving_of(const C& write_time, const M& mtbf, const R& restart_time, const D& downtime, const L& persist_latency,
                    const B& slowdown) {
  const S m(mtbf);
  return {S(write_time), value_of(m) > 0 ? S(S(1) / m) : S(NaN), S(restart_time), S(downtime), S(persist_latency), S(slowdown)};
}

}  // namespace detail

/// New useful training time per wall-clock time at any interval.
///
/// w exp(-(R + L)/M) / [(M + D) (exp(P/M) - 1)], P = w + C + s L, w = interval, C = write_time, M = mtbf,
/// R = restart_time, D = downtime, L = persist_latency, s = slowdown. An interval below (1 - s) L would need two writes
/// in flight and gives NaN.
///
/// Source: docs/derivations.md, section "Goodput, and the role of persist latency".
///
/// @param interval w [s] >= (1 - slowdown) persist_latency; a shorter one, which would need two writes in flight, gives NaN
/// @param write_time C [s] >= 0, what one checkpoint blocks; @param mtbf M [s] > 0, of the job in running time
/// @param restart_time R [s] >= 0; @param downtime D [s] >= 0; @param persist_latency L [s] >= 0; @param slowdown s in [0, 1)
template <class W, class C, class M, class R = int, class D = int, class L = int, class B = int,
          Scalar S = promote_t<W, C, M, R, D, L, B>>
S goodput(const W& interval, const C& write_time, const M& mtbf, const R& restart_time = 0, const D& downtime = 0,
          const L& persist_latency = 0, const B& slowdown = 0) {
  using std::exp;
  const auto saving = detail::saving_of<S>(write_time, mtbf, restart_time, downtime, persist_latency, slowdown);
  return exp(S(-losses(saving, S(interval)).sum()));
}

/// Goodput at the best interval that leaves one write in flight at a time.
///
/// exp(-(y + (R + L)/M)) / (1 + D/M) with y - 1 + exp(-y) = (C + s L) / M; symbols as for goodput. Where the shortest allowed
/// interval binds, goodput there.
///
/// Source: docs/derivations.md, section "The best interval".
template <class C, class M, class R = int, class D = int, class L = int, class B = int, Scalar S = promote_t<C, M, R, D, L, B>>
S optimal_goodput(const C& write_time, const M& mtbf, const R& restart_time = 0, const D& downtime = 0,
                  const L& persist_latency = 0, const B& slowdown = 0) {
  using std::exp;
  return exp(S(-losses(detail::saving_of<S>(write_time, mtbf, restart_time, downtime, persist_latency, slowdown)).sum()));
}

/// First-order overhead of an interval: 1/goodput - 1 while well below 0.1.
///
/// C/w + w/(2 M), w = interval, C = write_time, M = mtbf.
///
/// Source: docs/derivations.md, section "Why first-order formulas mislead".
template <class W, class C, class M, Scalar S = promote_t<W, C, M>>
S first_order_overhead(const W& interval, const C& write_time, const M& mtbf) {
  const S w(interval), c(write_time), m(mtbf);
  if (!(detail::in_domain(c, m) && value_of(w) >= 0)) return S(NaN);
  const S lost = detail::load(w, m) / S(2);
  if (value_of(c) == 0) return lost;
  return value_of(c) == inf ? c : S(c / w + lost);
}

}  // namespace scaling_limits::checkpoint
