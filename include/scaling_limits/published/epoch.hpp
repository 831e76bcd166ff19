// SPDX-License-Identifier: Apache-2.0
// Epoch AI, "Hardware Failures Won't Limit AI Scaling" (2024): its numbers, and what else is true at its two hard limits.
//
// The published limit is "a save takes as long as the machine runs between failures". There the best possible goodput is
// 15.9 %, useful throughput has peaked long before, and goodput 0.9 allows a hundredth (fixed model) of that size.
#pragma once
#include "../version.hpp"

#include "../core/units.hpp"
#include "../limits/max_gpus.hpp"
#include "../limits/memory_recovery.hpp"
#include "estimate.hpp"
#include "runs.hpp"

namespace scaling_limits::published {

namespace detail {

/// llama3_405b grown to that size with everything else fixed.
inline TrainingRun<> llama3_405b_with(double gpus, double restart_time = 0) {
  TrainingRun<> run = llama3_405b();
  run.gpus = gpus;
  run.initialization_time = restart_time;
  return run;
}

/// failure_rate x write_time of llama3_405b at a size.
inline double failure_load_at(double gpus, const growth::PowerLaw& law) {
  const TrainingRun<> run = law.at(llama3_405b(), gpus);
  return run.failure_rate() * run.write_time();
}

}  // namespace detail

template <class = void>
Estimates epoch() {
  using namespace limits;
  const Source source{"A. Erben, E. Erdil, Hardware Failures Won't Limit AI Scaling, Epoch AI", 2024};
  const TrainingRun<> run = llama3_405b();
  const growth::PowerLaw fixed = growth::fixed(), chinchilla = growth::chinchilla();
  const double young = checkpoint::young_interval(run.write_time(), run.mtbf());
  const Limit<> hard = max_gpus(run, write_time_equals_mtbf(), fixed),
                grown = max_gpus(run, write_time_equals_mtbf(), chinchilla);
  const Limit<> peak = max_gpus(run, peak_throughput(), fixed), grown_peak = max_gpus(run, peak_throughput(), chinchilla);
  const std::string_view mttf = "MTTF 50,000 h per GPU", save = "5 TB, 2 TB/s",
                         one = "16,384 GPUs, MTTF 50,000 h, 5 TB, 2 TB/s",
                         all = "MTTF 50,000 h, 5 TB, 2 TB/s, model and storage fixed",
                         root = "MTTF 50,000 h, 5 TB at 16,384 GPUs growing with the square root of size, 2 TB/s fixed";
  const auto single = [&](LatencyGrowth g) { return memory_recovery_single_failure(run.gpu_mttf, 10 * units::microsecond, g); };
  const auto second = [&](LatencyGrowth g) { return memory_recovery_second_failure(run.gpu_mttf, 5 * units::millisecond, g); };
  const std::string_view ten = "MTTF 50,000 h, recovery latency 10 us at 16,384 GPUs (assumed)",
                         five = "MTTF 50,000 h, recovery latency 5 ms at 16,384 GPUs (assumed)";
  return {
      {source, "epoch.mtbf_100k", "MTBF of 100,000 GPUs", Mark::published, mttf, exactly(30 * units::minute, "30 min"), "s",
       "TrainingRun.mtbf", detail::llama3_405b_with(1e5).mtbf()},
      {source, "epoch.mtbf_1m", "MTBF of 1,000,000 GPUs", Mark::published, mttf, exactly(3 * units::minute, "3 min"), "s",
       "TrainingRun.mtbf", detail::llama3_405b_with(1e6).mtbf()},
      {source, "epoch.write_time", "time to save", Mark::second_source, save, exactly(2.5, "2.5 s"), "s",
       "TrainingRun.write_time", run.write_time()},
      {source, "epoch.interval", "best interval at 16,384 GPUs", Mark::second_source, one,
       digits(4, "~4 min", 1, units::minute), "s", "checkpoint.young_interval", young},
      {source, "epoch.overhead", "overhead there", Mark::second_source, one, digits(0.021, "2.1 %", 2), "1",
       "checkpoint.first_order_overhead", checkpoint::first_order_overhead(young, run.write_time(), run.mtbf())},

      {source, "epoch.limit_fixed", "largest cluster, model fixed: write time = MTBF", Mark::second_source, all,
       digits(70e6, "~70 million", 1), "GPU", "limits.max_gpus(write_time_equals_mtbf)", hard.value},
      {source, "epoch.limit_fixed_goodput", "best goodput at that limit, model fixed", Mark::derived, all,
       digits(0.159, "15.9 %", 3), "1", "limits.max_gpus(write_time_equals_mtbf).goodput", hard.goodput},
      {source, "epoch.peak_fixed", "useful throughput peaks at, model fixed", Mark::derived, all, digits(5.74e7, "5.74e7", 3),
       "GPU", "limits.max_gpus(peak_throughput)", peak.value},
      {source, "epoch.peak_fixed_load", "write time / MTBF at that peak, model fixed", Mark::derived, all,
       digits(0.797, "0.797", 3), "1", "limits.max_gpus(peak_throughput)", detail::failure_load_at(peak.value, fixed)},
      {source, "epoch.goodput_90_fixed", "largest cluster with goodput 0.9, model fixed", Mark::derived, all,
       digits(3.86e5, "3.86e5", 3), "GPU", "limits.max_gpus(goodput_at_least(0.9))",
       max_gpus(run, goodput_at_least{0.9}, fixed).value},
      {source, "epoch.goodput_90_load", "write time / MTBF at goodput 0.9", Mark::derived, "goodput 0.9",
       digits(0.00536, "0.00536", 3), "1", "limits.max_failure_load(0.9)", max_failure_load(0.9)},
      {source, "epoch.peak_restart", "useful throughput peaks at, model fixed, 5 min per restart (assumed)", Mark::derived,
       "MTTF 50,000 h, 5 TB, 2 TB/s, restart 300 s", digits(5.6e5, "5.6e5", 2), "GPU", "limits.max_gpus(peak_throughput)",
       max_gpus(detail::llama3_405b_with(run.gpus, 5 * units::minute), peak_throughput(), fixed).value},

      {source, "epoch.limit_chinchilla", "largest cluster, Chinchilla growth: write time = MTBF", Mark::second_source, root,
       digits(4e6, "~4 million", 1), "GPU", "limits.max_gpus(write_time_equals_mtbf, chinchilla)", grown.value},
      {source, "epoch.limit_chinchilla_goodput", "best goodput at that limit, Chinchilla growth", Mark::derived, root,
       digits(0.159, "15.9 %", 3), "1", "limits.max_gpus(write_time_equals_mtbf, chinchilla).goodput", grown.goodput},
      {source, "epoch.peak_chinchilla", "useful throughput peaks at, Chinchilla growth", Mark::derived, root,
       digits(2.58e6, "2.58e6", 3), "GPU", "limits.max_gpus(peak_throughput, chinchilla)", grown_peak.value},
      {source, "epoch.peak_chinchilla_load", "write time / MTBF at that peak, Chinchilla growth", Mark::derived, root,
       digits(0.4505, "0.4505", 4), "1", "limits.max_gpus(peak_throughput, chinchilla)",
       detail::failure_load_at(grown_peak.value, chinchilla)},
      {source, "epoch.goodput_90_chinchilla", "largest cluster with goodput 0.9, Chinchilla growth", Mark::derived, root,
       digits(1.35e5, "1.35e5", 3), "GPU", "limits.max_gpus(goodput_at_least(0.9), chinchilla)",
       max_gpus(run, goodput_at_least{0.9}, chinchilla).value},

      // published: "billions to sextillions", without the formula; see limits/memory_recovery.hpp
      {source, "epoch.memory_a_constant", "memory recovery, reconstruction A, latency constant", Mark::assumed, ten,
       digits(1.8e13, "1.8e13", 2), "GPU", "limits.memory_recovery_single_failure", single(LatencyGrowth::constant)},
      {source, "epoch.memory_a_logarithmic", "memory recovery, reconstruction A, latency as log2 N", Mark::assumed, ten,
       digits(4.6e11, "4.6e11", 2), "GPU", "limits.memory_recovery_single_failure", single(LatencyGrowth::logarithmic)},
      {source, "epoch.memory_a_square_root", "memory recovery, reconstruction A, latency as sqrt N", Mark::assumed, ten,
       digits(1.7e10, "1.7e10", 2), "GPU", "limits.memory_recovery_single_failure", single(LatencyGrowth::square_root)},
      {source, "epoch.memory_a_linear", "memory recovery, reconstruction A, latency as N", Mark::assumed, ten,
       digits(5.4e8, "5.4e8", 2), "GPU", "limits.memory_recovery_single_failure", single(LatencyGrowth::linear)},
      {source, "epoch.memory_b", "memory recovery, reconstruction B, state spread, Chinchilla growth", Mark::assumed,
       "MTTF 50,000 h, 5 TB at 16,384 GPUs, 50 GB/s per GPU", digits(5.3e16, "5.3e16", 2), "GPU",
       "limits.memory_recovery_spread_state", memory_recovery_spread_state(run.gpu_mttf, run.checkpoint_bytes, 50 * units::GB)},
      {source, "epoch.memory_c_linear", "memory recovery, reconstruction C, latency as N (\"billions\")", Mark::assumed, five,
       digits(7.0e9, "7.0e9", 2), "GPU", "limits.memory_recovery_second_failure", second(LatencyGrowth::linear)},
      {source, "epoch.memory_c_constant", "memory recovery, reconstruction C, latency constant (\"sextillions\")",
       Mark::assumed, five, digits(1.3e21, "1.3e21", 2), "GPU", "limits.memory_recovery_second_failure",
       second(LatencyGrowth::constant)},
  };
}

}  // namespace scaling_limits::published
