// SPDX-License-Identifier: Apache-2.0
// Bad parts that get better: a share f of the parts fails at the rate l_b instead of l_g, and a repair makes a bad part a good
// one with probability q. What is bad decays as exp(-q l_b t) in running time t; over a run of t_r the mean rate of a part is
//
//   l_g + f (l_b - l_g) (1 - e^-x)/x,   x = q l_b t_r
//
// Where a share u of the repairs goes to the second of two stages at once, which fail to mend with p1 and p2,
// q = (1 - u)(1 - p1) + u (1 - p2). Derivation: docs/derivations.md, "Spares".
#pragma once
#include "../version.hpp"

#include "../core/math.hpp"

namespace scaling_limits::failures {

/// Mean failure rate [1/s] of a part over a run in which repairs make bad parts good.
///
/// g + f (b - g) (1 - exp(-x))/x, x = q b t, g = good_rate, b = bad_rate, f = bad_share, q = repair_success, t = duration.
/// Where a share u of the repairs goes to the second of two stages at once, which fail with p1 and p2,
/// q = (1 - u)(1 - p1) + u (1 - p2).
///
/// Source: docs/derivations.md, section "Spares".
///
/// @param good_rate, bad_rate [1/s] >= 0; @param bad_share of the parts at the start, in [0, 1]
/// @param repair_success probability that a repair makes a bad part good, in [0, 1]; @param duration running time [s] >= 0
template <class G, class B, class F, class Q, class T, Scalar S = promote_t<G, B, F, Q, T>>
S renewed_rate(const G& good_rate, const B& bad_rate, const F& bad_share, const Q& repair_success, const T& duration) {
  const S good(good_rate), bad(bad_rate), share(bad_share), mended(repair_success), time(duration);
  const auto is_share = [](const S& x) { return value_of(x) >= 0 && value_of(x) <= 1; };
  if (!(value_of(good) >= 0 && value_of(bad) >= 0 && value_of(time) >= 0 && is_share(share) && is_share(mended))) return S(NaN);
  const auto product = [](const S& a, const S& b) { return value_of(a) == 0 || value_of(b) == 0 ? S(0) : S(a * b); };
  // zeros keep their derivatives unless they meet something infinite
  const bool finite = value_of(bad) < inf && value_of(time) < inf && value_of(good) < inf;
  const S exposure = finite ? S(mended * time) : product(mended, time), x = finite ? S(exposure * bad) : product(exposure, bad);
  // what has been mended and what is still bad, in the mean over the run
  const bool early = value_of(x) < 1;
  const S late = early ? S(0) : S(-exp_minus_one(S(-x)) / x), renewed = early ? S(-exp_remainder_ratio(S(-x))) : S(S(1) - late),
          left = early ? S(S(1) - renewed) : late, never_bad = S(S(1) - share) + share * renewed;
  if (finite) return good * never_bad + share * bad * left;
  const S from_bad = value_of(x) == inf && value_of(exposure) < inf ? S(share / exposure) : product(S(share * bad), left);
  return product(good, never_bad) + (value_of(share) == 0 ? S(0) : from_bad);
}

}  // namespace scaling_limits::failures
