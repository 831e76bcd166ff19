// SPDX-License-Identifier: Apache-2.0
// Checkpoints to several tiers, nested: a checkpoint of level l is written to tiers 1 to l, and serves failures up to severity
// l. Of two levels the upper one may be written in the background. One of the levels may be the run's own storage.
// Each level is a tier and its share of the run's failures, so that the strategy answers at any size.
#pragma once
#include "../version.hpp"

#include "../storage/tier.hpp"
#include "background_level.hpp"

namespace scaling_limits::strategies {

/// One level: where it is written, and the share of the run's failures that need it.
struct Level {
  storage::Tier<> tier{};
  double share = NaN;
  bool own = false;  // on the run's own storage, with its bandwidths and latency: the tier is not looked at
};
/// The level on the run's own storage: what is bought for the run, grows with it and is asked of levers.
inline Level own_level(double share) { return {{}, share, true}; }

struct Multilevel {
  std::vector<Level> tiers{};
  std::vector<int> own_pattern{};  // empty: the best
  double background = 0;           // 1: every checkpoint is local, the last of a pattern is copied up while training goes on

  /// The answer of all written in turn, or of the upper level in the background.
  template <class F>
  auto of_either(const F& answer) const {
    return background != 0 ? answer(BackgroundLevel(*this)) : answer(Leveled(*this));
  }

  static constexpr std::string_view name() { return "multilevel"; }
  static constexpr std::string_view text = "checkpoints to several tiers, each enough for failures up to its severity";
  void validate() const {
    checkpoint::check_levels(tiers.size());
    double sum = 0;
    for (const auto& level : tiers) {
      if (!level.own) scaling_limits::validate(level.tier, "Tier");
      check(name(), "share", level.share, closed_fraction);
      sum += level.share;
    }
    if (!(std::abs(sum - 1) < 1e-9))
      throw InvalidArgument("multilevel: the shares sum to " + to_text(sum) + ", they must sum to 1", "levels");
    if (!own_pattern.empty()) checkpoint::check_pattern(own_pattern, tiers.size());
    check(name(), "background", background, flag);
    if (background == 0) return;
    if (tiers.size() != 2) throw InvalidArgument("multilevel: background takes two levels", "background");
    if (std::count(own_pattern.begin(), own_pattern.end(), 2) > 1)
      throw InvalidArgument("multilevel: pattern must be [1, ..., 1, 2] with a level in the background", "pattern");
  }
  std::string note(const TrainingRun<>&) const { return {}; }

  template <class S>
  S interval(const TrainingRun<S>& run) const {
    return of_either([&](const auto& levels) { return levels.interval(run); });
  }
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return of_either([&](const auto& levels) { return levels.losses(run); });
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    return of_either([&](const auto& levels) { return levels.breakdown(run); });
  }

  template <class S>
  LeveledRun<S> levels_of(const TrainingRun<S>& run) const {
    LeveledRun<S> out;
    out.count = static_cast<int>(tiers.size());
    out.downtime = run.downtime;
    for (int i = 0; i < out.count; ++i) {
      const auto& [tier, share, own] = tiers[static_cast<std::size_t>(i)];
      const S rate = S(share) * run.failure_rate();
      if (own) {
        out.levels[i] = {run.write_time(), run.restart_time(), rate};
        continue;
      }
      const auto time = [&](double bandwidth) {
        return S(S(tier.latency) + run.checkpoint_bytes / tier.aggregate(S(bandwidth), run.gpus));
      };
      out.levels[i] = {time(tier.write_bandwidth), S(time(tier.read_bandwidth) + run.initialization_time), rate};
    }
    return out;
  }
  /// Under a list a row needs the level of its severity, the highest where it says none; what gpu_mttf counts beyond the rows
  /// needs them by their shares. A restart is the load of the level, and whatever the run's takes beside its own.
  template <class S>
  LeveledRun<S> levels_under(const StoppedRun<S>& stopped) const {
    return with_rows(levels_of(stopped.run), rows_under(stopped));
  }
  /// Of one level there is no other to need.
  AssumedOfRows assumed_under(const StoppedRun<double>& stopped) const {
    return tiers.size() > 1 ? assumed_severity(stopped, "the first level serves it") : AssumedOfRows{};
  }
  /// The rows by level.
  template <class S>
  failures::CauseRows<S> rows_under(const StoppedRun<S>& stopped) const {
    const auto levels = levels_of(stopped.run);
    failures::CauseRows<S> rows;
    for (const auto& row : stopped.rows) {
      if (!row.strikes()) continue;
      for (int l = 1; row.unsaid && l <= levels.count; ++l)
        add_row(rows, row, l, S(tiers[static_cast<std::size_t>(l - 1)].share), levels, stopped);
      if (!row.unsaid) add_row(rows, row, level_needed(row, levels.count), S(1), levels, stopped);
    }
    return rows;
  }
  static double bytes_of(const TrainingRun<>& run, int) { return run.checkpoint_bytes; }
  /// Every level but the last is taken to be in memory or beside it.
  double memory_of(const TrainingRun<>& run) const { return static_cast<double>(tiers.size() - 1) * run.checkpoint_bytes; }
};
/// The rest is structure.
constexpr auto fields(const Multilevel*) {
  return std::to_array<Field<Multilevel, double>>({
      {"background", &Multilevel::background, "1", flag,
       "whether the upper of two levels is written in the background, from every n-th local checkpoint"},
  });
}
static_assert(Strategy<Multilevel> && LeveledStrategy<Multilevel>);

/// @param levels from the mildest failures up; their shares sum to one; @param pattern e.g. {1, 1, 2}; empty: the best
/// @param background whether the upper of two levels is written in the background
inline Multilevel multilevel(std::vector<Level> levels, std::vector<int> pattern = {}, bool background = false) {
  Multilevel s;
  s.tiers = std::move(levels), s.own_pattern = std::move(pattern), s.background = background;
  return s;
}

}  // namespace scaling_limits::strategies
