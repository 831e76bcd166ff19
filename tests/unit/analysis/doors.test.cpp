// SPDX-License-Identifier: Apache-2.0
// Whatever takes a run or a strategy refuses one that is out of range, with parameter, value, bounds and unit.
#include <catch2/catch_test_macros.hpp>
#include <scaling_limits/catalog/criterion_of.hpp>
#include <scaling_limits/catalog/strategy_of.hpp>
#include <scaling_limits/scaling_limits.hpp>
#include <scaling_limits/simulation/simulator.hpp>

using namespace scaling_limits;

namespace {

const TrainingRun<> good{.gpus = 16'384,
                         .gpu_mttf = 50'000 * units::hour,
                         .checkpoint_bytes = 5 * units::TB,
                         .write_bandwidth = 2 * units::TB,
                         .initialization_time = 5 * units::minute};

/// What a call says; empty where it answers.
template <class F>
std::string refusal(const F& call) {
  try {
    call();
  } catch (const DomainError& error) {
    return error.what();
  }
  return {};
}

/// Runs that are out of range in one field, and what is to be said of them.
template <class F>
void for_every_bad_run(const F& f) {
  const auto with = [](double TrainingRun<>::* member, double value) {
    TrainingRun<> run = good;
    run.*member = value;
    return run;
  };
  f(TrainingRun<>{}, "TrainingRun: gpus = nan must be > 0 and finite");
  f(with(&TrainingRun<>::gpus, -1), "TrainingRun: gpus = -1 must be > 0 and finite");
  f(with(&TrainingRun<>::gpu_mttf, 0), "TrainingRun: gpu_mttf = 0 must be > 0 [s]");
  f(with(&TrainingRun<>::checkpoint_bytes, inf), "TrainingRun: checkpoint_bytes = inf must be >= 0 and finite [B]");
  // out of range, and yet every formula would answer
  f(with(&TrainingRun<>::downtime, -5), "TrainingRun: downtime = -5 must be >= 0 and finite [s]");
}

/// Every function that takes a run and a strategy: f(name, call), call(run, strategy).
template <class F>
void for_every_door(const F& f) {
  const limits::peak_throughput peak;
  const auto law = growth::chinchilla();
  f("interval", [](const auto& run, const auto& s) { s.interval(run); });
  f("losses", [](const auto& run, const auto& s) { s.losses(run); });
  f("breakdown", [](const auto& run, const auto& s) { s.breakdown(run); });
  f("losses in duals", [](const auto& run, const auto& s) { s.losses(converted<TrainingRun, dual<double>>(run)); });
  f("protocol", [](const auto& run, const auto& s) { strategies::protocol(s, run); });
  f("goodput", [](const auto& run, const auto& s) { strategies::goodput(run, s); });
  f("overhead", [](const auto& run, const auto& s) { strategies::overhead(run, s); });
  f("useful_throughput", [](const auto& run, const auto& s) { strategies::useful_throughput(run, s); });
  f("requirements", [](const auto& run, const auto& s) { strategies::requirements(s, run); });
  f("summary", [](const auto& run, const auto& s) { strategies::summary(s, run); });
  f("pattern", [](const auto& run, const auto& s) { strategies::pattern(s, run); });
  f("own summary", [](const auto& run, const auto& s) {
    if constexpr (requires { s.summary(run); }) s.summary(run);
    else strategies::validated(run, s);
  });
  f("own requirements", [](const auto& run, const auto& s) {
    if constexpr (requires { s.requirements(run); }) s.requirements(run);
    else strategies::validated(run, s);
  });
  f("max_gpus", [=](const auto& run, const auto& s) { limits::max_gpus(run, peak, law, s); });
  f("solved_max_gpus", [=](const auto& run, const auto& s) { limits::solved_max_gpus(run, peak, law, s); });
  f("required", [](const auto& run, const auto& s) { limits::required(run, "read_bandwidth", 0.5, s); });
  f("time_to_train", [](const auto& run, const auto& s) { limits::time_to_train(run, 1e9, s); });
  f("fastest_gpus", [=](const auto& run, const auto& s) { limits::fastest_gpus(run, law, s); });
  f("cheapest_gpus", [=](const auto& run, const auto& s) { limits::cheapest_gpus(run, {.work = 1e12}, law, s); });
  f("explain", [=](const auto& run, const auto& s) { analysis::explain(limits::Limit<>{.value = 1e4}, run, peak, law, s); });
  f("levers", [=](const auto& run, const auto& s) { analysis::levers(limits::Limit<>{.value = 1e4}, run, peak, law, s); });
  f("elasticity",
    [=](const auto& run, const auto& s) { analysis::elasticity(limits::Limit<>{.value = 1e4}, 1, run, peak, law, s); });
  f("compare", [](const auto& run, const auto& s) { analysis::compare(run, s); });
  f("assess", [](const auto& run, const auto& s) { analysis::assess(run, s); });
  f("what_changed", [](const auto& run, const auto& s) { analysis::what_changed(good, run, s); });
  f("what_changed from", [](const auto& run, const auto& s) { analysis::what_changed(run, good, s); });
  f("what_changed_in_log", [](const auto& run, const auto& s) { analysis::what_changed_in_log(run, good, s); });
  f("limits_by_tier", [=](const auto& run, const auto& s) {
    const std::vector<analysis::NamedTier> tiers{{"disk", {.write_bandwidth = 1e12, .read_bandwidth = 1e12}}};
    analysis::limits_by_tier(run, tiers, std::tuple(peak), {{"chinchilla", law}}, s);
  });
  f("simulate",
    [](const auto& run, const auto& s) { simulation::simulate(run, s, {.relative_accuracy = 0.2, .most_failures = 1000}); });
}

template <class F>
void for_every_strategy(const F& f) {
  f(strategies::blocking(), strategies::Blocking<>{.slowdown = 2});
  f(strategies::blocking(600), strategies::Blocking<>{.own_interval = -1});
  f(strategies::asynchronous(1e13), strategies::Asynchronous<>{});
  f(strategies::in_memory(), strategies::InMemory<>{.copies = 0});
  const storage::Tier<> tier{.write_bandwidth = 1e12, .read_bandwidth = 1e12};
  f(strategies::multilevel({{tier, 0.9}, {tier, 0.1}}), strategies::multilevel({{tier, 0.9}, {{}, 0.1}}));
  f(strategies::just_in_time(0.9), strategies::JustInTime<>{.share = 2});
  f(strategies::verified(30, 0.1), strategies::Verified<>{});
  f(strategies::replicated(), strategies::Replicated<>{.revive = 0.5});
  f(strategies::elastic(16, 30, 3600), strategies::Elastic<>{});
  f(strategies::spared(16, 3600), strategies::Spared<>{});
  f(catalog::AnyStrategy(strategies::blocking()), catalog::AnyStrategy(strategies::Blocking<>{.slowdown = 2}));
}

}  // namespace

TEST_CASE("whatever takes a run refuses one that is out of range", "[analysis]") {
  for_every_door([](const char* name, const auto& call) {
    CAPTURE(name);
    for_every_bad_run([&](const TrainingRun<>& run, const char* text) {
      CHECK(refusal([&] { call(run, strategies::blocking()); }) == text);
    });
  });
}

TEST_CASE("every strategy refuses a run, and is refused, at every door", "[analysis]") {
  for_every_strategy([](const auto& strategy, const auto& bad) {
    CAPTURE(strategy.name());
    for_every_door([&](const char* name, const auto& call) {
      CAPTURE(name);
      TrainingRun<> run = good;
      CHECK(refusal([&] { call(run, strategy); }).empty());
      const std::string owner(strategy.name() == "multilevel" ? "Tier" : strategy.name());
      CHECK(refusal([&] { call(run, bad); }).starts_with(owner + ": "));
      run.gpus = -1;
      CHECK(refusal([&] { call(run, strategy); }) == "TrainingRun: gpus = -1 must be > 0 and finite");
    });
  });
}
