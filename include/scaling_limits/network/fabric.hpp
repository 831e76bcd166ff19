// SPDX-License-Identifier: Apache-2.0
// Two levels of network as a GPU sees them: inside its node, and between nodes. Bandwidths are per GPU and one way.
//
// A ring through whole nodes enters and leaves each by all the adapters of its ranks there: with ranks j GPUs apart
// n = max(1, floor(gpus_per_node/j)) are in each node, W = min(W_inner, n W_outer), latency ((n - 1) inner + outer)/n.
// All-to-alls and transfers from GPU to GPU keep one adapter each. Derived; 126 measured steps on 8 to 512 GPUs agree.
#pragma once
#include "../version.hpp"

#include "../core/fields.hpp"

namespace scaling_limits::network {

/// What a rank of a group talks over: bandwidth [B/s] one way, latency [s] of a message.
template <class S = double>
struct Link {
  S bandwidth = S(NaN);
  S latency = S(0);
};

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
  template <class N>
  Link<S> link(const N& ranks) const {
    return {bandwidth(ranks), latency(ranks)};
  }
  /// What a ring talks over whose group spans so many neighbouring GPUs, its ranks so many GPUs apart.
  Link<S> ring(double span, double apart) const {
    if (fits_in_node(span)) return {inner_bandwidth, inner_latency};
    const S here(larger(1., whole_part(static_cast<double>(value_of(gpus_per_node)) / apart)));
    // the slope of an unlimited bandwidth times a number is none
    return {value_of(outer_bandwidth) == inf ? inner_bandwidth : smaller(inner_bandwidth, S(here * outer_bandwidth)),
            value_of(here) == 1 ? outer_latency : S(((here - S(1)) * inner_latency + outer_latency) / here)};
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
