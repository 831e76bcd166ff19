// SPDX-License-Identifier: Apache-2.0
// Checkpoints of several levels, each enough for failures up to its own severity, under exponential failures.
//
//   level l = 1 ... K: write_time C_l, restart_time R_l, failure_rate lambda_l of severity l, which needs a checkpoint of level >= l
//   nested writes: a level-l checkpoint blocks for C'_l = C_1 + ... + C_l;  w = work of one segment;  D = downtime, not exposed
//
// The chain is that of Moody et al. (SC 2010): after a failure of severity s the run restores the latest checkpoint of level >= s, the
// restore being exposed itself. It moves up one position at a time, so the expected times T_i from position i to i + 1 follow
// one from the other. With Z_l(i) = 1 + Lambda D + sum_{s > l} lambda_s (time to come back to i after severity s) and
// x_s = (exp(Lambda R_s) - 1)/Lambda:
//   T_i = (exp(Lambda d_i) - 1)/Lambda Z_0(i),   Z_{s-1} = Z_s (1 + lambda_s x_s / (1 + x_s Lambda_{>s})) at a checkpoint of level >= s
// Everything is positive: nothing cancels. One level gives expected_segment_time. Derivation: docs/derivations.md.
#pragma once
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "../core/fields.hpp"
#include "../core/terms.hpp"
#include "../numeric/optimum.hpp"

namespace scaling_limits::checkpoint {

template <class S = double>
struct Level {
  S write_time = S(nan);
  S restart_time = S(0);
  S failure_rate = S(nan);
};

template <class S>
constexpr auto fields(const Level<S>*) {
  using L = Level<S>;
  return std::to_array<Field<L, S>>({
      {"write_time", &L::write_time, "s", not_negative, "what this level adds to a checkpoint; the lower ones are written too"},
      {"restart_time", &L::restart_time, "s", not_negative, "load and re-initialise after a failure of this severity; exposed"},
      {"failure_rate", &L::failure_rate, "1/s", not_negative, "failures that need a checkpoint of this level, in running time"},
  });
}
static_assert(table_is_complete<Level<>>, "Level: a member without its row, or a row without its member");

inline constexpr int max_levels = 8;

namespace detail {

/// What the chain needs of the levels, worked out once.
template <class S>
struct Chain {
  int count = 0;
  S rate{}, downtime{};
  std::array<S, max_levels + 1> blocks{};   // [l] C'_l
  std::array<S, max_levels + 1> lambda{};   // [s]
  std::array<S, max_levels + 1> above{};    // [l] sum of lambda_s, s > l
  std::array<S, max_levels + 1> step{};     // [s] Z_{s-1} / Z_s at a checkpoint of level >= s
  std::array<S, max_levels + 1> to_base{};  // [l] Z_0 / Z_l at a checkpoint of level l

  Chain(std::span<const Level<S>> levels, const S& down) : count(static_cast<int>(levels.size())), downtime(down) {
    blocks[0] = S(0), to_base[0] = S(1), above[count] = S(0);
    for (int l = 1; l <= count; ++l)
      blocks[l] = blocks[l - 1] + levels[l - 1].write_time, lambda[l] = levels[l - 1].failure_rate;
    for (int l = count; l > 0; --l) above[l - 1] = above[l] + lambda[l];
    rate = above[0];
    for (int l = 1; l <= count; ++l) {
      const S x = exposed(levels[l - 1].restart_time);
      // lambda x / (1 + x above), written so that an infinite x gives its limit
      const S share = value_of(x) < 1 ? S(lambda[l] * x / (S(1) + x * above[l])) : S(lambda[l] / (S(1) / x + above[l]));
      step[l] = S(1) + share;
      to_base[l] = to_base[l - 1] * step[l];
    }
  }
  /// (exp(Lambda t) - 1)/Lambda: running time until a stretch t passes without a failure.
  S exposed(const S& time) const {
    using std::exp;
    return value_of(time) == 0 ? time : S(time * exp(log_mean_exp(S(rate * time))));
  }
  S start() const { return S(1) + rate * downtime; }
};

template <class S>
bool in_domain(std::span<const Level<S>> levels, const S& downtime) {
  bool ok = value_of(downtime) >= 0;
  for (const auto& l : levels)
    ok = ok && value_of(l.write_time) >= 0 && value_of(l.restart_time) >= 0 && value_of(l.failure_rate) >= 0;
  return ok;
}

inline void check_levels(std::size_t count) {
  if (count == 0) throw invalid_argument("multilevel: levels is empty");
  if (count > max_levels) throw invalid_argument("multilevel: at most 8 levels");
}

}  // namespace detail

/// Throws invalid_argument where a pattern is empty, names a level that does not exist or does not end with the top level.
inline void check_pattern(std::span<const int> pattern, std::size_t levels) {
  detail::check_levels(levels);
  if (pattern.empty()) throw invalid_argument("multilevel: pattern is empty");
  for (const int l : pattern)
    if (l < 1 || l > static_cast<int>(levels))
      throw invalid_argument("multilevel: pattern names level " + std::to_string(l) + ", levels are 1 to " +
                             std::to_string(levels));
  if (pattern.back() != static_cast<int>(levels))
    throw invalid_argument("multilevel: pattern must end with the top level " + std::to_string(levels) + ", not " +
                           std::to_string(pattern.back()));
}

/// Expected wall-clock time [s] of one whole pattern, exact; O(positions x levels).
template <class S>
S multilevel_time(std::span<const int> pattern, const S& interval, std::span<const Level<S>> levels, const S& downtime) {
  if (!(value_of(interval) >= 0) || !detail::in_domain(levels, downtime)) return S(nan);
  const detail::Chain<S> chain(levels, downtime);
  const int top = chain.count;
  std::array<S, max_levels + 1> reach, z;  // time of one segment that ends at level l; Z_l
  for (int l = 1; l <= top; ++l) reach[l] = chain.exposed(S(interval + chain.blocks[l]));
  z[top] = chain.start();
  for (int s = top; s > 0; --s) z[s - 1] = z[s] * chain.step[s];
  S total(0);
  for (const int level : pattern) {
    const S time = reach[level] * z[0];
    total = total + time;
    for (int l = level; l < top; ++l) z[l] = z[l] + chain.above[l] * time;
    for (int s = level; s > 0; --s) z[s - 1] = z[s] * chain.step[s];
  }
  return total;
}

/// Goodput of a pattern of levels, exact (equation 13 of the model), for any nested pattern.
///
/// @param pattern level of the checkpoint that ends each segment, 1-based; ends with the top level, then starts again
/// @param interval useful work of one segment [s]; @param levels from the mildest up; @param downtime [s], not exposed
/// @return useful work per wall-clock time; NaN for parameters out of range
/// @throws invalid_argument for a pattern that makes no sense
template <class W, class S, class D = int>
S multilevel_goodput(std::span<const int> pattern, const W& interval, std::span<const Level<S>> levels, const D& downtime = 0) {
  check_pattern(pattern, levels.size());
  const S w(interval);
  const S work = S(static_cast<double>(pattern.size())) * w;
  const S time = multilevel_time(pattern, w, levels, S(downtime));
  if (value_of(time) != value_of(time)) return value_of(w) >= 0 && detail::in_domain(levels, S(downtime)) ? S(0) : S(nan);
  return work / time;
}
template <class W, class S, class D = int>
S multilevel_goodput(std::initializer_list<int> pattern, const W& interval, const std::vector<Level<S>>& levels,
                     const D& downtime = 0) {
  return multilevel_goodput(std::span<const int>(pattern.begin(), pattern.size()), interval, std::span<const Level<S>>(levels),
                            downtime);
}

/// Fractions of wall-clock time for a pattern: useful, checkpoint (the writes that count), rework, restart, downtime; exact.
///
/// @param levels with restart times that may hold more than the restart itself; @param restarts the same with the restart alone,
/// which comes first; what is longer counts as rework
template <class S>
Terms<S> multilevel_breakdown(std::span<const int> pattern, const S& interval, std::span<const Level<S>> levels,
                              std::span<const Level<S>> restarts, const S& downtime) {
  using std::exp;
  const detail::Chain<S> chain(levels, downtime);
  const int top = chain.count;
  if (value_of(chain.rate) == 0 && value_of(interval) == inf)
    return {{"useful", S(1)}, {"checkpoint", S(0)}, {"rework", S(0)}, {"restart", S(0)}, {"downtime", S(0)}};
  // the chain once more, counting time in restarts alone: r[l] = sum over s > l of lambda_s (restart time on the way back)
  std::array<S, max_levels + 1> reach, z, r, attempt;
  for (int l = 1; l <= top; ++l) {
    reach[l] = chain.exposed(S(interval + chain.blocks[l]));
    const S whole = chain.rate * levels[l - 1].restart_time, own = chain.rate * restarts[l - 1].restart_time;
    // mean restart time of one attempt, per its success: exp(whole) (1 - exp(-own))/Lambda
    attempt[l] = value_of(own) == 0 ? S(0) : S(exp(S(whole - own)) * chain.exposed(restarts[l - 1].restart_time));
  }
  S useful(0), written(0), total(0), restarting(0);
  const auto settle = [&](int level) {
    for (int s = level; s > 0; --s) {
      const S x = chain.exposed(levels[s - 1].restart_time), from = S(1) + x * chain.above[s];
      r[s - 1] = r[s] + chain.lambda[s] * (attempt[s] + x * r[s]) / from;
      z[s - 1] = z[s] * chain.step[s];
    }
  };
  z[top] = chain.start(), r[top] = S(0);
  settle(top);
  for (const int level : pattern) {
    const S time = reach[level] * z[0], in_restart = reach[level] * r[0];
    total = total + time, restarting = restarting + in_restart, useful = useful + interval,
    written = written + chain.blocks[level];
    for (int l = level; l < top; ++l) z[l] = z[l] + chain.above[l] * time, r[l] = r[l] + chain.above[l] * in_restart;
    settle(level);
  }
  const S down = chain.rate * downtime / chain.start();
  const S rest = total * (S(1) - down) - useful - written - restarting;
  return {{"useful", S(useful / total)},
          {"checkpoint", S(written / total)},
          {"rework", S(rest / total)},
          {"restart", S(restarting / total)},
          {"downtime", down}};
}

/// How many checkpoints of one level there are for each one of the next: [l] of level l per level l + 1, counting both.
using Ratios = std::array<double, max_levels>;

/// -ln goodput of the regular pattern with these ratios. A block of equal parts is a geometric sum, so that the cost depends
/// on the number of levels alone; the sum is the same as multilevel_goodput's, term by term.
template <class S>
S regular_loss(const Ratios& ratios, const S& interval, std::span<const Level<S>> levels, const S& downtime) {
  using std::exp;
  using std::log;
  const detail::Chain<S> chain(levels, downtime);
  const int top = chain.count;
  // per unit of Z_l: time of a block of level l that closes with a checkpoint of level m >= l
  std::array<S, max_levels + 1> block;
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
  return log(S(chain.start() * block[top] / (S(segments) * interval)));
}

/// The pattern of the ratios, e.g. 3 -> [1, 1, 2].
inline std::vector<int> regular_pattern(const Ratios& ratios, int levels) {
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
S multilevel_first_order_overhead(std::span<const Level<S>> levels) {
  using std::sqrt;
  S sum(0);
  for (const auto& l : levels) {
    const S x = S(2) * l.failure_rate * l.write_time;
    if (!(value_of(x) >= 0)) return S(nan);
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
inline RegularPoint best_regular_interval(const Ratios& ratios, double start, std::span<const Level<>> levels, double downtime,
                                          double shortest) {
  const int count = static_cast<int>(levels.size());
  std::array<Level<dual<dual<double>>>, max_levels> lifted;
  for (int i = 0; i < count; ++i) lifted[i] = {levels[i].write_time, levels[i].restart_time, levels[i].failure_rate};
  const std::span<const Level<dual<dual<double>>>> in_duals(lifted.data(), levels.size());
  const double w = std::max(
      shortest,
      numeric::minimum_point(
          [&](const dual<dual<double>>& x) { return regular_loss(ratios, x, in_duals, dual<dual<double>>(downtime)); }, start));
  return {regular_loss(ratios, w, levels, downtime), w};
}

/// Ratios and interval of the best regular pattern. shortest: the least interval allowed.
struct RegularOptimum {
  Ratios ratios;
  double interval, loss;
};
inline RegularOptimum best_regular(std::span<const Level<>> levels, double downtime, double shortest = 0) {
  const int count = static_cast<int>(levels.size());
  Ratios ratios;
  ratios.fill(1);
  // first order: level l every sqrt(2 C_l / lambda_l), never rarer than the level above
  std::array<double, max_levels> period;
  for (int l = count - 1; l >= 0; --l) {
    period[l] = std::sqrt(2 * levels[l].write_time / levels[l].failure_rate);
    if (!(period[l] >= 0)) period[l] = inf;  // 0/0: neither cost nor use
    if (l + 1 < count) period[l] = std::min(period[l], period[l + 1]);
  }
  double length = 1;
  for (int l = count - 2; l >= 0; --l) {
    const double ratio = period[l + 1] == period[l] ? 1 : period[l + 1] / period[l];
    ratios[l] = std::clamp(std::round(ratio), 1.0, std::floor(longest_pattern / length));
    length *= ratios[l];
  }
  double rate = 0, cost = 0;
  for (const auto& l : levels) rate += l.failure_rate, cost += l.write_time;
  double start = period[0] > 0 && period[0] < inf ? period[0] : period[count - 1] / length;
  if (!(start > 0 && start < inf)) start = 1e-3 / rate;
  start = std::min(start, 1 / rate);
  auto best = best_regular_interval(ratios, start, levels, downtime, shortest);
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
          const bool possible = tried[l] != ratios[l] && product <= longest_pattern;
          const auto point = possible ? best_regular_interval(tried, best.interval, levels, downtime, shortest) : best;
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

}  // namespace detail

template <class S = double>
struct MultilevelOptimum {
  std::vector<int> pattern;
  S interval = S(nan);              // useful work of one segment [s]
  S goodput = S(nan);               //
  S first_order_overhead = S(nan);  // sum of sqrt(2 failure_rate write_time)
};

/// The best regular pattern (up to 4096 segments) and its interval, by exact goodput: started from first order, then downhill in the ratios.
///
/// @param levels from the mildest up; @param downtime [s], not exposed
/// @return pattern, interval, goodput; NaN numbers and no pattern where a parameter is out of range or nothing ever fails
template <class S, class D = int>
MultilevelOptimum<S> multilevel_optimum(std::span<const Level<S>> levels, const D& downtime = 0) {
  using std::exp;
  detail::check_levels(levels.size());
  const S down(downtime);
  MultilevelOptimum<S> answer;
  if (!detail::in_domain(levels, down)) return answer;
  answer.first_order_overhead = multilevel_first_order_overhead(levels);
  std::array<Level<>, max_levels> values;
  double rate = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    values[i] = {value_of(levels[i].write_time), value_of(levels[i].restart_time), value_of(levels[i].failure_rate)};
    rate += values[i].failure_rate;
  }
  if (rate == 0) {
    answer.pattern = regular_pattern(Ratios{1, 1, 1, 1, 1, 1, 1, 1}, static_cast<int>(levels.size()));
    answer.interval = S(inf), answer.goodput = S(1);
    return answer;
  }
  const auto best = detail::best_regular({values.data(), levels.size()}, value_of(down));
  answer.pattern = regular_pattern(best.ratios, static_cast<int>(levels.size()));
  answer.interval = numeric::refined_point(S(best.interval), [&]<class T>(const T& w) {
    std::array<Level<T>, max_levels> lifted;
    for (std::size_t i = 0; i < levels.size(); ++i)
      lifted[i] = {T(levels[i].write_time), T(levels[i].restart_time), T(levels[i].failure_rate)};
    return regular_loss(best.ratios, w, std::span<const Level<T>>(lifted.data(), levels.size()), T(down));
  });
  answer.goodput = exp(S(-regular_loss(best.ratios, answer.interval, levels, down)));
  return answer;
}
template <class S, class D = int>
MultilevelOptimum<S> multilevel_optimum(const std::vector<Level<S>>& levels, const D& downtime = 0) {
  return multilevel_optimum(std::span<const Level<S>>(levels), downtime);
}

}  // namespace scaling_limits::checkpoint
