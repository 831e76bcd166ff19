// SPDX-License-Identifier: Apache-2.0
// One line checks value and first and second derivative of a kernel in every scalar that carries them: dual, dual<dual>,
// Boost's fvar, against central differences of the same kernel in 50 digits (the kernel's value is checked against its formula
// elsewhere).
#pragma once
#include <boost/math/differentiation/autodiff.hpp>
#include <scaling_limits/core/dual.hpp>

#include "agrees.hpp"
#include "reference.hpp"

namespace scaling_limits::testing {

/// @param f generic in its scalar: f(dual<double>), f(wide) ...; @param x where; @param part relative tolerance
template <class F>
void expect_derivative(const F& f, double x, double part = tolerance::derivative) {
  namespace ad = boost::math::differentiation;
  const wide at(x), h = (x == 0 ? wide(1) : wide(abs(at))) * wide("1e-14");
  const wide below = f(wide(at - h)), here = f(at), above = f(wide(at + h));
  const wide first = (above - below) / (2 * h), second = (above - 2 * here + below) / (h * h);
  // a derivative that vanishes is compared on the scale of value / x
  const wide size = x == 0 ? wide(1) : wide(abs(at)), scale = abs(here) / size;
  const auto close = [&](double actual, const wide& reference, const wide& unit) {
    return abs(wide(wide(actual) - reference)) <= part * (abs(reference) + unit * wide("1e-3"));
  };
  INFO("at " << x << ": value " << here << ", slope " << first << ", curvature " << second);
  const auto with_dual = f(dual<double>(x, 1.0));
  CAPTURE(with_dual.value, with_dual.slope);
  CHECK(close(with_dual.value, here, wide(0)));
  CHECK(close(with_dual.slope, first, scale));
  const auto nested = f(dual<dual<double>>(dual<double>(x, 1.0), dual<double>(1.0)));
  CAPTURE(nested.slope.value, nested.slope.slope);
  CHECK(close(nested.slope.value, first, scale));
  CHECK(close(nested.slope.slope, second, wide(scale / size)));
  const auto fvar = f(ad::make_fvar<double, 2>(x));
  CAPTURE(fvar.derivative(1), fvar.derivative(2));
  CHECK(close(fvar.derivative(0), here, wide(0)));
  CHECK(close(fvar.derivative(1), first, scale));
  CHECK(close(fvar.derivative(2), second, wide(scale / size)));
}

/// The same of a dual at 0 where that is an end of the domain, from within; @param scale where the argument begins to matter.
template <class F>
void expect_derivative_at_zero(const F& f, double scale) {
  const wide h = wide(scale) * wide("1e-16");
  const wide here = f(wide(0)), next = f(h), after = f(wide(2 * h));
  const wide first = (4 * next - after - 3 * here) / (2 * h), second = (after - 2 * next + here) / (h * h);
  const auto at = f(dual<dual<double>>(dual<double>(0, 1), dual<double>(1)));
  CAPTURE(first, second, at.slope.value, at.slope.slope);
  CHECK(abs(wide(at.slope.value - first)) <= tolerance::derivative * abs(first));
  CHECK(abs(wide(at.slope.slope - second)) <= tolerance::derivative * (abs(second) + abs(first) / scale));
}

}  // namespace scaling_limits::testing
