// SPDX-License-Identifier: Apache-2.0
// Whatever takes a run or a strategy refuses one that is out of range, with parameter, value, bounds and unit.
#include <catch2/catch_test_macros.hpp>
#include <scaling_limits/catalog/criterion_of.hpp>
#include <scaling_limits/catalog/kinds.hpp>
#include <scaling_limits/published/presets.hpp>
#include <scaling_limits/scaling_limits.hpp>
#include <scaling_limits/simulation/simulator.hpp>

#include "support/strategies.hpp"

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

/// A strategy with the first of its numbers out of range.
template <class St>
St out_of_range(St strategy) {
  strategy.*fields_of<St>[0].member = -1;
  return strategy;
}
/// The same behind one type.
catalog::AnyStrategy any_of(const catalog::Kind& kind, bool in_range) {
  catalog::Map fields;
  for (const catalog::Row& row : kind.rows)
    if (row.required()) fields[row.name] = row.usual.low;
  for (const catalog::Argument& argument : kind.arguments)
    if (!argument.optional) fields[argument.name] = argument.example;
  const auto model = catalog::made(kind, fields);
  auto numbers = model->numbers();
  if (!in_range) numbers[0] = -1, model->assign(numbers.data());
  return catalog::AnyStrategy(std::static_pointer_cast<const catalog::StrategyModel>(model));
}

constexpr std::array left_out{
    testing::LeftOut{"independent", "asks the strategy of a learner; below it is behind one type, as all are"}};

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
  const auto check = [](const auto& strategy, const auto& bad) {
    CAPTURE(strategy.name());
    for_every_door([&](const char* name, const auto& call) {
      CAPTURE(name);
      TrainingRun<> run = good;
      CHECK(refusal([&] { call(run, strategy); }).empty());
      CHECK(refusal([&] { call(run, bad); }).starts_with(std::string(strategy.name()) + ": "));
      run.gpus = -1;
      CHECK(refusal([&] { call(run, strategy); }) == "TrainingRun: gpus = -1 must be > 0 and finite");
    });
  };
  testing::for_one_of_each_kind<left_out>([&](const auto& strategy) { check(strategy, out_of_range(strategy)); });
  published::register_presets();  // what a level may be
  for (const catalog::Kind& kind : catalog::strategies()) check(any_of(kind, true), any_of(kind, false));
}
