// SPDX-License-Identifier: Apache-2.0
// A value and one directional derivative: enough for every elasticity the library needs, at no include cost.
// Nest it for higher orders: dual<dual<double>> carries the second derivative.
#pragma once
#include "../version.hpp"

#include "math.hpp"

namespace scaling_limits {

/// Zero; of a dual, with all its derivatives.
template <class S>
constexpr bool is_zero(const S& x) {
  return x == S(0);
}

template <class S>
struct dual;

namespace detail {
template <class T>
inline constexpr bool is_dual = false;
template <class S>
inline constexpr bool is_dual<dual<S>> = true;
}  // namespace detail

template <class S>
struct dual {
  S value, slope;

  dual() = default;
  constexpr dual(const S& v) : value(v), slope(0) {}
  constexpr dual(const S& v, const S& d) : value(v), slope(d) {}
  // constants: numbers, and scalars of an inner level of nesting; never a number that carries more derivatives
  template <class T>
    requires(!std::same_as<T, S> && !detail::is_dual<T> && std::constructible_from<S, const T&>) ||
                (!std::same_as<T, S> && !std::same_as<T, dual> && std::convertible_to<const T&, S>)
  explicit(!std::convertible_to<const T&, S>) constexpr dual(const T& v) : value(static_cast<S>(v)), slope(0) {}
  explicit constexpr operator double() const { return value_of(value); }

  friend constexpr dual operator+(const dual& a) { return a; }
  friend constexpr dual operator-(const dual& a) { return {-a.value, -a.slope}; }
  friend constexpr dual operator+(const dual& a, const dual& b) { return {a.value + b.value, a.slope + b.slope}; }
  friend constexpr dual operator-(const dual& a, const dual& b) { return {a.value - b.value, a.slope - b.slope}; }
  friend constexpr dual operator*(const dual& a, const dual& b) {
    return {a.value * b.value, a.value * b.slope + a.slope * b.value};
  }
  friend constexpr dual operator/(const dual& a, const dual& b) {
    const S ratio = a.value / b.value;
    return {ratio, (a.slope - ratio * b.slope) / b.value};
  }
  constexpr dual& operator+=(const dual& b) { return *this = *this + b; }
  constexpr dual& operator-=(const dual& b) { return *this = *this - b; }
  constexpr dual& operator*=(const dual& b) { return *this = *this * b; }
  constexpr dual& operator/=(const dual& b) { return *this = *this / b; }

  // the order is that of the values: a branch may not depend on a derivative
  friend constexpr bool operator<(const dual& a, const dual& b) { return a.value < b.value; }
  friend constexpr bool operator>(const dual& a, const dual& b) { return b.value < a.value; }
  friend constexpr bool operator<=(const dual& a, const dual& b) { return a.value <= b.value; }
  friend constexpr bool operator>=(const dual& a, const dual& b) { return b.value <= a.value; }
  friend constexpr bool operator==(const dual& a, const dual& b) { return a.value == b.value; }

  friend dual exp(const dual& a) {
    using std::exp;
    const S e = exp(a.value);
    return {e, e * a.slope};
  }
  friend dual expm1(const dual& a) {
    using std::exp;
    return {exp_minus_one(a.value), exp(a.value) * a.slope};
  }
  friend dual log(const dual& a) {
    using std::log;
    return {log(a.value), a.slope / a.value};
  }
  friend dual log1p(const dual& a) { return {log_one_plus(a.value), a.slope / (S(1) + a.value)}; }
  friend dual sqrt(const dual& a) {
    using std::sqrt;
    const S r = sqrt(a.value);
    // a constant zero has slope zero, not 0/0
    return {r, is_zero(a.slope) ? S(0) : S(a.slope / (S(2) * r))};
  }
  friend dual sinh(const dual& a) {
    using std::cosh;
    using std::sinh;
    return {sinh(a.value), cosh(a.value) * a.slope};
  }
  friend dual cosh(const dual& a) {
    using std::cosh;
    using std::sinh;
    return {cosh(a.value), sinh(a.value) * a.slope};
  }
  /// x^c for a constant exponent; pow(0, c) keeps a finite derivative where there is one.
  friend dual pow(const dual& a, double c) {
    using std::pow;
    if (c == 0) return dual(S(1));
    return {S(pow(a.value, c)), is_zero(a.slope) ? S(0) : S(S(c) * S(pow(a.value, c - 1)) * a.slope)};
  }
  /// x^y for x > 0.
  friend dual pow(const dual& a, const dual& b) {
    using std::log;
    const S power = raised(a.value, b.value);
    const S of_base = is_zero(a.slope) ? S(0) : S(b.value / a.value * a.slope);
    const S of_exponent = is_zero(b.slope) ? S(0) : S(log(a.value) * b.slope);
    return {power, power * (of_base + of_exponent)};
  }
  friend dual abs(const dual& a) { return a.value < S(0) ? -a : a; }

  friend constexpr bool is_zero(const dual& a) { return is_zero(a.value) && is_zero(a.slope); }
};

template <class S>
constexpr auto value_of(const dual<S>& x) {
  return value_of(x.value);
}

template <class S>
inline constexpr int digits_of<dual<S>> = digits_of<S>;

static_assert(Scalar<dual<double>> && Scalar<dual<dual<double>>>);

/// A number times one that carries no derivatives.
template <class S>
constexpr S scaled(const S& x, double by) {
  if constexpr (detail::is_dual<S>) return {scaled(x.value, by), scaled(x.slope, by)};
  else return S(x * by);
}

}  // namespace scaling_limits
