// SPDX-License-Identifier: Apache-2.0
// All-reduce over two levels: reduce-scatter inside each node of g ranks, ring all-reduce of each rank's part among the k nodes
// over a NIC of its own, all-gather inside.
//
//   2 [(g-1) a_i + (g-1)/g S/W_i] + 2 (k-1) a_x + 2 (k-1)/k (S/g)/W_x
#pragma once
#include "../version.hpp"

#include "collectives.hpp"

namespace scaling_limits::network {

/// All-reduce [s] over two levels: ring reduce-scatter inside, ring all-reduce of each part between nodes, all-gather.
///
/// 2 [(g-1) a_i + (g-1)/g S/W_i] + 2 (k-1) a_x + 2 (k-1)/k (S/g)/W_x, g = per_node, k = nodes, S = bytes; a_i, W_i inner,
/// a_x, W_x outer latency and bandwidth, a NIC per rank.
///
/// Source: elementary: a ring all-reduce of S inside a node and one of S/g between nodes, one after the other.
///
/// @param per_node g >= 1; @param nodes k >= 1; @param bytes S full buffer of one rank
/// @param inner_latency, outer_latency [s] >= 0; @param inner_bandwidth, outer_bandwidth [B/s] > 0, one way per rank
template <class G, class K, class B, class LI, class WI, class LX, class WX, Scalar S = promote_t<G, K, B, LI, WI, LX, WX>>
S hierarchical_all_reduce_time(const G& per_node, const K& nodes, const B& bytes, const LI& inner_latency,
                               const WI& inner_bandwidth, const LX& outer_latency, const WX& outer_bandwidth) {
  const S part = S(bytes) / S(per_node);
  return ring_all_reduce_time(S(per_node), S(bytes), S(inner_latency), S(inner_bandwidth)) +
         ring_all_reduce_time(S(nodes), part, S(outer_latency), S(outer_bandwidth));
}

}  // namespace scaling_limits::network
