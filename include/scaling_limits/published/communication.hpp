// SPDX-License-Identifier: Apache-2.0
// Published figures of communication: NCCL's own latency model, the scaling book's tokens per chip below which it is bound by
// communication. NCCL's source has the formula and its constants and prints no latency: those rows are derived.
#pragma once
#include "../version.hpp"

#include "../limits/hard_cap.hpp"
#include "../network/nccl.hpp"
#include "../network/topology.hpp"
#include "estimate.hpp"

namespace scaling_limits::published {

template <class = void>
Estimates communication() {
  const Source nccl{"NVIDIA, NCCL, src/graph/tuning.cc", 2026};
  const Source book{"J. Austin et al., How to Scale Your Model, part 5", 2025};
  const Source dragonfly{"J. Kim et al., Technology-Driven, Highly-Scalable Dragonfly Topology, ISCA", 2008};
  const auto latency = [&](std::string_view id, std::string_view inputs, double us, std::string_view text, double ranks,
                           double nodes, std::string_view algorithm) {
    return Estimate{nccl,
                    id,
                    "latency of an all-reduce",
                    Mark::derived,
                    inputs,
                    exactly(us * 1e-6, text),
                    "s",
                    "network.nccl_all_reduce_latency",
                    network::nccl_all_reduce_latency(ranks, nodes, algorithm, "LL")};
  };
  const double batch = 1e6, peak = 4.59e14, axis = 1.8e11;
  constexpr std::string_view v5p = "TPU v5p: 4.59e14 FLOP/s, 1.8e11 B/s both ways per axis";
  return {
      latency("nccl.tree_8", "8 ranks, one node, tree, LL", 15.2, "15.2 us", 8, 1, "tree"),
      latency("nccl.tree_128", "128 ranks on 16 nodes, tree, LL", 55.2, "55.2 us", 128, 16, "tree"),
      latency("nccl.ring_8", "8 ranks, one node, ring, LL", 15.0, "15.0 us", 8, 1, "ring"),
      latency("nccl.ring_128", "128 ranks on 16 nodes, ring, LL", 311.6, "311.6 us", 128, 16, "ring"),
      {book, "scaling_book.data", "tokens per chip below which data parallelism is bound by communication", Mark::published,
       v5p, exactly(2550, "2550"), "1", "limits.data_parallel_cap", batch / limits::data_parallel_cap(batch, peak, axis)},
      {book, "scaling_book.data_3_axes", "the same over three axes", Mark::published, v5p, exactly(850, "850"), "1",
       "limits.data_parallel_cap", batch / limits::data_parallel_cap(batch, peak, axis, 3)},
      {book, "scaling_book.fsdp_tensor", "tokens per chip for FSDP with tensor parallelism", Mark::derived,
       "as above, feed-forward 32,768, two axes and one", digits(396.9, "396.9", 4), "1", "limits.fsdp_tensor_cap",
       batch / limits::fsdp_tensor_cap(batch, 32768, peak, axis, 2, 1)},
      {dragonfly, "dragonfly.hosts", "hosts of a balanced dragonfly, p = 4", Mark::derived, "a = 8, h = 4, 33 groups",
       exactly(1056, "1056"), "1", "network.dragonfly_hosts", network::dragonfly_hosts(4)},
  };
}

}  // namespace scaling_limits::published
