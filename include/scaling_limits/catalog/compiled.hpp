// SPDX-License-Identifier: Apache-2.0
// The catalogue for programs of several sources: one of them includes this header and compiles it, which takes about a minute;
// the others are compiled with SCALING_LIMITS_CATALOG_COMPILED and pay for the headers alone. The CMake target
// scaling_limits::catalog does both. A program of one source needs neither.
#pragma once
#include "../version.hpp"

#include "questions.hpp"

namespace scaling_limits::catalog {

template Group& strategies<void>();
template Group& factors<void>();
template Group& criteria<void>();
template Group& failure_laws<void>();
template Questions& questions<void>();

}  // namespace scaling_limits::catalog
