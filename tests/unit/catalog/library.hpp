// SPDX-License-Identifier: Apache-2.0
// The catalogue as the library brings it, with presets, `calibrate` and `written`, before any test adds to it.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "scaling_limits/catalog/ask.hpp"
#include "scaling_limits/catalog/schema.hpp"

namespace scaling_limits::testing {

/// The names of the kinds of a group that the library brings: what a test adds is not among them.
const std::vector<std::string>& kinds_of(std::string_view group);

}  // namespace scaling_limits::testing
