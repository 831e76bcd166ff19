// SPDX-License-Identifier: Apache-2.0
// Prices of energy, of owning, of waiting: against sums that are written out, 50 digits, and searches over the cost itself.
#include <scaling_limits/economics/amortised.hpp>
#include <scaling_limits/economics/annuity.hpp>
#include <scaling_limits/economics/energy.hpp>
#include <scaling_limits/economics/first_order.hpp>
#include <scaling_limits/economics/longest_useful_run.hpp>
#include <scaling_limits/economics/prices.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>

#include "scaling_limits/core/units.hpp"
#include "support/derivatives.hpp"
#include "support/domain.hpp"
#include "support/tables.hpp"

using namespace scaling_limits;
using namespace scaling_limits::economics;
using namespace scaling_limits::testing;
using namespace scaling_limits::units;
using Catch::Matchers::WithinRel;

namespace {

constexpr double TB_year = TB * year;  // a price of 1 $ per TB/s and year is one over it

/// The x > 0 of least f by thirds, on a logarithmic scale.
template <class F>
double lowest(const F& f, double low, double high) {
  double a = std::log(low), b = std::log(high);
  for (int i = 0; i < 300; ++i) {
    const double x = a + (b - a) / 3, y = b - (b - a) / 3;
    (f(std::exp(x)) < f(std::exp(y)) ? b : a) = f(std::exp(x)) < f(std::exp(y)) ? y : x;
  }
  return std::exp(0.5 * (a + b));
}

}  // namespace

TEST_CASE("kernels of the economics answer up to the ends of their domains and not beyond", "[economics]") {
  constexpr Argument amount{from_zero}, much{above_zero}, share{closed_fraction, 0.5}, pue{from_one};
  constexpr Argument used{{.lower = 0, .upper = 1, .open_below = true}, 0.5};
  CHECK_DOMAIN(training_energy, amount, amount, amount, pue);
  CHECK_DOMAIN(carbon, amount, amount);
  CHECK_DOMAIN(capital_recovery, amount, much);
  CHECK_DOMAIN(annuity_price, amount, much, amount, amount, used, amount, pue, amount);
  CHECK_DOMAIN(price_per_flop, amount, much, share, share);
  CHECK_DOMAIN(longest_useful_run, much, much);
  CHECK_DOMAIN(first_order_bandwidth, much, much, amount, amount, amount);
  CHECK_DOMAIN(first_order_overhead, much, amount, amount, amount);
}

TEST_CASE("the fields of prices and of an amortised run are within the bounds that are written here", "[economics]") {
  CHECK(table_of<Prices<>>() ==
        "gpu = nan [USD/s]: >= 0 and finite, usually 0.0001 to 0.003, a cost\n"
        "bandwidth = 0 [USD/s per B/s]: >= 0 and finite, usually 0 to 3.1688087814028947e-13, a cost\n"
        "electricity = 0 [USD/J]: >= 0 and finite, usually 0 to 8.333333333333333e-08, a cost\n"
        "power_per_gpu = 0 [W]: >= 0 and finite, usually 0 to 2500, a cost\n"
        "pue = 1 [1]: >= 1 and finite, usually 1 to 2, a cost\n"
        "carbon_intensity = 0 [kg/J]: >= 0 and finite, usually 0 to 2.7777777777777776e-07, a cost\n"
        "time = 0 [USD/s]: >= 0 and finite, usually 0 to 1157.4074074074074, a cost\n");
  CHECK(table_of<AmortisedRun<>>() ==
        "price = nan [USD]: >= 0 and finite, usually 1000 to 100000, a cost\n"
        "age = nan [s]: >= 0 and finite, usually 0 to 1.57788e+08\n"
        "gpus = nan [1]: > 0 and finite, usually 8 to 1e+06, the size\n"
        "duration = nan [s]: >= 0 and finite, usually 86400 to 3.15576e+07, a cost\n"
        "power = nan [W]: >= 0 and finite, usually 100 to 1500, a cost\n"
        "server_factor = nan [1]: >= 0 and finite, usually 1 to 3, a cost\n"
        "pue = nan [1]: >= 1 and finite, usually 1 to 2, a cost\n"
        "electricity_price = nan [USD/J]: >= 0 and finite, usually 5.555555555555556e-09 to 8.333333333333333e-08, a cost\n"
        "load = 0.75 [1]: in [0, 1], usually 0.5 to 1, a cost\n"
        "network_share = 0.19 [1]: in [0, 1), usually 0 to 0.3, a cost\n"
        "orders_per_year = 0.14 [1]: >= 0 and finite, usually 0.05 to 0.3\n");
  CHECK_THROWS_AS(validate(Prices<>{}), DomainError);
  CHECK_THROWS_AS(validate(Prices<>{.gpu = 1, .pue = 0.9}), DomainError);
  validate(Prices<>{.gpu = 0});
}

TEST_CASE("energy and carbon are products, to zero and without end", "[economics]") {
  CHECK_THAT(training_energy(10'000, 14.8 * day, 330, 1.10) / MWh, WithinRel(1289.376, 1e-12));
  CHECK_THAT(carbon(training_energy(10'000, 14.8 * day, 330, 1.10), 0.429 / kWh) / 1000, WithinRel(553.142304, 1e-12));
  CHECK(training_energy(2, 3, 5) == 30);
  CHECK(training_energy(0, inf, 5) == 0);
  CHECK(training_energy(5, inf, 0.0) == 0);
  CHECK(training_energy(5, inf, 1) == inf);
  CHECK(carbon(inf, 0.0) == 0);
  expect_derivative([](const auto& x) { return training_energy(x, x, 400, 1.1); }, 3e6);
  expect_derivative([](const auto& x) { return carbon(x, x); }, 0.4);
}

TEST_CASE("a loan is paid back by its yearly payments", "[economics]") {
  for (const double i : {0.0, 1e-300, 1e-12, 1e-4, 0.03, 0.1, 0.7, 3.0})
    for (const double m : {1.0, 2.0, 5.0, 12.5, 40.0, 1000.0}) {
      CAPTURE(i, m);
      const wide exact = i < 1e-40 ? wide(wide(1) / m) : wide(wide(i) / (1 - exp(wide(-wide(m) * log(wide(1 + wide(i)))))));
      CHECK_THAT(capital_recovery(i, m), agrees(exact, ulp(tolerance::closed_form)));
      if (m == 5 && i > 1e-13) {  // what is owed after the last payment
        double owed = 1;
        for (int year = 0; year < 5; ++year) owed = owed * (1 + i) - capital_recovery(i, m);
        CHECK(std::abs(owed) < 1e-11 * std::pow(1 + i, 5));
      }
    }
  CHECK(capital_recovery(0.1, inf) == 0.1);
  CHECK(capital_recovery(0.0, inf) == 0);
  CHECK(capital_recovery(inf, 3) == inf);
  CHECK_THAT(capital_recovery(dual<double>(0, 1), 5).slope, WithinRel(0.6, 1e-15));  // (m + 1)/(2 m), from above alone
  for (const double i : {0.0, 1e-9, 0.1, 2.0}) {
    if (i > 0) expect_derivative([](const auto& x) { return capital_recovery(x, 5); }, i);
    expect_derivative([&](const auto& x) { return capital_recovery(i, x); }, 5.0);
  }
  const auto price = [](const auto& interest, const auto& payments) {
    return annuity_price(40'000, payments, interest, 0.05, 0.9, 1000, 1.2, 0.07 / kWh);
  };
  CHECK_THAT(price(0.1, 5) * hour, WithinRel(1.674983, 5e-7));  // the sheet's digits
  CHECK_THAT(price(0.1, 5) * hour,
             WithinRel(40'000 * (0.1 / (1 - std::pow(1.1, -5)) + 0.05) / (8766 * 0.9) + 1.2 * 0.07, 1e-14));
  CHECK(annuity_price(0.0, inf, inf, 0, 1, 0, 1, 1) == 0);
  expect_derivative([&](const auto& x) { return price(x, 5); }, 0.1);
  expect_derivative([](const auto& x) { return annuity_price(4e4, 5, 0.1, 0.05, x, 1000, 1.2, 2e-8); }, 0.9);
}

TEST_CASE("a useful FLOP costs what its share of the peak does", "[economics]") {
  CHECK_THAT(price_per_flop(2 / hour, 989.4e12, 0.4, 0.9), WithinRel(1.559743e-18, 5e-7));  // the sheet's digits
  CHECK(price_per_flop(0.0, 1e15, 0.0, 0.5) == 0);
  CHECK(price_per_flop(1, 1e15, 0.0, 0.5) == inf);
  CHECK(price_per_flop(1, inf, 0.4, 0.5) == 0);
  expect_derivative([](const auto& x) { return price_per_flop(5e-4, 1e15, x, 0.9); }, 0.4);
}

TEST_CASE("no later start overtakes the longest useful run", "[economics]") {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform;
  for (int i = 0; i < 50; ++i) {
    const double h = std::exp(uniform(random)), w = std::exp(1.5 * uniform(random) - 0.2), r = std::log(h * w);
    if (r < 0.05) continue;
    CAPTURE(h, w);
    const double best = lowest([&](double T) { return -std::log(T) + r * T; }, 1e-3, 1e3);
    CHECK_THAT(longest_useful_run(h, w) / year, WithinRel(best, 1e-6));  // of a search in double
  }
  CHECK_THAT(longest_useful_run(std::exp(std::log(2) / 2.5), 1.7) / year * 12, WithinRel(14.854, 5e-5));  // the sheet's digits
  CHECK_THAT(longest_useful_run(1.3, 3) / year * 12, WithinRel(8.817, 6e-5));                             // the sheet's digits
  CHECK(longest_useful_run(1, 1) == inf);
  CHECK(longest_useful_run(0.5, 1.5) == inf);
  CHECK(longest_useful_run(inf, 1) == 0);
  CHECK_THAT(longest_useful_run(1 + 1e-9, 1) / year, WithinRel(1e9, 1e-7));  // of the double next to it
  expect_derivative([](const auto& x) { return longest_useful_run(x, 1.7); }, 1.3);
}

TEST_CASE("the first-order bandwidth is least of the first-order cost", "[economics]") {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform;
  for (int i = 0; i < 50; ++i) {
    const double n = std::exp(12 * uniform(random)), M = 1e8 * std::exp(4 * uniform(random)),
                 S = 1e11 * std::exp(8 * uniform(random)), p = std::exp(4 * uniform(random)) / hour,
                 k = 1e4 * std::exp(8 * uniform(random)) / TB_year;
    CAPTURE(n, M, S, p, k);
    const auto cost = [&](double W) { return n * p * std::sqrt(2 * n * S / (M * W)) + k * W; };
    const double W = lowest(cost, 1, 1e20);
    CHECK_THAT(first_order_bandwidth(n, M, S, p, k), WithinRel(W, 1e-6));  // of a search in double
    CHECK_THAT(first_order_overhead(M, S, p, k), WithinRel(std::sqrt(2 * n * S / (M * W)), 1e-6));
    // storage has half of what is lost
    CHECK_THAT(k * first_order_bandwidth(n, M, S, p, k) / (n * p), WithinRel(first_order_overhead(M, S, p, k) / 2, 1e-13));
  }
  const double k = 1e6 / TB_year, p = 2 / hour, M = 50'000 * hour;
  CHECK_THAT(first_order_bandwidth(16384, M, 5e12, p, k) / TB, WithinRel(2.657848, 5e-7));  // the sheet's digits
  CHECK_THAT(first_order_overhead(M, 5e12, p, k), WithinRel(0.01850583, 5e-7));             // the sheet's digits
  CHECK(first_order_bandwidth(16384, M, 5e12, p, 0) == inf);
  CHECK(first_order_bandwidth(16384, M, 0, p, 0) == 0);
  CHECK(first_order_bandwidth(16384, inf, 5e12, p, k) == 0);
  CHECK(first_order_bandwidth(16384, M, 5e12, 0.0, k) == 0);
  CHECK(std::isnan(first_order_bandwidth(16384, M, 5e12, 0.0, 0.0)));
  CHECK(first_order_overhead(M, 5e12, p, 0.0) == 0);
  CHECK(first_order_overhead(M, 5e12, 0.0, k) == inf);
  CHECK(std::isnan(first_order_overhead(M, 5e12, 0.0, 0.0)));
  expect_derivative([&](const auto& x) { return first_order_bandwidth(16384, M, x, p, k); }, 5e12);
  expect_derivative([&](const auto& x) { return first_order_bandwidth(16384, M, 5e12, p, x); }, k);
  expect_derivative([&](const auto& x) { return first_order_overhead(x, 5e12, p, k); }, M);
}

TEST_CASE("an amortised run is what its chips lose while it runs", "[economics]") {
  const AmortisedRun<> gpt4{.price = 24'875,
                            .age = 638 * day,
                            .gpus = 25'000,
                            .duration = 2280 * hour,
                            .power = 400,
                            .server_factor = 2.03125,
                            .pue = 1.25,
                            .electricity_price = 0.0806 / kWh};
  CHECK_THAT(gpt4.hourly_price(), WithinRel(0.520907, 1e-6));                // the sheet's digits
  CHECK_THAT(gpt4.total(), WithinRel(40'155'934, 2e-8));                     // the sheet's digits
  CHECK_THAT(gpt4.upfront(), WithinRel(767'746'914, 1e-9));                  // the sheet's digits
  CHECK_THAT(gpt4.total() / gpt4.upfront(), WithinRel(0.0523036084, 1e-9));  // the sheet's digits
  // by another way: the value of the chips an instant before and after
  const auto value = [&](double age) { return gpt4.price * std::pow(10, -0.14 * age / year); };
  CHECK_THAT(gpt4.hourly_price(), WithinRel((value(gpt4.age - 60) - value(gpt4.age + 60)) / 120 * hour, 1e-8));  // of a minute
  CHECK_THAT(gpt4.hardware() + gpt4.network(), WithinRel(gpt4.hardware() / (1 - 0.19), 1e-14));
  CHECK_THAT(gpt4.energy_cost(), WithinRel(25'000 * 2280 * 0.4 * 2.03125 * 0.75 * 1.25 * 0.0806, 1e-14));
  // a price kept for ever loses nothing
  AmortisedRun<> kept = gpt4;
  kept.orders_per_year = 0;
  CHECK(kept.hourly_price() == 0);
  const auto total = [&](const auto& x) {
    auto run = converted<AmortisedRun, std::remove_cvref_t<decltype(x)>>(gpt4);
    run.age = x;
    return run.total();
  };
  expect_derivative(total, 638 * day);
}
