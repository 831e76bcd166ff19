// SPDX-License-Identifier: Apache-2.0
// Blocks of pairs against one pair at a time: the same bits, at every length and for every argument.
#include <scaling_limits/checkpoint/interval_bulk.hpp>

#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <random>
#include <vector>

namespace {

using namespace scaling_limits;

bool same(double x, double y) {
  return (x != x && y != y) || std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
}

}  // namespace

TEST_CASE("intervals of a block are those of one pair at a time, bit for bit", "[checkpoint]") {
  std::mt19937_64 random(3);
  const double odd[] = {0, -0.0, -1, NaN, inf, -inf, 5e-324, 1e-310, 2.3e-308, 1e-300, 1e300, 1.7e308};
  const auto number = [&](double odd_share) {
    const double u = std::uniform_real_distribution<>(0, 1)(random);
    return u < odd_share ? odd[random() % std::size(odd)] : std::pow(10.0, std::uniform_real_distribution<>(-6, 8)(random));
  };
  for (const double odd_share : {0.0, 0.01, 0.5})
    for (const long n : {0L, 1L, 7L, 511L, 512L, 513L, 1024L, 1300L}) {
      const auto size = static_cast<std::size_t>(n);
      std::vector<double> write(size), mtbf(size), out(size + 1, -7.0);
      for (auto& x : write) x = number(odd_share);
      for (auto& x : mtbf) x = number(odd_share);
      checkpoint::optimal_intervals(write.data(), mtbf.data(), out.data(), n);
      int different = 0;
      for (std::size_t i = 0; i < size; ++i) different += !same(out[i], checkpoint::optimal_interval(write[i], mtbf[i]));
      INFO(n << " pairs, " << odd_share << " of them odd");
      CHECK(different == 0);
      CHECK(out[size] == -7.0);  // nothing behind the end
      if (n > 512) continue;     // in place, up to a block
      auto place = write;
      checkpoint::optimal_intervals(place.data(), mtbf.data(), place.data(), n);
      for (std::size_t i = 0; i < size; ++i) different += !same(place[i], out[i]);
      CHECK(different == 0);
    }
}

TEST_CASE("the series is for shares in its normal range, and for nothing else", "[checkpoint]") {
  using checkpoint::detail::in_series;
  const double most = numeric::share_series_limit, least = 0x1p-1022 / 0x1p-52;
  CHECK(in_series(2.5, 10800));
  CHECK(in_series(most, 1));
  CHECK(!in_series(std::nextafter(most, 1), 1));
  CHECK(in_series(least, 1));
  CHECK(!in_series(std::nextafter(least, 0), 1));
  for (const double no : {0.0, -1.0, NaN, inf}) {
    CHECK(!in_series(no, 10800));
    CHECK(!in_series(2.5, no));
    CHECK(!in_series(-no, -no));
  }
  CHECK(!in_series(-2.5, -10800));
  CHECK(!in_series(inf, inf));
}
