// SPDX-License-Identifier: Apache-2.0
// How Boost's special functions are called: none throws.
#pragma once
#include "../version.hpp"

#include <boost/math/policies/policy.hpp>

namespace scaling_limits::numeric {

/// Boost in the scalar's own precision, without throwing: what is out of range is NaN, what overflows inf.
using quiet_policy =
    boost::math::policies::policy<boost::math::policies::promote_double<false>,
                                  boost::math::policies::domain_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::pole_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::overflow_error<boost::math::policies::ignore_error>,
                                  boost::math::policies::evaluation_error<boost::math::policies::ignore_error>>;

}  // namespace scaling_limits::numeric
