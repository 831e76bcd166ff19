// SPDX-License-Identifier: Apache-2.0
// The run as its owner describes it: plain data, and what follows from it by division. How it is protected is a strategy.
#pragma once
#include "../version.hpp"

#include "../core/fields.hpp"
#include "../core/units.hpp"
#include "../storage/tier.hpp"

namespace scaling_limits {

namespace detail {

/// That moves so much in a time; inf where there is none left.
template <class S>
S bandwidth_of(const S& bytes, const S& left) {
  return value_of(left) <= 0 ? S(inf) : S(bytes / left);
}

}  // namespace detail

/// The write_bandwidth [B/s] of a run of which a save's time is known and not its bytes, which stand in its seconds of writing:
/// beyond all that there is, such that no other place for them looks quick.
inline constexpr double unknown_bandwidth = 0x1p70;

template <class S = double>
struct TrainingRun {
  S gpus = S(NaN);
  S gpu_mttf = S(NaN);
  S checkpoint_bytes = S(NaN);
  S write_bandwidth = S(NaN);
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

  /// The write_bandwidth of a save that takes so long [B/s]; inf where no bandwidth is fast enough.
  template <class T>
  S bandwidth_for(const T& save) const {
    return detail::bandwidth_of(checkpoint_bytes, S(save - storage_latency));
  }
  /// The read_bandwidth of a load that takes so long [B/s]; inf where no bandwidth is fast enough.
  template <class T>
  S read_bandwidth_for(const T& load) const {
    return detail::bandwidth_of(checkpoint_bytes, S(load - storage_latency));
  }
  /// The initialization_time of a restart that takes so long [s]; below 0 where the load alone takes longer.
  template <class T>
  S initialization_for(const T& restart) const {
    return restart - read_time();
  }

  /// The same run with saves that take so long: the bandwidth follows from the bytes; where those are not given either, both
  /// stand for their ratio alone, and what asks for bytes has no answer. As they grow, so does a save.
  template <class T>
  TrainingRun saved_in(const T& save) const {
    TrainingRun run = *this;
    if (value_of(checkpoint_bytes) == value_of(checkpoint_bytes)) {
      run.write_bandwidth = bandwidth_for(save);
    } else {
      if (!(value_of(write_bandwidth) == value_of(write_bandwidth))) run.write_bandwidth = S(unknown_bandwidth);
      run.checkpoint_bytes = S(save - storage_latency) * run.write_bandwidth;
    }
    return run;
  }
  /// The same run with restarts that take so long: the initialization_time follows.
  template <class T>
  TrainingRun restarted_in(const T& restart) const {
    TrainingRun run = *this;
    run.initialization_time = initialization_for(restart);
    return run;
  }
  /// Whether its checkpoint_bytes are bytes; else the time of a save alone is known.
  bool knows_bytes() const { return !(value_of(write_bandwidth) == unknown_bandwidth); }

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

/// What a field of a run is a factor of: what a limit, an explanation or a growth law must look at when it changes. Its effect
/// says on which side: a help divides.
namespace enters {
inline constexpr unsigned failure_rate = 1, write_transfer = 2, read_transfer = 4;           // gpus/gpu_mttf, bytes/bandwidth
inline constexpr unsigned write_time = 8, read_time = 16, restart_time = 32, downtime = 64;  // a time within these; a restart
inline constexpr unsigned times = write_time | read_time | restart_time | downtime;          // contains a load
}  // namespace enters

template <class S>
constexpr auto fields(const TrainingRun<S>*) {
  using R = TrainingRun<S>;
  using enum Effect;
  using units::hour;
  constexpr double kilo = 1e3, giga = 1e9, tera = 1e12;
  return std::to_array<Field<R, S>>({
      {"gpus", &R::gpus, "1", positive, "GPUs held, replicas and hot spares included",
       usually(8, 1000 * kilo, "one machine to announced sites of 2026"), size, enters::failure_rate},
      {"gpu_mttf",
       &R::gpu_mttf,
       "s",
       positive_or_inf,
       "running GPU-seconds per job interruption, whatever the cause; inf beside causes with rates of their own",
       {5 * kilo * hour, 500 * kilo * hour, "2.3 to 20 per 1000 node-days of 8 GPUs (Kokolis et al. 2025, section 4)"},
       help,
       enters::failure_rate},
      {"checkpoint_bytes", &R::checkpoint_bytes, "B", not_negative, "state saved by one checkpoint of the whole job",
       usually(giga, 100 * tera, "12 to 20 bytes per parameter"), cost, enters::write_transfer | enters::read_transfer},
      {"write_bandwidth", &R::write_bandwidth, "B/s", positive_or_inf, "aggregate bandwidth of a save, one way",
       usually(giga, 100 * tera, "one disk to a tier in every GPU's host"), help, enters::write_transfer},
      {"read_bandwidth", &R::read_bandwidth, "B/s", positive_or_inf, "aggregate bandwidth of a load, one way",
       usually(giga, 100 * tera, "one disk to a tier in every GPU's host"), help, enters::read_transfer},
      {"storage_latency", &R::storage_latency, "s", not_negative, "time a save or a load takes before its first byte",
       usually(0, 60), cost, enters::write_time | enters::read_time},
      {"initialization_time", &R::initialization_time, "s", not_negative, "restart without the load; exposed to failures",
       usually(0, hour), cost, enters::restart_time},
      {"downtime", &R::downtime, "s", not_negative, "detection and replacement after a failure; not exposed to failures",
       usually(0, 4 * hour), cost, enters::downtime},
  });
}
static_assert(table_is_complete<TrainingRun<>>, "TrainingRun: a member without its row, or a row without its member");
static_assert(
    [] {
      for (const auto& field : fields_of<TrainingRun<>>)
        if (field.enters == 0 || field.effect == Effect::unsaid) return false;
      return true;
    }(),
    "TrainingRun: a row that does not say what its field is a factor of");

/// Throws DomainError with field, value, bounds and unit where a field is out of its range.
template <class S>
void validate(const TrainingRun<S>& run) {
  validate(run, "TrainingRun");
}

}  // namespace scaling_limits
