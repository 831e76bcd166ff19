// SPDX-License-Identifier: Apache-2.0
// A run under a list of causes, as a strategy meets it: its rows with their restarts, and where no more is needed the one cause
// that costs the same. A strategy that needs the rows themselves answers
//
//   losses_under(stopped), interval_under(stopped), breakdown_under(stopped)      of a StoppedRun, in range
//
// and its protocol_under(stopped). All others are asked about the mixed run, in which the three numbers of the list stand.
#pragma once
#include "../version.hpp"

#include <algorithm>

#include "assumed_of_rows.hpp"
#include "extra_stops.hpp"
#include "requirements.hpp"
#include "strategy.hpp"

namespace scaling_limits::strategies {

/// A run at its size, and what stops it there.
template <class S>
struct StoppedRun {
  TrainingRun<S> run;  // with the parts of its restarts
  // for who parts the run, which restarts otherwise then: as it has grown, and the rows of all of it
  const TrainingRun<S>& grown;
  const StopsAt<S>& stops;
  failures::CauseRows<S> rows;
  bool apart = false;  // whether it is one of several that fail apart, which a common cause strikes in an outage of its own too

  StoppedRun(const TrainingRun<S>& at, const StopsAt<S>& by, bool is_apart = false)
      : run(by.restarting(at)), grown(at), stops(by), rows(by.restarted(run.restart_time())), apart(is_apart) {}

  /// The same with the waits of who fails so many times as often as the rows do, of attended rows: failures that stop no more
  /// than a part, or none by themselves, meet people otherwise than those that stop the run.
  StoppedRun waiting_at(const S& times) const {
    StoppedRun at = *this;
    if (stops.hours) at.rows = stops.restarted(run.restart_time(), times);
    return at;
  }
  /// Whether nothing but the run's own gpu_mttf stops it: it is the mixed run.
  bool is_own() const {
    if (rows.size() != 1 || !rows[0].unsaid || !rows[0].strikes()) return false;
    const auto& row = rows[0];  // by like_others one of the list can be so too, and the rate be scaled or a slope ride on it
    return is_zero(row.retry_chance) && is_zero(S(row.rate - run.failure_rate())) && is_zero(S(row.downtime - run.downtime)) &&
           is_zero(S(row.restart_time - run.restart_time()));
  }
  /// The rows that strike and are common, or are not.
  failures::CauseRows<S> striking(bool common) const {
    failures::CauseRows<S> all;
    for (const auto& row : rows)
      if (row.strikes() && row.common == common) all.push_back(row);
    return all;
  }
  /// Whether all that strikes is of a row, or of a kind of rows.
  template <class Is>
  bool all_strike(const Is& is) const {
    return std::all_of(rows.begin(), rows.end(), [&](const auto& row) { return !row.strikes() || is(row); });
  }
  bool has_common() const {
    return std::any_of(rows.begin(), rows.end(), [](const auto& row) { return row.strikes() && row.common; });
  }
};

namespace detail {

/// ln(1 + L A) of one that fails apart, by rows of its own and by common ones, of the outages the longer of which lasts:
///
///   A_own = D- + q (1/l_c + A_c) + (1 - q)(1 - exp(-L R))(1/L + A),   D- = max(0, D - D_c), q = 1 - exp(-l_c min(D, D_c))
///   A_c = D_c + (1 - exp(-L R_c))(1/L + A),   A = sum of p A
///
/// Exact for one row of each kind with D <= D_c, of which the newest is in force; restarts of one kind are those of its mix.
/// Derivation: docs/derivations.md, "Causes".
template <class S>
S log_stopped_apart(const StoppedRun<S>& stopped) {
  auto own = stopped.striking(false), common = stopped.striking(true);
  S l(0), l_c(0);
  for (const auto& row : own) l = l + row.rate;
  for (const auto& row : common) l_c = l_c + row.rate;
  const S rate = l + l_c;
  const auto struck_by_all = [&](failures::CauseRows<S>& rows, const S& of) {  // in a restart of either kind
    for (auto& row : rows) row.rate = row.rate / of * rate;
    return failures::mix_of<S>(rows.span());
  };
  const auto own_mix = struck_by_all(own, l), common_mix = struck_by_all(common, l_c);
  const S fails = S(1) - own_mix.restart_chance, common_fails = S(1) - common_mix.restart_chance, d_c = common_mix.downtime;
  S away(0), struck(0);  // of an outage of its own: until it ends or is struck by a common failure; the chance of that
  const S retried = own_mix.downtime - [&] {
    S mean(0);
    for (const auto& row : own) mean = mean + row.rate / rate * row.downtime;
    return mean;
  }();
  for (const auto& row : own) {
    const S down = row.downtime + retried, share = row.rate / rate;
    const bool longer = value_of(down) > value_of(d_c);
    const S both = longer ? d_c : down;
    away = away + share * ((longer ? S(down - d_c) : S(0)) + cut_short(l_c, both));
    struck = struck - share * exp_minus_one(S(-l_c * both));
  }
  // A = p (away + struck A_c + (1 - struck) fails (1/L + A)) + p_c A_c, with x = 1 + L A: two equations in x
  const S p = l / rate, p_c = l_c / rate, to_common = p * struck + p_c;
  const S again = p * (S(1) - struck) * fails + to_common * common_fails;
  return log_one_plus(S(rate * (p * away + to_common * d_c))) - log_one_plus(S(-again));
}

}  // namespace detail

/// The same with the one cause that costs the same.
template <class S>
struct MixedRun {
  failures::RestartInForce<S> rule;
  TrainingRun<S> run;
  ExtraStops<S> extra;

  explicit MixedRun(const StoppedRun<S>& stopped)
      : rule(stopped.rows.span()),
        run(scaling_limits::detail::as_mixed(stopped.run, mix_of(stopped))),
        extra(stopped.run, stopped.rows.span(), rule) {}

 private:
  failures::CauseMix<S> mix_of(const StoppedRun<S>& stopped) const {
    auto mix = rule.mix();
    if (!stopped.apart || !stopped.has_common() || stopped.striking(false).empty()) return mix;
    const S down = exp_minus_one(S(detail::log_stopped_apart(stopped) - mix.restart_loss));
    if (value_of(down) >= 0) mix.downtime = down / mix.failure_rate;
    else mix.downtime = S(0), mix.restart_time = detail::log_stopped_apart(stopped) / mix.failure_rate;
    return mix;
  }
};

template <class St>
class SingleLevelUnder;
/// One kind of checkpoint to one place, whose parts under a list single_level_under.hpp has.
template <class St>
concept SingleLevelStrategy = bool(St::is_single_level);
/// Whether a strategy is one, by its type or, type-erased, by its value.
template <class St>
bool saves_singly(const St& strategy) {
  if constexpr (requires { bool(strategy.saves_singly()); }) return strategy.saves_singly();
  else return SingleLevelStrategy<St>;
}

/// The run of the one cause, as whoever checks it takes it: restarts that are shorter than the load are those of a quicker one.
template <class S>
TrainingRun<S> mixed_in_range(const StoppedRun<S>& stopped) {
  TrainingRun<S> mixed = MixedRun<S>(stopped).run;
  if (value_of(mixed.initialization_time) < 0) {
    mixed.read_bandwidth = mixed.read_bandwidth_for(mixed.restart_time());
    mixed.initialization_time = S(0);
  }
  return mixed;
}

/// The terms that losses, and the parts that a breakdown can have under a list: beside a strategy's own, what it says it may
/// have there by terms_under and shares_under.
template <class St>
std::vector<std::string_view> terms_under(const St& strategy) {
  if constexpr (requires { strategy.all_terms_under(); }) return strategy.all_terms_under();
  else if constexpr (requires { St::terms_under; }) return {St::terms_under.begin(), St::terms_under.end()};
  else return terms_of(strategy);
}
template <class St>
std::vector<std::string_view> shares_under(const St& strategy) {
  if constexpr (requires { strategy.all_shares_under(); }) return strategy.all_shares_under();
  else if constexpr (requires { St::shares_under; }) return {St::shares_under.begin(), St::shares_under.end()};
  else return shares_of(strategy);
}
/// The levels of a strategy under a list: as it says by levels_under, else those of the mixed run, by shares of its own.
template <class S, class St>
auto levels_of_rows(const StoppedRun<S>& stopped, const St& strategy) {
  auto levels = [&] {
    if constexpr (requires { strategy.levels_under(stopped); }) return strategy.levels_under(stopped);
    else return strategy.levels_of(MixedRun<S>(stopped).run);
  }();
  for (const auto& row : stopped.rows)
    if (row.silent()) levels.late = levels.late + row.rate;
  return levels;
}

/// Its pattern under a list.
template <class St>
std::vector<int> pattern_under(const StoppedRun<double>& stopped, const St& strategy) {
  if constexpr (requires { strategy.pattern_under(stopped); }) return strategy.pattern_under(stopped);
  else if constexpr (LeveledStrategy<St>)
    return leveled(strategy, [&](const auto& levels) { return levels.pattern_of(levels_of_rows(stopped, strategy)); });
  else return pattern(strategy, mixed_in_range(stopped));
}

// interval, losses and breakdown of a strategy under a list, of a run in range; of one with levels, that its levels_under make
template <class S, class St>
S interval_under(const StoppedRun<S>& stopped, const St& strategy) {
  if constexpr (requires { strategy.interval_under(stopped); }) return strategy.interval_under(stopped);
  else if constexpr (SingleLevelStrategy<St>) return SingleLevelUnder<St>(strategy).interval_under(stopped);
  else if constexpr (LeveledStrategy<St>)
    return leveled(strategy, [&](const auto& levels) { return levels.interval_of(levels_of_rows(stopped, strategy)); });
  else return strategy.interval(MixedRun<S>(stopped).run);
}
/// Between the saves to which stops that are no failures return: those of the highest level.
template <class S, class St>
S interval_of_extra(const StoppedRun<S>& stopped, const St& strategy) {
  if constexpr (LeveledStrategy<St>)
    return leveled(strategy, [&](const auto& levels) { return levels.top_interval_of(levels_of_rows(stopped, strategy)); });
  else return interval_under(stopped, strategy);
}
/// What a strategy asks of the machine under a list: of the mixed run, but for the interval between its checkpoints.
template <class St>
Requirements requirements_under(const StoppedRun<double>& stopped, const St& strategy) {
  if constexpr (requires { strategy.requirements_under(stopped); }) {
    return strategy.requirements_under(stopped);
  } else if constexpr (LeveledStrategy<St>) {
    return leveled(strategy,
                   [&](const auto& levels) { return levels.requirements_of(stopped.run, levels_of_rows(stopped, strategy)); });
  } else {
    const auto run = mixed_in_range(stopped);
    Requirements needs = requirements(strategy, run);
    const double w = interval_under(stopped, strategy), of_mixed = strategy.interval(run);
    if (w != of_mixed)
      needs.bandwidth += bytes_per_second(run.checkpoint_bytes, w) - bytes_per_second(run.checkpoint_bytes, of_mixed);
    return needs;
  }
}
namespace detail {

/// Terms under a list with those of the stops that are no failures: of levels these are added to the failures that go back as
/// far as they do. `own` are the terms without them, of levels own(leveled strategy, levels), else own(strategy, mixed run).
template <class S, class St, class Own, class With>
Terms<S> with_extra_stops(const StoppedRun<S>& stopped, const St& strategy, const Own& own, const With& with) {
  const MixedRun<S> mixed(stopped);
  if constexpr (LeveledStrategy<St>) {
    return leveled(strategy, [&](const auto& placed) -> Terms<S> {
      const auto levels = levels_of_rows(stopped, strategy);
      const Terms<S> terms = own(placed, levels);
      if (mixed.extra.none()) return terms;
      ExtraStops<S> extra = mixed.extra;
      if (levels.count > 0) extra.failure_rate = levels.levels[levels.count - 1].failure_rate;
      return with(terms, extra, S(placed.top_interval_of(levels)));
    });
  } else {
    const Terms<S> terms = own(strategy, mixed.run);
    return mixed.extra.none() ? terms : with(terms, mixed.extra, S(interval_under(stopped, strategy)));
  }
}

}  // namespace detail

template <class S, class St>
Terms<S> losses_under(const StoppedRun<S>& stopped, const St& strategy) {
  if constexpr (requires { strategy.losses_under(stopped); }) {
    return strategy.losses_under(stopped);
  } else if constexpr (SingleLevelStrategy<St>) {
    return SingleLevelUnder<St>(strategy).losses_under(stopped);
  } else {
    const auto own = [](const auto& of, const auto& at) -> Terms<S> {
      if constexpr (LeveledStrategy<St>) return of.losses_of(at);
      else return losses_in_range(at, of);
    };
    return detail::with_extra_stops(stopped, strategy, own, [](Terms<S> losses, const auto& extra, const S& interval) {
      extra.append_to(losses, interval);
      return losses;
    });
  }
}
template <class S, class St>
Terms<S> breakdown_under(const StoppedRun<S>& stopped, const St& strategy) {
  if constexpr (requires { strategy.breakdown_under(stopped); }) {
    return strategy.breakdown_under(stopped);
  } else if constexpr (SingleLevelStrategy<St>) {
    return SingleLevelUnder<St>(strategy).breakdown_under(stopped);
  } else {
    const auto own = [](const auto& of, const auto& at) -> Terms<S> {
      if constexpr (LeveledStrategy<St>) return of.breakdown_of(at);
      else return of.breakdown(at);
    };
    return detail::with_extra_stops(stopped, strategy, own, [](const Terms<S>& parts, const auto& extra, const S& interval) {
      return extra.within(parts, interval);
    });
  }
}

}  // namespace scaling_limits::strategies
