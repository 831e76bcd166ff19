// SPDX-License-Identifier: Apache-2.0
// Lists of all kinds of a group, with values of each: strategies.hpp, laws.hpp. catalog/every_kind.test.cpp holds them to the
// catalogue. A test takes all of a list, or names those that it leaves out, with the reason:
//
//   constexpr std::array left_out{LeftOut{"elastic", "reads nothing back"}};
//   for_each_strategy<left_out>([](const auto& strategy) { ... });
//
// One that has rows of its own asks which kinds have none: kinds_without(rows, every_law(), left_out).
#pragma once
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scaling_limits::testing {

template <std::size_t n>
struct Literal {
  char text[n];
  consteval Literal(const char (&of)[n]) { std::copy_n(of, n, text); }
};

template <class... T>
struct Values {
  void each(const auto&) const {}
};
template <class First, class... Others>
struct Values<First, Others...> {
  First first;
  Values<Others...> others{};
  void each(const auto& f) const { f(first), others.each(f); }
};
inline Values<> values_of() { return {}; }
template <class First, class... Others>
Values<First, Others...> values_of(First first, Others... others) {
  return {std::move(first), values_of(std::move(others)...)};
}
/// A kind and values of it; the first is of the type that is asked for by name, and is given no more than most are.
template <Literal literal, class First, class... Others>
struct KindOf {
  using type = First;
  static constexpr std::string_view name{literal.text};
  Values<First, Others...> values;
};
template <Literal name, class... T>
KindOf<name, T...> kind(T... values) {
  return {values_of(std::move(values)...)};
}
template <class... Kind>
struct Kinds : Kind... {};
template <class... Kind>
Kinds(Kind...) -> Kinds<Kind...>;

struct LeftOut {
  std::string_view kind, why;
};
using LeavesOut = std::span<const LeftOut>;
inline constexpr std::array<LeftOut, 0> nothing_left_out{};

constexpr bool leaves_out(LeavesOut left_out, std::string_view kind) {
  return std::any_of(left_out.begin(), left_out.end(), [&](const LeftOut& one) { return one.kind == kind; });
}

/// f(values) of every kind that is not left out.
template <const auto& left_out, class F, class... Kind>
void take(const Kinds<Kind...>& kinds, const F& f) {
  static_assert(
      std::all_of(left_out.begin(), left_out.end(), [](const LeftOut& one) { return ((one.kind == Kind::name) || ...); }),
      "what is left out is a kind");
  const auto unless_left_out = [&](const auto& kind) {
    if constexpr (!leaves_out(left_out, std::remove_cvref_t<decltype(kind)>::name)) f(kind.values);
  };
  (..., unless_left_out(static_cast<const Kind&>(kinds)));
}

/// The kinds that are in no row and are not left out.
template <class Names, class... Kind>
std::vector<std::string> kinds_without(const Names& rows, const Kinds<Kind...>&, LeavesOut left_out = nothing_left_out) {
  std::vector<std::string> missing;
  for (const std::string_view kind : {Kind::name...})
    if (std::find(rows.begin(), rows.end(), kind) == rows.end() && !leaves_out(left_out, kind)) missing.emplace_back(kind);
  return missing;
}

}  // namespace scaling_limits::testing
