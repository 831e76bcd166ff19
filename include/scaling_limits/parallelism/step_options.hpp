// SPDX-License-Identifier: Apache-2.0
// How a step is run, beside shape, layout and machine: what is computed again, kernels, number formats, how state is sharded,
// what of the messages is hidden. With the defaults all is as simple as can be: fused kernels, nothing hidden.
#pragma once
#include "../version.hpp"

#include <cstdint>
#include <vector>

#include "../core/fields.hpp"
#include "memory.hpp"

namespace scaling_limits::parallelism {

/// fused: scores are never written, no dropout (flash attention). unfused: scores and dropout masks are written, as in the GPT
/// block of 2020 to 2022; for plain dense shapes with a key head for each query head.
enum class Kernels { fused, unfused };
constexpr auto words(const Kernels*) {
  return std::to_array<Word<Kernels>>({{"fused", Kernels::fused}, {"unfused", Kernels::unfused}});
}

/// Format of the products of the layers; peak and rates of the chip are those of this format.
enum class Precision { bf16, fp8 };
constexpr auto words(const Precision*) {
  return std::to_array<Word<Precision>>({{"bf16", Precision::bf16}, {"fp8", Precision::fp8}});
}

/// How the ranks that share a sequence see its keys and values: blocks passed around, all gathered, or heads exchanged for
/// tokens (Jacobs et al., "DeepSpeed Ulysses", 2023).
enum class ContextExchange { ring, all_gather, all_to_all };
constexpr auto words(const ContextExchange*) {
  return std::to_array<Word<ContextExchange>>({{"ring", ContextExchange::ring},
                                               {"all_gather", ContextExchange::all_gather},
                                               {"all_to_all", ContextExchange::all_to_all}});
}

struct StepOptions {
  Recompute recompute = Recompute::selective;
  Kernels kernels = Kernels::fused;
  Precision precision = Precision::bf16;
  ContextExchange context_exchange = ContextExchange::ring;
  double sequence_parallel = 1;
  double zero_stage = 1;
  double shard_ranks = 0;
  double element_bytes = 2;
  double gradient_bytes = 4;
  double overlap = 0;
  double tensor_overlap = 0;
  double expert_overlap = 0;
  double scatter = 1;
  double expert_imbalance = 1;
  double logit_bytes = 2;
  double gradient_buffers = 1;
  std::vector<std::int64_t> stage_layers{};  // of each stage; empty: even
};

constexpr auto fields(const StepOptions*) {
  using O = StepOptions;
  return std::to_array<Field<O, double>>({
      {"sequence_parallel", &O::sequence_parallel, "1", flag,
       "whether activations outside the matrices are cut over the tensor ranks too"},
      {"zero_stage", &O::zero_stage, "1", whole(Range{.lower = 0, .upper = 3}),
       "what the data-parallel ranks share of the model state: nothing, optimizer, gradients too, weights too"},
      {"shard_ranks", &O::shard_ranks, "1", counted(0), "ranks that share the state, in groups; 0: all of data x context"},
      {"element_bytes", &O::element_bytes, "B", positive, "of activations and weights that are sent"},
      {"gradient_bytes", &O::gradient_bytes, "B", positive, "of gradients that are kept and reduced"},
      {"overlap", &O::overlap, "1", closed_fraction,
       "share of the shorter of an exchange of weights or gradients and the pass beside it that is hidden;"
       " 0.4: PyTorch FSDP and DeepSpeed on 8 to 2,240 GPUs"},
      {"tensor_overlap", &O::tensor_overlap, "1", closed_fraction,
       "share of the tensor messages that is hidden; 0.8: NVIDIA's recipes of 2024"},
      {"expert_overlap", &O::expert_overlap, "1", closed_fraction,
       "share of the exchange of tokens with experts that is hidden"},
      {"scatter", &O::scatter, "1", flag, "whether activations between stages are cut over the tensor ranks"},
      {"expert_imbalance", &O::expert_imbalance, "1", at_least_one, "tokens of the fullest expert rank over the mean",
       usually(1, 2)},
      {"logit_bytes", &O::logit_bytes, "B", positive, "per logit: 2 with a fused loss, 6 where a copy in fp32 is made",
       usually(2, 6)},
      {"gradient_buffers", &O::gradient_buffers, "1", flag,
       "whether frameworks keep a 16-bit gradient of each distinct matrix beside those that accumulate"},
  });
}
namespace detail {
constexpr std::size_t options_not_numbers = 4 * sizeof(Recompute) + sizeof(std::vector<std::int64_t>);
}
// what is no number may end in a gap, where pointers are of four bytes
static_assert(fields_of<StepOptions>.size() * sizeof(double) +
                      (detail::options_not_numbers + alignof(StepOptions) - 1) / alignof(StepOptions) * alignof(StepOptions) ==
                  sizeof(StepOptions),
              "StepOptions: a member without its row, or a row without its member");

/// With the defaults; one for all, so that none is made and destroyed in each call.
inline const StepOptions simplest_step{};

}  // namespace scaling_limits::parallelism
