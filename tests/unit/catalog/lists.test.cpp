// SPDX-License-Identifier: Apache-2.0
// Questions to lists of numbers, as text: what they answer, and what is said of lists that make no sense.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "library.hpp"
#include "scaling_limits/catalog/text.hpp"

namespace scaling_limits::testing {

using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinRel;

namespace {

catalog::Value column(const std::string& request, std::string_view name) {
  const catalog::Value answer = catalog::from_json(catalog::ask(request));
  return *answer.map()->find("columns")->map()->find(name);
}

TEST_CASE("questions to lists answer as their functions do", "[catalog]") {
  const std::string gangs = R"({"question": "gang_limit", "with": {"gpus": 8, "sizes": [1, 8], "shares": [0.5, "50 %"]}})";
  CHECK_THAT(*column(gangs, "throughput").number(), WithinRel(215040. / 182057, 1e-14));
  CHECK_THAT(*column(gangs, "utilization").number(), WithinRel(215040. / 182057 * 4.5 / 8, 1e-14));
  const std::string members = R"({"question": "balanced_shares", "with": {"speeds": [1, 0.4], "micro_batches": 7}})";
  CHECK(column(members, "efficiency").number());
  CHECK_THAT(*column(members, "efficiency").number(), WithinRel(1, 1e-14));
  CHECK_THAT(
      *column(R"({"question": "equal_shares_efficiency", "with": {"speeds": [1, 3]}})", "equal_shares_efficiency").number(),
      WithinRel(0.5, 1e-14));
  const std::string adapters =
      R"({"question": "adapter_parameters", "with": {"rank": 2, "inputs": [3, 4], "outputs": [5, 6]}})";
  CHECK(*column(adapters, "adapter_parameters").number() == 36);
}

TEST_CASE("lists that make no sense are refused by name", "[catalog]") {
  const auto says = [](const std::string& with, const std::string& question, const char* text) {
    CHECK_THAT(catalog::ask(R"({"question": ")" + question + R"(", "with": )" + with + "}"), ContainsSubstring(text));
  };
  says(R"({"gpus": 8, "sizes": [1, 9], "shares": [0.5, 0.5]})", "gang_limit", "sizes[1] = 9 must be at most gpus = 8 [GPU]");
  says(R"({"gpus": 8, "sizes": [1, 8], "shares": [0.5, 0.4]})", "gang_limit", "shares must sum to 1, not to 0.9");
  says(R"({"gpus": 8, "sizes": [1, 8]})", "gang_limit", "shares");
  says(R"({"gpus": 8, "sizes": 8, "shares": [1]})", "gang_limit", "sizes must be a list of numbers");
  says(R"({"rank": 2, "inputs": [3, 4], "outputs": [5]})", "adapter_parameters", "2 inputs need as many outputs, not 1");
  says(R"({"speeds": [1, 0], "micro_batches": 7})", "balanced_shares", "speeds[1] = 0 must be > 0 and finite");
}

}  // namespace

}  // namespace scaling_limits::testing
