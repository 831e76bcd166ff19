// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/failures/lemons.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>

#include "scaling_limits/failures/unseen_parts.hpp"
#include "support/counts.hpp"
#include "support/reference.hpp"
#include "support/tolerance.hpp"

using namespace scaling_limits;
using namespace scaling_limits::failures;
using namespace scaling_limits::testing;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

double log_poisson(double n, double mean) { return (n > 0 ? n * std::log(mean) : 0) - mean - std::lgamma(n + 1); }

/// ln P of all counts of two rates, part by part, as it is written.
double log_of_two(std::span<const double> events, std::span<const double> exposures, double share, double low, double high) {
  double sum = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const double a = std::exp(log_poisson(events[i], exposures[i] * low)),
                 b = std::exp(log_poisson(events[i], exposures[i] * high));
    sum += std::log((1 - share) * a + share * b);
  }
  return sum;
}

/// 2,048 nodes that fail 6.5 times in 1,000 days; 24 of them, anywhere, have that share of the failures.
struct FleetWithLemons {
  static constexpr std::size_t nodes = 2048, bad = 24;
  std::vector<double> rates, exposures, events;

  FleetWithLemons(std::mt19937_64& engine, double share, double days) : exposures(nodes, days) {
    const double all = 0.0065 * nodes;
    rates.assign(nodes, (1 - share) * all / (nodes - bad));
    std::fill_n(rates.begin(), bad, share * all / bad);
    std::shuffle(rates.begin(), rates.end(), engine);
    for (const double rate : rates) events.push_back(std::poisson_distribution<>(rate * days)(engine));
  }
  /// What the first k of an order have of all rates.
  double share_of(const std::vector<double>& order, std::size_t k) const {
    double sum = 0;
    for (std::size_t j = 0; j < k; ++j) sum += rates[static_cast<std::size_t>(order[j])];
    return sum / std::accumulate(rates.begin(), rates.end(), 0.);
  }
};

/// Mean of what was seen, and its standard error.
struct SeenMean {
  double n = 0, sum = 0, squares = 0;
  void operator()(double x) { ++n, sum += x, squares += x * x; }
  double mean() const { return sum / n; }
  double error() const { return std::sqrt((std::max)(0., squares / n - mean() * mean()) / (n - 1)); }
};

}  // namespace

TEST_CASE("two rates are the highest point of the likelihood, on a grid of all three", "[failures]") {
  std::mt19937_64 engine(1);
  std::uniform_real_distribution<> uniform;
  std::uint64_t of_two = 0, all = draws("fleets with bad parts");
  for (std::uint64_t round = 0; round < all; ++round) {
    const std::size_t parts = 5 + engine() % 60;
    const double low = std::exp(4 * uniform(engine) - 3), high = low * std::exp(1 + 3 * uniform(engine)),
                 bad = 0.3 * uniform(engine);
    std::vector<double> events, exposures;
    for (std::size_t i = 0; i < parts; ++i) {
      exposures.push_back(round % 2 ? 1 : 0.3 + uniform(engine));
      events.push_back(std::poisson_distribution<>((uniform(engine) < bad ? high : low) * exposures[i])(engine));
    }
    if (std::accumulate(events.begin(), events.end(), 0.) == 0) continue;
    const auto found = two_rates(events, exposures);
    const auto l = [&](double share, double a, double b) { return log_of_two(events, exposures, share, a, b); };
    const double m = found.mean_rate;
    CAPTURE(round, parts, found.share, found.low, found.high);
    CHECK_THAT(found.log_likelihood, WithinAbs(l(found.share, found.low, found.high), 1e-9));
    if (round % 2)  // of equal exposures
      CHECK_THAT(m, WithinRel(std::accumulate(events.begin(), events.end(), 0.) / static_cast<double>(parts), 1e-6));
    CHECK(found.low <= found.high);
    CHECK((found.share > 0) == (found.low < found.high));
    of_two += found.share > 0;
    double most = -inf;
    for (const double share : {0.003, 0.01, 0.03, 0.06, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9})
      for (double a = 0.01 * m; a < 2 * m; a *= 1.3)
        for (double b = a; b < 60 * m; b *= 1.3) most = (std::max)(most, l(share, a, b));
    CHECK(most <= found.log_likelihood + 1e-6);
    for (const double f : {0.99, 1.01})  // 1e-8: where the low rate is next to nothing EM ends late
      if (found.share > 0) {
        CHECK(l((std::min)(found.share * f, 1.), found.low, found.high) <= found.log_likelihood + 1e-8);
        CHECK(l(found.share, found.low * f, found.high) <= found.log_likelihood + 1e-8);
        CHECK(l(found.share, found.low, found.high * f) <= found.log_likelihood + 1e-8);
      }
  }
  CHECK(of_two > all / 3);
}

TEST_CASE("lengthened rounds leave a twentieth of what as many plain steps leave, and a low rate of nothing is one",
          "[failures]") {
  std::mt19937_64 engine(6);
  std::uniform_real_distribution<> uniform;
  for (const double high : {2.3, 2.5, 2.7}) {  // rates that overlap: plain steps are slow
    std::vector<double> events, exposures;
    for (int i = 0; i < 400; ++i) {
      exposures.push_back(0.5 + uniform(engine));
      events.push_back(std::poisson_distribution<>((uniform(engine) < 0.3 ? high : 1) * exposures.back())(engine));
    }
    const auto alike = failures::detail::parts_alike(events, exposures);
    const failures::detail::TwoRateLikelihood likelihood(alike);
    const failures::detail::TwoRateLikelihood::Point start{-2, std::log(0.9 * likelihood.mean()),
                                                           std::log(1.2 * likelihood.mean())};
    double plain = 0, lengthened = 0, top = 0, value = 0;
    auto at = start;
    for (int i = 0; i < 60; ++i) at = likelihood.step(at, plain);
    for (int i = 0; i < 6000; ++i) at = likelihood.step(at, top);
    likelihood.climbed(start, 20, lengthened);  // three steps each
    CAPTURE(high, plain, lengthened, top);
    CHECK(top - lengthened < 0.05 * (top - plain));
    const auto log_of = [&](const auto& point, double low) {
      return log_of_two(events, exposures, 1 / (1 + std::exp(-point[0])), low, std::exp(point[2]));
    };
    likelihood.step(start, value);
    CHECK_THAT(value, WithinRel(log_of(start, std::exp(start[1])), 1e-11));
    // most parts have events, which the law of no low rate gives to the others alone
    const auto none = likelihood.without_low(start);
    likelihood.step(none, value);
    CHECK_THAT(value, WithinRel(log_of(none, 0), 1e-11));
  }
}

TEST_CASE("parts that are alike have one rate, and a part its chance by Bayes' rule", "[failures]") {
  const std::vector<double> even{3, 3, 3, 3}, exposures(4, 2.), none(4, 0.), ones{1, 1, 0, 1};
  for (const auto* events : {&even, &none, &ones}) {
    const auto found = two_rates(*events, exposures);
    CHECK(found.share == 0);
    CHECK(found.low == found.high);
    CHECK(found.high == std::accumulate(events->begin(), events->end(), 0.) / 8);
    CHECK(found.rate(1, 2) == found.low);
    CHECK(found.chance(100, 2) == 0);
  }
  const TwoRates two{.share = 0.1, .low = 0.5, .high = 4, .mean_rate = 0.85};
  for (const double n : {0., 1., 3., 9.}) {
    const double bad = 0.1 * std::exp(log_poisson(n, 6)), good = 0.9 * std::exp(log_poisson(n, 0.75));
    CHECK_THAT(two.chance(n, 1.5), WithinRel(bad / (bad + good), 1e-12));
    CHECK_THAT(two.rate(n, 1.5), WithinRel((4 * bad + 0.5 * good) / (bad + good), 1e-12));
  }
  const std::vector<double> few{0, 0, 0, 0, 0, 0, 5, 6}, once(8, 1.);  // the others never fail
  const auto apart = two_rates(few, once);
  CHECK(apart.low == 0);
  CHECK_THAT(apart.high * apart.share, WithinRel(11. / 8, 1e-9));
  CHECK(apart.rate(5, 1) == apart.high);
  CHECK(apart.chance(0, 1) < 0.01);
}

TEST_CASE("what cannot be counts of parts is named", "[failures]") {
  const std::vector<double> exposures(3, 1.), few{1, 2}, half{1, 0.5, 2}, none(3, 0.), zero{1, 0, 1};
  CHECK_THROWS_WITH(two_rates({}, {}), ContainsSubstring("one part at least"));
  CHECK_THROWS_WITH(two_rates(few, exposures), ContainsSubstring("exposures has 3 numbers, events has 2"));
  CHECK_THROWS_WITH(two_rates(half, exposures), ContainsSubstring("events[1] = 0.5"));
  CHECK_THROWS_WITH(two_rates(exposures, none), ContainsSubstring("exposures[0] = 0"));
  CHECK(worst_parts(none, exposures).part.empty());
  CHECK_THROWS_WITH(unseen_parts({}, {}), ContainsSubstring("one part at least"));
  CHECK_THROWS_WITH(unseen_parts(zero, exposures), ContainsSubstring("events[1] = 0"));
  CHECK_THROWS_WITH(unseen_parts(few, exposures), ContainsSubstring("exposures has 3"));
}

TEST_CASE("the worst of fleets with bad nodes gain what they do in truth, and a gamma law promises less", "[failures]") {
  struct Row {
    double share, days, gamma, two, truth;  // the table of the sheet, of 24 fleets each, in percent
    double least_chosen;                    // share of fleets in which two rates are taken
  };
  for (const Row& row : {Row{13, 14, 3.1, 4.7, 4.5, 0.1},
                         {30, 14, 11.2, 20.4, 19.8, 0.7},
                         {13, 90, 4.5, 11.4, 11.5, 0.95},
                         {30, 90, 16.6, 29.7, 30.0, 0.95},
                         {13, 330, 6.6, 13.0, 13.0, 1}}) {
    CAPTURE(row.share, row.days);
    std::mt19937_64 engine(2);
    SeenMean gamma, two, truth, chosen, covered;
    for (std::uint64_t log = draws("logs of bad nodes"); log > 0; --log) {
      const FleetWithLemons fleet(engine, row.share / 100, row.days);
      const auto of_gamma = worst_parts(rate_spread(fleet.events, fleet.exposures), fleet.events, fleet.exposures);
      const auto of_two = worst_parts(two_rates(fleet.events, fleet.exposures), fleet.events, fleet.exposures);
      const auto found = worst_parts(fleet.events, fleet.exposures);
      const double there = fleet.share_of(found.part, FleetWithLemons::bad);
      gamma(100 * of_gamma.removed[23] / of_gamma.total_rate), two(100 * of_two.removed[23] / of_two.total_rate);
      truth(100 * fleet.share_of(of_two.part, FleetWithLemons::bad)), chosen(found.law == "two_rates");
      CHECK_THAT(found.gain[23], WithinRel(found.removed[23] / found.total_rate, 1e-14));
      if (row.days > 60) covered(found.gain_low[23] <= there && there <= found.gain_high[23]);
      else CHECK(std::isnan(found.gain_low[23]));  // 0.09 failures a node: no end is given
    }
    // the sheet's means have the error of 24 logs
    const auto error = [&](const SeenMean& x) {
      return tolerance::standard_errors * x.error() * std::sqrt(1 + x.n / 24) + 0.05;
    };
    CHECK_THAT(gamma.mean(), WithinAbs(row.gamma, error(gamma)));
    CHECK_THAT(two.mean(), WithinAbs(row.two, error(two)));
    CHECK_THAT(truth.mean(), WithinAbs(row.truth, error(truth)));
    if (row.days > 60) CHECK(gamma.mean() < truth.mean() - 4 * (gamma.error() + truth.error()));
    CHECK(chosen.mean() >= row.least_chosen);
    if (row.days > 60) CHECK_THAT(covered.mean(), WithinAbs(0.88, 0.08 + 3 * std::sqrt(0.1 / covered.n)));  // 0.83 to 0.95
  }
}

TEST_CASE("of rates that follow a gamma law the gamma law is taken, and its ends hold", "[failures]") {
  struct Row {
    double dispersion, mean;
    std::size_t parts;
    double most_of_two;
  };
  for (const Row& row : {Row{0.5, 6.5 * 0.33, 2048, 0.02}, {2, 1, 500, 0.05}, {0, 2, 300, 0.15}, {0.5, 0.59, 2048, 0.35}}) {
    CAPTURE(row.dispersion, row.mean);
    std::mt19937_64 engine(3);
    std::uniform_real_distribution<> watched(0.5, 1.5);
    SeenMean of_two, covered;
    for (std::uint64_t log = 2 * draws("logs of bad nodes"); log > 0; --log) {
      std::vector<double> rates, exposures, events;
      for (std::size_t i = 0; i < row.parts; ++i) {
        const double a = row.dispersion;
        rates.push_back(a > 0 ? std::gamma_distribution<>(1 / a, a * row.mean)(engine) : row.mean);
        exposures.push_back(row.parts > 1000 ? 1 : watched(engine));
        events.push_back(std::poisson_distribution<>(rates[i] * exposures[i])(engine));
      }
      const auto found = worst_parts(events, exposures);
      of_two(found.law == "two_rates");
      double sum = 0;
      for (std::size_t k = 0; k < 10; ++k) sum += rates[static_cast<std::size_t>(found.part[k])];
      const double there = sum / std::accumulate(rates.begin(), rates.end(), 0.);
      if (found.law == "gamma") covered(found.gain_low[9] <= there && there <= found.gain_high[9]);
    }
    CHECK(of_two.mean() <= row.most_of_two + 3 * std::sqrt(row.most_of_two / of_two.n));
    CHECK(covered.mean() > 0.85 - 3 * std::sqrt(0.1 / covered.n));
  }
}

TEST_CASE("ends of a gain lie around it and reach all for all", "[failures]") {
  for (const bool two : {true, false}) {
    const std::vector<double> events =
        two ? std::vector<double>{1, 0, 2, 1, 30, 1, 0, 1, 2, 40} : std::vector<double>{1, 0, 2, 4, 7, 12, 3, 1, 20, 9};
    const std::vector<double> exposures(10, 1.);
    const auto found = worst_parts(events, exposures);
    CHECK(found.law == (two ? "two_rates" : "gamma"));
    for (std::size_t k = 0; k < 10; ++k) {
      CHECK(found.gain_low[k] <= found.gain[k] + 1e-12);
      CHECK(found.gain[k] <= found.gain_high[k] + 1e-12);
      if (k > 0) CHECK(found.gain_low[k - 1] < found.gain_low[k] + 1e-12);
    }
    CHECK_THAT(found.gain_low[9], WithinAbs(1, 1e-12));
    CHECK_THAT(found.gain_high[9], WithinAbs(1, 1e-12));
    const auto again = worst_parts(events, exposures);
    CHECK(again.gain_low == found.gain_low);  // draws of a fixed seed
  }
  std::vector<double> many(3000, 1.);
  for (std::size_t i = 0; i < 3000; i += 7) many[i] = 4;
  const auto long_list = worst_parts(many, std::vector<double>(3000, 1.));
  CHECK(long_list.gain_low[999] > 0);
  CHECK(std::isnan(long_list.gain_low[1000]));
}

TEST_CASE("parts that were not seen are counted by those seen once and twice", "[failures]") {
  const auto of = [](const std::vector<double>& events) {
    return unseen_parts(events, std::vector<double>(events.size(), 2.));
  };
  const auto found = of({1, 1, 2, 1, 3});
  CHECK(found.unseen == 4.5);  // 3 * 3 / (2 * 1)
  CHECK(found.at_least == 9.5);
  // the likelihood of counts that are not 0, on a grid, is highest at this rate
  double most = -inf, best = 0;
  for (double rate = 0.05; rate < 3; rate += 1e-4) {
    const double value = 8 * std::log(2 * rate) - 5 * 2 * rate - 5 * std::log(-std::expm1(-2 * rate));
    if (value > most) most = value, best = rate;
  }
  CHECK_THAT(found.rate, WithinAbs(best, 1.1e-4));  // a step of the grid
  CHECK_THAT(found.population, WithinRel(5 / (1 - std::exp(-2 * found.rate)), 1e-12));
  CHECK(of({1, 3, 1, 1}).unseen == 3);  // none seen twice: 3 * 2 / 2
  CHECK(of({4, 3}).unseen == 0);
  const auto once = of({1, 1, 1, 1});
  CHECK(once.population == inf);
  CHECK(once.rate == 0);
  CHECK(once.at_least == 10);
  CHECK(once.status() == "no limit");
  CHECK_THAT(std::string(once.note()), ContainsSubstring("no end to how many there may be"));
  CHECK(of({1}).population == inf);
  CHECK_THAT(of({1e6, 2e6}).population, WithinRel(2., 1e-12));
}

TEST_CASE("how many parts there are comes back from those that failed, were they alike", "[failures]") {
  std::mt19937_64 engine(4);
  SeenMean population, rate;
  for (std::uint64_t log = 5 * draws("logs of bad nodes"); log > 0; --log) {
    std::vector<double> events, exposures;
    for (int i = 0; i < 2000; ++i) {
      const double watched = i % 2 ? 1 : 0.4, n = std::poisson_distribution<>(0.8 * watched)(engine);
      if (n > 0) events.push_back(n), exposures.push_back(watched);
    }
    const auto found = unseen_parts(events, exposures);
    population(found.population), rate(found.rate);
    CHECK(found.at_least < 2600);
  }
  CHECK_THAT(population.mean(), WithinAbs(2000, tolerance::standard_errors * population.error() + 5));  // bias of order 1
  CHECK_THAT(rate.mean(), WithinAbs(0.8, tolerance::standard_errors * rate.error() + 0.002));
}

TEST_CASE("unseen parts are the same in any unit of time, the smallest and the largest number too", "[failures]") {
  const std::vector<double> events{1, 3, 2, 1}, exposures{1, 2, 1.5, 0.5};
  const auto found = unseen_parts(events, exposures);
  for (const double unit : {1e-300, 1e-9, 1e9, 8e307}) {
    std::vector<double> others = exposures;
    for (double& t : others) t *= unit;
    const auto again = unseen_parts(events, others);
    CHECK_THAT(again.population, WithinRel(found.population, 1e-12));
    CHECK_THAT(again.rate * unit, WithinRel(found.rate, 1e-9));
  }
  // in units where a rate has no number, and where one part was watched next to nothing
  CHECK(unseen_parts(events, std::vector<double>(4, 5e-324)).rate == inf);
  CHECK(unseen_parts(std::vector<double>{1, 1e15}, std::vector<double>{5e-324, 1e308}).population > 1);
}

TEST_CASE("parts however far apart have ends in order, between none and all", "[failures]") {
  Sampler random(45);
  int with_ends = 0;
  for (int round = 0; round < 300; ++round) {
    const double least = round % 3 ? 0.1 : 1e-6, most = round % 5 ? 1e3 : 1e9;
    std::vector<double> events, exposures;
    for (std::size_t i = 1 + random.index(30); i > 0; --i) {
      events.push_back(std::floor(random.log_uniform(0.5, i % 4 ? 10 : most)));
      exposures.push_back(random.log_uniform(least, i % 8 ? 1 : 1 / least));
    }
    const auto found = worst_parts(events, exposures);
    for (std::size_t k = 0; k < found.gain_low.size(); ++k)
      if (const double low = found.gain_low[k], high = found.gain_high[k]; low == low) {
        CAPTURE(round, k, low, high);
        ++with_ends;
        CHECK((0 <= low && low <= high + 1e-12 && high <= 1 + 1e-12));
        if (k > 0) CHECK(found.gain[k] >= found.gain[k - 1] - 1e-12);
      }
  }
  CHECK(with_ends > 1000);
  // the first of two has all but a last digit of it: its ends are no wider than the digits of its mean
  const std::vector<double> events{100, 1}, exposures{1e-5, 1e7};
  const auto found = worst_parts(events, exposures);
  CHECK_THAT(found.gain_low[0], WithinAbs(1, 1e-9));
}
