// SPDX-License-Identifier: Apache-2.0
// Checkpoints to several tiers, nested: a checkpoint of level l is written to tiers 1 to l, and serves failures up to severity
// l.
// Each level is a tier and its share of the run's failures, so that the strategy answers at any size.
#pragma once
#include "../version.hpp"

#include "../storage/tier.hpp"
#include "levels.hpp"

namespace scaling_limits::strategies {

/// One level: where it is written, and the share of the run's failures that need it.
struct Level {
  storage::Tier<> tier{};
  double share = NaN;
};

struct Multilevel {
  std::vector<Level> tiers{};
  std::vector<int> own_pattern{};  // empty: the best

  static constexpr std::string_view name() { return "multilevel"; }
  static constexpr std::string_view text = "checkpoints to several tiers, each enough for failures up to its severity";
  static constexpr auto causes = Leveled<Multilevel>::causes;
  static constexpr auto shares = Leveled<Multilevel>::shares;
  void validate() const {
    checkpoint::check_levels(tiers.size());
    double sum = 0;
    for (const auto& level : tiers) {
      scaling_limits::validate(level.tier, "Tier");
      check(name(), "share", level.share, closed_fraction);
      sum += level.share;
    }
    if (!(std::abs(sum - 1) < 1e-9))
      throw InvalidArgument("multilevel: the shares sum to " + to_text(sum) + ", they must sum to 1", "levels");
    if (!own_pattern.empty()) checkpoint::check_pattern(own_pattern, tiers.size());
  }
  std::string note(const TrainingRun<>&) const { return {}; }

  template <class S>
  S interval(const TrainingRun<S>& run) const {
    return Leveled(*this).interval(validated(run, *this));
  }
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return losses_in_range(validated(run, *this));
  }
  template <class S>
  Terms<S> losses_in_range(const TrainingRun<S>& run) const {
    return Leveled(*this).losses(run);
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    return Leveled(*this).breakdown(validated(run, *this));
  }
  std::vector<int> pattern(const TrainingRun<>& run) const { return Leveled(*this).pattern(validated(run, *this)); }
  Summary summary(const TrainingRun<>& run) const { return Leveled(*this).summary(validated(run, *this)); }
  Requirements requirements(const TrainingRun<>& run) const { return Leveled(*this).requirements(validated(run, *this)); }
  bool rises_with(double rate, double least_time) const { return Leveled(*this).rises_with(rate, least_time); }
  Protocol protocol(const TrainingRun<>& run) const { return Leveled(*this).protocol(validated(run, *this)); }

  template <class S>
  LeveledRun<S> levels_of(const TrainingRun<S>& run) const {
    LeveledRun<S> out;
    out.count = static_cast<int>(tiers.size());
    out.downtime = run.downtime;
    for (int i = 0; i < out.count; ++i) {
      const auto& tier = tiers[static_cast<std::size_t>(i)].tier;
      const auto time = [&](double bandwidth) {
        return S(S(tier.latency) + run.checkpoint_bytes / tier.aggregate(S(bandwidth), run.gpus));
      };
      out.levels[i] = {time(tier.write_bandwidth), S(time(tier.read_bandwidth) + run.initialization_time),
                       S(S(tiers[static_cast<std::size_t>(i)].share) * run.failure_rate())};
    }
    return out;
  }
  static double bytes_of(const TrainingRun<>& run, int) { return run.checkpoint_bytes; }
  /// Every level but the last is taken to be in memory or beside it.
  double memory_of(const TrainingRun<>& run) const { return static_cast<double>(tiers.size() - 1) * run.checkpoint_bytes; }
};
/// Structure alone: no parameter that is a number by itself.
constexpr std::array<Field<Multilevel, double>, 0> fields(const Multilevel*) { return {}; }
static_assert(Strategy<Multilevel>);

/// @param levels from the mildest failures up; their shares sum to one; @param pattern e.g. {1, 1, 2}; empty: the best
inline Multilevel multilevel(std::vector<Level> levels, std::vector<int> pattern = {}) {
  Multilevel s;
  s.tiers = std::move(levels), s.own_pattern = std::move(pattern);
  return s;
}

}  // namespace scaling_limits::strategies
