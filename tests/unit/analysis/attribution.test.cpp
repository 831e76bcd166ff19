// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/analysis/attribution.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <map>
#include <numeric>
#include <random>

using namespace scaling_limits;
using namespace scaling_limits::analysis;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

const TrainingRun<> before{.gpus = 16384,
                           .gpu_mttf = 1.8e8,
                           .checkpoint_bytes = 5e12,
                           .write_bandwidth = 2e12,
                           .read_bandwidth = 1e12,
                           .storage_latency = 0.5,
                           .initialization_time = 300,
                           .downtime = 60};

}  // namespace

TEST_CASE("an attribution is the average over all orders in which the fields may have changed", "[analysis]") {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (std::size_t k = 0; k <= 5; ++k) {
    TrainingRun<> after = before;
    std::vector<std::size_t> order(8);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    order.resize(k);
    std::sort(order.begin(), order.end());
    for (const auto i : order) after.*fields_of<TrainingRun<>>[i].member *= std::exp(uniform(random));
    const auto quantity = [](const TrainingRun<>& run) { return strategies::goodput(run, strategies::blocking()); };
    std::map<std::string_view, double> average;
    double orders = 0;
    do {
      TrainingRun<> run = before;
      for (const auto i : order) {
        const double at = quantity(run);
        run.*fields_of<TrainingRun<>>[i].member = after.*fields_of<TrainingRun<>>[i].member;
        average[fields_of<TrainingRun<>>[i].name] += quantity(run) - at;
      }
      ++orders;
    } while (std::next_permutation(order.begin(), order.end()));
    const auto result = what_changed(before, after);
    REQUIRE(result.by_field.size() == k);
    for (const auto& [field, amount] : result.by_field)
      CHECK_THAT(amount, WithinAbs(average[field] / orders, 1e-15));  // beside goodputs near one
    CHECK_THAT(result.by_field.sum(), WithinAbs(result.after - result.before, 1e-15));
    CHECK(result.before == quantity(before));
    CHECK(result.after == quantity(after));
  }
}

TEST_CASE("fields that play the same part share alike; one that plays none gets nothing", "[analysis]") {
  TrainingRun<> after = before, base = before;
  base.initialization_time = after.initialization_time = 100;
  base.storage_latency = 0;
  after.gpus *= 2, after.gpu_mttf *= 2, after.storage_latency = 0;
  const auto same = what_changed_in_log(base, after);  // mtbf is unchanged
  CHECK_THAT(same.by_field.of("gpus"), WithinRel(-same.by_field.of("gpu_mttf"), 1e-14));
  const auto two = attribution(base, after, [](const TrainingRun<>& run) { return 3 * run.gpus + 5 * run.gpu_mttf; });
  CHECK(two.by_field.of("gpus") == 3 * 16384);  // of a sum every field has its own
  CHECK(two.by_field.of("gpu_mttf") == 5 * 1.8e8);
  TrainingRun<> slower = base;
  slower.write_bandwidth /= 2, slower.downtime = 61;
  const auto none = attribution(base, slower, [](const TrainingRun<>& run) { return run.write_time(); });
  CHECK(none.by_field.of("downtime") == 0);
  CHECK_THAT(none.by_field.of("write_bandwidth"), WithinRel(2.5, 1e-15));
}

TEST_CASE("nothing changed; nonsense", "[analysis]") {
  CHECK(what_changed(before, before).by_field.empty());
  TrainingRun<> wrong = before;
  wrong.downtime = -1;
  CHECK_THROWS_AS(what_changed(before, wrong), DomainError);
}
