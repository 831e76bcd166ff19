// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/workload/checkpoint_state.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>

using namespace scaling_limits;
using namespace scaling_limits::workload;

TEST_CASE("the recipes are 12, 14, 16, 18 and 20 bytes per parameter, and each says what it includes", "[workload]") {
  double bytes = 12;
  for (const auto& [name, recipe, includes] : state_recipes) {
    CHECK(state_recipe(name).recipe.bytes_per_parameter() == bytes);
    CHECK(includes.find(std::to_string(int(bytes))) != includes.npos);
    validate(recipe, "StateRecipe");
    bytes += 2;
  }
  CHECK_THROWS_WITH(state_recipe("adam"), Catch::Matchers::ContainsSubstring("'adam'") &&
                                              Catch::Matchers::ContainsSubstring("optimizer_and_weights"));
}

TEST_CASE("state of published checkpoints", "[workload]") {
  CHECK(checkpoint_bytes(405e9) == 4.86e12);  // Llama 3.1 405B at 12
  CHECK(checkpoint_bytes(1e12, state_recipe("with_fp32_gradients").recipe.bytes_per_parameter()) ==
        18e12);  // MLPerf Storage v2, 1T
  CHECK(checkpoint_bytes(0) == 0);
  CHECK(std::isnan(checkpoint_bytes(-1.0)));
  CHECK(std::isnan(checkpoint_bytes(1.0, NaN)));
}

TEST_CASE("the bytes do not depend on how the state is sharded: shards of any layout add up to them", "[workload]") {
  std::mt19937 random(3);
  const auto& recipe = state_recipe("optimizer_and_weights").recipe;
  for (int i = 0; i < 50; ++i) {
    const int ranks = 1 + static_cast<int>(random() % 64);
    const long parameters = 1'000'003;
    double sum = 0;
    for (int r = 0; r < ranks; ++r) {  // every rank its own uneven slice of the parameters
      const long slice = parameters * (r + 1) / ranks - parameters * r / ranks;
      sum += checkpoint_bytes(double(slice), recipe.bytes_per_parameter());
    }
    CHECK(sum == checkpoint_bytes(double(parameters), recipe.bytes_per_parameter()));
  }
}
