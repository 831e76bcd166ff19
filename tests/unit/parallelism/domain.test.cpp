// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/parallelism/compression.hpp>
#include <scaling_limits/parallelism/exchange.hpp>
#include <scaling_limits/parallelism/layout.hpp>
#include <scaling_limits/parallelism/memory.hpp>
#include <scaling_limits/parallelism/pipeline.hpp>
#include <scaling_limits/parallelism/stragglers.hpp>
#include <scaling_limits/parallelism/traffic.hpp>

#include "support/domain.hpp"
#include "support/tables.hpp"

using namespace scaling_limits;
using namespace scaling_limits::parallelism;
using namespace scaling_limits::testing;

TEST_CASE("kernels of parallelism answer up to the ends of their domains and not beyond", "[parallelism]") {
  constexpr Argument amount{from_zero}, rate{above_zero}, ranks{from_one}, share{closed_fraction, 0.5};
  CHECK_DOMAIN(compression_break_even_bandwidth, amount, ranks, ranks, amount, amount);
  CHECK_DOMAIN(compression_break_even_tokens, amount, rate, ranks, amount, amount);
  CHECK_DOMAIN(top_k_most_ranks, ranks);
  CHECK_DOMAIN(top_k_ratio, {Range{.lower = 0, .upper = 1, .open_below = true}, 0.5}, rate, amount);
  CHECK_DOMAIN(one_bit_adam_ratio, share);
  CHECK_DOMAIN(quantization_ratio, rate, rate, rate, amount);
  const auto power_sgd = [](double rows, double columns, double rank, double vectors) {
    return power_sgd_ratio({{rows, columns}, {3, 5}}, rank, vectors);
  };
  CHECK_DOMAIN(power_sgd, rate, rate, rate, amount);

  const auto state = [](double parameters, double data, double gradient_bytes) {
    return model_state_bytes_per_gpu(parameters, data, 1, gradient_bytes);
  };
  CHECK_DOMAIN(state, amount, ranks, amount);
  for (const int stage : {-1, 0, 3, 4}) CHECK((model_state_bytes_per_gpu(1e9, 8, stage) >= 0) == (stage >= 0 && stage <= 3));
  CHECK_DOMAIN(activation_bytes_per_layer, amount, amount, rate, amount, ranks);

  CHECK_DOMAIN(expected_max_normal, {Range{.lower = 1, .open_above = true}});
  CHECK_DOMAIN(expected_normal_order_statistic, {Range{.lower = 2, .open_above = true}, 4}, {Range{.lower = 1, .upper = 4}});
  CHECK_DOMAIN(straggler_slowdown, {Range{.lower = 1, .open_above = true}}, amount);
  CHECK_DOMAIN(two_speed_slowdown, amount, share, amount);

  CHECK_DOMAIN(tensor_traffic_ratio, ranks, rate, amount, rate, amount);
  CHECK_DOMAIN(data_traffic_ratio, rate, amount, rate, amount, ranks);
  CHECK_DOMAIN(expert_traffic_ratio, rate, amount, rate, amount);
  CHECK_DOMAIN(context_tokens_to_hide, rate, rate, amount, rate, amount);
  CHECK_DOMAIN(overlapped_efficiency, amount, amount, share);
  CHECK_DOMAIN(exposed_exchange_time, amount, amount, share);
}

TEST_CASE("the options of a step are within the bounds that are written here", "[parallelism]") {
  CHECK(table_of<StepOptions>() ==
        "sequence_parallel = 1 [1]: true or false\n"
        "zero_stage = 1 [1]: a whole number in [0, 3]\n"
        "shard_ranks = 0 [1]: a whole number in [0, 2147483647]\n"
        "element_bytes = 2 [B]: > 0 and finite\n"
        "gradient_bytes = 4 [B]: > 0 and finite\n"
        "overlap = 0 [1]: in [0, 1]\n"
        "tensor_overlap = 0 [1]: in [0, 1]\n"
        "expert_overlap = 0 [1]: in [0, 1]\n"
        "scatter = 1 [1]: true or false\n"
        "expert_imbalance = 1 [1]: >= 1 and finite, usually 1 to 2\n"
        "logit_bytes = 2 [B]: > 0 and finite, usually 2 to 6\n"
        "gradient_buffers = 1 [1]: true or false\n");
}

TEST_CASE("schedules answer where they exist", "[parallelism]") {
  constexpr Range counted_from_one = whole({.lower = 1, .open_above = true});
  constexpr Argument stages{counted_from_one, 4}, micro_batches{counted_from_one, 8}, time{from_zero};
  const auto interleaved = [](double p, double forward, double backward, double chunks, double weight) {
    return bubble_time(Schedule::interleaved, p, forward, backward, chunks, weight);
  };
  CHECK_DOMAIN(interleaved, stages, time, {Range{.lower = 0.5}}, stages, {if_given({.lower = 0, .upper = 2}), 0.5});
  const auto overlapped = [](double joint) { return bubble_time(Schedule::dualpipe, 4, 1, 2, 1, 1, joint); };
  CHECK_DOMAIN(overlapped, {if_given(from_zero)});
  const auto ideal = [](double p, double m) { return bubble_of_ideal(Schedule::gpipe, p, m); };
  CHECK_DOMAIN(ideal, stages, micro_batches);
  const auto held = [](double p, double m, double stage) { return in_flight_micro_batches(Schedule::gpipe, p, m, stage); };
  CHECK_DOMAIN(held, {whole({.lower = 3, .open_above = true}), 4}, micro_batches, {whole({.lower = 0, .upper = 3}), 2});
  const auto moved = [](double p, double m, double delay) { return transfer_exposed_time(Schedule::gpipe, p, m, delay); };
  CHECK_DOMAIN(moved, stages, micro_batches, time);
  // one chunk unless interleaved, an even number of stages of DualPipe
  for (const auto& [word, schedule] : words_of<Schedule>) {
    CHECK(std::isnan(in_flight_micro_batches(schedule, 4, 8, 0, 2)) == (schedule != Schedule::interleaved));
    CHECK(std::isnan(in_flight_micro_batches(schedule, 3, 6)) == (schedule == Schedule::dualpipe));
  }
}

TEST_CASE("the fields of a layout are within the bounds that are written here", "[parallelism]") {
  CHECK(table_of<parallelism::Layout>() ==
        "tensor = 1 [1]: a whole number in [1, 2147483647]\n"
        "pipeline = 1 [1]: a whole number in [1, 2147483647]\n"
        "data = 1 [1]: a whole number in [1, 2147483647]\n"
        "context = 1 [1]: a whole number in [1, 2147483647]\n"
        "expert = 1 [1]: a whole number in [1, 2147483647]\n"
        "chunks = 1 [1]: a whole number in [1, 2147483647]\n"
        "micro_batch = 1 [1]: a whole number in [1, 2147483647]\n");
}

TEST_CASE("what is left out has the value that its documentation says", "[parallelism]") {
  const double flops = 4e14, bandwidth = 5e10;
  CHECK(model_state_bytes_per_gpu(7e9, 64, 2) == model_state_bytes_per_gpu(7e9, 64, 2, 2));
  CHECK(tensor_traffic_ratio(8, 8192, flops, bandwidth) == tensor_traffic_ratio(8, 8192, flops, bandwidth, 2));
  CHECK(data_traffic_ratio(3e4, flops, bandwidth) == data_traffic_ratio(3e4, flops, bandwidth, 2, inf));
  CHECK(expert_traffic_ratio(4096, flops, bandwidth) == expert_traffic_ratio(4096, flops, bandwidth, 2));
  CHECK(context_tokens_to_hide(64, 8, flops, bandwidth) == context_tokens_to_hide(64, 8, flops, bandwidth, 2, false));
  CHECK(compression_break_even_tokens(flops, bandwidth, 4) == compression_break_even_tokens(flops, bandwidth, 4, 2, 0));
  // a bubble that depends on what a forward and a backward take
  CHECK(bubble_of_ideal(Schedule::zb_h1, 8, 64) == bubble_of_ideal(Schedule::zb_h1, 8, 64, 1, 1, 2));
  CHECK(bubble_of_total(Schedule::zb_h1, 8, 64) == bubble_of_total(Schedule::zb_h1, 8, 64, 1, 1, 2));
}
