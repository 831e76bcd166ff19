// SPDX-License-Identifier: Apache-2.0
// Random search, and what is shared between searches for several targets.
//
//   one of N random trials is within the best q of all with probability p = 1 - (1 - q)^N:  N = ln(1 - p)/ln(1 - q)
//   c_0 once and c_1 per target against c per target: c_0/(c - c_1) targets are enough
//
// Sources: Bergstra and Bengio, JMLR 13, 2012, for the first; the second is elementary: where the two costs are equal.
#pragma once
#include "../version.hpp"

#include "../core/math.hpp"

namespace scaling_limits::search {

/// Random trials until the best of them is within the best share of all with a probability.
///
/// ln(1 - p)/ln(1 - q), q = quantile, p = probability; a real number, inf where no number is enough.
///
/// Source: Bergstra and Bengio, JMLR 13, 2012.
///
/// @param quantile in (0, 1); @param probability in [0, 1]
template <class Q, class P, Scalar S = promote_t<Q, P>>
S random_trials(const Q& quantile, const P& probability) {
  const S q(quantile), p(probability);
  if (!(value_of(q) > 0 && value_of(q) < 1 && value_of(p) >= 0 && value_of(p) <= 1)) return S(NaN);
  return value_of(p) == 1 ? S(inf) : S(log_one_plus(S(-p)) / log_one_plus(S(-q)));
}

/// Targets from which something shared pays; inf where it never does.
///
/// c_0/(c - c_1), c_0 = shared, c_1 = per_target, c = alternative_per_target, in one unit.
///
/// Source: elementary: where the two costs are equal.
///
/// @param shared cost of it, once; @param per_target what each target costs beside it; @param alternative_per_target without it
template <class C, class A, class B, Scalar S = promote_t<C, A, B>>
S break_even_targets(const C& shared, const A& per_target, const B& alternative_per_target) {
  const S once(shared), with(per_target), without(alternative_per_target);
  if (!(value_of(once) >= 0 && value_of(with) >= 0 && value_of(without) >= 0)) return S(NaN);
  if (!(value_of(without) > value_of(with)) || value_of(once) == inf) return S(inf);
  return once / (without - with);
}

}  // namespace scaling_limits::search
