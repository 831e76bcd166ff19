// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/checkpoint/renewal.hpp>

#include <boost/math/differentiation/autodiff.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>
#include <scaling_limits/checkpoint/goodput.hpp>
#include <scaling_limits/failures/any_law.hpp>
#include <scaling_limits/failures/empirical.hpp>
#include <scaling_limits/failures/exponential_law.hpp>
#include <scaling_limits/failures/gamma_law.hpp>
#include <scaling_limits/failures/lognormal.hpp>
#include <scaling_limits/failures/lomax.hpp>
#include <scaling_limits/failures/two_piece.hpp>
#include <scaling_limits/failures/weibull.hpp>

using namespace scaling_limits;
using namespace scaling_limits::checkpoint;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// The sum term by term in long double, until nothing is added.
template <class Law>
double brute(double w, double c, const Law& law, double latency, double r, double d) {
  long double sum = 0;
  for (double j = 1; j < 1e8; ++j) {
    const long double term = law.survival(j * (w + c) + latency);
    sum += term;
    if (term < 1e-17L * sum) break;
  }
  return static_cast<double>(w * sum / (law.mean() + r + d));
}

}  // namespace

TEST_CASE("renewal goodput: the sheet's Weibull case", "[checkpoint]") {
  CHECK_THAT(renewal_goodput(1080, 120, failures::Weibull<>::from_mean(10000, 0.7), 0, 300),
             WithinAbs(0.82533, 5e-6));  // printed digits
}

TEST_CASE("renewal goodput under the exponential law is the closed form with a safe restart", "[checkpoint]") {
  for (const double w : {1e-3, 1.0, 50.0, 3000.0, 1e5})
    for (const double c : {1e-6, 1.0, 100.0}) {
      const double latency = w / 3, mean = 5000, r = 70, d = 20;
      // its restart is exposed: taken out, the mean time lost per failure is mean + r + d
      const double safe = goodput(w, c, mean, 0, d + r, latency);
      CHECK_THAT(renewal_goodput(w, c, failures::Exponential<>{.mean_life = mean}, latency, r, d), WithinRel(safe, 1e-12));
    }
}

TEST_CASE("renewal goodput equals the sum term by term, few terms or millions", "[checkpoint]") {
  const auto all = [](const auto& law, double least = 1e-4) {
    for (const double share : {1e-4, 1e-3, 0.1, 1.0, 10.0}) {
      if (share < least) continue;
      const double w = share * law.mean();
      const double expected = brute(w, w / 20, law, w / 2, 0.1 * law.mean(), 3);
      CHECK_THAT(renewal_goodput(w, w / 20, law, w / 2, 0.1 * law.mean(), 3), WithinRel(expected, 1e-10));  // sums of 1e7 terms
    }
  };
  all(failures::Exponential<>{.mean_life = 1000});
  all(failures::Weibull<>::from_mean(1000, 0.7));
  all(failures::Weibull<>::from_mean(1000, 3));
  all(failures::Lognormal<>::from_mean(1000, 0.5));
  all(failures::Lomax<>::from_mean(1000, 12));        // a tail that the sum can end in
  all(failures::Gamma<>::from_mean(1000, 0.3), 0.1);  // a microsecond a term
  all(failures::Gamma<>::from_mean(1000, 30), 1e-3);
  all(failures::TwoPiece<>{2e-3, 5e-4, 400});
  all(failures::TwoPiece<>{.early_rate = 1e-4, .late_rate = 0.01, .change = 900});
  all(failures::Empirical({300, 700, 1000, 2000}));
}

TEST_CASE("a jump of the hazard many checkpoints away is summed as it is", "[checkpoint]") {
  // each piece is a geometric series: exact
  const auto geometric = [](double ratio_log, double terms) { return std::expm1(terms * ratio_log) / std::expm1(ratio_log); };
  for (const double change : {1e3, 8191.3, 8193.0, 16383.7, 16385.2, 1e5, 3e7, 1e17, 3e58})
    for (const double early : {0.0, 0.3 / change, 3 / change, 60 / change})
      for (const double late : {1e-9, 1e-4, 0.1, 1.0, 30.0}) {
        const failures::TwoPiece<> law{early, late, change};
        const double interval = 0.9, write = 0.1, latency = 0.25;
        const double before = std::floor(change - latency), first = before + 1 + latency;  // the term after the change
        const double sum = (early == 0 ? before : std::exp(-early * (1 + latency)) * geometric(-early, before)) -
                           std::exp(-early * change - late * (first - change)) / std::expm1(-late);
        CAPTURE(change, early, late);
        CHECK_THAT(renewal_goodput(interval, write, law, latency), WithinRel(interval * sum / law.mean(), 1e-12));
        CHECK_THAT(renewal_goodput(interval, write, failures::AnyLaw(law), latency),
                   WithinRel(interval * sum / law.mean(), 1e-12));
      }
}

TEST_CASE("renewal goodput of a hazard that changes is that of a machine played life by life", "[checkpoint]") {
  std::mt19937_64 random(11);
  std::exponential_distribution<> unit;
  for (const bool rises : {true, false})
    for (const double change : {40.0, 150.0, 1100.0}) {  // within the first interval, the second write, the tenth interval
      const double early = rises ? 2e-4 : 4e-3, late = rises ? 4e-3 : 2e-4, interval = 100, write = 10, restart = 30;
      double useful = 0, useful_squares = 0, elapsed = 0;
      constexpr int n = 400000;
      for (int i = 0; i < n; ++i) {
        double life = unit(random) / early;  // two clocks: the second starts at the change
        if (life > change) life = change + unit(random) / late;
        const double saved = interval * std::floor(life / (interval + write));
        useful += saved, useful_squares += saved * saved, elapsed += life + restart;
      }
      const double expected = renewal_goodput(interval, write, failures::TwoPiece<>{early, late, change}, 0, restart);
      const double deviation = std::sqrt(useful_squares - useful * useful / n) / useful;  // of the useful time alone: a bound
      CAPTURE(rises, change);
      CHECK_THAT(useful / elapsed, WithinRel(expected, 4.5 * deviation));
    }
}

TEST_CASE("renewal goodput has its limits at the edges, NaN outside", "[checkpoint]") {
  const auto law = failures::Weibull<>::from_mean(1000, 0.7);
  CHECK(renewal_goodput(0, 10, law) == 0);
  CHECK(renewal_goodput(inf, 10, law) == 0);
  CHECK_THAT(renewal_goodput(0, 0, law, 0, 200, 50), WithinRel(1000 / 1250., 1e-13));
  CHECK_THAT(renewal_goodput(1e-7, 0, law, 0, 200, 50), WithinRel(1000 / 1250., 1e-8));
  CHECK(std::isnan(renewal_goodput(-1, 10, law)));
  CHECK(std::isnan(renewal_goodput(100, 10, law, 101)));  // two writes in flight
  CHECK(std::isnan(renewal_goodput(100, NaN, law)));
  CHECK(std::isnan(renewal_goodput(100, 10, failures::Exponential<>{})));
}

TEST_CASE("renewal goodput's derivative in the interval is that of differences, for every smooth law", "[checkpoint]") {
  namespace ad = boost::math::differentiation;
  for (const failures::AnyLaw& law :
       {failures::AnyLaw(failures::Exponential<>{.mean_life = 1e4}), failures::AnyLaw(failures::Weibull<>::from_mean(1e4, 0.7)),
        failures::AnyLaw(failures::Lognormal<>::from_mean(1e4, 1)), failures::AnyLaw(failures::Lomax<>::from_mean(1e4, 3)),
        failures::AnyLaw(failures::Gamma<>::from_mean(1e4, 0.5)), failures::AnyLaw(failures::TwoPiece<>{1e-4, 1e-3, 5e3})})
    for (const double w : {0.5, 500.0, 5000.0}) {
      const double h = w * 1e-4;
      const auto g = [&](double x) { return renewal_goodput(x, 100, law, 20, 30); };
      const double slope = (8 * (g(w + h / 2) - g(w - h / 2)) - (g(w + h) - g(w - h))) / (6 * h / 1.0);
      if (w < 20) continue;                                                                               // below the latency
      CHECK_THAT((renewal_goodput(dual<double>(w, 1), 100, law, 20, 30).slope), WithinRel(slope, 1e-7));  // differences
      CHECK_THAT((renewal_goodput(ad::make_fvar<double, 2>(w), 100, law, 20, 30).derivative(1)), WithinRel(slope, 1e-7));
    }
}

TEST_CASE("renewal goodput's derivative in the law's own parameters is that of differences", "[checkpoint]") {
  for (const double w : {5.0, 500.0, 5000.0}) {  // the first sums its tail as an integral
    const auto g = [&](double shape, double scale) {
      return renewal_goodput(w, 1, failures::Weibull<>{.shape = shape, .scale = scale}, 0, 30);
    };
    const dual<double> shape(0.7, 1), scale(1e5, 1);
    const auto in_shape = renewal_goodput(w, 1, failures::Weibull<dual<double>>{.shape = shape, .scale = 1e5}, 0, 30);
    const auto in_scale = renewal_goodput(w, 1, failures::Weibull<dual<double>>{.shape = 0.7, .scale = scale}, 0, 30);
    CHECK_THAT(in_shape.slope, WithinRel((g(0.701, 1e5) - g(0.699, 1e5)) / 0.002, 1e-5));    // differences
    CHECK_THAT(in_scale.slope, WithinRel((g(0.7, 1.001e5) - g(0.7, 0.999e5)) / 200, 1e-5));  // differences
  }
}

TEST_CASE("renewal goodput: with an infinite mean life, work is the interval's share of a period", "[checkpoint]") {
  CHECK(renewal_goodput(90, 10, failures::Lomax<>{.shape = 1, .scale = 1000}, 5, 300) == 0.9);
  CHECK_THAT(renewal_goodput(90, 10, failures::Lomax<>{.shape = 1 + 1e-7, .scale = 1000}, 5, 300),
             WithinRel(0.9, 1e-5));  // the limit: what is lost is of the order of 1e-7
}

TEST_CASE("Young with the right mean is within 0.1 % of the best period", "[checkpoint]") {
  const auto law = failures::Weibull<>::from_mean(10000, 0.7);
  double best = 0;
  for (double w = 100; w < 10000; w *= 1.01) best = std::max(best, renewal_goodput(w, 120, law, 0, 300));
  CHECK(renewal_goodput(young_interval(120, 10000), 120, law, 0, 300) > 0.999 * best);
}
