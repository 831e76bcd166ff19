// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/run/growth_by_year.hpp>

#include "kernels.hpp"

namespace scaling_limits::python {

void add_growth(Rooms& rooms) {
  Room& room = rooms.emplace_back("growth");
  room.kernel("value_at", [](const auto&... x) { return growth::value_at(x...); }, "value"_a, "factor"_a, "years"_a);
  room.kernel("years_to_double", [](const auto&... x) { return growth::years_to_double(x...); }, "factor"_a);
  room.kernel(
      "factor_of_doubling", [](const auto&... x) { return growth::factor_of_doubling(x...); },
      argument("years"_a, "1", any_number, "years in which it doubles; negative: in which it halves", 2.7));
  room.kernel(
      "years_to_cross", [](const auto&... x) { return growth::years_to_cross(x...); }, "demand"_a, "demand_factor"_a,
      argument("supply"_a, "1", at_least(0), "at the start, in the same unit", 1e6), "supply_factor"_a);
  // ends of intervals that hold each of the four with 90 %
  const auto end = [](const auto& name, const char* of, double example) { return argument(name, "1", above(0), of, example); };
  room.kernel(
      "_crossing_probability",
      []<class S>(const S& years, const S& demand_low, const S& demand_high, const S& demand_factor_low,
                  const S& demand_factor_high, const S& supply_low, const S& supply_high, const S& supply_factor_low,
                  const S& supply_factor_high) {
        using growth::Spread;
        return growth::crossing_probability(
            years, growth::Crossing<S>{
                       Spread<S>::between(demand_low, demand_high), Spread<S>::between(demand_factor_low, demand_factor_high),
                       Spread<S>::between(supply_low, supply_high), Spread<S>::between(supply_factor_low, supply_factor_high)});
      },
      "years"_a, end("demand_low"_a, "5 % of the demand at the start", 1e4),
      end("demand_high"_a, "95 % of the demand at the start", 3e4), end("demand_factor_low"_a, "5 % of its growth per year", 2),
      end("demand_factor_high"_a, "95 % of its growth per year", 3), end("supply_low"_a, "5 % of the supply at the start", 5e5),
      end("supply_high"_a, "95 % of the supply at the start", 2e6),
      end("supply_factor_low"_a, "5 % of its growth per year", 1.2),
      end("supply_factor_high"_a, "95 % of its growth per year", 1.6));
}

}  // namespace scaling_limits::python
