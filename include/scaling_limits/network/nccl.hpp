// SPDX-License-Identifier: Apache-2.0
// The latency that NCCL's own tuning model charges an all-reduce (graph/tuning.cc of NCCL 2.2x, as of 2026), from its constants.
//
//   tree   base + 2 [(n/k - 1) intra + floor(log2 k) inter]
//   ring   base + (2 (n-1) - 2 (k-1)) max(intra, o) + 2 (k-1) inter      n ranks on k nodes; o = 1 us between nodes, 3 us with Simple
// One rank per node pays the tree's network latency in a ring too. The topology's own latency of a NIC is left out (0).
#pragma once
#include <string>
#include <string_view>

#include "../core/errors.hpp"
#include "../core/scalar.hpp"

namespace scaling_limits::network {

/// Latencies [s] of one algorithm and protocol.
struct NcclLatency {
  double base, nvlink, pci, network;
};

/// NCCL's constants: algorithm "tree" or "ring", protocol "LL", "LL128" or "Simple".
inline NcclLatency nccl_latency(std::string_view algorithm, std::string_view protocol) {
  constexpr double us = 1e-6;
  const bool tree = algorithm == "tree";
  if (!tree && algorithm != "ring")
    throw invalid_argument("nccl: algorithm = '" + std::string(algorithm) + "' must be 'tree' or 'ring'");
  if (protocol == "LL")
    return tree ? NcclLatency{6.8 * us, 0.6 * us, 1.0 * us, 5.0 * us} : NcclLatency{6.6 * us, 0.6 * us, 1.0 * us, 2.7 * us};
  if (protocol == "LL128")
    return tree ? NcclLatency{14 * us, 1.25 * us, 1.9 * us, 8.5 * us} : NcclLatency{14 * us, 1.9 * us, 2.5 * us, 4.0 * us};
  if (protocol == "Simple")
    return tree ? NcclLatency{8.4 * us, 4.0 * us, 4.0 * us, 14 * us} : NcclLatency{8.4 * us, 3.4 * us, 5.7 * us, 14 * us};
  throw invalid_argument("nccl: protocol = '" + std::string(protocol) + "' must be 'LL', 'LL128' or 'Simple'");
}

/// Latency [s] of an all-reduce; 0 for one rank, NaN where ranks or nodes is no whole number or there are more nodes than ranks.
///
/// @param intra "nvlink" or "pci", what connects the ranks of a node
inline double nccl_all_reduce_latency(double ranks, double nodes, std::string_view algorithm = "tree",
                                      std::string_view protocol = "LL", std::string_view intra = "nvlink") {
  const NcclLatency latency = nccl_latency(algorithm, protocol);
  if (intra != "nvlink" && intra != "pci")
    throw invalid_argument("nccl: intra = '" + std::string(intra) + "' must be 'nvlink' or 'pci'");
  if (!(nodes >= 1 && ranks >= nodes && ranks < inf && ranks == std::floor(ranks) && nodes == std::floor(nodes))) return nan;
  if (ranks == 1) return 0;
  const double per_node = std::floor(ranks / nodes);
  const double inside = intra == "pci" ? latency.pci : latency.nvlink;
  const double between = per_node == 1 ? nccl_latency("tree", protocol).network : latency.network;
  if (algorithm == "tree") return latency.base + 2 * ((per_node - 1) * inside + std::floor(std::log2(nodes)) * between);
  const double overhead = nodes > 1 ? (protocol == "Simple" ? 3e-6 : 1e-6) : 0;
  return latency.base + (2 * (ranks - 1) - 2 * (nodes - 1)) * larger(inside, overhead) + 2 * (nodes - 1) * between;
}

}  // namespace scaling_limits::network
