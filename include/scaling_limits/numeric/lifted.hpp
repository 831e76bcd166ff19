// SPDX-License-Identifier: Apache-2.0
// Special functions in any scalar: in plain numbers they are Boost's, in scalars that carry derivatives the double's value with
// the slopes that its own equation gives.
#pragma once
#include "../version.hpp"

#include <boost/math/policies/policy.hpp>

#include "../core/math.hpp"

namespace scaling_limits::numeric {

/// Boost in the scalar's own precision, without throwing: what is out of range is NaN, what overflows inf.
using quiet_policy =
    boost::math::policies::policy<boost::math::policies::promote_double<false>,
                                  boost::math::policies::domain_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::pole_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::overflow_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::evaluation_error<boost::math::policies::ignore_error>>;

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
