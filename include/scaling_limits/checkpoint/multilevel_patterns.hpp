// SPDX-License-Identifier: Apache-2.0
// Patterns of levels and what they lose. Regular ones: every checkpoint of level l + 1 closes the same number n_l of blocks of
// level l; a block of equal parts is a geometric sum (Z_l grows by the same factor in each), which makes the cost of one
// evaluation independent of the length of the pattern. And the best of all patterns of a few segments, where unequal blocks
// can be better: late in a pattern more is at stake than early in it.
#pragma once
#include "../version.hpp"

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
S regular_slowdown(const Ratios& ratios, const S& interval, const Chain<S>& chain) {
  using std::exp;
  const Reaches<S> reach(chain, interval);
  const int top = chain.count;
  // per unit of Z_l: time of a block of level l that closes with a checkpoint of level m >= l; of the first, which follows a
  // higher one, and of those after it
  PerLevel<S> first, block;
  for (int m = 1; m <= top; ++m) {
    block[m] = chain.late_step * reach(1, m);
    first[m] = chain.is_late() ? S(chain.step[1] * reach(2, m)) : block[m];
  }
  double segments = 1;
  for (int l = 2; l <= top; ++l) {
    const double n = ratios[l - 2];
    segments *= n;
    const S& lost = chain.above[l - 1];
    const bool alike = l > 2 || !chain.is_late();
    S before(0), grown(1);  // time of all but the last, and what Z_{l-1} is multiplied by
    if (n > 1) {
      const S &later = block[l - 1], &one = alike ? later : first[l - 1];
      if (value_of(lost) == 0 || value_of(lost) * n * std::max<double>(value_of(later), value_of(one)) < 1e-9) {
        // in powers of what is lost, which may be too little to have digits
        before = one + S(n - 2) * later;
        if (n > 2) before = before + lost * S(n - 2) * later * (one + S((n - 3) / 2) * later);
        grown = S(1) + lost * before;
      } else {
        const S each = log_one_plus(S(lost * later));
        const S growth = alike ? S(S(n - 1) * each) : S(log_one_plus(S(lost * one)) + S(n - 2) * each);
        before = exp_minus_one(growth) / lost, grown = exp(growth);
      }
    }
    for (int m = l; m <= top; ++m) {
      block[m] = chain.step[l] * (before + grown * (n > 1 ? block[m] : first[m]));
      first[m] = block[m];
    }
  }
  return chain.start() * block[top] / (S(segments) * interval);
}

/// -ln goodput of the regular pattern with these ratios.
template <class S>
S regular_loss(const Ratios& ratios, const S& interval, const Chain<S>& chain) {
  return logarithm_of([&](const auto& w, const auto& of) { return regular_slowdown(ratios, w, of); }, interval, chain);
}

}  // namespace detail

/// -ln goodput of the regular pattern with these ratios; where goodput is below the least double too.
/// @param latency [s] of level 1
template <class S>
S regular_loss(const Ratios& ratios, const S& interval, std::span<const SeverityLevel<S>> levels, const S& downtime,
               const S& latency = S(0)) {
  return detail::regular_loss(ratios, interval, detail::Chain<S>(levels, downtime, latency));
}

/// A pattern by its ratios where it is regular, else by the levels of its few segments. No allocation: searches make many.
struct Pattern {
  static constexpr int most_listed = 6;
  Ratios ratios = no_ratios;
  PerLevel<int> levels{};  // the first `listed` items
  int listed = 0;          // 0: regular

  std::span<const int> list() const { return {levels.items.data(), static_cast<std::size_t>(listed)}; }

  /// -ln goodput.
  template <class S>
  S loss(const S& interval, const detail::Chain<S>& chain) const {
    return listed > 0 ? detail::pattern_loss(list(), interval, chain) : detail::regular_loss(ratios, interval, chain);
  }
  template <class S>
  S loss(const S& interval, std::span<const SeverityLevel<S>> of, const S& downtime, const S& latency) const {
    return loss(interval, detail::Chain<S>(of, downtime, latency));
  }
};

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

/// Any pattern, level by level.
inline std::vector<int> listed(const Pattern& pattern, int levels) {
  const auto list = pattern.list();
  return list.empty() ? regular_pattern(pattern.ratios, levels) : std::vector<int>(list.begin(), list.end());
}

namespace detail {

/// The best among all patterns of exactly n segments, at one interval; in numbers. A block of level l - 1 that takes f per unit
/// of Z_{l-1} adds above_{l-1} f of it to the next one's: the least time B of the blocks so far is all that matters, and
///   B(i) = min_j B(i - j) + (1 + above B(i - j)) f_{l-1}(j)
/// goes through all ways to cut i segments into blocks without listing them. B = 0 for none.
class ShortPatterns {
 public:
  ShortPatterns(const Chain<double>& chain, double interval) : chain_(chain), interval_(interval) {
    const Reaches<double> reach(chain_, interval);
    // blocks of level 1 are single segments, the first of each block of level 2 unlike those that follow
    for (int m = 1; m <= chain_.count; ++m) {
      const double first = chain_.step[1] * reach(2, m), later = chain_.late_step * reach(1, m);
      first_[m] = first, later_[m] = later;
    }
    for (int l = 2; l <= chain_.count; ++l) {
      best_[l].before[0].time = 0;
      for (int n = 1; n < most; ++n) {
        auto& so_far = best_[l].before[n];
        for (int last = 1; last <= n; ++last) keep_lower(so_far, joined(l, n - last, last, l - 1), last);
      }
      for (int n = 1; n <= most; ++n)
        for (int m = l; m <= chain_.count; ++m) {
          auto& block = best_[l].block[n][m];
          for (int last = 1; last <= n; ++last) keep_lower(block, chain_.step[l] * joined(l, n - last, last, m), last);
        }
    }
  }
  double loss(int segments) const {
    return std::log(chain_.start() * best_[chain_.count].block[segments][chain_.count].time / (segments * interval_));
  }
  Pattern pattern(int segments) const {
    Pattern found;
    write(found, chain_.count, segments, chain_.count);
    return found;
  }

 private:
  static constexpr int most = Pattern::most_listed;
  struct Best {
    double time = inf;
    int last = 0;  // segments of the last part
  };
  struct OfLevel {
    PerLevel<Best> before{};           // [n] blocks of the level below that take n segments
    PerLevel<PerLevel<Best>> block{};  // [n][m] a block of this level that closes with level m
  };
  static void keep_lower(Best& best, double time, int last) {
    if (time < best.time) best = {time, last};
  }
  /// Blocks of level l - 1 with n segments, and one more with `last` that closes with level m.
  double joined(int l, int n, int last, int m) const {
    const double before = best_[l].before[n].time;
    const double f = l > 2 ? best_[l - 1].block[last][m].time : last > 1 ? inf : n == 0 ? first_[m] : later_[m];
    return before + (1 + chain_.above[l - 1] * before) * f;
  }
  void write(Pattern& to, int l, int n, int m) const {
    if (l == 1) {
      to.levels[to.listed++] = m;
      return;
    }
    const int last = best_[l].block[n][m].last;
    write_before(to, l, n - last);
    write(to, l - 1, last, m);
  }
  void write_before(Pattern& to, int l, int n) const {
    if (n == 0) return;
    const int last = best_[l].before[n].last;
    write_before(to, l, n - last);
    write(to, l - 1, last, l - 1);
  }

  const Chain<double>& chain_;
  double interval_;
  PerLevel<double> first_, later_;
  PerLevel<OfLevel> best_;
};

}  // namespace detail

}  // namespace scaling_limits::checkpoint
