// SPDX-License-Identifier: Apache-2.0
// Constant failure rates: the ways in which people state them, converted into running GPU-seconds per job interruption.
//
//   gpu_mttf [s]             mean running time of one GPU per interruption of the job, whatever the cause
//   mtbf = gpu_mttf / gpus   mean running time of the job between interruptions [s]
#pragma once
#include "../version.hpp"

#include "../core/scalar.hpp"
#include "../core/units.hpp"
#include "running_exposure.hpp"

namespace scaling_limits::failures {

/// Running GPU-seconds per job interruption [s] from interruptions in a window: gpus x window / events.
///
/// No event gives inf.
///
/// Source: a definition.
///
/// @param events number of job interruptions >= 0; @param gpus > 0 GPUs of the job; @param window > 0 running time observed [s]
template <class E, class N, class T, Scalar S = promote_t<E, N, T>>
S gpu_mttf_from_events(const E& events, const N& gpus, const T& window) {
  const S n(events), g(gpus), t(window);
  if (!(value_of(n) >= 0 && value_of(g) > 0 && value_of(t) > 0)) return S(NaN);
  return value_of(n) == 0 ? S(inf) : S(g * t / n);
}

/// Running GPU-seconds per job interruption [s] from failures per 1000 node-days.
///
/// A rate of 0 gives inf.
///
/// Source: a definition: gpus_per_node x 1000 days / rate.
///
/// @param per_1000_node_days failures of a node in 1000 days >= 0; @param gpus_per_node > 0
template <class X, class G = int, Scalar S = promote_t<X, G>>
S gpu_mttf_from_node_rate(const X& per_1000_node_days, const G& gpus_per_node = 8) {
  const S rate(per_1000_node_days), g(gpus_per_node);
  if (!(value_of(rate) >= 0 && value_of(g) > 0)) return S(NaN);
  return value_of(rate) == 0 ? S(inf) : S(g * S(1000 * units::day) / rate);
}

/// Failures per 1000 node-days from gpu_mttf; the inverse of gpu_mttf_from_node_rate.
///
/// inf gives 0.
///
/// Source: a definition: gpus_per_node x 1000 days / gpu_mttf.
template <class T, class G = int, Scalar S = promote_t<T, G>>
S node_rate_from_gpu_mttf(const T& gpu_mttf, const G& gpus_per_node = 8) {
  const S mttf(gpu_mttf), g(gpus_per_node);
  if (!(value_of(mttf) > 0 && value_of(g) > 0)) return S(NaN);
  return value_of(mttf) == inf ? S(0) : S(g * S(1000 * units::day) / mttf);
}

/// MTBF of a job [s]: gpu_mttf / gpus.
///
/// Source: docs/derivations.md, section "The words": rates of parts add up.
template <class T, class N, Scalar S = promote_t<T, N>>
S mtbf_from_gpus(const T& gpu_mttf, const N& gpus) {
  const S mttf(gpu_mttf), g(gpus);
  return value_of(mttf) > 0 && value_of(g) > 0 ? S(mttf / g) : S(NaN);
}

/// gpu_mttf [s] of a job of that MTBF: mtbf x gpus.
///
/// Source: docs/derivations.md, section "The words": rates of parts add up.
template <class M, class N, Scalar S = promote_t<M, N>>
S gpu_mttf_from_mtbf(const M& mtbf, const N& gpus) {
  const S m(mtbf), g(gpus);
  return value_of(m) > 0 && value_of(g) > 0 ? S(m * g) : S(NaN);
}

/// Running MTBF [s] of a job that so many interruptions stopped within a wall-clock time.
///
/// elapsed / interruptions - downtime (running_exposure.hpp); NaN where the downtimes alone take that time.
///
/// Source: elementary: every interruption ends one stretch of running and costs one downtime.
template <class I, class T, class D, Scalar S = promote_t<I, T, D>>
S mtbf_from_interruptions(const I& interruptions, const T& elapsed, const D& downtime) {
  const S n(interruptions);
  return value_of(n) > 0 ? S(running_exposure(elapsed, n, downtime) / n) : S(NaN);
}

}  // namespace scaling_limits::failures
