// SPDX-License-Identifier: Apache-2.0
// How far a modelled step is from a measured one: |modelled/measured - 1| of 68 steps of three machines, 8 to 256 GPUs, that
// neither model was fitted on (published/one_rate.hpp computes them, docs/steps.md has them by family).
#pragma once
#include "../version.hpp"

#include "../core/result_fields.hpp"
#include "../workload/chip.hpp"

namespace scaling_limits::parallelism {

struct StepError {
  double mean{}, worst{};
};
constexpr auto fields(const StepError*) {
  using E = StepError;
  return std::tuple(
      ResultField("mean", &E::mean, "1", "of |modelled/measured - 1| of the step, of chips known as well as this one"),
      ResultField("worst", &E::worst, "1", "likewise"));
}

/// Of a chip with constants for products, attention, memory and operations, fitted on five measured steps of its machine.
inline constexpr StepError error_of_four_constants{0.038, 0.226};
/// Of a chip of which one achieved rate is known, and nothing else takes time.
inline constexpr StepError error_of_one_rate{0.221, 0.600};

/// What to expect of a chip, whose constants are taken for fitted where it has them.
template <class S>
constexpr StepError step_error(const workload::Chip<S>& chip) {
  return value_of(chip.memory_bandwidth) < inf || value_of(chip.operation_time) > 0 ? error_of_four_constants
                                                                                    : error_of_one_rate;
}

}  // namespace scaling_limits::parallelism
