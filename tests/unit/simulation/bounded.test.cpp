// SPDX-License-Identifier: Apache-2.0
// Whatever a job holds, a simulation of it ends, says why, and can be stopped meanwhile.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include <scaling_limits/failures/weibull.hpp>
#include <scaling_limits/simulation/simulator.hpp>
#include <scaling_limits/simulation/thread_pool.hpp>
#include <scaling_limits/strategies/asynchronous.hpp>
#include <scaling_limits/strategies/multilevel.hpp>

using namespace scaling_limits;
using namespace scaling_limits::simulation;
using Catch::Matchers::ContainsSubstring;
using strategies::Protocol;

namespace {

Options at_most(double failures) {
  Options o;
  o.most_failures = failures;
  o.event_by_event = true;
  return o;
}
// a restart of 30 times between failures succeeds once in e^30 tries
const Protocol endless_restart = Protocol::single(1, 1, 0.1, 30);

}  // namespace

TEST_CASE("a restart that never succeeds ends within the budget of failures", "[simulation][threads]") {
  const auto found = simulate(endless_restart, at_most(1e5));
  CHECK(found.status == "infeasible");
  CHECK_THAT(found.note, ContainsSubstring("no segment was ever committed in"));
  CHECK((found.failures >= 1e5 && found.failures < 1.1e5));
  auto pooled = at_most(1e5);
  pooled.pool = threads(3);
  CHECK(simulate(endless_restart, pooled).failures == found.failures);
  // with work in between: the first failure alone costs e^20 tries, and no budget is ever enough for the goodput
  const auto rare = simulate(Protocol::single(1, 1, 0.1, 20), at_most(1e6));
  CHECK((rare.failures < 1.1e6 && rare.status != "ok"));
  // nothing was ever committed in 2e7 failures: no more of them are played, however many may be
  const auto hopeless = simulate(Protocol::single(1, 40, 0.1), {.most_failures = 1e12});
  CHECK(hopeless.status == "infeasible");
  CHECK((hopeless.failures >= 2e7 && hopeless.failures < 9 * 2e7));
}

TEST_CASE("steps so small that no clock sees them end within the budget of events, and the note says so", "[simulation]") {
  const auto dull = simulate(Protocol::single(1e-6, 1e-12, 1e-12, 1), at_most(20));
  CHECK(dull.status != "ok");
  CHECK_THAT(dull.note, ContainsSubstring("more than 2") && ContainsSubstring("events, most of them no failures"));
}

TEST_CASE("restarts that hardly ever hold end within the budget of events", "[simulation]") {
  Protocol retried = Protocol::single(1e-9, 1e3, 0.1, 1);
  retried.severities[0].retry_chance = 1 - 1e-12, retried.severities[0].retry_time = 1;
  const auto found = simulate(retried, at_most(1e4));
  CHECK(found.status != "ok");
  CHECK_THAT(found.note, ContainsSubstring("tries, than one stream may"));
}

TEST_CASE("progress is asked within a round and within a restart", "[simulation]") {
  int calls = 0;
  auto o = at_most(1e13);
  o.progress = [&](double, double) { return ++calls < 3; };
  const auto stopped = simulate(endless_restart, o);
  CHECK(stopped.status == "stopped");
  CHECK((calls == 3 && stopped.failures < 64 * 3 * 1.5e5));
  // steps so small that no clock of the run sees them: nothing fails, nothing ends
  calls = 0;
  const auto dull = simulate(Protocol::single(1e-6, 1e-12, 1e-12, 1), o);
  CHECK((calls == 3 && dull.status == "stopped"));
}

TEST_CASE("a checkpoint or a repair that holds more than a stream may ends the simulation", "[simulation]") {
  // of 40 members each: failures interrupt nothing for a checkpoint of 1e9 times between them
  auto members = Protocol::single(1, 1, 1e9, 1);
  members.replication = {.groups = 1 << 16, .degree = 40};
  const auto absorbed = simulate(members, at_most(1e5));
  CHECK(absorbed.status == "not converged");
  CHECK_THAT(absorbed.note, ContainsSubstring("a single checkpoint, restart or wait"));
  CHECK(absorbed.failures < 2e5);

  auto broken = Protocol::single(1, 1, 0.1, 0.1);
  broken.pool = {.spares = 0, .repair_time = 1, .failed_repair_share = 1 - 1e-9};
  const auto waiting = simulate(broken, at_most(1e4));
  CHECK(waiting.status == "not converged");
  CHECK_THAT(waiting.note, ContainsSubstring("repairs"));
  broken.pool.failed_repair_share = 1;
  CHECK_THROWS_WITH(simulate(broken), ContainsSubstring("[0, 1)"));
}

TEST_CASE("what a simulation would hold is said before it is taken", "[simulation]") {
  auto p = Protocol::single(1, 1, 0.1, 0.1);
  p.replication.groups = 1 << 30;
  // two streams, 8 bytes per group
  CHECK_THROWS_WITH(simulate(p), ContainsSubstring("gpus = 1 would take 17.2 GB") && ContainsSubstring("at most 0.1 GB"));
}

TEST_CASE("lives of as many GPUs as can be are drawn when they are due", "[simulation]") {
  auto p = Protocol::single(1, 1, 0.1, 0.1);
  Options o;
  for (const double gpus : {1e6, 1e9, 1e15, 1e300}) {
    p.gpus = gpus;
    o.law = failures::Weibull<>::from_mean(3 * gpus, 0.7);  // so many lives are a Poisson stream for as long as it takes
    const auto found = simulate(p, o), poisson = simulate(Protocol::single(1 / 3.0, 1, 0.1, 0.1));
    CHECK(found.status == "ok");
    CHECK(std::abs(found.goodput - poisson.goodput) < 4 * std::hypot(found.standard_error, poisson.standard_error));
  }
  CHECK(simulation::detail::failures_to_hold(0) == inf);    // no law
  CHECK(simulation::detail::failures_to_hold(1e6) == inf);  // 64 streams, 8 bytes each: 0.5 GB
  CHECK(8 * simulation::detail::failures_to_hold(1e9) == 1e9);
}

TEST_CASE("a pool of no number has a thread for each core, and each part is worked on once", "[simulation][threads]") {
  for (const int n : {0, 1, 3}) {
    std::vector<std::thread::id> by(7);
    threads(n)(7, [&](int i) { by[static_cast<std::size_t>(i)] = std::this_thread::get_id(); });
    CHECK(std::count(by.begin(), by.end(), std::thread::id()) == 0);
    CHECK(by[0] == std::this_thread::get_id());
    const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
    CHECK(std::set<std::thread::id>(by.begin(), by.end()).size() ==
          std::min<std::size_t>(7, n > 0 ? static_cast<std::size_t>(n) : cores));
  }
}

TEST_CASE("what a part of a pool throws comes out of the pool", "[simulation][threads]") {
  int done = 0;
  CHECK_THROWS_AS(threads(2)(4,
                             [&](int i) {
                               if (i == 1) throw std::runtime_error("one");
                               if (i == 0) ++done;
                             }),
                  std::runtime_error);
  CHECK(done == 1);
}

TEST_CASE("what never ends, or no clock tells from nothing, has its reason", "[simulation]") {
  TrainingRun<> run{.gpus = 1'000, .gpu_mttf = 1e8, .checkpoint_bytes = 1e12, .write_bandwidth = 1e9, .read_bandwidth = 1e9};
  const auto note_of = [&](const auto& strategy) {
    const auto found = simulate(run, strategy);
    CHECK(found.status == "infeasible");
    for (const double count : {found.failures, found.interruptions, found.silent_errors, found.detections, found.checkpoints,
                               found.saves_just_in_time, found.bytes_written, found.elapsed})
      CHECK(count == 0);
    return found.note;
  };
  CHECK_THAT(note_of(strategies::asynchronous(5e-324)), ContainsSubstring("checkpoint") && ContainsSubstring("unlimited"));
  run.write_bandwidth = 5e-324;
  CHECK_THAT(note_of(strategies::blocking()), ContainsSubstring("unlimited"));
  run.write_bandwidth = 1e9, run.read_bandwidth = 5e-324;
  CHECK_THAT(note_of(strategies::blocking()), ContainsSubstring("unlimited"));
  run.read_bandwidth = 1e9, run.checkpoint_bytes = 0;
  CHECK_THAT(note_of(strategies::multilevel({{{.write_bandwidth = inf}, 1}})),
             ContainsSubstring("interval") && ContainsSubstring("do not tell it from 0"));
}
