// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/analysis/levers.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "scaling_limits/limits/hard_cap.hpp"
#include "scaling_limits/limits/strong_scaling.hpp"
#include "scaling_limits/strategies/in_memory.hpp"
#include "support/digits.hpp"

using namespace scaling_limits;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using testing::wide;

namespace {

const TrainingRun<> run{.gpus = 16384,
                        .gpu_mttf = 1.8e8,
                        .checkpoint_bytes = 5e12,
                        .write_bandwidth = 2e12,
                        .read_bandwidth = 1e12,
                        .storage_latency = 0.5,
                        .initialization_time = 300,
                        .downtime = 60};

template <class C>
void check_levers(const C& criterion, const growth::PowerLaw& law) {
  CAPTURE(criterion.name());
  const auto levers = analysis::levers(run, criterion, law);
  REQUIRE(levers.size() == 7);
  const double limit = limits::max_gpus(run, criterion, law).value;
  double times = 0, mttf = 0;
  for (const auto& lever : levers) {
    CAPTURE(lever.field);
    // central differences in 50 digits, of the whole solver
    const auto limit_at = [&](const wide& factor) {
      auto changed = converted<TrainingRun, wide>(run);
      const auto& field = fields_of<TrainingRun<wide>>[index_of<TrainingRun<wide>>(lever.field)];
      changed.*field.member = changed.*field.member * factor;
      return limits::max_gpus(changed, criterion, law).value;
    };
    const wide h("1e-15");  // error h^2, digits left 35
    const wide slope = (limit_at(1 + h) - limit_at(1 - h)) / (2 * h) / limit_at(1);
    CHECK_THAT(lever.elasticity, WithinRel(double(slope), 1e-11) || WithinAbs(double(slope), 1e-14));
    CHECK_THAT(lever.doubled, WithinRel(double(limit_at(2)), 1e-12));
    CHECK_THAT(lever.halved_factor, WithinRel(double(limit_at(wide(0.5))) / limit, 1e-12));
    // a lever takes half of what costs, twice of what helps
    const bool helps = lever.field == "gpu_mttf" || lever.field.ends_with("bandwidth");
    CHECK(lever.improved_factor == (helps ? lever.doubled_factor : lever.halved_factor));
    // and what the same buys at the run's own size
    const auto goodput_with = [&](double factor) {
      auto changed = run;
      changed.*fields_of<TrainingRun<>>[index_of<TrainingRun<>>(lever.field)].member *= factor;
      return strategies::goodput(changed, strategies::blocking());
    };
    CHECK(lever.doubled_gain == goodput_with(2) - goodput_with(1));
    CHECK(lever.halved_gain == goodput_with(0.5) - goodput_with(1));
    if (lever.field == "gpu_mttf") mttf = lever.elasticity;
    if (lever.unit == "s" && lever.field != "gpu_mttf") times += lever.elasticity;
    if (lever.field == "checkpoint_bytes") times += lever.elasticity;
  }
  // a clock that runs slower changes no limit
  CHECK_THAT(mttf, WithinRel(-times, 1e-11));
}

}  // namespace

TEST_CASE("levers are the derivatives of the limit, and doubling is doubling", "[analysis]") {
  check_levers(limits::goodput_at_least{0.9}, growth::chinchilla());
  check_levers(limits::peak_throughput(), growth::chinchilla());
  check_levers(limits::added_gpu_worth_at_least{0.5}, growth::fixed());
  check_levers(limits::write_time_equals_mtbf(), growth::chinchilla());
}

TEST_CASE("twice the model on the same storage costs 37 % of the Chinchilla-growth limit", "[analysis]") {
  const TrainingRun<> bare{.gpus = 16384, .gpu_mttf = 1.8e8, .checkpoint_bytes = 5e12, .write_bandwidth = 2e12};
  const auto levers = analysis::levers(bare, limits::write_time_equals_mtbf(), growth::chinchilla());
  CHECK_THAT(levers[1].doubled_factor, WithinRel(std::pow(2, -2.0 / 3), 1e-12));  // 0.63
  CHECK_THAT(levers[1].elasticity, WithinRel(-2.0 / 3, 1e-12));
  CHECK(levers[3].elasticity == 0);  // read_bandwidth is infinite
  CHECK(levers[4].doubled_factor == 1);
  CHECK((levers[3].doubled_gain == 0 && levers[4].halved_gain == 0));
}

TEST_CASE("a limit that is no number has no levers", "[analysis]") {
  const auto law = growth::power_law({{"gpu_mttf", 1}});
  for (const auto& lever : analysis::levers(run, limits::goodput_at_least{0.9}, law)) {
    CHECK(std::isnan(lever.elasticity));
    if (lever.field == "downtime") CHECK(lever.doubled == inf);
  }
}

TEST_CASE("a field that cannot double has no lever there", "[analysis]") {
  TrainingRun<> slow = run;
  slow.initialization_time = 1e308;  // twice it is no number
  for (const auto& lever : analysis::levers(slow, limits::write_time_equals_mtbf())) {
    INFO(lever.field);
    CHECK(std::isnan(lever.doubled) == (lever.field == "initialization_time"));
    CHECK(std::isnan(lever.doubled_gain) == (lever.field == "initialization_time"));
    CHECK(lever.halved == lever.halved);
  }
}

namespace {

/// A strategy behind overloads for the scalars that the search needs, and no others.
struct Narrow {
  strategies::Blocking<> inner;
  static constexpr std::string_view name() { return "narrow"; }
  void validate() const { inner.validate(); }
  double interval(const TrainingRun<>& at) const { return inner.interval(at); }
  Terms<double> losses(const TrainingRun<>& at) const { return inner.losses(at); }
  Terms<dual<double>> losses(const TrainingRun<dual<double>>& at) const { return inner.losses(at); }
  Terms<dual<dual<double>>> losses(const TrainingRun<dual<dual<double>>>& at) const { return inner.losses(at); }
  Terms<double> breakdown(const TrainingRun<>& at) const { return inner.breakdown(at); }
  std::string note(const TrainingRun<>& at) const { return inner.note(at); }
};

/// Levers against central differences of the answer, and whether anything moved it.
template <class C, class St, class... F>
bool check_by_differences(const C& criterion, const St& strategy, const F&... factors) {
  const auto law = growth::chinchilla();
  CAPTURE(criterion.name());
  bool moved = false;
  for (const auto& lever : analysis::levers(run, criterion, law, strategy, factors...)) {
    CAPTURE(lever.field);
    const auto log_limit = [&](double factor) {
      auto other = run;
      const auto& field = fields_of<TrainingRun<>>[index_of<TrainingRun<>>(lever.field)];
      other.*field.member *= factor;
      return std::log(limits::max_gpus(other, criterion, law, strategy, factors...).value);
    };
    const double h = 1e-4, slope = (log_limit(1 + h) - log_limit(1 - h)) / (std::log1p(h) - std::log1p(-h));
    CHECK_THAT(lever.elasticity, WithinRel(slope, 1e-6) || WithinAbs(slope, 1e-9));  // h^2, and rounding over h
    moved = moved || lever.elasticity != 0;
  }
  return moved;
}

}  // namespace

TEST_CASE("levers are the derivatives that the solver itself has where its scalar carries them", "[analysis]") {
  const limits::StrongScaling<> step{.half_size = 1e5};
  const auto check = [&](const auto& criterion, const auto& law, const auto& strategy, const auto&... factors) {
    for (const auto& lever : analysis::levers(run, criterion, law, strategy, factors...)) {
      auto seeded = converted<TrainingRun, dual<double>>(run);
      (seeded.*fields_of<TrainingRun<dual<double>>>[index_of<TrainingRun<>>(lever.field)].member).slope = lever.value;
      const auto limit = limits::max_gpus(seeded, criterion, law, strategy, factors...).value;
      CAPTURE(criterion.name(), lever.field);
      CHECK_THAT(lever.elasticity, WithinRel(limit.slope / limit.value, 1e-11) || WithinAbs(0, 1e-14));
    }
  };
  for (const auto& law : {growth::fixed(), growth::chinchilla(), growth::power_law({{"initialization_time", -0.5}})}) {
    check(limits::goodput_at_least{0.9}, law, strategies::blocking());
    check(limits::efficiency_at_least{0.5}, law, strategies::Blocking<>{.persist_latency = 20, .slowdown = 0.1}, step);
    check(limits::peak_throughput(), law, strategies::blocking(), step);
    check(limits::elasticity_at_least{0.3}, law, strategies::blocking());
    check(limits::added_gpu_worth_at_least{0.5}, law, strategies::blocking(), step);
    check(limits::write_time_equals_mtbf(), law, strategies::blocking());
    check(limits::peak_throughput(), law, strategies::in_memory(), step);
  }
}

TEST_CASE("levers of strategies that offer two orders of duals, of caps, of the cheapest size", "[analysis]") {
  const limits::StrongScaling<> step{.half_size = 1e5};
  const Narrow narrow;
  CHECK(check_by_differences(limits::goodput_at_least{0.9}, narrow));
  CHECK(check_by_differences(limits::peak_throughput(), narrow, step));
  CHECK(check_by_differences(limits::added_gpu_worth_at_least{0.5}, narrow, step));
  // a cap is what it is; one that does not bind changes nothing
  CHECK_FALSE(check_by_differences(limits::peak_throughput(), narrow, step, limits::HardCap<>{.gpus = 20'000}));
  CHECK_FALSE(check_by_differences(limits::write_time_equals_mtbf(), narrow, limits::HardCap<>{.gpus = 20'000}));
  CHECK(check_by_differences(limits::peak_throughput(), narrow, step, limits::HardCap<>{.gpus = 1e7}));
  // the cheapest size: cost turns, the deadline, the least size, the cap
  const limits::Cheapest wanted{.work = 1e11, .fixed_gpus = 5000};
  const auto binding = [&](const limits::Cheapest& w, const auto&... factors) {
    return limits::max_gpus(run, w, growth::chinchilla(), narrow, step, factors...).binding;
  };
  CHECK(check_by_differences(wanted, narrow, step));
  CHECK(binding(wanted) != "deadline");
  auto late = wanted;
  late.deadline = 4e6;
  CHECK(check_by_differences(late, narrow, step));
  CHECK(binding(late) == "deadline");
  auto large = wanted;
  large.least_gpus = 60'000;
  CHECK_FALSE(check_by_differences(large, narrow, step));
  CHECK(binding(large) == "least_gpus");
  auto dear = wanted;
  dear.fixed_gpus = 1e6;
  const limits::HardCap<> cap{.gpus = 20'000, .name = "power"};
  CHECK_FALSE(check_by_differences(dear, narrow, step, cap));
  CHECK(binding(dear, cap) == "power");
}
