// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/analysis/compare.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <chrono>

#include "scaling_limits/simulation/simulator.hpp"
#include "scaling_limits/strategies/asynchronous.hpp"
#include "scaling_limits/strategies/elastic.hpp"
#include "scaling_limits/strategies/in_memory.hpp"
#include "scaling_limits/strategies/just_in_time.hpp"
#include "scaling_limits/strategies/multilevel.hpp"
#include "scaling_limits/strategies/replicated.hpp"
#include "scaling_limits/strategies/spared.hpp"
#include "scaling_limits/strategies/verified.hpp"
#include "support/agrees.hpp"

using namespace scaling_limits;
using namespace scaling_limits::strategies;
using namespace scaling_limits::analysis;
using namespace scaling_limits::testing;

namespace {

const TrainingRun<> llama{.gpus = 16384,
                          .gpu_mttf = 50677 * 3600.0,
                          .checkpoint_bytes = 5e12,
                          .write_bandwidth = 5e10,
                          .read_bandwidth = 5e10,
                          .storage_latency = 1,
                          .initialization_time = 120,
                          .downtime = 60};
const storage::Tier<> host{.write_bandwidth = 1e8, .read_bandwidth = 1e8, .latency = 0.5, .per_gpu = 1};
const storage::Tier<> files{.write_bandwidth = 5e10, .read_bandwidth = 5e10, .latency = 2};

Comparison ten(const std::vector<double>& sizes) {
  return compare(llama, growth::chinchilla(), sizes, blocking(), asynchronous(2e12, 0.05),
                 multilevel({{host, 0.8}, {files, 0.2}}), in_memory(2, "group", 3), buddy(10, 0.5), just_in_time(0.9, 10),
                 verified(20, 0.1), replicated(), elastic(32), spared(16, 86400));
}

}  // namespace

TEST_CASE("one size is ranked, best first, and the simulator confirms every number", "[analysis]") {
  for (const double gpus : {16384.0, 1e6}) {
    const auto table = ten({gpus});
    REQUIRE(table.rows.size() == 10);
    for (std::size_t i = 1; i < table.rows.size(); ++i) CHECK(table.rows[i - 1].goodput[0] >= table.rows[i].goodput[0]);
    for (const auto& row : table.rows) CHECK(row.status == "ok");
  }
}

TEST_CASE("at a break-even size the two are equal, and they change places there", "[analysis]") {
  const auto table = ten({});
  REQUIRE(!table.break_even_sizes.empty());
  for (const auto& even : table.break_even_sizes) {
    const auto around = ten({even.gpus * 0.999, even.gpus, even.gpus * 1.001});
    const auto row = [&](const std::string& name) {
      for (const auto& r : around.rows)
        if (r.name == name) return r;
      return ComparedRow{};
    };
    const auto a = row(even.below), b = row(even.above);
    CAPTURE(even.gpus, even.below, even.above);
    CHECK_THAT(a.goodput[1], agrees(b.goodput[1], relative(1e-7)));  // the bisection's accuracy in ln N
    CHECK(a.goodput[0] > b.goodput[0]);
    CHECK(a.goodput[2] < b.goodput[2]);
  }
}

TEST_CASE("several sizes keep the order given, infeasible ones have a reason", "[analysis]") {
  const auto table = compare(llama, growth::fixed(), {1000, 10, 16384}, blocking(), elastic(32), spared(20000, 3600));
  CHECK(table.rows[0].name == "blocking");
  CHECK(std::isnan(table.rows[1].goodput[1]));
  CHECK(table.rows[1].status == "ok");
  CHECK(table.rows[2].status == "infeasible");
  CHECK(table.rows[2].note.find("spares") != std::string::npos);
  CHECK_THROWS_AS(compare(llama, growth::fixed(), {-1}, blocking()), DomainError);
}

TEST_CASE("ten strategies over ten thousand sizes", "[analysis][slow]") {
  std::vector<double> sizes;
  for (int i = 0; i < 10000; ++i) sizes.push_back(1000 * std::pow(1000, i / 1e4));
  const auto start = std::chrono::steady_clock::now();
  const auto table = ten(sizes);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  CHECK(table.rows[0].goodput.size() == 10000);
  WARN("ten strategies over 10,000 sizes: " << seconds << " s");
}
