// SPDX-License-Identifier: Apache-2.0
// A training step of a dense model and of a mixture, its memory alone, a search over layouts, each beside the one-rate step that
// people write by hand: 6 FLOPs per parameter and token and a ring all-reduce of the gradients. `of_by_hand` is ours over theirs,
// in the same run. Goals: 0.3 us dense, 0.5 us mixture, 0.3 us memory alone, whatever the number of stages.
#include <benchmark/benchmark.h>

#include <scaling_limits/network/collectives.hpp>
#include <scaling_limits/parallelism/best_layout.hpp>
#include <scaling_limits/published/shapes.hpp>

#include "seconds.hpp"

using namespace scaling_limits;
using namespace scaling_limits::parallelism;

namespace {

const network::Fabric<> fabric{
    .gpus_per_node = 8, .inner_bandwidth = 360e9, .outer_bandwidth = 45e9, .inner_latency = 5e-6, .outer_latency = 15e-6};

workload::Chip<> chip(std::size_t i) {
  return {.peak_flops = 989.4e12,
          .achieved_flops = 6e14 + static_cast<double>(i),
          .attention_flops = 4.5e14,
          .memory_bandwidth = 2e12,
          .operation_time = 20e-6};
}

double by_hand(const workload::TransformerShape<>& shape, const Layout& layout, const workload::Chip<>& on, double tokens) {
  const double gpus = static_cast<double>(layout.gpus()), ranks = static_cast<double>(layout.data);
  const double held = shape.parameters() / static_cast<double>(layout.tensor * layout.pipeline);
  return 6 * shape.active_parameters() * tokens / (gpus * on.achieved_flops) +
         network::ring_all_reduce_time(ranks, 2 * held, fabric.outer_latency, fabric.outer_bandwidth);
}

void a_step(benchmark::State& state, const workload::TransformerShape<>& shape, const Layout& layout, double sequences) {
  const double tokens = sequences * shape.sequence_length;
  const double ours =
      benchmarks::seconds([&](std::size_t i) { return step(shape, layout, chip(i), fabric, tokens).time; }, 20'000);
  const double theirs = benchmarks::seconds([&](std::size_t i) { return by_hand(shape, layout, chip(i), tokens); }, 20'000);
  for (auto _ : state) benchmark::DoNotOptimize(step(shape, layout, chip(0), fabric, tokens).time);
  state.counters["us"] = ours * 1e6;
  state.counters["of_by_hand"] = ours / theirs;
}

void dense(benchmark::State& state) {
  a_step(state, published::shape("llama3_70b"), {.tensor = 8, .pipeline = 1, .data = 128}, 1024);
}
void dense_of_many_stages(benchmark::State& state) {
  a_step(state, published::shape("llama3_405b"), {.tensor = 8, .pipeline = 126, .data = 16}, 2016);
}
void mixture(benchmark::State& state) {
  a_step(state, published::shape("deepseek_v3"), {.pipeline = 1, .data = 256, .expert = 64}, 15'360);
}

void memory_alone(benchmark::State& state) {
  const auto shape = published::shape("llama3_70b");
  const Layout layout{.tensor = 8, .pipeline = 4, .data = 32, .chunks = 2};
  const StepOptions options{.recompute = Recompute::none};
  const auto held = [&](std::size_t i) {
    auto longer = shape;
    longer.sequence_length = 8192 + static_cast<double>(i % 2);
    const MicroBatch<double> on(longer, layout, fabric, options);
    const MemoryOfStages<double> memory(longer, on, options);
    const StageParameters<double> parameters(longer, layout);
    double most = 0;
    stage_runs(80, 80, layout, {}, [&](const StageRun& run) {
      most = std::max(most, memory.of(run, parameters.of(run), 32., 32., layout, 32).sum());
    });
    return most;
  };
  for (auto _ : state) benchmark::DoNotOptimize(held(0));
  state.counters["us"] = benchmarks::seconds(held, 20'000) * 1e6;
}

void search(benchmark::State& state) {
  const auto shape = published::shape("llama3_405b");
  auto of_80_gb = chip(0);
  of_80_gb.memory_bytes = 80e9;
  double tried = 0;
  for (auto _ : state) tried = static_cast<double>(best_layout(shape, 16'384, of_80_gb, fabric, 2048 * 8192.).tried);
  state.counters["layouts"] = tried;
}

BENCHMARK(dense);
BENCHMARK(dense_of_many_stages);
BENCHMARK(mixture);
BENCHMARK(memory_alone);
BENCHMARK(search)->Unit(benchmark::kMillisecond);

}  // namespace
