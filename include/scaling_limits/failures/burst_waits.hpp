// SPDX-License-Identifier: Apache-2.0
// The wait for spares where bursts of failures vary in size and each comes back as one.
//
//   S  spares, in units        q_j  share of the bursts of j units (burst_sizes.hpp)        n  units out when a burst strikes
//   a  = s l r/(e^{D/r} + l r (e^{D/r} - 1))     bursts that a failure finds out in the mean if it never waits: letters of
//                              running_share.hpp, repairs of exponential length and as many at once as there are bursts
//
//   l E[wait] = s l sum over n <= S of P_n sum over j > S - n of q_j V(n, S - j) / sum over n <= S of P_n
//
// P_n is compound Poisson of the load a, and V(n, x) the mean time until the burst that struck is back or no more than x of the
// other n are out, of which each burst of i units is back at the rate E[bursts of i | n]/r = a q_i P_{n-i}/(P_n r) (Panjer).
// That the others are always spread like that is exact without spares, and of bursts of one size without downtime. Played out,
// the share of the time that runs is within 0.3 % of this where it is above 0.9, 1.5 % above 0.6, 5 % above 0.4; of a pool that
// failures overrun it is up to a fifth more.
#pragma once
#include "../version.hpp"

#include "../core/math.hpp"
#include "burst_sizes.hpp"

namespace scaling_limits::failures {

inline constexpr double most_spares_of_bursts = 2048;  ///< units, where bursts vary in size; no answer beyond

namespace detail {

/// P_n e^a/a for 0 < n <= S and, first, e^a P_0, in units of their own: no division by a load of 0 comes of it.
template <class S>
std::vector<S> compound_weights(std::size_t spares, const S& load, const BurstSizes<S>& sizes) {
  std::vector<S> weights{S(1)};
  BurstSums<S> sums(sizes, static_cast<double>(spares));
  sums.add(S(0));  // the term without another burst stands apart
  for (std::size_t n = 1; n <= spares; ++n) {
    const double count = static_cast<double>(n);
    const S term = weights[0] * sizes.of(count) + load * sums.of_sizes() / S(count);
    weights.push_back(term);
    sums.add(term);
    if (!(value_of(term) > 1e100)) continue;
    sums.scale(1e-100);
    for (S& weight : weights) weight = weight * S(1e-100);
  }
  return weights;
}

/// Per unit of load, the sum over n of P_n V(n, x), x >= 0, in those units.
///
/// @param returning bursts that are out where n units are; @param from the least n that weighs anything
template <class S>
S weighted_wait(std::size_t x, const S& load, const BurstSizes<S>& sizes, const std::vector<S>& weights,
                const std::vector<S>& returning, std::size_t from) {
  S all(0);
  const std::size_t first = (std::max)(x + 1, from), last = weights.size() - 1;
  BurstSums<S> waits(sizes, static_cast<double>(last - x));
  for (std::size_t n = first; n <= last; ++n) {
    const S wait = (weights[n] + load * waits.of_shares()) / (S(1) + returning[n]);
    waits.add(wait);
    all = all + wait;
  }
  return all;
}

/// E[wait]/r of a burst that takes parts, whose failures find `load` bursts out.
template <class S>
S burst_wait(std::size_t spares, const S& load, const BurstSizes<S>& sizes) {
  const auto weights = compound_weights(spares, load, sizes);
  BurstSums<S> others(sizes, static_cast<double>(spares));
  others.add(S(0));
  std::vector<S> returning{S(0)};
  S some(0);
  for (std::size_t n = 1; n <= spares; ++n) {
    const S found = weights[0] * sizes.of(static_cast<double>(n)) + load * others.of_shares();
    returning.push_back(value_of(weights[n]) > 0 ? S(found / weights[n]) : S(0));
    others.add(weights[n]);
    some = some + weights[n];
  }
  std::size_t from = 1;  // below, all together are nothing beside those above
  for (double below = 0; from < spares; ++from)
    if ((below += static_cast<double>(value_of(weights[from]))) > 1e-25 * static_cast<double>(value_of(some))) break;
  S waited(0);
  for (std::size_t x = 0; x < spares; ++x)
    if (const S share = sizes.of(static_cast<double>(spares - x)); value_of(share) > 0)
      waited = waited + share * weighted_wait(x, load, sizes, weights, returning, from);
  return sizes.above(static_cast<double>(spares)) + load * waited / (weights[0] + load * some);
}

}  // namespace detail

/// l E[wait], which waiting_ratio divides by 1 + l D. Loads l r and s l r, time D/r.
template <class S>
S waiting_of_bursts(double spares, const S& load, const S& taken, const S& time, const BurstSizes<S>& sizes) {
  using std::exp;
  if (!(spares >= 0 && spares <= most_spares_of_bursts && spares == std::floor(spares))) return S(NaN);
  const double long_time = 300, most = 1e100;  // whoever is out is back by the next failure; a share below 1e-90
  const S found = value_of(time) > long_time ? S(0) : S(taken / (exp(time) + load * exp_minus_one(time)));
  if (value_of(found) > most) return S(inf);
  return taken * detail::burst_wait(static_cast<std::size_t>(spares), found, sizes);
}

}  // namespace scaling_limits::failures
