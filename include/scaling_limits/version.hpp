// SPDX-License-Identifier: Apache-2.0
// The version, in one place: CMake and the Python build read it from here. Every header includes this one first, so that
// another language than C++20 is the first error, and the only one.
#pragma once

#if (defined(_MSVC_LANG) ? _MSVC_LANG : __cplusplus) < 202002L
#error scaling_limits is written in C++20: compile with -std=c++20 (GCC 12, Clang 14 or later)
#include "-std=c++20"  // no such file: compilers go on after an error, and would print thousands, but not after this one
#endif

#define SCALING_LIMITS_VERSION_MAJOR 0
#define SCALING_LIMITS_VERSION_MINOR 1
#define SCALING_LIMITS_VERSION_PATCH 0
#define SCALING_LIMITS_VERSION "0.1.0"
