// SPDX-License-Identifier: Apache-2.0
// The question `calibrate`, constants of a machine from its measured steps, needs Eigen: link scaling_limits::calibrate.
#pragma once
#include "../version.hpp"

namespace scaling_limits::catalog {

/// The question among all, for the rest of the process; not while others are asking.
void register_calibrate();

}  // namespace scaling_limits::catalog
