// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>
#include <scaling_limits/simulation/random.hpp>
#include <set>
#include <vector>

using scaling_limits::simulation::Random;

TEST_CASE("a stream depends on seed and stream alone", "[simulation]") {
  Random a(7, 3), b(7, 3), other_stream(7, 4), other_seed(8, 3);
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 1000; ++i) {
    const auto x = a.bits();
    CHECK(x == b.bits());
    seen.insert(x);
    seen.insert(other_stream.bits());
    seen.insert(other_seed.bits());
  }
  CHECK(seen.size() == 3000);
}

TEST_CASE("splitting gives the same part the same generator, whatever came before in other parts", "[simulation]") {
  const Random root(1);
  Random first = root.split(0);
  const auto drawn = first.bits();
  Random second = root.split(1);
  CHECK(second.bits() != drawn);
  CHECK(root.split(0).bits() == drawn);
}

TEST_CASE("uniform fills (0, 1) evenly and never reaches an end", "[simulation]") {
  Random random(11);
  constexpr int n = 1000000, bins = 100;
  std::vector<double> count(bins);
  for (int i = 0; i < n; ++i) {
    const double u = random.uniform();
    REQUIRE((u > 0 && u < 1));
    ++count[static_cast<std::size_t>(u * bins)];
  }
  double chi = 0;
  for (const double c : count) chi += (c - n / bins) * (c - n / bins) / (n / bins);
  CHECK(chi < 161);  // chi-squared of 99 degrees, 1e-4
}

TEST_CASE("exponential has the law exp(-x), tail included", "[simulation]") {
  Random random(12);
  constexpr int n = 4000000, bins = 80;
  std::vector<double> count(bins + 1);
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double x = random.exponential();
    REQUIRE(x >= 0);
    sum += x;
    ++count[static_cast<std::size_t>(std::min(x * 8, double(bins)))];
  }
  CHECK(std::abs(sum / n - 1) < 4.5 / std::sqrt(double(n)));  // standard error of the mean
  double chi = 0;
  for (int b = 0; b <= bins; ++b) {
    const double expected = n * (std::exp(-b / 8.0) - (b < bins ? std::exp(-(b + 1) / 8.0) : 0));
    chi += (count[static_cast<std::size_t>(b)] - expected) * (count[static_cast<std::size_t>(b)] - expected) / expected;
  }
  CHECK(chi < 134);  // chi-squared of 80 degrees, 1e-4
}
