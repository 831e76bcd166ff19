// SPDX-License-Identifier: Apache-2.0
// Strategies side by side for one run: what each makes of it at one size or at many, what it requires, and the sizes at which
// one overtakes another.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <functional>
#include <vector>

#include "../run/growth.hpp"
#include "../strategies/requirements.hpp"

namespace scaling_limits::analysis {

/// A strategy as the comparison sees it.
struct Contender {
  std::string name{};
  std::function<double(const TrainingRun<>&)> loss{};                  // -ln goodput; NaN where it has no answer
  std::function<strategies::Summary(const TrainingRun<>&)> summary{};  // loss, interval, requirements
  std::function<std::string(const TrainingRun<>&)> note{};
};

template <strategies::Strategy<double> St>
Contender contender(const St& strategy) {
  strategy.validate();
  return {std::string(strategy.name()),
          [strategy](const TrainingRun<>& run) { return strategies::losses_in_range(run, strategy).sum(); },
          [strategy](const TrainingRun<>& run) { return strategies::summary(strategy, run); },
          [strategy](const TrainingRun<>& run) { return std::string(strategy.note(run)); }};
}

struct ComparedRow {
  std::size_t contender = 0;  // which of those given
  std::string name{};
  std::vector<double> goodput{}, interval{};            // at each size; NaN where infeasible
  std::vector<double> memory{}, bandwidth{}, spares{};  // [B], [B/s], [GPUs]
  std::string status = "ok", note{};                    // "infeasible" where it has no answer at any size, with the reason
};

/// The size at which one strategy overtakes another.
struct BreakEven {
  double gpus{};
  std::string below{}, above{};  // the better one at smaller, at larger sizes
  bool best{};                   // whether they are the two best there
};

struct Comparison {
  std::vector<double> sizes{};
  std::vector<ComparedRow> rows{};            // best first at a single size; in the order given for several
  std::vector<BreakEven> break_even_sizes{};  // in rising order
};

namespace detail {

inline double goodput_of(double loss) { return std::exp(-loss); }

/// Where the losses of two contenders cross between two sizes, by bisection in ln N.
template <class F>
double crossing(const F& difference, double low, double high) {
  const bool sign = difference(low) < 0;
  double a = std::log(low), b = std::log(high);
  for (int i = 0; i < 50 && b - a > 1e-9; ++i) {
    const double mid = 0.5 * (a + b);
    ((difference(std::exp(mid)) < 0) == sign ? a : b) = mid;
  }
  return std::exp(0.5 * (a + b));
}

}  // namespace detail

/// Compares at the sizes given (none: at run.gpus alone), the fields growing from run.gpus by the law. Break-even sizes are
/// looked for between the smallest and the largest size; at a single size from a hundredth to a hundred times it.
template <class = void>
Comparison compare(const TrainingRun<>& run, const growth::PowerLaw& law, std::vector<double> sizes,
                   const std::vector<Contender>& contenders) {
  validate(run);
  const bool single = sizes.empty();
  if (single) sizes = {run.gpus};
  for (const double gpus : sizes) check("compare", "gpus", gpus, positive);
  const auto at = [&](double gpus) { return gpus == run.gpus ? run : law.at(run, gpus); };
  Comparison out;
  out.sizes = sizes;
  // where crossings are looked for: the sizes themselves where there are many
  std::vector<double> grid = sizes;
  std::sort(grid.begin(), grid.end());
  if (grid.size() < 64) {
    const double low = single ? std::max(1.0, run.gpus / 100) : grid.front(), high = single ? run.gpus * 100 : grid.back();
    grid.clear();
    for (int i = 0; i <= 64; ++i) grid.push_back(low * std::pow(high / low, i / 64.0));
  }
  const bool own_grid = grid.size() != sizes.size() || !std::is_sorted(sizes.begin(), sizes.end());
  std::vector<std::vector<double>> losses(contenders.size());
  for (std::size_t k = 0; k < contenders.size(); ++k) {
    ComparedRow row;
    row.contender = k, row.name = contenders[k].name;
    bool any = false;
    for (const double gpus : sizes) {
      const auto there = at(gpus);
      const auto [loss, interval, needs] = contenders[k].summary(there);
      any = any || loss == loss;
      row.goodput.push_back(detail::goodput_of(loss));
      row.interval.push_back(interval);
      row.memory.push_back(needs.memory), row.bandwidth.push_back(needs.bandwidth), row.spares.push_back(needs.spares);
      if (!own_grid) losses[k].push_back(loss);
      if (!(loss == loss) && row.note.empty()) row.note = contenders[k].note(there);
    }
    if (!any) row.status = "infeasible";
    if (own_grid)
      for (const double gpus : grid) losses[k].push_back(contenders[k].loss(at(gpus)));
    out.rows.push_back(std::move(row));
  }
  for (std::size_t i = 0; i < contenders.size(); ++i)
    for (std::size_t j = i + 1; j < contenders.size(); ++j)
      for (std::size_t g = 1; g < grid.size(); ++g) {
        const double before = losses[i][g - 1] - losses[j][g - 1], after = losses[i][g] - losses[j][g];
        if (!((before < 0 && after > 0) || (before > 0 && after < 0))) continue;
        const double gpus = detail::crossing([&](double n) { return contenders[i].loss(at(n)) - contenders[j].loss(at(n)); },
                                             grid[g - 1], grid[g]);
        bool best = true;
        for (std::size_t k = 0; k < contenders.size(); ++k)
          best = best && !(k != i && k != j && losses[k][g] < losses[i][g] && losses[k][g] < losses[j][g]);
        const auto& below = contenders[before < 0 ? i : j].name;
        const auto& above = contenders[before < 0 ? j : i].name;
        out.break_even_sizes.push_back({gpus, below, above, best});
      }
  std::sort(out.break_even_sizes.begin(), out.break_even_sizes.end(),
            [](const BreakEven& a, const BreakEven& b) { return a.gpus < b.gpus; });
  if (sizes.size() == 1)
    std::sort(out.rows.begin(), out.rows.end(), [](const ComparedRow& a, const ComparedRow& b) {
      // those without an answer last; of equals by name
      const double x = a.goodput[0] == a.goodput[0] ? a.goodput[0] : -1, y = b.goodput[0] == b.goodput[0] ? b.goodput[0] : -1;
      return x != y ? x > y : a.name < b.name;
    });
  return out;
}

/// The same for strategies by value, at run.gpus.
template <class... St>
Comparison compare(const TrainingRun<>& run, const growth::PowerLaw& law, const std::vector<double>& sizes,
                   const St&... strategy) {
  return compare(run, law, sizes, std::vector<Contender>{contender(strategy)...});
}
template <strategies::Strategy<double>... St>
Comparison compare(const TrainingRun<>& run, const St&... strategy) {
  return compare(run, growth::fixed(), {}, std::vector<Contender>{contender(strategy)...});
}

}  // namespace scaling_limits::analysis
