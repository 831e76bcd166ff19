// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/failures/rate_comparison.hpp"

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

/// P(X >= k) of n trials, 50 digits, term by term.
wide at_least_of(int n, int k, const wide& share) {
  wide sum = 0;
  for (int j = k; j <= n; ++j) {
    wide term = 1;
    for (int i = 0; i < j; ++i) term *= share * (n - i) / (j - i);
    sum += term * pow(wide(1 - share), n - j);
  }
  return sum;
}

std::vector<double> poisson_counts(std::mt19937_64& engine, std::span<const double> means) {
  std::vector<double> counts;
  for (const double mean : means) counts.push_back(std::poisson_distribution<>(mean)(engine));
  return counts;
}

}  // namespace

TEST_CASE("the ends of a ratio's interval are where the counts are tail events, in 50 digits", "[failures]") {
  Sampler random(1);
  for (int i = 0; i < 120; ++i) {
    const int before = static_cast<int>(random.index(40)), after = static_cast<int>(random.index(40)), n = before + after;
    const double t0 = random.log_uniform(1e-3, 1e6), t1 = random.log_uniform(1e-3, 1e6),
                 confidence = random.uniform(0.5, 0.999);
    CAPTURE(before, after, t0, t1, confidence);
    const auto found = rate_ratio(before, t0, after, t1, confidence);
    const auto share = [&](double ratio) { return wide(ratio) * t1 / (wide(ratio) * t1 + t0); };
    const double tail = 0.5 * (1 - confidence);
    // 1e-10: inverse of an inverse, in tails
    if (after > 0) CHECK_THAT(static_cast<double>(at_least_of(n, after, share(found.lower))), WithinRel(tail, 1e-10));
    else CHECK(found.lower == 0);
    if (before > 0) CHECK_THAT(1 - static_cast<double>(at_least_of(n, after + 1, share(found.upper))), WithinAbs(tail, 1e-12));
    else CHECK(found.upper == inf);
    if (n == 0) {
      CHECK(std::isnan(found.ratio));
      CHECK(found.p_value == 1);
      continue;
    }
    const wide equal = share(1), more = at_least_of(n, after, equal), fewer = at_least_of(n, before, 1 - equal);
    const double p = std::min(1., 2 * static_cast<double>(more < fewer ? more : fewer));
    CHECK_THAT(found.p_value, WithinRel(p, 1e-11));  // an incomplete beta function of large arguments
    if (before > 0) CHECK_THAT(found.ratio, WithinRel(after / t1 / (before / t0), 1e-14));
    // the two agree on whether 1 is left out
    CHECK((found.p_value < 1 - confidence) == (found.lower > 1 || found.upper < 1));
    // turned round it is the ratio's inverse
    const auto turned = rate_ratio(after, t1, before, t0, confidence);
    if (before > 0 && after > 0) CHECK_THAT(turned.lower * found.upper, WithinRel(1., 1e-11));  // as above
    CHECK_THAT(turned.p_value, WithinRel(found.p_value, 1e-11));
  }
  CHECK(rate_ratio(0, 1, 3, 1).ratio == inf);
  CHECK(rate_ratio(3, 1, 0, 1).ratio == 0);
  CHECK_THAT(rate_ratio(1e7, 1, 1e7, 1).upper, WithinRel(std::exp(1.959963984540054 * std::sqrt(2e-7)), 1e-6));  // normal there
}

TEST_CASE("the interval of a ratio holds it as often as stated, zero counts and all", "[failures]") {
  const double before = GENERATE(0.5, 3.0, 20.0), ratio = GENERATE(0.2, 1.0, 5.0), exposure = GENERATE(0.3, 4.0);
  const double after = before * ratio * exposure;
  double covered = 0, differs = 0, all = 0;  // summed over all counts that occur: no drawing
  const auto chance = [](double mean, int k) { return std::exp(k * std::log(mean) - mean - std::lgamma(k + 1.)); };
  const auto most = [](double mean) { return static_cast<int>(mean + 10 * std::sqrt(mean) + 15); };
  for (int x = 0; x < most(before); ++x)
    for (int y = 0; y < most(after); ++y) {
      const double p = chance(before, x) * chance(after, y);
      if (p < 1e-12) continue;
      const auto found = rate_ratio(x, 1, y, exposure);
      all += p;
      if (found.lower <= ratio && ratio <= found.upper) covered += p;
      if (found.p_value <= 0.05) differs += p;
    }
  CHECK(covered >= 0.95 * all);
  if (ratio == 1) CHECK(differs <= 0.05);
}

TEST_CASE("a part's p-value is the binomial tail, in 50 digits", "[failures]") {
  Sampler random(2);
  for (int round = 0; round < 20; ++round) {
    std::vector<double> counts, exposures;
    double total = 0;
    wide exposure = 0;
    for (std::size_t i = 2 + random.index(6); i > 0; --i) {
      counts.push_back(static_cast<double>(random.index(9)));
      exposures.push_back(random.chance(0.5) ? 2 : random.uniform(0.1, 5));
      total += counts.back(), exposure += exposures.back();
    }
    const auto found = equal_rates(counts, exposures);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const wide p = at_least_of(static_cast<int>(total), static_cast<int>(counts[i]), wide(exposures[i]) / exposure);
      CHECK_THAT(found.part_p_value[i], WithinRel(static_cast<double>(p), 1e-12));  // one incomplete beta function
    }
  }
  const std::vector<double> one{4}, exposed{2}, none{0, 0}, both{1, 2};
  CHECK(equal_rates(one, exposed).part_p_value == std::vector<double>{1});
  CHECK(std::isnan(equal_rates(one, exposed).p_value));
  CHECK(equal_rates(none, both).part_p_value == std::vector<double>{1, 1});
  CHECK(std::isnan(equal_rates(none, both).statistic));
  CHECK(equal_rates({}, {}).holm.empty());
  // few events on many parts: hardly two on one
  std::vector<double> sparse(1000), alike(1000, 1.);
  for (std::size_t i = 0; i < 40; ++i) sparse[i] = 1;
  CHECK(std::isnan(equal_rates(sparse, alike).p_value));
  const std::vector<double> ten{1, 1, 1, 1, 1, 1, 2, 2}, eight_parts(8, 2.), ten_parts(10, 2.), ones(10, 1.);
  CHECK(equal_rates(ten, eight_parts).p_value > 0.9);                        // 5.6 pairs of events on one part are expected
  CHECK(std::isnan(equal_rates(ones, ten_parts).p_value));                   // here 4.5
  CHECK_THAT(equal_rates(sparse, alike).statistic, WithinRel(960., 1e-13));  // a sum of 1000
}

TEST_CASE("adjusted p-values say at every level what the procedures name", "[failures]") {
  Sampler random(3);
  for (int round = 0; round < 200; ++round) {
    std::vector<double> p;
    for (std::size_t i = 1 + random.index(12); i > 0; --i)
      p.push_back(random.chance(0.2) ? 0.01 : random.chance(0.3) ? random.uniform(0, 1) : random.log_uniform(1e-5, 1));
    const auto by_holm = holm(p), by_share = benjamini_hochberg(p);
    auto sorted = p;
    std::sort(sorted.begin(), sorted.end());
    const double m = static_cast<double>(p.size());
    for (const double level : {0.001, 0.0101, 0.05, 0.2, 0.9}) {
      std::size_t down = 0, up = 0;  // how many each names, by its definition
      while (down < p.size() && sorted[down] * (m - static_cast<double>(down)) <= level) ++down;
      for (std::size_t j = 1; j <= p.size(); ++j)
        if (sorted[j - 1] * m <= static_cast<double>(j) * level) up = j;
      for (std::size_t i = 0; i < p.size(); ++i) {
        CHECK((by_holm[i] <= level) == (down > 0 && p[i] <= sorted[down - 1]));
        CHECK((by_share[i] <= level) == (up > 0 && p[i] <= sorted[up - 1]));
      }
    }
  }
  const std::vector<double> known{0.01, 0.04, 0.03, 0.005}, bad{0.5, 1.5};
  CHECK_THAT(holm(known)[1], WithinRel(0.06, 1e-14));
  CHECK_THAT(holm(known)[2], WithinRel(0.06, 1e-14));
  CHECK_THAT(benjamini_hochberg(known)[0], WithinRel(0.02, 1e-14));
  CHECK_THROWS_WITH(holm(bad), ContainsSubstring("p_values[1] = 1.5"));
}

TEST_CASE("of parts that are alike Holm names one no more often than stated; a bad part is named alone", "[failures]") {
  const double mean = GENERATE(0.5, 5.0, 40.0);
  std::mt19937_64 engine(4);
  Sampler random(5);
  std::vector<double> exposures, means;
  for (int i = 0; i < 100; ++i)
    exposures.push_back(i % 2 ? 1 : random.uniform(0.2, 3)), means.push_back(mean * exposures.back());
  const int rounds = 4000;
  double named = 0, raw = 0, unequal = 0;
  for (int round = 0; round < rounds; ++round) {
    const auto found = equal_rates(poisson_counts(engine, means), exposures);
    named += *std::min_element(found.holm.begin(), found.holm.end()) <= 0.05;
    raw += *std::min_element(found.part_p_value.begin(), found.part_p_value.end()) <= 0.05;
    unequal += found.p_value <= 0.05;
  }
  const double error = std::sqrt(0.05 * 0.95 / rounds);
  CHECK(named / rounds <= 0.05 + 3 * error);
  CHECK(raw / rounds > 0.8);  // the caution: some part of a hundred looks bad by itself nearly always
  CHECK_THAT(unequal / rounds, WithinAbs(0.05, 3 * error + 0.005));  // two moments of chi-squared
  // and where some were watched for a thousandth of the time of others
  for (std::size_t i = 0; i < 100; ++i) exposures[i] = random.log_uniform(1e-3, 1), means[i] = 20 * mean * exposures[i];
  unequal = 0;
  for (int round = 0; round < rounds; ++round) unequal += equal_rates(poisson_counts(engine, means), exposures).p_value <= 0.05;
  CHECK_THAT(unequal / rounds, WithinAbs(0.05, 0.012));  // two moments of a long tail
  for (std::size_t i = 0; i < 100; ++i) exposures[i] = 1, means[i] = mean;
  means[17] = 8 * means[17] + 10;
  double false_ones = 0, found_it = 0, false_share = 0;
  for (int round = 0; round < 500; ++round) {
    const auto found = equal_rates(poisson_counts(engine, means), exposures);
    double others = 0, all = 0;
    bool any = false;
    for (std::size_t i = 0; i < 100; ++i) {
      any = any || (i != 17 && found.holm[i] <= 0.05);
      all += found.benjamini_hochberg[i] <= 0.05, others += i != 17 && found.benjamini_hochberg[i] <= 0.05;
    }
    false_ones += any, found_it += found.holm[17] <= 0.05, false_share += all > 0 ? others / all : 0;
  }
  CHECK(found_it > 490);
  CHECK(false_ones / 500 <= 0.05 + 3 * std::sqrt(0.05 * 0.95 / 500));
  CHECK(false_share / 500 <= 0.05 + 0.015);  // 3 standard errors
}

TEST_CASE("the spread of counts has the mean and variance that its degrees stand for, by enumeration", "[failures]") {
  // all ways that 6 events fall on 3 parts
  const std::vector<double> exposures{1, 0.2, 3};
  const int n = 6;
  double mean = 0, square_mean = 0, all = 0, degrees = 0;
  for (int a = 0; a <= n; ++a)
    for (int b = 0; a + b <= n; ++b) {
      const std::vector<double> counts{double(a), double(b), double(n - a - b)};
      double p = std::exp(std::lgamma(n + 1.));
      for (std::size_t i = 0; i < 3; ++i) p *= std::pow(exposures[i] / 4.2, counts[i]) / std::exp(std::lgamma(counts[i] + 1));
      const auto found = equal_rates(counts, exposures);
      CHECK(std::isnan(found.p_value));  // fewer than ten events
      all += p, mean += p * found.statistic, square_mean += p * square(found.statistic), degrees = found.degrees;
    }
  CHECK_THAT(all, WithinRel(1., 1e-13));
  CHECK_THAT(mean, WithinRel(2., 1e-13));
  CHECK_THAT(degrees, WithinRel(2 * mean * mean / (square_mean - mean * mean), 1e-12));
}

TEST_CASE("rates that cannot be compared are refused by name and place", "[failures]") {
  const std::vector<double> good{1, 2}, half{1, 0.5}, zero{1, 0}, three{1, 2, 3}, nan{1, NaN};
  CHECK_THROWS_WITH(rate_ratio(1.5, 1, 1, 1), ContainsSubstring("events_before = 1.5"));
  CHECK_THROWS_WITH(rate_ratio(1, 0, 1, 1), ContainsSubstring("exposure_before"));
  CHECK_THROWS_AS(rate_ratio(1, 1, NaN, 1), DomainError);
  CHECK_THROWS_AS(rate_ratio(1, 1, 1, 1, 1), DomainError);
  CHECK_THROWS_WITH(equal_rates(half, good), ContainsSubstring("events[1] = 0.5"));
  CHECK_THROWS_WITH(equal_rates(good, zero), ContainsSubstring("exposures[1]"));
  CHECK_THROWS_WITH(equal_rates(nan, good), ContainsSubstring("events[1] = nan"));
  CHECK_THROWS_AS(equal_rates(good, three), InvalidArgument);
}
