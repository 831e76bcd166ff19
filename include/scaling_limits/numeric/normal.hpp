// SPDX-License-Identifier: Apache-2.0
// The standard normal law: density, upper tail Q(z), hazard m(z) = density / Q, quantile.
// Where z is large, m(z) - z is the continued fraction 1/(z + 2/(z + 3/(z + ...))) (Laplace), and nothing cancels. The quantile
// of a double is Wichura's (algorithm AS 241, Applied Statistics 37, 1988). No library of special functions is read for it.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <array>

#include "lifted.hpp"
#include "polynomial.hpp"

namespace scaling_limits::numeric {

inline constexpr double far_out = 4;  // from here on the continued fraction
inline constexpr double log_two_pi = 1.83787706640934548356;

template <class S>
S root_two_pi() {
  using std::atan, std::sqrt;
  if constexpr (is_plain<S> && !std::floating_point<S>) return sqrt(S(S(8) * atan(S(1))));
  else return S(2.50662827463100050242);
}
template <class S>
S normal_density(const S& z) {
  using std::exp;
  return exp(S(-z * z / S(2))) / root_two_pi<S>();
}
/// m(z) - z by the continued fraction, of more terms the smaller z is.
template <class S>
S normal_continued_fraction(const S& z) {
  const double v = static_cast<double>(z);
  S below(0);
  for (int n = 20 + (digits_of<S> > 64 ? 30 * digits_of<S> : 20 * digits_of<S>) / static_cast<int>((std::min)(v * v, 1e6));
       n > 0; --n)
    below = S(n) / (z + below);
  return below;
}
/// P(normal > z).
template <class S>
S normal_tail(const S& z) {
  if constexpr (std::floating_point<S>) {
    return std::erfc(z * S(0.70710678118654752440L)) / 2;
  } else if constexpr (is_plain<S>) {
    if (z < S(0)) return S(1) - normal_tail(S(-z));
    if (z > S(1)) return normal_density(z) / S(z + normal_continued_fraction(z));
    S term = z, sum = z;  // P(0 < normal < z) is density * (z + z^3/3 + z^5/15 + ...)
    for (int n = 3; S(sum + term) > sum; n += 2) term = term * z * z / S(n), sum = sum + term;
    return S(1) / S(2) - normal_density(z) * sum;
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
  return v > far_out ? normal_continued_fraction(z) : S(normal_density(z) / normal_tail(z) - z);
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
  return z * z / S(2) + log(S(normal_hazard(z) * root_two_pi<S>()));
}
namespace detail {

/// AS 241: ratios of polynomials; but near the middle a step of Newton's takes the last few units from it.
inline double normal_quantile(double p) {
  const double q = p - 0.5, tail = q < 0 ? p : 1 - p;
  double z = 0;
  if (std::abs(q) <= 0.425) {
    constexpr std::array above{3.387132872796366608,  133.14166789178437745, 1971.5909503065514427, 13731.693765509461125,
                               45921.953931549871457, 67265.770927008700853, 33430.575583588128105, 2509.0809287301226727};
    constexpr std::array under{1.0,
                               42.313330701600911252,
                               687.1870074920579083,
                               5394.1960214247511077,
                               21213.794301586595867,
                               39307.89580009271061,
                               28729.085735721942674,
                               5226.495278852854561};
    const double r = 0.180625 - q * q;
    z = std::abs(q) * polynomial(above, r) / polynomial(under, r);
    if (std::abs(q) < 0.2) return std::copysign(z, q);
  } else if (!(tail > 0)) {
    return tail == 0 ? std::copysign(inf, q) : NaN;
  } else {
    const double r = std::sqrt(-std::log(tail));
    if (r <= 5) {
      constexpr std::array above{1.42343711074968357734,   4.6303378461565452959,   5.7694972214606914055,
                                 3.64784832476320460504,   1.27045825245236838258,  0.241780725177450611770,
                                 0.0227238449892691845833, 7.7454501427834140764e-4};
      constexpr std::array under{1.0,
                                 2.05319162663775882187,
                                 1.6763848301838038494,
                                 0.68976733498510000455,
                                 0.14810397642748007459,
                                 0.0151986665636164571966,
                                 5.475938084995344946e-4,
                                 1.05075007164441684324e-9};
      z = polynomial(above, r - 1.6) / polynomial(under, r - 1.6);
    } else {
      constexpr std::array above{6.6579046435011037772,     5.4637849111641143699,    1.7848265399172913358,
                                 0.29656057182850489123,    0.026532189526576123093,  0.0012426609473880784386,
                                 2.71155556874348757815e-5, 2.01033439929228813265e-7};
      constexpr std::array under{1.0,
                                 0.59983220655588793769,
                                 0.13692988092273580531,
                                 0.0148753612908506148525,
                                 7.868691311456132591e-4,
                                 1.8463183175100546818e-5,
                                 1.4215117583164458887e-7,
                                 2.04426310338993978564e-15};
      z = polynomial(above, r - 5) / polynomial(under, r - 5);
    }
  }
  if (tail > 1e-290) z += (normal_tail(z) / tail - 1) / normal_hazard(z);
  return std::copysign(z, q);
}

}  // namespace detail

/// z with P(normal < z) = p.
template <class S>
S normal_quantile(const S& p) {
  if constexpr (std::same_as<S, double> || std::same_as<S, float>) {
    return static_cast<S>(detail::normal_quantile(p));
  } else if constexpr (is_plain<S>) {  // Newton on the log of the tail doubles the digits
    using std::log;
    S tail(-detail::normal_quantile(static_cast<double>(p)));
    for (int digits = 50; digits < 2 * digits_of<S> && p > S(0) && p < S(1); digits *= 2)
      tail = tail - S(normal_cumulative_hazard(tail) + log(p)) / normal_hazard(tail);
    return -tail;
  } else {
    const double z = normal_quantile(static_cast<double>(p)), slope = 1 / normal_density(z);
    return lifted(p, z, slope, z * slope * slope);
  }
}

}  // namespace scaling_limits::numeric
