// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <numeric>
#include <random>
#include <scaling_limits/uncertainty/lognormal.hpp>
#include <scaling_limits/uncertainty/metalog.hpp>
#include <scaling_limits/uncertainty/normal.hpp>
#include <scaling_limits/uncertainty/propagate.hpp>

#include "support/tolerance.hpp"

using namespace scaling_limits;
using namespace scaling_limits::uncertainty;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

struct Generator {
  std::mt19937_64 engine{42};
  double uniform() { return std::uniform_real_distribution<>(0x1p-53, 1)(engine); }
};

/// Spearman's correlation of two columns without ties.
double rank_correlation(const std::vector<double>& x, const std::vector<double>& y) {
  const auto ranks = [](const std::vector<double>& of) {
    std::vector<std::size_t> order(of.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return of[a] < of[b]; });
    std::vector<double> rank(of.size());
    for (std::size_t k = 0; k < order.size(); ++k) rank[order[k]] = static_cast<double>(k);
    return rank;
  };
  const auto a = ranks(x), b = ranks(y);
  double squares = 0;
  const auto n = static_cast<double>(x.size());
  for (std::size_t i = 0; i < a.size(); ++i) squares += square(a[i] - b[i]);
  return 1 - 6 * squares / (n * (n * n - 1));
}

}  // namespace

TEST_CASE("a rank correlation is that of the sampled ranks, whatever the distributions", "[uncertainty]") {
  CHECK_THAT(normal_correlation(0.5), WithinAbs(0.5176380902, 1e-10));
  CHECK(normal_correlation(1.0) == 1);
  CHECK(normal_correlation(0.0) == 0);
  const std::vector<std::string> names{"a", "b", "c", "d"};
  const std::vector<Correlation> pairs{{"a", "b", 0.5}, {"b", "d", -0.7}, {"a", "d", -0.3}};
  const Copula copula(names, pairs);
  CHECK(copula.inputs() == std::vector<std::size_t>{0, 1, 3});
  const std::vector<AnyDistribution> inputs{Lognormal<>{1, 10}, Normal<>{-1, 1}, Normal<>{-1, 1}, Metalog<>{1, 2, 4, 0.1, 0}};
  std::vector<std::vector<double>> columns(4);
  const auto keep = [&](std::span<const double> x) {
    for (std::size_t k = 0; k < 4; ++k) columns[k].push_back(x[k]);
    return x[0];
  };
  Generator random;
  propagate(inputs, keep, random, {.each = 40'000, .replicates = 1}, copula);
  const double error = tolerance::standard_errors / std::sqrt(40'000.0);
  CHECK_THAT(rank_correlation(columns[0], columns[1]), WithinAbs(0.5, error));
  CHECK_THAT(rank_correlation(columns[1], columns[3]), WithinAbs(-0.7, error));
  CHECK_THAT(rank_correlation(columns[0], columns[3]), WithinAbs(-0.3, error));
  CHECK_THAT(rank_correlation(columns[0], columns[2]), WithinAbs(0, error));
}

TEST_CASE("correlations that cannot be are refused, and their inputs named", "[uncertainty]") {
  const std::vector<std::string> names{"power", "chips", "data", "rest"};
  const auto refuses = [&](std::vector<Correlation> pairs, const std::string& why) {
    CHECK_THROWS_WITH(Copula(names, pairs), ContainsSubstring(why));
  };
  refuses({{"power", "chip", 0.5}}, "did you mean 'chips'");
  refuses({{"power", "chips", 1}}, "must be in (-1, 1)");
  refuses({{"power", "chips", -1.5}}, "must be in (-1, 1)");
  refuses({{"power", "chips", NaN}}, "must be in (-1, 1)");
  refuses({{"power", "power", 0.5}}, "with itself");
  refuses({{"power", "chips", 0.5}, {"chips", "power", 0.4}}, "given twice");
  refuses({{"power", "chips", 0.9}, {"chips", "data", 0.9}, {"power", "data", -0.9}, {"power", "rest", 0.1}},
          "'power', 'chips', 'data' have a matrix that is not positive definite");
  refuses({{"power", "chips", 0.8}, {"data", "chips", 0.8}, {"data", "power", -0.5}}, "not positive definite");
}

TEST_CASE("quantiles of a power law of log-normals, and errors that hold them", "[uncertainty]") {
  // (MTTF W/S sqrt(N))^(2/3): log-normal, its quantiles exact
  const std::vector<AnyDistribution> inputs{Lognormal<>{25'000.0 * 3600, 100'000.0 * 3600}, Lognormal<>{1e12, 4e12},
                                            Lognormal<>{4e12, 6e12}};
  const auto size = [](std::span<const double> x) { return std::cbrt(square(x[0] * x[1] / x[2] * 128)); };
  const double exact[]{2.286219e6, 4.455925e6, 8.684761e6}, at[]{0.05, 0.5, 0.95};
  int within = 0, tried = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    Generator random;
    random.engine.seed(seed);
    const Outcome found = propagate(inputs, size, random, {.each = 512, .replicates = 16});
    for (int k = 0; k < 3; ++k, ++tried) {
      const auto [value, error] = found.quantile(at[k]);
      within += std::abs(value - exact[k]) < 1.96 * error;
    }
  }
  CAPTURE(within, tried);
  CHECK(within > 0.84 * tried);  // 93 % by Student's t of 15 degrees, less four standard errors of 120 tries
  Generator random;
  const Outcome found = propagate(inputs, size, random, {.each = 4096, .replicates = 16});
  CHECK_THAT(found.quantile(0.5).value, WithinRel(exact[1], 0.02));
  const auto [share, error] = found.at_least(exact[2]);
  CHECK_THAT(share, WithinAbs(0.05, tolerance::standard_errors * error));
  CHECK(found.at_most(exact[2]).value + share == 1);
}

TEST_CASE("a sequence is made anew for each replicate, and no answer lies below all numbers", "[uncertainty]") {
  struct Shifted {  // of one dimension: van der Corput, shifted
    double shift;
    unsigned k = 0;
    double uniform() {
      double u = 0, digit = 0.5;
      for (unsigned n = k; n; n /= 2, digit /= 2) u += digit * (n % 2);
      ++k;
      u += shift;
      return u < 1 ? u : u - 1;
    }
  };
  const auto fresh = [](std::size_t replicate) { return Shifted{(static_cast<double>(replicate) + 0.37) * 0.0622}; };
  const std::vector<AnyDistribution> inputs{Normal<>{-1, 1}};
  const auto log_of = [](std::span<const double> x) { return x[0] < 0 ? NaN : x[0]; };
  const Outcome found = propagate(inputs, log_of, fresh, {.each = 256, .replicates = 16});
  CHECK(found.nans() == 2048);
  CHECK(std::isnan(found.quantile(0.4).value));
  CHECK_THAT(found.quantile(0.95).value, WithinAbs(1, 0.01));
  CHECK(found.at_least(0).value == 0.5);
  CHECK(found.at_most(inf).value == 0.5);
  CHECK(std::isnan(found.mean().value));
  CHECK(std::isnan(Outcome({1, 2, 3}, {.each = 3, .replicates = 1}).quantile(0.5).error));
  CHECK(Outcome({inf, 2, 3}, {.each = 3, .replicates = 1}).quantile(1).value == inf);
}
