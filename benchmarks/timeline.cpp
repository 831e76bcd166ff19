// SPDX-License-Identifier: Apache-2.0
// What a timeline costs: nine dates with five limits, their dates of binding, the exact elasticities of one of its entries.
// Goals: 60 us, 300 us more, 1 ms. Beside the last, one central difference of the solver per number, twice.
#include <benchmark/benchmark.h>

#include <scaling_limits/analysis/elasticities.hpp>
#include <scaling_limits/published/epoch_2030.hpp>

using namespace scaling_limits;

namespace {

analysis::Scenario<> owner() {
  auto scenario = published::epoch_2030();
  scenario.run.initialization_time = 300;
  scenario.yearly = growth::per_year({{"write_bandwidth", 2}});
  return scenario;
}
const analysis::Asked goodput = analysis::under("goodput 0.9", limits::goodput_at_least{0.9}, growth::chinchilla());

void nine_dates_five_limits(benchmark::State& state) {
  const auto scenario = owner();
  for (auto _ : state)
    for (int k = 0; k < 9; ++k) benchmark::DoNotOptimize(analysis::timeline_at(scenario, 2024 + k, {goodput}));
}
BENCHMARK(nine_dates_five_limits)->Unit(benchmark::kMicrosecond);

void dates_of_five_limits(benchmark::State& state) {
  const auto scenario = owner();
  for (auto _ : state) benchmark::DoNotOptimize(analysis::binding_dates(scenario, {goodput}));
}
BENCHMARK(dates_of_five_limits)->Unit(benchmark::kMicrosecond);

void exact_elasticities(benchmark::State& state) {
  const auto scenario = owner();
  for (auto _ : state) benchmark::DoNotOptimize(analysis::elasticities(scenario, goodput, 2030));
}
BENCHMARK(exact_elasticities)->Unit(benchmark::kMicrosecond);

void elasticities_by_difference(benchmark::State& state) {
  auto scenario = owner();
  for (auto _ : state)
    analysis::each_number(scenario, [&](std::string_view, std::string_view, double& number) {
      const double own = number;
      for (const double factor : {1 + 1e-5, 1 - 1e-5}) {
        number = own * factor;
        benchmark::DoNotOptimize(goodput.limit(scenario.run_at(6.0)).value);
      }
      number = own;
    });
}
BENCHMARK(elasticities_by_difference)->Unit(benchmark::kMicrosecond);

}  // namespace
