// SPDX-License-Identifier: Apache-2.0
// What strategies with checkpoints of several levels have in common: they differ in what the levels cost (levels_of).
#pragma once
#include "../version.hpp"

#include "../checkpoint/multilevel_optimum.hpp"
#include "protocol.hpp"
#include "requirements.hpp"
#include "stopped_run.hpp"

namespace scaling_limits::strategies {

/// The levels of a run.
template <class S>
struct LeveledRun {
  int count = 0;
  checkpoint::PerLevel<checkpoint::SeverityLevel<S>> levels{};
  S downtime{};
  S latency = S(0);  // of level 1 alone: its copies can be restored from only so much later
  S late = S(0);     // rate of errors that are found late: they go back to the highest level, as some failures do

  std::span<const checkpoint::SeverityLevel<S>> span() const { return {levels.items.data(), static_cast<std::size_t>(count)}; }
  bool in_domain() const { return count > 0 && checkpoint::levels_in_domain(span(), downtime) && value_of(latency) >= 0; }

  /// The same in another scalar.
  template <class T>
  LeveledRun<T> as() const {
    LeveledRun<T> to;
    to.count = count;
    for (int i = 0; i < count; ++i)
      to.levels[i] = {carried<T>(levels[i].write_time), carried<T>(levels[i].restart_time), carried<T>(levels[i].failure_rate)};
    to.downtime = carried<T>(downtime), to.latency = carried<T>(latency), to.late = carried<T>(late);
    return to;
  }
  /// Against which checkpoints are placed: late errors take work back from the highest level like failures that need it.
  LeveledRun placed() const {
    LeveledRun to = *this;
    to.levels[count - 1].failure_rate = levels[count - 1].failure_rate + late, to.late = S(0);
    return to;
  }
};

/// The levels under a list of causes: each with the one restart that does what those of its rows do. Of rows by the level that
/// they need, with their restarts, that is
///
///   X = (prod m - 1)/(sum l_i/(1 + l_>i X_i) prod_{j < i} m_j),   R = ln(1 + L X)/L
///
/// over the rows of the level, in the terms of failures/restart_in_force.hpp, where levels come before times. Exact, but for
/// rows of different restarts of a level 1 whose copies come late: there the delay is added to this one R.
template <class S>
LeveledRun<S> with_rows(LeveledRun<S> levels, failures::CauseRows<S> rows) {
  const failures::RestartInForce<S> rule(rows.span());
  using L = Logarithm<S>;
  checkpoint::PerLevel<S> rates, log_steps;
  checkpoint::PerLevel<L> ends;
  checkpoint::PerLevel<int> found;
  for (int l = 0; l < levels.count; ++l) rates[l] = log_steps[l] = S(0);
  const S rate = rule.mix().failure_rate;
  rule.each_in_order([&](std::size_t i) {
    if (!rows[i].strikes() || value_of(rows[i].rate) == 0) return;
    const int l = rows[i].rank - 1;
    ends[l] = ends[l] + L::with(log_steps[l]) * L(rows[i].rate) * L::with(-rule.log_shielded(i));
    log_steps[l] = log_steps[l] + rule.log_step(i), rates[l] = rates[l] + rows[i].rate;
    if (++found[l] == 1) levels.levels[l].restart_time = rows[i].retry_chance == S(0) ? rows[i].restart_time : S(NaN);
    else if (!is_zero(S(levels.levels[l].restart_time - rows[i].restart_time))) levels.levels[l].restart_time = S(NaN);
    if (!is_zero(rows[i].retry_chance)) levels.levels[l].restart_time = S(NaN);
  });
  for (int l = 0; l < levels.count; ++l) {
    auto& level = levels.levels[l];
    level.failure_rate = rates[l];
    if (found[l] == 0 || value_of(level.restart_time) == value_of(level.restart_time)) continue;
    level.restart_time = log_one_plus(L(rate) * (exp_minus_one(L(log_steps[l])) / ends[l])).value() / rate;
  }
  levels.downtime = rule.mix().downtime;
  return levels;
}

/// The level that a row needs, of so many.
template <class S>
int level_needed(const failures::CauseRow<S>& row, int count) {
  return row.severity == 0 ? count : (std::min)(row.severity, count);
}
/// A row, or a share of it, that needs a level: its restart is that of the level, or what it says.
template <class S>
void add_row(failures::CauseRows<S>& rows, const failures::CauseRow<S>& row, int level, const S& share,
             const LeveledRun<S>& levels, const StoppedRun<S>& stopped) {
  auto& added = rows.push_back(row);
  added.rate = row.rate * share, added.rank = level;
  if (!row.says_restart)
    added.restart_time = row.restart_time + (levels.levels[level - 1].restart_time - stopped.run.restart_time());
}

/// What a LeveledStrategy (strategy.hpp) answers: all but interval, losses and breakdown of a run in range.
template <class St>
class Leveled {
 public:
  static constexpr auto terms = std::to_array<std::string_view>({"checkpoint", "restart", "downtime"});
  static constexpr auto shares = std::to_array<std::string_view>({"useful", "checkpoint", "rework", "restart", "downtime"});

  explicit Leveled(const St& strategy) : self_(strategy), own_pattern_(strategy.own_pattern) {}

  /// Useful work of one segment [s], the time between two checkpoints of any level.
  template <class S>
  S interval(const TrainingRun<S>& run) const {
    return interval_of(self_.levels_of(validated(run, self_)));
  }
  template <class S>
  S interval_of(const LeveledRun<S>& levels) const {
    return plan(levels).interval;
  }
  /// Levels of the checkpoints of one cycle, 1-based.
  std::vector<int> pattern(const TrainingRun<>& run) const { return pattern_of(self_.levels_of(run)); }
  std::vector<int> pattern_of(const LeveledRun<double>& levels) const {
    if (!own_pattern_.empty()) return own_pattern_;
    return levels.in_domain() ? checkpoint::listed(plan(levels).pattern, levels.count) : std::vector<int>{};
  }
  /// Useful work between two checkpoints of the highest level [s].
  template <class S>
  S top_interval_of(const LeveledRun<S>& levels) const {
    const auto best = plan(levels);
    double segments = 1;
    if (const auto pattern = listed(best.pattern); !pattern.empty())
      segments = double(pattern.size()) / double(std::count(pattern.begin(), pattern.end(), levels.count));
    else
      for (int l = 2; l <= levels.count; ++l) segments *= best.pattern.ratios[l - 2];
    return best.interval * S(segments);
  }
  /// Terms: what level checkpoints and their rework cost, restarts, downtime.
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return losses_in_range(validated(run, self_));
  }
  template <class S>
  Terms<S> losses_in_range(const TrainingRun<S>& run) const {
    return losses_of(self_.levels_of(run));
  }
  template <class S>
  Terms<S> losses_of(const LeveledRun<S>& levels) const {
    return losses_at(levels, plan(levels));
  }
  /// Losses, interval and requirements from one plan.
  Summary summary(const TrainingRun<>& run) const {
    const auto levels = self_.levels_of(run);
    const auto best = plan(levels);
    return {losses_at(levels, best).sum(), best.interval, requirements_at(run, levels, best)};
  }
  Requirements requirements(const TrainingRun<>& run) const { return requirements_of(run, self_.levels_of(run)); }
  Requirements requirements_of(const TrainingRun<>& run, const LeveledRun<double>& levels) const {
    return requirements_at(run, levels, plan(levels));
  }
  /// Useful work between checkpoints of that level or a higher one [s].
  double work_between(const LeveledRun<double>& levels, int level) const {
    return levels.in_domain() ? 1 / frequencies_at(levels, plan(levels))[level] : NaN;
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    return breakdown_of(self_.levels_of(validated(run, self_)));
  }
  template <class S>
  Terms<S> breakdown_of(const LeveledRun<S>& levels) const {
    if (!levels.in_domain())
      return {{"useful", S(NaN)}, {"checkpoint", S(NaN)}, {"rework", S(NaN)}, {"restart", S(NaN)}, {"downtime", S(NaN)}};
    const auto best = plan(levels);
    const auto cycle = own_pattern_.empty() ? checkpoint::listed(best.pattern, levels.count) : own_pattern_;
    return checkpoint::multilevel_breakdown(std::span<const int>(cycle), best.interval, levels.span(), levels.downtime,
                                            levels.latency);
  }

  Protocol protocol(const TrainingRun<>& run) const { return protocol_of(validated(run, self_), self_.levels_of(run)); }
  Protocol protocol_of(const TrainingRun<>& run, const LeveledRun<double>& levels) const {
    Protocol p;
    p.gpus = run.gpus, p.downtime = levels.downtime, p.interval = interval_of(levels), p.pattern = pattern_of(levels);
    p.levels.clear(), p.severities.clear();
    double blocking = 0, bytes = 0;
    for (int i = 0; i < levels.count; ++i) p.failure_rate += levels.levels[i].failure_rate;
    for (int i = 0; i < levels.count; ++i) {
      blocking += levels.levels[i].write_time, bytes += self_.bytes_of(run, i + 1);
      p.levels.push_back({.blocking_time = blocking, .persist_latency = i == 0 ? levels.latency : 0, .bytes = bytes});
      const double share = p.failure_rate > 0 ? levels.levels[i].failure_rate / p.failure_rate : i == 0;
      p.severities.push_back({.share = share, .restart_time = levels.levels[i].restart_time, .level = i + 1});
    }
    return p;
  }

  /// Losses rise with every ratio of a time to the MTBF, those of a level on each GPU's own storage fall by one power more.
  static bool rises_with(double rate, double least_time) { return rate >= 0 && rate + least_time >= 1; }

 private:
  const St& self_;
  const std::vector<int>& own_pattern_;

  template <class S>
  struct Plan {
    checkpoint::Pattern pattern;  // the best; where there is an own one that counts
    S interval;
  };
  /// The pattern level by level, where it is not one of ratios.
  std::span<const int> listed(const checkpoint::Pattern& best) const {
    return own_pattern_.empty() ? best.list() : std::span<const int>(own_pattern_);
  }

  template <class S>
  Terms<S> losses_at(const LeveledRun<S>& levels, const Plan<S>& best) const {
    if (!levels.in_domain()) return {{"checkpoint", S(NaN)}, {"restart", S(NaN)}, {"downtime", S(NaN)}};
    S rate(0);
    for (const auto& l : levels.span()) rate = rate + l.failure_rate;
    if (value_of(rate) == 0) return {{"checkpoint", unstruck(levels, best)}, {"restart", S(0)}, {"downtime", S(0)}};
    const S all = loss(levels, best);
    // the restarts' share is what is gained if they took no time
    auto at_once = levels;
    for (int i = 0; i < levels.count; ++i) at_once.levels[i].restart_time = S(0);
    const S without = loss(at_once, best);
    const S down = log_one_plus(S(rate * levels.downtime));
    return {{"checkpoint", difference(without, down)}, {"restart", difference(all, without)}, {"downtime", down}};
  }
  /// Checkpoints of level >= l per second of useful work, l = 1 ... count; [0] unused.
  checkpoint::PerLevel<double> frequencies_at(const LeveledRun<double>& levels, const Plan<double>& best) const {
    checkpoint::PerLevel<double> f;
    if (const auto pattern = listed(best.pattern); pattern.empty()) {
      f[1] = 1 / best.interval;
      for (int l = 2; l <= levels.count; ++l) f[l] = f[l - 1] / best.pattern.ratios[l - 2];
    } else {
      const double cycle = static_cast<double>(pattern.size()) * best.interval;
      for (int l = 1; l <= levels.count; ++l)
        f[l] = static_cast<double>(std::count_if(pattern.begin(), pattern.end(), [l](int at) { return at >= l; })) / cycle;
    }
    return f;
  }

  Requirements requirements_at(const TrainingRun<>& run, const LeveledRun<double>& levels, const Plan<double>& best) const {
    const auto written = frequencies_at(levels, best);
    double bandwidth = 0;
    for (int l = 1; l <= levels.count; ++l) bandwidth += bytes_per_second(self_.bytes_of(run, l), 1 / written[l]);
    return {.memory = self_.memory_of(run), .bandwidth = bandwidth};
  }

  /// -ln goodput in any scalar.
  template <class T>
  T loss_at(const LeveledRun<T>& run, const checkpoint::Pattern& best, const T& interval) const {
    if (own_pattern_.empty()) return best.loss(interval, run.span(), run.downtime, run.latency);
    return checkpoint::pattern_loss(std::span<const int>(own_pattern_), interval, run.span(), run.downtime, run.latency);
  }
  template <class S>
  S loss(const LeveledRun<S>& run, const Plan<S>& plan) const {
    return loss_at(run, plan.pattern, plan.interval);
  }
  template <class S>
  S unstruck(const LeveledRun<S>& run, const Plan<S>& plan) const {
    return value_of(plan.interval) == inf ? S(0) : loss(run, plan);
  }

  template <class S>
  Plan<S> plan(const LeveledRun<S>& run) const {
    if (!run.in_domain()) return {{}, S(NaN)};
    if (value_of(run.late) > 0) return plan(run.placed());
    const auto values = run.template as<double>();
    double rate = 0, cost = 0;
    for (const auto& l : values.span()) rate += l.failure_rate, cost += l.write_time;
    if (rate == 0) return {{}, S(inf)};
    const auto best =
        own_pattern_.empty()
            ? checkpoint::best_pattern(values.span(), values.downtime, values.latency)
            : own_optimum(values, (std::min)(1 / rate, std::sqrt(2 * (std::max)(cost, 1e-9 / rate)) / std::sqrt(rate)));
    if (best.interval == values.latency) return {best.pattern, run.latency};
    return {best.pattern, numeric::refined_point(S(best.interval), [&]<class T>(const T& w) {
              return loss_at(run.template as<T>(), best.pattern, w);
            })};
  }
  checkpoint::PatternOptimum own_optimum(const LeveledRun<double>& run, double start) const {
    using Second = dual<dual<double>>;
    const auto lifted = run.template as<Second>();
    const auto loss = [&](const Second& w) { return loss_at(lifted, {}, w); };
    return {.interval = numeric::minimum_point(loss, start, run.latency)};
  }
};

}  // namespace scaling_limits::strategies
