// SPDX-License-Identifier: Apache-2.0
// A decoder: grouped-query or multi-head latent attention, plain or gated feed-forward, dense or mixture of experts; biases,
// learned positions and norms of queries and keys where a model has them.
// It answers its parameters, exactly while they stay below 2^53, and the FLOPs of training on one token.
//
//   layer         2 h a d + 2 h k d + n h F + norms h     n = 3 gated, 2 plain; a query heads, k key/value heads of size d
//   latent        h r_q + r_q a (d + d_r) + h (r_kv + d_r) + r_kv a (d + d_v) + a d_v h    (DeepSeek-V2, arXiv 2405.04434, 2.1)
//   experts       (experts + shared) n h F_e + the router h experts; active: active_experts of them
//   biases        a d + k (d + d_v) of a layer with query_key_value_bias; with bias h of the attention's output, (n - 1) F + h
//                 of each feed-forward and expert, one for each expert in the router
//   model         layers + (tied ? 1 : 2) V h + positions h + one final norm
//   FLOPs/token   6 x active parameters + 6 L a (d_qk + d_v) s with full attention, half of the latter when causal
//                 (Chowdhery et al., "PaLM", arXiv 2204.02311, appendix B)
#pragma once
#include "../version.hpp"

#include "../core/fields.hpp"
#include "../core/words.hpp"

namespace scaling_limits::workload {

/// Which scores are computed: those of earlier tokens, or all.
enum class Attention { causal, full };
constexpr auto words(const Attention*) {
  return std::to_array<Word<Attention>>({{"causal", Attention::causal}, {"full", Attention::full}});
}

template <class S = double>
struct TransformerShape {
  S layers = S(NaN);
  S hidden = S(NaN);
  S feed_forward = S(NaN);
  S query_heads = S(NaN);
  S key_value_heads = S(NaN);
  S head_size = S(NaN);
  S vocabulary = S(NaN);
  S sequence_length = S(NaN);
  S gated = S(1);
  S tied = S(0);
  S norms_per_layer = S(2);
  S experts = S(0);
  S active_experts = S(0);
  S shared_experts = S(0);
  S expert_feed_forward = S(0);
  S dense_layers = S(0);
  S router = S(1);
  S query_rank = S(0);
  S key_value_rank = S(0);
  S rope_head_size = S(0);
  S value_head_size = S(0);
  S query_key_value_bias = S(0);
  S bias = S(0);
  S norm_bias = S(0);
  S query_key_norm = S(0);
  S positions = S(0);

  bool is_mixture() const { return value_of(experts) > 0; }
  bool is_latent() const { return value_of(key_value_rank) > 0; }

  /// What one query is multiplied with, what comes out per head.
  S query_key_size() const { return head_size + rope_head_size; }
  S value_size() const { return value_of(value_head_size) > 0 ? value_head_size : head_size; }
  S expert_layers() const { return is_mixture() ? S(layers - dense_layers) : S(0); }

  /// Matrices of the attention of one layer.
  S attention_parameters() const {
    const S out = query_heads * value_size() * hidden;
    if (!is_latent())
      return hidden * query_heads * query_key_size() + hidden * key_value_heads * (query_key_size() + value_size()) + out;
    const S queries = value_of(query_rank) > 0 ? S(query_rank * (hidden + query_heads * query_key_size()))
                                               : S(hidden * query_heads * query_key_size());
    return queries + hidden * (key_value_rank + rope_head_size) + key_value_rank * query_heads * (head_size + value_size()) +
           out;
  }
  /// Matrices of the feed-forward of one dense layer, of one expert.
  S feed_forward_parameters() const { return matrices_per_feed_forward() * hidden * feed_forward; }
  S expert_parameters() const { return matrices_per_feed_forward() * hidden * expert_feed_forward; }
  /// One table: the input's; the output's is another one unless tied.
  S table_parameters() const { return vocabulary * hidden; }
  /// The table of learned positions.
  S position_parameters() const { return positions * hidden; }
  /// Weights of a norm over the width of the model.
  S norm_width() const { return value_of(norm_bias) != 0 ? S(S(2) * hidden) : hidden; }
  /// Normalisation weights of one layer, of the whole model: norms_per_layer = 0 leaves all of them out, the final norm too.
  S layer_norm_parameters() const {
    if (value_of(norms_per_layer) == 0) return S(0);
    const S latent = is_latent() ? S(query_rank + key_value_rank) : S(0);
    return norms_per_layer * norm_width() + latent + query_key_norm;
  }
  S norm_parameters() const {
    return value_of(norms_per_layer) == 0 ? S(0) : S(layers * layer_norm_parameters() + norm_width());
  }
  /// Biases of the queries, keys and values of one layer; of the first products of a feed-forward of that width. Those of what
  /// comes out of attention and feed-forward are as wide as the model: output_bias.
  S query_key_value_biases() const {
    return value_of(query_key_value_bias) != 0
               ? S(query_heads * query_key_size() + key_value_heads * (query_key_size() + value_size()))
               : S(0);
  }
  S feed_forward_biases(const S& width) const {
    return value_of(bias) != 0 ? S((matrices_per_feed_forward() - S(1)) * width) : S(0);
  }
  S output_bias() const { return value_of(bias) != 0 ? hidden : S(0); }
  S router_biases() const { return value_of(bias) != 0 && value_of(router) != 0 ? experts : S(0); }
  /// All tables and matrices: neither normalisation weights nor biases.
  S matrix_parameters() const { return matrices(experts); }
  /// All parameters: what memory, checkpoints and gradient traffic see.
  S parameters() const { return matrix_parameters() + vectors(experts); }
  /// Parameters that one token meets: what FLOPs see. All tables count.
  S active_parameters() const { return matrices(active_experts) + vectors(active_experts); }

  /// FLOPs per token of the matrix products with parameters, forward and backward: 6 per active parameter.
  /// @param input_table whether tables that are looked up count, which is no product: the input's, unless it is the output's
  /// too, and that of positions
  S matrix_flops_per_token(bool input_table = true) const {
    const S looked_up = (value_of(tied) == 0 ? table_parameters() : S(0)) + position_parameters();
    return S(6) * (input_table ? active_parameters() : S(active_parameters() - looked_up));
  }
  /// FLOPs per token of scores and weighted values, forward and backward.
  /// @param attention "causal": half of the scores are computed; "full": all of them
  S attention_flops_per_token(std::string_view attention = "causal") const {
    return attention_flops_per_token(from_word<Attention>("TransformerShape", "attention", attention));
  }
  S attention_flops_per_token(Attention attention) const {
    return S(attention == Attention::causal ? 3 : 6) * layers * query_heads * (query_key_size() + value_size()) *
           sequence_length;
  }
  /// FLOPs of training on one token, forward and backward, nothing recomputed.
  S flops_per_token(std::string_view attention = "causal", bool input_table = true) const {
    return matrix_flops_per_token(input_table) + attention_flops_per_token(attention);
  }

 private:
  S matrices_per_feed_forward() const { return S(value_of(gated) != 0 ? 3 : 2); }
  S matrices(const S& counted_experts) const {
    S feed_forwards = (layers - expert_layers()) * feed_forward_parameters();
    if (is_mixture()) {
      const S choice = value_of(router) != 0 ? S(hidden * experts) : S(0);
      feed_forwards = feed_forwards + expert_layers() * ((counted_experts + shared_experts) * expert_parameters() + choice);
    }
    return layers * attention_parameters() + feed_forwards + S(value_of(tied) != 0 ? 1 : 2) * table_parameters() +
           position_parameters();
  }
  /// Normalisation weights and biases.
  S vectors(const S& counted_experts) const {
    const S each = feed_forward_biases(expert_feed_forward) + output_bias();
    return norm_parameters() + layers * (query_key_value_biases() + output_bias()) +
           (layers - expert_layers()) * (feed_forward_biases(feed_forward) + output_bias()) +
           expert_layers() * ((counted_experts + shared_experts) * each + router_biases());
  }
};

template <class S>
constexpr auto fields(const TransformerShape<S>*) {
  using T = TransformerShape<S>;
  return std::to_array<Field<T, S>>({
      {"layers", &T::layers, "1", counted(1), "blocks of attention and feed-forward"},
      {"hidden", &T::hidden, "1", counted(1), "width of the residual stream"},
      {"feed_forward", &T::feed_forward, "1", counted(0), "width of a dense feed-forward"},
      {"query_heads", &T::query_heads, "1", counted(1), "attention heads"},
      {"key_value_heads", &T::key_value_heads, "1", counted(1), "heads of keys and values; divides query_heads"},
      {"head_size", &T::head_size, "1", counted(1), "width of a head; with latent attention of its part without position"},
      {"vocabulary", &T::vocabulary, "1", counted(1), "rows of a table"},
      {"sequence_length", &T::sequence_length, "1", counted(1), "tokens of a sequence"},
      {"gated", &T::gated, "1", flag, "three matrices per feed-forward instead of two"},
      {"tied", &T::tied, "1", flag, "one table for input and output"},
      {"norms_per_layer", &T::norms_per_layer, "1", counted(0),
       "normalisations per layer, plus a final one; 0: none is counted"},
      {"experts", &T::experts, "1", counted(0), "routed experts per layer; 0: dense"},
      {"active_experts", &T::active_experts, "1", counted(0), "routed experts that a token meets"},
      {"shared_experts", &T::shared_experts, "1", counted(0), "experts that every token meets"},
      {"expert_feed_forward", &T::expert_feed_forward, "1", counted(0), "width of an expert"},
      {"dense_layers", &T::dense_layers, "1", counted(0), "first layers that keep the dense feed-forward"},
      {"router", &T::router, "1", flag, "whether the routers' matrices are counted"},
      {"query_rank", &T::query_rank, "1", counted(0), "latent attention: compressed queries; 0: not compressed"},
      {"key_value_rank", &T::key_value_rank, "1", counted(0),
       "latent attention: compressed keys and values; 0: no latent attention"},
      {"rope_head_size", &T::rope_head_size, "1", counted(0), "latent attention: part of a head that carries the position"},
      {"value_head_size", &T::value_head_size, "1", counted(0), "width of a value head; 0: head_size"},
      {"query_key_value_bias", &T::query_key_value_bias, "1", flag, "whether queries, keys and values have biases"},
      {"bias", &T::bias, "1", flag,
       "whether all other products of a layer have biases: attention's output, feed-forwards, experts, routers"},
      {"norm_bias", &T::norm_bias, "1", flag, "whether normalisations shift too: two weights where there is one"},
      {"query_key_norm", &T::query_key_norm, "1", counted(0),
       "weights of the norms of queries and keys of a layer; 0: no such norms"},
      {"positions", &T::positions, "1", counted(0), "rows of a table of learned positions; 0: none"},
  });
}
static_assert(table_is_complete<TransformerShape<>>, "TransformerShape: a member without its row, or a row without its member");

/// Throws DomainError where a field is out of range, or at odds with another one.
template <class S>
void validate(const TransformerShape<S>& shape) {
  constexpr std::string_view owner = "TransformerShape";
  scaling_limits::validate(shape, owner);
  const auto refuse = [&](std::string_view name, const S& value, const std::string& must) {
    throw DomainError(std::string(owner) + ": " + std::string(name) + " = " + to_text(value_of(value)) + " must " + must);
  };
  const auto groups = value_of(shape.query_heads) / value_of(shape.key_value_heads);
  if (groups != std::floor(groups))
    refuse("key_value_heads", shape.key_value_heads, "divide query_heads = " + to_text(value_of(shape.query_heads)));
  if (shape.is_mixture()) {
    if (!(value_of(shape.active_experts) >= 1 && shape.active_experts <= shape.experts))
      refuse("active_experts", shape.active_experts, "be in [1, experts = " + to_text(value_of(shape.experts)) + "]");
    if (!(value_of(shape.expert_feed_forward) > 0))
      refuse("expert_feed_forward", shape.expert_feed_forward, "be > 0 where there are experts");
    if (shape.layers < shape.dense_layers)
      refuse("dense_layers", shape.dense_layers, "be <= layers = " + to_text(value_of(shape.layers)));
  } else {
    if (value_of(shape.active_experts) > 0 || value_of(shape.shared_experts) > 0)
      refuse("experts", shape.experts, "be > 0 where active or shared experts are given");
  }
  if (shape.is_latent() && value_of(shape.query_key_value_bias) != 0)
    refuse("query_key_value_bias", shape.query_key_value_bias, "be 0 with latent attention, whose biases are not counted");
  if (!shape.is_latent() && (value_of(shape.query_rank) > 0 || value_of(shape.rope_head_size) > 0))
    refuse("key_value_rank", shape.key_value_rank, "be > 0 where query_rank or rope_head_size is given");
}

}  // namespace scaling_limits::workload
