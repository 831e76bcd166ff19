// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/failures/age_rates.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "scaling_limits/core/units.hpp"
#include "support/reference.hpp"
#include "support/tolerance.hpp"

using namespace scaling_limits;
using namespace scaling_limits::failures;
using namespace scaling_limits::testing;
using namespace scaling_limits::units;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

TEST_CASE("events and exposure of bins are those counted second by second", "[failures]") {
  Sampler random(1);
  for (int round = 0; round < 100; ++round) {
    const auto moment = [&] { return std::floor(random.uniform(-20, 120)); };
    std::vector<double> edges{-7}, from, to, times;
    for (std::size_t i = 1 + random.index(12); i > 0; --i) edges.push_back(edges.back() + 1 + double(random.index(15)));
    for (std::size_t i = random.index(30); i > 0; --i) {
      const double a = moment(), b = moment();
      from.push_back(std::min(a, b)), to.push_back(std::max(a, b));
    }
    for (std::size_t i = random.index(30); i > 0; --i) times.push_back(moment());
    const auto found = binned_rates(from, to, times, edges, 0.9);
    REQUIRE(found.rate.size() == edges.size() - 1);
    for (std::size_t j = 0; j + 1 < edges.size(); ++j) {
      double events = 0, exposure = 0;
      for (const double t : times) events += (t > edges[j] || (j == 0 && t == edges[0])) && t <= edges[j + 1];
      for (std::size_t i = 0; i < from.size(); ++i)
        for (double s = edges[j]; s < edges[j + 1]; ++s) exposure += from[i] <= s && s + 1 <= to[i];
      CHECK(found.events[j] == events);
      CHECK(found.exposure[j] == exposure);
      if (exposure == 0) {
        CHECK(std::isnan(found.rate[j]));
        CHECK(std::isnan(found.lower[j]));
        continue;
      }
      const auto mtbf = mtbf_from_events(events, exposure, 0.9);
      CHECK(found.rate[j] == events / exposure);
      CHECK_THAT(found.lower[j], WithinAbs(1 / mtbf.upper, 0));
      CHECK_THAT(found.upper[j], WithinAbs(1 / mtbf.lower, 0));
      CHECK((found.lower[j] <= found.rate[j] && found.rate[j] < found.upper[j]));
      if (events == 0) CHECK(found.lower[j] == 0);
    }
  }
}

TEST_CASE("lives that end and lives that go on: the rate by age is the law's, its intervals hold it", "[failures]") {
  // a hazard of 1/100 s up to 50 s, 1/20 s after, watched to 80 s, a third of them from a later age on
  const auto drawn = [](Sampler& random) {
    const double e = random.exponential(1);
    return e < 0.5 ? 100 * e : 50 + 20 * (e - 0.5);
  };
  Sampler random(2);
  const std::vector<double> edges{0, 10, 25, 50, 60, 80};
  const int rounds = 400;
  std::vector<double> covered(5), rate(5);
  for (int round = 0; round < rounds; ++round) {
    std::vector<double> durations, observed, entry;
    while (durations.size() < 500) {
      const double life = drawn(random), from = random.chance(0.3) ? random.uniform(0, 70) : 0, to = random.uniform(70, 90);
      if (life <= from) continue;  // never seen
      durations.push_back(std::min(life, to)), observed.push_back(life <= to), entry.push_back(from);
    }
    const auto found = rate_by_age(durations, observed, edges, entry);
    for (std::size_t j = 0; j < 5; ++j) {
      const double true_rate = j < 3 ? 0.01 : 0.05;
      covered[j] += found.lower[j] <= true_rate && true_rate <= found.upper[j];
      rate[j] += found.rate[j] / rounds;
    }
  }
  for (std::size_t j = 0; j < 5; ++j) {
    CHECK_THAT(rate[j], WithinRel(j < 3 ? 0.01 : 0.05, 0.03));  // 5 standard errors of 2e4 events, and a ratio's bias
    CHECK(covered[j] / rounds >= 0.95 - 3 * std::sqrt(0.05 * 0.95 / rounds));
  }
}

TEST_CASE("lives without flags all failed, those from new count from 0", "[failures]") {
  const std::vector<double> durations{10, 20, 30}, observed{1, 0, 1}, edges{0, 20, 40}, later{10, 20, 40};
  const auto all = rate_by_age(durations, {}, edges);
  CHECK(all.events == std::vector<double>{2, 1});
  CHECK(all.exposure == std::vector<double>{50, 10});
  CHECK(rate_by_age(durations, observed, edges).events == std::vector<double>{1, 1});
  const auto cut = rate_by_age(durations, {}, later);  // one failed at the very age that the bins begin: before them
  CHECK(cut.events == std::vector<double>{1, 1});
  CHECK(cut.exposure == std::vector<double>{20, 10});
  CHECK(std::isnan(rate_by_age({}, {}, edges).rate[0]));
}

TEST_CASE("what has no place in bins is refused by its place", "[failures]") {
  const std::vector<double> durations{1, NaN}, good{1, 2}, flags{1, 2}, entry{0, 3}, edges{0, 1}, falling{0, 1, 1}, one{1};
  CHECK_THROWS_WITH(rate_by_age(durations, {}, edges), ContainsSubstring("durations[1] = nan"));
  CHECK_THROWS_WITH(rate_by_age(good, flags, edges), ContainsSubstring("observed[1] = 2"));
  CHECK_THROWS_WITH(rate_by_age(good, {}, edges, entry), ContainsSubstring("entry[1] = 3"));
  CHECK_THROWS_WITH(rate_by_age(good, one, edges), ContainsSubstring("observed has 1 numbers, durations has 2"));
  CHECK_THROWS_WITH(rate_by_age(good, {}, falling), ContainsSubstring("edges must rise"));
  CHECK_THROWS_WITH(binned_rates(good, entry, {}, edges), ContainsSubstring("end[0] = 0"));
  CHECK_THROWS_AS(binned_rates(good, good, durations, edges), DomainError);
  CHECK_THROWS_AS(binned_rates(good, good, {}, one), InvalidArgument);
  const std::vector<double> endless{5, inf}, before{-0.5, 0};
  CHECK_THROWS_WITH(binned_rates(good, endless, {}, edges), ContainsSubstring("end[1] = inf"));
  CHECK_THROWS_WITH(rate_by_age(good, {}, edges, before), ContainsSubstring("entry[0] = -0.5"));
  CHECK_THROWS_AS(binned_rates(good, good, {}, edges, 0), DomainError);
}
