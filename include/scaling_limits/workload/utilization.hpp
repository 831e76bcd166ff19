// SPDX-License-Identifier: Apache-2.0
// Model FLOPs utilisation: the share of the hardware's peak that goes into the FLOPs the model needs. Hardware FLOPs
// utilisation counts what is computed again too. Chowdhery et al., "PaLM", arXiv 2204.02311, 2022, appendix B.
// A utilisation says little without its two conventions: full or causal attention in flops_per_token, and whose peak.
#pragma once
#include "../version.hpp"

#include "../core/scalar.hpp"

namespace scaling_limits::workload {

/// Share of the peak that goes into the FLOPs the model needs: tokens/s x FLOPs/token / (gpus x peak_flops).
///
/// Source: Chowdhery et al., PaLM, arXiv 2204.02311, 2022, appendix B.
///
/// @param tokens_per_second of the whole job; @param flops_per_token forward and backward, e.g.
/// TransformerShape::flops_per_token
/// @param peak_flops [FLOP/s] of one GPU, in the format named with the result
template <class T, class F, class N, class P, Scalar S = promote_t<T, F, N, P>>
S model_flops_utilization(const T& tokens_per_second, const F& flops_per_token, const N& gpus, const P& peak_flops) {
  const S tokens(tokens_per_second), flops(flops_per_token), n(gpus), peak(peak_flops);
  if (!(value_of(tokens) >= 0 && value_of(flops) >= 0 && value_of(n) > 0 && value_of(peak) > 0)) return S(NaN);
  return tokens * flops / (n * peak);
}

/// Share of the peak that goes into all FLOPs, what is computed again too.
///
/// What is computed again is a share of the forward pass, a third of forward and backward.
///
/// Source: Chowdhery et al., PaLM, arXiv 2204.02311, 2022, appendix B.
///
/// @param matrix_flops, attention_flops [FLOP] per token, forward and backward
/// @param matrix_recompute, attention_recompute shares of the two forward passes that run twice, in [0, 1]
template <class T, class F, class A, class N, class P, class U, class V, Scalar S = promote_t<T, F, A, N, P, U, V>>
S hardware_flops_utilization(const T& tokens_per_second, const F& matrix_flops, const A& attention_flops, const N& gpus,
                             const P& peak_flops, const U& matrix_recompute, const V& attention_recompute) {
  const S again(matrix_recompute), attention_again(attention_recompute);
  const auto share = [](const S& x) { return value_of(x) >= 0 && value_of(x) <= 1; };
  const S matrix(matrix_flops), attention(attention_flops);
  if (!share(again) || !share(attention_again) || !(value_of(matrix) >= 0 && value_of(attention) >= 0)) return S(NaN);
  const S flops = matrix * (S(1) + again / S(3)) + attention * (S(1) + attention_again / S(3));
  return model_flops_utilization(S(tokens_per_second), flops, S(gpus), S(peak_flops));
}

/// tokens/s of a job: tokens of a step by its time.
template <class B, class T, Scalar S = promote_t<B, T>>
S tokens_per_second(const B& batch_tokens, const T& step_time) {
  const S batch(batch_tokens), time(step_time);
  return value_of(batch) >= 0 && value_of(time) > 0 ? S(batch / time) : S(NaN);
}

/// Tokens per second at a utilisation, the other way round.
template <class U, class F, class N, class P, Scalar S = promote_t<U, F, N, P>>
S tokens_per_second(const U& utilization, const F& flops_per_token, const N& gpus, const P& peak_flops) {
  const S share(utilization), n(gpus), peak(peak_flops), flops(flops_per_token);
  if (!(value_of(share) >= 0 && value_of(n) > 0 && value_of(peak) > 0 && value_of(flops) > 0)) return S(NaN);
  return share * n * peak / flops;
}

}  // namespace scaling_limits::workload
