// SPDX-License-Identifier: Apache-2.0
// How a model is spread over GPUs: N = tensor x pipeline x data x context. Expert parallelism lives inside the data
// dimension (expert divides data). chunks is the number of model pieces per pipeline stage (interleaving).
#pragma once
#include "../version.hpp"

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <vector>

#include "../core/fields.hpp"

namespace scaling_limits::parallelism {

struct Layout {
  std::int64_t tensor = 1;
  std::int64_t pipeline = 1;
  std::int64_t data = 1;
  std::int64_t context = 1;
  std::int64_t expert = 1;
  std::int64_t chunks = 1;
  std::int64_t micro_batch = 1;

  /// The product of the degrees; as many as there can be where it is beyond that.
  std::int64_t gpus() const { return product({tensor, pipeline, data, context}); }
  /// GPUs that hold one replica of the model.
  std::int64_t replica() const { return product({tensor, pipeline, context}); }

  static std::int64_t product(std::initializer_list<std::int64_t> factors) {
    std::int64_t all = 1;
    for (const std::int64_t x : factors)
      all = static_cast<double>(all) * static_cast<double>(x) < 0x1p63 ? all * x : (std::numeric_limits<std::int64_t>::max)();
    return all;
  }

  friend bool operator==(const Layout&, const Layout&) = default;
};

inline constexpr Range count = counted(1);
inline constexpr std::int64_t most_gpus = std::int64_t{1} << 53;  // of a layout: every count of them is exact in a double

constexpr auto fields(const Layout*) {
  using L = Layout;
  return std::to_array<Field<L, std::int64_t>>({
      {"tensor", &L::tensor, "1", count, "GPUs that share each matrix"},
      {"pipeline", &L::pipeline, "1", count, "stages the layers are cut into"},
      {"data", &L::data, "1", count, "replicas of the model"},
      {"context", &L::context, "1", count, "GPUs that share each sequence"},
      {"expert", &L::expert, "1", count, "GPUs that share the experts, inside the data dimension"},
      {"chunks", &L::chunks, "1", count, "model pieces per stage (1: not interleaved)"},
      {"micro_batch", &L::micro_batch, "1", count, "sequences per micro-batch of a replica"},
  });
}
static_assert(table_is_complete<Layout>, "Layout: a member without its row, or a row without its member");

/// What a layout must divide. Plain numbers, so that any model description can be held against it.
struct LayoutDemand {
  std::int64_t gpus = 0;  // 0: any number
  std::int64_t layers = 0;
  std::int64_t query_heads = 0, key_value_heads = 0;
  std::int64_t sequence_length = 0;
  std::int64_t experts = 0;                                 // 0: a dense model
  std::int64_t batch_sequences = 0;                         // of one step, all replicas
  std::int64_t shard_ranks = 0;                             // that share the state in groups; 0: all of data x context
  bool heads_exchanged = false;                             // context ranks exchange heads for tokens
  const std::vector<std::int64_t>* stage_layers = nullptr;  // of each stage, where they are given
};

/// Whether groups that share the state hold whole expert groups, or lie in one.
constexpr bool groups_hold(std::int64_t shard_ranks, std::int64_t expert) {
  return shard_ranks == 0 || shard_ranks % expert == 0 || expert % shard_ranks == 0;
}

namespace detail {

/// The rules of misfit(), each of one part of a layout; empty where it is kept.
struct LayoutRules {
  const Layout& layout;
  const LayoutDemand& demand;

  static std::string named(std::string_view name, std::int64_t value) {
    return std::string(name) + " = " + std::to_string(value);
  }
  std::string degrees() const {
    return named("tensor", layout.tensor) + " x " + named("pipeline", layout.pipeline) + " x " + named("data", layout.data) +
           " x " + named("context", layout.context);
  }

  std::string gpus() const {
    if (demand.gpus && layout.gpus() != demand.gpus)
      return degrees() + " makes " + std::to_string(layout.gpus()) + " GPUs, not " + named("gpus", demand.gpus);
    if (layout.gpus() > most_gpus) return degrees() + " must be at most " + std::to_string(most_gpus) + " GPUs";
    return {};
  }
  std::string experts() const {
    if (layout.data % layout.expert) return named("expert", layout.expert) + " must divide " + named("data", layout.data);
    if (layout.expert > 1 && demand.experts == 0)
      return named("expert", layout.expert) + " must be 1: the model has no experts";
    if (demand.experts && demand.experts % layout.expert)
      return named("expert", layout.expert) + " must divide " + named("experts", demand.experts);
    return {};
  }
  std::string heads() const {
    if (demand.query_heads && demand.query_heads % layout.tensor)
      return named("tensor", layout.tensor) + " must divide " + named("query_heads", demand.query_heads);
    if (demand.key_value_heads && demand.key_value_heads % layout.tensor && layout.tensor % demand.key_value_heads)
      return named("tensor", layout.tensor) + " must divide, or be a multiple of, " +
             named("key_value_heads", demand.key_value_heads);
    return {};
  }
  std::string stages() const {
    if (layout.chunks > 1 && layout.pipeline == 1)
      return named("chunks", layout.chunks) + " must be 1 where " + named("pipeline", layout.pipeline);
    if (demand.stage_layers) return given_stages(*demand.stage_layers);
    const std::int64_t pieces = layout.pipeline * layout.chunks;
    if (demand.layers && demand.layers % pieces && (demand.layers + 2) % pieces)
      return named("pipeline", layout.pipeline) + " x " + named("chunks", layout.chunks) + " must divide " +
             named("layers", demand.layers) + ", or layers + 2 (embedding and head as a layer each)";
    return {};
  }
  std::string given_stages(const std::vector<std::int64_t>& layers) const {
    if (static_cast<std::int64_t>(layers.size()) != layout.pipeline)
      return "stage_layers of " + std::to_string(layers.size()) + " stages must be of as many as " +
             named("pipeline", layout.pipeline);
    constexpr std::int64_t most = (std::numeric_limits<std::int64_t>::max)();
    std::int64_t sum = 0;
    for (const std::int64_t one : layers) {
      if (one < 0) return named("stage_layers has", one) + " layers: each must be a whole number >= 0";
      sum = one > most - sum ? most : sum + one;
    }
    if (sum != demand.layers)
      return "stage_layers of " + std::to_string(sum) + " layers in all must be of " + named("layers", demand.layers);
    return {};
  }
  std::string context() const {
    if (demand.sequence_length && demand.sequence_length % layout.context)
      return named("context", layout.context) + " must divide " + named("sequence_length", demand.sequence_length);
    if (demand.heads_exchanged && demand.query_heads && demand.query_heads % layout.tensor == 0 &&
        demand.query_heads / layout.tensor % layout.context)
      return named("tensor", layout.tensor) + " x " + named("context", layout.context) + " must divide " +
             named("query_heads", demand.query_heads) + " where context_exchange = all_to_all";
    return {};
  }
  std::string shards() const {
    if (demand.shard_ranks == 0) return {};
    const std::int64_t ranks = Layout::product({layout.data, layout.context});
    if (ranks % demand.shard_ranks)
      return named("shard_ranks", demand.shard_ranks) + " must divide data x context = " + std::to_string(ranks);
    if (!groups_hold(demand.shard_ranks, layout.expert))
      return named("shard_ranks", demand.shard_ranks) + " must divide, or be a multiple of, " + named("expert", layout.expert);
    return {};
  }
  std::string batch() const {
    if (demand.batch_sequences == 0) return {};
    const std::int64_t per_pass = layout.data * layout.micro_batch;
    const auto pass = [&] { return named("data", layout.data) + " x " + named("micro_batch", layout.micro_batch); };
    if (per_pass > demand.batch_sequences)
      return pass() + " needs " + std::to_string(per_pass) + " sequences a step, the batch has " +
             std::to_string(demand.batch_sequences);
    if (demand.batch_sequences % per_pass)
      return pass() + " must divide the batch of " + std::to_string(demand.batch_sequences) + " sequences";
    return {};
  }
};

}  // namespace detail

/// Why the layout does not fit, naming fields and values; empty where it does.
///
/// tensor x pipeline x data x context = gpus; tensor divides query_heads, and divides or is a multiple of key_value_heads;
/// pipeline x chunks divides layers, or layers + 2 (embedding and head count as a layer each, as in Llama 3), unless
/// stage_layers says how many each stage has: as many numbers as stages, of layers in all;
/// expert divides data and experts; context divides sequence_length; data x micro_batch divides the batch;
/// shard_ranks divides data x context, and divides or is a multiple of expert.
inline std::string misfit(const Layout& layout, const LayoutDemand& demand) {
  using Rules = detail::LayoutRules;
  const Rules rules{layout, demand};
  for (const auto rule :
       {&Rules::gpus, &Rules::experts, &Rules::heads, &Rules::stages, &Rules::context, &Rules::shards, &Rules::batch})
    if (std::string why = (rules.*rule)(); !why.empty()) return why;
  return {};
}

}  // namespace scaling_limits::parallelism
