// SPDX-License-Identifier: Apache-2.0
// The cheapest storage bandwidth to first order in the overhead, of blocking checkpoints whose restarts do not depend on it.
//
//   n gpus     M gpu_mttf     S checkpoint_bytes     p gpu_price [$/s]     k bandwidth_price [$/s per B/s]
//
//   cost per useful second n p (1 + sqrt(2 n S/(M W))) + k W is least at W = n [p^2 S/(2 M k^2)]^(1/3)
//   the overhead there is (4 k S/(p M))^(1/3), whatever n; storage has half of it as its share of the GPUs' money
//
// Holds while that overhead is small: the bandwidth is too low by 5/9 of the overhead to the next order, which is more than 5 %
// from an overhead of 9 % on. The exact one is optimal_bandwidth. Derivation: docs/derivations.md, "What is bought".
#pragma once
#include "../version.hpp"

#include "../core/math.hpp"

namespace scaling_limits::economics {

namespace detail {

template <class S>
S cube_root(const S& x) {
  using std::cbrt;
  using std::exp;
  using std::log;
  if (value_of(x) == 0 || value_of(x) == inf) return x;
  if constexpr (std::floating_point<S>) return cbrt(x);
  else return exp(S(log(x) / S(3)));
}

/// a/b of amounts >= 0; nothing over nothing is not known.
template <class S>
S over(const S& a, const S& b) {
  if (value_of(a) == 0 && value_of(b) > 0) return value_of(b) == inf ? S(0) : S(a / b);
  if (value_of(b) == 0) return value_of(a) > 0 ? S(inf) : S(NaN);
  return value_of(b) == inf ? (value_of(a) == inf ? S(NaN) : S(0)) : S(a / b);
}

}  // namespace detail

/// The overhead at the cheapest bandwidth to first order, the same at every size: (4 k S / (p gpu_mttf))^(1/3).
///
/// Storage has half of it as its share of the GPUs' money. Arguments as of first_order_bandwidth.
///
/// Source: docs/derivations.md, section "What is bought".
///
/// @param gpu_mttf M [s] > 0; @param checkpoint_bytes S [B] >= 0; @param gpu_price p [$/s] >= 0; @param bandwidth_price k
/// [$/s per B/s] >= 0. Free bandwidth gives 0, free GPUs inf, both NaN
template <class M, class B, class P, class K, Scalar S = promote_t<M, B, P, K>>
S first_order_overhead(const M& gpu_mttf, const B& checkpoint_bytes, const P& gpu_price, const K& bandwidth_price) {
  const S m(gpu_mttf), s(checkpoint_bytes), p(gpu_price), k(bandwidth_price);
  if (!(value_of(m) > 0 && value_of(s) >= 0 && value_of(p) >= 0 && value_of(k) >= 0)) return S(NaN);
  const S dear = detail::over(k, p), load = detail::over(s, m);  // bytes are cheap, or seldom lost
  if ((value_of(dear) == 0 && value_of(load) == inf) || (value_of(load) == 0 && value_of(dear) == inf)) return S(0);
  return detail::cube_root(S(4)) * detail::cube_root(dear) * detail::cube_root(load);
}

/// The cheapest storage bandwidth [B/s] to first order: gpus [p^2 S / (2 gpu_mttf k^2)]^(1/3).
///
/// p = gpu_price, S = checkpoint_bytes, k = bandwidth_price; of blocking checkpoints. Too low by 5/9 of the overhead, more
/// than 5 % from an overhead of 9 % on: optimal_bandwidth is exact. inf where bandwidth is free.
///
/// Source: docs/derivations.md, section "What is bought".
///
/// @param gpus n > 0; the rest as of first_order_overhead. Nothing to save, or nothing that fails, gives 0; free bandwidth inf
template <class N, class M, class B, class P, class K, Scalar S = promote_t<N, M, B, P, K>>
S first_order_bandwidth(const N& gpus, const M& gpu_mttf, const B& checkpoint_bytes, const P& gpu_price,
                        const K& bandwidth_price) {
  const S n(gpus), m(gpu_mttf), s(checkpoint_bytes), p(gpu_price), k(bandwidth_price);
  if (!(value_of(n) > 0 && value_of(m) > 0 && value_of(s) >= 0 && value_of(p) >= 0 && value_of(k) >= 0)) return S(NaN);
  const S load = detail::over(s, m), cheap = detail::over(p, k);
  if (value_of(load) == 0 || value_of(cheap) == 0) return S(value_of(load) == 0 ? load * S(0) : cheap * S(0));
  const S root = detail::cube_root(cheap);
  return n * root * root * detail::cube_root(S(load / S(2)));
}

}  // namespace scaling_limits::economics
