// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/strategies/background_level.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "scaling_limits/limits/max_gpus.hpp"
#include "scaling_limits/simulation/simulator.hpp"
#include "scaling_limits/strategies/blocking.hpp"
#include "scaling_limits/strategies/multilevel.hpp"
#include "scaling_limits/strategies/rates.hpp"
#include "support/agrees.hpp"
#include "support/reference.hpp"

using namespace scaling_limits;
using namespace scaling_limits::strategies;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// Times and rates as they are given: 1 B of state, tiers of as many seconds.
struct Case {
  double write, copy, restart, upper_restart, process, node, downtime = 0;
  TrainingRun<> run() const {
    return {.gpus = 1, .gpu_mttf = 1 / (process + node), .checkpoint_bytes = 1, .write_bandwidth = 1, .downtime = downtime};
  }
  Multilevel strategy(std::vector<int> pattern = {}) const {
    return multilevel({{{.write_bandwidth = 1 / write, .read_bandwidth = 1 / restart}, process / (process + node)},
                       {{.write_bandwidth = 1 / copy, .read_bandwidth = 1 / upper_restart}, node / (process + node)}},
                      std::move(pattern), true);
  }
  double goodput(double interval, double every) const {
    return checkpoint::background_copy_goodput(interval, every, write, copy, restart, upper_restart, process, node, downtime);
  }
};

Case draw(Sampler& random) {
  const double mtbf = random.log_uniform(1e3, 1e5), share = random.uniform(0.3, 0.97);
  return {mtbf * random.log_uniform(1e-4, 0.1),
          mtbf * random.log_uniform(1e-3, 1),
          mtbf * random.log_uniform(1e-4, 0.1),
          mtbf * random.log_uniform(1e-3, 0.3),
          share / mtbf,
          (1 - share) / mtbf,
          mtbf * random.log_uniform(1e-4, 0.1)};
}

}  // namespace

TEST_CASE("a level in the background: the check value as a strategy", "[strategies]") {
  const Case c{20, 1500, 60, 600, 3e-4, 4e-5, 120};
  CHECK_THAT(c.goodput(500, 3), WithinAbs(0.743608, 5e-7));  // digits of the check value
  const auto best = c.strategy(), three = c.strategy({1, 1, 2});
  CHECK(goodput(c.run(), three) >= c.goodput(500, 3));
  CHECK(goodput(c.run(), best) >= goodput(c.run(), three));
  CHECK_THAT(c.goodput(three.interval(c.run()), 3), WithinRel(goodput(c.run(), three), 1e-14));
  CHECK(pattern(three, c.run()) == std::vector<int>{1, 1, 2});
}

TEST_CASE("a level in the background is copied as often as is best, after the best interval", "[strategies]") {
  Sampler random(1);
  for (int i = 0; i < 60; ++i) {
    const Case c = draw(random);
    const auto strategy = c.strategy();
    const double found = goodput(c.run(), strategy);
    double best = 0, at = 0, every = 0;  // among many
    for (double n = 1; n <= 200; ++n)
      for (const double w :
           log_grid(0.01 * std::sqrt(c.write / (c.process + c.node)), 1e3 * std::sqrt(c.write / (c.process + c.node)), 300))
        if (const double g = c.goodput(w, n); g > best) best = g, at = w, every = n;
    CAPTURE(c.write, c.copy, c.restart, c.upper_restart, c.process, c.node, c.downtime, at, every, strategy.interval(c.run()),
            pattern(strategy, c.run()).size());
    CHECK(found >= best * (1 - 1e-12));
    CHECK(found <= best * 1.01);
    CHECK_THAT(c.goodput(strategy.interval(c.run()) * (1 + 1e-13), static_cast<double>(pattern(strategy, c.run()).size())),
               WithinRel(found, 1e-12));
    CHECK_THAT(strategy.breakdown(c.run()).sum(), WithinRel(1, 1e-14));
    for (const auto& term : strategy.breakdown(c.run())) CHECK(term.amount > -1e-14);
    CHECK_THAT(strategy.breakdown(c.run()).of("useful"), WithinRel(found, 1e-13));
    CHECK_THAT(summary(strategy, c.run()).loss, WithinRel(-std::log(found), 1e-12));
  }
}

TEST_CASE("a level in the background is what the simulator plays", "[strategies][simulation]") {
  Sampler random(2);
  for (std::uint64_t i = 0; i < 8; ++i) {
    const Case c = draw(random);
    const auto run = c.run();
    const auto strategy = i % 2 ? c.strategy() : c.strategy({1, 1, 1, 2});
    simulation::Options options;
    options.seed = i, options.relative_accuracy = 2e-3;
    const auto played = simulation::simulate(run, strategy, options);
    CAPTURE(i, c.write, c.copy, c.restart, c.upper_restart, c.process, c.node, c.downtime);
    CHECK(std::abs(goodput(run, strategy) - played.goodput) < tolerance::standard_errors * played.standard_error);
    const auto closed = rates(strategy, run);
    for (std::size_t k = 0; k < rate_members.size(); ++k) {
      CAPTURE(k, closed.*rate_members[k], played.rates.*rate_members[k], played.rate_errors.*rate_members[k]);
      CHECK(std::abs(closed.*rate_members[k] - played.rates.*rate_members[k]) <=
            tolerance::standard_errors * played.rate_errors.*rate_members[k]);
    }
    const auto parts = strategy.breakdown(run);
    for (const auto& term : parts) {
      CAPTURE(std::string(term.name), term.amount, played.breakdown.of(term.name));
      CHECK_THAT(term.amount, WithinAbs(played.breakdown.of(term.name), 0.01));  // a bias would be larger
    }
  }
}

TEST_CASE("a level in the background at the ends", "[strategies]") {
  // a copy that takes no time: more of them cost nothing
  const Case free{20, 1e-9, 60, 600, 3e-4, 4e-5, 120};
  CHECK(pattern(free.strategy(), free.run()) == std::vector<int>{2});
  // one that takes very long is waited for
  const Case slow{20, 1e6, 60, 600, 3e-4, 4e-5, 120};
  const auto cycle = pattern(slow.strategy(), slow.run());
  CHECK(static_cast<double>(cycle.size()) * (slow.strategy().interval(slow.run()) + 20) >= 1e6 * (1 - 1e-12));
  auto calm = free.run();
  calm.gpu_mttf = inf;
  CHECK(goodput(calm, free.strategy()) == 1);
  CHECK(free.strategy().interval(calm) == inf);
  CHECK_THROWS_AS(multilevel({{{.write_bandwidth = 1}, 1}}, {}, true).validate(), InvalidArgument);
  CHECK_THROWS_AS(free.strategy({1, 2, 1, 2}).validate(), InvalidArgument);
  CHECK_THROWS_AS(free.strategy({2, 1}).validate(), InvalidArgument);
  // one kind of failure alone
  Case process = free;
  process.node = 0;
  CHECK_THAT(
      goodput(process.run(), process.strategy()),
      WithinRel(checkpoint::optimal_goodput(20, 1 / process.process, 60, 120), 1e-9));  // the interval is found numerically
}

TEST_CASE("a level in the background has slopes of first and second order", "[strategies]") {
  using Second = dual<dual<double>>;
  Sampler random(3);
  for (int i = 0; i < 20; ++i) {
    const Case c = draw(random);
    const auto strategy = c.strategy();
    const auto loss = [&]<class S>(const S& gpus) {
      const TrainingRun<S> run{.gpus = gpus,
                               .gpu_mttf = S(1 / (c.process + c.node)),
                               .checkpoint_bytes = S(1),
                               .write_bandwidth = S(1),
                               .downtime = S(c.downtime)};
      return strategy.losses(run).sum();
    };
    const Second found = loss(Second(dual<double>(1, 1), dual<double>(1)));
    const double h = 1e-4;
    const auto every = [&](double gpus) {
      auto run = c.run();
      run.gpus = gpus;
      return pattern(strategy, run).size();
    };
    if (every(1 - h) != every(1 + h)) continue;
    CAPTURE(i);
    const double above = loss(1 + h), here = loss(1.), below = loss(1 - h);
    CHECK_THAT(found.value.value, WithinRel(here, 1e-13));
    CHECK_THAT(found.slope.value, WithinRel((above - below) / (2 * h), 1e-5));  // of a difference
    CHECK_THAT(found.slope.slope, WithinRel((above - 2 * here + below) / (h * h), 1e-3) || WithinAbs(0, 1e-4));  // the same
  }
}
