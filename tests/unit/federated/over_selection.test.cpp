// SPDX-License-Identifier: Apache-2.0
// Clients to ask and losses to bear against binomial sums; secure aggregation against a recount in bits; the best cohort against
// a search.
#include <scaling_limits/federated/cohort.hpp>
#include <scaling_limits/federated/over_selection.hpp>
#include <scaling_limits/federated/secure_aggregation.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cstdint>

#include "support/derivatives.hpp"
#include "support/domain.hpp"
#include "support/reference.hpp"
#include "support/tolerance.hpp"

using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using namespace scaling_limits;
using namespace scaling_limits::federated;
using namespace scaling_limits::testing;

namespace {

/// P(at least k of n), term by term from the largest number down.
wide at_least_of(int n, int k, const wide& p) {
  wide term = pow(p, n), sum = 0;
  for (int j = n; j >= k; --j) {
    sum += term;
    term *= wide(j) / (n - j + 1) * (1 - p) / p;
  }
  return sum;
}

}  // namespace

TEST_CASE("the fewest clients to ask are those of the binomial sum", "[federated]") {
  CHECK(least_asked(100, 0.06, 0.99) == 113);
  CHECK(least_asked(100, 0.10, 0.99) == 120);
  CHECK(least_asked(300, 0.10, 0.99) == 348);
  CHECK(least_asked(1000, 0.10, 0.99) == 1138);
  Sampler random(4);
  for (int i = 0; i < 300; ++i) {
    const int reports = 1 + static_cast<int>(random.index(40));
    const double dropout = random.chance(0.5) ? random.uniform(0.01, 0.9) : random.log_uniform(1e-6, 0.5);
    const double probability = random.chance(0.5) ? random.uniform(0.01, 0.999) : 1 - random.log_uniform(1e-12, 0.1);
    CAPTURE(reports, dropout, probability);
    const auto found = static_cast<int>(least_asked(reports, dropout, probability));
    CHECK(found >= reports);
    CHECK(at_least_of(found, reports, 1 - wide(dropout)) >= wide(probability) * (1 - 1e-14));
    if (found > reports) CHECK(at_least_of(found - 1, reports, 1 - wide(dropout)) <= wide(probability) * (1 + 1e-14));
  }
  CHECK(least_asked(7, 0, 1) == 7);
  CHECK(least_asked(7, 0.1, 1) == inf);
  CHECK(least_asked(7, 0.1, 0) == 7);
  CHECK(least_asked(1, std::nextafter(1, 0), 0.5) > 1e15);  // ln 2/2^-53
  check_domain("least_asked", [](double k, double d, double p) { return least_asked(k, d, p); },
               {{whole(Range{.lower = 1, .open_above = true}), 4}, {fraction, 0.5}, {closed_fraction, 0.5}});
}

TEST_CASE("the largest loss leaves the probability that was asked for", "[federated]") {
  CHECK_THAT(largest_dropout(130, 100, 0.99), WithinAbs(0.15690, 5e-6));    // printed digits
  CHECK_THAT(largest_dropout(390, 300, 0.99), WithinAbs(0.18518, 5e-6));    // printed digits
  CHECK_THAT(largest_dropout(1300, 1000, 0.99), WithinAbs(0.20479, 5e-6));  // by SciPy's binom.sf
  Sampler random(8);
  for (int i = 0; i < 300; ++i) {
    const int asked = 1 + static_cast<int>(random.index(200)), reports = 1 + static_cast<int>(random.index(std::size_t(asked)));
    const double probability = random.chance(0.5) ? random.uniform(0.01, 0.999) : 1 - random.log_uniform(1e-12, 0.1);
    const double dropout = largest_dropout(asked, reports, probability);
    CAPTURE(asked, reports, probability, dropout);
    // by the smaller of the two probabilities
    const wide kept = at_least_of(asked, reports, 1 - wide(dropout));
    CHECK(abs(wide(kept - wide(probability))) <= 1e-12 * (1 - probability) + 4e-16);
  }
  CHECK(largest_dropout(5, 5, 0) == 1);
  CHECK(largest_dropout(5, 5, 1) == 0);
  CHECK_DOMAIN(largest_dropout, {Range{.lower = 2, .open_above = true}, 4}, {Range{.lower = 1, .upper = 4}},
               {closed_fraction, 0.5});
}

TEST_CASE("secure aggregation sends what a recount of its bits says", "[federated]") {
  CHECK_THAT(secure_aggregation_expansion(1 << 10, 1 << 20, 16), WithinAbs(1.734314, 5e-7));  // printed digits
  CHECK_THAT(secure_aggregation_expansion(1 << 14, 1 << 24, 16), WithinAbs(1.984371, 5e-7));  // printed digits
  for (std::uint64_t clients = 1; clients <= 5000; clients += clients < 70 ? 1 : 61)
    for (const unsigned bits : {1u, 2u, 7u, 8u, 16u, 31u, 40u}) {
      std::uint64_t sent = 0, values = 1000;
      for (std::uint64_t other = 0; other < clients; ++other) sent += 2 * 256;   // two public keys of each
      for (std::uint64_t part = 0; part + 4 < 5 * clients; ++part) sent += 256;  // shares, and what unmasks
      std::uint64_t width = 0;                                                   // of a masked value
      for (; width < 63 && std::uint64_t(1) << width < clients * ((std::uint64_t(1) << bits) - 1) + 1;) ++width;
      sent += values * width;
      CAPTURE(clients, bits);
      CHECK_THAT(secure_aggregation_expansion(static_cast<double>(clients), static_cast<double>(values), bits),
                 WithinRel(static_cast<double>(sent) / static_cast<double>(values * bits), 1e-15));
    }
  CHECK(secure_aggregation_expansion(1, 1e6, 8) > 1);
  CHECK_THAT(secure_aggregation_expansion(1025, 1e6, 60), WithinRel((256 * (7 * 1025 - 4) / 1e6 + 71) / 60, 1e-15));
  const Argument count{counted(1), 4};
  CHECK_DOMAIN(secure_aggregation_expansion, count, {above_zero}, count);
  expect_derivative([](const auto& x) { return secure_aggregation_expansion(1000, x, 16); }, 1e6);
}

TEST_CASE("the best cohort takes the least time to target", "[federated]") {
  const double each = server_time_per_client(5.6e6, 1.25e9);
  CHECK_THAT(each, WithinRel(8.96e-3, 1e-15));

  CHECK_THAT(best_cohort(500, 120, each), WithinAbs(2587.7458, 5e-5));  // printed digits
  CHECK_THAT(server_time_per_client(5.6e6, 1.25e9, 4, 1.7), WithinRel(5.6e6 * 2.7 / 5e9, 1e-15));
  Sampler random(5);
  for (int i = 0; i < 300; ++i) {
    const double critical = random.log_uniform(1, 1e5), round = random.log_uniform(1, 1e4), s = random.log_uniform(1e-5, 1);
    const auto time = [&](double k) { return (1 + critical / k) * (round + k * s); };
    const double best = best_cohort(critical, round, s);
    for (const double other : {0.5, 0.99, 1.01, 2.}) CHECK(time(best) < time(other * best));
    CHECK_THAT(time(best), WithinRel(round * square(1 + std::sqrt(critical * s / round)), 1e-13));
    const auto useful = [&](double k) { return k / ((1 + k * s / round) * (1 + k / critical)); };
    for (const double other : {0.99, 1.01}) CHECK(useful(best) > useful(other * best));
  }
  CHECK_THAT(aggregation_half_size(120, each), WithinAbs(13392.857, 5e-4));  // printed digits
  CHECK_THAT(best_cohort(500, 120, each), WithinRel(std::sqrt(500 * aggregation_half_size(120, each)), 1e-15));
  CHECK(aggregation_half_size(120, 0) == inf);
  CHECK(aggregation_half_size(0, 0.01) == 0);
  CHECK_DOMAIN(aggregation_half_size, {from_zero}, {from_zero});
  expect_derivative([](const auto& x) { return aggregation_half_size(x, 0.01); }, 120);
  expect_derivative([](const auto& x) { return aggregation_half_size(120, x); }, 0.01);
  CHECK(best_cohort(500, 120, 0) == inf);
  CHECK(best_cohort(500, 0, inf) == 0);
  CHECK(best_cohort(inf, 0, 1) == 0);
  CHECK(best_cohort(0, inf, 1) == 0);
  // units are nothing apart
  CHECK_THAT(best_cohort(500, 1, 0.05), WithinRel(100, 1e-15));
  CHECK_THAT(best_cohort(1, 120, 0.3), WithinRel(20, 1e-15));
  CHECK_THAT(best_cohort(400, 25, 1), WithinRel(100, 1e-15));
  CHECK(aggregation_half_size(5, 1) == 5);
  CHECK(aggregation_half_size(0, 0) == inf);
  CHECK_DOMAIN(best_cohort, {from_zero}, {from_zero}, {from_zero});
  CHECK_DOMAIN(server_time_per_client, {from_zero}, {above_zero}, {from_one}, {from_zero});
  expect_derivative([](const auto& x) { return best_cohort(x, 120, 0.01); }, 500);
  expect_derivative([](const auto& x) { return best_cohort(500, x, 0.01); }, 120);
  expect_derivative([](const auto& x) { return best_cohort(500, 120, x); }, 0.01);
  expect_derivative([](const auto& x) { return server_time_per_client(x, 1e9, 2, 1.7); }, 1e6);
  expect_derivative([](const auto& x) { return server_time_per_client(1e6, x, 2, 1.7); }, 1e9);
  expect_derivative([](const auto& x) { return server_time_per_client(1e6, 1e9, x, 1.7); }, 3);
  expect_derivative([](const auto& x) { return server_time_per_client(1e6, 1e9, 3, x); }, 1.7);
}
