// SPDX-License-Identifier: Apache-2.0
// Learners that fail apart: M times the size of one, the simulator that plays them side by side, the published table.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>

#include "scaling_limits/limits/max_gpus.hpp"
#include "scaling_limits/simulation/simulator.hpp"
#include "scaling_limits/strategies/under_causes.hpp"
#include "support/agrees.hpp"
#include "support/digits.hpp"
#include "support/strategies.hpp"

using namespace scaling_limits;
using namespace scaling_limits::strategies;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

const TrainingRun<> run_of_405b{.gpus = 16384,
                                .gpu_mttf = 50677 * 3600.0,
                                .checkpoint_bytes = 2.5e12,
                                .write_bandwidth = 1e12,
                                .initialization_time = 300,
                                .downtime = 60};

}  // namespace

TEST_CASE("M learners are M times the size of one, whatever protects it", "[strategies]") {
  for_one_of_each_kind([](const auto& inner) {
    const auto size = [&](const auto& strategy, double gpus) {
      TrainingRun<> run = run_of_405b;
      run.gpus = gpus;
      return limits::max_gpus(run, limits::goodput_at_least{0.9}, growth::fixed(), strategy);
    };
    const auto one = size(inner, 16384);
    for (const double m : {1.0, 2.0, 8.0}) {
      const auto all = size(independent(m, inner), 16384 * m);
      CAPTURE(std::string(inner.name()), m, one.note, all.note);
      CHECK(all.status == one.status);
      if (one.status == limits::Status::ok) {
        CHECK_THAT(all.value, WithinRel(m * one.value, 1e-9));
        CHECK(all.binding == one.binding);
      }
    }
  });
}

TEST_CASE("peaks of learners are the sheet's, with own and with shared storage", "[strategies]") {
  TrainingRun<> run = run_of_405b;
  run.downtime = 0;
  const auto peak = [&](double m, bool shared) {
    return limits::max_gpus(run, limits::peak_throughput{}, growth::fixed(), independent(m, blocking(), 1, shared)).value;
  };
  CHECK_THAT(peak(1, false), WithinRel(568539.21, 1e-7));
  CHECK_THAT(peak(2, false), WithinRel(1137078.4, 1e-7));
  CHECK_THAT(peak(8, false), WithinRel(4548313.9, 1e-6));
  CHECK_THAT(peak(2, true), WithinRel(1104056., 1e-6));
  CHECK_THAT(peak(8, true), WithinRel(3967058., 1e-6));
}

TEST_CASE("a quorum is a share of the work that is done", "[strategies]") {
  // the sheet: with g = a. A learner that only restarts, hardly ever: a is its goodput
  CHECK_THAT(std::exp(numeric::log_binomial_tail(7.0, 0.9, 5)) * 0.9, WithinRel(0.87687765, 1e-8));
  for_one_of_each_kind([](const auto& inner) {
    for (const double k : {1.0, 5.0, 8.0}) {
      TrainingRun<> run = run_of_405b;
      run.gpus = 8 * 60000.0;
      const auto apart = independent(8, inner, k);
      CAPTURE(std::string(inner.name()), k);
      const auto one = apart.learner(run);
      CHECK(one.gpus == 60000);
      CHECK(one.write_bandwidth == run.write_bandwidth);
      CHECK(independent(8, inner, k, true).learner(run).write_bandwidth == run.write_bandwidth / 8);
      const auto parts = inner.breakdown(one), all = apart.breakdown(run);
      const double up = 1 - parts.of("restart") - parts.of("downtime");
      double chance = 0;  // term by term
      for (int i = static_cast<int>(k) - 1; i <= 7; ++i) {
        double ways = 1;
        for (int j = 0; j < i; ++j) ways = ways * (7 - j) / (j + 1);
        chance += ways * std::pow(up, i) * std::pow(1 - up, 7 - i);
      }
      CHECK_THAT(goodput(run, apart), WithinRel(goodput(one, inner) * chance, 1e-11));
      CHECK_THAT(all.sum(), WithinAbs(1, 1e-12));
      CHECK_THAT(all.of("quorum"), WithinAbs(parts.of("useful") * (1 - chance), 1e-12));
      CHECK(all.of("restart") == parts.of("restart"));
    }
  });
}

TEST_CASE("learners that need a quorum are as good as they are played", "[slow][strategies]") {
  std::mt19937_64 random(29);
  const auto log_between = [&](double low, double high) {
    return std::exp(std::uniform_real_distribution<>(std::log(low), std::log(high))(random));
  };
  const auto agree = [&](const auto& inner, int i) {
    TrainingRun<> run = run_of_405b;
    const double m = std::floor(log_between(2, 13)), k = 1 + std::floor(std::uniform_real_distribution<>(0, m)(random));
    run.gpus = m * std::floor(log_between(1e3, 1.5e5));
    run.downtime = i % 4 == 0 ? 0 : log_between(1, 2e3);
    run.initialization_time = log_between(10, 3e3);
    const auto apart = independent(m, inner, k);
    CAPTURE(std::string(inner.name()), i, m, k, run.gpus, run.downtime, run.initialization_time);
    const auto played = simulation::simulate(
        run, apart, {.seed = static_cast<std::uint64_t>(i), .relative_accuracy = 2e-3, .most_failures = 2e5});
    const auto parts = apart.breakdown(run);
    CHECK_THAT(goodput(run, apart), WithinAbs(played.goodput, tolerance::standard_errors * played.standard_error));
    CHECK_THAT(parts.of("quorum"), WithinAbs(played.breakdown.of("quorum"), 0.01 * parts.of("quorum") + 2e-3));
    CHECK_THAT(rates(apart, run).interruptions, WithinRel(played.rates.interruptions, 0.03));
    CHECK_THAT(played.breakdown.sum(), WithinAbs(1, 1e-9));
  };
  for (int i = 0; i < 20; ++i) {
    agree(blocking(), i);
    agree(asynchronous(2e13, 0.02), i);
    agree(just_in_time(), i);
  }
}

TEST_CASE("losses with a quorum have the derivatives of 50 digits, in every field and in the learners", "[strategies]") {
  TrainingRun<> run = run_of_405b;
  run.gpus = 8 * 60000.0, run.storage_latency = 2;
  const auto apart = independent(8, blocking(), 6, true);
  for (std::size_t i = 0; i < fields_of<TrainingRun<>>.size(); ++i) {
    auto moved = converted<TrainingRun, dual<double>>(run);
    const double value = run.*fields_of<TrainingRun<>>[i].member;
    if (value == inf) continue;
    (moved.*fields_of<TrainingRun<dual<double>>>[i].member).slope = 1;
    const double slope = apart.losses(moved).sum().slope;
    const wide h = value * wide(1e-12);
    const auto at = [&](int side) {
      auto there = converted<TrainingRun, wide>(run);
      wide& field = there.*fields_of<TrainingRun<wide>>[i].member;
      field += side * h;
      return Independent<wide>{8, 6, 1}.losses(there).sum();
    };
    CAPTURE(std::string(fields_of<TrainingRun<>>[i].name));
    CHECK_THAT(slope, WithinRel(static_cast<double>((at(1) - at(-1)) / (2 * h)), 1e-7));
  }
  auto more = over<dual<double>>(apart);
  more.learners.slope = 1;
  const wide h = 1e-10;
  const auto at = [&](const wide& learners) {
    return Independent<wide>{learners, 6, 1}.losses(converted<TrainingRun, wide>(run)).sum();
  };
  CHECK_THAT(more.losses(converted<TrainingRun, dual<double>>(run)).sum().slope,
             WithinRel(static_cast<double>((at(8 + h) - at(8 - h)) / (2 * h)), 1e-6));
}

TEST_CASE("the million-chip table: two of its numbers fitted, five predicted within 2.1 points", "[strategies]") {
  // Douillard et al. 2026: chip MTBI of a year; in step but elastic 58 %, 8 learners 88 % at 1.2e6 chips. 1/g = 1/a + s n/MTBI
  const double year = 365.25 * 86400, n = 1.2e6;
  const double s = (1 / 0.58 - 1 / 0.88) / (n / year * (1 - 1.0 / 8)), a = 1 / (1 / 0.58 - s * n / year);
  CHECK_THAT(a, WithinRel(0.95021277, 1e-7));
  CHECK_THAT(s, WithinRel(17.665472, 1e-6));
  const TrainingRun<> run{.gpus = n, .gpu_mttf = year, .checkpoint_bytes = 0, .write_bandwidth = inf};
  // the elastic strategy with that stall; replicas that are away for nothing else, and a share 1 - a that no size changes
  const auto predicted = [&](double chips, double learners) {
    auto at = run;
    at.gpus = chips;
    return 1 / (1 / goodput(at, independent(learners, elastic(1000, s, s))) - 1 + 1 / a);
  };
  for (const auto& [chips, learners, printed] : {std::array{n, 1., 0.58},
                                                 {n, 8., 0.88},
                                                 {n, 2., 0.70},
                                                 {n, 16., 0.93},
                                                 {2 * n, 1., 0.40},
                                                 {2 * n, 8., 0.80},
                                                 {2 * n, 16., 0.86}}) {
    CAPTURE(chips, learners);
    CHECK_THAT(predicted(chips, learners), WithinAbs(printed, 0.021));
  }
  CHECK_THAT(predicted(n, 2), WithinAbs(0.7203, 1e-4));
  CHECK_THAT(predicted(2 * n, 16), WithinAbs(0.8800, 1e-4));
}

TEST_CASE("learners out of range are refused by name, or have no answer and a reason", "[strategies]") {
  for (const double bad : {0.0, 0.5, -1.0, inf, NaN}) CHECK_THROWS_AS(independent(bad).validate(), DomainError);
  CHECK_THROWS_AS(independent(8, blocking(), 9).validate(), DomainError);
  CHECK_THROWS_AS(independent(8, blocking(), 0).validate(), DomainError);
  CHECK_THROWS_AS(independent(8, blocking(), 2.5).validate(), DomainError);
  CHECK_THROWS_AS(independent(8, asynchronous(-1)).validate(), DomainError);
  TrainingRun<> few = run_of_405b;
  few.gpus = 4;
  const auto apart = independent(8);
  CHECK(apart.note(few) == "independent: learners = 8 must be <= gpus = 4");
  CHECK(std::isnan(goodput(few, apart)));
  CHECK(std::isnan(apart.interval(few)));
  CHECK(simulation::simulate(few, apart).status == "infeasible");
  CHECK_THROWS_AS(independent(2, independent(4, blocking(), 3)).protocol(run_of_405b), InvalidArgument);
}

TEST_CASE("a quorum is missed in restarts that have parts on top, by as much as they last", "[strategies]") {
  const auto stays = [](double seconds, PartsAre they) {
    Stops<> stops{.restart = RestartParts<>{.process_time = seconds}};
    stops.parts_are = they;
    return with_stops(independent(8, blocking(), 6), stops).losses(run_of_405b).of("quorum");
  };
  const double as_given = independent(8, blocking(), 6).losses(run_of_405b).of("quorum");
  CHECK_THAT(stays(0, PartsAre::on_top), WithinRel(as_given, 1e-12));
  CHECK_THAT(stays(200, PartsAre::at_least), WithinRel(as_given, 1e-12));
  TrainingRun<> longer = run_of_405b;
  longer.initialization_time += 200;
  CHECK_THAT(stays(200, PartsAre::on_top), WithinRel(independent(8, blocking(), 6).losses(longer).of("quorum"), 1e-12));
}
