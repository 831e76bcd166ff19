// SPDX-License-Identifier: Apache-2.0
// How ranks talk: field table of the fabric, kernels of collectives and topologies.
#include <scaling_limits/network/all_to_all.hpp>
#include <scaling_limits/network/best_all_reduce.hpp>
#include <scaling_limits/network/fabric.hpp>
#include <scaling_limits/network/hierarchical.hpp>
#include <scaling_limits/network/nccl.hpp>
#include <scaling_limits/network/pipelined.hpp>
#include <scaling_limits/network/topology.hpp>
#include <scaling_limits/network/wide_area.hpp>

#include "kernels.hpp"

namespace scaling_limits::python {

namespace {

/// A function of plain doubles behind every loop.
template <class S, class F, class... X>
S in_double(const F& f, const X&... x) {
  return static_cast<S>(f(static_cast<double>(x)...));
}

}  // namespace

void add_network(Rooms& rooms) {
  using network::AllReduce, network::Collective, network::NcclAlgorithm, network::NcclProtocol, network::NcclLink;
  Room& room = rooms.emplace_back("network");

  const auto link = argument("bandwidth"_a, "B/s", above(0), "of a site's link, one way", 1.25e11);
  const auto round_trip = argument("round_trip"_a, "s", at_least(0), "there and back", 0.03);
  room.kernel(
      "loop_exchange_time", [](const auto&... x) { return network::loop_exchange_time(x...); },
      argument("bytes"_a, "B", at_least(0), "that each site sends", 8.1e11), link,
      argument("length"_a, "meter", at_least(0), "of the fibre once around all sites", 4.8e6),
      argument("passes"_a = 1, "1", above(0), "times around", 2));
  room.kernel(
      "bytes_in_flight", [](const auto&... x) { return network::bytes_in_flight(x...); },
      argument("bandwidth"_a, "B/s", at_least(0), "of a link, one way", 1.25e11), round_trip);
  room.kernel(
      "tcp_throughput", [](const auto&... x) { return network::tcp_throughput(x...); },
      argument("segment"_a, "B", above(0), "payload of a packet", 1460),
      argument("round_trip"_a, "s", above(0), "there and back", 0.1),
      argument("loss"_a, "1", {.lower = 0, .upper = 1, .open_below = true}, "share of packets lost", 1e-4));
  room.kernel(
      "ring_all_reduce_time", [](const auto&... x) { return network::ring_all_reduce_time(x...); }, "ranks"_a, "bytes"_a,
      "latency"_a, "bandwidth"_a, "reduction_time"_a = 0);
  room.kernel(
      "recursive_doubling_all_reduce_time", [](const auto&... x) { return network::recursive_doubling_all_reduce_time(x...); },
      "ranks"_a, "bytes"_a, "latency"_a, "bandwidth"_a, "reduction_time"_a = 0);
  room.kernel(
      "halving_doubling_all_reduce_time", [](const auto&... x) { return network::halving_doubling_all_reduce_time(x...); },
      "ranks"_a, "bytes"_a, "latency"_a, "bandwidth"_a, "reduction_time"_a = 0);
  room.kernel(
      "binomial_all_reduce_time", [](const auto&... x) { return network::binomial_all_reduce_time(x...); }, "ranks"_a,
      "bytes"_a, "latency"_a, "bandwidth"_a, "reduction_time"_a = 0);
  room.kernel(
      "ring_reduce_scatter_time", [](const auto&... x) { return network::ring_reduce_scatter_time(x...); }, "ranks"_a,
      "bytes"_a, "latency"_a, "bandwidth"_a, "reduction_time"_a = 0);
  room.kernel(
      "ring_all_gather_time", [](const auto&... x) { return network::ring_all_gather_time(x...); }, "ranks"_a, "bytes"_a,
      "latency"_a, "bandwidth"_a);
  const auto pieces =
      argument("pieces"_a = NaN, "1", if_given(at_least(1)), "pieces that the buffer is sent in; None: the best number", 20);
  const auto depth = argument("depth"_a, "1", at_least(0), "links from root to leaf", 6);
  room.kernel(
      "pipelined_chain_broadcast_time",
      [](const auto& n, const auto& s, const auto& a, const auto& w, const auto& q) {
        return q != q ? network::pipelined_chain_broadcast_time(n, s, a, w)
                      : network::pipelined_chain_broadcast_time(n, s, a, w, q);
      },
      "ranks"_a, "bytes"_a, "latency"_a, "bandwidth"_a, pieces);
  room.kernel(
      "best_chain_pieces", [](const auto&... x) { return network::best_chain_pieces(x...); }, "ranks"_a, "bytes"_a, "latency"_a,
      "bandwidth"_a);
  room.kernel(
      "pipelined_tree_all_reduce_time",
      [](const auto& d, const auto& s, const auto& a, const auto& w, const auto& q) {
        return q != q ? network::pipelined_tree_all_reduce_time(d, s, a, w)
                      : network::pipelined_tree_all_reduce_time(d, s, a, w, q);
      },
      depth, "bytes"_a, "latency"_a, "bandwidth"_a, pieces);
  room.kernel(
      "best_tree_pieces", [](const auto&... x) { return network::best_tree_pieces(x...); }, depth, "bytes"_a, "latency"_a,
      "bandwidth"_a);
  room.kernel(
      "hierarchical_all_reduce_time", [](const auto&... x) { return network::hierarchical_all_reduce_time(x...); },
      argument("per_node"_a, "1", at_least(1), "ranks of a node", 8), argument("nodes"_a, "1", at_least(1), "nodes", 128),
      "bytes"_a, argument("inner_latency"_a, "s", at_least(0), "of a message inside a node", 1e-6),
      argument("inner_bandwidth"_a, "B/s", above(0), "inside a node, one way per rank", 450e9),
      argument("outer_latency"_a, "s", at_least(0), "of a message between nodes", 5e-6),
      argument("outer_bandwidth"_a, "B/s", above(0), "between nodes, one way per rank", 50e9));
  room.kernel(
      "pairwise_all_to_all_time", [](const auto&... x) { return network::pairwise_all_to_all_time(x...); }, "ranks"_a,
      "bytes"_a, "latency"_a, "bandwidth"_a);
  room.kernel(
      "bruck_all_to_all_time", [](const auto&... x) { return network::bruck_all_to_all_time(x...); }, "ranks"_a, "bytes"_a,
      "latency"_a, "bandwidth"_a);
  room.kernel(
      "all_to_all_bisection_time", [](const auto&... x) { return network::all_to_all_bisection_time(x...); }, "ranks"_a,
      "bytes"_a, argument("bisection_bandwidth"_a, "B/s", above(0), "of all links across together, one way", 3.2e12));

  room.kernel(
      "all_reduce_crossover_bytes",
      [](const auto& one, const auto& other, const auto&... x) {
        return network::all_reduce_crossover_bytes(to_word(chosen<AllReduce>(one)), to_word(chosen<AllReduce>(other)), x...);
      },
      required_choice<AllReduce>("first", "one algorithm"), required_choice<AllReduce>("second", "the other"), "ranks"_a,
      "latency"_a, "bandwidth"_a, "reduction_time"_a = 0);
  room.kernel(
      "_best_all_reduce",
      [](const auto&... x) {
        const auto best = network::best_all_reduce(x...);
        using S = std::remove_cvref_t<decltype(best.time)>;
        S place(NaN);
        for (std::size_t k = 0; k < network::all_reduce_algorithms.size(); ++k)
          if (network::all_reduce_algorithms[k] == best.algorithm) place = S(k);
        return std::array<S, 4>{place, best.time, best.from, best.up_to};
      },
      "ranks"_a, "bytes"_a, "latency"_a, "bandwidth"_a, "reduction_time"_a = 0);
  const Argument collective = choice<Collective>("collective", "what was measured");
  room.kernel(
      "bus_bandwidth",
      [](const auto& bytes, const auto& time, const auto& ranks, const auto& which) {
        return network::bus_bandwidth(bytes, time, ranks, chosen<Collective>(which));
      },
      "bytes"_a, argument("time"_a, "s", above(0), "measured", 0.01), "ranks"_a, collective);
  room.kernel(
      "time_at_bus_bandwidth",
      [](const auto& bytes, const auto& bandwidth, const auto& ranks, const auto& which) {
        return network::time_at_bus_bandwidth(bytes, bandwidth, ranks, chosen<Collective>(which));
      },
      "bytes"_a, "bandwidth"_a, "ranks"_a, collective);
  room.kernel(
      "nccl_all_reduce_latency",
      [](const auto& ranks, const auto& nodes, const auto& name, const auto& protocol, const auto& intra) {
        using S = std::remove_cvref_t<decltype(ranks)>;
        return S(network::nccl_all_reduce_latency(static_cast<double>(ranks), static_cast<double>(nodes),
                                                  chosen<NcclAlgorithm>(name), chosen<NcclProtocol>(protocol),
                                                  chosen<NcclLink>(intra)));
      },
      argument("ranks"_a, "1", at_least(1), "ranks that take part, a whole number", 128),
      argument("nodes"_a, "1", at_least(1), "nodes that they are on, a whole number up to ranks", 16),
      choice<NcclAlgorithm>("algorithm", "what NCCL runs"), choice<NcclProtocol>("protocol", "how it sends"),
      choice<NcclLink>("intra", "what connects the ranks of a node"));

  const auto whole = [&]<class F>(const char* name, F, const auto&... argument) {
    room.kernel(
        name, [](const auto& x, const auto&... more) { return in_double<std::remove_cvref_t<decltype(x)>>(F{}, x, more...); },
        argument...);
  };
  const auto k = argument("k"_a, "1", at_least(2), "nodes along each dimension, a whole number", 8);
  const auto n = argument("n"_a, "1", at_least(1), "dimensions, a whole number", 3);
  whole("torus_nodes", [](double x, double y) { return network::torus_nodes(x, y); }, k, n);
  whole("torus_bisection_links", [](double x, double y) { return network::torus_bisection_links(x, y); }, k, n);
  whole("torus_mean_hops", [](double x, double y) { return network::torus_mean_hops(x, y); }, k, n);
  room.kernel(
      "torus_all_to_all_time",
      [](const auto& x, const auto& y, const auto& bytes, const auto& link_bandwidth) {
        return in_double<std::remove_cvref_t<decltype(x)>>(network::torus_all_to_all_time, x, y, bytes, link_bandwidth);
      },
      k, n, argument("bytes"_a, "B", at_least(0), "of one node", 1e9), "link_bandwidth"_a);
  whole("fat_tree_hosts", [](double x) { return network::fat_tree_hosts(x); }, "radix"_a);
  whole("fat_tree_switches", [](double x) { return network::fat_tree_switches(x); }, "radix"_a);
  whole("fat_tree_bisection_links", [](double x) { return network::fat_tree_bisection_links(x); }, "radix"_a);
  whole("fat_tree_mean_hops", [](double x) { return network::fat_tree_mean_hops(x); }, "radix"_a);
  whole("leaf_spine_hosts", [](double x) { return network::leaf_spine_hosts(x); }, "radix"_a);
  whole("leaf_spine_switches", [](double x) { return network::leaf_spine_switches(x); }, "radix"_a);
  whole("leaf_spine_bisection_links", [](double x) { return network::leaf_spine_bisection_links(x); }, "radix"_a);
  whole("leaf_spine_mean_hops", [](double x) { return network::leaf_spine_mean_hops(x); }, "radix"_a);
  const auto p = argument("p"_a, "1", at_least(1), "hosts per switch, a whole number", 8);
  whole("dragonfly_groups", [](double x) { return network::dragonfly_groups(x); }, p);
  whole("dragonfly_hosts", [](double x) { return network::dragonfly_hosts(x); }, p);
  whole("dragonfly_bisection_links", [](double x) { return network::dragonfly_bisection_links(x); }, p);
}

}  // namespace scaling_limits::python
