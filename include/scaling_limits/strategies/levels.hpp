// SPDX-License-Identifier: Apache-2.0
// What strategies with checkpoints of several levels have in common: they differ in what the levels cost (levels_of).
#pragma once
#include "../version.hpp"

#include "../checkpoint/multilevel_optimum.hpp"
#include "protocol.hpp"
#include "requirements.hpp"

namespace scaling_limits::strategies {

/// The levels of a run, and the plan that was found for them: pattern (as ratios, or the owner's) and interval.
template <class S>
struct LeveledRun {
  int count = 0;
  checkpoint::PerLevel<checkpoint::SeverityLevel<S>> levels{};
  S downtime{};
  S latency = S(0);  // of level 1 alone: its copies can be restored from only so much later

  std::span<const checkpoint::SeverityLevel<S>> span() const { return {levels.items.data(), static_cast<std::size_t>(count)}; }
  bool in_domain() const { return count > 0 && checkpoint::levels_in_domain(span(), downtime) && value_of(latency) >= 0; }

  /// A failure within the latency returns to the checkpoint before: an exposed recovery that is longer by it (formula 11),
  /// for the share of segments that follow a checkpoint of level 1 and no higher one. Exact for one kind of failure.
  template <class T>
  LeveledRun<T> as(const checkpoint::Ratios& ratios) const {
    LeveledRun<T> to = as<T>();
    if (value_of(latency) > 0 && count > 1)
      to.levels[0].restart_time = to.levels[0].restart_time + T(1 - 1 / ratios[0]) * carried<T>(latency);
    return to;
  }
  /// The same in another scalar, the latency left out.
  template <class T>
  LeveledRun<T> as() const {
    LeveledRun<T> to;
    to.count = count;
    for (int i = 0; i < count; ++i)
      to.levels[i] = {carried<T>(levels[i].write_time), carried<T>(levels[i].restart_time), carried<T>(levels[i].failure_rate)};
    to.downtime = carried<T>(downtime);
    return to;
  }

 private:
  template <class T>
  static T carried(const S& x) {
    if constexpr (std::constructible_from<T, S>) return T(x);
    else return T(value_of(x));
  }
};

/// What a strategy St answers that has a member own_pattern (empty: the best regular one) and answers levels_of(run); of a run
/// in range.
template <class St>
class Leveled {
 public:
  static constexpr auto causes = std::to_array<std::string_view>({"checkpoint", "restart", "downtime"});
  static constexpr auto shares = std::to_array<std::string_view>({"useful", "checkpoint", "rework", "restart", "downtime"});

  explicit Leveled(const St& strategy) : self_(strategy), own_pattern_(strategy.own_pattern) {}

  /// Useful work of one segment [s], the time between two checkpoints of any level.
  template <class S>
  S interval(const TrainingRun<S>& run) const {
    return plan(self_.levels_of(run)).interval;
  }
  /// Levels of the checkpoints of one cycle, 1-based.
  std::vector<int> pattern(const TrainingRun<>& run) const {
    const auto levels = self_.levels_of(run);
    if (!own_pattern_.empty()) return own_pattern_;
    return levels.in_domain() ? checkpoint::regular_pattern(plan(levels).ratios, levels.count) : std::vector<int>{};
  }
  /// Causes: what level checkpoints and their rework cost, restarts, downtime.
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    const auto levels = self_.levels_of(run);
    return losses_at(levels, plan(levels));
  }
  /// Losses, interval and requirements from one plan.
  Summary summary(const TrainingRun<>& run) const {
    const auto levels = self_.levels_of(run);
    const auto best = plan(levels);
    return {losses_at(levels, best).sum(), best.interval, self_.requirements_at(run, frequencies_at(levels, best))};
  }
  Requirements requirements(const TrainingRun<>& run) const {
    const auto levels = self_.levels_of(run);
    return self_.requirements_at(run, frequencies_at(levels, plan(levels)));
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    const auto levels = self_.levels_of(run);
    if (!levels.in_domain())
      return {{"useful", S(NaN)}, {"checkpoint", S(NaN)}, {"rework", S(NaN)}, {"restart", S(NaN)}, {"downtime", S(NaN)}};
    const auto best = plan(levels);
    const auto seen = levels.template as<S>(best.ratios);
    const auto cycle = own_pattern_.empty() ? checkpoint::regular_pattern(best.ratios, levels.count) : own_pattern_;
    return checkpoint::multilevel_breakdown(std::span<const int>(cycle), best.interval, seen.span(), levels.span(),
                                            levels.downtime);
  }

  Protocol protocol(const TrainingRun<>& run) const {
    const auto levels = self_.levels_of(run);
    Protocol p;
    p.gpus = run.gpus, p.downtime = run.downtime, p.interval = interval(run), p.pattern = pattern(run);
    p.levels.clear(), p.severities.clear();
    double blocking = 0;
    for (int i = 0; i < levels.count; ++i) p.failure_rate += levels.levels[i].failure_rate;
    for (int i = 0; i < levels.count; ++i) {
      blocking += levels.levels[i].write_time;
      p.levels.push_back({.blocking_time = blocking, .persist_latency = i == 0 && levels.count > 1 ? levels.latency : 0});
      const double share = p.failure_rate > 0 ? levels.levels[i].failure_rate / p.failure_rate : i == 0;
      p.severities.push_back({.share = share, .restart_time = levels.levels[i].restart_time, .level = i + 1});
    }
    return p;
  }

  /// Losses rise with every ratio of a time to the MTBF; the best pattern changes in steps, which leaves small teeth in slopes.
  bool rises_with(double rate, double least_time) const { return rate >= 0 && rate + least_time >= 0; }

 private:
  const St& self_;
  const std::vector<int>& own_pattern_;

  template <class S>
  struct Plan {
    checkpoint::Ratios ratios;
    S interval;
  };

  template <class S>
  Terms<S> losses_at(const LeveledRun<S>& levels, const Plan<S>& best) const {
    if (!levels.in_domain()) return {{"checkpoint", S(NaN)}, {"restart", S(NaN)}, {"downtime", S(NaN)}};
    S rate(0);
    for (const auto& l : levels.span()) rate = rate + l.failure_rate;
    if (value_of(rate) == 0) return {{"checkpoint", unstruck(levels, best)}, {"restart", S(0)}, {"downtime", S(0)}};
    auto seen = levels.template as<S>(best.ratios);
    const S all = loss(seen, best);
    // the restarts' share is what is gained if they took no time; the latency is rework
    for (int i = 0; i < seen.count; ++i)
      seen.levels[i].restart_time = seen.levels[i].restart_time - levels.levels[i].restart_time;
    const S without = loss(seen, best);
    const S down = log_one_plus(S(rate * levels.downtime));
    return {{"checkpoint", S(without - down)}, {"restart", S(all - without)}, {"downtime", down}};
  }
  /// Checkpoints of level >= l per second of useful work, l = 1 ... count; [0] unused.
  checkpoint::PerLevel<double> frequencies_at(const LeveledRun<double>& levels, const Plan<double>& best) const {
    checkpoint::PerLevel<double> f;
    if (own_pattern_.empty()) {
      f[1] = 1 / best.interval;
      for (int l = 2; l <= levels.count; ++l) f[l] = f[l - 1] / best.ratios[l - 2];
    } else {
      const double cycle = static_cast<double>(own_pattern_.size()) * best.interval;
      for (int l = 1; l <= levels.count; ++l)
        f[l] = static_cast<double>(std::count_if(own_pattern_.begin(), own_pattern_.end(), [l](int at) { return at >= l; })) /
               cycle;
    }
    return f;
  }

  /// -ln goodput in any scalar.
  template <class T>
  T loss_at(const LeveledRun<T>& run, const checkpoint::Ratios& ratios, const T& interval) const {
    if (own_pattern_.empty()) return checkpoint::regular_loss(ratios, interval, run.span(), run.downtime);
    return checkpoint::pattern_loss(std::span<const int>(own_pattern_), interval, run.span(), run.downtime);
  }
  template <class S>
  S loss(const LeveledRun<S>& run, const Plan<S>& plan) const {
    return loss_at(run, plan.ratios, plan.interval);
  }
  template <class S>
  S unstruck(const LeveledRun<S>& run, const Plan<S>& plan) const {
    return value_of(plan.interval) == inf ? S(0) : loss(run, plan);
  }

  template <class S>
  Plan<S> plan(const LeveledRun<S>& run) const {
    checkpoint::Ratios ratios = checkpoint::no_ratios;
    if (!run.in_domain()) return {ratios, S(NaN)};
    const auto values = run.template as<double>(ratios);
    double rate = 0, cost = 0;
    for (const auto& l : values.span()) rate += l.failure_rate, cost += l.write_time;
    const double shortest = value_of(run.latency);
    if (rate == 0) return {ratios, S(inf)};
    double start = std::min(1 / rate, std::sqrt(2 * std::max(cost, 1e-9 / rate) / rate));
    if (own_pattern_.empty()) {
      const auto best = checkpoint::best_regular(values.span(), values.downtime, shortest);
      ratios = best.ratios, start = best.interval;
    } else {
      ratios[0] = own_ratio();
    }
    double at = start;
    if (shortest > 0 || !own_pattern_.empty()) {
      const auto lifted = run.template as<double>(ratios).template as<dual<dual<double>>>();
      at = std::max(shortest,
                    numeric::minimum_point([&](const dual<dual<double>>& w) { return loss_at(lifted, ratios, w); }, start));
    }
    if (at == shortest && shortest > 0) return {ratios, run.latency};
    return {ratios,
            numeric::refined_point(S(at), [&]<class T>(const T& w) { return loss_at(run.template as<T>(ratios), ratios, w); })};
  }
  /// How many segments there are for each that ends above level 1.
  double own_ratio() const {
    const auto above = std::count_if(own_pattern_.begin(), own_pattern_.end(), [](int l) { return l > 1; });
    return static_cast<double>(own_pattern_.size()) / static_cast<double>(std::max<std::ptrdiff_t>(above, 1));
  }
};

}  // namespace scaling_limits::strategies
