// SPDX-License-Identifier: Apache-2.0
// Hours of a week as people write them: "Mon-Fri 9:00-17:00", "daily 8-22", "Mon-Thu 9-12, 13-18, Fri 9-14:30", "24/7"; over
// midnight, Sunday's too: "Sat-Sun 20-6".
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "attended_hours.hpp"

namespace scaling_limits::failures {

namespace detail {

/// A window more, over Sunday's midnight as two.
inline void put_within(AttendedHours& hours, double from, double to) {
  if (from < 0) hours.push_back({from + week_length, week_length}), from = 0;
  hours.push_back({from, (std::min)(to, week_length)});
  if (to > week_length) hours.push_back({0, to - week_length});
}
/// The same time in windows that are sorted and apart.
inline AttendedHours sorted_apart(AttendedHours hours) {
  std::sort(hours.begin(), hours.end(), [](const Window& a, const Window& b) { return a.from < b.from; });
  AttendedHours all;
  for (const Window& w : hours)
    if (!all.empty() && w.from <= all.back().to) all.back().to = (std::max)(all.back().to, w.to);
    else all.push_back(w);
  return all;
}

}  // namespace detail

/// Windows that begin so much earlier and end so much later. @param by [s], at most half a week
inline AttendedHours widened(const AttendedHours& hours, double by) {
  AttendedHours wider;
  for (const Window& w : hours) detail::put_within(wider, w.from - by, w.to + by);
  return detail::sorted_apart(std::move(wider));
}

namespace detail {

inline constexpr std::array<std::string_view, 7> day_names{"mon", "tue", "wed", "thu", "fri", "sat", "sun"};

/// Reads the hours of one line, word by word.
class HoursText {
 public:
  explicit HoursText(std::string_view text) : text_(text) {}

  AttendedHours read() {
    if (takes_word("24/7")) return {{0, week_length}};
    do {
      const std::vector<int> of = days();
      do {
        const double from = time_of_day(), to = after_dash();
        for (const int day : of) add(day * units::day + from, day * units::day + (to > from ? to : to + units::day));
      } while (more_hours());
    } while (more());
    return sorted_apart(windows_);
  }

 private:
  [[noreturn]] void refuse(std::string_view why) const {
    throw InvalidArgument("hours: " + in_quotes(text_) + " " + std::string(why) + ": write 'Mon-Fri 9:00-17:00, Sat 10-14'",
                          "hours", text_);
  }
  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  bool takes(char c) {
    skip_spaces();
    if (at_ == text_.size() || text_[at_] != c) return false;
    return ++at_, true;
  }
  bool takes_dash() {
    skip_spaces();
    constexpr std::string_view en_dash = "\u2013";
    if (!text_.substr(at_).starts_with(en_dash)) return takes('-');
    return at_ += en_dash.size(), true;
  }
  bool more() {
    if (takes(',') || takes(';')) return true;
    skip_spaces();
    if (at_ < text_.size()) refuse("goes on after its hours with " + in_quotes(text_.substr(at_)));
    return false;
  }
  std::string word() {
    skip_spaces();
    std::string found;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_], low = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      if (low < 'a' || low > 'z') break;
      found += low;
    }
    return found;
  }
  int day(const std::string& name) const {
    constexpr std::array<std::string_view, 7> whole{"monday", "tuesday",  "wednesday", "thursday",
                                                    "friday", "saturday", "sunday"};
    for (std::size_t i = 0; i < whole.size(); ++i)
      if (name.size() >= 2 && whole[i].starts_with(name)) return static_cast<int>(i);
    refuse(name.empty() ? "needs a day before its hours" : "has no day " + in_quotes(name));
  }
  /// Days, ranges of them, or several of these before their hours.
  std::vector<int> days() {
    std::vector<int> all;
    const auto range = [&](int from, int to) {
      for (int day = from;; day = (day + 1) % 7) {
        all.push_back(day);
        if (day == to) return;
      }
    };
    do {
      const std::string first = word();
      if (first == "daily" || first == "everyday") range(0, 6);
      else if (first == "weekdays") range(0, 4);
      else if (first == "weekends") range(5, 6);
      else if (const int from = day(first); true) range(from, takes_dash() ? day(word()) : from);
    } while (takes(','));
    return all;
  }
  bool takes_word(std::string_view text) {
    skip_spaces();
    if (text_.substr(at_) != text) return false;
    return at_ = text_.size(), true;
  }
  /// Whether more hours of the same days follow a comma.
  bool more_hours() {
    const std::size_t before = at_;
    if (takes(',')) {
      skip_spaces();
      if (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') return true;
    }
    at_ = before;
    return false;
  }
  int number() {
    skip_spaces();
    int value = 0, digits = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9' && digits < 3; ++at_, ++digits)
      value = 10 * value + (text_[at_] - '0');
    if (digits == 0 || digits > 2) refuse("has no time of day where one is needed");
    return value;
  }
  double time_of_day() {
    const int hours = number(), minutes = takes(':') ? number() : 0;
    if (minutes > 59) refuse("has minutes beyond 59");
    if (hours > 24 || (hours == 24 && minutes > 0)) refuse("has a time of day beyond 24:00");
    return hours * units::hour + minutes * units::minute;
  }
  double after_dash() {
    if (!takes_dash()) refuse("needs an end of its hours after '-'");
    return time_of_day();
  }
  void add(double from, double to) { put_within(windows_, from, to); }
  std::string_view text_;
  std::size_t at_ = 0;
  AttendedHours windows_;
};

/// "9:00", "24:00".
inline std::string time_text(double of_day) {
  const int minutes = static_cast<int>(std::lround(of_day / units::minute)), rest = minutes % 60;
  return std::to_string(minutes / 60) + (rest < 10 ? ":0" : ":") + std::to_string(rest);
}

}  // namespace detail

/// The windows of a text; throws InvalidArgument with what is not understood and how to write it.
inline AttendedHours attended_hours(std::string_view text) { return detail::HoursText(text).read(); }

/// "Mon-Fri 9:00-17:00", "Sat 20:00-Sun 6:00": to the minute.
inline std::string hours_text(const AttendedHours& hours) {
  const auto name = [](int day) {
    std::string of(detail::day_names[static_cast<std::size_t>(day % 7)]);
    of[0] = static_cast<char>(of[0] - 'a' + 'A');
    return of;
  };
  std::vector<std::pair<std::string, std::string>> parts;  // days and times
  int last = -1;
  for (const Window& w : hours) {
    const int first = static_cast<int>(w.from / units::day);
    const double to = w.to - first * units::day;
    const int later = static_cast<int>(std::ceil(to / units::day)) - 1;
    const std::string times = " " + detail::time_text(w.from - first * units::day) + "-" +
                              (later > 0 ? name(first + later) + " " : "") + detail::time_text(to - later * units::day);
    const bool goes_on = !parts.empty() && parts.back().second == times && first == last + 1;
    const std::string begin = goes_on ? parts.back().first.substr(0, 3) + "-" : "";
    if (goes_on) parts.back().first = begin + name(first);
    else parts.push_back({name(first), times});
    last = first;
  }
  std::string text;
  for (const auto& [days, times] : parts) text.append(text.empty() ? "" : ", ").append(days).append(times);
  return text;
}

}  // namespace scaling_limits::failures
