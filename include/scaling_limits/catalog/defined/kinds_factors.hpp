// SPDX-License-Identifier: Apache-2.0
// The factors other than goodput by name. A new one is a line in factors() below.
#pragma once
#include "../../version.hpp"

#include "../../limits/critical_batch.hpp"
#include "../../limits/hard_cap.hpp"
#include "../../limits/overlapped_scaling.hpp"
#include "../../limits/power_law_factor.hpp"
#include "../../limits/replica_cost.hpp"
#include "../../limits/slow_parts.hpp"
#include "../../limits/strong_scaling.hpp"
#include "../../limits/tabulated.hpp"
#include "../../limits/trials.hpp"
#include "../factor_of.hpp"
#include "../json_schema.hpp"

namespace scaling_limits::catalog {

namespace detail {

Argument term_argument(const Name& own) {
  return looking([]() -> Value { return Map{{"type", "string"}, {"minLength", 1}}; },
                 {"name", "the name of its term in shares", {}, Value(std::string_view(own))});
}
Name term_given(std::string_view kind, const Map& given, const Name& own) {
  const Value* name = given.find("name");
  if (!name) return own;
  if (!name->text() || name->text()->empty()) throw InvalidArgument(std::string(kind) + ": name must be a text", "name");
  return Name(std::string_view(*name->text()));
}

inline Value points_look() {
  const Map number{{"type", "number"}};
  return json_schema::list(Map{{"type", "array"}, {"prefixItems", List{number, number}}, {"items", false}, {"minItems", 2}});
}
/// [[1024, 0.98], [8192, 0.9]]: pairs of size and efficiency.
inline std::vector<limits::Tabulated::Point> points_of(std::string_view owner, const Map& given) {
  std::vector<limits::Tabulated::Point> points;
  const Value* list = given.find("points");
  const std::string form = std::string(owner) + ": points must be a list of pairs [size, efficiency]";
  if (!list || !list->list()) throw Refused(form, "points", list ? *list : Value());
  for (const Value& one : *list->list()) {
    const List* pair = one.list();
    if (!pair || pair->size() != 2 || !(*pair)[0].number() || !(*pair)[1].number())
      throw Refused(form, "points." + std::to_string(points.size()), one);
    points.push_back({*(*pair)[0].number(), *(*pair)[1].number()});
  }
  return points;
}

}  // namespace detail

/// Every factor that can be chosen by name.
Group& factors() {
  using namespace scaling_limits::limits;
  static Group all(
      "factor",
      {factor_kind<StrongScaling<>>(), factor_kind<CriticalBatch<>>(), factor_kind<FixedBatch<>>(), factor_kind<PowerLaw<>>(),
       factor_kind<HardCap<>>(), factor_kind<OverlappedScaling<>>(), factor_kind<ReplicaCost<>>(),
       factor_kind<ReplicaGrowth<>>(), factor_kind<Trials<>>(),
       factor_kind<SlowParts<>>(
           {word<failures::DurationLaw>("law", "of the times until slow parts are found")},
           [](SlowParts<>& f, const Map& given) { f.law = chosen<failures::DurationLaw>("slow_parts", "law", given); }),
       factor_kind<Tabulated>(
           {looking(detail::points_look, {"points", "pairs of size and efficiency, [[1024, 0.98], [8192, 0.9]]", {}, {}, false},
                    List{List{1, 1}, List{1e4, 0.95}, List{1e6, 0.5}})},
           [](Tabulated& t, const Map& given) { t.points = detail::points_of("tabulated", given); })});
  return all;
}

Factors factor(std::string_view name, const Map& fields) {
  return Factors({std::static_pointer_cast<const FactorModel>(made(catalog::factors().at(name), fields))});
}

}  // namespace scaling_limits::catalog
