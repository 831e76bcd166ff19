// SPDX-License-Identifier: Apache-2.0
// The classics of speed-up on N processors.
//
//   Amdahl      1/(f + (1 - f)/N)                     Amdahl, AFIPS 1967: f is the serial share of the time on one
//   Gustafson   N - f (N - 1)                         Gustafson, CACM 31(5), 1988: f is the serial share of the time on N
//   Karp-Flatt  (1/S - 1/N)/(1 - 1/N)                 Karp and Flatt, CACM 33(5), 1990: the f that a speed-up S shows
//   USL         N/(1 + sigma (N - 1) + kappa N (N - 1))   Gunther 1993: contention, coherency; peak sqrt((1 - sigma)/kappa)
#pragma once
#include "../version.hpp"

#include "factor.hpp"

namespace scaling_limits::limits {

/// Speed-up of a fixed problem, 1/(f + (1 - f)/N).
///
/// serial_share f in [0, 1]; gpus N >= 1.
///
/// Source: Amdahl, AFIPS 1967.
template <class F, class N, Scalar S = promote_t<F, N>>
S amdahl_speedup(const F& serial_share, const N& gpus) {
  const S f(serial_share), n(gpus);
  if (!(value_of(f) >= 0 && value_of(f) <= 1 && value_of(n) >= 1)) return S(NaN);
  return S(1) / (f + (S(1) - f) / n);
}

/// Speed-up of a problem that grows with the machine, N - f (N - 1).
///
/// serial_share f in [0, 1] of the time on N; gpus N >= 1.
///
/// Source: Gustafson, CACM 31(5), 1988.
template <class F, class N, Scalar S = promote_t<F, N>>
S gustafson_speedup(const F& serial_share, const N& gpus) {
  const S f(serial_share), n(gpus);
  if (!(value_of(f) >= 0 && value_of(f) <= 1 && value_of(n) >= 1)) return S(NaN);
  return n - f * (n - S(1));
}

/// The serial share that a measured speed-up shows, (1/S - 1/N)/(1 - 1/N); negative where more than linear.
///
/// speedup S > 0; gpus N > 1.
///
/// Source: Karp and Flatt, CACM 33(5), 1990.
template <class P, class N, Scalar S = promote_t<P, N>>
S karp_flatt(const P& speedup, const N& gpus) {
  const S p(speedup), n(gpus);
  if (!(value_of(p) > 0 && value_of(n) > 1)) return S(NaN);
  return (S(1) / p - S(1) / n) / (S(1) - S(1) / n);
}

/// Universal scalability law, N/(1 + sigma (N - 1) + kappa N (N - 1)).
///
/// gpus N >= 1; contention sigma in [0, 1]; coherency kappa >= 0.
///
/// Source: Gunther, A Simple Capacity Model of Massively Parallel Transaction Systems, CMG 1993.
template <class N, class C, class K, Scalar S = promote_t<N, C, K>>
S usl_speedup(const N& gpus, const C& contention, const K& coherency) {
  const S n(gpus), sigma(contention), kappa(coherency);
  if (!(value_of(n) >= 1 && value_of(sigma) >= 0 && value_of(sigma) <= 1 && value_of(kappa) >= 0)) return S(NaN);
  return n / (S(1) + sigma * (n - S(1)) + kappa * n * (n - S(1)));
}

/// The size of the largest speed-up under the universal scalability law, sqrt((1 - sigma)/kappa).
///
/// contention sigma in [0, 1]; coherency kappa >= 0, 0 gives inf.
///
/// Source: elementary: where the slope of usl_speedup is 0.
template <class C, class K, Scalar S = promote_t<C, K>>
S usl_peak(const C& contention, const K& coherency) {
  using std::sqrt;
  const S sigma(contention), kappa(coherency);
  if (!(value_of(sigma) >= 0 && value_of(sigma) <= 1 && value_of(kappa) >= 0)) return S(NaN);
  return sqrt(S((S(1) - sigma) / kappa));
}

/// The exponent of efficiency in size between two measurements of weak scaling, ln e / ln(N2/N1).
///
/// efficiency e > 0 of the larger size against the smaller; gpus_from N1, gpus_to N2 > 0. 0 where nothing is lost.
///
/// Source: a definition.
template <class E, class A, class B, Scalar S = promote_t<E, A, B>>
S weak_scaling_exponent(const E& efficiency, const A& gpus_from, const B& gpus_to) {
  using std::log;
  const S e(efficiency), from(gpus_from), to(gpus_to);
  if (!(value_of(e) > 0 && value_of(from) > 0 && value_of(to) > 0) || value_of(from) == value_of(to)) return S(NaN);
  return log(e) / log(S(to / from));
}

}  // namespace scaling_limits::limits
