// SPDX-License-Identifier: Apache-2.0
// The best pattern of levels and its interval, by exact goodput. Looked for among regular patterns: every checkpoint of level l
// + 1 closes the same number n_l of blocks of level l. A block of equal parts is a geometric sum (Z_l grows by the same factor
// in each), which makes the cost of one evaluation independent of the length of the pattern. Start: first order, level l every
// sqrt(2 C_l/lambda_l).
#pragma once
#include "../version.hpp"

#include "../numeric/optimum.hpp"
#include "multilevel.hpp"

namespace scaling_limits::checkpoint {

/// How many checkpoints of one level there are for each one of the next: [l] of level l per level l + 1, counting both.
using Ratios = PerLevel<double>;

/// One checkpoint in the pattern, of the top level.
inline constexpr Ratios no_ratios{{1, 1, 1, 1, 1, 1, 1, 1, 1}};

namespace detail {

/// 1 / goodput of the regular pattern with these ratios. A block of equal parts is a geometric sum, so that the cost depends
/// on the number of levels alone; the sum is the same as multilevel_goodput's, term by term.
template <class S>
S regular_slowdown(const Ratios& ratios, const S& interval, std::span<const SeverityLevel<S>> levels, const S& downtime) {
  using std::exp;
  const Chain<S> chain(levels, downtime);
  const int top = chain.count;
  // per unit of Z_l: time of a block of level l that closes with a checkpoint of level m >= l
  PerLevel<S> block;
  for (int m = 1; m <= top; ++m) block[m] = chain.to_base[1] * chain.exposed(S(interval + chain.blocks[m]));
  double segments = 1;
  for (int l = 2; l <= top; ++l) {
    const double n = ratios[l - 2];
    segments *= n;
    const S growth = S(n - 1) * log_one_plus(S(chain.above[l - 1] * block[l - 1]));
    const S grown = exp(growth);
    const S before = n == 1                              ? S(0)
                     : value_of(chain.above[l - 1]) == 0 ? S(S(n - 1) * block[l - 1])
                                                         : S(exp_minus_one(growth) / chain.above[l - 1]);
    for (int m = l; m <= top; ++m) block[m] = chain.step[l] * (before + grown * block[m]);
  }
  return chain.start() * block[top] / (S(segments) * interval);
}

}  // namespace detail

/// -ln goodput of the regular pattern with these ratios; where goodput is below the least double too.
template <class S>
S regular_loss(const Ratios& ratios, const S& interval, std::span<const SeverityLevel<S>> levels, const S& downtime) {
  using std::log;
  const S slowdown = detail::regular_slowdown(ratios, interval, levels, downtime);
  if (value_of(slowdown) < inf) return log(slowdown);
  const detail::InLogarithms<S> same(levels);
  return detail::regular_slowdown(ratios, Logarithm<S>(interval), same.span(), Logarithm<S>(downtime)).log;
}

/// The pattern of the ratios, e.g. 3 -> [1, 1, 2].
template <class = void>
std::vector<int> regular_pattern(const Ratios& ratios, int levels) {
  std::vector<int> pattern{1};
  for (int l = 2; l <= levels; ++l) {
    const std::vector<int> part = pattern;
    for (int i = 1; i < static_cast<int>(ratios[l - 2]); ++i) pattern.insert(pattern.end(), part.begin(), part.end());
    pattern.back() = l;
  }
  return pattern;
}

/// First-order overhead with every level at its own best period: sum of sqrt(2 failure_rate write_time). Holds well below 0.1.
template <class S>
S multilevel_first_order_overhead(std::span<const SeverityLevel<S>> levels) {
  using std::sqrt;
  S sum(0);
  for (const auto& l : levels) {
    const S x = S(2) * l.failure_rate * l.write_time;
    if (!(value_of(x) >= 0)) return S(NaN);
    if (value_of(x) > 0) sum = sum + sqrt(x);
  }
  return sum;
}

namespace detail {

inline constexpr double longest_pattern = 4096;  // segments of a pattern that the optimiser proposes

struct RegularPoint {
  double loss, interval;
};

/// The best interval of a regular pattern: Newton in ln w on duals.
template <class = void>
RegularPoint best_regular_interval(const Ratios& ratios, double start, std::span<const SeverityLevel<>> levels, double downtime,
                                   double shortest) {
  const int count = static_cast<int>(levels.size());
  std::array<SeverityLevel<dual<dual<double>>>, max_levels> lifted;
  for (int i = 0; i < count; ++i)
    lifted[static_cast<std::size_t>(i)] = {level_of(levels, i + 1).write_time, level_of(levels, i + 1).restart_time,
                                           level_of(levels, i + 1).failure_rate};
  const std::span<const SeverityLevel<dual<dual<double>>>> in_duals(lifted.data(), levels.size());
  const double w = std::max(
      shortest,
      numeric::minimum_point(
          [&](const dual<dual<double>>& x) { return regular_loss(ratios, x, in_duals, dual<dual<double>>(downtime)); }, start));
  return {regular_loss(ratios, w, levels, downtime), w};
}

}  // namespace detail

/// Ratios and interval of the best regular pattern. shortest: the least interval allowed.
struct RegularOptimum {
  Ratios ratios{};
  double interval{}, loss{};
};
template <class = void>
RegularOptimum best_regular(std::span<const SeverityLevel<>> levels, double downtime, double shortest = 0) {
  const int count = static_cast<int>(levels.size());
  Ratios ratios = no_ratios;
  // first order: level l every sqrt(2 C_l / lambda_l), never rarer than the level above
  PerLevel<double> period;
  for (int l = count - 1; l >= 0; --l) {
    period[l] = std::sqrt(2 * level_of(levels, l + 1).write_time / level_of(levels, l + 1).failure_rate);
    if (!(period[l] >= 0)) period[l] = inf;  // 0/0: neither cost nor use
    if (l + 1 < count) period[l] = std::min(period[l], period[l + 1]);
  }
  double length = 1;
  for (int l = count - 2; l >= 0; --l) {
    const double ratio = period[l + 1] == period[l] ? 1 : period[l + 1] / period[l];
    ratios[l] = std::clamp(std::round(ratio), 1.0, std::floor(detail::longest_pattern / length));
    length *= ratios[l];
  }
  double rate = 0, cost = 0;
  for (const auto& l : levels) rate += l.failure_rate, cost += l.write_time;
  double start = period[0] > 0 && period[0] < inf ? period[0] : period[count - 1] / length;
  if (!(start > 0 && start < inf)) start = 1e-3 / rate;
  start = std::min(start, 1 / rate);
  auto best = detail::best_regular_interval(ratios, start, levels, downtime, shortest);
  // downhill in each ratio with steps that double while they help
  for (bool improved = true; improved;) {
    improved = false;
    for (int l = 0; l + 1 < count; ++l)
      for (const double direction : {1.0, -1.0})
        for (double step = 1;;) {
          Ratios tried = ratios;
          tried[l] = std::max(1.0, ratios[l] + direction * step);
          double product = 1;
          for (int i = 0; i + 1 < count; ++i) product *= tried[i];
          const bool possible = tried[l] != ratios[l] && product <= detail::longest_pattern;
          const auto point = possible ? detail::best_regular_interval(tried, best.interval, levels, downtime, shortest) : best;
          if (possible && point.loss < best.loss) {
            best = point, ratios = tried, improved = true, step *= 2;
          } else if (step > 1) {
            step = 1;
          } else {
            break;
          }
        }
  }
  return {ratios, best.interval, best.loss};
}

template <class S = double>
struct MultilevelOptimum {
  std::vector<int> pattern{};
  S interval = S(NaN);              // useful work of one segment [s]
  S goodput = S(NaN);               //
  S first_order_overhead = S(NaN);  // sum of sqrt(2 failure_rate write_time)
};

/// The best regular pattern (up to 4096 segments) and its interval, by exact goodput: started from first order, then downhill
/// in the ratios.
///
/// @param levels from the mildest up; @param downtime [s], not exposed
/// @return pattern, interval, goodput; NaN numbers and no pattern where a parameter is out of range or nothing ever fails
template <class S, class D = int>
MultilevelOptimum<S> multilevel_optimum(std::span<const SeverityLevel<S>> levels, const D& downtime = 0) {
  using std::exp;
  check_levels(levels.size());
  const S down(downtime);
  MultilevelOptimum<S> answer;
  if (!levels_in_domain(levels, down)) return answer;
  answer.first_order_overhead = multilevel_first_order_overhead(levels);
  std::array<SeverityLevel<>, max_levels> values;
  double rate = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    values[i] = {value_of(levels[i].write_time), value_of(levels[i].restart_time), value_of(levels[i].failure_rate)};
    rate += values[i].failure_rate;
  }
  if (rate == 0) {
    answer.pattern = regular_pattern(no_ratios, static_cast<int>(levels.size()));
    answer.interval = S(inf), answer.goodput = S(1);
    return answer;
  }
  const auto best = best_regular({values.data(), levels.size()}, value_of(down));
  answer.pattern = regular_pattern(best.ratios, static_cast<int>(levels.size()));
  answer.interval = numeric::refined_point(S(best.interval), [&]<class T>(const T& w) {
    std::array<SeverityLevel<T>, max_levels> lifted;
    for (std::size_t i = 0; i < levels.size(); ++i)
      lifted[i] = {T(levels[i].write_time), T(levels[i].restart_time), T(levels[i].failure_rate)};
    return regular_loss(best.ratios, w, std::span<const SeverityLevel<T>>(lifted.data(), levels.size()), T(down));
  });
  answer.goodput = exp(S(-regular_loss(best.ratios, answer.interval, levels, down)));
  return answer;
}
template <class S, class D = int>
MultilevelOptimum<S> multilevel_optimum(const std::vector<SeverityLevel<S>>& levels, const D& downtime = 0) {
  return multilevel_optimum(std::span<const SeverityLevel<S>>(levels), downtime);
}

}  // namespace scaling_limits::checkpoint
