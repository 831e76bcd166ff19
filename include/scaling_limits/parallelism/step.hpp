// SPDX-License-Identifier: Apache-2.0
// One training step of a transformer under a layout: a breakdown in seconds that sums to the step time, and the memory of a
// GPU.
//
//   compute   FLOPs of the batch, recomputed ones included, over N x achieved_flops
//   tensor    four ring all-reduces of the activations per layer and micro-batch (six with full recompute), nothing hidden
//   context   key/value blocks passed around the ring, where they take longer than the attention they feed
//   expert    tokens to their experts and back, each way, nothing hidden
//   bubble    of 1F1B, or of interleaved stages where chunks > 1: stages work at compute + tensor + context + expert
//   transfer  activations between stages, as far as the order of the work exposes them
//   data      reduce-scatter of fp32 gradients, all-gather of weights, less the share of the compute that hides them
//
// Ranks are numbered tensor first, then context, then data (experts inside it), then pipeline: a group that spans no more than
// a node uses the inner network. Formulas and sources: pipeline.hpp, memory.hpp, traffic.hpp.
#pragma once
#include "../version.hpp"

#include "../core/terms.hpp"
#include "../network/collectives.hpp"
#include "../network/fabric.hpp"
#include "../workload/chip.hpp"
#include "../workload/transformer_shape.hpp"
#include "layout.hpp"
#include "memory.hpp"
#include "pipeline.hpp"

namespace scaling_limits::parallelism {

struct StepOptions {
  Recompute recompute = Recompute::selective;
  double element_bytes = 2;   // of activations and of the weights that are gathered
  double gradient_bytes = 4;  // of the gradients that are reduced and kept
  int zero_stage = 1;         // how model state is shared among the data-parallel ranks
  double overlap = 0;         // share of the compute that hides the exchange of gradients, in [0, 1]
};

/// What the time of a step is the sum of.
inline constexpr std::array<std::string_view, 7> step_causes{"compute", "bubble",   "tensor", "context",
                                                             "expert",  "transfer", "data"};

template <class S = double>
struct Step {
  S time{};                     // [s]; NaN where the layout does not fit
  Terms<S> breakdown{};         // [s], sums to time
  S memory_per_gpu{};           // [bytes] of the fullest stage
  S model_flops_utilization{};  // FLOPs without recompute, causal attention, over N x peak_flops x time
  bool fits{};
  std::string note{};  // why it does not fit, or what is a bound
};

namespace detail {

template <class S>
LayoutDemand demand_of(const workload::TransformerShape<S>& shape, std::int64_t batch_sequences) {
  const auto whole = [](const S& x) { return saturated<std::int64_t>(value_of(x)); };
  return {.layers = whole(shape.layers),
          .query_heads = whole(shape.query_heads),
          .key_value_heads = whole(shape.is_latent() ? shape.query_heads : shape.key_value_heads),
          .sequence_length = whole(shape.sequence_length),
          .experts = whole(shape.experts),
          .batch_sequences = batch_sequences};
}

/// Layers of one stage, the fullest.
inline std::int64_t layers_per_stage(std::int64_t layers, const Layout& layout) {
  return layers % (layout.pipeline * layout.chunks) == 0 ? layers / layout.pipeline : (layers + 2) / layout.pipeline;
}

/// What does not depend on the layout, worked out once for a search.
template <class S>
struct StepInputs {
  workload::TransformerShape<S> shape;
  workload::Chip<S> chip;
  network::Fabric<S> fabric;
  S batch_tokens;
  StepOptions options;
  std::int64_t batch_sequences = 0;
  S flops_per_token{}, attention_flops{}, expert_weights{}, other_weights{};

  StepInputs(const workload::TransformerShape<S>& shape_, const workload::Chip<S>& chip_, const network::Fabric<S>& fabric_,
             const S& batch_tokens_, const StepOptions& options_)
      : shape(shape_), chip(chip_), fabric(fabric_), batch_tokens(batch_tokens_), options(options_) {
    workload::validate(shape);
    scaling_limits::validate(chip, "Chip");
    scaling_limits::validate(fabric, "Fabric");
    check("step", "batch_tokens", value_of(batch_tokens), positive);
    check("step", "element_bytes", options.element_bytes, positive);
    check("step", "gradient_bytes", options.gradient_bytes, positive);
    check("step", "zero_stage", options.zero_stage, Range{.lower = 0, .upper = 3});
    check("step", "overlap", options.overlap, closed_fraction);
    const double sequences = value_of(batch_tokens) / value_of(shape.sequence_length);
    if (sequences < 1 || sequences != std::floor(sequences))
      throw DomainError("step: batch_tokens = " + to_text(value_of(batch_tokens)) +
                            " must be a multiple of sequence_length = " + to_text(value_of(shape.sequence_length)),
                        "batch_tokens", static_cast<double>(value_of(batch_tokens)));
    if (!(sequences <= 0x1p53))
      throw DomainError("step: batch_tokens = " + to_text(value_of(batch_tokens)) + " must be at most " +
                            to_text(0x1p53 * value_of(shape.sequence_length)) + ": 2^53 sequences of " +
                            to_text(value_of(shape.sequence_length)),
                        "batch_tokens", static_cast<double>(value_of(batch_tokens)));
    batch_sequences = static_cast<std::int64_t>(sequences);
    flops_per_token = shape.flops_per_token();
    attention_flops = shape.attention_flops_per_token();
    expert_weights = shape.is_mixture() ? S(shape.expert_layers() * shape.experts * shape.expert_parameters()) : S(0);
    other_weights = shape.parameters() - expert_weights;
  }

  LayoutDemand demand() const { return demand_of(shape, batch_sequences); }

  std::int64_t micro_batches(const Layout& l) const { return batch_sequences / (l.data * l.micro_batch); }

  /// Memory of a GPU of the first stage [bytes].
  S memory(const Layout& l) const {
    const S shared = S(static_cast<double>(l.tensor * l.pipeline)), ranks(static_cast<double>(l.data * l.context));
    const S experts(static_cast<double>(l.expert));
    const S state = model_state_bytes_per_gpu(S(other_weights / shared), ranks, options.zero_stage, S(options.gradient_bytes)) +
                    model_state_bytes_per_gpu(S(expert_weights / (shared * experts)), S(ranks / experts), options.zero_stage,
                                              S(options.gradient_bytes));
    const S layer = activation_bytes_per_layer(S(shape.sequence_length / S(static_cast<double>(l.context))),
                                               S(static_cast<double>(l.micro_batch)), shape.hidden, shape.query_heads,
                                               S(static_cast<double>(l.tensor)), true, options.recompute);
    const auto stage_layers = layers_per_stage(saturated<std::int64_t>(value_of(shape.layers)), l);
    const double alive =
        in_flight_micro_batches(l.chunks > 1 ? Schedule::interleaved : Schedule::one_f_one_b, static_cast<double>(l.pipeline),
                                static_cast<double>(micro_batches(l)), 0, static_cast<double>(l.chunks));
    return state + layer * S(static_cast<double>(stage_layers) * alive);
  }

  /// The times of a layout that fits; `bound` tells that the transfer time is a bound.
  Terms<S> times(const Layout& l, bool& bound) const {
    const auto number = [](std::int64_t x) { return S(static_cast<double>(x)); };
    const S t = number(l.tensor), p = number(l.pipeline), c = number(l.context), gpus = number(l.gpus());
    const double m = static_cast<double>(micro_batches(l));
    const S passes(m), e(options.element_bytes);

    const S again = options.recompute == Recompute::full        ? S(flops_per_token / S(3))
                    : options.recompute == Recompute::selective ? S(attention_flops / S(3))
                                                                : S(0);
    const S compute = (flops_per_token + again) * batch_tokens / (gpus * chip.achieved_flops);

    // of one micro-batch, in the layers of one GPU
    const S tokens = number(l.micro_batch) * shape.sequence_length / c;
    const S layers = shape.layers / p, expert_layers = shape.expert_layers() / p;
    const S activation = e * tokens * shape.hidden;
    S tensor(0), context(0), expert(0), transfer(0);
    if (l.tensor > 1) {
      const double all_reduces = options.recompute == Recompute::full ? 6 : 4;
      tensor = S(all_reduces) * layers *
               network::ring_all_reduce_time(t, activation, fabric.latency(l.tensor), fabric.bandwidth(l.tensor));
    }
    if (l.context > 1) {
      const std::int64_t span = l.tensor * l.context;
      const S kept = shape.is_latent()
                         ? S(shape.key_value_rank + shape.rope_head_size)
                         : S(larger(S(1), S(shape.key_value_heads / t)) * (shape.query_key_size() + shape.value_size()));
      const S block = fabric.latency(span) + e * tokens * kept / fabric.bandwidth(span);
      const S attention = attention_flops / S(3) / shape.layers * tokens / (t * c * chip.achieved_flops);
      // forward once; backward twice of both
      context = S(3) * layers * (c - S(1)) * larger(S(0), S(block - attention));
    }
    if (l.expert > 1) {
      const std::int64_t span = l.tensor * l.context * l.expert;
      const S x = number(l.expert);
      const S bytes = activation / t * shape.active_experts;
      expert = S(4) * expert_layers * ((x - S(1)) * fabric.latency(span) + (x - S(1)) / x * bytes / fabric.bandwidth(span));
    }
    const S stage = compute + passes * (tensor + context + expert);
    const S bubble = (p - S(1)) * stage / (passes * number(l.chunks));
    if (l.pipeline > 1) {
      const S delay = fabric.latency(l.gpus()) + activation / (t * fabric.bandwidth(l.gpus()));
      const auto schedule = l.chunks > 1 ? Schedule::interleaved : Schedule::one_f_one_b;
      // 1F1B with a last incomplete round of micro-batches: at most a whole round
      const double stages = static_cast<double>(l.pipeline), rounds = std::ceil(m / stages);
      transfer = transfer_exposed_time(schedule, stages, rounds * stages, delay, static_cast<double>(l.chunks));
      const S chunk_forward = stage / (S(3) * passes * number(l.chunks));
      bound = l.chunks > 1 ? value_of(delay) > value_of(chunk_forward) : rounds * stages != m;
    }
    S data(0);
    if (const std::int64_t ranks = l.data * l.context; ranks > 1) {
      const auto exchange = [&](const S& weights, std::int64_t n) {
        const S buffer = weights / (t * p), count = number(n);
        const S latency = fabric.latency(l.tensor * ranks), bandwidth = fabric.bandwidth(l.tensor * ranks);
        return n == 1 ? S(0)
                      : S(network::ring_reduce_scatter_time(count, S(buffer * S(options.gradient_bytes)), latency, bandwidth) +
                          network::ring_all_gather_time(count, S(buffer * e), latency, bandwidth));
      };
      data = exchange(other_weights, ranks);
      if (value_of(expert_weights) > 0) data = data + exchange(S(expert_weights / number(l.expert)), ranks / l.expert);
      data = larger(S(0), S(data - S(options.overlap) * compute));
    }
    return {{"compute", compute},
            {"bubble", bubble},
            {"tensor", S(passes * tensor)},
            {"context", S(passes * context)},
            {"expert", S(passes * expert)},
            {"transfer", transfer},
            {"data", data}};
  }

  /// What there is to say where a GPU has less memory.
  std::string lacks(const S& memory) const {
    return "memory_per_gpu = " + to_text(value_of(memory)) +
           " [B] must be <= memory_bytes = " + to_text(value_of(chip.memory_bytes)) + " [B]";
  }

  Step<S> evaluate(const Layout& layout) const {
    Step<S> step{S(NaN), {}, S(NaN), S(NaN), false, misfit(layout, demand())};
    if (!step.note.empty()) return step;
    step.memory_per_gpu = memory(layout);
    if (step.memory_per_gpu > chip.memory_bytes) {
      step.note = lacks(step.memory_per_gpu);
      return step;
    }
    bool bound = false;
    step.breakdown = times(layout, bound);
    step.time = step.breakdown.sum();
    step.model_flops_utilization =
        flops_per_token * batch_tokens / (S(static_cast<double>(layout.gpus())) * chip.peak_flops * step.time);
    step.fits = true;
    if (bound) step.note = layout.chunks > 1 ? "transfer is a lower bound" : "transfer is an upper bound";
    return step;
  }
};

}  // namespace detail

/// A step of batch_tokens tokens (all replicas together).
///
/// A layout that does not fit the shape, the batch or the memory is an answer with a reason (fits, note), not an error.
/// @throws DomainError for a field out of range, or a batch that is no whole number of sequences
template <class S>
Step<S> step(const workload::TransformerShape<S>& shape, const Layout& layout, const workload::Chip<S>& chip,
             const network::Fabric<S>& fabric, const std::type_identity_t<S>& batch_tokens, const StepOptions& options = {}) {
  validate(layout, "Layout");
  return detail::StepInputs<S>(shape, chip, fabric, batch_tokens, options).evaluate(layout);
}

}  // namespace scaling_limits::parallelism
