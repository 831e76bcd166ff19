// SPDX-License-Identifier: Apache-2.0
// Lists of numbers that a question is asked of, of which there may be millions.
#pragma once
#include "../../version.hpp"

#include "../../failures/lives.hpp"
#include "../../failures/mtbf_estimate.hpp"
#include "../choose.hpp"
#include "../json_schema.hpp"
#include "../question.hpp"

namespace scaling_limits::catalog::detail {

/// A list of numbers as it was given, or as many doubles of its own.
class NumberList {
 public:
  NumberList(std::string_view owner, const Row& row, const Part& with) {
    const Value* value = with.argument(row.name);
    if (!value) return;
    if (const std::vector<double>* plain = value->numbers()) {
      given_ = *plain;
      return;
    }
    own_ = numbers_in(owner, row, Map{{std::string(row.name), *value}});
    given_ = own_;
  }
  NumberList(const NumberList&) = delete;
  NumberList& operator=(const NumberList&) = delete;
  operator std::span<const double>() const { return given_; }

 private:
  std::vector<double> own_{};
  std::span<const double> given_{};
};

inline constexpr Range any_number{.lower = -inf, .upper = inf};

/// A number with the ends of its interval.
inline std::vector<std::string_view> number_and_ends(const Case&) {
  return {failures::number_and_ends.begin(), failures::number_and_ends.end()};
}

inline Value times_look() { return json_schema::numbers("s", any_number); }
inline Value counts_look() { return json_schema::numbers("1", any_number); }

/// The lives of a question.
struct LivesGiven {
  NumberList durations, observed, entry;
  LivesGiven(std::string_view owner, const Part& with)
      : durations(owner, {"durations", "s", "", any_number}, with),
        observed(owner, {"observed", "1", "", flag}, with),
        entry(owner, {"entry", "s", "", any_number}, with) {}
  failures::Lives lives() const { return {durations, observed, entry}; }
};

inline std::vector<Argument> lives_arguments() {
  return {looking(times_look, {"durations", "age of each part when it was last seen [s]", {}, {}, false}),
          looking([] { return json_schema::numbers("1", flag); },
                  {"observed", "whether it failed then, 1 or 0; not given: all did"}),
          looking(times_look, {"entry", "age of each when it was first seen [s], below its duration; not given: new"})};
}

}  // namespace scaling_limits::catalog::detail
