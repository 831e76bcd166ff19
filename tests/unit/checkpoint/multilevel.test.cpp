// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/checkpoint/multilevel_optimum.hpp"

#include <Eigen/Dense>
#include <boost/math/tools/minima.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>

#include "scaling_limits/checkpoint/segment.hpp"
#include "scaling_limits/simulation/simulator.hpp"
#include "support/agrees.hpp"
#include "support/reference.hpp"

using namespace scaling_limits;
using namespace scaling_limits::checkpoint;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// The equations (13) as they stand, by a dense solve: unknowns E_c(i) and E_r(p, s).
double dense_goodput(const std::vector<int>& pattern, double interval, const std::vector<SeverityLevel<>>& levels,
                     double downtime) {
  const int n = static_cast<int>(pattern.size()), k = static_cast<int>(levels.size());
  double rate = 0;
  for (const auto& l : levels) rate += l.failure_rate;
  const auto back = [&](int i, int s) {
    for (; i > 0; --i)
      if (pattern[i - 1] >= s) return i;
    return 0;
  };
  const auto at = [&](int p, int s) { return s == 0 ? p : n + p * k + s - 1; };  // s = 0: E_c(p)
  using Real = long double;
  Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic> a(n + n * k, n + n * k);
  Eigen::Matrix<Real, Eigen::Dynamic, 1> b(n + n * k);
  a.setIdentity();
  b.setZero();
  for (int i = 0; i < n; ++i) {
    Real d = interval;
    for (int l = 0; l < pattern[i]; ++l) d += levels[l].write_time;
    const Real fails = -std::expm1(-rate * d);
    b(at(i, 0)) = fails / rate + fails * downtime;
    if (i + 1 < n) a(at(i, 0), at(i + 1, 0)) -= 1 - fails;
    for (int s = 1; s <= k; ++s) a(at(i, 0), at(back(i, s), s)) -= fails * levels[s - 1].failure_rate / rate;
    for (int s = 1; s <= k; ++s) {
      const Real cut = -std::expm1(-rate * Real(levels[s - 1].restart_time));
      b(at(i, s)) = cut / rate + cut * downtime;
      a(at(i, s), at(i, 0)) -= 1 - cut;
      for (int t = 1; t <= k; ++t) {
        const int u = std::max(s, t);
        a(at(i, s), at(back(i, u), u)) -= cut * levels[t - 1].failure_rate / rate;
      }
    }
  }
  const Eigen::Matrix<Real, Eigen::Dynamic, 1> x = a.fullPivLu().solve(b);
  return static_cast<double>(n * interval / x(0));
}

std::vector<SeverityLevel<>> random_levels(std::mt19937_64& random, int count, double load) {
  std::uniform_real_distribution<double> u;
  std::vector<SeverityLevel<>> levels;
  double rate = load, cost = 1;
  for (int i = 0; i < count; ++i) {
    levels.push_back({cost * (0.2 + u(random)), 30 * u(random), rate});
    rate *= 0.02 + 0.5 * u(random), cost *= 1 + 20 * u(random);
  }
  return levels;
}

/// All patterns of up to n segments that end with the top level.
std::vector<std::vector<int>> all_patterns(int count, int n) {
  std::vector<std::vector<int>> heads{{}}, all;
  for (int length = 1; length <= n; ++length) {
    std::vector<std::vector<int>> longer;
    for (const auto& head : heads) {
      all.push_back(head), all.back().push_back(count);
      for (int l = 1; l <= count; ++l) longer.push_back(head), longer.back().push_back(l);
    }
    heads = std::move(longer);
  }
  return all;
}

/// The least over the interval, without slopes: a scan of ln w from what is allowed on, then Brent.
double least_loss(const auto& loss, double around, double latency) {
  const double low = std::max(std::log(around) - 3, std::log(latency)), high = std::max(std::log(around), low) + 3;
  const auto at = [&](double u) { return loss(std::max(latency, std::exp(u))); };
  double best = low;
  for (double u = low; u < high; u += 0.25)
    if (at(u) < at(best)) best = u;
  return std::min(at(best), boost::math::tools::brent_find_minima(at, std::max(low, best - 0.25), best + 0.25, 40).second);
}

/// The best of all patterns of up to six segments and of regular ones: every ratio up to 20, then by 1.3.
double brute_force_loss(std::span<const SeverityLevel<>> levels, double downtime, double latency, double around) {
  const int count = static_cast<int>(levels.size());
  double best = inf;
  for (const auto& pattern : all_patterns(count, 6)) {
    const std::span<const int> listed(pattern);
    best = std::min(best,
                    least_loss([&](double w) { return pattern_loss(listed, w, levels, downtime, latency); }, around, latency));
  }
  std::vector<double> ratios;
  for (double n = 1; n <= 4096; n = std::max(n + 1, std::floor(n < 20 ? n : 1.3 * n))) ratios.push_back(n);
  for (const double n : ratios)
    for (const double k : count > 2 ? ratios : std::vector<double>{1})
      if (n * k <= 4096)
        best = std::min(best, least_loss([&](double w) { return regular_loss(Ratios{{n, k}}, w, levels, downtime, latency); },
                                         around, latency));
  return best;
}

}  // namespace

TEST_CASE("one level is the expected segment time to 12 digits", "[checkpoint]") {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> u;
  for (int i = 0; i < 2000; ++i) {
    const double m = 1000, w = m * std::exp(-8 + 9 * u(random)), c = w * u(random), r = m * u(random), d = m * u(random);
    const std::vector<SeverityLevel<>> one{{c, r, 1 / m}};
    CHECK_THAT(multilevel_goodput({1}, w, one, d), agrees(w / expected_segment_time(w, c, m, r, d), relative(1e-13)));
  }
}

TEST_CASE("the chain equals a dense solve of the linear system for any pattern", "[checkpoint]") {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> u;
  for (int i = 0; i < 300; ++i) {
    const int count = 1 + static_cast<int>(4 * u(random));
    const auto levels = random_levels(random, count, std::exp(-9 + 6 * u(random)));
    std::vector<int> pattern(1 + static_cast<std::size_t>(8 * u(random)));
    for (auto& l : pattern) l = 1 + static_cast<int>(count * u(random));
    pattern.back() = count;
    const double w = 300 * u(random) + 1, d = 60 * u(random);
    const double exact = multilevel_goodput(std::span<const int>(pattern), w, std::span<const SeverityLevel<>>(levels), d);
    if (exact < 0.01) continue;  // there the dense solve has no digits left
    CHECK_THAT(exact, agrees(dense_goodput(pattern, w, levels, d), relative(1e-11)));  // the dense solve's own rounding
  }
}

TEST_CASE("the geometric sum over regular patterns equals the chain", "[checkpoint]") {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> u;
  for (int i = 0; i < 500; ++i) {
    const int count = 1 + static_cast<int>(4 * u(random));
    const auto levels = random_levels(random, count, std::exp(-12 + 9 * u(random)));
    Ratios ratios{};
    for (int l = 0; l + 1 < count; ++l) ratios[l] = std::floor(1 + 6 * u(random));
    const auto pattern = regular_pattern(ratios, count);
    const std::span<const SeverityLevel<>> span(levels);
    const double w = std::exp(7 * u(random)), d = 60 * u(random);
    CHECK_THAT(std::exp(-regular_loss(ratios, w, span, d)),
               agrees(multilevel_goodput(std::span<const int>(pattern), w, span, d), relative(tolerance::two_routes)));
  }
}

TEST_CASE("two levels: published-style check values", "[checkpoint]") {
  const std::vector<SeverityLevel<>> levels{{10, 20, 1 / 3600.0}, {120, 240, 1 / 36000.0}};
  const auto best = multilevel_optimum(levels, 30);
  CHECK(best.pattern == std::vector<int>{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2});
  CHECK_THAT(11 * best.interval, WithinAbs(2764.50, 0.005));           // digits of the check value
  CHECK_THAT(best.goodput, WithinAbs(0.8320794, 5e-8));                // digits of the check value
  CHECK_THAT(best.first_order_overhead, WithinAbs(0.156185, 1.5e-6));  // digits of the check value
}

TEST_CASE("no neighbouring pattern or interval is better than the optimum", "[checkpoint]") {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> u;
  for (int i = 0; i < 60; ++i) {
    const int count = 2 + static_cast<int>(2 * u(random));
    const auto levels = random_levels(random, count, std::exp(-11 + 8 * u(random)));
    const auto best = multilevel_optimum(levels, 10);
    const std::span<const SeverityLevel<>> span(levels);
    // brute force over regular patterns and a fine grid of intervals
    double brute = 0;
    for (double n = 1; n <= (count == 2 ? 60 : 24); ++n)
      for (double k = 1; k <= (count == 2 ? 1 : 24); ++k)
        for (double f = 0.25; f < 4; f *= 1.03)
          brute = std::max(brute, std::exp(-regular_loss(Ratios{n, k}, f * best.interval, span, 10.0)));
    CHECK(best.goodput >= brute * (1 - 1e-12));
    CHECK_THAT(multilevel_goodput(std::span<const int>(best.pattern), best.interval, span, 10),
               agrees(best.goodput, relative(1e-12)));
  }
}

TEST_CASE("nothing is better than the best pattern, short or regular, with a latency and without", "[checkpoint]") {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> u;
  for (int i = 0; i < 120; ++i) {
    const int count = i % 6 < 2 ? 3 : 2;  // with a latency and without
    double rate = std::exp(-14 + 12 * u(random)), cost = 1;
    std::vector<SeverityLevel<>> levels;
    for (int l = 0; l < count; ++l) {
      levels.push_back({u(random) < 0.1 ? 0 : cost * u(random), u(random) < 0.3 ? 0 : 100 * u(random), rate});
      rate *= std::exp(-5 + 5.5 * u(random)), cost *= std::exp(4 * u(random));
    }
    const double downtime = 60 * u(random), latency = i % 2 == 0 ? 0 : std::exp(-2 + 9 * u(random));
    const auto best = best_pattern(std::span<const SeverityLevel<>>(levels), downtime, latency);
    CAPTURE(i, count, latency, best.pattern.ratios[0], best.pattern.ratios[1], best.pattern.listed, best.interval);
    CHECK(best.interval >= latency);
    CHECK(best.loss <= brute_force_loss(levels, downtime, latency, best.interval) * (1 + 1e-10));  // Brent's own accuracy
    const auto pattern = listed(best.pattern, count);
    CHECK_THAT(
        pattern_loss(std::span<const int>(pattern), best.interval, std::span<const SeverityLevel<>>(levels), downtime, latency),
        WithinAbs(best.loss, 1e-12 * std::max(1.0, best.loss)));  // another sum, of up to 4096 segments
  }
}

TEST_CASE("of three levels no regular pattern is better, up to the longest that there is", "[checkpoint]") {
  std::mt19937_64 random(17);
  const auto within = [&](double low, double high) {
    return low * std::pow(high / low, std::uniform_real_distribution<>()(random));
  };
  int longest = 0;
  for (int i = 0; i < 24; ++i) {  // the middle one is to be rare, and the top one rarer still
    const double rate = within(1e-6, 1e-3), cost = within(1e-3, 1);
    const std::vector<SeverityLevel<>> levels{{cost, within(1, 100), rate},
                                              {cost * within(2, 60), within(1, 100), rate * within(3e-3, 1)},
                                              {cost * within(60, 3e4), within(1, 100), rate * within(1e-6, 3e-3)}};
    const std::span<const SeverityLevel<>> span(levels);
    const double downtime = within(1, 100), latency = i % 3 == 0 ? 2 : 0;
    const auto best = best_pattern(span, downtime, latency);
    double brute = inf;
    for (double n = 1; n <= 4096; ++n)
      for (double k = 1; n * k <= 4096; ++k) {
        const auto loss = [&](double w) { return regular_loss(Ratios{{n, k}}, w, span, downtime, latency); };
        // as much time between checkpoints of the middle level, if that is not too short; its own best interval where near
        const double guess = std::max(latency, best.interval * std::sqrt(best.pattern.ratios[0] / n));
        if (loss(guess) < 1.05 * best.loss) brute = std::min(brute, least_loss(loss, guess, latency));
      }
    longest += best.pattern.ratios[0] * best.pattern.ratios[1] > 3500;
    CAPTURE(i, latency, best.pattern.ratios[0], best.pattern.ratios[1], best.interval);
    CHECK(best.loss <= brute * (1 + 1e-10));  // Brent's own accuracy
  }
  CHECK(longest > 3);
}

TEST_CASE("of four levels no regular pattern is better, where two ratios or three must move at once", "[checkpoint]") {
  struct Row {
    std::vector<SeverityLevel<>> levels;
    double latency = 0;
  };
  const auto level = [](double cost, double rate) { return SeverityLevel<>{cost, cost, rate}; };
  std::vector<Row> rows{
      {{level(8.929, 9.631e-5), level(43.23, 1.61e-5), level(238.7, 3.125e-6), level(656.6, 2.163e-7)}},
      {{level(9.673, 9.963e-4), level(21.74, 3.814e-4), level(31.38, 2.504e-4), level(187.7, 6.983e-5)}},
      {{level(3.805, 8.079e-5), level(16.47, 7.056e-6), level(82, 5.634e-6), level(170.7, 3.793e-7)}},
      {{level(3.83, 4.753e-4), level(23.06, 1.393e-4), level(101.5, 4.927e-5), level(166.8, 1.297e-5)}, 67.6355},
      {{level(15.13, 1.934e-4), level(44.25, 1.907e-5), level(57.02, 1.073e-5), level(161.3, 4.037e-6)}, 41.5353},
      // three: a valley that only a pattern without the lowest level leads to
      {{level(0.885698, 1.13932e-4), level(3.85428, 6.02954e-6), level(14.7636, 1.76444e-6)}, 141.007212}};
  std::mt19937_64 random(31);
  for (int i = 0; i < 6; ++i) rows.push_back({random_levels(random, 4, std::exp(-9. + i)), i % 2 ? 5. : 0.});
  for (const Row& row : rows) {
    const std::span<const SeverityLevel<>> span(row.levels);
    const auto best = best_pattern(span, 60., row.latency);
    CAPTURE(best.pattern.ratios[0], best.pattern.ratios[1], best.pattern.ratios[2], best.interval, row.latency);
    double brute = inf;
    for (double n = 1; n <= 15; ++n)
      for (double k = 1; k <= 15; ++k)
        for (double m = 1; m <= (span.size() > 3 ? 12 : 1); ++m) {
          const auto loss = [&](double w) { return regular_loss(Ratios{{n, k, m}}, w, span, 60., row.latency); };
          const double guess = std::max(row.latency, best.interval * std::sqrt(best.pattern.ratios[0] / n));
          if (loss(guess) < 1.01 * best.loss) brute = std::min(brute, least_loss(loss, guess, row.latency));
        }
    CHECK(best.loss <= brute * (1 + 1e-10));  // Brent's own accuracy
  }
}

TEST_CASE("of two levels nothing is better where copies count late: free ones, seldom lost, more load than there are lives",
          "[checkpoint]") {
  std::mt19937_64 random(11);
  const auto within = [&](double low, double high) {
    return low * std::pow(high / low, std::uniform_real_distribution<>()(random));
  };
  for (int i = 0; i < 250; ++i) {
    const double mtbf = 1000, latency = mtbf * within(1e-4, 30), seldom = within(1e-8, 2);
    const std::vector<SeverityLevel<>> levels{{i % 2 ? 0 : mtbf * within(1e-6, 0.1), mtbf * within(1e-4, 1), 1 / mtbf},
                                              {mtbf * within(1e-5, 1), mtbf * within(1e-4, 1), seldom / mtbf}};
    const std::span<const SeverityLevel<>> span(levels);
    const auto best = best_pattern(span, 60, latency);
    double brute = inf;
    for (double n = 1; n <= 4096; n = std::max(n + 1, std::floor(1.15 * n)))
      brute = std::min(brute, least_loss([&](double w) { return regular_loss(Ratios{{n}}, w, span, 60.0, latency); },
                                         best.interval, latency));
    CAPTURE(i, latency, seldom, best.interval, best.pattern.ratios[0]);
    CHECK(best.loss <= brute + 1e-9 * brute);
  }
}

TEST_CASE("of first order a write that costs nothing has no slope that is none", "[checkpoint]") {
  using D = dual<double>;
  const std::vector<SeverityLevel<D>> levels{{D(0.0, 1.0), 20, 1e-4}, {50, 90, 1e-6}};
  const D overhead = multilevel_first_order_overhead(std::span<const SeverityLevel<D>>(levels));
  CHECK_THAT(overhead.value, WithinRel(0.01, 1e-15));
  CHECK(overhead.slope == 0);
}

TEST_CASE("what hardly ever fails is lost hardly ever, in regular patterns as position by position", "[checkpoint]") {
  using D = dual<double>;
  for (const double seldom : {0.0, 5e-324, 3e-317, 1e-300, 1e-100, 1e-16, 1e-13, 1e-11, 1e-9, 1e-6, 1e-3})
    for (const double latency : {0.0, 40.0})
      for (const double n : {2., 3., 5., 64., 700.})
        for (const int top : {2, 3}) {
          CAPTURE(seldom, latency, n, top);
          std::vector<SeverityLevel<D>> levels{{3, 20, 1e-4}, {20, 90, D(seldom, 1.0)}};
          if (top == 3) levels.insert(levels.begin() + 1, {8, 30, 2e-6});
          const std::span<const SeverityLevel<D>> span(levels);
          const auto ratios = top == 2 ? Ratios{{n}} : Ratios{{3, n}};
          const auto listed = regular_pattern(ratios, top);
          const D fast = regular_loss(ratios, D(100.0), span, D(60.0), D(latency));
          const D slow = pattern_loss(std::span<const int>(listed), D(100.0), span, D(60.0), D(latency));
          CHECK_THAT(fast.value, WithinRel(slow.value, 1e-12));
          CHECK_THAT(fast.slope, WithinRel(slow.slope, 1e-6));
        }
}

TEST_CASE("of all patterns of so many segments the best is found without listing them", "[checkpoint]") {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> u;
  for (int i = 0; i < 60; ++i) {
    const int count = 2 + i % 3;
    const auto levels = random_levels(random, count, std::exp(-9 + 8 * u(random)));
    const double interval = std::exp(1 + 6 * u(random)), downtime = 60 * u(random), latency = i % 2 ? interval * u(random) : 0;
    const std::span<const SeverityLevel<>> span(levels);
    const checkpoint::detail::Chain<double> chain(span, downtime, latency);
    const checkpoint::detail::ShortPatterns best(chain, interval);
    std::array<double, 7> least;
    least.fill(inf);
    for (const auto& pattern : all_patterns(count, 6)) {
      if (std::count(pattern.begin(), pattern.end(), count) > 1) continue;  // cycles of fewer segments, one after another
      const double loss = pattern_loss(std::span<const int>(pattern), interval, span, downtime, latency);
      least[pattern.size()] = std::min(least[pattern.size()], loss);
    }
    for (int n = 1; n <= 6; ++n) {
      CAPTURE(i, count, n, latency);
      if (!(least[static_cast<std::size_t>(n)] < 600)) continue;  // beyond, it is done in logarithms without such a search
      CHECK_THAT(best.loss(n), WithinRel(least[static_cast<std::size_t>(n)], 1e-12));
      const auto found = listed(best.pattern(n), count);
      CHECK(found.size() == static_cast<std::size_t>(n));
      CHECK_THAT(pattern_loss(std::span<const int>(found), interval, span, downtime, latency), WithinRel(best.loss(n), 1e-12));
    }
  }
}

TEST_CASE("a pattern whose copies count late is what the simulator plays", "[checkpoint]") {
  struct Case {
    std::vector<int> pattern;
    std::vector<SeverityLevel<>> levels;
    double latency, interval;
  };
  const std::vector<Case> cases{
      {{1, 1, 2}, {{2, 60, 1 / 2000.0}, {30, 100, 1 / 4000.0}}, 600, 650},
      {{1, 2, 2, 1, 1, 2}, {{5, 20, 1 / 1500.0}, {30, 100, 1 / 9000.0}}, 300, 300},
      {{1, 2, 1, 1, 3}, {{5, 20, 1 / 3000.0}, {30, 100, 1 / 5000.0}, {60, 200, 1 / 9000.0}}, 400, 700},
      {{2, 2, 2}, {{5, 20, 1 / 1000.0}, {30, 100, 1 / 9000.0}}, 300, 300},
      {{1, 1, 2}, {{2, 200, 1 / 2000.0}, {30, 400, 1 / 4000.0}}, 600, 650},  // a third of the time in restarts
  };
  for (const auto& [pattern, levels, latency, interval] : cases) {
    strategies::Protocol p;
    p.downtime = 30, p.interval = interval, p.pattern = pattern;
    p.levels.clear(), p.severities.clear();
    double blocking = 0;
    for (const auto& l : levels) p.failure_rate += l.failure_rate;
    for (std::size_t i = 0; i < levels.size(); ++i) {
      blocking += levels[i].write_time;
      p.levels.push_back({.blocking_time = blocking, .persist_latency = i == 0 ? latency : 0});
      p.severities.push_back({.share = levels[i].failure_rate / p.failure_rate,
                              .restart_time = levels[i].restart_time,
                              .level = static_cast<int>(i) + 1});
    }
    const std::span<const SeverityLevel<>> span(levels);
    const auto shares = multilevel_breakdown(std::span<const int>(pattern), interval, span, p.downtime, latency);
    simulation::Options options;
    options.relative_accuracy = 2e-3;
    const auto played = simulation::simulate(p, options);
    CAPTURE(pattern.size(), played.goodput, played.standard_error);
    CHECK_THAT(shares.sum(), WithinAbs(1, 1e-13));  // five terms
    CHECK_THAT(std::exp(-pattern_loss(std::span<const int>(pattern), interval, span, p.downtime, latency)),
               WithinAbs(played.goodput, tolerance::standard_errors * played.standard_error));
    for (const auto& [term, amount] : played.breakdown)  // shares are as uncertain as the goodput, or less
      CHECK_THAT(shares.of(term), WithinAbs(amount, 2 * tolerance::standard_errors * played.standard_error));
  }
  // where a copy counts only after the next checkpoint is due there is no answer
  CHECK(std::isnan(multilevel_time(std::span<const int>(cases[0].pattern), 599.0,
                                   std::span<const SeverityLevel<>>(cases[0].levels), 30.0, 600.0)));
  // nor of a latency, a downtime or an interval that cannot be
  const auto time = [&](double interval, double downtime, double latency) {
    return multilevel_time(std::span<const int>(cases[0].pattern), interval, std::span<const SeverityLevel<>>(cases[0].levels),
                           downtime, latency);
  };
  CHECK(time(600, 30, 0) > 0);
  for (const double bad : {-1., NaN}) {
    CHECK(std::isnan(time(600, 30, bad)));
    CHECK(std::isnan(time(600, bad, 0)));
    CHECK(std::isnan(time(bad, 30, 0)));
  }
}

TEST_CASE("where goodput is below the least double its shares are those in 50 digits", "[checkpoint]") {
  using testing::wide;
  for (const auto& pattern : {std::vector<int>{1, 1, 2}, {2}, {1, 2}})
    for (const double latency : {0.0, 100.0}) {
      const std::vector<SeverityLevel<>> levels{{10, 20, 0.8}, {30, 40, 0.5}};
      const std::vector<SeverityLevel<wide>> same{{10, 20, 0.8}, {30, 40, 0.5}};
      const std::span<const int> listed(pattern);
      const auto shares = multilevel_breakdown(listed, 900.0, std::span<const SeverityLevel<>>(levels), 5.0, latency);
      const auto exact =
          multilevel_breakdown(listed, wide(900), std::span<const SeverityLevel<wide>>(same), wide(5), wide(latency));
      CHECK(exact.of("useful") < 1e-310);
      for (const auto& [term, amount] : exact) CHECK_THAT(shares.of(term), WithinAbs(static_cast<double>(amount), 1e-6));
      CHECK_THAT(shares.sum(), WithinAbs(1, 1e-6));
    }
  // nothing fails, nothing is written
  const std::vector<SeverityLevel<>> calm{{10, 20, 0}, {30, 40, 0}};
  const auto all =
      multilevel_breakdown(std::span<const int>(std::vector<int>{1, 2}), inf, std::span<const SeverityLevel<>>(calm), 5.0);
  CHECK(all.of("useful") == 1);
  CHECK(all.sum() == 1);
}

TEST_CASE("first order is the limit of rare failures", "[checkpoint]") {
  // overhead / first-order overhead -> 1 as the rates fall by 1e2 each time: the distance falls with the root of the rate
  double before = 1;
  for (const double scale : {1e-2, 1e-4, 1e-6}) {
    const std::vector<SeverityLevel<>> levels{{10, 20, scale / 3600}, {120, 240, scale / 36000}, {900, 600, scale / 400000}};
    const auto best = multilevel_optimum(levels);
    const double apart = std::abs((1 / best.goodput - 1) / best.first_order_overhead - 1);
    CHECK(apart < before / 5);
    before = apart;
  }
  CHECK(before < 1e-3);
}

TEST_CASE("derivatives of the optimum are those of the re-optimised goodput", "[checkpoint]") {
  using D = dual<dual<double>>;
  const auto at = [](auto rate) {
    using S = decltype(rate);
    return multilevel_optimum(std::vector<SeverityLevel<S>>{{S(10), S(20), rate}, {S(120), S(240), S(1 / 36000.0)}}, S(30));
  };
  const auto exact = at(D(dual<double>(1 / 3600.0, 1), dual<double>(1)));
  const double h = 1e-7, up = at(1 / 3600.0 + h).goodput, down = at(1 / 3600.0 - h).goodput, mid = at(1 / 3600.0).goodput;
  CHECK_THAT(exact.goodput.slope.value, WithinRel((up - down) / (2 * h), 1e-6));            // truncation of the difference
  CHECK_THAT(exact.goodput.slope.slope, WithinRel((up + down - 2 * mid) / (h * h), 1e-3));  // and its rounding
  CHECK_THAT(exact.interval.slope.value,
             WithinRel((at(1 / 3600.0 + h).interval - at(1 / 3600.0 - h).interval) / (2 * h), 1e-5));
}

TEST_CASE("patterns that make no sense are refused, numbers out of range are NaN", "[checkpoint]") {
  const std::vector<SeverityLevel<>> levels{{10, 20, 1e-4}, {100, 20, 1e-5}};
  CHECK_THROWS_AS(multilevel_goodput({1, 1}, 100.0, levels), InvalidArgument);
  CHECK_THROWS_AS(multilevel_goodput({1, 3, 2}, 100.0, levels), InvalidArgument);
  CHECK_THROWS_AS(multilevel_goodput({0, 2}, 100.0, levels), InvalidArgument);
  CHECK_THROWS_AS(multilevel_goodput(std::initializer_list<int>{}, 100.0, levels), InvalidArgument);
  CHECK(std::isnan(multilevel_goodput({1, 2}, -1.0, levels)));
  CHECK(std::isnan(multilevel_goodput({1, 2}, 100.0, std::vector<SeverityLevel<>>{{-1, 0, 1e-4}, {1, 1, 1e-4}})));
  CHECK(std::isnan(multilevel_optimum(std::vector<SeverityLevel<>>{{NaN, 0, 1e-4}}).goodput));
  CHECK(multilevel_optimum(std::vector<SeverityLevel<>>{{10, 0, 0}}).interval == inf);
}
