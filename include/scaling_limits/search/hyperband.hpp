// SPDX-License-Identifier: Apache-2.0
// The brackets of Hyperband. Each is a successive halving (successive_halving.hpp), s = s_max ... 0, s_max = floor(log_eta R),
// from many trials of small budgets to few of the largest, R. Bracket s starts n_s trials of R/eta^s:
//
//   journal   n_s = ceil((s_max + 1)/(s + 1) eta^s)          R 81, eta 3: 81, 34, 15, 8, 5
//   first     n_s = ceil(floor((s_max + 1)/(s + 1)) eta^s)   R 81, eta 3: 81, 27, 9, 6, 5
//
// Rung i of it holds floor(n_s/eta^i) trials of R/eta^(s-i).
// Sources: Li et al., JMLR 18(185), 2018, algorithm 1; Li et al., ICLR 2017, and the code published with it.
#pragma once
#include "../version.hpp"

#include <vector>

#include "../core/result_fields.hpp"
#include "../core/words.hpp"
#include "successive_halving.hpp"

namespace scaling_limits::search {

enum class BracketForm { journal, first };
constexpr auto words(const BracketForm*) {
  return std::to_array<Word<BracketForm>>({{"journal", BracketForm::journal}, {"first", BracketForm::first}});
}

/// Of R: at least one unit.
inline constexpr Range largest_budgets{.lower = 1, .upper = inf, .open_above = true};

/// One rung of one bracket.
struct BracketRung {
  double bracket = NaN, rung = NaN, trials = NaN, budget = NaN;
};
constexpr auto fields(const BracketRung*) {
  using B = BracketRung;
  return std::tuple(ResultField("bracket", &B::bracket, "1", "of each rung; 0 starts with the largest budget"),
                    ResultField("rung", &B::rung, "1", "of its bracket, 0 first"),
                    ResultField("trials", &B::trials, "1", "in the rung"),
                    ResultField("budget", &B::budget, "1", "of each of them"));
}

/// All rungs, bracket s_max first. Throws DomainError where a number is out of range.
///
/// @param budget R >= 1, the largest of one trial, in units of the smallest; @param reduction eta >= 2
template <class Rung = BracketRung>
std::vector<Rung> brackets(double budget, double reduction, BracketForm form = BracketForm::journal) {
  check("brackets", "budget", budget, largest_budgets);
  check("brackets", "reduction", reduction, reductions);
  std::vector<double> power{1};  // of eta, up to R: the logarithm of 243 to base 3 is less than 5 in doubles
  while (power.back() * reduction <= budget) power.push_back(power.back() * reduction);
  const double all = static_cast<double>(power.size());
  std::vector<Rung> rows;
  for (std::size_t s = power.size(); s-- > 0;) {
    const double rungs = static_cast<double>(s + 1);
    // all eta^s is exact where its quotient is whole: rounded up, it stays
    const double start = form == BracketForm::journal ? all * power[s] / rungs : std::floor(all / rungs) * power[s];
    for (std::size_t i = 0; i <= s; ++i)
      rows.push_back({rungs - 1, static_cast<double>(i), std::floor(std::ceil(start) / power[i]), budget / power[s - i]});
  }
  return rows;
}

}  // namespace scaling_limits::search
