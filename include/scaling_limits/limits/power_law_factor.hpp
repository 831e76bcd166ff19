// SPDX-License-Identifier: Apache-2.0
// Anything that costs a share of the step which grows (or falls) as a power of the size: x = ratio (N/gpus)^exponent, factor
// 1/(1 + x), eps = exponent x/(1 + x). On its own it has a peak only for exponent > 1, at x = 1/(exponent - 1).
#pragma once
#include "../version.hpp"

#include "factor.hpp"

namespace scaling_limits::limits {

/// `ratio` of lost to useful time at the size `gpus`. `name` is the name of its term in shares.
template <class P = double>
struct PowerLaw {
  P ratio = P(NaN);
  P gpus = P(NaN);
  P exponent = P(NaN);
  Name name = "power_law";
  static constexpr std::string_view kind = "power_law";
  static constexpr std::string_view text = "a share of the step that grows with a power of the size: 1 / (1 + ratio)";

  void validate() const { scaling_limits::validate(*this, "PowerLaw"); }
  bool rises_with_size() const { return value_of(exponent) >= 0; }

  template <class S>
  Terms<S> losses(const S& at_gpus) const {
    using std::exp;
    using std::log;
    if (value_of(ratio) == 0) return {{name, S(0)}};
    // log(1 + exp(y)), which neither overflows nor loses its slope
    const S y = log(S(ratio)) + S(exponent) * log(S(at_gpus / S(gpus)));
    return {{name, value_of(y) > 0 ? S(y + log_one_plus(S(exp(S(-y))))) : log_one_plus(S(exp(y)))}};
  }
  template <class N, Scalar S = promote_t<N, P>>
  S efficiency(const N& at_gpus) const {
    return limits::efficiency(*this, S(at_gpus));
  }
};

template <class P>
constexpr auto fields(const PowerLaw<P>*) {
  using F = PowerLaw<P>;
  return std::to_array<Field<F, P>>({
      {"ratio", &F::ratio, "1", not_negative, "lost to useful time of a step at the size `gpus`", {1e-3, 1}, Effect::cost},
      {"gpus", &F::gpus, "1", positive, "the size of that ratio", {8, 1e6}},
      {"exponent",
       &F::exponent,
       "1",
       (Range{.lower = -inf, .upper = inf, .open_below = true, .open_above = true}),
       "growth of the ratio with size",
       {0, 2}},
  });
}
static_assert(factor_table_is_complete<PowerLaw<>>, "PowerLaw: a member without its row, or a row without its member");

}  // namespace scaling_limits::limits
