// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/failures/rate_spread.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "support/reference.hpp"
#include "support/tolerance.hpp"

using namespace scaling_limits;
using namespace scaling_limits::failures;
using namespace scaling_limits::testing;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// The log of the negative binomial probability of all counts, as textbooks write it: shape k = 1/a, mean m T.
wide log_likelihood(std::span<const double> events, std::span<const double> exposures, const wide& m, const wide& a) {
  wide sum = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const wide mean = m * exposures[i], k = 1 / a;
    sum += lgamma(wide(k + events[i])) - lgamma(k) - std::lgamma(events[i] + 1) + k * log(wide(k / (k + mean))) +
           events[i] * log(wide(mean / (k + mean)));
  }
  return sum;
}

/// Parts whose rates are gamma distributed, over two periods.
struct Fleet {
  std::vector<double> rates{}, exposures{}, events{}, next{};
  Fleet(std::mt19937_64& engine, std::size_t n, double mean, double dispersion, double shortest = 1, double longest = 1) {
    std::gamma_distribution<> rate(dispersion > 0 ? 1 / dispersion : 1, mean * dispersion);
    std::uniform_real_distribution<> watched(shortest, longest);
    const auto count = [&](double x) { return x > 0 ? static_cast<double>(std::poisson_distribution<>(x)(engine)) : 0.; };
    for (std::size_t i = 0; i < n; ++i) {
      rates.push_back(dispersion > 0 ? rate(engine) : mean);
      exposures.push_back(watched(engine));
      events.push_back(count(rates[i] * exposures[i]));
      next.push_back(count(rates[i]));
    }
  }
};

}  // namespace

TEST_CASE("the spread is the highest point of the likelihood, in 50 digits", "[failures]") {
  std::mt19937_64 engine(1);
  Sampler random(1);
  int inner = 0;
  for (int round = 0; round < 16; ++round) {
    const double mean = random.log_uniform(0.2, 30), dispersion = random.log_uniform(0.01, 5);
    const Fleet fleet(engine, 8 + random.index(30), mean, dispersion, 0.3, round % 2 ? 4 : 0.3);
    if (std::accumulate(fleet.events.begin(), fleet.events.end(), 0.) == 0) continue;
    const auto found = rate_spread(fleet.events, fleet.exposures);
    CAPTURE(mean, dispersion, found.mean_rate, found.dispersion);
    const auto l = [&](double m, double a) { return log_likelihood(fleet.events, fleet.exposures, m, a); };
    if (found.dispersion > 0) {
      ++inner;
      // slopes in ln m and ln a against the curvature there: the top within 1e-10
      const wide h = 1e-12;
      const auto at = [&](const wide& u, const wide& v) {
        return log_likelihood(fleet.events, fleet.exposures, found.mean_rate * exp(u), found.dispersion * exp(v));
      };
      const wide here = at(0, 0);
      const wide slope_m = (at(h, 0) - at(-h, 0)) / (2 * h), bend_m = (at(h, 0) - 2 * here + at(-h, 0)) / (h * h);
      const wide slope_a = (at(0, h) - at(0, -h)) / (2 * h), bend_a = (at(0, h) - 2 * here + at(0, -h)) / (h * h);
      CHECK(bend_m < 0);
      CHECK_THAT(static_cast<double>(slope_m / bend_m), WithinAbs(0, 1e-10));  // a root, to the rounding of its sums
      CHECK_THAT(static_cast<double>(slope_a / bend_a), WithinAbs(0, 1e-8));   // the same, where the top is flat
      for (double a = found.dispersion / 64; a < 100 * found.dispersion; a *= 4)
        for (double m = found.mean_rate / 4; m < 5 * found.mean_rate; m *= 2) CHECK(l(m, a) <= here + 1e-12);
    } else {
      for (double a = 1e-4; a < 100; a *= 3) CHECK(l(found.mean_rate, a) < l(found.mean_rate, 1e-9));
    }
  }
  CHECK(inner > 8);
}

TEST_CASE("parts that are alike have no spread, and those without events no rate", "[failures]") {
  const std::vector<double> even{3, 3, 3, 3}, exposures{1, 1, 1, 1}, none{0, 0, 0, 0}, one{4}, single{2}, ones{1, 1, 0, 1};
  CHECK(rate_spread(even, exposures).dispersion == 0);
  CHECK(rate_spread(even, exposures).mean_rate == 3);
  CHECK(rate_spread(ones, exposures).dispersion == 0);
  CHECK(rate_spread(one, single).mean_rate == 2);
  CHECK(std::isnan(rate_spread(none, exposures).mean_rate));
  CHECK(rate_spread(even, exposures).rate(100, 1) == 3);
  CHECK(rate_spread(even, exposures).rate_quantile(0.9, 100, 1) == 3);
  const std::vector<double> far{0, 0, 0, 100000};  // all in one part: a spread without end is cut off, not lost
  const auto wide_spread = rate_spread(far, exposures);
  CHECK(wide_spread.dispersion > 1);
  CHECK(wide_spread.rate(100000, 1) > 9e4);
}

TEST_CASE("sums over counts are those taken one by one, in 50 digits", "[failures]") {
  Sampler random(45);
  for (int round = 0; round < 40; ++round) {
    const double x = 1001 + std::floor(random.log_uniform(1, 2e4)), a = random.log_uniform(1e-14, 1e17);
    wide logs = 0, shares = 0;
    for (double j = 1000; j < x; ++j) logs += log1p(wide(wide(a) * j)), shares += j / (1 + wide(a) * j);
    CAPTURE(x, a);
    // of the whole sums: what is before 1000 is added to them
    const wide logs_before = 1000 * log1p(wide(a * 500.)), shares_before = 500000 / (1 + a * 1000.);
    CHECK(abs(logs - failures::detail::logs_beyond(x, a)) < 1e-14 * (logs + logs_before));
    CHECK(abs(shares - failures::detail::shares_beyond(x, a)) < 1e-14 * (shares + shares_before));
  }
  CHECK(failures::detail::logs_beyond(1000, 3) == 0);
  CHECK(failures::detail::shares_beyond(1000, 3) == 0);
}

TEST_CASE("counts of a billion are the top of the likelihood too, and take no memory for each", "[failures]") {
  const std::vector<double> events{1e9, 4e8, 999, 9.00000001e8, 1000, 1001}, exposures{1, 2, 0.5, 1, 1e-6, 1e-6};
  const auto found = rate_spread(events, exposures);
  const wide h = 1e-12;
  const auto at = [&](const wide& u, const wide& v) {
    return log_likelihood(events, exposures, found.mean_rate * exp(u), found.dispersion * exp(v));
  };
  const wide here = at(0, 0), bend_m = (at(h, 0) - 2 * here + at(-h, 0)) / (h * h),
             bend_a = (at(0, h) - 2 * here + at(0, -h)) / (h * h);
  CHECK(found.dispersion > 0);
  CHECK(bend_m < 0);
  CHECK(bend_a < 0);
  CHECK_THAT(static_cast<double>((at(h, 0) - at(-h, 0)) / (2 * h) / bend_m), WithinAbs(0, 1e-9));
  CHECK_THAT(static_cast<double>((at(0, h) - at(0, -h)) / (2 * h) / bend_a), WithinAbs(0, 1e-7));
}

TEST_CASE("exposures further apart than any watch of parts are refused by place", "[failures]") {
  const std::vector<double> events{2, 1, 5}, apart{1e5, 9.2e18, 3e6}, within{1e5, 9.9e16, 3e6};
  CHECK_THROWS_WITH(rate_spread(events, apart),
                    ContainsSubstring("exposures[1] = 9.2e+18 must be <= 1e12 times the shortest, 100000"));
  CHECK(rate_spread(events, within).dispersion > 0);
}

TEST_CASE("mean and spread of a large fleet are those it was made with", "[failures]") {
  const double dispersion = GENERATE(0.0, 0.2, 1.0, 4.0), mean = GENERATE(0.5, 6.0);
  std::mt19937_64 engine(2);
  const Fleet fleet(engine, 40000, mean, dispersion, 0.2, 3);
  const auto found = rate_spread(fleet.events, fleet.exposures);
  CHECK_THAT(found.mean_rate, WithinRel(mean, 5 * std::sqrt((1 / mean + dispersion) / 40000 * 2)));  // 5 standard errors
  CHECK_THAT(found.dispersion, WithinAbs(dispersion, 0.02 + 0.06 * dispersion));  // 5 of the largest, from the information
}

TEST_CASE("shrunken rates are nearer the true ones than raw rates, and their quantiles hold them", "[failures]") {
  const double dispersion = GENERATE(0.05, 0.5, 2.0), mean = GENERATE(0.7, 5.0);
  std::mt19937_64 engine(3);
  double raw = 0, shrunken = 0, covered = 0, parts = 0;
  for (int round = 0; round < 60; ++round) {
    const Fleet fleet(engine, 200, mean, dispersion, 0.3, 3);
    const auto spread = rate_spread(fleet.events, fleet.exposures);
    for (std::size_t i = 0; i < fleet.rates.size(); ++i) {
      const double x = fleet.events[i], t = fleet.exposures[i];
      raw += square(x / t - fleet.rates[i]), shrunken += square(spread.rate(x, t) - fleet.rates[i]);
      covered += spread.rate_quantile(0.025, x, t) <= fleet.rates[i] && fleet.rates[i] <= spread.rate_quantile(0.975, x, t);
      ++parts;
    }
  }
  CHECK(shrunken < 0.9 * raw);
  if (dispersion > 0.1) CHECK_THAT(covered / parts, WithinAbs(0.95, 0.03));  // the spread itself is uncertain: 0.93
}

TEST_CASE("a part's rate is the mean of its gamma law, by quadrature over the prior", "[failures]") {
  const RateSpread spread{.mean_rate = 1.5, .dispersion = 0.4};
  const double k = 1 / spread.dispersion;
  for (const double x : {0.0, 1.0, 7.0})
    for (const double t : {0.1, 2.0, 30.0}) {
      double weight = 0, sum = 0, below = 0;
      const double q = spread.rate_quantile(0.3, x, t), step = 1e-5;
      for (double r = step / 2; r < 40; r += step * (1 + r)) {  // midpoints, wider where the law is thin
        const double p = std::exp((k - 1 + x) * std::log(r) - k / spread.mean_rate * r - r * t) * step * (1 + r);
        weight += p, sum += p * r, below += r < q ? p : 0;
      }
      CHECK_THAT(spread.rate(x, t), WithinRel(sum / weight, 1e-4));  // a sum with steps of 1e-5
      CHECK_THAT(below / weight, WithinAbs(0.3, 1e-3));              // the same, one step of it
    }
}

TEST_CASE("what it gains to take the worst parts away is what the next period shows; raw rates promise more", "[failures]") {
  const double dispersion = GENERATE(0.3, 1.5);
  const std::size_t k = GENERATE(5, 20);
  std::mt19937_64 engine(4);
  const int rounds = 300;
  double foretold = 0, raw = 0, seen = 0, errors = 0, total = 0, all_seen = 0, renewed = 0;
  for (int round = 0; round < rounds; ++round) {
    const Fleet fleet(engine, 300, 2, dispersion, 0.5, 2);
    const auto spread = rate_spread(fleet.events, fleet.exposures);
    const auto worst = worst_parts(spread, fleet.events, fleet.exposures);
    double raw_sum = 0, next = 0;
    for (std::size_t j = 0; j < k; ++j) {
      const auto i = static_cast<std::size_t>(worst.part[j]);
      raw_sum += fleet.events[i] / fleet.exposures[i], next += fleet.next[i];
    }
    foretold += worst.removed[k - 1], raw += raw_sum, seen += next, errors += square(next - worst.removed[k - 1]);
    renewed += worst.renewed[k - 1] - (worst.removed[k - 1] - static_cast<double>(k) * spread.mean_rate);
    total += worst.total_rate, all_seen += std::accumulate(fleet.next.begin(), fleet.next.end(), 0.);
  }
  const double error = std::sqrt(errors) / rounds;
  CHECK_THAT(foretold / rounds, WithinAbs(seen / rounds, tolerance::standard_errors * error));
  CHECK(raw / rounds > seen / rounds + 2 * tolerance::standard_errors * error);
  CHECK_THAT(total, WithinRel(all_seen, 0.01));
  CHECK_THAT(renewed, WithinAbs(0, 1e-6));
}

TEST_CASE("the worst parts come first, and all of them are the whole rate", "[failures]") {
  const RateSpread spread{.mean_rate = 1, .dispersion = 1};
  const std::vector<double> events{0, 5, 2, 5}, exposures{1, 1, 1, 9};
  const auto worst = worst_parts(spread, events, exposures, 0.25);  // rates 1/2, 3, 3/2, 6/10
  CHECK(worst.part == std::vector<double>{1, 2, 3, 0});
  CHECK_THAT(worst.removed[1], WithinRel(4.5, 1e-14));
  CHECK_THAT(worst.renewed[1], WithinRel(4.0, 1e-14));
  CHECK(worst.removed[3] == worst.total_rate);
  // where all are alike by what was counted: 0, 5, 2, 5/9 in one time, then in their order
  CHECK(worst_parts({.mean_rate = 1, .dispersion = 0}, events, exposures).part == std::vector<double>{1, 2, 3, 0});
  CHECK(worst_parts({.mean_rate = 1, .dispersion = 0}, exposures, exposures).part == std::vector<double>{0, 1, 2, 3});
  const std::vector<double> none{0, 0, 0, 0}, bad{0, 1, NaN, 1}, few{1, 2};
  CHECK_THROWS_WITH(worst_parts(rate_spread(none, exposures), none, exposures), ContainsSubstring("mean_rate"));
  CHECK_THROWS_WITH(rate_spread(bad, exposures), ContainsSubstring("events[2] = nan"));
  CHECK_THROWS_AS(rate_spread(few, exposures), InvalidArgument);
  CHECK_THROWS_AS(rate_spread({}, {}), InvalidArgument);
  CHECK_THROWS_AS(worst_parts(spread, events, exposures, -1), DomainError);
}
