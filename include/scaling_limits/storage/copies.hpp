// SPDX-License-Identifier: Apache-2.0
// Where the copies of a shard lie, and how often all of them are lost before one is made again.
#pragma once
#include "../version.hpp"

#include "../core/scalar.hpp"
#include "../core/words.hpp"

namespace scaling_limits::storage {

/// On m machines each; placement.hpp says what they survive.
enum class Placement {
  group,  ///< groups of m machines hold each other's shards
  ring,   ///< m consecutive machines of one ring
  mixed   ///< groups, and one ring of the machines that are left over
};
constexpr auto words(const Placement*) {
  return std::to_array<Word<Placement>>({{"group", Placement::group}, {"ring", Placement::ring}, {"mixed", Placement::mixed}});
}

/// Rate [1/s] at which all copies of some shard are out at once.
///
/// (N/r)(r/MTTF) prod (r - i) w/MTTF, N = machines, r = copies, w = restore_time, much shorter than MTTF = machine_mttf.
///
/// Source: elementary: after one failure each of the r - 1 others in turn fails within w, to first order in w/MTTF.
///
/// @param machines N; @param copies r; @param machine_mttf [s]; @param restore_time w [s]
template <class N, class M, class W, Scalar S = promote_t<N, M, W>>
S shard_loss_rate(const N& machines, double copies, const M& machine_mttf, const W& restore_time) {
  const S n(machines), mttf(machine_mttf), w(restore_time);
  if (!(copies >= 1 && std::floor(copies) == copies && value_of(n) >= copies && value_of(mttf) > 0 && value_of(w) >= 0))
    return S(NaN);
  S rate = n / mttf;
  if (copies > 64 && value_of(w) > 0) {  // (r - 1)! (w/MTTF)^(r - 1)
    using std::exp, std::log;
    return rate * exp(S(S(std::lgamma(copies)) + S(copies - 1) * log(S(w / mttf))));
  }
  for (double i = 1; i < copies && value_of(rate) > 0; ++i) rate = rate * S(copies - i) * w / mttf;
  return rate;
}

}  // namespace scaling_limits::storage
