// SPDX-License-Identifier: Apache-2.0
// Asynchronous workers: each computes a gradient at the weights that it read last, and applies it to those that there are then.
// With n workers whose times have no memory, whoever is next is any of them alike:
//
//   mean staleness       n - 1 updates between reading and applying
//   implicit momentum    mu = 1 - 1/n: E V_(t+1) = (1 - 1/n) E V_t - (alpha/n) E grad f(w_t), V the change of the weights
//   staleness cap        n = 1/(1 - mu*): more workers are more momentum than the best, mu*
// Source: Mitliagkas, Zhang, Hadjis, Re, "Asynchrony begets momentum", Allerton 2016, theorem 3. What staleness costs in tokens
// beyond that cap has no closed form here.
#pragma once
#include "../version.hpp"

#include "../core/scalar.hpp"

namespace scaling_limits::parallelism {

/// Updates of others between an asynchronous worker's reading of the weights and its own: workers - 1, in the mean.
///
/// Source: elementary: each of the other workers counts an update once.
///
/// @param workers n >= 1
template <class N, Scalar S = promote_t<N>>
S mean_staleness(const N& workers) {
  return value_of(workers) >= 1 ? S(S(workers) - S(1)) : S(NaN);
}

/// Momentum that asynchronous workers bring by themselves: 1 - 1/workers.
///
/// Source: Mitliagkas et al., Asynchrony begets momentum, Allerton 2016, theorem 3.
///
/// @param workers n >= 1
template <class N, Scalar S = promote_t<N>>
S implicit_momentum(const N& workers) {
  return value_of(workers) >= 1 ? S(S(1) - S(1) / S(workers)) : S(NaN);
}

/// Asynchronous workers whose own momentum is the best there is: 1/(1 - momentum).
///
/// Beyond it asynchrony is too much momentum: it is the size of a HardCap named "staleness".
///
/// Source: Mitliagkas et al., Asynchrony begets momentum, Allerton 2016, theorem 3.
///
/// @param momentum in [0, 1)
template <class M, Scalar S = promote_t<M>>
S staleness_cap(const M& momentum) {
  return value_of(momentum) >= 0 && value_of(momentum) < 1 ? S(S(1) / (S(1) - S(momentum))) : S(NaN);
}

}  // namespace scaling_limits::parallelism
