// SPDX-License-Identifier: Apache-2.0
// Failures simulated per second on one core: one exponential level (the fast path and event by event), several levels, and
// lives of many GPUs. simulator_vs_python.py sets the first beside SimPy and NumPy.
#include <benchmark/benchmark.h>

#include <scaling_limits/failures/weibull.hpp>
#include <scaling_limits/simulation/simulator.hpp>

using namespace scaling_limits;
using strategies::Protocol;

namespace {

const std::vector<simulation::Domain> no_domains;

template <class J>
void play(benchmark::State& state, J&& job) {
  constexpr double failures = 1 << 16;
  double useful = 0;
  for (auto _ : state) useful += job.play(failures).time[simulation::useful];
  benchmark::DoNotOptimize(useful);
  state.counters["failures/s"] =
      benchmark::Counter(failures * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

// 16,384 GPUs of 50,000 h, 2.5 s of write, restart 300 s, downtime 60 s: the interval is 0.65 % of the MTBF
const Protocol single = Protocol::single(16384 / 1.8e8, 233, 2.5, 300, 60);

void one_level(benchmark::State& state) {
  play(state, simulation::SingleLevelJob(single, single.failure_rate, simulation::Random(1)));
}
BENCHMARK(one_level);

void one_level_event_by_event(benchmark::State& state) {
  play(state, simulation::Job(single, nullptr, no_domains, simulation::Random(1)));
}
BENCHMARK(one_level_event_by_event);

void two_levels(benchmark::State& state) {
  Protocol p = single;
  p.levels = {{2}, {30}};
  p.pattern = {1, 1, 1, 1, 1, 1, 1, 1, 1, 2};
  p.severities = {{.share = 0.9, .restart_time = 30, .level = 1}, {.share = 0.1, .restart_time = 300, .level = 2}};
  play(state, simulation::Job(p, nullptr, no_domains, simulation::Random(1)));
}
BENCHMARK(two_levels);

void lives_of_16384_gpus(benchmark::State& state) {
  Protocol p = single;
  p.gpus = 16384;
  const failures::AnyLaw law = failures::Weibull<>::from_mean(1.8e8, 0.7);
  play(state, simulation::Job(p, &law, no_domains, simulation::Random(1)));
}
BENCHMARK(lives_of_16384_gpus);

}  // namespace
