// SPDX-License-Identifier: Apache-2.0
// Every collective is run here message by message on integers, on ranks with one send and one receive port; the clock of the
// last rank is what the formulas must give.
#include <scaling_limits/network/collectives.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <functional>
#include <random>
#include <vector>

#include <scaling_limits/core/dual.hpp>
#include <scaling_limits/network/all_to_all.hpp>
#include <scaling_limits/network/best_all_reduce.hpp>
#include <scaling_limits/network/fabric.hpp>
#include <scaling_limits/network/hierarchical.hpp>
#include <scaling_limits/network/pipelined.hpp>

using namespace scaling_limits::network;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

// reason for 1e-12: a simulated clock adds up to some hundred rounded times
constexpr double exact = 1e-12;

struct Wire {
  double latency, bandwidth, reduction = 0;
};
using Buffer = std::vector<std::int64_t>;

/// Ranks with buffers, each with a clock until when its port is busy, apart for sending and receiving.
struct Ranks {
  std::vector<Buffer> data;
  std::vector<double> sent, received;
  double element_bytes;

  Ranks(int n, int elements, double bytes, std::mt19937& rng)
      : data(static_cast<std::size_t>(n), Buffer(static_cast<std::size_t>(elements))),
        sent(static_cast<std::size_t>(n)),
        received(static_cast<std::size_t>(n)),
        element_bytes(bytes / elements) {
    for (auto& buffer : data)
      for (auto& x : buffer) x = static_cast<std::int64_t>(rng() % 1000);
  }
  int size() const { return static_cast<int>(data.size()); }
  Buffer sum() const {
    Buffer total(data[0].size());
    for (const auto& buffer : data)
      for (std::size_t i = 0; i < total.size(); ++i) total[i] += buffer[i];
    return total;
  }
  double end() const {
    double last = 0;
    for (std::size_t i = 0; i < data.size(); ++i) last = std::max({last, sent[i], received[i]});
    return last;
  }
  /// All ranks have what they need before the next round starts.
  void barrier() { std::fill(sent.begin(), sent.end(), end()), received = sent; }
};

struct Message {
  int from, to;
  std::size_t begin, end;
  bool reduce;
};

/// Messages that travel at the same time: payloads are read before anything is written.
void exchange(Ranks& ranks, const std::vector<Message>& messages, const Wire& wire) {
  std::vector<Buffer> payloads;
  std::vector<double> arrival;
  std::vector<int> sends(ranks.data.size()), receives(ranks.data.size());
  for (const auto& m : messages) {
    const auto from = static_cast<std::size_t>(m.from), to = static_cast<std::size_t>(m.to);
    REQUIRE(++sends[from] <= 1);  // one port each way
    REQUIRE(++receives[to] <= 1);
    const auto& source = ranks.data[from];
    payloads.emplace_back(source.begin() + static_cast<std::ptrdiff_t>(m.begin),
                          source.begin() + static_cast<std::ptrdiff_t>(m.end));
    const double start = std::max({ranks.sent[from], ranks.received[from], ranks.received[to]});
    arrival.push_back(start + wire.latency + static_cast<double>(m.end - m.begin) * ranks.element_bytes / wire.bandwidth);
  }
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const auto& m = messages[i];
    const auto from = static_cast<std::size_t>(m.from), to = static_cast<std::size_t>(m.to);
    auto& target = ranks.data[to];
    for (std::size_t j = m.begin; j < m.end; ++j)
      target[j] = m.reduce ? target[j] + payloads[i][j - m.begin] : payloads[i][j - m.begin];
    const double reduced = m.reduce ? static_cast<double>(m.end - m.begin) * ranks.element_bytes * wire.reduction : 0;
    ranks.sent[from] = std::max(ranks.sent[from], arrival[i]);
    ranks.received[to] = std::max(ranks.received[to], arrival[i] + reduced);
  }
}

/// Ring phases among the ranks `member(0), member(1) ...` on the elements from `base`, `chunk` per rank.
void ring(Ranks& ranks, const std::vector<int>& members, std::size_t base, std::size_t chunk, bool reduce, const Wire& wire) {
  const int n = static_cast<int>(members.size());
  for (int step = 0; step < n - 1; ++step) {
    std::vector<Message> round;
    for (int i = 0; i < n; ++i) {
      const int part = ((reduce ? i - step : i + 1 - step) % n + n) % n;
      const std::size_t begin = base + static_cast<std::size_t>(part) * chunk;
      round.push_back(
          {members[static_cast<std::size_t>(i)], members[static_cast<std::size_t>((i + 1) % n)], begin, begin + chunk, reduce});
    }
    exchange(ranks, round, wire);
  }
}

std::vector<int> all(int n) {
  std::vector<int> list;
  for (int i = 0; i < n; ++i) list.push_back(i);
  return list;
}

double uniform(std::mt19937& rng, double low, double high) {
  return std::exp(std::uniform_real_distribution<>(std::log(low), std::log(high))(rng));
}
Wire random_wire(std::mt19937& rng) {
  return {uniform(rng, 1e-7, 1e-3), uniform(rng, 1e8, 1e12), rng() % 2 ? uniform(rng, 1e-13, 1e-9) : 0};
}

}  // namespace

TEST_CASE("check values of eight ranks, a gigabyte, 3 us and 450 GB/s", "[network]") {
  CHECK_THAT(ring_all_reduce_time(8, 1e9, 3e-6, 450e9), WithinAbs(3.9308889e-3, 5e-11));
  CHECK_THAT(recursive_doubling_all_reduce_time(8, 1e9, 3e-6, 450e9), WithinAbs(6.6756667e-3, 5e-11));
  CHECK_THAT(halving_doubling_all_reduce_time(8, 1e9, 3e-6, 450e9), WithinAbs(3.9068889e-3, 5e-11));
  CHECK_THAT(binomial_all_reduce_time(8, 1e9, 3e-6, 450e9), WithinAbs(13.3513333e-3, 5e-11));
  CHECK_THAT(hierarchical_all_reduce_time(8, 16, 1e10, 3e-6, 450e9, 5e-6, 50e9), WithinAbs(85.955889e-3, 5e-10));
  CHECK_THAT(all_reduce_crossover_bytes("ring", "binomial", 64, 5e-6, 50e9), WithinAbs(2'841'121, 0.5));
}

TEST_CASE("a ring, simulated with data, takes its time and leaves the sum everywhere", "[network]") {
  std::mt19937 rng(1);
  for (int i = 0; i < 300; ++i) {
    const int n = 1 + static_cast<int>(rng() % 24);
    const double bytes = uniform(rng, 1, 1e11);
    const Wire wire = random_wire(rng);
    Ranks ranks(n, n * 3, bytes, rng);
    const Buffer sum = ranks.sum();
    ring(ranks, all(n), 0, 3, true, wire);
    CHECK_THAT(ranks.end(), WithinRel(ring_reduce_scatter_time(n, bytes, wire.latency, wire.bandwidth, wire.reduction), exact));
    const double before = ranks.end();
    ranks.barrier();
    ring(ranks, all(n), 0, 3, false, wire);
    CHECK_THAT(ranks.end() - before,
               WithinAbs(ring_all_gather_time(n, bytes, wire.latency, wire.bandwidth), exact * ranks.end()));
    CHECK_THAT(ranks.end(), WithinRel(ring_all_reduce_time(n, bytes, wire.latency, wire.bandwidth, wire.reduction), exact));
    for (const auto& buffer : ranks.data) REQUIRE(buffer == sum);
  }
}

TEST_CASE("recursive doubling and halving-doubling, simulated with data", "[network]") {
  std::mt19937 rng(2);
  for (int i = 0; i < 300; ++i) {
    const int n = 1 << (rng() % 6);
    const double bytes = uniform(rng, 1, 1e11);
    const Wire wire = random_wire(rng);
    const auto size = static_cast<std::size_t>(n) * 2;
    {
      Ranks ranks(n, static_cast<int>(size), bytes, rng);
      const Buffer sum = ranks.sum();
      for (int distance = 1; distance < n; distance *= 2) {
        std::vector<Message> round;
        for (int r = 0; r < n; ++r) round.push_back({r, r ^ distance, 0, size, true});
        exchange(ranks, round, wire);
      }
      CHECK_THAT(ranks.end(),
                 WithinRel(recursive_doubling_all_reduce_time(n, bytes, wire.latency, wire.bandwidth, wire.reduction), exact));
      for (const auto& buffer : ranks.data) REQUIRE(buffer == sum);
    }
    {
      Ranks ranks(n, static_cast<int>(size), bytes, rng);
      const Buffer sum = ranks.sum();
      // each rank narrows its window, [begin, begin + width), then widens it again
      std::vector<std::size_t> begin(static_cast<std::size_t>(n), 0);
      std::size_t width = size;
      for (int distance = n / 2; distance >= 1; distance /= 2) {
        width /= 2;
        std::vector<Message> round;
        for (int r = 0; r < n; ++r) {
          auto& mine = begin[static_cast<std::size_t>(r)];
          const std::size_t given = r & distance ? mine : mine + width;  // the upper rank keeps the upper half
          round.push_back({r, r ^ distance, given, given + width, true});
          if (r & distance) mine += width;
        }
        exchange(ranks, round, wire);
      }
      for (int distance = 1; distance < n; distance *= 2) {
        std::vector<Message> round;
        for (int r = 0; r < n; ++r) {
          const std::size_t mine = begin[static_cast<std::size_t>(r)];
          round.push_back({r, r ^ distance, mine, mine + width, false});
        }
        exchange(ranks, round, wire);
        for (int r = 0; r < n; ++r)
          if (r & distance) begin[static_cast<std::size_t>(r)] -= width;
        width *= 2;
      }
      CHECK_THAT(ranks.end(),
                 WithinRel(halving_doubling_all_reduce_time(n, bytes, wire.latency, wire.bandwidth, wire.reduction), exact));
      for (const auto& buffer : ranks.data) REQUIRE(buffer == sum);
    }
  }
  CHECK(std::isnan(recursive_doubling_all_reduce_time(12, 1e9, 3e-6, 450e9)));
  CHECK(std::isnan(halving_doubling_all_reduce_time(12, 1e9, 3e-6, 450e9)));
}

TEST_CASE("a binomial tree, simulated with data, for any number of ranks", "[network]") {
  std::mt19937 rng(3);
  for (int i = 0; i < 300; ++i) {
    const int n = 1 + static_cast<int>(rng() % 40);
    const double bytes = uniform(rng, 1, 1e11);
    const Wire wire = random_wire(rng);
    Ranks ranks(n, 4, bytes, rng);
    const Buffer sum = ranks.sum();
    int top = 1;
    for (; top < n; top *= 2)
      for (int r = 0; r + top < n; r += 2 * top) exchange(ranks, {{r + top, r, 0, 4, true}}, wire);
    ranks.barrier();
    for (int distance = top / 2; distance >= 1; distance /= 2)
      for (int r = 0; r + distance < n; r += 2 * distance) exchange(ranks, {{r, r + distance, 0, 4, false}}, wire);
    CHECK_THAT(ranks.end(), WithinRel(binomial_all_reduce_time(n, bytes, wire.latency, wire.bandwidth, wire.reduction), exact));
    for (const auto& buffer : ranks.data) REQUIRE(buffer == sum);
  }
}

TEST_CASE("two levels with a NIC per rank, simulated with data", "[network]") {
  std::mt19937 rng(4);
  for (int i = 0; i < 100; ++i) {
    const int per_node = 1 + static_cast<int>(rng() % 8), nodes = 1 + static_cast<int>(rng() % 8), n = per_node * nodes;
    const double bytes = uniform(rng, 1, 1e11);
    const Wire inner{uniform(rng, 1e-7, 1e-4), uniform(rng, 1e9, 1e12)},
        outer{uniform(rng, 1e-7, 1e-3), uniform(rng, 1e8, 1e11)};
    const auto part = static_cast<std::size_t>(nodes);  // elements of a rank's part: one per node
    Ranks ranks(n, n, bytes, rng);
    const Buffer sum = ranks.sum();
    const auto inside = [&](bool reduce) {
      for (int node = 0; node < nodes; ++node) {
        std::vector<int> members;
        for (int r = 0; r < per_node; ++r) members.push_back(node * per_node + r);
        ring(ranks, members, 0, part, reduce, inner);
      }
    };
    inside(true);
    for (int r = 0; r < per_node; ++r) {
      std::vector<int> members;
      for (int node = 0; node < nodes; ++node) members.push_back(node * per_node + r);
      const auto base = static_cast<std::size_t>((r + 1) % per_node) * part;  // what a reduce-scatter leaves on rank r
      ring(ranks, members, base, 1, true, outer);
      ring(ranks, members, base, 1, false, outer);
    }
    inside(false);
    CHECK_THAT(ranks.end(), WithinRel(hierarchical_all_reduce_time(per_node, nodes, bytes, inner.latency, inner.bandwidth,
                                                                   outer.latency, outer.bandwidth),
                                      exact));
    for (const auto& buffer : ranks.data) REQUIRE(buffer == sum);
  }
}

TEST_CASE("pieces along a chain and a tree, piece by piece", "[network]") {
  std::mt19937 rng(5);
  for (int i = 0; i < 300; ++i) {
    const int q = 1 + static_cast<int>(rng() % 40);
    const double bytes = uniform(rng, 1, 1e11);
    const Wire wire = random_wire(rng);
    const double piece_time = wire.latency + bytes / q / wire.bandwidth;
    {
      const int n = 1 + static_cast<int>(rng() % 20);
      std::vector<double> has(static_cast<std::size_t>(q), 0);  // when the rank at hand has each piece
      for (int rank = 1; rank < n; ++rank) {
        double port = 0;
        for (auto& at : has) at = port = std::max(port, at) + piece_time;
      }
      CHECK_THAT(pipelined_chain_broadcast_time(n, bytes, wire.latency, wire.bandwidth, q), WithinRel(has.back(), exact));
    }
    {
      // a complete binary tree, node v has children 2v + 1 and 2v + 2; each link has a port of its own each way
      const int depth = static_cast<int>(rng() % 5), nodes = (2 << depth) - 1;
      const auto pieces = static_cast<std::size_t>(q);
      std::vector<std::vector<double>> up(static_cast<std::size_t>(nodes), std::vector<double>(pieces, 0)), down = up;
      std::vector<std::vector<std::int64_t>> data(static_cast<std::size_t>(nodes), std::vector<std::int64_t>(pieces));
      std::vector<std::int64_t> sum(pieces, 0);
      for (auto& node : data)
        for (std::size_t j = 0; j < pieces; ++j) sum[j] += node[j] = static_cast<std::int64_t>(rng() % 100);
      for (auto v = static_cast<std::size_t>(nodes) - 1; v > 0; --v) {
        const std::size_t parent = (v - 1) / 2;
        double port = 0;
        for (std::size_t j = 0; j < pieces; ++j) {
          port = std::max(port, up[v][j]) + piece_time;
          up[parent][j] = std::max(up[parent][j], port);
          data[parent][j] += data[v][j];
        }
      }
      down[0] = up[0];
      double last = *std::max_element(up[0].begin(), up[0].end());
      for (std::size_t v = 1; v < static_cast<std::size_t>(nodes); ++v) {
        double port = 0;
        for (std::size_t j = 0; j < pieces; ++j) {
          down[v][j] = port = std::max(port, down[(v - 1) / 2][j]) + piece_time;
          data[v][j] = data[(v - 1) / 2][j];
        }
        last = std::max(last, port);
      }
      CHECK_THAT(pipelined_tree_all_reduce_time(depth, bytes, wire.latency, wire.bandwidth, q), WithinRel(last, exact));
      for (const auto& node : data) REQUIRE(node == sum);
    }
  }
}

TEST_CASE("the best number of pieces beats every whole number, and hardly any is needed beside it", "[network]") {
  std::mt19937 rng(6);
  for (int i = 0; i < 300; ++i) {
    const int n = 2 + static_cast<int>(rng() % 60), depth = 1 + static_cast<int>(rng() % 10);
    const double bytes = uniform(rng, 1, 1e9), latency = uniform(rng, 1e-6, 1e-4), bandwidth = uniform(rng, 1e9, 1e12);
    const auto scan = [&](const std::function<double(double)>& time) {
      double best = time(1);
      for (int q = 2; q < 4000; ++q) best = std::min(best, time(q));
      return best;
    };
    const double chain = scan([&](double q) { return pipelined_chain_broadcast_time(n, bytes, latency, bandwidth, q); });
    const double tree = scan([&](double q) { return pipelined_tree_all_reduce_time(depth, bytes, latency, bandwidth, q); });
    CHECK(pipelined_chain_broadcast_time(n, bytes, latency, bandwidth) <= chain * (1 + exact));
    CHECK(pipelined_tree_all_reduce_time(depth, bytes, latency, bandwidth) <= tree * (1 + exact));
    const double best = best_chain_pieces(n, bytes, latency, bandwidth);
    CHECK_THAT(pipelined_chain_broadcast_time(n, bytes, latency, bandwidth, best),
               WithinRel(pipelined_chain_broadcast_time(n, bytes, latency, bandwidth), exact));
    CHECK_THAT(
        pipelined_tree_all_reduce_time(depth, bytes, latency, bandwidth, best_tree_pieces(depth, bytes, latency, bandwidth)),
        WithinRel(pipelined_tree_all_reduce_time(depth, bytes, latency, bandwidth), exact));
    if (best > 1 && best < 3000)
      CHECK_THAT(pipelined_chain_broadcast_time(n, bytes, latency, bandwidth), WithinRel(chain, 0.25 / best));
  }
  // no latency: ever smaller pieces, the time of one copy
  CHECK(pipelined_chain_broadcast_time(9, 1e9, 0, 1e9) == 1);
  CHECK(std::isinf(best_chain_pieces(9, 1e9, 0, 1e9)));
  CHECK(pipelined_chain_broadcast_time(2, 1e9, 1e-6, 1e9) == 1 + 1e-6);
}

TEST_CASE("all-to-all, simulated with data: pairwise and Bruck", "[network]") {
  std::mt19937 rng(7);
  for (int i = 0; i < 300; ++i) {
    const int n = 1 << (rng() % 6);
    const double bytes = uniform(rng, 1, 1e11);
    const Wire wire = random_wire(rng);
    const auto index = [](int x) { return static_cast<std::size_t>(x); };
    using Blocks = std::vector<std::vector<int>>;
    const auto block = [&](int from, int to) { return from * n + to; };
    {
      Blocks got(index(n), std::vector<int>(index(n), -1));
      double clock = 0;
      for (int r = 0; r < n; ++r) got[index(r)][index(r)] = block(r, r);
      for (int step = 1; step < n; ++step) {
        for (int r = 0; r < n; ++r) got[index((r + step) % n)][index(r)] = block(r, (r + step) % n);
        clock += wire.latency + bytes / n / wire.bandwidth;
      }
      CHECK_THAT(pairwise_all_to_all_time(n, bytes, wire.latency, wire.bandwidth), WithinRel(clock, exact));
      for (int r = 0; r < n; ++r)
        for (int from = 0; from < n; ++from) REQUIRE(got[index(r)][index(from)] == block(from, r));
    }
    {
      // slot k of rank r holds what goes k ranks on; in round d the slots with bit d travel d ranks
      Blocks slots(index(n), std::vector<int>(index(n)));
      for (int r = 0; r < n; ++r)
        for (int k = 0; k < n; ++k) slots[index(r)][index(k)] = block(r, (r + k) % n);
      double clock = 0;
      for (int distance = 1; distance < n; distance *= 2) {
        Blocks next = slots;
        int moved = 0;
        for (int k = 0; k < n; ++k) {
          if (!(k & distance)) continue;
          ++moved;
          for (int r = 0; r < n; ++r) next[index((r + distance) % n)][index(k)] = slots[index(r)][index(k)];
        }
        slots = next;
        clock += wire.latency + bytes * moved / n / wire.bandwidth;
      }
      CHECK_THAT(bruck_all_to_all_time(n, bytes, wire.latency, wire.bandwidth), WithinRel(clock, exact));
      for (int r = 0; r < n; ++r)
        for (int k = 0; k < n; ++k) REQUIRE(slots[index(r)][index(k)] == block((r - k + n) % n, r));
    }
    // through a cut that halves the ranks
    if (n > 1) {
      double across = 0;
      for (int from = 0; from < n / 2; ++from)
        for (int to = n / 2; to < n; ++to) across += bytes / n;
      CHECK_THAT(all_to_all_bisection_time(n, bytes, wire.bandwidth), WithinRel(across / wire.bandwidth, exact));
    }
  }
  CHECK(std::isnan(bruck_all_to_all_time(6, 1e6, 1e-6, 1e9)));
}

TEST_CASE("the best all-reduce is the fastest of all, and stays so exactly as far as it says", "[network]") {
  std::mt19937 rng(8);
  for (int i = 0; i < 300; ++i) {
    const int n = 1 + static_cast<int>(rng() % 130);
    const Wire wire = random_wire(rng);
    const double bytes = uniform(rng, 1, 1e11);
    const auto fastest = [&](double size) {
      double least = ring_all_reduce_time(n, size, wire.latency, wire.bandwidth, wire.reduction);
      for (const double t : {recursive_doubling_all_reduce_time(n, size, wire.latency, wire.bandwidth, wire.reduction),
                             halving_doubling_all_reduce_time(n, size, wire.latency, wire.bandwidth, wire.reduction),
                             binomial_all_reduce_time(n, size, wire.latency, wire.bandwidth, wire.reduction)})
        if (t < least) least = t;
      return least;
    };
    const auto best = best_all_reduce(n, bytes, wire.latency, wire.bandwidth, wire.reduction);
    CAPTURE(n, bytes, best.algorithm, best.from, best.up_to);
    CHECK_THAT(best.time, WithinRel(fastest(bytes), exact));
    CHECK(best.from <= bytes);
    CHECK(best.up_to >= bytes);
    const auto own = [&](double size) {
      const auto algorithm = scaling_limits::from_word<AllReduce>("best_all_reduce", "algorithm", best.algorithm);
      return all_reduce_cost(algorithm, static_cast<double>(n)).time(size, wire.latency, wire.bandwidth, wire.reduction);
    };
    for (const double size : {best.from * 1.001, best.up_to * 0.999})
      if (size > 0 && std::isfinite(size)) CHECK_THAT(own(size), WithinRel(fastest(size), exact));
    for (const double size : {best.from * 0.999, best.up_to * 1.001})
      if (size > 0 && std::isfinite(size)) CHECK(own(size) > fastest(size));
    for (const double size : {1e-3, 1e20})
      CHECK((own(size) <= fastest(size) * (1 + exact)) == (best.from <= size && size <= best.up_to));
  }
  CHECK_THROWS_AS(all_reduce_crossover_bytes("ring", "torus", 8, 1e-6, 1e9), scaling_limits::InvalidArgument);
}

TEST_CASE("bus bandwidth of an all-reduce without latency is the wire's", "[network]") {
  for (const int n : {2, 8, 1000}) {
    CHECK_THAT(bus_bandwidth(1e9, ring_all_reduce_time(n, 1e9, 0, 450e9), n), WithinRel(450e9, 1e-14));
    CHECK_THAT(bus_bandwidth(1e9, ring_all_gather_time(n, 1e9, 0, 450e9), n, "all_gather"), WithinRel(450e9, 1e-14));
    CHECK_THAT(bus_bandwidth(1e9, pairwise_all_to_all_time(n, 1e9, 0, 450e9), n, "all_to_all"), WithinRel(450e9, 1e-14));
    CHECK_THAT(time_at_bus_bandwidth(1e9, bus_bandwidth(1e9, 0.5, n), n), WithinRel(0.5, 1e-14));
  }
  CHECK(bus_bandwidth(1e9, 0.5, 8, "broadcast") == 2e9);
  CHECK(std::isnan(bus_bandwidth(1e9, 0, 8)));
  CHECK(std::isnan(bus_bandwidth(-1, 1, 8)));
  CHECK(std::isnan(time_at_bus_bandwidth(1e9, 0, 8)));
  CHECK_THROWS_AS(bus_bandwidth(1e9, 0.5, 8, "gossip"), scaling_limits::InvalidArgument);
}

TEST_CASE("times out of domain are NaN, and derivatives go through", "[network]") {
  const double bad = scaling_limits::NaN;
  CHECK(std::isnan(ring_all_reduce_time(0.5, 1e9, 3e-6, 450e9)));
  CHECK(std::isnan(ring_all_reduce_time(8, -1, 3e-6, 450e9)));
  CHECK(std::isnan(ring_all_reduce_time(8, 1e9, bad, 450e9)));
  CHECK(std::isnan(hierarchical_all_reduce_time(8, 16, 1e10, 3e-6, 0, 5e-6, 50e9)));
  CHECK(std::isnan(pipelined_tree_all_reduce_time(bad, 1e10, 3e-6, 1e9)));
  CHECK(ring_all_reduce_time(1, 1e9, 3e-6, 450e9) == 0);
  using scaling_limits::dual;
  const dual<double> slope = ring_all_reduce_time(8, dual<double>(1e9, 1), 3e-6, 450e9);
  CHECK_THAT(slope.slope, WithinRel(2 * 7. / 8 / 450e9, 1e-15));
  const dual<double> in_latency = pipelined_chain_broadcast_time(8, 1e9, dual<double>(3e-6, 1), 450e9);
  const double h = 1e-9;
  CHECK_THAT(in_latency.slope, WithinRel((pipelined_chain_broadcast_time(8, 1e9, 3e-6 + h, 450e9) -
                                          pipelined_chain_broadcast_time(8, 1e9, 3e-6 - h, 450e9)) /
                                             (2 * h),
                                         1e-6));  // central difference
}

TEST_CASE("an unlimited bandwidth leaves the slopes that its limit has", "[network]") {
  using scaling_limits::inf;
  using D = scaling_limits::dual<double>;
  const D ranks(8, 1), bytes(1e9, 1), latency(3e-6, 1), fast(1e300), unlimited(inf);
  const auto same = [&](const auto& time) {
    const D limit = time(fast), found = time(unlimited);
    CHECK_THAT(found.value, WithinRel(limit.value, 1e-14));
    CHECK_THAT(found.slope, WithinRel(limit.slope, 1e-14));
  };
  same([&](const D& w) { return pairwise_all_to_all_time(ranks, bytes, latency, w); });
  same([&](const D& w) { return bruck_all_to_all_time(D(8), bytes, latency, w); });
  same([&](const D& w) { return all_to_all_bisection_time(ranks, bytes, w) + latency; });
  same([&](const D& w) { return ring_all_gather_time(ranks, bytes, latency, w); });
  same([&](const D& w) { return ring_all_reduce_time(ranks, bytes, latency, w, D(1e-12, 1)); });
  same([&](const D& w) { return pipelined_chain_broadcast_time(ranks, bytes, latency, w, D(4)); });
  for (const double inner : {4e11, inf})
    same([&](const D& w) {
      const Fabric<D> fabric{D(8), inner < inf ? D(inner, 1) : w, w, D(1e-6, 1), D(5e-6)};
      const Link<D> link = fabric.ring(64, 2);
      return ring_all_gather_time(ranks, bytes, link.latency, link.bandwidth);
    });
}
