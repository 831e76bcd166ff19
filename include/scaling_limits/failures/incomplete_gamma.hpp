// SPDX-License-Identifier: Apache-2.0
// The incomplete gamma functions in any scalar, derivatives in the shape a included, for which there is no closed form:
//
//   weight W = x^a exp(-x) / Gamma(a + 1)       P(a, x) = W (1 + x/(a + 1) + x^2/((a + 1)(a + 2)) + ...)    for x < a + 1
//   Q(a, x) = a W / (x + 1 - a + e),   e = -1 (1 - a)/(x + 3 - a - 2 (2 - a)/(x + 5 - a - ...)) (Legendre)  beyond
//
// The sums carry the derivatives; values of a double are Boost's.
#pragma once
#include "../version.hpp"

#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>

#include "law.hpp"

namespace scaling_limits::failures::detail {

template <class S>
S gamma_function(const S& x) {
  if constexpr (is_plain<S>) {
    return boost::math::tgamma(x, quiet_policy());
  } else {
    const double v = value_of(x), g = boost::math::tgamma(v, quiet_policy()), d = boost::math::digamma(v, quiet_policy());
    return lifted(x, g, g * d, g * (d * d + boost::math::trigamma(v, quiet_policy())));
  }
}
template <class S>
S log_gamma(const S& x) {
  if constexpr (is_plain<S>) {
    return boost::math::lgamma(x, quiet_policy());
  } else {
    const double v = value_of(x);
    return lifted(x, boost::math::lgamma(v, quiet_policy()), boost::math::digamma(v, quiet_policy()),
                  boost::math::trigamma(v, quiet_policy()));
  }
}

/// What a sum may leave out, a share of it: some digits below the scalar's own, for the derivatives.
template <class T>
inline const double left_out = std::ldexp(1e-6, -digits_of<T>);

/// What takes more is NaN: derivatives of shapes beyond 1e8, the fraction near the mean of shapes beyond 1e12.
inline constexpr int most_terms = 200000;

/// P / W: the power series.
template <class T>
T gamma_series(const T& a, const T& x) {
  T sum(1), term(1);
  for (int n = 1; n < most_terms; ++n) {
    term = term * x / (a + T(n));
    sum = sum + term;
    if (value_of(term) < left_out<T> * value_of(sum)) return sum;
  }
  return T(NaN);
}

/// e, from its end.
template <class T>
T gamma_fraction(const T& a, const T& x) {
  // a level brings it closer by (b - s)/(b + s) = 4 n (n - a)/(b + s)^2, its own b and s^2 = b^2 - 4 n (n - a); where n is a
  // the fraction ends, but not its slope in a
  const double shape = static_cast<double>(a), at = static_cast<double>(x), beyond = at - shape;
  int levels = 0;
  for (double left = 1; left > left_out<T> && levels < most_terms;) {
    const double n = ++levels, b = beyond + 2 * n, s = std::sqrt(beyond) * std::sqrt(beyond + 4 * n * (at / beyond));
    left *= 4 * n * std::max(std::abs(n - shape), 0.5) / square(s + b);
  }
  if (levels == most_terms) return T(NaN);
  levels += 10;
  T below = x + T(2 * levels + 1) - a;
  for (int n = levels; n > 1; --n) below = x + T(2 * n - 1) - a - T(n) * (T(n) - a) / below;
  return (a - T(1)) / below;
}

/// W.
template <class T>
T gamma_weight(const T& a, const T& x) {
  using std::exp, std::log;
  if constexpr (std::floating_point<T>) {
    if (x < 1) return std::pow(x, a) * std::exp(-x) / boost::math::tgamma(a + 1, quiet_policy());
    return boost::math::gamma_p_derivative(a, x, quiet_policy()) * x / a;
  } else {
    const T logarithm = a * log(x) - x - log_gamma(T(a + T(1)));
    if constexpr (is_plain<T>) return exp(logarithm);
    else return T(gamma_weight(value_of(a), value_of(x))) * exp(T(logarithm - T(value_of(logarithm))));
  }
}

/// Whether x is where the power series is taken.
template <class T>
bool in_series(const T& a, const T& x) {
  return value_of(x) < value_of(a) + 1;
}
/// P(a, x) for x < a + 1.
template <class T>
T gamma_lower(const T& a, const T& x) {
  if constexpr (std::floating_point<T>) return boost::math::gamma_p(a, x, quiet_policy());
  else return gamma_weight(a, x) * gamma_series(a, x);
}
/// Q(a, x).
template <class T>
T gamma_upper(const T& a, const T& x) {
  if constexpr (std::floating_point<T>) {
    return boost::math::gamma_q(a, x, quiet_policy());
  } else {
    if (!in_series(a, x)) return a * gamma_weight(a, x) / (x + T(1) - a + gamma_fraction(a, x));
    const T rest = T(1) - gamma_lower(a, x);
    if constexpr (is_plain<T>) return rest;
    else return corrected(rest, gamma_upper(value_of(a), value_of(x)));
  }
}
/// -ln Q(a, x), also where Q underflows.
template <class T>
T gamma_cumulative_hazard(const T& a, const T& x) {
  using std::log;
  if (in_series(a, x)) {
    const T lower = gamma_lower(a, x);
    return value_of(lower) < 0.5 ? T(-log_one_plus(T(-lower))) : T(-log(gamma_upper(a, x)));
  }
  if constexpr (is_plain<T> && !std::floating_point<T>) {
    return x + log_gamma(a) - a * log(x) + log(T(x + T(1) - a + gamma_fraction(a, x)));
  } else if constexpr (std::floating_point<T>) {
    if (const T upper = gamma_upper(a, x); upper > T(1e-30)) return -std::log(upper);
    // from the weight where x is a, of which few digits cancel
    const T beyond = x - a, grown = beyond < a ? std::log1p(beyond / a) : log_ratio(x, a);
    return beyond - a * grown - std::log(a * boost::math::gamma_p_derivative(a, a, quiet_policy())) +
           std::log(beyond + 1 + gamma_fraction(a, x));
  } else {
    const T sum = x + log_gamma(a) - a * log(x) + log(T(x + T(1) - a + gamma_fraction(a, x)));
    return corrected(sum, gamma_cumulative_hazard(value_of(a), value_of(x)));
  }
}

}  // namespace scaling_limits::failures::detail
