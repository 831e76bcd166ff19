// SPDX-License-Identifier: Apache-2.0
// A kernel at the ends of its domain: a number up to them, NaN beyond, and NaN for NaN. Ranges are those that a header promises.
#pragma once
#include <scaling_limits/core/fields.hpp>

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <initializer_list>
#include <utility>
#include <vector>

namespace scaling_limits::testing {

inline constexpr Range from_zero = not_negative_or_inf, from_one{.lower = 1}, above_zero = positive_or_inf;

/// An argument: its range, and a value within.
struct Argument {
  Range range;
  double inside = 2;
  double low = range.lower + 0.25 * (inside - range.lower);  // within as well, nearer to the lower end
};

template <class F, std::size_t... I>
double applied(const F& f, const std::vector<double>& x, std::index_sequence<I...>) {
  return static_cast<double>(f(x[I]...));
}

/// `f` of so many arguments as there are: each goes to both of its ends and beyond while the others stay inside.
template <std::size_t N, class F>
void check_domain(const char* name, const F& f, const Argument (&arguments)[N]) {
  std::vector<double> x;
  for (const auto& argument : arguments) x.push_back(argument.inside);
  const auto answers = [&] { return !std::isnan(applied(f, x, std::make_index_sequence<N>())); };
  INFO(name);
  CHECK(answers());
  for (std::size_t i = 0; i < N; ++i) {
    const auto& [range, inside, low] = arguments[i];
    std::vector<double> tried{NaN, range.lower, std::nextafter(range.lower, -inf), range.lower - (range.whole ? 1 : 0.5),
                              range.lower - 10 - inside};
    if (range.upper < inf)
      for (const double end : {range.upper, std::nextafter(range.upper, inf), 2 * range.upper}) tried.push_back(end);
    if (range.upper == inf && range.open_above) tried.push_back(inf);
    tried.push_back(range.whole ? inside + 0.5 : low);
    for (const double value : tried) {
      x[i] = value;
      INFO("argument " << i << " = " << value);
      CHECK(answers() == range.holds(value));
    }
    x[i] = inside;
  }
}

}  // namespace scaling_limits::testing

/// The same of a function template by its name.
#define CHECK_DOMAIN(function, ...) \
  scaling_limits::testing::check_domain(#function, [&](const auto&... x) { return function(x...); }, {__VA_ARGS__})
