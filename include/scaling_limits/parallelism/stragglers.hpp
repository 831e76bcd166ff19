// SPDX-License-Identifier: Apache-2.0
// A synchronous step is the slowest of its ranks. Expected maxima and order statistics of their times.
//
// E X_(k of n) = int_0^inf P(X_(k) > x) dx - int_-inf^0 P(X_(k) <= x) dx, P(X_(k) <= x) = I_Phi(x)(k, n - k + 1): the
// regularised incomplete beta function, so n may be a real number and as large as machines get (David & Nagaraja, Order
// Statistics, 2003, eq. 2.1.3).
#pragma once
#include "../version.hpp"

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/erf.hpp>

#include "../core/math.hpp"
#include "../numeric/lifted.hpp"

namespace scaling_limits::parallelism {

namespace detail {

// Boost's bodies are compiled by those who call them, not by all who include us: hence templates without a parameter in use
template <class = void>
double normal_below(double x) {
  return 0.5 * boost::math::erfc(-x * 0.70710678118654752440, numeric::quiet_policy());
}

template <class F>
double integral(const F& f, double low, double high) {
  // pieces of unit length: the step of the maximum's distribution is about 1/sqrt(2 ln n) wide
  double sum = 0;
  for (double a = low; a < high; a += 1)
    sum += boost::math::quadrature::gauss_kronrod<double, 31>::integrate(f, a, a + 1, 5, 1e-13);
  return sum;
}

}  // namespace detail

/// Mean of the k-th smallest of n independent standard normals, 1 <= k <= n (k = n: the largest); for backup workers, where a
/// step waits for the first k of n.
template <class = void>
double expected_normal_order_statistic(double n, double k) {
  if (!(k >= 1 && n >= k && n < inf)) return NaN;
  // P(X_(k) > x) = I_{1 - Phi(x)}(n - k + 1, k) and P(X_(k) <= x) = I_{Phi(x)}(k, n - k + 1), each without cancellation
  const auto above = [&](double x) {
    return boost::math::ibeta(n - k + 1, k, detail::normal_below(-x), numeric::quiet_policy());
  };
  const auto below = [&](double x) {
    return boost::math::ibeta(k, n - k + 1, detail::normal_below(-x), numeric::quiet_policy());
  };
  return detail::integral(above, 0, 40) - detail::integral(below, 0, 40);
}

/// Mean of the largest of n independent standard normals, n >= 1 (a real number is allowed).
template <class = void>
double expected_max_normal(double n) {
  if (!(n >= 1 && n < inf)) return NaN;
  const auto above = [&](double x) { return -std::expm1(n * std::log1p(-detail::normal_below(-x))); };
  const auto below = [&](double x) { return std::exp(n * std::log(detail::normal_below(-x))); };
  return detail::integral(above, 0, 40) - (n == 1 ? detail::integral(above, 0, 40) : detail::integral(below, 0, 40));
}

/// Step time over its mean with n ranks whose times are normal with coefficient of variation cv: 1 + cv E max.
/// M independent micro-batches between synchronisations: cv / sqrt(M).
template <class = void>
double straggler_slowdown(double ranks, double cv) {
  if (!(cv >= 0)) return NaN;
  return 1 + cv * expected_max_normal(ranks);
}

/// Step time over that of a fast rank where each of n ranks is slower by `slowdown` with probability `share`:
/// 1 + slowdown (1 - (1 - share)^n).
template <class N, class F, class D, Scalar S = promote_t<N, F, D>>
S two_speed_slowdown(const N& ranks, const F& share, const D& slowdown) {
  const S n(ranks), f(share), d(slowdown);
  if (!(value_of(n) >= 0 && value_of(f) >= 0 && value_of(f) <= 1 && value_of(d) >= 0)) return S(NaN);
  if (value_of(f) == 1) return value_of(n) > 0 ? S(S(1) + d) : S(1);
  return S(1) - d * exp_minus_one(S(n * log_one_plus(S(-f))));
}

}  // namespace scaling_limits::parallelism
