// SPDX-License-Identifier: Apache-2.0
// The lowest point of a smooth function of one positive variable, by Newton steps on its slope in ln x, both taken with duals;
// the step that carries such a point over to any scalar with its derivatives; and steps among whole numbers.
#pragma once
#include "../version.hpp"

#include "roots.hpp"

namespace scaling_limits::numeric {

inline constexpr double logarithm_noise = 4e-16;  // rounding of the logarithm of a quotient, and of its slope

/// argmin over x > 0 of f: dual<dual<double>> -> dual<dual<double>>, falling before and rising after it. NaN where the search
/// gives up, and where the point is below the least double.
///
/// @param start a guess, > 0; @param least the lowest x allowed, answered where f rises from there on; @param noise slopes of f
/// over ln x that are rounding alone: a point with no more is a lowest one; @param most the highest x looked at, >= start
template <class F>
double minimum_point(const F& f, double start, double least = 0, double noise = 0, double most = inf) {
  constexpr double farthest = 60;  // from the start, in powers of e
  if (!(start > 0 || least > 0)) return NaN;
  const double origin = std::log((std::max)(start, least));
  const double low = least > 0 ? (std::max)(-farthest, std::log(least) - origin) : -farthest;
  const auto slope = [&](const dual<double>& u) {
    dual<dual<double>> x = exp(dual<dual<double>>(dual<double>(u.value + origin, 1), dual<double>(1)));
    if (x.value.value < least) x.value.value = least;  // by rounding: f may have no value there
    const dual<dual<double>> y = f(x);
    // no abs here: Clang 19 takes (|y| <= 0 ? 0 : y) < 0 for false
    const bool is_noise = y.slope.value <= noise && y.slope.value >= -noise;
    return dual<double>(is_noise ? 0 : y.slope.value, y.slope.slope);
  };
  const Root root = rising_root(slope, 0, low, (std::max)(0.0, (std::min)(farthest, std::log(most) - origin)));
  if (root.status == RootStatus::not_converged) return NaN;
  if (root.status == RootStatus::below && least > 0) return least;
  const double lowest = (std::max)(least, std::exp(origin + root.value));
  return lowest > 0 ? lowest : NaN;
}

/// Whether a loss is lower than another by more than rounding, of which `noise` is the part of 1 + the loss.
inline bool is_lower(double loss, double than, double noise) {
  return loss < (than < inf ? than - noise * (1 + std::abs(than)) : than);
}

/// As far as moves from a point lower its `loss`: one way, then the other, in steps of 1, 2, 4 ... while they do, then 1 again.
/// Steps that double may pass the lowest point, so that it ends where a step of 1 is no gain either way.
///
/// @param move move(from, step) -> the point `step` away, step > 0 or < 0; `loss` of inf or NaN where there is none
/// @param noise of the losses: see is_lower
template <class Point, class Move>
void move_while_lower(Point& best, const Move& move, double noise = 0) {
  double way = 1;
  for (int stuck = 0; stuck < 2; way = -way) {
    bool moved = false;
    for (double step = 1;;) {
      if (const Point tried = move(best, way * step); is_lower(tried.loss, best.loss, noise))
        best = tried, step *= 2, moved = true;
      else if (step > 1) step = 1;
      else break;
    }
    stuck = moved ? 1 : stuck + 1;
  }
}

/// The lowest point in the caller's scalar: one Newton step of df/d ln x = 0 in S makes first derivatives right, and a function
/// taken at the minimum right to the third. f: any scalar T -> T, carrying S's derivatives in its parameters.
template <class S, class F>
S refined_point(const S& at, const F& f) {
  if constexpr (std::floating_point<S>) {
    return at;
  } else {
    if (!(value_of(at) > 0 && value_of(at) < inf)) return at;
    // in ln x: third powers of x itself may leave the range of double
    using T = dual<dual<S>>;
    const T y = f(T(exp(T(dual<S>(S(0), S(1)), dual<S>(S(1)))) * T(dual<S>(at))));
    const S slope = y.slope.value, curvature = y.slope.slope;
    // no lowest point: one at which a search of what only rises or falls has ended
    constexpr double longest = 1e-3;  // step of ln x from where a search has found one
    const double lean = static_cast<double>(value_of(slope)), bend = static_cast<double>(value_of(curvature));
    return bend > 0 && std::abs(lean) <= longest * bend ? S(at - at * (slope / curvature)) : at;
  }
}

}  // namespace scaling_limits::numeric
