// SPDX-License-Identifier: Apache-2.0
// The criteria by name. A new one is a line in criteria() below.
#pragma once
#include "../../version.hpp"

#include "../../limits/cheapest_gpus.hpp"
#include "../criterion_of.hpp"

namespace scaling_limits::catalog {

/// Every criterion that can be chosen by name.
Group& criteria() {
  using namespace scaling_limits::limits;
  static Group all(
      "criterion",
      {criterion_kind<write_time_equals_mtbf>(), criterion_kind<goodput_at_least>(), criterion_kind<overhead_at_most>(),
       criterion_kind<efficiency_at_least>(), criterion_kind<elasticity_at_least>(), criterion_kind<peak_throughput>(),
       criterion_kind<added_gpu_worth_at_least>(), criterion_kind<Cheapest>()},
      peak_throughput::name());
  return all;
}

AnyCriterion criterion_of(const std::shared_ptr<const Model>& made) {
  return AnyCriterion(std::static_pointer_cast<const CriterionModel>(made));
}
AnyCriterion criterion(std::string_view name, const Map& fields) {
  return criterion_of(made(catalog::criteria().at(name), fields));
}
const AnyCriterion& usual_criterion() {
  static const AnyCriterion usual = criterion(catalog::criteria().standard());
  return usual;
}
List usual_criteria(bool with_factors) {
  const Value goodput = Map{{"goodput_at_least", 0.9}};
  if (!with_factors) return {"write_time_equals_mtbf", goodput, "peak_throughput"};
  return {"peak_throughput", Map{{"elasticity_at_least", 0.5}}, Map{{"efficiency_at_least", 0.9}}, goodput};
}

}  // namespace scaling_limits::catalog
