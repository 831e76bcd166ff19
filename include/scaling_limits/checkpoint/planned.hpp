// SPDX-License-Identifier: Apache-2.0
// Planned stops (maintenance, a new version of the code): announced during work, saved first, then down. What they cost beside
// the failures, as a loss that is added to -ln goodput of blocking checkpoints.
//
//   w  interval       useful work between checkpoints       C  write_time     what one save blocks, exposed to failures
//   L  failure_rate   of all failures that stop the run     q  planned_rate   per second of work
//   B  outage         mean time from the end of the save until work goes on, stop and restart
//   A  mean time from a failure until work goes on          b = B/(1 + L A)  outage_ratio
// From a saved state to the next stop or save, with s = L + q and c(a, t) = (1 - exp(-a t))/a:
//   U = exp(-L C) {q [1 - (1 + s w) exp(-s w)]/s^2 + w exp(-s w)}                 useful work
//   E = c(s, w) + [q c(s, w) + exp(-s w)] c(L, C)                                 time exposed to failures
//   N = q c(s, w) exp(-L C)                                                       planned stops
//   goodput = U/[E (1 + L A) + N B]
// Derivation: docs/derivations.md, "Planned stops".
#pragma once
#include "../version.hpp"

#include <span>

#include "../failures/restart_in_force.hpp"
#include "../numeric/exp_difference.hpp"
#include "goodput.hpp"

namespace scaling_limits::checkpoint {

namespace detail {

/// [mean_exp(x) mean_exp(-z) - mean_exp(-y)]/(x z), z = x + y: what saves at stops are worth, 1/12 at 0.
template <class S>
S worth_of_stops(const S& x, const S& y) {
  using std::exp;
  const S z = x + y;
  if (!(value_of(z) < 0.5)) {
    const S whole = exp(x) * numeric::exp_difference(x, S(0)) * mean_exp(S(-z));
    return (whole - numeric::exp_difference(y, x)) / z;
  }
  // the sum of a_i(x) a_j(-z)/(i + j + 3) with a_i(t) = (i + 1) t^i/(i + 2)!
  constexpr int degree = digits_of<S> <= 24 ? 8 : digits_of<S> <= 53 ? 16 : digits_of<S> <= 64 ? 19 : 10 + digits_of<S> / 5;
  const auto next = [](const S& a, const S& t, int i) { return S(a * t * (S(i + 2) / S((i + 1) * (i + 3)))); };
  S total(0), of_x = S(1) / S(2);
  for (int i = 0; i <= degree; ++i) {
    S inner(0), of_z = S(1) / S(2);
    for (int j = 0; j <= degree - i; ++j) {
      inner = inner + of_z / S(i + j + 3);
      of_z = next(of_z, S(-z), j);
    }
    total = total + of_x * inner;
    of_x = next(of_x, x, i);
  }
  return total;
}

/// ln of goodput without over goodput with planned stops where their ratio is out of reach: -L w + ln(E + N b) - ln c(L, w + C)
/// - ln(U exp(L C)/w), the last in logarithms.
template <class S>
S planned_loss_in_logs(const S& w, const S& write_time, const S& failure_rate, const S& planned_rate, const S& outage_ratio) {
  using std::exp;
  using std::log;
  const S s = failure_rate + planned_rate, z = s * w, stops = planned_rate * cut_short(s, w);
  const S writing = cut_short(failure_rate, write_time), passes = exp(S(-failure_rate * write_time));
  const S time = cut_short(s, w) + exp(S(-z)) * writing + stops * (writing + passes * outage_ratio);
  const S at_stops = planned_rate * w * numeric::exp_difference(z, S(0));
  S kept = -z;
  if (value_of(at_stops) > 0) {
    const S log_stops = log(at_stops);
    kept = value_of(log_stops) > -value_of(z) ? S(log_stops + log_one_plus(S(exp(S(-z - log_stops)))))
                                              : S(log_one_plus(S(exp(S(log_stops + z)))) - z);
  }
  return log_ratio(time, cut_short(failure_rate, S(w + write_time))) - (failure_rate * w + kept);
}

}  // namespace detail

/// What planned stops cost: -ln goodput with them less -ln goodput without, at the same interval.
///
/// ln{(E + N b)/U} - ln{(exp(L (w + C)) - 1)/(L w)}, E, N, U as above: w = interval, C = write_time, L = failure_rate, q =
/// planned_rate, b = outage_ratio. 0 without planned stops; never negative up to the best interval of blocking checkpoints.
/// Far beyond it a stop that costs little gains more, by the save before it, than it takes: the loss is then below 0, and goes
/// to -inf with the interval. A stop that a failure meets while its save is written is that failure's.
///
/// Source: docs/derivations.md, section "Planned stops".
///
/// @param interval w [s] >= 0; with 0 the loss is inf, but for C = 0
/// @param write_time C [s] >= 0; @param failure_rate L [1/s] >= 0 and finite, of running time
/// @param planned_rate q [1/s] >= 0 and finite, of work
/// @param outage_ratio b [s] >= 0: mean outage of a planned stop/(1 + L A), A the mean time from a failure until work goes on
template <Scalar S>
S planned_loss(const S& interval, const S& write_time, const S& failure_rate, const S& planned_rate, const S& outage_ratio) {
  using std::exp;
  const auto w = value_of(interval), write = value_of(write_time), failures = value_of(failure_rate),
             stops = value_of(planned_rate), outage = value_of(outage_ratio);
  if (!(w >= 0 && write >= 0 && failures >= 0 && failures < inf && stops >= 0 && stops < inf && outage >= 0)) return S(NaN);
  const S x = failure_rate * interval, y = planned_rate * interval, z = x + y;
  const bool endless = !(value_of(z) < inf) || w == inf;  // 0 x inf is NaN
  if (stops == 0 && (endless || write == inf || outage == inf || (w == 0 && write > 0))) return S(0);
  if (write == inf || outage == inf || (w == 0 && write > 0)) return S(inf);
  if (w == 0) return log_one_plus(S(planned_rate * outage_ratio));
  if (endless && failures == 0) return log_one_plus(S(planned_rate * (write_time + outage_ratio)));
  if (endless) return S(-inf);

  constexpr double in_reach = digits_of<S> <= 24 ? 60 : 500;  // of exp
  if (!(value_of(x) < in_reach))
    return stops == 0 ? S(0) : detail::planned_loss_in_logs(interval, write_time, failure_rate, planned_rate, outage_ratio);
  const S late = exp(x) * numeric::exp_difference(z, S(0)), kept = y * late + exp(S(-y));
  const S more_saves = cut_short(failure_rate, write_time) * (mean_exp(S(-y)) - late);
  const S down = outage_ratio * mean_exp(S(-z)), saved = interval * x * detail::worth_of_stops(x, y);
  const S more = y * (more_saves + exp(S(-failure_rate * write_time)) * (down - saved)) /
                 (kept * cut_short(failure_rate, S(interval + write_time)));
  return value_of(more) > -0.5 ? log_one_plus(more)
                               : detail::planned_loss_in_logs(interval, write_time, failure_rate, planned_rate, outage_ratio);
}

/// Goodput of blocking checkpoints with planned stops among what stops a run.
///
/// U/[E (1 + L A) + N B] as above: w = interval, C = write_time; L, A and B of the rows, of which one is in force at a time
/// (failures/restart_in_force.hpp). Without planned rows that of blocking checkpoints under the others.
///
/// Source: docs/derivations.md, sections "Causes" and "Planned stops".
///
/// @param interval w [s] >= 0 and finite; @param write_time C [s] >= 0
/// @param rows causes, at most failures::most_rows, their restarts said; the rate of a planned one is per second of work
template <Scalar S>
S planned_goodput(const S& interval, const S& write_time, std::span<const failures::CauseRow<S>> rows) {
  using std::exp;
  const failures::RestartInForce<S> rule(rows);
  S rate(0), outages(0);
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].planned) rate = rate + rows[i].rate, outages = outages + rows[i].rate * rule.outage_ratio(i, rows[i].downtime);
  const S outage = value_of(rate) > 0 ? S(outages / rate) : S(0);
  const auto& mix = rule.mix();
  const S planned = planned_loss(interval, write_time, mix.failure_rate, rate, outage);
  const Saving<S> failures_alone{write_time, mix.failure_rate, mix.restart_time, mix.downtime};
  return exp(S(-losses(failures_alone, interval).sum() - planned));
}

}  // namespace scaling_limits::checkpoint
