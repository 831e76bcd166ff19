// SPDX-License-Identifier: Apache-2.0
// The longest run that is worth starting: one that starts later, with better hardware and software, overtakes it.
//
//   what is done by a given day by a run of length T that ends then goes as T exp(-r T), r = ln(hardware) + ln(software)
//   largest at T = 1/r
//
// Source: Epoch AI, "The longest training run", 2022; both growths are factors per year. Budgets that grow are a third factor.
#pragma once
#include "../version.hpp"

#include "../core/math.hpp"
#include "../core/units.hpp"

namespace scaling_limits::economics {

/// The longest run that no later start overtakes [s]: a year / (ln hardware_growth + ln software_growth).
///
/// inf where the two together do not grow.
///
/// Source: Epoch AI, "The longest training run", 2022.
///
/// @param hardware_growth > 0, factor per year of FLOP per dollar; @param software_growth > 0, factor per year by which the
/// compute for the same result falls
template <class H, class W, Scalar S = promote_t<H, W>>
S longest_useful_run(const H& hardware_growth, const W& software_growth) {
  using std::log;
  const S h(hardware_growth), w(software_growth);
  if (!(value_of(h) > 0 && value_of(w) > 0)) return S(NaN);
  if (value_of(h) == inf || value_of(w) == inf) return S(0);
  // near 1 the logarithm of what is added to it
  const auto log_of = [](const S& x) {
    return value_of(x) > 0.5 && value_of(x) < 2 ? S(log_one_plus(S(x - S(1)))) : S(log(x));
  };
  const S rate = log_of(h) + log_of(w);
  return value_of(rate) > 0 ? S(S(units::year) / rate) : S(inf);
}

}  // namespace scaling_limits::economics
