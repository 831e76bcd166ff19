// SPDX-License-Identifier: Apache-2.0
// Which layers each stage of a pipeline holds, and the parameters of them that lie on one GPU.
//
// Even where pipeline x chunks divides the layers; where it divides layers + 2, input table and head count as a layer each
// (Llama 3, arXiv 2407.21783, 3.3.2); otherwise as given. Interleaved, stage i holds the pieces i, i + p, i + 2p, ... of p v
// even ones; a given list is contiguous. The first `dense_layers` layers of a mixture are dense. The first stage holds the
// input table, the last the final norm and the head, a table of its own where it is another stage, even when tied.
//
// Stages that hold the same are one run of stages: there are at most five where they are even, whatever the pipeline's length.
#pragma once
#include "../version.hpp"

#include <vector>

#include "../workload/transformer_shape.hpp"
#include "distinct_matrices.hpp"
#include "layout.hpp"

namespace scaling_limits::parallelism {

/// Neighbouring stages that hold the same.
struct StageRun {
  std::int64_t first = 0, count = 1;
  double dense = 0, mixture = 0;  // layers of either kind
  bool is_first = false, is_last = false;

  double layers() const { return dense + mixture; }
};

/// The stages of a pipeline as runs, each given to `take` in their order.
///
/// layers >= 1; dense_layers: the first so many are dense, all of them where there are no experts
template <class Take>
void stage_runs(std::int64_t layers, std::int64_t dense_layers, const Layout& layout, const std::vector<std::int64_t>& given,
                const Take& take) {
  const std::int64_t p = layout.pipeline;
  const auto within = [](std::int64_t x, std::int64_t least, std::int64_t most) { return larger(least, smaller(x, most)); };
  const auto run_of = [&](std::int64_t first, std::int64_t stages, std::int64_t dense, std::int64_t all) {
    return StageRun{
        first, stages, static_cast<double>(dense), static_cast<double>(all - dense), first == 0, first + stages == p};
  };
  if (!given.empty()) {
    std::int64_t before = 0;
    StageRun open;
    for (std::int64_t i = 0; i < p; ++i) {
      const std::int64_t all = given[static_cast<std::size_t>(i)];
      const StageRun one = run_of(i, 1, within(dense_layers - before, 0, all), all);
      before += all;
      if (i > 1 && !one.is_last && one.dense == open.dense && one.mixture == open.mixture) {
        ++open.count;
      } else {
        if (i > 0) take(open);
        open = one;
      }
    }
    return take(open);
  }
  const std::int64_t pieces = p * layout.chunks;
  const bool ends_count = layers % pieces != 0;  // then table and head take a slot each, the first and the last
  const std::int64_t piece = (ends_count ? layers + 2 : layers) / pieces, slots = dense_layers + (ends_count ? 1 : 0);
  const std::int64_t whole_rounds = slots / (p * piece), rest = slots - whole_rounds * p * piece;
  const auto even = [&](std::int64_t first, std::int64_t stages) {
    if (stages < 1) return;
    const std::int64_t dense = whole_rounds * piece + within(rest - first * piece, 0, piece);
    const std::int64_t table = ends_count && first == 0, head = ends_count && first + stages == p;
    const std::int64_t all = piece * layout.chunks - table - head;
    take(run_of(first, stages, smaller(dense - table, all), all));
  };
  even(0, 1);
  if (p == 1) return;
  // stages before the one where the dense slots of the last round end, that one, those behind it
  const std::int64_t edge = rest / piece;
  const std::int64_t from = within(edge, 1, p - 1), to = within(edge + 1, 1, p - 1);
  even(1, from - 1);
  even(from, to - from);
  even(to, p - 1 - to);
  even(p - 1, 1);
}

/// Parameters on one GPU.
template <class S = double>
struct Parameters {
  S others = S(0);    // shared by all data-parallel ranks
  S experts = S(0);   // routed experts, shared by those of the same experts
  S distinct = S(0);  // of both, in matrices of which no other has the same shape
};

/// Parameters of a run's stage on one GPU. All matrices are cut over `tensor` but compressions, routers and positions; experts
/// over `expert` only; norms not, nor biases of what is as wide as the model.
template <class S>
class StageParameters {
 public:
  StageParameters(const workload::TransformerShape<S>& shape, const Layout& layout)
      : one_table_(layout.pipeline == 1 && value_of(shape.tied) != 0), matrices_(shape, layout) {
    const S t(static_cast<double>(layout.tensor)), e(static_cast<double>(layout.expert)), &h = shape.hidden;
    const S ranks = shape.is_latent() ? S(shape.query_rank + shape.key_value_rank) : S(0);
    const S whole = shape.is_latent() ? S(h * (ranks + shape.rope_head_size)) : S(0);
    const S out = shape.output_bias();
    const S attention = whole + (shape.attention_parameters() - whole + shape.query_key_value_biases()) / t +
                        (shape.layer_norm_parameters() + out);
    dense_ = attention + (shape.feed_forward_parameters() + shape.feed_forward_biases(shape.feed_forward)) / t + out;
    if (shape.is_mixture()) {
      const S router = value_of(shape.router) != 0 ? S(shape.experts * h) : S(0);
      const S expert = shape.expert_parameters() + shape.feed_forward_biases(shape.expert_feed_forward);
      mixture_ = attention + shape.shared_experts * expert / t + router + (shape.shared_experts * out + shape.router_biases());
      experts_ = shape.experts / e * (expert + out);
    }
    table_ = shape.table_parameters() / t;
    positions_ = shape.position_parameters();
    norm_ = value_of(shape.norms_per_layer) > 0 ? shape.norm_width() : S(0);
  }

  Parameters<S> of(const StageRun& run) const {
    Parameters<S> all{S(run.dense) * dense_ + S(run.mixture) * mixture_, S(run.mixture) * experts_,
                      matrices_.of({run.dense > 0, run.mixture > 0, run.is_last})};
    if (run.is_first) all.others = all.others + table_ + positions_;
    if (run.is_last) all.others = all.others + norm_ + (one_table_ ? S(0) : table_);
    return all;
  }

 private:
  bool one_table_;
  DistinctMatrices<S> matrices_;
  S dense_, mixture_{0}, experts_{0}, table_, positions_, norm_;
};

}  // namespace scaling_limits::parallelism
