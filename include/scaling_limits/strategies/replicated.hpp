// SPDX-License-Identifier: Apache-2.0
// Every machine twice: half of the GPUs repeat the work of the others, and the run is interrupted only where both members of a
// pair are dead (checkpoint/replicated.hpp). gpus counts both halves; the second is the loss `redundancy`.
#pragma once
#include "../version.hpp"

#include "../checkpoint/replicated.hpp"
#include "protocol_under.hpp"
#include "rates.hpp"
#include "weights_by_row.hpp"

namespace scaling_limits::strategies {

template <class P = double>
struct Replicated {
  P revive = P(1);
  P gpus_per_machine = P(8);

  static constexpr std::string_view name() { return "replicated"; }
  static constexpr std::string_view text = "every machine twice: a restart is needed where both members of a pair are dead";
  static constexpr auto terms = std::to_array<std::string_view>({"redundancy", "checkpoint", "restart", "downtime"});
  static constexpr auto shares =
      std::to_array<std::string_view>({"useful", "redundancy", "checkpoint", "rework", "restart", "downtime"});
  void validate() const { scaling_limits::validate(*this, "replicated"); }
  std::string note(const TrainingRun<>& run) const {
    if (run.gpus >= 2 * value_of(gpus_per_machine)) return {};
    return "replicated: a pair needs two machines of " + to_text(value_of(gpus_per_machine)) + " GPUs, the run has " +
           to_text(run.gpus);
  }
  /// Pairs outlive the first failures, the more of them the longer: that takes half a power off the rate of failures.
  bool rises_with(double rate, double least_time) const { return rate >= 0.5 && rate + least_time >= 0.5; }

  /// Useful work between checkpoints [s].
  template <class S>
  S interval(const TrainingRun<S>& run) const {
    return checkpoint::replicated_interval(parts_of(validated(run, *this)));
  }
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return losses_in_range(validated(run, *this));
  }
  template <class S>
  Terms<S> losses_in_range(const TrainingRun<S>& run) const {
    const auto parts = parts_of(run);
    return losses_at(parts, checkpoint::replicated_interval(parts));
  }
  Summary summary(const TrainingRun<>& run) const {
    const double w = interval(run);
    return {losses_at(parts_of(run), w).sum(),
            w,
            {.memory = 0, .bandwidth = bytes_per_second(run.checkpoint_bytes, w), .spares = run.gpus / 2}};
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    const auto parts = parts_of(validated(run, *this));
    return breakdown_of(parts, parts.is_endless() ? S(inf) : S(checkpoint::replicated_interval(parts)));
  }
  // under a list: common rows stop all pairs at once; the restart is that of the mix, as there is one
  template <class S>
  S interval_under(const StoppedRun<S>& of_all) const {
    const StoppedRun<S> stopped = waiting(of_all);
    return interval_of(parts_under(stopped), stopped);
  }
  template <class S>
  Terms<S> losses_under(const StoppedRun<S>& of_all) const {
    const StoppedRun<S> stopped = waiting(of_all);
    const auto parts = parts_under(stopped);
    const S w = interval_of(parts, stopped);
    Terms<S> all = losses_at(parts, w);
    if (const ExtraStops<S> extra = extra_under(stopped, parts, w); !extra.none()) extra.append_to(all, w);
    return all;
  }
  template <class S>
  Terms<S> breakdown_under(const StoppedRun<S>& of_all) const {
    const StoppedRun<S> stopped = waiting(of_all);
    const auto parts = parts_under(stopped);
    const S w = interval_of(parts, stopped);
    return extra_under(stopped, parts, w).within(breakdown_of(parts, w), w);
  }
  /// Common rows stop the run each time, the others by the pairs that die of them; against those the copies are held.
  void weights_under(const StoppedRun<double>& of_all, WeightsByRow& weights) const {
    const StoppedRun<double> stopped = waiting(of_all);
    const auto parts = parts_under(stopped);
    const double w = interval_under(stopped);
    const double all = parts.is_endless() ? 0 : 1 / checkpoint::replicated_cycle(w, parts).running();
    double own = 0;
    for (const auto& row : stopped.striking(false)) own += row.rate;
    for (const auto& row : stopped.rows) {
      if (!row.strikes()) continue;
      const double stops = row.common ? row.rate : own > 0 ? row.rate / own * (std::max)(0.0, all - parts.common_rate) : 0;
      weights.add({}, row.of, stops);
      weights.add("downtime", row.of, stops * row.downtime);
      weights.add("redundancy", row.of, row.common ? 0 : row.rate);
    }
    add_extra_weights(stopped, w, weights);
  }
  /// Each row with its downtime, common ones for all pairs at once, the restart that of the mix.
  Protocol protocol_under(const StoppedRun<double>& of_all) const {
    const StoppedRun<double> stopped = waiting(of_all);
    if (stopped.is_own()) return protocol(stopped.run);
    const MixedRun<double> mixed(stopped);
    Protocol p = protocol(mixed.run);
    p.interval = interval_under(stopped);
    return with_rows(std::move(p), stopped.rows.span(), mixed.rule, [&](Severity& one, const auto& row) {
      one.stops_all = row.common;
      if (row.strikes()) one.restart_time = mixed.run.restart_time(), one.retry_chance = 0;
    });
  }
  Protocol protocol(const TrainingRun<>& run) const {
    auto p = Protocol::single(run.failure_rate(), interval(run), run.write_time(), run.restart_time(), run.downtime);
    p.gpus = run.gpus, p.levels[0].bytes = run.checkpoint_bytes;
    p.redundancy = 0.5;
    p.replication = {.groups = checked_integer<int>("simulate", "pairs of machines", std::round(value_of(parts_of(run).pairs))),
                     .revive_at_checkpoint = value_of(revive) != 0};
    return p;
  }
  /// A cycle ends with the first pair that is dead, in a restart too.
  Rates rates(const TrainingRun<>& run, Rates any) const {
    const auto r = parts_of(run);
    any.interruptions = r.is_endless() ? 0 : 1 / (checkpoint::replicated_cycle(interval(run), r).running() + r.downtime);
    return any;
  }
  Requirements requirements(const TrainingRun<>& run) const {
    return {.bandwidth = bytes_per_second(run.checkpoint_bytes, interval(run)), .spares = run.gpus / 2};
  }

 private:
  /// What stops the run is rare beside the failures: it meets people as few do.
  template <class S>
  static StoppedRun<S> waiting(const StoppedRun<S>& stopped) {
    return stopped.waiting_at(S(0));
  }
  /// Late errors take work back from a checkpoint like common failures.
  template <class S>
  static S interval_of(checkpoint::ReplicatedPairs<S> parts, const StoppedRun<S>& stopped) {
    for (const auto& row : stopped.rows)
      if (row.silent()) parts.common_rate = parts.common_rate + row.rate;
    return checkpoint::replicated_interval(parts);
  }
  template <class S>
  static Terms<S> breakdown_of(const checkpoint::ReplicatedPairs<S>& r, const S& w) {
    const S half(value_of(r.pairs) > 0 ? 0.5 : NaN);
    if (r.is_endless())
      return {{"useful", half}, {"redundancy", half}, {"checkpoint", S(0)},
              {"rework", S(0)}, {"restart", S(0)},    {"downtime", S(0)}};
    const auto cycle = checkpoint::replicated_cycle(w, r);
    const bool saves_are_free = value_of(w) == 0;
    const S down = r.mean_downtime(cycle.running()), total = S(2) * (cycle.running() + down),
            useful = saves_are_free ? cycle.trained() : S(cycle.kept() * w),
            written = saves_are_free ? S(0) : S(cycle.kept() * r.write_time);
    return {{"useful", S(useful / total)},
            {"redundancy", half},
            {"checkpoint", S(written / total)},
            {"rework", share_left(S(S(cycle.trained() - useful - written) / total))},
            {"restart", S(cycle.restarting / total)},
            {"downtime", S(down / total)}};
  }
  template <class S>
  static Terms<S> losses_at(const checkpoint::ReplicatedPairs<S>& r, const S& w) {
    const S half(value_of(r.pairs) > 0 ? 0.69314718055994530942 : NaN);  // -ln of the members that do no new work
    if (r.is_endless()) return {{"redundancy", half}, {"checkpoint", S(0)}, {"restart", S(0)}, {"downtime", S(0)}};
    const auto cycle = checkpoint::replicated_cycle(w, r);
    return {{"redundancy", half},
            {"checkpoint", cycle.log_stretch(w)},
            {"restart", cycle.lengthened_by(cycle.restarting)},
            {"downtime", S(log_one_plus(S(r.mean_downtime(cycle.running()) / cycle.running())))}};
  }
  template <class S>
  checkpoint::ReplicatedPairs<S> parts_under(const StoppedRun<S>& stopped) const {
    const auto own = failures::mix_of<S>(stopped.striking(false).span()),
               all = failures::mix_of<S>(stopped.striking(true).span());
    auto parts = parts_of(MixedRun<S>(stopped).run);
    parts.member_mttf = value_of(own.failure_rate) == 0 ? S(inf) : S(S(2) * parts.pairs / own.failure_rate);
    parts.downtime = own.downtime;
    parts.common_rate = all.failure_rate, parts.common_downtime = all.downtime;
    return parts;
  }
  /// Stops that are no failures, beside the failures that interrupt the run: of its own as many as take both members of a pair.
  template <class S>
  static ExtraStops<S> extra_under(const StoppedRun<S>& stopped, const checkpoint::ReplicatedPairs<S>& parts, const S& w) {
    StoppedRun<S> interrupted = stopped;
    S own(0), pairs(0);
    for (const auto& row : stopped.striking(false)) own = own + row.rate;
    if (!parts.is_endless() && value_of(own) > 0)
      pairs = larger(S(0), S(S(1) / checkpoint::replicated_cycle(w, parts).running() - parts.common_rate)) / own;
    for (auto& row : interrupted.rows)
      if (row.strikes() && !row.common) row.rate = row.rate * pairs;
    return MixedRun<S>(interrupted).extra;
  }
  template <class S>
  checkpoint::ReplicatedPairs<S> parts_of(const TrainingRun<S>& run) const {
    const S pairs = run.gpus / S(S(2) * S(gpus_per_machine));
    return {value_of(pairs) >= 1 ? pairs : S(NaN),
            S(run.gpu_mttf / S(gpus_per_machine)),
            run.write_time(),
            run.restart_time(),
            run.downtime,
            value_of(revive) != 0};
  }
};

template <class P>
constexpr auto fields(const Replicated<P>*) {
  using R = Replicated<P>;
  return std::to_array<Field<R, P>>({
      {"revive", &R::revive, "1", flag, "whether dead members are replaced at every checkpoint (1) or at restarts alone (0)"},
      {"gpus_per_machine", &R::gpus_per_machine, "1", positive, "GPUs that one failure takes: the size of a member",
       usually(4, 72, "nodes of 4 or 8, racks of 72")},
  });
}
static_assert(table_is_complete<Replicated<>>, "Replicated: a member without its row, or a row without its member");
static_assert(Strategy<Replicated<>>);

/// @param revive whether dead members are replaced at every checkpoint; @param gpus_per_machine the size of a member
inline Replicated<> replicated(bool revive = true, double gpus_per_machine = 8) {
  return {revive ? 1.0 : 0.0, gpus_per_machine};
}

}  // namespace scaling_limits::strategies
