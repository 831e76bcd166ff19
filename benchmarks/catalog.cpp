// SPDX-License-Identifier: Apache-2.0
// What a choice at run time costs: the same questions to the types themselves and through the catalogue, in the same run.
// `ratio` is the time through the catalogue over that of the direct call. Goal: at most 1.3 for a limit.
#include <benchmark/benchmark.h>

#include <chrono>
#include <random>
#include <scaling_limits/catalog/ask.hpp>
#include <vector>

using namespace scaling_limits;

namespace {

constexpr TrainingRun<> run{
    .gpus = 16'384, .gpu_mttf = 50'677 * 3600.0, .checkpoint_bytes = 5e12, .write_bandwidth = 2e12, .initialization_time = 300};

TrainingRun<> of_size(std::size_t i) {
  TrainingRun<> at = run;
  at.gpus += static_cast<double>(i % 512);
  return at;
}

/// Seconds per call of either, the best of many short spans in turns: other programs only ever add.
template <class A, class B>
std::pair<double, double> seconds(const A& a, const B& b, std::size_t calls = 512) {
  double best_a = 1e9, best_b = 1e9;
  const auto span = [&](const auto& f, double& best) {
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < calls; ++i) benchmark::DoNotOptimize(f(i));
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  };
  for (int repeat = 0; repeat < 60; ++repeat) span(a, best_a), span(b, best_b);
  return {best_a / static_cast<double>(calls), best_b / static_cast<double>(calls)};
}

template <class Ours, class Direct>
void against(benchmark::State& state, const Ours& ours, const Direct& direct) {
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(ours(i++));
  const auto [a, b] = seconds(ours, direct);
  state.counters["ratio"] = a / b;
  state.counters["direct_ns"] = 1e9 * b;
}

/// A limit by template, and by a model of a criterion with a strategy and factors that were chosen by name.
template <class C, class... F>
void max_gpus(benchmark::State& state, const C& criterion, const growth::PowerLaw& law, const catalog::Map& fields,
              const F&... factor) {
  catalog::Case at{.growth = law,
                   .strategy = catalog::strategy("blocking"),
                   .criterion = catalog::criterion(C::name(), fields),
                   .factors = catalog::Factors(factor...)};
  against(
      state,
      [&](std::size_t i) {
        at.run = of_size(i);
        return catalog::limit_of(at).value;
      },
      [&](std::size_t i) { return limits::max_gpus(of_size(i), criterion, law, strategies::blocking(), factor...).value; });
}
const limits::StrongScaling<> step{.half_size = 1e6};
BENCHMARK_CAPTURE(max_gpus, goodput, limits::goodput_at_least{0.9}, growth::fixed(), {{"goodput", 0.9}});
BENCHMARK_CAPTURE(max_gpus, goodput under compute optimal growth, limits::goodput_at_least{0.9}, growth::chinchilla(),
                  {{"goodput", 0.9}});
BENCHMARK_CAPTURE(max_gpus, peak, limits::peak_throughput{}, growth::fixed(), {});
BENCHMARK_CAPTURE(max_gpus, added GPU worth, limits::added_gpu_worth_at_least{0.5}, growth::fixed(), {{"worth", 0.5}});
BENCHMARK_CAPTURE(max_gpus, hard limit in closed form, limits::write_time_equals_mtbf{}, growth::chinchilla(), {});
BENCHMARK_CAPTURE(max_gpus, efficiency with strong scaling, limits::efficiency_at_least{0.8}, growth::fixed(),
                  {{"efficiency", 0.8}}, step);
BENCHMARK_CAPTURE(max_gpus, peak with strong scaling, limits::peak_throughput{}, growth::fixed(), {}, step);

void goodput(benchmark::State& state) {
  const catalog::AnyStrategy chosen = catalog::strategy("blocking");
  against(
      state, [&](std::size_t i) { return strategies::goodput(of_size(i), chosen); },
      [&](std::size_t i) { return strategies::goodput(of_size(i), strategies::blocking()); });
}
BENCHMARK(goodput);

/// A question over 1e5 sizes, per element; direct: a loop of calls into an array.
template <class Direct>
void sweep(benchmark::State& state, const char* question, const char* criterion, const Direct& direct) {
  constexpr std::size_t n = 100'000;
  std::vector<double> gpus(n), out(n);
  for (std::size_t i = 0; i < n; ++i) gpus[i] = 1000 + static_cast<double>(i);
  const catalog::Map fields{{"gpus", run.gpus},
                            {"gpu_mttf", run.gpu_mttf},
                            {"checkpoint_bytes", run.checkpoint_bytes},
                            {"write_bandwidth", run.write_bandwidth},
                            {"initialization_time", run.initialization_time}};
  catalog::Request asked{.question = &catalog::question(question)};
  asked.parts["run"].push_back(catalog::part_from(catalog::runs(), fields, "run"));
  asked.parts["strategy"].push_back(catalog::part_from(catalog::strategies(), "blocking", "strategy"));
  if (*criterion) asked.parts["criterion"].push_back(catalog::part_from(catalog::criteria(), criterion, "criterion"));
  asked.with = catalog::Part(asked.question->kind);
  asked.swept = {{.group = "run", .field = 0, .values = gpus.data()}}, asked.scalar = false, asked.size = n;
  double best = 1e9;
  const auto since = [](auto start) { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  for (int repeat = 0; repeat < 5; ++repeat) {
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < n; ++i) {
      TrainingRun<> at = run;
      at.gpus = gpus[i];
      out[i] = direct(at);
    }
    benchmark::DoNotOptimize(out.data());
    best = std::min(best, since(start));
  }
  double ours = 1e9;
  for (auto _ : state) {
    const auto start = std::chrono::steady_clock::now();
    const auto answer = catalog::evaluate(asked);
    benchmark::DoNotOptimize(answer.columns().front().numbers.data());
    ours = std::min(ours, since(start));
  }
  state.counters["ns_per_element"] = 1e9 * ours / n;
  state.counters["ratio"] = ours / best;
}
BENCHMARK_CAPTURE(sweep, goodput, "goodput", "", [](const auto& at) { return strategies::goodput(at, strategies::blocking()); })
    -> Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sweep, peak, "limit", "peak_throughput", [](const auto& at) {
  return limits::max_gpus(at, limits::peak_throughput{}).value;
}) -> Unit(benchmark::kMillisecond);

void ask(benchmark::State& state) {
  for (auto _ : state)
    benchmark::DoNotOptimize(catalog::ask(
        R"({"question": "limit", "criterion": {"goodput_at_least": 0.9}, "growth": "chinchilla",
            "run": {"gpus": 16384, "gpu_mttf": "50677 h", "checkpoint_bytes": "5 TB", "write_bandwidth": "2 TB/s",
                    "initialization_time": 300},
            "factor": [{"strong_scaling": {"half_size": 1e6}}]})"));
}
BENCHMARK(ask);

}  // namespace
