// SPDX-License-Identifier: Apache-2.0
// The divided difference of exp over three points: what is left where two means of exp are subtracted.
//
//   exp_difference(p, u) = [mean_exp(-p) - mean_exp(-p - u)] / u          of p, u >= 0: falls from 1/2 at 0 to 0
//   exp_difference(p, 0) = [1 - (1 + p) exp(-p)] / p^2                    the mean of t exp(-p t) over t in [0, 1]
#pragma once
#include "../version.hpp"

#include "../core/math.hpp"

namespace scaling_limits::numeric {

/// [mean_exp(-p) - mean_exp(-p - u)] / u to the last digits, u = 0 included; 0 at inf.
///
/// With (exp(x) - 1 - x)/x = r(x) it is exp(-p) [r(p) - r(-u)]/(p + u), where nothing cancels: r has the sign of x.
template <Scalar S>
S exp_difference(const S& p, const S& u) {
  using std::exp;
  const S e = exp(S(-p)), sum = p + u;
  if (value_of(sum) == inf) return S(0);
  if (!(value_of(sum) < 1)) {
    const S of_p = value_of(p) < 1 ? S(e * exp_remainder_ratio(p)) : S(mean_exp(S(-p)) - e);
    return (of_p - e * exp_remainder_ratio(S(-u))) / sum;
  }
  // [r(p) - r(-u)]/(p + u) = sum of h_k/(k + 2)!, h_k the sum of all p^i (-u)^(k - i)
  constexpr int terms = digits_of<S> <= 24 ? 12 : digits_of<S> <= 53 ? 20 : digits_of<S> <= 64 ? 22 : 12 + digits_of<S> / 4;
  S total(0), h(1), power(1), part = S(1) / S(2);
  for (int k = 0; k < terms; ++k) {
    total = total + h * part;
    power = -u * power;
    h = p * h + power;
    part = part / S(k + 3);
  }
  return e * total;
}

}  // namespace scaling_limits::numeric
