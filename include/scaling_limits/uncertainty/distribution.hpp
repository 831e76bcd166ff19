// SPDX-License-Identifier: Apache-2.0
// What an uncertain input is: a value that answers
//
//   quantile(p)   what it stays below with probability p in [0, 1], rising; NaN outside
//   mean()        inf where there is none
//
// in any scalar, derivatives included. `a to b` is an interval with as much left out on either side: the credibility says how
// much lies between, 90 % unless said (the convention of Squiggle and squigglepy; others write 80 or 95 %).
#pragma once
#include "../version.hpp"

#include <string>
#include <string_view>

#include "../core/fields.hpp"
#include "../numeric/normal.hpp"

namespace scaling_limits::uncertainty {

template <class D>
concept Distribution = std::copyable<D> && requires(const D& law, double p) {
  { law.name() } -> std::convertible_to<std::string_view>;
  law.validate();
  static_cast<double>(law.quantile(p));
  static_cast<double>(law.mean());
};

inline constexpr Range finite_number{.lower = -inf, .upper = inf, .open_below = true, .open_above = true, .share = true};
inline constexpr Range any_end{.lower = -inf, .upper = inf, .share = true};

/// The standard normal's quantile with its limits at 0 and 1; NaN outside.
template <class S>
S standard_quantile(const S& p) {
  const auto v = value_of(p);
  if (!(v > 0 && v < 1)) return v == 0 ? S(-inf) : v == 1 ? S(inf) : S(NaN);
  return numeric::normal_quantile(p);
}

/// Half of the standard normal's central interval of a credibility in (0, 1): 1.6448536269514722 at 0.9.
template <class S>
S half_width(const S& credibility) {
  const auto c = value_of(credibility);
  if (!(c > 0 && c < 1)) return S(NaN);
  return -numeric::normal_quantile(S((S(1) - credibility) / S(2)));
}

namespace detail {

/// Whether a law of location and scale has these: finite, the scale above 0.
template <class X>
constexpr bool is_scale(X location, X scale) {
  return location > -inf && location < inf && scale > 0 && scale < inf;
}

/// Refuses an interval whose ends are not in their order.
inline void check_order(std::string_view owner, std::string_view low, double at_low, std::string_view high, double at_high) {
  if (at_low < at_high) return;
  throw DomainError(std::string(owner) + ": " + std::string(low) + " = " + to_text(at_low) + " must be below " +
                        std::string(high) + " = " + to_text(at_high),
                    low, at_low);
}

}  // namespace detail

}  // namespace scaling_limits::uncertainty
