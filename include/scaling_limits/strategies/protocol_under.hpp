// SPDX-License-Identifier: Apache-2.0
// What a strategy does on a run that a list of causes stops, as plain data: each row a severity of its own, in the order of
// their restarts. A strategy that says it itself has a member protocol_under(stopped); it fills the rows in by with_rows.
#pragma once
#include "../version.hpp"

#include <utility>

#include "protocol.hpp"
#include "stopped_run.hpp"

namespace scaling_limits::strategies {

/// A row by its own times; what the run returns to after it is the strategy's to say.
inline Severity severity_of(const failures::CauseRow<double>& row, double share) {
  Severity one;
  one.share = share, one.restart_time = row.restart_time, one.downtime = row.downtime - row.wait;
  one.attended = row.attended, one.reaction = row.reaction;
  one.retry_chance = row.retry_chance, one.retry_time = row.retry_time;
  if (row.takes == row.takes) one.takes = saturated<int>(row.takes);
  return one;
}

/// The last severity of a protocol as what its row makes it, where that is no failure: it strikes by a rate of its own.
inline void add_by_rate(Protocol& p, const failures::CauseRow<double>& row) {
  const int place = static_cast<int>(p.severities.size());
  if (row.planned) p.planned.push_back({row.rate, place});
  else if (row.silent()) p.late.push_back({row.rate, row.lag, place});
}

/// A protocol with the rows of a list for severities, from the least restart to the greatest: those that are planned or silent
/// strike by rates of their own. @param fill gives a severity what its row makes the strategy do: fill(severity, row)
template <class Fill>
Protocol with_rows(Protocol p, std::span<const failures::CauseRow<double>> rows, const failures::RestartInForce<double>& rule,
                   const Fill& fill) {
  p.failure_rate = rule.mix().failure_rate;
  p.severities.clear(), p.planned.clear(), p.late.clear();
  double shares = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) shares += rule.share(i);
  if (shares == 0) p.severities.push_back({});  // nothing strikes
  rule.each_in_order([&](std::size_t i) {
    const auto& row = rows[i];
    fill(p.severities.emplace_back(severity_of(row, rule.share(i))), row);
    add_by_rate(p, row);
  });
  return p;
}

/// Stops that are no failures, their restarts above those of all failures.
inline void add_extra(Protocol& p, const StoppedRun<double>& stopped) {
  for (const auto& row : stopped.rows) {
    if (row.strikes()) continue;
    p.severities.push_back(severity_of(row, 0));
    p.severities.back().level = static_cast<int>(p.levels.size());
    add_by_rate(p, row);
  }
}

/// Of a strategy with levels: each row returns to the checkpoints that it needs. What a strategy finds out machine by machine
/// without a list is drawn by its shares under one.
template <class St>
Protocol leveled_protocol_under(const StoppedRun<double>& stopped, const St& strategy) {
  if constexpr (requires { strategy.rows_under(stopped); }) {
    return leveled(strategy, [&](const auto& levels) {
      if constexpr (requires { levels.protocol_of(stopped.run, levels_of_rows(stopped, strategy)); }) {
        const auto rows = strategy.rows_under(stopped);
        return with_rows(levels.protocol_of(stopped.run, levels_of_rows(stopped, strategy)), rows.span(),
                         failures::RestartInForce<double>(rows.span()),
                         [](Severity& one, const auto& row) { one.level = row.rank; });
      } else {
        return protocol(strategy, MixedRun<double>(stopped).run);
      }
    });
  } else {
    return protocol(strategy, MixedRun<double>(stopped).run);
  }
}

/// What the simulator plays out, of a run in range. A strategy that says nothing of rows does what it does on the mixed run.
template <class St>
Protocol protocol_under(const StoppedRun<double>& stopped, const St& strategy) {
  if constexpr (requires { strategy.protocol_under(stopped); }) {
    return strategy.protocol_under(stopped);
  } else if constexpr (SingleLevelStrategy<St>) {
    return SingleLevelUnder<St>(strategy).protocol_under(stopped);
  } else {
    if (stopped.is_own()) return protocol(strategy, stopped.run);
    Protocol p;
    if constexpr (LeveledStrategy<St>) p = leveled_protocol_under(stopped, strategy);
    else p = protocol(strategy, MixedRun<double>(stopped).run);
    add_extra(p, stopped);
    return p;
  }
}

}  // namespace scaling_limits::strategies
