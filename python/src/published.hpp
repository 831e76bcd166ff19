// SPDX-License-Identifier: Apache-2.0
// Every published estimate, each source compiled in one of published_*.cpp.
#pragma once
#include <scaling_limits/published/registry.hpp>

namespace scaling_limits::published {

extern template Estimates beyond_one_cluster<>();
extern template Estimates binding_by_2030<>();
extern template Estimates communication<>();
extern template Estimates compression<>();
extern template Estimates compute_trends<>();
extern template Estimates costs<>();
extern template Estimates epoch<>();
extern template Estimates hoffmann<>();
extern template Estimates korthikanti<>();
extern template Estimates llama3<>();
extern template Estimates meta_reliability<>();
extern template Estimates narayanan<>();
extern template Estimates recovery<>();
extern template Estimates replica_losses<>();
extern template Estimates scaling_law_fits<>();
extern template Estimates scaling_runs<>();
extern template Estimates steps_megatron<>();
extern template Estimates steps_mpt<>();
extern template Estimates steps_nvidia<>();
extern template Estimates supplies_2030<>();
extern template Estimates utilizations<>();
extern template Estimates zero<>();

}  // namespace scaling_limits::published
