// SPDX-License-Identifier: Apache-2.0
// Goodput, step and statistical efficiency and caps together: every answer is held against a dense scan of useful throughput
// that knows nothing of slopes, brackets or closed forms.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <functional>
#include <random>
#include <scaling_limits/core/units.hpp>
#include <scaling_limits/limits/critical_batch.hpp>
#include <scaling_limits/limits/hard_cap.hpp>
#include <scaling_limits/limits/max_gpus.hpp>
#include <scaling_limits/limits/power_law_factor.hpp>
#include <scaling_limits/limits/strong_scaling.hpp>
#include <vector>

#include "support/tolerance.hpp"

using namespace scaling_limits;
using namespace scaling_limits::limits;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using strategies::blocking;

namespace {

TrainingRun<> llama() {
  return {.gpus = 16'384,
          .gpu_mttf = 50'677 * units::hour,
          .checkpoint_bytes = 5e12,
          .write_bandwidth = 2e12,
          .initialization_time = 300};
}
constexpr StrongScaling<> step{.half_size = 101'035};
constexpr CriticalBatch<> batch{.critical_size = 101'035};

/// Useful throughput of N GPUs, straight from the definitions.
template <class... F>
double throughput(const TrainingRun<>& run, const growth::PowerLaw& law, double gpus, const F&... factors) {
  double efficiency = 1;
  (..., (efficiency *= factors.efficiency(gpus)));
  return gpus * efficiency * strategies::goodput(law.at(run, gpus), blocking());
}

/// The best size of a scan in steps of `ratio`, 1 to 1e9.
double scanned_peak(const std::function<double(double)>& theta, double ratio = 1.0005) {
  double best = 1, most = 0;
  for (double n = 1; n < 1e9; n *= ratio)
    if (const double here = theta(n); here > most) most = here, best = n;
  return best;
}

double sum(const Terms<double>& terms) { return terms.sum(); }

}  // namespace

TEST_CASE("check values of the combined limit", "[limits]") {
  const auto peak = max_gpus(llama(), peak_throughput(), growth::fixed(), blocking(), step);
  CHECK_THAT(peak.value, WithinAbs(189'237.0, 0.05));
  CHECK_THAT(peak.efficiency, WithinAbs(0.348070, 5e-7));
  CHECK_THAT(peak.goodput, WithinAbs(0.681082, 5e-7));
  CHECK_THAT(peak.useful_gpus(), WithinAbs(44'861, 0.5));
  CHECK_THAT(peak.shares.of("step"), WithinAbs(0.6519, 5e-5));
  CHECK_THAT(sum(peak.shares) - peak.shares.of("step"), WithinAbs(0.3481, 5e-5));
  CHECK(peak.binding == "step");
  CHECK_THAT(max_gpus(llama(), peak_throughput()).value, WithinAbs(568'539, 0.5));
  const auto efficient = max_gpus(llama(), efficiency_at_least{0.9}, growth::fixed(), blocking(), step);
  CHECK_THAT(efficient.value, WithinAbs(8'098.8, 0.05));
  CHECK_THAT(efficient.efficiency, WithinAbs(0.925790, 5e-7));
  CHECK_THAT(efficient.goodput, WithinAbs(0.972142, 5e-7));
  CHECK_THAT(max_gpus(llama(), elasticity_at_least{0.5}, growth::fixed(), blocking(), step).value, WithinAbs(61'442.9, 0.05));
  CHECK_THAT(max_gpus(llama(), peak_throughput(), growth::chinchilla(), blocking(), step).value, WithinAbs(169'271.6, 0.05));
  CHECK_THAT(max_gpus(llama(), peak_throughput(), growth::fixed(), blocking(), batch).value, WithinAbs(221'016.6, 0.05));
}

TEST_CASE("the peak is the top of a dense scan, and shares add up to one", "[limits]") {
  std::mt19937 rng(1);
  const auto spread = [&](double low, double high) {
    return std::exp(std::uniform_real_distribution<>(std::log(low), std::log(high))(rng));
  };
  for (int i = 0; i < 60; ++i) {
    const TrainingRun<> run{.gpus = spread(100, 1e5),
                            .gpu_mttf = spread(1e7, 1e10),
                            .checkpoint_bytes = spread(1e9, 1e13),
                            .write_bandwidth = spread(1e10, 1e13),
                            .initialization_time = spread(10, 1e3),
                            .downtime = spread(10, 1e3)};
    const StrongScaling<> strong{.half_size = spread(1e3, 1e7)};
    const CriticalBatch<> statistical{.critical_size = spread(1e4, 1e8)};
    const PowerLaw<> power{
        .ratio = spread(1e-3, 1), .gpus = spread(100, 1e6), .exponent = std::uniform_real_distribution<>(-1, 2)(rng)};
    const auto law = i % 2 ? growth::chinchilla() : growth::fixed();
    const auto agree = [&](const auto&... factors) {
      const auto limit = max_gpus(run, peak_throughput(), law, blocking(), factors...);
      REQUIRE(limit.status == Status::ok);
      const double scan = scanned_peak([&](double n) { return throughput(run, law, n, factors...); }, 1.01);
      CHECK_THAT(limit.value, WithinRel(scan, 0.011));  // the step of the scan
      CHECK_THAT(sum(limit.shares), WithinAbs(1, 1e-12));
      // no size of a fine scan around it is better
      const double top = throughput(run, law, limit.value, factors...);
      for (double n = limit.value * 0.98; n < limit.value * 1.02; n *= 1.0005)
        REQUIRE(throughput(run, law, n, factors...) <= top * (1 + 1e-13));
      CHECK_THAT(limit.useful_gpus(), WithinRel(top, 1e-12));
    };
    agree(strong);
    agree(statistical);
    agree(strong, power);
    agree(strong, statistical, power);
  }
}

TEST_CASE("efficiency, elasticity and worth of the combined run hold up to the limit, not beyond", "[limits]") {
  std::mt19937 rng(2);
  const auto spread = [&](double low, double high) {
    return std::exp(std::uniform_real_distribution<>(std::log(low), std::log(high))(rng));
  };
  for (int i = 0; i < 100; ++i) {
    auto run = llama();
    run.gpu_mttf = spread(1e7, 1e10), run.downtime = spread(1, 1e3);
    const StrongScaling<> strong{.half_size = spread(1e3, 1e7)};
    const CriticalBatch<> statistical{.critical_size = spread(1e4, 1e8)};
    const double wanted = std::uniform_real_distribution<>(0.2, 0.95)(rng);
    const auto theta = [&](double n) { return throughput(run, growth::fixed(), n, strong, statistical); };
    const auto slope = [&](double n) { return (theta(n * 1.0001) - theta(n * 0.9999)) / (0.0002 * n); };
    const double efficient = max_gpus(run, efficiency_at_least{wanted}, growth::fixed(), blocking(), strong, statistical).value;
    CHECK_THAT(theta(efficient) / efficient, WithinRel(wanted, 1e-12));
    const double elastic = max_gpus(run, elasticity_at_least{wanted}, growth::fixed(), blocking(), strong, statistical).value;
    CHECK_THAT(slope(elastic) * elastic / theta(elastic), WithinRel(wanted, 1e-6));  // a difference of second order
    const double worth =
        max_gpus(run, added_gpu_worth_at_least{wanted}, growth::fixed(), blocking(), strong, statistical).value;
    CHECK_THAT(slope(worth), WithinRel(wanted, 1e-6));
    CHECK(worth < efficient);  // the last GPU is worth less than the average one
  }
}

TEST_CASE("restarts and one factor: closed forms, solver and their derivatives agree", "[limits]") {
  auto run = llama();
  run.checkpoint_bytes = 0, run.gpu_mttf = 6e5 * 300;
  const StrongScaling<> half{.half_size = 1.01e5};
  CHECK_THAT(max_gpus(run, peak_throughput(), growth::fixed(), blocking(), half).value, WithinAbs(200'797.13, 0.005));
  std::mt19937 rng(3);
  const auto spread = [&](double low, double high) {
    return std::exp(std::uniform_real_distribution<>(std::log(low), std::log(high))(rng));
  };
  for (int i = 0; i < 300; ++i) {
    run.gpu_mttf = spread(1e3, 1e15), run.initialization_time = spread(1, 1e4);
    const double size = spread(1, 1e12), restart_size = run.gpu_mttf / run.initialization_time;
    CAPTURE(size, restart_size);
    const StrongScaling<> strong{.half_size = size};
    const auto peak = max_gpus(run, peak_throughput(), growth::fixed(), blocking(), strong);
    CHECK_THAT(peak.value, WithinRel(solved_max_gpus(run, peak_throughput(), growth::fixed(), blocking(), strong).value,
                                     1e-11 + 4e-16 * peak.value / size));  // Newton's last step; eps by the slope of the terms
    CHECK_THAT(peak.value / (peak.value + size) + peak.value / restart_size, WithinRel(1., 1e-13));
    const double r = std::uniform_real_distribution<>(-0.5, 0.95)(rng);
    const auto elastic = max_gpus(run, elasticity_at_least{r}, growth::fixed(), blocking(), strong);
    CHECK_THAT(elastic.value / (elastic.value + size) + elastic.value / restart_size,
               WithinRel(1 - r, 1e-12));  // r < 0: a difference
    const CriticalBatch<> statistical{.critical_size = size};
    const auto slow = max_gpus(run, peak_throughput(), growth::fixed(), blocking(), statistical);
    CHECK_THAT(slow.value * (1 + std::sqrt(slow.value / size)), WithinRel(restart_size, 1e-13));
    CHECK_THAT(slow.value, WithinRel(solved_max_gpus(run, peak_throughput(), growth::fixed(), blocking(), statistical).value,
                                     1e-11 + 4e-16 * std::sqrt(slow.value / size)));  // the same
    // elasticities of the answer: u/(1 + 2u) in the half size, (1 + u)/(1 + 2u) in the restarts' size
    const double u = peak.value / size;
    using D = dual<double>;
    TrainingRun<D> moving{.gpus = run.gpus,
                          .gpu_mttf = D(run.gpu_mttf),
                          .checkpoint_bytes = D(0),
                          .write_bandwidth = D(2e12),
                          .initialization_time = D(run.initialization_time)};
    const auto in_half =
        max_gpus(moving, peak_throughput(), growth::fixed(), blocking(), StrongScaling<D>{.half_size = D(size, size)});
    CHECK_THAT(in_half.value.slope / peak.value, WithinRel(u / (1 + 2 * u), 1e-10));
    moving.gpu_mttf = D(run.gpu_mttf, run.gpu_mttf);
    const auto in_restart =
        max_gpus(moving, peak_throughput(), growth::fixed(), blocking(), StrongScaling<D>{.half_size = D(size)});
    CHECK_THAT(in_restart.value.slope / peak.value, WithinRel((1 + u) / (1 + 2 * u), 1e-10));
  }
}

TEST_CASE("a cap ends the sizes, and is named where it binds", "[limits]") {
  const HardCap<> power{.gpus = 50'000, .name = "power"};
  const auto bound = max_gpus(llama(), peak_throughput(), growth::fixed(), blocking(), step, power);
  CHECK(bound.value == 50'000);
  CHECK(bound.status == Status::ok);
  CHECK(bound.binding == "power");
  CHECK(bound.shares.of("power") == 1);
  CHECK_THAT(bound.note, ContainsSubstring("power"));
  CHECK_THAT(bound.efficiency, WithinRel(step.efficiency(50'000.0), 1e-14));
  // the smallest of several
  CHECK(max_gpus(llama(), peak_throughput(), growth::fixed(), blocking(), step, power,
                 HardCap<>{.gpus = 16'384, .name = "micro-batches"})
            .binding == "micro-batches");
  // a cap beyond the limit changes nothing
  const auto free = max_gpus(llama(), efficiency_at_least{0.9}, growth::fixed(), blocking(), step, power);
  CHECK_THAT(free.value,
             WithinRel(max_gpus(llama(), efficiency_at_least{0.9}, growth::fixed(), blocking(), step).value, 1e-13));
  CHECK(free.binding == "step");
  // where nothing else limits, it does; closed forms know of it too
  auto calm = llama();
  calm.gpu_mttf = inf;
  CHECK(max_gpus(calm, peak_throughput(), growth::fixed(), blocking(), power).value == 50'000);
  CHECK(max_gpus(llama(), write_time_equals_mtbf(), growth::fixed(), blocking(), power).value == 50'000);
  // several sizes allowed: the last one below the cap
  const PowerLaw<> falling{.ratio = 0.1, .gpus = 1e4, .exponent = -1};
  const auto two = max_gpus(llama(), efficiency_at_least{0.8}, growth::fixed(), blocking(), falling, step);
  REQUIRE(two.roots.size() == 2);
  CHECK(two.value == two.roots[1]);
  const double between = 0.5 * (two.roots[0] + two.roots[1]);
  CHECK(max_gpus(llama(), efficiency_at_least{0.8}, growth::fixed(), blocking(), falling, step, HardCap<>{.gpus = between})
            .value == between);
  const auto below = max_gpus(llama(), efficiency_at_least{0.8}, growth::fixed(), blocking(), falling, step,
                              HardCap<>{.gpus = two.roots[0] / 2});
  CHECK(below.status == Status::infeasible);
  // sizes whose quotient no double holds
  TrainingRun<> one = llama();
  one.gpus = 1e-9, one.gpu_mttf = 1e12, one.checkpoint_bytes = 1,
  one.downtime = one.initialization_time = one.storage_latency = 0;
  for (const double cap : {1e6, 1e290, 1e305, inf})
    CHECK_THAT(max_gpus(one, peak_throughput{}, growth::fixed(), blocking(), HardCap<>{.gpus = cap}).value,
               cap == 1e6 ? WithinRel(1e6, 1e-12) : WithinRel(max_gpus(one, peak_throughput{}).value, 1e-12));
  one.gpus = 1e-320;
  CHECK_THROWS_AS(max_gpus(one, peak_throughput{}, growth::fixed(), blocking(), HardCap<>{.gpus = 1e6}), DomainError);
}

TEST_CASE("without a peak the answer is inf, with the reason", "[limits]") {
  auto calm = llama();
  calm.gpu_mttf = inf;
  const auto no_peak = [&](const auto&... factors) {
    const auto limit = max_gpus(calm, peak_throughput(), growth::fixed(), blocking(), factors...);
    CHECK(limit.status == Status::no_limit);
    CHECK(limit.value == inf);
    CHECK(!limit.note.empty());
  };
  no_peak(step);
  no_peak(batch);
  no_peak(PowerLaw<>{.ratio = 0.1, .gpus = 1e4, .exponent = 1});
  no_peak(PowerLaw<>{.ratio = 0.1, .gpus = 1e4, .exponent = 0.3});
  no_peak(PowerLaw<>{.ratio = 0.1, .gpus = 1e4, .exponent = -2});
  // x = 1/(exponent - 1)
  for (const double exponent : {1.01, 1.5, 2.0, 3.0}) {
    const auto limit = max_gpus(calm, peak_throughput(), growth::fixed(), blocking(),
                                PowerLaw<>{.ratio = 0.1, .gpus = 1e4, .exponent = exponent});
    CHECK_THAT(limit.value, WithinRel(1e4 * std::pow(1 / (exponent - 1) / 0.1, 1 / exponent), 1e-10));
  }
  // step and batch together lose more than the size brings: N_h N_c^(1/2) balance
  CHECK(max_gpus(calm, peak_throughput(), growth::fixed(), blocking(), step, batch).status == Status::ok);
}
