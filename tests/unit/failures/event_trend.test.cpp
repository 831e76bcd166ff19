// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/failures/event_trend.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "scaling_limits/core/units.hpp"
#include "support/agrees.hpp"
#include "support/reference.hpp"

using namespace scaling_limits;
using namespace scaling_limits::failures;
using namespace scaling_limits::testing;
using namespace scaling_limits::units;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// P(sum of n uniform numbers <= x), 50 digits (Irwin and Hall).
wide sum_of_uniforms_below(int n, const wide& x) {
  wide sum = 0, binomial = 1, factorial = 1;
  for (int k = 1; k <= n; ++k) factorial *= k;
  for (int k = 0; k <= n && k <= x; ++k) {
    wide power = 1;
    for (int i = 0; i < n; ++i) power *= x - k;
    sum += (k % 2 ? -1 : 1) * binomial * power;
    binomial = binomial * (n - k) / (k + 1);
  }
  return sum / factorial;
}

std::vector<double> evenly_drawn(Sampler& random, std::size_t n, double window) {
  std::vector<double> times;
  while (times.size() < n) times.push_back(random.uniform(0, window));
  return times;
}

}  // namespace

TEST_CASE("Laplace's statistic is its formula, in 50 digits", "[failures]") {
  Sampler random(1);
  for (int i = 0; i < 50; ++i) {
    const double window = random.log_uniform(1e-3, 1e9);
    const auto times = evenly_drawn(random, 1 + random.index(300), window);
    wide mean = 0;
    for (const double t : times) mean += t;
    mean /= times.size();
    const wide u = (mean - wide(window) / 2) / (window * sqrt(wide(1) / (12 * wide(times.size()))));
    const auto found = laplace_trend(times, window);
    CHECK_THAT(found.statistic, WithinAbs(static_cast<double>(u), 1e-13 * static_cast<double>(times.size())));  // a sum of n
    CHECK(found.events == static_cast<double>(times.size()));
  }
  const std::vector<double> late{90, 80, 95, 99, 70}, early{10, 20, 5, 1, 30};
  CHECK(laplace_trend(late, 100).statistic > 2);
  CHECK_THAT(laplace_trend(early, 100).statistic, WithinRel(-laplace_trend(late, 100).statistic, 1e-14));
}

TEST_CASE("Laplace's p-value is that of a sum of uniform numbers to 0.015 from four events on", "[failures]") {
  const int n = GENERATE(4, 5, 8, 20);
  double worst = 0;
  for (double mean = 0.02; mean < 0.5; mean += 0.01) {
    const std::vector<double> times(static_cast<std::size_t>(n), mean);
    const double exact = static_cast<double>(2 * sum_of_uniforms_below(n, wide(mean) * n));
    worst = std::max(worst, std::abs(laplace_trend(times, 1).p_value - exact));
  }
  CHECK(worst < (n < 8 ? 0.015 : 0.008));  // what is promised; it falls as 1/n
  const std::vector<double> three(3, 0.1);
  CHECK(std::isnan(laplace_trend(three, 1).p_value));
  CHECK(laplace_trend(three, 1).statistic < 0);
  CHECK(std::isnan(laplace_trend({}, 1).statistic));
}

TEST_CASE("the index of dispersion is the variance over the mean of counts made one by one", "[failures]") {
  Sampler random(2);
  for (int round = 0; round < 60; ++round) {
    const double window = 1000,
                 bin = round % 3 == 0 ? random.log_uniform(0.01, 0.1) : random.uniform(2, 600);  // few a bin, many
    std::vector<double> times;
    for (std::size_t i = 1 + random.index(40); i > 0; --i) times.push_back(std::floor(random.uniform(0, 1001)));
    const int bins = static_cast<int>(window / bin);
    std::vector<double> counts(static_cast<std::size_t>(bins));
    for (const double t : times)
      for (int j = 0; j < bins; ++j)
        if (t >= j * bin && (t < (j + 1) * bin || (j == bins - 1 && t == (j + 1) * bin))) ++counts[static_cast<std::size_t>(j)];
    double all = 0, squares = 0;
    for (const double c : counts) all += c;
    for (const double c : counts) squares += square(c - all / bins);
    CAPTURE(window, bin, bins);
    const auto found = index_of_dispersion(times, window, bin);
    CHECK(found.bins == bins);
    CHECK(found.events == all);
    if (bins > 1 && all > 0)
      CHECK_THAT(found.index, WithinRel(squares / (bins - 1) / (all / bins), 1e-10));  // a sum over 1e5 bins
    else CHECK(std::isnan(found.index));
    std::sort(times.begin(), times.end());
    const auto sorted = index_of_dispersion(times, window, bin);
    CHECK((sorted.index == found.index || all == 0 || bins < 2));
  }
}

TEST_CASE("bins are whole: what is left of the window is left out, its last event is not", "[failures]") {
  const std::vector<double> times{0, 0.1, 0.25, 0.3};
  CHECK(index_of_dispersion(times, 0.3, 0.1).bins == 3);
  CHECK(index_of_dispersion(times, 0.3, 0.1).events == 4);
  CHECK(index_of_dispersion(times, 0.3, 0.2).bins == 1);
  CHECK(std::isnan(index_of_dispersion(times, 0.3, 0.2).index));
  const std::vector<double> more{10, 20, 30, 34};
  const auto found = index_of_dispersion(more, 35, 10);
  CHECK(found.bins == 3);
  CHECK(found.events == 3);  // 0, 1 and 2: the one at 30 ends the last bin
  CHECK_THAT(found.index, WithinRel(1.0, 1e-15));
  CHECK(index_of_dispersion(more, 35, 100).bins == 0);
  CHECK(index_of_dispersion({}, 35, 1).events == 0);
  // bins so short that hardly two events share one: an index, and no p-value
  std::vector<double> spread;
  for (int i = 0; i < 40; ++i) spread.push_back(25 * i);
  CHECK(index_of_dispersion(spread, 1000, 100).p_value > 0.99);
  CHECK(std::isnan(index_of_dispersion(spread, 1000, 1).p_value));
  spread.resize(10);
  CHECK(index_of_dispersion(spread, 225, 25).p_value > 0.9);          // ten events in nine bins: five pairs
  CHECK(std::isnan(index_of_dispersion(spread, 225, 22.5).p_value));  // in ten: not quite
  spread.pop_back();
  CHECK(std::isnan(index_of_dispersion(spread, 225, 112).p_value));  // nine events
  spread.clear();
  for (int i = 0; i < 40; ++i) spread.push_back(25 * i);
  CHECK_THAT(index_of_dispersion(spread, 1000, 1).index, WithinRel(960 / 999., 1e-13));
}

TEST_CASE("at a constant rate the tests of bursts and of a trend say so as often as they state", "[failures]") {
  const std::size_t n = GENERATE(10, 20, 60, 400);
  Sampler random(n);
  const int rounds = 20000;
  double laplace = 0, dispersed = 0, greenwood = 0, strict = 0;
  for (int i = 0; i < rounds; ++i) {
    auto times = evenly_drawn(random, n, 1);
    laplace += laplace_trend(times, 1).p_value < 0.05;
    dispersed += index_of_dispersion(times, 1, n == 10 ? 0.2 : 0.05).p_value < 0.05;
    const double p = coefficient_of_variation(times).p_value;
    greenwood += p < 0.05, strict += p < 0.01;
  }
  CHECK_THAT(laplace / rounds, WithinAbs(0.05, 0.005));     // 3 standard errors of 20,000
  CHECK_THAT(dispersed / rounds, WithinAbs(0.045, 0.015));  // counts of few events are coarse: 0.035 at worst
  CHECK_THAT(greenwood / rounds, WithinAbs(0.05, 0.01));    // three moments: 0.058 at worst
  CHECK_THAT(strict / rounds, WithinAbs(0.01, 0.008));      // 0.017 at worst, of gaps too even
}

TEST_CASE("the gaps' variation, its mean of few gaps, and what it says of streams that are not Poisson", "[failures]") {
  Sampler random(5);
  double sum = 0;
  const int rounds = 20000;
  for (int i = 0; i < rounds; ++i) sum += coefficient_of_variation(evenly_drawn(random, 21, 1)).coefficient;
  CHECK_THAT(sum / rounds, WithinAbs(0.957, 0.003));  // as the text says
  std::vector<double> even, bursts;
  for (int i = 0; i < 50; ++i) {
    even.push_back(i + random.uniform(0, 0.3));
    for (int k = 0; k < 3; ++k) bursts.push_back(1e3 * std::floor(i * i / 40.) + random.uniform(0, 3));
  }
  CHECK(coefficient_of_variation(even).coefficient < 0.3);
  CHECK(coefficient_of_variation(even).p_value < 1e-6);
  CHECK(coefficient_of_variation(bursts).coefficient > 1.5);
  CHECK(coefficient_of_variation(bursts).p_value < 1e-6);
  const std::vector<double> known{7, 1, 2, 4};  // gaps 1, 2, 3: deviation 1, mean 2
  CHECK_THAT(coefficient_of_variation(known).coefficient, WithinRel(0.5, 1e-15));
  CHECK(std::isnan(coefficient_of_variation(known).p_value));
  const std::vector<double> together{5, 5, 5, 5}, two{1, 2};
  CHECK(std::isnan(coefficient_of_variation(together).coefficient));
  CHECK(std::isnan(coefficient_of_variation(two).coefficient));
  CHECK(coefficient_of_variation({}).gaps == 0);
  // regular to the last digit: far in the lower tail
  std::vector<double> ticks;
  for (int i = 0; i < 1000; ++i) ticks.push_back(i);
  CHECK(coefficient_of_variation(ticks).p_value < 1e-20);
}

TEST_CASE("Greenwood's law of three gaps' moments is that of drawn gaps", "[failures]") {
  // mean, variance and skewness of n G - 1 as the header has them, against exponential gaps over their sum, in exact sums:
  // E[(sum e^2)^k] / E[(sum e)^2k], cumulants of e^2: 2, 20, 592
  for (const int n : {2, 8, 30, 1000}) {
    const wide w = n;
    wide rising[3]{1, 1, 1};
    for (int k = 0; k < 3; ++k)
      for (int i = 0; i < 2 * k + 2; ++i) rising[k] *= w + i;
    const wide c1 = 2 * w, c2 = 20 * w, c3 = 592 * w;
    const wide m1 = c1 / rising[0], m2 = (c2 + c1 * c1) / rising[1], m3 = (c3 + 3 * c2 * c1 + c1 * c1 * c1) / rising[2];
    const wide variance = m2 - m1 * m1, skew = (m3 - 3 * m1 * m2 + 2 * m1 * m1 * m1) / (variance * sqrt(variance));
    const double x = n;
    CHECK_THAT((x - 1) / (x + 1), WithinRel(static_cast<double>(w * m1 - 1), 1e-14));
    CHECK_THAT(2 * x / (x + 1) * std::sqrt((x - 1) / ((x + 2) * (x + 3))),
               WithinRel(static_cast<double>(w * sqrt(variance)), 1e-14));
    CHECK_THAT(2 * (5 * x - 7) * std::sqrt((x + 2) * (x + 3) / (x - 1)) / ((x + 4) * (x + 5)),
               WithinRel(static_cast<double>(skew), 1e-13));
  }
}

TEST_CASE("times out of the window are named by their place", "[failures]") {
  const std::vector<double> bad{1, 2, NaN}, late{1, 12}, early{-1};
  CHECK_THROWS_WITH(laplace_trend(bad, 10), ContainsSubstring("times[2] = nan must be in [0, 10] [s]"));
  CHECK_THROWS_WITH(index_of_dispersion(late, 10, 1), ContainsSubstring("times[1] = 12"));
  CHECK_THROWS_AS(laplace_trend(early, 10), DomainError);
  CHECK_THROWS_WITH(coefficient_of_variation(bad), ContainsSubstring("times[2] = nan must be finite"));
  CHECK_THROWS_AS(laplace_trend({}, 0), DomainError);
  CHECK_THROWS_AS(index_of_dispersion({}, 10, NaN), DomainError);
}
