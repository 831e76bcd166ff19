// SPDX-License-Identifier: Apache-2.0
// What the library throws at its doors. Kernels never throw: outside their domain they answer NaN.
#pragma once
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>

namespace scaling_limits {

#ifdef __FAST_MATH__
#error "scaling_limits relies on NaN and infinity: do not compile it with -ffast-math"
#endif

/// A parameter has a value that its definition excludes. Python: ValueError.
struct domain_error : std::domain_error {
  explicit domain_error(const std::string& text, std::string_view of = {}, double given = 0)
      : std::domain_error(text), parameter(of), value(given) {}
  std::string parameter;  ///< its name; empty where it is not one alone
  double value;           ///< what was given
};

/// A request that makes no sense whatever the numbers: an unknown field, a pattern without its top level. Python: ValueError.
struct invalid_argument : std::invalid_argument {
  explicit invalid_argument(const std::string& text, std::string_view of = {}, std::string_view word = {})
      : std::invalid_argument(text), parameter(of), given(word) {}
  std::string parameter;  ///< its name; empty where it is not one alone
  std::string given;      ///< the word that was given
};

/// A number as people read it back exactly: the shortest of 6 ... 17 digits that returns the same double.
inline std::string to_text(double x) {
  if (x != x) return "nan";  // whatever its sign
  char text[32];
  for (int digits = 6; digits <= 17; ++digits) {
    std::snprintf(text, sizeof text, "%.*g", digits, x);
    if (double back = 0; std::sscanf(text, "%lf", &back) == 1 && back == x) break;
  }
  return text;
}

/// A computed number, rounded to so many significant digits.
inline std::string to_text(double x, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", digits, x);
  return text;
}

}  // namespace scaling_limits
