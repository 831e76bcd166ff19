// SPDX-License-Identifier: Apache-2.0
// Ways of operating a run: by what stories reported (limits/reported.hpp), and by the hours that people usually keep. A
// reaction comes before the downtime that the run itself says.
#pragma once
#include "../version.hpp"

#include "../limits/reported.hpp"
#include "preset.hpp"

namespace scaling_limits::published {

struct UsualOperation {
  failures::RestartedBy kind{};
  double reaction = NaN;
  std::string_view hours{};
  double spread = NaN;  // x or /, of the stories about the reaction
};

namespace detail {

inline constexpr std::string_view of_stories =
    "21 stories of about 10 projects, at the rate of their time, 14 B a parameter, 200 GB/s, restarts of 300 s: the downtime "
    "at "
    "which the model gives what was reported";
constexpr Preset<UsualOperation> kept_hours(std::string_view name, std::string_view hours, std::string_view note) {
  return {name, {failures::RestartedBy::attended, NaN, hours}, Mark::assumed, "hours that people usually keep", note};
}

}  // namespace detail

inline constexpr Preset<UsualOperation> operations[] = {
    {"automatic", {failures::RestartedBy::automatic}, Mark::assumed, "nobody has to come", "an outage is the downtime"},
    {"reported_automatic",
     {failures::RestartedBy::automatic, limits::reported_operations[1].median, "", limits::reported_operations[1].factor},
     Mark::derived,
     detail::of_stories,
     "median of those that restarted automatically, 5.5 min, x or / 5"},
    {"reported_by_hand",
     {failures::RestartedBy::on_call, limits::reported_operations[0].median, "", limits::reported_operations[0].factor},
     Mark::derived,
     detail::of_stories,
     "median of those that people restarted, 4.1 h, x or / 4"},
    detail::kept_hours("office_hours", "Mon-Fri 9:00-17:00", "8 x 5: few failures wait 15.24 h in the mean"),
    detail::kept_hours("long_office_hours", "Mon-Fri 8:00-20:00", "12 x 5: few failures wait 12.43 h in the mean"),
    detail::kept_hours("every_day", "daily 9:00-17:00", "8 x 7: few failures wait 5.33 h in the mean"),
    detail::kept_hours("long_days", "daily 8:00-22:00", "14 x 7: few failures wait 2.08 h in the mean"),
};

}  // namespace scaling_limits::published
