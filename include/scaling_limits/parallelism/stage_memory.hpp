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
inline constexpr std::array<std::string_view, 5> memory_causes{"state", "activations", "buffers", "workspace", "peak"};

template <class S = double>
struct StageMemory {
  S state{}, activations{}, buffers{}, workspace{}, peak{};  // [B]
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
    gather_matrices();
  }

  /// What the layers of a stage keep of one micro-batch [B].
  S kept(const StageRun& run) const { return S(run.dense) * dense_kept_ + S(run.mixture) * mixture_kept_; }

  /// Parameters in the distinct matrices of a stage.
  S distinct(const StageRun& run) const {
    const std::size_t kind = (run.dense > 0 ? 1u : 0u) + (run.mixture > 0 ? 2u : 0u) + (run.is_last ? 4u : 0u);
    if (!known_[kind]) distinct_[kind] = counted_distinct(run), known_[kind] = true;
    return distinct_[kind];
  }

  /// Memory of the first stage of a run, of which none is fuller. @param shards, expert_shards ranks that share the state
  StageMemory<S> of(const StageRun& run, const Parameters<S>& w, const S& shards, const S& expert_shards, const Layout& layout,
                    double micro_batches) const {
    StageMemory<S> memory;
    const double z = options_.zero_stage, g = options_.gradient_bytes;
    const double whole = (z < 3 ? 2 : 0) + (z < 2 ? g : 0) + (z < 1 ? 12 : 0), cut = 14 + g - whole;
    memory.state = w.others * (S(whole) + S(cut) / shards);
    if (run.mixture > 0) memory.state = memory.state + w.experts * (S(whole) + S(cut) / expert_shards);
    memory.activations = kept(run) * S(micro_batches_in_flight(layout, micro_batches, run.first));
    memory.buffers = options_.gradient_buffers != 0 ? S(S(2) * distinct(run)) : S(0);
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
  enum Where : std::size_t { anywhere, in_dense, in_mixture, at_end };
  struct Matrix {
    S rows, columns, share;
    Where where;
    std::size_t twin;  // the last before it of the same shape; none: its own place
  };
  static constexpr std::size_t most_matrices = 12;

  S counted_distinct(const StageRun& run) const {
    const std::array<bool, 4> here{run.layers() > 0, run.dense > 0, run.mixture > 0, run.is_last};
    S sum(0);
    for (std::size_t i = 0; i < count_; ++i) {
      const Matrix& one = matrices_[i];
      bool counts = here[one.where];
      for (std::size_t k = i; counts && matrices_[k].twin != k;) k = matrices_[k].twin, counts = !here[matrices_[k].where];
      if (counts) sum = sum + one.rows * one.columns * one.share;
    }
    return sum;
  }

  void gather_matrices() {
    const S &u = on_.share, one(1), &h = shape_.hidden, &a = shape_.query_heads, n(value_of(shape_.gated) != 0 ? 2 : 1);
    const auto matrix = [&](const S& rows, const S& columns, const S& share, Where where) {
      if (!(value_of(rows) > 0)) return;
      std::size_t twin = count_;
      for (std::size_t k = count_; k-- > 0;)
        if (matrices_[k].rows == rows && matrices_[k].columns == columns && matrices_[k].share == share) {
          twin = k;
          break;
        }
      matrices_[count_++] = {rows, columns, share, where, twin};
    };
    const S qk = shape_.query_key_size(), v = shape_.value_size();
    if (shape_.is_latent()) {
      const bool compressed = value_of(shape_.query_rank) > 0;
      matrix(shape_.query_rank, h, one, anywhere);
      matrix(S(a * qk), compressed ? shape_.query_rank : h, u, anywhere);
      matrix(S(shape_.key_value_rank + shape_.rope_head_size), h, one, anywhere);
      matrix(S(a * (shape_.head_size + v)), shape_.key_value_rank, u, anywhere);
      matrix(h, S(a * v), u, anywhere);
    } else {
      matrix(S(a * qk + shape_.key_value_heads * (qk + v)), h, u, anywhere);
      matrix(h, S(a * v), u, anywhere);
    }
    const auto pair = [&](const S& width, const S& share, Where where) {
      if (!(value_of(width) > 0)) return;
      matrix(S(n * width), h, share, where);
      matrix(h, width, share, where);
    };
    pair(shape_.feed_forward, u, in_dense);
    if (shape_.is_mixture()) {
      pair(S(shape_.shared_experts * shape_.expert_feed_forward), u, in_mixture);
      pair(shape_.expert_feed_forward, one, in_mixture);
    }
    matrix(shape_.vocabulary, h, u, at_end);
  }

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
  std::array<Matrix, most_matrices> matrices_;  // count_ of them
  std::size_t count_ = 0;
  mutable std::array<bool, 8> known_{};  // of a kind of stage: the same for all layouts of a search
  mutable std::array<S, 8> distinct_;
};

}  // namespace scaling_limits::parallelism
