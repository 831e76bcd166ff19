// SPDX-License-Identifier: Apache-2.0
// Just-in-time checkpoints: state is saved after a failure, by the replicas that survived it (checkpoint/just_in_time.hpp).
// `share` of the failures leave a whole replica; the rest returns to the last checkpoint in storage, for which periodic ones
// are taken too.
#pragma once
#include "../version.hpp"

#include "../checkpoint/just_in_time.hpp"
#include "protocol_under.hpp"
#include "rates.hpp"
#include "weights_by_row.hpp"

namespace scaling_limits::strategies {

template <class P = double>
struct JustInTime {
  P share = P(1);
  P step_time = P(0);

  static constexpr std::string_view name() { return "just_in_time"; }
  static constexpr std::string_view text = "the replicas that survive a failure save the state after it";
  static constexpr auto terms = std::to_array<std::string_view>({"checkpoint", "restart", "downtime"});
  static constexpr auto shares = std::to_array<std::string_view>({"useful", "checkpoint", "rework", "restart", "downtime"});
  static constexpr std::string_view without_checkpoints() { return "every failure is saved just in time"; }
  void validate() const { scaling_limits::validate(*this, "just_in_time"); }
  std::string note(const TrainingRun<>&) const { return {}; }
  bool rises_with(double rate, double least_time) const { return rate >= 0 && rate + least_time >= 0; }
  /// Intervals are whole steps.
  bool slopes_may_fall() const { return value_of(step_time) > 0; }

  /// Useful work between periodic checkpoints [s], in whole steps where step_time is given; inf where every failure is saved
  /// just in time.
  template <class S>
  S interval(const TrainingRun<S>& run) const {
    return checkpoint::just_in_time_interval(parts_of(validated(run, *this)));
  }
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return losses_in_range(validated(run, *this));
  }
  template <class S>
  Terms<S> losses_in_range(const TrainingRun<S>& run) const {
    const auto parts = parts_of(run);
    return losses_at(parts, checkpoint::just_in_time_interval(parts));
  }
  template <class S>
  S interval_under(const StoppedRun<S>& stopped) const {
    const SavedRows<S> under(*this, stopped);
    return under.interval(under.mix());
  }
  /// Rows say whether they leave the state.
  std::vector<std::string_view> unread_under(const StoppedRun<double>& stopped) const {
    if (!stopped.all_strike([](const auto& row) { return !row.unsaid; })) return {};
    return {"share"};
  }
  AssumedOfRows assumed_under(const StoppedRun<double>& stopped) const {
    return assumed_leaves_state(stopped, "leave no whole replica", "a replica survives to save the state");
  }
  template <class S>
  Terms<S> losses_under(const StoppedRun<S>& stopped) const {
    const SavedRows<S> under(*this, stopped);
    const auto mix = under.mix();
    if (value_of(mix.rate) == 0) return under.with_extra({{"checkpoint", S(0)}, {"restart", S(0)}, {"downtime", S(0)}}, S(inf));
    const S w = under.interval(mix), without = checkpoint::just_in_time_loss(w, under.unrestarted());
    return under.with_extra({{"checkpoint", without},
                             {"restart", difference(S(checkpoint::just_in_time_loss(w, mix) - under.down()), without)},
                             {"downtime", under.down()}},
                            w);
  }
  template <class S>
  Terms<S> breakdown_under(const StoppedRun<S>& stopped) const {
    using std::exp;
    const SavedRows<S> under(*this, stopped);
    const auto mix = under.mix();
    const S w = under.interval(mix);
    if (value_of(mix.rate) == 0)
      return under.extra.within(
          {{"useful", S(1)}, {"checkpoint", S(0)}, {"rework", S(0)}, {"restart", S(0)}, {"downtime", S(0)}}, w);
    const S running = exp(S(-mix.log_stopped)), pass = checkpoint::just_in_time_running(w, mix),
            loss = checkpoint::just_in_time_loss(w, mix);
    const S useful = exp(S(-loss)), up = exp(S(-under.down()));
    const S written = value_of(w) == inf ? S(0) : S(running * mix.write_time / pass * exp(S(-mix.rate * (w + mix.write_time))));
    return under.extra.within({{"useful", useful},
                               {"checkpoint", written},
                               {"rework", share_left(S(running - useful - written))},
                               {"restart", S(up - running)},
                               {"downtime", S(-exp_minus_one(S(-under.down())))}},
                              w);
  }
  /// Of a failure that is saved a step is lost, of the others what the last checkpoint has not: by the restart that ends.
  void weights_under(const StoppedRun<double>& stopped, WeightsByRow& weights) const {
    const SavedRows<double> under(*this, stopped);
    add_weights(under.rows.span(), weights);
    const auto mix = under.mix();
    const double steps = mix.rate * mix.step_time, lost = mix.step_time > 0 ? 1 - steps / std::expm1(steps) : 0;
    const Terms<double> parts = breakdown_under(stopped);
    const double running = parts.of("useful") + parts.of("checkpoint") + parts.of("rework");
    const double left = (std::max)(0.0, parts.of("rework") - running * mix.saved * lost);
    for (std::size_t i = 0; i < under.rows.size(); ++i) {
      const auto& row = under.rows[i];
      if (!row.strikes()) continue;
      const double ends = under.rule.ends_with(i);
      weights.add("rework", row.of, ends * (row.leaves_state ? running * lost : left / mix.lost));
      if (!row.leaves_state) weights.add("checkpoint", row.of, ends);
    }
    add_extra_weights(stopped, interval_under(stopped), weights);
  }
  Summary summary(const TrainingRun<>& run) const {
    const double w = interval(run);
    const auto parts = parts_of(run);
    return {losses_at(parts, w).sum(), w, requirements_at(run, parts, w)};
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    using std::exp;
    const auto j = parts_of(validated(run, *this));
    if (value_of(j.rate) == 0)
      return {{"useful", S(1)}, {"checkpoint", S(0)}, {"rework", S(0)}, {"restart", S(0)}, {"downtime", S(0)}};
    const auto cycle = checkpoint::just_in_time_cycle(interval(run), j);
    const S down = j.rate * j.downtime, total = (S(1) + down) * (cycle.running + cycle.restarting);
    const S useful = cycle.useful * exp(S(cycle.log_useful - cycle.log_time));
    return {{"useful", S(useful / total)},
            {"checkpoint", S(cycle.written / total)},
            {"rework", share_left(S(S(cycle.running - useful - cycle.written) / total))},
            {"restart", S(cycle.restarting / total)},
            {"downtime", S(down / (S(1) + down))}};
  }
  /// A row whose replica survives saves just in time, the others go back to the last checkpoint.
  Protocol protocol_under(const StoppedRun<double>& stopped) const {
    if (stopped.is_own()) return protocol(stopped.run);
    const SavedRows<double> under(*this, stopped);
    Protocol p = protocol(scaling_limits::detail::as_mixed(stopped.run, under.rule.mix()));
    p.interval = interval_under(stopped);
    return with_rows(std::move(p), under.rows.span(), under.rule, [](Severity& one, const auto& row) {
      if (row.leaves_state) one.recovery = Recovery::step, one.leaves = 1;
    });
  }
  Protocol protocol(const TrainingRun<>& run) const {
    auto p = Protocol::single(run.failure_rate(), interval(run), run.write_time(), run.restart_time(), run.downtime);
    p.gpus = run.gpus, p.levels[0].bytes = run.checkpoint_bytes;
    // a step that takes no time: one that loses nothing to speak of
    p.step_time = value_of(step_time) > 0 ? value_of(step_time) : 1e-6 / run.failure_rate();
    p.severities = {{.share = value_of(share),
                     .restart_time = run.write_time() + run.restart_time(),
                     .recovery = Recovery::step,
                     .leaves = 1},
                    {.share = 1 - value_of(share), .restart_time = run.restart_time()}};
    return p;
  }
  /// One write per save and per periodic checkpoint; the replicas are the run's own.
  Requirements requirements(const TrainingRun<>& run) const { return requirements_at(run, parts_of(run), interval(run)); }
  /// Much of the work is saved after failures, which put the next periodic checkpoint off.
  Rates rates(const TrainingRun<>& run, Rates any) const {
    if (run.failure_rate() == 0) return any;
    const auto j = parts_of(run);
    const auto cycle = checkpoint::just_in_time_cycle(interval(run), j);
    const double per_second =
        std::exp(cycle.log_count - cycle.log_time) / ((1 + j.rate * j.downtime) * (cycle.running + cycle.restarting));
    any.checkpoints = cycle.checkpoints * per_second, any.saves_just_in_time = cycle.saves * per_second;
    return any;
  }

 private:
  /// The rows of a list, those that are saved with the save in their restart, all others above them.
  template <class S>
  struct SavedRows {
    failures::CauseRows<S> rows;
    failures::RestartInForce<S> rule;
    ExtraStops<S> extra;
    S write_time, step_time;

    SavedRows(const JustInTime& of, const StoppedRun<S>& stopped)
        : rows(ranked(of, stopped)),
          rule(rows.span()),
          extra(stopped.run, rows.span(), rule),
          write_time(stopped.run.write_time()),
          step_time(of.step_time) {
      extra.failure_rate = rule.mix().failure_rate * mix().lost;  // those that go back to a checkpoint, as the extra ones do
    }
    checkpoint::JustInTimeMix<S> mix() const {
      return of_ends([&](std::size_t i) { return rule.ends_with(i); }, rule.log_stopped());
    }
    /// Between periodic checkpoints [s]. Where all failures are saved just in time there are none but for silent errors: those
    /// that are found late go back to one.
    S interval(const checkpoint::JustInTimeMix<S>& mix) const {
      const double silent = value_of(extra.silent_rate()), cost = value_of(write_time);
      const bool needed = silent > 0 && cost > 0 && mix.in_domain() && value_of(mix.rate) > 0;
      if (!needed) return checkpoint::just_in_time_interval(mix);
      const auto loss_of = [](const auto& saved, const auto& stops) {
        return [saved, stops]<class T>(const T& w) {
          return T(checkpoint::just_in_time_loss(w, saved.template as<T>()) + stops.template as<T>().loss(w));
        };
      };
      const double rare = value_of(mix.rate) * value_of(mix.lost_share()) + silent;
      const double at =
          numeric::minimum_point(loss_of(mix.template as<double>(), extra.template as<double>()), std::sqrt(2 * cost / rare));
      if (const double step = value_of(step_time); step > 0) return S((std::max)(1.0, std::round(at / step))) * step_time;
      return numeric::refined_point(S(at), loss_of(mix, extra));
    }
    /// As if restarts took no time.
    checkpoint::JustInTimeMix<S> unrestarted() const {
      return of_ends([&](std::size_t i) { return rule.share(i); }, S(0));
    }
    S down() const { return log_one_plus(S(rule.mix().failure_rate * rule.mix().downtime)); }
    Terms<S> with_extra(Terms<S> losses, const S& interval) const {
      if (!extra.none()) extra.append_to(losses, interval);
      return losses;
    }

   private:
    template <class Ends>
    checkpoint::JustInTimeMix<S> of_ends(const Ends& ends, const S& log_stopped) const {
      checkpoint::JustInTimeMix<S> mix{rule.mix().failure_rate, S(0), S(0), write_time, step_time, log_stopped};
      for (std::size_t i = 0; i < rows.size(); ++i) {
        S& of = rows[i].leaves_state ? mix.saved : mix.lost;
        of = of + ends(i);
      }
      return mix;
    }
    static failures::CauseRows<S> ranked(const JustInTime& of, const StoppedRun<S>& stopped) {
      failures::CauseRows<S> all;
      const auto add = [&](failures::CauseRow<S> row, const S& share, bool saved) {
        row.rate = row.rate * share, row.leaves_state = saved, row.rank = saved ? 0 : 1;
        if (saved) row.restart_time = row.restart_time + stopped.run.write_time();
        all.push_back(row);
      };
      for (const auto& row : stopped.rows) {
        if (!row.unsaid) add(row, S(1), row.leaves_state && row.strikes());
        else add(row, S(of.share), true), add(row, S(S(1) - S(of.share)), false);
      }
      return all;
    }
  };

  template <class S>
  static Terms<S> losses_at(const checkpoint::JustInTimeSaving<S>& j, const S& w) {
    if (value_of(j.rate) == 0) return {{"checkpoint", S(0)}, {"restart", S(0)}, {"downtime", S(0)}};
    auto unrestarted = j;
    unrestarted.saving_restart_time = unrestarted.restart_time = S(0);
    const S down = log_one_plus(S(j.rate * j.downtime)), without = checkpoint::just_in_time_loss(w, unrestarted);
    return {{"checkpoint", difference(without, down)},
            {"restart", difference(checkpoint::just_in_time_loss(w, j), without)},
            {"downtime", down}};
  }
  static Requirements requirements_at(const TrainingRun<>& run, const checkpoint::JustInTimeSaving<double>& j, double w) {
    if (j.rate == 0) return {};
    const auto cycle = checkpoint::just_in_time_cycle(w, j);
    const double useful = cycle.useful * std::exp(cycle.log_useful - cycle.log_count);
    return {.bandwidth = bytes_per_second(run.checkpoint_bytes, useful / (cycle.checkpoints + cycle.saves))};
  }
  template <class S>
  checkpoint::JustInTimeSaving<S> parts_of(const TrainingRun<S>& run) const {
    return {run.failure_rate(), S(share),     run.write_time(), S(run.write_time() + run.restart_time()),
            run.restart_time(), run.downtime, S(step_time)};
  }
};

template <class P>
constexpr auto fields(const JustInTime<P>*) {
  using J = JustInTime<P>;
  return std::to_array<Field<J, P>>({
      {"share", &J::share, "1", closed_fraction, "of the run's failures that leave a whole replica to save", usually(0.5, 1),
       Effect::help},
      {"step_time", &J::step_time, "s", not_negative, "one training step: what has been done of it is lost", usually(1, 60),
       Effect::cost},
  });
}
static_assert(table_is_complete<JustInTime<>>, "JustInTime: a member without its row, or a row without its member");
static_assert(Strategy<JustInTime<>>);

/// @param share of the run's failures that leave a whole replica; @param step_time [s] of one training step
inline JustInTime<> just_in_time(double share = 1, double step_time = 0) { return {share, step_time}; }

}  // namespace scaling_limits::strategies
