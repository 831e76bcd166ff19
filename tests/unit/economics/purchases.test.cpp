// SPDX-License-Identifier: Apache-2.0
// Whatever is bought is bought at the least cost of what is done: searches over the cost itself, which know nothing of shares
// and elasticities, the simulator, and differences in 50 digits.
#include <scaling_limits/economics/first_order.hpp>
#include <scaling_limits/economics/optimal_bandwidth.hpp>
#include <scaling_limits/economics/optimal_gpus.hpp>
#include <scaling_limits/economics/optimal_spares.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>

#include "scaling_limits/core/units.hpp"
#include "scaling_limits/limits/strong_scaling.hpp"
#include "scaling_limits/simulation/random.hpp"
#include "scaling_limits/simulation/simulator.hpp"
#include "scaling_limits/strategies/asynchronous.hpp"
#include "scaling_limits/strategies/elastic.hpp"
#include "scaling_limits/strategies/in_memory.hpp"
#include "scaling_limits/strategies/just_in_time.hpp"
#include "scaling_limits/strategies/multilevel.hpp"
#include "scaling_limits/strategies/spared.hpp"
#include "support/agrees.hpp"
#include "support/reference.hpp"

using namespace scaling_limits;
using namespace scaling_limits::economics;
using namespace scaling_limits::testing;
using namespace scaling_limits::units;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinRel;
using limits::Status;

namespace {

constexpr double per_TB_year = 1 / (TB * year);
const TrainingRun<> big{.gpus = 16384, .gpu_mttf = 50'000 * hour, .checkpoint_bytes = 5 * TB, .write_bandwidth = NaN};
const Prices<> usual{.gpu = 2 / hour, .bandwidth = 1e6 * per_TB_year};

TrainingRun<> with(TrainingRun<> run, double bandwidth, bool loads = false) {
  run.write_bandwidth = bandwidth;
  if (loads) run.read_bandwidth = bandwidth;
  return run;
}
/// ln of the cost of what is done, of goodput alone.
template <class St>
double log_cost(const TrainingRun<>& run, const Prices<>& p, const St& strategy, double bandwidth, bool loads) {
  const double g = strategies::goodput(with(run, bandwidth, loads), strategy);
  const double money = run.gpus * (p.gpu + p.electricity * p.power_per_gpu * p.pue) + p.time + p.bandwidth * bandwidth;
  return g > 0 ? std::log(money / g) : inf;
}
/// The least of it: a dense scan, twice finer around the lowest point each time.
template <class St>
double least_by_scan(const TrainingRun<>& run, const Prices<>& p, const St& strategy, bool loads, double& at) {
  double low = std::log(1e5), high = std::log(1e19), best = inf;
  for (int round = 0; round < 6; ++round) {
    const int steps = round == 0 ? 3000 : 60;
    const double step = (high - low) / steps;
    double place = NaN;
    for (int i = 0; i <= steps; ++i) {
      const double u = low + i * step;
      if (const double cost = log_cost(run, p, strategy, std::exp(u), loads); cost <= best) best = cost, place = u;
    }
    if (place == place) at = std::exp(place), low = place - 2 * step, high = place + 2 * step;
  }
  return best;
}

}  // namespace

TEST_CASE("the cheapest bandwidth: the sheet's numbers", "[economics]") {
  const auto found = optimal_bandwidth(big, usual);
  CHECK(found.status == Status::ok);
  CHECK_THAT(found.value / TB, WithinRel(2.685369, 6e-7));  // the sheet's, one off in the last digit: a search on a flat floor
  CHECK_THAT(found.overhead, WithinRel(0.01863901, 3e-7));  // the sheet's digits
  TrainingRun<> run = big;
  run.initialization_time = 300;
  CHECK_THAT(optimal_bandwidth(run, usual).value, WithinRel(found.value, 1e-13));  // what does not depend on it changes nothing
  CHECK_THAT(optimal_bandwidth(run, usual, strategies::blocking(), true).value / TB, WithinRel(2.717968, 6e-7));  // likewise
}

TEST_CASE("the cheapest bandwidth by brute force, under every kind of protection, random runs and prices", "[economics]") {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> uniform;
  int found_ones = 0, edges = 0;
  const auto check = [&](const auto& strategy, int rounds) {
    for (int i = 0; i < rounds; ++i) {
      TrainingRun<> run = big;
      run.gpus *= std::exp(6 * uniform(random) - 3), run.gpu_mttf *= std::exp(4 * uniform(random) - 2);
      run.checkpoint_bytes *= std::exp(6 * uniform(random) - 3);
      run.initialization_time = uniform(random) < 0.5 ? 0 : 600 * uniform(random);
      run.downtime = 100 * uniform(random), run.storage_latency = uniform(random) < 0.5 ? 0 : 3 * uniform(random);
      run.read_bandwidth = uniform(random) < 0.5 ? inf : TB;
      Prices<> p = usual;
      p.gpu *= std::exp(3 * uniform(random) - 1.5), p.bandwidth *= std::exp(8 * uniform(random) - 4);
      if (uniform(random) < 0.3) p.time = 1e6 / day * uniform(random);
      if (uniform(random) < 0.3) p.electricity = 0.1 / kWh, p.power_per_gpu = 1000, p.pue = 1.2;
      const bool loads = uniform(random) < 0.5;
      const auto found = optimal_bandwidth(run, p, strategy, loads);
      CAPTURE(strategy.name(), i, loads, run.gpus, run.gpu_mttf, run.checkpoint_bytes, p.gpu, p.bandwidth, p.time, found.note);
      double at = NaN;
      const double least = least_by_scan(run, p, strategy, loads, at);
      REQUIRE(found.status == Status::ok);
      CAPTURE(found.value, at);
      // no scan finds a lower cost
      CHECK(log_cost(run, p, strategy, found.value, loads) <= least + 1e-12 * (1 + std::abs(least)));
      if (found.note.empty()) CHECK_THAT(found.value, WithinRel(at, 2e-3));  // a flat floor
      const double money = p.bandwidth * found.value;
      CHECK_THAT(found.share, WithinRel(money / (run.gpus * p.per_gpu() + p.time + money), 1e-13));
      CHECK_THAT(found.overhead, WithinRel(1 / strategies::goodput(with(run, found.value, loads), strategy) - 1, 1e-9));
      ++found_ones, edges += !found.note.empty();
    }
  };
  check(strategies::blocking(), 60);
  check(strategies::blocking(1200), 20);
  check(strategies::Asynchronous<>{.copy_bandwidth = 100 * TB}, 40);
  check(strategies::Asynchronous<>{.copy_bandwidth = 100 * TB, .slowdown = 0.1}, 20);
  check(strategies::in_memory(), 6);
  check(strategies::just_in_time(), 10);
  const storage::Tier<> host{.write_bandwidth = 1e8, .read_bandwidth = 1e8, .latency = 0.5, .per_gpu = 1};
  const storage::Tier<> disk{.write_bandwidth = 1e13, .read_bandwidth = 1e13};
  check(strategies::multilevel({{host, 0.9}, strategies::own_level(0.1)}), 6);
  check(strategies::multilevel({{host, 0.8}, {disk, 0.1}, strategies::own_level(0.1)}, {1, 1, 2, 1, 1, 3}), 6);
  check(strategies::multilevel({{host, 0.9}, strategies::own_level(0.1)}, {1, 1, 1, 1, 2}, true), 6);
  CHECK(found_ones == 174);
}

TEST_CASE("share and elasticity meet at the cheapest bandwidth, and first order errs with the overhead", "[economics]") {
  // condition (4) itself, its elasticity by 50-digit differences of the goodput
  for (const double dear : {1e-3, 1.0, 1e3}) {
    Prices<> p = usual;
    p.bandwidth *= dear;
    const auto found = optimal_bandwidth(big, p);
    const auto log_goodput = [&](const wide& factor) {
      auto run = converted<TrainingRun, wide>(with(big, found.value));
      run.write_bandwidth *= factor;
      return -strategies::blocking().losses(run).sum();
    };
    const wide h("1e-20");
    const wide elasticity = (log_goodput(wide(1 + h)) - log_goodput(wide(1 - h))) / (2 * h);
    CHECK_THAT(found.share, agrees(elasticity, relative(1e-10)));  // of the root
  }
  // 5 % of bandwidth from an overhead of some 8 % on; 1 % at 2 %
  for (double dear = 1e-4; dear < 1e5; dear *= 3) {
    Prices<> p = usual;
    p.bandwidth *= dear;
    const auto found = optimal_bandwidth(big, p);
    const double first = first_order_bandwidth(big.gpus, big.gpu_mttf, big.checkpoint_bytes, p.gpu, p.bandwidth);
    const double low = 1 - first / found.value;
    CAPTURE(dear, found.overhead, low);
    CHECK(low > 0);
    CHECK((low > 0.05) == (found.overhead > 0.092));
    if (found.overhead < 0.02) CHECK_THAT(low, WithinRel(5. / 9 * found.overhead, 0.05));  // the next order of the expansion
  }
}

TEST_CASE("the cheapest bandwidth in 50 digits, and how it moves", "[economics]") {
  TrainingRun<> run = big;
  run.initialization_time = 300, run.downtime = 60, run.storage_latency = 0.5;
  const auto value = [&]<class S>(const S& x, bool loads, int what) {
    auto moved = converted<TrainingRun, S>(run);
    auto p = converted<Prices, S>(usual);
    S& field = what == 0   ? moved.gpu_mttf
               : what == 1 ? moved.checkpoint_bytes
               : what == 2 ? p.gpu
               : what == 3 ? p.bandwidth
                           : moved.gpus;
    field = field * x;
    return optimal_bandwidth(moved, p, strategies::blocking(), loads);
  };
  const wide h("1e-15");
  for (const bool loads : {false, true})
    for (int what = 0; what < 5; ++what) {
      CAPTURE(loads, what);
      const auto here = value(wide(1), loads, what), above = value(wide(1 + h), loads, what),
                 below = value(wide(1 - h), loads, what);
      CHECK_THAT(value(1.0, loads, what).value, agrees(here.value, relative(1e-12)));
      const auto moved = value(dual<double>(1, 1), loads, what);
      CHECK_THAT(moved.value.slope, agrees(wide((above.value - below.value) / (2 * h)), relative(1e-9)));  // of the root
      CHECK_THAT(moved.share.slope, agrees(wide((above.share - below.share) / (2 * h)), relative(1e-8)));
      CHECK_THAT(moved.overhead.slope, agrees(wide((above.overhead - below.overhead) / (2 * h)), relative(1e-8)));
    }
}

TEST_CASE("bandwidth that costs nothing, buys nothing or saves nothing", "[economics]") {
  const auto free = optimal_bandwidth(big, Prices<>{.gpu = 1});
  CHECK(free.status == Status::no_limit);
  CHECK(free.value == inf);
  CHECK(free.overhead == 0);
  TrainingRun<> run = big;
  run.checkpoint_bytes = 0;
  CHECK(optimal_bandwidth(run, usual).status == Status::already_met);
  CHECK(optimal_bandwidth(run, usual).value == 0);
  run = big, run.gpu_mttf = inf;
  CHECK(optimal_bandwidth(run, usual).status == Status::already_met);
  const auto never = optimal_bandwidth(big, usual, strategies::blocking(inf));
  CHECK(never.status == Status::infeasible);
  CHECK_THAT(never.note, ContainsSubstring("goodput is 0 at any bandwidth"));
  run = big, run.gpus = 4e10, run.initialization_time = 300;  // losses that are numbers, of a goodput that is none
  CHECK_THAT(optimal_bandwidth(run, usual).note, ContainsSubstring("goodput is 0 at any bandwidth"));
  // checkpoints that nothing needs are paid all the same
  run = big, run.gpu_mttf = inf;
  const auto kept = optimal_bandwidth(run, usual, strategies::blocking(600));
  CHECK(kept.status == Status::ok);
  const double per_bandwidth = usual.bandwidth, rate = big.gpus * usual.gpu;  // least (rate + k W)(1 + S/(600 W))
  CHECK_THAT(kept.value, WithinRel(std::sqrt(rate * 5e12 / 600 / per_bandwidth), 1e-9));
  const auto nothing = optimal_bandwidth(big, Prices<>{.gpu = 0});
  CHECK(nothing.status == Status::infeasible);
  CHECK_THAT(nothing.note, ContainsSubstring("nothing has a price"));
  // of bandwidth alone: its elasticity is one
  const auto alone = optimal_bandwidth(big, Prices<>{.gpu = 0, .bandwidth = 1e-12});
  CHECK(alone.status == Status::ok);
  CHECK(alone.share == 1);
  CHECK_THROWS_AS(optimal_bandwidth(big, Prices<>{}), DomainError);
  // absurd ones
  for (const double bytes : {1e-30, 1e40})
    for (const double price : {1e-60, 1e30}) {
      run = big, run.checkpoint_bytes = bytes;
      const auto found = optimal_bandwidth(run, Prices<>{.gpu = 1, .bandwidth = price});
      CAPTURE(bytes, price, found.note);
      CHECK((found.status == Status::ok || found.status == Status::already_met || !found.note.empty()));
      CHECK(found.value >= 0);
    }
}

TEST_CASE("the simulator finds no cheaper bandwidth", "[economics]") {
  TrainingRun<> run = big;
  run.gpus = 2e5, run.initialization_time = 60;
  Prices<> p = usual;
  p.bandwidth *= 200;
  simulation::Options options;
  options.relative_accuracy = 5e-4;
  const auto check = [&](const auto& strategy) {
    const double best = optimal_bandwidth(run, p, strategy).value;
    const auto cost = [&](double W) {
      return (run.gpus * p.gpu + p.bandwidth * W) / simulation::simulate(with(run, W), strategy, options).goodput;
    };
    const double here = cost(best);
    CHECK(here < cost(best / 2));
    CHECK(here < cost(2 * best));
  };
  check(strategies::blocking());
  check(strategies::Asynchronous<>{.copy_bandwidth = 1000 * TB});
}

TEST_CASE("the cheapest size: the sheet's numbers, by brute force, and by the simulator", "[economics]") {
  TrainingRun<> run{.gpus = 16384, .gpu_mttf = 50'000 * hour, .checkpoint_bytes = 20 * TB, .write_bandwidth = 2 * TB};
  Prices<> p{.gpu = 2 / hour, .time = 1e6 / day};
  const auto bare = optimal_gpus(run, 1e11, p);
  CHECK_THAT(bare.value, WithinRel(227'523, 3e-6));     // the sheet's digits
  CHECK_THAT(bare.goodput, WithinRel(0.849315, 1e-6));  // the sheet's digits
  run.initialization_time = 300;
  const auto found = optimal_gpus(run, 1e11, p);
  CHECK_THAT(found.value, WithinRel(86'308, 6e-6));      // the sheet's digits
  CHECK_THAT(found.goodput, WithinRel(0.783959, 1e-6));  // the sheet's digits

  const auto factor = limits::StrongScaling<>{.half_size = 400'000};
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> uniform;
  for (int i = 0; i < 20; ++i) {
    Prices<> q{
        .gpu = 4 * uniform(random) / hour, .bandwidth = i % 2 ? 2e6 * per_TB_year : 0., .time = 3e6 / day * uniform(random)};
    if (i % 3 == 0) q.electricity = 0.1 / kWh, q.power_per_gpu = 1500, q.pue = 1.3;
    run.gpu_mttf = 50'000 * hour * std::exp(2 * uniform(random) - 1);
    auto law = growth::chinchilla();
    const double exponent = i % 4 == 1 ? 1 : 0;
    law.exponents[index_of<TrainingRun<>>("write_bandwidth")] = exponent;
    const auto best = optimal_gpus(run, 1e11, q, law, strategies::blocking(), factor);
    REQUIRE(best.status == Status::ok);
    const auto cost = [&](double n) {
      const auto at = law.at(run, n);
      return (n * (q.gpu + q.electricity * q.power_per_gpu * q.pue) + q.bandwidth * at.write_bandwidth + q.time) *
             limits::time_to_train(at, 1e11, strategies::blocking(), factor);
    };
    CAPTURE(i, best.value);
    const double here = cost(best.value);
    for (double n = 1; n < 1e8; n *= 1.02) CHECK(cost(n) >= here * (1 - 1e-12));
  }

  simulation::Options options;
  options.relative_accuracy = 3e-4;
  run.gpu_mttf = 50'000 * hour;
  const auto played = [&](double n) {
    auto at = run;
    at.gpus = n;
    return (n * p.gpu + p.time) / n / simulation::simulate(at, strategies::blocking(), options).goodput;
  };
  CHECK(played(found.value) < played(0.7 * found.value));
  CHECK(played(found.value) < played(1.4 * found.value));
}

TEST_CASE("a size whose seconds or GPUs cost nothing", "[economics]") {
  TrainingRun<> run{.gpus = 16384,
                    .gpu_mttf = 50'000 * hour,
                    .checkpoint_bytes = 20 * TB,
                    .write_bandwidth = 2 * TB,
                    .initialization_time = 300};
  CHECK(optimal_gpus(run, 1e11, Prices<>{.gpu = 0, .time = 1}).value == limits::fastest_gpus(run).value);
  CHECK(optimal_gpus(run, 1e11, Prices<>{.gpu = 1}).binding == "least_gpus");
  CHECK_THAT(optimal_gpus(run, 1e11, Prices<>{.gpu = 0}).note, ContainsSubstring("nothing has a price"));
  auto law = growth::fixed();
  law.exponents[index_of<TrainingRun<>>("write_bandwidth")] = 0.5;
  CHECK_THAT(optimal_gpus(run, 1e11, usual, law).note, ContainsSubstring("gpus^0.5"));
  CHECK(optimal_gpus(run, 1e11, Prices<>{.gpu = 1}, law).status == Status::ok);
  run.write_bandwidth = inf;
  CHECK_THAT(optimal_gpus(run, 1e11, usual).note, ContainsSubstring("unlimited bandwidth has a price"));
  CHECK_THROWS_AS(optimal_gpus(run, -1, usual), DomainError);
}

TEST_CASE("the cheapest number of spares: brute force over Erlang's sum, the sheet's case, a played shop", "[economics]") {
  const Prices<> p{.gpu = 2 / hour};
  CHECK(optimal_spares(2048, 2048 * 3.789e-3 / day, day, p).value == 17);
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> uniform;
  int rough_wrong = 0;
  for (int i = 0; i < 300; ++i) {
    const double n = std::floor(std::exp(10 * uniform(random))) + 1, load = std::exp(8 * uniform(random) - 4);
    const double time = day * std::exp(4 * uniform(random) - 2);
    const Prices<> q{.gpu = p.gpu, .time = i % 2 ? p.gpu * n * 3 * uniform(random) : 0};
    const auto found = optimal_spares(n, load / time, time, q);
    // 1/B by its recursion, in long double
    long double over = 1, least = inf;
    double best = NaN;
    for (int s = 0; s < 400; ++s) {
      over = 1 + (s + 1) / static_cast<long double>(load) * over;  // 1/B(a, s + 1)
      const long double cost = (n * q.gpu + s * q.gpu + q.time) / (1 - 1 / over);
      if (cost < least) least = cost, best = s;
    }
    CAPTURE(n, load, q.time);
    CHECK(found.value == best);
    double rough = 0;  // without S and B on the right
    const double a = load;
    while (failures::erlang_b(a, rough + 1) - failures::erlang_b(a, rough + 2) > 1 / (n + q.time / q.gpu)) ++rough;
    rough_wrong += rough != best;
  }
  CHECK(rough_wrong > 0);

  // a shop that is played: fails while it runs, every part repaired at once, constant times of repair
  const double n = 100, load = 4, time = day, best = optimal_spares(n, load / time, time, p).value;
  const auto cost = [&](double spares) {
    std::mt19937_64 clock(1);
    std::exponential_distribution<double> next(load / time);
    std::vector<double> back;  // when each part that is out is back
    double now = 0, ran = 0;
    for (int failure = 0; failure < 400'000; ++failure) {
      const double wait = next(clock);
      now += wait, ran += wait;
      std::erase_if(back, [&](double b) { return b <= now; });
      back.push_back(now + time);
      if (static_cast<double>(back.size()) > spares) {  // stands until one is back
        const double until = *std::min_element(back.begin(), back.end());
        now = until;
        std::erase_if(back, [&](double b) { return b <= now; });
      }
    }
    return (n + spares) * now / ran;
  };
  CHECK(cost(best) < cost(best - 2));
  CHECK(cost(best) < cost(best + 3));
}

TEST_CASE("spares of none, for nothing, for ever", "[economics]") {
  const Prices<> p{.gpu = 2 / hour};
  CHECK(optimal_spares(100, 0, day, p).value == 0);
  CHECK(optimal_spares(100, 1 / day, 0, p).value == 0);
  CHECK(optimal_spares(100, 1 / day, day, Prices<>{.gpu = 0, .time = 1}).status == Status::no_limit);
  CHECK(optimal_spares(100, 1 / day, day, Prices<>{.gpu = 0, .time = 1}).runnable_share == 1);
  CHECK_THAT(optimal_spares(100, 1 / day, day, Prices<>{.gpu = 0}).note, ContainsSubstring("nothing has a price"));
  CHECK(optimal_spares(100, 1e200, 1e200, p).status == Status::infeasible);
  CHECK_THROWS_AS(optimal_spares(0, 1, 1, p), DomainError);
  const auto many = optimal_spares(1e6, 1e6, 1, p);  // a million out at once
  CHECK(many.status == Status::ok);
  for (const double s : {many.value - 1, many.value + 1})
    CHECK((1e6 + s) / failures::runnable_share(s, 1e6, 1) >=
          (1e6 + many.value) / failures::runnable_share(many.value, 1e6, 1) * (1 - 1e-12));
}
