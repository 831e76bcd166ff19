// SPDX-License-Identifier: Apache-2.0
// The largest utilisation of gangs served in order against every order of arrival in fractions, against sums over sizes job by
// job, and against the queue itself, event by event.
#include <scaling_limits/cluster/gang_limit.hpp>
#include <scaling_limits/cluster/statistical_gain.hpp>
#include <scaling_limits/core/dual.hpp>

#include <boost/multiprecision/cpp_int.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <functional>
#include <queue>
#include <random>
#include <vector>

#include "support/derivatives.hpp"
#include "support/domain.hpp"

namespace {

using namespace scaling_limits;
using namespace scaling_limits::cluster;
using namespace scaling_limits::testing;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::MessageMatches;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using List = std::vector<double>;
using Fraction = boost::multiprecision::cpp_rational;

constexpr double exact = 1e-14;  // a sum of a hundred terms that cancel nothing, each good to a few units in the last place
const List sheet_sizes{1, 2, 4, 8, 16, 32, 64}, sheet_shares{0.70, 0.10, 0.06, 0.08, 0.03, 0.02, 0.01};

/// E[1/K]: every order in which gangs can arrive, until one does not fit.
Fraction every_order(int left, int jobs, const std::vector<int>& sizes, const std::vector<Fraction>& shares) {
  Fraction sum = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    sum += shares[i] * (sizes[i] <= left ? every_order(left - sizes[i], jobs + 1, sizes, shares) : Fraction(1, jobs));
  return sum;
}

/// E[1/K] of sums of one, two, three ... sizes, each distribution from the one before.
long double job_by_job(int gpus, const List& sizes, const List& shares) {
  const auto n = static_cast<std::size_t>(gpus) + 1;
  long double mean = 1, total = 0;
  for (const double share : shares) total += share;
  std::vector<long double> at(n), next(n);
  at[0] = 1;
  for (long double k = 1;; ++k) {
    std::fill(next.begin(), next.end(), 0);
    long double fits = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i)
      for (std::size_t held = 0; held + static_cast<std::size_t>(sizes[i]) < n; ++held)
        next[held + static_cast<std::size_t>(sizes[i])] += at[held] * static_cast<long double>(shares[i]) / total;
    for (const long double p : next) fits += p;
    if (k >= 2) mean -= fits / (k * (k - 1));
    if (fits < 1e-25L) return mean;
    at.swap(next);
  }
}

/// Share of the GPUs held while the queue never empties, event by event; `time` gives the service of a gang of a size.
double simulated(int gpus, const List& sizes, const List& shares, int services, unsigned seed,
                 const std::function<double(double, std::mt19937_64&)>& time) {
  std::mt19937_64 random(seed);
  std::discrete_distribution<std::size_t> draw(shares.begin(), shares.end());
  using Job = std::pair<double, double>;  // until, size
  std::priority_queue<Job, std::vector<Job>, std::greater<>> running;
  double now = 0, held = 0, of_gpus = 0, head = sizes[draw(random)];
  for (int served = 0; served < services; ++served) {
    for (; of_gpus + head <= gpus; head = sizes[draw(random)]) {
      running.push({now + time(head, random), head});
      of_gpus += head;
    }
    const auto [until, size] = running.top();
    running.pop();
    held += of_gpus * (until - now), now = until, of_gpus -= size;
  }
  return held / now / gpus;
}

double alike(double, std::mt19937_64& random) { return std::exponential_distribution<double>(1)(random); }

TEST_CASE("the gang limit equals every order of arrival, in fractions", "[cluster]") {
  const Fraction two = every_order(8, 0, {1, 8}, {Fraction(1, 2), Fraction(1, 2)});
  CHECK(two == Fraction(182057, 215040));
  std::mt19937 random(1);
  for (int i = 0; i < 300; ++i) {
    const int gpus = 1 + static_cast<int>(random() % 8);
    std::vector<int> sizes, parts;
    int sum = 0;
    for (int size = 1; size <= gpus; ++size)
      if (random() % 2 || size == gpus) {
        sizes.push_back(size), parts.push_back(1 + static_cast<int>(random() % 9));
        sum += parts.back();
      }
    std::vector<Fraction> fractions;
    List of_doubles(sizes.begin(), sizes.end()), shares;
    Fraction mean = 0;
    for (std::size_t k = 0; k < sizes.size(); ++k) {
      fractions.emplace_back(parts[k], sum), shares.push_back(static_cast<double>(parts[k]) / sum);
      mean += fractions[k] * sizes[k];
    }
    const Fraction inverse = every_order(gpus, 0, sizes, fractions), used = mean / gpus / inverse;
    const GangLimit found = gang_limit(gpus, of_doubles, shares);
    CHECK_THAT(found.throughput, WithinRel(static_cast<double>(Fraction(1 / inverse)), exact));
    CHECK_THAT(found.utilization, WithinRel(static_cast<double>(used), exact));
  }
}

TEST_CASE("the gang limit equals sums of sizes job by job on larger clusters", "[cluster]") {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> share(0, 1);
  for (int i = 0; i < 40; ++i) {
    const int gpus = 9 + static_cast<int>(random() % 400);
    List sizes, shares;
    double sum = 0, mean = 0;
    for (int k = 1 + static_cast<int>(random() % 8); k > 0; --k) {
      // a few gangs of the whole cluster beside many small ones: the chances of K span everything
      sizes.push_back(1 + std::floor((gpus - 1) * std::pow(share(random), 3)));
      shares.push_back(std::pow(10., -6 * share(random)));
      sum += shares.back();
    }
    for (double& one : shares) one /= sum;
    for (std::size_t k = 0; k < sizes.size(); ++k) mean += sizes[k] * shares[k];
    const auto inverse = static_cast<double>(job_by_job(gpus, sizes, shares));
    const GangLimit found = gang_limit(gpus, sizes, shares);
    CHECK_THAT(found.throughput, WithinRel(1 / inverse, exact));
    CHECK_THAT(found.utilization, WithinRel(mean / gpus / inverse, exact));
    CHECK(found.utilization <= 1 + exact);
  }
  CHECK_THAT(gang_limit(2048, sheet_sizes, sheet_shares).throughput,
             WithinRel(static_cast<double>(1 / job_by_job(2048, sheet_sizes, sheet_shares)), exact));
}

TEST_CASE("check values of the gang limit", "[cluster]") {
  const GangLimit two = gang_limit(8, List{1, 8}, List{0.5, 0.5});
  CHECK_THAT(two.throughput, WithinRel(215040. / 182057, exact));
  CHECK_THAT(two.utilization, WithinAbs(0.66440730, 5e-9));  // printed digits
  const auto used = [](double gpus) { return gang_limit(gpus, sheet_sizes, sheet_shares).utilization; };
  CHECK_THAT(used(64), WithinAbs(0.63872309, 5e-9));    // printed digits
  CHECK_THAT(used(128), WithinAbs(0.89878779, 5e-9));   // printed digits
  CHECK_THAT(used(512), WithinAbs(0.97907114, 5e-9));   // printed digits
  CHECK_THAT(used(2048), WithinAbs(0.99493145, 5e-9));  // printed digits
  CHECK_THAT(used(1e5), WithinAbs(1, 2e-4) && !WithinAbs(1, 1e-6));
}

TEST_CASE("gangs of one size use what whole gangs fill", "[cluster]") {
  for (const double gpus : {1., 7., 64., 1000., 123457.})
    for (const double size : {1., 2., 3., 5., 64., 900.})
      if (size <= gpus) {
        const GangLimit found = gang_limit(gpus, List{size}, List{1});
        CHECK_THAT(found.throughput, WithinRel(std::floor(gpus / size), exact));
        CHECK_THAT(found.utilization, WithinRel(std::floor(gpus / size) * size / gpus, exact));
      }
}

TEST_CASE("the gang limit does not care how its list is written", "[cluster]") {
  const double plain = gang_limit(96, List{1, 8, 32}, List{0.5, 0.3, 0.2}).utilization;
  CHECK_THAT(gang_limit(96, List{32, 1, 8}, List{0.2, 0.5, 0.3}).utilization, WithinRel(plain, exact));
  CHECK_THAT(gang_limit(96, List{1, 8, 1, 32}, List{0.25, 0.3, 0.25, 0.2}).utilization, WithinRel(plain, exact));
  CHECK_THAT(gang_limit(96, List{1, 8, 32, 77}, List{0.5, 0.3, 0.2, 0}).utilization, WithinRel(plain, exact));
  CHECK_THAT(gang_limit(96 * 7, List{7, 56, 224}, List{0.5, 0.3, 0.2}).utilization, WithinRel(plain, exact));
}

TEST_CASE("a queue that never empties holds as many GPUs as the gang limit says", "[cluster][slow]") {
  const double sheet = simulated(64, sheet_sizes, sheet_shares, 4'000'000, 3, alike);
  CHECK_THAT(sheet, WithinRel(0.63872309, 0.002));  // five standard errors of the sum over 40,000 of the largest gangs
  std::mt19937 random(4);
  std::uniform_real_distribution<double> share(0.05, 1);
  for (unsigned i = 0; i < 300; ++i) {
    const int gpus = 2 + static_cast<int>(random() % 60);
    List sizes, shares;
    double sum = 0;
    for (int k = 1 + static_cast<int>(random() % 5); k > 0; --k) {
      sizes.push_back(1 + static_cast<double>(random() % static_cast<unsigned>(gpus)));
      shares.push_back(share(random));
      sum += shares.back();
    }
    for (double& one : shares) one /= sum;
    CHECK_THAT(simulated(gpus, sizes, shares, 200'000, i, alike),
               WithinRel(gang_limit(gpus, sizes, shares).utilization, 0.01));  // four standard errors and more
  }
}

TEST_CASE("where larger gangs serve longer, or times vary less, the gang limit is another one", "[cluster][slow]") {
  const double limit = gang_limit(64, sheet_sizes, sheet_shares).utilization;
  const auto longer = [](double size, std::mt19937_64& random) { return std::cbrt(size) * alike(size, random); };  // 1 to 4
  const double held = simulated(64, sheet_sizes, sheet_shares, 2'000'000, 5, longer);
  CHECK(held > 0.75);
  CHECK(held < 0.78);
  CHECK(limit < 0.64);
  const auto even = [](double, std::mt19937_64&) { return 1.; };
  CHECK(simulated(64, sheet_sizes, sheet_shares, 2'000'000, 6, even) > 0.85);
}

TEST_CASE("the gang limit refuses what is no mix of gangs", "[cluster]") {
  const auto refuses = [](double gpus, const List& sizes, const List& shares, const char* text) {
    INFO(text);
    CHECK_THROWS_WITH(gang_limit(gpus, sizes, shares), ContainsSubstring(text));
  };
  refuses(0, {1}, {1}, "gpus = 0 must be a whole number in [1, 1e+06]");
  refuses(NaN, {1}, {1}, "gpus = nan");
  refuses(1.5, {1}, {1}, "gpus = 1.5");
  refuses(2e7, {1}, {1}, "gpus = 2e+07");
  refuses(8, {}, {}, "sizes must be one at least");
  refuses(8, {1, 2}, {1}, "2 sizes need as many shares, not 1");
  refuses(8, {1, 9}, {0.5, 0.5}, "sizes[1] = 9 must be at most gpus = 8 [GPU]");
  refuses(8, {0, 1}, {0.5, 0.5}, "sizes[0] = 0");
  refuses(8, {1.5}, {1}, "sizes[0] = 1.5");
  refuses(8, {1, 2}, {1.5, -0.5}, "shares[0] = 1.5 must be in [0, 1]");
  refuses(8, {1, 2}, {0.5, NaN}, "shares[1] = nan");
  refuses(8, {1, 2}, {0.5, 0.4}, "shares must sum to 1, not to 0.9");
}

TEST_CASE("the statistical gain of a batch is the ratio of examples that a noise scale wastes", "[cluster]") {
  CHECK_THAT(statistical_gain(1000, 128, 1024), WithinAbs(0.55731225, 5e-9));  // printed digits
  CHECK(statistical_gain(0, 128, 1024) == 0.125);                              // no noise: one example says all
  CHECK(statistical_gain(inf, 128, 1024) == 1);
  // steps to a target are proportional to 1 + phi/m, examples to m times that
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(1, 5000);
  for (int i = 0; i < 300; ++i) {
    const double phi = any(random), reference = any(random), batch = any(random);
    const auto examples = [&](double m) { return m * (1 + phi / m); };
    CHECK_THAT(statistical_gain(phi, reference, batch), WithinRel(examples(reference) / examples(batch), exact));
  }
  constexpr Argument noise{from_zero}, size{positive};
  CHECK_DOMAIN(statistical_gain, noise, size, size);
  for (const double x : {0.5, 3., 4000.}) {
    expect_derivative([](const auto& phi) { return statistical_gain(phi, 128, 1024); }, x);
    expect_derivative([](const auto& m) { return statistical_gain(1000, 128, m); }, x);
    expect_derivative([](const auto& m) { return statistical_gain(1000, m, 1024); }, x);
  }
}

}  // namespace
