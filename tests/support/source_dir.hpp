// SPDX-License-Identifier: Apache-2.0
// Where this tree is. In a source of its own, which CMake writes: all others are compiled alike in every copy of the tree.
#pragma once
#include <string>

namespace scaling_limits::testing {

std::string source_dir();

}  // namespace scaling_limits::testing
