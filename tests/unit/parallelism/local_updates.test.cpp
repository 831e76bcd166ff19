// SPDX-License-Identifier: Apache-2.0
// Replicas that exchange every H steps, against a play of their fragments on one link.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <deque>
#include <random>

#include "scaling_limits/network/collectives.hpp"
#include "scaling_limits/parallelism/local_updates.hpp"

using namespace scaling_limits;
using namespace scaling_limits::parallelism;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// Share of the time in steps: every H/F steps a fragment goes on the link, one after the other; training stops where one that
/// is due is not there.
double played(int steps_between, int fragments, int due_after, double step_time, double exchange_time) {
  struct Fragment {
    double there;
    int due;
  };
  std::deque<Fragment> sent;
  double now = 0, link_free = 0;
  const int every = steps_between / fragments, warm = 50 * steps_between, all = warm + 400 * steps_between;
  double from = 0;
  for (int step = 1; step <= all; ++step) {
    now += step_time;
    if (step % every == 0) {
      link_free = (std::max)(link_free, now) + exchange_time / fragments;
      sent.push_back({link_free, step + due_after});
    }
    while (!sent.empty() && sent.front().due <= step) now = (std::max)(now, sent.front().there), sent.pop_front();
    if (step == warm) from = now;
  }
  return (all - warm) * step_time / (now - from);
}

double ring(double sites, double bytes, double bandwidth, double latency, double fragments) {
  return network::ring_all_reduce_time(sites, bytes, latency * fragments, bandwidth);
}

}  // namespace

TEST_CASE("local updates are the sheet's", "[parallelism]") {
  CHECK_THAT(local_update_utilization(100, 6, ring(2, 810e9, 125e9, 0.03, 1)), WithinRel(0.98921753, 1e-8));
  CHECK_THAT(local_update_utilization(1, 6, ring(2, 810e9, 125e9, 0.03, 1)), WithinRel(0.47846890, 1e-8));
  CHECK_THAT(local_update_utilization(500, 0.8, ring(8, 20e9, 0.125e9, 0.1, 1)), WithinRel(0.58702671, 1e-8));
  CHECK_THAT(local_update_utilization(24, 1, ring(4, 18e9, 1.25e9, 0.05, 24), 24, 1), WithinRel(0.83333333, 1e-8));
  CHECK_THAT(local_update_utilization(100, 2, ring(4, 200e9, 1e9, 0.02, 10), 10, 5), WithinRel(0.49850449, 1e-8));
  CHECK_THAT(bandwidth_for_utilization(0.9, 1, 6, 810e9, 2, 0.03), WithinRel(1335.1648e9, 1e-7));
  CHECK_THAT(bandwidth_for_utilization(0.9, 100, 6, 810e9, 2, 0.03), WithinRel(12.160945e9, 1e-7));
  CHECK_THAT(bandwidth_for_utilization(0.9, 100, 6, 810e9, 2, 0.03, 20, 2), WithinRel(2.6516805e9, 1e-7));
}

// Charles et al., 2025, appendix: an exchange among R/M chips in every step, one among all R every H steps. What W bit/s a chip
// and 16 bits a parameter are there are rings of 2 bytes at W/8 here; its latency is of an exchange, not of a hop.
TEST_CASE("the published wall-clock model is two rings", "[parallelism]") {
  const double parameters = 1e10, chips = 1024, replicas = 2, flops = 3e14, exchange_steps = 50, steps = 2e11 / 910534;
  const auto ring_of = [&](double ranks, double bits, double latency) {
    return network::ring_all_reduce_time(ranks, 2 * parameters, 0.0, bits / 8) + latency;
  };
  const double compute = 6 * parameters * 2e11 / (chips * flops);
  const double inner = ring_of(chips / replicas, 3.2e12, 1e-6), outer = ring_of(chips, 1e11, 1e-3);
  CHECK_THAT(compute, WithinRel(39062.5, 1e-12));
  CHECK_THAT(steps * inner, WithinRel(21922.451, 5e-8));
  CHECK_THAT(steps * outer / exchange_steps, WithinRel(14048.350, 5e-8));
  // the outer one as local updates have it: what it adds to steps that hold the inner one
  const double step = compute / steps + inner;
  CHECK_THAT(steps * step / local_update_utilization(exchange_steps, step, outer),
             WithinRel(39062.5 + 21922.451 + 14048.350, 5e-8));
}

TEST_CASE("fragments on a serial link wait as the closed form says", "[parallelism]") {
  std::mt19937_64 random(5);
  for (int i = 0; i < 300; ++i) {
    const int fragments = 1 + static_cast<int>(random() % 12), every = 1 + static_cast<int>(random() % 12);
    const int steps = fragments * every, due = static_cast<int>(random() % (2 * static_cast<unsigned>(every) + 1));
    const double step = std::exp(std::uniform_real_distribution<>(-3, 3)(random));
    const double exchange = steps * step * std::exp(std::uniform_real_distribution<>(-4, 1.5)(random));
    CAPTURE(steps, fragments, due, step, exchange);
    CHECK_THAT(local_update_utilization(steps, step, exchange, fragments, due),
               WithinAbs(played(steps, fragments, due, step, exchange), 1e-3));
  }
}

TEST_CASE("the bandwidth for a utilisation gives it", "[parallelism]") {
  std::mt19937_64 random(6);
  const auto log_between = [&](double low, double high) {
    return std::exp(std::uniform_real_distribution<>(std::log(low), std::log(high))(random));
  };
  int reached = 0;
  for (int i = 0; i < 300; ++i) {
    const double steps = std::floor(log_between(1, 1000)), fragments = std::floor(log_between(1, steps)),
                 step = log_between(0.1, 60);
    const double due = std::floor(log_between(1, 10)) - 1, bytes = log_between(1e9, 1e13),
                 sites = std::floor(log_between(2, 60));
    const double latency = log_between(1e-4, 0.3), u = std::uniform_real_distribution<>(0.2, 1)(random);
    const double bandwidth = bandwidth_for_utilization(u, steps, step, bytes, sites, latency, fragments, due);
    CAPTURE(steps, fragments, step, due, bytes, sites, latency, u, bandwidth);
    if (bandwidth == inf) {  // latency alone: an unlimited link does not reach it
      CHECK(local_update_utilization(steps, step, ring(sites, bytes, inf, latency, fragments), fragments, due) <=
            u * (1 + 1e-12));
      continue;
    }
    ++reached;
    CHECK_THAT(local_update_utilization(steps, step, ring(sites, bytes, bandwidth, latency, fragments), fragments, due),
               WithinRel(u, 1e-9));
  }
  CHECK(reached > 100);
}

TEST_CASE("local updates out of range are none, one site needs no link", "[parallelism]") {
  CHECK(bandwidth_for_utilization(0.9, 100, 6, 810e9, 1) == 0);
  CHECK(bandwidth_for_utilization(1, 100, 6, 810e9, 2) == inf);
  CHECK(local_update_utilization(100, 6, 0) == 1);
  CHECK(local_update_utilization(100, 6, inf) == 0);
  for (const auto& [h, t, k, f, o] : {std::array{0.5, 6., 1., 1., 0.},
                                      {100., 0., 1., 1., 0.},
                                      {100., 6., -1., 1., 0.},
                                      {100., 6., 1., 101., 0.},
                                      {100., 6., 1., 0., 0.},
                                      {100., 6., 1., 1., -1.},
                                      {NaN, 6., 1., 1., 0.}})
    CHECK(std::isnan(local_update_utilization(h, t, k, f, o)));
  for (const auto& [u, h, m] : {std::array{0., 100., 2.}, {1.1, 100., 2.}, {0.9, 0., 2.}, {0.9, 100., 0.5}, {NaN, 100., 2.}})
    CHECK(std::isnan(bandwidth_for_utilization(u, h, 6, 810e9, m)));
}
