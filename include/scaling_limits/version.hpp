// SPDX-License-Identifier: Apache-2.0
// The version, in one place: CMake and the Python build read it from here.
#pragma once

#define SCALING_LIMITS_VERSION_MAJOR 0
#define SCALING_LIMITS_VERSION_MINOR 1
#define SCALING_LIMITS_VERSION_PATCH 0
#define SCALING_LIMITS_VERSION "0.1.0"
