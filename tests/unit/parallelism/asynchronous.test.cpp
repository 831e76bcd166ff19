// SPDX-License-Identifier: Apache-2.0
// Backup workers against brute force and sampling, asynchronous workers against a simulation of their reads and updates, weights
// in flight against the order of work of each schedule.
#include <scaling_limits/parallelism/staleness.hpp>
#include <scaling_limits/parallelism/waited_workers.hpp>
#include <scaling_limits/parallelism/weight_versions.hpp>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>
#include <set>
#include <vector>

#include "support/agrees.hpp"
#include "support/derivatives.hpp"
#include "support/domain.hpp"
#include "support/pipeline_events.hpp"

namespace {

using namespace scaling_limits;
using namespace scaling_limits::parallelism;
using namespace scaling_limits::testing;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

/// Gradients per second of the first k of n, term by term.
long double rate(int n, int k, long double least, long double tail) {
  long double time = least;
  for (int i = n - k + 1; i <= n; ++i) time += tail / i;
  return k / time;
}

TEST_CASE("the best share waited for is Lambert's, to the last digits", "[parallelism]") {
  using digits120 = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<120>>;
  // w e^w = -e^(-x - 1) on the branch below -1, by bisection; its branch point takes half the digits
  const auto lambert = [](const digits120& x) {
    const digits120 wanted = -x - 1;
    digits120 low = -2 * x - 1000, high = -1;
    for (int i = 0; i < 450; ++i) {
      const digits120 middle = (low + high) / 2;
      (digits120(log(digits120(-middle))) + middle < wanted ? low : high) = middle;
    }
    return low;
  };
  for (const double x : {1e-30, 1e-12, 1e-6, 1e-3, 0.1, 0.5, 1., 2., 9., 20.78, 50., 300.}) {
    const wide expected(digits120(1 + 1 / lambert(digits120(x))));
    CHECK_THAT(best_waited_share(x, 1.), agrees(expected, ulp{tolerance::kernel}));
    CHECK_THAT(best_waited_share(4 * x, 4.), agrees(expected, ulp{tolerance::kernel}));
    CHECK(abs(wide(best_waited_share(wide(x), 1) - expected)) < wide("1e-47") * expected);
  }
  CHECK_THAT(best_waited_share(1, 1), WithinAbs(0.68215557, 5e-9));      // printed digits
  CHECK_THAT(best_waited_share(0.9, 0.1), WithinAbs(0.92017857, 5e-9));  // printed digits
  CHECK_THAT(best_waited_share(20.78, 1.), WithinAbs(0.96, 5e-6));       // printed digits
  CHECK_THAT(best_waited_share(1e-200, 1.), WithinRel(std::sqrt(2e-200), 1e-15));
  CHECK(best_waited_share(0, 1) == 0);
  CHECK(best_waited_share(1, 0) == 1);
  CHECK(best_waited_share(1e300, 1e-300) == 1);
  CHECK(best_waited_share(1e30f, 1e-8f) == 1);
  CHECK(std::isnan(best_waited_share(0., 0.)));
  for (const double x : {1e-3, 0.1, 0.9, 9., 300.}) {
    expect_derivative([](const auto& least) { return best_waited_share(least, 1); }, x);
    expect_derivative([](const auto& tail) { return best_waited_share(1, tail); }, x);
  }
  constexpr Argument time{from_zero};
  CHECK_DOMAIN(best_waited_share, time, time);
}

TEST_CASE("the best k waited for is the best of all k", "[parallelism]") {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> logarithm(-6, 4);
  for (int i = 0; i < 300; ++i) {
    const int n = 1 + static_cast<int>(random() % 400);
    const double least = i % 10 ? std::pow(10., logarithm(random)) : 0, tail = std::pow(10., logarithm(random) / 2);
    int best = 1;
    for (int k = 2; k <= n; ++k)
      if (rate(n, k, least, tail) > rate(n, best, least, tail)) best = k;
    INFO(n << " workers, least " << least << ", tail " << tail);
    CHECK(best_waited(n, least, tail) == best);
  }
  CHECK(best_waited(100, 1, 1) == 69);
  CHECK(best_waited(100, 0.9, 0.1) == 92);
  CHECK(best_waited(100, 20.78, 1) == 96);
  CHECK(best_waited(100, 1, 0) == 100);
  CHECK(best_waited(100, inf, 1) == 100);
  CHECK(best_waited(100, 1, inf) == 1);
  CHECK(best_waited(100, 0, 1) == 1);
  CHECK(best_waited(1, 0, 1) == 1);
  for (const double x : {1e-6, 0.1, 1., 9., 100.})
    for (const double n : {1e6, 1e9, 1e15})
      CHECK_THAT(best_waited(n, x, 1) / n, WithinAbs(best_waited_share(x, 1), 2 / n + 1e-13));  // rounding to a whole one
  for (const double none : {0., -1., 1.5, 2e15, NaN, inf}) CHECK(std::isnan(best_waited(none, 1, 1)));
  for (const double none : {-1., NaN}) {
    CHECK(std::isnan(best_waited(10, none, 1)));
    CHECK(std::isnan(best_waited(10, 1, none)));
  }
  CHECK(std::isnan(best_waited(10, 0, 0)));
  CHECK(std::isnan(best_waited(10, inf, inf)));
}

TEST_CASE("differences of harmonic numbers keep their digits", "[parallelism]") {
  for (const int n : {1, 2, 39, 40, 41, 42, 80, 1000, 4000})
    for (int k = 0; k <= n; k += 1 + k / 7) {
      long double sum = 0;
      for (int i = n - k + 1; i <= n; ++i) sum += 1.L / i;
      CHECK_THAT(parallelism::detail::harmonic_difference(n, k), WithinRel(static_cast<double>(sum), 1e-15));
    }
  CHECK_THAT(parallelism::detail::harmonic_difference(1e12, 10), WithinRel(10 / (1e12 - 4.5), 1e-15));
}

TEST_CASE("waiting for the best k brings the most gradients per second in sampled steps", "[parallelism]") {
  constexpr int n = 20, steps = 100'000;
  std::mt19937_64 random(2);
  std::exponential_distribution<double> tail(10);
  std::vector<double> mean(n), square_mean(n), times(n);
  for (int step = 0; step < steps; ++step) {
    for (double& time : times) time = 0.2 + tail(random);
    std::sort(times.begin(), times.end());
    for (std::size_t k = 0; k < n; ++k) mean[k] += times[k] / steps, square_mean[k] += times[k] * times[k] / steps;
  }
  std::size_t best = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const int first = static_cast<int>(k) + 1;
    const double error = std::sqrt((square_mean[k] - mean[k] * mean[k]) / steps);
    CHECK(std::abs(mean[k] - first / static_cast<double>(rate(n, first, 0.2, 0.1))) < tolerance::standard_errors * error);
    if (first / mean[k] > static_cast<double>(best + 1) / mean[best]) best = k;
  }
  CHECK(best_waited(n, 0.2, 0.1) == static_cast<double>(best + 1));
}

TEST_CASE("staleness of asynchronous workers is counted in their reads and updates", "[parallelism]") {
  std::mt19937_64 random(3);
  std::exponential_distribution<double> time(1);
  for (const int n : {1, 2, 7, 32}) {
    std::vector<double> until(static_cast<std::size_t>(n)), read(until.size(), 0);
    for (double& one : until) one = time(random);
    constexpr int updates = 200'000;
    double sum = 0;
    for (int update = 0; update < updates; ++update) {
      const auto first = static_cast<std::size_t>(std::min_element(until.begin(), until.end()) - until.begin());
      sum += update - read[first];
      read[first] = update + 1;  // it reads what it has just changed
      until[first] += time(random);
    }
    // what workers still hold at the end was not counted: n of them, about n each
    CHECK_THAT(sum / updates, WithinAbs(mean_staleness(n), static_cast<double>(n * n) / updates));
  }
}

TEST_CASE("the mean of asynchronous updates moves with the implicit momentum", "[parallelism]") {
  constexpr int n = 5, steps = 30, samples = 100'000;
  constexpr double alpha = 0.2;
  std::mt19937_64 random(4);
  std::uniform_int_distribution<std::size_t> who(0, n - 1);  // times without memory: any of them is next
  std::vector<double> mean(steps + 1), square_mean(steps + 1);
  for (int sample = 0; sample < samples; ++sample) {
    double w = 1;
    std::vector<double> read(n, w);
    for (int t = 0; t <= steps; ++t) {
      mean[static_cast<std::size_t>(t)] += w / samples;
      square_mean[static_cast<std::size_t>(t)] += w * w / samples;
      const std::size_t worker = who(random);
      w -= alpha * read[worker];  // of f(w) = w^2/2, whose gradient is w
      read[worker] = w;
    }
  }
  double w = 1, change = 0;
  for (std::size_t t = 0; t <= steps; ++t) {
    const double error = std::sqrt(std::max(0., square_mean[t] - mean[t] * mean[t]) / samples);
    CHECK(std::abs(mean[t] - w) <= tolerance::standard_errors * error + 1e-11);  // a sum of 1e5
    // all read the first weights; from then on each step is momentum and 1/n of a gradient
    change = t == 0 ? -alpha * w : implicit_momentum(n) * change - alpha / n * w;
    w += change;
  }
}

TEST_CASE("workers under a momentum are those whose own momentum it is", "[parallelism]") {
  CHECK_THAT(staleness_cap(0.9), WithinRel(10, 1e-15));
  CHECK(staleness_cap(0) == 1);
  CHECK(implicit_momentum(1) == 0);
  CHECK(implicit_momentum(inf) == 1);
  CHECK(mean_staleness(inf) == inf);
  for (double n = 1; n < 1e6; n *= 1.7) CHECK_THAT(staleness_cap(implicit_momentum(n)), WithinRel(n, n * 1e-15));
  constexpr Argument workers{from_one}, momentum{fraction, 0.5};
  CHECK_DOMAIN(mean_staleness, workers);
  CHECK_DOMAIN(implicit_momentum, workers);
  CHECK_DOMAIN(staleness_cap, momentum);
  for (const double n : {1.5, 64., 1e5}) {
    expect_derivative([](const auto& x) { return mean_staleness(x); }, n);
    expect_derivative([](const auto& x) { return implicit_momentum(x); }, n);
    expect_derivative([](const auto& x) { return staleness_cap(x); }, 1 - 1 / n);
  }
}

/// A stage of a pipeline that is never flushed, an update of its weights after every `batch` micro-batches: the most versions it
/// holds, the most micro-batches in flight, the oldest gradient in updates; whether weights were there when they were needed.
struct Held {
  std::size_t versions = 0, in_flight = 0;
  int staleness = 0;
  bool there = true;
};

Held unflushed(int stages, int stage, int batch, bool delayed) {
  const auto order = pipeline_events::one_f_one_b(stages, 40 * std::max(batch, stages))[static_cast<std::size_t>(stage)];
  Held held;
  std::vector<std::pair<int, int>> flying;  // micro-batch, version
  int done = 0;
  // stashed: the newest weights there are. Delayed: batch b takes version b, the update of batch b makes version b + 2, so that
  // every stage takes the same and the newest is always the one before
  const auto newest = [&] { return done / batch + (delayed ? 1 : 0); };
  for (const auto& work : order) {
    if (work.kind == pipeline_events::Kind::forward) {
      const int version = delayed ? work.micro_batch / batch : newest();
      if (version > newest()) held.there = false;
      flying.emplace_back(work.micro_batch, version);
      held.in_flight = std::max(held.in_flight, flying.size());
    } else {
      const auto found = std::find_if(flying.begin(), flying.end(), [&](const auto& f) { return f.first == work.micro_batch; });
      held.staleness = std::max(held.staleness, newest() - found->second);
      flying.erase(found);
      ++done;
    }
    std::set<int> versions{newest()};
    for (const auto& [micro_batch, version] : flying) versions.insert(version);
    if (delayed) versions.insert(done / batch);  // of the micro-batches to come
    held.versions = std::max(held.versions, versions.size());
  }
  return held;
}

TEST_CASE("weights and activations in flight are those counted in pipelines that are never flushed", "[parallelism]") {
  for (int p = 1; p <= 9; ++p)
    for (int i = 0; i < p; ++i) {
      const Held stashed = unflushed(p, i, 1, false);
      CHECK(static_cast<double>(stashed.versions) == weight_versions(WeightSchedule::stashed, p, i));
      CHECK(static_cast<double>(stashed.in_flight) == in_flight_micro_batches(Schedule::stashed, p, 1, i));
      CHECK(stashed.staleness == p - i - 1);  // stage 0: p - 1
      CHECK(weight_versions(WeightSchedule::flushed, p, i) == 1);
      for (int m = p; m <= 3 * p; ++m) {
        const Held two = unflushed(p, i, m, true);
        CHECK(two.there);
        CHECK(static_cast<double>(two.versions) == weight_versions(WeightSchedule::two_buffered, p, i));
        CHECK(static_cast<double>(two.in_flight) == in_flight_micro_batches(Schedule::two_buffered, p, m, i));
        CHECK(two.staleness == 1);
      }
      if (p > 3) CHECK_FALSE(unflushed(p, 0, p - 2, true).there);
    }
  CHECK(std::isnan(in_flight_micro_batches(Schedule::two_buffered, 4, 3)));
  CHECK(std::isnan(bubble_of_ideal(Schedule::two_buffered, 4, 3)));
}

TEST_CASE("a pipeline that is never flushed has no bubble", "[parallelism]") {
  for (int p = 1; p <= 6; ++p) {
    const auto makespan = [&](int m) {
      return pipeline_events::simulate(pipeline_events::one_f_one_b(p, m), 1, {1, 2, 0, 0}).makespan;
    };
    // of a stream: what each further micro-batch takes
    const double each = (makespan(60) - makespan(20)) / 40;
    for (const Schedule schedule : {Schedule::stashed, Schedule::two_buffered}) {
      CHECK_THAT(each, WithinRel(3 + bubble_time(schedule, p, 1, 2), 1e-12));
      CHECK(bubble_of_ideal(schedule, p, 8) == 0);
      CHECK(std::isnan(bubble_time(schedule, p, 1, 2, 2)));
      CHECK(std::isnan(transfer_exposed_time(schedule, 4, 8, 0.1)));
    }
  }
}

TEST_CASE("weight versions answer for stages that there are", "[parallelism]") {
  const auto stashed = [](double p, double stage) { return weight_versions(WeightSchedule::stashed, p, stage); };
  CHECK_DOMAIN(stashed, {whole({.lower = 3, .open_above = true}), 4}, {whole({.lower = 0, .upper = 3}), 2});
  CHECK(to_word(from_word<WeightSchedule>("weight_versions", "schedule", "two_buffered")) == "two_buffered");
  CHECK_THROWS_AS(from_word<WeightSchedule>("weight_versions", "schedule", "1f1b"), InvalidArgument);
}

}  // namespace
