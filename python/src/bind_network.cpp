// SPDX-License-Identifier: Apache-2.0
// How ranks talk: field table of the fabric, kernels of collectives and topologies. Words come as their place in a list.
#include <scaling_limits/network/all_to_all.hpp>
#include <scaling_limits/network/best_all_reduce.hpp>
#include <scaling_limits/network/fabric.hpp>
#include <scaling_limits/network/hierarchical.hpp>
#include <scaling_limits/network/nccl.hpp>
#include <scaling_limits/network/pipelined.hpp>
#include <scaling_limits/network/topology.hpp>

#include "evaluate.hpp"
#include "rooms.hpp"
#include "ufunc.hpp"

namespace scaling_limits::python {

namespace {

constexpr std::string_view collectives[] = {"all_reduce", "reduce_scatter", "all_gather", "all_to_all", "broadcast", "reduce"};
constexpr std::string_view nccl_algorithms[] = {"tree", "ring"};
constexpr std::string_view nccl_protocols[] = {"LL", "LL128", "Simple"};
constexpr std::string_view nccl_links[] = {"nvlink", "pci"};

/// The word at a place that Python looked up.
template <class S, std::size_t n>
std::string_view word(const std::string_view (&words)[n], const S& place) {
  return words[place >= 0 && place < S(n) ? static_cast<std::size_t>(place) : 0];
}
template <class S>
std::string_view algorithm(const S& place) {
  const auto& words = network::all_reduce_algorithms;
  return words[place >= 0 && place < S(words.size()) ? static_cast<std::size_t>(place) : 0];
}
template <class W>
py::tuple as_tuple(const W& words) {
  py::list list;
  for (const std::string_view w : words) list.append(py::str(w.data(), w.size()));
  return py::tuple(list);
}

/// A function of plain doubles behind every loop.
template <class S, class F, class... X>
S in_double(const F& f, const X&... x) {
  return static_cast<S>(f(static_cast<double>(x)...));
}

}  // namespace

void bind_network(py::module_& core) {
  Room room(core, "network");
  room.module().def(
      "fabric_fields", [] { return to_python(rows_of<network::Fabric<>>()); }, "The field table of network.Fabric.");
  room.module().attr("collectives") = as_tuple(collectives);
  room.module().attr("all_reduce_algorithms") = as_tuple(network::all_reduce_algorithms);
  room.module().attr("nccl_algorithms") = as_tuple(nccl_algorithms);
  room.module().attr("nccl_protocols") = as_tuple(nccl_protocols);
  room.module().attr("nccl_links") = as_tuple(nccl_links);

  const std::string text =
      "\n\nranks n >= 1; bytes S >= 0, full buffer of one rank; latency alpha >= 0 [s] of a message; bandwidth W > 0 [B/s], "
      "one way\n"
      "per rank";
  const auto kept = [](const std::string& s) {
    return (new std::string(s))->c_str();
  };  // as long as the ufunc, that is for ever
  const std::string reduction = text + "; reduction_time gamma >= 0 [s/B].";
  room.kernel(
      "ring_all_reduce_time", [](const auto&... x) { return network::ring_all_reduce_time(x...); },
      kept("All-reduce [s] round a ring, 2 (n-1) alpha + 2 (n-1)/n S/W + (n-1)/n S gamma." + reduction), "ranks"_a, "bytes"_a,
      "latency"_a, "bandwidth"_a, "reduction_time"_a = 0);
  room.kernel(
      "recursive_doubling_all_reduce_time", [](const auto&... x) { return network::recursive_doubling_all_reduce_time(x...); },
      kept("All-reduce [s] by recursive doubling, log2 n (alpha + S/W + S gamma); NaN unless n is a power of two." + reduction),
      "ranks"_a, "bytes"_a, "latency"_a, "bandwidth"_a, "reduction_time"_a = 0);
  room.kernel(
      "halving_doubling_all_reduce_time", [](const auto&... x) { return network::halving_doubling_all_reduce_time(x...); },
      kept(
          "All-reduce [s] by recursive halving and doubling (Rabenseifner), 2 log2 n alpha + 2 (n-1)/n S/W + (n-1)/n S gamma;\n"
          "NaN unless n is a power of two." +
          reduction),
      "ranks"_a, "bytes"_a, "latency"_a, "bandwidth"_a, "reduction_time"_a = 0);
  room.kernel(
      "binomial_all_reduce_time", [](const auto&... x) { return network::binomial_all_reduce_time(x...); },
      kept("All-reduce [s] by a binomial tree, reduce then broadcast, ceil(log2 n)(2 alpha + 2 S/W + S gamma)." + reduction),
      "ranks"_a, "bytes"_a, "latency"_a, "bandwidth"_a, "reduction_time"_a = 0);
  room.kernel(
      "ring_reduce_scatter_time", [](const auto&... x) { return network::ring_reduce_scatter_time(x...); },
      kept("Reduce-scatter [s] round a ring, (n-1) alpha + (n-1)/n S (1/W + gamma)." + reduction), "ranks"_a, "bytes"_a,
      "latency"_a, "bandwidth"_a, "reduction_time"_a = 0);
  room.kernel(
      "ring_all_gather_time", [](const auto&... x) { return network::ring_all_gather_time(x...); },
      kept("All-gather [s] round a ring of a full buffer S, (n-1) alpha + (n-1)/n S/W." + text + "."), "ranks"_a, "bytes"_a,
      "latency"_a, "bandwidth"_a);
  room.kernel(
      "pipelined_chain_broadcast_time",
      [](const auto& n, const auto& s, const auto& a, const auto& w, const auto& q) {
        return q != q ? network::pipelined_chain_broadcast_time(n, s, a, w)
                      : network::pipelined_chain_broadcast_time(n, s, a, w, q);
      },
      kept("Broadcast [s] along a chain in q pieces, (n - 2 + q)(alpha + S/(q W)); with the best q where pieces is None." +
           text + "; pieces q >= 1."),
      "ranks"_a, "bytes"_a, "latency"_a, "bandwidth"_a, "pieces"_a = nan);
  room.kernel(
      "best_chain_pieces", [](const auto&... x) { return network::best_chain_pieces(x...); },
      kept("The best number of pieces for a broadcast along a chain, sqrt((n - 2) S/(alpha W)), at least 1." + text + "."),
      "ranks"_a, "bytes"_a, "latency"_a, "bandwidth"_a);
  room.kernel(
      "pipelined_tree_all_reduce_time",
      [](const auto& d, const auto& s, const auto& a, const auto& w, const auto& q) {
        return q != q ? network::pipelined_tree_all_reduce_time(d, s, a, w)
                      : network::pipelined_tree_all_reduce_time(d, s, a, w, q);
      },
      "All-reduce [s] up and down a binary tree in q pieces, (2 d - 1 + q)(alpha + S/(q W)); best q where pieces is None.\n\n"
      "depth d >= 0, links from root to leaf; bytes S >= 0; latency alpha >= 0 [s]; bandwidth W > 0 [B/s] of a link, each "
      "way;\n"
      "pieces q >= 1.",
      "depth"_a, "bytes"_a, "latency"_a, "bandwidth"_a, "pieces"_a = nan);
  room.kernel(
      "best_tree_pieces", [](const auto&... x) { return network::best_tree_pieces(x...); },
      "The best number of pieces for an all-reduce up and down a binary tree, sqrt((2 d - 1) S/(alpha W)), at least 1.\n\n"
      "depth d >= 0; bytes S >= 0; latency alpha >= 0 [s]; bandwidth W > 0 [B/s] of a link, each way.",
      "depth"_a, "bytes"_a, "latency"_a, "bandwidth"_a);
  room.kernel(
      "hierarchical_all_reduce_time", [](const auto&... x) { return network::hierarchical_all_reduce_time(x...); },
      "All-reduce [s] over two levels: ring reduce-scatter inside, ring all-reduce of each part between nodes, all-gather.\n\n"
      "2 [(g-1) a_i + (g-1)/g S/W_i] + 2 (k-1) a_x + 2 (k-1)/k (S/g)/W_x. per_node g >= 1; nodes k >= 1; bytes S >= 0, full\n"
      "buffer of one rank; latencies >= 0 [s]; bandwidths > 0 [B/s], one way per rank, a NIC per rank.",
      "per_node"_a, "nodes"_a, "bytes"_a, "inner_latency"_a, "inner_bandwidth"_a, "outer_latency"_a, "outer_bandwidth"_a);
  room.kernel(
      "pairwise_all_to_all_time", [](const auto&... x) { return network::pairwise_all_to_all_time(x...); },
      kept("All-to-all [s] with every partner in turn, (n-1)(alpha + S/(n W))." + text + "."), "ranks"_a, "bytes"_a,
      "latency"_a, "bandwidth"_a);
  room.kernel(
      "bruck_all_to_all_time", [](const auto&... x) { return network::bruck_all_to_all_time(x...); },
      kept("All-to-all [s] after Bruck, log2 n (alpha + S/(2 W)); NaN unless n is a power of two." + text + "."), "ranks"_a,
      "bytes"_a, "latency"_a, "bandwidth"_a);
  room.kernel(
      "all_to_all_bisection_time", [](const auto&... x) { return network::all_to_all_bisection_time(x...); },
      "The least time [s] of an all-to-all through a cut that halves the ranks, n S/(4 W).\n\n"
      "ranks n >= 1; bytes S >= 0 of one rank; bisection_bandwidth W > 0 [B/s] of all links across together, one way.",
      "ranks"_a, "bytes"_a, "bisection_bandwidth"_a);

  Room words(core, "_network");  // behind functions that take words
  words.kernel(
      "crossover_bytes",
      [](const auto& one, const auto& other, const auto&... x) {
        return network::all_reduce_crossover_bytes(algorithm(one), algorithm(other), x...);
      },
      "network.all_reduce_crossover_bytes.", "first"_a, "second"_a, "ranks"_a, "latency"_a, "bandwidth"_a,
      "reduction_time"_a = 0);
  words.kernel(
      "best_all_reduce",
      [](const auto&... x) {
        const auto best = network::best_all_reduce(x...);
        using S = std::remove_cvref_t<decltype(best.time)>;
        S place(nan);
        for (std::size_t k = 0; k < network::all_reduce_algorithms.size(); ++k)
          if (network::all_reduce_algorithms[k] == best.algorithm) place = S(k);
        return std::array<S, 4>{place, best.time, best.from, best.up_to};
      },
      "network.best_all_reduce.", "ranks"_a, "bytes"_a, "latency"_a, "bandwidth"_a, "reduction_time"_a = 0);
  words.kernel(
      "bus_bandwidth",
      [](const auto& bytes, const auto& time, const auto& ranks, const auto& collective) {
        return network::bus_bandwidth(bytes, time, ranks, word(collectives, collective));
      },
      "network.bus_bandwidth.", "bytes"_a, "time"_a, "ranks"_a, "collective"_a);
  words.kernel(
      "time_at_bus_bandwidth",
      [](const auto& bytes, const auto& bandwidth, const auto& ranks, const auto& collective) {
        return network::time_at_bus_bandwidth(bytes, bandwidth, ranks, word(collectives, collective));
      },
      "network.time_at_bus_bandwidth.", "bytes"_a, "bandwidth"_a, "ranks"_a, "collective"_a);
  words.kernel(
      "nccl_all_reduce_latency",
      [](const auto& ranks, const auto& nodes, const auto& name, const auto& protocol, const auto& intra) {
        using S = std::remove_cvref_t<decltype(ranks)>;
        return S(network::nccl_all_reduce_latency(static_cast<double>(ranks), static_cast<double>(nodes),
                                                  word(nccl_algorithms, name), word(nccl_protocols, protocol),
                                                  word(nccl_links, intra)));
      },
      "network.nccl_all_reduce_latency.", "ranks"_a, "nodes"_a, "algorithm"_a, "protocol"_a, "intra"_a);

  const auto whole = [&]<class F>(const char* name, F, const char* doc, const auto&... argument) {
    room.kernel(
        name, [](const auto& x, const auto&... more) { return in_double<std::remove_cvref_t<decltype(x)>>(F{}, x, more...); },
        doc, argument...);
  };
  whole(
      "torus_nodes", [](double k, double n) { return network::torus_nodes(k, n); },
      "Nodes of a torus of n dimensions, k >= 2 along each.", "k"_a, "n"_a);
  whole(
      "torus_bisection_links", [](double k, double n) { return network::torus_bisection_links(k, n); },
      "Links across the cut that halves a torus of n dimensions, 2 k^(n-1) for even k > 2; k = 2 is the hypercube; NaN for odd "
      "k.",
      "k"_a, "n"_a);
  whole(
      "torus_mean_hops", [](double k, double n) { return network::torus_mean_hops(k, n); },
      "Mean links on a shortest way over all pairs of a torus, a node with itself included: n k/4, odd k: n (k^2 - 1)/(4k).",
      "k"_a, "n"_a);
  room.kernel(
      "torus_all_to_all_time",
      [](const auto& k, const auto& n, const auto& bytes, const auto& link_bandwidth) {
        return in_double<std::remove_cvref_t<decltype(k)>>(network::torus_all_to_all_time, k, n, bytes, link_bandwidth);
      },
      "The least time [s] of an all-to-all on a torus; bytes per node; link_bandwidth [B/s] of a link, one way.", "k"_a, "n"_a,
      "bytes"_a, "link_bandwidth"_a);
  whole(
      "fat_tree_hosts", [](double k) { return network::fat_tree_hosts(k); },
      "Hosts of a fat tree of switches with so many ports, radix^3/4; NaN for an odd radix. Al-Fares et al., SIGCOMM 2008.",
      "radix"_a);
  whole(
      "fat_tree_switches", [](double k) { return network::fat_tree_switches(k); }, "Switches of a fat tree, 5 radix^2/4.",
      "radix"_a);
  whole(
      "fat_tree_bisection_links", [](double k) { return network::fat_tree_bisection_links(k); },
      "Links across a cut that halves the hosts of a fat tree.", "radix"_a);
  whole(
      "fat_tree_mean_hops", [](double k) { return network::fat_tree_mean_hops(k); },
      "Mean links between two different hosts of a fat tree.", "radix"_a);
  whole(
      "leaf_spine_hosts", [](double k) { return network::leaf_spine_hosts(k); },
      "Hosts of two levels of switches with so many ports, radix^2/2; NaN for an odd radix.", "radix"_a);
  whole(
      "leaf_spine_switches", [](double k) { return network::leaf_spine_switches(k); }, "Leaves and spines, 3 radix/2.",
      "radix"_a);
  whole(
      "leaf_spine_bisection_links", [](double k) { return network::leaf_spine_bisection_links(k); },
      "Links across a cut that halves the hosts of a leaf-spine network.", "radix"_a);
  whole(
      "leaf_spine_mean_hops", [](double k) { return network::leaf_spine_mean_hops(k); },
      "Mean links between two different hosts of a leaf-spine network.", "radix"_a);
  whole(
      "dragonfly_groups", [](double p) { return network::dragonfly_groups(p); },
      "Groups of a balanced dragonfly with p hosts per switch, 2 p^2 + 1. Kim et al., ISCA 2008.", "p"_a);
  whole(
      "dragonfly_hosts", [](double p) { return network::dragonfly_hosts(p); },
      "Hosts of a balanced dragonfly with p hosts per switch, 2 p^2 (2 p^2 + 1). Kim et al., ISCA 2008.", "p"_a);
  whole(
      "dragonfly_bisection_links", [](double p) { return network::dragonfly_bisection_links(p); },
      "Global links between two halves of whole groups of a balanced dragonfly, floor(g/2) ceil(g/2).", "p"_a);
}

}  // namespace scaling_limits::python
