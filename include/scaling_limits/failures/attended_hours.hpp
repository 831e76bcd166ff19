// SPDX-License-Identifier: Apache-2.0
// The hours of a week in which somebody is there: windows [from, to) in seconds from Monday 0:00, sorted and apart. As people
// write them, and how they are made longer: hours_text.hpp.
#pragma once
#include "../version.hpp"

#include <vector>

#include "../core/errors.hpp"
#include "../core/units.hpp"

namespace scaling_limits::failures {

inline constexpr double week_length = 7 * units::day;

/// From and to, in seconds from Monday 0:00.
struct Window {
  double from{}, to{};
  bool operator==(const Window&) const = default;
};
using AttendedHours = std::vector<Window>;

/// Whether they are windows of a week: sorted, apart, none empty, and there is one.
inline bool in_range(const AttendedHours& hours) {
  double last = 0;
  for (const Window& w : hours) {
    if (!(w.from >= last && w.to > w.from && w.to <= week_length)) return false;
    last = w.to;
  }
  return !hours.empty();
}
inline void validate(const AttendedHours& hours) {
  if (hours.empty())
    throw InvalidArgument("hours: nobody is ever there, and the run would never come back: give one window at least", "hours");
  if (!in_range(hours))
    throw InvalidArgument("hours: windows must be [from, to) in seconds from Monday 0:00, within [0, 604800], sorted and apart",
                          "hours");
}
/// Share of the week.
inline double share_of_week(const AttendedHours& hours) {
  double all = 0;
  for (const Window& w : hours) all += w.to - w.from;
  return all / week_length;
}

}  // namespace scaling_limits::failures
