// SPDX-License-Identifier: Apache-2.0
#include "every_limit.hpp"

std::vector<scaling_limits::testing::every_kind::Ask> scaling_limits::testing::every_kind::asks_of_9_to_10() {
  return asks_of<9, 10>();
}
