// SPDX-License-Identifier: Apache-2.0
// Collectives that cut the buffer of S bytes into q pieces and let them follow each other, alpha + x/W for a message of x
// bytes.
//
//   chain of n ranks, broadcast          (n - 2 + q)(alpha + S/(q W))
//   binary tree of depth d, all-reduce   (2 d - 1 + q)(alpha + S/(q W))      W per link: a node talks to both children at once
//   best q = sqrt(kappa S/(alpha W)), at least 1, kappa = n - 2 or 2 d - 1; time (sqrt(kappa alpha) + sqrt(S/W))^2
// q is taken as a real number: the best whole one lies next to it and costs a hair more.
#pragma once
#include "../version.hpp"

#include "../core/scalar.hpp"

namespace scaling_limits::network {

namespace detail {

template <class S>
bool in_pipeline_domain(const S& bytes, const S& latency, const S& bandwidth) {
  return value_of(bytes) >= 0 && value_of(latency) >= 0 && value_of(bandwidth) > 0;
}

/// (kappa + q)(alpha + S/(q W)), q >= 1
template <class S>
S pipelined_time(const S& kappa, const S& bytes, const S& latency, const S& bandwidth, const S& pieces) {
  if (!in_pipeline_domain(bytes, latency, bandwidth) || !(value_of(pieces) >= 1)) return S(NaN);
  return (kappa + pieces) * (latency + bytes / pieces / bandwidth);
}

template <class S>
S best_pieces(const S& kappa, const S& bytes, const S& latency, const S& bandwidth) {
  using std::sqrt;
  if (!in_pipeline_domain(bytes, latency, bandwidth)) return S(NaN);
  const S whole = bytes / bandwidth;
  if (!(value_of(kappa) * value_of(whole) > value_of(latency))) return S(1);
  return value_of(latency) == 0 ? S(inf) : S(sqrt(S(kappa * whole / latency)));
}

template <class S>
S best_pipelined_time(const S& kappa, const S& bytes, const S& latency, const S& bandwidth) {
  using std::sqrt;
  if (!in_pipeline_domain(bytes, latency, bandwidth)) return S(NaN);
  const S whole = bytes / bandwidth;
  if (!(value_of(kappa) * value_of(whole) > value_of(latency))) return (kappa + S(1)) * (latency + whole);
  return kappa * latency + whole + S(2) * sqrt(S(kappa * latency * whole));
}

}  // namespace detail

/// The best number of pieces for a broadcast along a chain, at least 1.
///
/// sqrt((n - 2) S/(alpha W)), n = ranks, S = bytes, alpha = latency, W = bandwidth. inf where messages have no latency.
///
/// Source: elementary: where the slope of pipelined_chain_broadcast_time in pieces is 0.
template <class N, class B, class L, class W, Scalar S = promote_t<N, B, L, W>>
S best_chain_pieces(const N& ranks, const B& bytes, const L& latency, const W& bandwidth) {
  const S n(ranks);
  return value_of(n) >= 2   ? detail::best_pieces(S(n - S(2)), S(bytes), S(latency), S(bandwidth))
         : value_of(n) >= 1 ? S(1)
                            : S(NaN);
}

/// Broadcast [s] along a chain of ranks, with the best number of pieces.
///
/// @param ranks >= 1; @param bytes >= 0; @param latency [s] >= 0; @param bandwidth [B/s] > 0, one way per rank
template <class N, class B, class L, class W, Scalar S = promote_t<N, B, L, W>>
S pipelined_chain_broadcast_time(const N& ranks, const B& bytes, const L& latency, const W& bandwidth) {
  const S n(ranks);
  if (value_of(n) == 1) return S(0);
  return value_of(n) >= 2 ? detail::best_pipelined_time(S(n - S(2)), S(bytes), S(latency), S(bandwidth)) : S(NaN);
}

/// Broadcast [s] along a chain in pieces.
///
/// (n - 2 + q)(alpha + S/(q W)), q = pieces, n = ranks, S = bytes, alpha = latency, W = bandwidth.
///
/// Source: Pjesivac-Grbovic et al., Cluster Computing 10(2), 2007.
template <class N, class B, class L, class W, class Q, Scalar S = promote_t<N, B, L, W, Q>>
S pipelined_chain_broadcast_time(const N& ranks, const B& bytes, const L& latency, const W& bandwidth, const Q& pieces) {
  const S n(ranks);
  if (value_of(n) == 1) return S(0);
  return value_of(n) >= 2 ? detail::pipelined_time(S(n - S(2)), S(bytes), S(latency), S(bandwidth), S(pieces)) : S(NaN);
}

/// The best number of pieces for an all-reduce up and down a binary tree, at least 1.
///
/// sqrt((2 d - 1) S/(alpha W)), d = depth, S = bytes, alpha = latency, W = bandwidth. inf where messages have no latency.
///
/// Source: elementary: where the slope of pipelined_tree_all_reduce_time in pieces is 0.
template <class D, class B, class L, class W, Scalar S = promote_t<D, B, L, W>>
S best_tree_pieces(const D& depth, const B& bytes, const L& latency, const W& bandwidth) {
  const S d(depth);
  return value_of(d) >= 1   ? detail::best_pieces(S(S(2) * d - S(1)), S(bytes), S(latency), S(bandwidth))
         : value_of(d) == 0 ? S(1)
                            : S(NaN);
}

/// All-reduce [s] up and down a binary tree, with the best number of pieces.
///
/// @param depth links from the root to a leaf, >= 0; @param bandwidth [B/s] > 0 of a link, each way
template <class D, class B, class L, class W, Scalar S = promote_t<D, B, L, W>>
S pipelined_tree_all_reduce_time(const D& depth, const B& bytes, const L& latency, const W& bandwidth) {
  const S d(depth);
  if (value_of(d) == 0) return S(0);
  return value_of(d) >= 1 ? detail::best_pipelined_time(S(S(2) * d - S(1)), S(bytes), S(latency), S(bandwidth)) : S(NaN);
}

/// All-reduce [s] up and down a binary tree in pieces, links carrying both ways at once.
///
/// (2 d - 1 + q)(alpha + S/(q W)), q = pieces, d = depth, S = bytes, alpha = latency, W = bandwidth.
///
/// Source: elementary: q pieces follow each other over 2 d links, one step apart.
template <class D, class B, class L, class W, class Q, Scalar S = promote_t<D, B, L, W, Q>>
S pipelined_tree_all_reduce_time(const D& depth, const B& bytes, const L& latency, const W& bandwidth, const Q& pieces) {
  const S d(depth);
  if (value_of(d) == 0) return S(0);
  return value_of(d) >= 1 ? detail::pipelined_time(S(S(2) * d - S(1)), S(bytes), S(latency), S(bandwidth), S(pieces)) : S(NaN);
}

}  // namespace scaling_limits::network
