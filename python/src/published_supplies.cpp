// SPDX-License-Identifier: Apache-2.0
// Published estimates of what there is to train with, and what is worth training.
#include <scaling_limits/published/communication.hpp>
#include <scaling_limits/published/compression.hpp>
#include <scaling_limits/published/compute_trends.hpp>
#include <scaling_limits/published/epoch.hpp>
#include <scaling_limits/published/epoch_2030.hpp>
#include <scaling_limits/published/hoffmann.hpp>
#include <scaling_limits/published/scaling_law_fits.hpp>
#include <scaling_limits/published/supplies_2030.hpp>

namespace scaling_limits::published {

template Estimates binding_by_2030<>();
template Estimates communication<>();
template Estimates compression<>();
template Estimates compute_trends<>();
template Estimates epoch<>();
template Estimates hoffmann<>();
template Estimates scaling_law_fits<>();
template Estimates supplies_2030<>();

}  // namespace scaling_limits::published
