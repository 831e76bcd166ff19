// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/analysis/cause_levers.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <string>

#include <scaling_limits/limits/criteria.hpp>
#include <scaling_limits/limits/critical_batch.hpp>
#include <scaling_limits/limits/slow_parts.hpp>
#include <scaling_limits/strategies/asynchronous.hpp>
#include <scaling_limits/strategies/blocking.hpp>

using namespace scaling_limits;
using analysis::CauseLever;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

TrainingRun<> run_of_thousands() {
  return {.gpus = 16'384,
          .gpu_mttf = 50'000 * units::hour,
          .checkpoint_bytes = 5 * units::TB,
          .write_bandwidth = 2 * units::TB,
          .initialization_time = 300,
          .downtime = 60};
}
/// A time-out, an error that is found late, a part that takes an hour to replace: shares of what gpu_mttf counts.
std::vector<failures::Cause<>> shares() {
  std::vector<failures::Cause<>> list(3);
  list[0].name = "hang", list[0].share = 0.1, list[0].detection = 2700, list[0].replacement = 60;
  list[1].name = "flipped bit", list[1].share = 6.0 / 419, list[1].lag = units::hour;
  list[2].name = "part", list[2].share = 0.2, list[2].replacement = units::hour, list[2].retry_chance = 0.15;
  list[2].retry_time = 120;
  return list;
}
const CauseLever& of(const std::vector<CauseLever>& levers, std::string_view cause, std::string_view field) {
  for (const auto& lever : levers)
    if (lever.cause == cause && lever.field == field) return lever;
  throw InvalidArgument("no lever " + std::string(cause) + "." + std::string(field));
}

}  // namespace

TEST_CASE("levers of causes are what the numbers of their rows do to limit and goodput", "[analysis]") {
  const TrainingRun<> run = run_of_thousands();
  const auto strategy = strategies::under_causes(shares(), strategies::blocking());
  const auto criterion = limits::goodput_at_least(0.8);
  const growth::PowerLaw law = growth::chinchilla();
  const auto limit = limits::max_gpus(run, criterion, law, strategy);
  const auto levers = analysis::cause_levers(limit, run, criterion, law, strategy);
  CHECK(levers.size() == 10);  // four rates; detection and replacement; a lag; replacement, retry chance, retry time
  for (const CauseLever& lever : levers) {
    CAPTURE(lever.cause, lever.field);
    CHECK(lever.improved == lever.value / 2);
    CHECK(lever.elasticity < 0);
    CHECK(lever.limit > limit.value);
    CHECK(lever.gain > 0);
    CHECK_THAT(lever.limit_factor, WithinRel(lever.limit / limit.value, 1e-15));
  }

  // by hand: half the time-out
  auto list = shares();
  list[0].detection = 1350;
  const auto sooner = strategies::under_causes(list, strategies::blocking());
  const CauseLever& hang = of(levers, "hang", "detection");
  CHECK_THAT(hang.limit, WithinRel(limits::max_gpus(run, criterion, law, sooner).value, 1e-12));
  CHECK_THAT(hang.gain, WithinRel(strategies::goodput(run, sooner) - strategies::goodput(run, strategy), 1e-9));
  // a verification after half the time
  list = shares();
  list[1].lag = units::hour / 2;
  CHECK_THAT(
      of(levers, "flipped bit", "lag").limit,
      WithinRel(limits::max_gpus(run, criterion, law, strategies::under_causes(list, strategies::blocking())).value, 1e-12));
}

TEST_CASE("elasticities of limits in numbers of causes are differences of limits", "[analysis]") {
  const TrainingRun<> run = run_of_thousands();
  constexpr double step = 1e-3;
  const auto compare = [&](const auto& criterion, const auto& inner) {
    const growth::PowerLaw law = growth::chinchilla();
    const auto strategy = strategies::under_causes(shares(), inner);
    const auto limit = limits::max_gpus(run, criterion, law, strategy);
    for (const CauseLever& lever : analysis::cause_levers(limit, run, criterion, law, strategy)) {
      CAPTURE(criterion.name(), inner.name(), lever.cause, lever.field);
      const auto limit_with = [&](double factor) {
        Stops<> moved = *strategy.stops;
        for (std::size_t k = 0; k < 4; ++k) {
          if ((k < 3 ? moved.causes[k].name : "other") != lever.cause) continue;
          if (lever.field == "rate") moved = moved.scaled(k, factor);
          else moved.causes[k].*fields_of<failures::Cause<>>[index_of<failures::Cause<>>(lever.field)].member *= factor;
        }
        return limits::max_gpus(run, criterion, law, strategies::with_stops(inner, moved)).value;
      };
      const double slope = std::log(limit_with(std::exp(step)) / limit_with(std::exp(-step))) / (2 * step);
      CHECK_THAT(lever.elasticity, WithinAbs(slope, 1e-6));  // step^2
    }
  };
  compare(limits::goodput_at_least(0.8), strategies::blocking());
  compare(limits::peak_throughput(), strategies::blocking());
  compare(limits::goodput_at_least(0.85), strategies::asynchronous(2e12, 0.1));
}

TEST_CASE("levers of a restart's parts and of slow parts are what their numbers do", "[analysis]") {
  TrainingRun<> run = run_of_thousands();
  run.read_bandwidth = run.write_bandwidth;
  const RestartParts<> restart{
      .schedule_time = 200, .communicator_growth = 265, .communicator_gpus = 96'000, .reader_gpus = 512};
  const limits::SlowParts<> slow{.gpu_time_to_slow = 3e5 * units::hour, .slowdown = 1.3, .duration = units::hour};
  const limits::CriticalBatch<> batch{.critical_size = 1e6};
  const growth::PowerLaw law = growth::chinchilla();
  const limits::peak_throughput criterion;
  const auto limit_of = [&](const RestartParts<>& parts, const limits::SlowParts<>& parts_slow) {
    const auto strategy = strategies::with_stops(strategies::blocking(), Stops<>{{}, parts});
    return limits::max_gpus(run, criterion, law, strategy, batch, parts_slow);
  };
  const auto use_of = [&](const RestartParts<>& parts, const limits::SlowParts<>& parts_slow) {
    const auto strategy = strategies::with_stops(strategies::blocking(), Stops<>{{}, parts});
    return strategies::goodput(run, strategy) * parts_slow.efficiency(run.gpus);
  };
  const auto limit = limit_of(restart, slow);
  const auto strategy = strategies::with_stops(strategies::blocking(), Stops<>{{}, restart});
  const auto levers = analysis::cause_levers(limit, run, criterion, law, strategy, batch, slow);
  std::size_t of_restart = 0, of_slow = 0;
  for (const CauseLever& lever : levers) {
    if (lever.cause == "other") continue;
    CAPTURE(lever.cause, lever.field);
    const auto with = [&](double number) {
      auto parts = restart;
      auto parts_slow = slow;
      if (lever.cause == "restart") parts.*fields_of<RestartParts<>>[index_of<RestartParts<>>(lever.field)].member = number;
      else parts_slow.*fields_of<limits::SlowParts<>>[index_of<limits::SlowParts<>>(lever.field)].member = number;
      return std::pair(limit_of(parts, parts_slow).value, use_of(parts, parts_slow));
    };
    (lever.cause == "restart" ? of_restart : of_slow) += 1;
    const auto [size, use] = with(lever.improved);
    CHECK_THAT(lever.limit, WithinRel(size, 1e-12));
    CHECK_THAT(lever.gain, WithinAbs(use - use_of(restart, slow), 1e-14));
    CHECK(lever.gain > 0);
    constexpr double step = 1e-3;
    const double up = with(lever.value * std::exp(step)).first, down = with(lever.value * std::exp(-step)).first;
    CHECK_THAT(lever.elasticity, WithinAbs(std::log(up / down) / (2 * step), 1e-5));  // step^2
  }
  CHECK(of_restart == 3);  // not where growth was measured, nor what of a checkpoint is weights
  CHECK(of_slow == 2);     // half of a slowdown of 1.3 would be none
  // goodput knows no factor, the useful share does
  const auto at_goodput = analysis::cause_levers(run, limits::goodput_at_least(0.9), law, strategy, batch, slow);
  const CauseLever& found_sooner = of(at_goodput, "slow parts", "duration");
  CHECK(found_sooner.elasticity == 0);
  CHECK(found_sooner.limit_factor == 1);
  CHECK(found_sooner.gain == of(levers, "slow parts", "duration").gain);
}

TEST_CASE("half as many stops per failure are the lever of their rate", "[analysis]") {
  const failures::Cause<> chips{.name = "chips", .mtbf = 20'000, .downtime = 300};
  failures::Cause<> people{.name = "people", .per_failure = 0.7, .downtime = 3600, .planned = 1};
  TrainingRun<> run = run_of_thousands();
  run.gpu_mttf = inf;
  const auto goodput_of = [&](double per_failure) {
    people.per_failure = per_failure;
    return strategies::goodput(run, strategies::under_causes({chips, people}, strategies::blocking()));
  };
  const auto levers = analysis::cause_levers(run, limits::goodput_at_least(0.5), growth::chinchilla(),
                                             strategies::under_causes({chips, people}, strategies::blocking()));
  const auto rate =
      std::find_if(levers.begin(), levers.end(), [](const auto& one) { return one.cause == "people" && one.field == "rate"; });
  REQUIRE(rate != levers.end());
  CHECK_THAT(rate->gain, WithinRel(goodput_of(0.35) - goodput_of(0.7), 1e-9));
  // the other's rate brings fewer of them with it
  CHECK(levers[0].field == "rate");
  people.per_failure = 0.7;
  failures::Cause<> rarer = chips;
  rarer.mtbf *= 2;
  const double halved = strategies::goodput(run, strategies::under_causes({rarer, people}, strategies::blocking()));
  CHECK_THAT(levers[0].gain, WithinRel(halved - goodput_of(0.7), 1e-9));
}

TEST_CASE("a row scaled lowers the rate of all; the others keep theirs", "[analysis]") {
  const TrainingRun<> run = run_of_thousands();
  const Stops<> stops{shares(), {}};
  const auto as_is = stops.at(run).rows, half = stops.scaled(0, 0.5).at(run).rows;
  REQUIRE(as_is.size() == 4);
  CHECK_THAT(half[0].rate, WithinRel(as_is[0].rate / 2, 1e-15));
  for (std::size_t i = 1; i < 4; ++i) CHECK(half[i].rate == as_is[i].rate);
  CHECK_THAT(stops.scaled(3, 2).scaled(3, 2).at(run).rows[3].rate, WithinRel(4 * as_is[3].rate, 1e-15));
  CHECK(stops.scaled(2, 3).over<dual<double>>().at(run_of_thousands()).rows[2].rate == stops.scaled(2, 3).at(run).rows[2].rate);
}
