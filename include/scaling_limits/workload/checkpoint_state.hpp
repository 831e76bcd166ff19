// SPDX-License-Identifier: Apache-2.0
// How much state one checkpoint of the whole job holds: parameters x bytes per parameter, however it is sharded. Each
// tensor is saved once; replicas and the layout of the parallelism change who writes, not how much.
//
// Bytes per parameter of training with Adam in mixed precision (Rajbhandari et al., "ZeRO", 2020, section 3.1):
//   fp32 master weights 4, first moment 4, second moment 4; bf16 working weights 2; gradients bf16 2, fp32 4, or both
#pragma once
#include "../version.hpp"

#include "../core/fields.hpp"

namespace scaling_limits::workload {

/// Bytes per parameter that a checkpoint saves, by tensor.
template <class S = double>
struct StateRecipe {
  S master_weights = S(4);
  S first_moment = S(4);
  S second_moment = S(4);
  S working_weights = S(0);
  S gradients = S(0);

  S bytes_per_parameter() const { return master_weights + first_moment + second_moment + working_weights + gradients; }
};

template <class S>
constexpr auto fields(const StateRecipe<S>*) {
  using R = StateRecipe<S>;
  return std::to_array<Field<R, S>>({
      {"master_weights", &R::master_weights, "B", not_negative, "weights that the optimizer updates, fp32: 4"},
      {"first_moment", &R::first_moment, "B", not_negative, "Adam's mean of gradients, fp32: 4"},
      {"second_moment", &R::second_moment, "B", not_negative, "Adam's mean of squared gradients, fp32: 4"},
      {"working_weights", &R::working_weights, "B", not_negative, "weights of the forward pass, bf16: 2; saved only by some"},
      {"gradients", &R::gradients, "B", not_negative, "bf16: 2, fp32: 4, both: 6; saved only by a few"},
  });
}
static_assert(table_is_complete<StateRecipe<>>, "StateRecipe: a member without its row, or a row without its member");

struct NamedRecipe {
  std::string_view name{};
  StateRecipe<> recipe{};
  std::string_view includes{};
};

/// The recipes found in practice: 12, 14, 16, 18, 20 bytes per parameter.
inline constexpr std::array<NamedRecipe, 5> state_recipes{{
    {"optimizer",
     {},
     "fp32 master weights, Adam first and second moment: 12 (Llama 3 405B, MLPerf Storage v2: 13 with metadata)"},
    {"optimizer_and_weights", {.working_weights = 2}, "optimizer, and bf16 weights: 14 (BLOOM-176B)"},
    {"with_bf16_gradients", {.working_weights = 2, .gradients = 2}, "optimizer_and_weights, and bf16 gradients: 16"},
    {"with_fp32_gradients", {.working_weights = 2, .gradients = 4}, "optimizer_and_weights, and fp32 gradients: 18"},
    {"with_all_gradients", {.working_weights = 2, .gradients = 6}, "optimizer_and_weights, bf16 and fp32 gradients: 20"},
}};

/// The recipe of a name; throws InvalidArgument with the names there are.
inline const NamedRecipe& state_recipe(std::string_view name) {
  for (const auto& known : state_recipes)
    if (known.name == name) return known;
  std::string text = "state_recipe: no recipe " + in_quotes(name) + "; there are";
  for (const auto& known : state_recipes) text.append(" ").append(known.name);
  throw InvalidArgument(text);
}

/// State of one checkpoint [B]: parameters x bytes_per_parameter.
///
/// 12 bytes are fp32 master weights and Adam's two moments; state_recipes lists what else is saved in practice.
///
/// Source: Rajbhandari et al., SC20, section 3.1, for the bytes per parameter.
template <class P, class B = int, Scalar S = promote_t<P, B>>
S checkpoint_bytes(const P& parameters, const B& bytes_per_parameter = 12) {
  const S p(parameters), b(bytes_per_parameter);
  return value_of(p) >= 0 && value_of(b) >= 0 ? S(p * b) : S(NaN);
}

}  // namespace scaling_limits::workload
