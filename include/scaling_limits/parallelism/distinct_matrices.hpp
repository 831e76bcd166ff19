// SPDX-License-Identifier: Apache-2.0
// The distinct matrices of a stage: those of one shape share one gradient buffer, so a buffer is needed for each shape.
#pragma once
#include "../version.hpp"

#include <array>

#include "../workload/transformer_shape.hpp"
#include "layout.hpp"

namespace scaling_limits::parallelism {

/// Which kinds of layers and which end a stage holds.
struct StageKind {
  bool dense = false, mixture = false, is_last = false;
};

/// Parameters in the distinct matrices of a stage on one GPU: rows x columns x share of each shape that it holds.
template <class S = double>
class DistinctMatrices {
 public:
  DistinctMatrices(const workload::TransformerShape<S>& shape, const Layout& layout) {
    const S u = S(1) / S(static_cast<double>(layout.tensor)), one(1), n(value_of(shape.gated) != 0 ? 2 : 1);
    const S &h = shape.hidden, &a = shape.query_heads;
    const S qk = shape.query_key_size(), v = shape.value_size();
    if (shape.is_latent()) {
      const bool compressed = value_of(shape.query_rank) > 0;
      add(shape.query_rank, h, one, in_layers);
      add(S(a * qk), compressed ? shape.query_rank : h, u, in_layers);
      add(S(shape.key_value_rank + shape.rope_head_size), h, one, in_layers);
      add(S(a * (shape.head_size + v)), shape.key_value_rank, u, in_layers);
      add(h, S(a * v), u, in_layers);
    } else {
      add(S(a * qk + shape.key_value_heads * (qk + v)), h, u, in_layers);
      add(h, S(a * v), u, in_layers);
    }
    const auto pair = [&](const S& width, const S& share, unsigned where) {
      add(S(n * width), h, share, where);
      add(h, width, share, where);
    };
    pair(shape.feed_forward, u, in_dense);
    if (shape.is_mixture()) {
      pair(S(shape.shared_experts * shape.expert_feed_forward), u, in_mixture);
      pair(shape.expert_feed_forward, one, in_mixture);
    }
    add(shape.vocabulary, h, u, at_end);
  }

  S of(const StageKind& stage) const {
    const unsigned here = (stage.dense ? in_dense : 0u) | (stage.mixture ? in_mixture : 0u) | (stage.is_last ? at_end : 0u);
    S sum(0);
    for (std::size_t i = 0; i < count_; ++i)
      if ((matrices_[i].where & here) && !(matrices_[i].earlier & here)) sum = sum + matrices_[i].parameters;
    return sum;
  }

 private:
  // where a matrix is: bits
  static constexpr unsigned in_dense = 1, in_mixture = 2, at_end = 4, in_layers = in_dense | in_mixture;
  struct Matrix {
    S rows, columns, share, parameters;
    unsigned where, earlier;  // earlier: where those before it of the same shape are
  };

  /// A matrix whose `share` is on this GPU; none where it has no rows, or no columns.
  void add(const S& rows, const S& columns, const S& share, unsigned where) {
    if (!(value_of(rows) > 0 && value_of(columns) > 0)) return;
    unsigned earlier = 0;
    for (std::size_t k = 0; k < count_; ++k)
      if (matrices_[k].rows == rows && matrices_[k].columns == columns && matrices_[k].share == share)
        earlier |= matrices_[k].where;
    matrices_[count_++] = {rows, columns, share, S(rows * columns * share), where, earlier};
  }

  std::array<Matrix, 12> matrices_;  // count_ of them
  std::size_t count_ = 0;
};

}  // namespace scaling_limits::parallelism
