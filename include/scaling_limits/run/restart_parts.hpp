// SPDX-License-Identifier: Apache-2.0
// A restart by its parts, some of which grow with the size N of the run: communicators with ranks, the load with its readers.
//
//   restart = schedule_time + process_time + communicators(N) + load + warm_up_time
//   communicators(N) = communicator_time + communicator_growth (N/communicator_gpus)^communicator_exponent
//   load = storage_latency + max{R/read_bandwidth, R/(N reader_bandwidth)} + B
//   R = bytes (1 + (m - 1) weight_share)
//
// m = max{1, N/reader_gpus} copies of the weights are read, one where reader_gpus is not given: the rest of a checkpoint, the
// state of the optimizer, is read once. B = 0, but with broadcast: the weights are read once too, m = 1, and sent on,
//
//   B = weight_share bytes/(reader_gpus broadcast_bandwidth)
//
// A sum of a constant and powers is no power of N: a growth law of the run's initialization_time is not this.
#pragma once
#include "../version.hpp"

#include "../core/dual.hpp"
#include "training_run.hpp"

namespace scaling_limits {

/// What a restart consists of. Its members that take a run are of the run's scalar, and NaN where the parts are out of range;
/// `validate` says so aloud. In place of initialization_time and read_time of a run, by applied_to.
template <class S = double>
struct RestartParts {
  S schedule_time = S(0);
  S process_time = S(0);
  S communicator_time = S(0);
  S communicator_growth = S(0);
  S communicator_gpus = S(1);
  S communicator_exponent = S(1);
  S warm_up_time = S(0);
  S reader_gpus = S(NaN);
  S broadcast = S(0);
  S weight_share = S(2.0 / 14);
  S reader_bandwidth = S(inf);
  S broadcast_bandwidth = S(inf);

  bool broadcasts() const { return value_of(broadcast) != 0; }
  bool knows_readers() const { return value_of(reader_gpus) == value_of(reader_gpus); }

  /// Until all ranks of a run of that size can talk to each other [s].
  template <class T>
  T communicators_at(const T& gpus) const {
    if (!answers()) return T(NaN);
    const T constant(communicator_time), growth(communicator_growth), power = ranks_to_exponent(gpus);
    if (value_of(power) == inf) return value_of(growth) == 0 ? constant : T(inf);  // without slopes, as a field that grows
    return constant + growth * power;
  }
  /// Copies of the weights that a run of that size reads.
  template <class T>
  T copies_read(const T& gpus) const {
    if (!answers()) return T(NaN);
    if (broadcasts() || !knows_readers()) return T(1);
    const T copies = gpus / T(reader_gpus);
    return value_of(copies) <= 1 ? T(1) : copies;
  }

  /// All parts but the load [s]: the run's initialization_time.
  template <class T>
  T time_without_load(const TrainingRun<T>& run) const {
    return T(schedule_time) + T(process_time) + communicators_at(run.gpus) + T(warm_up_time);
  }
  /// The load [s]: the run's read_time. Of a run that does not know its bytes (TrainingRun::knows_bytes), but how long one load
  /// takes, it is that load with its copies; NaN there where one GPU's bandwidth counts, or that of a broadcast.
  template <class T>
  T load_time(const TrainingRun<T>& run) const {
    return run.storage_latency + transfer_time(run);
  }
  /// All parts [s].
  template <class T>
  T restart_time(const TrainingRun<T>& run) const {
    return time_without_load(run) + load_time(run);
  }
  /// The same run with these restarts: its initialization_time and, of the load, its read_bandwidth follow. At its own size: of
  /// a run that grows, once it has grown.
  template <class T>
  TrainingRun<T> applied_to(const TrainingRun<T>& run) const {
    TrainingRun<T> restarting = run;
    restarting.initialization_time = time_without_load(run);
    restarting.read_bandwidth = detail::bandwidth_of(run.checkpoint_bytes, transfer_time(run));
    return restarting;
  }

 private:
  bool answers() const { return in_range(*this) && (!broadcasts() || knows_readers()); }

  /// (gpus/communicator_gpus)^communicator_exponent, that quotient itself where the exponent is 1.
  template <class T>
  T ranks_to_exponent(const T& gpus) const {
    const T ratio = gpus / T(communicator_gpus), exponent(communicator_exponent);
    if constexpr (detail::is_dual<T>)
      if (is_zero(T(exponent - T(1)))) return ratio;
    return raised(ratio, exponent);
  }

  /// The load without the latency.
  template <class T>
  T transfer_time(const TrainingRun<T>& run) const {
    const bool limited = value_of(reader_bandwidth) < inf, sent = broadcasts() && value_of(broadcast_bandwidth) < inf;
    if (!answers() || ((limited || sent) && !run.knows_bytes())) return T(NaN);
    const T share(weight_share), read = run.checkpoint_bytes * (T(1) + (copies_read(run.gpus) - T(1)) * share);
    T time = read / run.read_bandwidth;
    if (limited && value_of(time) == value_of(time)) time = larger(T(read / (run.gpus * T(reader_bandwidth))), time);
    if (sent) time = time + share * run.checkpoint_bytes / (T(reader_gpus) * T(broadcast_bandwidth));
    return value_of(time) == inf ? T(inf) : time;
  }
};

template <class S>
constexpr auto fields(const RestartParts<S>*) {
  using R = RestartParts<S>;
  using enum Effect;
  using units::minute;
  constexpr double giga = 1e9;
  return std::to_array<Field<R, S>>({
      {"schedule_time", &R::schedule_time, "s", not_negative, "until the job has its GPUs and starts",
       usually(0, 30 * minute, "GPUs that the job has kept to a scheduler's round and images to fetch"), cost},
      {"process_time", &R::process_time, "s", not_negative, "until all processes run: interpreters, libraries, devices",
       usually(0, 10 * minute, "processes that stand by to a cold start from a shared file system"), cost},
      {"communicator_time", &R::communicator_time, "s", not_negative, "of making communicators, at any size",
       usually(0, 5 * minute, "a second or two of a bootstrap to rendezvous by time-outs"), cost},
      {"communicator_growth", &R::communicator_growth, "s", not_negative,
       "of making communicators at communicator_gpus, what grows with ranks",
       usually(0, 20 * minute, "5 s to 1,047 s at 2,048 GPUs (Jiang et al., MegaScale, NSDI 2024, section 3.5)"), cost},
      {"communicator_gpus", &R::communicator_gpus, "1", positive, "the size at which communicator_growth holds",
       usually(1, 1e6, "one GPU to announced sites of 2026")},
      {"communicator_exponent", &R::communicator_exponent, "1", not_negative, "power of the size of what grows with ranks",
       usually(0, 2, "rounds of a tree to a message of each rank to each")},
      {"warm_up_time", &R::warm_up_time, "s", not_negative, "until steps are as fast as ever: compilation, first batches",
       usually(0, 30 * minute, "none to speak of to a step compiled anew"), cost},
      {"reader_gpus", &R::reader_gpus, "1", if_given(at_least_one),
       "GPUs that hold one copy of the weights, which each such group reads; not given: one copy is read",
       usually(8, 16384, "a machine to a model cut over tensor, pipeline and expert ranks"), help},
      {"broadcast", &R::broadcast, "1", flag, "whether one group reads the weights and sends them to the others"},
      {"weight_share", &R::weight_share, "1", closed_fraction, "share of a checkpoint that is weights",
       usually(0.1, 0.25, "2 bytes of 20 to 4 of 16 a parameter; 2 of 14: bf16 beside fp32 weights and two moments")},
      {"reader_bandwidth", &R::reader_bandwidth, "B/s", positive_or_inf, "what one GPU can read, one way",
       usually(0.1 * giga, 50 * giga, "an eighth of a machine's 10 Gb/s to 80 % of PCIe 5 x16"), help},
      {"broadcast_bandwidth", &R::broadcast_bandwidth, "B/s", positive_or_inf, "of a broadcast of the weights, each rank's",
       usually(giga, 450 * giga, "a share of a machine's card to NVLink of an H100, one way"), help},
  });
}
static_assert(table_is_complete<RestartParts<>>, "RestartParts: a member without its row, or a row without its member");

/// Why no growth law (growth.hpp) names a part, in words; empty where one may.
constexpr std::string_view why_not_grown(std::string_view part) {
  struct Why {
    std::string_view part{}, why{};
  };
  constexpr Why all[]{{"communicator_growth", "grows by communicator_exponent already"},
                      {"communicator_gpus", "is a size itself, from which communicator_exponent says what grows"},
                      {"communicator_exponent", "is such an exponent itself, of communicator_growth"},
                      {"broadcast", "is true or false, at every size"},
                      {"weight_share", "is a share, which no power of the size stays"}};
  for (const Why& one : all)
    if (one.part == part) return one.why;
  return {};
}

/// Throws DomainError with field, value, bounds and unit where a field is out of its range; InvalidArgument for a broadcast
/// that does not know how many GPUs hold a copy.
template <class S>
void validate(const RestartParts<S>& parts) {
  validate(parts, "RestartParts");
  if (parts.broadcasts() && !parts.knows_readers())
    throw InvalidArgument("RestartParts: broadcast needs reader_gpus, the GPUs that hold one copy of the weights",
                          "reader_gpus");
}

}  // namespace scaling_limits
