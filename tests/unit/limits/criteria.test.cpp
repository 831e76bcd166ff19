// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/limits/criteria.hpp>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <scaling_limits/limits/cheapest_gpus.hpp>
#include <scaling_limits/limits/hard_cap.hpp>
#include <scaling_limits/limits/strong_scaling.hpp>

namespace scaling_limits::testing {

using namespace limits;
using Catch::Matchers::ContainsSubstring;

namespace {

const TrainingRun<> run{.gpus = 16'384,
                        .gpu_mttf = 1.8e8,
                        .checkpoint_bytes = 5e12,
                        .write_bandwidth = 2e12,
                        .initialization_time = 300,
                        .downtime = 60};
constexpr StrongScaling<> step{.half_size = 1e5};

/// A criterion of values in the middle of their usual ranges.
template <class C>
C usual() {
  C criterion;
  for (const auto& field : fields_of<C>) criterion.*field.member = 0.5 * (field.usual.low + field.usual.high);
  return criterion;
}

template <class F>
void for_each_criterion(const F& f) {
  f(usual<goodput_at_least>());
  f(usual<overhead_at_most>());
  f(usual<efficiency_at_least>());
  f(usual<elasticity_at_least>());
  f(usual<peak_throughput>());
  f(usual<added_gpu_worth_at_least>());
  f(usual<write_time_equals_mtbf>());
  f(Cheapest{.work = 1e10, .fixed_gpus = 100});
  f(Cheapest{.work = 1e12, .deadline = 1e8});
  f(Cheapest{.work = 1e10, .least_gpus = 1e4});
}

}  // namespace

TEST_CASE("every number of a criterion stands in its table, and is refused by it", "[limits]") {
  for_each_criterion([](const auto& criterion) {
    using C = std::decay_t<decltype(criterion)>;
    CHECK_NOTHROW(criterion.validate());
    CHECK_FALSE(C::text.empty());
    for (const auto& field : fields_of<C>) {
      CAPTURE(criterion.name(), field.name);
      CHECK((field.usual.known() && field.range.holds(field.usual.low) && field.range.holds(field.usual.high)));
      CHECK(field.effect != Effect::unsaid);
      auto other = criterion;
      other.*field.member = NaN;
      try {
        other.validate();
        FAIL("not refused");
      } catch (const DomainError& error) {
        CHECK(error.parameter == field.name);
        CHECK_THAT(error.what(), ContainsSubstring(std::string(criterion.name()) + ": " + std::string(field.name)));
      }
    }
  });
}

TEST_CASE("the terms of an answer are those that the criterion declares", "[limits]") {
  const std::vector<std::string_view> of_strategy{"checkpoint", "restart", "downtime"}, of_factors{"step"};
  for_each_criterion([&](const auto& criterion) {
    using C = std::decay_t<decltype(criterion)>;
    std::vector<std::string_view> may(C::own_terms.begin(), C::own_terms.end());
    if (C::of_strategy) may.insert(may.end(), of_strategy.begin(), of_strategy.end());
    if (C::of_factors) may.insert(may.end(), of_factors.begin(), of_factors.end());
    const auto limit = max_gpus(run, criterion, growth::chinchilla(), strategies::blocking(), step);
    CAPTURE(criterion.name(), limit.note);
    REQUIRE(limit.status == Status::ok);
    for (const auto& [term, share] : limit.shares) {
      CAPTURE(term);
      CHECK(std::count(may.begin(), may.end(), term) == 1);
    }
    // and none that it denies: the terms at the limit list each term that is declared, but for ends that do not bind
    const auto terms = Problem(run, criterion, growth::chinchilla(), strategies::blocking(), step).terms(0.0);
    for (const auto& term : may)
      if (term != "deadline" && term != "least_gpus") CHECK(terms.of(term) != 0);
    // a cap binds under every criterion, by its own name
    const HardCap<> cap{.gpus = 2, .name = "power"};
    if constexpr (!std::same_as<C, Cheapest>)
      CHECK(max_gpus(run, criterion, growth::chinchilla(), strategies::blocking(), step, cap).binding == "power");
  });
}

TEST_CASE("the equation says the target in its own numbers", "[limits]") {
  for_each_criterion([](const auto& criterion) {
    CHECK_THAT(criterion.equation(), ContainsSubstring("= " + to_text(criterion.target(), 6)));
  });
  CHECK(goodput_at_least{0.9}.equation() == "losses of the strategy = -ln(goodput) = -ln(0.9) = 0.105361");
  CHECK(overhead_at_most{0.01}.equation() == "losses of the strategy = ln(1 + overhead) = ln(1 + 0.01) = 0.00995033");
}

TEST_CASE("an overhead of at most x is a goodput of at least 1/(1 + x)", "[limits]") {
  const TrainingRun<> load{.gpus = 16'384, .gpu_mttf = 1.8e8, .checkpoint_bytes = 5e12, .write_bandwidth = 2e12};
  for (const double x : {1e-3, 0.01, 0.1111, 1.0, 50.0})
    for (const auto& of : {run, load}) {  // by Newton, and in closed form
      CAPTURE(x);
      const auto over = max_gpus(of, overhead_at_most{x}, growth::chinchilla());
      const auto good = max_gpus(of, goodput_at_least{1 / (1 + x)}, growth::chinchilla());
      CHECK(over.status == good.status);
      CHECK_THAT(over.value, Catch::Matchers::WithinRel(good.value, 1e-9));  // 1/(1 + x) loses digits
      CHECK(over.binding == good.binding);
    }
  // 1 - g - the load alone: x* = g - 1 - ln g at g = 1/1.01
  CHECK_THAT(overhead_at_most{0.01}.critical_load(1.0), Catch::Matchers::WithinRel(4.934075416e-05, 1e-8));
}

}  // namespace scaling_limits::testing
