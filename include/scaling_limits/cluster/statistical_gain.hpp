// SPDX-License-Identifier: Apache-2.0
// What a step of a larger batch is worth against one of the batch that a job's owner chose: progress per example falls as
// 1/(phi + m), phi the noise scale of the gradient, m the batch. Goodput of a job is its throughput times that gain.
// Source: Qiao et al., "Pollux", OSDI 2021, section 3.1, and its code.
#pragma once
#include "../version.hpp"

#include "../core/scalar.hpp"

namespace scaling_limits::cluster {

/// Progress per example of a batch against that of the batch that a job's owner chose.
///
/// (phi + m_0)/(phi + m), phi = noise_scale, m_0 = reference_batch, m = batch; above 1 for a smaller batch. Goodput of a
/// job is its throughput times that.
///
/// Source: Qiao et al., Pollux, OSDI 2021, section 3.1.
///
/// @param noise_scale phi >= 0, in examples; inf: every example counts alike; @param reference_batch m_0 > 0, finite
/// @param batch m > 0, finite
template <class F, class R, class B, Scalar S = promote_t<F, R, B>>
S statistical_gain(const F& noise_scale, const R& reference_batch, const B& batch) {
  const S phi(noise_scale), reference(reference_batch), m(batch);
  if (!(value_of(phi) >= 0 && value_of(reference) > 0 && value_of(reference) < inf && value_of(m) > 0 && value_of(m) < inf))
    return S(NaN);
  if (value_of(phi) == inf) return S(1);
  return (phi + reference) / (phi + m);
}

}  // namespace scaling_limits::cluster
