// SPDX-License-Identifier: Apache-2.0
// Shares of unequal members against every way of dividing the micro-batches, and steps whose traffic hides in part.
#include <scaling_limits/parallelism/overlapped_time.hpp>
#include <scaling_limits/parallelism/unequal_members.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <numeric>
#include <random>
#include <vector>

#include "support/agrees.hpp"
#include "support/derivatives.hpp"
#include "support/domain.hpp"

namespace {

using namespace scaling_limits;
using namespace scaling_limits::parallelism;
using namespace scaling_limits::testing;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using List = std::vector<double>;

/// The least time of every way to divide what is left among the members from `first` on.
double least_time(const List& speeds, std::size_t first, int left) {
  if (first + 1 == speeds.size()) return left / speeds[first];
  double least = inf;
  for (int own = 0; own <= left; ++own)
    least = std::min(least, std::max(own / speeds[first], least_time(speeds, first + 1, left - own)));
  return least;
}

TEST_CASE("balanced shares take the least time of all ways to divide the micro-batches", "[parallelism]") {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> speed(0.05, 2);
  for (int i = 0; i < 300; ++i) {
    List speeds(1 + random() % 4);
    // some of them alike, some in whole proportions: ties
    for (double& one : speeds) one = i % 3 ? speed(random) : 1 + static_cast<double>(random() % 3);
    const int m = 1 + static_cast<int>(random() % 25);
    const BalancedShares found = balanced_shares(speeds, m);
    double time = 0, sum = 0;
    for (std::size_t k = 0; k < speeds.size(); ++k) {
      CHECK(found.shares[k] == std::floor(found.shares[k]));
      time = std::max(time, found.shares[k] / speeds[k]), sum += speeds[k];
    }
    CHECK(std::accumulate(found.shares.begin(), found.shares.end(), 0.) == m);
    CHECK(time == least_time(speeds, 0, m));
    CHECK_THAT(found.efficiency, WithinRel(m / time / sum, 1e-14));
  }
}

TEST_CASE("balanced shares of many members and micro-batches lose a rounding", "[parallelism]") {
  List speeds(8, 1.);
  speeds.resize(16, 0.4);
  const BalancedShares sheet = balanced_shares(speeds, 256);
  CHECK_THAT(sheet.efficiency, WithinAbs(0.99378882, 5e-9));  // printed digits
  for (std::size_t k = 0; k < 16; ++k) CHECK(sheet.shares[k] == (k < 8 ? 23 : 9));
  CHECK_THAT(equal_shares_efficiency(speeds), WithinAbs(0.57142857, 5e-9));  // printed digits
  std::mt19937 random(2);
  std::uniform_real_distribution<double> speed(0.1, 2);
  for (double& one : speeds) one = speed(random);
  for (const double m : {1., 15., 16., 1e3, 1e6, 2147483647.}) {
    const BalancedShares found = balanced_shares(speeds, m);
    CHECK(std::accumulate(found.shares.begin(), found.shares.end(), 0.) == m);
    // nobody could take one more before the last is done
    double time = 0;
    for (std::size_t k = 0; k < 16; ++k) time = std::max(time, found.shares[k] / speeds[k]);
    for (std::size_t k = 0; k < 16; ++k) CHECK((found.shares[k] + 1) / speeds[k] >= time * (1 - 1e-15));
    CHECK(found.efficiency <= 1 + 1e-15);
    if (m > 1e5) CHECK(found.efficiency > 1 - 1e-3);
  }
  CHECK(balanced_shares(List{3, 1}, 4).efficiency == 1);
  CHECK(balanced_shares(List{1, 1, 1}, 1).shares == List{1, 0, 0});
}

TEST_CASE("equal shares go at the speed of the slowest", "[parallelism]") {
  CHECK(equal_shares_efficiency(List{5}) == 1);
  CHECK(equal_shares_efficiency(List{2, 2, 2}) == 1);
  CHECK_THAT(equal_shares_efficiency(List{1, 3}), WithinRel(0.5, 1e-15));
  // as many micro-batches as members: balanced shares can only be better
  std::mt19937 random(3);
  std::uniform_real_distribution<double> speed(0.05, 2);
  for (int i = 0; i < 300; ++i) {
    List speeds(1 + random() % 20);
    for (double& one : speeds) one = speed(random);
    CHECK(balanced_shares(speeds, static_cast<double>(speeds.size())).efficiency >= equal_shares_efficiency(speeds) - 1e-14);
  }
  // k slow members are worth adding where s (n + k) > n: 8 at 1, k at 0.4
  for (const int k : {8, 11, 13, 20}) {
    List speeds(8, 1.);
    speeds.resize(static_cast<std::size_t>(8 + k), 0.4);
    const double together = equal_shares_efficiency(speeds) * (8 + 0.4 * k);
    CHECK((together > 8) == (0.4 * (8 + k) > 8));
  }
}

TEST_CASE("members without a speed and micro-batches that are no number are refused", "[parallelism]") {
  CHECK_THROWS_WITH(equal_shares_efficiency(List{}), ContainsSubstring("speeds must be one at least"));
  CHECK_THROWS_WITH(equal_shares_efficiency(List{1, 0}), ContainsSubstring("speeds[1] = 0 must be > 0 and finite"));
  CHECK_THROWS_WITH(equal_shares_efficiency(List{NaN}), ContainsSubstring("speeds[0] = nan"));
  CHECK_THROWS_WITH(balanced_shares(List{1, -2}, 4), ContainsSubstring("balanced_shares: speeds[1] = -2"));
  CHECK_THROWS_WITH(balanced_shares(List{1e308, 1e308}, 4), ContainsSubstring("the sum of speeds = inf"));
  for (const double none : {0., 1.5, -1., NaN, 3e9})
    CHECK_THROWS_WITH(balanced_shares(List{1}, none), ContainsSubstring("micro_batches = "));
}

TEST_CASE("overlapped time is the p-norm of its parts", "[parallelism]") {
  CHECK_THAT(overlapped_time(0.2, 0.1), WithinRel(0.3, 1e-15));           // none hidden
  CHECK_THAT(overlapped_time(0.2, 0.1, 2), WithinAbs(0.2236068, 5e-8));   // printed digits
  CHECK_THAT(overlapped_time(0.2, 0.1, 10), WithinAbs(0.2000195, 5e-8));  // printed digits
  CHECK(overlapped_time(0.2, 0.1, inf) == 0.2);                           // all that fits
  for (const double c : {0., 1e-300, 1e-3, 1., 7., 1e300})
    for (const double t : {0., 1e-300, 1e-3, 1., 6.9, 1e300})
      for (const double g : {1., 1.01, 2., 10., 1e3, 1e12}) {
        const double found = overlapped_time(c, t, g);
        const wide expected = c == 0 || t == 0 ? wide(c + t) : wide(pow(wide(pow(wide(c), g) + pow(wide(t), g)), 1 / wide(g)));
        INFO(c << " and " << t << ", exponent " << g);
        if (g < 100 || c == 0 || t == 0) CHECK_THAT(found, agrees(expected, ulp{tolerance::closed_form}));
        CHECK(found >= std::max(c, t));
        CHECK(found <= (c + t) * (1 + 1e-15));
        CHECK(found == overlapped_time(t, c, g));
      }
  CHECK_THAT(overlapped_time(1., 1., 1e12), WithinRel(1, 1e-12));
  CHECK(overlapped_time(inf, 1, 2) == inf);
  CHECK(overlapped_time(0, 0, 3) == 0);
  for (const double g : {1., 1.5, 2., 8.})
    for (const double x : {1e-3, 0.3, 0.999, 20.}) {
      expect_derivative([&](const auto& c) { return overlapped_time(c, 1, g); }, x);
      expect_derivative([&](const auto& t) { return overlapped_time(1, t, g); }, x);
    }
  for (const double g : {1.5, 2., 8.}) expect_derivative([](const auto& e) { return overlapped_time(1, 0.7, e); }, g);
  CHECK(overlapped_time(1., dual<double>(0, 1), 1).slope == 1);
  CHECK(overlapped_time(1., dual<double>(0, 1), 2).slope == 0);
  constexpr Argument time{from_zero}, exponent{from_one};
  CHECK_DOMAIN(overlapped_time, time, time, exponent);
}

}  // namespace
