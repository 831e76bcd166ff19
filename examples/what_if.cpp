// SPDX-License-Identifier: Apache-2.0
// What-if questions as tests: copy this file, put in your own run, and let CI tell you when an assumption stops holding.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "scaling_limits/scaling_limits.hpp"

using namespace scaling_limits;
using Catch::Matchers::WithinRel;

namespace {

double largest(const TrainingRun<>& run, const growth::PowerLaw& growth) {
  return limits::max_gpus(run, limits::goodput_at_least{0.9}, growth).value;
}

}  // namespace

TEST_CASE("twice the model on the same storage costs 37 % of the Chinchilla-growth size limit") {
  const auto run = published::llama3_405b();
  auto twice = run;
  twice.checkpoint_bytes *= 2;
  CHECK_THAT(largest(twice, growth::chinchilla()) / largest(run, growth::chinchilla()), WithinRel(0.63, 0.001));
}

TEST_CASE("twice the storage bandwidth buys back exactly what twice the model costs") {
  auto run = published::llama3_405b();
  const double before = largest(run, growth::chinchilla());
  run.checkpoint_bytes *= 2;
  run.write_bandwidth *= 2;
  CHECK_THAT(largest(run, growth::chinchilla()), WithinRel(before, 1e-12));
}

TEST_CASE("the run keeps goodput 0.95 if restarts stay below five minutes") {
  auto run = published::llama3_405b();
  run.initialization_time = 5 * units::minute;
  CHECK(strategies::goodput(run, strategies::blocking()) > 0.95);
  CHECK(largest(run, growth::fixed()) > 40'000);  // we plan for 40,000 GPUs
}

TEST_CASE("saving every ten minutes instead of at the best interval costs less than three points of goodput") {
  const auto run = published::llama3_405b();
  strategies::Blocking<> ours;
  ours.own_interval = 10 * units::minute;
  CHECK(strategies::goodput(run, strategies::blocking()) - strategies::goodput(run, ours) < 0.03);
}

TEST_CASE("a time-out of ten minutes instead of 45 is worth more than twice the storage bandwidth") {
  auto run = published::llama3_405b();
  run.initialization_time = 5 * units::minute, run.downtime = units::minute;
  const auto with_hangs = [](double time_out) {  // a tenth of the failures are noticed by nothing else
    const failures::Cause<> hang{.name = "hang", .share = 0.1, .detection = time_out, .replacement = units::minute};
    return strategies::under_causes({hang}, strategies::blocking());
  };
  auto twice = run;
  twice.write_bandwidth *= 2, twice.read_bandwidth *= 2;
  const double today = strategies::goodput(run, with_hangs(45 * units::minute));
  const double noticed = strategies::goodput(run, with_hangs(10 * units::minute));
  const double stored = strategies::goodput(twice, with_hangs(45 * units::minute));
  CHECK(noticed - today > 2 * (stored - today));
}
