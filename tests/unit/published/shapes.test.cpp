// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/published/shapes.hpp>

#include <catch2/catch_test_macros.hpp>

namespace {

using namespace scaling_limits;

TEST_CASE("published shapes have the published parameter counts", "[published]") {
  const auto parameters = [](std::string_view name) { return published::shape(name).parameters(); };
  CHECK(parameters("llama3_405b") == 405'853'388'800);
  CHECK(parameters("llama3_70b") == 70'553'706'496);
  CHECK(parameters("llama3_8b") == 8'030'261'248);
  CHECK(parameters("palm_540b") == 540'354'281'472);
  CHECK(parameters("deepseek_v3") == 671'026'404'352);
  CHECK(published::shape("deepseek_v3").matrix_parameters() == 671'025'397'760);
}

TEST_CASE("every published shape is valid, and an unknown one is refused with the names there are", "[published]") {
  for (const auto& preset : published::shapes) CHECK_NOTHROW(validate(preset.value));
  CHECK_THROWS_AS(published::shape("llama4"), InvalidArgument);
}

}  // namespace
