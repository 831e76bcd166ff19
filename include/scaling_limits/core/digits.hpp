// SPDX-License-Identifier: Apache-2.0
// The shortest text that returns the same double, as std::to_chars writes it. Its tables are more than a page in a browser
// loads for the sake of a few texts: there the C library is asked for ever more digits until they return the number.
#pragma once
#include "../version.hpp"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace scaling_limits::detail {

inline constexpr int most_characters = 32;

namespace by_printf {

/// d.ddde-05
inline char* write_science(char* to, double x) {
  int digits = x < 0x1p-1022 && x > -0x1p-1022 ? 1 : 15;  // of subnormal numbers one may do
  do {
    std::snprintf(to, most_characters, "%.*e", digits - 1, x);
  } while (digits++ < 17 && std::strtod(to, nullptr) != x);
  char* const end = to + std::strlen(to);
  char* const e = std::strchr(to, 'e');
  if (!e) return end;  // inf
  char* last = e;
  if (std::memchr(to, '.', static_cast<std::size_t>(e - to))) {
    while (last[-1] == '0') --last;
    if (last[-1] == '.') --last;
  }
  std::memmove(last, e, static_cast<std::size_t>(end - e) + 1);  // its end too
  return last + (end - e);
}
/// The shorter of 12.5 and 1.25e+01, the former where they are of one length.
inline char* write_shortest(char* to, double x) {
  char* const end = write_science(to, x);
  const char* const e = static_cast<const char*>(std::memchr(to, 'e', static_cast<std::size_t>(end - to)));
  if (!e) return end;
  const char* const first = to + (*to == '-');
  const int decimals = e - first > 1 ? static_cast<int>(e - first) - 2 : 0, exponent = std::atoi(e + 1);
  char fixed[400];
  const int length = std::snprintf(fixed, sizeof fixed, "%.*f", decimals > exponent ? decimals - exponent : 0, x);
  if (length > end - to) return end;
  std::memcpy(to, fixed, static_cast<std::size_t>(length));
  return to + length;
}

}  // namespace by_printf

#ifdef __wasi__
using by_printf::write_science, by_printf::write_shortest;
#else
inline char* write_science(char* to, double x) {
  return std::to_chars(to, to + most_characters, x, std::chars_format::scientific).ptr;
}
inline char* write_shortest(char* to, double x) { return std::to_chars(to, to + most_characters, x).ptr; }
#endif

}  // namespace scaling_limits::detail
