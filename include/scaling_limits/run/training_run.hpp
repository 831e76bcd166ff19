// SPDX-License-Identifier: Apache-2.0
// The run as its owner describes it: plain data, and what follows from it by division. How it is protected is a strategy.
#pragma once
#include "../core/fields.hpp"
#include "../storage/tier.hpp"

namespace scaling_limits {

template <class S = double>
struct TrainingRun {
  S gpus = S(nan);
  S gpu_mttf = S(nan);
  S checkpoint_bytes = S(nan);
  S write_bandwidth = S(nan);
  S read_bandwidth = S(inf);
  S storage_latency = S(0);
  S initialization_time = S(0);
  S downtime = S(0);

  /// Job interruptions per second of running time; 0 where gpu_mttf is infinite.
  S failure_rate() const { return gpus / gpu_mttf; }
  /// Mean running time between job interruptions [s].
  S mtbf() const { return gpu_mttf / gpus; }
  /// One save: storage_latency + checkpoint_bytes / write_bandwidth [s].
  S write_time() const { return storage_latency + checkpoint_bytes / write_bandwidth; }
  /// One load: storage_latency + checkpoint_bytes / read_bandwidth [s].
  S read_time() const { return storage_latency + checkpoint_bytes / read_bandwidth; }
  /// Load and re-initialise, itself exposed to failures [s].
  S restart_time() const { return read_time() + initialization_time; }

  /// The same run with its checkpoints in a storage tier, which fills bandwidths and latency.
  template <class T>
  TrainingRun saved_to(const storage::Tier<T>& tier) const {
    validate(tier, "Tier");
    TrainingRun run = *this;
    run.write_bandwidth = tier.aggregate(S(tier.write_bandwidth), gpus);
    run.read_bandwidth = tier.aggregate(S(tier.read_bandwidth), gpus);
    run.storage_latency = S(tier.latency);
    return run;
  }
};

template <class S>
constexpr auto fields(const TrainingRun<S>*) {
  using R = TrainingRun<S>;
  return std::to_array<Field<R, S>>({
      {"gpus", &R::gpus, "1", positive, "GPUs held, replicas and hot spares included"},
      {"gpu_mttf", &R::gpu_mttf, "s", positive_or_inf, "running GPU-seconds per job interruption, whatever the cause"},
      {"checkpoint_bytes", &R::checkpoint_bytes, "B", not_negative, "state saved by one checkpoint of the whole job"},
      {"write_bandwidth", &R::write_bandwidth, "B/s", positive_or_inf, "aggregate bandwidth of a save, one way"},
      {"read_bandwidth", &R::read_bandwidth, "B/s", positive_or_inf, "aggregate bandwidth of a load, one way"},
      {"storage_latency", &R::storage_latency, "s", not_negative, "time a save or a load takes before its first byte"},
      {"initialization_time", &R::initialization_time, "s", not_negative, "restart without the load; exposed to failures"},
      {"downtime", &R::downtime, "s", not_negative, "detection and replacement after a failure; not exposed to failures"},
  });
}
static_assert(table_is_complete<TrainingRun<>>, "TrainingRun: a member without its row, or a row without its member");

/// Throws domain_error with field, value, bounds and unit where a field is out of its range.
template <class S>
void validate(const TrainingRun<S>& run) {
  validate(run, "TrainingRun");
}

}  // namespace scaling_limits
