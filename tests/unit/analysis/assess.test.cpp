// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/analysis/assess.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>

#include "scaling_limits/strategies/in_memory.hpp"

using namespace scaling_limits;
using namespace scaling_limits::analysis;
using Catch::Matchers::WithinRel;

namespace {

const TrainingRun<> run{.gpus = 1e6,
                        .gpu_mttf = 1.8e9,
                        .checkpoint_bytes = 5e12,
                        .write_bandwidth = 5e10,
                        .read_bandwidth = 1e11,
                        .storage_latency = 10,
                        .initialization_time = 200,
                        .downtime = 60};

}  // namespace

TEST_CASE("an assessment counts what a simulated run counts: failures, checkpoints, lost time per day",
          "[analysis][simulation]") {
  const auto a = assess(run, strategies::Blocking<>{.own_interval = 400});
  std::mt19937_64 random(3);
  std::exponential_distribution<> life(1 / run.mtbf());
  double clock = 0, failures = 0, checkpoints = 0, restarting = 0, down = 0, until = life(random);
  const double end = 3e8, segment = 400 + run.write_time();
  while (clock < end) {
    if (until >= segment) {
      until -= segment, clock += segment, ++checkpoints;
      continue;
    }
    clock += until;
    for (bool up = false; !up;) {
      ++failures;
      clock += run.downtime, down += run.downtime;
      until = life(random);
      up = until >= run.restart_time();
      const double spent = up ? run.restart_time() : until;
      clock += spent, restarting += spent;
      if (up) until -= spent;
    }
  }
  const double days = clock / units::day;
  // 1.2e5 failures: a Poisson count to 0.3 %, five standard errors 1.5 %
  CHECK_THAT(a.interruptions_per_day, WithinRel(failures / days, 0.015));
  CHECK_THAT(a.checkpoints_per_day, WithinRel(checkpoints / days, 0.015));
  CHECK_THAT(a.gpu_hours_lost_per_day.of("restart"), WithinRel(restarting / clock * 24e6, 0.015));
  CHECK_THAT(a.gpu_hours_lost_per_day.of("downtime"), WithinRel(down / clock * 24e6, 0.015));
  CHECK_THAT(a.bytes_written_per_day, WithinRel(a.checkpoints_per_day * 5e12, 1e-15));
  CHECK_THAT(a.blocked_per_checkpoint, WithinRel(run.write_time(), 0.1));  // and of those that a failure cuts short
}

TEST_CASE("lost and useful GPU-hours are all GPU-hours", "[analysis]") {
  const auto a = assess(run, strategies::blocking(), {.retained = 3, .step_time = 7});
  CHECK_THAT(a.gpu_hours_lost_per_day.sum() + a.useful_throughput * 24, WithinRel(24e6, 1e-13));  // sums of six
  CHECK_THAT(a.goodput * (1 + a.overhead), WithinRel(1.0, 1e-15));
  CHECK(a.interval == checkpoint::optimal_interval(run.write_time(), run.mtbf()));
  CHECK(a.interval_cost < 1e-30);  // the square of a rounding
  CHECK(a.steps == checkpoint::whole_steps(run.write_time(), run.mtbf(), 7));
  CHECK(a.capacity == 15e12);
  CHECK(a.capacity_while_writing == 20e12);
  CHECK(a.note.empty());
  CHECK(std::isnan(assess(run).steps));
}

TEST_CASE("a gain is the goodput of the improved run less that of the run", "[analysis]") {
  const auto a = assess(run);
  REQUIRE(a.goodput_gains.size() + 1 == fields_of<TrainingRun<>>.size());
  REQUIRE(a.improved.size() == a.goodput_gains.size());
  for (std::size_t i = 1; i < fields_of<TrainingRun<>>.size(); ++i) {
    const auto& field = fields_of<TrainingRun<>>[i];
    TrainingRun<> improved = run;
    improved.*field.member *= field.effect == Effect::cost ? 0.5 : 2;
    CAPTURE(field.name);
    CHECK(a.goodput_gains[i - 1] == assess(improved).goodput - a.goodput);
    CHECK(a.goodput_gains[i - 1] > 0);
    CHECK(a.improved[i - 1] == improved.*field.member);
  }
  TrainingRun<> without = run;
  without.downtime = 0, without.read_bandwidth = inf;
  const auto left = assess(without).improved;
  CHECK((std::isnan(left[6]) && std::isnan(left[3]) && left[1] == 0.5 * run.checkpoint_bytes));
}

TEST_CASE("my interval is charged against the best of the same strategy", "[analysis]") {
  const strategies::Blocking<> own{.own_interval = 60, .persist_latency = 50, .slowdown = 0.1},
      best{.persist_latency = 50, .slowdown = 0.1};
  const auto mine = assess(run, own), theirs = assess(run, best);
  CHECK_THAT(mine.interval_cost, WithinRel(1 - mine.goodput / theirs.goodput, 1e-13));  // a difference of numbers near one
  CHECK(mine.band.shortest == theirs.band.shortest);
  CHECK(theirs.interval_cost < 1e-30);
}

TEST_CASE("a run that never fails, one whose interval is too short, and nonsense", "[analysis]") {
  TrainingRun<> quiet = run;
  quiet.gpu_mttf = inf;
  const auto a = assess(quiet);
  CHECK(a.goodput == 1);
  CHECK(a.checkpoints_per_day == 0);
  CHECK(std::isnan(a.blocked_per_checkpoint));
  CHECK(a.interruptions_per_day == 0);
  CHECK(a.gpu_hours_lost_per_day.sum() == 0);
  CHECK(a.band.longest == inf);
  CHECK(a.note.find("nothing fails") != std::string::npos);
  for (const double gain : a.goodput_gains) CHECK(gain == 0);
  const auto wrong = assess(run, strategies::Blocking<>{.own_interval = 10, .persist_latency = 50});
  CHECK(std::isnan(wrong.goodput));
  CHECK_FALSE(wrong.note.empty());
  CHECK_THROWS_AS(assess(run, strategies::blocking(), {.tolerance = 2}), DomainError);
  CHECK_THROWS_AS(assess(run, strategies::blocking(), {.retained = -1}), DomainError);
  CHECK_THROWS_AS(assess(run, strategies::blocking(), {.step_time = 0}), DomainError);
  quiet.gpus = -1;
  CHECK_THROWS_AS(assess(quiet), DomainError);
}

TEST_CASE("where a restart takes next to unlimited time the shares sum to one, or the note says why not", "[analysis]") {
  for (const double slowest : {1e300, 1.7e308, inf})
    for (const auto& strategy : {strategies::in_memory(2), strategies::buddy(17, 15)}) {
      TrainingRun<> stuck = run;
      slowest < inf ? stuck.storage_latency = slowest : stuck.read_bandwidth = 5e-324;
      const auto a = assess(stuck, strategy);
      CAPTURE(slowest, a.breakdown.sum(), a.note);
      CHECK(a.shares_are_known() == a.note.empty());
      if (a.shares_are_known()) CHECK_THAT(a.breakdown.sum(), WithinRel(1, 1e-6));
    }
}
