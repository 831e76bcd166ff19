// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/limits/cheapest_gpus.hpp>
#include <scaling_limits/limits/criteria.hpp>
#include <scaling_limits/limits/critical_batch.hpp>
#include <scaling_limits/limits/failure_load.hpp>
#include <scaling_limits/limits/hard_cap.hpp>
#include <scaling_limits/limits/memory_recovery.hpp>
#include <scaling_limits/limits/overlapped_scaling.hpp>
#include <scaling_limits/limits/power_law_factor.hpp>
#include <scaling_limits/limits/replica_cost.hpp>
#include <scaling_limits/limits/scaling_laws.hpp>
#include <scaling_limits/limits/strong_scaling.hpp>

#include "support/domain.hpp"
#include "support/tables.hpp"

using namespace scaling_limits;
using namespace scaling_limits::limits;
using namespace scaling_limits::testing;

TEST_CASE("kernels of limits answer up to the ends of their domains and not beyond", "[limits]") {
  constexpr Argument amount{from_zero}, rate{above_zero}, size{from_one}, share{closed_fraction, 0.5};
  CHECK_DOMAIN(max_failure_load, share);
  CHECK_DOMAIN(critical_size, rate, amount, rate);
  CHECK_DOMAIN(optimal_batch, rate, rate, amount, rate);
  CHECK_DOMAIN(batch_training_time, amount, rate, rate, amount, rate, rate);
  // norms 2 and 1.5 of batches 1 and 4: the estimate of |G|^2, (4 n_2^2 - n_1^2)/3, is positive up to n_1 = 3 and from n_2 = 1,
  // and for a first batch of less than 4 and a second of more than 16/9
  CHECK_DOMAIN(critical_batch_from_norms, {Range{.upper = 4, .open_below = true, .open_above = true}, 1},
               {Range{.lower = 16. / 9, .open_below = true}, 4}, {Range{.upper = 3, .open_above = true}},
               {Range{.lower = 1, .open_below = true}, 1.5});

  CHECK_DOMAIN(power_cap, amount, size, rate);
  CHECK_DOMAIN(supply_cap, amount, amount);
  CHECK_DOMAIN(data_parallel_cap, rate, rate, rate, rate);
  CHECK_DOMAIN(fsdp_tensor_cap, rate, rate, rate, rate, rate, rate);
  CHECK_DOMAIN(fsdp_ranks, rate, rate, rate, rate, rate);

  for (const auto& [word, growth] : words_of<LatencyGrowth>) {
    check_domain("memory_recovery_single_failure",
                 [=](double m, double t, double n) { return memory_recovery_single_failure(m, t, growth, n); },
                 {{above_zero, 1e6}, {from_zero}, {above_zero}});
    check_domain("memory_recovery_second_failure",
                 [=](double m, double t, double n) { return memory_recovery_second_failure(m, t, growth, n); },
                 {{above_zero, 1e6}, {from_zero}, {above_zero}});
  }
  CHECK_DOMAIN(memory_recovery_spread_state, rate, amount, rate, rate, amount);

  CHECK_DOMAIN(amdahl_speedup, share, size);
  CHECK_DOMAIN(gustafson_speedup, share, size);
  CHECK_DOMAIN(karp_flatt, rate, {Range{.lower = 1, .open_below = true}});
  CHECK_DOMAIN(usl_speedup, size, share, amount);
  CHECK_DOMAIN(usl_peak, share, amount);
  CHECK_DOMAIN(weak_scaling_exponent, rate, {above_zero, 2}, {above_zero, 4});
  CHECK(std::isnan(weak_scaling_exponent(0.5, 4, 4)));

  // (e N2 - N1)/(1 - e) of sizes 2 and 8: positive from e = 1/4 on
  CHECK_DOMAIN(half_size_from_efficiency, {Range{.lower = 0.25, .upper = 1, .open_below = true}, 0.5},
               {Range{.lower = 0, .upper = 4, .open_below = true, .open_above = true}, 2},
               {Range{.lower = 4, .open_below = true}, 8});
  const auto combined = [](double a, double b) { return combine_half_sizes({a, b}); };
  CHECK_DOMAIN(combined, rate, rate);
  CHECK_DOMAIN(half_size_of_serial_time, rate, amount);

  using parallelism::Layout;
  const auto bubble = [](double sequence, double batch) { return bubble_half_size(Layout{.pipeline = 2}, sequence, batch); };
  CHECK_DOMAIN(bubble, rate, rate);
  const auto cap = [](double sequence, double batch) { return micro_batch_cap(Layout{.pipeline = 2}, sequence, batch); };
  CHECK_DOMAIN(cap, rate, rate);
  const auto exchange = [](auto... x) { return data_half_size(Layout{.pipeline = 2}, x...); };
  CHECK_DOMAIN(exchange, rate, rate, rate, amount);
  for (const auto member : {&Layout::tensor, &Layout::pipeline, &Layout::context, &Layout::chunks, &Layout::micro_batch}) {
    Layout none{.pipeline = 2};
    none.*member = 0;
    CHECK(std::isnan(bubble_half_size(none, 2048, 1e6)));
    CHECK(std::isnan(micro_batch_cap(none, 2048, 1e6)) == (member != &Layout::chunks));
    CHECK(std::isnan(data_half_size(none, 1e12, 1e9, 1e6)) == (member == &Layout::tensor || member == &Layout::pipeline));
  }
}

TEST_CASE("the fields of criteria and factors are within the bounds that are written here", "[limits]") {
  CHECK(table_of<limits::goodput_at_least>() == "goodput = nan [1]: in (0, 1), usually 0.5 to 0.99, a cost\n");
  CHECK(table_of<limits::overhead_at_most>() == "overhead = nan [1]: > 0 and finite, usually 0.01 to 1, a help\n");
  CHECK(table_of<limits::efficiency_at_least>() == "efficiency = nan [1]: in (0, 1), usually 0.1 to 0.95, a cost\n");
  CHECK(table_of<limits::elasticity_at_least>() == "elasticity = nan [1]: < 1 and finite, usually 0 to 0.9, a cost\n");
  CHECK(table_of<limits::added_gpu_worth_at_least>() == "worth = nan [1]: in (0, 1), usually 0.1 to 0.9, a cost\n");
  CHECK(table_of<limits::Cheapest>() ==
        "work = nan [s]: > 0 and finite, usually 1e+09 to 1e+12, a cost\n"
        "deadline = inf [s]: > 0, usually 86400 to 3.15576e+07, a help\n"
        "fixed_gpus = 0 [1]: >= 0 and finite, usually 0 to 100000, a cost\n"
        "least_gpus = 1 [1]: > 0 and finite, usually 1 to 100000, a cost\n");
  CHECK(table_of<limits::HardCap<>>() == "gpus = nan [1]: > 0, usually 8 to 1e+07, a help\n");
  CHECK(table_of<limits::CriticalBatch<>>() == "critical_size = nan [1]: > 0, usually 10000 to 1e+07, a help\n");
  CHECK(table_of<limits::FixedBatch<>>() ==
        "batch = nan [1]: > 0 and finite, usually 1e+06 to 1e+08, a cost\n"
        "critical_batch = nan [1]: > 0, usually 1e+06 to 1e+08, a help\n");
  CHECK(table_of<limits::StrongScaling<>>() == "half_size = nan [1]: > 0, usually 1000 to 1e+06, a help\n");
  CHECK(table_of<limits::PowerLaw<>>() ==
        "ratio = nan [1]: >= 0 and finite, usually 0.001 to 1, a cost\n"
        "gpus = nan [1]: > 0 and finite, usually 8 to 1e+06\n"
        "exponent = nan [1]: finite, usually 0 to 2\n");
  CHECK(table_of<limits::OverlappedScaling<>>() ==
        "half_size = nan [1]: > 0, usually 1000 to 1e+07, a help\n"
        "overlap_exponent = 1 [1]: >= 1, usually 1 to 10, a help\n");
  CHECK(table_of<limits::ReplicaCost<>>() ==
        "exponent = nan [1]: in [0, 1), usually 0 to 0.3, a cost\n"
        "replicas = nan [1]: >= 1 and finite, usually 1 to 64, a cost\n");
  CHECK(table_of<limits::ReplicaGrowth<>>() ==
        "exponent = nan [1]: in [0, 1), usually 0 to 0.3, a cost\n"
        "gpus_per_replica = nan [1]: > 0 and finite, usually 1000 to 1e+06, a help\n");
}

TEST_CASE("no MTBF gives a goodput that is none", "[limits]") {
  for (const double wrong : {-0.1, std::nextafter(1.0, 2.0), 1.5, 2.0, inf, NaN}) {
    CHECK(std::isnan(required_mtbf(wrong, 60)));
    CHECK(std::isnan(max_failure_load(wrong)));
  }
  CHECK(required_mtbf(1, 60) == inf);
}

TEST_CASE("what is left out has the value that its documentation says", "[limits]") {
  CHECK(data_parallel_cap(4e6, 1e15, 9e11) == data_parallel_cap(4e6, 1e15, 9e11, 1));
  CHECK(fsdp_tensor_cap(4e6, 3e4, 1e15, 9e11) == fsdp_tensor_cap(4e6, 3e4, 1e15, 9e11, 1, 1));
  CHECK(fsdp_ranks(4e6, 3e4, 4096) == fsdp_ranks(4e6, 3e4, 4096, 1, 1));
  CHECK(required_mtbf(0.9, 60) == required_mtbf(0.9, 60, 0, 0, 0, 0));
  const parallelism::Layout layout{.tensor = 8, .data = 128};
  CHECK(data_half_size(layout, 1e15, 9e11, 4e6) == data_half_size(layout, 1e15, 9e11, 4e6, 3));
  CHECK(memory_recovery_single_failure(1e8, 60, LatencyGrowth::linear) ==
        memory_recovery_single_failure(1e8, 60, LatencyGrowth::linear, 16384));
  CHECK(memory_recovery_second_failure(1e8, 60, LatencyGrowth::linear) ==
        memory_recovery_second_failure(1e8, 60, LatencyGrowth::linear, 16384));
  CHECK(memory_recovery_spread_state(1e8, 1e12, 1e10) == memory_recovery_spread_state(1e8, 1e12, 1e10, 16384, 0.5));
}
