// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/numeric/renewal.hpp>

#include "kernels.hpp"

namespace scaling_limits::python {

void add_numeric(Rooms& rooms) {
  Room& room = rooms.emplace_back("numeric");
  const auto load = argument("load"_a, "1", at_least(0), "cost of a checkpoint / MTBF", 0.01);
  room.kernel("worked_share", [](const auto& x) { return numeric::worked_share(x); }, load);
  room.kernel("best_period", [](const auto& x) { return numeric::best_period(x); }, load);
  room.kernel(
      "period_load", [](const auto& period) { return numeric::period_load(period); },
      argument("period"_a, "1", at_least(0), "period in units of the MTBF", 0.15));
  room.kernel(
      "share_load", [](const auto& share) { return numeric::share_load(share); },
      argument("share"_a, "1", closed_fraction, "interval in units of the MTBF", 0.13));
}

}  // namespace scaling_limits::python
