// SPDX-License-Identifier: Apache-2.0
// One published estimate beside what this library computes for it. The registry of them serves C++, Python, CLI and docs.
//
// A row says where a number was published and how it was printed, which inputs it had, what a function of the library gives
// for the same inputs, and how far the two may be apart: by what the digits printed leave open. Rows are of three groups, which
// are never counted together: values that a source prints; those among them that the model is known to miss, with the deviation
// and the reason; and values of ours, kept so that a change of them is seen.
#pragma once
#include "../version.hpp"

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "../core/scalar.hpp"

namespace scaling_limits::published {

/// How a value is known. Printed in every table as P, P2, D, A.
enum class Mark {
  published,      ///< P: text or table of the source
  second_source,  ///< P2: published, known through a second source
  derived,        ///< D: follows from published values by the arithmetic given
  assumed         ///< A: our assumption, or a reconstruction of a model that was not published
};

constexpr std::string_view to_text(Mark mark) {
  constexpr std::string_view names[] = {"P", "P2", "D", "A"};
  return names[static_cast<int>(mark)];
}

/// Every mark and what it means, on one line.
inline constexpr std::string_view mark_legend =
    "P published; P2 published, known through a second source; D derived from published values; A assumed or reconstructed";

struct Source {
  std::string_view title{};
  int year{};
};

/// Which values a printed number speaks of.
enum class Claim {
  equal,     ///< that number
  at_least,  ///< "more than": that number or more
  at_most    ///< "up to": that number or less
};

constexpr std::string_view to_text(Claim claim) {
  constexpr std::string_view names[] = {"equal", "at least", "at most"};
  return names[static_cast<int>(claim)];
}

/// A number as its source prints it, and how far from it a computed value may be (relative): to the side that the claim leaves
/// open, to both where it is of that very number.
struct Printed {
  double value{};
  std::string_view text{};
  double tolerance{};
  std::string_view reason{};
  Claim claim = Claim::equal;
  double known_deviation = NaN;  // computed / published - 1 of a row that the model is known to miss
  std::string_view known_reason{};
};

namespace detail {

/// Half a unit of the last of that many significant digits, relative to the value. What double arithmetic adds is far below it.
inline double half_unit(double value, int significant) {
  return 0.5 * std::pow(10.0, std::floor(std::log10(value)) - significant + 1) / value * (1 + 1e-12);
}

}  // namespace detail

/// Printed to that many significant digits: half a unit of the last one. `unit`: SI value of one of the unit it is printed in.
inline Printed digits(double value, std::string_view text, int significant, double unit = 1) {
  constexpr std::string_view reasons[] = {"", "half a unit of the one digit printed", "half a unit of the second digit printed",
                                          "half a unit of the third digit printed", "half a unit of the last digit printed"};
  return {value * unit, text, detail::half_unit(value, significant), reasons[significant < 4 ? significant : 4]};
}

/// Of inputs that are printed rounded too: what half a unit of their last digits, `inputs_half_unit` (relative), moves the
/// result by (first order) is left open beside its own half unit.
inline Printed digits_of_both(Printed result, double inputs_half_unit) {
  result.tolerance += inputs_half_unit;
  result.reason = "half a unit of the last digit printed, of the value and of its inputs";
  return result;
}

/// Round numbers in, a round number out: only rounding of double arithmetic is left.
inline Printed exactly(double value, std::string_view text) { return {value, text, 1e-12, "exact arithmetic on round inputs"}; }

/// Printed as "more than": every value from there up to the largest possible one is inside, none below.
inline Printed at_least(double value, std::string_view text, double largest) {
  return {value, text, largest / value - 1, "printed as a lower bound; the tolerance reaches up to the largest possible value",
          Claim::at_least};
}

/// Printed as "up to": none above is inside, and none that would be printed as less.
inline Printed at_most(double value, std::string_view text, int significant) {
  return {value, text, detail::half_unit(value, significant), "printed as an upper bound; half a unit of the last digit below",
          Claim::at_most};
}

/// Printed as what is enough: every value from the least possible one up to it is inside, none above.
inline Printed enough(double value, std::string_view text, double least) {
  return {value, text, 1 - least / value, "printed as enough; the tolerance reaches down to the least possible value",
          Claim::at_most};
}

/// Printed so, and known to be missed by that much [%, two decimals] for that reason.
inline Printed known_to_deviate(Printed printed, double percent, std::string_view reason) {
  printed.known_deviation = percent / 100;
  printed.known_reason = reason;
  return printed;
}

/// What a row may be counted with.
enum class Group { published, deviating, derived };

constexpr std::string_view to_text(Group group) {
  constexpr std::string_view names[] = {"published", "deviating", "derived"};
  return names[static_cast<int>(group)];
}

/// What stands above the rows of a group.
constexpr std::string_view title(Group group) {
  constexpr std::string_view titles[] = {"Published values", "Published values that the model is known to miss",
                                         "Our own values, derived or assumed, kept as they are"};
  return titles[static_cast<int>(group)];
}

struct Estimate {
  Source source{};
  std::string_view id{};        // stable, "<where>.<what>"
  std::string_view quantity{};  // in words
  Mark mark{};
  std::string_view inputs{};
  Printed published{};
  std::string_view unit{};   // SI of published.value and computed; "1" for a plain number, "GPU" for a count of them
  std::string_view model{};  // the function of the library
  double computed{};

  /// computed / published - 1.
  double deviation() const { return computed / published.value - 1; }

  Group group() const {
    if (mark == Mark::derived || mark == Mark::assumed) return Group::derived;
    return std::isnan(published.known_deviation) ? Group::published : Group::deviating;
  }

  /// Published: inside the tolerance, on the side that is claimed. Derived: still what was noted down, to its digits. Known to
  /// deviate: still by as much, to a hundredth of a percent.
  bool holds() const {
    if (group() == Group::deviating) return std::abs(deviation() - published.known_deviation) <= 0.5e-4;
    return (published.claim == Claim::at_least ? deviation() >= 0 : deviation() >= -published.tolerance) &&
           (published.claim == Claim::at_most ? deviation() <= 0 : deviation() <= published.tolerance);
  }

  /// ok, deviates, unchanged; OUT and CHANGED where it does not hold.
  std::string_view status() const {
    constexpr std::string_view kept[] = {"ok", "deviates", "unchanged"};
    if (holds()) return kept[static_cast<int>(group())];
    return group() == Group::published ? "OUT" : "CHANGED";
  }
};

/// What a source answers with. Its function is a template without a parameter in use, so that the rows and the solvers behind
/// them are compiled where they are asked for, not in every file that includes the umbrella.
using Estimates = std::vector<Estimate>;

}  // namespace scaling_limits::published
