// SPDX-License-Identifier: Apache-2.0
// Step times and throughput at several sizes, and what the half size fitted on some of them says of the others: MegaScale,
// MLPerf Training, Llama 3; and MLPerf Storage's samples per second.
//
// Known errors: MegaScale's table 2 prints 43.3 PFLOP/s for 256 GPUs, its own utilisation gives 42.3; MLPerf Storage's "MB/s"
// are MiB/s; early versions of Llama 3's table 4 print data parallelism 4 in row 3, where the product of degrees needs 8.
#pragma once
#include "../version.hpp"

#include <array>

#include "../core/units.hpp"
#include "../limits/fit_strong_scaling.hpp"
#include "../workload/ingest.hpp"
#include "estimate.hpp"

namespace scaling_limits::published {

namespace detail {

inline limits::StrongScalingFit two_points(double gpus_1, double time_1, double gpus_2, double time_2) {
  return limits::fit_strong_scaling(std::array{gpus_1, gpus_2}, std::array{time_1, time_2});
}

}  // namespace detail

template <class = void>
Estimates scaling_runs() {
  const Source megascale{"Z. Jiang et al., MegaScale: Scaling Large Language Model Training to More Than 10,000 GPUs, NSDI",
                         2024};
  const Source mlperf{"MLCommons, MLPerf Training v3.0 and v3.1, GPT-3", 2023};
  const Source storage{"MLCommons, MLPerf Storage v1.0", 2024};
  const Source llama{"The Llama 3 Herd of Models, arXiv 2407.21783", 2024};
  const auto megatron = detail::two_points(256, 40.0, 1024, 11.9), mega = detail::two_points(256, 32.0, 1024, 8.9);
  const auto h100 = detail::two_points(768, 45.606 * units::minute, 1536, 23.611 * units::minute);
  const auto gaudi = detail::two_points(256, 442.578 * units::minute, 384, 311.945 * units::minute);
  constexpr std::string_view fit = "limits.fit_strong_scaling";
  // a line in 1/GPUs through two times: what lies between them moves by a mean of their errors, as large as each
  const auto step = [](double seconds, std::string_view text) {
    return digits_of_both(digits(seconds, text, 3), 0.05 / seconds * (1 + 1e-12));
  };
  const auto between = [&](std::string_view id, std::string_view inputs, const limits::StrongScalingFit& of, double gpus,
                           const Printed& printed) {
    return Estimate{megascale,         id, "step time between the sizes fitted", Mark::published, inputs, printed, "s", fit,
                    of.step_time(gpus)};
  };
  return {
      between("megascale.megatron_512", "175B, 768 sequences, Megatron-LM: 40.0 s on 256, 11.9 s on 1024", megatron, 512,
              step(21.2, "21.2 s")),
      between("megascale.megatron_768", "175B, 768 sequences, Megatron-LM: 40.0 s on 256, 11.9 s on 1024", megatron, 768,
              known_to_deviate(step(15.2, "15.2 s"), -1.17,
                               "two constants through two of four measured times; noise is not given")),
      between("megascale.megascale_512", "175B, 768 sequences, MegaScale: 32.0 s on 256, 8.9 s on 1024", mega, 512,
              step(16.5, "16.5 s")),
      between("megascale.megascale_768", "175B, 768 sequences, MegaScale: 32.0 s on 256, 8.9 s on 1024", mega, 768,
              step(11.5, "11.5 s")),
      {megascale, "megascale.megatron_half_size", "half size, Megatron-LM", Mark::derived,
       "175B, 40.0 s on 256, 11.9 s on 1024", digits(3786, "3786", 4), "GPU", fit, megatron.half_size},
      {megascale, "megascale.megascale_half_size", "half size, MegaScale", Mark::derived, "175B, 32.0 s on 256, 8.9 s on 1024",
       digits(6571, "6571", 4), "GPU", fit, mega.half_size},
      {mlperf, "mlperf.h100_3584", "time to train on 3584 H100", Mark::second_source, "45.606 min on 768, 23.611 min on 1536",
       known_to_deviate(digits(10.94, "10.94 min", 4, units::minute), 0.94,
                        "two constants through two of three measured times; noise is not given"),
       "s", fit, h100.step_time(3584)},
      {mlperf, "mlperf.h100_half_size", "half size of the H100 runs", Mark::derived, "45.606 min on 768, 23.611 min on 1536",
       digits(20906, "20,906", 5), "GPU", fit, h100.half_size},
      {mlperf, "mlperf.gaudi2_half_size", "half size of the Gaudi2 runs", Mark::derived,
       "442.578 min on 256, 311.945 min on 384", digits(1979.6, "1979.6", 5), "GPU", fit, gaudi.half_size},
      {llama, "llama3.half_size", "half size between 8192 and 16,384 GPUs", Mark::derived,
       "table 4: 430 and 400 TFLOP/s per GPU", digits(101035, "101,035", 6), "GPU", "limits.half_size_from_efficiency",
       limits::half_size_from_efficiency(400. / 430, 8192, 16384)},
      {storage, "mlperf_storage.unet3d", "samples per second of 12 accelerators", Mark::derived,
       "unet3d, batch 7, 0.323 s of compute, utilisation 0.97977", digits(254.80, "254.80", 5), "1/s",
       "workload.samples_per_second", workload::samples_per_second(12, 7, 0.97977, 0.323)},
      {storage, "mlperf_storage.unet3d_reported", "samples per second of 12 accelerators, as reported", Mark::published,
       "unet3d, batch 7, 0.323 s of compute, utilisation 0.97977",
       known_to_deviate(digits(239.18, "239.18", 5), 6.53,
                        "the report averages over starts and ends of epochs too, n batch AU/t over the middle"),
       "1/s", "workload.samples_per_second", workload::samples_per_second(12, 7, 0.97977, 0.323)},
  };
}

}  // namespace scaling_limits::published
