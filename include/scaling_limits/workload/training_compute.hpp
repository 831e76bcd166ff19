// SPDX-License-Identifier: Apache-2.0
// The compute [FLOP] of training N parameters on D tokens, 6 N D: 2 of the forward and 4 of the backward pass for each
// parameter and token; and of serving I tokens, 2 N I. By the rule of r tokens per parameter (20) C = 6 r N^2 = 6 D^2/r.
//
// Kaplan et al., "Scaling Laws for Neural Language Models", arXiv 2001.08361, 2020, section 2.1; Hoffmann et al., arXiv
// 2203.15556, 2022; serving: Sardana and Frankle, arXiv 2401.00448, 2023. Attention, and tables that are only looked up, are
// left out: TransformerShape::flops_per_token counts them.
#pragma once
#include "../version.hpp"

#include "../core/scalar.hpp"

namespace scaling_limits::workload {

/// Compute of training a model [FLOP]: 6 parameters tokens.
///
/// Attention, and tables that are only looked up, are left out: flops_per_token of a TransformerShape counts them.
///
/// Source: Kaplan et al., arXiv 2001.08361, 2020, section 2.1.
///
/// @param parameters, tokens >= 0
template <class N, class D, Scalar S = promote_t<N, D>>
S training_compute(const N& parameters, const D& tokens) {
  const S n(parameters), d(tokens);
  return value_of(n) >= 0 && value_of(d) >= 0 ? S(S(6) * n * d) : S(NaN);
}

/// Compute of a model over its life [FLOP]: 6 parameters tokens + 2 parameters inference_tokens.
///
/// Source: Sardana and Frankle, arXiv 2401.00448, 2023.
///
/// @param parameters, tokens, inference_tokens >= 0
template <class N, class D, class I, Scalar S = promote_t<N, D, I>>
S lifetime_compute(const N& parameters, const D& tokens, const I& inference_tokens) {
  const S n(parameters), d(tokens), i(inference_tokens);
  if (!(value_of(n) >= 0 && value_of(d) >= 0 && value_of(i) >= 0)) return S(NaN);
  return S(2) * n * (S(3) * d + i);
}

/// Compute that so many tokens train by the rule of tokens per parameter [FLOP]: 6 tokens^2 / tokens_per_parameter.
///
/// Source: Hoffmann et al., arXiv 2203.15556, 2022: 20 tokens per parameter.
///
/// @param tokens >= 0; @param tokens_per_parameter r > 0
template <class D, class R = int, Scalar S = promote_t<D, R>>
S compute_of_tokens(const D& tokens, const R& tokens_per_parameter = 20) {
  const S d(tokens), r(tokens_per_parameter);
  return value_of(d) >= 0 && value_of(r) > 0 ? S(S(6) * d * (d / r)) : S(NaN);
}

/// Compute that trains so many parameters by the rule of tokens per parameter [FLOP].
///
/// 6 tokens_per_parameter parameters^2.
///
/// Source: Hoffmann et al., arXiv 2203.15556, 2022: 20 tokens per parameter.
///
/// @param parameters >= 0; @param tokens_per_parameter r > 0
template <class N, class R = int, Scalar S = promote_t<N, R>>
S compute_of_parameters(const N& parameters, const R& tokens_per_parameter = 20) {
  const S n(parameters), r(tokens_per_parameter);
  return value_of(n) >= 0 && value_of(r) > 0 ? S(S(6) * n * (n * r)) : S(NaN);
}

}  // namespace scaling_limits::workload
