// SPDX-License-Identifier: Apache-2.0
// Runs that get nothing done: restarts of hundreds and thousands of times the MTBF. -ln goodput is a finite number there, and
// shares sum to one.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "scaling_limits/core/logarithm.hpp"
#include "scaling_limits/run/growth.hpp"
#include "support/agrees.hpp"
#include "support/derivatives.hpp"
#include "support/strategies.hpp"

namespace scaling_limits::testing {

using namespace scaling_limits::strategies;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

constexpr std::array left_out{LeftOut{"independent", "loses what the strategy of each learner loses"}};

/// By restarts that take so many times the MTBF, or by writes.
TrainingRun<> overloaded(double load, bool by_writes) {
  TrainingRun<> run{.gpus = 131072,
                    .gpu_mttf = 50'000 * 3600.0,
                    .checkpoint_bytes = 5e12,
                    .write_bandwidth = 5e10,
                    .read_bandwidth = 5e10,
                    .downtime = 600};
  if (by_writes) run.storage_latency = load / run.failure_rate() - run.write_time();
  else run.initialization_time = load / run.failure_rate() - run.read_time();
  return run;
}

}  // namespace

TEST_CASE("an overloaded run has losses that are numbers, and shares that sum to one", "[strategies]") {
  for (const double load : {1.0, 100.0, 400.0, 800.0, 2'000.0, 1e5})
    for (const bool by_writes : {false, true}) {
      const TrainingRun<> run = overloaded(load, by_writes);
      const auto in_50_digits = converted<TrainingRun, wide>(run);
      const auto check = [&](const auto& strategy) {
        CAPTURE(load, by_writes, std::string(strategy.name()));
        const auto losses = strategy.losses(run);
        const double loss = losses.sum();
        CHECK_THAT(loss, WithinRel(static_cast<double>(strategy.losses(in_50_digits).sum()), tolerance::two_routes));
        for (const auto& term : losses) CHECK((term.amount > -1e-9 * loss && term.amount <= loss * (1 + 1e-9)));
        CHECK_THAT(strategy.losses(growth::fixed().grown(run, dual<double>(0.0, 1.0))).sum().slope,
                   WithinRel((strategy.losses(growth::fixed().grown(run, 1e-4)).sum() -
                              strategy.losses(growth::fixed().grown(run, -1e-4)).sum()) /
                                 2e-4,
                             1e-4));  // patterns and whole steps change in steps
        const auto breakdown = strategy.breakdown(run);
        CHECK_THAT(breakdown.sum(), WithinAbs(1, 1e-9));  // of logarithms of up to 1e5
        for (const auto& term : breakdown) CHECK((term.amount >= -1e-9 && term.amount <= 1 + 1e-9));
        CHECK_THAT(breakdown.of("useful"), WithinRel(std::exp(-loss), 1e-9) || WithinAbs(0, 1e-300));
      };
      for_each_strategy<left_out>(check);
      check(multilevel({{files, 1}}));
      for (const double step : {10.0, 1e6}) check(just_in_time(0.9, step));  // hundreds of failures in a step
      check(just_in_time(0));
    }
}

TEST_CASE("one level and no saves just in time lose what blocking checkpoints lose", "[strategies]") {
  for (const double load : {100.0, 800.0, 1e4}) {
    const TrainingRun<> run = overloaded(load, false);
    const double blocked = blocking().losses(run).sum();
    CHECK_THAT(just_in_time(0).losses(run).sum(), WithinRel(blocked, 1e-12));
    CHECK_THAT(multilevel({{{.write_bandwidth = 5e10, .read_bandwidth = 5e10}, 1}}).losses(run).sum(),
               WithinRel(blocked, 1e-12));
    // (1 + rate D) exp(rate R) where every failure is saved, the save being part of the restart
    CHECK_THAT(just_in_time().losses(run).sum(),
               WithinRel(load + run.failure_rate() * run.write_time() + std::log1p(run.failure_rate() * run.downtime), 1e-12));
  }
}

TEST_CASE("shares sum to one where their logarithms leave them few digits", "[strategies]") {
  TrainingRun<> run = overloaded(1, false);
  run.gpus = 256;
  for (const double exchange : {1e6, 1e9, 1e12, 0x1p53}) {
    const auto breakdown = buddy(exchange).breakdown(run);
    CHECK_THAT(breakdown.sum(), WithinAbs(1, 1e-12));
    for (const auto& term : breakdown) CHECK((term.amount >= 0 && term.amount <= 1));
  }
}

TEST_CASE("the chain of an overloaded pattern is the one in 50 digits, whose exponents have no end", "[strategies]") {
  using checkpoint::SeverityLevel;
  const std::vector<int> pattern{1, 1, 2, 1, 3};
  for (const double load : {1.0, 500.0, 5'000.0}) {
    std::vector<SeverityLevel<>> levels;
    std::vector<SeverityLevel<wide>> same;
    for (int l = 0; l < 3; ++l) {
      levels.push_back({5.0 + 20 * l, load * 1e3 * (l + 1), 1e-3 / (1 + 8 * l)});
      const auto& at = levels.back();
      same.push_back({wide(at.write_time), wide(at.restart_time), wide(at.failure_rate)});
    }
    const wide time = checkpoint::multilevel_time(std::span<const int>(pattern), wide(300),
                                                  std::span<const SeverityLevel<wide>>(same), wide(60));
    const double loss =
        checkpoint::pattern_loss(std::span<const int>(pattern), 300.0, std::span<const SeverityLevel<>>(levels), 60.0);
    CHECK_THAT(loss, WithinRel(static_cast<double>(log(wide(time / (5 * 300)))), tolerance::two_routes));
  }
}

TEST_CASE("a logarithm holds numbers of any size", "[core]") {
  using L = Logarithm<double>;
  const L zero(0.0), one(1), huge = L::with(1e4), tiny = L(1) / huge;
  CHECK(zero.is_nothing());
  CHECK(zero.value() == 0);
  CHECK((zero + one).value() == 1);
  CHECK((zero * huge).value() == 0);
  CHECK(huge.log == 1e4);
  CHECK((huge * huge).log == 2e4);
  CHECK(value_of(huge) == inf);
  CHECK((huge * tiny).value() == 1);
  CHECK((huge + one).log == 1e4);
  CHECK_THAT((L(3.0) + L(4.0)).value(), WithinRel(7, 1e-15));
  CHECK_THAT((L(3.0) - L(1.0)).value(), WithinRel(2, 1e-15));
  CHECK((L(1.0) - L(3.0)).value() == 0);
  CHECK_THAT(exp_minus_one(L(1e-8)).value(), WithinRel(std::expm1(1e-8), 1e-14));
  CHECK_THAT(log_one_plus(L(1e-8)).value(), WithinRel(std::log1p(1e-8), 1e-14));
  CHECK_THAT(log_one_plus(huge).value(), WithinRel(1e4, 1e-15));
  CHECK_THAT(exp_minus_one(L(800.0)).log, WithinRel(800, 1e-15));
  CHECK_THAT(log_mean_exp(L(2.0)).value(), WithinRel(std::log(std::expm1(2.0) / 2), 1e-14));
  expect_derivative(
      [](const auto& x) {
        using S = std::remove_cvref_t<decltype(x)>;
        const Logarithm<S> a(x), b(S(2));
        return ((a + b) * a / (b + a * a) + exp_minus_one(a) * log_one_plus(b * a)).value();
      },
      0.7);
}

}  // namespace scaling_limits::testing
