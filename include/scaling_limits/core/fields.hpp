// SPDX-License-Identifier: Apache-2.0
// One row per parameter of an aggregate: name, member, unit, range, one line of text, and what else there is to say about it.
// The table drives validation, the Python class, requests and files, growth, levers and table output; no other list of fields
// exists. Defaults are the members' own; NaN means "must be given", unless the range is optional.
#pragma once
#include "../version.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "errors.hpp"
#include "scalar.hpp"

namespace scaling_limits {

/// The values a parameter may take. NaN is outside every range unless `optional`, where it says "not given".
struct Range {
  double lower = 0, upper = inf;
  bool open_below = false, open_above = false, optional = false, boolean = false, whole = false;
  bool share = false;  // whether "50 %" says 0.5: of shares and of what is relative, not of counts, factors and exponents

  constexpr bool holds(double x) const {
    const bool within = (open_below ? x > lower : x >= lower) & (open_above ? x < upper : x <= upper);
    if (!within) return optional && x != x;
    if (boolean) return x == 0 || x == 1;
    // up to where doubles still count every whole number
    return !whole || x == inf || x == -inf ||
           (x >= -0x1p53 && x <= 0x1p53 && static_cast<double>(static_cast<long long>(x)) == x);
  }
  /// "> 0 and finite", ">= 0", "in [0, 1)", "a whole number >= 1": as an error message says it.
  std::string text() const {
    if (boolean) return "true or false";
    return whole ? "a whole number " + bounds() : bounds();
  }
  std::string bounds() const {
    if (lower == -inf && upper == inf) return open_above ? "finite" : "a number";
    if (lower == -inf) return (open_above ? "< " : "<= ") + to_text(upper) + (open_below ? " and finite" : "");
    if (upper == inf) return (open_below ? "> " : ">= ") + to_text(lower) + (open_above ? " and finite" : "");
    return std::string("in ") + (open_below ? "(" : "[") + to_text(lower) + ", " + to_text(upper) + (open_above ? ")" : "]");
  }
};

inline constexpr Range positive{.lower = 0, .upper = inf, .open_below = true, .open_above = true};
inline constexpr Range positive_or_inf{.lower = 0, .upper = inf, .open_below = true};
inline constexpr Range not_negative{.lower = 0, .upper = inf, .open_above = true};
inline constexpr Range not_negative_or_inf{.lower = 0, .upper = inf};
inline constexpr Range at_least_one{.lower = 1, .upper = inf, .open_above = true};           // [1, inf)
inline constexpr Range fraction{.lower = 0, .upper = 1, .open_above = true, .share = true};  // [0, 1)
inline constexpr Range inner_fraction{.lower = 0, .upper = 1, .open_below = true, .open_above = true, .share = true};  // (0, 1)
inline constexpr Range closed_fraction{.lower = 0, .upper = 1, .share = true};                                         // [0, 1]
inline constexpr Range positive_fraction{.lower = 0, .upper = 1, .open_below = true, .share = true};                   // (0, 1]
inline constexpr Range exponent_below_one{.lower = 0, .upper = 1, .open_above = true};                                 // [0, 1)
inline constexpr Range any_exponent{.lower = -inf, .upper = inf, .open_below = true, .open_above = true};  // any number
inline constexpr Range flag{.lower = 0, .upper = 1, .boolean = true};  // 0 or 1, shown as a boolean

constexpr Range if_given(Range range) {
  range.optional = true;
  return range;
}
constexpr Range as_share(Range range) {
  range.share = true;
  return range;
}
constexpr Range whole(Range range) {
  range.whole = true;
  return range;
}

/// Whole numbers of things, from so many on: up to what every integer type of ours holds, products of two included.
inline constexpr double most_counted = 2147483647;
constexpr Range counted(double least) { return whole(Range{.lower = least, .upper = most_counted}); }

/// Where the parameter lies in practice: remarks, sliders and priors come from it. It refuses nothing.
struct Usual {
  double low = NaN, high = NaN;
  std::string_view source{};
  constexpr bool known() const { return low == low; }
};
constexpr Usual usually(double low, double high, std::string_view source = {}) { return {low, high, source}; }

/// What more of a parameter does to the answer.
enum class Effect : unsigned char {
  unsaid,
  size,  ///< the size itself
  cost,  ///< less is better
  help   ///< more is better
};

template <class P, class S>
struct Field {
  using parameters = P;
  using scalar = S;
  std::string_view name{};
  S P::* member{};
  std::string_view unit{};  // SI; "1" for a plain number
  Range range{};
  std::string_view doc{};
  Usual usual{};
  Effect effect = Effect::unsaid;
  unsigned enters = 0;  // of a run: the rate and times that it is a factor of (run/training_run.hpp)
};

/// The table of an aggregate, from the function fields(const P*) beside it. All members of an aggregate are of one scalar.
template <class P>
inline constexpr auto fields_of = fields(static_cast<const P*>(nullptr));

template <class P>
using scalar_of = typename std::remove_cvref_t<decltype(fields_of<P>[0])>::scalar;

/// Every member has its row: for the static_assert beside each table.
template <class P>
inline constexpr bool table_is_complete = fields_of<P>.size() * sizeof(scalar_of<P>) == sizeof(P);

/// Throws DomainError with name, value, bounds and unit where the value is outside the range.
inline void check(std::string_view owner, std::string_view name, double value, const Range& range,
                  std::string_view unit = "1") {
  if (range.holds(value)) return;
  std::string text(owner);
  text.append(": ").append(name).append(" = ").append(to_text(value)).append(" must be ").append(range.text());
  if (unit != "1") text.append(" [").append(unit).append("]");
  throw DomainError(text, name, value);
}

/// A number as an integer, the fraction cut off; throws DomainError where the type does not hold it.
template <std::integral I>
  requires(sizeof(I) <= 4)
I checked_integer(std::string_view owner, std::string_view name, double value) {
  constexpr double least = (std::numeric_limits<I>::min)(), most = (std::numeric_limits<I>::max)();
  check(owner, name, value, Range{.lower = least, .upper = most});
  return static_cast<I>(value);
}

namespace detail {

/// Whether a double is surely within the range of row i: one comparison of bits, which for numbers >= 0 are in their order.
/// false where only `holds` knows (-0, a whole number).
template <class P, std::size_t i>
constexpr bool surely_holds(double x) {
  constexpr Range range = fields_of<P>[i].range;
  if constexpr (range.lower >= 0 && !range.boolean && !range.whole) {
    constexpr auto least = std::bit_cast<std::uint64_t>(range.lower) + range.open_below;
    constexpr auto most = std::bit_cast<std::uint64_t>(range.upper) - range.open_above;
    return (std::bit_cast<std::uint64_t>(x) - least <= most - least) | (range.optional & (x != x));
  } else if constexpr (range.whole && range.lower >= 0 && range.upper <= most_counted && !range.optional) {
    return x >= range.lower && x <= range.upper && static_cast<double>(static_cast<std::int32_t>(x)) == x;
  } else if constexpr (range.boolean) {
    return (x == 0) | (x == 1);
  } else {
    return range.holds(x);
  }
}

template <class P>
void validate_one_by_one(const P& parameters, std::string_view type) {
  for (const auto& field : fields_of<P>)
    check(type, field.name, static_cast<double>(parameters.*field.member), field.range, field.unit);
}

}  // namespace detail

namespace detail {

template <class P>
constexpr bool all_surely_hold(const P& parameters) {
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    return (... && surely_holds<P, i>(static_cast<double>(parameters.*fields_of<P>[i].member)));
  }(std::make_index_sequence<fields_of<P>.size()>());
}

}  // namespace detail

/// Throws DomainError on the first field out of range. Every function that takes an aggregate calls it, kernels never: a few
/// nanoseconds where all is well.
template <class P>
constexpr void validate(const P& parameters, std::string_view type) {
  if (!detail::all_surely_hold(parameters)) detail::validate_one_by_one(parameters, type);
}

/// Whether every field is within its range: for what an aggregate answers by itself, which outside is NaN.
template <class P>
constexpr bool in_range(const P& parameters) {
  if (detail::all_surely_hold(parameters)) return true;
  for (const auto& field : fields_of<P>)
    if (!field.range.holds(static_cast<double>(parameters.*field.member))) return false;
  return true;
}

/// The same aggregate over another scalar.
template <template <class> class P, class T, class S>
P<T> converted(const P<S>& from) {
  P<T> to;
  for (std::size_t i = 0; i < fields_of<P<S>>.size(); ++i) to.*fields_of<P<T>>[i].member = T(from.*fields_of<P<S>>[i].member);
  return to;
}

/// What has more than numbers and a name, words or lists, says itself what it is over another scalar: by a member over<T>().
template <class P, class T>
concept SaysItselfOver = requires(const P& from) { from.template over<T>(); };
template <class T, SaysItselfOver<T> P>
auto over(const P& from) {
  return from.template over<T>();
}
/// The same aggregate over another scalar, with its name.
template <class T, template <class> class P, class S>
  requires requires(const P<S>* p) { fields(p); } && (!SaysItselfOver<P<S>, T>)
P<T> over(const P<S>& from) {
  P<T> to = converted<P, T>(from);
  if constexpr (requires { to.name = from.name; }) to.name = from.name;
  return to;
}

/// The row number of a field, or the table's size where there is none of that name.
template <class P>
constexpr std::size_t index_of(std::string_view name) {
  std::size_t i = 0;
  while (i < fields_of<P>.size() && fields_of<P>[i].name != name) ++i;
  return i;
}

}  // namespace scaling_limits
