// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <random>

#include "scaling_limits/core/errors.hpp"
#include "scaling_limits/core/quantity.hpp"

namespace scaling_limits::testing {

/// As to_text writes it, by the C library with as many digits as the shortest text has.
std::string by_printf(double x) {
  for (int digits = 1;; ++digits) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*e", digits - 1, x);
    if (std::strtod(text, nullptr) != x && digits < 17) continue;
    std::snprintf(text, sizeof text, "%.*g", std::max(digits, 6), x);
    return text;
  }
}

TEST_CASE("a number as a text returns the same double and is that of printf", "[core]") {
  std::mt19937_64 random(7);
  const auto same = [](double x) {
    const std::string text = to_text(x), back = shortest(x);
    CAPTURE(text, back, x);
    double read = 0;
    std::from_chars(text.data(), text.data() + text.size(), read);
    CHECK(std::bit_cast<std::uint64_t>(read) == std::bit_cast<std::uint64_t>(x));
    std::from_chars(back.data(), back.data() + back.size(), read);
    CHECK(read == x);
    // at a power of two the nearest of the shortest may not be what printf rounds to
    if (std::frexp(x, std::array<int, 1>{}.data()) != 0.5) CHECK(text == by_printf(x));
  };
  for (const double x :
       {0., -0., 1., -1., 0.1, 100000., 123456., 1e6, 1234567., 1e-4, 1.25e-5, 99999.5, 5e-324, 1.7976931348623157e308})
    same(x);
  for (int i = 0; i < 20000; ++i) {
    const double x = std::bit_cast<double>(random());
    if (std::isfinite(x)) same(x);
    same(static_cast<double>(static_cast<int>(random() % 2000000) - 1000000) / 1000);
  }
  CHECK(to_text(INFINITY) == "inf");
  CHECK(to_text(-INFINITY) == "-inf");
  CHECK(to_text(NAN) == "nan");
}

TEST_CASE("the texts of a page are those of everyone else, and stay within their room", "[core]") {
  struct {
    char before[2];
    char text[detail::most_characters];
  } room;
  std::mt19937_64 random(9);
  const auto same = [&](double x) {
    if (std::frexp(x, std::array<int, 1>{}.data()) == 0.5) return;  // as above
    for (const char before : {'.', '0', '1'}) {                     // what its zeros must not be taken for
      CAPTURE(x, before);
      room.before[0] = room.before[1] = before;
      char expected[detail::most_characters];
      CHECK(std::string(room.text, detail::by_printf::write_science(room.text, x)) ==
            std::string(expected, std::to_chars(expected, std::end(expected), x, std::chars_format::scientific).ptr));
      CHECK(std::string(room.text, detail::by_printf::write_shortest(room.text, x)) ==
            std::string(expected, std::to_chars(expected, std::end(expected), x).ptr));
      CHECK((room.before[0] == before && room.before[1] == before));
    }
  };
  for (const double x : {0.,  -0.,     1.,  2.,   3.,   10.,     -10.,    300.,   0.1,    0.5,     100000.,
                         inf, 123456., 1e6, 1e22, 1e-4, 1.25e-5, 99999.5, 5e-324, 3e-322, -1e-310, 1.7976931348623157e308,
                         -inf})
    same(x);
  for (int i = 0; i < 5000; ++i) {
    const double x = std::bit_cast<double>(random());
    if (std::isfinite(x)) same(x);
    same(static_cast<double>(static_cast<int>(random() % 2000000) - 1000000) / 1000);
  }
}

TEST_CASE("a quantity as people say it", "[core]") {
  struct Row {
    double value;
    std::string_view unit;
    int digits;
    std::string_view text;
  };
  for (const Row& row : {
           Row{1.8e8, "s", 3, "50,000 h"},
           {12345.6, "s", 3, "3.43 h"},
           {90, "s", 3, "1.5 min"},
           {3600, "s", 3, "1 h"},
           {1e-4, "s", 3, "100 us"},
           {0, "s", 3, "0 s"},
           {-90, "s", 3, "-1.5 min"},
           {5e12, "B", 3, "5 TB"},
           {2.5e12, "B/s", 2, "2.5 TB/s"},
           {0.5, "B", 3, "0.5 B"},
           {33869.6, "1", 3, "33,870"},
           {999.5, "1", 4, "999.5"},
           {0.97882, "%", 4, "97.88 %"},
           {2 / 3600., "USD/s", 3, "2 USD/h"},
           {40155934, "USD", 3, "40,155,934 USD"},
           {1287e9 * 3.6, "J", 4, "1.287 GWh"},
           {134637.5, "GPU", 3, "134,638 GPU"},
       }) {
    CAPTURE(row.text);
    CHECK(quantity_text(row.value, row.unit, row.digits) == row.text);
  }
  for (const auto& [seconds, text] : std::to_array<std::pair<double, std::string_view>>({{54 * units::day, "54 d"},
                                                                                         {units::day, "1 d"},
                                                                                         {20 * units::hour, "20 h"},
                                                                                         {1.8e8, "5.7 yr"},
                                                                                         {1e5 * units::year, "100,000 yr"},
                                                                                         {-3 * units::day, "-3 d"},
                                                                                         {0.5, "500 ms"},
                                                                                         {0, "0 s"},
                                                                                         {INFINITY, "unlimited"}})) {
    CAPTURE(text);
    CHECK(duration_text(seconds, 3) == text);
  }
  CHECK(said_unit(2e12, "B", Times::calendar) == "TB");
  CHECK(quantity_text(90, "s", 3, "h") == "0.025 h");
  CHECK(quantity_text(INFINITY, "s", 3) == "unlimited");
  CHECK(quantity_text(NAN, "s", 3) == "nan");
  // what is said is read back, to its digits
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> exponent(-9, 15);
  for (const auto& row : detail::written) {
    if (row.said[0].empty()) continue;
    for (int i = 0; i < 300; ++i) {
      const double x = std::pow(10., exponent(random));
      const std::string text = quantity_text(x, row.unit, 4);
      CAPTURE(text, x);
      CHECK(std::abs(quantity(text, row.unit) - x) <= 0.5001e-3 * x);
      if (row.unit == "s") CHECK(std::abs(quantity(duration_text(x, 4), "s") - x) <= 0.5001e-3 * x);
    }
  }
}

}  // namespace scaling_limits::testing
