// SPDX-License-Identifier: Apache-2.0
// Networks by their shape: hosts, links across a cut that halves the hosts, hops. Whole numbers in, NaN where no such network
// exists.
//
//   torus        k^n nodes in rings of k: cut 2 k^(n-1) (k even), mean hops n k/4 (all pairs, a node with itself included)
//   fat tree     switches of radix k on three levels: k^3/4 hosts     (Al-Fares et al., SIGCOMM 2008, section 3)
//   leaf-spine   two levels: k^2/2 hosts
//   dragonfly    a = 2p = 2h switches per group, g = a h + 1 groups: a p g hosts, floor(g/2) ceil(g/2) global links between
//                halves of whole groups                               (Kim et al., ISCA 2008, section 3.1)
#pragma once
#include "../version.hpp"

#include "all_to_all.hpp"

namespace scaling_limits::network {

namespace detail {

inline bool is_whole(double x, double least) { return x >= least && x < inf && x == std::floor(x); }
inline bool is_even(double x, double least) { return is_whole(x, least) && std::fmod(x, 2) == 0; }

inline double power(double base, double exponent) {
  double product = 1;
  for (double i = 0; i < exponent && product < inf; ++i) product *= base;
  return product;
}

}  // namespace detail

/// Nodes of a torus, k^n.
///
/// Source: a definition.
inline double torus_nodes(double k, double n) {
  return detail::is_whole(k, 2) && detail::is_whole(n, 1) ? detail::power(k, n) : NaN;
}

/// Links across the cut that halves a torus; NaN for odd k.
///
/// 2 k^(n-1) for even k > 2; k = 2 is the hypercube.
///
/// Source: elementary: the cut meets each of k^(n-1) rings twice.
inline double torus_bisection_links(double k, double n) {
  if (!detail::is_even(k, 2) || !detail::is_whole(n, 1)) return NaN;
  return (k == 2 ? 1 : 2) * detail::power(k, n - 1);
}

/// Mean links on a shortest way over all pairs of a torus, a node with itself included.
///
/// n k/4, odd k: n (k^2 - 1)/(4k).
///
/// Source: elementary: n times the mean way on a ring of k.
inline double torus_mean_hops(double k, double n) {
  if (!detail::is_whole(k, 2) || !detail::is_whole(n, 1)) return NaN;
  return n * (std::fmod(k, 2) == 0 ? k / 4 : (k * k - 1) / (4 * k));
}

/// The least time [s] of an all-to-all on a torus.
///
/// Source: elementary: all_to_all_bisection_time through torus_bisection_links.
///
/// @param link_bandwidth [B/s] of a link, one way
inline double torus_all_to_all_time(double k, double n, double bytes, double link_bandwidth) {
  return all_to_all_bisection_time(torus_nodes(k, n), bytes, torus_bisection_links(k, n) * link_bandwidth);
}

/// Hosts of a fat tree, radix^3/4; NaN for an odd radix.
///
/// Source: Al-Fares et al., SIGCOMM 2008.
inline double fat_tree_hosts(double radix) { return detail::is_even(radix, 2) ? radix * radix * radix / 4 : NaN; }
/// Switches of a fat tree, 5 radix^2/4.
///
/// radix^2 of them in the pods, radix^2/4 above.
///
/// Source: Al-Fares et al., SIGCOMM 2008.
inline double fat_tree_switches(double radix) { return detail::is_even(radix, 2) ? 5 * radix * radix / 4 : NaN; }
/// Links across a cut that halves the hosts of a fat tree.
///
/// Source: elementary: as many links on every level as hosts, in the fat tree of Al-Fares et al., SIGCOMM 2008.
inline double fat_tree_bisection_links(double radix) { return fat_tree_hosts(radix) / 2; }
/// Mean links between two different hosts of a fat tree.
///
/// Source: elementary: 2 links under a switch, 4 in a pod, 6 beyond, in the fat tree of Al-Fares et al., SIGCOMM 2008.
inline double fat_tree_mean_hops(double radix) {
  const double hosts = fat_tree_hosts(radix), under = radix / 2, pod = under * under;
  return (2 * (under - 1) + 4 * (pod - under) + 6 * (hosts - pod)) / (hosts - 1);
}

/// Hosts of two levels of switches, radix^2/2; NaN for an odd radix.
///
/// Source: elementary: radix leaves with half of their ports for hosts.
inline double leaf_spine_hosts(double radix) { return detail::is_even(radix, 2) ? radix * radix / 2 : NaN; }
/// Switches of two levels, leaves and spines, 3 radix/2.
///
/// Source: elementary: radix leaves and radix/2 spines.
inline double leaf_spine_switches(double radix) { return detail::is_even(radix, 2) ? 3 * radix / 2 : NaN; }
/// Links across a cut that halves the hosts of a leaf-spine network.
///
/// Source: elementary: as many links to the spines as hosts.
inline double leaf_spine_bisection_links(double radix) { return leaf_spine_hosts(radix) / 2; }
/// Mean links between two different hosts of a leaf-spine network.
///
/// Source: elementary: 2 links under a leaf, 4 beyond.
inline double leaf_spine_mean_hops(double radix) {
  const double hosts = leaf_spine_hosts(radix), under = radix / 2;
  return (2 * (under - 1) + 4 * (hosts - under)) / (hosts - 1);
}

/// Groups of a balanced dragonfly, 2 p^2 + 1.
///
/// Source: Kim et al., ISCA 2008.
inline double dragonfly_groups(double p) { return detail::is_whole(p, 1) ? 2 * p * p + 1 : NaN; }
/// Hosts of a balanced dragonfly, 2 p^2 (2 p^2 + 1).
///
/// A group has 2 p^2.
///
/// Source: Kim et al., ISCA 2008.
inline double dragonfly_hosts(double p) { return 2 * p * p * dragonfly_groups(p); }
/// Global links between two halves of whole groups of a balanced dragonfly, floor(g/2) ceil(g/2), g groups.
///
/// Source: elementary: one link joins each pair of groups in the dragonfly of Kim et al., ISCA 2008.
inline double dragonfly_bisection_links(double p) {
  const double groups = dragonfly_groups(p);
  return std::floor(groups / 2) * std::ceil(groups / 2);
}

}  // namespace scaling_limits::network
