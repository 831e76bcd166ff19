// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/failures/series_system.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <numeric>
#include <random>

#include "scaling_limits/core/units.hpp"
#include "scaling_limits/failures/exponential.hpp"
#include "scaling_limits/run/training_run.hpp"

using namespace scaling_limits;
using namespace scaling_limits::failures;
using namespace scaling_limits::units;
using Catch::Matchers::WithinRel;

namespace {

// arXiv 2407.21783, table of unexpected interruptions: 419 in 54 days of 16,384 GPUs
const std::vector<std::pair<std::string, int>> llama3{{"faulty GPU", 148},
                                                      {"HBM3", 72},
                                                      {"software bug", 54},
                                                      {"switch or cable", 35},
                                                      {"host maintenance", 32},
                                                      {"GPU SRAM", 19},
                                                      {"GPU system processor", 17},
                                                      {"NIC", 7},
                                                      {"NCCL watchdog", 7},
                                                      {"silent data corruption", 6},
                                                      {"GPU thermal", 6},
                                                      {"SSD", 3},
                                                      {"power supply", 3},
                                                      {"server chassis", 2},
                                                      {"IO expansion board", 2},
                                                      {"dependency", 2},
                                                      {"CPU", 2},
                                                      {"system memory", 2}};

}  // namespace

TEST_CASE("the causes of Llama 3's interruptions add up to its gpu_mttf", "[failures]") {
  SeriesSystem<> machine;
  for (const auto& [name, events] : llama3)
    machine.parts.push_back({name, 16384, gpu_mttf_from_events(events, 16384, 54 * day)});
  validate(machine);
  CHECK_THAT(machine.gpu_mttf(16384), WithinRel(gpu_mttf_from_events(419, 16384, 54 * day), 1e-14));  // 18 additions
  CHECK_THAT(machine.shares()[0], WithinRel(148.0 / 419, 1e-14));
}

TEST_CASE("the first failure of all parts comes as the rates say, and as often from each part", "[failures][simulation]") {
  const SeriesSystem<> machine{{{"GPU", 8, 9e4}, {"host", 2, 5e4}, {"NIC", 8, 3e5}, {"switch", 1, 2e4}, {"perfect", 5, inf}}};
  std::mt19937_64 random(1);
  std::array<int, 5> first{};
  double sum = 0, sum_of_squares = 0;
  const int runs = 100'000;
  for (int i = 0; i < runs; ++i) {
    double earliest = inf;
    std::size_t which = 0;
    for (std::size_t k = 0; k < 4; ++k)
      for (int j = 0; j < machine.parts[k].count; ++j)
        if (const double t = std::exponential_distribution<>(1 / machine.parts[k].mttf)(random); t < earliest)
          earliest = t, which = k;
    sum += earliest;
    sum_of_squares += earliest * earliest;
    ++first[which];
  }
  const double mean = sum / runs, error = std::sqrt((sum_of_squares / runs - mean * mean) / runs);
  CHECK(std::abs(mean - machine.mtbf()) < 5 * error);  // five standard errors
  const auto shares = machine.shares();
  for (std::size_t k = 0; k < 5; ++k)
    CHECK(std::abs(first[k] - runs * shares[k]) <= 5 * std::sqrt(runs * shares[k] * (1 - shares[k])));
  CHECK_THAT(std::accumulate(shares.begin(), shares.end(), 0.0), WithinRel(1.0, 1e-15));
}

TEST_CASE("the machine's gpu_mttf gives a run the machine's mtbf", "[failures]") {
  const SeriesSystem<> machine{{{"GPU", 16384, 60000 * hour}, {"host", 2048, 1e6 * hour}}};
  CHECK_THAT((TrainingRun<>{.gpus = 16384, .gpu_mttf = machine.gpu_mttf(16384)}.mtbf()), WithinRel(machine.mtbf(), 1e-15));
}

TEST_CASE("a machine of nothing, or of parts that never fail, runs forever; nonsense is refused by name", "[failures]") {
  CHECK(SeriesSystem<>{}.mtbf() == inf);
  const SeriesSystem<> endless{{{"GPU", 0, 1e5}, {"host", 7, inf}}};
  CHECK(endless.mtbf() == inf);
  CHECK(endless.shares() == std::vector<double>{0, 0});
  CHECK_THROWS_AS(validate(SeriesSystem<>{{{"GPU", -1, 1e5}}}), DomainError);
  CHECK_THROWS_WITH(validate(SeriesSystem<>{{{"host", 1, 0}}}), "SeriesSystem: host.mttf = 0 must be > 0 [s]");
}
