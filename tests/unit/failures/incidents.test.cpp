// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/failures/incidents.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <set>

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

namespace {

struct PartLog {
  std::vector<double> times{}, parts{};
  void add(double time, std::size_t part) { times.push_back(time), parts.push_back(static_cast<double>(part)); }
  /// Independent parts with these rates, in [0, window].
  static PartLog independent(Sampler& random, std::span<const double> rates, double window) {
    PartLog log;
    for (std::size_t p = 0; p < rates.size(); ++p)
      for (double t = random.exponential(1 / rates[p]); t < window; t += random.exponential(1 / rates[p])) log.add(t, p);
    return log;
  }
};

}  // namespace

TEST_CASE("a chain of events is one incident, from the first on it is cut", "[failures]") {
  const std::vector<double> times{100, 0, 8, 16, 100, 30}, parts{1, 7, 7, 8, 2, 9};
  const auto chain = incidents(times, parts, 10);
  CHECK(chain.incident == std::vector<double>{2, 0, 0, 0, 2, 1});
  CHECK(chain.start == std::vector<double>{0, 30, 100});
  CHECK(chain.events == std::vector<double>{3, 1, 2});
  CHECK(chain.parts == std::vector<double>{2, 1, 2});
  const auto first = incidents(times, parts, 10, IncidentRule::first);
  CHECK(first.incident == std::vector<double>{3, 0, 0, 1, 3, 2});
  CHECK(first.parts == std::vector<double>{1, 1, 1, 2});
  CHECK(incidents(times, parts, 0).start.size() == 5);  // simultaneous ones always
  CHECK(incidents({}, {}, 1).start.empty());
  CHECK(from_word<IncidentRule>("incidents", "rule", "first") == IncidentRule::first);
}

TEST_CASE("incidents are the groups that joining pairs by hand makes", "[failures]") {
  Sampler random(3);
  for (int round = 0; round < 200; ++round) {
    PartLog log;
    for (std::size_t i = 1 + random.index(60); i > 0; --i)
      log.add(random.chance(0.5) ? random.uniform(0, 100) : std::floor(random.uniform(0, 100)), random.index(5));
    const double within = random.chance(0.2) ? 0 : random.uniform(0, 6);
    // every pair that lies within is of one group, and so are the groups that it joins
    std::vector<std::size_t> group(log.times.size());
    std::iota(group.begin(), group.end(), std::size_t(0));
    for (std::size_t i = 0; i < group.size(); ++i)
      for (std::size_t j = 0; j < group.size(); ++j)
        if (std::abs(log.times[i] - log.times[j]) <= within) {
          const auto from = group[j], to = group[i];
          for (auto& g : group) g = g == from ? to : g;
        }
    const auto chain = incidents(log.times, log.parts, within);
    for (std::size_t i = 0; i < group.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) CHECK((group[i] == group[j]) == (chain.incident[i] == chain.incident[j]));
    // from the first: the earliest event that is in none takes all that lie within
    const auto first = incidents(log.times, log.parts, within, IncidentRule::first);
    std::set<std::size_t> left;
    for (std::size_t i = 0; i < group.size(); ++i) left.insert(i);
    for (double number = 0; !left.empty(); ++number) {
      double begin = inf;
      for (const auto i : left) begin = std::min(begin, log.times[i]);
      std::set<double> hit;
      double events = 0;
      for (auto i = left.begin(); i != left.end();) {
        if (log.times[*i] - begin > within) {
          ++i;
          continue;
        }
        CHECK(first.incident[*i] == number);
        hit.insert(log.parts[*i]), ++events;
        i = left.erase(i);
      }
      const auto at = static_cast<std::size_t>(number);
      CHECK(first.start[at] == begin);
      CHECK(first.events[at] == events);
      CHECK(first.parts[at] == static_cast<double>(hit.size()));
    }
  }
}

TEST_CASE("incidents of two parts by chance are as many as drawn ones", "[failures]") {
  const auto rule = GENERATE(IncidentRule::chain, IncidentRule::first);
  const double within = GENERATE(1.0, 30.0, 200.0);  // of a domain with 65 s between events: rare, often, nearly always
  const std::vector<double> rates{1e-3, 2e-3, 1e-4, 12e-3, 2e-4};
  const double window = 4e7;
  Sampler random(7);
  const auto log = PartLog::independent(random, rates, window);
  const std::vector<double> domains(rates.size(), 3);
  const auto found = correlated_failures(log.times, log.parts, domains, within, window, rule);
  // brute force over the incidents of the whole log, which is one domain
  const auto all = incidents(log.times, log.parts, within, rule);
  double together = 0;
  for (const double parts : all.parts) together += parts >= 2;
  CHECK(found.observed == together);
  const double expected = window * failures::detail::rate_by_chance(rates, within, rule);
  CHECK_THAT(found.observed, WithinAbs(expected, tolerance::standard_errors * std::sqrt(expected)));
  CHECK_THAT(found.expected, WithinRel(expected, 0.01));  // rates from 6e5 events
}

TEST_CASE("chance is nothing where one part is all, and first order in a short window", "[failures]") {
  const auto rule = GENERATE(IncidentRule::chain, IncidentRule::first);
  const std::vector<double> one{1e-3}, silent{1e-3, 0, 0}, none{0, 0}, two{1e-6, 3e-6};
  CHECK(failures::detail::rate_by_chance(one, 100, rule) == 0);
  CHECK_THAT(failures::detail::rate_by_chance(silent, 100, rule), WithinAbs(0, 1e-18));
  CHECK(failures::detail::rate_by_chance(none, 100, rule) == 0);
  CHECK(failures::detail::rate_by_chance(two, 0, rule) == 0);
  CHECK_THAT(failures::detail::rate_by_chance(two, 1e-3, rule), WithinRel(2 * 1e-6 * 3e-6 * 1e-3, 1e-8));  // w (L^2 - sum l^2)
}

TEST_CASE("the rate of correlated failures of a domain is found, its interval holds it", "[failures]") {
  // 40 racks of 8 nodes that fail alone once in 30 days, a year; a rack goes down as a whole, its nodes within 20 s
  const std::size_t racks = 40, nodes = 8;
  const double window = 365 * day, alone = 1 / (30 * day), within = minute;
  const double rack_rate = GENERATE(0.0, 1.0, 6.0) / (365 * day);
  const auto rule = GENERATE(IncidentRule::chain, IncidentRule::first);
  std::vector<double> domains;
  for (std::size_t i = 0; i < racks * nodes; ++i) domains.push_back(100 + 2 * static_cast<double>(i / nodes));
  Sampler random(11);
  const int rounds = 300;
  double covered = 0, mean = 0, spread = 0, small = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::vector<double> rates(racks * nodes, alone);
    auto log = PartLog::independent(random, rates, window);
    if (rack_rate > 0)
      for (std::size_t r = 0; r < racks; ++r)
        for (double t = random.exponential(1 / rack_rate); t < window - 20; t += random.exponential(1 / rack_rate))
          for (std::size_t k = 0; k < nodes; ++k) log.add(t + random.uniform(0, 20), r * nodes + k);
    const auto found = correlated_failures(log.times, log.parts, domains, within, window, rule);
    covered += found.lower <= rack_rate && rack_rate <= found.upper;
    mean += found.rate / rounds, spread += square(found.rate) / rounds;
    small += found.p_value < 0.05;
    if (round == 0) {
      CHECK(found.label.size() == racks);
      CHECK(found.label[1] == 102);
      CHECK(found.parts[1] == nodes);
      CHECK_THAT(std::accumulate(found.events.begin(), found.events.end(), 0.), WithinAbs(double(log.times.size()), 0));
      CHECK(std::accumulate(found.observed_in.begin(), found.observed_in.end(), 0.) == found.observed);
    }
  }
  CAPTURE(rack_rate, to_word(rule));
  CHECK(covered / rounds >= 0.95 - 3 * std::sqrt(0.05 * 0.95 / rounds));  // 3 standard errors below at most
  const double error = std::sqrt(std::max(0., spread - mean * mean) / rounds);
  // 0: a rate below nothing is shown as none, which lifts the mean
  if (rack_rate > 0) CHECK_THAT(mean, WithinAbs(rack_rate, tolerance::standard_errors * error + 0.01 * rack_rate));
  if (rack_rate > 0) CHECK(small == rounds);
  else CHECK(small / rounds <= 0.05 + 3 * std::sqrt(0.05 * 0.95 / rounds));
}

TEST_CASE("events of other domains do not join what is far apart", "[failures]") {
  // part 0 and part 1 of domain 0 fail 12 s apart, a part of domain 1 between them
  const std::vector<double> times{10, 16, 22}, parts{0, 2, 1}, domains{0, 0, 1};
  CHECK(incidents(times, parts, 7).start.size() == 1);
  CHECK(correlated_failures(times, parts, domains, 7, 100).observed == 0);
  CHECK(correlated_failures(times, parts, domains, 12, 100).observed == 1);
  // what chance explains is taken off the rate and off both ends
  const std::vector<double> many{1, 2, 40, 41, 70, 72, 90}, hit{0, 1, 1, 0, 0, 1, 1};
  const auto close = correlated_failures(many, hit, domains, 3, 100);
  const auto between = mtbf_from_events(3, 200.);
  CHECK(close.observed == 3);
  CHECK(close.expected > 0.3);
  CHECK_THAT(close.rate, WithinRel((3 - close.expected) / 200, 1e-14));
  CHECK_THAT(close.lower, WithinRel(1 / between.upper - close.expected / 200, 1e-13));
  CHECK_THAT(close.upper, WithinRel(1 / between.lower - close.expected / 200, 1e-14));
  CHECK_THAT(close.p_value,
             WithinRel(1 - std::exp(-close.expected) * (1 + close.expected + square(close.expected) / 2), 1e-12));
  const auto none = correlated_failures({}, {}, domains, 12, 100);
  CHECK(none.observed == 0);
  CHECK(none.p_value == 1);
  CHECK(none.rate == 0);
  CHECK_THAT(none.upper, WithinRel(-std::log(0.05) / 200, 1e-13));  // two domains, no event: as mtbf_from_events
}

TEST_CASE("what cannot be a log of events is refused by its place", "[failures]") {
  const std::vector<double> times{1, NaN}, good{1, 2}, parts{0, 1}, bad{0, 2}, half{0, 0.5}, domains{0, 0}, one{0};
  CHECK_THROWS_WITH(incidents(times, parts, 1), ContainsSubstring("times[1] = nan"));
  CHECK_THROWS_WITH(incidents(good, one, 1), ContainsSubstring("parts has 1 numbers, times has 2"));
  CHECK_THROWS_AS(incidents(good, parts, -1), DomainError);
  CHECK_THROWS_WITH(correlated_failures(good, bad, domains, 1, 10), ContainsSubstring("parts[1] = 2"));
  CHECK_THROWS_WITH(correlated_failures(good, half, domains, 1, 10), ContainsSubstring("a whole number"));
  CHECK_THROWS_AS(correlated_failures(good, parts, {}, 1, 10), InvalidArgument);
  CHECK_THROWS_AS(correlated_failures(good, parts, domains, 1, 1.5), DomainError);
  CHECK_THROWS_AS(correlated_failures(good, parts, domains, 1, 10, IncidentRule::chain, 1), DomainError);
}
