// SPDX-License-Identifier: Apache-2.0
// Accelerators as their makers specify them: dense peak (no sparsity), memory, links, power.
#pragma once
#include "../version.hpp"

#include "../core/fields.hpp"
#include "../core/units.hpp"
#include "../workload/chip.hpp"
#include "preset.hpp"

namespace scaling_limits::published {

/// What a step takes of a chip, and what else its maker says: NaN where the source used does not say, memory_bytes unlimited.
/// achieved_flops is assumed where attention_flops is 0 (usual_share_of_peak), fitted on measured steps elsewhere.
template <class S = double>
struct ChipSpecification {
  S peak_flops = S(NaN);
  S achieved_flops = S(NaN);
  S attention_flops = S(0);
  S memory_bandwidth = S(inf);
  S operation_time = S(0);
  S memory_bytes = S(inf);
  S nominal_bandwidth = S(NaN);
  S link_bandwidth = S(NaN);
  S network_bandwidth = S(NaN);
  S power = S(NaN);

  /// What a step takes of it.
  constexpr workload::Chip<S> chip() const {
    return {peak_flops, achieved_flops, attention_flops, memory_bandwidth, operation_time, memory_bytes};
  }
};

template <class S>
constexpr auto fields(const ChipSpecification<S>*) {
  using C = ChipSpecification<S>;
  return std::to_array<Field<C, S>>({
      {"peak_flops", &C::peak_flops, "FLOP/s", positive, "dense peak in the format that the note names"},
      {"achieved_flops", &C::achieved_flops, "FLOP/s", positive, "rate reached in products, assumed or fitted"},
      {"attention_flops", &C::attention_flops, "FLOP/s", not_negative, "rate reached in attention, fitted; 0: achieved_flops"},
      {"memory_bandwidth", &C::memory_bandwidth, "B/s", positive_or_inf, "rate reached on its memory, fitted"},
      {"operation_time", &C::operation_time, "s", not_negative, "of every operation besides its work, fitted"},
      {"memory_bytes", &C::memory_bytes, "B", positive_or_inf, "memory of the accelerator"},
      {"nominal_bandwidth", &C::nominal_bandwidth, "B/s", if_given(positive), "bandwidth of that memory by its data sheet"},
      {"link_bandwidth", &C::link_bandwidth, "B/s", if_given(positive), "links inside the node, both ways together"},
      {"network_bandwidth", &C::network_bandwidth, "B/s", if_given(positive), "out of the node, one way"},
      {"power", &C::power, "W", if_given(positive), "design power of the accelerator"},
  });
}
static_assert(table_is_complete<ChipSpecification<>>,
              "ChipSpecification: a member without its row, or a row without its member");

/// The share of the peak that a training step reaches while it computes, where nobody has measured it: 0.40 is what Llama 3
/// 405B reached with 400 of 989 TFLOP/s on 16,384 H100 (arXiv 2407.21783, table 4).
inline constexpr double usual_share_of_peak = 0.4;

namespace detail {

constexpr ChipSpecification<> specified(double peak_flops, double memory_bytes, double nominal_bandwidth, double link_bandwidth,
                                        double network_bandwidth, double power) {
  return {.peak_flops = peak_flops,
          .achieved_flops = usual_share_of_peak * peak_flops,
          .memory_bytes = memory_bytes,
          .nominal_bandwidth = nominal_bandwidth,
          .link_bandwidth = link_bandwidth,
          .network_bandwidth = network_bandwidth,
          .power = power};
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
    "fitted on steps of MPT, 125M to 70B on 8 to 256 GPUs: MosaicML llm-foundry, scripts/train/benchmarking/README.md";
inline constexpr std::string_view gb200_steps =
    "fitted on three steps on 128 GPUs: NVIDIA dgxc-benchmarking, nemotron/README.md and llama3.1/README.md, 2025";
using units::GB, units::TB, units::Gbit;

inline constexpr ChipSpecification<> a100_80gb = specified(312e12, 80 * GB, 2.04 * TB, 600 * GB, 200 * Gbit, 400);
inline constexpr ChipSpecification<> h100_80gb = specified(989.4e12, 80 * GB, 3.35 * TB, 900 * GB, 400 * Gbit, 700);

}  // namespace detail

inline constexpr Preset<ChipSpecification<>> chips[] = {
    {"h100", detail::h100_80gb, Mark::second_source, detail::chip_data, "H100 SXM, BF16, NVLink"},
    {"a100", detail::a100_80gb, Mark::second_source, detail::chip_data, "A100 80 GB SXM, BF16, NVLink"},
    {"v100", detail::specified(125e12, inf, 0.9 * detail::TB, 300 * detail::GB, 100 * detail::Gbit, 300), Mark::second_source,
     detail::chip_data, "V100 SXM, FP16, NVLink; sold with 16 and 32 GB"},
    {"b200",
     detail::fitted(detail::specified(2.25e15, 192 * detail::GB, 8 * detail::TB, NaN, NaN, 1000), 0.476, 0.380, 0.515, 26.8e-6),
     Mark::derived, detail::b200_steps,
     "B200, BF16, Megatron; 90 %: products 0.459-0.493 and attention 0.342-0.423 of the peak, memory 0.448-0.593, 21-34 us"},
    {"a100_megatron", detail::fitted(detail::a100_80gb, 0.739, 0, 0.73, 21e-6), Mark::derived, detail::a100_steps,
     "A100 80 GB, BF16, Megatron of 2021, unfused; 90 %: products 0.68-0.81 of the peak, memory 0.55-0.98, 9-47 us"},
    {"a100_40gb_fsdp",
     detail::fitted(detail::specified(312e12, 40 * detail::GB, 1.555 * detail::TB, 600 * detail::GB, 200 * detail::Gbit, 400),
                    0.723, 0.306, 0.80, 27e-6),
     Mark::derived, detail::mpt_steps,
     "A100 40 GB, BF16, PyTorch FSDP of 2023 (overlap 0.4, logit_bytes 6); 90 %: products 0.70-0.75 and attention 0.285-0.328 "
     "of the peak, memory 0.68-0.94, 11-68 us"},
    {"a100_80gb_fsdp", detail::fitted(detail::a100_80gb, 0.835, 0.316, 0.55, 27e-6), Mark::derived, detail::mpt_steps,
     "A100 80 GB, BF16, PyTorch FSDP of 2023 (overlap 0.4, logit_bytes 6); 90 %: products 0.79-0.885 and attention 0.295-0.339 "
     "of the peak, memory 0.47-0.64, 9-80 us"},
    {"h100_fsdp", detail::fitted(detail::h100_80gb, 0.715, 0.178, 0.50, 26e-6), Mark::derived, detail::mpt_steps,
     "H100 80 GB, BF16, PyTorch FSDP of 2023 (overlap 0.4, logit_bytes 6); 90 %: products 0.69-0.74 and attention 0.173-0.183 "
     "of the peak, memory 0.45-0.55, 17-40 us"},
    {"gb200_bf16",
     detail::fitted(detail::specified(2.45e15, 186 * detail::GB, 8 * detail::TB, 1800 * detail::GB, 400 * detail::Gbit, 1200),
                    0.536, 0.46, 0.59, 21e-6),
     Mark::derived, detail::gb200_steps,
     "GB200, BF16, NVIDIA's recipes (overlap 0.4, tensor_overlap 0.8), three rows; 90 %: products 0.50-0.575 and attention "
     "0.28-0.75 of the peak, memory 0.37-0.97, 13-33 us"},
    {"gb200_fp8",
     detail::fitted(detail::specified(4.9e15, 186 * detail::GB, 8 * detail::TB, 1800 * detail::GB, 400 * detail::Gbit, 1200),
                    0.519, 0.205, 0.63, 18e-6),
     Mark::derived, detail::gb200_steps,
     "GB200, FP8 (precision fp8), NVIDIA's recipes (overlap 0.4, tensor_overlap 0.8), three rows; 90 %: products 0.44-0.61 and "
     "attention 0.13-0.33 of the peak, memory 0.39-1.0, 12-29 us"},
    {"tpu_v4", detail::specified(275e12, 32 * detail::GB, 1.2 * detail::TB, NaN, NaN, 170), Mark::second_source,
     detail::chip_data, "TPU v4, BF16"},
    {"tpu_v7", detail::specified(4.6e15, 192 * detail::GB, 7.4 * detail::TB, NaN, NaN, 980), Mark::second_source,
     detail::chip_data, "TPU v7, FP8"},
    {"trainium2", detail::specified(667e12, 96 * detail::GB, 2.9 * detail::TB, NaN, NaN, 500), Mark::second_source,
     detail::chip_data, "Trainium2, BF16"},
    {"mi300x", detail::specified(1.307e15, 192 * detail::GB, 5.3 * detail::TB, NaN, NaN, 750), Mark::second_source,
     detail::chip_data, "MI300X, BF16"},
};

/// What the maker says of a chip, by its name in lower case, for example chip_specification("h100").
inline ChipSpecification<> chip_specification(std::string_view name) { return find(chips, "chip", name).value; }

/// A chip by its name in lower case, as a step takes it, for example chip("h100").
inline workload::Chip<> chip(std::string_view name) { return chip_specification(name).chip(); }

}  // namespace scaling_limits::published
