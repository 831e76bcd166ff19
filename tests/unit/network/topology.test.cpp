// SPDX-License-Identifier: Apache-2.0
// The networks are built here, link by link, and looked at by breadth-first search, maximum flow and enumeration.
#include <scaling_limits/network/topology.hpp>

#include <algorithm>
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <numeric>
#include <queue>
#include <random>
#include <vector>

#include <scaling_limits/network/fabric.hpp>
#include <scaling_limits/network/nccl.hpp>

using namespace scaling_limits::network;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

struct Graph {
  std::vector<std::vector<int>> neighbours;
  std::vector<int> hosts;

  explicit Graph(int nodes = 0) : neighbours(static_cast<std::size_t>(nodes)) {}
  int add() { return neighbours.emplace_back(), static_cast<int>(neighbours.size()) - 1; }
  void link(int a, int b) {
    neighbours[static_cast<std::size_t>(a)].push_back(b);
    neighbours[static_cast<std::size_t>(b)].push_back(a);
  }
  std::vector<int> distances(int from) const {
    std::vector<int> distance(neighbours.size(), -1);
    std::queue<int> todo;
    distance[static_cast<std::size_t>(from)] = 0, todo.push(from);
    while (!todo.empty()) {
      const int at = todo.front();
      todo.pop();
      for (const int next : neighbours[static_cast<std::size_t>(at)])
        if (distance[static_cast<std::size_t>(next)] < 0)
          distance[static_cast<std::size_t>(next)] = distance[static_cast<std::size_t>(at)] + 1, todo.push(next);
    }
    return distance;
  }
  double mean_hops(bool with_itself) const {
    double sum = 0, pairs = 0;
    for (const int a : hosts) {
      const auto distance = distances(a);
      for (const int b : hosts)
        if (with_itself || a != b) sum += distance[static_cast<std::size_t>(b)], ++pairs;
    }
    return sum / pairs;
  }
  /// Maximum flow from one set of hosts to another over links of capacity one each way: the least cut between them.
  int flow(const std::vector<int>& from, const std::vector<int>& to) const {
    std::vector<std::vector<std::pair<int, std::size_t>>> edges(neighbours.size() + 2);  // to, index of the edge
    std::vector<int> capacity;
    const auto add_edge = [&](int a, int b, int there, int back) {
      edges[static_cast<std::size_t>(a)].push_back({b, capacity.size()}), capacity.push_back(there);
      edges[static_cast<std::size_t>(b)].push_back({a, capacity.size()}), capacity.push_back(back);
    };
    for (std::size_t a = 0; a < neighbours.size(); ++a)
      for (const int b : neighbours[a])
        if (static_cast<int>(a) < b) add_edge(static_cast<int>(a), b, 1, 1);
    const int source = static_cast<int>(neighbours.size()), sink = source + 1;
    for (const int h : from) add_edge(source, h, 1, 0);
    for (const int h : to) add_edge(h, sink, 1, 0);
    for (int total = 0;; ++total) {
      std::vector<std::pair<int, std::size_t>> came(edges.size(), {-1, 0});
      std::queue<int> todo;
      todo.push(source), came[static_cast<std::size_t>(source)] = {source, 0};
      while (!todo.empty() && came[static_cast<std::size_t>(sink)].first < 0) {
        const int at = todo.front();
        todo.pop();
        for (const auto& [next, edge] : edges[static_cast<std::size_t>(at)])
          if (capacity[edge] > 0 && came[static_cast<std::size_t>(next)].first < 0)
            came[static_cast<std::size_t>(next)] = {at, edge}, todo.push(next);
      }
      if (came[static_cast<std::size_t>(sink)].first < 0) return total;
      for (int at = sink; at != source; at = came[static_cast<std::size_t>(at)].first) {
        const std::size_t edge = came[static_cast<std::size_t>(at)].second;
        --capacity[edge], ++capacity[edge ^ 1];
      }
    }
  }
};

Graph torus(int k, int n) {
  int nodes = 1;
  for (int i = 0; i < n; ++i) nodes *= k;
  Graph g(nodes);
  for (int v = 0; v < nodes; ++v) {
    g.hosts.push_back(v);
    for (int i = 0, stride = 1; i < n; ++i, stride *= k) {
      const int digit = v / stride % k, up = v + ((digit + 1) % k - digit) * stride;
      if (k > 2 || digit == 0) g.link(v, up);
    }
  }
  return g;
}

Graph fat_tree(int k) {
  Graph g(k * k / 4);  // core switches first
  for (int pod = 0; pod < k; ++pod) {
    std::vector<int> aggregation;
    for (int a = 0; a < k / 2; ++a) {
      aggregation.push_back(g.add());
      for (int c = 0; c < k / 2; ++c) g.link(aggregation.back(), a * k / 2 + c);
    }
    for (int e = 0; e < k / 2; ++e) {
      const int edge = g.add();
      for (const int a : aggregation) g.link(edge, a);
      for (int h = 0; h < k / 2; ++h) g.hosts.push_back(g.add()), g.link(edge, g.hosts.back());
    }
  }
  return g;
}

Graph leaf_spine(int k) {
  Graph g(k / 2);  // spines
  for (int l = 0; l < k; ++l) {
    const int leaf = g.add();
    for (int s = 0; s < k / 2; ++s) g.link(leaf, s);
    for (int h = 0; h < k / 2; ++h) g.hosts.push_back(g.add()), g.link(leaf, g.hosts.back());
  }
  return g;
}

/// Any split of the hosts in two halves can be served at full rate: the flow across is all of them.
void check_full_bisection(const Graph& g, double links) {
  std::mt19937 rng(11);
  auto hosts = g.hosts;
  for (int i = 0; i < 20; ++i) {
    const auto middle = hosts.begin() + static_cast<std::ptrdiff_t>(hosts.size() / 2);
    CHECK(g.flow({hosts.begin(), middle}, {middle, hosts.end()}) == links);
    std::shuffle(hosts.begin(), hosts.end(), rng);
  }
}

}  // namespace

TEST_CASE("tori: links and hops counted", "[network]") {
  for (const auto& [k, n] : {std::pair{2, 1}, {2, 3}, {2, 5}, {3, 2}, {4, 1}, {4, 2}, {4, 3}, {5, 3}, {6, 2}, {8, 2}}) {
    CAPTURE(k, n);
    const Graph g = torus(k, n);
    CHECK(torus_nodes(k, n) == static_cast<double>(g.hosts.size()));
    CHECK_THAT(torus_mean_hops(k, n), WithinRel(g.mean_hops(true), 1e-14));
    if (k % 2) {
      CHECK(std::isnan(torus_bisection_links(k, n)));
      continue;
    }
    // half of the last coordinate on either side
    const int half = static_cast<int>(g.hosts.size()) / 2;
    int across = 0;
    for (int v = 0; v < half; ++v)
      for (const int w : g.neighbours[static_cast<std::size_t>(v)]) across += w >= half;
    CHECK(torus_bisection_links(k, n) == across);
  }
}

TEST_CASE("no halving of a small torus cuts fewer links", "[network]") {
  for (const auto& [k, n] : {std::pair{2, 3}, {2, 4}, {4, 1}, {4, 2}, {6, 1}, {8, 1}}) {
    const Graph g = torus(k, n);
    const auto nodes = static_cast<unsigned>(g.hosts.size());
    int least = 1 << 30;
    for (unsigned side = 0; side < (1u << nodes); ++side) {
      if (std::popcount(side) * 2 != static_cast<int>(nodes)) continue;
      int across = 0;
      for (unsigned v = 0; v < nodes; ++v)
        if (side >> v & 1)
          for (const int w : g.neighbours[v]) across += !(side >> w & 1);
      least = std::min(least, across);
    }
    CHECK(torus_bisection_links(k, n) == least);
  }
}

TEST_CASE("fat trees and leaf-spines: hosts, switches, hops and full bisection", "[network]") {
  for (const int k : {2, 4, 6, 8}) {
    CAPTURE(k);
    const Graph fat = fat_tree(k), flat = leaf_spine(k);
    CHECK(fat_tree_hosts(k) == static_cast<double>(fat.hosts.size()));
    CHECK(fat_tree_switches(k) == static_cast<double>(fat.neighbours.size() - fat.hosts.size()));
    CHECK(leaf_spine_hosts(k) == static_cast<double>(flat.hosts.size()));
    CHECK(leaf_spine_switches(k) == static_cast<double>(flat.neighbours.size() - flat.hosts.size()));
    CHECK_THAT(fat_tree_mean_hops(k), WithinRel(fat.mean_hops(false), 1e-14));
    CHECK_THAT(leaf_spine_mean_hops(k), WithinRel(flat.mean_hops(false), 1e-14));
    check_full_bisection(fat, fat_tree_bisection_links(k));
    check_full_bisection(flat, leaf_spine_bisection_links(k));
    // every switch uses all of its ports
    for (const auto& neighbours : fat.neighbours) CHECK((neighbours.size() == 1 || static_cast<int>(neighbours.size()) == k));
  }
  CHECK(fat_tree_hosts(64) == 65536);
  CHECK(std::isnan(fat_tree_hosts(7)));
  CHECK(std::isnan(leaf_spine_hosts(2.5)));
}

TEST_CASE("balanced dragonflies: ports used up, hosts and global links across halves of whole groups", "[network]") {
  for (const int p : {1, 2, 3, 4, 5}) {
    CAPTURE(p);
    const int switches = 2 * p, groups = switches * p + 1;
    // each switch has p global ports: the group's a h ports reach each other group once
    std::vector<std::pair<int, int>> global;
    for (int g = 0; g < groups; ++g)
      for (int port = 0; port < switches * p; ++port)
        if (const int other = (g + 1 + port) % groups; g < other) global.push_back({g, other});
    CHECK(static_cast<int>(global.size()) == groups * (groups - 1) / 2);
    int across = 0;
    for (const auto& [g, other] : global) across += (g < groups / 2) != (other < groups / 2);
    CHECK(dragonfly_bisection_links(p) == across);
    CHECK(dragonfly_groups(p) == groups);
    CHECK(dragonfly_hosts(p) == groups * switches * p);
  }
  CHECK(dragonfly_hosts(4) == 1056);
  CHECK(dragonfly_bisection_links(4) == 272);
}

TEST_CASE("an all-to-all on a bidirectional ring takes a quarter of its all-gather", "[network]") {
  for (const int n : {4, 8, 64}) {
    const double bytes = 1e9, link = 45e9;
    // all-gather of n buffers of that size: both directions carry half of it past every node
    const double gather = ring_all_gather_time(n, n * bytes, 0, 2 * link) * n / (n - 1);
    CHECK_THAT(torus_all_to_all_time(n, 1, bytes, link), WithinRel(gather / 4, 1e-14));
  }
}

TEST_CASE("NCCL's latency of an all-reduce", "[network]") {
  CHECK_THAT(nccl_all_reduce_latency(8, 1), WithinRel(15.2e-6, 1e-14));
  CHECK_THAT(nccl_all_reduce_latency(128, 16), WithinRel(55.2e-6, 1e-14));
  CHECK_THAT(nccl_all_reduce_latency(8, 1, "ring"), WithinRel(15.0e-6, 1e-14));
  CHECK_THAT(nccl_all_reduce_latency(128, 16, "ring"), WithinRel(311.6e-6, 1e-14));
  // step by step: 14 hops inside at 3.4 us, base 8.4
  CHECK_THAT(nccl_all_reduce_latency(8, 1, "ring", "Simple"), WithinRel((8.4 + 14 * 3.4) * 1e-6, 1e-14));
  CHECK_THAT(nccl_all_reduce_latency(128, 16, "tree", "Simple"), WithinRel((8.4 + 2 * (7 * 4.0 + 4 * 14)) * 1e-6, 1e-14));
  CHECK_THAT(nccl_all_reduce_latency(128, 16, "ring", "Simple"), WithinRel((8.4 + 224 * 3.4 + 30 * 14) * 1e-6, 1e-14));
  CHECK_THAT(nccl_all_reduce_latency(8, 1, "ring", "LL128"), WithinRel((14 + 14 * 1.9) * 1e-6, 1e-14));
  CHECK_THAT(nccl_all_reduce_latency(8, 1, "ring", "LL128", "pci"), WithinRel((14 + 14 * 2.5) * 1e-6, 1e-14));
  CHECK_THAT(nccl_all_reduce_latency(128, 16, "ring", "LL128"), WithinRel((14 + 224 * 1.9 + 30 * 4.0) * 1e-6, 1e-14));
  CHECK_THAT(nccl_all_reduce_latency(128, 16, "tree", "LL128"), WithinRel((14 + 2 * (7 * 1.25 + 4 * 8.5)) * 1e-6, 1e-14));
  CHECK_THAT(nccl_all_reduce_latency(8, 1, "tree", "LL128", "pci"), WithinRel((14 + 14 * 1.9) * 1e-6, 1e-14));
  // one rank of a node pays the tree's latency between nodes
  CHECK_THAT(nccl_all_reduce_latency(16, 16, "ring"), WithinRel((6.6 + 30 * 5.0) * 1e-6, 1e-14));
  CHECK(nccl_all_reduce_latency(1, 1) == 0);
  CHECK(std::isnan(nccl_all_reduce_latency(4, 8)));
  CHECK(std::isnan(nccl_all_reduce_latency(scaling_limits::NaN, 1)));
  CHECK_THROWS_AS(nccl_all_reduce_latency(8, 1, "nvls"), scaling_limits::InvalidArgument);
  CHECK_THROWS_AS(nccl_all_reduce_latency(8, 1, "tree", "LL64"), scaling_limits::InvalidArgument);
}

TEST_CASE("a fabric says what a group talks over", "[network]") {
  const Fabric<> fabric{
      .gpus_per_node = 8, .inner_bandwidth = 450e9, .outer_bandwidth = 50e9, .inner_latency = 3e-6, .outer_latency = 5e-6};
  CHECK(fabric.bandwidth(8) == 450e9);
  CHECK(fabric.bandwidth(16) == 50e9);
  CHECK(fabric.latency(2) == 3e-6);
  CHECK_THROWS_AS(scaling_limits::validate(Fabric<>{}, "Fabric"), scaling_limits::DomainError);
}
