// SPDX-License-Identifier: Apache-2.0
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>
#include <scaling_limits/core/dual.hpp>
#include <scaling_limits/failures/laws.hpp>

using namespace scaling_limits;
using namespace scaling_limits::failures;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// The standard library's generator in the shape the laws take.
struct Source {
  std::mt19937_64 engine{42};
  double uniform() { return std::uniform_real_distribution<>(0x1p-53, 1)(engine); }
  double exponential() { return std::exponential_distribution<>(1)(engine); }
};

const std::vector<Law> laws{Exponential<>{.mean = 300}, Weibull<>::from_mean(1e4, 0.7), Weibull<>{.shape = 3, .scale = 50},
                            Lognormal<>::from_mean(1e4, 1), Lognormal<>{.mu = 2, .sigma = 0.3}};

}  // namespace

TEST_CASE("survival integrates to the mean life", "[failures]") {
  for (const Law& law : laws)
    std::visit(
        [](const auto& l) {
          const auto survival = [&](double t) { return double(l.survival(t)); };
          double area = 0;  // panels that grow: the tails of lognormals are long
          for (double from = 0, to = double(l.mean_life()) / 64; from < double(l.mean_life()) * 1e4; from = to, to *= 2)
            area += boost::math::quadrature::gauss_kronrod<double, 31>::integrate(survival, from, to, 8, 1e-11);
          CHECK_THAT(area, WithinRel(double(l.mean_life()), 1e-7));  // quadrature of a kink at 0 (shape < 1)
        },
        law);
}

TEST_CASE("hazard is the slope of -ln survival; quantile is the inverse of survival", "[failures]") {
  for (const Law& law : laws)
    std::visit(
        [](const auto& l) {
          for (const double p : {0.01, 0.3, 0.5, 0.9, 0.999}) {
            const double t = l.quantile(p), h = t * 1e-5;
            CHECK_THAT(double(l.survival(t)), WithinRel(1 - p, 1e-9));
            CHECK_THAT(double(l.hazard(t)), WithinRel(std::log(double(l.survival(t - h)) / double(l.survival(t + h))) / (2 * h),
                                                      1e-6));  // differences
          }
        },
        law);
}

TEST_CASE("samples have the law, residuals that of the rest of a life met at random", "[failures]") {
  constexpr int n = 200000;
  Source source;
  for (const Law& law : laws)
    std::visit(
        [&](const auto& l) {
          const double mean = double(l.mean_life());
          for (const double p : {0.1, 0.5, 0.9}) {
            const double t = l.quantile(p);
            // E min(residual, .): P(residual > t) = integral of survival from t / mean
            const auto survival = [&](double x) { return double(l.survival(x)); };
            double below = 0;
            for (int i = 0; i < 64; ++i)
              below +=
                  boost::math::quadrature::gauss_kronrod<double, 31>::integrate(survival, t * i / 64, t * (i + 1) / 64, 0, 0);
            int shorter = 0, rest_shorter = 0;
            for (int i = 0; i < n; ++i) {
              shorter += l.sample(source) <= t;
              rest_shorter += l.sample_residual(source) <= t;
            }
            const double q = below / mean;
            CHECK_THAT(double(shorter) / n, WithinAbs(p, 5 * std::sqrt(p * (1 - p) / n)));       // binomial
            CHECK_THAT(double(rest_shorter) / n, WithinAbs(q, 5 * std::sqrt(q * (1 - q) / n)));  // binomial
          }
        },
        law);
}

TEST_CASE("observed lives are their own law", "[failures]") {
  const Empirical law({30, 10, 20, 20});
  CHECK(law.mean_life() == 20);
  CHECK(law.survival(0) == 1);
  CHECK(law.survival(10) == 0.75);
  CHECK(law.survival(20) == 0.25);
  CHECK(law.survival(30) == 0);
  CHECK(law.quantile(0.25) == 10);
  CHECK(law.quantile(0.26) == 20);
  CHECK(law.quantile(1) == 30);
  Source source;
  double sum = 0, rest = 0;
  constexpr int n = 400000;
  for (int i = 0; i < n; ++i) sum += law.sample(source), rest += law.sample_residual(source);
  CHECK_THAT(sum / n, WithinAbs(20, 5 * std::sqrt(50.0 / n)));
  CHECK_THAT(rest / n, WithinAbs((900 + 100 + 800) / 4.0 / 40, 5 * 9 / std::sqrt(double(n))));  // E life^2 / (2 E life)
}

TEST_CASE("the hazard of many observed lives is near that of the law they came from", "[failures]") {
  const auto law = Weibull<>::from_mean(1e4, 2);
  Source source;
  std::vector<double> lives(20000);
  for (double& life : lives) life = law.sample(source);
  const Empirical observed(lives);
  for (const double p : {0.1, 0.5, 0.9})  // sqrt(20000) = 141 lives in the window: 1/sqrt(141) = 8 % standard error
    CHECK_THAT(observed.hazard(law.quantile(p)), WithinRel(law.hazard(law.quantile(p)), 0.35));
}

TEST_CASE("survival and hazard of the analytic laws go through duals", "[failures]") {
  const auto law = Weibull<>::from_mean(1e4, 0.7);
  const dual<double> s = law.survival(dual<double>(5000, 1));
  CHECK_THAT(s.slope, WithinRel(-law.hazard(5000.0) * law.survival(5000.0), 1e-13));
}

TEST_CASE("laws refuse parameters that make no sense, naming them", "[failures]") {
  CHECK_THROWS_WITH((validate(Law(Weibull<>{.shape = -1, .scale = 5}))), ContainsSubstring("Weibull: shape = -1"));
  CHECK_THROWS_WITH((validate(Law(Exponential<>{}))), ContainsSubstring("Exponential: mean"));
  CHECK_THROWS_WITH((validate(Law(Lognormal<>{.mu = 1, .sigma = 0}))), ContainsSubstring("sigma"));
  CHECK_THROWS_WITH(Weibull<>::from_mean(0, 1), ContainsSubstring("mean"));
  CHECK_THROWS_WITH(Lognormal<>::from_mean(1, -1), ContainsSubstring("sigma"));
  CHECK_THROWS_WITH((Empirical(std::vector<double>{})), ContainsSubstring("lives"));
  CHECK_THROWS_WITH((Empirical({1, -2})), ContainsSubstring("lives"));
}
