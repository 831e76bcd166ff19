// SPDX-License-Identifier: Apache-2.0
// What the failures of a list take from a pool of spares, and how long the run is down after each: parts are repaired in
// retries and in stops that are no failures too. Both come in lumps, to some of the failures: as many as their means ask for.
#pragma once
#include "../version.hpp"

#include <array>
#include <vector>

#include "../failures/mixed_takes.hpp"
#include "stopped_run.hpp"

namespace scaling_limits::strategies {

template <class S>
class TakingRows {
 public:
  /// @param extra what stops that are no failures are among the losses (extra_stops.hpp)
  TakingRows(const StoppedRun<S>& stopped, const S& extra)
      : rows_(stopped.rows), mix_(failures::mix_of<S>(rows_.span())), other_(other_of(extra)), retried_(retried_of()) {}

  const S& failure_rate() const { return mix_.failure_rate; }
  /// Mean time that the run is down per failure, in other stops too [s].
  S downtime() const { return mix_.downtime + other_.chance * other_.time; }

  /// @param parts of a failure that does not say what it takes, with a chance of taken_share; @param takes GPUs of a part
  std::vector<failures::TakingFailure<S>> kinds(const S& taken_share, double parts, double takes) const {
    std::vector<failures::TakingFailure<S>> kinds;
    for (const auto& row : rows_) {
      if (!fails(row)) continue;
      const bool said = value_of(row.takes) == value_of(row.takes);
      const double taken = said ? std::ceil(value_of(row.takes) / takes) : parts;
      const S taking = said ? S(1) : taken_share;
      const Lump retries{S(row.retry_chance * retried_), S(row.retry_time / (S(1) - row.retry_chance))};
      for (const auto& [retry, in_retries] : retries.or_none())
        for (const auto& [other, in_others] : other_.or_none()) {
          const S share = row.rate / mix_.failure_rate * retry * other, down = row.downtime + in_retries + in_others;
          add(kinds, {S(share * taking), taken, down});
          add(kinds, {S(share * (S(1) - taking)), 0, down});
        }
    }
    return kinds;
  }

 private:
  /// A time that comes to a failure with a chance.
  struct Lump {
    S chance, time;
    std::array<Lump, 2> or_none() const { return {Lump{S(S(1) - chance), S(0)}, *this}; }
  };

  static bool fails(const failures::CauseRow<S>& row) { return row.strikes() && value_of(row.rate) > 0; }

  /// Stops that are no failures, between two failures: their number is geometric, and all that they cost is downtime.
  Lump other_of(const S& extra) const {
    if (!(value_of(extra) > 0 && value_of(mix_.failure_rate) > 0)) return {S(0), S(0)};
    const S cost = (S(1) / mix_.failure_rate + mix_.downtime) * exp_minus_one(extra);
    S rate(0), outage(0);
    for (const auto& row : rows_)
      if (!row.strikes()) rate = rate + row.rate, outage = outage + row.rate * (row.downtime + row.restart_time);
    const bool lumps = value_of(rate) > 0 && value_of(cost) < inf;
    const S chance = lumps ? S(cost / (cost + outage / rate)) : S(1);
    return {chance, S(cost / chance)};
  }
  /// How many of the restarts that would fail by themselves do, and are not struck before: 1 of those of few failures.
  S retried_of() const {
    S own(0), retried(0);
    for (const auto& row : rows_) {
      if (!fails(row)) continue;
      const S share = row.rate / mix_.failure_rate;
      own = own + share * row.downtime;
      retried = retried + share * row.retry_time * row.retry_chance / (S(1) - row.retry_chance);
    }
    return value_of(retried) > 0 ? S(larger(S(0), S(mix_.downtime - own)) / retried) : S(0);
  }
  /// Kinds that are alike are one.
  static void add(std::vector<failures::TakingFailure<S>>& kinds, const failures::TakingFailure<S>& more) {
    if (is_zero(more.share)) return;
    for (auto& kind : kinds)
      if (kind.takes == more.takes && is_zero(S(kind.downtime - more.downtime))) {
        kind.share = kind.share + more.share;
        return;
      }
    kinds.push_back(more);
  }

  const failures::CauseRows<S>& rows_;
  failures::CauseMix<S> mix_;
  Lump other_;
  S retried_;
};

}  // namespace scaling_limits::strategies
