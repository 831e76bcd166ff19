// SPDX-License-Identifier: Apache-2.0
// What a scalar must offer, how mixed arguments promote, and the one way the library looks at a value.
#pragma once
#include "../version.hpp"

#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>

namespace scaling_limits {

inline constexpr double NaN = std::numeric_limits<double>::quiet_NaN();
inline constexpr double inf = std::numeric_limits<double>::infinity();

/// A number a kernel can be evaluated with: a built-in floating-point type, a dual, Boost's fvar, multiprecision.
/// Arithmetic, an order, a way down to double; the functions exp, log and sqrt are found by argument-dependent look-up, and so
/// are expm1 and log1p, or where the type has none, sinh and atanh (core/math.hpp).
template <class S>
concept Scalar = !std::integral<S> && std::copyable<S> && std::constructible_from<S, double> &&
                 std::constructible_from<S, int> && requires(const S& a, const S& b) {
                   S(a + b);
                   S(a - b);
                   S(a * b);
                   S(a / b);
                   S(-a);
                   { a < b } -> std::convertible_to<bool>;
                   { a == b } -> std::convertible_to<bool>;
                   static_cast<double>(a);
                 };

/// The value without its derivatives, as a double: what branches, checks and bracketing look at.
template <class S>
constexpr double value_of(const S& x) {
  return static_cast<double>(x);
}
constexpr long double value_of(const long double& x) {  // whose range is wider
  return x;
}

namespace detail {

template <class A, class B>
struct promote {
  using type = std::remove_cvref_t<decltype(std::declval<A>() + std::declval<B>())>;
};
template <class A>
struct promote<A, A> {
  using type = A;
};
template <class A, class B>
  requires(!std::same_as<A, B> && std::is_arithmetic_v<A> && !std::is_arithmetic_v<B>)
struct promote<A, B> {
  using type = B;
};
template <class A, class B>
  requires(!std::same_as<A, B> && !std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)
struct promote<A, B> {
  using type = A;
};
template <class A, class B>  // an integer is exact in any scalar: it never widens a float
  requires(!std::same_as<A, B> && std::is_arithmetic_v<A> && std::is_arithmetic_v<B>)
struct promote<A, B> {
  using type = std::conditional_t<std::integral<A>, B, std::conditional_t<std::integral<B>, A, std::common_type_t<A, B>>>;
};

template <class A, class... B>
struct promote_all {
  using type = std::conditional_t<std::integral<A>, double, A>;
};
template <class A, class B, class... C>
struct promote_all<A, B, C...> : promote_all<typename promote<A, B>::type, C...> {};

}  // namespace detail

/// The scalar in which a call with these arguments is evaluated: integers adapt, floats widen, every other scalar wins.
template <class... X>
using promote_t = typename detail::promote_all<X...>::type;

/// Significant binary digits of the value of a scalar; 53 where the type does not say (most autodiff scalars).
template <class S>
inline constexpr int digits_of = std::numeric_limits<S>::is_specialized ? std::numeric_limits<S>::digits : 53;

/// A number in another scalar, with its derivatives where that has room for them.
template <class T, class S>
T carried(const S& x) {
  if constexpr (std::constructible_from<T, S>) return T(x);
  else return T(value_of(x));
}

template <class S>
constexpr S square(const S& x) {
  return x * x;
}

/// A number as an integer, the fraction cut off: what lies beyond the type is its end, NaN is 0. The one way to an integer from
/// a floating-point number whose range is not known.
template <std::integral I, std::floating_point X>
constexpr I saturated(X x) {
  constexpr I least = (std::numeric_limits<I>::min)(), most = (std::numeric_limits<I>::max)();
  constexpr X beyond = static_cast<X>(most / 2 + 1) * 2;  // a power of two: exact
  if (x != x) return 0;
  return x < beyond ? x > static_cast<X>(least) ? static_cast<I>(x) : least : most;
}
/// Of a number >= 0, without a call: floor.
constexpr double whole_part(double x) { return x < 0x1p53 ? static_cast<double>(static_cast<long long>(x)) : x; }

/// The smaller, the larger of two; NaN in the first argument stays.
template <class S>
constexpr S smaller(const S& a, const S& b) {
  return b < a ? b : a;
}
template <class S>
constexpr S larger(const S& a, const S& b) {
  return a < b ? b : a;
}

}  // namespace scaling_limits
