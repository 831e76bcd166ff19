// SPDX-License-Identifier: Apache-2.0
// What a list of causes and a restart that grows cost, in the same run. `ratio` is the time of a limit under ten causes over
// that under two, through the types and through the catalogue at many sizes, goal: at most 4; and of one whose restart grows
// (by its parts, or by a law that names them) over that of one whose restart does not, at 90 % goodput and at the peak, goal: at most 3.
#include <benchmark/benchmark.h>

#include <scaling_limits/catalog/ask.hpp>
#include <scaling_limits/limits/max_gpus.hpp>
#include <scaling_limits/strategies/under_causes.hpp>

#include "seconds.hpp"

using namespace scaling_limits;
using benchmarks::seconds;

namespace {

/// examples/run.toml
constexpr TrainingRun<> run{.gpus = 16'384,
                            .gpu_mttf = 50'000 * units::hour,
                            .checkpoint_bytes = 5e12,
                            .write_bandwidth = 2e12,
                            .read_bandwidth = 2e12,
                            .storage_latency = 0.1,
                            .initialization_time = 300,
                            .downtime = 60};
const RestartParts<> growing{.schedule_time = 300, .communicator_growth = 265, .communicator_gpus = 96'000};

TrainingRun<> of_size(std::size_t i) {
  TrainingRun<> at = run;
  at.gpus += static_cast<double>(i % 512);
  return at;
}

/// So many causes, together as often as gpu_mttf, no two with the same times.
std::vector<failures::Cause<>> causes(std::size_t count) {
  std::vector<failures::Cause<>> list;
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<double>(i);
    list.push_back({.name = "cause " + std::to_string(i),
                    .share = 1 / static_cast<double>(count),
                    .downtime = 60 + 40 * x,
                    .extra_restart = 30 * x,
                    .retry_chance = i % 3 == 0 ? 0.1 : 0,
                    .retry_time = i % 3 == 0 ? 300.0 : 0});
  }
  return list;
}

/// Times ours call by call and sets `ratio` of it over the other, both as the best of many short spans in turns.
template <class Ours, class Other>
void over(benchmark::State& state, const Ours& ours, const Other& other, std::size_t calls = 256) {
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(ours(i++));
  double best = 1e9, best_other = 1e9;
  for (int turn = 0; turn < 4; ++turn)
    best = std::min(best, seconds(ours, calls)), best_other = std::min(best_other, seconds(other, calls));
  state.counters["ratio"] = best / best_other;
  state.counters["ns"] = 1e9 * best;
  state.counters["other_ns"] = 1e9 * best_other;
}

template <class C, class St>
auto limits_of(const C& criterion, const St& strategy, const growth::PowerLaw& law = growth::chinchilla()) {
  return [=](std::size_t i) { return limits::max_gpus(of_size(i), criterion, law, strategy).value; };
}

template <class C>
void ten_causes(benchmark::State& state, const C& criterion) {
  const auto under = [&](std::size_t count) {
    return limits_of(criterion, strategies::under_causes(causes(count), strategies::blocking()));
  };
  over(state, under(10), under(2));
}
BENCHMARK_CAPTURE(ten_causes, goodput, limits::goodput_at_least{0.9});
BENCHMARK_CAPTURE(ten_causes, peak, limits::peak_throughput{});

template <class C>
void growing_restart(benchmark::State& state, const C& criterion) {
  over(state, limits_of(criterion, strategies::under_causes({}, strategies::blocking(), growing)),
       limits_of(criterion, strategies::blocking()));
}
BENCHMARK_CAPTURE(growing_restart, goodput, limits::goodput_at_least{0.9});
BENCHMARK_CAPTURE(growing_restart, peak, limits::peak_throughput{});

/// The same by the growth law, over that of the same parts at every size.
template <class C>
void named_restart(benchmark::State& state, const C& criterion) {
  const auto under = strategies::under_causes({}, strategies::blocking(), RestartParts<>{.schedule_time = 300});
  over(state, limits_of(criterion, under, growth::chinchilla().with("schedule_time", 0.3)), limits_of(criterion, under));
}
BENCHMARK_CAPTURE(named_restart, goodput, limits::goodput_at_least{0.9});
BENCHMARK_CAPTURE(named_restart, peak, limits::peak_throughput{});

/// A question at many sizes, as a file would ask it.
class Bulk {
 public:
  Bulk(const char* criterion, std::size_t count, bool grows) {
    catalog::Map form{{"question", "limit"}, {"growth", "chinchilla"}, {"criterion", catalog::from_json(criterion)}};
    catalog::Map of_run;
    for (const auto& field : fields_of<TrainingRun<>>) of_run[field.name] = run.*field.member;
    form["run"] = of_run;
    catalog::List rows;
    for (const auto& cause : causes(count))
      rows.push_back(catalog::Map{{"name", cause.name},
                                  {"share", cause.share},
                                  {"downtime", cause.downtime},
                                  {"extra_restart", cause.extra_restart},
                                  {"retry_chance", cause.retry_chance},
                                  {"retry_time", cause.retry_time}});
    if (count > 0) form["cause"] = rows;
    if (grows)
      form["restart"] = catalog::Map{{"schedule_time", growing.schedule_time},
                                     {"communicator_growth", growing.communicator_growth},
                                     {"communicator_gpus", growing.communicator_gpus}};
    catalog::List sizes;
    for (std::size_t i = 0; i < elements; ++i) sizes.push_back(1000 + static_cast<double>(i));
    form["over"] = catalog::Map{{"run.gpus", sizes}};
    form["columns"] = catalog::List{"value"};
    asked_ = catalog::request_of(form);
  }
  double operator()(std::size_t) const { return catalog::answer(asked_).columns().front().numbers.front(); }

  static constexpr std::size_t elements = 2000;

 private:
  catalog::Request asked_;
};
void bulk(benchmark::State& state, const Bulk& ours, const Bulk& other) {
  over(state, ours, other, 1);
  state.counters["ns"] = state.counters["ns"] / Bulk::elements;
  state.counters["other_ns"] = state.counters["other_ns"] / Bulk::elements;
}
constexpr const char *goodput = R"({"goodput_at_least": 0.9})", *peak = R"("peak_throughput")";
void bulk_ten_causes(benchmark::State& state, const char* of) { bulk(state, Bulk(of, 10, false), Bulk(of, 2, false)); }
BENCHMARK_CAPTURE(bulk_ten_causes, goodput, goodput)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bulk_ten_causes, peak, peak)->Unit(benchmark::kMillisecond);
void bulk_growing_restart(benchmark::State& state, const char* of) { bulk(state, Bulk(of, 0, true), Bulk(of, 0, false)); }
BENCHMARK_CAPTURE(bulk_growing_restart, goodput, goodput)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(bulk_growing_restart, peak, peak)->Unit(benchmark::kMillisecond);

}  // namespace
