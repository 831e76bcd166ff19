// SPDX-License-Identifier: Apache-2.0
// Strategies with one kind of checkpoint under a list of causes. The interval is the best with planned stops and silent errors
// too; and a write in the background goes on where a failure leaves the memory of the hosts alone.
#pragma once
#include "../version.hpp"

#include "../numeric/optimum.hpp"
#include "extra_stops.hpp"
#include "protocol_under.hpp"
#include "single_level.hpp"
#include "stopped_run.hpp"

namespace scaling_limits::strategies {

/// Of a strategy that says is_single_level; of a run in range.
template <class St>
class SingleLevelUnder {
 public:
  explicit SingleLevelUnder(const St& strategy) : self_(strategy), plain_(strategy) {}

  template <class S>
  S interval_under(const StoppedRun<S>& stopped) const {
    const MixedRun<S> mixed = mixed_of(stopped);
    return mixed.extra.none() ? plain_.interval(mixed.run) : interval_with(mixed);
  }
  template <class S>
  Terms<S> losses_under(const StoppedRun<S>& stopped) const {
    if (stopped.is_own()) return plain_.losses(stopped.run);
    const MixedRun<S> mixed = mixed_of(stopped);
    const auto saving = self_.saving_of(mixed.run);
    if (mixed.extra.none()) return unharmed(plain_.losses(mixed.run), saving, stopped, mixed);
    const S w = interval_lived(mixed);
    Terms<S> all = unharmed(checkpoint::losses(saving, w), saving, stopped, mixed);
    mixed.extra.append_to(all, w);
    return all;
  }
  template <class S>
  Terms<S> breakdown_under(const StoppedRun<S>& stopped) const {
    using std::exp;
    const MixedRun<S> mixed = mixed_of(stopped);
    const auto saving = self_.saving_of(mixed.run);
    const S w = mixed.extra.none() ? plain_.interval(mixed.run) : interval_lived(mixed);
    const Terms<S> parts = mixed.extra.within(checkpoint::breakdown(saving, w), w);
    const S kept = exp(S(-unharmed_write(saving, stopped, mixed)));  // that many times as much of the work stands
    if (value_of(kept) == 1) return parts;
    Terms<S> all;
    S more(0);
    for (const auto& part : parts) {
      const bool stands = part.name == "useful" || part.name == "checkpoint";
      if (stands) more = more + part.amount * (kept - S(1));
      all.append(part.name, stands ? S(part.amount * kept) : part.name == "rework" ? S(part.amount - more) : part.amount);
    }
    return all;
  }

  /// What the simulator plays out.
  Protocol protocol_under(const StoppedRun<double>& stopped) const {
    const MixedRun<double> mixed = mixed_of(stopped);
    Protocol p = plain_.protocol(mixed.run);
    if (!mixed.extra.none()) p.interval = interval_with(mixed);
    return with_rows(std::move(p), stopped.rows.span(), mixed.rule,
                     [](Severity& one, const auto& row) { one.leaves_writes = row.leaves_state; });
  }

 private:
  const St& self_;
  SingleLevel<St> plain_;

  /// Planned stops are saves of this one kind, whatever the interval, and wait until what is written in the background is,
  /// unless a failure strikes first.
  template <class S>
  MixedRun<S> mixed_of(const StoppedRun<S>& stopped) const {
    using std::exp;
    MixedRun<S> mixed(stopped);
    if (mixed.extra.none()) return mixed;
    const auto saving = self_.saving_of(mixed.run);
    mixed.extra.gaining = exp(S(-saving.load(saving.persist_latency)));
    mixed.extra.write_time = saving.cost();
    mixed.extra.planned_outage = mixed.extra.planned_outage + saving.persist_latency * (S(1) - saving.slowdown);
    return mixed;
  }
  /// The owner's, or the best with the stops that are no failures.
  template <class S>
  S interval_with(const MixedRun<S>& mixed) const {
    if (self_.has_own_interval()) return plain_.interval(mixed.run);
    const auto saving = self_.saving_of(mixed.run);
    S start = checkpoint::best_interval(saving);
    if (const S silent = mixed.extra.silent_rate(); value_of(start) == inf && value_of(silent) > 0) {
      const double cost = value_of(saving.cost());  // nothing stops the run but errors that are found late
      start = S(cost > 0 ? (std::max)(std::sqrt(2 * cost / value_of(silent)), value_of(saving.shortest_interval())) : 0);
    }
    if (!(value_of(start) > 0 && value_of(start) < inf)) return start;
    const double shortest = value_of(saving.shortest_interval());
    // beyond so many planned stops no save is left to the interval, and slopes are rounding alone
    constexpr double all_stops = 50;
    const double stops = value_of(mixed.extra.planned_rate), most = (std::max)(double(value_of(start)), all_stops / stops);
    // found in double: within a search's own dual those of the caller would be slopes in the interval
    const double at = numeric::minimum_point(loss_by_interval(saving.template as<double>(), mixed.extra.template as<double>()),
                                             value_of(start), shortest, 0, most);
    if (at == shortest) return saving.shortest_interval();
    return numeric::refined_point(S(at), loss_by_interval(saving, mixed.extra));
  }
  /// The same up to where a failure or a planned stop has come before its end: what one costs, beyond, the other gains.
  template <class S>
  S interval_lived(const MixedRun<S>& mixed) const {
    constexpr double never = 100;  // exp(-100) of the intervals
    const S w = interval_with(mixed), stops = mixed.extra.failure_rate + mixed.extra.planned_rate;
    const bool saved_by_stops = value_of(mixed.extra.failure_rate) > 0 && value_of(mixed.extra.planned_rate) > 0;
    return saved_by_stops && value_of(w) < inf && value_of(S(stops * w)) > never ? S(S(never) / stops) : w;
  }
  /// Of an interval of a scalar that holds S.
  template <class S>
  static auto loss_by_interval(const checkpoint::Saving<S>& saving, const ExtraStops<S>& extra) {
    return [saving, extra]<class T>(const T& w) {
      return T(checkpoint::losses(saving.template as<T>(), w).sum() + extra.template as<T>().loss(w));
    };
  }

  /// -ln of how much likelier the last write is whole where some failures leave it alone, those that the memory of the hosts
  /// survives: chi = sum p exp(-L latency) over the others' latency, of one write in flight.
  template <class S>
  static S unharmed_write(const checkpoint::Saving<S>& saving, const StoppedRun<S>& stopped, const MixedRun<S>& mixed) {
    using std::exp, std::log;
    S survived(0);
    for (std::size_t i = 0; i < stopped.rows.size(); ++i)
      if (stopped.rows[i].leaves_state) survived = survived + mixed.rule.share(i);
    if (is_zero(survived) || is_zero(saving.persist_latency)) return S(0);
    // chi/exp(-L latency) = 1 + survived (exp(L latency) - 1)
    const S x = saving.load(saving.persist_latency);
    if (value_of(x) == inf) return S(0);  // of losses without end
    if (value_of(x) < 1) return -log_one_plus(S(survived * exp_minus_one(x)));
    return -x - log(S(survived + (S(1) - survived) * exp(S(-x))));
  }
  template <class S>
  static Terms<S> unharmed(const Terms<S>& losses, const checkpoint::Saving<S>& saving, const StoppedRun<S>& stopped,
                           const MixedRun<S>& mixed) {
    const S gain = unharmed_write(saving, stopped, mixed);
    if (is_zero(gain)) return losses;
    Terms<S> all;
    for (const auto& term : losses) all.append(term.name, term.name == "checkpoint" ? S(term.amount + gain) : term.amount);
    return all;
  }
};

}  // namespace scaling_limits::strategies
