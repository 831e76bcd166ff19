// SPDX-License-Identifier: Apache-2.0
// What each cause of a list costs, as failure_cost.hpp has it for all of them: its share of the time at what a second of the
// run costs, and what the same work would cost less without it. The first adds up over causes, the second does not.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "../economics/failure_cost.hpp"
#include "by_cause.hpp"

namespace scaling_limits::analysis {

/// A row of a list, or "other": what gpu_mttf counts beyond its shares.
struct CauseCost {
  std::string cause{};
  double per_second = NaN, saved = NaN;
};
constexpr auto fields(const CauseCost*) {
  using C = CauseCost;
  return std::tuple(
      ResultField("cause", &C::cause, "", "its name; other: what gpu_mttf counts beyond the shares"),
      ResultField("per_second", &C::per_second, "USD/s", "of wall-clock time: what the run costs x the time that it takes"),
      ResultField("saved", &C::saved, "USD/s", "of wall-clock time: what the same work would cost less without it"));
}
struct CauseCosts {
  std::vector<CauseCost> rows{};
  std::string note{};  // why there is no number, or why it has no end

  std::string_view status() const {
    const bool known = std::all_of(rows.begin(), rows.end(), [](const CauseCost& row) { return row.saved == row.saved; });
    return known ? "ok" : "infeasible";
  }
};
constexpr auto fields(const CauseCosts*) {
  using C = CauseCosts;
  return std::tuple(ResultField("", &C::rows), status_field(&C::status), note_field(&C::note));
}

/// One row per cause, "other" last. Throws as by_cause does, and for a price out of range.
///
/// @param stops the list; what gpu_mttf counts where it is empty
template <class St>
CauseCosts cause_costs(const TrainingRun<>& run, const Stops<>& stops, const economics::Prices<>& prices, const St& strategy) {
  const strategies::UnderCauses<St> stopped{std::make_shared<const Stops<>>(stops), strategy};
  const auto all = economics::failure_cost(run, prices, stopped);
  const auto rows = by_cause(run, stops, strategy);
  CauseCosts costs;
  if (!(all.per_second < inf)) costs.note = all.note;
  const double rate = prices.rate(run), useful = strategies::goodput(run, stopped);
  const auto times = [&](double share) { return share == 0 ? 0 : share * rate; };
  for (const ByCause& row : rows) costs.rows.push_back({row.cause, times(row.time()), times(1 - useful / row.without)});
  return costs;
}

}  // namespace scaling_limits::analysis
