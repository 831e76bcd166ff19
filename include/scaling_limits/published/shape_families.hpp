// SPDX-License-Identifier: Apache-2.0
// What the shapes of a family have in common, so that a preset is one line of numbers in the order of TransformerShape.
#pragma once
#include "../version.hpp"

#include "../workload/transformer_shape.hpp"

namespace scaling_limits::published::families {

using Shape = workload::TransformerShape<>;

/// Llama and what descends from it: gated feed-forwards, two tables, no biases.
constexpr Shape llama(double layers, double hidden, double feed_forward, double query_heads, double key_value_heads,
                      double head_size, double vocabulary, double sequence_length) {
  return {.layers = layers,
          .hidden = hidden,
          .feed_forward = feed_forward,
          .query_heads = query_heads,
          .key_value_heads = key_value_heads,
          .head_size = head_size,
          .vocabulary = vocabulary,
          .sequence_length = sequence_length};
}
/// GPT-2 and what descends from it: plain feed-forwards four times as wide as the model, one table, biases and shifts.
/// positions: rows of the table of learned positions, 0 where they are encoded otherwise.
constexpr Shape gpt(double layers, double hidden, double heads, double vocabulary, double sequence_length, double positions) {
  Shape shape = llama(layers, hidden, 4 * hidden, heads, heads, hidden / heads, vocabulary, sequence_length);
  shape.gated = 0, shape.tied = 1;
  shape.query_key_value_bias = shape.bias = shape.norm_bias = 1, shape.positions = positions;
  return shape;
}
/// GPT-NeoX and Pythia: two tables, rotary positions.
constexpr Shape neox(double layers, double hidden, double heads, double vocabulary, double sequence_length) {
  Shape shape = gpt(layers, hidden, heads, vocabulary, sequence_length, 0);
  shape.tied = 0;
  return shape;
}
/// The same with plain feed-forwards: two matrices.
constexpr Shape plain(Shape shape) {
  shape.gated = 0;
  return shape;
}
/// The same with one table.
constexpr Shape tied(Shape shape) {
  shape.tied = 1;
  return shape;
}
/// The same with so many norms a layer.
constexpr Shape normed(Shape shape, double norms_per_layer) {
  shape.norms_per_layer = norms_per_layer;
  return shape;
}
/// The same with norms that shift.
constexpr Shape shifted(Shape shape) {
  shape.norm_bias = 1;
  return shape;
}
/// The same with biases of queries, keys and values.
constexpr Shape biased(Shape shape) {
  shape.query_key_value_bias = 1;
  return shape;
}
/// The same with norms of each head's queries and keys.
constexpr Shape with_head_norms(Shape shape) {
  shape.query_key_norm = 2 * shape.head_size;
  return shape;
}
/// The same with norms of all queries and of all keys together.
constexpr Shape with_wide_norms(Shape shape) {
  shape.query_key_norm = (shape.query_heads + shape.key_value_heads) * shape.head_size;
  return shape;
}
/// Gemma 2: one table, norms before and after attention and feed-forward.
constexpr Shape gemma2(double layers, double hidden, double feed_forward, double query_heads, double key_value_heads,
                       double head_size, double vocabulary, double sequence_length) {
  return normed(tied(llama(layers, hidden, feed_forward, query_heads, key_value_heads, head_size, vocabulary, sequence_length)),
                4);
}
/// The same with experts in all but the first `dense_layers` layers.
constexpr Shape mixture(Shape shape, double experts, double active_experts, double shared_experts, double expert_feed_forward,
                        double dense_layers = 0) {
  shape.experts = experts, shape.active_experts = active_experts, shape.shared_experts = shared_experts;
  shape.expert_feed_forward = expert_feed_forward, shape.dense_layers = dense_layers;
  return shape;
}
/// The same with latent attention.
constexpr Shape latent(Shape shape, double query_rank, double key_value_rank, double rope_head_size) {
  shape.query_rank = query_rank, shape.key_value_rank = key_value_rank, shape.rope_head_size = rope_head_size;
  return shape;
}
/// gpt-oss: experts and biases throughout, keys for eight heads, one norm before each half of a layer.
constexpr Shape gpt_oss(double layers, double experts) {
  Shape shape = mixture(biased(llama(layers, 2880, 2880, 64, 8, 64, 201088, 4096)), experts, 4, 0, 2880);
  shape.bias = 1;
  return shape;
}

}  // namespace scaling_limits::published::families
