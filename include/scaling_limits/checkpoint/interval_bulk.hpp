// SPDX-License-Identifier: Apache-2.0
// optimal_interval for whole blocks of pairs: one pass without a branch, which compilers turn into vector instructions, for
// loads where the series in sqrt(2 C / M) holds; the rest, rare in real runs, is redone one by one. The answers are
// optimal_interval's own, bit for bit (compile with -fno-math-errno, or the square root stays a call).
#pragma once
#include "../version.hpp"

#include <cstddef>

#include "interval.hpp"

namespace scaling_limits::checkpoint {

namespace detail {

/// Whether C / M lies in the normal range, where the series holds. False for NaN, negative and infinite arguments, and for 0.
inline bool in_series(double write_time, double mtbf) {
  constexpr double least = (std::numeric_limits<double>::min)() / std::numeric_limits<double>::epsilon();
  const double eps = write_time / mtbf;
  return (mtbf > 0) & (mtbf < inf) & (eps >= least) & (eps <= numeric::share_series_limit);
}

}  // namespace detail

/// out[i] = optimal_interval(write_time[i], mtbf[i]) for i < n; out may be one of the inputs only where n <= 512.
inline void optimal_intervals(const double* write_time, const double* mtbf, double* out, std::ptrdiff_t n) {
  constexpr std::ptrdiff_t block = 512;
  double share[block];
  for (std::ptrdiff_t i = 0; i < n; i += block) {
    const std::ptrdiff_t m = n - i < block ? n - i : block;
    const double *c = write_time + i, *t = mtbf + i;
    int rest = 0;
    for (std::ptrdiff_t j = 0; j < m; ++j) rest += detail::in_series(c[j], t[j]) ? 0 : 1;
    for (std::ptrdiff_t j = 0; j < m; ++j) share[j] = t[j] * numeric::share_from_root(std::sqrt(2 * (c[j] / t[j])));
    if (rest)
      for (std::ptrdiff_t j = 0; j < m; ++j)
        if (!detail::in_series(c[j], t[j])) share[j] = optimal_interval(c[j], t[j]);
    for (std::ptrdiff_t j = 0; j < m; ++j) out[i + j] = share[j];
  }
}

}  // namespace scaling_limits::checkpoint
