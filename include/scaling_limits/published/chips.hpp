// SPDX-License-Identifier: Apache-2.0
// Accelerators as their makers specify them: dense peaks (no sparsity) by number format, memory, links, power.
//
// peak_flops is that of bf16, of fp16 where a chip has no bf16; the rows that say so are fitted in fp8. Data sheets that print
// figures with 2:4 sparsity alone are halved. Memory is as printed, in GB of 1e9 B also where the maker means 2^30. A link's
// bandwidth is of both ways together, as makers print it; a network's is one way.
#pragma once
#include "../version.hpp"

#include "../core/units.hpp"
#include "chip_specification.hpp"
#include "preset.hpp"

namespace scaling_limits::published {

namespace accelerators {

using enum workload::NumberFormat;
using units::GB, units::TB, units::Gbit;

/// Dense TFLOP/s of one format.
struct Tera {
  workload::NumberFormat format{};
  double flops{};
};

constexpr ChipSpecification<> specified(std::initializer_list<Tera> peaks, double memory_bytes, double nominal_bandwidth,
                                        double link_bandwidth, double network_bandwidth, double power) {
  ChipSpecification<> chip{.memory_bytes = memory_bytes,
                           .nominal_bandwidth = nominal_bandwidth,
                           .link_bandwidth = link_bandwidth,
                           .network_bandwidth = network_bandwidth,
                           .power = power};
  for (const Tera& peak : peaks) chip.peaks.set(peak.format, peak.flops * 1e12);
  chip.peak_flops = chip.peaks[bf16] > 0 ? chip.peaks[bf16] : chip.peaks[fp16];
  chip.achieved_flops = usual_share_of_peak * chip.peak_flops;
  return chip;
}

/// The same with the peak of another format.
constexpr ChipSpecification<> of_peak(ChipSpecification<> chip, workload::NumberFormat format) {
  chip.peak_flops = chip.peaks[format];
  return chip;
}
/// A chip with the constants of measured steps, as shares of its peak and of its nominal bandwidth; attention 0: not fused.
constexpr ChipSpecification<> fitted(ChipSpecification<> chip, double products, double attention, double memory,
                                     double operation_time) {
  chip.achieved_flops = products * chip.peak_flops;
  chip.attention_flops = attention * chip.peak_flops;
  chip.memory_bandwidth = memory * chip.nominal_bandwidth;
  chip.operation_time = operation_time;
  return chip;
}

inline constexpr std::string_view chip_data = "Epoch AI, chip data, Aug 2025 (makers' data sheets)";
inline constexpr std::string_view b200_steps =
    "fitted on 13 steps of one node of 8: SimuMax v1.2 (2026), docs/b200, its measured columns";
inline constexpr std::string_view a100_steps =
    "fitted on the steps of Korthikanti et al. 2022 (Table 5), Narayanan et al. 2021 (Tables 1, 2), Jiang et al. 2024 (Table "
    "2)";
inline constexpr std::string_view mpt_steps =
    "fitted on steps of MPT, 125M to 70B on 8 to 256 GPUs: MosaicML llm-foundry, scripts/train/benchmarking/README.md, 2024";
inline constexpr std::string_view gb200_steps =
    "fitted on three steps on 128 GPUs: NVIDIA dgxc-benchmarking, nemotron/README.md and llama3.1/README.md, 2025";
inline constexpr std::string_view tpu_docs = "Google Cloud TPU documentation, system architecture, 2025";
inline constexpr std::string_view neuron_docs = "AWS Neuron documentation, architecture of Trainium, 2025";
inline constexpr ChipSpecification<> a100_40gb =
    specified({{tf32, 156}, {bf16, 312}, {fp16, 312}, {int8, 624}}, 40 * GB, 1.555 * TB, 600 * GB, 200 * Gbit, 400);
inline constexpr ChipSpecification<> a100_80gb =
    specified({{tf32, 156}, {bf16, 312}, {fp16, 312}, {int8, 624}}, 80 * GB, 2.04 * TB, 600 * GB, 200 * Gbit, 400);
constexpr ChipSpecification<> hopper(double memory_bytes, double nominal_bandwidth, double link_bandwidth) {
  return specified({{tf32, 494.7}, {bf16, 989.4}, {fp16, 989.4}, {int8, 1979}, {fp8, 1979}}, memory_bytes, nominal_bandwidth,
                   link_bandwidth, 400 * Gbit, 700);
}
inline constexpr ChipSpecification<> h100_80gb = hopper(80 * GB, 3.35 * TB, 900 * GB);
inline constexpr ChipSpecification<> b200_192gb =
    specified({{tf32, 1125}, {bf16, 2250}, {fp16, 2250}, {int8, 4500}, {fp8, 4500}, {fp6, 4500}, {fp4, 9000}}, 192 * GB, 8 * TB,
              1800 * GB, 400 * Gbit, 1000);
inline constexpr ChipSpecification<> gb200_dgxc =
    specified({{bf16, 2450}, {fp8, 4900}}, 186 * GB, 8 * TB, 1800 * GB, 400 * Gbit, 1200);

inline constexpr Preset<ChipSpecification<>> all[] = {
    {"h100", h100_80gb, Mark::second_source, chip_data, "H100 SXM, NVLink"},
    {"a100", a100_80gb, Mark::second_source, chip_data, "A100 80 GB SXM, NVLink"},
    {"v100", specified({{fp16, 125}}, inf, 0.9 * TB, 300 * GB, 100 * Gbit, 300), Mark::second_source, chip_data,
     "V100 SXM, FP16, NVLink; sold with 16 and 32 GB"},
    {"b200", fitted(b200_192gb, 0.476, 0.380, 0.515, 26.8e-6), Mark::derived, b200_steps,
     "B200, BF16, Megatron; 90 %: products 0.459-0.493 and attention 0.342-0.423 of the peak, memory 0.448-0.593, 21-34 us"},
    {"a100_megatron", fitted(a100_80gb, 0.739, 0, 0.73, 21e-6), Mark::derived, a100_steps,
     "A100 80 GB, BF16, Megatron of 2021, unfused; 90 %: products 0.68-0.81 of the peak, memory 0.55-0.98, 9-47 us"},
    {"a100_40gb_fsdp", fitted(a100_40gb, 0.723, 0.306, 0.80, 27e-6), Mark::derived, mpt_steps,
     "A100 40 GB, BF16, PyTorch FSDP of 2023 (overlap 0.4, logit_bytes 6); 90 %: products 0.70-0.75 and attention 0.285-0.328 "
     "of the peak, memory 0.68-0.94, 11-68 us"},
    {"a100_80gb_fsdp", fitted(a100_80gb, 0.835, 0.316, 0.55, 27e-6), Mark::derived, mpt_steps,
     "A100 80 GB, BF16, PyTorch FSDP of 2023 (overlap 0.4, logit_bytes 6); 90 %: products 0.79-0.885 and attention 0.295-0.339 "
     "of the peak, memory 0.47-0.64, 9-80 us"},
    {"h100_fsdp", fitted(h100_80gb, 0.715, 0.178, 0.50, 26e-6), Mark::derived, mpt_steps,
     "H100 80 GB, BF16, PyTorch FSDP of 2023 (overlap 0.4, logit_bytes 6); 90 %: products 0.69-0.74 and attention 0.173-0.183 "
     "of the peak, memory 0.45-0.55, 17-40 us"},
    {"gb200_bf16", fitted(gb200_dgxc, 0.536, 0.46, 0.59, 21e-6), Mark::derived, gb200_steps,
     "GB200, BF16, NVIDIA's recipes (overlap 0.4, tensor_overlap 0.8), three rows; 90 %: products 0.50-0.575 and attention "
     "0.28-0.75 of the peak, memory 0.37-0.97, 13-33 us"},
    {"gb200_fp8", fitted(of_peak(gb200_dgxc, fp8), 0.519, 0.205, 0.63, 18e-6), Mark::derived, gb200_steps,
     "GB200, peak_flops of FP8 (precision fp8), NVIDIA's recipes (overlap 0.4, tensor_overlap 0.8), three rows; 90 %: products "
     "0.44-0.61 and attention 0.13-0.33 of the peak, memory 0.39-1.0, 12-29 us"},
    {"tpu_v4", specified({{bf16, 275}, {int8, 275}}, 32 * GB, 1.2 * TB, NaN, NaN, 170), Mark::second_source, chip_data,
     "TPU v4"},
    {"tpu_v7", specified({{bf16, 2307}, {fp8, 4614}}, 192 * GB, 7.38 * TB, 1200 * GB, NaN, 980), Mark::published, tpu_docs,
     "TPU7x, Ironwood, a chip of two cores; power: Epoch AI, chip data, Aug 2025"},
    {"trainium2", specified({{tf32, 667}, {bf16, 667}, {fp16, 667}, {fp8, 1299}}, 96 * GB, 2.9 * TB, 1280 * GB, NaN, 500),
     Mark::published, neuron_docs, "Trainium2; power: Epoch AI, chip data, Aug 2025"},
    {"mi300x",
     specified({{tf32, 653.7}, {bf16, 1307}, {fp16, 1307}, {int8, 2615}, {fp8, 2615}}, 192 * GB, 5.3 * TB, 896 * GB, NaN, 750),
     Mark::second_source, chip_data, "MI300X; seven links to the others of its node"},
    {"a100_40gb", a100_40gb, Mark::second_source, "NVIDIA, A100 data sheet, 2020", "A100 40 GB SXM, NVLink"},
    {"h100_pcie",
     specified({{tf32, 378}, {bf16, 756}, {fp16, 756}, {int8, 1513}, {fp8, 1513}}, 80 * GB, 2 * TB, 600 * GB, NaN, 350),
     Mark::second_source, "NVIDIA, H100 data sheet, 2023", "H100 PCIe; the link is a bridge between two"},
    {"h200", hopper(141 * GB, 4.8 * TB, 900 * GB), Mark::second_source, "NVIDIA, H200 data sheet, 2024", "H200 SXM, NVLink"},
    {"h800", hopper(80 * GB, 3.35 * TB, 400 * GB), Mark::second_source,
     "DeepSeek-V3 Technical Report, arXiv 2412.19437, 2024, section 3.1; DeepSeek-V3 insights, arXiv 2505.09343, 2025, section "
     "4",
     "H800 SXM: an H100 whose NVLink is cut"},
    {"gh200",
     specified({{tf32, 494.7}, {bf16, 989.4}, {fp16, 989.4}, {int8, 1979}, {fp8, 1979}}, 96 * GB, 4 * TB, 900 * GB, 200 * Gbit,
               700),
     Mark::second_source, "NVIDIA, GH200 data sheet, 2023", "the GPU of GH200 96 GB; the module may be set to 1,000 W"},
    {"b300",
     specified({{tf32, 1125}, {bf16, 2250}, {fp16, 2250}, {int8, 150}, {fp8, 4500}, {fp6, 4500}, {fp4, 13500}}, 288 * GB,
               8 * TB, 1800 * GB, 800 * Gbit, 1100),
     Mark::second_source, "NVIDIA, HGX B300 data sheet, 2025",
     "B300, NVLink; an eighth of what HGX B300 is printed to have, sparse figures halved; power: Verda, GB300 NVL72, 2025"},
    {"gb200",
     specified({{tf32, 1250}, {bf16, 2500}, {fp16, 2500}, {int8, 5000}, {fp8, 5000}, {fp6, 5000}, {fp4, 10000}}, 186 * GB,
               8 * TB, 1800 * GB, 400 * Gbit, 1200),
     Mark::second_source, "NVIDIA, GB200 NVL72 data sheet, 2024",
     "a GPU of GB200 NVL72, sparse figures halved; its recipes count 2.45 and 4.9 PFLOP/s (gb200_bf16, gb200_fp8)"},
    {"gb300",
     specified({{tf32, 1250}, {bf16, 2500}, {fp16, 2500}, {int8, 165}, {fp8, 5000}, {fp6, 5000}, {fp4, 15000}}, 279 * GB,
               8 * TB, 1800 * GB, 800 * Gbit, 1400),
     Mark::second_source, "NVIDIA, GB300 NVL72 data sheet, 2025",
     "a GPU of GB300 NVL72, sparse figures halved; FP4 is printed dense"},
    {"l40s",
     specified({{tf32, 183}, {bf16, 362}, {fp16, 362}, {int8, 733}, {fp8, 733}}, 48 * GB, 0.864 * TB, 64 * GB, NaN, 350),
     Mark::second_source, "NVIDIA, L40S data sheet, 2023", "L40S; its link is PCIe 4 x16"},
    {"mi250x", specified({{bf16, 383}, {fp16, 383}, {int8, 383}}, 128 * GB, 3.28 * TB, 800 * GB, NaN, 560), Mark::second_source,
     "AMD, Instinct MI250X data sheet, 2021",
     "MI250X, a module of two dies, which a job sees as two GPUs of half of all; eight links"},
    {"max_1550", specified({{tf32, 419}, {bf16, 832}, {fp16, 832}, {int8, 1664}}, 128 * GB, 3.28 * TB, NaN, NaN, 600),
     Mark::second_source, "Intel, Data Center GPU Max Series, technical overview, 2023",
     "Max 1550, a module of two stacks, which a job sees as two GPUs of half of all"},
    {"mi325x",
     specified({{tf32, 653.7}, {bf16, 1307}, {fp16, 1307}, {int8, 2615}, {fp8, 2615}}, 256 * GB, 6 * TB, 896 * GB, NaN, 1000),
     Mark::second_source, "AMD, Instinct MI325X data sheet, 2024", "MI325X; seven links to the others of its node"},
    {"mi355x",
     specified({{bf16, 2516.6}, {fp16, 2516.6}, {int8, 5033}, {fp8, 5033}, {fp6, 10066}, {fp4, 10066}}, 288 * GB, 8 * TB,
               1075 * GB, NaN, 1400),
     Mark::second_source, "AMD, Instinct MI355X data sheet, 2025", "MI355X; seven links to the others of its node"},
    {"tpu_v5e", specified({{bf16, 197}, {int8, 393}}, 16 * GB, 0.819 * TB, 400 * GB, NaN, NaN), Mark::published, tpu_docs,
     "TPU v5e, two-dimensional torus"},
    {"tpu_v5p", specified({{bf16, 459}, {int8, 918}, {fp8, 459}}, 95 * GB, 2.765 * TB, 1200 * GB, NaN, NaN), Mark::published,
     tpu_docs, "TPU v5p, three-dimensional torus"},
    {"tpu_v6e", specified({{bf16, 918}, {int8, 1836}, {fp8, 918}}, 32 * GB, 1.638 * TB, 800 * GB, NaN, NaN), Mark::published,
     tpu_docs, "TPU v6e, Trillium, two-dimensional torus"},
    {"trainium1",
     specified({{tf32, 190}, {bf16, 190}, {fp16, 190}, {int8, 380}, {fp8, 190}}, 32 * GB, 0.82 * TB, NaN, NaN, NaN),
     Mark::published, neuron_docs, "Trainium"},
    {"trainium3",
     specified({{tf32, 671}, {bf16, 671}, {fp16, 671}, {fp8, 2517}, {fp4, 2517}}, 144 * GB, 4.9 * TB, 2560 * GB, NaN, NaN),
     Mark::published, neuron_docs, "Trainium3; FP8 and FP4 are block-scaled"},
    {"gaudi2", specified({{bf16, 432}, {fp8, 865}}, 96 * GB, 2.46 * TB, 525 * GB, 300 * Gbit, 600), Mark::second_source,
     "Kaplan, Intel Gaudi 3, Hot Chips, 2024; Intel, Gaudi 3 white paper, 2024",
     "Gaudi 2; of 24 ports of 100 Gb/s three leave the node"},
    {"gaudi3", specified({{bf16, 1835}, {fp8, 1835}}, 128 * GB, 3.67 * TB, 1050 * GB, 600 * Gbit, 900), Mark::second_source,
     "Kaplan, Intel Gaudi 3, Hot Chips, 2024; Intel, Gaudi 3 white paper, 2024",
     "Gaudi 3; of 24 ports of 200 Gb/s three leave the node"},
};

}  // namespace accelerators

inline constexpr const auto& chips = accelerators::all;

/// What the maker says of a chip, by its name in lower case, for example chip_specification("h100").
inline ChipSpecification<> chip_specification(std::string_view name) { return find(chips, "chip", name).value; }

/// A chip by its name in lower case, as a step takes it, for example chip("h100"); in another format as in_format says.
inline workload::Chip<> chip(std::string_view name) { return chip_specification(name).chip(); }
inline workload::Chip<> chip(std::string_view name, workload::NumberFormat format) {
  return chip_specification(name).in_format(format).chip();
}

}  // namespace scaling_limits::published
