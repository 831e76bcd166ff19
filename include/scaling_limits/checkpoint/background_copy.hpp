// SPDX-License-Identifier: Apache-2.0
// Two levels of checkpoints, the upper one written in the background: every interval of work w ends with a local checkpoint
// that blocks for C, every n-th of them is copied up while training goes on and is safe L later.
//
//   l1  failure_rate         of the process: back to the local checkpoint, R1 restart_time; copies go on
//   l2  upper_failure_rate   of the node: back to the last safe copy, R2 upper_restart_time
//   D   downtime             after either, not exposed; both restarts are
//
// One copy at a time: L <= n (w + C). With l = l1 + l2 and D(x, g) the transform of the time until x seconds pass without a
// failure of the process, each of which is followed by a renewal g, none of the node meanwhile,
//
//   D(x, g) = e^{-l x}/(1 - (l1/l)(1 - e^{-l x}) g);   p = D(R1, 1),  f = D(w + C, p),  u = D(R2, 1)
//   goodput = l2 n w u e^{-l2 L} f^n/(1 - f^n)/(1 + l D)
//
// Here by 1 - D, a sum of positive terms, so that every digit is there for l2 -> 0 too. Derivation: docs/derivations.md, "A
// level in the background".
#pragma once
#include "../version.hpp"

#include "../core/math.hpp"

namespace scaling_limits::checkpoint {

namespace detail {

/// (1 - exp(-x))/x for x >= 0.
template <class S>
S mean_decay(const S& x) {
  if (value_of(x) < 1) return S(1) + exp_remainder_ratio(S(-x));
  return S(-exp_minus_one(S(-x)) / x);
}

/// -ln(1 - x)/x for x in [0, 1).
template <class S>
S mean_log_rest(const S& x) {
  if (!(value_of(x) < 1. / 16)) return S(-log_one_plus(S(-x)) / x);
  S sum(0);
  for (int k = digits_of<S> / 4 + 3; k > 0; --k) sum = S(1) / S(k) + x * sum;
  return sum;
}

/// The transform D(x, g) above: of its rest 1 - D the quotient by l2 + l1 (1 - g), and -ln D.
template <class S>
struct Passed {
  S rest, loss;
};
template <class S>
Passed<S> passed(const S& time, const S& process, const S& node, const S& renewal_rest) {
  using std::exp, std::log;
  const S rate = process + node, exposure = rate * time, struck = time * mean_decay(exposure);
  // 1 - (l1/l)(1 - e^{-lx}): the plain difference until it cancels
  const S spared = value_of(exposure) < 0.5 ? S(S(1) - process * struck) : S((node + process * exp(S(-exposure))) / rate);
  const S whole = spared + process * struck * renewal_rest, rest = struck / whole,
          lost = rest * (node + process * renewal_rest);
  return {rest, value_of(lost) < 0.5 ? S(-log_one_plus(S(-lost))) : S(exposure + log(whole))};
}

}  // namespace detail

/// -ln goodput, exact; inf where nothing gets done, NaN where a copy takes longer than the time between two.
template <class S>
S background_copy_loss(const S& interval, double copies_every, const S& write_time, const S& copy_time, const S& restart_time,
                       const S& upper_restart_time, const S& failure_rate, const S& upper_failure_rate, const S& downtime) {
  const auto amount = [](const S& x) { return value_of(x) >= 0; };
  if (!(amount(interval) && amount(write_time) && amount(copy_time) && amount(restart_time) && amount(upper_restart_time) &&
        amount(failure_rate) && amount(upper_failure_rate) && amount(downtime) && copies_every >= 1 && copies_every <= 0x1p53 &&
        std::floor(copies_every) == copies_every))
    return S(NaN);
  const S n(copies_every), period = interval + write_time, rate = failure_rate + upper_failure_rate;
  if (!(value_of(copy_time) <= value_of(S(n * period)))) return S(NaN);
  if (value_of(interval) == 0 || value_of(write_time) == inf) return S(inf);
  const bool node = value_of(upper_failure_rate) > 0, fails = value_of(rate) > 0;
  if (value_of(interval) == inf) return S(fails ? inf : 0);
  const auto endless = [](const S& time, bool counts) { return counts && value_of(time) == inf; };
  if (endless(restart_time, value_of(failure_rate) > 0) || endless(upper_restart_time, node) || endless(downtime, fails) ||
      value_of(rate) == inf)
    return S(inf);
  const auto known = [](const S& time) { return value_of(time) == inf ? S(0) : time; };  // what never happens

  const auto restarted = detail::passed(known(restart_time), failure_rate, upper_failure_rate, S(0));
  const auto segment =
      detail::passed(period, failure_rate, upper_failure_rate, S(upper_failure_rate * restarted.rest));  // 1 - p
  const auto upper = detail::passed(known(upper_restart_time), failure_rate, upper_failure_rate, S(0));
  // 1 - f = l2 k; -n ln f = l2 n k m, so that l2 n w f^n/(1 - f^n) = w/(k m) y/(e^y - 1), y = -n ln f
  const S per_rate = segment.rest * (S(1) + failure_rate * restarted.rest), lost = upper_failure_rate * per_rate;
  const S slowed = value_of(lost) < 0.5 ? S(per_rate * detail::mean_log_rest(lost)) : S(segment.loss / upper_failure_rate);
  return log_ratio(slowed, interval) + log_mean_exp(S(n * segment.loss)) + upper.loss + upper_failure_rate * copy_time +
         log_one_plus(S(rate * known(downtime)));
}

/// Goodput of two levels of checkpoints, the upper one written in the background.
///
/// m n w u exp(-m L) f^n / (1 - f^n) / (1 + k D), k = l + m, l = failure_rate, m = upper_failure_rate, w = interval,
/// n = copies_every, L = copy_time, D = downtime; with T(x, g) = exp(-k x)/(1 - (l/k)(1 - exp(-k x)) g), C = write_time,
/// f = T(w + C, T(restart_time, 1)), u = T(upper_restart_time, 1). Copies survive failures of the process. One copy at a
/// time: L above n (w + C) gives NaN.
///
/// Source: docs/derivations.md, section "A level in the background".
///
/// @param interval w [s] >= 0 of work between local checkpoints; @param copies_every n, a whole number >= 1 of them per copy
/// @param write_time C [s] >= 0 that a local checkpoint blocks; @param copy_time L [s] >= 0 until a copy is safe, at most
/// n (w + C)
/// @param restart_time, upper_restart_time [s] >= 0; @param failure_rate, upper_failure_rate [1/s] >= 0; @param downtime [s]
template <class W, class C, class L, class R, class U, class F, class G, class D = int,
          Scalar S = promote_t<W, C, L, R, U, F, G, D>>
S background_copy_goodput(const W& interval, double copies_every, const C& write_time, const L& copy_time,
                          const R& restart_time, const U& upper_restart_time, const F& failure_rate,
                          const G& upper_failure_rate, const D& downtime = 0) {
  using std::exp;
  return exp(S(-background_copy_loss(S(interval), copies_every, S(write_time), S(copy_time), S(restart_time),
                                     S(upper_restart_time), S(failure_rate), S(upper_failure_rate), S(downtime))));
}

}  // namespace scaling_limits::checkpoint
