// SPDX-License-Identifier: Apache-2.0
// The criteria by name. A new one is a line in criteria() below.
#pragma once
#include "../version.hpp"

#include "any_strategy.hpp"
#include "choose.hpp"

namespace scaling_limits::catalog {

template <class C>
Kind criterion_kind() {
  return {"criterion",
          std::string(C::name()),
          std::string(C::text),
          rows_of<C>(),
          {},
          [](const Map&) -> std::shared_ptr<Model> { return std::make_shared<CriterionOf<C>>(C{}); },
          {C::own_causes.begin(), C::own_causes.end()}};
}

/// Every criterion that can be chosen by name.
template <class = void>
Group& criteria() {
  using namespace scaling_limits::limits;
  static Group all("criterion",
                   {criterion_kind<write_time_equals_mtbf>(), criterion_kind<goodput_at_least>(),
                    criterion_kind<efficiency_at_least>(), criterion_kind<elasticity_at_least>(),
                    criterion_kind<peak_throughput>(), criterion_kind<added_gpu_worth_at_least>(), criterion_kind<Cheapest>()},
                   peak_throughput::name());
  return all;
}
#ifdef SCALING_LIMITS_CATALOG_COMPILED  // in another source, by compiled.hpp
extern template Group& criteria<void>();
#endif

/// What a kind of criterion has made.
inline AnyCriterion criterion_of(const std::shared_ptr<const Model>& made) {
  return AnyCriterion(std::static_pointer_cast<const CriterionModel>(made));
}
/// A criterion by name: criterion("goodput_at_least", {{"goodput", 0.9}}).
template <class = void>
AnyCriterion criterion(std::string_view name, const Map& fields = {}) {
  return criterion_of(made(catalog::criteria().at(name), fields));
}
/// The one that stands where none is given: beyond its size more GPUs do less work.
template <class = void>
const AnyCriterion& usual_criterion() {
  static const AnyCriterion usual = criterion(catalog::criteria().standard());
  return usual;
}
/// Those that are asked for side by side where none is named; with factors, those that look at the factors too.
inline List usual_criteria(bool with_factors = false) {
  const Value goodput = Map{{"goodput_at_least", 0.9}};
  if (!with_factors) return {"write_time_equals_mtbf", goodput, "peak_throughput"};
  return {"peak_throughput", Map{{"elasticity_at_least", 0.5}}, Map{{"efficiency_at_least", 0.9}}, goodput};
}

}  // namespace scaling_limits::catalog
