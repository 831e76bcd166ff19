// SPDX-License-Identifier: Apache-2.0
// A name that does not dangle: looks like a std::string_view and costs no more, but its text lives as long as the process.
// A literal is taken as it is, when compiling. Text that is made at run time is kept once, in a pool that is never emptied.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <atomic>
#include <compare>
#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace scaling_limits {

class Name {
 public:
  constexpr Name() = default;
  template <std::size_t n>
  consteval Name(const char (&literal)[n]) : text_(literal, n - 1) {}
  /// Kept for good: for names that a user gives, not for texts without end.
  explicit Name(std::string_view text) : text_(kept(text)) {}

  constexpr operator std::string_view() const { return text_; }
  constexpr std::string_view text() const { return text_; }
  constexpr bool empty() const { return text_.empty(); }

  template <std::convertible_to<std::string_view> T>
  friend constexpr bool operator==(const Name& a, const T& b) {
    return a.text_ == std::string_view(b);
  }
  template <std::convertible_to<std::string_view> T>
  friend constexpr auto operator<=>(const Name& a, const T& b) {
    return a.text_ <=> std::string_view(b);
  }

 private:
  static std::string_view kept(std::string_view text) {
    static auto& pool = *new std::vector<const std::string*>;  // never destroyed: names may be read until the very end
    static std::atomic_flag busy;
    struct Turn {  // a few instructions, rarely: not worth a mutex, whose header every user would pay for
      Turn() {
        while (busy.test_and_set(std::memory_order_acquire)) {
        }
      }
      ~Turn() { busy.clear(std::memory_order_release); }
    } const turn;
    auto at =
        std::lower_bound(pool.begin(), pool.end(), text, [](const auto* one, std::string_view other) { return *one < other; });
    if (at == pool.end() || **at != text) at = pool.insert(at, new std::string(text));
    return **at;
  }

  std::string_view text_;
};
static_assert(sizeof(Name) == sizeof(std::string_view));

}  // namespace scaling_limits
