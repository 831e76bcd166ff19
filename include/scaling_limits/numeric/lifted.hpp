// SPDX-License-Identifier: Apache-2.0
// Special functions in any scalar: in plain numbers they are what is computed, in scalars that carry derivatives the double's
// value with the slopes that its own equation gives.
#pragma once
#include "../version.hpp"

#include "../core/math.hpp"

namespace scaling_limits::numeric {

/// A scalar that is a number and nothing else, in which a special function is worked out as it stands. Others carry derivatives
/// of a double.
template <class S>
inline constexpr bool is_plain = std::floating_point<S> || requires(const S& x) { x.backend(); };

/// A function known with its derivatives at the value of t, at a t of any scalar that carries them: right up to the second.
template <class T>
T lifted(const T& t, double value, double slope, double curvature) {
  if constexpr (std::floating_point<T>) {
    return static_cast<T>(value);
  } else {
    const T change = t - T(value_of(t));
    return T(value) + change * (T(slope) + change * T(curvature / 2));
  }
}

/// The same number with its derivatives, its value known better.
template <class T>
T corrected(const T& x, double value) {
  return x + T(value - value_of(x));
}

}  // namespace scaling_limits::numeric
