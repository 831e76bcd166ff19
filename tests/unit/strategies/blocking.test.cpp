// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/strategies/blocking.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "../../support/agrees.hpp"
#include "../../support/derivatives.hpp"
#include "../../support/reference_run.hpp"

namespace scaling_limits::testing {

using Catch::Matchers::ContainsSubstring;
using strategies::Blocking;

namespace {

const TrainingRun<> run{.gpus = 16'384,
                        .gpu_mttf = 1.8e8,
                        .checkpoint_bytes = 5e12,
                        .write_bandwidth = 2e11,
                        .read_bandwidth = 4e11,
                        .storage_latency = 1,
                        .initialization_time = 300,
                        .downtime = 60};

}  // namespace

TEST_CASE("a blocking strategy answers what the kernels answer for the run's times", "[strategies]") {
  for (const Blocking<>& plan :
       {Blocking<>{}, Blocking<>{.own_interval = 900}, Blocking<>{.persist_latency = 40, .slowdown = 0.2},
        Blocking<>{.own_interval = 2000, .persist_latency = 2000, .slowdown = 0.5}}) {
    const double w = plan.interval(run), g = strategies::goodput(run, plan);
    CHECK_THAT(g, agrees(checkpoint::goodput(w, run.write_time(), run.mtbf(), run.restart_time(), run.downtime,
                                             plan.persist_latency, plan.slowdown),
                         ulp(tolerance::closed_form)));
    const auto parts = plan.breakdown(run);
    CHECK_THAT(parts.of("useful"), agrees(g, ulp(tolerance::closed_form)));
    CHECK_THAT(parts.sum(), agrees(1.0, ulp(tolerance::sum_to_one)));
    CHECK_THAT(strategies::overhead(run, plan), agrees(1 / g - 1, relative(1e-13)));  // 1/g - 1 loses what overhead keeps
    CHECK_THAT(strategies::useful_throughput(run, plan), agrees(run.gpus * g, ulp(tolerance::kernel)));
    const ReferenceRun<wide> model{run, growth::fixed(), plan};
    CHECK_THAT(plan.losses(run).sum(), agrees(model.losses_at(wide(0)).sum(), ulp(tolerance::closed_form)));
    CHECK(plan.note(run).empty());
  }
  CHECK(Blocking<>{}.interval(run) == checkpoint::optimal_interval(run.write_time(), run.mtbf()));
}

TEST_CASE("an own interval too short for one write in flight is NaN with a reason", "[strategies]") {
  const Blocking<> hasty{.own_interval = 10, .persist_latency = 60, .slowdown = 0.5};
  CHECK(std::isnan(hasty.interval(run)));
  CHECK(std::isnan(strategies::goodput(run, hasty)));
  CHECK(std::isnan(hasty.breakdown(run).sum()));
  CHECK_THAT(hasty.note(run), ContainsSubstring("interval = 10") && ContainsSubstring(">= 30"));
}

TEST_CASE("fields out of range are refused by name", "[strategies]") {
  for (const double bad : {0.0, -1.0})
    CHECK_THROWS_WITH((Blocking<>{.own_interval = bad}).validate(), ContainsSubstring("interval"));
  for (const double bad : {-1.0, NaN, inf})
    CHECK_THROWS_WITH((Blocking<>{.persist_latency = bad}).validate(), ContainsSubstring("persist_latency"));
  for (const double bad : {-0.1, 1.0, NaN})
    CHECK_THROWS_WITH((Blocking<>{.slowdown = bad}).validate(), ContainsSubstring("slowdown"));
  CHECK_NOTHROW(Blocking<>{}.validate());
}

TEST_CASE("runs at the ends of their ranges have goodput and breakdown, never NaN", "[strategies]") {
  for (const Blocking<>& plan :
       {Blocking<>{}, Blocking<>{.own_interval = 900}, Blocking<>{.persist_latency = 40, .slowdown = 0.2}})
    for (const auto& field : fields_of<TrainingRun<>>)
      for (const double value : {0.0, inf}) {
        auto other = run;
        other.*field.member = value;
        if (!field.range.holds(value)) continue;
        INFO(field.name << " = " << value);
        const double g = strategies::goodput(other, plan);
        CHECK((g > 0 && g <= 1));
        CHECK(plan.interval(other) >= 0);
        CHECK_THAT(plan.breakdown(other).sum(), agrees(1.0, ulp(tolerance::sum_to_one)));
        CHECK_THAT(plan.breakdown(other).of("useful"), agrees(g, ulp(tolerance::closed_form)));
      }
}

TEST_CASE("losses promise to rise with size only where they do", "[strategies]") {
  // the promise lets the solver stop at one crossing: along it no loss and no slope may ever fall
  Sampler random(67);
  int promised = 0;
  for (int i = 0; i < 400; ++i) {
    Blocking<> plan;
    if (random.chance(0.5)) plan.persist_latency = random.log_uniform(0.1, 1e4);
    if (random.chance(0.5)) plan.slowdown = random.uniform(0, 0.9);
    if (random.chance(0.3)) plan.own_interval = plan.persist_latency + random.log_uniform(1, 1e4);
    ReferenceRun<long double> model{run, growth::fixed(), plan};
    model.run.initialization_time = random.log_uniform(0.1, 1e4);
    const double mttf = random.uniform(-1, 1), bytes = random.uniform(-0.5, 1), bandwidth = random.uniform(-0.5, 1),
                 time = random.uniform(-1, 1);
    model.law = growth::power_law({{"gpu_mttf", mttf},
                                   {"checkpoint_bytes", bytes},
                                   {"write_bandwidth", bandwidth},
                                   {"read_bandwidth", bandwidth},
                                   {"initialization_time", time},
                                   {"downtime", time},
                                   {"storage_latency", time}});
    if (!plan.rises_with(1 - mttf, std::min(bytes - bandwidth, time))) continue;
    ++promised;
    long double before = -1, slope_before = -1;
    for (long double u = -8; u <= 12; u += 0.5L) {
      const long double loss = model.losses_at(u).sum(), slope = model.slope_at(u);
      INFO("case " << i << " at u = " << static_cast<double>(u) << ", mttf " << mttf << ", bytes " << bytes << ", bandwidth "
                   << bandwidth << ", time " << time << ", L " << plan.persist_latency << ", s " << plan.slowdown << ", own "
                   << plan.own_interval);
      CHECK(loss >= before * (1 - 1e-12L));                // rounding
      CHECK(slope >= slope_before - 1e-9L * (1 + slope));  // differences
      before = loss, slope_before = slope;
    }
  }
  CHECK(promised > 80);
}

TEST_CASE("derivatives of goodput in the run's fields agree with 50-digit differences", "[strategies]") {
  for (const Blocking<>& plan :
       {Blocking<>{}, Blocking<>{.own_interval = 900}, Blocking<>{.persist_latency = 900, .slowdown = 0.2}})
    for (std::size_t i = 0; i < fields_of<TrainingRun<>>.size(); ++i)
      expect_derivative(
          [&](const auto& x) {
            using S = std::remove_cvref_t<decltype(x)>;
            auto at = converted<TrainingRun, S>(run);
            at.*fields_of<TrainingRun<S>>[i].member = x;
            return strategies::goodput(at, plan);
          },
          run.*fields_of<TrainingRun<>>[i].member);
}

}  // namespace scaling_limits::testing
