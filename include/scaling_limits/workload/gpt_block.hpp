// SPDX-License-Identifier: Apache-2.0
// The GPT block with biases, learned positions and a tied table: parameters and FLOPs of a step.
//
//   L layers   h hidden   V vocabulary   s sequence_length   Q sequences of a step
//   parameters   12 L h^2 + 13 L h + (V + s) h
//   FLOPs        24 Q s L h^2 [passes (1 + s/(6h)) + extra + 3 V/(12 L h)]
//                3 passes (forward 1, backward 2), 4 with full recompute
// Narayanan et al., "Efficient Large-Scale Language Model Training on GPU Clusters", SC 2021, eq. 2 and 3.
#pragma once
#include "../version.hpp"

#include "../core/scalar.hpp"
#include "../core/words.hpp"

namespace scaling_limits::workload {

/// Parameters of a GPT: biases, layer norms and positions counted.
///
/// 12 L h^2 + 13 L h + (V + s) h, L = layers, h = hidden, V = vocabulary, s = sequence_length.
///
/// Source: Narayanan et al., SC 2021, eq. 2.
template <class L, class H, class V, class Q, Scalar S = promote_t<L, H, V, Q>>
S gpt_parameters(const L& layers, const H& hidden, const V& vocabulary, const Q& sequence_length) {
  const S l(layers), h(hidden), v(vocabulary), s(sequence_length);
  if (!(value_of(l) >= 0 && value_of(h) >= 0 && value_of(v) >= 0 && value_of(s) >= 0)) return S(NaN);
  return S(12) * l * h * h + S(13) * l * h + (v + s) * h;
}

/// How what a backward pass computes again is counted.
enum class GptRecompute {
  none,
  selective,             ///< the attention core: one forward pass of scores and weighted values, s/(6h) of a layer's forward
  full,                  ///< the whole forward pass of every layer
  selective_korthikanti  ///< the core as Korthikanti et al. (arXiv 2205.05198, appendix A) print it, three times the extra work
};
constexpr auto words(const GptRecompute*) {
  using enum GptRecompute;
  return std::to_array<Word<GptRecompute>>(
      {{"none", none}, {"selective", selective}, {"full", full}, {"selective_korthikanti", selective_korthikanti}});
}

/// Work of a training step of a GPT [FLOP]: forward, backward and what is computed again.
///
///   none                    72 Q s L h^2 (1 + s/(6h) + V/(12 L h))
///   full                    96 Q s L h^2 (1 + s/(6h) + V/(16 L h))
///   selective               72 Q s L h^2 (1 + (4/3) s/(6h) + V/(12 L h))
///   selective_korthikanti   72 Q s L h^2 (1 + s/(3h) + V/(12 L h))
///
/// Source: Narayanan et al., SC 2021, eq. 3.
template <class L, class H, class V, class Q, class N, Scalar S = promote_t<L, H, V, Q, N>>
S gpt_step_flops(const L& layers, const H& hidden, const V& vocabulary, const Q& sequence_length, const N& sequences,
                 GptRecompute recompute = GptRecompute::full) {
  const S l(layers), h(hidden), v(vocabulary), s(sequence_length), n(sequences);
  if (!(value_of(l) >= 0 && value_of(h) >= 0 && value_of(v) >= 0 && value_of(s) >= 0 && value_of(n) >= 0)) return S(NaN);
  const S matrices = S(24) * l * h * h, core = S(4) * l * s * h,
          head = S(6) * v * h;  // of one token; forward alone, head with backward
  const S passes(recompute == GptRecompute::full ? 4 : 3);
  const S core_passes(recompute == GptRecompute::none ? 3 : recompute == GptRecompute::selective_korthikanti ? 6 : 4);
  return n * s * (passes * matrices + core_passes * core + head);
}

template <class L, class H, class V, class Q, class N, Scalar S = promote_t<L, H, V, Q, N>>
S gpt_step_flops(const L& layers, const H& hidden, const V& vocabulary, const Q& sequence_length, const N& sequences,
                 std::string_view recompute) {
  return gpt_step_flops(layers, hidden, vocabulary, sequence_length, sequences,
                        from_word<GptRecompute>("gpt_step_flops", "recompute", recompute));
}

/// Training time [s] with full recompute, 2-3 % low: 8 tokens parameters / (gpus achieved_flops).
///
/// Source: Narayanan et al., SC 2021, eq. 4.
template <class T, class P, class N, class X, Scalar S = promote_t<T, P, N, X>>
S gpt_training_time(const T& tokens, const P& parameters, const N& gpus, const X& achieved_flops) {
  const S t(tokens), p(parameters), n(gpus), x(achieved_flops);
  if (!(value_of(t) >= 0 && value_of(p) >= 0 && value_of(n) > 0 && value_of(x) > 0)) return S(NaN);
  return S(8) * t * p / (n * x);
}

}  // namespace scaling_limits::workload
