// SPDX-License-Identifier: Apache-2.0
// What every strategy does in a simulated run.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>

#include "scaling_limits/analysis/assess.hpp"
#include "scaling_limits/run/growth.hpp"
#include "scaling_limits/simulation/simulator.hpp"
#include "support/agrees.hpp"
#include "support/strategies.hpp"

using namespace scaling_limits;
using namespace scaling_limits::strategies;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

TEST_CASE("interruptions, checkpoints, saves, detections and bytes are those of a simulated run", "[strategies][simulation]") {
  const TrainingRun<> large{.gpus = 32768,
                            .gpu_mttf = 20000 * 3600.0,
                            .checkpoint_bytes = 5e12,
                            .write_bandwidth = 5e10,
                            .read_bandwidth = 5e10,
                            .initialization_time = 600,
                            .downtime = 600};
  std::uint64_t seed = 1;
  for_each_strategy([&](const auto& s) {
    const auto closed = rates(s, large);
    simulation::Options options;
    options.seed = seed++, options.relative_accuracy = 2e-3;
    const auto played = simulation::simulate(large, s, options);
    for (std::size_t i = 0; i < rate_members.size(); ++i) {
      const double there = closed.*rate_members[i], counted = played.rates.*rate_members[i];
      CAPTURE(std::string(s.name()), i, there, counted, played.rate_errors.*rate_members[i]);
      CHECK(std::abs(there - counted) <= tolerance::standard_errors * played.rate_errors.*rate_members[i]);
    }
    const auto a = analysis::assess(large, s);
    CHECK_THAT(a.interruptions_per_day, WithinRel(86400 * closed.interruptions, 1e-15));
    CHECK_THAT(a.saves_just_in_time_per_day, WithinRel(86400 * closed.saves_just_in_time, 1e-15));
    CHECK_THAT(a.detections_per_day, WithinRel(86400 * closed.detections, 1e-15));
  });

  // by hand: a save is a restart from a failure that nothing cut short; no pair dies twice, no replica stops the others
  const auto saved = rates(just_in_time(), large);
  const double restart = large.write_time() + large.restart_time();
  CHECK_THAT(saved.saves_just_in_time / saved.interruptions, agrees(std::exp(-restart / large.mtbf()), relative(1e-12)));
  CHECK(saved.checkpoints == 0);
  CHECK_THAT(86400 * rates(replicated(false), large).interruptions, WithinAbs(0.49, 0.01));  // counted in a simulation
  CHECK_THAT(86400 * rates(replicated(true), large).interruptions, WithinAbs(0.03, 0.005));  // the same
  CHECK(rates(elastic(32), large).interruptions == 0);
  CHECK(rates(elastic(32), large).bytes_written == 0);
  CHECK(requirements(elastic(32), large).bandwidth == 0);
}

TEST_CASE("copies that are long exchanged lose what a simulated run loses", "[strategies][simulation]") {
  const TrainingRun<> run{.gpus = 65536,
                          .gpu_mttf = 50000 * 3600.0,
                          .checkpoint_bytes = 2e12,
                          .write_bandwidth = 2e12,
                          .initialization_time = 60,
                          .downtime = 30};
  for (const double exchange : {60.0, 300.0, 600.0, 2000.0}) {
    const auto s = buddy(exchange, 2);
    simulation::Options options;
    options.relative_accuracy = 5e-4;
    const auto played = simulation::simulate(run, s, options);
    CAPTURE(exchange, played.goodput, played.standard_error);
    CHECK(played.standard_error < 1e-3 * played.goodput);
    CHECK_THAT(goodput(run, s), WithinAbs(played.goodput, tolerance::standard_errors * played.standard_error));
  }
}

namespace {

/// Learners that fail apart, those of learners too.
template <class St>
double jobs_of(const St& strategy) {
  if constexpr (requires { strategy.inner; }) return strategy.learners * jobs_of(strategy.inner);
  else return 1;
}

}  // namespace

TEST_CASE("rates go with the goodput and what is written for it, wherever there is one", "[strategies]") {
  std::mt19937_64 random(23);
  const auto log_between = [&](double low, double high) {
    return std::exp(std::uniform_real_distribution<>(std::log(low), std::log(high))(random));
  };
  for_each_strategy([&](const auto& s) {
    for (int i = 0; i < 300; ++i) {
      TrainingRun<> run = llama;
      run.gpus = std::floor(log_between(1, 1e6));
      run.gpu_mttf = i % 10 == 0 ? inf : log_between(1e4, 1e10);
      run.checkpoint_bytes = i % 7 == 0 ? 0 : log_between(1e9, 1e14);
      run.downtime = i % 3 == 0 ? 0 : log_between(1, 1e4);
      const auto [loss, interval, needs] = summary(s, run);
      const auto r = rates(s, run);
      CAPTURE(std::string(s.name()), run.gpus, run.gpu_mttf, run.checkpoint_bytes, run.downtime, loss, interval);
      if (std::isnan(loss)) {
        for (const auto member : rate_members) CHECK(std::isnan(r.*member));
        continue;
      }
      for (const auto member : rate_members) CHECK(r.*member >= 0);
      if (!(loss < 700)) continue;  // a goodput of zero
      // of all work done, that without a quorum too
      const double progress = std::exp(s.losses(run).of("quorum") - loss) / (1 - needs.spares / run.gpus);
      const double apart = jobs_of(s);  // each with failures, downtimes and checkpoints of its own
      CHECK(r.interruptions <= apart / (apart * run.mtbf() + run.downtime) * (1 + 1e-12));
      CHECK(r.detections <= run.failure_rate());
      CHECK(r.saves_just_in_time <= r.interruptions);
      if (interval > 0) CHECK(r.checkpoints <= apart * progress / interval * (1 + 1e-12));
      CHECK_THAT(r.bytes_written, agrees(needs.bandwidth * progress, relative(1e-12)));
      if (run.checkpoint_bytes == 0) CHECK(r.bytes_written == 0);
      if (requires { s.own_pattern; } || requires { s.inner.inner; }) continue;
      if (interval > 0)  // one level: each checkpoint and each save is written once
        CHECK_THAT(r.bytes_written, agrees((r.checkpoints + r.saves_just_in_time) * run.checkpoint_bytes,
                                           relative(1e-11)));  // routes of a dozen terms
    }
  });
}

TEST_CASE("closed forms agree with the simulator", "[strategies][slow]") {
  std::uint64_t seed = 1;
  for_each_strategy([&](const auto& s) {
    for (const double gpus : {16384.0, 262144.0}) {
      const auto run = growth::chinchilla().at(llama, gpus);
      const double g = goodput(run, s);
      simulation::Options options;
      options.seed = seed++;
      options.relative_accuracy = 1e-3;
      const auto played = simulation::simulate(protocol(s, run), options);
      CAPTURE(std::string(s.name()), gpus, g, played.goodput, played.standard_error);
      CHECK(std::abs(g - played.goodput) < tolerance::standard_errors * played.standard_error);
    }
  });
}
