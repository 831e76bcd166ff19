// SPDX-License-Identifier: Apache-2.0
// The number formats in which accelerators multiply matrices: a chip has a peak in each, dense.
#pragma once
#include "../version.hpp"

#include "../core/scalar.hpp"
#include "../core/words.hpp"

namespace scaling_limits::workload {

/// From wide to narrow. Block-scaled formats (MXFP8, NVFP4) count by the width of their numbers.
enum class NumberFormat { tf32, bf16, fp16, int8, fp8, fp6, fp4 };
constexpr auto words(const NumberFormat*) {
  return std::to_array<Word<NumberFormat>>({{"tf32", NumberFormat::tf32},
                                            {"bf16", NumberFormat::bf16},
                                            {"fp16", NumberFormat::fp16},
                                            {"int8", NumberFormat::int8},
                                            {"fp8", NumberFormat::fp8},
                                            {"fp6", NumberFormat::fp6},
                                            {"fp4", NumberFormat::fp4}});
}

/// Dense peaks by number format [FLOP/s], operations of integers alike: NaN where there is none, or none is named.
class Peaks {
 public:
  constexpr Peaks() { flops_.fill(NaN); }
  constexpr Peaks& set(NumberFormat format, double flops) {
    flops_[static_cast<std::size_t>(format)] = flops;
    return *this;
  }
  constexpr double operator[](NumberFormat format) const { return flops_[static_cast<std::size_t>(format)]; }

 private:
  std::array<double, words_of<NumberFormat>.size()> flops_{};
};

}  // namespace scaling_limits::workload
