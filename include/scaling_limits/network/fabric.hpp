// SPDX-License-Identifier: Apache-2.0
// Two levels of network as a GPU sees them: inside its node, and between nodes. Bandwidths are per GPU and one way.
#pragma once
#include "../version.hpp"

#include "../core/fields.hpp"

namespace scaling_limits::network {

template <class S = double>
struct Fabric {
  S gpus_per_node = S(NaN);
  S inner_bandwidth = S(NaN);
  S outer_bandwidth = S(NaN);
  S inner_latency = S(0);
  S outer_latency = S(0);

  /// Whether a group of so many neighbouring ranks stays inside a node.
  template <class N>
  bool fits_in_node(const N& ranks) const {
    return value_of(ranks) <= value_of(gpus_per_node);
  }
  /// What a group of so many neighbouring ranks talks over.
  template <class N>
  S bandwidth(const N& ranks) const {
    return fits_in_node(ranks) ? inner_bandwidth : outer_bandwidth;
  }
  template <class N>
  S latency(const N& ranks) const {
    return fits_in_node(ranks) ? inner_latency : outer_latency;
  }
};

template <class S>
constexpr auto fields(const Fabric<S>*) {
  using F = Fabric<S>;
  return std::to_array<Field<F, S>>({
      {"gpus_per_node", &F::gpus_per_node, "1", positive, "GPUs that share the inner network",
       usually(4, 72, "nodes of 4 or 8, racks of 72"), Effect::help},
      {"inner_bandwidth", &F::inner_bandwidth, "B/s", positive_or_inf, "inside a node, per GPU and one way",
       usually(3e10, 9e11, "PCIe 4 to NVLink 5"), Effect::help},
      {"outer_bandwidth", &F::outer_bandwidth, "B/s", positive_or_inf, "between nodes, per GPU and one way",
       usually(12.5e9, 1e11, "100 to 800 Gb/s per GPU"), Effect::help},
      {"inner_latency", &F::inner_latency, "s", not_negative, "of one message inside a node", usually(0, 1e-5), Effect::cost},
      {"outer_latency", &F::outer_latency, "s", not_negative, "of one message between nodes", usually(0, 5e-5), Effect::cost},
  });
}
static_assert(table_is_complete<Fabric<>>, "Fabric: a member without its row, or a row without its member");

}  // namespace scaling_limits::network
