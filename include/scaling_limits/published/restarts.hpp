// SPDX-License-Identifier: Apache-2.0
// How long restarts are reported to take, by what grows with their size. A mark is that of the numbers at the sizes from_gpus
// to to_gpus: how they grow beyond those is assumed, and between them where a note says so.
//
// Of mlperf the parts are all in one, a power of the size that was fitted to logs of MLPerf Training: from init_start to
// init_stop, medians over the results of a system. That holds data staging and compilation, a cold start, and no load of a
// checkpoint: an upper bound of all parts but the load, which comes on top. Systems of 8 GPUs that count otherwise (5 to 8 s,
// AMD) are left out.
#pragma once
#include "../version.hpp"

#include "../limits/assumptions.hpp"
#include "preset.hpp"

namespace scaling_limits::published {

/// Parts of a restart with what is known of how sure they are.
struct ReportedRestart {
  RestartParts<> parts{};
  double from_gpus = NaN, to_gpus = NaN;  // sizes that were reported; NaN: not said
  double spread = NaN;                    // x or /, of one system about the law: a geometric standard deviation
};

namespace detail {

/// That long at a size, in proportion to it.
constexpr RestartParts<> in_proportion(double time, double gpus) {
  return {.communicator_growth = time, .communicator_gpus = gpus};
}
/// time x N^exponent.
constexpr RestartParts<> power_of_size(double time, double exponent) {
  return {.communicator_growth = time, .communicator_exponent = exponent};
}

inline constexpr std::string_view megascale_paper =
    "Jiang et al., MegaScale, NSDI 2024, section 3.5, making the groups of a collective library";

}  // namespace detail

inline constexpr Preset<ReportedRestart> restarts[] = {
    {"nccl",
     {limits::nccl_communicators, 96'000, 96'000},
     Mark::second_source,
     limits::nccl_source,
     "communicators of NCCL: about 265 s at 96,000 ranks; super-linear it says and no power, in proportion assumed"},
    {"ncclx",
     {detail::in_proportion(limits::nccl_communicators.communicator_growth / 11, 96'000), 96'000, 96'000},
     Mark::second_source,
     limits::nccl_source,
     "communicators of NCCLX: starts 11 times faster, so 265/11 s at 96,000 ranks; in proportion assumed"},
    {"trainmover",
     {{.process_time = 20}, 1024, 1024},
     Mark::published,
     "Lao et al., TrainMover, arXiv 2412.12636v3, 2026, abstract",
     "around 20 s at 1,024 GPUs with machines that stand by, in all: the load is in it, but is added where bandwidths are "
     "finite; the same at all sizes assumed"},
    {"megascale_before",
     {detail::in_proportion(1047, 2048), 2048, 2048},
     Mark::second_source,
     detail::megascale_paper,
     "communicators: 1,047 s at 2,048 GPUs, one size alone; in proportion assumed"},
    {"megascale_after",
     {detail::in_proportion(5, 2048), 2048, 12'288},
     Mark::second_source,
     detail::megascale_paper,
     "communicators, both upper bounds: < 5 s at 2,048 GPUs, < 30 s beyond 10,000; 5 s in proportion assumed, which is 30 s at "
     "12,288"},
    {"mlperf",
     {limits::mlperf_start, 256, 11'616, 1.42},
     Mark::derived,
     limits::mlperf_source,
     "131.6 s x N^0.153 (exponent +- 0.069), x or / 1.42, fitted on 16 systems of one vendor's clusters, 256 to 11,616 GPUs; "
     "all parts but the load"},
    {"mlperf_8b",
     {detail::power_of_size(30.4, 0.308), 8, 512, 1.28},
     Mark::derived,
     "MLCommons, training_results v4.0 to v5.1, 2024-2025: init_stop - init_start of Llama 3.1 8B",
     "30.4 s x N^0.308 (exponent +- 0.033), x or / 1.28, fitted on 33 systems, 8 to 512 GPUs; all parts but the load"},
    {"mlperf_all",
     {detail::power_of_size(246, 0.084), NaN, NaN, 1.5},
     Mark::derived,
     limits::mlperf_source,
     "246 s x N^0.084 (exponent +- 0.064), x or / 1.5, fitted on 28 large systems of all vendors; all parts but the load"},
    {"mlperf_tpu",
     {detail::power_of_size(47.5, 0.30), 512, 12'288, 1.9},
     Mark::derived,
     "MLCommons, training_results v4.0 to v5.1, 2024-2025: init_stop - init_start of TPU v5p and v6e",
     "47.5 s x N^0.30, x or / 1.9, fitted on 11 systems, 512 to 12,288 chips; all parts but the load"},
};

/// The parts of a restart by their name, for example restart("mlperf").
inline RestartParts<> restart(std::string_view name) { return find(restarts, "restart", name).value.parts; }

}  // namespace scaling_limits::published
