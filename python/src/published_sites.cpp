// SPDX-License-Identifier: Apache-2.0
// Published estimates of learners that are far from each other, and large ones.
#include <scaling_limits/published/beyond_one_cluster.hpp>
#include <scaling_limits/published/replica_losses.hpp>
#include <scaling_limits/published/scaling_runs.hpp>

namespace scaling_limits::published {

template Estimates beyond_one_cluster<>();
template Estimates replica_losses<>();
template Estimates scaling_runs<>();

}  // namespace scaling_limits::published
