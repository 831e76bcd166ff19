// SPDX-License-Identifier: Apache-2.0
// Checkpoints of several levels, each enough for failures up to its own severity, under exponential failures.
//
//   l = 1 ... K    level: write_time C_l, restart_time R_l, failure_rate lambda_l of severity l, which needs level l or above
//   C'_l = C_1 + ... + C_l    what a level-l checkpoint blocks for: writes are nested
//   w    work of one segment    D    downtime, not exposed
//
// The chain is that of Moody et al. (SC 2010): after a failure of severity s the run restores the latest checkpoint of level >=
// s, the restore being exposed itself. It moves up one position at a time, so the expected times T_i from position i to i + 1
// follow one from the other. With Z_l(i) = 1 + Lambda D + sum_{s > l} lambda_s (time to come back to i after severity s) and
// x_s = (exp(Lambda R_s) - 1)/Lambda:
//   T_i = (exp(Lambda d_i) - 1)/Lambda Z_0(i)
//   Z_{s-1} = Z_s (1 + lambda_s x_s / (1 + x_s Lambda_{>s}))    at a checkpoint of level s or above
// Everything is positive: nothing cancels. One level gives expected_segment_time. Derivation: docs/derivations.md,
// "Several levels".
//
// latency L <= w: a checkpoint of level 1, and no higher one, can be restored from only L after it was taken. Positions are
// where checkpoints begin to count: o_i = L after such a one, else 0. From one to the next is d_i = w + C'_l + o_{i+1} - o_i,
// and who returns to i has R_1 + o_i to pass. Exact: one level gives the persist latency of expected_goodput.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "../core/fields.hpp"
#include "../core/logarithm.hpp"
#include "../core/math.hpp"
#include "../core/terms.hpp"

namespace scaling_limits::checkpoint {

template <class S = double>
struct SeverityLevel {
  S write_time = S(NaN);
  S restart_time = S(0);
  S failure_rate = S(NaN);
};

template <class S>
constexpr auto fields(const SeverityLevel<S>*) {
  using L = SeverityLevel<S>;
  return std::to_array<Field<L, S>>({
      {"write_time", &L::write_time, "s", not_negative, "what this level adds to a checkpoint; the lower ones are written too"},
      {"restart_time", &L::restart_time, "s", not_negative, "load and re-initialise after a failure of this severity; exposed"},
      {"failure_rate", &L::failure_rate, "1/s", not_negative, "failures that need a checkpoint of this level, in running time"},
  });
}
static_assert(table_is_complete<SeverityLevel<>>, "SeverityLevel: a member without its row, or a row without its member");

inline constexpr int max_levels = 8;

/// One value per level, 0 to max_levels.
template <class T>
struct PerLevel {
  std::array<T, max_levels + 1> items{};
  T& operator[](int level) { return items[static_cast<std::size_t>(level)]; }
  const T& operator[](int level) const { return items[static_cast<std::size_t>(level)]; }
  friend bool operator==(const PerLevel&, const PerLevel&) = default;
};

/// The level of that number, 1-based.
template <class S>
const SeverityLevel<S>& level_of(std::span<const SeverityLevel<S>> levels, int number) {
  return levels[static_cast<std::size_t>(number - 1)];
}

namespace detail {

/// What the chain needs of the levels, worked out once for any interval and pattern.
template <class S>
struct Chain {
  std::span<const SeverityLevel<S>> levels{};
  int count = 0;
  S rate{}, downtime{}, latency{};
  PerLevel<S> blocks{};  // [l] C'_l
  PerLevel<S> lambda{};  // [s]
  PerLevel<S> above{};   // [l] sum of lambda_s, s > l
  PerLevel<S> step{};    // [s] Z_{s-1} / Z_s at a checkpoint of level >= s,
  S late_step{};         // and Z_0 / Z_1 at one of level 1 alone

  Chain(std::span<const SeverityLevel<S>> of, const S& down, const S& late)
      : levels(of), count(static_cast<int>(of.size())), downtime(down), latency(late) {
    blocks[0] = S(0), above[count] = S(0);
    for (int l = 1; l <= count; ++l)
      blocks[l] = blocks[l - 1] + level_of(levels, l).write_time, lambda[l] = level_of(levels, l).failure_rate;
    for (int l = count; l > 0; --l) above[l - 1] = above[l] + lambda[l];
    rate = above[0];
    for (int l = 1; l <= count; ++l) step[l] = step_after(level_of(levels, l).restart_time, l);
    late_step = is_late() ? step_after(S(level_of(levels, 1).restart_time + latency), 1) : step[1];
  }
  bool is_late() const { return value_of(latency) > 0; }
  /// How long after it was taken a checkpoint of that level counts.
  S delay(int level) const { return level == 1 ? latency : S(0); }
  /// Z_{s-1} / Z_s at a checkpoint of that level >= s.
  const S& step_at(int s, int level) const { return level == 1 ? late_step : step[s]; }
  /// Per Z_0, the time from where a checkpoint of level `from` counts to where the next one does, of level `to`.
  S reach(const S& interval, int from, int to) const {
    const S stretch = interval + blocks[to];
    return exposed(is_late() ? S(stretch + delay(to) - delay(from)) : stretch);
  }
  /// (exp(Lambda t) - 1)/Lambda: running time until a stretch t passes without a failure.
  S exposed(const S& time) const {
    using std::exp;
    const bool plain = std::floating_point<S> || !(value_of(rate) < inf);  // else 0 has a curvature
    return value_of(time) == 0 && plain ? time : S(time * exp(log_mean_exp(S(rate * time))));
  }
  S start() const { return S(1) + rate * downtime; }

 private:
  S step_after(const S& recovery, int l) const {
    const S x = exposed(recovery);
    // lambda x / (1 + x above), written so that an infinite x gives its limit
    return S(1) + (value_of(x) < 1 ? S(lambda[l] * x / (S(1) + x * above[l])) : S(lambda[l] / (S(1) / x + above[l])));
  }
};

/// The times between checkpoints that count, per Z_0: [from][to], where `from` is level 1 alone or a higher one.
template <class S>
struct Reaches {
  PerLevel<S> after_first, after_higher;

  Reaches(const Chain<S>& chain, const S& interval) {
    for (int l = 1; l <= chain.count; ++l) {
      after_higher[l] = chain.reach(interval, 2, l);
      after_first[l] = chain.is_late() ? chain.reach(interval, 1, l) : after_higher[l];
    }
  }
  const S& operator()(int from, int to) const { return from == 1 ? after_first[to] : after_higher[to]; }
};

}  // namespace detail

/// Levels whose times and rates are held by their logarithms: where goodput is below the least double.
template <class S>
class InLogarithms {
 public:
  explicit InLogarithms(std::span<const SeverityLevel<S>> levels) : count_(levels.size()) {
    using L = Logarithm<S>;
    for (std::size_t i = 0; i < count_; ++i)
      items_[i] = {L(levels[i].write_time), L(levels[i].restart_time), L(levels[i].failure_rate)};
  }
  std::span<const SeverityLevel<Logarithm<S>>> span() const { return {items_.data(), count_}; }

 private:
  std::array<SeverityLevel<Logarithm<S>>, max_levels> items_;
  std::size_t count_;
};

namespace detail {

/// ln of a positive f(interval, chain), found by logarithms where the number itself is beyond its scalar.
template <class S, class F>
S logarithm_of(const F& f, const S& interval, const Chain<S>& chain) {
  using std::log;
  using L = Logarithm<S>;
  const S number = f(interval, chain);
  if (value_of(number) < inf) return log(number);
  const InLogarithms<S> same(chain.levels);
  return f(L(interval), Chain<L>(same.span(), L(chain.downtime), L(chain.latency))).log;
}

}  // namespace detail

/// Whether all times and rates are there and none is negative.
template <class S>
bool levels_in_domain(std::span<const SeverityLevel<S>> levels, const S& downtime) {
  bool ok = value_of(downtime) >= 0;
  for (const auto& l : levels)
    ok = ok && value_of(l.write_time) >= 0 && value_of(l.restart_time) >= 0 && value_of(l.failure_rate) >= 0;
  return ok;
}

/// Throws InvalidArgument where there are no levels, or too many.
inline void check_levels(std::size_t count) {
  if (count == 0) throw InvalidArgument("multilevel: levels is empty", "levels");
  if (count > max_levels) throw InvalidArgument("multilevel: at most 8 levels", "levels");
}

/// Throws InvalidArgument where a pattern is empty, names a level that does not exist or does not end with the top level.
inline void check_pattern(std::span<const int> pattern, std::size_t levels, std::string_view owner = "multilevel") {
  check_levels(levels);
  const auto refuse = [&](const std::string& why) {
    return InvalidArgument(std::string(owner) + ": pattern " + why, "pattern");
  };
  if (pattern.empty()) throw refuse("is empty");
  for (const int l : pattern)
    if (l < 1 || l > static_cast<int>(levels))
      throw refuse("names level " + std::to_string(l) + ", levels are 1 to " + std::to_string(levels));
  if (pattern.back() != static_cast<int>(levels))
    throw refuse("must end with the top level " + std::to_string(levels) + ", not " + std::to_string(pattern.back()));
}

namespace detail {

/// Expected wall-clock time [s] of one whole pattern, exact; O(positions x levels).
template <class S>
S pattern_time(std::span<const int> pattern, const S& interval, const Chain<S>& chain) {
  if (!(value_of(interval) >= value_of(chain.latency))) return S(NaN);
  const Reaches<S> reach(chain, interval);
  const int top = chain.count;
  PerLevel<S> z;  // Z_l
  S total(0);
  int before = top;
  z[top] = chain.start();
  for (int s = top; s > 0; --s) z[s - 1] = z[s] * chain.step_at(s, top);
  for (const int level : pattern) {
    const S time = reach(before, level) * z[0];
    total = total + time;
    for (int l = level; l < top; ++l) z[l] = z[l] + chain.above[l] * time;
    for (int s = level; s > 0; --s) z[s - 1] = z[s] * chain.step_at(s, level);
    before = level;
  }
  return total;
}

/// -ln goodput of any pattern.
template <class S>
S pattern_loss(std::span<const int> pattern, const S& interval, const Chain<S>& chain) {
  const auto slowdown = [&]<class T>(const T& w, const Chain<T>& of) {
    return T(pattern_time(pattern, w, of) / T(T(static_cast<double>(pattern.size())) * w));
  };
  return logarithm_of(slowdown, interval, chain);
}

}  // namespace detail

/// Expected wall-clock time [s] of one whole pattern, exact; NaN out of range. @param latency [s] of level 1, <= interval
template <class S>
S multilevel_time(std::span<const int> pattern, const S& interval, std::span<const SeverityLevel<S>> levels, const S& downtime,
                  const S& latency = S(0)) {
  if (!(value_of(latency) >= 0) || !levels_in_domain(levels, downtime)) return S(NaN);
  return detail::pattern_time(pattern, interval, detail::Chain<S>(levels, downtime, latency));
}

/// -ln goodput of any pattern; where goodput is below the least double too.
template <class S>
S pattern_loss(std::span<const int> pattern, const S& interval, std::span<const SeverityLevel<S>> levels, const S& downtime,
               const S& latency = S(0)) {
  if (!(value_of(latency) >= 0) || !levels_in_domain(levels, downtime)) return S(NaN);
  return detail::pattern_loss(pattern, interval, detail::Chain<S>(levels, downtime, latency));
}

/// Goodput of a pattern of levels, exact (equation 13 of the model), for any nested pattern.
///
/// @param pattern level of the checkpoint that ends each segment, 1-based; ends with the top level, then starts again
/// @param interval useful work of one segment [s]; @param levels from the mildest up; @param downtime [s], not exposed
/// @return useful work per wall-clock time; NaN for parameters out of range
/// @throws InvalidArgument for a pattern that makes no sense
template <class W, class S, class D = int>
S multilevel_goodput(std::span<const int> pattern, const W& interval, std::span<const SeverityLevel<S>> levels,
                     const D& downtime = 0) {
  check_pattern(pattern, levels.size());
  const S w(interval);
  const S work = S(static_cast<double>(pattern.size())) * w;
  const S time = multilevel_time(pattern, w, levels, S(downtime));
  if (value_of(time) != value_of(time)) return value_of(w) >= 0 && levels_in_domain(levels, S(downtime)) ? S(0) : S(NaN);
  return work / time;
}
template <class W, class S, class D = int>
S multilevel_goodput(std::initializer_list<int> pattern, const W& interval, const std::vector<SeverityLevel<S>>& levels,
                     const D& downtime = 0) {
  return multilevel_goodput(std::span<const int>(pattern.begin(), pattern.size()), interval,
                            std::span<const SeverityLevel<S>>(levels), downtime);
}

namespace detail {

template <class S>
Terms<S> breakdown_by_chain(std::span<const int> pattern, const S& interval, std::span<const SeverityLevel<S>> levels,
                            const S& downtime, const S& latency) {
  using std::exp;
  const Chain<S> chain(levels, downtime, latency);
  const int top = chain.count;
  if (value_of(chain.rate) == 0 && value_of(interval) == inf)
    return {{"useful", S(1)}, {"checkpoint", S(0)}, {"rework", S(0)}, {"restart", S(0)}, {"downtime", S(0)}};
  const Reaches<S> reach(chain, interval);
  // the chain once more, counting time in restarts alone: r[l] = sum over s > l of lambda_s (restart time on the way back)
  PerLevel<S> z, r, restart;
  for (int l = 1; l <= top; ++l) restart[l] = chain.exposed(level_of(levels, l).restart_time);
  S useful(0), written(0), total(0), restarting(0);
  const auto settle = [&](int level) {
    for (int s = level; s > 0; --s) {
      const S delay = chain.delay(level), own = restart[s];
      // recovery R + o: per success (exp(Lambda (R + o)) - 1)/Lambda in all, of which in the restart itself
      // exp(Lambda o) (exp(Lambda R) - 1)/Lambda
      const S x = value_of(delay) > 0 ? chain.exposed(S(level_of(levels, s).restart_time + delay)) : own;
      const S attempt = value_of(delay) > 0 ? S(own * exp(S(chain.rate * delay))) : own;
      r[s - 1] = r[s] + chain.lambda[s] * (attempt + x * r[s]) / (S(1) + x * chain.above[s]);
      z[s - 1] = z[s] * chain.step_at(s, level);
    }
  };
  int before = top;
  z[top] = chain.start(), r[top] = S(0);
  settle(top);
  for (const int level : pattern) {
    const S time = reach(before, level) * z[0], in_restart = reach(before, level) * r[0];
    total = total + time, restarting = restarting + in_restart, useful = useful + interval,
    written = written + chain.blocks[level];
    for (int l = level; l < top; ++l) z[l] = z[l] + chain.above[l] * time, r[l] = r[l] + chain.above[l] * in_restart;
    settle(level);
    before = level;
  }
  const S down = chain.rate * downtime / chain.start();
  const S rest = total * (S(1) - down) - useful - written - restarting;
  return {{"useful", S(useful / total)},
          {"checkpoint", S(written / total)},
          {"rework", share_left(S(rest / total))},
          {"restart", S(restarting / total)},
          {"downtime", down}};
}

}  // namespace detail

/// Fractions of wall-clock time for a pattern: useful, checkpoint (the writes that count), rework, restart, downtime; exact.
/// @param latency [s] of level 1, <= interval; what it costs is rework
template <class S>
Terms<S> multilevel_breakdown(std::span<const int> pattern, const S& interval, std::span<const SeverityLevel<S>> levels,
                              const S& downtime, const S& latency = S(0)) {
  auto shares = detail::breakdown_by_chain(pattern, interval, levels, downtime, latency);
  if (const S sum = shares.sum(); value_of(sum) == value_of(sum)) return shares;
  // goodput below the least double: of logarithms of up to 1e9, which leave a number 7 digits
  using L = Logarithm<S>;
  const InLogarithms<S> same(levels);
  const auto amounts = detail::breakdown_by_chain(pattern, L(interval), same.span(), L(downtime), L(latency));
  const L all = amounts.sum();
  shares = {};
  for (const auto& share : amounts) shares.append(share.name, (share.amount / all).value());
  return shares;
}

}  // namespace scaling_limits::checkpoint
