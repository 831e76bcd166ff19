// SPDX-License-Identifier: Apache-2.0
// Communication against compute, if nothing is hidden: time of the traffic over time of the matrix products it belongs to.
//
//   X  flops [FLOP/s] achieved by one GPU on its compute      W  bandwidth [bytes/s] one way, per GPU
//   e  element_bytes     a ratio below 1 can be hidden behind the compute, where the order of the work allows it
//
// Derived from the traffic counts of Narayanan et al. 2021, section 3, and a forward + backward of 6 FLOP per weight and token.
#pragma once
#include "../version.hpp"

#include "../core/scalar.hpp"

namespace scaling_limits::parallelism {

namespace detail {

template <class S>
bool rates_in_domain(const S& flops, const S& bandwidth, const S& element_bytes) {
  return value_of(flops) >= 0 && value_of(bandwidth) > 0 && value_of(element_bytes) >= 0;
}

}  // namespace detail

/// Tensor-parallel traffic over compute if nothing is hidden.
///
/// e (t - 1) X/(9 h W), t = tensor, h = hidden, X = flops, W = bandwidth, e = element_bytes. Two all-reduces of the activations
/// per layer, each way: below x as long as t <= 1 + 9 x h W/(e X).
///
/// Source: derived in include/scaling_limits/parallelism/traffic.hpp from Narayanan et al., SC 2021, section 3.2.
template <class T, class H, class X, class W, class E = int, Scalar S = promote_t<T, H, X, W, E>>
S tensor_traffic_ratio(const T& tensor, const H& hidden, const X& flops, const W& bandwidth, const E& element_bytes = 2) {
  const S t(tensor), h(hidden), x(flops), w(bandwidth), e(element_bytes);
  if (!(value_of(t) >= 1 && value_of(h) > 0 && detail::rates_in_domain(x, w, e))) return S(NaN);
  return e * (t - S(1)) * x / (S(9) * h * w);
}

/// Gradient exchange over compute if nothing is hidden.
///
/// e X/(3 W)/(tokens per replica) (d - 1)/d, X = flops, W = bandwidth, d = data; e = element_bytes, the mean of
/// reduce-scatter and all-gather (3 for fp32 and bf16).
///
/// tokens_per_replica: tokens of one step that one replica's GPUs see, over that replica's GPUs' share of the model as one.
///
/// Source: derived in include/scaling_limits/parallelism/traffic.hpp from Narayanan et al., SC 2021, section 3.3.
///
/// @param element_bytes mean of the two halves: 3 for an fp32 reduce-scatter and a bf16 all-gather; ZeRO-3 moves 1.5 times as
/// much
template <class B, class X, class W, class E = int, class D = double, Scalar S = promote_t<B, X, W, E, D>>
S data_traffic_ratio(const B& tokens_per_replica, const X& flops, const W& bandwidth, const E& element_bytes = 2,
                     const D& data = D(inf)) {
  const S tokens(tokens_per_replica), x(flops), w(bandwidth), e(element_bytes), d(data);
  if (!(value_of(tokens) > 0 && value_of(d) >= 1 && detail::rates_in_domain(x, w, e))) return S(NaN);
  const S share = value_of(d) == inf ? S(1) : S((d - S(1)) / d);
  return e * x / (S(3) * w * tokens) * share;
}

/// Expert-parallel traffic of gated experts over compute if nothing is hidden.
///
/// (2/9) e X/(F_e W), F_e = expert_feed_forward, X = flops, W = bandwidth, e = element_bytes, whatever the number of
/// active experts and the hidden size. Tokens go out to their experts and back, each way.
///
/// Source: elementary: 4 e h bytes there and back, both passes, against 18 h F_e FLOP, per token and expert.
template <class F, class X, class W, class E = int, Scalar S = promote_t<F, X, W, E>>
S expert_traffic_ratio(const F& expert_feed_forward, const X& flops, const W& bandwidth, const E& element_bytes = 2) {
  const S f(expert_feed_forward), x(flops), w(bandwidth), e(element_bytes);
  if (!(value_of(f) > 0 && detail::rates_in_domain(x, w, e))) return S(NaN);
  return S(2) * e * x / (S(9) * f * w);
}

/// Tokens per GPU from which a context ring's keys and values arrive in time.
///
/// e (k/a) X/(2 W), twice when causal; a = query_heads, k = key_value_heads, X = flops, W = bandwidth, e = element_bytes.
///
/// Source: elementary: a block of keys and values sent while one is worked on; the ring of Liu et al.,
/// arXiv 2310.01889, 2023.
template <class A, class K, class X, class W, class E = int, Scalar S = promote_t<A, K, X, W, E>>
S context_tokens_to_hide(const A& query_heads, const K& key_value_heads, const X& flops, const W& bandwidth,
                         const E& element_bytes = 2, bool causal = false) {
  const S a(query_heads), k(key_value_heads), x(flops), w(bandwidth), e(element_bytes);
  if (!(value_of(a) > 0 && value_of(k) > 0 && detail::rates_in_domain(x, w, e))) return S(NaN);
  return e * (k / a) * x / (S(causal ? 1 : 2) * w);
}

/// Efficiency where a share of the compute hides the gradient exchange.
///
/// 1 up to gpus = window half_size, then 1/(1 - window + gpus/half_size).
///
/// Source: elementary: what outlasts the window adds to the step.
template <class N, class H, class F, Scalar S = promote_t<N, H, F>>
S overlapped_efficiency(const N& gpus, const H& half_size, const F& window) {
  const S n(gpus), half(half_size), x = n / half, f(window);
  if (!(value_of(n) >= 0 && value_of(half) >= 0 && value_of(x) >= 0 && value_of(f) >= 0 && value_of(f) <= 1)) return S(NaN);
  return value_of(x) <= value_of(f) ? S(1) : S(S(1) / (S(1) - f + x));
}

}  // namespace scaling_limits::parallelism
