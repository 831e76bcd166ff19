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

/// Tensor parallelism: two all-reduces of the activations per layer, each way; e (t - 1) X/(9 h W).
/// Below x as long as t <= 1 + 9 x h W/(e X).
template <class T, class H, class X, class W, class E = int, Scalar S = promote_t<T, H, X, W, E>>
S tensor_traffic_ratio(const T& tensor, const H& hidden, const X& flops, const W& bandwidth, const E& element_bytes = 2) {
  const S t(tensor), h(hidden), x(flops), w(bandwidth), e(element_bytes);
  if (!(value_of(t) >= 1 && value_of(h) > 0 && detail::rates_in_domain(x, w, e))) return S(NaN);
  return e * (t - S(1)) * x / (S(9) * h * w);
}

/// Data parallelism: the gradient all-reduce of a step; e X/(3 W)/(tokens per replica) (d - 1)/d.
///
/// tokens_per_replica: tokens of one step that one replica's GPUs see, over that replica's GPUs' share of the model as one.
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

/// Expert parallelism with gated experts: tokens out to their experts and back, each way; (2/9) e X/(F_e W), whatever the
/// number of active experts and the hidden size.
template <class F, class X, class W, class E = int, Scalar S = promote_t<F, X, W, E>>
S expert_traffic_ratio(const F& expert_feed_forward, const X& flops, const W& bandwidth, const E& element_bytes = 2) {
  const S f(expert_feed_forward), x(flops), w(bandwidth), e(element_bytes);
  if (!(value_of(f) > 0 && detail::rates_in_domain(x, w, e))) return S(NaN);
  return S(2) * e * x / (S(9) * f * w);
}

/// Context parallelism as a ring: the tokens per GPU from which the keys and values of the next block arrive in time;
/// e (k/a) X/(2 W), twice that when attention is causal and its work balanced.
template <class A, class K, class X, class W, class E = int, Scalar S = promote_t<A, K, X, W, E>>
S context_tokens_to_hide(const A& query_heads, const K& key_value_heads, const X& flops, const W& bandwidth,
                         const E& element_bytes = 2, bool causal = false) {
  const S a(query_heads), k(key_value_heads), x(flops), w(bandwidth), e(element_bytes);
  if (!(value_of(a) > 0 && value_of(k) > 0 && detail::rates_in_domain(x, w, e))) return S(NaN);
  return e * (k / a) * x / (S(causal ? 1 : 2) * w);
}

/// Efficiency where a share of the compute can hide the exchange of gradients: 1 up to N = window x half_size, then
/// 1/(1 - window + N/half_size).
template <class N, class H, class F, Scalar S = promote_t<N, H, F>>
S overlapped_efficiency(const N& gpus, const H& half_size, const F& window) {
  const S n(gpus), half(half_size), x = n / half, f(window);
  if (!(value_of(n) >= 0 && value_of(half) >= 0 && value_of(x) >= 0 && value_of(f) >= 0 && value_of(f) <= 1)) return S(NaN);
  return value_of(x) <= value_of(f) ? S(1) : S(S(1) / (S(1) - f + x));
}

}  // namespace scaling_limits::parallelism
