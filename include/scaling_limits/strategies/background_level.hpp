// SPDX-License-Identifier: Apache-2.0
// Two levels of which the upper one is written in the background: every n-th local checkpoint is copied up while training goes
// on, and is safe once the upper tier has it. Closed form: checkpoint/background_copy.hpp. The best number n and interval are
// found numerically: more copies cost nothing, but one is under way at a time.
#pragma once
#include "../version.hpp"

#include <tuple>

#include "../checkpoint/background_copy.hpp"
#include "levels.hpp"

namespace scaling_limits::strategies {

/// What Multilevel (levels.hpp) answers with two levels, the upper one in the background; a pattern is {1, ..., 1, 2}.
template <class St>
class BackgroundLevel {
 public:
  explicit BackgroundLevel(const St& strategy)
      : self_(strategy), own_every_(static_cast<double>(strategy.own_pattern.size())) {}

  template <class S>
  S interval(const TrainingRun<S>& run) const {
    return interval_of(self_.levels_of(validated(run, self_)));
  }
  template <class S>
  S interval_of(const LeveledRun<S>& levels) const {
    return plan(levels).interval;
  }
  std::vector<int> pattern(const TrainingRun<>& run) const { return pattern_of(self_.levels_of(run)); }
  std::vector<int> pattern_of(const LeveledRun<double>& levels) const {
    const double every = plan(levels).every;
    if (!(every >= 1)) return {};
    std::vector<int> cycle(static_cast<std::size_t>(every), 1);
    cycle.back() = 2;
    return cycle;
  }
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
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    return breakdown_of(self_.levels_of(validated(run, self_)));
  }
  template <class S>
  Terms<S> breakdown_of(const LeveledRun<S>& levels) const {
    using std::exp;
    const auto best = plan(levels);
    const S useful = exp(S(-losses_at(levels, best).sum()));
    const S process = levels.levels[0].failure_rate, node = levels.levels[1].failure_rate, rate = process + node;
    const S running = S(1) / (S(1) + rate * levels.downtime);
    // of the running time: a failure of the process during a restart from above starts that again
    const auto tried = [&](int l) { return cut_short(rate, levels.levels[l].restart_time); };
    const S above = node * tried(1) / (S(1) - process * tried(1)), local = process * (S(1) - above) * tried(0);
    const S written = value_of(best.interval) == inf ? S(0) : S(useful * levels.levels[0].write_time / best.interval);
    const S restarts = running * (above + local);
    return {{"useful", useful},
            {"checkpoint", written},
            {"rework", share_left(S(running - useful - written - restarts))},
            {"restart", restarts},
            {"downtime", S(running * rate * levels.downtime)}};
  }
  /// Useful work between two copies to the upper level [s].
  template <class S>
  S top_interval_of(const LeveledRun<S>& levels) const {
    const auto best = plan(levels);
    return best.interval * S(best.every);
  }
  Summary summary(const TrainingRun<>& run) const {
    const auto levels = self_.levels_of(run);
    const auto best = plan(levels);
    return {losses_at(levels, best).sum(), best.interval, requirements_at(run, best)};
  }
  Requirements requirements(const TrainingRun<>& run) const { return requirements_of(run, self_.levels_of(run)); }
  Requirements requirements_of(const TrainingRun<>& run, const LeveledRun<double>& levels) const {
    return requirements_at(run, plan(levels));
  }

  Protocol protocol(const TrainingRun<>& run) const {
    const auto levels = self_.levels_of(run);
    const auto& [local, upper] = std::tie(levels.levels[0], levels.levels[1]);
    auto p = Protocol::single(local.failure_rate + upper.failure_rate, interval(run), local.write_time, local.restart_time,
                              run.downtime);
    p.gpus = run.gpus, p.pattern = pattern(run);
    p.levels[0].bytes = self_.bytes_of(run, 1);
    p.levels.push_back({.blocking_time = local.write_time,
                        .persist_latency = upper.write_time,
                        .bytes = self_.bytes_of(run, 1) + self_.bytes_of(run, 2),
                        .copied = true});
    p.severities[0].share = p.failure_rate > 0 ? local.failure_rate / p.failure_rate : 1;
    p.severities.push_back({.share = 1 - p.severities[0].share, .restart_time = upper.restart_time, .level = 2});
    return p;
  }

 private:
  const St& self_;
  double own_every_;  // 0: the best

  static constexpr double longest = 4096;  // segments of a pattern that is proposed

  template <class S>
  struct Plan {
    double every = NaN;
    S interval = S(NaN);
    double loss = inf;
  };

  template <class T>
  static T loss_at(const LeveledRun<T>& run, double every, const T& interval) {
    const auto& [local, upper] = std::tie(run.levels[0], run.levels[1]);
    return checkpoint::background_copy_loss(interval, every, local.write_time, upper.write_time, local.restart_time,
                                            upper.restart_time, local.failure_rate, upper.failure_rate, run.downtime);
  }
  /// The shortest interval that leaves one copy under way at a time, 0 where any does; never below by rounding.
  template <class S>
  static S shortest(const LeveledRun<S>& run, double every) {
    const S write = run.levels[0].write_time, least = run.levels[1].write_time / S(every) - write;
    if (!(value_of(least) > 0)) return S(0);
    S up = least;
    for (double ulp = 0x1p-53; value_of(S(S(every) * (up + write))) < value_of(run.levels[1].write_time); ulp *= 2)
      up = least + S(ulp * value_of(S(least + write)));
    return up;
  }
  static Plan<double> best_of(const LeveledRun<double>& run, double every, double start) {
    using Second = dual<dual<double>>;
    const double least = shortest(run, every);
    if (!(least < inf)) return {};
    const auto lifted = run.template as<Second>();
    const double found =
        numeric::minimum_point([&](const Second& w) { return loss_at(lifted, every, w); }, (std::max)(start, least), least);
    return {every, found, loss_at(run, every, found)};
  }

  template <class S>
  Plan<S> plan(const LeveledRun<S>& run) const {
    if (!run.in_domain()) return {};
    if (value_of(run.late) > 0) return plan(run.placed());
    const auto values = run.template as<double>();
    const double rate = values.levels[0].failure_rate + values.levels[1].failure_rate, write = values.levels[0].write_time,
                 copy = values.levels[1].write_time;
    if (rate == 0) return {own_every_ > 0 ? own_every_ : 1, S(inf), 0};
    if (!(write < inf && copy < inf)) return {};
    const double start = (std::min)(1 / rate, std::sqrt(2 * (std::max)(write, 1e-9 / rate) / rate));
    Plan<double> best;
    if (own_every_ > 0) {
      best = best_of(values, own_every_, start);
    } else {
      best = best_of(values, std::clamp(std::ceil(copy / (start + write)), 1.0, longest), start);
      numeric::move_while_lower(best, [&](const Plan<double>& from, double step) {
        const double every = from.every + step;
        return every >= 1 && every <= longest ? best_of(values, every, from.interval) : Plan<double>{};
      });
    }
    if (best.interval == shortest(values, best.every)) return {best.every, shortest(run, best.every), best.loss};
    return {best.every,
            numeric::refined_point(S(best.interval),
                                   [&]<class T>(const T& w) { return loss_at(run.template as<T>(), best.every, w); }),
            best.loss};
  }

  template <class S>
  Terms<S> losses_at(const LeveledRun<S>& run, const Plan<S>& best) const {
    if (!(best.every >= 1)) return {{"checkpoint", S(NaN)}, {"restart", S(NaN)}, {"downtime", S(NaN)}};
    const S rate = run.levels[0].failure_rate + run.levels[1].failure_rate;
    if (value_of(rate) == 0) {  // saves are for what is found late, if for anything
      const bool never = value_of(best.interval) == inf;
      return {{"checkpoint", never ? S(0) : S(log_one_plus(S(run.levels[0].write_time / best.interval)))},
              {"restart", S(0)},
              {"downtime", S(0)}};
    }
    const S all = loss_at(run, best.every, best.interval);
    auto at_once = run;
    for (const int l : {0, 1}) at_once.levels[l].restart_time = S(0);
    const S without = loss_at(at_once, best.every, best.interval), down = log_one_plus(S(rate * run.downtime));
    return {{"checkpoint", difference(without, down)}, {"restart", difference(all, without)}, {"downtime", down}};
  }
  Requirements requirements_at(const TrainingRun<>& run, const Plan<double>& best) const {
    return {.memory = self_.memory_of(run),
            .bandwidth = bytes_per_second(self_.bytes_of(run, 1), best.interval) +
                         bytes_per_second(self_.bytes_of(run, 2), best.every * best.interval)};
  }
};

}  // namespace scaling_limits::strategies
