// SPDX-License-Identifier: Apache-2.0
// How many of n workers a step waits for, the others as backups. Times are Delta + Exp(theta), one for each worker and step:
//
//     E X_(k of n) = Delta + theta (H_n - H_(n-k));   gradients per second k / E X_(k of n)
//
// The best share y of many workers solves Delta/theta = y/(1 - y) + ln(1 - y): y = 1 + 1/W_-1(-e^(-Delta/theta - 1)). With
// y = 1 - e^-u that is e^u - 1 - u = Delta/theta, which loses no digits at the branch point, u = 0.
// Sources: Lee, Lam, Pedarsani, Papailiopoulos, Ramchandran, IEEE Trans. Information Theory 64(3), 2018 (the share); Dutta et
// al., AISTATS 2018 (the times); Chen et al., "Revisiting distributed synchronous SGD", 2016 (backup workers).
#pragma once
#include "../version.hpp"

#include "../core/math.hpp"

namespace scaling_limits::parallelism {

namespace detail {

/// H_n - H_(n-k) = 1/(n-k+1) + ... + 1/n, to its last digits however few of however many.
inline double harmonic_difference(double n, double k) {
  constexpr double few = 40;  // from so many on the series of the digamma function ends within its terms
  double sum = 0, below = n - k;
  for (; below < n && below < few; below += 1) sum += 1 / (below + 1);
  if (below >= n) return sum;
  const auto rest = [](double x) {
    const double y = 1 / (x * x);
    return y * (1. / 24 - y * (7. / 960 - y * (31. / 8064 - y * 127. / 30720)));
  };
  return sum + (std::log1p((n - below) / (below + 0.5)) + (rest(n + 0.5) - rest(below + 0.5)));
}

}  // namespace detail

/// Share of many workers that a step best waits for, the others as backups.
///
/// y that makes y/(least - tail ln(1 - y)) the most: 1 + 1/W_-1(-exp(-least/tail - 1)). 1 without a tail, 0 where all is tail.
///
/// Source: Lee et al., IEEE Trans. Information Theory 64(3), 2018.
///
/// @param least Delta >= 0, the least time of a worker; @param tail theta >= 0, the mean of what comes on top, in the same unit
template <class D, class T, Scalar S = promote_t<D, T>>
S best_waited_share(const D& least, const T& tail) {
  using std::sqrt;
  if (!(value_of(least) >= 0 && value_of(tail) >= 0)) return S(NaN);
  const S x = S(least) / S(tail);
  if (!(value_of(x) > 0)) return S(sqrt(S(S(2) * x)));  // 0, or NaN where there is neither
  if (value_of(x) > 1e30) return S(1) - S(1) / x;
  const auto newton = [&](const S& u) { return S(u - (exp_remainder(u) - x) / exp_minus_one(u)); };
  S u = log_one_plus(S(x + sqrt(S(S(2) * x))));  // above the root, from where the steps only go down
  for (S next = newton(u); next < u; next = newton(u)) u = next;
  u = newton(S(newton(u)));  // what carries derivatives has two of them now
  return -exp_minus_one(S(-u));
}

/// How many of n workers a step best waits for, the others as backups: k that makes k/E X_(k of n) the most, exactly.
///
/// E X_(k of n) = least + tail (H_n - H_(n-k)), H_n = 1 + 1/2 + ... + 1/n. The least k where two are alike.
///
/// Source: elementary, by search; the times are those of Dutta et al., AISTATS 2018.
///
/// @param workers n, whole, from 1 to 1e15; @param least, tail as of best_waited_share
inline double best_waited(double workers, double least, double tail) {
  const double n = workers, x = least / tail;
  if (!(n >= 1 && n <= 1e15 && n == std::floor(n) && least >= 0 && tail >= 0 && x >= 0)) return NaN;
  // one more is better while (k + 1)/E X_(k+1) > k/E X_k: up to the best, and never again
  double low = 1, high = n;
  while (low < high) {
    const double k = std::floor(low + (high - low) / 2);
    if (x + detail::harmonic_difference(n, k) > k / (n - k)) low = k + 1;
    else high = k;
  }
  return low;
}

}  // namespace scaling_limits::parallelism
