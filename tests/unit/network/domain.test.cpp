// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/network/best_all_reduce.hpp>
#include <scaling_limits/network/fabric.hpp>
#include <scaling_limits/network/hierarchical.hpp>
#include <scaling_limits/network/nccl.hpp>
#include <scaling_limits/network/pipelined.hpp>
#include <scaling_limits/network/ring.hpp>
#include <scaling_limits/network/topology.hpp>

#include "support/domain.hpp"
#include "support/tables.hpp"

using namespace scaling_limits;
using namespace scaling_limits::network;
using namespace scaling_limits::testing;

TEST_CASE("kernels of the network answer up to the ends of their domains and not beyond", "[network]") {
  constexpr Argument ranks{from_one, 4, 2}, bytes{from_zero}, latency{from_zero}, bandwidth{above_zero}, reduction{from_zero};
  CHECK_DOMAIN(ring_all_reduce_time, ranks, bytes, latency, bandwidth, reduction);
  CHECK_DOMAIN(binomial_all_reduce_time, ranks, bytes, latency, bandwidth, reduction);
  CHECK_DOMAIN(recursive_doubling_all_reduce_time, ranks, bytes, latency, bandwidth, reduction);
  CHECK_DOMAIN(halving_doubling_all_reduce_time, ranks, bytes, latency, bandwidth, reduction);
  CHECK_DOMAIN(ring_reduce_scatter_time, ranks, bytes, latency, bandwidth, reduction);
  CHECK_DOMAIN(ring_all_gather_time, ranks, bytes, latency, bandwidth);
  CHECK_DOMAIN(bus_factor, ranks);
  CHECK_DOMAIN(bus_bandwidth, bytes, {above_zero}, ranks);
  CHECK_DOMAIN(time_at_bus_bandwidth, bytes, bandwidth, ranks);
  CHECK_DOMAIN(hierarchical_all_reduce_time, ranks, ranks, bytes, latency, bandwidth, latency, bandwidth);
  const auto fastest = [](auto... x) { return best_all_reduce(x...).time; };
  CHECK_DOMAIN(fastest, ranks, bytes, latency, bandwidth, reduction);
  const auto crossover = [](auto... x) { return all_reduce_crossover_bytes(AllReduce::ring, AllReduce::binomial, x...); };
  CHECK_DOMAIN(crossover, {Range{.lower = 1, .open_below = true}, 8, 2}, latency, bandwidth, reduction);

  constexpr Argument pieces{from_one}, depth{from_one};
  CHECK_DOMAIN(best_chain_pieces, ranks, bytes, latency, bandwidth);
  CHECK_DOMAIN(pipelined_chain_broadcast_time, {Range{.lower = 2}, 4}, bytes, latency, bandwidth);
  CHECK_DOMAIN(pipelined_chain_broadcast_time, {Range{.lower = 2}, 4}, bytes, latency, bandwidth, pieces);
  CHECK_DOMAIN(best_tree_pieces, depth, bytes, latency, bandwidth);
  CHECK_DOMAIN(pipelined_tree_all_reduce_time, depth, bytes, latency, bandwidth);
  CHECK_DOMAIN(pipelined_tree_all_reduce_time, depth, bytes, latency, bandwidth, pieces);
}

TEST_CASE("networks exist for whole numbers, even where halves meet", "[network]") {
  const Range two = whole({.lower = 2, .open_above = true}), one = whole({.lower = 1, .open_above = true});
  CHECK_DOMAIN(torus_nodes, {two, 4}, {one, 3});
  CHECK_DOMAIN(torus_bisection_links, {two, 4}, {one, 3});
  CHECK_DOMAIN(torus_mean_hops, {two, 4}, {one, 3});
  CHECK_DOMAIN(fat_tree_hosts, {two, 4});
  CHECK_DOMAIN(fat_tree_switches, {two, 4});
  CHECK_DOMAIN(leaf_spine_hosts, {two, 4});
  CHECK_DOMAIN(leaf_spine_switches, {two, 4});
  CHECK_DOMAIN(dragonfly_groups, {one, 4});
  for (const double odd : {3., 5., 7.}) {
    CHECK(std::isnan(torus_bisection_links(odd, 2)));
    CHECK(std::isnan(fat_tree_hosts(odd)));
    CHECK(std::isnan(leaf_spine_switches(odd)));
  }
  const auto nccl = [](double ranks, double nodes) { return nccl_all_reduce_latency(ranks, nodes); };
  CHECK_DOMAIN(nccl, {whole({.lower = 2, .open_above = true}), 8}, {whole({.lower = 1, .upper = 8}), 2});
}

TEST_CASE("the fields of a fabric are within the bounds that are written here", "[network]") {
  CHECK(table_of<network::Fabric<>>() ==
        "gpus_per_node = nan [1]: > 0 and finite, usually 4 to 72, a help\n"
        "inner_bandwidth = nan [B/s]: > 0, usually 3e+10 to 9e+11, a help\n"
        "outer_bandwidth = nan [B/s]: > 0, usually 1.25e+10 to 1e+11, a help\n"
        "inner_latency = 0 [s]: >= 0 and finite, usually 0 to 1e-05, a cost\n"
        "outer_latency = 0 [s]: >= 0 and finite, usually 0 to 5e-05, a cost\n");
}

TEST_CASE("what is left out has the value that its documentation says", "[network]") {
  const double ranks = 64, bytes = 1e8, latency = 5e-6, bandwidth = 5e10;
  CHECK(ring_all_reduce_time(ranks, bytes, latency, bandwidth) == ring_all_reduce_time(ranks, bytes, latency, bandwidth, 0));
  CHECK(recursive_doubling_all_reduce_time(ranks, bytes, latency, bandwidth) ==
        recursive_doubling_all_reduce_time(ranks, bytes, latency, bandwidth, 0));
  CHECK(halving_doubling_all_reduce_time(ranks, bytes, latency, bandwidth) ==
        halving_doubling_all_reduce_time(ranks, bytes, latency, bandwidth, 0));
  CHECK(binomial_all_reduce_time(ranks, bytes, latency, bandwidth) ==
        binomial_all_reduce_time(ranks, bytes, latency, bandwidth, 0));
  CHECK(ring_reduce_scatter_time(ranks, bytes, latency, bandwidth) ==
        ring_reduce_scatter_time(ranks, bytes, latency, bandwidth, 0));
  CHECK(best_all_reduce(ranks, bytes, latency, bandwidth).time == best_all_reduce(ranks, bytes, latency, bandwidth, 0).time);
  CHECK(all_reduce_crossover_bytes(AllReduce::ring, AllReduce::recursive_doubling, ranks, latency, bandwidth) ==
        all_reduce_crossover_bytes(AllReduce::ring, AllReduce::recursive_doubling, ranks, latency, bandwidth, 0));
  CHECK(all_reduce_crossover_bytes("ring", "recursive_doubling", ranks, latency, bandwidth) ==
        all_reduce_crossover_bytes("ring", "recursive_doubling", ranks, latency, bandwidth, 0));
}

TEST_CASE("linked sites answer up to the ends of their domains and not beyond", "[network]") {
  constexpr Argument amount{from_zero}, rate{positive}, years{from_zero};
  check_domain("Ring.parameters",
               [](double w, double l, double b, double r, double p, double k, double t, double x) {
                 return Ring<>{w, l, b, r, p, k}.parameters(t, x);
               },
               {{above_zero}, {not_negative}, rate, rate, rate, rate, amount, years});
  check_domain("Ring.exchange_time", [](double n, double x) { return Ring<>{1, 1, 1}.exchange_time(n, x); }, {amount, years});
}

TEST_CASE("the fields of linked sites are within the bounds that are written here", "[network]") {
  CHECK(table_of<Ring<>>() ==
        "bandwidth = nan [B/s]: > 0, usually 5.1e+13 to 2.05e+14, a help\n"
        "length = nan [meter]: >= 0 and finite, usually 350000 to 1.062e+07, a cost\n"
        "batch_tokens = nan [1]: > 0 and finite, usually 1.6e+07 to 3.6e+08, a help\n"
        "bandwidth_growth = 1 [1]: > 0 and finite, usually 1.4 to 1.6, a help\n"
        "bytes_per_parameter = 1 [B]: > 0 and finite, usually 1 to 4, a cost\n"
        "tokens_per_parameter = 20 [1]: > 0 and finite, usually 10 to 200\n");
}
