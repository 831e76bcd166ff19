// SPDX-License-Identifier: Apache-2.0
// What tokens are worth that are read several times: e epochs over u unique tokens train like D' tokens that are all new,
//
//     D' = u [1 + R (1 - exp(-(e - 1)/R))]    e = 1 - R ln(1 - (D'/u - 1)/R)    from the first epoch on; before, D' = u e
//
// R the decay: a repeat is worth 1/e of a new token after R of them, and all repeats together no more than R u.
// Muennighoff et al., "Scaling Data-Constrained Language Models", arXiv 2305.16264, 2023, equation 5; R of its appendix A.
#pragma once
#include "../version.hpp"

#include "../core/math.hpp"

namespace scaling_limits::workload {

inline constexpr double repeat_decay = 15.387756;

/// New tokens that are worth as much as unique ones read several times.
///
/// u (1 + R (1 - exp(-(e - 1) / R))), u = unique_tokens, e = epochs, R = decay; u e within the first epoch.
///
/// Source: Muennighoff et al., arXiv 2305.16264, 2023, equation 5 and appendix A.
///
/// @param unique_tokens u >= 0; @param epochs e >= 0; @param decay R >= 0
template <class U, class E, class R = double, Scalar S = promote_t<U, E, R>>
S effective_tokens(const U& unique_tokens, const E& epochs, const R& decay = repeat_decay) {
  const S u(unique_tokens), e(epochs), r(decay);
  if (!(value_of(u) >= 0 && value_of(e) >= 0 && value_of(r) >= 0)) return S(NaN);
  if (value_of(u) == 0) return u;
  if (value_of(e) < 1 || value_of(r) == inf) return u * e;  // no repeats; repeats as good as new
  if (value_of(r) == 0) return u * (S(1) + r);
  if (value_of(e) == inf) return u * (S(1) + r);
  return u * (S(1) - r * exp_minus_one(S(-(e - S(1)) / r)));
}

/// Epochs over unique tokens that are worth so many new ones; NaN from unique_tokens (1 + decay) on.
///
/// 1 - R log(1 - (D / u - 1) / R), D = effective_tokens, u = unique_tokens, R = decay.
///
/// Source: Muennighoff et al., arXiv 2305.16264, 2023, equation 5 and appendix A.
///
/// @param effective_tokens D' >= 0; @param unique_tokens u > 0; @param decay R >= 0
template <class D, class U, class R = double, Scalar S = promote_t<D, U, R>>
S epochs_for(const D& effective_tokens, const U& unique_tokens, const R& decay = repeat_decay) {
  const S d(effective_tokens), u(unique_tokens), r(decay);
  if (!(value_of(d) >= 0 && value_of(u) > 0 && value_of(r) >= 0)) return S(NaN);
  if (!(value_of(d) > value_of(u)) || value_of(r) == inf) return d / u;
  const S used = (d - u) / (u * r);  // of all that repeats can be worth
  return value_of(used) < 1 ? S(S(1) - r * log_one_plus(S(-used))) : S(NaN);
}

}  // namespace scaling_limits::workload
