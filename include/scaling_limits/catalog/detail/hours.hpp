// SPDX-License-Identifier: Apache-2.0
// The hours of a week in which somebody is there, as a request has them: a text, "Mon-Fri 9:00-17:00", or windows [from, to)
// since Monday 0:00, in seconds or as texts, ["9 h", "17 h"].
#pragma once
#include "../../version.hpp"

#include "../../failures/hours_text.hpp"
#include "../json_schema.hpp"
#include "../parts.hpp"

namespace scaling_limits::catalog::detail {

inline failures::AttendedHours windows_of(const Value& given, const std::string& path) {
  const Row row{"hours", "s", "", {.lower = 0, .upper = failures::week_length}};
  failures::AttendedHours hours;
  bool seconds = true;
  for (const Value& window : *given.list()) {
    const std::string place = path + "." + std::to_string(hours.size());
    std::vector<double> ends;
    if (const std::vector<double>* plain = window.numbers()) ends = *plain;
    else if (window.list())
      for (const Value& end : *window.list())
        ends.push_back(number_of("Operation", row, end, place)), seconds = seconds && !end.text();
    if (ends.size() != 2) throw Refused("hours: a window must be [from, to) since Monday 0:00", place, window);
    hours.push_back({ends[0], ends[1]});
  }
  failures::validate(hours);
  constexpr double hours_of_week = 168;
  if (seconds && hours.back().to <= hours_of_week)
    throw Refused(
        "hours: numbers are seconds since Monday 0:00, and these end after three minutes: write [\"9 h\", \"17 h\"], "
        "[32400, 61200] or 'Mon 9:00-17:00'",
        path, given);
  return hours;
}
inline failures::AttendedHours hours_of(const Value& given, const std::string& path = "hours") {
  if (!given.text() && !given.list())
    throw Refused("hours must be a text such as 'Mon-Fri 9:00-17:00', or a list of [from, to) since Monday 0:00", path, given);
  try {
    return given.text() ? failures::attended_hours(*given.text()) : windows_of(given, path);
  } catch (const Refused&) {
    throw;
  } catch (const InvalidArgument& error) {
    throw Refused(error.what(), path, given);
  }
}
/// The same as windows in seconds.
inline Value hours_in_full(const Value& given) {
  List windows;
  for (const auto& [from, to] : hours_of(given)) windows.push_back(List{from, to});
  return Value(std::move(windows));
}
inline Value hours_look() {
  const Value end = json_schema::number({"", "s", "since Monday 0:00", {.lower = 0, .upper = failures::week_length}});
  Map pair{{"type", "array"}, {"items", end}, {"minItems", 2}, {"maxItems", 2}};
  return Map{{"anyOf", List{json_schema::text(), json_schema::list(std::move(pair), 1)}}};
}
inline Argument hours_argument() {
  Argument hours = looking(hours_look, {"hours",
                                        "of the week, in which somebody is there: 'Mon-Fri 9:00-17:00', or a list of "
                                        "[from, to) since Monday 0:00 [s]"});
  hours.in_full = hours_in_full;
  return hours;
}

}  // namespace scaling_limits::catalog::detail
