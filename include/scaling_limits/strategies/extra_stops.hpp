// SPDX-License-Identifier: Apache-2.0
// Stops that are no failures noticed as they strike: planned ones, before which the state is saved, and silent errors, found
// late. Each adds to the losses of a strategy what it adds to those of blocking checkpoints at the same interval, of levels
// that of the highest (checkpoint/planned.hpp, silent_late.hpp): exact for blocking checkpoints under stops of one such kind,
// else of second order in them.
#pragma once
#include "../version.hpp"

#include "../checkpoint/planned.hpp"
#include "../checkpoint/silent_late.hpp"
#include "../core/terms.hpp"
#include "../numeric/optimum.hpp"
#include "../run/causes.hpp"

namespace scaling_limits::strategies {

inline constexpr std::string_view planned_term = "planned", silent_term = "silent";

/// Of one list at one size: rates, and outages over 1 + L A, that of a failure (failures/restart_in_force.hpp).
template <class S>
struct ExtraStops {
  struct Silent {
    S rate, lag, outage;
  };
  S write_time = S(0), failure_rate = S(0), running_ratio = S(1);
  S planned_rate = S(0), planned_outage = S(0);
  FixedList<Silent, failures::most_rows> silent{};
  bool planned = false;  // whether there are such rows, whatever their rate
  // how much of what planned stops may gain by their saves, where an interval is far beyond the best, they do. Else what they
  // cost blocking checkpoints at the interval of another strategy, long as that may be, is no less than nothing
  S gaining = S(0);

  ExtraStops() = default;
  ExtraStops(const TrainingRun<S>& run, std::span<const failures::CauseRow<S>> rows, const failures::RestartInForce<S>& rule)
      : write_time(run.write_time()), failure_rate(rule.mix().failure_rate) {
    using std::exp;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto& row = rows[i];
      if (row.strikes()) continue;
      const S outage = rule.outage_ratio(i, row.downtime);
      if (row.planned) {
        planned = true, planned_rate = planned_rate + row.rate, planned_outage = planned_outage + row.rate * outage;
      } else {
        silent.push_back({row.rate, row.lag, outage});
      }
    }
    if (value_of(planned_rate) > 0) planned_outage = planned_outage / planned_rate;
    if (!none()) running_ratio = exp(S(-rule.log_stopped()));
  }
  bool none() const { return !planned && silent.empty(); }

  S planned_loss(const S& interval) const {
    // where no failure takes work back there may be no interval
    const bool endless = value_of(interval) == inf;
    if (endless) return log_one_plus(S(planned_rate * (write_time + planned_outage)));
    constexpr double beyond = 700;  // of exp: no save of a stop is ever done
    if (value_of(S(failure_rate * write_time)) > beyond) return S(0);
    const S loss = checkpoint::planned_loss(interval, write_time, failure_rate, planned_rate, planned_outage);
    return !(value_of(loss) < 0) ? loss : value_of(gaining) == 0 ? S(0) : S(loss * gaining);
  }
  S silent_loss(const S& interval) const {
    S sum(0);
    for (const Silent& row : silent)
      sum =
          sum + checkpoint::silent_late_loss(interval, write_time, failure_rate, row.rate, row.lag, row.outage, running_ratio);
    return sum;
  }
  S silent_rate() const {
    S sum(0);
    for (const Silent& row : silent) sum = sum + row.rate;
    return sum;
  }
  S loss(const S& interval) const { return planned_loss(interval) + silent_loss(interval); }

  /// The terms, behind those of a strategy whose interval that is.
  void append_to(Terms<S>& losses, const S& interval) const {
    if (planned) losses.append(planned_term, planned_loss(interval));
    if (!silent.empty()) losses.append(silent_term, silent_loss(interval));
  }
  /// A breakdown of elapsed time without them, with them: their losses as shares, the rest in proportion.
  Terms<S> within(const Terms<S>& shares, const S& interval) const {
    using std::exp;
    if (none()) return shares;
    const S by_planned = planned ? planned_loss(interval) : S(0), by_silent = silent_loss(interval);
    const S rest = exp(S(-by_planned - by_silent));
    Terms<S> all;
    for (const auto& share : shares) all.append(share.name, S(share.amount * rest));
    // 1 - exp(-sum) in proportion, also where one of them is a gain
    const S sum = by_planned + by_silent, scale = mean_exp(S(-sum));
    const auto part = [&](const S& of) {
      if (value_of(sum) == inf) return S(value_of(of) == inf ? 1 : 0);
      return S(of * scale);
    };
    if (planned) all.append(planned_term, part(by_planned));
    if (!silent.empty()) all.append(silent_term, part(by_silent));
    return all;
  }

  template <class T>
  ExtraStops<T> as() const {
    ExtraStops<T> to;
    to.write_time = carried<T>(write_time), to.failure_rate = carried<T>(failure_rate),
    to.running_ratio = carried<T>(running_ratio);
    to.planned_rate = carried<T>(planned_rate), to.planned_outage = carried<T>(planned_outage), to.planned = planned,
    to.gaining = carried<T>(gaining);
    for (const Silent& row : silent) to.silent.push_back({carried<T>(row.rate), carried<T>(row.lag), carried<T>(row.outage)});
    return to;
  }
};

}  // namespace scaling_limits::strategies
