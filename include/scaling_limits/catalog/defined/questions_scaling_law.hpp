// SPDX-License-Identifier: Apache-2.0
// Questions to a scaling law: the loss of a model, the best model of a compute and back, the cheapest one with inference.
#pragma once
#include "../../version.hpp"

#include "../../workload/scaling_law.hpp"
#include "../detail/rooms.hpp"
#include "../gives.hpp"
#include "../parts.hpp"

namespace scaling_limits::catalog {

void add_scaling_law_questions(Questions& to) {
  using Law = workload::ScalingLaw<>;
  const auto ask = [&](std::string_view name, std::string_view unit, std::string_view text, std::vector<Row> rows,
                       double (*function)(const Law& law, const std::vector<double>& x)) {
    to.push_back(
        {.name = Name(name),
         .text = Name(text),
         .needs = {"scaling_law"},
         .rows = std::move(rows),
         .gives =
             gives(unit, text, [function](const Case& at) { return function(at.other<Law>("scaling_law"), at.with.numbers); }),
         .none = [](const Case& at) {  // of all these numbers only a loss may be one that the law does not know
           const double loss = at.with.numbers[0], least = at.other<Law>("scaling_law").irreducible_loss;
           if (at.with.kind->rows[0].name != "loss" || !(loss <= least)) return std::string();
           return "no compute reaches a loss of " + to_text(loss) + ": the law's irreducible loss is " + to_text(least);
         }});
  };
  constexpr Range amount = not_negative_or_inf;
  const Row parameters{"parameters", "1", "of the model", amount, NaN, usually(1e8, 1e13)},
      tokens{"tokens", "1", "trained on, all of them new", amount, NaN, usually(1e9, 1e14)},
      compute{"compute", "FLOP", "of training, 6 parameters x tokens", amount, NaN, usually(1e18, 1e28)},
      loss{"loss", "1", "nats per token, above the irreducible loss", amount, NaN, usually(1.9, 4)},
      served{"inference_tokens", "1", "served by the model in its life", amount, NaN, usually(1e9, 1e15)};
  ask("loss", "1", "loss of a model trained on so many tokens [nats per token]", {parameters, tokens},
      [](const Law& law, const auto& x) { return law.loss(x[0], x[1]); });
  ask("optimal_parameters", "1", "parameters of the best model of a compute", {compute},
      [](const Law& law, const auto& x) { return law.optimal_parameters(x[0]); });
  ask("optimal_tokens", "1", "tokens that the best model of a compute is trained on", {compute},
      [](const Law& law, const auto& x) { return law.optimal_tokens(x[0]); });
  ask("optimal_loss", "1", "least loss of a compute [nats per token]", {compute},
      [](const Law& law, const auto& x) { return law.optimal_loss(x[0]); });
  ask("compute_for_parameters", "FLOP", "compute whose best model has so many parameters", {parameters},
      [](const Law& law, const auto& x) { return law.compute_for_parameters(x[0]); });
  ask("compute_for_loss", "FLOP", "least compute that reaches a loss", {loss},
      [](const Law& law, const auto& x) { return law.compute_for_loss(x[0]); });
  ask("inference_optimal_parameters", "1", "parameters of the cheapest model of a loss, training and inference together",
      {loss, served}, [](const Law& law, const auto& x) { return law.inference_optimal_parameters(x[0], x[1]); });
  ask("inference_optimal_tokens", "1",
      "tokens that the cheapest model of a loss is trained on, training and inference together", {loss, served},
      [](const Law& law, const auto& x) { return law.inference_optimal_tokens(x[0], x[1]); });
}

}  // namespace scaling_limits::catalog
