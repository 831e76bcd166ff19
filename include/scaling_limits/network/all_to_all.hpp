// SPDX-License-Identifier: Apache-2.0
// All-to-all: each of n ranks holds S bytes, an n-th of them for every rank.
//
//   pairwise    (n-1)(alpha + S/(n W))
//   Bruck       log2 n (alpha + S/(2 W)), n a power of two: few messages, more bytes (Bruck et al., IEEE TPDS 8(11), 1997)
//   any         n S/(4 x bisection bandwidth) at least: half of the ranks send half of their bytes across, each way
// No bandwidth is multiplied: the slope of an unlimited one times a number is none.
#pragma once
#include "../version.hpp"

#include "collectives.hpp"

namespace scaling_limits::network {

/// All-to-all [s] with every partner in turn.
///
/// (n-1)(alpha + S/(n W)), n = ranks, S = bytes, alpha = latency, W = bandwidth.
///
/// Source: Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.
///
/// @param ranks n >= 1; @param bytes S >= 0 of one rank, its own part included; @param latency [s] >= 0; @param bandwidth [B/s]
/// > 0
template <class N, class B, class L, class W, Scalar S = promote_t<N, B, L, W>>
S pairwise_all_to_all_time(const N& ranks, const B& bytes, const L& latency, const W& bandwidth) {
  const S n(ranks), s(bytes), a(latency), w(bandwidth);
  if (!detail::in_domain(n, s, a, w)) return S(NaN);
  return (n - S(1)) * (a + s / n / w);
}

/// All-to-all [s] after Bruck; NaN unless ranks is a power of two.
///
/// log2 n (alpha + S/(2 W)), n = ranks, S = bytes, alpha = latency, W = bandwidth. Half of the buffer goes in each round.
///
/// Source: Bruck et al., IEEE TPDS 8(11), 1997.
template <class N, class B, class L, class W, Scalar S = promote_t<N, B, L, W>>
S bruck_all_to_all_time(const N& ranks, const B& bytes, const L& latency, const W& bandwidth) {
  const S n(ranks), s(bytes), a(latency), w(bandwidth);
  if (!detail::in_domain(n, s, a, w) || !detail::is_power_of_two(value_of(n))) return S(NaN);
  return S(detail::rounds(value_of(n))) * (a + s / S(2) / w);
}

/// The least time [s] of an all-to-all through a cut that halves the ranks.
///
/// n S/(4 W), n = ranks, S = bytes, W = bisection_bandwidth.
///
/// Source: elementary: half of the ranks send half of their bytes across, each way.
///
/// @param bisection_bandwidth [B/s] > 0 of all links across together, one way
template <class N, class B, class W, Scalar S = promote_t<N, B, W>>
S all_to_all_bisection_time(const N& ranks, const B& bytes, const W& bisection_bandwidth) {
  const S n(ranks), s(bytes), w(bisection_bandwidth);
  if (!detail::in_domain(n, s, S(0), w)) return S(NaN);
  return n * s / S(4) / w;
}

}  // namespace scaling_limits::network
