// SPDX-License-Identifier: Apache-2.0
// Training data: what the corpus weighs, and how fast it must be read. Text is small; images, video and checkpoints size the
// storage.
#pragma once
#include "../version.hpp"

#include "../core/scalar.hpp"

namespace scaling_limits::workload {

namespace detail {

/// a x b where both are >= 0, NaN elsewhere.
template <class S>
S amount(const S& a, const S& b) {
  return value_of(a) >= 0 && value_of(b) >= 0 ? S(a * b) : S(NaN);
}

}  // namespace detail

/// Bandwidth [B/s] at which training reads: tokens_per_second x bytes_per_token.
///
/// Source: a definition.
template <class T, class B, Scalar S = promote_t<T, B>>
S ingest_bandwidth(const T& tokens_per_second, const B& bytes_per_token) {
  return detail::amount(S(tokens_per_second), S(bytes_per_token));
}

/// Size of a corpus [B]: tokens x bytes_per_token.
///
/// Source: a definition.
template <class T, class B, Scalar S = promote_t<T, B>>
S data_set_bytes(const T& tokens, const B& bytes_per_token) {
  return detail::amount(S(tokens), S(bytes_per_token));
}

/// Samples per second [1/s] of accelerators kept busy for a share of the time.
///
/// accelerators x batch x utilization / compute_time.
///
/// Source: MLCommons, MLPerf Storage v1.0, 2024: its accelerator utilization (AU).
///
/// @param batch samples of one accelerator's step; @param utilization in [0, 1]; @param compute_time [s] of one step
template <class N, class B, class U, class T, Scalar S = promote_t<N, B, U, T>>
S samples_per_second(const N& accelerators, const B& batch, const U& utilization, const T& compute_time) {
  const S share(utilization), time(compute_time);
  if (!(value_of(share) >= 0 && value_of(share) <= 1 && value_of(time) > 0)) return S(NaN);
  return detail::amount(S(accelerators), S(batch)) * share / time;
}

/// Accelerators that a storage system keeps busy: read_bandwidth by what one of them reads per second.
///
/// Source: elementary: read_bandwidth / (samples_per_second of one x sample_bytes).
template <class R, class B, class Z, class U, class T, Scalar S = promote_t<R, B, Z, U, T>>
S accelerators_fed(const R& read_bandwidth, const B& batch, const Z& sample_bytes, const U& utilization,
                   const T& compute_time) {
  const S bandwidth(read_bandwidth), sample(sample_bytes);
  if (!(value_of(bandwidth) >= 0 && value_of(sample) >= 0)) return S(NaN);
  return bandwidth / (samples_per_second(S(1), S(batch), S(utilization), S(compute_time)) * sample);
}

}  // namespace scaling_limits::workload
