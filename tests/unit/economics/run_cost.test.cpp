// SPDX-License-Identifier: Apache-2.0
// What a run and its failures cost: sums that are written out, the simulator's clock, differences in 50 digits.
#include <scaling_limits/economics/failure_cost.hpp>
#include <scaling_limits/economics/run_cost.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "scaling_limits/core/units.hpp"
#include "scaling_limits/limits/hard_cap.hpp"
#include "scaling_limits/limits/strong_scaling.hpp"
#include "scaling_limits/simulation/simulator.hpp"
#include "scaling_limits/strategies/asynchronous.hpp"
#include "scaling_limits/strategies/in_memory.hpp"
#include "support/agrees.hpp"
#include "support/reference.hpp"

using namespace scaling_limits;
using namespace scaling_limits::economics;
using namespace scaling_limits::testing;
using namespace scaling_limits::units;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

const TrainingRun<> big{.gpus = 16384,
                        .gpu_mttf = 50'000 * hour,
                        .checkpoint_bytes = 5 * TB,
                        .write_bandwidth = 2 * TB,
                        .initialization_time = 300,
                        .downtime = 60};
const Prices<> all{.gpu = 2 / hour,
                   .bandwidth = 1e6 / (TB * year),
                   .electricity = 0.08 / kWh,
                   .power_per_gpu = 1000,
                   .pue = 1.2,
                   .carbon_intensity = 0.4 / kWh,
                   .time = 1e5 / day};
constexpr double work = 1e11;

}  // namespace

TEST_CASE("a run costs its time, at the price of all that it holds", "[economics]") {
  const auto factor = limits::StrongScaling<>{.half_size = 200'000};
  const auto cost = run_cost(big, work, all, strategies::blocking(), factor);
  const double T = work / (big.gpus * strategies::goodput(big, strategies::blocking()) / (1 + big.gpus / 200'000));
  CHECK_THAT(cost.time, WithinRel(T, 1e-13));
  CHECK_THAT(cost.by_kind.of("gpus"), WithinRel(16384 * 2 * T / hour, 1e-13));
  CHECK_THAT(cost.by_kind.of("storage"), WithinRel(2e6 * T / year, 1e-13));
  CHECK_THAT(cost.by_kind.of("electricity"), WithinRel(16384 * 1.2 * 0.08 * T / hour, 1e-13));
  CHECK_THAT(cost.by_kind.of("time"), WithinRel(1e5 * T / day, 1e-13));
  CHECK_THAT(cost.by_kind.sum(), WithinRel(cost.total, 1e-15));
  CHECK_THAT(cost.by_term.sum(), WithinRel(cost.total, 1e-14));
  CHECK_THAT(cost.energy / kWh, WithinRel(16384 * 1.2 * T / hour, 1e-13));
  CHECK_THAT(cost.carbon, WithinRel(0.4 * 16384 * 1.2 * T / hour, 1e-13));
  CHECK_THAT(cost.by_term.of("useful"), WithinRel(all.rate(big) * work / big.gpus, 1e-13));
  CHECK(cost.by_term.of("step") > 0);
  CHECK(cost.note.empty());
}

TEST_CASE("the simulator's clock tells the same costs, term by term", "[economics]") {
  simulation::Options options;
  options.relative_accuracy = 2e-4;
  const auto check = [&](const auto& strategy) {
    const auto played = simulation::simulate(big, strategy, options);
    const auto cost = run_cost(big, work, all, strategy);
    // useful time is work / gpus; the clock says what that takes
    const double total = all.rate(big) * work / big.gpus / played.goodput;
    CHECK_THAT(cost.total, WithinRel(total, tolerance::standard_errors * played.standard_error / played.goodput));
    for (const auto& [term, amount] : cost.by_term)
      CHECK_THAT(amount / cost.total, WithinAbs(played.breakdown.of(term), 3e-3));  // ten accuracies: a share has its own error
    const double failing = all.rate(big) * (1 - played.goodput);
    CHECK_THAT(failure_cost(big, all, strategy).per_second,
               WithinAbs(failing, tolerance::standard_errors * played.standard_error * all.rate(big)));
  };
  check(strategies::blocking());
  check(strategies::in_memory());
}

TEST_CASE("a run without an answer, or without an end, says why", "[economics]") {
  const auto cap = limits::HardCap<>{.gpus = 1000};
  const auto beyond = run_cost(big, work, all, strategies::blocking(), cap);
  CHECK(beyond.total == inf);
  CHECK_THAT(beyond.note, ContainsSubstring("nothing useful is done"));
  TrainingRun<> endless = big;
  endless.write_bandwidth = inf;
  CHECK(run_cost(endless, work, all).total == inf);
  CHECK_THAT(run_cost(endless, work, all).note, ContainsSubstring("unlimited bandwidth has a price"));
  CHECK(run_cost(endless, work, Prices<>{.gpu = 1}).by_kind.of("storage") == 0);
  CHECK(run_cost(big, 0, all).total == 0);
  const strategies::Blocking<> late{.own_interval = 10, .persist_latency = 20};
  CHECK(std::isnan(run_cost(big, work, all, late).total));
  CHECK_THAT(run_cost(big, work, all, late).note, ContainsSubstring("interval = 10"));
  CHECK_THAT(failure_cost(big, all, late).note, ContainsSubstring("interval = 10"));
  CHECK(std::isnan(lever_values(big, all, late)[0]));
  CHECK_THROWS_AS(run_cost(big, work, Prices<>{}), DomainError);
  CHECK_THROWS_AS(run_cost(big, -1, all), DomainError);
  // never a checkpoint, and failures: goodput 0
  const auto never = run_cost(big, work, all, strategies::blocking(inf));
  CHECK(never.total == inf);
  CHECK(never.by_term.of("useful") == 0);
  TrainingRun<> sound = big;
  sound.gpu_mttf = inf;
  const auto whole = run_cost(sound, work, all);
  CHECK_THAT(whole.by_term.of("useful"), WithinRel(whole.total, 1e-15));
  CHECK(failure_cost(sound, all).per_second == 0);
  CHECK(failure_cost(sound, all).per_failure == 0);
  // checkpoints that nothing needs are paid all the same
  CHECK(failure_cost(sound, all, strategies::blocking(600)).per_failure == inf);
  CHECK_THAT(failure_cost(sound, all, strategies::blocking(600)).note, ContainsSubstring("nothing fails"));
}

TEST_CASE("what failures cost, and what a per cent of each field is worth", "[economics]") {
  const TrainingRun<> sheet{.gpus = 16384,
                            .gpu_mttf = 50'000 * hour,
                            .checkpoint_bytes = 5 * TB,
                            .write_bandwidth = 2 * TB,
                            .initialization_time = 300};
  const Prices<> price{.gpu = 2 / hour};
  const auto cost = failure_cost(sheet, price);
  CHECK_THAT(cost.per_second * day, WithinRel(37'393.7, 2e-6));  // the sheet's digits
  CHECK_THAT(cost.per_failure, WithinRel(4754.85, 2e-6));        // the sheet's digits
  const auto check = [&](const auto& strategy, double part) {
    const auto values = lever_values(big, all, strategy);
    const double rate = all.rate(big);
    for (std::size_t i = 1; i < fields_of<TrainingRun<>>.size(); ++i) {
      CAPTURE(fields_of<TrainingRun<>>[i].name);
      const auto losses_at = [&](const wide& factor) {
        auto run = converted<TrainingRun, wide>(big);
        run.*fields_of<TrainingRun<wide>>[i].member *= factor;
        return strategy.losses(run).sum();
      };
      const double value = big.*fields_of<TrainingRun<>>[i].member;
      const wide h("1e-15");
      const wide slope = value == inf ? wide(0) : wide((losses_at(wide(1 + h)) - losses_at(wide(1 - h))) / (2 * h));
      const double exact = 0.01 * rate * std::abs(static_cast<double>(slope));
      if (exact < 1e-12 * rate) CHECK(values[i - 1] < 1e-12 * rate);
      else CHECK_THAT(values[i - 1], WithinRel(exact, part));
    }
  };
  check(strategies::blocking(), 1e-11);  // slopes of losses that nearly cancel, of differences at 1e-15
  check(strategies::blocking(900, 100, 0.1), 1e-11);
  // all fields scale one time: losses depend on times over the MTBF alone
  const auto values = lever_values(sheet, price);
  CHECK_THAT(values[index_of<TrainingRun<>>("checkpoint_bytes") - 1],
             WithinRel(values[index_of<TrainingRun<>>("write_bandwidth") - 1], 1e-12));
}

TEST_CASE("a cost carries the derivatives of what it is made of", "[economics]") {
  const auto total = [&]<class S>(const S& x) {
    auto run = converted<TrainingRun, S>(big);
    auto prices = converted<Prices, S>(all);
    run.gpu_mttf = run.gpu_mttf * x, prices.gpu = prices.gpu * x;
    return run_cost(run, work, prices).total;
  };
  const wide h("1e-20");
  const wide slope = (total(wide(1 + h)) - total(wide(1 - h))) / (2 * h);
  CHECK_THAT(total(dual<double>(1, 1)).slope, agrees(slope, relative(1e-12)));
  CHECK_THAT(total(1.0), agrees(total(wide(1)), relative(1e-14)));
}
