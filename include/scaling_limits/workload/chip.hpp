// SPDX-License-Identifier: Apache-2.0
// The accelerator: what it could compute, what it does on the compute of a training step, what it holds.
#pragma once
#include "../version.hpp"

#include "../core/fields.hpp"

namespace scaling_limits::workload {

/// The peak is that of the format the matrix products run in: another format is another peak_flops (published/chips.hpp).
template <class S = double>
struct Chip {
  S peak_flops = S(NaN);
  S achieved_flops = S(NaN);
  S memory_bytes = S(inf);
};

template <class S>
constexpr auto fields(const Chip<S>*) {
  using C = Chip<S>;
  return std::to_array<Field<C, S>>({
      {"peak_flops", &C::peak_flops, "FLOP/s", positive, "peak rate of the format computed in, without sparsity",
       usually(1e14, 1e16, "V100 in FP16 to B200 in FP4"), Effect::help},
      {"achieved_flops", &C::achieved_flops, "FLOP/s", positive,
       "rate reached while computing, communication and waiting left out", usually(3e13, 5e15, "30 to 60 % of the peak"),
       Effect::help},
      {"memory_bytes", &C::memory_bytes, "B", positive_or_inf, "memory of one GPU", usually(16e9, 288e9, "V100 to B300"),
       Effect::help},
  });
}
static_assert(table_is_complete<Chip<>>, "Chip: a member without its row, or a row without its member");

}  // namespace scaling_limits::workload
