// SPDX-License-Identifier: Apache-2.0
// Pipeline schedules played event by event: each stage's own order of work, uneven stages too. No formula of the library's.
#pragma once

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <map>
#include <tuple>
#include <vector>

namespace pipeline_events {

enum class Kind { forward, backward, weight };

struct Work {
  Kind kind;
  int micro_batch, chunk;
};
using Order = std::vector<std::vector<Work>>;  // of each stage

struct Times {
  double forward, backward, weight, transfer;  // per chunk; backward without the weight part where `weight` is separate
};

struct Result {
  double makespan, span;           // of all; the longest of any one stage from its first to its last work
  std::vector<double> most_alive;  // of each stage, in micro-batches of all its chunks
};

/// Runs the orders: a work starts when its stage is free and what it depends on has arrived.
inline Result simulate(const Order& order, int chunks, const std::vector<Times>& of_stage) {
  const int p = static_cast<int>(order.size());
  std::map<std::tuple<int, int, int>, double> done;  // kind, micro-batch, position in the chain of p x chunks
  std::vector<std::size_t> next(order.size(), 0);
  std::vector<double> free(order.size(), 0), first(order.size(), -1);
  const int last = p * chunks - 1;
  for (bool moved = true; moved;) {
    moved = false;
    for (int stage = 0; stage < p; ++stage)
      while (next[stage] < order[stage].size()) {
        const auto [kind, m, chunk] = order[stage][next[stage]];
        const Times& t = of_stage[stage];
        const int at = chunk * p + stage;
        double ready = 0;
        bool possible = true;
        const auto needs = [&](Kind k, int position, double delay) {
          const auto found = done.find({static_cast<int>(k), m, position});
          if (found == done.end()) possible = false;
          else ready = std::max(ready, found->second + delay);
        };
        if (kind == Kind::forward && at > 0) needs(Kind::forward, at - 1, t.transfer);
        if (kind == Kind::backward) {
          needs(Kind::forward, at, 0);
          if (at < last) needs(Kind::backward, at + 1, t.transfer);
        }
        if (kind == Kind::weight) needs(Kind::backward, at, 0);
        if (!possible) break;
        const double start = std::max(ready, free[stage]);
        if (first[stage] < 0) first[stage] = start;
        free[stage] = start + (kind == Kind::forward ? t.forward : kind == Kind::backward ? t.backward : t.weight);
        done[{static_cast<int>(kind), m, at}] = free[stage];
        ++next[stage];
        moved = true;
      }
  }
  Result result{0, 0, {}};
  for (int stage = 0; stage < p; ++stage) {
    const Times& t = of_stage[stage];
    REQUIRE(next[stage] == order[stage].size());  // no deadlock
    result.makespan = std::max(result.makespan, free[stage]);
    result.span = std::max(result.span, free[stage] - first[stage]);
    double alive = 0, most = 0;
    for (const auto& work : order[stage]) {
      if (work.kind == Kind::forward) most = std::max(most, alive += 1.0 / chunks);
      if (work.kind == Kind::backward && t.weight == 0) alive -= 1.0 / chunks;
      if (work.kind == Kind::weight) alive -= 1.0 / chunks;
    }
    result.most_alive.push_back(most);
  }
  return result;
}

inline Result simulate(const Order& order, int chunks, const Times& t) {
  return simulate(order, chunks, std::vector<Times>(order.size(), t));
}

inline Order gpipe(int p, int m) {
  Order order(p);
  for (auto& stage : order) {
    for (int i = 0; i < m; ++i) stage.push_back({Kind::forward, i, 0});
    for (int i = 0; i < m; ++i) stage.push_back({Kind::backward, i, 0});
  }
  return order;
}

inline Order one_f_one_b(int p, int m) {
  Order order(p);
  for (int s = 0; s < p; ++s) {
    int f = 0, b = 0;
    while (f < std::min(p - s - 1, m)) order[s].push_back({Kind::forward, f++, 0});
    while (b < m) {
      if (f < m) order[s].push_back({Kind::forward, f++, 0});
      order[s].push_back({Kind::backward, b++, 0});
    }
  }
  return order;
}

/// Groups of p micro-batches through chunk after chunk; warm-up 2 (p - s - 1) + (v - 1) p forwards, then one of each in turn.
/// Where p does not divide m, the micro-batches that the last group lacks are left out.
inline Order interleaved(int p, int m, int v) {
  Order order(p);
  const int total = (m + p - 1) / p * p * v;
  for (int s = 0; s < p; ++s) {
    const auto put = [&, s](Kind kind, int k) {
      const int micro_batch = k / (p * v) * p + k % p, chunk = k % (p * v) / p;
      if (micro_batch < m) order[s].push_back({kind, micro_batch, kind == Kind::forward ? chunk : v - 1 - chunk});
    };
    int f = 0, b = 0;
    while (f < std::min(2 * (p - s - 1) + (v - 1) * p, total)) put(Kind::forward, f++);
    while (b < total) {
      if (f < total) put(Kind::forward, f++);
      put(Kind::backward, b++);
    }
  }
  return order;
}

}  // namespace pipeline_events
