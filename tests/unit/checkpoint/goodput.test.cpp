// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/checkpoint/goodput.hpp>

#include <array>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>

#include "../../support/agrees.hpp"
#include "../../support/derivatives.hpp"
#include "../../support/reference.hpp"
#include "../../support/scalars.hpp"

namespace scaling_limits::testing {

namespace sc = checkpoint;

namespace {

struct Case {
  double w, c, m, r, d, l, s;

  sc::Saving<double> saving() const { return {c, 1 / m, r, d, l, s}; }
};

/// Formula (11) of the sheet, word for word.
textbook reference_goodput(const Case& x) {
  const textbook w(x.w), c(x.c), m(x.m), r(x.r), d(x.d), l(x.l), s(x.s), period = w + c + s * l;
  return textbook(w * exp(textbook(-(r + l) / m)) / ((m + d) * (exp(textbook(period / m)) - 1)));
}

constexpr std::array<std::string_view, 5> terms{"useful", "checkpoint", "rework", "restart", "downtime"};

/// Failures one by one: what each attempt commits and what it loses. Fractions of elapsed time with their standard errors.
struct Lived {
  std::array<double, 5> share{}, error{};
};
Lived lived(const Case& x, std::uint64_t seed, int failures) {
  Sampler random(seed);
  const double period = x.w + x.c + x.s * x.l;
  std::array<double, 5> sum{}, square{}, cross{};
  double elapsed = 0, elapsed_square = 0;
  for (int i = 0; i < failures; ++i) {
    std::array<double, 5> part{};
    part[4] += x.d;
    double t = random.exponential(x.m);
    for (; t < x.r; t = random.exponential(x.m)) part[3] += t, part[4] += x.d;  // the restart is cut short
    part[3] += x.r;
    t = random.exponential(x.m);
    // a snapshot counts once it has persisted
    const double commits = t < x.l ? 0 : std::floor((t - x.l) / period);
    part[0] = commits * x.w;
    part[1] = commits * (x.c + x.s * x.l);
    part[2] = t - commits * period;
    double total = 0;
    for (const double p : part) total += p;
    elapsed += total, elapsed_square += total * total;
    for (int k = 0; k < 5; ++k) sum[k] += part[k], square[k] += part[k] * part[k], cross[k] += part[k] * total;
  }
  Lived result;
  for (int k = 0; k < 5; ++k) {
    const double share = sum[k] / elapsed;  // ratio of means: the delta method
    const double spread = square[k] - 2 * share * cross[k] + share * share * elapsed_square;
    result.share[k] = share;
    result.error[k] = std::sqrt(std::max(spread, 0.0)) / elapsed;
  }
  return result;
}

Case random_case(Sampler& random) {
  Case x;
  x.m = random.log_uniform(1e-3, 1e9);
  x.c = random.chance(0.1) ? 0 : x.m * random.log_uniform(1e-14, 20);
  x.r = random.chance(0.3) ? 0 : x.m * random.log_uniform(1e-9, 20);
  x.d = random.chance(0.3) ? 0 : x.m * random.log_uniform(1e-9, 100);
  x.l = random.chance(0.4) ? 0 : x.m * random.log_uniform(1e-9, 5);
  x.s = random.chance(0.4) ? 0 : random.uniform(0, 0.99);
  x.w = sc::shortest_interval(x.l, x.s) + x.m * random.log_uniform(1e-14, 20);
  return x;
}

}  // namespace

TEST_CASE("published check values of goodput", "[checkpoint]") {
  CHECK_THAT(sc::goodput(480, 120, 3600, 300, 60, 120) * 600 / 480, agrees(0.80438, relative(1e-5)));  // printed to 5 digits
  CHECK_THAT(sc::optimal_goodput(60, 11134.6), agrees(0.899748, relative(1e-6)));                      // printed to 6 digits
  const double rate = 1e6 / (50677 * 3600.0);                                                   // one write in flight binds
  CHECK_THAT(sc::optimal_goodput(0.1, 1 / rate, 300, 60, 60), agrees(0.0882, relative(1e-3)));  // printed to 3 digits
  const double young = sc::goodput(sc::young_interval(0.5, 1.0), 0.5, 1.0), best = sc::optimal_goodput(0.5, 1.0);
  CHECK_THAT(1 - young / best, agrees(0.048, relative(2e-2)));  // 4.8 %: printed to 2 digits
}

TEST_CASE("goodput and its breakdown are those of runs lived through failure by failure", "[checkpoint]") {
  for (const Case& x :
       {Case{480, 120, 3600, 300, 60, 120, 0}, Case{480, 120, 3600, 300, 60, 120, 0.4}, Case{60, 1, 500, 900, 30, 60, 0.1},
        Case{1000, 300, 400, 0, 0, 0, 0}, Case{200, 0, 1e4, 50, 2000, 190, 0.05}, Case{1e4, 10, 3e3, 10, 1, 0, 0}}) {
    const Lived witness = lived(x, 23, 200'000);
    const auto breakdown = sc::breakdown(x.saving(), x.w);
    for (int k = 0; k < 5; ++k) {
      INFO(terms[k] << " at w = " << x.w << ", C = " << x.c << ", L = " << x.l << ", s = " << x.s);
      CHECK(std::abs(breakdown.of(terms[k]) - witness.share[k]) <=
            tolerance::standard_errors * witness.error[k] + 1e-15);  // rounding of exact zeros
    }
    CHECK_THAT(sc::goodput(x.w, x.c, x.m, x.r, x.d, x.l, x.s), agrees(breakdown.of("useful"), ulp(tolerance::closed_form)));
  }
}

TEST_CASE("goodput agrees with its formula in 500 digits over the whole domain", "[checkpoint]") {
  Sampler random(29);
  Worst worst, from_rate;
  for (int i = 0; i < 400; ++i) {
    const Case x = random_case(random);
    const textbook exact = reference_goodput(x);
    // goodput = exp(-losses): a loss rounded once moves it by that many units; so do the times over M that come in rounded
    const double units = 1 + static_cast<double>(-log(exact));
    if (units > 690) continue;
    worst.see(ulp_distance(sc::goodput(x.w, x.c, x.m, x.r, x.d, x.l, x.s), exact) / units, x.w, x.c, x.m, x.r, x.d, x.l, x.s);
  }
  INFO(worst.distance << " ulp per unit of loss at w C M R D L s = " << worst.where);
  CHECK(worst.distance <= tolerance::closed_form);
}

TEST_CASE("a breakdown has the five terms, none negative, and sums to one", "[checkpoint]") {
  Sampler random(31);
  Worst sum, useful;
  bool negative = false;
  for (int i = 0; i < 5000; ++i) {
    const Case x = random_case(random);
    const auto parts = sc::breakdown(x.saving(), x.w);
    REQUIRE(parts.size() == 5);
    for (std::size_t k = 0; k < 5; ++k) {
      CHECK(parts[k].name == terms[k]);
      negative = negative || !(parts[k].amount >= 0);
    }
    sum.see(ulp_distance(parts.sum(), 1.0), x.w, x.c, x.m, x.r, x.d, x.l, x.s);
    const double goodput = sc::goodput(x.w, x.c, x.m, x.r, x.d, x.l, x.s);
    useful.see(ulp_distance(parts.of("useful"), goodput) / (1 - std::log(goodput)), x.w, x.c, x.m, x.r, x.d, x.l, x.s);
  }
  CHECK_FALSE(negative);
  INFO("sum " << sum.distance << " ulp at " << sum.where << "; useful " << useful.distance << " per unit of loss at "
              << useful.where);
  CHECK(sum.distance <= tolerance::sum_to_one);
  CHECK(useful.distance <= tolerance::closed_form);
}

TEST_CASE("the best goodput is the most that any allowed interval reaches", "[checkpoint]") {
  Sampler random(37);
  for (int i = 0; i < 300; ++i) {
    Case x = random_case(random);
    const double best = sc::optimal_goodput(x.c, x.m, x.r, x.d, x.l, x.s), at = sc::best_interval(x.saving());
    if (best < 1e-280) continue;
    const double rounding = 1e-15 * (1 - std::log(best));  // as above: units of rounding per unit of loss
    CHECK_THAT(sc::goodput(at, x.c, x.m, x.r, x.d, x.l, x.s), agrees(best, relative(4 * rounding)));
    for (const double factor : {1 / 3.0, 0.9, 0.999, 1.001, 1.1, 3.0}) {
      const double other = sc::goodput(at * factor, x.c, x.m, x.r, x.d, x.l, x.s);
      CHECK_FALSE(other > best * (1 + 4 * rounding));
    }
  }
}

TEST_CASE("the best goodput of blocking checkpoints is exp(-(y + R/M)) / (1 + D/M) in 50 digits", "[checkpoint]") {
  Worst worst;
  for (const double eps : log_grid(1e-300, 500.0, 300)) {
    const double m = 1024;  // a power of two: eps is exact
    const wide y = reference_period(wide(eps));
    worst.see(ulp_distance(sc::optimal_goodput(eps * m, m), wide(exp(wide(-y)))) / (1 + static_cast<double>(y)), eps);
    worst.see(ulp_distance(sc::optimal_goodput(eps * m, m, 256, 512), wide(exp(wide(-y - wide(0.25))) / wide(1.5))) /
                  (1 + static_cast<double>(y)),
              "R D", eps);
  }
  INFO(worst.distance << " ulp per unit of loss at " << worst.where);
  CHECK(worst.distance <= tolerance::kernel);
}

TEST_CASE("one write in flight: a shorter period has no goodput, the shortest has", "[checkpoint]") {
  CHECK(std::isnan(sc::goodput(59.9, 1, 3600, 0, 0, 60)));
  CHECK(sc::goodput(60, 1, 3600, 0, 0, 60) > 0);
  CHECK(std::isnan(sc::goodput(29.9, 1, 3600, 0, 0, 60, 0.5)));
  CHECK(sc::goodput(30, 1, 3600, 0, 0, 60, 0.5) > 0);
  // the period as it is rounded is what counts: 100.1 - 100 is a little short of 0.1
  CHECK(sc::goodput(100.1 - 100, 100, 3600, 0, 0, 0.1) > 0);
  CHECK(std::isnan(sc::goodput(-1e-30, 10, 3600)));
}

TEMPLATE_TEST_CASE("the interval answered is never too short for the kernel, rounding included", "[checkpoint]", float, double,
                   long double) {
  using T = TestType;
  Sampler random(41);
  int binding = 0;
  bool always = true;
  for (int i = 0; i < 20'000; ++i) {
    const T m = T(random.log_uniform(1e-2, 1e9)), c = T(m * T(random.log_uniform(1e-9, 1))),
            l = T(m * T(random.log_uniform(1e-9, 5))), s = T(random.uniform(0, 0.999));
    const sc::Saving<T> saving{c, T(1) / m, T(0), T(0), l, s};
    const T w = sc::best_interval(saving);
    binding += w == saving.shortest_interval();
    always = always && sc::goodput(w, c, m, T(0), T(0), l, s) >= 0 &&
             sc::goodput(sc::shortest_interval(l, s), c, m, T(0), T(0), l, s) >= 0;
    // the shortest one as its owner may reckon it, from the period, where that leaves it any digits
    const T reckoned = (c + l) - sc::checkpoint_cost(c, l, s);
    if (reckoned + (c + s * l) >= c + l && reckoned >= T(0.99) * sc::shortest_interval(l, s))
      always = always && sc::goodput(reckoned, c, m, T(0), T(0), l, s) >= 0;
  }
  CHECK(always);
  CHECK(binding > 1000);  // the property is tried where it matters
}

TEST_CASE("the first-order overhead is that of the exact goodput to second order", "[checkpoint]") {
  for (const double mtbf : {1e6, 1e8, 1e10})
    for (const double share : {0.1, 0.5, 1.0, 2.0, 10.0}) {
      const double write_time = 20, w = share * std::sqrt(2 * write_time * mtbf);
      const double estimate = sc::first_order_overhead(w, write_time, mtbf), exact = 1 / sc::goodput(w, write_time, mtbf) - 1;
      CHECK(std::abs(estimate - exact) < 2 * estimate * estimate);
    }
}

TEST_CASE("zero and infinite times and MTBFs have their limit values", "[checkpoint]") {
  CHECK(sc::goodput(1000, 10, inf) == 1000.0 / 1010);
  CHECK(sc::goodput(1000, 10, inf, inf, inf) == 1000.0 / 1010);
  CHECK(sc::goodput(inf, 10, inf) == 1);
  CHECK(sc::goodput(inf, 10, 3600) == 0);
  CHECK(sc::goodput(0, 10, 3600) == 0);
  CHECK(sc::goodput(0, 0, 3600) == 1);
  CHECK_THAT(sc::goodput(0, 0, 3600, 360, 1200), agrees(std::exp(-0.1) / (1 + 1.0 / 3), ulp(tolerance::closed_form)));
  CHECK(sc::goodput(1000, inf, 3600) == 0);
  CHECK(sc::goodput(inf, inf, 3600) == 0);
  CHECK(sc::goodput(1000, 10, 3600, inf) == 0);
  CHECK(sc::goodput(1000, 10, 3600, 0, inf) == 0);
  CHECK(sc::goodput(inf, 10, 3600, 0, 0, inf) == 0);
  CHECK(std::isnan(sc::goodput(1000, 10, 3600, 0, 0, inf)));  // shorter than an endless write in flight
  CHECK(sc::optimal_goodput(0, 3600) == 1);
  CHECK(sc::optimal_goodput(10, inf) == 1);
  CHECK(sc::optimal_goodput(10, inf, inf, inf) == 1);
  CHECK(sc::optimal_goodput(inf, 3600) == 0);
  CHECK(sc::optimal_goodput(10, 3600, inf) == 0);
  CHECK(sc::optimal_goodput(10, 3600, 0, inf) == 0);
  CHECK(sc::optimal_goodput(10, 3600, 0, 0, inf) == 0);
  CHECK(sc::optimal_goodput(1e-300, 1e300) == 1);
  CHECK(sc::optimal_goodput(1e300, 1e-300) == 0);
  CHECK(sc::optimal_goodput(0, 1e-310) == 1);  // 1 / M is beyond the range
  CHECK(sc::first_order_overhead(0, 0, 3600) == 0);
  CHECK(sc::first_order_overhead(inf, 10, 3600) == inf);
  CHECK(sc::first_order_overhead(1000, 10, inf) == 0.01);
  CHECK(sc::first_order_overhead(0, 10, 3600) == inf);
  CHECK(sc::first_order_overhead(inf, inf, 3600) == inf);
}

TEST_CASE("infinite times leave a breakdown that sums to one", "[checkpoint]") {
  for (const Case& x : {Case{1000, inf, 3600, 1, 1, 0, 0}, Case{inf, 10, 3600, 1, 1, 0, 0}, Case{1000, 10, 3600, inf, 1, 0, 0},
                        Case{1000, 10, 3600, 1, inf, 0, 0}, Case{inf, 10, 3600, 1, 1, inf, 0}, Case{1000, 10, inf, 1, 1, 0, 0},
                        Case{inf, 10, inf, 1, 1, 0, 0}, Case{1000, inf, inf, 1, 1, 0, 0}, Case{0, 10, 3600, 1, 1, 0, 0},
                        Case{0, 0, 3600, 1, 1, 0, 0}, Case{1000, 0, 3600, 1, 1, 10, 0.1}}) {
    INFO("w C M R D L s = " << x.w << ' ' << x.c << ' ' << x.m << ' ' << x.r << ' ' << x.d << ' ' << x.l << ' ' << x.s);
    CHECK_THAT(sc::breakdown(x.saving(), x.w).sum(), agrees(1.0, ulp(tolerance::sum_to_one)));
  }
  CHECK(sc::breakdown(Case{1000, 10, 3600, 1, inf, 0, 0}.saving(), 1000.0).of("downtime") == 1);
  CHECK(sc::breakdown(Case{1000, inf, inf, 1, 1, 0, 0}.saving(), 1000.0).of("checkpoint") == 1);
}

TEST_CASE("outside their domain goodput and its kin answer NaN", "[checkpoint]") {
  for (const double bad : {-1.0, -inf, NaN}) {
    CHECK(std::isnan(sc::goodput(bad, 10, 3600, 1, 1, 1, 0.1)));
    auto saving = Case{}.saving();
    saving.write_time = bad;
    for (const auto& [term, amount] : sc::breakdown(saving, 1000.0)) CHECK(std::isnan(amount));
    CHECK(sc::breakdown(saving, 1000.0).size() == 5);
    CHECK(std::isnan(sc::goodput(1000, bad, 3600, 1, 1, 1, 0.1)));
    CHECK(std::isnan(sc::goodput(1000, 10, bad, 1, 1, 1, 0.1)));
    CHECK(std::isnan(sc::goodput(1000, 10, 3600, bad, 1, 1, 0.1)));
    CHECK(std::isnan(sc::goodput(1000, 10, 3600, 1, bad, 1, 0.1)));
    CHECK(std::isnan(sc::goodput(1000, 10, 3600, 1, 1, bad, 0.1)));
    CHECK(std::isnan(sc::goodput(1000, 10, 3600, 1, 1, 1, bad)));
    CHECK(std::isnan(sc::optimal_goodput(bad, 3600, 1, 1, 1, 0.1)));
    CHECK(std::isnan(sc::optimal_goodput(10, bad, 1, 1, 1, 0.1)));
    CHECK(std::isnan(sc::optimal_goodput(10, 3600, bad, 1, 1, 0.1)));
    CHECK(std::isnan(sc::optimal_goodput(10, 3600, 1, bad, 1, 0.1)));
    CHECK(std::isnan(sc::optimal_goodput(10, 3600, 1, 1, bad, 0.1)));
    CHECK(std::isnan(sc::optimal_goodput(10, 3600, 1, 1, 1, bad)));
    CHECK(std::isnan(sc::first_order_overhead(bad, 10, 3600)));
    CHECK(std::isnan(sc::first_order_overhead(1000, bad, 3600)));
    CHECK(std::isnan(sc::first_order_overhead(1000, 10, bad)));
  }
  CHECK(std::isnan(sc::goodput(1000, 10, 0)));
  CHECK(std::isnan(sc::optimal_goodput(10, 0)));
  CHECK(std::isnan(sc::optimal_goodput(10, 3600, 0, 0, 0, 1)));
}

TEST_CASE("derivatives of goodput agree with 50-digit differences in every argument", "[checkpoint]") {
  expect_derivative([](const auto& w) { return sc::goodput(w, 120, 3600, 300, 60, 120, 0.1); }, 480);
  expect_derivative([](const auto& c) { return sc::goodput(480, c, 3600, 300, 60, 120, 0.1); }, 120);
  expect_derivative([](const auto& m) { return sc::goodput(480, 120, m, 300, 60, 120, 0.1); }, 3600);
  expect_derivative([](const auto& r) { return sc::goodput(480, 120, 3600, r, 60, 120, 0.1); }, 300);
  expect_derivative([](const auto& d) { return sc::goodput(480, 120, 3600, 300, d, 120, 0.1); }, 60);
  expect_derivative([](const auto& l) { return sc::goodput(480, 120, 3600, 300, 60, l, 0.1); }, 120);
  expect_derivative([](const auto& s) { return sc::goodput(480, 120, 3600, 300, 60, 120, s); }, 0.1);
  for (const double latency : {0.0, 10.0, 900.0}) {  // 900: one write in flight binds
    expect_derivative([&](const auto& c) { return sc::optimal_goodput(c, 3600, 300, 60, latency, 0.1); }, 120);
    expect_derivative([&](const auto& m) { return sc::optimal_goodput(120, m, 300, 60, latency, 0.1); }, 3600);
    expect_derivative([&](const auto& d) { return sc::optimal_goodput(120, 3600, 300, d, latency, 0.1); }, 60);
    if (latency > 0) expect_derivative([](const auto& l) { return sc::optimal_goodput(120, 3600, 300, 60, l, 0.1); }, latency);
  }
}

TEST_CASE("a minimal scalar goes through goodput, and float stays float", "[checkpoint]") {
  const Archetype w(480.0), c(120.0), m(3600.0), l(120.0), s(0.1);
  CHECK_THAT(double(sc::goodput(w, c, m, 300, 60, l, s)),
             agrees(sc::goodput(480, 120, 3600, 300, 60, 120, 0.1), ulp(tolerance::closed_form)));
  CHECK_THAT(double(sc::optimal_goodput(c, m, 300, 60, l, s)),
             agrees(sc::optimal_goodput(120, 3600, 300, 60, 120, 0.1), ulp(tolerance::closed_form)));
  CHECK_THAT(double(sc::first_order_overhead(w, c, m)),
             agrees(sc::first_order_overhead(480, 120, 3600), ulp(tolerance::kernel)));
  CHECK_THAT(double(sc::breakdown(sc::Saving<Archetype>{c, Archetype(1.0) / m}, w).sum()),
             agrees(1.0, ulp(tolerance::sum_to_one)));
  static_assert(std::is_same_v<decltype(sc::goodput(480.0f, 120, 3600)), float>);
}

}  // namespace scaling_limits::testing
