// SPDX-License-Identifier: Apache-2.0
// Memory of one GPU: model state by ZeRO stage, activations by sharding and recompute.
//
//   state        Rajbhandari et al., "ZeRO", SC20, section 3: 2 bytes of weights, g of gradients, 12 of optimizer (Adam with
//                an fp32 master copy) per parameter; stage 1 shards the optimizer, 2 the gradients too, 3 the weights too
//   activations  Korthikanti et al., "Reducing Activation Recomputation", 2022, Table 2: half precision, with dropout
#pragma once
#include "../version.hpp"

#include "../core/scalar.hpp"
#include "../core/words.hpp"

namespace scaling_limits::parallelism {

/// What a backward pass computes again: nothing, the attention core, the whole layer.
enum class Recompute { none, selective, full };

constexpr auto words(const Recompute*) {
  return std::to_array<Word<Recompute>>(
      {{"none", Recompute::none}, {"selective", Recompute::selective}, {"full", Recompute::full}});
}

/// Weights, gradients and optimizer state of one GPU [B].
///
/// Stage 1 shares the 12 bytes of the optimizer (Adam, fp32 master copy), 2 the gradients too, 3 the 2 bytes of weights
/// too.
///
/// Source: Rajbhandari et al., SC20, section 3.
///
/// @param parameters of the part of the model that the data-parallel group holds (all of it divided by tensor x pipeline), >= 0
/// @param data ranks that share the state, >= 1; @param gradient_bytes per parameter: 2, or 4 where they accumulate in fp32
template <class P, class D, class G = int, Scalar S = promote_t<P, D, G>>
S model_state_bytes_per_gpu(const P& parameters, const D& data, int stage, const G& gradient_bytes = 2) {
  const S p(parameters), d(data), g(gradient_bytes);
  if (!(value_of(p) >= 0 && value_of(d) >= 1 && value_of(g) >= 0) || stage < 0 || stage > 3) return S(NaN);
  const S weights(2), optimizer(12);
  const S whole = (stage < 3 ? weights : S(0)) + (stage < 2 ? g : S(0)) + (stage < 1 ? optimizer : S(0));
  return p * (whole + (weights + g + optimizer - whole) / d);
}

/// Activations that a layer keeps for the backward pass of one micro-batch, on one GPU [B].
///
/// recompute "none": s b h (10 + 24/t + 5 a s/(h t)), with sequence_parallel (s b h/t)(34 + 5 a s/h); "selective":
/// without the term in a s/h; "full": 2 s b h. s = sequence_length, b = micro_batch, h = hidden, a = heads, t = tensor.
/// An upper bound for kernels that fuse, for gated and grouped-query models.
///
/// Source: Korthikanti et al., 2022, Table 2.
///
/// @param sequence_length tokens on this GPU; @param micro_batch sequences; @param tensor ranks that share each matrix
template <class Q, class B, class H, class A, class T, Scalar S = promote_t<Q, B, H, A, T>>
S activation_bytes_per_layer(const Q& sequence_length, const B& micro_batch, const H& hidden, const A& heads, const T& tensor,
                             bool sequence_parallel = false, Recompute recompute = Recompute::none) {
  const S s(sequence_length), h(hidden), a(heads), t(tensor);
  const S sbh = s * S(micro_batch) * h;
  if (!(value_of(sbh) >= 0 && value_of(s) >= 0 && value_of(h) > 0 && value_of(a) >= 0 && value_of(t) >= 1)) return S(NaN);
  if (recompute == Recompute::full) return S(2) * sbh;
  const S core = recompute == Recompute::selective ? S(0) : S(S(5) * a * s / h);
  return sequence_parallel ? S(sbh / t * (S(34) + core)) : S(sbh * (S(10) + (S(24) + core) / t));
}

}  // namespace scaling_limits::parallelism
