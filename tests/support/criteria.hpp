// SPDX-License-Identifier: Apache-2.0
// Every criterion that looks at one run alone, one after the other.
#pragma once
#include "scaling_limits/limits/criteria.hpp"

namespace scaling_limits::testing {

template <class F>
void for_each_criterion(const F& f) {
  f(limits::goodput_at_least(0.9));
  f(limits::overhead_at_most(0.2));
  f(limits::efficiency_at_least(0.8));
  f(limits::elasticity_at_least(0.7));
  f(limits::peak_throughput());
  f(limits::added_gpu_worth_at_least(0.5));
  f(limits::write_time_equals_mtbf());
}

}  // namespace scaling_limits::testing
