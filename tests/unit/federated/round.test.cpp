// SPDX-License-Identifier: Apache-2.0
// A round against rounds that are drawn, against quadrature in 50 digits with binomial sums, against closed forms of order
// statistics, and against every outcome of few clients.
#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <scaling_limits/failures/any_law.hpp>
#include <scaling_limits/failures/empirical.hpp>
#include <scaling_limits/failures/exponential_law.hpp>
#include <scaling_limits/failures/gamma_law.hpp>
#include <scaling_limits/failures/lognormal.hpp>
#include <scaling_limits/failures/lomax.hpp>
#include <scaling_limits/failures/two_piece.hpp>
#include <scaling_limits/failures/weibull.hpp>
#include <scaling_limits/federated/round.hpp>
#include <scaling_limits/numeric/order_statistics.hpp>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "support/reference.hpp"
#include "support/tolerance.hpp"

using Catch::Matchers::Message;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using namespace scaling_limits;
using namespace scaling_limits::failures;
using namespace scaling_limits::testing;
using federated::Round;

namespace {

constexpr double promised = 1e-9;  // of a mean time, relative

struct Source {
  Sampler random;
  double uniform() { return random.uniform(0x1p-54, 1); }
  double exponential() { return random.exponential(1); }
};

AnyLaw drawn_law(Sampler& random) {
  const double scale = random.log_uniform(1, 1e4);
  switch (random.index(7)) {
    case 0:
      return Exponential<>{scale};
    case 1:
      return Lognormal<>{std::log(scale), random.uniform(0.1, 1.5)};
    case 2:
      return Weibull<>{random.log_uniform(0.4, 6), scale};
    case 3:
      return Gamma<>{random.log_uniform(0.4, 6), scale};
    case 4:
      return Lomax<>{random.uniform(2.5, 8), scale};
    case 5:
      return TwoPiece<>{random.uniform(0, 2) / scale, random.uniform(0.1, 5) / scale, scale * random.uniform(0.1, 2)};
    default: {
      std::vector<double> lives;
      for (std::size_t i = 0, n = 1 + random.index(20); i < n; ++i) lives.push_back(random.log_uniform(1, 100));
      return Empirical(lives);
    }
  }
}
Round drawn_round(Sampler& random, const AnyLaw& law) {
  const auto asked = static_cast<double>(1 + random.index(60));
  const auto reports = static_cast<double>(1 + random.index(static_cast<std::size_t>(asked)));
  const double dropout = random.chance(0.3) ? 0 : random.uniform(0, 0.5);
  const bool endless = dropout == 0 && random.chance(0.5);
  return {asked, reports, dropout, endless ? inf : law.quantile(random.uniform(0.3, 0.999)) * random.uniform(0.5, 3)};
}

/// 50 digits: pieces of the integral, the probability as a binomial sum.
template <class L>
wide reference_mean(const Round& round, const L& law, double shortest, double longest) {
  const auto n = static_cast<int>(round.asked), k = static_cast<int>(round.reports);
  const auto open = [&](const wide& t) {
    const wide p = (1 - wide(round.dropout)) * (1 - law.survival(t)), rest = 1 - p;
    wide term = pow(rest, n), sum = 0;
    for (int j = 0; j < k; ++j) {
      sum += term;
      term *= wide(n - j) / (j + 1) * p / rest;
    }
    return sum;
  };
  wide sum = shortest;
  for (wide low = shortest; low < longest; low *= wide("1.3")) {
    const wide next = low * wide("1.3"), high = next < longest ? next : wide(longest);
    sum += boost::math::quadrature::gauss<wide, 30>::integrate(open, low, high);
  }
  return sum;
}

}  // namespace

TEST_CASE("rounds of the sheet", "[federated]") {
  const Lognormal<> law{std::log(60.), 0.6};
  CHECK_THAT(Round({390, 300, 0.1, 300}).mean_time(law), WithinAbs(113.0785351, 5e-8));     // printed digits
  CHECK_THAT(Round({300, 300, 0, 1e4}).mean_time(law), WithinAbs(347.0725799, 5e-8));       // printed digits
  CHECK_THAT(Round({130, 100, 0.1, 180}).mean_time(law), WithinAbs(113.0371891, 5e-8));     // digits of mpmath's quadrature
  CHECK_THAT(Round({130, 100, 0.1, 180}).completion(law), WithinAbs(0.99945068, 5e-9));     // printed digits
  CHECK_THAT(Round({390, 300}).mean_time(Exponential<>{60}), WithinAbs(87.7243983, 5e-8));  // printed digits
  CHECK_THAT(Round({10, 10}).mean_time(law) / law.mean(), WithinAbs(2.244404, 5e-7));       // printed digits
  CHECK_THAT(Round({100, 100}).mean_time(law) / law.mean(), WithinAbs(3.895292, 5e-7));     // printed digits
  CHECK_THAT(Round({1000, 1000}).mean_time(law) / law.mean(), WithinAbs(5.979927, 5e-7));   // printed digits
}

TEST_CASE("a round ends when rounds that are drawn do", "[federated]") {
  Source source{Sampler(6)};
  constexpr int rounds = 400;
  for (int i = 0; i < 300; ++i) {
    const AnyLaw law = drawn_law(source.random);
    const Round round = drawn_round(source.random, law);
    const double probe = law.quantile(source.random.uniform(0.2, 0.99));
    std::vector<double> reported;
    double mean = 0, squares = 0, complete = 0, early = 0;
    for (int r = 0; r < rounds; ++r) {
      reported.clear();
      for (int c = 0; c < static_cast<int>(round.asked); ++c)
        if (!source.random.chance(round.dropout)) reported.push_back(law.sample(source));
      std::sort(reported.begin(), reported.end());
      const auto k = static_cast<std::size_t>(round.reports);
      const double kth = reported.size() >= k ? reported[k - 1] : inf, end = std::min(kth, round.timeout);
      mean += end / rounds, squares += end * end / rounds;
      complete += kth <= round.timeout, early += kth <= std::min(probe, round.timeout);
    }
    CAPTURE(law.name(), round.asked, round.reports, round.dropout, round.timeout, round.mean_time(law), mean);
    const double error = std::sqrt(std::max(0.0, squares - mean * mean) / rounds);
    CHECK(std::abs(round.mean_time(law) - mean) < 4 * error + 1e-3 * mean);  // rarely is one of 400 late
    const auto close = [&](double p, double count) {
      return std::abs(count - rounds * p) <= 4 * std::sqrt(rounds * p * (1 - p)) + 2;  // rarely is one of 400 lost
    };
    CHECK(close(round.completion(law), complete));
    CHECK(close(round.completed_by(probe, law), early));
  }
}

TEST_CASE("the mean time has the digits of a quadrature in 50 digits", "[federated][slow]") {
  const auto same = [](const Round& round, const auto& law, const auto& exact, double shortest, double longest) {
    CAPTURE(law.name(), round.asked, round.reports, round.dropout, round.timeout);
    const auto reference = static_cast<double>(reference_mean(round, exact, shortest, longest));
    CHECK_THAT(round.mean_time(law), WithinRel(reference, promised));
    CHECK_THAT(round.mean_time(AnyLaw(law)), WithinRel(reference, promised));
  };
  for (const auto& [n, k, d, limit] : {std::tuple{13., 10., 0.1, 180.},
                                       {40., 30., 0.1, 90.},
                                       {20., 20., 0., 400.},
                                       {1., 1., 0.3, 50.},
                                       {30., 1., 0.5, 1e4},
                                       {9., 5., 0.6, 1e5},
                                       {25., 20., 0.05, 30.}}) {
    const Round round{n, k, d, limit};
    same(round, Lognormal<>{4, 0.5}, Lognormal<wide>{wide(4), wide(0.5)}, 0.125, limit);
    same(round, Weibull<>{1.5, 60}, Weibull<wide>{wide(1.5), wide(60)}, 1e-6, limit);
    same(round, Lomax<>{2.25, 60}, Lomax<wide>{wide(2.25), wide(60)}, 1e-6, limit);
    same(round, Exponential<>{60}, Exponential<wide>{wide(60)}, 1e-6, limit);
  }
  // what is complete after all
  Sampler random(12);
  for (int i = 0; i < 100; ++i) {
    const int n = 1 + static_cast<int>(random.index(60)), k = 1 + static_cast<int>(random.index(std::size_t(n)));
    const double d = random.uniform(0, 0.7), t = random.log_uniform(1, 300);
    const wide p = (1 - wide(d)) * (1 - exp(-wide(t) / 60));
    wide sum = 0, term = pow(p, n);
    for (int j = n; j >= k; --j) sum += term, term *= wide(j) / (n - j + 1) * (1 - p) / p;
    CHECK_THAT(Round({double(n), double(k), d, t}).completion(Exponential<>{60}), WithinRel(static_cast<double>(sum), 1e-11));
  }
}

TEST_CASE("the mean time is the integral of its survival, for laws and rounds of every kind", "[federated][slow]") {
  Sampler random(99);
  for (int i = 0; i < 150; ++i) {
    const double scale = random.log_uniform(1e-3, 1e6);
    const auto drawn = [&]() -> AnyLaw {
      switch (random.index(6)) {
        case 0:
          return Exponential<>{scale};
        case 1:
          return Lognormal<>{std::log(scale), random.log_uniform(0.001, 4)};
        case 2:
          return Weibull<>{random.log_uniform(0.08, 60), scale};
        case 3:
          return Gamma<>{random.log_uniform(0.1, 200), scale};
        case 4:
          return Lomax<>{random.log_uniform(0.2, 20), scale};
        default:
          return TwoPiece<>{random.log_uniform(1e-3, 1e3) / scale, random.log_uniform(1e-3, 1e3) / scale,
                            scale * random.log_uniform(0.01, 10)};
      }
    };
    const AnyLaw law = drawn();
    const double n = std::floor(random.log_uniform(1, 1e5)),
                 k = random.chance(0.2) ? n : std::ceil(n * random.uniform(1e-9, 1));
    const double d = random.chance(0.3) ? 0 : random.log_uniform(1e-6, 0.95);
    const double usual = law.quantile(std::min(1 - 1e-12, k / (n + 1) / (1 - d)));
    const Round round{n, k, d, usual * (random.chance(0.2) ? random.log_uniform(1, 1e4) : random.log_uniform(0.3, 3))};
    if (!(round.timeout > 1e-290 && round.timeout < 1e290)) continue;
    const auto open = [&](double x) { return std::exp(x) * (1 - round.completed_by(std::exp(x), law)); };
    // in ln t, fifty pieces for each power of e, down to where nothing can be seen any more
    double sum = 0;
    for (double x = std::log(round.timeout), down = x - 45; x > down;) {
      double next = x - 0.02;
      if (const double jump = std::log(failures::hazard_jump(law)); jump < x && jump > next) next = jump;
      sum += boost::math::quadrature::gauss_kronrod<double, 31>::integrate(open, next, x, 7, 1e-12);
      x = next;
    }
    CAPTURE(law.name(), scale, n, k, d, round.timeout);
    CHECK_THAT(round.mean_time(law), WithinRel(sum, promised));
  }
}

TEST_CASE("without a limit the mean time is that of an order statistic", "[federated]") {
  using boost::math::tgamma_ratio;
  for (const double n : {1., 2., 30., 1000., 1e6, 2147483647.})
    for (const double part : {1e-7, 0.001, 0.3, 0.77, 1.}) {
      const double k = std::max(1.0, std::floor(part * n));
      CAPTURE(n, k);
      CHECK_THAT(Round({n, k}).mean_time(Exponential<>{60}),
                 WithinRel(numeric::expected_exponential_order_statistic(n, k, 0, 60), promised));
      CHECK_THAT(Round({n, k}).mean_time(TwoPiece<>{1. / 60, 1. / 60, 50}),
                 WithinRel(numeric::expected_exponential_order_statistic(n, k, 0, 60), promised));
    }
  for (const double shape : {0.05, 0.3, 1., 4., 300.})
    for (const double n : {1., 7., 500.})  // the first of n
      CHECK_THAT(Round({n, 1}).mean_time(Weibull<>{shape, 60}),
                 WithinRel(Weibull<>{shape, 60}.mean() * std::pow(n, -1 / shape), promised));
  // the last of n, down to where the mean has no bound: scale (n B(n, 1 - 1/a) - 1)
  for (const double shape : {1.001, 1.02, 1.5, 3., 50.})
    for (const double n : {1., 5., 300.}) {
      const double last = boost::math::tgamma(1 - 1 / shape) * tgamma_ratio(n + 1, n + 1 - 1 / shape) - 1;
      CAPTURE(shape, n);
      CHECK_THAT(Round({n, n}).mean_time(Lomax<>{shape, 60}), WithinRel(60 * last, promised));
    }
  // a law without a mean, whose third of five has one
  const double third = boost::math::tgamma(3 - 1 / 0.5) / boost::math::tgamma(3.) * tgamma_ratio(6., 6 - 1 / 0.5) - 1;
  CHECK_THAT(Round({5, 3}).mean_time(Lomax<>{0.5, 60}), WithinRel(60 * third, promised));
  // normal times by the other route: n clients of mean 1000 and deviation 1 are as good as normal
  const double sigma = 1e-4;
  const double expected = numeric::expected_normal_order_statistic(40, 30);
  CHECK_THAT((Round({40, 30}).mean_time(Lognormal<>{0, sigma}) - 1) / sigma, WithinAbs(expected, 1e-4));  // sigma/2 z^2
}

TEST_CASE("of few lives every outcome is counted", "[federated]") {
  const std::vector<double> lives{3, 5, 5, 20};
  const Empirical law(lives);
  for (const double dropout : {0., 0.2})
    for (const double limit : {2., 3., 4., 10., 25.})
      for (int n = 1; n <= 4; ++n)
        for (int k = 1; k <= n; ++k) {
          double mean = 0, complete = 0;
          for (int outcome = 0; outcome < static_cast<int>(std::pow(5, n)); ++outcome) {
            std::vector<double> times;
            double probability = 1;
            for (int c = 0, rest = outcome; c < n; ++c, rest /= 5) {
              probability *= rest % 5 == 4 ? dropout : (1 - dropout) / 4;
              times.push_back(rest % 5 == 4 ? inf : lives[static_cast<std::size_t>(rest % 5)]);
            }
            std::sort(times.begin(), times.end());
            const double kth = times[static_cast<std::size_t>(k) - 1];
            mean += probability * std::min(kth, limit), complete += kth <= limit ? probability : 0;
          }
          const Round round{double(n), double(k), dropout, limit};
          CAPTURE(n, k, dropout, limit);
          CHECK_THAT(round.mean_time(law), WithinRel(mean, 1e-13));
          CHECK_THAT(round.completion(law), WithinAbs(complete, 1e-13));
        }
  CHECK_THAT(Round({2, 2}).mean_time(law), WithinRel((3 * 1 + 5 * 8 + 20 * 7) / 16., 1e-14));
}

TEST_CASE("rounds have ends, and reasons", "[federated]") {
  const Lognormal<> law{4, 0.5};
  const Round round{13, 10, 0.1, 180};
  CHECK(round.completed_by(-1, law) == 0);
  CHECK(round.completed_by(0, law) == 0);
  CHECK(round.completed_by(inf, law) == round.completion(law));
  CHECK(round.completed_by(180, law) == round.completion(law));
  CHECK(std::isnan(round.completed_by(NaN, law)));
  CHECK(round.note(law).empty());
  CHECK(Round({13, 10}).completion(law) == 1);
  CHECK(Round({13, 10, 0.1}).mean_time(law) == inf);
  CHECK(Round({13, 10, 0.1}).note(law) == "without a timeout a round that loses too many clients never ends");
  CHECK_THAT(Round({13, 10, 0.1}).completion(law), WithinRel(Round({13, 10, 0.1, 1e9}).completion(law), 1e-12));
  CHECK(Round({5, 5}).mean_time(Lomax<>{1, 60}) == inf);
  CHECK(Round({5, 5}).note(Lomax<>{1, 60}) == "the k-th report has no mean: the law of times falls too slowly");
  CHECK(Round({5, 4}).note(Lomax<>{1, 60}).empty());
  CHECK(Round({5, 5}).mean_time(Exponential<>{inf}) == inf);
  CHECK(Round({5, 5, 0, 70}).mean_time(Exponential<>{inf}) == 70);
  CHECK(Round({13, 10, 0.1, 1e-3}).mean_time(law) == 1e-3);  // too early for anybody
  CHECK(std::isnan(round.mean_time(Lognormal<>{4, -1})));
  CHECK(std::isnan(round.completion(Lognormal<>{4, -1})));
  CHECK(std::isnan(Round({13, 14, 0.1, 180}).mean_time(law)));
  CHECK(std::isnan(Round({13, 10, 1, 180}).completion(law)));
  CHECK(std::isnan(Round({13, 10, 0.1, 0}).mean_time(law)));
  CHECK(std::isnan(Round({13.5, 10, 0.1, 5}).mean_time(law)));
  // the longer it may last, the longer it does, at most until the timeout; and as steep as rounds are open
  double before = 0;
  for (double limit = 1; limit < 1e6; limit *= 1.7) {
    const double mean = Round({13, 10, 0.1, limit}).mean_time(law), open = 1 - Round({13, 10, 0.1, limit}).completion(law);
    CHECK(mean >= before);
    CHECK(mean <= limit);
    const double step = 1e-5 * limit;
    const double slope =
        (Round({13, 10, 0.1, limit + step}).mean_time(law) - Round({13, 10, 0.1, limit - step}).mean_time(law)) / (2 * step);
    CHECK_THAT(slope, WithinAbs(open, 1e-4));  // of differences over 2e-5 of values right to 1e-9
    before = mean;
  }
  // all at once, and as many clients as there can be
  CHECK_THAT(Round({10, 7}).mean_time(Weibull<>{1e14, 60}), WithinRel(60, 1e-12));
  CHECK_THAT(Round({2e9, 1e9, 0.1, 1e5}).mean_time(law), WithinRel(law.quantile(0.5 / 0.9), 1e-6));
  CHECK_THROWS_MATCHES(Round({300, 390, 0.1, 300}).validate(), DomainError,
                       Message("Round: reports = 390 must be at most asked = 300"));
  CHECK_THROWS_MATCHES(Round({390, 300, 1, 300}).validate(), DomainError, Message("Round: dropout = 1 must be in [0, 1)"));
  CHECK_THROWS_MATCHES(Round({390, 300, 0, 0}).validate(), DomainError, Message("Round: timeout = 0 must be > 0 [s]"));
  CHECK_THROWS_AS(Round({390, 0.5, 0, 1}).validate(), DomainError);
  CHECK_NOTHROW(Round({390, 300, 0.1, inf}).validate());
}
