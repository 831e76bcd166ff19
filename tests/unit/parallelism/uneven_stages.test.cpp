// SPDX-License-Identifier: Apache-2.0
// Which layers stages hold, against walking through them one by one; what uneven stages cost, against each schedule played event
// by event.
#include <scaling_limits/parallelism/step.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <numeric>
#include <random>

#include "support/pipeline_events.hpp"

namespace {

using namespace scaling_limits;
using namespace scaling_limits::parallelism;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinRel;

constexpr double exact = 1e-11;  // sums over layers and micro-batches

struct Held {
  int dense = 0, mixture = 0;
  bool operator==(const Held&) const = default;
};

/// Layer by layer: which stage has it.
std::vector<Held> walked(int layers, int dense_layers, int p, int v, const std::vector<std::int64_t>& given) {
  std::vector<Held> stages(static_cast<std::size_t>(p));
  const auto put = [&](int layer, int stage) {
    auto& held = stages[static_cast<std::size_t>(stage)];
    layer < dense_layers ? ++held.dense : ++held.mixture;
  };
  if (!given.empty()) {
    int layer = 0;
    for (int i = 0; i < p; ++i)
      for (int k = 0; k < given[static_cast<std::size_t>(i)]; ++k) put(layer++, i);
    return stages;
  }
  const int first = layers % (p * v) == 0 ? 0 : 1;  // the input table takes a slot
  const int piece = (layers + 2 * first) / (p * v);
  for (int layer = 0; layer < layers; ++layer) put(layer, (layer + first) / piece % p);
  return stages;
}

TEST_CASE("runs of stages hold the layers that they hold one by one", "[parallelism]") {
  std::mt19937 random(3);
  const auto any = [&](int least, int most) {
    return least + static_cast<int>(random() % static_cast<unsigned>(most - least + 1));
  };
  int tried = 0;
  std::size_t most_runs = 0;
  while (tried < 5000) {
    const int p = any(1, 9), v = p > 1 ? any(1, 4) : 1, layers = any(1, 60), dense = any(0, layers);
    std::vector<std::int64_t> given;
    if (any(0, 2) == 0) {
      given.assign(static_cast<std::size_t>(p), 0);
      for (int i = 0; i < layers; ++i) ++given[random() % given.size()];
    } else if (layers % (p * v) != 0 && (layers + 2) % (p * v) != 0) {
      continue;
    }
    ++tried;
    std::vector<Held> found(static_cast<std::size_t>(p));
    std::int64_t next = 0;
    std::size_t runs = 0;
    stage_runs(layers, dense, {.pipeline = p, .chunks = v}, given, [&](const StageRun& run) {
      CHECK(run.first == next);
      CHECK(run.is_first == (run.first == 0));
      CHECK(run.is_last == (run.first + run.count == p));
      for (std::int64_t i = 0; i < run.count; ++i)
        found[static_cast<std::size_t>(next++)] = {static_cast<int>(run.dense), static_cast<int>(run.mixture)};
      ++runs;
    });
    REQUIRE(next == p);
    INFO(layers << " layers, " << dense << " dense, p " << p << ", v " << v << (given.empty() ? "" : ", given"));
    CHECK(found == walked(layers, dense, p, v, given));
    if (given.empty()) most_runs = std::max(most_runs, runs);
  }
  CHECK(most_runs == 5);
}

TEST_CASE("parameters of all stages and ranks are those of the model", "[parallelism]") {
  workload::TransformerShape<> shape{.layers = 22,
                                     .hidden = 512,
                                     .feed_forward = 2048,
                                     .query_heads = 16,
                                     .key_value_heads = 4,
                                     .head_size = 32,
                                     .vocabulary = 32000,
                                     .sequence_length = 1024};
  const auto sum_over = [&](const Layout& layout) {
    double sum = 0;
    const StageParameters<double> parameters(shape, layout);
    const auto whole = [&](double x) { return x * static_cast<double>(layout.tensor); };
    // what every tensor rank has whole is counted once
    const double norm = shape.norm_bias != 0 ? 2 * shape.hidden : shape.hidden, out = shape.bias != 0 ? shape.hidden : 0;
    const double norms = 2 * norm + shape.query_key_norm + (shape.is_latent() ? shape.query_rank + shape.key_value_rank : 0);
    const double compressions =
        shape.is_latent() ? shape.hidden * (shape.query_rank + shape.key_value_rank + shape.rope_head_size) : 0;
    const double router = shape.experts * (shape.hidden + shape.bias) + shape.shared_experts * out,
                 copies = static_cast<double>(layout.tensor) - 1;
    const auto dense = static_cast<std::int64_t>(shape.is_mixture() ? shape.dense_layers : shape.layers);
    stage_runs(22, dense, layout, {}, [&](const StageRun& run) {
      const auto w = parameters.of(run);
      const double repeated = run.layers() * (norms + compressions + out) + run.mixture * router + run.dense * out +
                              (run.is_first ? shape.positions * shape.hidden : 0) + (run.is_last ? norm : 0);
      sum += static_cast<double>(run.count) *
             (whole(w.others) - copies * repeated + static_cast<double>(layout.expert) * w.experts);
    });
    return sum;
  };
  for (const std::int64_t tensor : {1, 4})
    for (const std::int64_t pipeline : {1, 2, 11, 12, 24})
      for (const bool tied : {false, true})
        for (const int kind : {0, 1, 2, 3, 4, 5}) {  // from 3 on with all that is no matrix
          shape.tied = tied;
          shape.bias = shape.norm_bias = kind > 2, shape.query_key_value_bias = kind == 3 || kind == 4;
          shape.query_key_norm = kind > 2 ? 64 : 0, shape.positions = kind > 2 ? 1024 : 0;
          shape.experts = kind % 3 ? 16 : 0, shape.active_experts = kind % 3 ? 2 : 0, shape.shared_experts = kind % 3 ? 1 : 0;
          shape.expert_feed_forward = 256, shape.dense_layers = kind % 3 ? 3 : 0;
          shape.query_rank = kind % 3 > 1 ? 96 : 0, shape.key_value_rank = kind % 3 > 1 ? 64 : 0;
          shape.rope_head_size = kind % 3 > 1 ? 16 : 0;
          const double twice = tied && pipeline > 1 ? shape.table_parameters() : 0;  // the head of a stage of its own
          for (const std::int64_t expert : {1, 4})
            if (expert == 1 || kind % 3)
              CHECK(sum_over({.tensor = tensor, .pipeline = pipeline, .data = expert, .expert = expert}) ==
                    shape.parameters() + twice);
        }
}

const workload::Chip<> chip{.peak_flops = 1e15, .achieved_flops = 4e14};
const network::Fabric<> at_once{.gpus_per_node = 8, .inner_bandwidth = inf, .outer_bandwidth = inf};

TEST_CASE("uneven stages cost what each schedule costs event by event, or a bound of it", "[parallelism]") {
  std::mt19937 random(5);
  const auto any = [&](int least, int most) {
    return least + static_cast<int>(random() % static_cast<unsigned>(most - least + 1));
  };
  int exact_ones = 0, bounds = 0, rests = 0;
  for (int tried = 0; tried < 400; ++tried) {
    const int p = any(2, 6), v = any(1, 3), m = any(1, 14);
    // a vocabulary that makes the head as heavy as some layers
    workload::TransformerShape<> shape{.layers = static_cast<double>(p * v * any(1, 2)),
                                       .hidden = 256,
                                       .feed_forward = 1024,
                                       .query_heads = 4,
                                       .key_value_heads = 4,
                                       .head_size = 64,
                                       .vocabulary = static_cast<double>(any(1, 12) * 1000),
                                       .sequence_length = 512};
    StepOptions options;
    if (v == 1 && any(0, 1)) {
      options.stage_layers.assign(static_cast<std::size_t>(p), 1);
      for (int i = p; i < static_cast<int>(shape.layers); ++i) ++options.stage_layers[random() % options.stage_layers.size()];
    }
    const Layout layout{.pipeline = p, .chunks = v};
    const auto step = parallelism::step(shape, layout, chip, at_once, m * 512., options);
    REQUIRE(step.fits);
    std::vector<pipeline_events::Times> times;
    for (int i = 0; i < p; ++i) {
      const auto row = step.stages[i];
      times.push_back({row.forward / v, row.backward / v, 0, 0});
    }
    const double played =
        pipeline_events::simulate(v > 1 ? pipeline_events::interleaved(p, m, v) : pipeline_events::one_f_one_b(p, m), v, times)
            .makespan;
    INFO("p " << p << ", v " << v << ", m " << m << ": " << step.note);
    if (step.note.empty()) {
      CHECK_THAT(step.time, WithinRel(played, exact));
      ++exact_ones;
    } else {
      CHECK_THAT(step.note, ContainsSubstring("is an upper bound"));
      CHECK(step.time >= played * (1 - exact));
      CHECK(step.time <= 3 * played);
      ++bounds;
    }
    if (v > 1 && m % p) ++rests;
  }
  CHECK(exact_ones > 100);
  CHECK(bounds > 100);
  CHECK(rests > 50);
}

TEST_CASE("micro-batches in flight are those of the orders", "[parallelism]") {
  for (int p = 1; p <= 5; ++p)
    for (int v = 1; v <= (p > 1 ? 3 : 1); ++v)
      for (int m = 1; m <= 14; ++m) {
        const auto order = v > 1 ? pipeline_events::interleaved(p, m, v) : pipeline_events::one_f_one_b(p, m);
        const auto alive = pipeline_events::simulate(order, v, {1, 2, 0, 0}).most_alive;
        for (int i = 0; i < p; ++i) {
          const double most = micro_batches_in_flight({.pipeline = p, .chunks = v}, m, i);
          INFO("p " << p << ", v " << v << ", m " << m << ", stage " << i);
          if (v == 1 || m % p == 0) CHECK_THAT(alive[static_cast<std::size_t>(i)], WithinRel(most, exact));
          else CHECK(most <= m);
        }
      }
}

TEST_CASE("the check value of a heavy last stage", "[parallelism]") {
  // forward 1, 1, 2.5, backward twice that, six micro-batches: 51; with the slow stage first less, and no less than
  // its own 45
  const std::vector<pipeline_events::Times> last{{1, 2, 0, 0}, {1, 2, 0, 0}, {2.5, 5, 0, 0}}, first{last.rbegin(), last.rend()};
  CHECK(pipeline_events::simulate(pipeline_events::one_f_one_b(3, 6), 1, last).makespan == 51);
  CHECK(pipeline_events::simulate(pipeline_events::one_f_one_b(3, 6), 1, first).makespan == 46);
}

}  // namespace
