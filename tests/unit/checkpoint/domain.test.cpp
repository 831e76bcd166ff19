// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/checkpoint/background_copy.hpp>
#include <scaling_limits/checkpoint/elastic.hpp>
#include <scaling_limits/checkpoint/ettr.hpp>
#include <scaling_limits/checkpoint/goodput.hpp>
#include <scaling_limits/checkpoint/interval.hpp>
#include <scaling_limits/checkpoint/job_time.hpp>
#include <scaling_limits/checkpoint/just_in_time.hpp>
#include <scaling_limits/checkpoint/multilevel.hpp>
#include <scaling_limits/checkpoint/multilevel_optimum.hpp>
#include <scaling_limits/checkpoint/planned.hpp>
#include <scaling_limits/checkpoint/renewal.hpp>
#include <scaling_limits/checkpoint/segment.hpp>
#include <scaling_limits/checkpoint/silent_late.hpp>
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

  constexpr Argument finite_rate{not_negative, 0.25};
  CHECK_DOMAIN(planned_loss, amount, amount, finite_rate, finite_rate, amount);
  CHECK_DOMAIN(silent_late_loss, amount, amount, finite_rate, finite_rate, amount, amount, share);
  CHECK_DOMAIN(checkpoints_to_keep, amount, positive_amount, amount, amount);

  const auto best = [](double write, double rate, double restart, double down, double latency, double slowdown) {
    return best_interval(Saving<double>{write, rate, restart, down, latency, slowdown});
  };
  CHECK_DOMAIN(best, amount, amount, amount, amount, amount, {fraction, 0.5});

  CHECK_DOMAIN(background_copy_goodput, amount, {whole({.lower = 1, .upper = 0x1p53}), 3}, amount,
               {Range{.lower = 0, .upper = 1.5}, 0.5}, amount, amount, amount, amount,
               amount);  // copies up to 3 x (0.25 + 0.25)
}

TEST_CASE("the fields of a level are within the bounds that are written here", "[checkpoint]") {
  CHECK(table_of<checkpoint::SeverityLevel<>>() ==
        "write_time = nan [s]: >= 0 and finite\n"
        "restart_time = 0 [s]: >= 0 and finite\n"
        "failure_rate = nan [1/s]: >= 0 and finite\n");
}

TEST_CASE("what is left out has the value that its documentation says", "[checkpoint]") {
  const double w = 3000, c = 60, m = 2e4;
  const std::vector<SeverityLevel<>> levels{{10, 20, 1e-4}, {60, 90, 1e-5}};
  CHECK(multilevel_goodput({1, 1, 2}, w, levels) == multilevel_goodput({1, 1, 2}, w, levels, 0));
  CHECK(multilevel_goodput(std::vector{1, 1, 2}, w, std::span<const SeverityLevel<>>(levels)) ==
        multilevel_goodput({1, 1, 2}, w, levels, 0));
  CHECK(multilevel_optimum(levels).goodput == multilevel_optimum(levels, 0).goodput);
  CHECK(multilevel_optimum(std::span<const SeverityLevel<>>(levels)).goodput == multilevel_optimum(levels, 0).goodput);
  const failures::Exponential<> law{m};
  CHECK(renewal_goodput(w, c, law) == renewal_goodput(w, c, law, 0, 0, 0));
  CHECK(job_time(1e6, w, c, m).mean == job_time(1e6, w, c, m, 0, 0).mean);
  CHECK(ettr_lower_bound(64, 1e-7, 300, w) == ettr_lower_bound(64, 1e-7, 300, w, 0, inf));
  CHECK(ettr(64, 1e-7, 300, w) == ettr(64, 1e-7, 300, w, 0));
  CHECK(ettr_exact(64, 1e-7, 300, w) == ettr_exact(64, 1e-7, 300, w, 0, 0, inf));
  CHECK(verified_segment_time(5, w, 2, c, 1e-5, 1e-5) == verified_segment_time(5, w, 2, c, 1e-5, 1e-5, 0, 0, 1));
  CHECK(verified_optimum(2, c, 1e-5, 1e-5).overhead == verified_optimum(2, c, 1e-5, 1e-5, 0, 0, 1).overhead);
  CHECK(saxena_interval(c, m) == saxena_interval(c, m, 0));
  CHECK(goodput(w, c, m) == goodput(w, c, m, 0, 0, 0, 0));
  CHECK(optimal_goodput(c, m) == optimal_goodput(c, m, 0, 0, 0, 0));
  CHECK(expected_segment_time(w, c, m) == expected_segment_time(w, c, m, 0, 0, Variant::complete));
}
