// SPDX-License-Identifier: Apache-2.0
// The stock of chips against quadrature of what is made, and against its pieces in 50 digits with the crossing bisected.
#include <scaling_limits/supply/chips.hpp>

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <catch2/catch_test_macros.hpp>

#include "support/agrees.hpp"
#include "support/derivatives.hpp"
#include "support/reference.hpp"

using namespace scaling_limits;
using namespace scaling_limits::supply;
using namespace scaling_limits::testing;

namespace {

struct Drawn {
  Chips<> chips;
  double better, years;  // growth of what a chip is worth
};
Drawn any(Sampler& draw) {
  const double made = draw.log_uniform(1e3, 1e8);
  Drawn one{{.stock = draw.chance(0.2) ? 0 : draw.log_uniform(1e3, 1e8),
             .production = made,
             .count_growth = draw.chance(0.1) ? 1 : draw.uniform(0.6, 3)},
            draw.chance(0.2) ? 1 : draw.uniform(0.7, 2.5),
            draw.log_uniform(0.01, 15)};
  if (draw.chance(0.8)) {
    one.chips.dies_per_wafer = draw.uniform(1, 60);
    one.chips.wafers = made * draw.log_uniform(0.05, 50) / one.chips.dies_per_wafer;
    one.chips.capital_growth = draw.uniform(0.6, 3);
    one.chips.volume_ratio = draw.uniform(0, 1);
  }
  return one;
}

/// Made per year at x years, in H100-equivalents of the start: the sheet's integrand.
double made(const Drawn& d, double x) {
  const auto& c = d.chips;
  const double asked = c.production * std::pow(c.count_growth, x);
  const double can = c.wafers * c.dies_per_wafer * std::pow(1 + (c.capital_growth - 1) * c.volume_ratio, x);
  return std::min(asked, can) * std::pow(d.better, x);
}

/// The same stock in 50 digits: each piece as a difference of exponentials, the time at which they cross by bisection.
wide in_pieces(const Drawn& d) {
  const auto& c = d.chips;
  const wide a[2]{wide(c.production), c.wafers < inf ? wide(wide(c.wafers) * wide(c.dies_per_wafer)) : wide("1e4000")};
  const wide u[2]{log(wide(c.count_growth)) + log(wide(d.better)),
                  log(1 + (wide(c.capital_growth) - 1) * wide(c.volume_ratio)) + log(wide(d.better))};
  const auto lower = [&](const wide& x) { return a[0] * exp(u[0] * x) <= a[1] * exp(u[1] * x) ? 0 : 1; };
  const auto piece = [&](int i, const wide& from, const wide& to) -> wide {
    if (u[i] == 0) return a[i] * (to - from);
    return a[i] * (exp(wide(u[i] * to)) - exp(wide(u[i] * from))) / u[i];
  };
  const wide end(d.years);
  if (lower(0) == lower(end)) return c.stock + piece(lower(0), 0, end);
  wide low = 0, high = end;
  for (int i = 0; i < 180; ++i) {
    const wide middle = (low + high) / 2;
    (lower(middle) == lower(0) ? low : high) = middle;
  }
  return c.stock + piece(lower(0), 0, low) + piece(lower(end), low, end);
}

}  // namespace

TEST_CASE("the stock of chips is the integral of what is made", "[supply]") {
  Sampler draw(1);
  using Rule = boost::math::quadrature::gauss_kronrod<double, 31>;
  int first = 0, last = 0, never = 0, always = 0;
  for (int i = 0; i < 3000; ++i) {
    const Drawn d = any(draw);
    const auto& c = d.chips;
    // two smooth pieces, divided where which of them is lower changes
    const auto lower = [&](double x) {
      return made(d, x) < c.production * std::pow(c.count_growth, x) * std::pow(d.better, x);
    };
    double kink = 0, end = d.years;
    while (end - kink > 1e-15 * d.years) {
      const double middle = 0.5 * (kink + end);
      if (middle == kink || middle == end) break;
      (lower(middle) == lower(0) ? kink : end) = middle;
    }
    constexpr double accuracy = 1e-13;
    const auto piece = [&](double from, double to) {
      return from < to ? Rule::integrate([&](double x) { return made(d, x); }, from, to, 5, accuracy) : 0;
    };
    const double grown = piece(0, kink) + piece(kink, d.years);
    INFO(c.production << " " << c.count_growth << " wafers " << c.wafers << " " << c.capital_growth << " " << c.volume_ratio
                      << " " << d.better << " years " << d.years);
    CHECK_THAT(c.available(d.years, d.better), agrees(c.stock + grown, relative(tolerance::requested * accuracy)));
    const bool at_first = c.wafers * c.dies_per_wafer < c.production,
               at_last = made(d, d.years) < c.production * std::pow(c.count_growth * d.better, d.years) * (1 - 1e-12);
    ++(at_first ? at_last ? always : first : at_last ? last : never);
  }
  CAPTURE(first, last, never, always);
  CHECK((first > 50 && last > 50 && never > 100 && always > 100));  // every way to cross, or not
}

TEST_CASE("the stock of chips agrees with its pieces in 50 digits", "[supply]") {
  Sampler draw(2);
  Worst worst;
  for (int i = 0; i < 3000; ++i) {
    const Drawn d = any(draw);
    // an exponent is rounded to so many units of its exponential
    const double exponents = std::abs(std::log(d.better)) + std::abs(std::log(d.chips.count_growth)) +
                             std::abs(std::log(1 + (d.chips.capital_growth - 1) * d.chips.volume_ratio));
    worst.see(
        ulp_distance(d.chips.available(d.years, d.better), in_pieces(d)) / (tolerance::closed_form + 4 * d.years * exponents),
        d.chips.production, d.chips.count_growth, d.chips.wafers, d.chips.capital_growth, d.better, d.years);
  }
  INFO(worst.where);
  CHECK(worst.distance <= 1);
}

TEST_CASE("growth that nearly vanishes loses no digit", "[supply]") {
  for (const double off : {0., 1e-16, 1e-12, -1e-12, 1e-8, -1e-8, 1e-4, -1e-4}) {
    const Drawn d{{.stock = 0, .production = 3e6, .count_growth = 1 + off}, 1, 7};
    CHECK_THAT(d.chips.available(7., 1), agrees(in_pieces(d), ulp(tolerance::closed_form)));
    expect_derivative(
        [](const auto& g) {
          using S = std::remove_cvref_t<decltype(g)>;
          return Chips<S>{.stock = S(0), .production = S(3e6), .count_growth = g}.available(7.);
        },
        1 + off, 1e-11);  // the second derivative of q^t at q = 1 is a difference of digits of t
  }
  // a count and a worth that cancel each other: made evenly
  CHECK_THAT((Chips<>{.stock = 1, .production = 2, .count_growth = 0.5}.available(3., 2)),
             agrees(7., ulp(tolerance::closed_form)));
}

TEST_CASE("chips of the sheet's medians", "[supply]") {
  Chips<> c{.stock = 2.2e6, .production = 1.85e6, .count_growth = 1.7};
  CHECK_THAT(c.available(6., 1.44), agrees(4.448524e8, relative(5e-7 / 4)));  // digits printed
  CHECK(c.available(0.) == 2.2e6);
  CHECK(c.wafers_bind_from() == inf);
  c.wafers = 12 * 1.8e5, c.capital_growth = 1.23, c.volume_ratio = .53;
  CHECK_THAT(c.available(6., 1.44), agrees(4.448524e8, relative(5e-7 / 4)));  // they bind later
  CHECK_THAT(c.wafers_bind_from(), agrees(8.390, relative(5e-4 / 8)));        // digits printed
  const double bind = c.wafers_bind_from();
  CHECK_THAT(c.made_per_year(bind - 1e-9), agrees(c.made_per_year(bind + 1e-9), relative(1e-8)));  // over 2e-9 years
  CHECK(c.made_per_year(bind + 1) < 1.85e6 * std::pow(1.7, bind + 1));
}

TEST_CASE("chips where nothing is made, nothing can be, or time has no end", "[supply]") {
  const auto of = [](double made, double growth, double wafers, double capital, double t) {
    return Chips<>{.stock = 5,
                   .production = made,
                   .count_growth = growth,
                   .wafers = wafers,
                   .capital_growth = capital,
                   .volume_ratio = 1,
                   .dies_per_wafer = 1}
        .available(t);
  };
  for (const double wafers : {inf, 3., 0.}) {
    CHECK(of(0, 2, wafers, 1.5, 4) == 5);
    CHECK(of(0, 2, wafers, 1.5, 0) == 5);
  }
  CHECK(of(7, 2, 0, 1.5, 4) == 5);
  CHECK(of(7, 2, 0, 3, inf) == 5);
  CHECK(of(7, 1, 7, 1, 4) == 5 + 28);  // one rate, one amount
  CHECK(of(7, 1, 8, 1, inf) == inf);
  CHECK_THAT(of(7, 0.5, inf, 1, inf), agrees(5 + 7 / std::log(2.), ulp(tolerance::kernel)));  // all that will ever be made
  CHECK_THAT(of(7, 2, 14, 0.5, inf), agrees(5 + 7 * (std::sqrt(2.) - 1) / std::log(2.) + 14 / std::sqrt(2.) / std::log(2.),
                                            ulp(tolerance::closed_form)));  // cross at half a year
  CHECK_THAT(of(7, 2, 14, 0.5, 1000), agrees(of(7, 2, 14, 0.5, inf), ulp(tolerance::closed_form)));
  CHECK(of(1e300, 2, inf, 1, 5000) == inf);
  // equal at the start: whichever grows less
  CHECK_THAT(of(7, 2, 7, 1, 3), agrees(26., ulp(tolerance::closed_form)));
  CHECK_THAT(of(7, 1, 7, 2, 3), agrees(26., ulp(tolerance::closed_form)));
  const auto from = [](double made, double growth, double wafers, double capital) {
    return Chips<>{.stock = 0,
                   .production = made,
                   .count_growth = growth,
                   .wafers = wafers,
                   .capital_growth = capital,
                   .volume_ratio = 1,
                   .dies_per_wafer = 1}
        .wafers_bind_from();
  };
  CHECK(from(7, 2, 6, 3) == 0);
  CHECK(from(7, 2, 7, 1) == 0);
  CHECK(from(7, 1, 7, 2) == inf);
  CHECK(from(7, 1, 14, 1) == inf);
  CHECK(from(0, 2, 0, 1) == inf);
  CHECK_THAT(from(7, 4, 14, 2), agrees(1., ulp(tolerance::kernel)));
}

TEST_CASE("the stock of chips is exact in every derivative", "[supply]") {
  // wafers bind never, late, at first alone, always
  for (const double wafers : {inf, 2e5, 3e4, 6e4}) {
    const double capital = wafers == 3e4 ? 2.5 : 1.23;
    const auto check = [&](auto set, double x) {
      expect_derivative(
          [&]<class S>(const S& a) {
            Chips<S> c{.stock = S(2.2e6),
                       .production = S(1.85e6),
                       .count_growth = S(1.7),
                       .wafers = S(wafers),
                       .capital_growth = S(capital),
                       .volume_ratio = S(.53)};
            S better(1.44), years(7);
            set(c, better, years, a);
            return c.available(years, better);
          },
          x, 1e-11);  // the crossing is a quotient of logarithms that are near each other
    };
    check([](auto& c, auto&, auto&, const auto& a) { c.stock = a; }, 2.2e6);
    check([](auto& c, auto&, auto&, const auto& a) { c.production = a; }, 1.85e6);
    check([](auto& c, auto&, auto&, const auto& a) { c.count_growth = a; }, 1.7);
    if (wafers < inf) check([](auto& c, auto&, auto&, const auto& a) { c.wafers = a; }, wafers);
    if (wafers < inf) check([](auto& c, auto&, auto&, const auto& a) { c.dies_per_wafer = a; }, 28);
    check([](auto& c, auto&, auto&, const auto& a) { c.capital_growth = a; }, capital);
    check([](auto& c, auto&, auto&, const auto& a) { c.volume_ratio = a; }, .53);
    check([](auto&, auto& better, auto&, const auto& a) { better = a; }, 1.44);
    check([](auto&, auto&, auto& years, const auto& a) { years = a; }, 7);
  }
}
