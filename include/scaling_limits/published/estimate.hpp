// SPDX-License-Identifier: Apache-2.0
// One published estimate beside what this library computes for it. The registry of them serves C++, Python, CLI and docs.
//
// A row says where a number was published and how it was printed, which inputs it had, what a function of the library gives
// for the same inputs, and how far the two may be apart, with the reason.
#pragma once
#include "../version.hpp"

#include <cmath>
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

struct Source {
  std::string_view title{};
  int year{};
};

/// A number as its source prints it, and how far from it a computed value may be (relative).
struct Printed {
  double value{};
  std::string_view text{};
  double tolerance{};
  std::string_view reason{};
};

/// Printed to that many significant digits: half a unit of the last one. `unit`: SI value of one of the unit it is printed in.
inline Printed digits(double value, std::string_view text, int significant, double unit = 1) {
  const double last = std::pow(10.0, std::floor(std::log10(value)) - significant + 1);
  constexpr std::string_view reasons[] = {"", "half a unit of the one digit printed", "half a unit of the second digit printed",
                                          "half a unit of the third digit printed", "half a unit of the last digit printed"};
  return {value * unit, text, 0.5 * last / value * (1 + 1e-12), reasons[significant < 4 ? significant : 4]};
}

/// Round numbers in, a round number out: only rounding of double arithmetic is left.
inline Printed exactly(double value, std::string_view text) { return {value, text, 1e-12, "exact arithmetic on round inputs"}; }

/// Printed as "more than": every value from there up to the largest possible one is inside.
inline Printed at_least(double value, std::string_view text, double largest) {
  return {value, text, largest / value - 1, "printed as a lower bound; the tolerance reaches to the largest possible value"};
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
  bool holds() const { return std::abs(deviation()) <= published.tolerance; }
};

/// What a source answers with. Its function is a template without a parameter in use, so that the rows and the solvers behind
/// them are compiled where they are asked for, not in every file that includes the umbrella.
using Estimates = std::vector<Estimate>;

}  // namespace scaling_limits::published
