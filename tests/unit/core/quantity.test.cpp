// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/core/quantity.hpp>

#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cmath>
#include <cstdint>
#include <random>

#include "support/counts.hpp"

namespace scaling_limits::testing {

using Catch::Matchers::ContainsSubstring;

TEST_CASE("quantities as people write them", "[core]") {
  struct Row {
    std::string_view text, unit;
    double wanted;
  };
  // the numbers are those of pint 0.25, to its rounding; where pint reads otherwise, or not at all, the row says so
  for (const Row& row : {
           Row{"300 s", "s", 300},
           {"5 min", "s", 300},
           {"5min", "s", 300},
           {"  5   min\t", "s", 300},
           {"50000 h", "s", 1.8e8},
           {"1e5 h", "s", 3.6e8},
           {"1E5 h", "s", 3.6e8},
           {"2.5 hours", "s", 9000},
           {"1 hr", "s", 3600},
           {"1 hour", "s", 3600},
           {"90 minutes", "s", 5400},
           {"90 minute", "s", 5400},
           {"10 sec", "s", 10},
           {"10 seconds", "s", 10},
           {"1.5 d", "s", 129600},
           {"54 days", "s", 4665600},
           {"2 weeks", "s", 1209600},
           {"1 yr", "s", 31557600},
           {"3 years", "s", 94672800},
           {"250 ms", "s", 0.25},
           {"3 milliseconds", "s", 0.003},
           {"5 us", "s", 5e-6},
           {"5 \u00b5s", "s", 5e-6},  // the micro sign, the Greek letter
           {"5 \u03bcs", "s", 5e-6},
           {"2 microseconds", "s", 2e-6},
           {"700 ns", "s", 7e-7},
           {".5 s", "s", 0.5},
           {"5. s", "s", 5},
           {"+3 s", "s", 3},
           {"-2 s", "s", -2},
           {"1e-3 s", "s", 0.001},
           {"5 TB", "B", 5e12},
           {"5TB", "B", 5e12},
           {"405 GB", "B", 4.05e11},
           {"1 kB", "B", 1000},
           {"80 GiB", "B", 85899345920},
           {"1 KiB", "B", 1024},
           {"2 PiB", "B", 2251799813685248},
           {"1.5 EB", "B", 1.5e18},
           {"16 bytes", "B", 16},
           {"8 bit", "B", 1},
           {"1 b", "B", 0.125},
           {"16 Gbit", "B", 2e9},
           {"3 gigabytes", "B", 3e9},
           {"2 TB/s", "B/s", 2e12},
           {"2 TB / s", "B/s", 2e12},
           {"400 Gbit/s", "B/s", 5e10},
           {"400 Gb/s", "B/s", 5e10},
           {"3600 GB/h", "B/s", 1e9},
           {"100 MiB/s", "B/s", 104857600},
           {"2 bytes/second", "B/s", 2},
           {"4e25 FLOP", "FLOP", 4e25},
           {"1 EFLOP", "FLOP", 1e18},
           {"989 TFLOP/s", "FLOP/s", 9.89e14},
           {"3000 km", "meter", 3e6},
           {"2 kilometers", "meter", 2000},
           {"5 metres", "meter", 5},
           {"700 W", "W", 700},
           {"150 MW", "W", 1.5e8},
           {"10 watt", "W", 10},
           {"3 / day", "1/s", 3 / 86400.0},
           {"1e-6 / s", "1/s", 1e-6},
           {"1/s", "1/s", 1},
           {"2/h", "1/s", 2 / 3600.0},
           {"0.5", "1", 0.5},
           {"1e13", "1", 1e13},
           {"50 %", "1", 0.5},
           {"50%", "1", 0.5},
           {"16384", "1", 16384},
           {"50_000 h", "s", 1.8e8},
           // most of these pint refuses, or takes for something else
           {"50,000 h", "s", 1.8e8},
           {"1,234,567.5 s", "s", 1234567.5},
           {"16,384", "1", 16384},
           {"5 m", "s", 300},
           {"2 hrs", "s", 7200},
           {"7 min 30 s", "s", 450},
           {"1h30m", "s", 5400},
           {"1 h 30 min", "s", 5400},
           {"1 d 2 h 3 min 4 s", "s", 93784},
           {"1 s 500 ms", "s", 1.5},
           {"1 TB 500 GB", "B", 1.5e12},
           {"00:07:00", "s", 420},
           {"1-02:03:04", "s", 93784},
           {"120:00:00", "s", 432000},
           {"7:00:59", "s", 25259},
           {"400 Gbps", "B/s", 5e10},
           {"25 GBps", "B/s", 2.5e10},
           {"3 per day", "1/s", 3 / 86400.0},
           {"2 TB per second", "B/s", 2e12},
           {"989 TFLOPS", "FLOP/s", 9.89e14},
           {"4e25 FLOPs", "FLOP", 4e25},
           {"4e25 FLOPS", "FLOP", 4e25},
           {"2 MWh", "J", 7.2e9},
           {"5 kJ", "J", 5000},
           {"1 W*h", "J", 3600},
           {"16384 GPUs", "1", 16384},
           {"1 GPU", "1", 1},
           {"50 GB/s per GPU", "B/s", 5e10},
           {"50 GB/s/GPU", "B/s", 5e10},
           {"50000 GPU*h", "s", 1.8e8},
           {"2 USD/h", "USD/s", 2 / 3600.0},
           {"2 USD/h per GPU", "USD/s", 2 / 3600.0},
           {"3.5 $/hour", "USD/s", 3.5 / 3600},
           {"2 dollars per hour", "USD/s", 2 / 3600.0},
           {"1e6 USD/day", "USD/s", 1e6 / 86400},
           {"1.5 MUSD", "USD", 1.5e6},
           {"25000 USD", "USD", 25000},
           {"0.08 USD/kWh", "USD/J", 0.08 / 3.6e6},
           {"80 USD/MWh", "USD/J", 80 / 3.6e9},
           {"1e6 USD/year per TB/s", "USD/s per B/s", 1e6 / 31557600 / 1e12},
           {"2 USD/h per GB/s", "USD/s per B/s", 2 / 3600. / 1e9},
           {"3 USD/TB", "USD/s per B/s", 3e-12},  // the same thing, by its dimension
           {"2e-18 USD/FLOP", "USD/FLOP", 2e-18},
           {"0.385 kg/kWh", "kg/J", 0.385 / 3.6e6},
           {"400 g/kWh", "kg/J", 400 / 3.6e9},
           {"400 gCO2/kWh", "kg/J", 400 / 3.6e9},
           {"400gCO2/kWh", "kg/J", 400 / 3.6e9},
           {"1 kgCO2 per kWh", "kg/J", 1 / 3.6e6},
           {"552 t", "kg", 552000},
           {"552.1 tCO2", "kg", 552100},
           {"3 tonnes", "kg", 3000},
           {"unlimited", "B/s", inf},
           {"Unlimited", "1", inf},
           {"inf", "s", inf},
           {"INFINITY", "s", inf},
           {"-inf", "s", -inf},
       }) {
    CAPTURE(row.text, row.unit);
    CHECK(quantity(row.text, row.unit) == row.wanted);
  }
  CHECK(std::signbit(quantity("-0 s", "s")));
}

TEST_CASE("what is refused says what is wrong with it", "[core]") {
  struct Row {
    std::string_view text, unit, why;
  };
  for (const Row& row : {
           Row{"7 GB", "s", "'7 GB' is a quantity in B; it must be a quantity in s such as '5 min'"},
           {"16384 GPUs", "s", "'16384 GPUs' is a plain number; it must be a quantity in s such as '5 min'"},
           {"3 TB", "B/s", "'3 TB' is a quantity in B; it must be a quantity in B/s such as '2 TB/s'"},
           {"3 s", "1", "'3 s' is a quantity in s; it must be a plain number such as '0.5' or '50 %'"},
           {"3 J", "W", "is a quantity in J;"},
           {"30 m", "meter", "is a quantity in s; it must be a quantity in meter such as '3000 km'"},
           {"3 km", "s", "is a quantity in meter;"},
           {"3 kW", "J", "is a quantity in W;"},
           {"3 /s", "s", "is a quantity in 1/s;"},
           {"3 B*s", "s", "is a quantity in s*B;"},
           {"3 s/B/FLOP", "s", "is a quantity in s/B/FLOP;"},
           {"989 TFLOPS", "s", "is a quantity in FLOP/s;"},
           {"2 USD", "USD/s", "'2 USD' is a quantity in USD; it must be a quantity in USD/s such as '2 USD/h'"},
           {"2 USD/h", "USD/J", "is a quantity in USD/s; it must be a quantity in USD/J such as '0.08 USD/kWh'"},
           {"2 USD/h", "USD/s per B/s", "such as '1e6 USD/yr per TB/s'"},
           {"2", "USD/s", "has no unit: write '2 USD/s'"},
           {"2 usd/h", "USD/s", "is in no known unit: USD/h?"},
           {"400 gCO3/kWh", "kg/J", "is in no known unit"},
           {"5 CO2", "kg", "is in no known unit"},
           {"3 t", "USD", "is a quantity in kg;"},
           {"989 TFLOPs", "FLOP/s", "is a quantity in FLOP; it must be a quantity in FLOP/s such as '989 TFLOP/s'"},
           {"", "s", "'' is empty;"},
           {" \t", "s", "'' is empty;"},
           {"h", "s", "'h' has no number where one is needed;"},
           {"per day", "1/s", "has no number"},
           {"-", "1", "has no number"},
           {".", "1", "has no number"},
           {". s", "s", "has no number"},
           {"nan", "s", "'nan' is not a number;"},
           {"NaN", "1", "'NaN' is not a number;"},
           {"0.5", "s", "'0.5' has no unit: write '0.5 s', or a bare number in a file"},
           {"3", "1/s", "write '3 per s'"},
           {"5 h 3", "s", "'5 h 3' has a number without a unit;"},
           {"3 5 h", "s", "has a number without a unit;"},
           {"1h30", "s", "has a number without a unit;"},
           {"9**9**9", "s", "'9**9**9' is not a number with a unit;"},
           {"9**9**9", "1", "'9**9**9' is not a number with a unit;"},
           {"2*3", "1", "is not a number with a unit;"},
           {"5 TB/GB", "s", "is a plain number;"},
           {"5 TB/GB", "1", "'5 TB/GB' is an expression;"},
           {"5 s/s", "1", "is an expression;"},
           {"5 GPU*GPU", "1", "is an expression;"},
           {"5 % %", "1", "is not a number with a unit;"},
           {"(5 s)", "s", "has no number"},
           {"5 (s)", "s", "is in no known unit;"},
           {"7 min + 30 s", "s", "is in no known unit;"},
           {"7 min - 30 s", "s", "is in no known unit;"},
           {"5 GB/", "B/s", "is in no known unit;"},
           {"5 GB//s", "B/s", "is in no known unit;"},
           {"5 *s", "s", "is in no known unit;"},
           {"5 s*", "s", "is in no known unit;"},
           {"5 s s", "s", "is in no known unit;"},
           {"5 m2", "s", "has a number without a unit;"},
           {"50 %", "s", "is a plain number;"},
           {"50 %/day", "1/s", "has a percent sign;"},
           {"400 gb/s", "B/s", "'400 gb/s' is in no known unit: GB/s or Gbit/s?"},
           {"400 gbps", "B/s", "'400 gbps' is in no known unit: GB/s or Gbit/s?"},
           {"400 GB/S", "B/s", "is in no known unit: GB/s?"},
           {"5 mB", "B", "'5 mB' is in no known unit: MB or Mbit?"},
           {"64 KB", "B", "is in no known unit: kB or kbit?"},
           {"64 kib", "B", "is in no known unit: KiB or Kibit?"},
           {"5 Ms", "s", "is in no known unit: ms?"},
           {"5 Hours", "s", "is in no known unit: hour?"},
           {"5 MIN", "s", "is in no known unit: min?"},
           {"5 mintues", "s", "is in no known unit: minute?"},
           {"5 furlongs", "s", "'5 furlongs' is in no known unit; it must be a quantity in s such as '5 min'"},
           {"5 E", "B", "is in no known unit;"},
           {"1e B", "B", "is in no known unit;"},
           {"0x10 s", "s", "is in no known unit"},
           {"5 #", "s", "is not a number with a unit;"},
           {"1.2.3 s", "s", "is not a number with a unit;"},
           {"5,5 h", "s", "has a separator that does not part thousands;"},
           {"5000,000 h", "s", "does not part thousands;"},
           {",500 h", "s", "does not part thousands;"},
           {"5, h", "s", "does not part thousands;"},
           {"1_000,000 h", "s", "does not part thousands;"},
           {"1__000 h", "s", "does not part thousands;"},
           {"5 3", "1", "is more than one number;"},
           {"5 min 5 min", "s", "does not go from large units to small ones;"},
           {"30 s 7 min", "s", "does not go from large units to small ones;"},
           {"-1 h 30 min", "s", "is a sum with a sign;"},
           {"1 h -30 min", "s", "is in no known unit;"},
           {"1e400 s", "s", "is beyond what a number holds;"},
           {"1e-400 s", "s", "is beyond what a number holds;"},
           {"1e308 TB", "B", "is too large;"},
           {"inf h", "s", "has no number"},
           {"12:34", "s", "is not a time of the form hh:mm:ss or d-hh:mm:ss;"},
           {"00:60:00", "s", "is not a time of the form"},
           {"00:00:60", "s", "is not a time of the form"},
           {"1-24:00:00", "s", "is not a time of the form"},
           {"-00:07:00", "s", "is not a time of the form"},
           {"00:7:00", "s", "is not a time of the form"},
           {"00:07:00.5", "s", "is not a time of the form"},
           {"00:07:00 s", "s", "is not a time of the form"},
           {"9999999999:00:00", "s", "is not a time of the form"},
           {"00:07:00", "B", "'00:07:00' is a time; it must be a quantity in B such as '5 TB'"},
           {"5 \xff", "s", "is not a number with a unit;"},
           {"3 s", "tokens", "'tokens' is no unit that a text can be in"},
       }) {
    CAPTURE(row.text, row.unit);
    CHECK_THROWS_AS(quantity(row.text, row.unit), InvalidArgument);
    try {
      quantity(row.text, row.unit);
    } catch (const InvalidArgument& error) {
      CHECK_THAT(error.what(), ContainsSubstring(std::string(row.why)));
      CHECK(error.parameter.empty());
    }
  }
  const std::string long_text(100000, '5'), long_unit(100000, 's');
  CHECK_THROWS_AS(quantity(long_text, "s"), InvalidArgument);
  try {
    quantity("5 s", long_unit);
    FAIL();
  } catch (const InvalidArgument& error) {
    CHECK(std::string_view(error.what()).size() < 200);
  }
}

TEST_CASE("a value is written in the unit in which it reads best", "[core]") {
  struct Row {
    double value;
    std::string_view unit, wanted;
  };
  for (const Row& row : {
           Row{1.8e8, "s", "50000 h"},
           {300, "s", "5 min"},
           {90, "s", "90 s"},
           {86400, "s", "1 d"},
           {31557600, "s", "1 yr"},
           {0.25, "s", "250 ms"},
           {5e-6, "s", "5 us"},
           {234.52, "s", "234.52 s"},
           {0, "s", "0 s"},
           {-7200, "s", "-2 h"},
           {inf, "s", "unlimited"},
           {-inf, "s", "-unlimited"},
           {5e12, "B", "5 TB"},
           {80 * 0x1p30, "B", "80 GiB"},
           {2e12, "B/s", "2 TB/s"},
           {5e10, "B/s", "50 GB/s"},
           {9.89e14, "FLOP/s", "989 TFLOP/s"},
           {4e25, "FLOP", "4e25 FLOP"},
           {700, "W", "700 W"},
           {1.5e8, "W", "150 MW"},
           {2945100, "meter", "2945.1 km"},
           {7.2e9, "J", "2 MWh"},
           {3 / 86400.0, "1/s", "3 per day"},
           {2 / 3600., "USD/s", "2 USD/h"},
           {1e6 / 86400, "USD/s", "1000000 USD/d"},
           {0.08 / 3.6e6, "USD/J", "0.08 USD/kWh"},
           {1e6 / 31557600 / 1e12, "USD/s per B/s", "1000000 USD/yr per TB/s"},
           {0.4 / 3.6e6, "kg/J", "0.4 kg/kWh"},
           {552000, "kg", "552 t"},
           {0.5, "1", "0.5"},
           {16384, "1", "16384"},
           {4050000, "1", "4050000"},  // an exponent from eight characters on
           {40500000, "1", "4.05e7"},
           {4.05e11, "1", "4.05e11"},
           {5, "s/B", "5 s/B"},
           {5, "1/B", "5 /B"},
           {NaN, "s", "nan"},
       }) {
    CAPTURE(row.value, row.unit);
    CHECK(quantity_text(row.value, row.unit) == row.wanted);
  }
  for (const auto& row : detail::written)
    for (const auto name : row.as) {
      if (name.empty()) continue;
      CAPTURE(name);
      CHECK(quantity("1 " + std::string(name), row.unit) > 0);
    }
}

TEST_CASE("no text is no unit", "[core]") {
  for (const std::string_view none : {"", " ", "\t\n"}) CHECK_FALSE(detail::unit_of(none, false).unit);
  CHECK(detail::unit_of("/s", false).unit);
}

TEST_CASE("per cent is of shares alone", "[core]") {
  CHECK(quantity("50 %", "1") == 0.5);
  CHECK(quantity("16384 GPUs", "1", false) == 16384);
  CHECK(quantity("0.5", "1", false) == 0.5);
  for (const std::string_view unit : {"1", "GPU"})
    CHECK_THROWS_WITH(quantity("15360 %", unit, false),
                      "'15360 %' is in per cent, and is no share; it must be a plain number such as '16384'");
  for (const std::string_view text : {"x", "5 min", "1 2"})
    CHECK_THROWS_WITH(quantity(text, "1", false), !ContainsSubstring("%"));
}

TEST_CASE("a unit that is not SI is one to read in too", "[core]") {
  CHECK(quantity("36 h", "d") == 1.5);
  CHECK(quantity("54 d", "d") == 54);
  CHECK(quantity("1-12:00:00", "d") == 1.5);
  CHECK(quantity("2 TB", "GB") == 2000);
  CHECK_THROWS_AS(quantity("36 GB", "d"), InvalidArgument);
}

TEST_CASE("what is written is read back to the same double", "[core][draws]") {
  std::mt19937_64 random(20260611);
  const auto exactly = [](double x, std::string_view unit) {
    const double back = quantity(quantity_text(x, unit), unit);
    return std::bit_cast<std::uint64_t>(back) == std::bit_cast<std::uint64_t>(x);
  };
  for (const std::string_view unit : {"1", "s", "B", "B/s", "1/s", "FLOP", "FLOP/s", "W", "J", "meter"}) {
    long wrong = 0;
    for (std::uint64_t i = draws("quantities as text"); i > 0; --i) {
      const auto bits = random();
      double x = std::bit_cast<double>(bits);                                                // any double
      if (i % 4 == 1) x = std::ldexp(1 + double(bits % 4096) / 4096, int(bits >> 58) - 20);  // of everyday size
      if (i % 4 == 2) x = double(bits % 100000) * std::pow(10, int(bits >> 60));             // few digits
      if (i % 4 == 3) x = double(bits % 1000) * (bits & 4096 ? 60 : 3600);                   // of few digits in another unit
      wrong += x == x && !exactly(x, unit);
    }
    CAPTURE(unit);
    CHECK(wrong == 0);
    for (const double x :
         {0.0, -0.0, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 0x1p53, 0x1p53 + 2, 0.1, 1 / 3.0})
      CHECK((exactly(x, unit) && exactly(-x, unit)));
  }
}

TEST_CASE("a quantity in the unit that people would write it in", "[core]") {
  for (int n = 1; n < 1000; ++n)  // not 122.99999999999999 us
    CHECK(quantity_text(*detail::nearest_double(std::to_string(n) + "e-6"), "s") == std::to_string(n) + " us");
  CHECK(quantity_text(std::nextafter(3.6e6, 0), "s").ends_with(" h"));  // not 3599999999999999.5 ns
  for (const std::string_view text : {"385 g/kWh", "0.4 kg/kWh"}) CHECK(quantity_text(quantity(text, "kg/J"), "kg/J") == text);
}

TEST_CASE("the shortest text of a number", "[core]") {
  CHECK(shortest(0) == "0");
  CHECK(shortest(-0.0) == "-0.0");
  CHECK(shortest(100000) == "100000");
  CHECK(shortest(0x1p53) == "9007199254740992");
  CHECK(shortest(0x1p53 + 2) == "9.007199254740994e15");
  CHECK(shortest(1e17) == "1e17");
  CHECK(shortest(1e-7) == "1e-7");
  CHECK(shortest(1e300) == "1e300");
  CHECK(shortest(-1.5e-10) == "-1.5e-10");
  CHECK(shortest(0.1) == "0.1");
  CHECK(shortest(inf) == "inf");
  CHECK(shortest(-NaN) == "nan");
}

}  // namespace scaling_limits::testing
