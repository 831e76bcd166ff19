// SPDX-License-Identifier: Apache-2.0
// Roots of one variable, with a status instead of an exception: where a dual gives the slope for free, steps with slopes inside
// a bracket need three or four evaluations instead of ten. By bracketing alone: bracketed_root.hpp.
#pragma once
#include "../version.hpp"

#include <algorithm>

#include "../core/dual.hpp"

namespace scaling_limits::numeric {

enum class RootStatus {
  ok,
  below,         ///< f is above zero on the whole range: the crossing, if any, lies below it
  above,         ///< f is below zero on the whole range: the crossing, if any, lies above it
  not_converged  ///< there is a crossing, and the search gave up before it was found: the value is within the bracket left
};

struct Root {
  double value{};
  RootStatus status{};
};

namespace detail {

// what is this near to zero, or has come so much nearer, is at its root by its step
inline constexpr double near_zero = 1e-3, much_nearer = 1e-2;

/// What to add to a Newton step for the inverse function's cubic through two points with their slopes; NaN without a second.
inline double beyond_newton(double x, const dual<double>& y, double x_before, const dual<double>& y_before) {
  const double apart = y_before.value - y.value, chord = (x_before - x) / apart;
  const double bend = (chord - 1 / y.slope) / apart;
  const double twist = ((1 / y_before.slope - chord) / apart - bend) / apart;
  return y.value * y.value * (bend - y_before.value * twist);
}

}  // namespace detail

/// A zero of f with f(low) <= 0 <= f(high), by Newton steps, improved by the point before, inside the shrinking
/// bracket, and bisection where they leave it.
///
/// @param f dual<double> -> dual<double>; NaN counts as above zero. The ends are evaluated only if the search reaches them.
/// @param start first point tried; @param low, high finite range
template <class F>
Root rising_root(const F& f, double start, double low, double high) {
  bool seen_below = false, seen_above = false;
  double x = start, step_before = high - low;
  double x_before = NaN;
  dual<double> y_before(NaN);
  for (int i = 0; i < 200; ++i) {
    const dual<double> y = f(dual<double>(x, 1.0));
    if (y.value == 0) return {x, RootStatus::ok};
    if (y.value < 0) {
      if (!seen_above && x >= high) return {x, RootStatus::above};
      low = x, seen_below = true;
    } else {
      if (!seen_below && x <= low) return {x, RootStatus::below};
      high = x, seen_above = true;
    }
    double next = x - y.value / y.slope;
    const double more = detail::beyond_newton(x, y, x_before, y_before);
    const bool cubic = std::abs(more) < 0.1 * std::abs(next - x);  // else the two points tell different stories
    if (cubic) next += more;
    const double step = std::abs(next - x);
    // the error left is of the order step^2 / scale, of the cubic (step x step before)^2 / scale^3: below rounding
    const double per_scale = cubic ? std::abs(more) / (step * step) : inf;
    const bool short_step =
        step < 1e-8 ||
        (step < 1e-4 && step * step_before * step * step_before * (std::max)(1.0, per_scale * per_scale * per_scale) < 1e-18);
    // steps are short at a pole too, and where a slope is rounding alone: neither brings f nearer to zero
    const bool at_pole = short_step && std::abs(y.value) > std::abs(y_before.value);
    const bool nearer = std::abs(y.value) < (std::max)(detail::near_zero, detail::much_nearer * std::abs(y_before.value));
    if (short_step && !at_pole && nearer && next >= low && next <= high) return {next, RootStatus::ok};
    if (at_pole || !(next > low && next < high && step < 0.9 * step_before)) {
      // past an end that was never tried: try the end. Else halve
      if (next >= high && !seen_above) next = high;
      else if (next <= low && !seen_below) next = low;
      else next = 0.5 * (low + high);
      if (high - low <= 1e-15 * (1 + std::abs(x))) {
        if (!seen_below) return {x, RootStatus::below};
        if (!seen_above) return {x, RootStatus::above};
        return {low, RootStatus::ok};  // a jump: the last point below it
      }
    }
    step_before = std::abs(next - x);
    x_before = x, y_before = y;
    x = next;
  }
  return {x, RootStatus::not_converged};
}

}  // namespace scaling_limits::numeric
