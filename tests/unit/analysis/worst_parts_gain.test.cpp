// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/analysis/worst_parts_gain.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>

#include "scaling_limits/strategies/blocking.hpp"
#include "scaling_limits/strategies/spared.hpp"
#include "support/tolerance.hpp"

using namespace scaling_limits;
using namespace scaling_limits::analysis;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

constexpr double day = 86400;

/// Twelve nodes of eight GPUs, two of them bad, watched so long that their rates are known.
struct Fleet {
  std::vector<double> rates{2 / day,   0.2 / day, 0.1 / day, 9 / day,   0.3 / day, 0.1 / day,
                            0.2 / day, 5 / day,   0.3 / day, 0.1 / day, 0.2 / day, 0.1 / day};
  std::vector<double> events{}, exposures{};
  TrainingRun<> run{.gpus = 96, .gpu_mttf = 1, .checkpoint_bytes = 1e12, .write_bandwidth = 2e10, .downtime = 120};
  failures::WorstParts worst{};

  Fleet() {
    double all = 0;
    for (const double rate : rates) {
      events.push_back(std::round(rate * 1e11)), exposures.push_back(1e11), all += rate;
    }
    run.gpu_mttf = run.gpus / all;
    worst = failures::worst_parts(failures::rate_spread(events, exposures), events, exposures);
  }
};

/// Goodput of a job on these nodes, each with a clock of its own, played event by event.
double played(const std::vector<double>& rates, const TrainingRun<>& run, double interval, std::mt19937_64& engine) {
  std::vector<double> next;
  for (const double rate : rates) next.push_back(std::exponential_distribution<>(rate)(engine));
  double running = 0, clock = 0, saved = 0;
  const double segment = interval + run.write_time(), end = 4e8;
  while (clock < end) {
    const auto first = std::min_element(next.begin(), next.end());
    const double whole = std::floor((*first - running) / segment);
    saved += whole * interval;
    clock += *first - running + run.downtime;  // clocks of all nodes stand while the job is down
    running = *first;
    *first += std::exponential_distribution<>(rates[static_cast<std::size_t>(first - next.begin())])(engine);
  }
  return saved / clock;
}

}  // namespace

TEST_CASE("without its worst nodes a fleet does as well as one that is played without them", "[analysis][simulation]") {
  const Fleet fleet;
  constexpr double interval = 1800;
  const auto strategy = strategies::blocking(interval);
  const auto found = worst_parts_gain(fleet.run, fleet.worst, strategy);
  CHECK(fleet.worst.part[0] == 3);
  CHECK(fleet.worst.part[1] == 7);
  CHECK(fleet.worst.part[2] == 0);
  std::mt19937_64 engine(5);
  std::vector<double> rates = fleet.rates;
  CHECK_THAT(played(rates, fleet.run, interval, engine), WithinRel(found.goodput, 0.005));  // 5e4 failures: 0.1 % each way
  const double mean = 1 / (fleet.run.gpu_mttf / 8);
  std::vector<double> others = rates;
  for (std::size_t k = 0; k < 4; ++k) {
    const auto bad = static_cast<std::size_t>(fleet.worst.part[k]);
    others[bad] = mean;
    CHECK_THAT(played(others, fleet.run, interval, engine), WithinRel(found.renewed[k], 0.005));
    rates[bad] = 1e-30;
    CHECK_THAT(played(rates, fleet.run, interval, engine), WithinRel(found.removed[k], 0.005));
    CHECK_THAT(found.removed_useful[k], WithinRel((96 - 8 * (static_cast<double>(k) + 1)) * found.removed[k], 1e-12));
  }
}

TEST_CASE("as many nodes are worth taking away as bring most useful throughput, by trying", "[analysis]") {
  Fleet fleet;
  const auto strategy = strategies::blocking();
  for (const double slower : {1., 10., 100.}) {  // saves: the more a failure costs, the more nodes must go
    fleet.run.write_bandwidth = 2e11 / slower;
    const auto found = worst_parts_gain(fleet.run, fleet.worst, strategy);
    double most = found.useful_throughput, best = 0;
    CHECK_THAT(most, WithinRel(96 * strategies::goodput(fleet.run, strategy), tolerance::two_routes));
    std::vector<double> rates = fleet.rates;
    std::sort(rates.rbegin(), rates.rend());
    for (std::size_t k = 1; k < 12; ++k) {
      TrainingRun<> left = fleet.run;
      left.gpus = 96 - 8 * static_cast<double>(k);
      left.gpu_mttf = left.gpus / std::accumulate(rates.begin() + static_cast<std::ptrdiff_t>(k), rates.end(), 0.);
      const double useful = strategies::useful_throughput(left, strategy);
      CHECK_THAT(found.removed_useful[k - 1], WithinRel(useful, 1e-6));  // rates are known to 1e-6
      if (useful > most) most = useful, best = static_cast<double>(k);
    }
    CHECK(found.worth_removing == best);
  }
}

TEST_CASE("failures that are of no node go with the GPUs", "[analysis]") {
  const Fleet fleet;
  const auto strategy = strategies::blocking();
  const auto none = worst_parts_gain(fleet.run, fleet.worst, strategy, 0);
  TrainingRun<> left = fleet.run;
  left.gpus = 88;  // the same gpu_mttf
  CHECK_THAT(none.removed[0], WithinRel(strategies::goodput(left, strategy), 1e-14));
  CHECK_THAT(none.renewed[0], WithinRel(none.goodput, 1e-14));
  CHECK(none.worth_removing == 0);
  const auto half = worst_parts_gain(fleet.run, fleet.worst, strategy, 0.5);
  const double rate = fleet.run.failure_rate();
  left.gpu_mttf = 88 / (rate * (0.5 * (1 - fleet.worst.removed[0] / fleet.worst.total_rate) + 0.5 * 88 / 96));
  CHECK_THAT(half.removed[0], WithinRel(strategies::goodput(left, strategy), 1e-14));
}

TEST_CASE("the last part leaves nothing, and a strategy without an answer none", "[analysis]") {
  const Fleet fleet;
  const auto found = worst_parts_gain(fleet.run, fleet.worst, strategies::blocking());
  CHECK(found.removed.size() == 12);
  CHECK(std::isnan(found.removed.back()));
  CHECK(std::isnan(found.removed_useful.back()));
  const auto spared = worst_parts_gain(fleet.run, fleet.worst, strategies::spared(40, 3600));
  CHECK(spared.removed[5] > 0);
  CHECK(std::isnan(spared.removed[6]));  // 40 GPUs are left, and 40 spares
  CHECK(spared.worth_removing < 6);
}

TEST_CASE("what cannot be is named", "[analysis]") {
  Fleet fleet;
  CHECK_THROWS_WITH(worst_parts_gain(fleet.run, fleet.worst, strategies::blocking(), 2), ContainsSubstring("share"));
  CHECK_THROWS_WITH(worst_parts_gain(fleet.run, {}, strategies::blocking()), ContainsSubstring("one part at least"));
  fleet.run.gpus = 5;
  CHECK_THROWS_WITH(worst_parts_gain(fleet.run, fleet.worst, strategies::blocking()), ContainsSubstring("12 parts"));
}

TEST_CASE("goodput has the ends that the share of the worst has", "[analysis]") {
  Fleet fleet;
  const auto strategy = strategies::blocking();
  CHECK(std::isnan(worst_parts_gain(fleet.run, fleet.worst, strategy).removed_low[0]));  // of a law alone none is known
  fleet.worst.gain_low.assign(12, 0.2), fleet.worst.gain_high.assign(12, 0.6);
  const auto found = worst_parts_gain(fleet.run, fleet.worst, strategy, 0.7);
  const auto of = [&](double gpus, double times) {
    TrainingRun<> run = fleet.run;
    run.gpus = gpus, run.gpu_mttf = gpus / (fleet.run.failure_rate() * times);
    return strategies::goodput(run, strategy);
  };
  for (const auto& [gain, removed, renewed] :
       {std::tuple(0.2, &found.removed_low, &found.renewed_low), {0.6, &found.removed_high, &found.renewed_high}}) {
    CHECK_THAT((*removed)[1], WithinRel(of(80, 0.7 * (1 - gain) + 0.3 * 80 / 96), 1e-12));
    CHECK_THAT((*renewed)[1], WithinRel(of(96, 1 - 0.7 * (gain - 2. / 12)), 1e-12));
  }
}
