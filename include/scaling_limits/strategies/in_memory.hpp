// SPDX-License-Identifier: Apache-2.0
// Copies of the state in the memory of peers, with the run's storage to fall back to: a two-level case. A failure takes one
// machine's memory; it is restored from a copy unless all copies of some shard are gone, which needs further failures before
// the copies are made again.
//
//   restart from memory = initialization_time + exchange_time
//   a lost copy is missing for downtime + that + exchange_time, and failures strike all of it but the downtime: w
//   share of failures that are fatal = rate of losing all m copies of a shard / failure rate: (m - 1)! (w/M)^(m-1) in groups
//   (M: MTTF of one machine), m times that on a ring, where every machine is in m sets (storage/copies.hpp, shard_loss_rate)
// Buddy checkpoints (Zheng, Shi, Kale, 2004; Dongarra, Herault, Robert, 2014) are pairs or triples.
#pragma once
#include "../version.hpp"

#include "../storage/copies.hpp"
#include "levels.hpp"

namespace scaling_limits::strategies {

template <class P = double>
struct InMemory {
  P copies = P(2);
  P exchange_time = P(0);
  P write_time = P(0);
  P gpus_per_machine = P(8);
  storage::Placement placement = storage::Placement::group;
  bool is_buddy = false;
  std::vector<int> own_pattern{};  // empty: the best

  static constexpr std::string_view class_name() { return "in_memory"; }
  static constexpr std::string_view text = "copies of the state in the memory of peers, storage to fall back to";
  std::string_view name() const { return is_buddy ? "buddy" : class_name(); }
  template <class T>
  InMemory<T> over() const {
    InMemory<T> to = converted<scaling_limits::strategies::InMemory, T>(*this);
    to.placement = placement, to.is_buddy = is_buddy, to.own_pattern = own_pattern;
    return to;
  }
  void validate() const {
    scaling_limits::validate(*this, name());
    if (!own_pattern.empty()) checkpoint::check_pattern(own_pattern, 2, name());
  }
  std::string note(const TrainingRun<>& run) const {
    const double machines = run.gpus / value_of(gpus_per_machine);
    if (machines >= value_of(copies)) return {};
    return std::string(name()) + ": copies = " + to_text(value_of(copies)) + " need as many machines, the run has " +
           to_text(machines);
  }

  template <class S>
  S interval(const TrainingRun<S>& run) const {
    return Leveled(*this).interval(run);
  }
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return Leveled(*this).losses(run);
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    return Leveled(*this).breakdown(run);
  }

  /// Share of the run's failures that take the last copy of a shard.
  template <class S>
  S fatal_share(const TrainingRun<S>& run) const {
    return fatal_share_in_range(validated(run, *this));
  }
  template <class S>
  LeveledRun<S> levels_of(const TrainingRun<S>& run) const {
    LeveledRun<S> out;
    const S fatal = fatal_share_in_range(run), rate = run.failure_rate();
    out.count = 2;
    out.downtime = run.downtime;
    out.latency = S(exchange_time);
    out.levels[0] = {S(write_time), S(run.initialization_time + S(exchange_time)), S(rate * (S(1) - fatal))};
    out.levels[1] = {run.write_time(), run.restart_time(), S(rate * fatal)};
    return out;
  }
  /// Under a list rows of severity 1 are restored from memory: at once where the hosts' memory survives (leaves_state), else
  /// unless the last copy of a shard is gone, which is as likely as the machines that such rows strike make it. What gpu_mttf
  /// counts beyond the rows strikes machines.
  template <class S>
  LeveledRun<S> levels_under(const StoppedRun<S>& stopped) const {
    return with_rows(levels_of(machines_under(stopped)), rows_under(stopped));
  }
  AssumedOfRows assumed_under(const StoppedRun<double>& stopped) const {
    return assumed_severity(stopped, "the state survives in peers' memory");
  }
  /// The rows by level.
  template <class S>
  failures::CauseRows<S> rows_under(const StoppedRun<S>& stopped) const {
    const TrainingRun<S> machines = machines_under(stopped);
    const auto levels = levels_of(machines);
    const S fatal = fatal_share_in_range(machines);
    failures::CauseRows<S> rows;
    for (const auto& row : stopped.rows) {
      if (!row.strikes()) continue;
      if (takes_memory(row))
        add_row(rows, row, 1, S(S(1) - fatal), levels, stopped), add_row(rows, row, 2, fatal, levels, stopped);
      else add_row(rows, row, level_needed(row, 2), S(1), levels, stopped);
    }
    return rows;
  }
  /// A memory checkpoint sends copies - 1 to peers, a storage checkpoint writes one.
  double bytes_of(const TrainingRun<>& run, int level) const {
    return level == 1 ? (value_of(copies) - 1) * run.checkpoint_bytes : run.checkpoint_bytes;
  }
  double memory_of(const TrainingRun<>& run) const { return value_of(copies) * run.checkpoint_bytes; }
  /// The simulator looks up machine by machine what is lost.
  Protocol protocol(const TrainingRun<>& run) const {
    Protocol p = Leveled(*this).protocol(validated(run, *this));
    const int m = saturated<int>(value_of(copies));
    int machines = checked_integer<int>("simulate", "machines", std::round(run.gpus / value_of(gpus_per_machine)));
    if (placement == storage::Placement::group) machines -= machines % m;
    p.memory_copies.machines = machines;
    p.memory_copies.copies = m;
    p.memory_copies.placement = placement;
    p.memory_copies.restore_time = run.downtime + run.initialization_time + 2 * value_of(exchange_time);
    return p;
  }

 private:
  template <class S>
  static bool takes_memory(const failures::CauseRow<S>& row) {
    return row.strikes() && (row.unsaid || (row.severity == 1 && !row.leaves_state));
  }
  /// The run whose failures are those that take the memory of a machine.
  template <class S>
  static TrainingRun<S> machines_under(const StoppedRun<S>& stopped) {
    S striking(0);
    for (const auto& row : stopped.rows)
      if (takes_memory(row)) striking = striking + row.rate;
    TrainingRun<S> machines = stopped.run;
    machines.gpu_mttf = value_of(striking) > 0 ? S(machines.gpus / striking) : S(inf);
    return machines;
  }
  template <class S>
  S fatal_share_in_range(const TrainingRun<S>& run) const {
    const S machines = run.gpus / S(gpus_per_machine);
    if (value_of(machines) < value_of(copies)) return S(NaN);
    const S mttf = run.gpu_mttf / S(gpus_per_machine);
    const S exposed = run.initialization_time + S(2) * S(exchange_time);
    const S rate = storage::shard_loss_rate(machines, value_of(copies), mttf, exposed);
    const S sets = S(placement == storage::Placement::ring ? value_of(copies) : 1);
    // per failure; the share of a Poisson window keeps it below one
    const S expected = value_of(mttf) == inf ? S(value_of(copies) == 1 ? inf : 0) : S(sets * rate * mttf / machines);
    return value_of(copies) == 1 ? S(1) : S(-exp_minus_one(S(-expected)));
  }
};

template <class P>
constexpr auto fields(const InMemory<P>*) {
  using M = InMemory<P>;
  return std::to_array<Field<M, P>>({
      {"copies", &M::copies, "1", whole(Range{.lower = 1, .upper = 64}), "of each shard, the machine's own included",
       usually(2, 3, "two: GEMINI (Wang et al., SOSP 2023)")},
      {"exchange_time", &M::exchange_time, "s", not_negative, "until the peers hold their copies; also to fetch one back",
       usually(0, 60), Effect::cost},
      {"write_time", &M::write_time, "s", not_negative, "what one memory checkpoint stops training for", usually(0, 30),
       Effect::cost},
      {"gpus_per_machine", &M::gpus_per_machine, "1", positive, "GPUs whose state one failure takes from memory",
       usually(4, 72, "nodes of 4 or 8, racks of 72")},
  });
}
static_assert(Strategy<InMemory<>> && LeveledStrategy<InMemory<>>);

/// @param copies of each shard; @param placement of them, or its word; @param exchange_time [s] until the copies are in place
/// @param pattern e.g. {1, 1, 2}: 1 to memory alone, 2 to storage too; empty: the best
inline InMemory<> in_memory(double copies = 2, storage::Placement placement = storage::Placement::group,
                            double exchange_time = 0, std::vector<int> pattern = {}) {
  InMemory<> s;
  s.copies = copies, s.exchange_time = exchange_time, s.placement = placement, s.own_pattern = std::move(pattern);
  return s;
}
inline InMemory<> in_memory(double copies, std::string_view placement, double exchange_time = 0,
                            std::vector<int> pattern = {}) {
  return in_memory(copies, from_word<storage::Placement>("in_memory", "placement", placement), exchange_time,
                   std::move(pattern));
}
/// Pairs (or triples) of machines that hold each other's state.
inline InMemory<> buddy(double exchange_time = 0, double write_time = 0, double copies = 2, std::vector<int> pattern = {}) {
  InMemory<> s = in_memory(copies, storage::Placement::group, exchange_time, std::move(pattern));
  s.write_time = write_time, s.is_buddy = true;
  return s;
}

}  // namespace scaling_limits::strategies
