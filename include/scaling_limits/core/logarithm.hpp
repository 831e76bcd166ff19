// SPDX-License-Identifier: Apache-2.0
// A number >= 0 held by its logarithm: what is made of such numbers by +, x and / neither overflows nor vanishes, whatever
// their size. For recurrences without a negative term, where the plain numbers leave the range of their scalar.
#pragma once
#include "../version.hpp"

#include "math.hpp"

namespace scaling_limits {

template <class S>
struct Logarithm {
  S log = S(-inf);

  Logarithm() = default;
  /// @param x >= 0
  explicit Logarithm(const S& x) : log(logarithm_of(x)) {}
  template <class T>
    requires(std::is_arithmetic_v<T> && !std::same_as<T, S>)
  explicit Logarithm(T x) : Logarithm(S(static_cast<double>(x))) {}
  static Logarithm with(const S& logarithm) {
    Logarithm made;
    made.log = logarithm;
    return made;
  }
  /// The number itself; infinite where it is beyond the range of the scalar.
  S value() const {
    using std::exp;
    return is_nothing() ? S(0) : S(exp(log));
  }
  bool is_nothing() const { return value_of(log) == -inf; }

  friend Logarithm operator*(const Logarithm& a, const Logarithm& b) {
    return a.is_nothing() || b.is_nothing() ? Logarithm() : with(a.log + b.log);
  }
  friend Logarithm operator/(const Logarithm& a, const Logarithm& b) { return a.is_nothing() ? a : with(a.log - b.log); }
  friend Logarithm operator+(const Logarithm& a, const Logarithm& b) {
    using std::exp;
    if (a.is_nothing() || b.is_nothing()) return a.is_nothing() ? b : a;
    const bool order = value_of(a.log) < value_of(b.log);
    const S &more = order ? b.log : a.log, &less = order ? a.log : b.log;
    if (value_of(less) == inf) return a;
    return with(more + log_one_plus(S(exp(S(less - more)))));
  }
  /// Of a difference that rounding alone makes negative: nothing.
  friend Logarithm operator-(const Logarithm& a, const Logarithm& b) {
    using std::exp;
    if (b.is_nothing()) return a;
    if (!(value_of(b.log) < value_of(a.log))) return {};
    return with(a.log + log_one_plus(S(-exp(S(b.log - a.log)))));
  }

  friend Logarithm exp(const Logarithm& x) { return with(x.value()); }
  friend Logarithm log_mean_exp(const Logarithm& x) { return Logarithm(scaling_limits::log_mean_exp(x.value())); }
  friend Logarithm exp_minus_one(const Logarithm& x) {
    return x.is_nothing() ? x : with(scaling_limits::log_mean_exp(x.value()) + x.log);
  }
  friend Logarithm log_one_plus(const Logarithm& x) {
    using std::exp;
    if (value_of(x.log) <= 0) return Logarithm(scaling_limits::log_one_plus(x.value()));
    return Logarithm(S(x.log + scaling_limits::log_one_plus(S(exp(S(-x.log))))));
  }

 private:
  static S logarithm_of(const S& x) {
    using std::log;
    return value_of(x) == 0 ? S(-inf) : S(log(x));
  }
};

/// As a double; infinite where it is beyond.
template <class S>
double value_of(const Logarithm<S>& x) {
  return std::exp(static_cast<double>(value_of(x.log)));
}

}  // namespace scaling_limits
