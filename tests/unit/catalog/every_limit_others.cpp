// SPDX-License-Identifier: Apache-2.0
#include "every_limit_as_it_is.hpp"

namespace scaling_limits::testing::every_kind {

std::vector<std::vector<Ask>> asks_of_others() {
  return []<std::size_t... i>(std::index_sequence<i...>) {
    return std::vector<std::vector<Ask>>{asks_of<named_rows + i>()...};
  }(std::make_index_sequence<strategy_count - named_rows>());
}

}  // namespace scaling_limits::testing::every_kind
