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

namespace {

// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014) and the way back, whose constants are the inverses modulo 2^64
constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;
std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9, z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}
std::uint64_t unmixed(std::uint64_t z) {
  z = (z ^ (z >> 31) ^ (z >> 62)) * 0x319642b2d24d8ec3, z = (z ^ (z >> 27) ^ (z >> 54)) * 0x96de1b173f119089;
  return z ^ (z >> 30) ^ (z >> 60);
}

/// A generator whose next bits are these.
Random about_to_give(std::uint64_t bits) { return Random(unmixed(unmixed(unmixed(bits) - golden) ^ mixed(~0ull)) - golden); }

}  // namespace

TEST_CASE("bits are SplitMix64's", "[simulation]") {
  REQUIRE(unmixed(mixed(12345)) == 12345);
  Random random(3, 5);
  for (std::uint64_t before = unmixed(random.bits()), i = 0; i < 1000; ++i) {
    const auto now = unmixed(random.bits());
    CHECK(now - before == golden);
    before = now;
  }
}

TEST_CASE("numbers at the ends of the bits are inside (0, 1), and below n", "[simulation]") {
  REQUIRE(about_to_give(0).bits() == 0);
  REQUIRE(about_to_give(~0ull).bits() == ~0ull);
  CHECK(about_to_give(0).uniform() == 0x1p-53);
  CHECK(about_to_give(~0ull).uniform() == 1 - 0x1p-53);  // the double below 1
  CHECK(about_to_give(0).below(1'000'000) == 0);
  CHECK(about_to_give(~0ull).below(1'000'000) == 999'999);
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
