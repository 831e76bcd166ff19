// SPDX-License-Identifier: Apache-2.0
// Fits against what does not use them: closed forms, sums over every life, searches by brute force, and logs drawn from laws
// that are known.
#include "scaling_limits/failures/fit.hpp"

#include <boost/math/special_functions/digamma.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <numeric>
#include <random>

#include "scaling_limits/core/units.hpp"
#include "scaling_limits/failures/fit_two_piece.hpp"
#include "scaling_limits/failures/gamma_law.hpp"
#include "scaling_limits/failures/goodness_of_fit.hpp"
#include "scaling_limits/failures/lognormal.hpp"
#include "scaling_limits/failures/weibull.hpp"
#include "support/lives.hpp"

using namespace scaling_limits;
using namespace scaling_limits::failures;
using namespace scaling_limits::testing;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

const Weibull<> early{0.7, 1e6}, late{2.6, 1e6};
const Lognormal<> lognormal{13, 1};
const Gamma<> bulged{3, 4e5};

/// The best of a law's two parameters near a point, by looking along both and shrinking the steps.
template <class L>
double searched(L law, const Log& log) {
  double best = likelihood(law, log);
  for (double step = 0.1; step > 1e-7; step /= 2)
    for (bool moved = true; moved;) {
      moved = false;
      for (const auto& field : fields_of<L>)
        for (const double way : {-step, step}) {
          L next = law;
          double& x = next.*field.member;
          x = field.range.lower == 0 ? x * std::exp(way) : x + way;
          if (const double found = likelihood(next, log); found > best) best = found, law = next, moved = true;
        }
    }
  return best;
}

template <template <class> class Law>
void no_search_finds_better(const Log& log) {
  const LifeFit<Law> fit(log.lives());
  INFO(fit.law().name());
  const double at = likelihood(fit.law(), log);
  CHECK_THAT(fit.quality().log_likelihood, WithinRel(at, 1e-10));  // sums of a thousand logarithms
  CHECK(searched(fit.law(), log) <= at + 1e-7);
}

}  // namespace

TEST_CASE("where every life ended the best laws are those of closed forms", "[failures]") {
  std::mt19937_64 random(3);
  const Log log = drawn(late, 500, 1e12, random);
  double sum = 0, logs = 0, squares = 0;
  for (const double t : log.durations) sum += t, logs += std::log(t), squares += std::log(t) * std::log(t);
  const double mean = sum / 500, of_logs = logs / 500;
  CHECK_THAT(LifeFit<Exponential>(log.lives()).law().mean(), WithinRel(mean, 1e-12));
  const auto normal = LifeFit<Lognormal>(log.lives()).law();
  CHECK_THAT(normal.mu, WithinRel(of_logs, 1e-10));
  CHECK_THAT(normal.sigma, WithinRel(std::sqrt(squares / 500 - of_logs * of_logs), 1e-9));
  const auto gamma = LifeFit<Gamma>(log.lives()).law();
  CHECK_THAT(gamma.shape * gamma.scale, WithinRel(mean, 1e-10));
  CHECK_THAT(std::log(gamma.shape) - boost::math::digamma(gamma.shape), WithinRel(std::log(mean) - of_logs, 1e-8));
  const auto weibull = LifeFit<Weibull>(log.lives()).law();
  double powers = 0, weighted = 0;
  for (const double t : log.durations) {
    const double power = std::pow(t / mean, weibull.shape);
    powers += power, weighted += power * std::log(t);
  }
  CHECK_THAT(1 / weibull.shape, WithinRel(weighted / powers - of_logs, 1e-8));
  CHECK_THAT(weibull.scale, WithinRel(mean * std::pow(powers / 500, 1 / weibull.shape), 1e-9));
}

TEST_CASE("no search finds a likelier law, censored, truncated or not", "[failures]") {
  std::mt19937_64 random(5);
  const double oldest = GENERATE(0., 5e5);
  for (const double watched : {4e5, 1.5e6, 1e10}) {
    const Log log = drawn(late, 300, watched, random, oldest);
    no_search_finds_better<Weibull>(log);
    no_search_finds_better<Lognormal>(log);
    no_search_finds_better<Gamma>(log);
    no_search_finds_better<Exponential>(log);
  }
}

TEST_CASE("points that stand for many lives sum as the lives do", "[failures]") {
  std::mt19937_64 random(7);
  for (const double oldest : {0., 5e5}) {
    Log log = drawn(early, 30'000, 8e5, random, oldest);
    log.durations[17] = 1e-6, log.durations[18] = 1e12;  // far from all others
    if (oldest > 0) log.entry[17] = 0;
    const auto points = life_points(log.lives());
    CHECK(points.size() < 5000);
    const auto sum = [&](const auto& law) {
      double all = 0;
      for (const auto& point : points)
        all += point.events * std::log(law.hazard(point.time)) - point.exits * law.cumulative_hazard(point.time);
      return all;
    };
    // reason for 1e-11: a cell is as wide as 1/256 of what the lives span, and holds polynomials of the seventh degree
    CHECK_THAT(sum(early), WithinRel(likelihood(early, log), 1e-11));
    CHECK_THAT(sum(bulged), WithinRel(likelihood(bulged, log), 1e-11));
    CHECK_THAT(sum(lognormal), WithinRel(likelihood(lognormal, log), 1e-11));
  }
  // lives that are almost alike, of which many were watched for far less
  const Lognormal<> narrow{14, 5e-3};
  Log log = drawn(narrow, 20'000, 1e12, random);
  for (std::size_t i = 0; i < 20'000; i += 2)
    log.durations[i] *= std::exp(-0.001 * static_cast<double>(i)), log.observed[i] = 0;
  const LifeFit<Lognormal> fit(log.lives());
  CHECK_THAT(fit.quality().log_likelihood,
             WithinAbs(likelihood(fit.law(), log), 1e-3));  // an interval ends where it has fallen by 1.9
}

TEST_CASE("many lives of few ages are points as well", "[failures]") {
  Log log;
  for (int i = 0; i < 9000; ++i) log.durations.push_back(i % 3 ? 1e6 : 5e5), log.observed.push_back(i % 3 ? 0 : 1);
  const auto points = life_points(log.lives());
  double events = 0, exits = 0;
  for (const auto& point : points) events += point.events, exits += point.exits;
  CHECK_THAT(events, WithinRel(3000, 1e-12));
  CHECK_THAT(exits, WithinRel(9000, 1e-12));
  CHECK_THAT(LifeFit<Exponential>(log.lives()).law().mean(), WithinRel((3000 * 5e5 + 6000 * 1e6) / 3000, 1e-12));
}

TEST_CASE("an interval ends where the best of the other parameter has fallen by half of chi-squared", "[failures]") {
  std::mt19937_64 random(11);
  const Log log = drawn(late, 200, 1.5e6, random);
  const LifeFit<Weibull> fit(log.lives());
  const double top = fit.quality().log_likelihood;
  const auto best_of_scale = [&](double shape) {  // closed form: events scale^shape = sum of powers
    double powers = 0, events = 0;
    for (std::size_t i = 0; i < log.durations.size(); ++i)
      powers += std::pow(log.durations[i] / 1e6, shape), events += log.observed[i];
    return likelihood(Weibull<>{shape, 1e6 * std::pow(powers / events, 1 / shape)}, log);
  };
  const auto shape = fit.interval("shape", 0.95);
  CHECK_THAT(top - best_of_scale(shape.low), WithinRel(0.5 * 3.841458820694124, 1e-7));
  CHECK_THAT(top - best_of_scale(shape.high), WithinRel(0.5 * 3.841458820694124, 1e-7));
  const auto best_of_shape = [&](double scale) {  // by a fine grid
    double best = -inf;
    for (double k = 1; k < 6; k += 1e-4) best = std::max(best, likelihood(Weibull<>{k, scale}, log));
    return best;
  };
  const auto scale = fit.interval("scale", 0.8);
  CHECK_THAT(top - best_of_shape(scale.low), WithinAbs(0.5 * 1.6423744151498, 1e-4));
  CHECK_THAT(top - best_of_shape(scale.high), WithinAbs(0.5 * 1.6423744151498, 1e-4));
}

namespace {

/// How far the best likelihood with a parameter held is below the best of all, by a search over the other one.
template <template <class> class Law>
double fallen(const LifeFit<Law>& fit, const Log& log, std::size_t held, double value, double reach) {
  auto law = fit.law();
  const auto& fields = fields_of<Law<double>>;
  double& other = law.*fields[1 - held].member;
  law.*fields[held].member = value;
  const bool is_log = fields[1 - held].range.lower == 0;
  double best = -inf, centre = is_log ? std::log(other) : other;
  for (double step = reach / 2000; reach > 1e-9; reach = 2 * step, step = reach / 200) {
    double at = centre;
    for (double x = centre - reach; x <= centre + reach; x += step) {
      other = is_log ? std::exp(x) : x;
      if (const double found = likelihood(law, log); found > best) best = found, at = x;
    }
    centre = at;
  }
  return fit.quality().log_likelihood - best;
}

template <template <class> class Law>
void ends_are_where_it_has_fallen(const Log& log, double reach) {
  const LifeFit<Law> fit(log.lives());
  for (std::size_t k = 0; k < 2; ++k) {
    const auto& field = fields_of<Law<double>>[k];
    INFO(fit.law().name() << " " << field.name << " = " << fit.law().*field.member);
    const auto interval = fit.interval(field.name);
    CHECK(interval.low < fit.law().*field.member);
    CHECK(fit.law().*field.member < interval.high);
    for (const double end : {interval.low, interval.high})
      if (end > -inf && end < inf) CHECK_THAT(fallen(fit, log, k, end, reach), WithinAbs(0.5 * 3.841458820694124, 1e-6));
  }
}

}  // namespace

namespace {

/// A function of a point, in place of a likelihood: its value, slopes and curvatures.
template <std::size_t n>
struct Hill {
  using Point = std::array<double, n>;
  struct Value {
    double value = NaN;
    Point slope{};
    std::array<Point, n> curvature{};
  };
  static constexpr std::size_t count = n;
  static constexpr bool is_log(std::size_t) { return false; }
  Value (*at)(const Point&);
  Value operator()(const Point& point) const { return at(point); }
};

}  // namespace

TEST_CASE("an ascent ends on the summit of a hill that is known, and nowhere on one that breaks off", "[failures]") {
  // 1 / (1 + q), q = x^2 + x y + 2 y^2: far out it is not curved as a summit is
  const Hill<2> bell{[](const Hill<2>::Point& p) -> Hill<2>::Value {
    const double x = p[0], y = p[1], qx = 2 * x + y, qy = x + 4 * y, f = 1 / (1 + x * x + x * y + 2 * y * y);
    const auto bend = [&](double a, double b, double ab) { return f * f * (2 * f * a * b - ab); };
    return {f, {-f * f * qx, -f * f * qy}, {{{bend(qx, qx, 2), bend(qx, qy, 1)}, {bend(qx, qy, 1), bend(qy, qy, 4)}}}};
  }};
  for (const Hill<2>::Point& from : {Hill<2>::Point{5, 3}, {-4, 0.5}, {0.1, -6}, {0.2, 0.1}, {3, -3}}) {
    CAPTURE(from[0], from[1]);
    const auto top = failures::detail::summit(bell, from);
    REQUIRE(top);
    CHECK_THAT(top->first[0], WithinAbs(0, 1e-6));  // the value is flat there
    CHECK_THAT(top->first[1], WithinAbs(0, 1e-6));
    CHECK_THAT(top->second.value, WithinRel(1., 1e-12));
    for (const std::size_t held : {0u, 1u}) {  // along a line: x = -y/2, y = -x/4
      const auto ridge = failures::detail::summit(bell, from, held);
      REQUIRE(ridge);
      CHECK(ridge->first[held] == from[held]);
      CHECK_THAT(ridge->first[1 - held], WithinAbs(-from[held] / (held == 1 ? 2 : 4), 1e-5));
    }
  }
  const Hill<1> cliff{[](const Hill<1>::Point& p) -> Hill<1>::Value {
    if (p[0] > 0) return {};
    return {p[0], {1}, {{{-1}}}};
  }};
  CHECK_FALSE(failures::detail::summit(cliff, {-1}));
  const Hill<1> endless{[](const Hill<1>::Point& p) -> Hill<1>::Value { return {p[0], {1}, {{{0}}}}; }};
  CHECK_FALSE(failures::detail::summit(endless, {0}));
}

TEST_CASE("of lives watched from an age on a shape has a lower end where it is likelier than a hazard of 1/t, or none",
          "[failures]") {
  std::mt19937_64 random(43);
  std::uniform_real_distribution<double> age(5e5, 1e6);
  std::exponential_distribution<double> left(4e-6);
  int bounded = 0, unbounded = 0;
  for (int repeat = 0; repeat < 12; ++repeat) {
    Log log;
    const int lives = 10 << repeat % 4;
    double watched = 0, logs = 0;
    for (int i = 0; i < lives; ++i) {
      log.entry.push_back(age(random)), log.durations.push_back(log.entry.back() + left(random)), log.observed.push_back(1);
      watched += std::log(log.durations.back() / log.entry.back()), logs += std::log(log.durations.back());
    }
    // shape -> 0 with shape scale^-shape = c: a hazard c/t, likeliest where c = lives/watched
    const double limit = lives * (std::log(lives / watched) - 1) - logs;
    const LifeFit<Weibull> fit(log.lives());
    const double drop = fit.quality().log_likelihood - limit;
    CAPTURE(lives, fit.law().shape, drop);
    CHECK(drop > 0);
    CHECK((fit.interval("shape").low == 0) == (drop < 0.5 * 3.841458820694124));
    CHECK(fit.interval("shape").high < 10);
    ++(drop < 0.5 * 3.841458820694124 ? unbounded : bounded);
  }
  CHECK(unbounded > 0);
  CHECK(bounded > 0);
}

TEST_CASE("one life that ended among many that did not bounds what it can, and no more", "[failures]") {
  Log log;
  for (int i = 0; i < 30; ++i) log.durations.push_back(i == 6 ? 172333.2834 : 239505.378), log.observed.push_back(i == 6);
  ends_are_where_it_has_fallen<Weibull>(log, 40);
  ends_are_where_it_has_fallen<Gamma>(log, 40);
  ends_are_where_it_has_fallen<Lognormal>(log, 60);
  // five decades older than the one that failed: the ridge is long and narrow
  Log apart{std::vector<double>(10, 2.08e-3), std::vector<double>(10, 0.), {}};
  apart.durations[4] = 2e-8, apart.observed[4] = 1;
  ends_are_where_it_has_fallen<Gamma>(apart, 500);
}

TEST_CASE("lives of one age are likeliest of no law, however many others were watched for less", "[failures]") {
  Log log;
  for (int i = 0; i < 300; ++i) log.durations.push_back(i % 3 ? 1e3 * (1 + i % 4) : 4e3), log.observed.push_back(i % 3 == 0);
  CHECK_THROWS_WITH(LifeFit<Weibull>(log.lives()), ContainsSubstring("no weibull law is the likeliest"));
  CHECK_THROWS_WITH(LifeFit<Gamma>(log.lives()), ContainsSubstring("no gamma law is the likeliest"));
  CHECK_THROWS_WITH(LifeFit<Lognormal>(log.lives()), ContainsSubstring("no lognormal law is the likeliest"));
  CHECK(LifeFit<Exponential>(log.lives()).law().mean() > 0);
  log.durations[1] = 8000;  // one is older
  CHECK(LifeFit<Gamma>(log.lives()).law().shape > 0);
}

TEST_CASE("a shape that goes to zero is no law", "[failures]") {
  // as even over the decades from their beginning on as can be: the likelihood rises to its value at shape 0
  const Log log{{1.93883164e-03, 1.00906540e-01, 5.92298608e-05}, {}, {7.60299513e-04, 3.68399547e-02, 3.48649781e-06}};
  CHECK_THROWS_WITH(LifeFit<Gamma>(log.lives()), ContainsSubstring("no gamma law is the likeliest"));
}

TEST_CASE("lives that are almost alike are fitted as normal ones are", "[failures]") {
  std::mt19937_64 random(37);
  for (const double spread : {3e-3, 1e-3}) {
    const Log log = drawn(Lognormal<>{14, spread}, 400, 2.4e6, random);
    const auto gamma = LifeFit<Gamma>(log.lives());
    const auto normal = LifeFit<Lognormal>(log.lives());
    // reason for 3 spreads: laws so narrow differ by their skewness alone
    CHECK_THAT(gamma.law().shape * normal.law().sigma * normal.law().sigma, WithinRel(1, 3 * spread));
    CHECK_THAT(std::log(gamma.law().mean()), WithinAbs(normal.law().mu, 3 * spread * spread));
    const auto a = gamma.interval("shape"), b = normal.interval("sigma");
    CHECK_THAT(a.low * b.high * b.high, WithinRel(1, 6 * spread));
    CHECK_THAT(a.high * b.low * b.low, WithinRel(1, 6 * spread));
  }
}

TEST_CASE("no change of a hazard is sought at the oldest age, whatever rounding leaves behind it", "[failures]") {
  Log log;
  for (int i = 0; i < 60; ++i) log.durations.push_back(i < 54 ? 0.1 + 0.7 * i : 39.3), log.observed.push_back(1);
  const auto law = LifeFit<TwoPiece>(log.lives()).law();
  CHECK(law.change < 39.3);
  CHECK(law.late_rate < 100);
}

TEST_CASE("the interval of a mean is that of the count", "[failures]") {
  const Log log{{1e5, 2e5, 3e5, 1e6, 1e6}, {1, 1, 1, 0, 0}, {}};
  const LifeFit<Exponential> fit(log.lives());
  const auto counted = mtbf_from_events(3, 2.6e6, 0.9);
  CHECK(fit.interval("mean", 0.9).low == counted.lower);
  CHECK(fit.interval("mean", 0.9).high == counted.upper);
  CHECK(fit.quality().aic() == 2 - 2 * fit.quality().log_likelihood);
  CHECK(fit.quality().bic() == std::log(5.) - 2 * fit.quality().log_likelihood);
}

namespace {

/// How far a likelihood falls to that of the true change in 95 of 100 logs: walks played until they cannot return.
double drop_of_change(const TwoPiece<>& law) {
  std::mt19937_64 random(29);
  std::exponential_distribution<double> wait(1);
  const double ratio = std::max(law.late_rate / law.early_rate, law.early_rate / law.late_rate), jump = std::log(ratio);
  std::vector<double> highest;
  for (int i = 0; i < 200'000; ++i) {
    double top = 0;
    for (double x = 0; x > -15;) x -= (ratio - 1) * wait(random), x += jump, top = std::max(top, x);
    for (double x = 0; x > -15; x -= jump) x += (1 - 1 / ratio) * wait(random), top = std::max(top, x);
    highest.push_back(top);
  }
  const auto at = highest.begin() + 190'000;
  std::nth_element(highest.begin(), at, highest.end());
  return *at;
}

}  // namespace

TEST_CASE("a change is where loops over every change find it", "[failures]") {
  std::mt19937_64 random(13);
  const TwoPiece<> truth{1 / 4e6, 1 / 4e5, 8e5};
  for (const double oldest : {0., 6e5})
    for (int repeat = 0; repeat < 5; ++repeat) {
      const Log log = drawn(truth, 150, 2e6, random, oldest);
      const LifeFit<TwoPiece> fit(log.lives());
      double best = -inf, at = NaN;
      const auto tried = [&](double change) {
        double d[2]{}, time[2]{};
        for (std::size_t i = 0; i < log.durations.size(); ++i) {
          const double t = log.durations[i], from = log.entry.empty() ? 0 : log.entry[i];
          const double before = std::min(t, change) - std::min(from, change);
          time[0] += before, time[1] += t - from - before;
          d[t >= change] += log.observed[i];
        }
        if (d[1] < 5 || (d[0] > 0 && d[0] < 5) || !(time[1] > 0)) return -inf;
        return (d[0] > 0 ? d[0] * std::log(d[0] / time[0]) : 0) + d[1] * std::log(d[1] / time[1]) - d[0] - d[1];
      };
      for (const double end : log.durations)
        for (const double change : {end, std::nextafter(end, inf), 0.999 * end, 1.001 * end})
          if (const double found = tried(change); found > best) best = found, at = change;
      CHECK_THAT(fit.quality().log_likelihood, WithinRel(best, 1e-12));
      CHECK_THAT(fit.law().change, WithinRel(at, 1e-12));
      CHECK_THAT(likelihood(fit.law(), log), WithinRel(best, 1e-12));
      // inside its interval alone a change is likely enough; reason for 3 %: the drop is that of 200,000 walks
      const auto interval = fit.interval("change", 0.95);
      const double drop = drop_of_change(fit.law());
      for (double change = 1e4; change < 2.5e6; change += 100)
        if (tried(change) >= best - 0.97 * drop) {
          CHECK(interval.low <= change);
          CHECK(change <= interval.high);
        }
      CHECK(std::max(tried(interval.low), tried(interval.low * (1 + 1e-9))) >= best - 1.03 * drop);
      CHECK(std::max(tried(interval.high), tried(interval.high * (1 - 1e-9))) >= best - 1.03 * drop);
    }
}

TEST_CASE("of a hundred thousand changes those that matter are kept", "[failures]") {
  std::mt19937_64 random(41);
  Log log = drawn(TwoPiece<>{1 / 4e6, 1 / 2e6, 8e5}, 60'000, 1e12, random);
  const LifeFit<TwoPiece> fit(log.lives());
  auto ends = log.durations;
  std::sort(ends.begin(), ends.end());
  const double n = 60'000, all = std::accumulate(ends.begin(), ends.end(), 0.);
  double best = -inf, before = 0;
  std::vector<double> value;  // of a change just behind each end
  for (std::size_t i = 0; i < ends.size(); ++i) {
    before += (ends[i] - (i ? ends[i - 1] : 0)) * (n - static_cast<double>(i));
    const double d = static_cast<double>(i + 1);
    value.push_back(d < 5 || n - d < 5 ? -inf : d * std::log(d / before) + (n - d) * std::log((n - d) / (all - before)) - n);
    best = std::max(best, value.back());
  }
  REQUIRE(fit.law().early_rate < fit.law().late_rate);  // so that the best lies just before an end, and as good just behind
  CHECK_THAT(fit.quality().log_likelihood, WithinAbs(best, 1));  // a life more or less
  const auto interval = fit.interval("change", 0.95);
  const double drop = drop_of_change(fit.law());
  for (std::size_t i = 0; i < ends.size(); ++i)  // reason for 1: as above
    if (value[i] > best - drop + 1) {
      CHECK(interval.low <= ends[i]);
      CHECK(ends[i] <= interval.high);
    }
  CHECK(interval.low < fit.law().change);
  CHECK(fit.law().change < interval.high);
}

TEST_CASE("lives none of which ends before the change have an early rate of zero, and its upper end", "[failures]") {
  Log log;
  for (int i = 0; i < 40; ++i) log.durations.push_back(1e6 * (1 + i / 40.)), log.observed.push_back(1);
  const LifeFit<TwoPiece> fit(log.lives());
  CHECK(fit.law().early_rate == 0);
  CHECK(fit.law().change == 1e6);
  CHECK(fit.interval("early_rate").low == 0);
  CHECK_THAT(fit.interval("early_rate").high, WithinRel(0.5 * 3.841458820694124 / 4e7, 1e-6));
}

TEST_CASE("a law that is wrong is seen to be", "[failures]") {
  std::mt19937_64 random(19);
  const Log log = drawn(late, 2000, 2e6, random);
  CHECK(goodness_of_fit(LifeFit<Exponential>(log.lives()), log.lives()).p_value < 1e-10);
  CHECK(goodness_of_fit(LifeFit<Weibull>(log.lives()), log.lives()).p_value > 0.01);
  const auto found = goodness_of_fit(LifeFit<Weibull>(log.lives()), log.lives(), 7);
  double observed = 0, expected = 0, events = 0;
  for (const double x : log.observed) events += x;
  for (std::size_t j = 0; j < 7; ++j) observed += found.observed[j], expected += found.expected[j];
  CHECK(observed == events);
  CHECK_THAT(expected, WithinRel(events, 1e-8));  // the scale's own equation
  CHECK(found.degrees == 6);
  // too few failures for chi-squared
  const Log few{{1e5, 2e5, 4e5}, {1, 1, 1}, {}};
  CHECK(std::isnan(goodness_of_fit(LifeFit<Exponential>(few.lives()), few.lives()).p_value));
}

TEST_CASE("pieces of time hold what is expected there, life by life", "[failures]") {
  std::mt19937_64 random(23);
  const Log log = drawn(early, 400, 1e6, random, 3e5);
  const LifeFit<Weibull> fit(log.lives());
  const auto found = goodness_of_fit(fit, log.lives(), 5);
  double from = 0;
  for (std::size_t j = 0; j < 5; ++j) {
    double expected = 0, observed = 0;
    for (std::size_t i = 0; i < log.durations.size(); ++i) {
      const double a = std::clamp(log.entry[i], from, found.edges[j]), b = std::clamp(log.durations[i], from, found.edges[j]);
      expected += fit.law().cumulative_hazard(b) - fit.law().cumulative_hazard(a);
      observed += log.observed[i] != 0 && log.durations[i] > from && log.durations[i] <= found.edges[j];
    }
    CHECK_THAT(found.expected[j], WithinRel(expected, 1e-9));
    CHECK(found.observed[j] == observed);
    from = found.edges[j];
  }
}

TEST_CASE("the logarithm of a hazard stays a number where the hazard is none", "[failures]") {
  const Weibull<> steep{1000, 1e6};
  CHECK_THAT(steep.log_hazard(4e5), WithinRel(std::log(1e-3) + 999 * std::log(0.4), 1e-13));
  const Lognormal<> narrow{13, 0.01};
  const double z = (std::log(2e5) - 13) / 0.01;
  CHECK_THAT(narrow.log_hazard(2e5),
             WithinRel(-z * z / 2 - std::log(0.01 * 2e5 * std::sqrt(2 * 3.14159265358979323846)), 1e-13));
  for (const double t : {1., 1e3, 1e5, 4e5, 1e6, 1e8}) {
    CHECK_THAT(lognormal.log_hazard(t), WithinRel(std::log(lognormal.hazard(t)), 1e-12));
    CHECK_THAT(early.log_hazard(t), WithinRel(std::log(early.hazard(t)), 1e-12));
    CHECK_THAT(bulged.log_hazard(t), WithinRel(std::log(bulged.hazard(t)), 1e-12));
  }
  CHECK(std::isnan(early.log_hazard(NaN)));
  // Gamma(5000) is beyond doubles; Stirling's series of its logarithm to 1e-16
  const double log_gamma = 4999.5 * std::log(5000.) - 5000 + 0.5 * std::log(2 * 3.14159265358979323846) + 1 / 60000.;
  CHECK_THAT((Gamma<>{5000, 1}.log_hazard(100.)), WithinRel(4999 * std::log(100.) - 100 - log_gamma, 1e-12));
}

TEST_CASE("lives that cannot be fitted say why", "[failures]") {
  const auto refused = [](const Log& log, const std::string& why) {
    CHECK_THROWS_WITH(LifeFit<Weibull>(log.lives()), ContainsSubstring(why));
  };
  refused({}, "fit: durations must hold one life at least");
  refused({{1, 2}, {1}, {}}, "observed has 1 lives, durations has 2");
  refused({{1, 0}, {}, {}}, "fit: durations[1] = 0 must be > 0 and finite [s]");
  refused({{1, NaN}, {}, {}}, "durations[1] = nan");
  refused({{1, 2}, {1, 0.5}, {}}, "observed[1] = 0.5 must be true or false");
  refused({{1, 2}, {}, {0, 2}}, "entry[1] = 2 must be in [0, 2)");
  refused({{1e308, 1e308}, {}, {}}, "durations add up to more than any number");
  refused({{1, 2}, {0, 0}, {}}, "no life ended");
  refused({{5, 5, 5}, {}, {}}, "no weibull law is the likeliest");
  refused({{1, 2, 9}, {0, 0, 1}, {}}, "no weibull law is the likeliest");
  CHECK_THROWS_WITH(LifeFit<Lognormal>(Log{{7}, {}, {}}.lives()), ContainsSubstring("no lognormal law"));
  CHECK_THROWS_WITH(LifeFit<TwoPiece>(Log{{1, 2, 3}, {}, {}}.lives()), ContainsSubstring("needs 10 lives that ended"));
  // a gamma law of these has a scale of 4e309 s
  CHECK_THROWS_WITH(LifeFit<Gamma>(Log{{435, 3446, 63e3, 2e8, 1.7e308}, {}, {}}.lives()),
                    ContainsSubstring("the likeliest gamma law has a scale that no number holds"));
  const Log log{{1, 2, 3}, {}, {}};
  CHECK_THROWS_WITH(LifeFit<Weibull>(log.lives()).interval("mu"), ContainsSubstring("no parameter 'mu'"));
  CHECK_THROWS_WITH(LifeFit<Weibull>(log.lives()).interval("shape", 1), ContainsSubstring("confidence = 1"));
}
