// SPDX-License-Identifier: Apache-2.0
// Successive halving against an enumeration of who works when, against an event simulation of its asynchronous form, and
// against the smooth form where nothing is rounded.
#include <scaling_limits/search/halving.hpp>
#include <scaling_limits/search/successive_halving.hpp>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cstdint>
#include <queue>
#include <set>
#include <vector>

#include "support/derivatives.hpp"
#include "support/domain.hpp"
#include "support/reference.hpp"
#include "support/tolerance.hpp"

using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using namespace scaling_limits;
using namespace scaling_limits::search;
using namespace scaling_limits::testing;

namespace {

/// Rung by rung, each trial goes to the worker that is free first: when the last is done, and all that was worked.
std::pair<std::int64_t, std::int64_t> enumerated(std::int64_t trials, std::int64_t eta, int rungs, std::size_t workers,
                                                 std::int64_t budget, bool resume) {
  std::int64_t now = 0, worked = 0, done = 0;
  for (int k = 0; k <= rungs; ++k, trials /= eta, budget *= eta) {
    std::multiset<std::int64_t> free;
    for (std::size_t w = 0; w < workers; ++w) free.insert(now);
    for (std::int64_t i = 0; i < trials; ++i) {
      const std::int64_t end = *free.begin() + budget - done;
      worked += budget - done;
      free.erase(free.begin());
      free.insert(end);
    }
    now = *free.rbegin();
    if (resume) done = budget;
  }
  return {now, worked};
}

struct Asynchronous {
  double first = inf;      // when the first trial of the largest budget is done
  std::int64_t count = 0;  // how many are, at the end
};
/// A free worker takes the best trial that is in the best 1/eta of its rung and not promoted yet, of the highest rung; else a new
/// one. Times in units of the smallest budget.
Asynchronous simulated(std::size_t workers, int eta, int rungs, double until, bool resume, std::uint64_t seed) {
  struct Job {
    double end;
    int rung;
    double score;
    bool operator<(const Job& other) const { return end > other.end; }
  };
  Sampler random(seed);
  struct Rung {
    std::vector<double> finished{};                   // scores, falling
    std::set<double, std::greater<>> not_promoted{};  // of these
  };
  std::vector<Rung> ladder(static_cast<std::size_t>(rungs) + 1);
  std::priority_queue<Job> running;
  Asynchronous found;
  const auto time_of = [&](int rung) {
    const double whole = std::pow(eta, rung);
    return resume && rung > 0 ? whole - whole / eta : whole;
  };
  const auto start = [&](double now) {
    for (int k = rungs - 1; k >= 0; --k) {
      auto& [finished, not_promoted] = ladder[static_cast<std::size_t>(k)];
      if (not_promoted.empty()) continue;
      const double best = *not_promoted.begin();
      const auto better = std::lower_bound(finished.begin(), finished.end(), best, std::greater<>()) - finished.begin();
      if (better >= static_cast<std::ptrdiff_t>(finished.size() / static_cast<std::size_t>(eta))) continue;
      not_promoted.erase(not_promoted.begin());
      running.push({now + time_of(k + 1), k + 1, best});
      return;
    }
    running.push({now + time_of(0), 0, random.uniform(0, 1)});
  };
  for (std::size_t w = 0; w < workers; ++w) start(0);
  while (running.top().end <= until) {
    const double now = running.top().end;
    std::size_t idle = 0;
    for (; !running.empty() && running.top().end == now; ++idle) {  // all that end together, then all that start
      const Job job = running.top();
      running.pop();
      auto& [finished, not_promoted] = ladder[static_cast<std::size_t>(job.rung)];
      finished.insert(std::lower_bound(finished.begin(), finished.end(), job.score, std::greater<>()), job.score);
      not_promoted.insert(job.score);
      if (job.rung == rungs) found.first = std::min(found.first, now), ++found.count;
    }
    for (; idle > 0; --idle) start(now);
  }
  return found;
}

}  // namespace

TEST_CASE("halving in step takes as long as its trials, worked off one by one", "[search]") {
  Sampler random(11);
  for (int i = 0; i < 300; ++i) {
    const auto eta = static_cast<std::int64_t>(2 + random.index(4));
    const int rungs = static_cast<int>(random.index(5));
    std::int64_t least = 1;
    for (int k = 0; k < rungs; ++k) least *= eta;
    const auto trials = least + static_cast<std::int64_t>(random.index(600));
    const std::size_t workers = 1 + random.index(40);
    const auto budget = static_cast<std::int64_t>(1 + random.index(5));
    for (const bool resume : {false, true}) {
      const auto [time, worked] = enumerated(trials, eta, rungs, workers, budget, resume);
      CAPTURE(trials, eta, rungs, workers, budget, resume);
      CHECK(halving_time(trials, eta, rungs, workers, budget, resume) == static_cast<double>(time));
      CHECK_THAT(halving_efficiency(trials, eta, rungs, workers, budget, resume),
                 WithinRel(static_cast<double>(worked) / static_cast<double>(time) / static_cast<double>(workers), 1e-15));
    }
  }
}

TEST_CASE("where nothing is rounded the smooth form is the efficiency", "[search]") {
  for (const int eta : {2, 3, 4, 7})
    for (int rungs = 0; rungs <= 4; ++rungs)
      for (const int share : {1, 2, 5, 12}) {
        const double last = share, trials = last * std::pow(eta, rungs);
        for (int workers = 1; workers <= share; ++workers)
          if (share % workers == 0)  // W divides every n_k
            CHECK(smooth_halving_efficiency(workers, trials, eta, rungs) == halving_efficiency(trials, eta, rungs, workers));
        // on as many workers as a rung has trials, or more than all: whole waves again, at least one
        for (const bool resume : {false, true}) {
          for (int k = 0; k <= rungs + 1; ++k) {
            const double workers = last * std::pow(eta, k);
            CAPTURE(eta, rungs, share, workers, resume);
            CHECK_THAT(smooth_halving_efficiency(workers, trials, eta, rungs, resume),
                       WithinRel(halving_efficiency(trials, eta, rungs, workers, 1, resume), 4e-15));
          }
          // with a worker for every trial all time is that of the rungs one by one
          const auto [time, worked] =
              enumerated(static_cast<std::int64_t>(trials), eta, rungs, static_cast<std::size_t>(trials), 1, resume);
          CHECK_THAT(most_useful_workers(trials, eta, rungs, resume),
                     WithinRel(static_cast<double>(worked) / static_cast<double>(time), 4e-15));
        }
      }
  // rounding up costs: never more than smooth
  Sampler random(3);
  for (int i = 0; i < 300; ++i) {
    const double trials = 64 * static_cast<double>(1 + random.index(20)), workers = 1 + random.uniform(0, 300);
    CHECK(halving_efficiency(trials, 4, 3, workers) <= smooth_halving_efficiency(workers, trials, 4, 3) * (1 + 1e-15));
  }
}

TEST_CASE("256 trials in step are worth less than four workers", "[search]") {
  CHECK(halving_efficiency(256, 4, 4, 4) == 0.625);
  CHECK_THAT(halving_efficiency(256, 4, 4, 16), WithinAbs(0.21739130, 5e-9));  // printed digits
  CHECK_THAT(smooth_halving_efficiency(5.6, 256, 4, 4), WithinRel(0.5, 1e-15));
  CHECK(halving_time(256, 4, 4, 1) == 1280);
  CHECK(halving_time(256, 4, 4, inf) == 341);
  double most = 0;
  for (double workers = 1; workers < 1e6; workers *= 1.1) {
    const double worth = workers * smooth_halving_efficiency(workers, 256, 4, 4);
    CHECK(worth >= most * (1 - 1e-15));  // it never falls
    most = worth;
  }
  CHECK_THAT(most, WithinAbs(3.7536657, 5e-8));  // printed digits
  CHECK_THAT(most, WithinRel(1280. / 341, 1e-14));
  CHECK_THAT(most_useful_workers(256, 4, 4), WithinRel(1280. / 341, 1e-15));
  CHECK(most_useful_workers(256, 4, 4, true) == 4);  // 256 (1 + 4 x 3/4)/256: the time of one trial from its start to its end
  CHECK(smooth_halving_efficiency(inf, 256, 4, 4) == 0);
  CHECK(halving_efficiency(256, 4, 4, inf) == 0);
  CHECK(smooth_halving_efficiency(0, 256, 4, 4) == 1);
}

TEST_CASE("a halving counts in seconds what its kernels count in budgets", "[search]") {
  for (const bool resume : {false, true}) {
    const Halving pool{.trials = 256, .reduction = 4, .rungs = 4, .resume = resume ? 1. : 0.};
    CHECK_NOTHROW(pool.validate());
    const double budget = 600;
    for (const double workers : {1., 4., 7., 16., 256.}) {
      const auto [time, worked] = enumerated(256, 4, 4, static_cast<std::size_t>(workers), 600, resume);
      CHECK(pool.time(workers, budget) == static_cast<double>(time));
      CHECK_THAT(pool.useful_workers(workers), WithinRel(static_cast<double>(worked) / static_cast<double>(time), 1e-15));
      CHECK(pool.useful_workers(workers) <= pool.most_useful_workers() * (1 + 1e-15));
      CHECK(pool.results_per_time(workers, budget) == results_per_time(workers, 4, 4, resume) / (256 * budget));
    }
    CHECK(pool.largest_budget(budget) == 256 * budget);
    CHECK(pool.first_workers() == 256);
    CHECK_THAT(pool.first_result(1), WithinRel(simulated(256, 4, 4, 512, resume, 5).first, 1e-12));
  }
  CHECK_THROWS_AS((Halving{.trials = 255, .reduction = 4, .rungs = 4}.validate()), DomainError);
  CHECK_THROWS_AS((Halving{.trials = 256, .reduction = 1.5, .rungs = 4}.validate()), DomainError);
  CHECK_THROWS_AS((Halving{.trials = 256, .reduction = 4, .rungs = 1.5}.validate()), DomainError);
  CHECK_THROWS_AS((Halving{.trials = 256, .reduction = 4, .rungs = 4, .resume = 2}.validate()), DomainError);
  CHECK_THROWS_AS((Halving{.trials = 256}.validate()), DomainError);
}

TEST_CASE("asynchronous halving starts and goes on as a simulation of it does", "[search]") {
  CHECK_THAT(9 * first_result(3, 2), WithinRel(13., 1e-15));  // the example of Li et al. 2020
  CHECK(first_result(4, 4) == 1.33203125);
  CHECK(first_result(4, 4, true) == 1);
  for (const auto& [eta, rungs] : {std::pair{2, 3}, {3, 2}, {4, 2}, {2, 5}}) {
    const double largest = std::pow(eta, rungs);
    for (const bool resume : {false, true})
      for (const double more : {1., 1.5, 4.}) {
        const auto workers = static_cast<std::size_t>(more * largest);
        CAPTURE(eta, rungs, resume, workers);
        CHECK_THAT(simulated(workers, eta, rungs, 2 * largest, resume, 5).first / largest,
                   WithinRel(first_result(eta, rungs, resume), 1e-12));
      }
    CHECK(first_result(eta, rungs) < 2);
  }
  for (const bool resume : {false, true})
    for (const auto& [eta, rungs, workers] : {std::tuple{3, 2, 9}, {2, 3, 20}, {4, 2, 30}}) {
      const double largest = std::pow(eta, rungs), periods = 40;
      const auto w = static_cast<std::size_t>(workers);
      const auto early = simulated(w, eta, rungs, 20 * largest, resume, 9);
      const auto late = simulated(w, eta, rungs, (20 + periods) * largest, resume, 9);
      const double rate = static_cast<double>(late.count - early.count) / periods;
      CAPTURE(eta, rungs, workers, resume, rate);
      CHECK(rate > 0.98 * results_per_time(workers, eta, rungs, resume));  // counts of some hundreds
      CHECK(rate < 1.25 * results_per_time(workers, eta, rungs, resume));
    }
  CHECK(results_per_time(10, 4, 4) == 2);
  CHECK(results_per_time(8, 4, 4, true) == 2);
}

TEST_CASE("halving has derivatives and ends", "[search]") {
  for (const double workers : {0.5, 3., 7., 20., 300.}) {
    expect_derivative([](const auto& x) { return smooth_halving_efficiency(x, 256, 4, 4); }, workers);
    expect_derivative([&](const auto& x) { return smooth_halving_efficiency(workers, x, 4, 3); }, 250);
    expect_derivative([&](const auto& x) { return smooth_halving_efficiency(workers, 250, x, 3); }, 4);
    expect_derivative([&](const auto& x) { return smooth_halving_efficiency(x, 256, 4, 4, true); }, workers);
    expect_derivative([&](const auto& x) { return smooth_halving_efficiency(workers, 250, x, 3, true); }, 4);
    expect_derivative([&](const auto& x) { return halving_time(100, 3, 3, workers + 1, x); }, 4);
    expect_derivative([&](const auto& x) { return halving_time(100, x, 3, workers + 1, 2, true); }, 2.6);
    expect_derivative([](const auto& x) { return results_per_time(x, 3, 2, true); }, workers);
  }
  expect_derivative([](const auto& x) { return results_per_time(4, x, 2, true); }, 3);
  expect_derivative([](const auto& x) { return first_result(x, 3); }, 3);
  for (const bool resume : {false, true}) {
    expect_derivative([&](const auto& x) { return most_useful_workers(x, 4, 3, resume); }, 250);
    expect_derivative([&](const auto& x) { return most_useful_workers(250, x, 3, resume); }, 4);
  }

  constexpr Argument eta{reductions, 3}, rungs{whole(not_negative), 2}, some{from_one, 7, 4};
  check_domain("halving_time", [](double n, double e, double s, double w, double r) { return halving_time(n, e, s, w, r); },
               {{Range{.lower = 3, .open_above = true}, 20, 5},
                {Range{.lower = 2, .upper = 20}, 3, 2.5},
                {Range{.lower = 0, .upper = 2, .whole = true}, 1},
                some,
                {not_negative, 1}});
  CHECK(std::isnan(halving_time(8, 3, 2, 1)));
  CHECK(std::isnan(halving_efficiency(8, 3, 2, 1)));
  CHECK(std::isnan(halving_efficiency(9, 3, 2, 1, -1)));
  CHECK(halving_efficiency(9, 3, 2, 1, 0) == 1);
  CHECK(std::isnan(smooth_halving_efficiency(1, 8.9, 3, 2)));
  CHECK(smooth_halving_efficiency(1, 9, 3, 2) == 1);
  CHECK(std::isnan(smooth_halving_efficiency(-1, 9, 3, 2)));
  CHECK(std::isnan(smooth_halving_efficiency(1, 9, 1.9, 2)));
  CHECK(std::isnan(smooth_halving_efficiency(1, 9, 3, 1.5)));
  CHECK(most_useful_workers(9, 3, 0) == 9);
  CHECK(std::isnan(most_useful_workers(8.9, 3, 2)));
  CHECK(std::isnan(most_useful_workers(9, 1.9, 2)));
  CHECK(std::isnan(most_useful_workers(9, 3, 1.5)));
  CHECK(std::isnan(most_useful_workers(NaN, 3, 2)));
  CHECK(std::isnan(most_useful_workers(inf, 3, 2)));
  check_domain("first_result", [](double e, double s) { return first_result(e, s); }, {eta, rungs});
  check_domain("results_per_time", [](double w, double e, double s) { return results_per_time(w, e, s); },
               {{from_zero}, eta, rungs});
}
