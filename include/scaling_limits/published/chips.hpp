// SPDX-License-Identifier: Apache-2.0
// Accelerators as their makers specify them: dense peak (no sparsity), memory, links, power.
#pragma once
#include "../version.hpp"

#include "../core/fields.hpp"
#include "../core/units.hpp"
#include "../workload/chip.hpp"
#include "preset.hpp"

namespace scaling_limits::published {

/// NaN where the source used does not say, and memory_bytes unlimited. achieved_flops is assumed: see usual_share_of_peak.
template <class S = double>
struct ChipSpecification {
  S peak_flops = S(NaN);
  S achieved_flops = S(NaN);
  S memory_bytes = S(inf);
  S memory_bandwidth = S(NaN);
  S link_bandwidth = S(NaN);
  S network_bandwidth = S(NaN);
  S power = S(NaN);

  /// What a step takes of it.
  constexpr workload::Chip<S> chip() const {{return {
    .peak_flops = peak_flops,
    .achieved_flops = achieved_flops,
    .memory_bytes = memory_bytes
  };
}
};

template <class S>
constexpr auto fields(const ChipSpecification<S>*) {
  using C = ChipSpecification<S>;
  return std::to_array<Field<C, S>>({
      {"peak_flops", &C::peak_flops, "FLOP/s", positive, "dense peak in the format that the note names"},
      {"achieved_flops", &C::achieved_flops, "FLOP/s", positive, "rate reached while computing, assumed"},
      {"memory_bytes", &C::memory_bytes, "B", positive_or_inf, "memory of the accelerator"},
      {"memory_bandwidth", &C::memory_bandwidth, "B/s", if_given(positive), "bandwidth of that memory"},
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

constexpr ChipSpecification<> specified(double peak_flops, double memory_bytes, double memory_bandwidth, double link_bandwidth,
                                        double network_bandwidth, double power) {
  return {peak_flops, usual_share_of_peak * peak_flops, memory_bytes, memory_bandwidth, link_bandwidth, network_bandwidth,
          power};
}

inline constexpr std::string_view chip_data = "Epoch AI, chip data, Aug 2025 (makers' data sheets)";
using units::GB, units::TB, units::Gbit;

}  // namespace detail

inline constexpr Preset<ChipSpecification<>> chips[] = {
    {"h100", detail::specified(989.4e12, 80 * detail::GB, 3.35 * detail::TB, 900 * detail::GB, 400 * detail::Gbit, 700),
     Mark::second_source, detail::chip_data, "H100 SXM, BF16, NVLink"},
    {"a100", detail::specified(312e12, 80 * detail::GB, 2.04 * detail::TB, 600 * detail::GB, 200 * detail::Gbit, 400),
     Mark::second_source, detail::chip_data, "A100 80 GB SXM, BF16, NVLink"},
    {"v100", detail::specified(125e12, inf, 0.9 * detail::TB, 300 * detail::GB, 100 * detail::Gbit, 300), Mark::second_source,
     detail::chip_data, "V100 SXM, FP16, NVLink; sold with 16 and 32 GB"},
    {"b200", detail::specified(2.25e15, 192 * detail::GB, 8 * detail::TB, NaN, NaN, 1000), Mark::second_source,
     detail::chip_data, "B200, BF16"},
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
