// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/analysis/hedged_interval.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>

#include "scaling_limits/catalog/strategy_of.hpp"
#include "scaling_limits/strategies/asynchronous.hpp"
#include "scaling_limits/strategies/blocking.hpp"
#include "scaling_limits/strategies/elastic.hpp"
#include "scaling_limits/strategies/spared.hpp"
#include "support/tolerance.hpp"

using namespace scaling_limits;
using namespace scaling_limits::analysis;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

const TrainingRun<> unsure{.gpus = 16384,
                           .gpu_mttf = 1e9,  // not looked at
                           .checkpoint_bytes = 5e12,
                           .write_bandwidth = 1e11,
                           .initialization_time = 300,
                           .downtime = 60};

/// Samples about 50,000 h whose logarithms have this spread.
std::vector<double> lives_of(double spread, std::size_t n = 60, unsigned seed = 1) {
  std::mt19937_64 engine(seed);
  std::lognormal_distribution<> life(std::log(50'000 * 3600.), spread);
  std::vector<double> lives(n);
  for (double& one : lives) one = life(engine);
  return lives;
}

/// Mean goodput of a strategy with an interval of its own.
template <class St>
double mean_goodput(const std::vector<double>& lives, St strategy, double interval) {
  strategy.own_interval = interval;
  double sum = 0;
  for (const double life : lives) {
    TrainingRun<> there = unsure;
    there.gpu_mttf = life;
    sum += strategies::goodput(there, strategy);
  }
  return sum / static_cast<double>(lives.size());
}

/// No interval from 1 s to 28 h, 0.3 % apart, has more goodput, and the band ends where the floor is crossed.
template <class St>
void check_by_trying(const std::vector<double>& lives, const St& strategy, double tolerance) {
  const auto found = hedged_interval(unsure, lives, strategy, tolerance);
  CAPTURE(found.interval, found.shortest, found.longest, found.note);
  const auto at = [&](double interval) { return mean_goodput(lives, strategy, interval); };
  CHECK_THAT(found.goodput, WithinRel(at(found.interval), tolerance::two_routes));
  double most = 0, best = 0;
  for (double w = 1; w < 1e5; w *= 1.003)
    if (const double here = at(w); here > most) most = here;  // NaN: too short for one write in flight
  CHECK(found.goodput >= most * (1 - 1e-12));                 // rounding of a mean of 60
  for (const double life : lives) {
    TrainingRun<> there = unsure;
    there.gpu_mttf = life;
    best += strategies::goodput(there, strategies::at_best_interval(strategy)) / static_cast<double>(lives.size());
  }
  CHECK_THAT(found.worth_knowing, WithinAbs(best - found.goodput, 1e-12));  // the same
  CHECK(found.worth_knowing >= 0);
  const double floor = found.goodput - tolerance;
  CHECK(found.shortest <= found.interval);
  CHECK(found.interval <= found.longest);
  for (const double edge : {found.shortest, found.longest}) CHECK(at(edge) >= floor - 1e-12);
  CHECK(at(found.longest * 1.001) < floor);
  CHECK(!(at(found.shortest / 1.001) >= floor));  // or it is not allowed
}

}  // namespace

TEST_CASE("the interval for an uncertain MTBF is the best of all that are tried, and so are the ends of its band",
          "[analysis]") {
  const double spread = GENERATE(0.05, 0.5, 2.0);
  const auto lives = lives_of(spread);
  check_by_trying(lives, strategies::blocking(), 0.002);
  check_by_trying(lives, strategies::blocking(), 0.1);
  check_by_trying(lives, strategies::blocking(NaN, 600, 0.2), 0.01);  // one write in flight bounds the interval below
  check_by_trying(lives, strategies::asynchronous(1e12), 0.005);
  check_by_trying(lives, strategies::spared(64, 86400.), 0.005);
}

TEST_CASE("of two MTBFs far apart the interval is that of the higher hill", "[analysis]") {
  for (const double share : {0.5, 0.9}) {
    std::vector<double> lives;
    for (int k = 0; k < 10; ++k) lives.push_back(k < 10 * share ? 5e6 : 5e13);
    check_by_trying(lives, strategies::blocking(), 0.001);
  }
}

TEST_CASE("an MTBF that is known has its own best interval and band", "[analysis]") {
  const std::vector<double> one{1.8e8};
  const auto found = hedged_interval(unsure, one, strategies::blocking(), 0.004);
  TrainingRun<> there = unsure;
  there.gpu_mttf = one[0];
  const auto strategy = strategies::blocking();
  CHECK_THAT(found.interval, WithinRel(strategy.interval(there), 1e-12));
  CHECK_THAT(found.goodput, WithinRel(strategies::goodput(there, strategy), 1e-12));
  CHECK(found.worth_knowing < 1e-15);
  const auto band = checkpoint::interval_band(there.write_time(), there.mtbf(), 0.004 / found.goodput);
  CHECK_THAT(found.shortest, WithinRel(band.shortest, 1e-9));  // a root of a mean to its rounding
  CHECK_THAT(found.longest, WithinRel(band.longest, 1e-9));
}

TEST_CASE("a band that begins at the shortest interval moves as the run does", "[analysis]") {
  const std::vector<double> lives{1e8, 1.8e8, 2.5e8};
  TrainingRun<> run{.gpus = 49294, .gpu_mttf = 1e8, .checkpoint_bytes = 8e12, .write_bandwidth = 2.5e9, .downtime = 4380};
  double before = NaN;
  for (int k = 0; k < 400; ++k, run.checkpoint_bytes *= 1 + 1e-7) {
    const auto found = hedged_interval(run, lives, strategies::asynchronous(2.4e12, 0.087), 0.002);
    CHECK(found.longest > 1.01 * found.interval);
    if (k > 0) CHECK_THAT(found.longest, WithinRel(before, 1e-5));
    before = found.longest;
  }
}

TEST_CASE("an interval of one's own is not looked at, whatever holds the strategy", "[analysis]") {
  const auto lives = lives_of(0.5);
  const auto free = hedged_interval(unsure, lives, strategies::blocking());
  for (const auto& found : {hedged_interval(unsure, lives, strategies::blocking(7200)),
                            hedged_interval(unsure, lives, catalog::AnyStrategy(strategies::blocking(7200)))}) {
    CHECK(found.interval == free.interval);
    CHECK(found.shortest == free.shortest);
    CHECK(found.worth_knowing == free.worth_knowing);
  }
  CHECK(catalog::AnyStrategy(strategies::blocking(7200)).at_best_interval().interval(unsure) ==
        strategies::blocking().interval(unsure));
}

TEST_CASE("where nothing is to be chosen the answer says why", "[analysis]") {
  const auto lives = lives_of(0.3, 5);
  const auto elastic = hedged_interval(unsure, lives, strategies::elastic(8));
  CHECK(std::isnan(elastic.interval));
  CHECK_THAT(elastic.note, ContainsSubstring("elastic has no one interval"));
  const auto many = hedged_interval(unsure, lives, strategies::spared(20'000, 60));
  CHECK((std::isnan(many.goodput) && std::isnan(many.shortest)));
  CHECK_THAT(many.note, ContainsSubstring("spares"));
  TrainingRun<> endless = unsure;
  endless.initialization_time = 1e12;
  CHECK_THAT(hedged_interval(endless, lives, strategies::blocking()).note, ContainsSubstring("next to nothing"));
}

TEST_CASE("ends of what can be asked: saves that cost nothing, no tolerance, and all of it", "[analysis]") {
  const auto lives = lives_of(0.3);
  TrainingRun<> quick = unsure;
  quick.write_bandwidth = inf;
  const auto always = hedged_interval(quick, lives, strategies::blocking(), 0.01);
  CHECK(always.interval == 0);
  CHECK(always.shortest == 0);
  auto at = strategies::blocking(always.longest);
  double mean = 0;
  for (const double life : lives) {
    quick.gpu_mttf = life;
    mean += strategies::goodput(quick, at) / static_cast<double>(lives.size());
  }
  CHECK_THAT(mean, WithinRel(always.goodput - 0.01, 1e-9));
  for (const double shortest : {1e-300, 5e-324}) {  // a life next to nothing: there is an end of the band all the same
    auto with_none = lives;
    with_none.push_back(shortest);
    const auto found = hedged_interval(quick, with_none, strategies::blocking(), 0.01);
    const double of_others = static_cast<double>(lives.size()) / static_cast<double>(with_none.size());
    CHECK_THAT(found.goodput, WithinRel(always.goodput * of_others, 1e-12));
    CHECK((found.longest > 0 && found.longest < inf));
  }
  const auto exact = hedged_interval(unsure, lives, strategies::blocking(), 0);
  CHECK((exact.shortest == exact.interval && exact.longest == exact.interval));
  const auto any = hedged_interval(unsure, lives, strategies::blocking(), 1);
  CHECK((any.shortest == 0 && any.longest == inf));
}

TEST_CASE("what is out of range is named", "[analysis]") {
  const std::vector<double> none, wrong{1e8, 0}, endless{inf};
  CHECK_THROWS_AS(hedged_interval(unsure, none, strategies::blocking()), InvalidArgument);
  CHECK_THROWS_WITH(hedged_interval(unsure, wrong, strategies::blocking()), ContainsSubstring("gpu_mttf[1] = 0"));
  CHECK_THROWS_WITH(hedged_interval(unsure, endless, strategies::blocking()), ContainsSubstring("gpu_mttf[0]"));
  CHECK_THROWS_WITH(hedged_interval(unsure, lives_of(0.1), strategies::blocking(), 1.5), ContainsSubstring("tolerance"));
}
