// SPDX-License-Identifier: Apache-2.0
// Strategies side by side for one run: what each makes of it at one size or at many, what it requires, and every size at which
// one overtakes another. One that has no answer at a size, or a goodput below 1e-9, ranks behind all others.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <boost/math/tools/roots.hpp>
#include <cstdint>
#include <functional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "../run/growth.hpp"
#include "../strategies/growing.hpp"
#include "../strategies/requirements.hpp"

namespace scaling_limits::analysis {

/// A strategy as the comparison sees it.
struct Contender {
  std::string name{};
  std::function<double(const TrainingRun<>&)> loss{};                                 // -ln goodput; NaN where it has no answer
  std::function<strategies::Summary(const TrainingRun<>&)> summary{};                 // loss, interval, requirements
  std::function<std::string(const TrainingRun<>&)> note{};                            // why it has no answer
  std::function<std::string(const TrainingRun<>&, double interval)> interval_note{};  // why its interval is 0 or unlimited
  // of runs whose restart grows by the law from so many GPUs; empty: it has no parts to grow
  std::function<Contender(const growth::PowerLaw&, double gpus)> growing{};
};

template <strategies::Strategy<double> St>
Contender contender(const St& strategy) {
  strategy.validate();
  return {
      std::string(strategy.name()),
      [strategy](const TrainingRun<>& run) { return strategies::losses_in_range(run, strategy).sum(); },
      [strategy](const TrainingRun<>& run) { return strategies::summary(strategy, run); },
      [strategy](const TrainingRun<>& run) { return std::string(strategy.note(run)); },
      [strategy](const TrainingRun<>& run, double interval) { return strategies::interval_note(strategy, run, interval); },
      [strategy](const growth::PowerLaw& law, double gpus) { return contender(*strategies::Growing(strategy, law, gpus)); }};
}

struct ComparedRow {
  std::size_t contender = 0;  // which of those given
  std::string name{};
  std::vector<double> goodput{}, interval{}, memory{}, bandwidth{}, spares{}, rank{};  // at each size; NaN where infeasible
  std::string status = "ok", note{};
};
constexpr auto fields(const ComparedRow*) {
  using R = ComparedRow;
  return std::tuple(
      ResultField("place", &R::contender, "1", "from 0: those given, in their order, then the others"),
      ResultField("goodput", &R::goodput, "1", "new useful training time per wall-clock time, at each size"),
      ResultField("interval", &R::interval, "s", "useful work between two checkpoints, at each size; unlimited: none"),
      ResultField("memory", &R::memory, "B", "of copies"),
      ResultField("bandwidth", &R::bandwidth, "B/s", "written per second of progress of the GPUs that work"),
      ResultField("spares", &R::spares, "GPU", "that do no work of their own"),
      ResultField("rank", &R::rank, "1",
                  "1: the best there; strategies that are the same but for rounding share one, those that get nothing done "
                  "have none"),
      ResultField("status", &R::status, "", "ok, or infeasible at every size"),
      ResultField("note", &R::note, "", "why it has no answer, or an interval of 0 or unlimited"));
}

/// The size at which one strategy overtakes another.
struct BreakEven {
  double gpus{};
  std::string below{}, above{};
  bool best{};
};
constexpr auto fields(const BreakEven*) {
  using B = BreakEven;
  return std::tuple(ResultField("gpus", &B::gpus, "GPU", "the size at which one overtakes another"),
                    ResultField("below", &B::below, "", "the better one at smaller sizes"),
                    ResultField("above", &B::above, "", "the better one at larger sizes"),
                    ResultField("best", &B::best, "1", "1: they are the two best there"));
}

struct Comparison {
  std::vector<double> sizes{};
  std::vector<ComparedRow> rows{};            // best first at a single size; in the order given for several
  std::vector<BreakEven> break_even_sizes{};  // all of them between smallest and largest, in rising order
  double smallest{}, largest{};               // [GPUs]
};

namespace detail {

inline double goodput_of(double loss) { return std::exp(-loss); }

inline constexpr double same_loss = 1e-10;     // relative: rounding, and optima found numerically
inline constexpr double same_goodput = 1e-15;  // of losses as small as that the rest is rounding
inline constexpr double same_size = 1e-9;      // relative: of crossings, whose ln N is known to 1e-13
inline constexpr int crossing_cells = 512;     // in which crossings are looked for

/// What has no answer ranks last, and so does what gets nothing done: there rounding alone would rank.
inline constexpr double no_goodput = 1e-9;
inline double ranked(double loss) { return goodput_of(loss) >= no_goodput ? loss : inf; }
/// -1 where the first loss is the smaller one, 1 where it is the larger one, 0 where they are the same but for rounding.
inline int order(double first, double second) {
  const double a = ranked(first), b = ranked(second), gap = std::abs(a - b);
  if (a == b || (gap < inf && gap <= (std::max)(same_loss * (std::max)(a, b), same_goodput))) return 0;
  return a < b ? -1 : 1;
}
/// The losses' difference over their sum: smooth where they grow by orders of magnitude.
inline double contrast(double first, double second) {
  const double a = ranked(first), b = ranked(second);
  return a == b ? 0 : a == inf ? 1 : b == inf ? -1 : (a - b) / (a + b);
}

/// ln N on both sides of where f changes its sign, between two that have different ones.
template <class F>
std::pair<double, double> bracket(const F& f, double low, double high) {
  const double at_low = f(low) < 0 ? -1 : 1;
  // no zero: both sides are asked for; and a step may lie within the rounding of an end
  const auto sign = [&](double x) { return x == high ? -at_low : f(x) < 0 ? -1.0 : 1.0; };
  std::uintmax_t most = 60;
  return boost::math::tools::bisect(
      sign, low, high, [](double a, double b) { return b - a <= 1e-13 * (1 + std::abs(b)); }, most);
}

/// Where f dips to the other sign within an interval at whose ends it has the same one; NaN: nowhere.
template <class F>
double dip(const F& f, double low, double high) {
  const double sign = f(low) < 0 ? -1 : 1;
  std::uintmax_t most = 60;
  const auto [x, least] = boost::math::tools::brent_find_minima([&](double at) { return sign * f(at); }, low, high, 26, most);
  return least < -same_loss && x > low && x < high ? x : NaN;
}

/// Every ln N at which f changes its sign, each as a bracket. `at` are f on a grid fine enough for it to have one extreme value
/// within two cells; `sign`, what of them is no rounding.
template <class F>
std::vector<std::pair<double, double>> sign_changes(const F& f, const std::vector<double>& grid, const std::vector<double>& at,
                                                    const std::vector<int>& sign) {
  std::vector<std::pair<double, double>> found;
  std::size_t last = grid.size();  // where it had a sign
  for (std::size_t g = 0; g < grid.size(); ++g) {
    if (sign[g] == 0) continue;
    if (last < g && sign[last] != sign[g]) found.push_back(bracket(f, grid[last], grid[g]));
    last = g;
    if (g == 0 || g + 1 >= grid.size() || sign[g - 1] != sign[g] || sign[g + 1] != sign[g]) continue;
    const double here = std::abs(at[g]), before = std::abs(at[g - 1]), after = std::abs(at[g + 1]);
    if (!(here < before && here <= after)) continue;  // of two as near to zero the first
    const double low = dip(f, grid[g - 1], grid[g + 1]);
    if (!(low == low)) continue;
    found.push_back(bracket(f, grid[g - 1], low));
    found.push_back(bracket(f, low, grid[g + 1]));
  }
  return found;
}

/// ln N at the sizes where crossings are looked for.
inline std::vector<double> crossing_grid(double low, double high) {
  std::vector<double> grid;
  const double a = std::log(low), b = std::log(high);
  for (int i = 0; b > a && i <= crossing_cells; ++i) grid.push_back(a + (b - a) * i / crossing_cells);
  return grid;
}
/// The same of sizes that lie as close as those would, from the smallest to the largest; else none.
inline std::vector<double> crossing_grid_of(const std::vector<double>& sizes, double low, double high) {
  std::vector<double> grid;
  const double cell = std::log(high / low) / crossing_cells;
  for (std::size_t g = 0; g < sizes.size(); ++g) {
    grid.push_back(std::log(sizes[g]));
    if (g > 0 && !(grid[g] >= grid[g - 1] && grid[g] - grid[g - 1] <= cell * (1 + 1e-9))) return {};
  }
  return sizes.front() == low && sizes.back() == high ? grid : std::vector<double>();
}

/// What each contender makes of a run at the sizes asked for, and where one overtakes another.
template <class Between>
struct Contest {
  const TrainingRun<>& run;
  const growth::PowerLaw& law;
  const std::vector<Contender>& contenders;
  const Between& between;
  Comparison out{};
  std::vector<double> grid{};                 // ln N, where crossings are looked for
  bool own_grid = false;                      // not at the sizes asked for
  std::vector<std::vector<double>> losses{};  // of each contender, there
  std::vector<std::vector<double>> asked{};   // the same at the sizes asked for

  TrainingRun<> at(double gpus) const { return gpus == run.gpus ? run : law.at(run, gpus); }
  double loss_at(std::size_t k, double log_gpus) const {
    between();
    return contenders[k].loss(at(std::exp(log_gpus)));
  }

  void set_sizes(std::vector<double> sizes) {
    const bool single = sizes.empty();
    if (single) sizes = {run.gpus};
    for (const double gpus : sizes) check("compare", "gpus", gpus, positive);
    const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
    out.smallest = single ? (std::min)(run.gpus, (std::max)(1.0, run.gpus / 100)) : *least;
    out.largest = single ? run.gpus * 100 : *most;
    grid = crossing_grid_of(sizes, out.smallest, out.largest);
    own_grid = grid.empty();
    if (own_grid) grid = crossing_grid(out.smallest, out.largest);
    out.sizes = std::move(sizes);
  }

  void add_row(std::size_t k) {
    ComparedRow row;
    row.contender = k, row.name = contenders[k].name;
    asked.emplace_back();
    bool any = false;
    for (const double gpus : out.sizes) {
      between();
      const auto there = at(gpus);
      const auto [loss, interval, needs] = contenders[k].summary(there);
      any = any || loss == loss;
      row.goodput.push_back(goodput_of(loss));
      row.interval.push_back(interval);
      row.memory.push_back(needs.memory), row.bandwidth.push_back(needs.bandwidth), row.spares.push_back(needs.spares);
      asked[k].push_back(loss);
      if (!row.note.empty()) continue;
      row.note = loss == loss ? contenders[k].interval_note(there, interval) : contenders[k].note(there);
    }
    if (!any) row.status = "infeasible";
    losses.push_back(own_grid ? std::vector<double>() : asked[k]);
    if (own_grid)
      for (const double log_gpus : grid) losses[k].push_back(loss_at(k, log_gpus));
    out.rows.push_back(std::move(row));
  }

  void add_break_evens(std::size_t i, std::size_t j) {
    between();
    std::vector<double> contrasts;
    std::vector<int> signs;
    for (std::size_t g = 0; g < grid.size(); ++g) {
      contrasts.push_back(contrast(losses[i][g], losses[j][g]));
      signs.push_back(order(losses[i][g], losses[j][g]));
    }
    const auto difference = [&](double u) { return contrast(loss_at(i, u), loss_at(j, u)); };
    for (const auto& [low, high] : sign_changes(difference, grid, contrasts, signs)) {
      const bool first_below = difference(low) < 0;
      // where one of them begins or ends to have an answer they meet on one side alone
      const auto worse = [&](double u) { return (std::max)(ranked(loss_at(i, u)), ranked(loss_at(j, u))); };
      const double u = worse(high) < inf ? high : low, meeting = worse(u);
      bool best = true;
      for (std::size_t k = 0; k < contenders.size(); ++k)
        best = best && (k == i || k == j || ranked(loss_at(k, u)) >= meeting * (1 - 1e-7));
      const auto &first = contenders[i].name, &second = contenders[j].name;
      out.break_even_sizes.push_back({std::exp(u), first_below ? first : second, first_below ? second : first, best});
    }
  }

  /// How many are better, and one: a last digit ranks nobody.
  void rank() {
    for (std::size_t k = 0; k < asked.size(); ++k)
      for (std::size_t s = 0; s < out.sizes.size(); ++s) {
        const auto better = [&](const std::vector<double>& other) { return order(other[s], asked[k][s]) < 0; };
        const auto count = std::count_if(asked.begin(), asked.end(), better);
        out.rows[k].rank.push_back(ranked(asked[k][s]) < inf ? static_cast<double>(count) + 1 : NaN);
      }
  }

  /// In rising order; those that meet in one point but for rounding in the order in which the contenders were given.
  void sort_break_evens() {
    auto& all = out.break_even_sizes;
    std::vector<std::size_t> given(all.size());
    for (std::size_t i = 0; i < given.size(); ++i) given[i] = i;
    std::sort(given.begin(), given.end(), [&](std::size_t a, std::size_t b) { return all[a].gpus < all[b].gpus; });
    for (auto from = given.begin(); from != given.end();) {
      const double most = all[*from].gpus * (1 + same_size);
      const auto end = std::find_if(from, given.end(), [&](std::size_t i) { return all[i].gpus > most; });
      std::sort(from, end);
      from = end;
    }
    std::vector<BreakEven> sorted;
    for (const std::size_t i : given) sorted.push_back(std::move(all[i]));
    all = std::move(sorted);
  }

  void sort() {
    sort_break_evens();
    if (out.sizes.size() != 1) return;
    std::sort(out.rows.begin(), out.rows.end(), [](const ComparedRow& a, const ComparedRow& b) {
      // those that get nothing done after the others, those without an answer last; of equals by name, then as given
      const auto place = [](const ComparedRow& r) {
        const double rank = r.rank[0] == r.rank[0] ? r.rank[0] : inf;
        return std::tuple(rank, r.goodput[0] != r.goodput[0], std::string_view(r.name), r.contender);
      };
      return place(a) < place(b);
    });
  }
};

}  // namespace detail

/// Compares at the sizes given (none: at run.gpus alone), the fields growing from run.gpus by the law. Break-even sizes are
/// looked for between the smallest and the largest size; at a single size from a hundredth to a hundred times it.
/// @param between called before each summary and loss, and for each pair: a thousand contenders take seconds; it may throw
template <class Between = void (*)()>
Comparison compare(
    const TrainingRun<>& run, const growth::PowerLaw& law, std::vector<double> sizes, const std::vector<Contender>& contenders,
    const Between& between = [] {}) {
  validate(run);
  std::vector<Contender> growing = contenders;
  if (const auto parts = law.of_restart(run.gpus); parts.grows())
    for (Contender& one : growing) {
      if (!one.growing) parts.refuse();
      one = one.growing(law, run.gpus);
    }
  detail::Contest<Between> contest{run, law, growing, between};
  contest.set_sizes(std::move(sizes));
  for (std::size_t k = 0; k < contenders.size(); ++k) contest.add_row(k);
  for (std::size_t i = 0; i < contenders.size(); ++i)
    for (std::size_t j = i + 1; j < contenders.size(); ++j) contest.add_break_evens(i, j);
  contest.rank();
  contest.sort();
  return std::move(contest.out);
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
