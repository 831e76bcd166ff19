// SPDX-License-Identifier: Apache-2.0
// The causes at which many check values of the formulas are worked out.
#pragma once
#include <vector>

#include "scaling_limits/failures/restart_in_force.hpp"

namespace scaling_limits::testing {

/// The sheet's three causes, and one more row.
template <class S>
std::vector<failures::CauseRow<S>> three_causes_and(const S& rate, double downtime, double restart_time) {
  std::vector<failures::CauseRow<S>> rows(4);
  const double sheet[3][5] = {{20000, 60, 300, 0, 0}, {60000, 2700, 300, 0, 0}, {90000, 14400, 900, 0.2, 600}};
  for (std::size_t i = 0; i < 3; ++i) {
    rows[i].rate = S(1) / S(sheet[i][0]), rows[i].downtime = S(sheet[i][1]), rows[i].restart_time = S(sheet[i][2]);
    rows[i].retry_chance = S(sheet[i][3]), rows[i].retry_time = S(sheet[i][4]);
  }
  rows[3].rate = rate, rows[3].downtime = S(downtime), rows[3].restart_time = S(restart_time);
  return rows;
}

}  // namespace scaling_limits::testing
