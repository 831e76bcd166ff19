// SPDX-License-Identifier: Apache-2.0
// GPUs of any kind as H100s of the same peak, which depends on the format it is of: 1.979e15 FLOP/s at 8 bits, 989.4e12 at 16,
// dense. An A100, without 8-bit floating point, counts its 624e12 integer operations there: 0.315 of an H100, as at 16 bits; a
// V100, with 16 bits alone, is worth twice as much in the second. Epoch AI, GPU clusters data, 2025 (8 bits); NVIDIA, H100 data
// sheet, 2023.
#pragma once
#include "../version.hpp"

#include "../core/scalar.hpp"
#include "../core/words.hpp"

namespace scaling_limits::workload {

/// The format of both peaks.
enum class PeakFormat { fp8, bf16 };
constexpr auto words(const PeakFormat*) {
  return std::to_array<Word<PeakFormat>>({{"fp8", PeakFormat::fp8}, {"bf16", PeakFormat::bf16}});
}

/// Peak of an H100 SXM [FLOP/s], dense.
constexpr double h100_peak_flops(PeakFormat format) { return format == PeakFormat::fp8 ? 1.979e15 : 989.4e12; }

/// GPUs of any kind as H100s of the same peak: gpus peak_flops / the peak of an H100 in the format named.
///
/// 1.979e15 FLOP/s in fp8, 989.4e12 in bf16, dense. A chip without 8 bits counts twice as much in bf16.
///
/// Source: Epoch AI, GPU clusters data, 2025; NVIDIA, H100 data sheet, 2023.
///
/// @param gpus >= 0; @param peak_flops of one, in that format [FLOP/s], > 0
template <class N, class F, Scalar S = promote_t<N, F>>
S h100_equivalents(const N& gpus, const F& peak_flops, PeakFormat format = PeakFormat::fp8) {
  const S n(gpus), peak(peak_flops);
  return value_of(n) >= 0 && value_of(peak) > 0 ? S(n * (peak / S(h100_peak_flops(format)))) : S(NaN);
}
template <class N, class F, Scalar S = promote_t<N, F>>
S h100_equivalents(const N& gpus, const F& peak_flops, std::string_view format) {
  return h100_equivalents(gpus, peak_flops, from_word<PeakFormat>("h100_equivalents", "format", format));
}

}  // namespace scaling_limits::workload
