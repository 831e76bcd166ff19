// SPDX-License-Identifier: Apache-2.0
// The standard normal law: density, upper tail Q(z), hazard m(z) = density / Q, quantile.
// Where z is large, m(z) - z is the continued fraction 1/(z + 2/(z + 3/(z + ...))) (Laplace), and nothing cancels.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>

#include "lifted.hpp"

namespace scaling_limits::numeric {

inline constexpr double far_out = 4;  // from here on the continued fraction
inline constexpr double log_two_pi = 1.83787706640934548356;

template <class S>
S normal_density(const S& z) {
  using std::exp, std::sqrt;
  if constexpr (is_plain<S> && !std::floating_point<S>)
    return exp(S(-z * z / S(2))) / sqrt(boost::math::constants::two_pi<S>());
  else return S(0.39894228040143267794) * exp(S(-z * z / S(2)));
}
/// P(normal > z).
template <class S>
S normal_tail(const S& z) {
  if constexpr (std::floating_point<S>) {
    return std::erfc(z * S(0.70710678118654752440L)) / 2;
  } else if constexpr (is_plain<S>) {
    return boost::math::erfc(S(z * boost::math::constants::one_div_root_two<S>()), quiet_policy()) / S(2);
  } else {
    const double v = static_cast<double>(z), density = normal_density(v);
    return lifted(z, normal_tail(v), -density, v * density);
  }
}
/// m(z) - z.
template <class S>
S normal_hazard_excess(const S& z) {
  const double v = static_cast<double>(z);
  if (v == inf) return S(0);
  if (!(v > far_out)) return normal_density(z) / normal_tail(z) - z;
  S below(0);
  for (int n = 20 + (digits_of<S> > 64 ? 30 * digits_of<S> : 20 * digits_of<S>) / static_cast<int>((std::min)(v * v, 1e6));
       n > 0; --n)
    below = S(n) / (z + below);
  return below;
}
template <class S>
S normal_hazard(const S& z) {
  return value_of(z) > far_out ? S(z + normal_hazard_excess(z)) : S(normal_density(z) / normal_tail(z));
}
/// -ln Q(z).
template <class S>
S normal_cumulative_hazard(const S& z) {
  using std::log;
  const double v = static_cast<double>(z);
  if (v < 0) return -log_one_plus(S(-normal_tail(S(-z))));
  if (!(v > far_out)) return -log(normal_tail(z));
  if (v == inf) return S(inf);
  if constexpr (is_plain<S> && !std::floating_point<S>)
    return z * z / S(2) + log(S(normal_hazard(z) * sqrt(boost::math::constants::two_pi<S>())));
  else return z * z / S(2) + log(S(normal_hazard(z) * S(2.50662827463100050242)));
}
/// z with P(normal < z) = p.
template <class S>
S normal_quantile(const S& p) {
  if constexpr (std::floating_point<S>) {
    return -boost::math::constants::root_two<S>() * boost::math::erfc_inv(2 * p, quiet_policy());
  } else if constexpr (is_plain<S>) {  // Newton on the log of the tail doubles the digits
    using std::log;
    S tail(-normal_quantile(static_cast<double>(p)));
    for (int digits = 50; digits < 2 * digits_of<S>; digits *= 2)
      tail = tail - S(normal_cumulative_hazard(tail) + log(p)) / normal_hazard(tail);
    return -tail;
  } else {
    const double z = normal_quantile(static_cast<double>(p)), slope = 1 / normal_density(z);
    return lifted(p, z, slope, z * slope * slope);
  }
}

}  // namespace scaling_limits::numeric
