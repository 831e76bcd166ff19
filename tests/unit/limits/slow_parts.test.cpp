// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/limits/slow_parts.hpp"

#include <catch2/catch_test_macros.hpp>

#include "scaling_limits/limits/criteria.hpp"
#include "scaling_limits/limits/max_gpus.hpp"
#include "scaling_limits/strategies/blocking.hpp"
#include "support/agrees.hpp"
#include "support/derivatives.hpp"
#include "support/reference.hpp"

using namespace scaling_limits;
using namespace scaling_limits::limits;
using namespace scaling_limits::testing;
using failures::DurationLaw;

namespace {

/// The last size, to the last digits, at which an efficiency is reached that falls with size.
template <class E>
double last_size(const E& efficiency, double least) {
  double low = 1, high = 1e15;
  for (int i = 0; i < 200; ++i) {
    const double middle = std::sqrt(low * high);
    (efficiency(middle) >= least ? low : high) = middle;
  }
  return low;
}

TrainingRun<> run() {
  return {.gpus = 16384, .gpu_mttf = 1.8e8, .checkpoint_bytes = 5e12, .write_bandwidth = 1e12, .initialization_time = 300};
}

}  // namespace

TEST_CASE("slow parts as a factor: rates of the run are those of a GPU times the size", "[limits]") {
  // 50,000 GPUs, a slow part every 20,000 s, a failure every 5,000
  for (const auto law : {DurationLaw::fixed, DurationLaw::exponential}) {
    const SlowParts<> alone{.gpu_time_to_slow = 1e9, .slowdown = 1.3, .duration = 3600, .law = law};
    CHECK_THAT(alone.efficiency(50000), agrees(std::exp(-failures::slow_parts_loss(1 / 20000., 3600., 1.3)), relative(1e-15)));
    SlowParts<> cleared = alone;
    cleared.gpu_mttf = 2.5e8;
    const double loss = failures::slow_parts_loss(1 / 20000., 3600., 1.3, 1 / 5000., true, law);
    CHECK_THAT(cleared.losses(50000.).of("slow parts"), agrees(loss, relative(1e-15)));
    CHECK(cleared.efficiency(50000) > alone.efficiency(50000));
    CHECK(SlowParts<>{.gpu_time_to_slow = inf, .slowdown = 3, .duration = 3600, .law = law}.efficiency(1e9) == 1);
    expect_derivative(
        [&](const auto& n) {
          using S = std::remove_cvref_t<decltype(n)>;
          return cleared.losses(S(n)).sum();
        },
        50000);
  }
}

TEST_CASE("a factor of slow parts keeps its words over another scalar", "[limits]") {
  const SlowParts<> plain{.gpu_time_to_slow = 1e9,
                          .slowdown = 2,
                          .duration = 3600,
                          .gpu_mttf = 1e8,
                          .name = "slow links",
                          .law = DurationLaw::exponential};
  const auto nested = over<dual<double>>(plain);
  CHECK(nested.name == plain.name);
  CHECK(nested.law == plain.law);
  CHECK(nested.losses(dual<double>(1e5)).sum().value == plain.losses(1e5).sum());
}

TEST_CASE("slow parts: the largest size is where a bisection finds it", "[limits]") {
  Sampler random(1);
  int found = 0;
  for (int i = 0; i < 200; ++i) {
    SlowParts<> slow{.gpu_time_to_slow = random.log_uniform(1e7, 1e10),
                     .slowdown = 1 + random.log_uniform(0.05, 3),
                     .duration = random.log_uniform(300, 1e5),
                     .gpu_mttf = random.chance(0.5) ? inf : random.log_uniform(1e7, 1e9),
                     .law = random.chance(0.5) ? DurationLaw::fixed : DurationLaw::exponential};
    const double least = random.uniform(0.3, 0.95);
    const auto blocking = strategies::blocking();
    const auto efficiency = [&](double n) {
      TrainingRun<> at = run();
      at.gpus = n;
      return std::exp(-blocking.losses(at).sum()) * slow.efficiency(n);
    };
    INFO("to slow " << slow.gpu_time_to_slow << ", slowdown " << slow.slowdown << ", duration " << slow.duration << ", mttf "
                    << slow.gpu_mttf << ", " << to_word(slow.law) << ", efficiency " << least);
    const auto limit = max_gpus(run(), efficiency_at_least(least), growth::fixed(), blocking, slow);
    REQUIRE(limit.status == Status::ok);
    CHECK_THAT(limit.value, agrees(last_size(efficiency, least), relative(tolerance::two_routes)));
    CHECK(limit.shares.of("slow parts") >= 0);
    found += limit.binding == "slow parts";
  }
  CHECK((found > 20 && found < 180));  // both it and failures bind
}

TEST_CASE("slow parts alone end no growth: the speed levels off", "[limits]") {
  const SlowParts<> slow{.gpu_time_to_slow = 1e9, .slowdown = 4, .duration = 3600};
  CHECK_THAT(slow.efficiency(1e12), agrees(0.25, relative(1e-12)));  // e^-3600000 of the time at full speed
  SlowParts<> cleared = slow;
  cleared.gpu_mttf = 1e9;
  CHECK_THAT(cleared.efficiency(1e12), agrees(0.625, relative(1e-12)));  // half of the time
  CHECK_FALSE(rises_with_size(slow));
  // more GPUs do less than fewer only where a slow part costs more than a factor 1 + e^2, and then in between
  const auto falls = [](double slowdown) {
    const SlowParts<> at{.gpu_time_to_slow = 1e9, .slowdown = slowdown, .duration = 3600};
    const double n = 2 * 1e9 / 3600;  // two slow parts in the mean
    return 1.001 * n * at.efficiency(1.001 * n) < n * at.efficiency(n);
  };
  CHECK(falls(1.01 * (1 + std::exp(2.))));
  CHECK_FALSE(falls(0.99 * (1 + std::exp(2.))));
}

TEST_CASE("slow parts as they are played are those of the factor", "[limits]") {
  auto p = strategies::Protocol::single(1 / 5000., 600, 30);
  const SlowParts<> factor{.gpu_time_to_slow = 1e9, .slowdown = 1.3, .duration = 3600, .law = DurationLaw::exponential};
  const auto slow = factor.played_in(p, 50000);
  CHECK(slow.arrival_rate == 50000 / 1e9);
  CHECK((slow.slowdown == 1.3 && slow.duration == 3600 && slow.law == DurationLaw::exponential && !slow.cleared));
  auto cleared = factor;
  cleared.gpu_mttf = 50000 * 20000.;  // one failure in four
  CHECK(cleared.played_in(p, 50000).cleared);
  CHECK_THAT(cleared.played_in(p, 50000).clearing_share, agrees(0.25, relative(1e-15)));
  cleared.gpu_mttf = 50000 * 5000. * (1 + 1e-15);
  CHECK(cleared.played_in(p, 50000).clearing_share <= 1);
  cleared.gpu_mttf = 50000 * 4000.;
  CHECK_THROWS_AS(cleared.played_in(p, 50000), InvalidArgument);
  p.replication.groups = 10;  // nobody knows how often
  CHECK_THROWS_AS(cleared.played_in(p, 50000), InvalidArgument);
  CHECK_NOTHROW(factor.played_in(p, 50000));
  p.learners = 2;
  CHECK_THROWS_AS(factor.played_in(p, 50000), InvalidArgument);
}
