// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/analysis/scenario.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>

#include "drawn_scenario.hpp"
#include "scaling_limits/analysis/elasticities.hpp"
#include "scaling_limits/analysis/required_growth.hpp"
#include "scaling_limits/strategies/asynchronous.hpp"
#include "scaling_limits/strategies/elastic.hpp"
#include "scaling_limits/strategies/in_memory.hpp"
#include "scaling_limits/strategies/multilevel.hpp"
#include "support/digits.hpp"
#include "support/tolerance.hpp"

using namespace scaling_limits;
using namespace scaling_limits::testing;
using analysis::Scenario, analysis::Supply, analysis::under;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

TEST_CASE("the run of a year: its own formula, in 50 digits") {
  std::mt19937_64 engine(1);
  for (int k = 0; k < 200; ++k) {
    const auto s = drawn(engine);
    const double t = std::uniform_real_distribution<>(0, 30)(engine);
    const auto run = s.run_at(t);
    const auto big = [](double x) { return wide(x); };
    const wide c = big(s.demand.compute) * pow(big(s.demand.compute_growth), big(t));
    const wide n = c / (big(s.hardware.duration) * big(s.hardware.peak_flops) * pow(big(s.hardware.peak_growth), big(t)) *
                        big(s.hardware.utilization));
    CHECK_THAT(run.gpus, WithinRel(double(n), 1e-13));  // powers of up to 30 years: some 60 ulp
    CHECK_THAT(
        run.checkpoint_bytes,
        WithinRel(double(big(s.demand.bytes_per_parameter) * sqrt(c / (6 * big(s.demand.tokens_per_parameter)))), 1e-13));
    CHECK_THAT(run.write_bandwidth,
               WithinRel(double(big(s.run.write_bandwidth) * pow(big(s.yearly.of("write_bandwidth")), big(t))), 1e-13));
    CHECK(run.downtime == s.run.downtime);
  }
  // years are no sizes: 0 years change nothing, infinite stays infinite, what grows backwards is there too
  const auto law = growth::per_year({{"read_bandwidth", 3}, {"gpus", 2}, {"downtime", 5}});
  const auto run = medians.run;
  CHECK(law.at(run, 0.0).gpus == run.gpus);
  CHECK(law.at(run, 2.0).read_bandwidth == inf);
  CHECK(law.at(run, 2.0).downtime == 0);
  CHECK_THAT(law.at(run, -1.0).gpus, WithinRel(run.gpus / 2, 1e-15));
  CHECK_THROWS_AS(growth::per_year({{"downtime", 0}}), DomainError);
  CHECK_THROWS_AS(growth::per_year({{"downtime", inf}}), DomainError);
  CHECK_THROWS_AS(growth::per_year({{"down", 1}}), InvalidArgument);
}

TEST_CASE("what a date allows is what its parts say, and the tightest is named") {
  std::mt19937_64 engine(2);
  for (int k = 0; k < 50; ++k) {
    auto s = drawn(engine);
    if (k % 2) s.power->campus = 5e9;
    const double year = std::uniform_real_distribution<>(2024, 2040)(engine), t = year - 2024;
    const auto date = analysis::timeline_at(s, year, {under("goodput", g90, s.growth)});
    REQUIRE(date.limits.size() == 5);
    // the power of one run in GPUs of the year, or what the ring can exchange, or one campus
    const double per_gpu = s.hardware.power_per_gpu * std::pow(s.hardware.peak_growth / s.hardware.efficiency_growth, t);
    const double work =
        s.hardware.duration * s.hardware.peak_flops * std::pow(s.hardware.peak_growth, t) * s.hardware.utilization;
    const double power = std::max(s.power->campus / per_gpu, std::min(s.demand.share * s.power->available(t) / per_gpu,
                                                                      s.ring->compute(s.hardware.duration, t) / work));
    const double tokens = s.data->available(t);
    CHECK_THAT(date.limits[0].gpus, WithinRel(power, 1e-12));
    CHECK_THAT(
        date.limits[1].gpus,
        WithinRel(s.demand.share * s.chips->available(t, s.hardware.peak_growth) / std::pow(s.hardware.peak_growth, t), 1e-12));
    CHECK_THAT(date.limits[2].compute, WithinRel(6 * tokens * tokens / s.demand.tokens_per_parameter, 1e-12));
    CHECK_THAT(
        date.limits[3].compute,
        WithinRel(s.wall->compute_across_nodes(s.hardware.duration, s.hardware.peak_flops * std::pow(s.hardware.peak_growth, t),
                                               s.hardware.utilization, parallelism::LatencyForm::body),
                  1e-12));
    CHECK(date.limits[4].gpus == limits::max_gpus(s.run_at(t), g90, s.growth).value);
    double least = inf;
    for (const auto& one : date.limits) {
      CHECK_THAT(one.slack, WithinRel(one.gpus / date.demand, 1e-14));
      CHECK_THAT(one.compute, WithinRel(one.gpus * work, 1e-12));
      least = std::min(least, one.gpus);
    }
    for (const auto& one : date.limits)
      if (one.name == date.binding) CHECK(one.gpus == least);
    // goodput does not look at the wall: all together is the least of criterion and caps
    const double caps = std::min({date.limits[0].gpus, date.limits[1].gpus, date.limits[2].gpus});
    CHECK_THAT(date.combined.value, WithinRel(std::min(caps, date.limits[4].gpus), tolerance::two_routes));
  }
}

TEST_CASE("all together: supplies are caps, the wall is a factor") {
  auto s = medians;
  s.wall->latency_per_layer = 0.02;  // a wall within reach
  const double t = 6;
  const auto efficiency = under("efficiency", limits::efficiency_at_least{0.8});
  const auto date = analysis::timeline_at(s, 2030, {efficiency});
  // by brute force: the size at which goodput x 1/(1 + (n/n_w)^kappa) is .8
  const auto run = s.run_at(t);
  const double at_wall = analysis::gpus_allowed(s, Supply::latency, t);
  const auto worth = [&](double gpus) {
    auto grown = run;
    grown.gpus = gpus;
    return strategies::goodput(grown, strategies::blocking()) / (1 + std::pow(gpus / at_wall, s.wall->exponent()));
  };
  double low = 1, high = 1e9;
  while (high / low > 1 + 1e-13) {
    const double mid = std::sqrt(low * high);
    (worth(mid) >= 0.8 ? low : high) = mid;
  }
  REQUIRE(date.combined.status == limits::Status::ok);
  CHECK_THAT(date.combined.value, WithinRel(low, 1e-10));
  CHECK(date.combined.shares.of("latency") > 0.1);
  // and where a supply is tighter, it binds alone
  s.power->ai_power = 1e6, s.power->data_center_power = 1e6;
  const auto dark = analysis::timeline_at(s, 2030, {efficiency});
  CHECK(dark.combined.binding == "power");
  CHECK_THAT(dark.combined.value, WithinRel(analysis::gpus_allowed(s, Supply::power, t), 1e-14));
  CHECK(dark.binding == "power");
  // without criteria, the tightest of supplies and wall
  CHECK(analysis::timeline_at(s, 2030).combined.binding == "power");
  Scenario<> free = medians;
  free.power.reset(), free.ring.reset(), free.chips.reset(), free.data.reset(), free.wall.reset();
  const auto nothing = analysis::timeline_at(free, 2030);
  CHECK(nothing.limits.empty());
  CHECK(nothing.binding.empty());
  CHECK(nothing.combined.status == limits::Status::no_limit);
  CHECK(analysis::binding_dates(free).empty());
}

TEST_CASE("dates of binding, by a dense scan over time") {
  std::mt19937_64 engine(3);
  int bound = 0, never = 0, at_start = 0;
  for (int k = 0; k < 40; ++k) {
    const auto s = drawn(engine);
    const std::vector criteria{under("goodput", g90, s.growth), under("write", limits::write_time_equals_mtbf{}),
                               under("asynchronous", limits::elasticity_at_least{0.5}, growth::fixed(),
                                     strategies::Asynchronous<>{.copy_bandwidth = 1e14})};
    const auto dates = analysis::binding_dates(s, criteria);
    REQUIRE(dates.size() == 7);
    for (std::size_t i = 0; i < dates.size(); ++i) {
      CAPTURE(dates[i].limit);
      const auto slack = [&](double year) { return analysis::timeline_at(s, year, criteria).limits[i].slack; };
      double before = 2024, first = inf;
      if (!(slack(2024) >= 1)) first = 2024;
      for (double year = 2024; first == inf && year < 2064; year += 1. / 16) {
        if (!(slack(year) >= 1)) first = year;
        else before = year;
      }
      if (first == inf) {
        CHECK(dates[i].year > 2063.9);
        ++never;
      } else if (first == 2024) {
        CHECK(dates[i].year == 2024);
        ++at_start;
      } else {
        CHECK(dates[i].year > before);
        CHECK(dates[i].year <= first);
        CHECK_THAT(slack(dates[i].year),
                   WithinRel(1, 1e-6));  // a date near 2030 is known to 2e-13 of itself; growth does the rest
        ++bound;
      }
    }
  }
  CHECK(bound > 50);
  CHECK(never > 10);
  CHECK(at_start > 3);
}

TEST_CASE("a date of binding knows no growth law in size") {
  for (const auto& law :
       {growth::fixed(), growth::chinchilla(), growth::proportional(), growth::power_law({{"gpu_mttf", -0.3}})}) {
    auto s = medians;
    for (const double restart : {0., 60., 300.}) {
      s.run.initialization_time = restart;
      CHECK_THAT(analysis::binding_date(s, under("g", g90, law)) - analysis::binding_date(s, under("g", g90)),
                 WithinAbs(0, 1e-8));
      const auto memory = strategies::InMemory<>{};
      CHECK_THAT(analysis::binding_date(s, under("g", g90, law, memory)) -
                     analysis::binding_date(s, under("g", g90, growth::fixed(), memory)),
                 WithinAbs(0, 1e-6));  // by halving, to 1e-10 years
    }
  }
}

TEST_CASE("the restart wall, and a strategy that moves it") {
  auto s = medians;
  s.run.initialization_time = 300;
  s.run.write_bandwidth = inf;
  // -ln g MTTF/R
  CHECK_THAT(limits::max_gpus(s.run_at(0.0), g90).value, WithinRel(1.8e8 * -std::log(0.9) / 300, 1e-12));
  const double wall = analysis::binding_date(s, under("g", g90));
  CHECK_THAT(wall, WithinAbs(2026.8371, 5e-5));
  const double elastic = analysis::binding_date(s, under("g", g90, growth::fixed(), strategies::Elastic<>{.replicas = 64}));
  CHECK(elastic > wall + 0.1);
}

TEST_CASE("a criterion that only larger sizes than the one wanted meet does not bind it") {
  const auto& s = medians;
  const auto strategy =
      strategies::multilevel({{{.write_bandwidth = 1e8, .read_bandwidth = 1e8, .latency = 0.5, .per_gpu = 1}, 0.8},
                              {{.write_bandwidth = 1e13, .read_bandwidth = 1e13, .latency = 2}, 0.2}});
  const auto law = growth::power_law({{"gpu_mttf", 0.8}});
  const auto run = s.run_at(0.0);
  const double here = strategies::goodput(run, strategy), larger = strategies::goodput(law.at(run, 30 * run.gpus), strategy);
  REQUIRE(larger > here + 1e-3);
  const auto asked = under("g", limits::goodput_at_least{(here + larger) / 2}, law, strategy);
  const double date = analysis::binding_date(s, asked);
  CHECK(date > s.demand.start + 0.01);
  REQUIRE(date < inf);
  const auto slack = [&](double year) { return analysis::timeline_at(s, year, {asked}).limits.back().slack; };
  CHECK(slack(date - 1e-3) >= 1);
  CHECK(!(slack(date + 1e-3) >= 1));
}

TEST_CASE("a supply that is scarce for a while binds from its first date on") {
  // slack dips below one between two dates of the search and recovers: chips grow late, demand early
  auto s = medians;
  s.power.reset(), s.ring.reset(), s.data.reset(), s.wall.reset();
  s.demand.compute_growth = 1.5, s.chips->stock = 1e7, s.chips->production = 1e5;
  s.chips->count_growth = 2.2, s.chips->wafers = inf, s.hardware.peak_growth = 1.2;
  const auto slack = [&](double t) { return analysis::gpus_allowed(s, Supply::chips, t) / s.gpus(t); };
  // scale the demand such that the least slack is just below 1
  double least = inf, at = 0;
  for (double t = 0; t < 20; t += 1e-3)
    if (slack(t) < least) least = slack(t), at = t;
  REQUIRE(at > 0.1);
  REQUIRE(at < 19);
  s.demand.compute *= least * (1 + 1e-4);
  const double date = analysis::binding_date(s, Supply::chips) - 2024;
  CHECK(date < at);
  CHECK(date > at - 0.5);
  CHECK_THAT(slack(date), WithinRel(1, 1e-9));
  s.demand.compute /= 1 + 2e-4;
  CHECK(analysis::binding_date(s, Supply::chips) == inf);
}

TEST_CASE("what all supplies allow is what each allows") {
  std::mt19937_64 engine(7);
  for (int k = 0; k < 50; ++k) {
    auto s = drawn(engine);
    if (k % 2) s.power.reset();
    if (k % 3 == 0) s.ring.reset(), s.wall->latency_per_layer = 1e-4;
    if (k % 5 == 0) s.data.reset();
    const double t = std::uniform_real_distribution<>(0, 30)(engine);
    const auto all = analysis::supplies_allowed(s, t);
    for (std::size_t i = 0; i < all.count; ++i) {
      const Supply supply = words_of<Supply>[i].value;
      CHECK(all.compute[i] == analysis::compute_allowed(s, supply, t));
      CHECK(all.gpus[i] == analysis::gpus_allowed(s, supply, t));
      CHECK((all.gpus[i] == inf) == !has(s, supply));
    }
    // of chips worth one of the start year each
    const double chips = s.demand.share * s.chips->available(t, s.hardware.peak_growth);
    CHECK_THAT(all.gpus[1], WithinRel(chips / std::pow(s.hardware.peak_growth, t), 1e-13));
  }
}

TEST_CASE("the growth that keeps a criterion from binding: just less binds some day, just more never") {
  std::mt19937_64 engine(5);
  int found = 0, infeasible = 0;
  for (int k = 0; k < 60; ++k) {
    auto s = drawn(engine);
    s.demand.compute_growth = std::uniform_real_distribution<>(1.05, 4)(engine);
    const bool free_restart = k % 2 == 0;
    if (free_restart) s.run.initialization_time = s.run.downtime = s.run.storage_latency = 0, s.run.read_bandwidth = inf;
    const std::string_view field = k % 3 ? "write_bandwidth" : "gpu_mttf";
    const auto criterion = under("goodput", g90, s.growth);
    const auto growth = analysis::required_growth(s, field, criterion);
    if (growth.status != limits::Status::ok) {
      CHECK(!growth.note.empty());
      ++infeasible;
      continue;
    }
    ++found;
    auto with = s;
    with.yearly = s.yearly.with(field, growth.factor * (1 + 1e-6));
    CAPTURE(k, growth.factor, field);
    CHECK(analysis::binding_date(with, criterion) == inf);
    with.yearly = s.yearly.with(field, growth.factor * 0.9);  // less than that may take centuries to bind
    CHECK(analysis::binding_date(with, criterion) < inf);
  }
  CHECK(found > 15);
  CHECK(infeasible > 5);
  const auto of = [&](std::string_view field) { return analysis::required_growth(medians, field, under("g", g90)); };
  CHECK_THAT(of("write_bandwidth").factor, WithinRel(std::pow(4.1, 1.5) / 1.44, 1e-10));
  CHECK_THROWS_AS(of("gpus"), InvalidArgument);
  CHECK_THROWS_AS(of("read_bandwidth"), DomainError);  // infinite
  CHECK_THROWS_AS(of("bandwidth"), InvalidArgument);
  CHECK_THROWS_AS(analysis::required_growth(medians, "gpu_mttf", under("p", limits::peak_throughput{})), InvalidArgument);
}

TEST_CASE("bad scenarios are refused by name") {
  CHECK_THROWS_AS(analysis::timeline_at(medians, 2023.9), DomainError);
  CHECK_THROWS_AS(analysis::timeline_at(medians, NaN), DomainError);
  auto s = medians;
  s.demand.share = 1.1;
  CHECK_THROWS_AS(analysis::timeline_at(s, 2024), DomainError);
  s = medians, s.chips->stock = -1;
  CHECK_THROWS_AS(analysis::binding_dates(s), DomainError);
  s = medians, s.power->ai_power = 2 * s.power->data_center_power;
  CHECK_THROWS_AS(analysis::timeline_at(s, 2024), DomainError);
  s = medians, s.yearly = growth::per_year({{"checkpoint_bytes", 2}});
  CHECK_THROWS_AS(analysis::timeline_at(s, 2024), InvalidArgument);
  CHECK_THROWS_AS(under("g", limits::goodput_at_least{1.5}), DomainError);
}
