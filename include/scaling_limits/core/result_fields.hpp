// SPDX-License-Identifier: Apache-2.0
// One row per member of a result: name, member, unit, one line of meaning, and what its parts are named by where it has some.
// The table stands beside the result, as that of parameters does (core/fields.hpp); who shows a result by name - a question,
// a file, another language - has columns, units and texts from it, and no other list of them exists.
//
//   template <class S>
//   constexpr auto fields(const RunCost<S>*) {
//     using R = RunCost<S>;
//     return std::tuple(ResultField("total", &R::total, "USD", "money"),
//                       ResultField("by_kind", &R::by_kind, "USD", "what the money buys; sums to the total", "kind"));
//   }
#pragma once
#include "../version.hpp"

#include <string_view>
#include <tuple>
#include <type_traits>

namespace scaling_limits {

/// What a row says, whatever its member is.
struct ResultText {
  std::string_view name{};  // empty: the parts go by their own names alone
  std::string_view unit{};  // SI; "1" for a plain number, empty for a text
  std::string_view doc{};
  std::string_view by{};  // "term", "field", ...: what each part is of
};

namespace detail {

template <class M, class R>
constexpr decltype(auto) taken(M member, const R& of) {
  if constexpr (std::is_member_object_pointer_v<M>) return (of.*member);
  else if constexpr (std::is_member_function_pointer_v<M>) return (of.*member)();
  else return member(of);
}

}  // namespace detail

/// A row: M is a data member, a member function or any function of the result.
template <class M>
struct ResultField : ResultText {
  M member{};

  constexpr ResultField(std::string_view called, M taken, std::string_view in = {}, std::string_view text = {},
                        std::string_view parts = {})
      : ResultText{called, in, text, parts}, member(taken) {}

  template <class R>
  constexpr decltype(auto) of(const R& result) const {
    return detail::taken(member, result);
  }
};

/// What a member of a result has: within(&R::limit, &Limit<>::value).
template <class Outer, class Inner>
constexpr auto within(Outer outer, Inner inner) {
  return [outer, inner](const auto& result) -> decltype(auto) { return detail::taken(inner, detail::taken(outer, result)); };
}

// what every answer says beside a number that may be none
inline constexpr std::string_view status_text = "ok, or why there is no number";
inline constexpr std::string_view note_text = "the reason where there is no answer; remarks";
template <class M>
constexpr auto status_field(M member) {
  return ResultField("status", member, "", status_text);
}
template <class M>
constexpr auto note_field(M member) {
  return ResultField("note", member, "", note_text);
}

namespace detail {

template <class T>
inline constexpr bool is_result_table = false;
template <class... M>
inline constexpr bool is_result_table<std::tuple<ResultField<M>...>> = true;

}  // namespace detail

/// What has a table of results.
template <class R>
concept Reported = requires(const R* r) { requires detail::is_result_table<decltype(fields(r))>; };

/// The table of a result.
template <Reported R>
inline constexpr auto result_fields_of = fields(static_cast<const R*>(nullptr));

/// Calls `look` with each row of the table of a result.
template <Reported R, class F>
constexpr void each_result_field(const F& look) {
  std::apply([&](const auto&... row) { (look(row), ...); }, result_fields_of<R>);
}

}  // namespace scaling_limits
