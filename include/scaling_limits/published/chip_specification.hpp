// SPDX-License-Identifier: Apache-2.0
// What a maker says of an accelerator: dense peaks (no sparsity) by number format, memory, links, power.
#pragma once
#include "../version.hpp"

#include "../core/fields.hpp"
#include "../workload/chip.hpp"
#include "../workload/number_format.hpp"

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
  workload::Peaks peaks{};

  /// What a step takes of it.
  constexpr workload::Chip<S> chip() const {
    return {peak_flops, achieved_flops, attention_flops, memory_bandwidth, operation_time, memory_bytes};
  }
  /// The same in another format: products reach the same share of its peak, which is assumed; attention, in 16 bits, keeps its
  /// rate. Throws InvalidArgument where the maker names no peak of it.
  ChipSpecification in_format(workload::NumberFormat format) const {
    const double peak = peaks[format];
    if (!(peak > 0)) {
      std::string known;
      for (const auto& word : words_of<workload::NumberFormat>)
        if (peaks[word.value] > 0) known.append(known.empty() ? "" : ", ").append(word.text);
      throw InvalidArgument("ChipSpecification: format = '" + std::string(to_word(format)) + "' has no peak here; there are " +
                                (known.empty() ? "none" : known),
                            "format", to_word(format));
    }
    ChipSpecification chip = *this;
    chip.attention_flops = this->chip().attention_rate();
    chip.achieved_flops = achieved_flops * (S(peak) / peak_flops);
    chip.peak_flops = S(peak);
    return chip;
  }
};

template <class S>
constexpr auto fields(const ChipSpecification<S>*) {
  using C = ChipSpecification<S>;
  return std::to_array<Field<C, S>>({
      {"peak_flops", &C::peak_flops, "FLOP/s", positive, "dense peak in bf16; in fp16 where there is no bf16"},
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
static_assert(fields_of<ChipSpecification<>>.size() * sizeof(double) + sizeof(workload::Peaks) == sizeof(ChipSpecification<>),
              "ChipSpecification: a member without its row, or a row without its member");

/// The share of the peak that a training step reaches while it computes, where nobody has measured it: 0.40 is what Llama 3
/// 405B reached with 400 of 989 TFLOP/s on 16,384 H100 (arXiv 2407.21783, table 4).
inline constexpr double usual_share_of_peak = 0.4;

}  // namespace scaling_limits::published
