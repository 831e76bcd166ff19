// SPDX-License-Identifier: Apache-2.0
// Factors of sites, clients and trials, limits of sizes that count no GPUs, and the best learner: against their closed forms,
// brute force and the sheet.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>

#include "scaling_limits/limits/best_learner.hpp"
#include "scaling_limits/limits/hard_cap.hpp"
#include "scaling_limits/limits/max_workers.hpp"
#include "scaling_limits/limits/overlapped_scaling.hpp"
#include "scaling_limits/limits/replica_cost.hpp"
#include "scaling_limits/limits/serial_times.hpp"
#include "scaling_limits/limits/tabulated.hpp"
#include "scaling_limits/limits/trials.hpp"
#include "scaling_limits/parallelism/overlapped_time.hpp"
#include "scaling_limits/strategies/asynchronous.hpp"
#include "scaling_limits/strategies/independent.hpp"

using namespace scaling_limits;
using namespace scaling_limits::limits;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

const TrainingRun<> restarts{
    .gpus = 1000, .gpu_mttf = 50677 * 3600.0, .checkpoint_bytes = 0, .write_bandwidth = 1e12, .initialization_time = 300};
constexpr double b = 2 * 0.0116 / 0.0985;

std::mt19937_64 random_bits(11);
double log_between(double low, double high) {
  return std::exp(std::uniform_real_distribution<>(std::log(low), std::log(high))(random_bits));
}

/// A size where f is most, by a dense scan and then by thirds.
template <class F>
double scanned(const F& f, double low, double high) {
  double best = low;
  const double step = std::pow(high / low, 1e-4);
  for (double n = low; n < high; n *= step)
    if (f(n) > f(best)) best = n;
  double a = best / step, c = best * step;
  for (int i = 0; i < 200; ++i) {
    const double left = a * std::cbrt(c / a), right = c / std::cbrt(c / a);
    (f(left) < f(right) ? a : c) = f(left) < f(right) ? left : right;
  }
  return std::sqrt(a * c);
}

}  // namespace

TEST_CASE("a partly hidden exchange is the step time's p-norm, with the sheet's peaks", "[limits]") {
  for (const auto& [g, peak] : {std::pair{1., 202452.51}, {2., 165340.204}, {4., 137443.055}})
    CHECK_THAT(
        max_gpus(restarts, peak_throughput{}, growth::fixed(), strategies::blocking(), OverlappedScaling<>{101035, g}).value,
        WithinRel(peak, 1e-8));
  CHECK_THAT(OverlappedScaling<>({101035, 1}).efficiency(3e5), WithinRel(StrongScaling<>{101035}.efficiency(3e5), 1e-15));
  for (int i = 0; i < 300; ++i) {
    const double g = i % 10 == 0 ? inf : log_between(1, 30), half = log_between(1, 1e9), n = half * log_between(1e-6, 1e6);
    const OverlappedScaling<> link{half, g};
    CAPTURE(g, half, n);
    // work/N beside the serial time work/half
    const double step = parallelism::overlapped_time(1 / n, 1 / half, g);
    CHECK_THAT(link.efficiency(n), WithinRel(1 / n / step, 1e-12));
    if (g == inf) continue;
    const auto loss = link.losses(dual<double>(n, n))[0].amount;
    const double ug = std::pow(n / half, g);
    if (ug < 1e300) CHECK_THAT(loss.slope, WithinRel(ug / (1 + ug), 1e-11));
    if (ug < 1e-3) CHECK_THAT(loss.value, WithinRel(ug / g, 1e-3));  // no digits lost where next to nothing is
  }
  CHECK(OverlappedScaling<>({inf, 2}).efficiency(1e9) == 1);
  CHECK_THROWS_AS((OverlappedScaling<>{1e5, 0.5}.validate()), DomainError);
  CHECK_THROWS_AS((OverlappedScaling<>{0, 1}.validate()), DomainError);
}

TEST_CASE("what replicas cost is a power of their number", "[limits]") {
  for (const auto& [m, e] : {std::pair{2., 0.84937115}, {4., 0.72143134}, {8., 0.61276297}})
    CHECK_THAT((ReplicaCost<>{b, m}.efficiency(1e5)), WithinRel(e, 1e-8));
  CHECK((ReplicaCost<>{0, 64}.efficiency(1e5)) == 1);
  CHECK((ReplicaGrowth<>{b, 1e4}.efficiency(5e3)) == 1);
  CHECK_THAT((ReplicaGrowth<>{b, 1e4}.efficiency(8e4)), WithinRel(0.61276297, 1e-8));
  // sites of a fixed size beside strong scaling: N_h (1 - b)/b
  CHECK_THAT(max_workers(peak_throughput{}, "GPUs", StrongScaling<>{101035}, ReplicaGrowth<>{b, 1e3}).value,
             WithinRel(101035 * (1 - b) / b, 1e-9));
  for (const double bad : {-0.1, 1.0, NaN}) {
    CHECK_THROWS_AS((ReplicaCost<>{bad, 2}.validate()), DomainError);
    CHECK_THROWS_AS((ReplicaGrowth<>{bad, 2}.validate()), DomainError);
  }
  CHECK_THROWS_AS((ReplicaCost<>{b, 0.5}.validate()), DomainError);
}

TEST_CASE("the largest cohort and the largest pool of a search, by the criteria of GPUs", "[limits]") {
  // k* = sqrt(k_c t_0/s), each factor's share 1/(1 + half/k*)
  const double server = 120 / 8.96e-3, critical = 500, best = std::sqrt(server * critical);
  const auto cohort =
      max_workers(peak_throughput{}, "clients", StrongScaling<>{server, "aggregation"}, StrongScaling<>{critical, "cohort"});
  CHECK_THAT(cohort.value, WithinRel(best, 1e-12));
  CHECK_THAT(cohort.value, WithinRel(2587.7458, 1e-7));
  CHECK_THAT(cohort.shares.of("cohort"), WithinRel(best / (best + critical), 1e-12));
  CHECK_THAT(cohort.shares.of("aggregation"), WithinRel(0.1619, 1e-3));
  CHECK_THAT(cohort.useful_gpus(), WithinRel(351.1803, 1e-6));
  CHECK(cohort.unit == "clients");
  // half is lost where 5 / sum max(1, W 4^k/256) is a half: 3 rungs beyond, sum = 10
  const Trials<> trials{256, 4, 4};
  const auto pool = max_workers(efficiency_at_least{0.5}, "workers", trials);
  CHECK_THAT(pool.value, WithinRel(5.6, 1e-12));
  for (const double w : {1e3, 1e6, 1e9}) CHECK(w * trials.efficiency(w) <= 256 * 5.0 / 341 * (1 + 1e-12));
  CHECK_THAT(1e9 * trials.efficiency(1e9), WithinRel(3.7536657, 1e-7));
  CHECK_THROWS_AS((Trials<>{255, 4, 4}.validate()), DomainError);
  CHECK_NOTHROW((Trials<>{256, 4, 4}.validate()));
  CHECK_THROWS_AS((Trials<>{256, 1, 4}.validate()), DomainError);
}

TEST_CASE("a limit of workers says what it counts, and refuses what asks of a run", "[limits]") {
  const auto none = max_workers(peak_throughput{}, "clients");
  CHECK(none.status == Status::no_limit);
  CHECK_THAT(none.note, ContainsSubstring("1e300 clients"));
  CHECK_THAT(max_workers(efficiency_at_least{0.5}, "clients", StrongScaling<>{0.1}).note,
             ContainsSubstring("below one client"));
  CHECK_THAT(max_workers(efficiency_at_least{0.5}, "clients", Tabulated{{{10, 1}, {100, 0.9}}, "measured"}).note,
             ContainsSubstring("still holds at 100 clients"));
  CHECK_THROWS_AS(max_workers(write_time_equals_mtbf{}, "clients", StrongScaling<>{10}), InvalidArgument);
  CHECK(max_workers(goodput_at_least{0.9}, "clients", StrongScaling<>{10}).status == Status::no_limit);
  CHECK(max_gpus(restarts, peak_throughput{}).unit == "GPUs");
  CHECK(max_workers(peak_throughput{}, "workers", StrongScaling<>{10}, HardCap<>{10, "staleness"}).binding == "staleness");
  CHECK_THAT(max_workers(added_gpu_worth_at_least{0.25}, "workers", StrongScaling<>{10}).value, WithinRel(10., 1e-12));
}

TEST_CASE("serial times add, whatever else there is", "[limits]") {
  const StrongScaling<> step{1e5, "step"}, link{2e5, "link"};
  const ReplicaCost<> replicas{b, 2};
  const HardCap<> cap{3e5};
  const InSeries both(step, replicas, link, cap);
  static_assert(Factor<decltype(both)>);
  CHECK(both.cap().gpus == 3e5);
  CHECK(both.rises_with_size());
  for (const double n : {1.0, 1e4, 1e5, 2.9e5}) {
    const auto losses = both.losses(n);
    CHECK_THAT(losses.of("step") + losses.of("link"), WithinRel(std::log1p(n / 1e5 + n / 2e5), 1e-14));
    CHECK_THAT(losses.of("step"), WithinRel(2 * losses.of("link"), 1e-14));
    CHECK_THAT(losses.of("replicas"), WithinRel(b * std::log(2), 1e-14));
  }
  CHECK(both.losses(4e5).sum() == inf);
  CHECK(InSeries(StrongScaling<>{inf}).losses(1e9).sum() == 0);
}

TEST_CASE("the best learner is the sheet's", "[limits]") {
  const auto with = [](double bytes, double restart) {
    TrainingRun<> run = restarts;
    run.checkpoint_bytes = bytes, run.initialization_time = restart;
    return run;
  };
  CHECK_THAT(best_learner(restarts, b).value, WithinRel(b * restarts.gpu_mttf / 300, 1e-12));
  CHECK_THAT(best_learner(with(2.5e12, 300), b).value, WithinRel(125078.179, 1e-8));
  CHECK_THAT(best_learner(with(1e13, 60), b).value, WithinRel(382478.795, 1e-8));
  auto never = restarts;
  never.gpu_mttf = inf;
  CHECK(best_learner(never, b).status == Status::no_limit);
  CHECK(best_learner(never, b).value == inf);
  CHECK(best_learner(restarts, 0).status == Status::infeasible);
  for (const double bad : {-0.1, 1.0, NaN}) CHECK_THROWS_AS(best_learner(restarts, bad), DomainError);
}

TEST_CASE("no other number of learners does more", "[limits]") {
  for (int i = 0; i < 300; ++i) {
    TrainingRun<> run{.gpus = 1,
                      .gpu_mttf = log_between(1e6, 1e10),
                      .checkpoint_bytes = i % 7 == 0 ? 0 : log_between(1e9, 1e14),
                      .write_bandwidth = log_between(1e10, 1e14),
                      .read_bandwidth = log_between(1e10, 1e14),
                      .initialization_time = log_between(1, 1e4),
                      .downtime = i % 3 == 0 ? 0 : log_between(1, 1e4)};
    const double exponent = std::uniform_real_distribution<>(0.02, 0.6)(random_bits);
    const auto learner = best_learner(run, exponent);
    CAPTURE(i, run.gpu_mttf, run.checkpoint_bytes, exponent);
    REQUIRE(learner.status == Status::ok);
    // the work of N GPUs as M learners, N M^-b g(N/M): where its slope in M is none, by bisection in 64 bits
    const auto worth = [&](long double log_size) {
      auto one = converted<TrainingRun, long double>(run);
      one.gpus = std::exp(log_size);
      return exponent * log_size - strategies::blocking().losses(one).sum();
    };
    const long double found = std::log(learner.value), h = 1e-5L;
    long double low = found - 3, high = found + 3;
    for (int k = 0; k < 40; ++k) {
      const long double middle = (low + high) / 2;
      (worth(middle + h) > worth(middle - h) ? low : high) = middle;
    }
    CHECK_THAT(learner.value, WithinRel(static_cast<double>(std::exp(low)), 1e-6));
    // and none far away is better
    const long double at_best = worth(found);
    for (int away = -40; away <= 40; ++away) CHECK(worth(found + 0.5L * away) <= at_best + 1e-12L);
  }
}

TEST_CASE("with the best number of learners useful throughput has no peak: it grows as N^(1 - b)", "[limits]") {
  TrainingRun<> run = restarts;
  run.checkpoint_bytes = 2.5e12;
  const auto grows = [&](const auto& inner) {
    const auto learner = best_learner(run, b, inner);
    const auto work = [&](double gpus, double learners) {
      TrainingRun<> whole = run;
      whole.gpus = gpus;
      return gpus * std::pow(learners, -b) * strategies::goodput(whole, strategies::independent(learners, inner));
    };
    double before = 0;
    for (const double gpus : {2e5, 2e6, 2e7, 2e8}) {
      const double best = work(gpus, gpus / learner.value);
      const double found = scanned([&](double m) { return m < gpus ? work(gpus, m) : 0; }, 1, gpus / 10);
      CAPTURE(gpus, found, gpus / learner.value);
      CHECK_THAT(work(gpus, found), WithinRel(best, 1e-9));
      CHECK_THAT(found, WithinRel(gpus / learner.value, 1e-5));  // of a flat maximum
      if (before > 0) CHECK_THAT(best / before, WithinRel(std::pow(10, 1 - b), 1e-9));
      before = best;
    }
  };
  grows(strategies::blocking());
  grows(strategies::asynchronous(1e14, 0.02));
  // the sheet: a million GPUs
  TrainingRun<> million = run;
  million.gpus = 1e6;
  const double learners = 1e6 / best_learner(run, b).value;
  CHECK_THAT(learners, WithinAbs(7.9950, 1e-4));
  CHECK_THAT(1e6 * std::pow(learners, -b) * strategies::goodput(million, strategies::independent(learners)),
             WithinRel(470276.5, 1e-6));
  CHECK_THAT(1e6 * strategies::goodput(million, strategies::blocking()), WithinRel(162895.3, 1e-6));
}
