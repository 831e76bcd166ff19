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
      "An exchange [s] of a buffer in each site around a loop of fibre, both directions at once.\n\n"
      "passes (bytes/bandwidth + length / 2e8 m/s). bytes >= 0; bandwidth > 0 [B/s], one way; length >= 0 [m] of the loop;\n"
      "passes > 0: 1 where each site hears all others, 2 where a reduced buffer goes around once more.\n\n"
      "Source: reconstructed in include/scaling_limits/network/wide_area.hpp, of Epoch AI,\n"
      "\"Could decentralized training solve AI's power problem?\", 2025.",
      argument("bytes"_a, "B", at_least(0), "that each site sends", 8.1e11), link,
      argument("length"_a, "meter", at_least(0), "of the fibre once around all sites", 4.8e6),
      argument("passes"_a = 1, "1", above(0), "times around", 2));
  room.kernel(
      "bytes_in_flight", [](const auto&... x) { return network::bytes_in_flight(x...); },
      "What a link holds [B]: bandwidth x round_trip, what a sender keeps under way to fill it.\n\n"
      "bandwidth >= 0 [B/s]; round_trip >= 0 [s].\n\n"
      "Source: a definition, the bandwidth-delay product.",
      argument("bandwidth"_a, "B/s", at_least(0), "of a link, one way", 1.25e11), round_trip);
  room.kernel(
      "tcp_throughput", [](const auto&... x) { return network::tcp_throughput(x...); },
      "What one TCP stream carries [B/s] where packets are lost at random: sqrt(3/2) segment / (round_trip sqrt(loss)).\n\n"
      "segment > 0 [B]; round_trip > 0 [s]; loss in (0, 1], share of packets lost.\n\n"
      "Source: Mathis, Semke, Mahdavi, Ott, Computer Communication Review 27(3), 1997, eq. 3.",
      argument("segment"_a, "B", above(0), "payload of a packet", 1460),
      argument("round_trip"_a, "s", above(0), "there and back", 0.1),
      argument("loss"_a, "1", {.lower = 0, .upper = 1, .open_below = true}, "share of packets lost", 1e-4));
  room.kernel(
      "ring_all_reduce_time", [](const auto&... x) { return network::ring_all_reduce_time(x...); },
      "All-reduce [s] round a ring.\n\n"
      "2 (n-1) alpha + 2 (n-1)/n S/W + (n-1)/n S gamma, n = ranks, S = bytes, alpha = latency, W = bandwidth,\n"
      "gamma = reduction_time.\n\n"
      "Source: Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 5.3.",
      "ranks"_a, "bytes"_a, "latency"_a, "bandwidth"_a, "reduction_time"_a = 0);
  room.kernel(
      "recursive_doubling_all_reduce_time", [](const auto&... x) { return network::recursive_doubling_all_reduce_time(x...); },
      "All-reduce [s] by recursive doubling; NaN unless ranks is a power of two.\n\n"
      "log2 n (alpha + S/W + S gamma), n = ranks, S = bytes, alpha = latency, W = bandwidth, gamma = reduction_time.\n\n"
      "Source: Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.",
      "ranks"_a, "bytes"_a, "latency"_a, "bandwidth"_a, "reduction_time"_a = 0);
  room.kernel(
      "halving_doubling_all_reduce_time", [](const auto&... x) { return network::halving_doubling_all_reduce_time(x...); },
      "All-reduce [s] by recursive halving and doubling (Rabenseifner); NaN unless ranks is a power of two.\n\n"
      "2 log2 n alpha + 2 (n-1)/n S/W + (n-1)/n S gamma, n = ranks, S = bytes, alpha = latency, W = bandwidth,\n"
      "gamma = reduction_time.\n\n"
      "Source: Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.",
      "ranks"_a, "bytes"_a, "latency"_a, "bandwidth"_a, "reduction_time"_a = 0);
  room.kernel(
      "binomial_all_reduce_time", [](const auto&... x) { return network::binomial_all_reduce_time(x...); },
      "All-reduce [s] by a binomial tree, reduce then broadcast.\n\n"
      "ceil(log2 n)(2 alpha + 2 S/W + S gamma), n = ranks, S = bytes, alpha = latency, W = bandwidth, gamma = "
      "reduction_time.\n\n"
      "Source: Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.",
      "ranks"_a, "bytes"_a, "latency"_a, "bandwidth"_a, "reduction_time"_a = 0);
  room.kernel(
      "ring_reduce_scatter_time", [](const auto&... x) { return network::ring_reduce_scatter_time(x...); },
      "Reduce-scatter [s] round a ring.\n\n"
      "(n-1) alpha + (n-1)/n S (1/W + gamma), n = ranks, S = bytes, alpha = latency, W = bandwidth, gamma = reduction_time.\n\n"
      "Source: Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.",
      "ranks"_a, "bytes"_a, "latency"_a, "bandwidth"_a, "reduction_time"_a = 0);
  room.kernel(
      "ring_all_gather_time", [](const auto&... x) { return network::ring_all_gather_time(x...); },
      "All-gather [s] round a ring of a full buffer.\n\n"
      "(n-1) alpha + (n-1)/n S/W, n = ranks, S = bytes, alpha = latency, W = bandwidth.\n\n"
      "Source: Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.",
      "ranks"_a, "bytes"_a, "latency"_a, "bandwidth"_a);
  const auto pieces =
      argument("pieces"_a = NaN, "1", if_given(at_least(1)), "pieces that the buffer is sent in; None: the best number", 20);
  const auto depth = argument("depth"_a, "1", at_least(0), "links from root to leaf", 6);
  room.kernel(
      "pipelined_chain_broadcast_time",
      [](const auto& n, const auto& s, const auto& a, const auto& w, const auto& q) {
        return q != q ? network::pipelined_chain_broadcast_time(n, s, a, w)
                      : network::pipelined_chain_broadcast_time(n, s, a, w, q);
      },
      "Broadcast [s] along a chain in pieces.\n\n"
      "(n - 2 + q)(alpha + S/(q W)), q = pieces, n = ranks, S = bytes, alpha = latency, W = bandwidth.\n\n"
      "Source: Pjesivac-Grbovic et al., Cluster Computing 10(2), 2007.",
      "ranks"_a, "bytes"_a, "latency"_a, "bandwidth"_a, pieces);
  room.kernel(
      "best_chain_pieces", [](const auto&... x) { return network::best_chain_pieces(x...); },
      "The best number of pieces for a broadcast along a chain, at least 1.\n\n"
      "sqrt((n - 2) S/(alpha W)), n = ranks, S = bytes, alpha = latency, W = bandwidth.\n\n"
      "Source: elementary: where the slope of pipelined_chain_broadcast_time in pieces is 0.",
      "ranks"_a, "bytes"_a, "latency"_a, "bandwidth"_a);
  room.kernel(
      "pipelined_tree_all_reduce_time",
      [](const auto& d, const auto& s, const auto& a, const auto& w, const auto& q) {
        return q != q ? network::pipelined_tree_all_reduce_time(d, s, a, w)
                      : network::pipelined_tree_all_reduce_time(d, s, a, w, q);
      },
      "All-reduce [s] up and down a binary tree in pieces, links carrying both ways at once.\n\n"
      "(2 d - 1 + q)(alpha + S/(q W)), q = pieces, d = depth, S = bytes, alpha = latency, W = bandwidth.\n\n"
      "Source: elementary: q pieces follow each other over 2 d links, one step apart.",
      depth, "bytes"_a, "latency"_a, "bandwidth"_a, pieces);
  room.kernel(
      "best_tree_pieces", [](const auto&... x) { return network::best_tree_pieces(x...); },
      "The best number of pieces for an all-reduce up and down a binary tree, at least 1.\n\n"
      "sqrt((2 d - 1) S/(alpha W)), d = depth, S = bytes, alpha = latency, W = bandwidth.\n\n"
      "Source: elementary: where the slope of pipelined_tree_all_reduce_time in pieces is 0.",
      depth, "bytes"_a, "latency"_a, "bandwidth"_a);
  room.kernel(
      "hierarchical_all_reduce_time", [](const auto&... x) { return network::hierarchical_all_reduce_time(x...); },
      "All-reduce [s] over two levels: ring reduce-scatter inside, ring all-reduce of each part between nodes, all-gather.\n\n"
      "2 [(g-1) a_i + (g-1)/g S/W_i] + 2 (k-1) a_x + 2 (k-1)/k (S/g)/W_x, g = per_node, k = nodes, S = bytes; a_i, W_i inner,\n"
      "a_x, W_x outer latency and bandwidth, a NIC per rank.\n\n"
      "Source: elementary: a ring all-reduce of S inside a node and one of S/g between nodes, one after the other.",
      argument("per_node"_a, "1", at_least(1), "ranks of a node", 8), argument("nodes"_a, "1", at_least(1), "nodes", 128),
      "bytes"_a, argument("inner_latency"_a, "s", at_least(0), "of a message inside a node", 1e-6),
      argument("inner_bandwidth"_a, "B/s", above(0), "inside a node, one way per rank", 450e9),
      argument("outer_latency"_a, "s", at_least(0), "of a message between nodes", 5e-6),
      argument("outer_bandwidth"_a, "B/s", above(0), "between nodes, one way per rank", 50e9));
  room.kernel(
      "pairwise_all_to_all_time", [](const auto&... x) { return network::pairwise_all_to_all_time(x...); },
      "All-to-all [s] with every partner in turn.\n\n"
      "(n-1)(alpha + S/(n W)), n = ranks, S = bytes, alpha = latency, W = bandwidth.\n\n"
      "Source: Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.",
      "ranks"_a, "bytes"_a, "latency"_a, "bandwidth"_a);
  room.kernel(
      "bruck_all_to_all_time", [](const auto&... x) { return network::bruck_all_to_all_time(x...); },
      "All-to-all [s] after Bruck; NaN unless ranks is a power of two.\n\n"
      "log2 n (alpha + S/(2 W)), n = ranks, S = bytes, alpha = latency, W = bandwidth.\n\n"
      "Source: Bruck et al., IEEE TPDS 8(11), 1997.",
      "ranks"_a, "bytes"_a, "latency"_a, "bandwidth"_a);
  room.kernel(
      "all_to_all_bisection_time", [](const auto&... x) { return network::all_to_all_bisection_time(x...); },
      "The least time [s] of an all-to-all through a cut that halves the ranks.\n\n"
      "n S/(4 W), n = ranks, S = bytes, W = bisection_bandwidth.\n\n"
      "Source: elementary: half of the ranks send half of their bytes across, each way.",
      "ranks"_a, "bytes"_a,
      argument("bisection_bandwidth"_a, "B/s", above(0), "of all links across together, one way", 3.2e12));

  room.kernel(
      "all_reduce_crossover_bytes",
      [](const auto& one, const auto& other, const auto&... x) {
        return network::all_reduce_crossover_bytes(to_word(chosen<AllReduce>(one)), to_word(chosen<AllReduce>(other)), x...);
      },
      "The buffer [B] at which two all-reduces take the same time.\n\n"
      "S = alpha W (m_a - m_b)/(v_b - v_a) with m messages and v buffers moved. NaN where one is never slower than the other,\n"
      "or where one does not exist for so many ranks.\n\n"
      "Source: elementary: both times are straight lines in the size of the buffer.",
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
      "network.best_all_reduce with the number of the algorithm.\n\n"
      "Source: elementary: the lowest of straight lines in the size of the buffer.",
      "ranks"_a, "bytes"_a, "latency"_a, "bandwidth"_a, "reduction_time"_a = 0);
  const Argument collective = choice<Collective>("collective", "what was measured");
  const char* factors =
      "2 (n-1)/n for \"all_reduce\", (n-1)/n for \"reduce_scatter\", \"all_gather\" and \"all_to_all\", 1 for \"broadcast\"\n"
      "and \"reduce\", n = ranks.\n\nSource: nccl-tests, doc/PERFORMANCE.md.";
  room.kernel(
      "bus_bandwidth",
      [](const auto& bytes, const auto& time, const auto& ranks, const auto& which) {
        return network::bus_bandwidth(bytes, time, ranks, chosen<Collective>(which));
      },
      (std::string("Bus bandwidth [B/s] of a measured time, to be held against the hardware's.\n\nbytes / time x ") + factors)
          .c_str(),
      "bytes"_a, argument("time"_a, "s", above(0), "measured", 0.01), "ranks"_a, collective);
  room.kernel(
      "time_at_bus_bandwidth",
      [](const auto& bytes, const auto& bandwidth, const auto& ranks, const auto& which) {
        return network::time_at_bus_bandwidth(bytes, bandwidth, ranks, chosen<Collective>(which));
      },
      (std::string("The time [s] of a collective at a bus bandwidth: bus_bandwidth the other way round.\n\n"
                   "bytes / bandwidth x ") +
       factors)
          .c_str(),
      "bytes"_a, "bandwidth"_a, "ranks"_a, collective);
  room.kernel(
      "nccl_all_reduce_latency",
      [](const auto& ranks, const auto& nodes, const auto& name, const auto& protocol, const auto& intra) {
        using S = std::remove_cvref_t<decltype(ranks)>;
        return S(network::nccl_all_reduce_latency(static_cast<double>(ranks), static_cast<double>(nodes),
                                                  chosen<NcclAlgorithm>(name), chosen<NcclProtocol>(protocol),
                                                  chosen<NcclLink>(intra)));
      },
      "The latency [s] that NCCL's tuning model charges an all-reduce.\n\n"
      "\"tree\": base + 2 [(n/k - 1) intra + floor(log2 k) inter]; \"ring\": base + (2 (n-1) - 2 (k-1)) max(intra, o) +\n"
      "2 (k-1) inter; n = ranks, k = nodes.\n\n"
      "Source: NCCL, graph/tuning.cc, as of 2026.",
      argument("ranks"_a, "1", at_least(1), "ranks that take part, a whole number", 128),
      argument("nodes"_a, "1", at_least(1), "nodes that they are on, a whole number up to ranks", 16),
      choice<NcclAlgorithm>("algorithm", "what NCCL runs"), choice<NcclProtocol>("protocol", "how it sends"),
      choice<NcclLink>("intra", "what connects the ranks of a node"));

  const auto whole = [&]<class F>(const char* name, F, const char* doc, const auto&... argument) {
    room.kernel(
        name, [](const auto& x, const auto&... more) { return in_double<std::remove_cvref_t<decltype(x)>>(F{}, x, more...); },
        doc, argument...);
  };
  const auto k = argument("k"_a, "1", at_least(2), "nodes along each dimension, a whole number", 8);
  const auto n = argument("n"_a, "1", at_least(1), "dimensions, a whole number", 3);
  whole(
      "torus_nodes", [](double x, double y) { return network::torus_nodes(x, y); },
      "Nodes of a torus, k^n.\n\n"
      "Source: a definition.",
      k, n);
  whole(
      "torus_bisection_links", [](double x, double y) { return network::torus_bisection_links(x, y); },
      "Links across the cut that halves a torus; NaN for odd k.\n\n2 k^(n-1) for even k > 2; k = 2 is the hypercube.\n\n"
      "Source: elementary: the cut meets each of k^(n-1) rings twice.",
      k, n);
  whole(
      "torus_mean_hops", [](double x, double y) { return network::torus_mean_hops(x, y); },
      "Mean links on a shortest way over all pairs of a torus, a node with itself included.\n\n"
      "n k/4, odd k: n (k^2 - 1)/(4k).\n\n"
      "Source: elementary: n times the mean way on a ring of k.",
      k, n);
  room.kernel(
      "torus_all_to_all_time",
      [](const auto& x, const auto& y, const auto& bytes, const auto& link_bandwidth) {
        return in_double<std::remove_cvref_t<decltype(x)>>(network::torus_all_to_all_time, x, y, bytes, link_bandwidth);
      },
      "The least time [s] of an all-to-all on a torus.\n\n"
      "Source: elementary: all_to_all_bisection_time through torus_bisection_links.",
      k, n, argument("bytes"_a, "B", at_least(0), "of one node", 1e9), "link_bandwidth"_a);
  whole(
      "fat_tree_hosts", [](double x) { return network::fat_tree_hosts(x); },
      "Hosts of a fat tree, radix^3/4; NaN for an odd radix.\n\nSource: Al-Fares et al., SIGCOMM 2008.", "radix"_a);
  whole(
      "fat_tree_switches", [](double x) { return network::fat_tree_switches(x); },
      "Switches of a fat tree, 5 radix^2/4.\n\nSource: Al-Fares et al., SIGCOMM 2008.", "radix"_a);
  whole(
      "fat_tree_bisection_links", [](double x) { return network::fat_tree_bisection_links(x); },
      "Links across a cut that halves the hosts of a fat tree.\n\n"
      "Source: elementary: as many links on every level as hosts, in the fat tree of Al-Fares et al., SIGCOMM 2008.",
      "radix"_a);
  whole(
      "fat_tree_mean_hops", [](double x) { return network::fat_tree_mean_hops(x); },
      "Mean links between two different hosts of a fat tree.\n\n"
      "Source: elementary: 2 links under a switch, 4 in a pod, 6 beyond, in the fat tree of Al-Fares et al., SIGCOMM 2008.",
      "radix"_a);
  whole(
      "leaf_spine_hosts", [](double x) { return network::leaf_spine_hosts(x); },
      "Hosts of two levels of switches, radix^2/2; NaN for an odd radix.\n\n"
      "Source: elementary: radix leaves with half of their ports for hosts.",
      "radix"_a);
  whole(
      "leaf_spine_switches", [](double x) { return network::leaf_spine_switches(x); },
      "Switches of two levels, leaves and spines, 3 radix/2.\n\n"
      "Source: elementary: radix leaves and radix/2 spines.",
      "radix"_a);
  whole(
      "leaf_spine_bisection_links", [](double x) { return network::leaf_spine_bisection_links(x); },
      "Links across a cut that halves the hosts of a leaf-spine network.\n\n"
      "Source: elementary: as many links to the spines as hosts.",
      "radix"_a);
  whole(
      "leaf_spine_mean_hops", [](double x) { return network::leaf_spine_mean_hops(x); },
      "Mean links between two different hosts of a leaf-spine network.\n\n"
      "Source: elementary: 2 links under a leaf, 4 beyond.",
      "radix"_a);
  const auto p = argument("p"_a, "1", at_least(1), "hosts per switch, a whole number", 8);
  whole(
      "dragonfly_groups", [](double x) { return network::dragonfly_groups(x); },
      "Groups of a balanced dragonfly, 2 p^2 + 1.\n\nSource: Kim et al., ISCA 2008.", p);
  whole(
      "dragonfly_hosts", [](double x) { return network::dragonfly_hosts(x); },
      "Hosts of a balanced dragonfly, 2 p^2 (2 p^2 + 1).\n\nSource: Kim et al., ISCA 2008.", p);
  whole(
      "dragonfly_bisection_links", [](double x) { return network::dragonfly_bisection_links(x); },
      "Global links between two halves of whole groups of a balanced dragonfly, floor(g/2) ceil(g/2), g groups.\n\n"
      "Source: elementary: one link joins each pair of groups in the dragonfly of Kim et al., ISCA 2008.",
      p);
}

}  // namespace scaling_limits::python
