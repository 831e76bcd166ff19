// SPDX-License-Identifier: Apache-2.0
// The best pattern of levels and its interval, by exact goodput: downhill among regular patterns from the first order, level l
// every sqrt(2 C_l/lambda_l), and from patterns that leave out lower levels; then among all patterns of a few segments.
#pragma once
#include "../version.hpp"

#include <utility>

#include "../core/result_fields.hpp"
#include "../numeric/optimum.hpp"
#include "multilevel_patterns.hpp"

namespace scaling_limits::checkpoint {

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

/// A pattern with its best interval.
struct PatternOptimum {
  Pattern pattern{};
  double interval = NaN, loss = inf;
};

namespace detail {

inline constexpr double longest_pattern = 4096;  // segments of a pattern that the optimiser proposes

/// Patterns of one set of levels, each with its best interval, and the ways downhill among them.
class PatternSearch {
 public:
  PatternSearch(std::span<const SeverityLevel<>> levels, double downtime, double latency)
      : lifted_(levels),
        chain_(levels, downtime, latency),
        with_slopes_({lifted_.data(), levels.size()}, Second(downtime), Second(latency)) {}
  PatternSearch(const PatternSearch&) = delete;  // chains look at lifted_
  PatternSearch& operator=(const PatternSearch&) = delete;
  int count() const { return chain_.count; }

  double length(const Pattern& pattern) const {
    double product = 1;
    for (int l = 0; l + 1 < count(); ++l) product *= pattern.ratios[l];
    return product;
  }
  /// First order: writes cost (sum of C_l / period_l) / w, failures (sum of lambda_l period_l) w / 2; periods in segments.
  double first_order_interval(const Pattern& pattern) const {
    double cost = 0, rework = 0, period = 1;
    for (int l = 1; l <= count(); ++l) {
      const auto list = pattern.list();
      if (l > 1 && list.empty()) period *= pattern.ratios[l - 2];
      if (!list.empty())
        period = double(list.size()) / double(std::count_if(list.begin(), list.end(), [l](int at) { return at >= l; }));
      cost += level_of(chain_.levels, l).write_time / period, rework += level_of(chain_.levels, l).failure_rate * period;
    }
    return std::sqrt(2 * cost / rework);
  }
  /// By Newton in ln w on duals, from what a pattern near this one says.
  PatternOptimum with_interval(const Pattern& pattern, const PatternOptimum& known, double bound = inf) const {
    const double scale = first_order_interval(pattern) / first_order_interval(known.pattern);
    return with_interval(pattern, scale > 0 && scale < inf ? known.interval * scale : known.interval, bound);
  }
  /// The same. A pattern that cannot reach `bound` is left after one look at its slope and curvature.
  PatternOptimum with_interval(const Pattern& pattern, double start, double bound = inf) const {
    const double latency = chain_.latency;
    start = (std::max)(start, latency);
    const auto loss = [&](const Second& w) { return pattern.loss(w, with_slopes_); };
    if (bound < inf) {
      const Second at = loss(exp(Second(First(std::log(start), 1), First(1))));
      const double slope = at.slope.value, step = slope / at.slope.slope, t = 3 * std::abs(step);
      // the log of a sum of powers of w: its third derivative is at most so many times the second, where powers are within 3
      if (t < 1 && t > 0 && at.value.value + slope * step * (t + std::log1p(-t)) / (t * t) > bound) return {};
      if (t < 1) start = (std::max)(latency, start * std::exp(-step));
    }
    const double w = numeric::minimum_point(loss, start, latency);
    return {pattern, w, pattern.loss(w, chain_)};
  }
  /// Level l every sqrt(2 C_l / lambda_l), never rarer than the level above, and no segment shorter than the latency.
  PatternOptimum first_order() const {
    PerLevel<double> period;
    double rate = 0;
    for (int l = count() - 1; l >= 0; --l) {
      const auto& level = level_of(chain_.levels, l + 1);
      rate += level.failure_rate;
      period[l] = std::sqrt(2 * level.write_time / level.failure_rate);
      if (!(period[l] >= 0)) period[l] = inf;  // 0/0: neither cost nor use
      if (l + 1 < count()) period[l] = (std::min)(period[l], period[l + 1]);
    }
    period[0] = (std::max)(period[0], chain_.latency);
    Pattern pattern;
    double length = 1;
    for (int l = count() - 2; l >= 0; --l) {
      const double ratio = period[l + 1] == period[l] ? 1 : period[l + 1] / period[l];
      pattern.ratios[l] = std::clamp(std::round(ratio), 1.0, std::floor(longest_pattern / length));
      length *= pattern.ratios[l];
    }
    double start = period[0] > 0 && period[0] < inf ? period[0] : period[count() - 1] / length;
    if (!(start > 0 && start < inf)) start = 1e-3 / rate;
    return with_interval(pattern, (std::min)(start, 1 / rate));
  }
  /// Downhill in the ratios: each alone, and where that ends, each against another, which keeps the product of both, and each
  /// against both its neighbours; where the longest pattern leaves no room, among all neighbours that fill it.
  PatternOptimum downhill(PatternOptimum best) const {
    for (;;) {
      const double before = best.loss;
      for (int l = 0; l + 1 < count(); ++l)
        numeric::move_while_lower(best, [&](const auto& from, double step) { return alone(from, l, step); });
      if (best.loss < before) continue;
      for (int l = 0; l + 1 < count(); ++l)
        for (int m = 0; m + 1 < count(); ++m)
          if (m != l) numeric::move_while_lower(best, [&](const auto& from, double step) { return traded(from, l, m, step); });
      for (int l = 1; l + 2 < count(); ++l)
        numeric::move_while_lower(best, [&](const auto& from, double step) { return among(from, l, step); });
      if (best.loss < before) continue;
      for (int l = 0; l + 2 < count(); ++l) fill(best, l);
      if (!(best.loss < before)) return best;
    }
  }
  /// No checkpoint of level 1 alone, the other periods as they are.
  PatternOptimum without_lowest(const PatternOptimum& from) const {
    Pattern tried = from.pattern;
    tried.ratios[1] *= std::exchange(tried.ratios[0], 1);
    return with_interval(tried, from);
  }
  /// The best of n segments: the best pattern at an interval, its best interval, and again until the pattern stays.
  PatternOptimum listed(int segments, double interval, double bound) const {
    PatternOptimum best;
    for (double w = (std::max)(interval, chain_.latency);;) {
      const ShortPatterns all(chain_, w);
      if (!(all.loss(segments) < inf)) return best;
      const Pattern pattern = all.pattern(segments);
      if (pattern.levels == best.pattern.levels) return best;
      const auto tried = with_interval(pattern, w, bound);
      if (!(tried.loss < best.loss)) return best;
      best = tried, w = best.interval;
    }
  }

 private:
  using First = dual<double>;
  using Second = dual<First>;

  /// Another value of one ratio.
  PatternOptimum alone(const PatternOptimum& from, int l, double by) const {
    Pattern tried = from.pattern;
    tried.ratios[l] = (std::max)(1.0, tried.ratios[l] + by);
    if (tried.ratios[l] == from.pattern.ratios[l] || length(tried) > longest_pattern) return {};
    return with_interval(tried, from, from.loss);
  }
  /// Another value of one ratio, and of another one what then is best, looked for from where their product is the same.
  PatternOptimum traded(const PatternOptimum& from, int l, int against, double by) const {
    Pattern tried = from.pattern;
    double &ratio = tried.ratios[l], &other = tried.ratios[against];
    const double product = ratio * other;
    ratio = (std::max)(1.0, ratio + by);
    other = (std::max)(1.0, std::round(product / ratio));
    if (length(tried) > longest_pattern) other = (std::max)(1.0, std::floor(product / ratio));
    if (tried.ratios[l] == from.pattern.ratios[l] || other == from.pattern.ratios[against] || length(tried) > longest_pattern)
      return {};
    auto best = with_interval(tried, from);
    numeric::move_while_lower(best, [&](const auto& at, double step) { return alone(at, against, step); });
    return best;
  }
  /// Another value of one ratio, and of both its neighbours what then is best, looked for from where their product is the same.
  PatternOptimum among(const PatternOptimum& from, int l, double by) const {
    Pattern tried = from.pattern;
    tried.ratios[l] = (std::max)(1.0, tried.ratios[l] + by);
    const double each = std::sqrt(from.pattern.ratios[l] / tried.ratios[l]);
    for (const int m : {l - 1, l + 1}) tried.ratios[m] = (std::max)(1.0, std::round(tried.ratios[m] * each));
    if (tried.ratios[l] == from.pattern.ratios[l] || length(tried) > longest_pattern) return {};
    auto best = with_interval(tried, from);
    for (double before = inf; best.loss < before;) {
      before = best.loss;
      for (const int m : {l - 1, l + 1})
        numeric::move_while_lower(best, [&](const auto& at, double step) { return alone(at, m, step); });
    }
    return best;
  }
  /// Of two neighbouring ratios that leave no room for one more of either: the best of all pairs that do.
  void fill(PatternOptimum& best, int l) const {
    Pattern tried = best.pattern;
    double &one = tried.ratios[l], &other = tried.ratios[l + 1];
    const double room = std::floor(longest_pattern / (length(tried) / (one * other)));
    if ((one + 1) * other <= room && one * (other + 1) <= room) return;
    for (one = 1; one <= room; ++one) {
      other = std::floor(room / one), one = std::floor(room / other);
      if (const auto filled = with_interval(tried, best, best.loss); filled.loss < best.loss) best = filled;
    }
  }
  /// The levels as constants of the scalar that Newton steps are taken in.
  struct Lifted : std::array<SeverityLevel<Second>, max_levels> {
    explicit Lifted(std::span<const SeverityLevel<>> levels) {
      for (std::size_t i = 0; i < levels.size(); ++i)
        (*this)[i] = {levels[i].write_time, levels[i].restart_time, levels[i].failure_rate};
    }
  };

  Lifted lifted_;
  Chain<double> chain_;
  Chain<Second> with_slopes_;
};

}  // namespace detail

/// The best among all regular patterns (up to 4096 segments) and all others of up to six segments, with its interval: from the
/// first order downhill in the ratios, and from one segment too, since with a latency or long writes there is more than one
/// valley. Between two checkpoints of the top level all is as it was after the one before, so that of two levels a regular
/// pattern is the best.
///
/// @param levels from the mildest up, one of them fails at times; @param downtime [s]; @param latency [s] of level 1
template <class = void>
PatternOptimum best_pattern(std::span<const SeverityLevel<>> levels, double downtime, double latency = 0) {
  const detail::PatternSearch search(levels, downtime, latency);
  auto best = search.downhill(search.first_order());
  const auto keep_lower = [&](const PatternOptimum& other) {
    if (other.loss < best.loss) best = other;
  };
  if (const auto one = search.with_interval({}, best, best.loss); one.loss < best.loss) keep_lower(search.downhill(one));
  if (search.count() < 3) return best;
  if (latency > 0) keep_lower(search.downhill(search.without_lowest(best)));
  if (search.length(best.pattern) <= 2 * Pattern::most_listed)
    for (int n = 2; n <= Pattern::most_listed; ++n) keep_lower(search.listed(n, best.interval, best.loss));
  return best;
}

template <class S = double>
struct MultilevelOptimum {
  std::vector<int> pattern{};
  S interval = S(NaN), goodput = S(NaN), first_order_overhead = S(NaN);
};
template <class S>
constexpr auto fields(const MultilevelOptimum<S>*) {
  using R = MultilevelOptimum<S>;
  return std::tuple(
      ResultField("pattern", &R::pattern, "1", "level of the checkpoint that ends each segment"),
      ResultField("interval", &R::interval, "s", "useful work of one segment"),
      ResultField("goodput", &R::goodput, "1", "at the best pattern and interval"),
      ResultField("first_order_overhead", &R::first_order_overhead, "1", "sum of sqrt(2 failure_rate write_time)"));
}

/// The best pattern, of all that best_pattern looks at, and its interval, by exact goodput.
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
  const auto best = best_pattern({values.data(), levels.size()}, value_of(down));
  answer.pattern = listed(best.pattern, static_cast<int>(levels.size()));
  answer.interval = numeric::refined_point(S(best.interval), [&]<class T>(const T& w) {
    std::array<SeverityLevel<T>, max_levels> lifted;
    for (std::size_t i = 0; i < levels.size(); ++i)
      lifted[i] = {T(levels[i].write_time), T(levels[i].restart_time), T(levels[i].failure_rate)};
    return best.pattern.loss(w, std::span<const SeverityLevel<T>>(lifted.data(), levels.size()), T(down), T(0));
  });
  answer.goodput = exp(S(-best.pattern.loss(answer.interval, levels, down, S(0))));
  return answer;
}
template <class S, class D = int>
MultilevelOptimum<S> multilevel_optimum(const std::vector<SeverityLevel<S>>& levels, const D& downtime = 0) {
  return multilevel_optimum(std::span<const SeverityLevel<S>>(levels), downtime);
}

}  // namespace scaling_limits::checkpoint
