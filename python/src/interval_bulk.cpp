// SPDX-License-Identifier: Apache-2.0
// The one loop over blocks of numbers, apart because it alone is compiled for them.
#include <scaling_limits/checkpoint/interval_bulk.hpp>

namespace scaling_limits::python {

void optimal_intervals(const double* write_time, const double* mtbf, double* out, std::ptrdiff_t n) {
  checkpoint::optimal_intervals(write_time, mtbf, out, n);
}

}  // namespace scaling_limits::python
