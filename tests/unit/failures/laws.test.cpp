// SPDX-License-Identifier: Apache-2.0
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>
#include <scaling_limits/core/dual.hpp>
#include <scaling_limits/failures/any_law.hpp>

#include "support/derivatives.hpp"
#include "support/laws.hpp"

using namespace scaling_limits;
using namespace scaling_limits::failures;
using namespace scaling_limits::testing;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// The standard library's generator in the shape the laws take.
struct Generator {
  std::mt19937_64 engine{42};
  double uniform() { return std::uniform_real_distribution<>(0x1p-53, 1)(engine); }
  double exponential() { return std::exponential_distribution<>(1)(engine); }
};

const std::vector<AnyLaw> laws{Exponential<>{.mean_life = 300},
                               Weibull<>::from_mean(1e4, 0.7),
                               Weibull<>{.shape = 3, .scale = 50},
                               Lognormal<>::from_mean(1e4, 1),
                               Lognormal<>{.mu = 2, .sigma = 0.3},
                               Lomax<>::from_mean(1e4, 3),
                               Gamma<>::from_mean(1e4, 0.5),
                               Gamma<>{.shape = 40, .scale = 3},
                               TwoPiece<>{1e-4, 1e-3, 5e3},
                               TwoPiece<>{.early_rate = 1e-2, .late_rate = 1e-4, .change = 70},
                               TwoPiece<>{0, 1e-3, 500}};

}  // namespace

TEST_CASE("every law is among those that are looked at here", "[failures]") {
  constexpr std::array left_out{LeftOut{"empirical", "is a law of its own"}};
  std::vector<std::string_view> names;
  for (const AnyLaw& law : laws) names.push_back(law.name());
  CHECK(kinds_without(names, every_law(), left_out).empty());
}

TEST_CASE("survival integrates to the mean life, and from any age on to what is beyond", "[failures]") {
  for (const AnyLaw& law : laws) {
    CAPTURE(law.name());
    const auto survival = [&](double t) { return law.survival(t); };
    const auto area_from = [&](double start) {
      double area = 0;  // panels that grow: the tails of lognormals are long
      for (double from = 0, to = law.mean() / 64; from < law.mean() * 1e9; from = to, to *= 2)
        area += boost::math::quadrature::gauss_kronrod<double, 31>::integrate(survival, start + from, start + to, 8, 1e-11);
      return area;
    };
    CHECK_THAT(area_from(0), WithinRel(law.mean(), 1e-7));  // quadrature of a kink at 0 (shape < 1)
    CHECK_THAT(law.mean_beyond(0), WithinRel(law.mean(), tolerance::two_routes));
    for (const double p : {0.1, 0.9, 0.999999}) {
      const double t = law.quantile(p);
      CHECK_THAT(law.mean_beyond(t), WithinRel(area_from(t), 1e-9));  // quadrature
    }
  }
}

TEST_CASE("hazard is the slope of -ln survival; quantile is the inverse of survival", "[failures]") {
  for (const AnyLaw& law : laws)
    for (const double p : {0.01, 0.3, 0.5, 0.9, 0.999}) {
      const double t = law.quantile(p), h = t * 1e-5;
      CHECK_THAT(law.survival(t), WithinRel(1 - p, 1e-9));
      CHECK_THAT(law.cumulative_hazard(t), WithinRel(-std::log1p(-p), 1e-9));
      CHECK_THAT(law.hazard(t), WithinRel((law.cumulative_hazard(t + h) - law.cumulative_hazard(t - h)) / (2 * h),
                                          1e-6));  // differences
    }
}

TEST_CASE("a law chosen at run time keeps its derivatives in time", "[failures]") {
  for_every_parameter([](const auto& make, double x) {
    const auto law = make(x);
    const AnyLaw any(law);
    using Second = dual<dual<double>>;
    const auto same = [](const Second& a, const Second& b) {
      CHECK_THAT(a.value.value, WithinRel(b.value.value, 1e-14));
      CHECK_THAT(a.slope.value, WithinRel(b.slope.value, 1e-11));
      CHECK_THAT(a.slope.slope, WithinRel(b.slope.slope, 1e-10) || WithinAbs(b.slope.slope, 1e-12 * std::abs(b.value.value)));
    };
    for (const double p : {0.01, 0.5, 0.99}) {
      const Second t(dual<double>(law.quantile(p), 1), dual<double>(1)), q(dual<double>(p, 1), dual<double>(1));
      same(any.survival(t), law.survival(t));
      same(any.cumulative_hazard(t), law.cumulative_hazard(t));
      same(any.hazard(t), law.hazard(t));
      same(any.mean_beyond(t), law.mean_beyond(t));
      same(any.quantile(q), law.quantile(q));
    }
  });
}

TEST_CASE("laws have their limits at 0 and inf, NaN outside and for NaN", "[failures]") {
  for_every_parameter([](const auto& make, double x) {
    const auto law = make(x), none = make(NaN), negative = make(-x);
    CAPTURE(law.name(), x);
    for (const double t : {-1.0, 0.0}) {
      CHECK(law.survival(t) == 1);
      CHECK(law.cumulative_hazard(t) == 0);
      CHECK_THAT(law.mean_beyond(t), WithinRel(law.mean() - t, 1e-14));
    }
    CHECK(law.hazard(-1.0) == 0);
    CHECK(law.survival(inf) == 0);
    CHECK(law.cumulative_hazard(inf) == inf);
    CHECK(law.mean_beyond(inf) == 0);
    CHECK(law.quantile(0.0) == 0);
    CHECK(law.quantile(1.0) == inf);
    const bool has_domain = x != 4.0 || law.name() != "lognormal";  // its mu may be any number
    for (const double t : {-1.0, 0.0, 10.0, inf}) {
      CHECK(std::isnan(none.survival(t)));
      CHECK(std::isnan(none.cumulative_hazard(t)));
      CHECK(std::isnan(none.hazard(t)));
      CHECK(std::isnan(none.mean_beyond(t)));
      if (!has_domain) continue;
      CHECK(std::isnan(negative.survival(t)));
      CHECK(std::isnan(negative.hazard(t)));
      CHECK(std::isnan(negative.mean_beyond(t)));
    }
    CHECK(std::isnan(none.mean()));
    CHECK(std::isnan(none.quantile(0.5)));
    const double t = NaN;
    CHECK(std::isnan(law.survival(t)));
    CHECK(std::isnan(law.cumulative_hazard(t)));
    CHECK(std::isnan(law.hazard(t)));
    CHECK(std::isnan(law.mean_beyond(t)));
    for (const double p : {t, -0.1, 1.1}) CHECK(std::isnan(law.quantile(p)));
  });
  CHECK(Weibull<>{.shape = 0.5, .scale = 10}.hazard(0) == inf);
  CHECK(Weibull<>{.shape = 1, .scale = 10}.hazard(0) == 0.1);
  CHECK(Weibull<>{.shape = 2, .scale = 10}.hazard(0) == 0);
  CHECK(Gamma<>{.shape = 0.5, .scale = 10}.hazard(0) == inf);
  CHECK(Gamma<>{.shape = 1, .scale = 10}.hazard(0) == 0.1);
  CHECK(Gamma<>{.shape = 2, .scale = 10}.hazard(0) == 0);
  CHECK(Gamma<>{.shape = 2, .scale = 10}.hazard(inf) == 0.1);
  CHECK(TwoPiece<>{.early_rate = 3, .late_rate = 4, .change = 10}.hazard(0) == 3);
  CHECK(TwoPiece<>{.early_rate = 3, .late_rate = 4, .change = 10}.hazard(10) == 4);
  CHECK(TwoPiece<>{.early_rate = 3, .late_rate = 4, .change = 10}.hazard(inf) == 4);
}

TEST_CASE("samples have the law", "[failures]") {
  constexpr int n = 200000;
  Generator source;
  for (const AnyLaw& law : laws)
    for (const double p : {0.1, 0.5, 0.9}) {
      CAPTURE(law.name(), p);
      const double t = law.quantile(p);
      int shorter = 0;
      for (int i = 0; i < n; ++i) shorter += law.sample(source) <= t;
      CHECK_THAT(double(shorter) / n, WithinAbs(p, 5 * std::sqrt(p * (1 - p) / n)));  // binomial
    }
}

TEST_CASE("residuals are those of the rest of a life met at random", "[failures]") {
  // of the rests, those that are longer than t are the integral of survival from t on, over the mean
  const auto follows = [](const auto& law) {
    CAPTURE(law.name());
    for (const double p : {1e-7, 1e-4, 0.01, 0.1, 0.5, 0.9, 0.99, 1 - 1e-6}) {
      CAPTURE(p);
      CHECK_THAT(law.mean_beyond(law.residual_quantile(p)) / law.mean(), WithinAbs(1 - p, 1e-13));
    }
    for (const double p : {1e-300, 1e-30, 1e-18, 1e-9}) {  // survival falls: its integral is between those of its ends
      const double t = law.residual_quantile(p), most = p * law.mean();
      CHECK(t > most * (1 - 1e-6));
      CHECK(t * law.survival(t) < most * (1 + 1e-6));
    }
    CHECK(law.residual_quantile(0) == 0);
    for (const double p : {-1e-9, 1 + 1e-9, NaN}) CHECK(std::isnan(law.residual_quantile(p)));
  };
  for (const AnyLaw& law : laws) follows(law);
  for (const double shape : {0.1, 0.3, 1.0, 7.0, 100.0}) follows(Weibull<>::from_mean(3e7, shape));
  for (const double sigma : {0.01, 0.3, 1.0, 3.0}) follows(Lognormal<>::from_mean(3e7, sigma));
  for (const double shape : {1.05, 1.5, 3.0, 1e3}) follows(Lomax<>::from_mean(3e7, shape));
  for (const double shape : {0.01, 0.05, 0.7, 1.0, 7.0, 1e4}) follows(Gamma<>::from_mean(3e7, shape));
  for (const double early : {0.0, 1e-9, 1e-6, 1e-4})
    for (const double change : {1.0, 1e4, 1e6}) follows(TwoPiece<>{early, 2e-6, change});
  follows(Exponential<>{3e7});
  follows(Empirical({5, 1, 5, 2.5, 5e-3}));
  follows(Empirical({4}));
  CHECK(Empirical({4, 2}).residual_quantile(1) == 4);
  CHECK(Weibull<>{.shape = 0.7, .scale = 2}.residual_quantile(1) == inf);
  CHECK(Lognormal<>{.mu = 1, .sigma = 2}.residual_quantile(1) == inf);
  CHECK(Lomax<>{.shape = 1, .scale = 2}.residual_quantile(0.5) == inf);
  CHECK(Gamma<>{.shape = 0.7, .scale = 2}.residual_quantile(1) == inf);
  CHECK(TwoPiece<>{1, 2, 3}.residual_quantile(1) == inf);
  for (const double bad : {-1.0, NaN}) {
    CHECK(std::isnan(Weibull<>{.shape = bad, .scale = 2}.residual_quantile(0.5)));
    CHECK(std::isnan(Lognormal<>{.mu = 1, .sigma = bad}.residual_quantile(0.5)));
    CHECK(std::isnan(Lomax<>{.shape = 2, .scale = bad}.residual_quantile(0.5)));
    CHECK(std::isnan(Exponential<>{bad}.residual_quantile(0.5)));
    CHECK(std::isnan(Gamma<>{.shape = bad, .scale = 2}.residual_quantile(0.5)));
    CHECK(std::isnan(TwoPiece<>{.early_rate = bad, .late_rate = 2, .change = 1}.residual_quantile(0.5)));
    CHECK(std::isnan(TwoPiece<>{.early_rate = 1, .late_rate = bad, .change = 1}.residual_quantile(0.5)));
    CHECK(std::isnan(TwoPiece<>{.early_rate = 1, .late_rate = 2, .change = bad}.residual_quantile(0.5)));
  }
}

TEST_CASE("observed lives are their own law", "[failures]") {
  const Empirical law({30, 10, 20, 20});
  CHECK(law.mean() == 20);
  CHECK(law.survival(0) == 1);
  CHECK(law.survival(10) == 0.75);
  CHECK(law.survival(20) == 0.25);
  CHECK(law.survival(30) == 0);
  CHECK_THAT(law.cumulative_hazard(20), WithinRel(std::log(4), 1e-15));
  CHECK(law.cumulative_hazard(0) == 0);
  CHECK(law.cumulative_hazard(30) == inf);
  CHECK(law.quantile(0.25) == 10);
  CHECK(law.quantile(0.26) == 20);
  CHECK(law.quantile(1) == 30);
  CHECK(std::isnan(law.quantile(1.1)));
  CHECK(std::isnan(law.survival(NaN)));
  CHECK(std::isnan(law.hazard(NaN)));
  CHECK(law.mean_beyond(0) == 20);
  CHECK(law.mean_beyond(20) == 2.5);
  CHECK(law.mean_beyond(inf) == 0);
  CHECK(law.mean_beyond(dual<double>(25, 1)).slope == -0.25);
  const AnyLaw any(law);
  CHECK(any.lives().size() == 4);
  CHECK(any.survival(dual<double>(15, 1)).slope == 0);
  CHECK(any.mean_beyond(dual<double>(25, 1)).slope == -0.25);
  Generator source;
  double sum = 0, rest = 0;
  constexpr int n = 400000;
  for (int i = 0; i < n; ++i) sum += law.sample(source), rest += law.residual_quantile((i + 0.5) / n);
  CHECK_THAT(sum / n, WithinAbs(20, 5 * std::sqrt(50.0 / n)));
  CHECK_THAT(rest / n, WithinRel((900 + 100 + 800) / 4.0 / 40, 1e-9));  // E life^2 / (2 E life)
}

TEST_CASE("the hazard of many observed lives is near that of the law they came from", "[failures]") {
  const auto law = Weibull<>::from_mean(1e4, 2);
  Generator source;
  std::vector<double> lives(20000);
  for (double& life : lives) life = law.sample(source);
  const Empirical observed(lives);
  for (const double p : {0.1, 0.5, 0.9})  // sqrt(20000) = 141 lives in the window: 1/sqrt(141) = 8 % standard error
    CHECK_THAT(observed.hazard(law.quantile(p)), WithinRel(law.hazard(law.quantile(p)), 0.35));
}

TEST_CASE("lomax lives are exponential lives whose rates are gamma; with a shape of 1 they have no mean", "[failures]") {
  // survival is the mean of exp(-rate t) over rates of shape 3 and scale 1/500: by quadrature
  const Lomax<> law{.shape = 3, .scale = 500};
  for (const double t : {1.0, 300.0, 5000.0}) {
    const auto mixed = [&](double u) { return u * u / 2 * std::exp(-u) * std::exp(-u * t / 500); };
    CHECK_THAT(law.survival(t),
               WithinRel(boost::math::quadrature::gauss_kronrod<double, 61>::integrate(mixed, 0.0, 100.0, 15, 1e-12), 1e-10));
  }
  const Lomax<> endless{.shape = 1, .scale = 500};
  CHECK(endless.mean() == inf);
  CHECK(endless.mean_beyond(1000) == inf);
  Generator source;
  CHECK(endless.residual_quantile(0.1) == inf);
  CHECK(endless.quantile(0.5) == 500);
}

TEST_CASE("gamma of a whole shape is the time to so many shocks, far out too", "[failures]") {
  // fewer than n events of a Poisson stream, added up in 50 digits
  for (const int n : {1, 2, 7, 40, 300})
    for (const double x : {1e-6, 0.5, 3.0, 30.0, 350.0, 5e3, 1e6}) {
      wide term(1), sum(1);
      for (int k = 1; k < n; ++k) sum += term *= wide(x) / k;
      const wide cumulative = wide(x) - log(sum);
      const Gamma<> law{.shape = double(n), .scale = 2};
      CAPTURE(n, x, cumulative);
      if (cumulative > 1e-30) CHECK_THAT(law.cumulative_hazard(2 * x), agrees(cumulative, relative(2e-13)));
      CHECK_THAT(law.hazard(2 * x), agrees(wide(term / sum / 2), relative(2e-13)) || WithinAbs(0, 1e-300));
      CHECK_THAT(law.survival(2 * x), agrees(wide(sum * exp(-wide(x))), relative(2e-13)) || WithinAbs(0, 1e-300));
    }
}

TEST_CASE("no parameter of a gamma law and no time is too large or too small for an answer", "[failures]") {
  for (const double shape : {1e-300, 1e-100, 1e-10, 1.0, 1e5, 1e10, 1e300})
    for (const double scale : {1e-300, 1.0, 1e300})
      for (const double t : {5e-324, 1e-300, 1e-5, 1.0, 1e10, 1e300}) {
        const Gamma<> law{.shape = shape, .scale = scale};
        CAPTURE(shape, scale, t, t / scale);
        const double alive = law.survival(t);
        CHECK((alive >= 0 && alive <= 1));
        CHECK(law.cumulative_hazard(t) >= 0);
        CHECK(law.quantile(0.3) >= 0);
        if (shape > 1e12) continue;  // near the mean these are NaN
        CHECK(law.hazard(t) >= 0);
        CHECK(law.mean_beyond(t) >= 0);
        CHECK(law.residual_quantile(0.3) >= 0);
      }
}

TEST_CASE("a hazard that changes: lives before and after the change", "[failures]") {
  const TwoPiece<> law{.early_rate = 2, .late_rate = 0.5, .change = 3};
  CHECK(law.cumulative_hazard(1) == 2);
  CHECK(law.cumulative_hazard(3) == 6);
  CHECK(law.cumulative_hazard(5) == 7);
  CHECK_THAT(law.mean(), WithinRel(0.5 * (1 - std::exp(-6.0)) + 2 * std::exp(-6.0), 1e-15));
  CHECK_THAT(law.quantile(-std::expm1(-7.0)), WithinRel(5, 1e-12));
  CHECK(law.hazard_jump() == 3);
  CHECK(AnyLaw(law).hazard_jump() == 3);
  CHECK(std::isnan(hazard_jump(AnyLaw(Weibull<>{.shape = 1, .scale = 1}))));
  CHECK(AnyLaw(law).hazard(dual<double>(2, 1)).slope == 0);
  const TwoPiece<> calm{.early_rate = 0, .late_rate = 0.5, .change = 3};  // nothing ends a life before the change
  CHECK(calm.survival(2.9) == 1);
  CHECK(calm.mean() == 5);
  CHECK(calm.quantile(1e-300) == 3);
  CHECK(calm.residual_quantile(0.2) == 1);
  // an early rate that is next to nothing, and its slope there: a mean of -change (change/2 + 1/late)
  CHECK_THAT((TwoPiece<>{1e-200, 0.5, 3}.mean()), WithinRel(5, 1e-15));
  const auto slope = TwoPiece<dual<double>>{dual<double>(0, 1), dual<double>(0.5), dual<double>(3)}.mean().slope;
  CHECK_THAT(slope, WithinRel(-3 * (1.5 + 2), 1e-14));
}

TEST_CASE("an exponential law has no memory, and says so through any law", "[failures]") {
  CHECK(is_memoryless(Exponential<>{.mean_life = 5}));
  CHECK_FALSE(is_memoryless(Weibull<>{.shape = 1, .scale = 5}));
  CHECK(AnyLaw(Exponential<>{.mean_life = 5}).memoryless());
  CHECK_FALSE(AnyLaw(Empirical({1})).memoryless());
}

TEST_CASE("a law made from its mean has that mean, whatever its spread", "[failures]") {
  for (const double mean : {1e-3, 5.0, 1e4, 1e9})
    for (const double spread : {0.3, 0.5, 1.0, 2.0}) {
      CHECK_THAT(Lognormal<>::from_mean(mean, spread).mean(), WithinRel(mean, 1e-13));
      CHECK_THAT(Weibull<>::from_mean(mean, spread).mean(), WithinRel(mean, 1e-13));
      CHECK_THAT(Lomax<>::from_mean(mean, 1 + spread).mean(), WithinRel(mean, 1e-13));
      CHECK_THAT(Gamma<>::from_mean(mean, spread).mean(), WithinRel(mean, 1e-13));
    }
}

TEST_CASE("laws refuse parameters that make no sense, naming them", "[failures]") {
  CHECK_THROWS_WITH((AnyLaw(Weibull<>{.shape = -1, .scale = 5}).validate()), ContainsSubstring("Weibull: shape = -1"));
  CHECK_THROWS_WITH(AnyLaw(Exponential<>{}).validate(), ContainsSubstring("Exponential: mean"));
  CHECK_THROWS_WITH((AnyLaw(Lognormal<>{.mu = 1, .sigma = 0}).validate()), ContainsSubstring("sigma"));
  CHECK_THROWS_WITH((AnyLaw(Lomax<>{.shape = 0, .scale = 5}).validate()), ContainsSubstring("Lomax: shape = 0"));
  CHECK_THROWS_WITH((AnyLaw(Gamma<>{.shape = 0, .scale = 5}).validate()), ContainsSubstring("Gamma: shape = 0"));
  CHECK_THROWS_WITH((AnyLaw(TwoPiece<>{-1, 5, 1}).validate()), ContainsSubstring("TwoPiece: early_rate = -1"));
  CHECK_THROWS_WITH((AnyLaw(TwoPiece<>{1, 0, 1}).validate()), ContainsSubstring("TwoPiece: late_rate = 0"));
  CHECK_THROWS_WITH((AnyLaw(TwoPiece<>{0, 5, 0}).validate()), ContainsSubstring("TwoPiece: change = 0"));
  CHECK_NOTHROW(AnyLaw(TwoPiece<>{0, 5, 1}).validate());
  CHECK_THROWS_WITH(Weibull<>::from_mean(0, 1), ContainsSubstring("mean"));
  CHECK_THROWS_WITH(Gamma<>::from_mean(1, -1), ContainsSubstring("shape"));
  CHECK_THROWS_WITH(Lognormal<>::from_mean(1, -1), ContainsSubstring("sigma"));
  CHECK_THROWS_WITH(Lomax<>::from_mean(1, 1), ContainsSubstring("shape"));
  CHECK_THROWS_WITH((Empirical(std::vector<double>{})), ContainsSubstring("lives"));
  CHECK_THROWS_WITH((Empirical({1, -2})), ContainsSubstring("lives"));
}
