// SPDX-License-Identifier: Apache-2.0
// Per-replica recovery: a failure stalls all K data-parallel replicas for a moment, then the others go on while the one that
// was hit comes back (FT-HSDP, arXiv 2602.00277).
//
//   s stall_time of all, r outage of one (its stall included), K replicas, lambda failures of all replicas together
//   a = 1/(1 + lambda (r - s)/K)  share of replicas present while running;   goodput = a/(1 + lambda a s) = 1/(1/a + lambda s)
// Exact where failures strike running replicas alone and outages are counted in running time. At least one is taken to be
// there.
#pragma once
#include "../version.hpp"

#include "../core/math.hpp"

namespace scaling_limits::checkpoint {

/// Share of replicas present while the run goes on.
///
/// @param failure_rate lambda of the whole run [1/s] >= 0; @param replicas K >= 1; @param stall_time s, @param outage r >= s
/// [s]
template <class F, class K, class T, class R, Scalar S = promote_t<F, K, T, R>>
S replicas_present(const F& failure_rate, const K& replicas, const T& stall_time, const R& outage) {
  const S rate(failure_rate), k(replicas), s(stall_time), r(outage);
  if (!(value_of(rate) >= 0 && value_of(k) >= 1 && value_of(s) >= 0 && value_of(r) >= value_of(s))) return S(NaN);
  return S(1) / (S(1) + rate * (r - s) / k);
}

/// Goodput of per-replica recovery.
///
/// a / (1 + l a s), a = 1 / (1 + l (r - s)/K), l = failure_rate, K = replicas, s = stall_time, r = outage. K 24, l 1/15 min, s
/// 3 min, r 14 min: 0.8126.
///
/// Source: derived in include/scaling_limits/checkpoint/elastic.hpp; the protocol is FT-HSDP, arXiv 2602.00277, 2026.
template <class F, class K, class T, class R, Scalar S = promote_t<F, K, T, R>>
S elastic_goodput(const F& failure_rate, const K& replicas, const T& stall_time, const R& outage) {
  const S rate(failure_rate), a = replicas_present(rate, S(replicas), S(stall_time), S(outage));
  return a / (S(1) + rate * a * S(stall_time));
}

}  // namespace scaling_limits::checkpoint
