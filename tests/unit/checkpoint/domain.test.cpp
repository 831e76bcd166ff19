// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/checkpoint/elastic.hpp>
#include <scaling_limits/checkpoint/ettr.hpp>
#include <scaling_limits/checkpoint/goodput.hpp>
#include <scaling_limits/checkpoint/just_in_time.hpp>
#include <scaling_limits/checkpoint/multilevel.hpp>
#include <scaling_limits/checkpoint/renewal.hpp>
#include <scaling_limits/checkpoint/segment.hpp>
#include <scaling_limits/checkpoint/verified.hpp>
#include <scaling_limits/failures/exponential_law.hpp>

#include "support/domain.hpp"
#include "support/tables.hpp"

using namespace scaling_limits;
using namespace scaling_limits::checkpoint;
using namespace scaling_limits::testing;

TEST_CASE("kernels of checkpoints answer up to the ends of their domains and not beyond", "[checkpoint]") {
  constexpr Argument amount{from_zero, 0.25}, positive_amount{above_zero, 0.25}, share{closed_fraction, 0.5};
  CHECK_DOMAIN(ettr_lower_bound, amount, amount, amount, amount, amount, positive_amount);
  CHECK_DOMAIN(ettr, amount, amount, amount, amount, amount);
  CHECK_DOMAIN(ettr_exact, amount, amount, amount, amount, amount, amount, positive_amount);

  CHECK_DOMAIN(replicas_present, amount, {from_one}, {Range{.lower = 0, .upper = 8}}, {Range{.lower = 2}, 8});
  CHECK_DOMAIN(elastic_goodput, amount, {from_one}, {Range{.lower = 0, .upper = 8}}, {Range{.lower = 2}, 8});

  const auto in_time = [](double rate, double saved, double write, double save, double restart, double down, double step) {
    return just_in_time_interval(JustInTimeSaving<double>{rate, saved, write, save, restart, down, step});
  };
  CHECK_DOMAIN(in_time, amount, share, amount, amount, amount, amount, amount);

  const auto renewal = [](double interval, double write, double latency, double restart, double down) {
    return renewal_goodput(interval, write, failures::Exponential<>{4.}, latency, restart, down);
  };
  CHECK_DOMAIN(renewal, {Range{.lower = 0.25}, 1}, amount, {Range{.lower = 0, .upper = 1}, 0.25}, amount, amount);

  CHECK_DOMAIN(verified_segment_time, {whole({.lower = 1}), 2}, amount, amount, amount, amount, amount, amount, amount,
               {Range{.lower = 0, .upper = 1, .open_below = true}, 0.5});
  for (const double recall : {0.5, 1.0}) CHECK(verified_segment_time(inf, 1, 1, 1, 1e-3, 1e-3, 1, 1, recall) == inf);
  const auto chunks_of_the_best = [](auto... x) { return verified_optimum(x...).chunks; };
  CHECK_DOMAIN(chunks_of_the_best, amount, amount, amount, amount, amount, amount,
               {Range{.lower = 0, .upper = 1, .open_below = true}, 0.5});

  const auto best = [](double write, double rate, double restart, double down, double latency, double slowdown) {
    return best_interval(Saving<double>{write, rate, restart, down, latency, slowdown});
  };
  CHECK_DOMAIN(best, amount, amount, amount, amount, amount, {fraction, 0.5});
}

TEST_CASE("the fields of a level are within the bounds that are written here", "[checkpoint]") {
  CHECK(table_of<checkpoint::SeverityLevel<>>() ==
        "write_time = nan [s]: >= 0 and finite\n"
        "restart_time = 0 [s]: >= 0 and finite\n"
        "failure_rate = nan [1/s]: >= 0 and finite\n");
}
