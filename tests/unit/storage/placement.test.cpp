// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/storage/placement.hpp"

#include <bit>
#include <boost/math/special_functions/gamma.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>

#include "support/agrees.hpp"
#include "support/reference.hpp"

using namespace scaling_limits;
using namespace scaling_limits::storage;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// Share of all choices of k machines that leave every shard a copy, by looking at each.
double enumerated(int machines, int copies, int lost, Placement placement) {
  const int rest = machines % copies;
  const int ring = placement == Placement::ring ? machines : rest == 0 ? 0 : copies + rest, grouped = machines - ring;
  std::vector<unsigned> shards;
  for (int first = 0; first < grouped; first += copies) shards.push_back(((1u << copies) - 1) << first);
  for (int i = 0; i < ring; ++i) {
    unsigned shard = 0;
    for (int j = 0; j < copies; ++j) shard |= 1u << (grouped + (i + j) % ring);
    shards.push_back(shard);
  }
  double kept = 0, all = 0;
  for (unsigned set = 0; set < (1u << machines); ++set) {
    if (std::popcount(set) != lost) continue;
    bool whole = true;
    for (const unsigned shard : shards) whole = whole && (set & shard) != shard;
    kept += whole, ++all;
  }
  return kept / all;
}

}  // namespace

TEST_CASE("placement survival equals enumeration for all N <= 16, m <= 4, all k", "[storage]") {
  for (const auto placement : {Placement::group, Placement::ring, Placement::mixed})
    for (int n = 1; n <= 16; ++n)
      for (int m = 1; m <= std::min(n, 4); ++m)
        for (int k = 0; k <= n; ++k) {
          if (placement == Placement::group && n % m) continue;
          const double exact = enumerated(n, m, k, placement);
          CAPTURE(n, m, k, static_cast<int>(placement));
          CHECK_THAT(placement_survival(n, m, k, placement), agrees(exact, relative(1e-13)));
        }
}

TEST_CASE("placement survival keeps its digits at a million machines", "[storage]") {
  for (const double n : {1e3, 1e4, 1e6})
    for (const double k : {2.0, 3.0, 10.0, 100.0, 0.001 * n, 0.003 * n, 0.005 * n}) {
      if (k < 2 || k > n / 2) continue;
      // pairs, as plain products in long double: group 2^k C(N/2, k)/C(N, k), ring N/(N-k) C(N-k, k)/C(N, k)
      long double group = 1, ring = n / (n - k);
      for (double i = 0; i < k; ++i)
        group *= (n - 2 * i) / static_cast<long double>(n - i), ring *= (n - k - i) / static_cast<long double>(n - i);
      CAPTURE(n, k);
      if (group > 1e-12L)
        CHECK_THAT(placement_survival(n, 2, k, "group"), agrees(static_cast<double>(group), relative(2e-10)));  // 1e-9 asked
      if (ring > 1e-12L)
        CHECK_THAT(placement_survival(n, 2, k, "ring"), agrees(static_cast<double>(ring), relative(2e-10)));  // 1e-9 asked
    }
  // all survive, none survives, and in between everything is finite
  for (const double m : {2.0, 3.0, 4.0, 7.0})
    for (const double k : {0.0, 1.0, 5e4, 5e5, 9e5, 1e6}) {
      const double p = placement_survival(1e6, m, k, "mixed");
      CHECK((p >= 0 && p <= 1));
    }
  CHECK(placement_survival(1e4, 2, 5000, "group") < 1e-200);
}

TEST_CASE("placement: published and check values", "[storage]") {
  CHECK_THAT(placement_survival(16, 2, 2), WithinAbs(0.933333, 5e-7));          // digits of the check value
  CHECK_THAT(placement_survival(16, 2, 3), WithinAbs(0.800000, 5e-7));          // digits of the check value
  CHECK_THAT(placement_survival(16, 2, 2, "ring"), WithinAbs(0.866667, 5e-7));  // digits of the check value
  CHECK_THAT(placement_survival(16, 2, 3, "ring"), WithinAbs(0.628571, 5e-7));  // digits of the check value
  // one per 6250 days
  CHECK_THAT(1 / shard_loss_rate(1e6, 2, 50000 * 3600.0, 60.0) / 86400, agrees(6250.0, relative(tolerance::two_routes)));
}

TEST_CASE("the published bound is below, and exact where as many are lost as there are copies", "[storage]") {
  for (double n : {8.0, 16.0, 64.0})
    for (double m : {2.0, 4.0})
      for (double k = 0; k <= n; ++k) {
        CHECK(placement_survival_bound(n, m, k) <= placement_survival(n, m, k) * (1 + 1e-13));  // rounding
        if (k == m)
          CHECK_THAT(placement_survival_bound(n, m, k), agrees(placement_survival(n, m, k), relative(tolerance::two_routes)));
      }
}

TEST_CASE("many copies are counted in closed form as they are one by one", "[storage]") {
  std::mt19937_64 random(5);
  const auto below = [&](double n) { return std::floor(std::uniform_real_distribution<>(0, n)(random)); };
  for (int i = 0; i < 40; ++i) {
    const double m = 65 + below(200), parts = 1 + below(i % 2 ? 200 : 5), total = 1 + below(parts * (m - 1) - 1);
    std::vector<double> alike(static_cast<std::size_t>(m), 0.0), choose = alike;
    for (double k = 0; k < m; ++k)
      choose[static_cast<std::size_t>(k)] = std::lgamma(m + 1) - std::lgamma(k + 1) - std::lgamma(m - k + 1);
    const double relative = 1e-10;  // what the header promises
    CHECK_THAT(storage::detail::coefficient_probability(storage::detail::Alike{m}, parts, total).probability,
               WithinRel(storage::detail::coefficient_probability(storage::detail::Listed{alike}, parts, total).probability,
                         relative));
    CHECK_THAT(storage::detail::coefficient_probability(storage::detail::NotAll{m}, parts, total).probability,
               WithinRel(storage::detail::coefficient_probability(storage::detail::Listed{choose}, parts, total).probability,
                         relative));
  }
  // one way of N in which a run of m begins: N C(N - m - 1, k - m)/C(N, k), here for N = 130, m = 66, k = 67: 130 x 63/C(130, 67)
  CHECK(placement_survival(130, 66, 67, "ring") == 1);
  // all but 2 of N: both on one of the two arcs that m leaves, 1 - 2 (N - m - 1)/(N - 1) + ...: the gaps are i and N - 2 - i,
  // both below m = 70 of N = 100: i in 29 ... 69, of 99 first gaps as likely
  CHECK_THAT(placement_survival(100, 70, 98, "ring"), WithinAbs(41.0 / 99, 1e-12));
  // room for two runs of m: N/(N - k) sum_j (-1)^j C(N - k, j) C(N - jm - 1, N - k - 1) of the C(N, k) choices
  const auto choose = [](double n, double k) {
    wide ways = 1;
    for (double i = 1; i <= k; ++i) ways *= wide(n - k + i) / wide(i);
    return ways;
  };
  const auto kept_on_ring = [&](double n, double m, double k) {
    if (k == n) return wide(0);
    wide kept = 0;
    for (double j = 0; j <= n - k && n - j * m - 1 >= n - k - 1; ++j)
      kept += (static_cast<int>(j) % 2 ? -1 : 1) * choose(n - k, j) * choose(n - j * m - 1, n - k - 1);
    return wide(kept * wide(n) / wide(n - k));
  };
  for (const auto& [n, m] : {std::pair{29.0, 10.0}, {20.0, 10.0}, {21.0, 10.0}, {30.0, 10.0}, {41.0, 14.0}, {100.0, 45.0}})
    for (double k = m; k < n; ++k) {
      CAPTURE(n, m, k);
      CHECK_THAT(placement_survival(n, m, k, "ring"),
                 WithinAbs(static_cast<double>(wide(kept_on_ring(n, m, k) / choose(n, k))), 1e-9));
    }
  // groups and a ring, all choices that leave each its copies
  for (const auto& [n, m] : {std::pair{230.0, 70.0}, {290.0, 66.0}, {150.0, 65.0}}) {
    const double ring = m + std::fmod(n, m), groups = (n - ring) / m;
    const auto kept_in_groups = [&](double k) {
      wide kept = 0;
      for (double i = 0; i <= groups && i * m <= k; ++i)
        kept += (static_cast<int>(i) % 2 ? -1 : 1) * choose(groups, i) * choose(n - ring - i * m, k - i * m);
      return kept;
    };
    for (double k = m; k < n; k += 9) {
      wide kept = 0;
      for (double j = std::max(0.0, k - (n - ring)); j <= std::min(ring, k); ++j)
        kept += kept_on_ring(ring, m, j) * kept_in_groups(k - j);
      CAPTURE(n, m, k);
      CHECK_THAT(placement_survival(n, m, k, "mixed"), WithinAbs(static_cast<double>(wide(kept / choose(n, k))), 1e-9));
    }
  }
  // the mean of such a law and its variance, the slope of the mean in the tilt
  for (const double m : {65.0, 200.0, 1e4})
    for (const double tilt : {-3.0, -0.2, -0.05, -1e-3, 1e-3, 0.05, 0.2, 3.0}) {
      storage::detail::Alike law{m};
      const double h = 1e-5, at = law.tilt(tilt).variance;
      CHECK_THAT((law.tilt(tilt + h).mean - law.tilt(tilt - h).mean) / (2 * h), WithinRel(at, 1e-4));  // of order h^2 m^2
    }
  // groups of half the machines, 10 left: each group has one of them with 1 - 2 C(n/2, 10)/C(n, 10), 2^-9 as n grows
  CHECK_THAT(placement_survival(1e6, 5e5, 999990), WithinAbs(1 - 0x1p-9, 1e-6));  // 1/n
}

TEST_CASE("a count far from its mean has the logarithm of its probability", "[storage]") {
  const auto log_gamma = [](double x) { return boost::math::lgamma(wide(x)); };
  for (const double trials : {100.0, 1e4, 1e7})
    for (const double log_t : {-12.0, -1.0, 3.0})
      for (const double share : {0.0, 0.01, 0.4, 0.999, 1.0}) {
        const double k = std::round(share * trials);
        const wide log_p = log_gamma(trials + 1) - log_gamma(k + 1) - log_gamma(trials - k + 1) + wide(k) * log_t -
                           wide(trials) * log1p(exp(wide(log_t)));
        CAPTURE(trials, log_t, k);
        CHECK_THAT(storage::detail::log_binomial_pdf(trials, log_t, k),
                   WithinAbs(static_cast<double>(log_p), 1e-9 + 1e-14 * trials));
      }
}

TEST_CASE("placements answer within a second wherever they answer", "[storage]") {
  CHECK_THAT(placement_survival(1e6, 1e5, 9e5, "ring"), WithinAbs(1, 1e-10));
  CHECK_THAT(placement_survival(1e6 - 1, 1e5, 5e5, "mixed"), WithinAbs(1, 1e-10));
  CHECK(std::isnan(placement_survival(1e15, 1e14, 1e14, "ring")));
  CHECK(std::isnan(placement_survival_bound(1e15, 1e7, 9e14)));
  CHECK(placement_survival_bound(16, 16, 16) == 0);
  CHECK(std::isfinite(shard_loss_rate(2e13, 1e13, 1e7, 1e-10)));
  // (r - 1)! (w/MTTF)^(r - 1) N/MTTF, against the product
  double product = 1e4 / 1e7;
  for (int i = 1; i < 100; ++i) product *= (100 - i) * 600 / 1e7;
  CHECK_THAT(shard_loss_rate(1e4, 100, 1e7, 600), WithinRel(product, 1e-12));  // a logarithm of -600
}

TEST_CASE("placements that make no sense are refused, numbers out of range are NaN", "[storage]") {
  CHECK_THROWS_AS(placement_survival(16, 3, 2), InvalidArgument);
  CHECK_THROWS_AS(placement_survival(16, 2, 2, "square"), InvalidArgument);
  CHECK(std::isnan(placement_survival(16, 2, 17)));
  CHECK(std::isnan(placement_survival(16, 2, 1.5)));
  CHECK(std::isnan(placement_survival(4, 5, 1, "ring")));
  CHECK(std::isnan(placement_survival(4, 0.5, 1, "ring")));
  CHECK(std::isnan(placement_survival(NaN, 2, 1, "ring")));
}

TEST_CASE("rings that have lost next to all that they can are counted by what they have left", "[storage]") {
  // gaps between the machines left are a little below the longest: all ways to share out what they are short of
  const double copies = 1e4, left = 100;
  for (const double short_of : {1250.0, 1300.0, 2500.0}) {
    const double lost = left * (copies - 1) - short_of, machines = lost + left;
    const auto log_choose = [](double n, double k) { return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1); };
    const double log_share = std::log(machines / left) + log_choose(short_of + left - 1, left - 1) - log_choose(machines, left);
    REQUIRE(log_share > -700);
    CHECK_THAT(placement_survival(machines, copies, lost, "ring"), agrees(std::exp(log_share), relative(1e-6)));  // lgamma's
  }
}
