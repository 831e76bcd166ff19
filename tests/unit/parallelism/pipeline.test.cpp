// SPDX-License-Identifier: Apache-2.0
// Bubbles, transfers and live micro-batches against an event simulation of each schedule's own order of work.
#include <scaling_limits/parallelism/pipeline.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>

#include "support/pipeline_events.hpp"

namespace {

using namespace scaling_limits;
using namespace scaling_limits::parallelism;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

using namespace pipeline_events;

constexpr double exact = 1e-12;  // sums of a few thousand terms

/// Zero bubble by hand: forwards ahead, input gradients as they come, weight gradients put off to fill the end.
/// Stage s holds back s (H1) or 2 s (H2) weight gradients; H2 also runs twice the forwards ahead.
Order zero_bubble(int p, int m, bool second) {
  Order order(p);
  for (int s = 0; s < p; ++s) {
    int f = 0, b = 0, w = 0;
    const int ahead = second ? 2 * (p - s) - 1 : p - s, held = second ? 2 * s : s;
    while (f < std::min(ahead, m)) order[s].push_back({Kind::forward, f++, 0});
    while (b < m) {
      order[s].push_back({Kind::backward, b++, 0});
      if (b - w > held) order[s].push_back({Kind::weight, w++, 0});
      if (f < m) order[s].push_back({Kind::forward, f++, 0});
    }
    while (w < m) order[s].push_back({Kind::weight, w++, 0});
  }
  return order;
}

TEST_CASE("GPipe and 1F1B bubbles equal the event simulation for any number of micro-batches", "[parallelism]") {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> time(0.1, 3);
  for (int i = 0; i < 300; ++i) {
    const int p = 1 + static_cast<int>(random() % 9), m = 1 + static_cast<int>(random() % 40);
    const double f = time(random), b = time(random);
    const double expected = m * (f + b) + bubble_time(Schedule::gpipe, p, f, b);
    CHECK_THAT(simulate(gpipe(p, m), 1, {f, b, 0, 0}).makespan, WithinRel(expected, exact));
    CHECK_THAT(simulate(one_f_one_b(p, m), 1, {f, b, 0, 0}).makespan, WithinRel(expected, exact));
    CHECK_THAT(bubble_of_ideal(Schedule::one_f_one_b, p, m, 1, f, b),
               WithinRel((expected - m * (f + b)) / (m * (f + b)), exact) || WithinAbs(0, 0));
  }
}

TEST_CASE("the interleaved bubble equals the event simulation where p divides m", "[parallelism]") {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> time(0.1, 3);
  for (int i = 0; i < 300; ++i) {
    const int p = 2 + static_cast<int>(random() % 7), m = p * (1 + static_cast<int>(random() % 5)),
              v = 1 + static_cast<int>(random() % 4);
    const double f = time(random), b = time(random);
    const double expected = m * (f + b) + bubble_time(Schedule::interleaved, p, f, b, v);
    CHECK_THAT(simulate(interleaved(p, m, v), v, {f / v, b / v, 0, 0}).makespan, WithinRel(expected, exact));
  }
}

TEST_CASE("zero-bubble spans equal the simulated hand-made order where the three parts take equal time", "[parallelism]") {
  for (int p = 2; p <= 9; ++p)
    for (int m = 2 * p; m < 4 * p; ++m)
      for (const double unit : {1.0, 0.3}) {
        const Times t{unit, unit, unit, 0};
        const double ideal = m * 3 * unit;
        CHECK_THAT(simulate(zero_bubble(p, m, false), 1, t).span,
                   WithinRel(ideal + bubble_time(Schedule::zb_h1, p, unit, 2 * unit, 1, unit), exact));
        CHECK_THAT(simulate(zero_bubble(p, m, true), 1, t).span,
                   WithinRel(ideal + bubble_time(Schedule::zb_h2, p, unit, 2 * unit, 1, unit), exact));
      }
}

TEST_CASE("exposed transfers equal the event simulation", "[parallelism]") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> time(0.5, 3), share(0, 1);
  for (int i = 0; i < 300; ++i) {
    const int p = 2 + static_cast<int>(random() % 7), m = p * (1 + static_cast<int>(random() % 6)),
              v = 2 + static_cast<int>(random() % 3);
    const double f = time(random), b = time(random), any = 4 * share(random), hidden = share(random) * std::min(f, b) / v;
    const double ideal = m * (f + b) + (p - 1) * (f + b);
    CHECK_THAT(simulate(gpipe(p, m), 1, {f, b, 0, any}).makespan,
               WithinRel(ideal + transfer_exposed_time(Schedule::gpipe, p, m, any), exact));
    CHECK_THAT(simulate(one_f_one_b(p, m), 1, {f, b, 0, any}).makespan,
               WithinRel(ideal + transfer_exposed_time(Schedule::one_f_one_b, p, m, any), exact));
    const double interleaved_ideal = m * (f + b) + bubble_time(Schedule::interleaved, p, f, b, v);
    CHECK_THAT(simulate(interleaved(p, m, v), v, {f / v, b / v, 0, hidden}).makespan,
               WithinRel(interleaved_ideal + transfer_exposed_time(Schedule::interleaved, p, m, hidden, v), exact));
    CHECK(simulate(interleaved(p, m, v), v, {f / v, b / v, 0, any}).makespan >=
          (interleaved_ideal + transfer_exposed_time(Schedule::interleaved, p, m, any, v)) * (1 - exact));
  }
}

TEST_CASE("a last incomplete round of 1F1B exposes at most what a whole one would", "[parallelism]") {
  std::mt19937 random(6);
  std::uniform_real_distribution<double> time(0.5, 3);
  for (int i = 0; i < 300; ++i) {
    const int p = 2 + static_cast<int>(random() % 7), m = 1 + static_cast<int>(random() % 30);
    const double f = time(random), b = time(random), x = 0.3 * time(random), rounds = std::ceil(static_cast<double>(m) / p);
    const double bound = (m + p - 1) * (f + b) + transfer_exposed_time(Schedule::one_f_one_b, p, rounds * p, x);
    CHECK(simulate(one_f_one_b(p, m), 1, {f, b, 0, x}).makespan <= bound * (1 + exact));
  }
}

TEST_CASE("live micro-batches equal those counted in the orders", "[parallelism]") {
  for (int p = 2; p <= 8; ++p)
    for (int m = p; m <= 4 * p; m += p)
      for (int stage = 0; stage < p; ++stage) {
        const auto alive = [&](const Order& order, int chunks, double weight) {
          return simulate(order, chunks, {1, 1, weight, 0}).most_alive[stage];
        };
        CHECK_THAT(alive(gpipe(p, m), 1, 0), WithinAbs(in_flight_micro_batches(Schedule::gpipe, p, m, stage), 0));
        CHECK_THAT(alive(one_f_one_b(p, m), 1, 0), WithinAbs(in_flight_micro_batches(Schedule::one_f_one_b, p, m, stage), 0));
        CHECK_THAT(alive(interleaved(p, m, 3), 3, 0),
                   WithinRel(in_flight_micro_batches(Schedule::interleaved, p, m, stage, 3), exact));
        CHECK(alive(zero_bubble(p, m, false), 1, 1) <= in_flight_micro_batches(Schedule::zb_h1, p, m, stage));
        CHECK(alive(zero_bubble(p, m, true), 1, 1) <= in_flight_micro_batches(Schedule::zb_h2, p, m, stage));
      }
}

TEST_CASE("check values of the pipeline formulas", "[parallelism]") {
  CHECK(bubble_of_ideal(Schedule::one_f_one_b, 8, 32) == 0.21875);
  CHECK_THAT(bubble_of_total(Schedule::one_f_one_b, 8, 32), WithinAbs(0.179487, 5e-7));      // printed digits
  CHECK_THAT(bubble_of_ideal(Schedule::interleaved, 8, 32, 3), WithinAbs(0.0729167, 5e-8));  // printed digits
  CHECK_THAT(bubble_of_total(Schedule::interleaved, 8, 32, 3), WithinAbs(0.0679612, 5e-8));  // printed digits
  CHECK_THAT(bubble_time(Schedule::dualpipe, 16, 1.0, 2.0, 1, 1.0), WithinAbs(7 * (3.0 + 2.0 - 3.0), 0));
  CHECK_THAT(bubble_time(Schedule::dualpipe, 16, 1.0, 2.0, 1, 1.0, 2.5), WithinAbs(7 * (2.5 + 2.0 - 3.0), 0));
  CHECK(bubble_time(Schedule::zb_h2, 8, 1.0, 2.0) == 0);
}

TEST_CASE("two pipelines of opposite ways hold one micro-batch more than there are stages", "[parallelism]") {
  // DeepSeek-V3, Table 2: activations of PP + 1
  CHECK(in_flight_micro_batches(Schedule::dualpipe, 16, 64) == 17);
  CHECK(in_flight_micro_batches(Schedule::dualpipe, 16, 12) == 12);
}

TEST_CASE("what has no schedule or no closed form is NaN", "[parallelism]") {
  CHECK(std::isnan(bubble_time(Schedule::dualpipe, 7, 1.0, 2.0)));
  CHECK(std::isnan(bubble_time(Schedule::one_f_one_b, 8, 1.0, 2.0, 2)));
  CHECK(std::isnan(bubble_time(Schedule::one_f_one_b, 2.5, 1.0, 2.0)));
  CHECK(std::isnan(bubble_time(Schedule::one_f_one_b, 8, -1.0, 2.0)));
  for (const Schedule any : {Schedule::gpipe, Schedule::one_f_one_b, Schedule::zb_h1, Schedule::zb_h2, Schedule::dualpipe})
    CHECK(std::isnan(bubble_time(any, 8, 1.0, 2.0, 1, 1.0, -5e-324)));  // even where nothing overlaps
  CHECK(std::isnan(bubble_of_ideal(Schedule::interleaved, 8, 33, 3)));
  CHECK(std::isnan(transfer_exposed_time(Schedule::one_f_one_b, 8, 33, 0.1)));
  CHECK(std::isnan(transfer_exposed_time(Schedule::zb_h1, 8, 32, 0.1)));
  CHECK(transfer_exposed_time(Schedule::one_f_one_b, 1, 33, 0.1) == 0);
  CHECK_THROWS_AS(from_word<Schedule>("step", "schedule", "2f2b"), InvalidArgument);
  CHECK(to_word(from_word<Schedule>("step", "schedule", "1f1b")) == "1f1b");
}

}  // namespace
