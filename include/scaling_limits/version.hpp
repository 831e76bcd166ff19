// SPDX-License-Identifier: Apache-2.0
// The version, in one place: CMake and the Python build read it from here. Every header includes this one first, so that
// another language than C++20, or another arithmetic than IEEE's, is the first error, and the only one.
#pragma once

#if (defined(_MSVC_LANG) ? _MSVC_LANG : __cplusplus) < 202002L
#error scaling_limits is written in C++20: compile with -std=c++20 (GCC 12, Clang 14 or later)
#include "-std=c++20"  // no such file: compilers go on after an error, and would print thousands, but not after this one
#endif

// finite math takes it that there is no NaN and no infinity; associative math, which GCC alone tells of, ignores NaN too and
// reorders comparisons. Others of that family, such as -freciprocal-math and -fno-signed-zeros, change last digits and no more.
#if (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) || defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || \
    defined(_M_FP_FAST)
#error scaling_limits relies on NaN and infinity: compile without -ffast-math, -ffinite-math-only, -funsafe-math-optimizations
#include "without -ffast-math"  // no such file, as above
#endif

#define SCALING_LIMITS_VERSION_MAJOR 0
#define SCALING_LIMITS_VERSION_MINOR 1
#define SCALING_LIMITS_VERSION_PATCH 0
#define SCALING_LIMITS_VERSION "0.1.0"
