// SPDX-License-Identifier: Apache-2.0
#include "every_limit_as_it_is.hpp"

namespace scaling_limits::testing::every_kind {

template std::vector<Ask> asks_of<0>();
template std::vector<Ask> asks_of<1>();

}  // namespace scaling_limits::testing::every_kind
