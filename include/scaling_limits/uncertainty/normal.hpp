// SPDX-License-Identifier: Apache-2.0
// A normal input from an interval: mean (low + high)/2, deviation (high - low)/(2 z), z = half_width(credibility).
#pragma once
#include "../version.hpp"

#include "distribution.hpp"

namespace scaling_limits::uncertainty {

/// Mean and standard deviation of a normal input that is known by an interval.
///
/// (low + high)/2 and (high - low)/(2 z), z the normal's quantile at (1 + credibility)/2.
///
/// Source: a definition.
template <class A, class B, class C, Scalar S = promote_t<A, B, C>>
std::array<S, 2> normal_parameters(const A& low, const B& high, const C& credibility) {
  const S a(low), b(high), z = half_width(S(credibility));
  if (!(value_of(a) < value_of(b) && value_of(a) > -inf && value_of(b) < inf && value_of(z) > 0)) return {S(NaN), S(NaN)};
  return {S(a / S(2) + b / S(2)), S((b / S(2) - a / S(2)) / z)};
}

/// The value at a standard normal z: mean + deviation z. Infinite z is an end.
///
/// Source: a definition.
template <class A, class B, class C, Scalar S = promote_t<A, B, C>>
S normal_at(const A& z, const B& mean, const C& deviation) {
  if (!detail::is_scale(value_of(S(mean)), value_of(S(deviation)))) return S(NaN);
  return S(mean) + S(deviation) * S(z);
}

/// What a normal input stays below with a probability: mean + deviation z.
///
/// Source: a definition.
///
/// @param probability in [0, 1]; 0 and 1 give the ends, -inf and inf; NaN outside
template <class A, class B, class C, Scalar S = promote_t<A, B, C>>
S normal_quantile(const A& probability, const B& mean, const C& deviation) {
  return normal_at(standard_quantile(S(probability)), S(mean), S(deviation));
}

template <class S = double>
struct Normal {
  S low = S(NaN);
  S high = S(NaN);
  S credibility = S(0.9);

  static constexpr std::string_view name() { return "normal"; }
  static constexpr std::string_view text = "normal, from an interval";
  void validate() const {
    scaling_limits::validate(*this, name());
    detail::check_order(name(), "low", value_of(low), "high", value_of(high));
  }
  std::array<S, 2> parameters() const { return normal_parameters(low, high, credibility); }
  S mean() const { return parameters()[0]; }
  template <class A, Scalar T = promote_t<A, S>>
  T quantile(const A& p) const {
    const auto [m, s] = parameters();
    return normal_quantile(T(p), T(m), T(s));
  }
};

template <class S>
constexpr auto fields(const Normal<S>*) {
  using L = Normal<S>;
  return std::to_array<Field<L, S>>({
      {"low", &L::low, "1", finite_number, "lower end of the interval, in the unit of the input"},
      {"high", &L::high, "1", finite_number, "upper end, above low"},
      {"credibility", &L::credibility, "1", inner_fraction, "probability that the input lies between"},
  });
}
static_assert(table_is_complete<Normal<>>);
static_assert(Distribution<Normal<>>);

}  // namespace scaling_limits::uncertainty
