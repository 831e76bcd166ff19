// SPDX-License-Identifier: Apache-2.0
// All tables as data: kinds with their fields, questions with their columns, presets with their sources, the version. Pages,
// scripts and other languages are made from it.
#pragma once
#include "../version.hpp"

#include "value.hpp"

namespace scaling_limits::catalog {

/// {"version", "kinds", "questions", "presets", "statuses", "start"}.
Value describe();

}  // namespace scaling_limits::catalog
