// SPDX-License-Identifier: Apache-2.0
// Spares in units, under bursts: the pool of the strategy is that of running_share, of spares_needed and of optimal_spares, and
// the simulator, which knows neither, plays it.
#include <scaling_limits/economics/optimal_spares.hpp>
#include <scaling_limits/failures/compound_spares.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "scaling_limits/core/units.hpp"
#include "scaling_limits/simulation/simulator.hpp"
#include "scaling_limits/strategies/spared.hpp"
#include "scaling_limits/strategies/under_causes.hpp"
#include "support/agrees.hpp"
#include "support/reference.hpp"

using namespace scaling_limits;
using namespace scaling_limits::testing;
using namespace scaling_limits::units;
using Catch::Matchers::WithinRel;
using failures::BurstLaw;
using failures::RepairPool;
using strategies::Spared;

namespace {

/// A run of so many GPUs and the spares, and what it does without checkpoints to write.
struct Pooled {
  TrainingRun<> run;
  Spared<> strategy;
};
Pooled pooled(double gpus, const RepairPool<>& pool, double spares, double interval = NaN) {
  return {{.gpus = gpus + spares,
           .gpu_mttf = gpus / pool.failure_rate,
           .checkpoint_bytes = 0,
           .write_bandwidth = 1,
           .downtime = pool.downtime},
          strategies::spared(spares, pool.repair_time, pool.repairers, pool.taken_share, pool.parts, interval, pool.takes,
                             pool.burst, pool.bursts)};
}

/// The spares with which most useful work is done for each GPU held, of whole units.
double best_spares(double gpus, const RepairPool<>& pool, double most) {
  double best = NaN, done = -1;
  for (double spares = 0; spares <= most; spares += pool.takes) {
    const auto [run, strategy] = pooled(gpus, pool, spares, 600);
    if (const double now = strategies::goodput(run, strategy); now > done * (1 + 1e-13)) done = now, best = spares;
  }
  return best;
}
/// Those for which the GPUs held by share of the time are least.
double cheapest_spares(double gpus, const RepairPool<>& pool, double most) {
  double best = NaN, cost = inf;
  for (double spares = 0; spares <= most; spares += pool.takes)
    if (const double now = (gpus + spares) / failures::running_share(spares, pool); now < cost * (1 - 1e-13))
      cost = now, best = spares;
  return best;
}

const economics::Prices<> prices{.gpu = 2 / hour};

RepairPool<> drawn(Sampler& random) {
  RepairPool<> pool{.failure_rate = NaN, .repair_time = random.log_uniform(1e4, 1e6)};
  const double out = random.log_uniform(0.2, 20);
  pool.failure_rate = out / pool.repair_time;
  pool.downtime = random.chance(0.3) ? 0 : random.log_uniform(1e-3, 0.3) * pool.repair_time;
  pool.taken_share = random.chance(0.5) ? 1 : random.uniform(0.1, 1);
  pool.takes = random.chance(0.5) ? 1 : 8;
  switch (random.index(4)) {
    case 0:
      break;
    case 1:
      pool.parts = 1 + static_cast<double>(random.index(4));
      break;
    case 2:
      pool.burst = 1 + static_cast<double>(random.index(4)), pool.parts = random.chance(0.5) ? 1 : 2;
      break;
    default:
      pool.burst = random.uniform(1, 6), pool.bursts = BurstLaw::geometric;
  }
  if (!pool.varied() && random.chance(0.3)) pool.repairers = std::ceil(1.5 * out * pool.parts) + 1;
  return pool;
}

}  // namespace

TEST_CASE("one pool, one answer: asked in nodes and in GPUs, of the price, of the time that runs and of the strategy",
          "[strategies]") {
  const double nodes = 2048, rate = nodes * 3.789e-3 / day;
  // without downtime what the published row says; 13 is for an hour of it, 8 for four
  for (const auto& [downtime, units] : {std::pair(0.0, 17.0), {3600.0, 13.0}, {4 * 3600.0, 8.0}}) {
    CAPTURE(downtime);
    for (const double takes : {1.0, 8.0}) {
      const RepairPool<> pool{.failure_rate = rate, .repair_time = day, .downtime = downtime, .takes = takes};
      CHECK(economics::optimal_spares(nodes * takes, pool, prices).value == units * takes);
      CHECK(cheapest_spares(nodes * takes, pool, 40 * takes) == units * takes);
      CHECK(best_spares(nodes * takes, pool, 40 * takes) == units * takes);
      CHECK(failures::spares_needed(rate, day, 0.99, 1, BurstLaw::fixed, takes) == 15 * takes);
      CHECK(failures::spares_needed(pool, 0.99) ==
            takes * failures::poisson_quantile(rate * day / (1 + rate * downtime), 0.99));
    }
    // a burst of 8 GPUs that come back as one is a node
    const RepairPool<> node{.failure_rate = rate, .repair_time = day, .downtime = downtime, .burst = 8};
    CHECK(economics::optimal_spares(8 * nodes, node, prices).value == 8 * units);
    CHECK(failures::spares_needed(rate, day, 0.99, 8) == 120);
  }
  CHECK(std::isnan(failures::spares_needed(RepairPool<>{.failure_rate = rate, .repair_time = day, .repairers = 9}, 0.99)));
  // GPUs of a node that come back one by one are another pool
  const RepairPool<> apart{.failure_rate = rate, .repair_time = day, .parts = 8};
  CHECK(economics::optimal_spares(8 * nodes, apart, prices).value == 123);
  CHECK(best_spares(8 * nodes, apart, 200) == 123);
}

TEST_CASE("the cheapest spares are those with which the strategy does most, of any pool", "[strategies]") {
  Sampler random(21);
  for (int i = 0; i < 80; ++i) {
    const RepairPool<> pool = drawn(random);
    const double gpus = std::floor(random.log_uniform(20, 1e4)) * pool.takes;
    const auto found = economics::optimal_spares(gpus, pool, prices);
    const double most = 2 * found.value + 40 * pool.takes;
    CAPTURE(i, gpus, pool.failure_rate * pool.repair_time, pool.downtime / pool.repair_time, pool.taken_share, pool.takes,
            pool.parts, pool.burst, pool.repairers);
    CHECK(found.value == cheapest_spares(gpus, pool, most));
    CHECK(found.value == best_spares(gpus, pool, most));
    CHECK(found.runnable_share == failures::running_share(found.value, pool));
  }
}

TEST_CASE("with the spares that cover what is out the job runs at least so long, of any pool", "[strategies]") {
  Sampler random(23);
  for (int i = 0; i < 60; ++i) {
    RepairPool<> pool = drawn(random);
    pool.repairers = inf;
    const double running = 1 + pool.failure_rate * pool.downtime;
    for (const double quality : {0.5, 0.9, 0.99}) {
      const double spares = failures::spares_needed(pool, quality);
      CAPTURE(i, quality, spares, pool.takes, pool.burst, pool.parts, pool.downtime / pool.repair_time);
      // nothing fails while it waits, so that fewer are out than without a wait
      CHECK(running * failures::running_share(spares, pool) >= quality);
    }
  }
}

TEST_CASE("pools of units and bursts are played out as they are worked out", "[strategies]") {
  Sampler random(22);
  for (int i = 0; i < 16; ++i) {
    RepairPool<> pool = drawn(random);
    const bool varied = i % 2 == 0;
    if (varied)
      pool.burst = random.log_uniform(1.2, 20), pool.bursts = BurstLaw::geometric, pool.parts = 1, pool.repairers = inf;
    const double units =
        std::floor(pool.failure_rate * pool.repair_time * pool.burst * pool.parts * random.log_uniform(0.5, 4));
    const double spares = units * pool.takes, gpus = 1000 * pool.takes;
    const auto [run, strategy] = pooled(gpus, pool, spares, 0.1 / pool.failure_rate);
    simulation::Options options;
    options.relative_accuracy = 1.5e-3, options.seed = static_cast<std::uint64_t>(100 + i);
    const auto played = simulation::simulate(run, strategy, options);
    const double goodput = strategies::goodput(run, strategy), share = failures::running_share(spares, pool);
    const double near = !varied ? 0 : share > 0.9 ? 0.003 : share > 0.6 ? 0.015 : 0.05;  // what the header says
    CAPTURE(i, share, pool.burst, pool.parts, pool.takes, spares, played.goodput, played.standard_error);
    CHECK(std::abs(goodput - played.goodput) <= near * played.goodput + tolerance::standard_errors * played.standard_error);
  }
}

TEST_CASE("under a list a row that says what it takes is a burst of whole units", "[strategies]") {
  TrainingRun<> run{.gpus = 4096, .gpu_mttf = inf, .checkpoint_bytes = 1e12, .write_bandwidth = 1e12, .downtime = 600};
  const auto list = [](double small, double large) {
    return std::vector<failures::Cause<>>{{.name = "gpu", .mtbf = 40'000, .takes = small},
                                          {.name = "rack", .mtbf = 90'000, .takes = large}};
  };
  const auto wait = [&](const auto& causes, const Spared<>& s) {
    return strategies::under_causes(causes, s).losses(run).of("spare wait");
  };
  // in units of 8: one GPU of a node takes the node, nine take two
  const auto by_node = strategies::spared(32, 60'000, inf, 1, 1, NaN, 8), by_unit = strategies::spared(4, 60'000);
  run.gpus = 4096;
  const double nodes = wait(list(1, 9), by_node);
  CHECK_THAT(nodes, WithinRel(wait(list(8, 16), by_node), 1e-14));
  CHECK_THAT(nodes, WithinRel(wait(list(1, 2), by_unit), 1e-14));
  // rows that say nothing are the pool's own
  const auto varied = strategies::spared(12, 60'000, inf, 0.8, 1, NaN, 1, 3.5, BurstLaw::geometric);
  const RepairPool<> pool{.failure_rate = 1 / 40'000. + 1 / 90'000.,
                          .repair_time = 60'000,
                          .downtime = 600,
                          .taken_share = 0.8,
                          .burst = 3.5,
                          .bursts = BurstLaw::geometric};
  CHECK_THAT(wait(list(NaN, NaN), varied), WithinRel(std::log1p(failures::waiting_ratio(12, pool)), 1e-13));
  // and played, where some say and some do not
  for (const auto& strategy : {varied, strategies::spared(16, 60'000, inf, 1, 1, NaN, 2, 2)}) {
    const auto under = strategies::under_causes(list(2, NaN), strategy);
    simulation::Options options;
    options.relative_accuracy = 2e-3;
    const auto played = simulation::simulate(run, under, options);
    CHECK(std::abs(strategies::goodput(run, under) - played.goodput) <=
          0.015 * played.goodput + tolerance::standard_errors * played.standard_error);
  }
}

TEST_CASE("parts are repaired in retries and planned stops too, as in a pool played out", "[strategies]") {
  Sampler random(23);
  for (int i = 0; i < 12; ++i) {
    const TrainingRun<> run{.gpus = 4096,
                            .gpu_mttf = inf,
                            .checkpoint_bytes = 1e12,
                            .write_bandwidth = 1e11,
                            .downtime = random.log_uniform(60, 3000)};
    const bool planned = i % 2 == 0;
    std::vector<failures::Cause<>> list{
        {.name = "part", .mtbf = random.log_uniform(4000, 60'000), .takes = static_cast<double>(random.index(3))},
        {.name = "node",
         .mtbf = random.log_uniform(10'000, 100'000),
         .downtime = random.log_uniform(300, 8000),
         .retry_chance = random.uniform(0.02, 0.5),
         .retry_time = random.log_uniform(600, 100'000)}};
    if (planned)
      list.push_back({.name = "upgrade",
                      .mtbf = random.log_uniform(10'000, 100'000),
                      .downtime = random.log_uniform(1000, 30'000),
                      .planned = 1});
    const auto under = strategies::under_causes(
        list, strategies::spared(1 + static_cast<double>(random.index(12)), random.log_uniform(20'000, 200'000)));
    simulation::Options options;
    options.relative_accuracy = 2e-3, options.seed = static_cast<std::uint64_t>(200 + i);
    const auto played = simulation::simulate(run, under, options);
    const double goodput = strategies::goodput(run, under), near = planned ? 0.02 : 0.002;
    CAPTURE(i, goodput, played.goodput, played.standard_error, under.losses(run).of("spare wait"));
    CHECK(std::abs(goodput - played.goodput) <= near * played.goodput + tolerance::standard_errors * played.standard_error);
    CHECK_THAT(under.breakdown(run).of("useful"), WithinRel(goodput, 1e-12));
  }
}
