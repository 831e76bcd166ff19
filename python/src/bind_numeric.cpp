// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/numeric/renewal.hpp>

#include "rooms.hpp"
#include "ufunc.hpp"

namespace scaling_limits::python {

void bind_numeric(py::module_& core) {
  Room room(core, "numeric");
  room.kernel(
      "worked_share", [](const auto& load) { return numeric::worked_share(load); },
      "q = 1 - exp(-y) with y - 1 + exp(-y) = load: the best interval in units of the MTBF.\n\n"
      "load: cost of a checkpoint / MTBF, >= 0; NaN outside. Exact to 4 ulp from 0 to inf.",
      "load"_a);
  room.kernel(
      "best_period", [](const auto& load) { return numeric::best_period(load); },
      "y with y - 1 + exp(-y) = load: the best period in units of the MTBF, and -ln of the best goodput.\n\n"
      "load: cost of a checkpoint / MTBF, >= 0; NaN outside.",
      "load"_a);
  room.kernel(
      "period_load", [](const auto& period) { return numeric::period_load(period); },
      "y - 1 + exp(-y), the inverse of best_period, without cancellation near 0.\n\n"
      "period: in units of the MTBF, >= 0; NaN outside.",
      "period"_a);
  room.kernel(
      "share_load", [](const auto& share) { return numeric::share_load(share); },
      "-ln(1 - q) - q, the inverse of worked_share.\n\nshare: in [0, 1]; NaN outside.", "share"_a);
}

}  // namespace scaling_limits::python
