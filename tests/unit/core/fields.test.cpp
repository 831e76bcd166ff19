// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/core/fields.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <cmath>
#include <scaling_limits/core/dual.hpp>
#include <scaling_limits/core/units.hpp>
#include <vector>

namespace scaling_limits::testing {

using Catch::Matchers::Message;

namespace {

template <class S = double>
struct Pump {
  S flow = S(NaN);
  S share = S(0.5);
};
template <class S>
constexpr auto fields(const Pump<S>*) {
  return std::to_array<Field<Pump<S>, S>>({
      {"flow", &Pump<S>::flow, "B/s", positive, "what goes through"},
      {"share", &Pump<S>::share, "1", fraction, "what is lost"},
  });
}
static_assert(table_is_complete<Pump<>>);

struct Forgetful {
  double a = 0, b = 0;
};
constexpr auto fields(const Forgetful*) {
  return std::to_array<Field<Forgetful, double>>({{"a", &Forgetful::a, "1", positive, "the other one has no row"}});
}
static_assert(!table_is_complete<Forgetful>);

}  // namespace

TEST_CASE("a range says in words what it holds", "[core]") {
  CHECK(positive.text() == "> 0 and finite");
  CHECK(positive_or_inf.text() == "> 0");
  CHECK(not_negative.text() == ">= 0 and finite");
  CHECK(not_negative_or_inf.text() == ">= 0");
  CHECK(fraction.text() == "in [0, 1)");
  CHECK(inner_fraction.text() == "in (0, 1)");
  CHECK(closed_fraction.text() == "in [0, 1]");
  CHECK((Range{.lower = -inf, .upper = inf, .open_below = true, .open_above = true}).text() == "finite");
  CHECK((Range{.lower = -inf, .upper = inf}).text() == "a number");
  CHECK(counted(1).text() == "a whole number in [1, 2147483647]");
  CHECK_FALSE(counted(1).holds(2147483648.0));
  CHECK_THROWS_AS(checked_integer<int>("simulate", "machines", 3e9), DomainError);
  CHECK(checked_integer<int>("simulate", "machines", 2147483647) == 2147483647);
  CHECK((Range{.lower = -inf, .upper = 1, .open_below = true, .open_above = true}).text() == "< 1 and finite");
}

TEST_CASE("a range holds its values, ends as they are open or closed, and NaN only where it is optional", "[core]") {
  struct Row {
    Range range;
    std::vector<double> inside, outside;
  };
  for (const Row& row :
       {Row{positive, {1e-300, 1, 1e300}, {0, -0.0, -1, inf, -inf, NaN}},
        Row{positive_or_inf, {1e-300, inf}, {0, -1, -inf, NaN}}, Row{not_negative, {0, -0.0, 1}, {-1e-300, inf, NaN}},
        Row{not_negative_or_inf, {0, inf}, {-1, -inf, NaN}}, Row{fraction, {0, 0.999}, {1, -0.1, inf, NaN}},
        Row{inner_fraction, {1e-300, 0.5}, {0, 1, NaN}}, Row{closed_fraction, {0, 1}, {1.1, -0.1, NaN}},
        Row{if_given(positive), {NaN, 1}, {0, -1, inf}}, Row{flag, {0, 1}, {0.5, -1, 2, NaN}},
        // whole up to where doubles still count every whole number
        Row{whole({.lower = -inf}),
            {0, 3, -3, 0x1p53, -0x1p53, inf, -inf},
            {0.5, -2.5, 0x1p53 + 2, -0x1p53 - 2, 1e300, NaN}}}) {
    for (const double x : row.inside) CHECK(row.range.holds(x));
    for (const double x : row.outside) CHECK_FALSE(row.range.holds(x));
  }
}

TEST_CASE("an error names owner, field, value, bounds and unit", "[core]") {
  CHECK_THROWS_MATCHES(validate(Pump<>{.flow = -2}, "Pump"), DomainError,
                       Message("Pump: flow = -2 must be > 0 and finite [B/s]"));
  CHECK_THROWS_MATCHES(validate(Pump<>{.flow = 1, .share = 1}, "Pump"), DomainError,
                       Message("Pump: share = 1 must be in [0, 1)"));
  CHECK_THROWS_MATCHES(validate(Pump<>{}, "Pump"), DomainError, Message("Pump: flow = nan must be > 0 and finite [B/s]"));
  CHECK_THROWS_MATCHES(validate(Pump<>{.flow = inf}, "Pump"), DomainError,
                       Message("Pump: flow = inf must be > 0 and finite [B/s]"));
  CHECK_NOTHROW(validate(Pump<>{.flow = 1}, "Pump"));
  CHECK_THROWS_AS(validate(Pump<dual<double>>{.flow = -1.0}, "Pump"), std::domain_error);
}

TEST_CASE("numbers are printed as people read them back exactly", "[core]") {
  CHECK(to_text(0.1) == "0.1");
  CHECK(to_text(16384) == "16384");
  CHECK(to_text(50000.0 * 3600) == "1.8e+08");
  CHECK(to_text(1.0 / 3) == "0.3333333333333333");
  CHECK(to_text(-inf) == "-inf");
  CHECK(to_text(-NaN) == "nan");
  CHECK(to_text(5e-324) == "5e-324");
}

TEST_CASE("an aggregate converts to another scalar field by field, and fields are found by name", "[core]") {
  const Pump<dual<double>> there = converted<Pump, dual<double>>(Pump<>{.flow = 3, .share = 0.25});
  CHECK(there.flow.value == 3);
  CHECK(there.share.value == 0.25);
  CHECK(index_of<Pump<>>("share") == 1);
  CHECK(index_of<Pump<>>("shares") == 2);
}

TEST_CASE("units are SI", "[core]") {
  static_assert(units::second == 1 && units::second == 1000 * units::millisecond && units::minute == 60 * units::second);
  static_assert(units::millisecond == 1000 * units::microsecond && units::hour == 60 * units::minute);
  static_assert(units::week == 7 * units::day && units::kB == 1000 && units::MB == 1000 * units::kB);
  static_assert(units::GB == 1000 * units::MB && units::TB == 1000 * units::GB && units::PB == 1000 * units::TB);
  static_assert(units::KiB == 1024 && units::MiB == 1024 * units::KiB && units::GiB == 1024 * units::MiB);
  static_assert(units::GFLOP == 1e9 && units::TFLOP == 1e12 && units::PFLOP == 1e15 && units::EFLOP == 1e18);
  static_assert(units::kW == 1e3 && units::MW == 1e6 && units::GW == 1e9 && units::Tbit == 1000 * units::Gbit);
  static_assert(units::hour == 3600 && units::day == 24 * units::hour && units::year == 365.25 * units::day);
  static_assert(units::TB == 1e12 && units::TiB == 1099511627776.0 && units::PiB == 1125899906842624.0);
  static_assert(units::Gbit * 8 == units::GB && units::Tbit * 8 == units::TB);
  static_assert(units::kWh == 1000 * units::hour && units::MWh == 1000 * units::kWh);
  SUCCEED();
}

}  // namespace scaling_limits::testing
