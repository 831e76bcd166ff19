// SPDX-License-Identifier: Apache-2.0
// Arrays at the door of what is said of a stream of events: checked number by number, in order of time.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "../core/fields.hpp"

namespace scaling_limits::failures::detail {

inline constexpr Range finite{.lower = -inf, .upper = inf, .open_below = true, .open_above = true};
inline constexpr Range whole_count = whole(not_negative);

/// Throws DomainError for the first number of a list that is out of range, named by its place: "times[3]".
inline void check_each(std::string_view owner, std::string_view name, std::span<const double> list, const Range& range,
                       std::string_view unit = "1") {
  for (std::size_t i = 0; i < list.size(); ++i)
    if (!range.holds(list[i])) check(owner, std::string(name) + "[" + std::to_string(i) + "]", list[i], range, unit);
}

/// Throws InvalidArgument where a list is not as long as another.
inline void check_as_many(std::string_view owner, std::string_view name, std::span<const double> list, std::string_view other,
                          std::span<const double> as) {
  if (list.size() == as.size()) return;
  std::string text(owner);
  text.append(": ").append(name).append(" has ").append(std::to_string(list.size())).append(" numbers, ");
  text.append(other).append(" has ").append(std::to_string(as.size()));
  throw InvalidArgument(text, name);
}

/// Throws InvalidArgument where numbers do not rise.
inline void check_rising(std::string_view owner, std::string_view name, std::span<const double> list) {
  if (list.size() < 2)
    throw InvalidArgument(std::string(owner) + ": " + std::string(name) + " must hold two numbers at least", name);
  for (std::size_t i = 1; i < list.size(); ++i)
    if (!(list[i] > list[i - 1]))
      throw InvalidArgument(std::string(owner) + ": " + std::string(name) + " must rise, and " + std::string(name) + "[" +
                                std::to_string(i) + "] = " + to_text(list[i]) + " follows " + to_text(list[i - 1]),
                            name);
}

/// Times in order; copied only where they are not.
class InOrder {
 public:
  explicit InOrder(std::span<const double> times) : times_(times) {
    if (std::is_sorted(times.begin(), times.end())) return;
    copy_.assign(times.begin(), times.end());
    std::sort(copy_.begin(), copy_.end());
    times_ = copy_;
  }
  InOrder(const InOrder&) = delete;
  InOrder& operator=(const InOrder&) = delete;
  double operator[](std::size_t i) const { return times_[i]; }
  std::size_t size() const { return times_.size(); }

 private:
  std::vector<double> copy_;
  std::span<const double> times_;
};

}  // namespace scaling_limits::failures::detail
