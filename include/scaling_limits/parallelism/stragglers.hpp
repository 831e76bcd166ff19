// SPDX-License-Identifier: Apache-2.0
// A synchronous step is the slowest of its ranks: by how much ranks that differ slow it down. Means of order statistics, of a
// step that waits for the first k of n, are those of numeric/order_statistics.hpp.
#pragma once
#include "../version.hpp"

#include "../core/math.hpp"
#include "../numeric/order_statistics.hpp"

namespace scaling_limits::parallelism {

using numeric::expected_exponential_order_statistic, numeric::expected_max_normal, numeric::expected_normal_order_statistic;

/// Step time over its mean with ranks whose times are normal: 1 + cv E max.
///
/// M independent micro-batches between synchronisations: cv / sqrt(M).
///
/// Source: elementary: a step is the slowest of its ranks.
template <class = void>
double straggler_slowdown(double ranks, double cv) {
  if (!(cv >= 0)) return NaN;
  return 1 + cv * expected_max_normal(ranks);
}

/// Step time over its mean where some ranks are slower: 1 + slowdown (1 - (1 - share)^ranks).
///
/// Source: elementary: a step is slow unless no rank is.
template <class N, class F, class D, Scalar S = promote_t<N, F, D>>
S two_speed_slowdown(const N& ranks, const F& share, const D& slowdown) {
  const S n(ranks), f(share), d(slowdown);
  if (!(value_of(n) >= 0 && value_of(f) >= 0 && value_of(f) <= 1 && value_of(d) >= 0)) return S(NaN);
  if (value_of(f) == 1) return value_of(n) > 0 ? S(S(1) + d) : S(1);
  return S(1) - d * exp_minus_one(S(n * log_one_plus(S(-f))));
}

}  // namespace scaling_limits::parallelism
