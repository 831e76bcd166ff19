// SPDX-License-Identifier: Apache-2.0
// How often at least k of n are up, each for itself a share a of the time: P(Bin(n, a) >= k) = I_a(k, n - k + 1), the
// regularised incomplete beta function, so that n may be a real number (DLMF 8.17.5).
#pragma once
#include "../version.hpp"

#include <boost/math/special_functions/beta.hpp>

#include "lifted.hpp"
#include "quiet_policy.hpp"

namespace scaling_limits::numeric {

namespace detail {

/// ln I_a(k, n - k + 1), accurate where it is next to 0.
template <class T>
T log_tail(const T& n, const T& a, double k) {
  using std::log;
  namespace math = boost::math;
  const T missed = math::ibetac(T(k), T(n - T(k) + T(1)), a, quiet_policy());
  if (missed < 0.5) return log_one_plus(T(-missed));
  return log(math::ibeta(T(k), T(n - T(k) + T(1)), a, quiet_policy()));
}

/// The same with its first and second derivative in a. Term by term, so that a = 0 and a = 1 have them. A template, so that
/// Boost's functions are compiled where they are used alone.
template <class = void>
struct LogTail {
  double value, slope, curvature;
  LogTail(double n, double a, double k) : value(log_tail(n, a, k)) {
    const auto raised_to = [](double x, double power) { return power == 0 ? 1 : std::pow(x, power); };
    // d/da I = a^(k-1) (1-a)^(n-k) / B
    const double scale = 1 / (boost::math::beta(k, n - k + 1, quiet_policy()) * std::exp(value)), none = 1 - a;
    const double left = k == 1 ? 0 : (k - 1) * raised_to(a, k - 2) * raised_to(none, n - k);
    const double right = n == k ? 0 : (n - k) * raised_to(a, k - 1) * raised_to(none, n - k - 1);
    slope = scale * raised_to(a, k - 1) * raised_to(none, n - k);
    curvature = scale * (left - right) - slope * slope;
  }
};

}  // namespace detail

/// ln P(Bin(count, share) >= least), with derivatives in count and share up to the second; accurate where the chance is next to
/// 1. 0 <= share <= 1, 0 <= least <= count; NaN elsewhere.
template <class S>
S log_binomial_tail(const S& count, const S& share, double least) {
  const double n = static_cast<double>(value_of(count)), a = static_cast<double>(value_of(share)), k = least;
  if (!(a >= 0 && a <= 1 && k >= 0 && k <= n && n < inf)) return S(NaN);
  if (k == 0) return S(0);
  if constexpr (std::floating_point<S>) {
    return static_cast<S>(detail::log_tail(n, a, k));
  } else if constexpr (is_plain<S>) {
    return detail::log_tail(count, share, k);
  } else {
    const detail::LogTail<> at(n, a, k);
    const S more = count - S(n), change = share - S(a);
    S result = S(at.value) + change * (S(at.slope) + change * S(at.curvature / 2));
    if (is_zero(more)) return result;
    // in the count there is no closed form: differences of the fourth order, whose error is below 1e-6
    constexpr double h = 0x1p-8;
    const detail::LogTail<> below2(n - 2 * h, a, k), below(n - h, a, k), above(n + h, a, k), above2(n + 2 * h, a, k);
    const auto first = [&](double detail::LogTail<>::* x) {
      return (8 * (above.*x - below.*x) - (above2.*x - below2.*x)) / (12 * h);
    };
    const double second = (16 * (above.value + below.value) - (above2.value + below2.value) - 30 * at.value) / (12 * h * h);
    return result +
           more * (S(first(&detail::LogTail<>::value)) + more * S(second / 2) + change * S(first(&detail::LogTail<>::slope)));
  }
}

}  // namespace scaling_limits::numeric
