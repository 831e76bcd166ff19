// SPDX-License-Identifier: Apache-2.0
// Time of a step whose traffic hides behind its compute in part: (T_c^gamma + T_n^gamma)^(1/gamma), the p-norm of the two.
// gamma 1: none is hidden, they add up; gamma to infinity: all that fits, the longer one is left.
// Source: Qiao et al., "Pollux", OSDI 2021, section 3.2, and its code.
#pragma once
#include "../version.hpp"

#include "../core/math.hpp"

namespace scaling_limits::parallelism {

/// Time of a step [s] whose traffic hides behind its compute in part: (c^g + t^g)^(1/g).
///
/// c = compute, t = network, g = exponent: 1 adds them up, inf leaves the longer one.
///
/// Source: Qiao et al., Pollux, OSDI 2021, section 3.2.
///
/// @param compute, network >= 0, in one unit; @param exponent gamma >= 1, inf for the longer of the two
template <class C, class N, class G = int, Scalar S = promote_t<C, N, G>>
S overlapped_time(const C& compute, const N& network, const G& exponent = 1) {
  using std::exp;
  using std::log;
  const S c(compute), t(network), gamma(exponent);
  if (!(value_of(c) >= 0 && value_of(t) >= 0 && value_of(gamma) >= 1)) return S(NaN);
  const bool first = value_of(c) >= value_of(t);
  const S longer = first ? c : t, shorter = first ? t : c;
  if (value_of(gamma) == inf || value_of(longer) == inf) return longer;
  if (value_of(gamma) == 1 && std::floating_point<S>) return c + t;
  if (value_of(shorter) == 0) return value_of(gamma) == 1 ? S(c + t) : longer;
  return longer * exp(S(log_one_plus(S(exp(S(gamma * log_ratio(shorter, longer))))) / gamma));
}

}  // namespace scaling_limits::parallelism
