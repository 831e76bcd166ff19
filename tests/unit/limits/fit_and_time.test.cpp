// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>
#include <scaling_limits/core/units.hpp>
#include <scaling_limits/limits/cheapest_gpus.hpp>
#include <scaling_limits/limits/fit_strong_scaling.hpp>
#include <scaling_limits/limits/hard_cap.hpp>
#include <vector>

using namespace scaling_limits;
using namespace scaling_limits::limits;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using strategies::blocking;
using Points = std::vector<double>;

TEST_CASE("published step times: MegaScale and MLPerf", "[limits]") {
  // MegaScale, table 2: 175B on 256, 512, 768, 1024 GPUs, fitted on the ends
  const auto megatron = fit_strong_scaling(Points{256, 1024}, Points{40.0, 11.9});
  CHECK_THAT(megatron.work, WithinAbs(9591.47, 0.005));
  CHECK_THAT(megatron.serial_time, WithinAbs(2.533, 0.0005));
  CHECK_THAT(megatron.half_size, WithinAbs(3786, 0.5));
  CHECK_THAT(megatron.step_time(512), WithinAbs(21.27, 0.005));
  CHECK_THAT(megatron.step_time(768), WithinAbs(15.02, 0.005));
  const auto megascale = fit_strong_scaling(Points{256, 1024}, Points{32.0, 8.9});
  CHECK_THAT(megascale.half_size, WithinAbs(6571, 0.5));
  CHECK_THAT(megascale.step_time(512), WithinAbs(16.60, 0.005));
  CHECK_THAT(megascale.step_time(768), WithinAbs(11.47, 0.005));
  // MLPerf GPT-3, minutes
  CHECK_THAT(fit_strong_scaling(Points{256, 384}, Points{442.578, 311.945}).half_size, WithinAbs(1979.6, 0.05));
  const auto h100 = fit_strong_scaling(Points{768, 1536}, Points{45.606, 23.611});
  CHECK_THAT(h100.half_size, WithinAbs(20'906, 0.5));
  CHECK_THAT(h100.step_time(3584), WithinAbs(11.042, 0.0005));
  CHECK_THAT(h100.half_size, WithinRel(half_size_from_efficiency(45.606 * 768 / (23.611 * 1536), 768, 1536), 1e-12));
}

TEST_CASE("no other line has smaller squares of relative errors", "[limits]") {
  std::mt19937 rng(1);
  std::normal_distribution<> normal;
  for (int i = 0; i < 100; ++i) {
    Points gpus, times;
    for (double n = 64; n < 5e4; n *= 2) gpus.push_back(n), times.push_back((9000 / n + 2.5) * (1 + 0.02 * normal(rng)));
    const auto fit = fit_strong_scaling(gpus, times);
    const auto squares = [&](double work, double serial) {
      double sum = 0;
      for (std::size_t j = 0; j < gpus.size(); ++j) sum += square((work / gpus[j] + serial) / times[j] - 1);
      return sum;
    };
    const double least = squares(fit.work, fit.serial_time);
    for (const double a : {0.99, 0.999, 1., 1.001, 1.01})
      for (const double b : {0.99, 0.999, 1., 1.001, 1.01})
        REQUIRE(squares(fit.work * a, fit.serial_time * b) >= least * (1 - 1e-12));
    CHECK_THAT(fit.half_size, WithinRel(fit.work / fit.serial_time, 1e-14));
    CHECK_THAT(fit.scatter,
               WithinRel(std::sqrt(least / (double(gpus.size()) - 2)), 1e-9));  // a sum of squares of small differences
  }
}

TEST_CASE("95 % intervals hold the truth in 95 % of simulated measurements", "[limits]") {
  std::mt19937 rng(2);
  std::normal_distribution<> normal;
  const int runs = 4000;
  int half = 0, work = 0, serial = 0, open = 0;
  for (int i = 0; i < runs; ++i) {
    Points gpus, times;
    for (const double n : {512., 1024., 2048., 4096., 8192.})
      gpus.push_back(n), times.push_back((9000 / n + 2.5) * (1 + 0.05 * normal(rng)));
    const auto fit = fit_strong_scaling(gpus, times);
    const auto holds = [&](std::string_view name, double truth) {
      const Interval range = fit.interval(name);
      open += range.upper == inf;
      return range.lower <= truth && truth <= range.upper;
    };
    half += holds("half_size", 3600), work += holds("work", 9000), serial += holds("serial_time", 2.5);
  }
  // 5 standard errors of a share of 0.95 in 4000, and 0.005 for errors relative to the measured instead of the true time
  const double reach = 5 * std::sqrt(0.95 * 0.05 / runs) + 0.005;
  CHECK_THAT(double(half) / runs, WithinAbs(0.95, reach));
  CHECK_THAT(double(work) / runs, WithinAbs(0.95, reach));
  CHECK_THAT(double(serial) / runs, WithinAbs(0.95, reach));
  // barely any serial time beside much noise: no upper end
  const auto vague = fit_strong_scaling(Points{64, 128, 256, 512}, Points{100, 55, 23, 14});
  CHECK(vague.interval("half_size").upper == inf);
  CHECK(fit_strong_scaling(Points{256, 1024}, Points{40, 11.9}).interval("half_size").upper == inf);
  CHECK_THROWS_AS(vague.interval("speed"), InvalidArgument);
}

TEST_CASE("data without a half size are refused, with what was found", "[limits]") {
  CHECK_THROWS_WITH(
      fit_strong_scaling(Points{256, 512}, Points{10, 11}),
      ContainsSubstring("no half size > 0: the fit has work = -51") && ContainsSubstring("[GPU-s] and serial_time = 1"));
  CHECK_THROWS_WITH(fit_strong_scaling(Points{256, 512}, Points{10, 4.5}), ContainsSubstring("serial_time"));
  CHECK_THROWS_AS(fit_strong_scaling(Points{256, 256}, Points{10, 4.5}), InvalidArgument);
  CHECK_THROWS_AS(fit_strong_scaling(Points{256}, Points{10, 4.5}), InvalidArgument);
  CHECK_THROWS_AS(fit_strong_scaling(Points{}, Points{}), InvalidArgument);
  CHECK_THROWS_AS(fit_strong_scaling(Points{256, 512}, Points{10, -4.5}), DomainError);
}

TEST_CASE("time to train: fastest and cheapest sizes of a scan", "[limits]") {
  const TrainingRun<> run{.gpus = 16'384,
                          .gpu_mttf = 50'677 * units::hour,
                          .checkpoint_bytes = 5e12,
                          .write_bandwidth = 2e12,
                          .initialization_time = 300};
  const StrongScaling<> step{.half_size = 101'035};
  const double work = 16'384 * 54 * units::day;
  const auto law = growth::chinchilla();
  const auto time = [&](double n) { return time_to_train(law.at(run, n), work, blocking(), step); };
  // the definition: work by useful throughput
  CHECK_THAT(time(16'384),
             WithinRel(work / (16'384 * step.efficiency(16'384.0) * strategies::goodput(run, blocking())), 1e-13));
  // beyond a cap nothing is done: for ever, unless there is nothing to do
  const HardCap<> cap{.gpus = 1000};
  CHECK(time_to_train(run, work, blocking(), cap) == inf);
  CHECK(time_to_train(run, 0.0, blocking(), cap) == 0);
  const auto scan = [&](double least, double deadline, double fixed) {
    double best = NaN, cost = inf;
    for (double n = least; n < 1e7; n *= 1.0002) {
      const double t = time(n);
      if (t <= deadline && (n + fixed) * t < cost) cost = (n + fixed) * t, best = n;
    }
    return best;
  };
  const auto cheapest = [&](Cheapest wanted) {
    wanted.work = work;
    return cheapest_gpus(run, wanted, law, blocking(), step);
  };
  double fastest = 1;
  for (double n = 1; n < 1e7; n *= 1.0002)
    if (time(n) < time(fastest)) fastest = n;
  CHECK_THAT(fastest_gpus(run, law, blocking(), step).value, WithinRel(fastest, 0.0003));  // the step of the scan
  for (const double days : {25., 30., 60.}) {
    const double deadline = days * units::day;
    const auto with_deadline = cheapest({.deadline = deadline});
    CHECK_THAT(with_deadline.value, WithinRel(scan(1, deadline, 0), 0.0003));
    CHECK(with_deadline.binding == "deadline");
    CHECK_THAT(time(with_deadline.value), WithinRel(deadline, 1e-9));
  }
  for (const double fixed : {100., 5000., 1e5}) {
    CHECK_THAT(cheapest({.fixed_gpus = fixed}).value, WithinRel(scan(1, inf, fixed), 0.02));  // flat minimum
    CHECK(cheapest({.fixed_gpus = fixed}).binding != "deadline");
  }
  CHECK(cheapest({.fixed_gpus = 5000, .least_gpus = 50'000}).value == 50'000);
  CHECK(cheapest({.fixed_gpus = 5000, .least_gpus = 50'000}).binding == "least_gpus");
  CHECK(cheapest({}).value == 1);
  CHECK(cheapest({.deadline = 10 * units::day}).status == Status::infeasible);
  CHECK(time_to_train(run, work, blocking(), HardCap<>{.gpus = 1000}) == inf);
  // what costs at every size asks for the fastest, and where that is a cap, for the cap
  const auto hurried = cheapest_gpus(run, {.work = work, .fixed_gpus = 1e9}, law, blocking(), HardCap<>{.gpus = 5000});
  CHECK((hurried.value == 5000 && hurried.binding == "cap"));
  CHECK(hurried.goodput == strategies::goodput(law.at(run, 5000.0), blocking()));
  // no size at all, however long a write takes at it: for the reason that the fastest has
  const strategies::Blocking<> one_in_flight{.own_interval = 10, .persist_latency = 60};
  const auto no_size = cheapest_gpus(run, {.work = work}, law, one_in_flight, step);
  CHECK(no_size.status == Status::infeasible);
  CHECK(no_size.note == fastest_gpus(run, law, one_in_flight, step).note);
  // where nothing fails more GPUs are never worse: what costs at every size is shared by ever more
  const TrainingRun<> unfailing{.gpus = 1, .gpu_mttf = inf, .checkpoint_bytes = 1e12, .write_bandwidth = 1e12};
  CHECK(cheapest_gpus(unfailing, {.work = work, .least_gpus = 8}).value == 8);
  const auto ever_more = cheapest_gpus(unfailing, {.work = work, .fixed_gpus = 100});
  CHECK(ever_more.status == Status::no_limit);
  CHECK_THAT(ever_more.note, ContainsSubstring("no limit: cost still falls at 1e"));
  CHECK_THROWS_WITH(cheapest({.deadline = -1}), ContainsSubstring("cheapest_gpus: deadline = -1 must be > 0 [s]"));
  CHECK_THROWS_WITH(cheapest_gpus(run, Cheapest{}), ContainsSubstring("work = nan"));
  CHECK(max_gpus(run, Cheapest{.work = work, .fixed_gpus = 100}).value ==
        cheapest_gpus(run, {.work = work, .fixed_gpus = 100}).value);
}
