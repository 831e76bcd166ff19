// SPDX-License-Identifier: Apache-2.0
// Questions to the distribution of an uncertain input: its quantiles, its mean.
#pragma once
#include "../../version.hpp"

#include "../detail/rooms.hpp"
#include "../distribution_of.hpp"
#include "../gives.hpp"
#include "../parts.hpp"

namespace scaling_limits::catalog {

void add_uncertainty_questions(Questions& to) {
  const auto ask = [&](std::string_view name, std::string_view text, std::vector<Row> rows, auto function) {
    to.push_back({.name = Name(name),
                  .text = Name(text),
                  .needs = {"distribution"},
                  .rows = std::move(rows),
                  .gives = gives("1", text, [function](const Case& at) {
                    const auto& model = static_cast<const DistributionModel&>(*at.others.find("distribution")->second);
                    return function(model.any(), at.with.numbers);
                  })});
  };
  ask("distribution_quantile", "what an uncertain input stays below with a probability, in the input's unit",
      {{"probability", "1", "that it does", Range{.lower = -inf, .upper = inf, .share = true}}},
      [](const auto& law, const auto& x) { return law.quantile(x[0]); });
  ask("distribution_mean", "mean of an uncertain input, in its unit", {},
      [](const auto& law, const auto&) { return law.mean(); });
}

}  // namespace scaling_limits::catalog
