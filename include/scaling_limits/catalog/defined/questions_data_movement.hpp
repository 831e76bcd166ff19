// SPDX-License-Identifier: Apache-2.0
// Questions to the data-movement limit, which is a reconstruction.
#pragma once
#include "../../version.hpp"

#include "../../parallelism/data_movement.hpp"
#include "../detail/rooms.hpp"
#include "../gives.hpp"
#include "../parts.hpp"

namespace scaling_limits::catalog {

void add_data_movement_questions(Questions& to) {
  using Limit = parallelism::DataMovement<>;
  const auto ask = [&](std::string_view name, std::string_view unit, std::string_view text,
                       double (*function)(const Limit& of, double duration)) {
    const Row duration{"duration", "s", "of the run", positive, NaN, usually(5.18e6, 2.33e7, "Epoch 2024, 10 to 90 %")};
    to.push_back({.name = Name(name),
                  .text = Name(text),
                  .needs = {"data_movement"},
                  .rows = {duration},
                  .gives = gives(unit, text, [function](const Case& at) {
                    return function(at.other<Limit>("data_movement"), at.with.numbers[0]);
                  })});
  };
  ask("data_movement_parameters", "1", "parameters of the largest model that is trained in the duration with all GPUs busy",
      [](const Limit& of, double duration) { return of.parameters(duration); });
  ask("data_movement_compute", "FLOP", "what training the largest model with all GPUs busy takes",
      [](const Limit& of, double duration) { return of.compute(duration); });
  ask("data_movement_gpus", "1", "GPUs that train the largest model with all of them busy",
      [](const Limit& of, double duration) { return of.gpus(duration); });
}

}  // namespace scaling_limits::catalog
