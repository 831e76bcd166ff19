// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/run/causes.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <scaling_limits/run/growth.hpp>
#include <scaling_limits/strategies/blocking.hpp>
#include <scaling_limits/strategies/under_causes.hpp>

#include "../../support/agrees.hpp"
#include "../../support/reference.hpp"

namespace scaling_limits::testing {

using Catch::Matchers::Equals;

namespace {

using failures::Cause;
using failures::Per;

/// Saves of 40 s.
const TrainingRun<> struck_run{.gpus = 1000,
                               .gpu_mttf = inf,
                               .checkpoint_bytes = 40e12,
                               .write_bandwidth = 1e12,
                               .initialization_time = 300,
                               .downtime = 60};
const std::vector<Cause<>> mix_a{
    {.name = "computer", .mtbf = 20'000},
    {.name = "switch", .mtbf = 60'000, .downtime = 2700},
    {.name = "storage", .mtbf = 90'000, .downtime = 14'400, .extra_restart = 600, .retry_chance = 0.2, .retry_time = 600}};

/// A run and what stops it; restarts as long as the load at least.
struct StoppedDraw {
  TrainingRun<> run;
  Stops<> stops;
};
StoppedDraw some_stops(Sampler& random) {
  StoppedDraw d;
  d.run = {.gpus = std::round(random.log_uniform(8, 1e5)),
           .gpu_mttf = inf,
           .checkpoint_bytes = random.log_uniform(1e9, 1e14),
           .write_bandwidth = random.log_uniform(1e10, 1e13),
           .read_bandwidth = random.chance(0.5) ? inf : random.log_uniform(1e11, 1e13),
           .storage_latency = random.uniform(0, 5),
           .initialization_time = random.log_uniform(30, 1000),
           .downtime = random.log_uniform(1, 1000)};
  const bool shares = random.chance(0.4);
  if (shares) d.run.gpu_mttf = d.run.gpus * random.log_uniform(3000, 1e6);
  for (std::size_t n = 1 + random.index(6), i = 0; i < n; ++i) {
    Cause<> cause{.name = "row " + std::to_string(i)};
    if (shares) cause.share = random.uniform(0, 1.0 / static_cast<double>(n));
    else if (random.chance(0.5)) cause.mttf = d.run.gpus * random.log_uniform(3000, 1e6);
    else cause.mtbf = random.log_uniform(3000, 1e6);
    if (random.chance(0.5)) cause.downtime = random.log_uniform(1, 1e4);
    if (random.chance(0.3)) cause.extra_restart = random.log_uniform(1, 3000);
    if (random.chance(0.3)) cause.retry_chance = random.uniform(0, 0.9);
    if (random.chance(0.3)) cause.retry_time = random.log_uniform(1, 3000);
    d.stops.causes.push_back(cause);
  }
  if (random.chance(0.3))
    d.stops.restart = RestartParts<>{.schedule_time = random.uniform(0, 600),
                                     .communicator_growth = random.log_uniform(0.1, 300),
                                     .communicator_gpus = random.log_uniform(1, 1e5),
                                     .reader_gpus = random.chance(0.5) ? NaN : random.log_uniform(8, 1e4)};
  return d;
}

}  // namespace

TEST_CASE("a list comes to a mix, whose run costs blocking checkpoints the same", "[run]") {
  const Stops<> stops{.causes = mix_a};
  const auto mix = cause_mix(struck_run, stops);
  CHECK_THAT(mix.failure_rate, agrees(7.77777778e-5, relative(1e-9)));  // digits written
  CHECK_THAT(mix.restart_chance, agrees(0.967701833, relative(1e-9)));  // digits written
  CHECK_THAT(mix.restart_time, agrees(422.116242, relative(2e-9)));     // digits written
  CHECK_THAT(mix.downtime, agrees(2695.44038, relative(2e-9)));         // digits written
  const auto run = effective_run(struck_run, stops);
  CHECK_THAT(run.mtbf(), agrees(1 / mix.failure_rate, ulp(2)));
  CHECK_THAT(run.restart_time(), agrees(mix.restart_time, ulp(2)));
  CHECK(run.downtime == mix.downtime);
  CHECK(run.write_time() == struck_run.write_time());
  CHECK_THAT(strategies::Blocking<>{}.interval(run), agrees(987.695583, relative(1e-9)));             // digits
  CHECK_THAT(strategies::goodput(run, strategies::blocking()), agrees(0.738532352, relative(1e-9)));  // digits
  CHECK_THAT(strategies::goodput(run, strategies::Blocking<>{.own_interval = 1200}), agrees(0.737449203, relative(1e-9)));
}

TEST_CASE("the run that a list comes to loses what the run under the list does", "[run]") {
  Sampler random(211);
  for (int i = 0; i < 1000; ++i) {
    const auto [run, stops] = some_stops(random);
    CAPTURE(i);
    const auto under = strategies::with_stops(strategies::Blocking<>{}, stops);
    const auto mix = cause_mix(run, stops);
    const auto at = stops.at(run);
    CHECK_THAT(mix.restart_loss + std::log1p(mix.failure_rate * mix.downtime),
               agrees(std::log1p(mix.failure_rate * mix.mean_outage), relative(1e-13)));  // two sums
    if (mix.restart_time < at.restarting(run).read_time()) {
      CHECK_THROWS_AS(effective_run(run, stops), InvalidArgument);
      continue;
    }
    const auto effective = effective_run(run, stops);
    CHECK_NOTHROW(validate(effective));
    CHECK_THAT(strategies::goodput(effective, strategies::blocking()),
               agrees(strategies::goodput(run, under), relative(1e-13)));  // a restart less its load, and back
    CHECK_THAT(strategies::Blocking<>{}.interval(effective), agrees(under.interval(run), relative(1e-13)));
  }
}

TEST_CASE("without a list a run is its own, with parts those of its restart", "[run]") {
  TrainingRun<> run = struck_run;
  run.gpu_mttf = 1e8;
  const auto own = effective_run(run, Stops<>{});
  CHECK(Stops<>{}.empty());
  CHECK_THAT(own.gpu_mttf, agrees(run.gpu_mttf, ulp(2)));
  CHECK_THAT(own.restart_time(), agrees(run.restart_time(), ulp(4)));
  CHECK(own.downtime == run.downtime);
  const Stops<> parts{.restart = RestartParts<>{.schedule_time = 120, .communicator_growth = 50, .communicator_gpus = 500}};
  CHECK_FALSE(parts.empty());
  CHECK_THAT(effective_run(run, parts).restart_time(), agrees(120 + 50 * 2.0, ulp(8)));
  CHECK_THAT(cause_mix(run, parts).restart_time, agrees(120 + 50 * 2.0, ulp(8)));
}

TEST_CASE("a row's restart is the run's own and so much longer, or what it says", "[run]") {
  const Stops<> stops{.causes = {{.name = "own", .mtbf = 1e5},
                                 {.name = "longer", .mtbf = 1e5, .extra_restart = 40},
                                 {.name = "said", .mtbf = 1e5, .restart_time = 7}},
                      .restart = RestartParts<>{.schedule_time = 100, .communicator_growth = 1000, .communicator_gpus = 1e4}};
  for (const double gpus : {1000.0, 20'000.0}) {
    auto run = struck_run;
    run.gpus = gpus;
    const auto at = stops.at(run);
    const double own = at.restarting(run).restart_time();
    CHECK_THAT(own, agrees(100 + gpus / 10, ulp(4)));
    const auto rows = at.restarted(own);
    REQUIRE(rows.size() == 3);
    CHECK(rows[0].restart_time == own);
    CHECK(rows[1].restart_time == own + 40);
    CHECK(rows[2].restart_time == 7);
  }
}

TEST_CASE("there is no run whose restarts are shorter than its load", "[run]") {
  TrainingRun<> run = struck_run;
  run.read_bandwidth = 1e11;  // 400 s
  const Stops<> stops{.causes = {{.name = "a", .mtbf = 5e4, .restart_time = 30}}};
  CHECK_THAT(cause_mix(run, stops).restart_time, agrees(30.0, relative(1e-14)));  // a logarithm over a rate
  try {
    effective_run(run, stops);
    FAIL("not refused");
  } catch (const InvalidArgument& error) {
    CHECK(error.parameter == "restart_time");
    CHECK_THAT(error.what(), Catch::Matchers::StartsWith("effective_run: the restarts take ") &&
                                 Catch::Matchers::EndsWith(" s in force, less than the read_time of the run: no "
                                                           "initialization_time makes them so short"));
  }
  // strategies take the list itself
  CHECK(strategies::goodput(run, strategies::under_causes(stops.causes, strategies::blocking())) > 0.8);
}

TEST_CASE("what gpu_mttf counts is not counted twice", "[run]") {
  TrainingRun<> run = struck_run;
  CHECK_NOTHROW(cause_mix(run, Stops<>{.causes = mix_a}));
  run.gpu_mttf = 1e8;
  try {
    cause_mix(run, Stops<>{.causes = mix_a});
    FAIL("not refused");
  } catch (const InvalidArgument& error) {
    CHECK(error.parameter == "gpu_mttf");
    CHECK_THAT(error.what(),
               Equals("cause 'computer': has a rate of its own, and gpu_mttf counts every failure: give its share "
                      "of that, or leave gpu_mttf out (unlimited)"));
  }
  CHECK_NOTHROW(cause_mix(run, Stops<>{.causes = {{.name = "upgrade", .mtbf = 1e5, .planned = 1}}}));
  CHECK_NOTHROW(cause_mix(run, Stops<>{.causes = {{.name = "silent", .share = 0.1, .lag = 60}}}));
  CHECK_THROWS_AS(cause_mix(run, Stops<>{.causes = {{.name = "silent", .mtbf = 1e5, .lag = 60}}}), InvalidArgument);
  // parts of a restart are checked too
  CHECK_THROWS_AS(cause_mix(run, Stops<>{.restart = RestartParts<>{.schedule_time = -1}}), DomainError);
  CHECK_THROWS_AS(cause_mix(run, Stops<>{.restart = RestartParts<>{.broadcast = 1}}), InvalidArgument);
  run.gpus = -1;
  CHECK_THROWS_AS(cause_mix(run, Stops<>{}), DomainError);
  // as under a strategy
  run.gpus = 1000;
  CHECK_THROWS_AS(strategies::goodput(run, strategies::under_causes(mix_a, strategies::blocking())), InvalidArgument);
}

TEST_CASE("a run that grows meets each cause as often as what it is of", "[run]") {
  auto run = struck_run;
  const Stops<> stops{.causes = {{.name = "gpu", .mttf = 1e8},
                                 {.name = "node", .per = Per::node, .per_1000_unit_days = 6.5},
                                 {.name = "job", .mtbf = 1e5},
                                 {.name = "root", .exponent = 0.5, .mtbf = 1e5},
                                 {.name = "counted", .events = 40, .running_days = 30}},
                      .gpus = 1000};
  const double exponents[]{1, 1, 0, 0.5, 1};
  const auto own = stops.at(run);
  using twice = dual<dual<double>>;
  for (const double by : {0.3, 1.0, 64.0}) {
    run.gpus = 1000 * by;
    const auto at = stops.at(run);
    // N e^u
    const auto grown = growth::fixed().grown(run, twice(dual<double>(0, 1), dual<double>(1)));
    const auto slopes = stops.at(grown);
    for (std::size_t i = 0; i < at.rows.size(); ++i) {
      CAPTURE(by, i);
      const double rate = at.rows[i].rate, e = exponents[i];
      CHECK(at.rows[i].exponent == e);
      CHECK_THAT(rate, agrees(own.rows[i].rate * std::pow(by, e), relative(1e-14)));  // an exponential of a logarithm
      CHECK_THAT(slopes.rows[i].rate.value.value, agrees(rate, relative(1e-15)));
      CHECK_THAT(slopes.rows[i].rate.slope.value, agrees(e * rate, relative(1e-15)));
      CHECK_THAT(slopes.rows[i].rate.slope.slope, agrees(e * e * rate, relative(1e-15)));
    }
  }
  // of one of four parts, which restarts by itself
  const auto part = stops.at(run).of_part(4.0, [](const auto& row) { return row.exponent > 0; });
  REQUIRE(part.rows.size() == 4);
  run.gpus /= 4;
  const auto quarter = stops.at(run);
  CHECK_THAT(part.rows[0].rate, agrees(quarter.rows[0].rate, relative(1e-14)));
  CHECK_THAT(part.rows[2].rate, agrees(quarter.rows[3].rate, relative(1e-14)));
}

TEST_CASE("stops over another scalar are the same stops", "[run]") {
  Sampler random(223);
  for (int i = 0; i < 100; ++i) {
    auto [run, stops] = some_stops(random);
    stops.gpus = random.chance(0.5) ? NaN : run.gpus * 2;
    const auto in_dual = stops.over<dual<double>>();
    CHECK(in_dual.causes.size() == stops.causes.size());
    CHECK((in_dual.gpus == stops.gpus || in_dual.gpus != in_dual.gpus));
    CHECK(in_dual.restart.has_value() == stops.restart.has_value());
    const auto plain = cause_mix(run, stops);
    const auto mix = cause_mix(converted<TrainingRun, dual<double>>(run), in_dual);
    CAPTURE(i);
    CHECK_THAT(mix.restart_loss.value, agrees(plain.restart_loss, relative(1e-14)));  // logarithms of other routes
    CHECK_THAT(mix.downtime.value, agrees(plain.downtime, relative(1e-14)));
    CHECK(mix.restart_loss.slope == 0);
    // a field of a cause may carry a slope
    auto seeded = in_dual;
    auto& row = seeded.causes[0];
    if (row.is_share()) continue;  // what it takes from the others
    (row.mttf.value == row.mttf.value ? row.mttf : row.mtbf).slope = 1;
    CHECK(cause_mix(converted<TrainingRun, dual<double>>(run), seeded).failure_rate.slope != 0);
  }
}

}  // namespace scaling_limits::testing
