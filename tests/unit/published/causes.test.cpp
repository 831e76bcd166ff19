// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/published/causes.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <set>
#include <string>

#include <scaling_limits/strategies/blocking.hpp>
#include <scaling_limits/strategies/under_causes.hpp>

using namespace scaling_limits;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// README's run: five minutes to start again, one to notice and replace.
TrainingRun<> readme_run() {
  TrainingRun<> run = published::llama3_405b();
  run.initialization_time = 5 * units::minute, run.downtime = units::minute;
  return run;
}
TrainingRun<> without_rate(TrainingRun<> run) {
  run.gpu_mttf = inf;
  return run;
}
bool has_shares(const std::vector<failures::Cause<>>& list) {
  for (const auto& cause : list)
    if (cause.is_share()) return true;
  return false;
}

}  // namespace

TEST_CASE("lists of causes are in range, with names, sources and what was assumed", "[published]") {
  std::set<std::string_view> names;
  for (const auto& [name, value, mark, source, note] : published::cause_lists) {
    CAPTURE(name);
    CHECK(names.insert(name).second);
    CHECK_THAT(std::string(source), ContainsSubstring("20"));  // the year
    CHECK(!note.empty());
    const auto list = published::causes(name);
    std::set<std::string_view> rows;
    for (const auto& cause : list) rows.insert(cause.name);
    CHECK(rows.size() == list.size());
    CHECK(!value.assumptions.empty());
    for (const auto& assumed : value.assumptions) CHECK(rows.contains(assumed.field));

    // each gives a goodput for the run, which keeps its gpu_mttf where the list has shares of it
    const TrainingRun<> run = has_shares(list) ? readme_run() : without_rate(readme_run());
    const auto strategy = strategies::under_causes(list, strategies::blocking());
    CHECK_NOTHROW(validate(*strategy.stops, run));
    const double goodput = strategies::goodput(run, strategy);
    CHECK(goodput > 0);
    CHECK(goodput < 1);
    CHECK_THAT(strategy.breakdown(run).of("useful"), WithinRel(goodput, 1e-12));
  }
  CHECK(names == std::set<std::string_view>{"llama3_405b", "byterobust", "opt_175b", "delta_h100", "delta_a100", "rsc1", "rsc2",
                                            "lablup"});
  CHECK_THROWS_WITH(published::causes("lama3"),
                    ContainsSubstring("no list of causes named 'lama3'") && ContainsSubstring("llama3_405b"));
}

TEST_CASE("the list of Llama 3 is its table, each row once", "[published]") {
  const auto list = published::causes("llama3_405b");
  double unplanned = 0, planned = 0;
  for (const auto& cause : list) (cause.is_planned() ? planned : unplanned) += cause.events;
  CHECK(list.size() == 19);
  CHECK(unplanned == 419);
  CHECK(unplanned == published::llama3_events());
  CHECK(planned == 47);
  for (std::size_t i = 0; i < published::llama3_interruptions.size(); ++i) {
    CHECK(list[i].name == published::llama3_interruptions[i].cause);
    CHECK(list[i].events == published::llama3_interruptions[i].events);
    CHECK(list[i].is_silent() == (list[i].name == "silent data corruption"));
  }
}

TEST_CASE("rates at the size of the log are events over running time, and grow from there", "[published]") {
  const auto list = published::causes("llama3_405b");
  const TrainingRun<> run = without_rate(readme_run());
  // 54 days less 7 time-outs of ten minutes and the run's minute of downtime for all others
  const double running = 54 * units::day - 7 * 600.0 - (419 + 47 - 7) * 60.0;
  const Stops<> stops{list, {}};
  const auto at = stops.at(run);
  double striking = 0, unplanned = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    CHECK_THAT(at.rows[i].rate, WithinRel(list[i].events / running, 1e-14));
    if (at.rows[i].strikes()) striking += at.rows[i].rate;
    if (!at.rows[i].planned) unplanned += at.rows[i].rate;
  }
  CHECK_THAT(striking, WithinRel(413 / running, 1e-14));

  // the gpu_mttf published for the same log takes the window as running: 1/(1 - downtimes) apart, half a per cent here
  const double published_rate = 1 / published::detail::llama3_measured().mtbf();
  CHECK_THAT(unplanned / published_rate, WithinRel(54 * units::day / running, 1e-12));
  CHECK_THAT(unplanned / published_rate, WithinAbs(1.0068, 5e-5));
  // without downtimes they are one: the time-outs of the watchdog are left
  TrainingRun<> at_once = run;
  at_once.downtime = 0;
  double of_window = 0;
  for (const auto& row : stops.at(at_once).rows) of_window += row.planned ? 0 : row.rate;
  CHECK_THAT(of_window / published_rate, WithinRel(1 / (1 - 7 * 600 / (54 * units::day)), 1e-12));

  // twice the size, twice the failures; planned stops do not grow
  Stops<> own = stops;
  own.gpus = run.gpus;
  TrainingRun<> twice = run;
  twice.gpus *= 2;
  const auto grown = own.at(twice);
  for (std::size_t i = 0; i < list.size(); ++i)
    CHECK_THAT(grown.rows[i].rate / at.rows[i].rate, WithinRel(list[i].is_planned() ? 1 : 2, 1e-14));
}

TEST_CASE("the other lists have the rates that their sources print", "[published]") {
  const TrainingRun<> run = without_rate(readme_run());
  const auto failure_rate = [&](std::string_view name, double gpus) {
    TrainingRun<> on = run;
    on.gpus = gpus, on.downtime = 0;
    return cause_mix(on, Stops<>{published::causes(name), {}}).failure_rate;
  };
  CHECK_THAT(failure_rate("delta_h100", 608), WithinRel(1 / (1.9 * units::hour), 1e-12));
  CHECK_THAT(failure_rate("delta_a100", 448), WithinRel(1 / (1.4 * units::hour), 1e-12));
  CHECK_THAT(failure_rate("opt_175b", 1024), WithinRel(90 / (56 * units::day), 1e-12));
  CHECK_THAT(failure_rate("lablup", 504), WithinRel(10 / (55 * units::day), 1e-12));
  CHECK_THAT(failure_rate("rsc1", 8000), WithinRel(6.5 / units::day, 1e-12));
  CHECK_THAT(failure_rate("rsc2", 8000), WithinRel(2.34 / units::day, 1e-12));
  // 12.6 per 1,000 node-days, as the note says
  CHECK_THAT(failure_rate("opt_175b", 8000) * units::day, WithinAbs(12.6, 0.05));
  // memory of the H100: 3.2 times the rate of the A100's, as the abstract says
  CHECK_THAT(published::causes("delta_a100")[0].mttf / published::causes("delta_h100")[0].mttf, WithinAbs(3.2, 0.05));

  // shares of what is given: the rate stays, 44 % of it CUDA errors, and what no row names is "other"
  const auto at = Stops<>{published::causes("byterobust"), {}}.at(readme_run());
  double sum = 0;
  for (const auto& row : at.rows) sum += row.rate;
  CHECK(at.rows.size() == 4);
  CHECK_THAT(sum, WithinRel(readme_run().failure_rate(), 1e-12));
  CHECK_THAT(at.rows[0].rate / sum, WithinAbs(0.4365, 5e-5));
  CHECK_THAT(at.rows[1].rate / sum, WithinAbs(0.1197, 5e-5));
  CHECK_THAT(at.rows[2].rate / sum, WithinAbs(0.0036, 5e-5));
  // people's changes, left out, beside the failures: 0.173/(1 - 0.173)
  CHECK_THAT(0.173 / published::detail::byterobust_failures, WithinAbs(0.21, 0.005));
}
