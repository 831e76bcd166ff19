// SPDX-License-Identifier: Apache-2.0
// Published estimates of what fails, and what that costs.
#include <scaling_limits/published/costs.hpp>
#include <scaling_limits/published/llama3.hpp>
#include <scaling_limits/published/meta_reliability.hpp>
#include <scaling_limits/published/recovery.hpp>

namespace scaling_limits::published {

template Estimates costs<>();
template Estimates llama3<>();
template Estimates meta_reliability<>();
template Estimates recovery<>();

}  // namespace scaling_limits::published
