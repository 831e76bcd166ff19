// SPDX-License-Identifier: Apache-2.0
// Four constants of a machine from 43 of its steps, beside the simplex search (Nelder and Mead, 1965) on the same sum that
// people write by hand; what to measure next of 43 candidates. `ratio` is the time of the search over ours, in the same run,
// `excess` the sum it ends with over ours, less one. Goal: 50 ms for all 43.
#include <scaling_limits/analysis/calibrate.hpp>
#include <scaling_limits/published/shapes.hpp>

#include "seconds.hpp"

using namespace scaling_limits;
using analysis::MeasuredStep;

namespace {

const network::Fabric<> fabric{
    .gpus_per_node = 8, .inner_bandwidth = 606e9, .outer_bandwidth = 45e9, .inner_latency = 8e-6, .outer_latency = 15e-6};
const workload::Chip<> guess = workload::guess_chip(2.25e15, 8e12);
const analysis::CalibrateOptions options{};

double step_time(const MeasuredStep& row, const workload::Chip<>& chip) {
  return parallelism::step(row.shape, row.layout, chip, fabric, row.batch_tokens, row.options).time;
}

/// Dense models and mixtures, short contexts and long ones, on 8 to 64 GPUs, as a machine of other constants takes them.
std::vector<MeasuredStep> rows() {
  workload::Chip<> machine = guess;
  machine.achieved_flops *= 0.85, machine.attention_flops *= 0.8, machine.memory_bandwidth *= 0.9;
  machine.operation_time *= 1.3;
  std::vector<MeasuredStep> all;
  for (int i = 0; i < 43; ++i) {
    MeasuredStep& row = all.emplace_back();
    row.shape = published::shape(i % 3 == 0 ? "llama3_8b" : i % 3 == 1 ? "llama3_70b" : "deepseek_v3");
    row.shape.layers = i % 3 == 2 ? 6 : 8 + 8 * (i % 2);
    row.shape.sequence_length = i % 5 == 0 ? 32'768 : 2048 << i % 3;
    row.layout = {.tensor = i % 3 == 2 ? 1 : 1 << i % 4, .pipeline = 1 + i % 2, .data = 8, .expert = i % 3 == 2 ? 8 : 1};
    row.batch_tokens = 8 * (1 + i % 4) * row.shape.sequence_length;
    row.time = step_time(row, machine) * (1 + 0.03 * std::sin(1.7 * i));
  }
  return all;
}

using Point = std::array<double, 4>;
workload::Chip<> chip_at(const Point& x) {
  workload::Chip<> chip = guess;
  chip.achieved_flops *= std::exp(x[0]), chip.attention_flops *= std::exp(x[1]);
  chip.memory_bandwidth *= std::exp(x[2]), chip.operation_time *= std::exp(x[3]);
  return chip;
}
double sum_at(const std::vector<MeasuredStep>& all, const Point& x) {
  double sum = 0;
  for (const MeasuredStep& row : all) sum += square(std::log(step_time(row, chip_at(x)) / row.time) / options.noise);
  for (const double one : x) sum += square(one / options.prior);
  return sum;
}

/// Until the sums of the corners differ by less than what a hundredth of a noise makes.
template <class F>
double simplex(const F& f) {
  std::array<std::pair<double, Point>, 5> corners{};
  for (std::size_t i = 0; i < 5; ++i) {
    if (i > 0) corners[i].second[i - 1] = 0.1;
    corners[i].first = f(corners[i].second);
  }
  for (int k = 0; k < 1000; ++k) {
    std::sort(corners.begin(), corners.end());
    auto& [worst, at] = corners[4];
    if (worst - corners[0].first < 1e-4) break;
    Point middle{};
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 4; ++j) middle[j] += corners[i].second[j] / 4;
    const auto along = [&](double t) {
      Point x{};
      for (std::size_t j = 0; j < 4; ++j) x[j] = middle[j] + t * (at[j] - middle[j]);
      return std::pair{f(x), x};
    };
    auto tried = along(-1);
    if (tried.first < corners[0].first) tried = std::min(tried, along(-2));
    else if (tried.first >= corners[3].first) tried = std::min(along(tried.first < worst ? -0.5 : 0.5), tried);
    if (tried.first < worst) {
      corners[4] = tried;
      continue;
    }
    for (std::size_t i = 1; i < 5; ++i) {
      for (std::size_t j = 0; j < 4; ++j) corners[i].second[j] = (corners[i].second[j] + corners[0].second[j]) / 2;
      corners[i].first = f(corners[i].second);
    }
  }
  return corners[0].first;
}

void calibrate_43_rows(benchmark::State& state) {
  const auto all = rows();
  const auto ours = [&](std::size_t) { return analysis::calibrate(all, guess, fabric, options); };
  const auto theirs = [&](std::size_t) { return simplex([&](const Point& x) { return sum_at(all, x); }); };
  for (auto _ : state) benchmark::DoNotOptimize(ours(0));
  const auto found = ours(0).chip;
  const double sum = sum_at(
      all, {std::log(found.achieved_flops / guess.achieved_flops), std::log(found.attention_flops / guess.attention_flops),
            std::log(found.memory_bandwidth / guess.memory_bandwidth), std::log(found.operation_time / guess.operation_time)});
  state.counters["ratio"] = benchmarks::seconds(theirs, 1) / benchmarks::seconds(ours, 1);
  state.counters["excess"] = theirs(0) / sum - 1;
}
BENCHMARK(calibrate_43_rows)->Unit(benchmark::kMillisecond);

void next_of_43(benchmark::State& state) {
  const auto all = rows();
  const auto found = analysis::calibrate(std::span(all).first(4), guess, fabric, options);
  for (auto _ : state) benchmark::DoNotOptimize(found.next(all));
}
BENCHMARK(next_of_43)->Unit(benchmark::kMillisecond);

}  // namespace
