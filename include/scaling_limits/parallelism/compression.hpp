// SPDX-License-Identifier: Apache-2.0
// Gradient compression: how much it shrinks the traffic, and where it pays.
//
// The uncompressed exchange overlaps with the backward pass, a compressed one does not, since the gradient must be complete and
// encoded first (Agarwal et al., "On the Utility of Gradient Compression", MLSys 2022, section 4).
#pragma once
#include "../version.hpp"

#include <utility>
#include <vector>

#include "../core/scalar.hpp"

namespace scaling_limits::parallelism {

/// Bandwidth [B/s] below which gradient compression pays.
///
/// V (1 - 1/r)/(T_b + T_e), V = 2 ((n - 1)/n) bytes, r = ratio, T_b = backward, T_e = encode.
///
/// Source: Agarwal et al., MLSys 2022.
///
/// @param bytes S, gradient of one replica; @param ranks n >= 1; @param ratio r >= 1
/// @param backward T_b [s], the pass that hides the uncompressed exchange; @param encode T_e [s], encode and decode
template <class B, class N, class R, class T, class E, Scalar S = promote_t<B, N, R, T, E>>
S compression_break_even_bandwidth(const B& bytes, const N& ranks, const R& ratio, const T& backward, const E& encode) {
  const S b(bytes), n(ranks), r(ratio), t(backward), e(encode);
  if (!(value_of(b) >= 0 && value_of(n) >= 1 && value_of(r) >= 1 && value_of(t) >= 0 && value_of(e) >= 0)) return S(NaN);
  return S(2) * ((n - S(1)) / n) * b * (S(1) - S(1) / r) / (t + e);
}

/// Tokens per replica below which compression pays for a transformer.
///
/// e X/(2 W)(1 - 1/r)/(1 + encode_share), X = flops, W = bandwidth, r = ratio, e = element_bytes.
///
/// Source: elementary: compression_break_even_bandwidth of many ranks with 4 FLOP per parameter and token backward.
///
/// @param flops X achieved [FLOP/s]; @param bandwidth W one way [bytes/s]; @param ratio r >= 1
/// @param encode_share T_e/T_b >= 0, encoding against the backward pass
template <class X, class W, class R, class E = int, class T = int, Scalar S = promote_t<X, W, R, E, T>>
S compression_break_even_tokens(const X& flops, const W& bandwidth, const R& ratio, const E& element_bytes = 2,
                                const T& encode_share = 0) {
  const S x(flops), w(bandwidth), r(ratio), e(element_bytes), share(encode_share);
  if (!(value_of(x) >= 0 && value_of(w) > 0 && value_of(r) >= 1 && value_of(e) >= 0 && value_of(share) >= 0)) return S(NaN);
  return e * x / (S(2) * w) * (S(1) - S(1) / r) / (S(1) + share);
}

/// Ranks below which top-k by all-gather beats a ring all-reduce: 2 ratio.
///
/// Source: elementary: an all-gather moves (n - 1)/ratio buffers, a ring all-reduce 2 (n - 1)/n, n ranks.
template <class R, Scalar S = promote_t<R>>
S top_k_most_ranks(const R& ratio) {
  return value_of(ratio) >= 1 ? S(S(2) * S(ratio)) : S(NaN);
}

/// Compression of keeping a share of the entries with their indices: value_bits/(share (value_bits + index_bits)).
///
/// Source: elementary: bits before over bits after.
template <class F, class V, class I, Scalar S = promote_t<F, V, I>>
S top_k_ratio(const F& share, const V& value_bits, const I& index_bits) {
  const S f(share), v(value_bits), i(index_bits);
  if (!(value_of(f) > 0 && value_of(f) <= 1 && value_of(v) > 0 && value_of(i) >= 0)) return S(NaN);
  return v / (f * (v + i));
}

/// Volume saved by 1-bit Adam: 1/(w + (1 - w)/16), w = warmup.
///
/// Source: Tang et al., 1-bit Adam, ICML 2021.
template <class W, Scalar S = promote_t<W>>
S one_bit_adam_ratio(const W& warmup) {
  const S w(warmup);
  if (!(value_of(w) >= 0 && value_of(w) <= 1)) return S(NaN);
  return S(1) / (w + (S(1) - w) / S(16));
}

/// Compression of rounding to fewer bits with one scale per group: from_bits/(bits + scale_bits/group).
///
/// Source: elementary: bits before over bits after.
template <class B, class F, class G, class C, Scalar S = promote_t<B, F, G, C>>
S quantization_ratio(const B& bits, const F& from_bits, const G& group, const C& scale_bits) {
  const S b(bits), f(from_bits), g(group), c(scale_bits);
  if (!(value_of(b) > 0 && value_of(f) > 0 && value_of(g) > 0 && value_of(c) >= 0)) return S(NaN);
  return f / (b + c / g);
}

/// PowerSGD of a rank: each matrix of A x B entries is sent as rank (A + B) of them, vectors as they are
/// (Vogels et al., "PowerSGD", NeurIPS 2019, Table 10). A matrix too small to gain is counted as its factors all the same.
///
/// @param matrices (A, B) of each, > 0; @param vectors entries that are not compressed, >= 0
inline double power_sgd_ratio(const std::vector<std::pair<double, double>>& matrices, double rank, double vectors = 0) {
  double before = vectors, after = vectors;
  if (!(rank > 0 && vectors >= 0)) return NaN;
  for (const auto& [rows, columns] : matrices) {
    if (!(rows > 0 && columns > 0)) return NaN;
    const double used = smaller(rank, smaller(rows, columns));
    before += rows * columns;
    after += used * (rows + columns);
  }
  return before / after;
}

}  // namespace scaling_limits::parallelism
