// SPDX-License-Identifier: Apache-2.0
// The fields at which a save, a load and a restart take a given time, in runs all of whose fields count: a field that enters
// one of these times, and that its inverse does not know, shows here.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>

#include "scaling_limits/analysis/implied_inputs.hpp"
#include "scaling_limits/limits/required.hpp"

using Catch::Matchers::WithinRel;

namespace scaling_limits::testing {

namespace {

/// Each field somewhere in its usual range, none of them nothing.
TrainingRun<> any_run(std::mt19937_64& engine) {
  const auto draw = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(engine); };
  TrainingRun<> run;
  for (const auto& field : fields_of<TrainingRun<>>) {
    const auto [low, high, source] = field.usual;
    run.*field.member = low > 0 ? std::exp(draw(std::log(low), std::log(high))) : draw(0.01 * high, high);
  }
  return run;
}
constexpr double rounding = 1e-12;  // of differences of times that a hundredth of them may be

}  // namespace

TEST_CASE("times of a run and the fields at which it has them are inverse", "[run]") {
  std::mt19937_64 engine(1);
  for (int i = 0; i < 2000; ++i) {
    const TrainingRun<> run = any_run(engine);
    const double longer = std::uniform_real_distribution<>(1.01, 100)(engine);
    TrainingRun<> changed = run;
    const double save = longer * run.write_time(), load = longer * run.read_time(), restart = longer * run.restart_time();
    changed.write_bandwidth = run.bandwidth_for(save), changed.read_bandwidth = run.read_bandwidth_for(load);
    CHECK_THAT(changed.write_time(), WithinRel(save, rounding));
    CHECK_THAT(changed.read_time(), WithinRel(load, rounding));
    changed = run, changed.initialization_time = run.initialization_for(restart);
    CHECK_THAT(changed.restart_time(), WithinRel(restart, rounding));

    const auto made = analysis::with_inputs(run, {.restart_time = restart, .write_time = save});
    CHECK_THAT(made.write_time(), WithinRel(save, rounding));
    CHECK_THAT(made.restart_time(), WithinRel(restart, rounding));
    changed = limits::detail::Asked("restart_time").set(run, restart);
    CHECK_THAT(changed.restart_time(), WithinRel(restart, rounding));
  }
}

TEST_CASE("what is faster than any bandwidth has an unlimited one", "[run]") {
  const TrainingRun<> run{.gpus = 8, .gpu_mttf = 1e9, .checkpoint_bytes = 1e12, .write_bandwidth = 1e11, .storage_latency = 2};
  for (const double time : {0.0, 1.0, 2.0}) {
    CHECK(run.bandwidth_for(time) == inf);
    CHECK(run.read_bandwidth_for(time) == inf);
  }
  CHECK(run.bandwidth_for(12.0) == 1e11);
  CHECK(std::isnan(run.bandwidth_for(NaN)));
  CHECK(std::isnan(run.read_bandwidth_for(NaN)));
  CHECK(run.initialization_for(1.0) == -1);
}

TEST_CASE("a run is told by the time of a save, with the bytes, with the bandwidth, or with neither", "[run]") {
  TrainingRun<> run{.gpus = 8, .gpu_mttf = 1e9, .storage_latency = 20};
  const auto neither = run.saved_in(120.0).restarted_in(300.0);
  CHECK((neither.write_time() == 120 && neither.restart_time() == 300 && !neither.knows_bytes()));
  CHECK_NOTHROW(validate(neither));
  run.write_bandwidth = 2e9;
  CHECK((run.saved_in(120.0).checkpoint_bytes == 2e11 && run.saved_in(120.0).knows_bytes()));
  run.checkpoint_bytes = 1e12, run.write_bandwidth = NaN;
  CHECK((run.saved_in(120.0).write_bandwidth == 1e10 && run.saved_in(120.0).knows_bytes()));
}

}  // namespace scaling_limits::testing
