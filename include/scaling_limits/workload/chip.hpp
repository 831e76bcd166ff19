// SPDX-License-Identifier: Apache-2.0
// The accelerator: what it could compute, what it does in the products, the attention, the memory and the kernel launches of a
// training step, what it holds.
#pragma once
#include "../version.hpp"

#include "../core/fields.hpp"

namespace scaling_limits::workload {

/// The peak is that of the format the matrix products run in: another format is another peak_flops (published/chips.hpp). Rates
/// are achieved ones; as it stands a chip has one rate, and neither memory traffic nor launches take time.
template <class S = double>
struct Chip {
  S peak_flops = S(NaN);
  S achieved_flops = S(NaN);
  S attention_flops = S(0);
  S memory_bandwidth = S(inf);
  S operation_time = S(0);
  S memory_bytes = S(inf);

  /// The rate in fused attention: that of the products unless it is given.
  constexpr S attention_rate() const { return value_of(attention_flops) > 0 ? attention_flops : achieved_flops; }
};

template <class S>
constexpr auto fields(const Chip<S>*) {
  using C = Chip<S>;
  return std::to_array<Field<C, S>>({
      {"peak_flops", &C::peak_flops, "FLOP/s", positive, "peak rate of the format computed in, without sparsity",
       usually(1e14, 1e16, "V100 in FP16 to B200 in FP4"), Effect::help},
      {"achieved_flops", &C::achieved_flops, "FLOP/s", positive,
       "rate reached in large matrix products, communication and waiting left out",
       usually(3e13, 5e15, "30 to 60 % of the peak"), Effect::help},
      {"attention_flops", &C::attention_flops, "FLOP/s", not_negative,
       "rate reached in fused attention, causal FLOPs; 0: achieved_flops", usually(3e13, 2e15, "15 to 50 % of the peak"),
       Effect::help},
      {"memory_bandwidth", &C::memory_bandwidth, "B/s", positive_or_inf,
       "rate reached on the GPU's own memory; unlimited: its traffic takes no time", usually(5e11, 8e12, "A100 to GB200"),
       Effect::help},
      {"operation_time", &C::operation_time, "s", not_negative, "what every operation takes besides its work",
       usually(5e-6, 5e-5), Effect::cost},
      {"memory_bytes", &C::memory_bytes, "B", positive_or_inf, "memory of one GPU", usually(16e9, 288e9, "V100 to B300"),
       Effect::help},
  });
}
static_assert(table_is_complete<Chip<>>, "Chip: a member without its row, or a row without its member");

/// A chip of which only the maker's figures are known: of the peak 0.55 in products and 0.45 in attention, of the bandwidth
/// 0.6, 20 us an operation. Fits of 2021 to 2025: 0.48 to 0.84, 0.18 to 0.46, 0.5 to 0.8, 18 to 27 us.
///
/// @param peak_flops [FLOP/s] of 16-bit products, > 0; @param memory_bandwidth nominal [B/s], > 0; @param memory_bytes [B], > 0
template <class F, class W, class M = double, Scalar S = promote_t<F, W, M>>
Chip<S> guess_chip(const F& peak_flops, const W& memory_bandwidth, const M& memory_bytes = M(inf)) {
  const S peak(peak_flops), bandwidth(memory_bandwidth);
  Chip<S> chip{.peak_flops = peak,
               .achieved_flops = S(0.55) * peak,
               .attention_flops = S(0.45) * peak,
               .memory_bandwidth = S(0.6) * bandwidth,
               .operation_time = S(20e-6),
               .memory_bytes = S(memory_bytes)};
  check("guess_chip", "peak_flops", value_of(peak), positive, "FLOP/s");
  check("guess_chip", "memory_bandwidth", value_of(bandwidth), positive_or_inf, "B/s");
  check("guess_chip", "memory_bytes", value_of(chip.memory_bytes), positive_or_inf, "B");
  return chip;
}

}  // namespace scaling_limits::workload
