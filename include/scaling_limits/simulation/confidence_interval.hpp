// SPDX-License-Identifier: Apache-2.0
// How well a simulated goodput is known: Student's t over the stretches. Apart from the simulator, which needs no Boost.
#pragma once
#include "../version.hpp"

#include <boost/math/distributions/students_t.hpp>

#include "../numeric/quiet_policy.hpp"
#include "simulator.hpp"

namespace scaling_limits::simulation {

/// An interval that holds the true goodput with that probability.
template <class = void>
std::array<double, 2> confidence_interval(const Result& result, double level = 0.95) {
  if (!(result.standard_error > 0)) return {result.goodput, result.goodput};
  const boost::math::students_t_distribution<double, numeric::quiet_policy> t(static_cast<double>(result.stretches - 1));
  const double half = boost::math::quantile(t, 0.5 + level / 2) * result.standard_error;
  return {result.goodput - half, result.goodput + half};
}

}  // namespace scaling_limits::simulation
