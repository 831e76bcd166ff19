// SPDX-License-Identifier: Apache-2.0
// Adapters against their factors counted entry by entry, refreshes against tokens counted refresh by refresh.
#include <scaling_limits/workload/adapters.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>
#include <vector>

#include "support/derivatives.hpp"
#include "support/domain.hpp"

namespace {

using namespace scaling_limits;
using namespace scaling_limits::workload;
using namespace scaling_limits::testing;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using Matrices = std::vector<std::pair<double, double>>;

TEST_CASE("adapter parameters are the entries of both factors", "[workload]") {
  std::mt19937 random(1);
  for (int i = 0; i < 300; ++i) {
    const int rank = 1 + static_cast<int>(random() % 8);
    Matrices matrices(random() % 6);
    std::int64_t entries = 0;
    for (auto& [inputs, outputs] : matrices) {
      inputs = 1 + static_cast<double>(random() % 40), outputs = 1 + static_cast<double>(random() % 40);
      for (int r = 0; r < rank; ++r) {
        for (int read = 0; read < inputs; ++read) ++entries;
        for (int written = 0; written < outputs; ++written) ++entries;
      }
    }
    CHECK(adapter_parameters(matrices, rank) == static_cast<double>(entries));
  }
}

TEST_CASE("check values of adapters", "[workload]") {
  const auto alike = [](std::size_t layers, double width) { return Matrices(2 * layers, {width, width}); };
  CHECK(adapter_parameters(alike(48, 1536), 16) == 4'718'592);
  CHECK(adapter_parameters(alike(24, 1024), 4) == 393'216);
  CHECK(4 * adapter_parameters(alike(24, 1024), 4) == 1.5 * 1024 * 1024);
  CHECK(adapter_parameters(alike(12, 768), 8) == 294'912);
  CHECK(adapter_parameters(alike(96, 12288), 1) == 4'718'592);
  CHECK(adapter_parameters(alike(96, 12288), 8) == 37'748'736);
  CHECK(2 * adapter_parameters(alike(96, 12288), 4) == 36. * 1024 * 1024);
  // every linear layer of 32 blocks: queries, keys, values, output, gate, up, down
  const Matrices block{{4096, 4096}, {4096, 1024}, {4096, 1024}, {4096, 4096}, {4096, 14336}, {4096, 14336}, {14336, 4096}};
  CHECK(32 * adapter_parameters(block, 16) == 41'943'040);
  CHECK_THAT(adapter_memory(2 * 8'030'261'248., 41'943'040.) / 1e9, WithinAbs(16.731611, 5e-7));  // printed digits
  CHECK_THAT(adapter_memory(0., 8'030'261'248.) / 1e9, WithinAbs(128.484, 5e-4));                 // printed digits
  CHECK(adapter_memory(10, 3, 8) == 34);
  CHECK_THAT(refresh_saving(12, 0.05), WithinRel(6.175, 1e-15));
}

TEST_CASE("what is no matrix and no rank is refused", "[workload]") {
  const auto refuses = [](const Matrices& matrices, double rank, const char* text) {
    CHECK_THROWS_WITH(adapter_parameters(matrices, rank), ContainsSubstring(text));
  };
  refuses({{4, 4}}, 0, "adapter_parameters: rank = 0 must be a whole number");
  refuses({{4, 4}}, 1.5, "rank = 1.5");
  refuses({{4, 4}, {0, 4}}, 1, "matrices[1] inputs = 0");
  refuses({{4, 4}, {4, NaN}}, 1, "matrices[1] outputs = nan");
  CHECK(adapter_parameters(Matrices{}, 4) == 0);
}

TEST_CASE("the saving of refreshes is that of tokens counted refresh by refresh", "[workload]") {
  for (int refreshes = 1; refreshes <= 40; ++refreshes)
    for (const double replay : {0., 0.05, 0.3, 0.9}) {
      double anew = 0, on = 0;
      for (int seen = 1; seen <= refreshes; ++seen) {
        for (int old = 1; old <= seen; ++old) anew += 1;
        on += 1 + replay / (1 - replay);  // new tokens, and as many of the old as make the share
      }
      CHECK_THAT(refresh_saving(refreshes, replay), WithinRel(anew / on, 1e-13));
    }
  constexpr Argument amount{from_zero}, refreshes{from_one}, share{fraction, 0.5};
  CHECK_DOMAIN(refresh_saving, refreshes, share);
  CHECK_DOMAIN(adapter_memory, amount, amount, amount);
  expect_derivative([](const auto& j) { return refresh_saving(j, 0.05); }, 12);
  expect_derivative([](const auto& rho) { return refresh_saving(12, rho); }, 0.3);
  expect_derivative([](const auto& bytes) { return adapter_memory(1e9, 1e7, bytes); }, 16);
}

}  // namespace
