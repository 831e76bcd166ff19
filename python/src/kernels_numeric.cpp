// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/numeric/renewal.hpp>

#include "kernels.hpp"

namespace scaling_limits::python {

void add_numeric(Rooms& rooms) {
  Room& room = rooms.emplace_back("numeric");
  const auto load = argument("load"_a, "1", at_least(0), "cost of a checkpoint / MTBF", 0.01);
  room.kernel(
      "worked_share", [](const auto& x) { return numeric::worked_share(x); },
      "The best interval in units of the MTBF.\n\n"
      "q = 1 - exp(-y) with y - 1 + exp(-y) = load. Exact to 4 ulp from 0 to inf.\n\n"
      "Source: docs/derivations.md, section \"The best interval\"; the series in sqrt(2 load):\n"
      "Corless et al., Adv. Comput. Math. 5, 1996, section 4.",
      load);
  room.kernel(
      "best_period", [](const auto& x) { return numeric::best_period(x); },
      "The best period in units of the MTBF, and -ln of the best goodput: y with y - 1 + exp(-y) = load.\n\n"
      "Source: docs/derivations.md, section \"The best interval\".",
      load);
  room.kernel(
      "period_load", [](const auto& period) { return numeric::period_load(period); },
      "y - 1 + exp(-y) of a period y, the inverse of best_period, without cancellation near 0.\n\n"
      "Source: docs/derivations.md, section \"The best interval\".",
      argument("period"_a, "1", at_least(0), "period in units of the MTBF", 0.15));
  room.kernel(
      "share_load", [](const auto& share) { return numeric::share_load(share); },
      "-ln(1 - q) - q of a share q, the inverse of worked_share.\n\n"
      "Source: docs/derivations.md, section \"The best interval\".",
      argument("share"_a, "1", closed_fraction, "interval in units of the MTBF", 0.13));
}

}  // namespace scaling_limits::python
