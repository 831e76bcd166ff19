// SPDX-License-Identifier: Apache-2.0
// Published numbers about recovery: expected training-time ratio, copies in memory, per-replica recovery, checkpoint sizes and
// costs.
#pragma once
#include "../version.hpp"

#include "../checkpoint/elastic.hpp"
#include "../checkpoint/ettr.hpp"
#include "../checkpoint/goodput.hpp"
#include "../core/units.hpp"
#include "../failures/compound_spares.hpp"
#include "../failures/renewed_rate.hpp"
#include "../failures/running_share.hpp"
#include "../run/training_run.hpp"
#include "../storage/placement.hpp"
#include "estimate.hpp"

namespace scaling_limits::published {

namespace detail {

/// The published form at 16,000 GPUs of RSC-1: 2000 nodes, start-up 5 min, a long job.
inline double rsc1_ettr(double interval) {
  return checkpoint::ettr_lower_bound(2000, 6.5e-3 / units::day, 5 * units::minute, interval);
}

/// Time to save a checkpoint to a store of that bandwidth [s].
inline double save_time(double bytes, double bandwidth) {
  return TrainingRun<>{.gpus = 1, .gpu_mttf = 1, .checkpoint_bytes = bytes, .write_bandwidth = bandwidth}.write_time();
}

/// Share of time that checkpoints take without failures.
inline double checkpoint_share(double write_time, double interval) {
  const checkpoint::Saving<double> saving{.write_time = write_time, .failure_rate = 0};
  return checkpoint::breakdown(saving, interval).of("checkpoint");
}

/// Table 1 of AIReSim: 4096 servers at 0.01 a day, 15 % of them five times as bad until a repair of two stages mends them, 20
/// min after each failure, spares in plenty.
inline double airesim_ratio() {
  const double second_at_once = 0.8, success = (1 - second_at_once) * (1 - 0.4) + second_at_once * (1 - 0.2);
  const double rate = failures::renewed_rate(0.01 / units::day, 0.05 / units::day, 0.15, success, 256 * units::day);
  return failures::running_share(0, 4096 * rate, 0, 20 * units::minute);
}

/// GPUs held against those out for repair on 608, of which errors take a geometric number: no sizes are printed.
template <class = void>
double delta_spares(double repair_time) {
  const double assumed_burst = 3.5;
  return failures::spares_needed(1 / (1.9 * units::hour), repair_time, 0.999, assumed_burst, failures::BurstLaw::geometric);
}

}  // namespace detail

template <class = void>
Estimates recovery() {
  const Source meta{"A. Kokolis et al., Revisiting Reliability in Large-Scale ML Research Clusters, HPCA", 2025};
  const Source gemini{"Z. Wang et al., GEMINI: Fast Failure Recovery in Distributed Training with In-Memory Checkpoints, SOSP",
                      2023};
  const Source hsdp{"FT-HSDP, arXiv 2602.00277", 2026};
  const Source bloom{"BLOOM-176B training chronicles", 2022};
  const Source mlperf{"MLPerf Storage v2.0, checkpoint sizes", 2025};
  const Source airesim{
      "F. Lin, K. Pattabiraman, M. Patel, AIReSim: A Discrete Event Simulator for Large-scale AI Cluster "
      "Reliability Modeling, arXiv 2603.07041",
      2026};
  const Source delta{"Cui et al., Characterizing GPU Resilience and Impact on AI/HPC Systems, arXiv 2503.11901", 2025};
  const Source llama{"The Llama 3 Herd of Models, arXiv 2407.21783", 2024};
  const double minute = units::minute;
  return {
      {meta, "meta.ettr_16k_60min", "ETTR of 16,000 GPUs, checkpoint every 60 min", Mark::second_source,
       "2000 nodes, 6.50 failures per 1000 node-days, start-up 5 min", digits(0.7, "0.7", 1), "1",
       "checkpoint.ettr_lower_bound", detail::rsc1_ettr(60 * minute)},
      {meta, "meta.ettr_16k_5min", "ETTR of 16,000 GPUs, checkpoint every 5 min", Mark::second_source,
       "2000 nodes, 6.50 failures per 1000 node-days, start-up 5 min", digits(0.93, "0.93", 2), "1",
       "checkpoint.ettr_lower_bound", detail::rsc1_ettr(5 * minute)},
      {gemini, "gemini.lost_per_failure", "time lost per failure with remote storage", Mark::second_source,
       "write 42 min, read 42 min, failure in the middle of an interval of 42 min", exactly(105 * minute, "105 min"), "s",
       "interval / 2 + write_time + read_time", 42 * minute / 2 + 42 * minute + 42 * minute},
      {gemini, "gemini.placement_2", "recovery from memory after 2 losses", Mark::second_source,
       "16 machines, 2 copies in groups", digits(0.933, "93.3 %", 3), "1", "storage.placement_survival",
       storage::placement_survival(16, 2, 2)},
      {gemini, "gemini.placement_3", "recovery from memory after 3 losses", Mark::second_source,
       "16 machines, 2 copies in groups", digits(0.800, "80.0 %", 3), "1", "storage.placement_survival",
       storage::placement_survival(16, 2, 3)},
      {hsdp, "fthsdp.full_restart", "effective time when every failure stalls all for 10 min", Mark::published,
       "18 min wall-clock between failures: 8 min running", digits(0.44, "44 %", 2), "1", "checkpoint.elastic_goodput",
       checkpoint::elastic_goodput(1 / (8 * minute), 24, 10 * minute, 10 * minute)},
      {hsdp, "fthsdp.per_replica", "effective time with per-replica recovery", Mark::published,
       "18 min wall-clock between failures, stall 3 min, 24 replicas, 14 min until one is back", digits(0.8, "~80 %", 1), "1",
       "checkpoint.elastic_goodput", checkpoint::elastic_goodput(1 / (15 * minute), 24, 3 * minute, 14 * minute)},
      {bloom, "bloom.checkpoint_share", "share of time spent on checkpoints", Mark::published, "2.3 TB in 40 s every 3 h",
       digits(0.0037, "0.37 %", 2), "1", "checkpoint.breakdown", detail::checkpoint_share(40, 3 * units::hour)},
      {airesim, "airesim.training_ratio", "effective training ratio, some servers bad, repairs that fail", Mark::published,
       "4096 servers, 0.01 failures a day, 15 % of them 0.05; 80 % of the repairs in the second stage at once, 40 and 20 % of "
       "either fail; 20 min a failure, 256 days",
       known_to_deviate(digits(0.6228, "0.6228", 4), 0.10,
                        "a simulated ratio, printed without its spread; spares taken as plenty, no wait for a repair"),
       "1", "failures.running_share of failures.renewed_rate", detail::airesim_ratio()},
      {delta, "delta.spares", "GPUs held for 99.9 % of the time, repairs of 2.2 h, bursts of 3.5 assumed", Mark::assumed,
       "608 H100, an error in 1.9 h; assumed: it takes a geometric number of GPUs, mean 3.5, which come back together; one by "
       "one "
       "they would be 6",
       exactly(31, "31"), "GPU", "failures.spares_needed", detail::delta_spares(2.2 * units::hour)},
      {delta, "delta.spares_restarted", "the same, repairs of 5 min, same bursts", Mark::assumed,
       "608 H100, an error in 1.9 h; assumed: bursts as above; one by one they would be 1", exactly(12, "12 (2 %)"), "GPU",
       "failures.spares_needed", detail::delta_spares(5 * minute)},
      {mlperf, "mlperf.bytes_per_parameter_8b", "checkpoint bytes per parameter, 8B", Mark::derived,
       "105 GB, 8.03e9 parameters", digits(13.08, "13.08", 4), "B", "checkpoint_bytes / parameters", 105 * units::GB / 8.03e9},
      {mlperf, "mlperf.bytes_per_parameter_70b", "checkpoint bytes per parameter, 70B", Mark::derived,
       "912 GB, 70.55e9 parameters", digits(12.93, "12.93", 4), "B", "checkpoint_bytes / parameters",
       912 * units::GB / 70.55e9},
      {mlperf, "mlperf.bytes_per_parameter_405b", "checkpoint bytes per parameter, 405B", Mark::derived,
       "5.29 TB, 405.85e9 parameters", digits(13.03, "13.03", 4), "B", "checkpoint_bytes / parameters",
       5.29 * units::TB / 405.85e9},
      {llama, "llama3.save_time_low", "time to save 405B, smaller size", Mark::derived, "5.29 TB at 2 TB/s",
       digits(2.6, "2.6 s", 2), "s", "TrainingRun.write_time", detail::save_time(5.29 * units::TB, 2 * units::TB)},
      {llama, "llama3.save_time_high", "time to save 405B, larger size", Mark::derived, "5.67 TB at 2 TB/s",
       digits(2.8, "2.8 s", 2), "s", "TrainingRun.write_time", detail::save_time(5.67 * units::TB, 2 * units::TB)},
  };
}

}  // namespace scaling_limits::published
