// SPDX-License-Identifier: Apache-2.0
// What the library throws at its doors. Kernels never throw: outside their domain they answer NaN.
#pragma once
#include "../version.hpp"

#include <charconv>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>

#include "digits.hpp"

namespace scaling_limits {

/// A parameter has a value that its definition excludes. Python: ValueError.
struct DomainError : std::domain_error {
  explicit DomainError(const std::string& text, std::string_view of = {}, double given = 0)
      : std::domain_error(text), parameter(of), value(given) {}
  std::string parameter;  ///< its name; empty where it is not one alone
  double value;           ///< what was given
};

/// A request that makes no sense whatever the numbers: an unknown field, a pattern without its top level. Python: ValueError.
struct InvalidArgument : std::invalid_argument {
  explicit InvalidArgument(const std::string& text, std::string_view of = {}, std::string_view word = {})
      : std::invalid_argument(text), parameter(of), given(word) {}
  std::string parameter;  ///< its name; empty where it is not one alone
  std::string given;      ///< the word that was given
};

/// What was given, as a message quotes it: its first 80 bytes, where it is longer.
inline std::string in_quotes(std::string_view text) {
  std::size_t cut = text.size() < 80 ? text.size() : 80;
  while (cut < text.size() && (text[cut] & 0xC0) == 0x80) --cut;  // not within a character
  std::string quoted = "'";
  for (const char letter : text.substr(0, cut)) quoted += letter == '\0' ? std::string("\\0") : std::string(1, letter);
  return quoted + (cut < text.size() ? "...'" : "'");
}

/// A number as people read it back exactly: as many digits as it takes to return the same double.
inline std::string to_text(double x) {
  if (x != x) return "nan";  // whatever its sign
  char text[detail::most_characters];
  const std::string_view science(text, static_cast<std::size_t>(detail::write_science(text, x) - text));
  const auto e = science.find('e');
  if (e == science.npos) return std::string(science);  // inf
  std::string all;
  for (const char c : science.substr(0, e))
    if (c >= '0' && c <= '9') all += c;
  int exponent = 0;
  std::from_chars(text + e + (science[e + 1] == '+' ? 2 : 1), text + science.size(), exponent);
  const int digits = static_cast<int>(all.size());
  if (exponent < -4 || exponent >= (digits > 6 ? digits : 6)) return std::string(science);  // as %g, but of all digits
  if (exponent < 0) all.insert(0, "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0'));
  else if (digits > exponent + 1) all.insert(static_cast<std::size_t>(exponent) + 1, 1, '.');
  else all.append(static_cast<std::size_t>(exponent + 1 - digits), '0');
  return science[0] == '-' ? "-" + all : all;
}

/// A number as files hold it: the shortest text that returns the same double. A whole number has no exponent up to 2^53, and
/// has one beyond, where TOML would take it for 64 bits.
inline std::string shortest(double x) {
  if (x != x) return "nan";
  if (x == 0) return 1 / x < 0 ? "-0.0" : "0";  // "-0" is read as a whole number, which has no sign
  char text[detail::most_characters];
  const bool beyond = x < -0x1p53 || x > 0x1p53;
  if (!beyond && x == static_cast<double>(static_cast<long long>(x)))
    return {text, std::to_chars(text, text + sizeof text, static_cast<long long>(x)).ptr};
  std::string all(text, beyond ? detail::write_science(text, x) : detail::write_shortest(text, x));
  if (const auto e = all.find('e'); e != all.npos) {  // 1e+07 is 1e7
    if (all[e + 1] == '+') all.erase(e + 1, 1);
    if (const auto zero = e + 1 + (all[e + 1] == '-'); all[zero] == '0') all.erase(zero, 1);
  }
  return all;
}

/// A computed number, rounded to so many significant digits.
inline std::string to_text(double x, int digits) {
  if (x != x) return "nan";
  char text[32];
  std::snprintf(text, sizeof text, "%.*g", digits, x);
  return text;
}

}  // namespace scaling_limits
