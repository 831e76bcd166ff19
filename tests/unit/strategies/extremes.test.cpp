// SPDX-License-Identifier: Apache-2.0
// Fields far beyond any run, one and two at a time: an answer is within its range, or there is none.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>

#include "scaling_limits/limits/max_gpus.hpp"
#include "support/strategies.hpp"

namespace {

using namespace scaling_limits;
using namespace scaling_limits::strategies;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinRel;

const std::vector<double> extremes{5e-324, 1e-300, 1e-200, 1e-100, 1e-50, 1e-20, 1e20, 1e50, 1e100, 1e200, 1e300, 1.7e308};

/// Runs of which one field, or two, are far beyond any run.
template <class Look>
void for_each_extreme_run(const Look& look) {
  std::mt19937_64 random(5);
  constexpr std::size_t count = fields_of<TrainingRun<>>.size();
  for (std::size_t i = 0; i < count; ++i)
    for (const double x : extremes)
      for (int k = 0; k < 4; ++k) {
        TrainingRun<> run = llama;
        if (k > 0) run.*fields_of<TrainingRun<>>[random() % count].member = extremes[random() % extremes.size()];
        run.*fields_of<TrainingRun<>>[i].member = x;
        look(run);
      }
}

}  // namespace

TEST_CASE("no loss is below zero and no goodput above one, whatever the run", "[strategies]") {
  for_each_strategy([&](const auto& s) {
    int answered = 0;
    for_each_extreme_run([&](const TrainingRun<>& run) {
      CAPTURE(std::string(s.name()), run.gpus, run.gpu_mttf, run.checkpoint_bytes, run.write_bandwidth, run.read_bandwidth,
              run.storage_latency, run.initialization_time, run.downtime);
      const auto losses = s.losses(run);
      if (!(losses.sum() == losses.sum())) return;
      ++answered;
      for (const auto& loss : losses) {
        CAPTURE(std::string(loss.name));
        CHECK(loss.amount >= 0);
      }
      CHECK((goodput(run, s) >= 0 && goodput(run, s) <= 1));
      if (const auto parts = s.breakdown(run); parts.sum() == parts.sum())
        for (const auto& part : parts) {
          CAPTURE(std::string(part.name));
          CHECK((part.amount >= -1e-9 && part.amount <= 1 + 1e-9));  // rework is a remainder
        }
    });
    CHECK(answered > 100);
  });
}

TEST_CASE("an interval below the least double is none, and zero where a save takes no time", "[strategies]") {
  for_each_strategy([&](const auto& s) {
    for_each_extreme_run([&](const TrainingRun<>& run) {
      CAPTURE(std::string(s.name()), run.gpus, run.gpu_mttf, run.checkpoint_bytes, run.write_bandwidth, run.storage_latency);
      const double interval = s.interval(run);
      if (run.write_time() > 0 && run.storage_latency > 0) CHECK_FALSE(interval <= 0);
    });
    TrainingRun<> always = llama;
    always.gpu_mttf = 5e-324;
    CHECK_FALSE(s.interval(always) <= 0);
  });
}

TEST_CASE("saves after nearly all failures cost what those after all do, slopes included", "[strategies]") {
  using D = dual<dual<double>>;
  const auto loss = [](double share, double gpus) {
    TrainingRun<D> run = converted<TrainingRun, D>(llama);
    run.gpus = exp(D(dual<double>(std::log(gpus), 1), dual<double>(1)));
    return just_in_time(share).losses(run).sum();
  };
  for (int k = 7; k < 14; ++k)
    for (double gpus = 64; gpus < 1e6; gpus *= 1.37) {
      const double rest = std::pow(0.1, k);
      const D nearly = loss(1 - rest, gpus), all = loss(1, gpus);
      CAPTURE(k, gpus);
      CHECK_THAT(nearly.slope.value, WithinRel(all.slope.value, 1e4 * rest));
      CHECK_THAT(nearly.slope.slope, WithinRel(all.slope.slope, 1e5 * rest + 1e-6));
    }
}

TEST_CASE("where all failures are silent, throughput rises for ever towards its bound: no peak", "[strategies]") {
  for (const double verification : {0.1, 5.0, 100.0}) {
    const auto limit = limits::max_gpus(llama, limits::peak_throughput{}, growth::fixed(), verified(verification, 1));
    CAPTURE(verification, limit.value);
    CHECK(limit.status == limits::Status::no_limit);
  }
}
