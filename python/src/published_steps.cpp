// SPDX-License-Identifier: Apache-2.0
// Published estimates of how long steps take and what they hold.
#include <scaling_limits/published/korthikanti.hpp>
#include <scaling_limits/published/narayanan.hpp>
#include <scaling_limits/published/steps_megatron.hpp>
#include <scaling_limits/published/steps_mpt.hpp>
#include <scaling_limits/published/steps_nvidia.hpp>
#include <scaling_limits/published/utilizations.hpp>
#include <scaling_limits/published/zero.hpp>

namespace scaling_limits::published {

template Estimates korthikanti<>();
template Estimates narayanan<>();
template Estimates steps_megatron<>();
template Estimates steps_mpt<>();
template Estimates steps_nvidia<>();
template Estimates utilizations<>();
template Estimates zero<>();

}  // namespace scaling_limits::published
