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

#include "../numeric/quiet_policy.hpp"
#include "law.hpp"

namespace scaling_limits::failures::detail {

template <class S>
S gamma_function(const S& x) {
  if constexpr (is_plain<S>) {
    return boost::math::tgamma(x, numeric::quiet_policy());
  } else {
    const double v = value_of(x), g = boost::math::tgamma(v, numeric::quiet_policy()),
                 d = boost::math::digamma(v, numeric::quiet_policy());
    return lifted(x, g, g * d, g * (d * d + boost::math::trigamma(v, numeric::quiet_policy())));
  }
}
template <class S>
S log_gamma(const S& x) {
  if constexpr (is_plain<S>) {
    return boost::math::lgamma(x, numeric::quiet_policy());
  } else {
    const double v = value_of(x);
    return lifted(x, boost::math::lgamma(v, numeric::quiet_policy()), boost::math::digamma(v, numeric::quiet_policy()),
                  boost::math::trigamma(v, numeric::quiet_policy()));
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

/// How many levels of the fraction e a sum takes that may leave out a share.
inline int fraction_levels(double shape, double at, double left_out) {
  // a level brings it closer by (b - s)/(b + s) = 4 n (n - a)/(b + s)^2, its own b and s^2 = b^2 - 4 n (n - a); where n is a
  // the fraction ends, but not its slope in a
  const double beyond = at - shape;
  int levels = 0;
  for (double left = 1; left > left_out && levels < most_terms;) {
    const double n = ++levels, b = beyond + 2 * n, s = std::sqrt(beyond) * std::sqrt(beyond + 4 * n * (at / beyond));
    left *= 4 * n * (std::max)(std::abs(n - shape), 0.5) / square(s + b);
  }
  return levels + 10;
}

/// e, from its end.
template <class T>
T gamma_fraction(const T& a, const T& x) {
  const int levels = fraction_levels(static_cast<double>(a), static_cast<double>(x), left_out<T>);
  if (levels > most_terms) return T(NaN);
  T below = x + T(2 * levels + 1) - a;
  for (int n = levels; n > 1; --n) below = x + T(2 * n - 1) - a - T(n) * (T(n) - a) / below;
  return (a - T(1)) / below;
}

/// W.
template <class T>
T gamma_weight(const T& a, const T& x) {
  using std::exp, std::log;
  if constexpr (std::floating_point<T>) {
    if (x < 1) return std::pow(x, a) * std::exp(-x) / boost::math::tgamma(a + 1, numeric::quiet_policy());
    return boost::math::gamma_p_derivative(a, x, numeric::quiet_policy()) * x / a;
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
  if constexpr (std::floating_point<T>) return boost::math::gamma_p(a, x, numeric::quiet_policy());
  else return gamma_weight(a, x) * gamma_series(a, x);
}
/// Q(a, x).
template <class T>
T gamma_upper(const T& a, const T& x) {
  if constexpr (std::floating_point<T>) {
    return boost::math::gamma_q(a, x, numeric::quiet_policy());
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
    return beyond - a * grown - std::log(a * boost::math::gamma_p_derivative(a, a, numeric::quiet_policy())) +
           std::log(beyond + 1 + gamma_fraction(a, x));
  } else {
    const T sum = x + log_gamma(a) - a * log(x) + log(T(x + T(1) - a + gamma_fraction(a, x)));
    return corrected(sum, gamma_cumulative_hazard(value_of(a), value_of(x)));
  }
}

/// -ln Q(a, x) of one shape at many x, with slope and curvature in the shape: the block form of gamma_cumulative_hazard, for
/// which no derivative is carried through a sum but that in a. A template, as all here, so that Boost's functions are compiled
/// where they are used alone.
template <class = void>
struct GammaSurvival {
  struct At {
    double value = NaN, slope = NaN, curvature = NaN;
    double hazard = NaN;  // slope in ln x
  };
  static constexpr double largest = 1e7;  // shape: lives that are alike to 0.03 %
  double shape, log_gamma;
  double digamma_next, trigamma_next;  // of shape + 1: of a small shape they are what 1/shape hides
  double digamma, trigamma;

  explicit GammaSurvival(double a)
      : shape(a),
        log_gamma(boost::math::lgamma(a, numeric::quiet_policy())),
        digamma_next(boost::math::digamma(a + 1, numeric::quiet_policy())),
        trigamma_next(boost::math::trigamma(a + 1, numeric::quiet_policy())),
        digamma(digamma_next - 1 / a),
        trigamma(trigamma_next + 1 / square(a)) {}

  At operator()(double x, double log_x) const {
    if (!(shape > 0 && shape <= largest && x >= 0 && x < inf)) return {};
    if (shape > many) return by_differences(x);
    return x < shape + 1 ? by_series(x, log_x) : by_fraction(x, log_x);
  }

 private:
  static constexpr double enough = 1e-19;  // of a sum
  static constexpr double many = 1e4;      // terms of the sums are as many as the root of the shape; values never are

  /// Of the sixth order, over a hundredth of the shapes on which the law changes: right to 1e-9.
  At by_differences(double x) const {
    const double step = 0.02 * std::sqrt(shape);
    double f[7];
    for (int k = 0; k < 7; ++k) f[k] = gamma_cumulative_hazard(shape + (k - 3) * step, x);
    const double slope = (f[6] - f[0] - 9 * (f[5] - f[1]) + 45 * (f[4] - f[2])) / (60 * step);
    const double curvature = (2 * (f[6] + f[0]) - 27 * (f[5] + f[1]) + 270 * (f[4] + f[2]) - 490 * f[3]) / (180 * square(step));
    const double upper = gamma_upper(shape, x);
    const double hazard = upper > 1e-30 ? shape * gamma_weight(shape, x) / upper : x + 1 - shape + gamma_fraction(shape, x);
    return {f[3], slope, curvature, hazard};
  }

  At by_series(double x, double log_x) const {
    double sum = 1, slope = 0, curvature = 0, term = 1, log_slope = 0, log_curvature = 0;
    for (int n = 1;; ++n) {
      if (n == most_terms) return {};
      const double per = 1 / (shape + n);
      term *= x * per, log_slope -= per, log_curvature += per * per;
      const double twice = square(log_slope) + log_curvature;
      sum += term, slope += term * log_slope, curvature += term * twice;
      if (term * (1 + twice) < enough * sum) break;
    }
    // of the smallest x only the logarithm is a number, and the sum is 1
    const bool vanishing = x < 1e-280;
    const double log_weight = shape * log_x - log_gamma - std::log(shape);
    const double weight = vanishing ? std::exp(log_weight) : gamma_weight(shape, x), lower = weight * sum;
    if (lower == 0) return {0, 0, 0, 0};
    const double upper = vanishing ? -std::expm1(log_weight) : lower < 0.9 ? 1 - lower : gamma_upper(shape, x);
    const double from_sum = slope / sum, of_log = log_x - digamma_next + from_sum;
    const double bend = square(of_log) - trigamma_next + curvature / sum - square(from_sum);
    const double odds = lower / upper, moved = odds * of_log;
    return {lower < 0.5 ? -std::log1p(-lower) : -std::log(upper), moved, odds * bend + square(moved), shape * weight / upper};
  }
  At by_fraction(double x, double log_x) const {
    const int levels = fraction_levels(shape, x, enough);
    if (levels > most_terms) return {};
    double below = x + (2 * levels + 1) - shape, slope = -1, curvature = 0;
    const auto under = [&](double over, double over_slope) {  // over / below, with its slope and curvature
      const double ratio = over / below, moved = (over_slope - ratio * slope) / below;
      const double bent = -(2 * moved * slope + ratio * curvature) / below;
      return std::array{ratio, moved, bent};
    };
    for (int n = levels; n > 1; --n) {
      const auto [ratio, moved, bent] = under(n * (n - shape), -n);
      below = x + (2 * n - 1) - shape - ratio, slope = -1 - moved, curvature = -bent;
    }
    const auto [rest, moved, bent] = under(shape - 1, 1);
    const double hazard = x + 1 - shape + rest, of_log = (moved - 1) / hazard, weight = shape * gamma_weight(shape, x);
    const double value = weight > 1e-290 ? std::log(hazard / weight) : gamma_cumulative_hazard(shape, x);
    return {value, of_log - log_x + digamma, bent / hazard - square(of_log) + trigamma, hazard};
  }
};

}  // namespace scaling_limits::failures::detail
