// SPDX-License-Identifier: Apache-2.0
// A root of one variable between two ends, without slopes: Boost.Math's TOMS 748, with a status instead of an exception.
#pragma once
#include "../version.hpp"

#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>

#include "roots.hpp"

namespace scaling_limits::numeric {

/// A zero of f between low and high by TOMS 748, to the last digits; `below` or `above` where the ends do not bracket one,
/// `not_converged` where f has no value at one.
template <class F>
Root bracketed_root(const F& f, double low, double high) {
  const double at_low = f(low), at_high = f(high);
  if (at_low == 0) return {low, RootStatus::ok};
  if (at_high == 0) return {high, RootStatus::ok};
  if (!(at_low == at_low && at_high == at_high)) return {NaN, RootStatus::not_converged};
  if ((at_low < 0) == (at_high < 0)) return {NaN, at_low < 0 ? RootStatus::above : RootStatus::below};
  std::uintmax_t most = 200;
  const auto close = [](double a, double b) { return std::abs(a - b) <= 4e-16 * (1 + std::abs(a)); };
  const auto [a, b] = boost::math::tools::toms748_solve(f, low, high, at_low, at_high, close, most);
  return {0.5 * (a + b), close(a, b) ? RootStatus::ok : RootStatus::not_converged};
}

}  // namespace scaling_limits::numeric
