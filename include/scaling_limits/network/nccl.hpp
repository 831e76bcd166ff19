// SPDX-License-Identifier: Apache-2.0
// The latency that NCCL's own tuning model charges an all-reduce (graph/tuning.cc of NCCL 2.2x, as of 2026), from its
// constants.
//
//   tree   base + 2 [(n/k - 1) intra + floor(log2 k) inter]
//   ring   base + (2 (n-1) - 2 (k-1)) max(intra, o) + 2 (k-1) inter      n ranks on k nodes; o = 1 us between nodes, 3 us
//                                                                        with Simple
// One rank per node pays the tree's network latency in a ring too. The topology's own latency of a NIC is left out (0).
#pragma once
#include "../version.hpp"

#include "../core/scalar.hpp"
#include "../core/words.hpp"

namespace scaling_limits::network {

enum class NcclAlgorithm { tree, ring };
constexpr auto words(const NcclAlgorithm*) {
  return std::to_array<Word<NcclAlgorithm>>({{"tree", NcclAlgorithm::tree}, {"ring", NcclAlgorithm::ring}});
}
enum class NcclProtocol { ll, ll128, simple };
constexpr auto words(const NcclProtocol*) {
  return std::to_array<Word<NcclProtocol>>(
      {{"LL", NcclProtocol::ll}, {"LL128", NcclProtocol::ll128}, {"Simple", NcclProtocol::simple}});
}
/// What connects the ranks of a node.
enum class NcclLink { nvlink, pci };
constexpr auto words(const NcclLink*) {
  return std::to_array<Word<NcclLink>>({{"nvlink", NcclLink::nvlink}, {"pci", NcclLink::pci}});
}

/// Latencies [s] of one algorithm and protocol.
struct NcclLatency {
  double base{}, nvlink{}, pci{}, network{};
};

/// NCCL's constants.
constexpr NcclLatency nccl_latency(NcclAlgorithm algorithm, NcclProtocol protocol) {
  constexpr double us = 1e-6;
  const bool tree = algorithm == NcclAlgorithm::tree;
  switch (protocol) {
    case NcclProtocol::ll:
      return tree ? NcclLatency{6.8 * us, 0.6 * us, 1.0 * us, 5.0 * us} : NcclLatency{6.6 * us, 0.6 * us, 1.0 * us, 2.7 * us};
    case NcclProtocol::ll128:
      return tree ? NcclLatency{14 * us, 1.25 * us, 1.9 * us, 8.5 * us} : NcclLatency{14 * us, 1.9 * us, 2.5 * us, 4.0 * us};
    case NcclProtocol::simple:
      break;
  }
  return tree ? NcclLatency{8.4 * us, 4.0 * us, 4.0 * us, 14 * us} : NcclLatency{8.4 * us, 3.4 * us, 5.7 * us, 14 * us};
}

/// The latency [s] that NCCL's tuning model charges an all-reduce.
///
/// "tree": base + 2 [(n/k - 1) intra + floor(log2 k) inter]; "ring": base + (2 (n-1) - 2 (k-1)) max(intra, o) +
/// 2 (k-1) inter; n = ranks, k = nodes. 0 for one rank, NaN where there are more nodes than ranks.
///
/// Source: NCCL, graph/tuning.cc, as of 2026.
inline double nccl_all_reduce_latency(double ranks, double nodes, NcclAlgorithm algorithm = NcclAlgorithm::tree,
                                      NcclProtocol protocol = NcclProtocol::ll, NcclLink intra = NcclLink::nvlink) {
  const NcclLatency latency = nccl_latency(algorithm, protocol);
  if (!(nodes >= 1 && ranks >= nodes && ranks < inf && ranks == std::floor(ranks) && nodes == std::floor(nodes))) return NaN;
  if (ranks == 1) return 0;
  const double per_node = std::floor(ranks / nodes);
  const double inside = intra == NcclLink::pci ? latency.pci : latency.nvlink;
  const double between = per_node == 1 ? nccl_latency(NcclAlgorithm::tree, protocol).network : latency.network;
  if (algorithm == NcclAlgorithm::tree)
    return latency.base + 2 * ((per_node - 1) * inside + std::floor(std::log2(nodes)) * between);
  const double overhead = nodes > 1 ? (protocol == NcclProtocol::simple ? 3e-6 : 1e-6) : 0;
  return latency.base + (2 * (ranks - 1) - 2 * (nodes - 1)) * larger(inside, overhead) + 2 * (nodes - 1) * between;
}
/// The same by words: algorithm "tree" or "ring", protocol "LL", "LL128" or "Simple", intra "nvlink" or "pci".
inline double nccl_all_reduce_latency(double ranks, double nodes, std::string_view algorithm, std::string_view protocol = "LL",
                                      std::string_view intra = "nvlink") {
  return nccl_all_reduce_latency(ranks, nodes, from_word<NcclAlgorithm>("nccl", "algorithm", algorithm),
                                 from_word<NcclProtocol>("nccl", "protocol", protocol),
                                 from_word<NcclLink>("nccl", "intra", intra));
}

}  // namespace scaling_limits::network
