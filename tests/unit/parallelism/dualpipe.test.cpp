// SPDX-License-Identifier: Apache-2.0
// DualPipe's bubble against an event simulation of its order: two directions, forwards and backwards of opposite directions
// overlapped, input and weight gradients apart where that fills a gap (DeepSeek-V3 report, 2024, section 3.2.1 and figure 5).
#include <scaling_limits/parallelism/pipeline.hpp>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <map>
#include <tuple>
#include <vector>

namespace {

using namespace scaling_limits::parallelism;
using Catch::Matchers::WithinRel;

enum class Kind { forward, backward };

struct Part {
  Kind kind;
  int direction, micro_batch;
};
struct Work {
  std::vector<Part> parts;  // done together; none: a weight gradient
  double time;
};

struct Rank {
  int forwards[2] = {0, 0}, backwards[2] = {0, 0};
  std::vector<Work> order;
};

struct Times {
  double forward, backward, weight;  // backward: the whole
};

std::vector<Rank> dualpipe(int p, int m, const Times& t) {
  const int half = p / 2, per_direction = m / 2;
  std::vector<Rank> ranks(static_cast<std::size_t>(p));
  for (int r = 0; r < p; ++r) {
    Rank& rank = ranks[static_cast<std::size_t>(r)];
    const int h = std::min(r, p - 1 - r);
    const bool mirrored = r >= half;
    int held = 0;  // weight gradients put off
    const auto way = [&](int direction) { return mirrored ? 1 - direction : direction; };
    const auto forward = [&](int d) { return Part{Kind::forward, way(d), rank.forwards[d]++}; };
    const auto backward = [&](int d) { return Part{Kind::backward, way(d), rank.backwards[d]++}; };
    const auto weight = [&] { rank.order.push_back({{}, t.weight}), --held; };
    const auto input_gradient = [&](int d) { rank.order.push_back({{backward(d)}, t.backward - t.weight}), ++held; };
    const auto both = [&](int f, int b) { rank.order.push_back({{forward(f), backward(b)}, t.forward + t.backward}); };

    for (int i = 0; i < 2 * (half - h - 1); ++i) rank.order.push_back({{forward(0)}, t.forward});
    for (int i = 0; i < h + 1; ++i) {
      rank.order.push_back({{forward(0)}, t.forward});
      rank.order.push_back({{forward(1)}, t.forward});
    }
    for (int i = 0; i < half - h - 1; ++i) {
      input_gradient(1);
      weight();
      rank.order.push_back({{forward(1)}, t.forward});
    }
    for (int i = 0; i < per_direction - p + h + 1; ++i) {
      if (i == 0 && h == half - 1) {  // the two middle ranks start one after the other
        rank.order.push_back({{forward(0)}, t.forward});
        rank.order.push_back({{backward(1)}, t.backward});
      } else {
        both(0, 1);
      }
      both(1, 0);
    }
    for (int i = 0; i < half - h - 1; ++i) {
      rank.order.push_back({{backward(1)}, t.backward});
      both(1, 0);
    }
    bool apart = false;
    for (int i = 0; i < h + 1; ++i) {
      const auto one = [&](int d) {
        if (apart) input_gradient(d);
        else rank.order.push_back({{backward(d)}, t.backward});
      };
      if (i == (h + 1) / 2 && h % 2 == 1) apart = true;
      one(1);
      if (i == (h + 1) / 2 && h % 2 == 0) apart = true;
      one(0);
    }
    for (int i = 0; i < half - h - 1; ++i) {
      weight();
      input_gradient(0);
    }
    while (held > 0) weight();
  }
  return ranks;
}

double makespan(const std::vector<Rank>& ranks) {
  const int p = static_cast<int>(ranks.size());
  std::map<std::tuple<int, int, int, int>, double> done;  // kind, direction, micro-batch, stage of that direction
  std::vector<std::size_t> next(ranks.size(), 0);
  std::vector<double> free(ranks.size(), 0);
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t r = 0; r < ranks.size(); ++r)
      while (next[r] < ranks[r].order.size()) {
        const Work& work = ranks[r].order[next[r]];
        double start = free[r];
        bool possible = true;
        for (const Part& part : work.parts) {
          const int stage = part.direction == 0 ? static_cast<int>(r) : p - 1 - static_cast<int>(r);
          const bool first = part.kind == Kind::forward ? stage == 0 : stage == p - 1;
          const auto found = done.find({static_cast<int>(first ? Kind::forward : part.kind), part.direction, part.micro_batch,
                                        first                        ? stage
                                        : part.kind == Kind::forward ? stage - 1
                                                                     : stage + 1});
          if (first && part.kind == Kind::forward) continue;
          if (found == done.end()) possible = false;
          else start = std::max(start, found->second);
        }
        if (!possible) break;
        free[r] = start + work.time;
        for (const Part& part : work.parts)
          done[{static_cast<int>(part.kind), part.direction, part.micro_batch,
                part.direction == 0 ? static_cast<int>(r) : p - 1 - static_cast<int>(r)}] = free[r];
        ++next[r];
        moved = true;
      }
  }
  for (std::size_t r = 0; r < ranks.size(); ++r) REQUIRE(next[r] == ranks[r].order.size());  // no deadlock
  return *std::max_element(free.begin(), free.end());
}

TEST_CASE("DualPipe's bubble equals the simulated order where a backward is two forwards and nothing is saved by overlap",
          "[parallelism]") {
  for (const int p : {2, 4, 6, 8, 12, 16})
    for (int m = 2 * p; m <= 4 * p; m += 2)
      for (const double unit : {1.0, 0.37}) {
        const Times t{unit, 2 * unit, unit};
        const double expected = m * 3 * unit + bubble_time(Schedule::dualpipe, p, t.forward, t.backward, 1, t.weight);
        CHECK_THAT(makespan(dualpipe(p, m, t)), WithinRel(expected, 1e-12));  // sums of hundreds of terms
      }
}

}  // namespace
