// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/analysis/elasticities.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>

#include "drawn_scenario.hpp"
#include "scaling_limits/limits/critical_batch.hpp"
#include "scaling_limits/limits/hard_cap.hpp"
#include "scaling_limits/limits/power_law_factor.hpp"
#include "scaling_limits/limits/strong_scaling.hpp"
#include "scaling_limits/strategies/asynchronous.hpp"
#include "scaling_limits/strategies/elastic.hpp"
#include "scaling_limits/strategies/in_memory.hpp"
#include "support/digits.hpp"

using namespace scaling_limits;
using namespace scaling_limits::testing;
using analysis::Scenario, analysis::Supply, analysis::under;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

TEST_CASE("elasticities are exact: 50-digit differences in every number") {
  std::mt19937_64 engine(4);
  for (int k = 0; k < 6; ++k) {
    auto s = drawn(engine);
    if (k % 3 == 1) s.wall->latency_per_layer = 3e-4;
    if (k % 3 == 2) s.power->campus = 8e9, s.power->ai_power = 1e8;
    const double year = std::uniform_real_distribution<>(2024, 2036)(engine);
    const auto criterion = under("goodput", g90, s.growth);
    const auto all = analysis::scenario_in<wide>(s);
    const wide t(year - 2024), h("1e-18");
    const auto differences = [&](const auto& ln_of) {
      std::vector<double> found;
      auto moved = all;
      analysis::each_number(moved, [&](std::string_view, std::string_view, wide& number) {
        const wide own = number;
        if (own == 0 || !(own < inf) || own != own) {
          found.push_back(0);
          return;
        }
        number = own * (1 + h);
        const wide more = ln_of(moved);
        number = own * (1 - h);
        const wide less = ln_of(moved);
        number = own;
        found.push_back(double((more - less) / (2 * h)));
      });
      return found;
    };
    const auto agree = [&](const std::vector<analysis::Elasticity>& exact, const std::vector<double>& by_difference) {
      REQUIRE(exact.size() >= by_difference.size());
      for (std::size_t i = 0; i < by_difference.size(); ++i) {
        CAPTURE(exact[i].name(), k);
        CHECK_THAT(exact[i].elasticity, WithinRel(by_difference[i], 1e-9) || WithinAbs(by_difference[i], 1e-11));
      }
    };
    for (const auto& [name, supply] : words_of<Supply>) {
      CAPTURE(name);
      agree(analysis::elasticities(s, supply, year), differences([&, which = supply](const Scenario<wide>& x) {
              return wide(log(analysis::gpus_allowed(x, which, t)));
            }));
    }
    agree(analysis::demand_elasticities(s, year), differences([&](const auto& x) { return wide(log(x.gpus(t))); }));
    const auto of_goodput = analysis::elasticities(s, criterion, year);
    agree(of_goodput,
          differences([&](const auto& x) { return wide(log(limits::max_gpus(x.run_at(t), g90, s.growth).value)); }));
    // the exponents of growth: differences of the whole solver
    const auto of_size = std::find_if(of_goodput.begin(), of_goodput.end(), [](const auto& e) { return e.part == "growth"; });
    REQUIRE(of_size != of_goodput.end());
    const auto with_exponent = [&](double factor) {
      auto law = s.growth;
      law = law.with(of_size->field, of_size->value * factor);
      return std::log(limits::max_gpus(s.run_at(year - 2024), g90, law).value);
    };
    CHECK_THAT(of_size->elasticity, WithinAbs((with_exponent(1 + 1e-5) - with_exponent(1 - 1e-5)) / 2e-5, 1e-6));
  }
}

TEST_CASE("elasticities of a strategy's and of factors' numbers are differences of the whole solver") {
  std::mt19937_64 engine(6);
  const auto draw = [&](double low, double high) {
    return low * std::pow(high / low, std::uniform_real_distribution<>(0, 1)(engine));
  };
  int seen = 0, moving = 0;
  // of a scenario whose supplies do not matter: a strategy, a factor, another
  const auto check = [&](const auto& criterion, const auto& strategy, const auto& first, const auto& second) {
    auto s = drawn(engine);
    const auto all = analysis::elasticities(s, under("all", criterion, s.growth, strategy, first, second), 2026.);
    const auto run = s.run_at(2);
    const auto limit = [&](const auto&... parts) { return limits::max_gpus(run, criterion, s.growth, parts...).value; };
    for (const auto& one : all) {
      if (one.part != "strategy" && !one.part.starts_with("factor")) continue;
      const auto with = [&](auto part, double factor) {
        using P = decltype(part);
        for (const auto& field : fields_of<P>)
          if (field.name == one.field) part.*field.member *= factor;
        return part;
      };
      const auto at = [&](double factor) {
        return std::log(one.part == "strategy"   ? limit(with(strategy, factor), first, second)
                        : one.part == "factor.0" ? limit(strategy, with(first, factor), second)
                                                 : limit(strategy, first, with(second, factor)));
      };
      constexpr double h = 1e-4;
      const double far = (at(1 + 2 * h) - at(1 - 2 * h)) / (4 * h), near = (at(1 + h) - at(1 - h)) / (2 * h);
      CAPTURE(criterion.name(), strategy.name(), one.name(), one.value);
      if (one.value == 0 || !(one.value < inf)) CHECK(one.elasticity == 0);
      else CHECK_THAT(one.elasticity, WithinAbs((4 * near - far) / 3, 2e-7));
      ++seen;
      moving += std::abs(one.elasticity) > 1e-3;
    }
  };
  for (int k = 0; k < 4; ++k) {
    const limits::StrongScaling<> strong{draw(1e4, 1e6)};
    const limits::PowerLaw<> slow{draw(.01, .1), draw(1e3, 1e5), draw(.2, 1)};
    const limits::CriticalBatch<> batch{draw(1e5, 1e7)};
    const auto over_criteria = [&](const auto& strategy) {
      check(limits::goodput_at_least{draw(.6, .95)}, strategy, strong, slow);
      check(limits::efficiency_at_least{draw(.2, .8)}, strategy, slow, strong);
      check(limits::elasticity_at_least{draw(.2, .7)}, strategy, strong, batch);
      check(limits::peak_throughput{}, strategy, batch, slow);
    };
    over_criteria(strategies::Blocking<>{.persist_latency = draw(1, 300), .slowdown = draw(.01, .1)});
    over_criteria(strategies::Blocking<>{.own_interval = draw(100, 3000)});
    over_criteria(strategies::Asynchronous<>{.copy_bandwidth = draw(1e12, 1e15), .slowdown = draw(.01, .1)});
    over_criteria(strategies::in_memory(2, storage::Placement::ring, draw(1, 60), {1, 1, 2}));
    over_criteria(strategies::Elastic<>{.replicas = draw(8, 64), .stall_time = draw(1, 60), .outage = draw(100, 3600)});
  }
  CHECK((seen > 300 && moving > 150));
  // at a cap its own number alone counts
  const auto s = medians;
  const auto capped = under("capped", limits::peak_throughput{}, growth::chinchilla(), strategies::Blocking<>{},
                            limits::StrongScaling<>{1e6}, limits::HardCap<>{.gpus = 1e4});
  for (const auto& one : analysis::elasticities(s, capped, 2027.)) {
    CAPTURE(one.name());
    CHECK(one.elasticity == (one.name() == "factor.1.gpus" ? 1 : 0));
  }
}
