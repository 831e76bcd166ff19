// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/workload/gpt_block.hpp>
#include <scaling_limits/workload/ingest.hpp>
#include <scaling_limits/workload/utilization.hpp>

#include "support/domain.hpp"

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
}
