// SPDX-License-Identifier: Apache-2.0
// What to say about a name that is none of the names. Alike is as in Python's difflib, so that both languages say the same:
// twice the characters in common blocks, by the characters of both, at least 0.6 (Ratcliff and Metzener 1988).
#pragma once
#include "../version.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace scaling_limits {

namespace detail {

/// Characters in blocks common to both: the longest block, and those on its left and on its right.
inline std::size_t in_common(std::string_view a, std::string_view b) {
  std::size_t longest = 0, in_a = 0, in_b = 0;
  for (std::size_t i = 0; i + longest < a.size(); ++i)
    for (std::size_t j = 0; j + longest < b.size(); ++j) {
      std::size_t n = 0;
      while (i + n < a.size() && j + n < b.size() && a[i + n] == b[j + n]) ++n;
      if (n > longest) longest = n, in_a = i, in_b = j;
    }
  if (longest == 0) return 0;
  return longest + in_common(a.substr(0, in_a), b.substr(0, in_b)) +
         in_common(a.substr(in_a + longest), b.substr(in_b + longest));
}

}  // namespace detail

/// The name most like this one; empty where none is close.
std::string_view closest(std::string_view name, const auto& names) {
  constexpr std::size_t longest = 100;  // nobody misspells so many letters, and the search is cubic
  std::string_view best;
  double most = 0.6;
  for (const auto& each : names) {
    const std::string_view other(each);
    if (name.empty() || other.empty() || name.size() > longest || other.size() > longest) continue;
    const double alike =
        2 * static_cast<double>(detail::in_common(other, name)) / static_cast<double>(name.size() + other.size());
    if (alike > most || (alike == most && other > best)) most = alike, best = other;
  }
  return best;
}

/// "; did you mean 'gpus'?", or "; it has gpus, mtbf, bandwidth" where none is close: the end of a sentence.
std::string suggestion(std::string_view name, const auto& names) {
  if (const auto close = closest(name, names); !close.empty()) return "; did you mean '" + std::string(close) + "'?";
  std::string all;
  for (const auto& each : names) all.append(all.empty() ? "; it has " : ", ").append(std::string_view(each));
  return all;
}

}  // namespace scaling_limits
