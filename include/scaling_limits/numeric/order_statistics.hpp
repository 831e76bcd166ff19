// SPDX-License-Identifier: Apache-2.0
// Means of order statistics: the k-th smallest of n independent times.
//
//   normal       E X_(k of n) = int_0^inf P(X_(k) > x) dx - int_-inf^0 P(X_(k) <= x) dx, P(X_(k) <= x) = I_Phi(x)(k, n - k + 1)
//   exponential  least + tail (H_n - H_(n-k)): the gaps between neighbours are exponential, of mean tail/(n - j) after j
//
// The regularised incomplete beta function and H = psi + Euler's constant make n and k real numbers, as large as machines get.
// H_n - H_(n-k) is never a difference of logarithms: with m = n - k, of j terms one by one and Gauss's series about the middle,
//   sum_i k/((m + i)(n + i)) + ln(1 + k/(m + j + 1/2)) + c(n + j + 1/2) - c(m + j + 1/2), c(x) = 1/(24 x^2) - 7/(960 x^4) ...
// Source: David & Nagaraja, Order Statistics, 2003, eq. 2.1.3 and section 2.5.
#pragma once
#include "../version.hpp"

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/special_functions/beta.hpp>

#include "normal.hpp"
#include "quiet_policy.hpp"

namespace scaling_limits::numeric {

namespace detail {

// Boost's bodies are compiled by those who call them, not by all who include us: hence templates without a parameter in use
template <class = void>
double normal_below(double x) {
  return normal_tail(-x);
}

template <class F>
double integral(const F& f, double low, double high) {
  // pieces of unit length: the step of the maximum's distribution is about 1/sqrt(2 ln n) wide
  double sum = 0;
  for (double a = low; a < high; a += 1)
    sum += boost::math::quadrature::gauss_kronrod<double, 31>::integrate(f, a, a + 1, 5, 1e-13);
  return sum;
}

/// psi(x + 1/2) - ln x: (1 - 2^(1 - 2i)) B_2i / (2i x^2i), i = 1 to 8.
template <class S>
S digamma_beyond_log(const S& x) {
  constexpr double terms[][2] = {{-118518239, 267386880},
                                 {8191, 98304},
                                 {-1414477, 67092480},
                                 {511, 67584},
                                 {-127, 30720},
                                 {31, 8064},
                                 {-7, 960},
                                 {1, 24}};
  const S y = S(1) / (x * x);
  S sum(0);
  for (const auto& term : terms) sum = y * (S(term[0]) / S(term[1]) + sum);
  return sum;
}

}  // namespace detail

/// Mean of the k-th smallest of n independent standard normals (k = n: the largest).
///
/// For backup workers, where a step waits for the first k of n.
///
/// Source: David and Nagaraja, Order Statistics, 2003, eq. 2.1.3.
template <class = void>
double expected_normal_order_statistic(double n, double k) {
  if (!(k >= 1 && n >= k && n < inf)) return NaN;
  // P(X_(k) > x) = I_{1 - Phi(x)}(n - k + 1, k) and P(X_(k) <= x) = I_{Phi(x)}(k, n - k + 1), each without cancellation
  const auto above = [&](double x) { return boost::math::ibeta(n - k + 1, k, detail::normal_below(-x), quiet_policy()); };
  const auto below = [&](double x) { return boost::math::ibeta(k, n - k + 1, detail::normal_below(-x), quiet_policy()); };
  return detail::integral(above, 0, 40) - detail::integral(below, 0, 40);
}

/// Mean of the largest of n independent standard normals.
///
/// n may be any real number from 1 on.
///
/// Source: David and Nagaraja, Order Statistics, 2003, eq. 2.1.3.
template <class = void>
double expected_max_normal(double n) {
  if (!(n >= 1 && n < inf)) return NaN;
  const auto above = [&](double x) { return -std::expm1(n * std::log1p(-detail::normal_below(-x))); };
  const auto below = [&](double x) { return std::exp(n * std::log(detail::normal_below(-x))); };
  return detail::integral(above, 0, 40) - (n == 1 ? detail::integral(above, 0, 40) : detail::integral(below, 0, 40));
}

/// H_n - H_(n-k), 0 <= k <= n, both real numbers: 1/n + 1/(n - 1) + ... of k terms.
template <class N, class K, Scalar S = promote_t<N, K>>
S harmonic_difference(const N& of, const K& terms) {
  const S n(of), k(terms);
  if (!(value_of(k) >= 0 && value_of(n) >= value_of(k) && value_of(n) < inf)) return S(NaN);
  // from here on eight terms of the series are enough: the ninth is about 3/x^18
  const double enough = digits_of<S> <= 64 ? 16 : 1.25 * std::exp2(digits_of<S> / 18.);
  S sum(0), more = n, fewer = n - k;
  for (; value_of(fewer) < enough; fewer = fewer + S(1)) {
    more = more + S(1);
    sum = sum + k / ((fewer + S(1)) * more);
  }
  fewer = fewer + S(0.5), more = more + S(0.5);
  return sum + log_one_plus(S(k / fewer)) + (detail::digamma_beyond_log(more) - detail::digamma_beyond_log(fewer));
}

/// Mean of the k-th smallest of n independent times that are exponential beyond a least one (k = n: the largest) [s].
///
/// least + tail (H_n - H_(n-k)), H the harmonic numbers, for real n and k too.
///
/// Source: David and Nagaraja, Order Statistics, 2003, section 2.5.
template <class N, class K, class D = int, class X = int, Scalar S = promote_t<N, K, D, X>>
S expected_exponential_order_statistic(const N& n, const K& k, const D& least = 0, const X& tail = 1) {
  const S d(least), mean(tail);
  if (!(value_of(S(k)) >= 1 && value_of(d) >= 0 && value_of(mean) >= 0)) return S(NaN);
  return d + mean * harmonic_difference(S(n), S(k));
}

}  // namespace scaling_limits::numeric
