// SPDX-License-Identifier: Apache-2.0
// Silent errors that are found late: they spoil work and saves, and show some wall-clock time after they struck. The run then
// goes back to the last save from before the error. What they cost beside the failures, as a loss that is added to -ln goodput
// of blocking checkpoints; and how many checkpoints must be kept for it.
//
//   P = w + C  period: interval + write_time                L  failure_rate   of all failures that stop the run
//   l  silent_rate    per second of work and saves          G  lag            from error to discovery, g = min(G, P)
//   A  mean time from a failure until work goes on, A_s the same of a silent error that is found
//   r = 1/(1 + L A)  running_ratio                          a = A_s r  outage_ratio
// A failure before the next save is done takes the error away unseen. Found while the run is down or restarting, the error is
// acted upon at once. From a clean save, with S = L + l and c(k, t) = (1 - exp(-k t))/k:
//   E = c(L, g) + exp(-L g) c(S, P - g)                     time exposed to failures, up to a save or a stop
//   N = l exp(-L g) c(S, P - g)                             errors that are found before the next save
//   Q = exp(-L P) [exp(-l (P - g)) - exp(-l P)]             that are saved with the state
//   F = G - g + 1/l - g/(exp(l g) - 1)                      time from that save until they are found
//   time per clean save = {E (1 + L A) + N A_s + Q (F + A_s)} exp(S P)
// Derivation: docs/derivations.md, "Silent errors, found late".
#pragma once
#include "../version.hpp"

#include <span>

#include "../core/words.hpp"
#include "../failures/restart_in_force.hpp"
#include "../numeric/exp_difference.hpp"
#include "goodput.hpp"

namespace scaling_limits::checkpoint {

namespace detail {

/// One period from a clean save, and g, h = P - g; loss is the logarithm of time per clean save over that without errors.
template <class S>
struct LateErrors {
  S period{}, failure_rate{}, silent_rate{}, lag{}, outage_ratio{}, running_ratio{};
  bool longer = value_of(lag) < value_of(period);  // the period is, than the lag
  S g = longer ? lag : period, h = longer ? S(period - lag) : S(0), waits = longer ? S(0) : S(lag - period);

  /// By differences that are all positive: few errors in a period.
  S loss_of_few() const {
    using std::exp;
    const S u = failure_rate * h, p = silent_rate * h, in_lag = exp_minus_one(S(silent_rate * g));
    const S passes = exp(S(-failure_rate * g)), all = exp(S(-failure_rate * period));
    const S after = h * exp(p) * mean_exp(S(-(u + p)));  // c(S, h) exp(l h)
    const S again = exp_minus_one(S(silent_rate * period)) * cut_short(failure_rate, g) +
                    passes * (in_lag * after + h * p * exp(p) * numeric::exp_difference(p, u));
    const S found = silent_rate * passes * (S(1) + in_lag) * after + all * in_lag;
    const S late = all * (in_lag * waits + g * exp_remainder_ratio(S(silent_rate * g)));
    return log_one_plus(S((again + outage_ratio * found + running_ratio * late) / cut_short(failure_rate, period)));
  }

  /// As it stands, exp(l P) taken out.
  S loss_of_many() const {
    using std::exp;
    const S rate = failure_rate + silent_rate, v = silent_rate * g, passes = exp(S(-failure_rate * g));
    const S after = passes * cut_short(rate, h), saved = exp(S(-(failure_rate * period + silent_rate * h)));
    const S spoiled = -exp_minus_one(S(-v));
    const S time = cut_short(failure_rate, g) + after + outage_ratio * (silent_rate * after + saved * spoiled) +
                   running_ratio * saved * (spoiled * waits + g * v * numeric::exp_difference(v, S(0)));
    return silent_rate * period + log_ratio(time, cut_short(failure_rate, period));
  }
};

}  // namespace detail

/// What silent errors that are found late cost: -ln goodput with them less -ln goodput without, at the same interval.
///
/// ln({E + N a + Q (r F + a)} exp(S P)) - ln((exp(L P) - 1)/L), E, N, Q, F, S, P as above: w = interval, C = write_time, L =
/// failure_rate, l = silent_rate, G = lag, a = outage_ratio, r = running_ratio. 0 without silent errors, never negative, the
/// larger the more of them there are and the longer their outage; with the lag it rises where a <= 1/L. A lag of inf, errors
/// that are never found, loses everything: inf.
///
/// Source: docs/derivations.md, section "Silent errors, found late".
///
/// @param interval w [s] >= 0; @param write_time C [s] >= 0; @param failure_rate L [1/s] >= 0 and finite
/// @param silent_rate l [1/s] >= 0 and finite; @param lag G [s] >= 0, in wall-clock time
/// @param outage_ratio a [s] >= 0: mean time from discovery until work goes on/(1 + L A)
/// @param running_ratio r in [0, 1]: 1/(1 + L A), A the mean time from a failure until work goes on
template <Scalar S>
S silent_late_loss(const S& interval, const S& write_time, const S& failure_rate, const S& silent_rate, const S& lag,
                   const S& outage_ratio, const S& running_ratio) {
  const auto failures = value_of(failure_rate), errors = value_of(silent_rate), running = value_of(running_ratio),
             outage = value_of(outage_ratio), late = value_of(lag);
  if (!(value_of(interval) >= 0 && value_of(write_time) >= 0 && failures >= 0 && failures < inf && errors >= 0 &&
        errors < inf && late >= 0 && outage >= 0 && running >= 0 && running <= 1))
    return S(NaN);
  const S period = interval + write_time;
  const auto length = value_of(period);
  if (length == inf || late == inf || outage == inf || errors * length == inf) return errors > 0 ? S(inf) : S(0);
  if (length == 0) return log_one_plus(S(silent_rate * (outage_ratio + running_ratio * lag)));
  const detail::LateErrors<S> e{period, failure_rate, silent_rate, lag, outage_ratio, running_ratio};
  return errors * length < 1 ? e.loss_of_few() : e.loss_of_many();
}

/// Goodput of blocking checkpoints with silent errors, found late, among what stops a run.
///
/// w/(time per clean save) as above: w = interval, C = write_time; L, A and A_s of the rows, of which one is in force at a time
/// (failures/restart_in_force.hpp). Exact for one silent row; of several the losses add up.
///
/// Source: docs/derivations.md, sections "Causes" and "Silent errors, found late".
///
/// @param interval w [s] >= 0 and finite; @param write_time C [s] >= 0
/// @param rows causes, at most failures::most_rows, their restarts said; those with a lag are silent
template <Scalar S>
S silent_late_goodput(const S& interval, const S& write_time, std::span<const failures::CauseRow<S>> rows) {
  using std::exp;
  const failures::RestartInForce<S> rule(rows);
  const auto& mix = rule.mix();
  const S running = exp(S(-rule.log_stopped()));
  S loss = losses(Saving<S>{write_time, mix.failure_rate, mix.restart_time, mix.downtime}, interval).sum();
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].silent())
      loss = loss + silent_late_loss(interval, write_time, mix.failure_rate, rows[i].rate, rows[i].lag,
                                     rule.outage_ratio(i, rows[i].downtime), running);
  return exp(S(-loss));
}

/// When the oldest checkpoint is given up for the next one.
enum class Released {
  begins,    ///< when the next begins to be written: into its place
  completes  ///< when the next is complete
};
constexpr auto words(const Released*) {
  return std::to_array<Word<Released>>({{"begins", Released::begins}, {"completes", Released::completes}});
}

/// How many complete checkpoints to keep so that one is clean whenever a silent error is found. One more, in flight, needs its
/// place beside them.
///
/// floor((G + C + L)/P) + 1 where the oldest goes when the next begins to be written, floor(G/P) + 2 where it goes when the
/// next is complete: G = lag, C = write_time, L = persist_latency, P = w + C, w = interval. An error spoils the checkpoint that
/// is in flight. Of a lag that varies, take the quantile that is to be covered. inf for errors that are never found.
///
/// Source: docs/derivations.md, section "Silent errors, found late".
///
/// @param lag G [s] >= 0, from error to discovery; @param interval w [s] > 0; @param write_time C [s] >= 0, what one blocks
/// @param persist_latency L [s] >= 0, from there until it is complete, one in flight at a time: at most w
template <class G, class W, class C, class L = int, Scalar S = promote_t<G, W, C, L>>
S checkpoints_to_keep(const G& lag, const W& interval, const C& write_time, const L& persist_latency = 0,
                      Released released = Released::begins) {
  const S late(lag), w(interval), write(write_time), latency(persist_latency);
  if (!(value_of(late) >= 0 && value_of(w) > 0 && value_of(write) >= 0 && value_of(latency) >= 0)) return S(NaN);
  const bool begins = released == Released::begins;
  if (value_of(late) == inf || (begins && value_of(latency) == inf)) return S(inf);
  const auto behind = value_of(begins ? S(late + write + latency) : late);
  const auto periods = behind == inf ? 1 : std::floor(behind / value_of(S(w + write)));  // inf: an endless write
  return S(static_cast<double>(periods + (begins ? 1 : 2)));
}

}  // namespace scaling_limits::checkpoint
