// SPDX-License-Identifier: Apache-2.0
// Memory of a GPU of a stage, part by part: model state, activations of the micro-batches in flight, gradient buffers, work
// space, the peak of one layer or of the head.
//
//   state        w (2 + g + 12) bytes, each part divided by the ranks that share it; experts by theirs
//   activations  what a layer keeps, tensor by tensor, x micro-batches in flight (Korthikanti et al. 2022, Table 2, for unfused
//                kernels; counted for fused ones)
//   buffers      a 16-bit gradient of every distinct matrix: frameworks that add gradients into fp32 inside the product still
//                hand one back
//   workspace    0.05 GiB, 0.125 GiB more on stages with experts: measured
//   peak         logits and their gradients on the last stage, or the largest layer in backward
//
// Against the peak memory of 13 measured runs: 0.1 % in the mean, 0.22 % at worst (docs/steps.md).
#pragma once
#include "../version.hpp"

#include "../core/units.hpp"
#include "layer_work.hpp"
#include "stages.hpp"

namespace scaling_limits::parallelism {

/// What the memory of a step is the sum of.
inline constexpr std::array<std::string_view, 5> memory_terms{"state", "activations", "buffers", "workspace", "peak"};

template <class S = double>
struct StageMemory {
  S state{}, activations{}, buffers{}, workspace{}, peak{};  // [B]
  std::array<S, memory_terms.size()> parts() const { return {state, activations, buffers, workspace, peak}; }
  S sum() const { return state + activations + buffers + workspace + peak; }
};

/// Micro-batches that stage i keeps alive, in units of all its layers: 1F1B, or interleaved where chunks > 1; where the stages
/// do not divide the micro-batches the most that a schedule of rounds keeps.
inline double micro_batches_in_flight(const Layout& layout, double micro_batches, std::int64_t stage) {
  const double p = static_cast<double>(layout.pipeline), v = static_cast<double>(layout.chunks);
  const double i = static_cast<double>(stage);
  if (layout.chunks == 1) return smaller(p - i, micro_batches);
  const bool even = std::fmod(micro_batches, p) == 0;
  return smaller((even ? 2 * (p - i - 1) + (v - 1) * p + 1 : p - i + (v - 1) * p) / v, micro_batches);
}

/// Memory of the stages of a layout. What depends on tensor, context, expert and micro_batch alone is worked out once.
template <class S>
class MemoryOfStages {
 public:
  MemoryOfStages(const workload::TransformerShape<S>& shape, const MicroBatch<S>& on, const StepOptions& options)
      : shape_(shape), on_(on), options_(options) {
    const S &T = on.tokens, &r = on.rows, &u = on.share, &h = shape.hidden, n(value_of(shape.gated) != 0 ? 3 : 2);
    const S attention = kept_by_attention();
    const S dense = options.kernels == Kernels::unfused ? kept_unfused()
                                                        : S(attention + S(4) * h * r + S(2) * n * T * shape.feed_forward * u);
    S mixture(0);
    dense_peak_ = T * (S(2) * h + S(4) * shape.feed_forward * u);
    if (shape.is_mixture()) {
      const S &width = shape.expert_feed_forward, &active = shape.active_experts;
      mixture = attention + (S(4) * h + S(4) * shape.experts) * r + S(2) * n * T * shape.shared_experts * width * u +
                S(options.expert_imbalance) * T * active * (S(2) * h + S(2) * n * width) * u;
      mixture_peak_ = T * S(2) * h * (S(4) * active + S(1));
    }
    if (options.recompute == Recompute::full) {
      dense_kept_ = mixture_kept_ = S(2) * h * r;
      dense_peak_ = dense_peak_ + dense, mixture_peak_ = mixture_peak_ + mixture;
    } else {
      dense_kept_ = dense, mixture_kept_ = mixture;
    }
  }

  /// What the layers of a stage keep of one micro-batch [B].
  S kept(const StageRun& run) const { return S(run.dense) * dense_kept_ + S(run.mixture) * mixture_kept_; }

  /// Memory of the first stage of a run, of which none is fuller. @param shards, expert_shards ranks that share the state
  StageMemory<S> of(const StageRun& run, const Parameters<S>& w, const S& shards, const S& expert_shards, const Layout& layout,
                    double micro_batches) const {
    StageMemory<S> memory;
    const double z = options_.zero_stage, g = options_.gradient_bytes;
    const double whole = (z < 3 ? 2 : 0) + (z < 2 ? g : 0) + (z < 1 ? 12 : 0), cut = 14 + g - whole;
    memory.state = w.others * (S(whole) + S(cut) / shards);
    if (run.mixture > 0) memory.state = memory.state + w.experts * (S(whole) + S(cut) / expert_shards);
    memory.activations = kept(run) * S(micro_batches_in_flight(layout, micro_batches, run.first));
    memory.buffers = options_.gradient_buffers != 0 ? S(S(2) * w.distinct) : S(0);
    memory.workspace = S((run.mixture > 0 ? 0.175 : 0.05) * units::GiB);
    if (run.dense > 0) memory.peak = dense_peak_;
    if (run.mixture > 0) memory.peak = larger(memory.peak, mixture_peak_);
    if (run.is_last) {
      const S &T = on_.tokens, &u = on_.share, &h = shape_.hidden;
      const double hidden_copies = (layout.tensor > 1 ? 4 : 0) + (layout.pipeline > 1 ? 2 : 0);
      memory.peak =
          larger(memory.peak, S(T * ((S(options_.logit_bytes) * shape_.vocabulary + S(6) * h) * u + S(hidden_copies) * h)));
    }
    return memory;
  }

 private:
  S kept_by_attention() const {
    const S &T = on_.tokens, &r = on_.rows, &u = on_.share, &h = shape_.hidden, &a = shape_.query_heads;
    const S qk = shape_.query_key_size(), v = shape_.value_size();
    const S k = shape_.is_latent() ? a : shape_.key_value_heads;
    S whole = S(4) * h;  // norm in and out
    if (shape_.is_latent()) whole = whole + S(4) * (shape_.query_rank + shape_.key_value_rank) + S(2) * shape_.rope_head_size;
    // queries, keys, values, output, and the sums of the softmax in fp32
    S bytes = whole * r + T * (S(2) * (a + k) * (qk + v) + S(4) * a) * u;
    if (value_of(on_.context) > 1 && options_.context_exchange == ContextExchange::all_to_all)
      bytes = bytes + S(2) * T * a * v * u;
    return bytes;
  }

  S kept_unfused() const {
    const S &T = on_.tokens, &u = on_.share, &h = shape_.hidden, &wide = shape_.feed_forward;
    const bool scores = options_.recompute != Recompute::selective;
    const S core = scores ? S(S(5) * shape_.query_heads * on_.sequence / on_.context) : S(0);
    return options_.sequence_parallel != 0 ? S(T * (S(18) * h + S(4) * wide + core) * u)
                                           : S(T * (S(10) * h + (S(8) * h + S(4) * wide + core) * u));
  }

  const workload::TransformerShape<S>& shape_;
  const MicroBatch<S>& on_;
  const StepOptions& options_;
  S dense_kept_{}, mixture_kept_{}, dense_peak_{}, mixture_peak_{0};
};

}  // namespace scaling_limits::parallelism
