// SPDX-License-Identifier: Apache-2.0
// The kernels and the largest size, each beside what one would write without the library: Lambert W from Boost.Math, a
// bracketing search on a goodput written with it. `ratio` is the time of that over ours, in the same run. Goals: a limit within
// 1 us.
#include <benchmark/benchmark.h>

#include <boost/math/special_functions/lambert_w.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <random>
#include <scaling_limits/limits/max_gpus.hpp>
#include <scaling_limits/limits/strong_scaling.hpp>
#include <vector>

#include "seconds.hpp"

using namespace scaling_limits;
using benchmarks::seconds;

namespace {

constexpr double hour = 3600;
const TrainingRun<> run{
    .gpus = 16'384, .gpu_mttf = 50'677 * hour, .checkpoint_bytes = 5e12, .write_bandwidth = 2e12, .initialization_time = 300};

struct Pair {
  double write_time, mtbf;
};
/// C/M log-uniform from low to high.
std::vector<Pair> pairs(double low, double high) {
  std::mt19937_64 engine(1);
  std::uniform_real_distribution<double> load(std::log(low), std::log(high)), mtbf(std::log(600.0), std::log(1e6));
  std::vector<Pair> result(4096);
  for (auto& pair : result) {
    pair.mtbf = std::exp(mtbf(engine));
    pair.write_time = pair.mtbf * std::exp(load(engine));
  }
  return result;
}

double interval_by_lambert_w(double write_time, double mtbf) {
  using policy = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
  return mtbf * (1 + boost::math::lambert_w0(-std::exp(-1 - write_time / mtbf), policy()));
}
double goodput_by_lambert_w(double write_time, double mtbf, double restart_time) {
  const double w = interval_by_lambert_w(write_time, mtbf);
  return w * std::exp(-restart_time / mtbf) / (mtbf * std::expm1((w + write_time) / mtbf));
}
template <class F>
double bracketed(const F& f, double low, double high) {
  std::uintmax_t most = 200;
  const auto [a, b] = boost::math::tools::toms748_solve(f, low, high, boost::math::tools::eps_tolerance<double>(48), most);
  return 0.5 * (a + b);
}

/// Times ours call by call and sets `ratio` against theirs, both as the best span.
template <class Ours, class Theirs>
void against(benchmark::State& state, const Ours& ours, const Theirs& theirs, std::size_t calls = 4096) {
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(ours(i++ % calls));
  state.counters["ratio"] = seconds(theirs, calls) / seconds(ours, calls);
}

void optimal_interval(benchmark::State& state, double low, double high) {
  const auto p = pairs(low, high);
  against(
      state, [&](std::size_t i) { return checkpoint::optimal_interval(p[i].write_time, p[i].mtbf); },
      [&](std::size_t i) { return interval_by_lambert_w(p[i].write_time, p[i].mtbf); });
}
BENCHMARK_CAPTURE(optimal_interval, load 1e-8 to 0.3, 1e-8, 0.3);
BENCHMARK_CAPTURE(optimal_interval, load up to 100, 1e-8, 100.0);

void optimal_interval_array(benchmark::State& state) {
  const auto p = pairs(1e-8, 0.3);
  std::vector<double> out(p.size());
  for (auto _ : state) {
    for (std::size_t i = 0; i < p.size(); ++i) out[i] = checkpoint::optimal_interval(p[i].write_time, p[i].mtbf);
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(p.size()));
}
BENCHMARK(optimal_interval_array);

void goodput(benchmark::State& state) {
  const auto p = pairs(1e-8, 0.3);
  for (std::size_t i = 0; auto _ : state) {
    benchmark::DoNotOptimize(checkpoint::goodput(1000.0, p[i].write_time, p[i].mtbf, 300.0));
    i = (i + 1) % p.size();
  }
}
BENCHMARK(goodput);

void optimal_goodput(benchmark::State& state) {
  const auto p = pairs(1e-8, 0.3);
  against(
      state, [&](std::size_t i) { return checkpoint::optimal_goodput(p[i].write_time, p[i].mtbf, 300.0); },
      [&](std::size_t i) { return goodput_by_lambert_w(p[i].write_time, p[i].mtbf, 300.0); });
}
BENCHMARK(optimal_goodput);

void required_mtbf(benchmark::State& state) {
  const auto c = [](std::size_t i) { return 1.0 + 0.01 * static_cast<double>(i); };
  against(
      state, [&](std::size_t i) { return limits::required_mtbf(0.9, c(i), 300.0); },
      [&](std::size_t i) {
        return std::exp(bracketed([&](double u) { return goodput_by_lambert_w(c(i), std::exp(u), 300.0) - 0.9; }, 2.0, 18.0));
      },
      512);
}
BENCHMARK(required_mtbf);

TrainingRun<> of_size(std::size_t i) {
  TrainingRun<> at = run;
  at.gpus += static_cast<double>(i);
  return at;
}

void max_gpus_at_goodput(benchmark::State& state) {
  against(
      state, [&](std::size_t i) { return limits::max_gpus(of_size(i), limits::goodput_at_least{0.9}).value; },
      [&](std::size_t i) {
        const auto at = of_size(i);
        const auto excess = [&](double u) {
          return goodput_by_lambert_w(at.write_time(), at.mtbf() * std::exp(-u), at.restart_time()) - 0.9;
        };
        return at.gpus * std::exp(bracketed(excess, -10.0, 10.0));
      },
      512);
}
BENCHMARK(max_gpus_at_goodput);

template <class C, class... F>
void max_gpus(benchmark::State& state, const C& criterion, const growth::PowerLaw& law, const F&... factor) {
  for (std::size_t i = 0; auto _ : state)
    benchmark::DoNotOptimize(limits::max_gpus(of_size(i++ % 512), criterion, law, strategies::blocking(), factor...).value);
}
const limits::StrongScaling<> step{.half_size = 1e6};
BENCHMARK_CAPTURE(max_gpus, goodput under compute optimal growth, limits::goodput_at_least{0.9}, growth::chinchilla());
BENCHMARK_CAPTURE(max_gpus, peak, limits::peak_throughput{}, growth::fixed());
BENCHMARK_CAPTURE(max_gpus, added GPU worth, limits::added_gpu_worth_at_least{0.5}, growth::fixed());
BENCHMARK_CAPTURE(max_gpus, efficiency with strong scaling, limits::efficiency_at_least{0.8}, growth::fixed(), step);
BENCHMARK_CAPTURE(max_gpus, peak with strong scaling, limits::peak_throughput{}, growth::fixed(), step);
BENCHMARK_CAPTURE(max_gpus, restarts shorter with size scanned, limits::goodput_at_least{0.9},
                  growth::power_law({{"initialization_time", -2}}));

void max_gpus_in_closed_form(benchmark::State& state) {
  TrainingRun<> at = run;
  at.initialization_time = 0;
  for (auto _ : state) {
    at.gpus += 1;
    benchmark::DoNotOptimize(limits::max_gpus(at, limits::goodput_at_least{0.9}, growth::chinchilla()).value);
  }
}
BENCHMARK(max_gpus_in_closed_form);

}  // namespace
