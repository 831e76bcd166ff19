// SPDX-License-Identifier: Apache-2.0
// The lowest point of a smooth function of one positive variable, by Newton steps on its slope in ln x, both taken with duals;
// and the step that carries such a point over to any scalar with its derivatives.
#pragma once
#include "../version.hpp"

#include "roots.hpp"

namespace scaling_limits::numeric {

/// argmin over x > 0 of f: dual<dual<double>> -> dual<dual<double>>, falling before and rising after it. NaN where the search
/// gives up.
///
/// @param start a guess, > 0; @param least the lowest x allowed, answered where f rises from there on
template <class F>
double minimum_point(const F& f, double start, double least = 0) {
  constexpr double farthest = 60;  // from the start, in powers of e
  const double origin = std::log(std::max(start, least));
  const double low = least > 0 ? std::max(-farthest, std::log(least) - origin) : -farthest;
  const auto slope = [&](const dual<double>& u) {
    const dual<dual<double>> x = exp(dual<dual<double>>(dual<double>(u.value + origin, 1), dual<double>(1)));
    const dual<dual<double>> y = f(x);
    return dual<double>(y.slope.value, y.slope.slope);
  };
  const Root root = rising_root(slope, 0, low, farthest);
  if (root.status == RootStatus::not_converged) return NaN;
  return std::max(least, std::exp(origin + root.value));
}

/// The same point in the caller's scalar: one Newton step of f'(x) = 0 in S makes first derivatives right, and a function
/// taken at the minimum right to the third. f: any scalar T -> T, carrying S's derivatives in its parameters.
template <class S, class F>
S refined_point(const S& at, const F& f) {
  if constexpr (std::floating_point<S>) {
    return at;
  } else {
    if (!(value_of(at) > 0 && value_of(at) < inf)) return at;
    using T = dual<dual<S>>;
    const T y = f(T(dual<S>(at, S(1)), dual<S>(S(1))));
    const S slope = y.slope.value, curvature = y.slope.slope;
    return value_of(curvature) > 0 ? S(at - slope / curvature) : at;
  }
}

}  // namespace scaling_limits::numeric
