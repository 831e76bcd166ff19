// SPDX-License-Identifier: Apache-2.0
// expm1, log1p and powers for scalars whose type lacks them (Boost's fvar), and the functions built on them that keep every
// digit where the textbook form cancels. All go through any scalar, derivatives included.
#pragma once
#include "../version.hpp"

#include "scalar.hpp"

namespace scaling_limits {

/// exp(x) - 1, accurate near 0.
template <Scalar S>
S exp_minus_one(const S& x) {
  using std::exp;
  using std::expm1;
  using std::sinh;
  if constexpr (requires { S(expm1(x)); }) {
    return expm1(x);
  } else {
    if (const auto v = value_of(x); !(v > -1 && v < 1)) return exp(x) - S(1);
    return S(2) * exp(S(x / S(2))) * sinh(S(x / S(2)));
  }
}

/// log(1 + x), accurate near 0.
template <Scalar S>
S log_one_plus(const S& x) {
  using std::atanh;
  using std::log;
  using std::log1p;
  if constexpr (requires { S(log1p(x)); }) {
    return log1p(x);
  } else {
    if (const auto v = value_of(x); !(v > -0.5 && v < 1)) return log(S(S(1) + x));
    return S(2) * atanh(S(x / (S(2) + x)));
  }
}

/// ln(a / b) of numbers > 0, also where the quotient is beyond the range of the scalar.
template <Scalar S>
S log_ratio(const S& a, const S& b) {
  using std::log;
  const S ratio = a / b;
  return value_of(ratio) > 0 && value_of(ratio) < inf ? S(log(ratio)) : S(log(a) - log(b));
}

/// base^exponent for a base > 0: a factor per year over so many years. A few whole years, which most dates are away from the
/// start, are multiplied out.
template <Scalar S>
S raised(const S& base, const S& exponent) {
  using std::exp;
  using std::log;
  using std::pow;
  if constexpr (std::floating_point<S>) {
    constexpr int few = 8;  // squaring loses three units in the last place at most
    if (const int n = exponent >= 0 && exponent <= few ? static_cast<int>(exponent) : -1; S(n) == exponent && n >= 0) {
      const S square = base * base, fourth = square * square;
      return (n & 1 ? base : S(1)) * (n & 2 ? square : S(1)) * (n & 4 ? fourth : S(1)) * (n & 8 ? fourth * fourth : S(1));
    }
  }
  if constexpr (requires { S(pow(base, exponent)); }) return pow(base, exponent);
  else return exp(S(exponent * log(base)));
}

/// (exp(x) - 1 - x) / x, to the last digits for every x: x/2 near 0, where the subtraction would leave nothing.
template <Scalar S>
S exp_remainder_ratio(const S& x) {
  const auto v = value_of(x);
  if (v == inf) return x;
  if (!(v > -1 && v < 1)) return (exp_minus_one(x) - x) / x;
  // x/2 (1 + x/3 (1 + x/4 (1 + ...))); k! > 2^digits bounds the terms needed on |x| < 1
  constexpr int terms = digits_of<S> <= 24 ? 12 : digits_of<S> <= 53 ? 20 : digits_of<S> <= 64 ? 22 : 12 + digits_of<S> / 4;
  S sum(1);
  for (int k = terms; k > 2; --k) sum = S(1) + x / S(k) * sum;
  return x / S(2) * sum;
}

/// exp(x) - 1 - x, to the last digits for every x: x^2/2 near 0.
template <Scalar S>
S exp_remainder(const S& x) {
  const auto v = value_of(x);
  if (v > -1 && v < 1) return x * exp_remainder_ratio(x);
  return v == inf ? x : S(exp_minus_one(x) - x);
}

/// expm1(x) / x, the mean of exp over [0, x], of any sign: 1 at 0, 0 and inf at the ends.
template <Scalar S>
S mean_exp(const S& x) {
  const auto v = value_of(x);
  if (v == inf) return S(inf);
  if constexpr (std::floating_point<S>) return v == 0 ? S(1) : S((v > 1 ? std::exp(x) - 1 : std::expm1(x)) / x);
  return v > -1 && v < 1 ? S(S(1) + exp_remainder_ratio(x)) : S(exp_minus_one(x) / x);
}

/// (1 - exp(-rate t))/rate for rate, t >= 0: the mean of a time that ends at t, or earlier at the first event.
template <Scalar S>
S cut_short(const S& rate, const S& t) {
  const S x = rate * t;
  return value_of(x) == inf ? S(S(1) / rate) : S(t * mean_exp(S(-x)));
}

/// a - b of which a >= b is known, each about as exact as 1 + a is: 0 where rounding alone makes it negative.
template <Scalar S>
S difference(const S& a, const S& b) {
  constexpr double rounding = 256;  // units in the last place: logarithms of sums of some hundred terms
  const S d = a - b;
  const double least = -rounding * std::ldexp(1.0, 1 - digits_of<S>) * (1 + std::abs(static_cast<double>(value_of(a))));
  return value_of(d) < 0 && static_cast<double>(value_of(d)) >= least ? S(0) : d;
}

/// A share that is left of others: 0 where rounding alone makes it negative.
template <class S>
S share_left(const S& x) {
  constexpr double rounding = 1e-9;  // of sums of some thousand terms
  return value_of(x) < 0 && value_of(x) > -rounding ? S(0) : x;
}

/// log(expm1(x) / x) for x >= 0: the log of the mean of exp over [0, x]; x/2 near 0, x - log x when large, never overflows.
template <Scalar S>
S log_mean_exp(const S& x) {
  using std::exp;
  using std::log;
  const auto v = value_of(x);
  if (v == inf) return x;
  if (v > 40) return x - log(x) + log_one_plus(S(-exp(S(-x))));
  return log_one_plus(exp_remainder_ratio(x));
}

}  // namespace scaling_limits
