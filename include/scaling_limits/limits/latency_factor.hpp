// SPDX-License-Identifier: Apache-2.0
// The latency wall (parallelism/latency_wall.hpp) as a factor of the useful throughput. Latency over compute of a run that
// lasts T whatever its size, C = n T flops, is x = (n/n_w)^kappa with n_w = C_w/(T flops) and kappa = (1 + aL - aB)/2: a
// power law. Where kappa < 1, as with all published exponents, it never has a peak of its own. Derived.
#pragma once
#include "../version.hpp"

#include "../parallelism/latency_wall.hpp"
#include "power_law_factor.hpp"

namespace scaling_limits::limits {

/// Throws DomainError where the wall has no latency per layer, or an argument is out of range.
///
/// @param duration of the run [s], > 0; @param flops achieved by a GPU outside of latency [FLOP/s], > 0
template <class W, class D, class F, Scalar S = promote_t<W, D, F>>
PowerLaw<S> latency_factor(const parallelism::LatencyWall<W>& wall, const D& duration, const F& flops) {
  scaling_limits::validate(wall, "LatencyWall");
  check("LatencyWall", "latency_per_layer", value_of(wall.latency_per_layer), positive, "s");
  check("latency_factor", "duration", value_of(duration), positive, "s");
  check("latency_factor", "flops", value_of(flops), positive, "FLOP/s");
  const S time(duration);
  return {.ratio = S(1),
          .gpus = S(wall.compute(time) / (time * S(flops))),
          .exponent = wall.template exponent<S>(),
          .name = "latency"};
}

}  // namespace scaling_limits::limits
