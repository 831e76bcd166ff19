// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch_test_macros.hpp>
#include <scaling_limits/version.hpp>
#include <string>

namespace scaling_limits::testing {

TEST_CASE("the version string is made of its three numbers", "[core]") {
  const std::string parts = std::to_string(SCALING_LIMITS_VERSION_MAJOR) + "." + std::to_string(SCALING_LIMITS_VERSION_MINOR) +
                            "." + std::to_string(SCALING_LIMITS_VERSION_PATCH);
  CHECK(parts == SCALING_LIMITS_VERSION);
}

}  // namespace scaling_limits::testing
