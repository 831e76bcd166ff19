// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/workload/checkpoint_state.hpp>
#include <scaling_limits/workload/chip.hpp>
#include <scaling_limits/workload/gpt_block.hpp>
#include <scaling_limits/workload/h100_equivalents.hpp>
#include <scaling_limits/workload/ingest.hpp>
#include <scaling_limits/workload/repeated_data.hpp>
#include <scaling_limits/workload/scaling_law.hpp>
#include <scaling_limits/workload/training_compute.hpp>
#include <scaling_limits/workload/transformer_shape.hpp>
#include <scaling_limits/workload/utilization.hpp>

#include "support/domain.hpp"
#include "support/tables.hpp"

using namespace scaling_limits;
using namespace scaling_limits::workload;
using namespace scaling_limits::testing;

TEST_CASE("kernels of the workload answer up to the ends of their domains and not beyond", "[workload]") {
  constexpr Argument amount{from_zero}, rate{above_zero}, share{closed_fraction, 0.5};
  CHECK_DOMAIN(gpt_parameters, amount, amount, amount, amount);
  CHECK_DOMAIN(gpt_step_flops, amount, amount, amount, amount, amount);
  CHECK_DOMAIN(gpt_training_time, amount, amount, rate, rate);
  CHECK_DOMAIN(ingest_bandwidth, amount, amount);
  CHECK_DOMAIN(data_set_bytes, amount, amount);
  CHECK_DOMAIN(samples_per_second, amount, amount, share, rate);
  CHECK_DOMAIN(accelerators_fed, amount, amount, amount, share, rate);
  CHECK_DOMAIN(model_flops_utilization, amount, amount, rate, rate);
  CHECK_DOMAIN(hardware_flops_utilization, amount, amount, amount, rate, rate, share, share);
  const auto of_a_step = [](double batch, double time) { return tokens_per_second(batch, time); };
  CHECK_DOMAIN(of_a_step, amount, rate);
  CHECK_DOMAIN(tokens_per_second, amount, rate, rate, rate);
  CHECK_DOMAIN(training_compute, amount, amount);
  CHECK_DOMAIN(lifetime_compute, amount, amount, amount);
  CHECK_DOMAIN(compute_of_tokens, amount, rate);
  CHECK_DOMAIN(compute_of_parameters, amount, rate);
  CHECK_DOMAIN(effective_tokens, amount, amount, amount);
  CHECK_DOMAIN(h100_equivalents, amount, rate);
  // tokens that repeats are worth end at the ceiling of u (1 + R)
  constexpr Argument worth{{.lower = 0, .upper = 6, .open_above = true}};
  const auto epochs_of_two = [](double tokens) { return epochs_for(tokens, 2, 2); };
  CHECK_DOMAIN(epochs_of_two, worth);
  const auto epochs_of_one = [](double unique, double decay) { return epochs_for(1, unique, decay); };
  CHECK_DOMAIN(epochs_of_one, Argument{above_zero, 2, 1.5}, amount);
}

TEST_CASE("the fields of chips, models and states are within the bounds that are written here", "[workload]") {
  CHECK(table_of<workload::Chip<>>() ==
        "peak_flops = nan [FLOP/s]: > 0 and finite, usually 1e+14 to 1e+16, a help\n"
        "achieved_flops = nan [FLOP/s]: > 0 and finite, usually 3e+13 to 5e+15, a help\n"
        "attention_flops = 0 [FLOP/s]: >= 0 and finite, usually 3e+13 to 2e+15, a help\n"
        "memory_bandwidth = inf [B/s]: > 0, usually 5e+11 to 8e+12, a help\n"
        "operation_time = 0 [s]: >= 0 and finite, usually 5e-06 to 5e-05, a cost\n"
        "memory_bytes = inf [B]: > 0, usually 1.6e+10 to 2.88e+11, a help\n");
  CHECK(table_of<workload::TransformerShape<>>() ==
        "layers = nan [1]: a whole number in [1, 2147483647]\n"
        "hidden = nan [1]: a whole number in [1, 2147483647]\n"
        "feed_forward = nan [1]: a whole number in [0, 2147483647]\n"
        "query_heads = nan [1]: a whole number in [1, 2147483647]\n"
        "key_value_heads = nan [1]: a whole number in [1, 2147483647]\n"
        "head_size = nan [1]: a whole number in [1, 2147483647]\n"
        "vocabulary = nan [1]: a whole number in [1, 2147483647]\n"
        "sequence_length = nan [1]: a whole number in [1, 2147483647]\n"
        "gated = 1 [1]: true or false\n"
        "tied = 0 [1]: true or false\n"
        "norms_per_layer = 2 [1]: a whole number in [0, 2147483647]\n"
        "experts = 0 [1]: a whole number in [0, 2147483647]\n"
        "active_experts = 0 [1]: a whole number in [0, 2147483647]\n"
        "shared_experts = 0 [1]: a whole number in [0, 2147483647]\n"
        "expert_feed_forward = 0 [1]: a whole number in [0, 2147483647]\n"
        "dense_layers = 0 [1]: a whole number in [0, 2147483647]\n"
        "router = 1 [1]: true or false\n"
        "query_rank = 0 [1]: a whole number in [0, 2147483647]\n"
        "key_value_rank = 0 [1]: a whole number in [0, 2147483647]\n"
        "rope_head_size = 0 [1]: a whole number in [0, 2147483647]\n"
        "value_head_size = 0 [1]: a whole number in [0, 2147483647]\n"
        "query_key_value_bias = 0 [1]: true or false\n"
        "bias = 0 [1]: true or false\n"
        "norm_bias = 0 [1]: true or false\n"
        "query_key_norm = 0 [1]: a whole number in [0, 2147483647]\n"
        "positions = 0 [1]: a whole number in [0, 2147483647]\n");
  CHECK(table_of<workload::ScalingLaw<>>() ==
        "irreducible_loss = nan [1]: >= 0 and finite, usually 1.5 to 2, a cost\n"
        "parameter_scale = nan [1]: > 0 and finite, usually 300 to 700, a cost\n"
        "token_scale = nan [1]: > 0 and finite, usually 300 to 4000, a cost\n"
        "parameter_exponent = nan [1]: > 0 and finite, usually 0.3 to 0.4, a help\n"
        "token_exponent = nan [1]: > 0 and finite, usually 0.25 to 0.4, a help\n");
  CHECK(table_of<workload::StateRecipe<>>() ==
        "master_weights = 4 [B]: >= 0 and finite\n"
        "first_moment = 4 [B]: >= 0 and finite\n"
        "second_moment = 4 [B]: >= 0 and finite\n"
        "working_weights = 0 [B]: >= 0 and finite\n"
        "gradients = 0 [B]: >= 0 and finite\n");
}

TEST_CASE("what is left out has the value that its documentation says", "[workload]") {
  CHECK(checkpoint_bytes(7e9) == checkpoint_bytes(7e9, 12));
  CHECK(compute_of_tokens(7e9) == compute_of_tokens(7e9, 20));
  CHECK(compute_of_parameters(7e9) == compute_of_parameters(7e9, 20));
  CHECK(effective_tokens(7e9, 4) == effective_tokens(7e9, 4, 15.387756));
  CHECK(epochs_for(14e9, 7e9) == epochs_for(14e9, 7e9, 15.387756));
  CHECK(h100_equivalents(8, 1e15) == h100_equivalents(8, 1e15, "fp8"));
}
