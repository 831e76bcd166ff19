// SPDX-License-Identifier: Apache-2.0
// Steps of MPT under PyTorch FSDP on H100 and A100: MosaicML llm-foundry, scripts/train/benchmarking/README.md. Seconds are the
// batch's tokens over the tokens per second printed. Its training metrics pass over a copy of the logits in fp32 (logit_bytes
// 6); gathers and reductions are hidden as far as overlap 0.4 says.
#pragma once
#include "../version.hpp"

#include "chips.hpp"
#include "measured_steps.hpp"

namespace scaling_limits::published {

template <class = void>
std::vector<StepBlock> measured_mpt() {
  using namespace parallelism;
  using Shape = workload::TransformerShape<>;
  const Shape mpt_70b = detail::gpt(80, 8192, 64, 50368);
  const Shape mpt_13b = detail::gpt(40, 5120, 40, 50368);
  const Shape mpt_7b = detail::gpt(32, 4096, 32, 50368);
  const Shape mpt_1b = detail::gpt(24, 2048, 16, 50368);
  const Shape mpt_760m = detail::gpt(24, 1536, 12, 50368);
  const Shape mpt_125m = detail::gpt(12, 768, 12, 50368);
  const Source source{"MosaicML llm-foundry, scripts/train/benchmarking/README.md", 2024};
  const network::Fabric<> h100_network{8, 360e9, 45e9, 5e-6, 15e-6}, a100_network{8, 235e9, 22e9, 5e-6, 15e-6};
  const StepOptions fsdp{.overlap = 0.4, .logit_bytes = 6};
  constexpr std::string_view fitted = "constants of the preset, fitted on these rows; the allocator near the card's memory";
  const StepSet h100{source, "H100 80 GB, PyTorch FSDP, bf16", chip("h100_fsdp"), h100_network, fsdp, fitted};
  const StepSet h100_fp8{
      source, "H100 80 GB, PyTorch FSDP, fp8",   detail::measured("h100", 0.648, 0.086, 0.695, 20e-6, 1978.9e12), h100_network,
      fsdp,   "constants fitted on these 3 rows"};
  const StepSet a100_80{source, "A100 80 GB, PyTorch FSDP, bf16", chip("a100_80gb_fsdp"), a100_network, fsdp, fitted};
  const StepSet a100_40{source, "A100 40 GB, PyTorch FSDP, bf16", chip("a100_40gb_fsdp"), a100_network, fsdp, fitted};

  std::vector<StepBlock> all;
  const auto add = [&](const StepSet& set, const StepOptions& how, const std::vector<StepRow>& rows) {
    all.push_back({set, how, rows});
  };
  add(h100, {.recompute = Recompute::full, .sequence_parallel = 0, .zero_stage = 3},
      {{"mpt.70b_h100_s2048_g256_b8", mpt_70b, 2048, {1, 1, 256, 1, 1, 1, 8}, 2048, "15.8187 s", -1.41},
       {"mpt.70b_h100_s2048_g128_b8", mpt_70b, 2048, {1, 1, 128, 1, 1, 1, 8}, 1024, "15.4783 s", 0.03},
       {"mpt.13b_h100_s2048_g128_b16", mpt_13b, 2048, {1, 1, 128, 1, 1, 1, 16}, 2048, "6.45016 s", 1.28},
       {"mpt.13b_h100_s32768_g8_b1", mpt_13b, 32768, {1, 1, 8, 1, 1, 1, 1}, 24, "49.7364 s", 2.56},
       {"mpt.13b_h100_s16384_g8_b3", mpt_13b, 16384, {1, 1, 8, 1, 1, 1, 3}, 72, "49.3969 s", 3.02},
       {"mpt.13b_h100_s1024_g8_b40", mpt_13b, 1024, {1, 1, 8, 1, 1, 1, 40}, 960, "22.3322 s", 1.95},
       {"mpt.7b_h100_s32768_g8_b2", mpt_7b, 32768, {1, 1, 8, 1, 1, 1, 2}, 32, "39.4944 s", 3.69},
       {"mpt.7b_h100_s4096_g8_b16", mpt_7b, 4096, {1, 1, 8, 1, 1, 1, 16}, 256, "15.2204 s", 3.66}});
  add(h100, {.recompute = Recompute::none, .sequence_parallel = 0, .zero_stage = 3},
      {{"mpt.7b_h100_s2048_g256_b6", mpt_7b, 2048, {1, 1, 256, 1, 1, 1, 6}, 1536, "1.21431 s", -2.03},
       {"mpt.13b_h100_s2048_g64_b2", mpt_13b, 2048, {1, 1, 64, 1, 1, 1, 2}, 128, "0.853308 s", -0.61},
       {"mpt.13b_h100_s2048_g16_b2", mpt_13b, 2048, {1, 1, 16, 1, 1, 1, 2}, 32, "0.85915 s", -3.15},
       {"mpt.7b_h100_s2048_g8_b6", mpt_7b, 2048, {1, 1, 8, 1, 1, 1, 6}, 48, "1.15456 s", -4.08},
       {"mpt.1b_h100_s32768_g8_b1", mpt_1b, 32768, {1, 1, 8, 1, 1, 1, 1}, 32, "10.8996 s", -1.62},
       {"mpt.1b_h100_s16384_g8_b2", mpt_1b, 16384, {1, 1, 8, 1, 1, 1, 2}, 64, "6.67059 s", -2.15},
       {"mpt.1b_h100_s4096_g8_b7", mpt_1b, 4096, {1, 1, 8, 1, 1, 1, 7}, 224, "2.97618 s", 0.10},
       {"mpt.1b_h100_s2048_g64_b20", mpt_1b, 2048, {1, 1, 64, 1, 1, 1, 20}, 1280, "0.922473 s", -2.54},
       {"mpt.1b_h100_s2048_g8_b14", mpt_1b, 2048, {1, 1, 8, 1, 1, 1, 14}, 112, "0.630769 s", 0.33},
       {"mpt.1b_h100_s1024_g8_b18", mpt_1b, 1024, {1, 1, 8, 1, 1, 1, 18}, 576, "1.50739 s", 1.70},
       {"mpt.760m_h100_s32768_g8_b1", mpt_760m, 32768, {1, 1, 8, 1, 1, 1, 1}, 16, "4.02268 s", -2.39},
       {"mpt.760m_h100_s16384_g8_b3", mpt_760m, 16384, {1, 1, 8, 1, 1, 1, 3}, 48, "3.53419 s", -1.11},
       {"mpt.760m_h100_s4096_g8_b12", mpt_760m, 4096, {1, 1, 8, 1, 1, 1, 12}, 192, "1.77254 s", -2.69},
       {"mpt.760m_h100_s2048_g16_b24", mpt_760m, 2048, {1, 1, 16, 1, 1, 1, 24}, 384, "0.717012 s", 0.16},
       {"mpt.760m_h100_s1024_g8_b48", mpt_760m, 1024, {1, 1, 8, 1, 1, 1, 48}, 768, "1.25099 s", 2.51},
       {"mpt.760m_h100_s512_g8_b96", mpt_760m, 512, {1, 1, 8, 1, 1, 1, 96}, 1536, "1.17378 s", 2.97}});
  add(h100, {.recompute = Recompute::none, .sequence_parallel = 0, .zero_stage = 2},
      {{"mpt.1b_h100_s2048_g256_b12", mpt_1b, 2048, {1, 1, 256, 1, 1, 1, 12}, 3072, "0.577505 s", -2.09},
       {"mpt.1b_h100_s2048_g128_b12", mpt_1b, 2048, {1, 1, 128, 1, 1, 1, 12}, 1536, "0.556978 s", -0.62}});
  add(h100_fp8, {.recompute = Recompute::none, .precision = Precision::fp8, .sequence_parallel = 0, .zero_stage = 3},
      {{"mpt.1b_h100_fp8_s32768_g8_b1", mpt_1b, 32768, {1, 1, 8, 1, 1, 1, 1}, 32, "10.4188 s", -0.12},
       {"mpt.1b_h100_fp8_s8192_g8_b2", mpt_1b, 8192, {1, 1, 8, 1, 1, 1, 2}, 64, "2.0473 s", -0.94},
       {"mpt.1b_h100_fp8_s512_g8_b56", mpt_1b, 512, {1, 1, 8, 1, 1, 1, 56}, 1792, "1.63105 s", 0.98}});
  add(a100_80, {.recompute = Recompute::full, .sequence_parallel = 0, .zero_stage = 3, .gradient_bytes = 2},
      {{"mpt.70b_a100_80gb_s2048_g64_b8", mpt_70b, 2048, {1, 1, 64, 1, 1, 1, 8}, 2048, "159.637 s", -5.01}});
  add(a100_80, {.recompute = Recompute::full, .sequence_parallel = 0, .zero_stage = 3},
      {{"mpt.13b_a100_80gb_s32768_g8_b1", mpt_13b, 32768, {1, 1, 8, 1, 1, 1, 1}, 24, "96.6845 s", 6.81},
       {"mpt.13b_a100_80gb_s8192_g8_b5", mpt_13b, 8192, {1, 1, 8, 1, 1, 1, 5}, 120, "68.4473 s", 5.77},
       {"mpt.13b_a100_80gb_s4096_g8_b10", mpt_13b, 4096, {1, 1, 8, 1, 1, 1, 10}, 240, "59.6432 s", 5.60},
       {"mpt.13b_a100_80gb_s1024_g8_b40", mpt_13b, 1024, {1, 1, 8, 1, 1, 1, 40}, 960, "52.7184 s", 6.09},
       {"mpt.7b_a100_80gb_s32768_g8_b2", mpt_7b, 32768, {1, 1, 8, 1, 1, 1, 2}, 32, "78.3572 s", 3.91},
       {"mpt.7b_a100_80gb_s8192_g8_b8", mpt_7b, 8192, {1, 1, 8, 1, 1, 1, 8}, 128, "40.8722 s", 4.92},
       {"mpt.7b_a100_80gb_s4096_g8_b16", mpt_7b, 4096, {1, 1, 8, 1, 1, 1, 16}, 256, "35.5787 s", 2.48},
       {"mpt.7b_a100_80gb_s1024_g8_b64", mpt_7b, 1024, {1, 1, 8, 1, 1, 1, 64}, 1024, "30.0822 s", 5.18}});
  add(a100_80, {.recompute = Recompute::none, .sequence_parallel = 0, .zero_stage = 3},
      {{"mpt.1b_a100_80gb_s32768_g8_b1", mpt_1b, 32768, {1, 1, 8, 1, 1, 1, 1}, 32, "20.8851 s", -3.42},
       {"mpt.1b_a100_80gb_s8192_g8_b3", mpt_1b, 8192, {1, 1, 8, 1, 1, 1, 3}, 96, "7.116 s", -5.18},
       {"mpt.1b_a100_80gb_s4096_g8_b7", mpt_1b, 4096, {1, 1, 8, 1, 1, 1, 7}, 224, "6.44057 s", -3.76},
       {"mpt.1b_a100_80gb_s1024_g8_b18", mpt_1b, 1024, {1, 1, 8, 1, 1, 1, 18}, 576, "3.33426 s", -2.00},
       {"mpt.1b_a100_80gb_s512_g8_b56", mpt_1b, 512, {1, 1, 8, 1, 1, 1, 56}, 1792, "4.9545 s", -3.84},
       {"mpt.760m_a100_80gb_s16384_g8_b3", mpt_760m, 16384, {1, 1, 8, 1, 1, 1, 3}, 48, "6.88657 s", -3.69},
       {"mpt.760m_a100_80gb_s8192_g8_b6", mpt_760m, 8192, {1, 1, 8, 1, 1, 1, 6}, 96, "4.69593 s", -3.65},
       {"mpt.760m_a100_80gb_s2048_g8_b24", mpt_760m, 2048, {1, 1, 8, 1, 1, 1, 24}, 384, "3.03089 s", -2.87},
       {"mpt.760m_a100_80gb_s1024_g8_b48", mpt_760m, 1024, {1, 1, 8, 1, 1, 1, 48}, 768, "3.30264 s", -18.84},
       {"mpt.125m_a100_80gb_s32768_g8_b2", mpt_125m, 32768, {1, 1, 8, 1, 1, 1, 2}, 32, "3.60019 s", -0.13},
       {"mpt.125m_a100_80gb_s16384_g8_b4", mpt_125m, 16384, {1, 1, 8, 1, 1, 1, 4}, 64, "2.18307 s", 0.33},
       {"mpt.125m_a100_80gb_s4096_g8_b16", mpt_125m, 4096, {1, 1, 8, 1, 1, 1, 16}, 256, "1.10706 s", 2.65},
       {"mpt.125m_a100_80gb_s2048_g8_b40", mpt_125m, 2048, {1, 1, 8, 1, 1, 1, 40}, 640, "1.1471 s", 4.04},
       {"mpt.125m_a100_80gb_s1024_g8_b64", mpt_125m, 1024, {1, 1, 8, 1, 1, 1, 64}, 1024, "0.837687 s", 4.21},
       {"mpt.125m_a100_80gb_s512_g8_b128", mpt_125m, 512, {1, 1, 8, 1, 1, 1, 128}, 2048, "0.791106 s", 4.79}});
  add(a100_40, {.recompute = Recompute::full, .sequence_parallel = 0, .zero_stage = 3, .gradient_bytes = 2},
      {{"mpt.70b_a100_40gb_s2048_g128_b4", mpt_70b, 2048, {1, 1, 128, 1, 1, 1, 4}, 512, "21.7574 s", 2.26},
       {"mpt.70b_a100_40gb_s2048_g64_b2", mpt_70b, 2048, {1, 1, 64, 1, 1, 1, 2}, 128, "14.8339 s", -19.85},
       {"mpt.13b_a100_40gb_s4096_g8_b2", mpt_13b, 4096, {1, 1, 8, 1, 1, 1, 2}, 256, "81.7284 s", -4.76},
       {"mpt.13b_a100_40gb_s2048_g128_b16", mpt_13b, 2048, {1, 1, 128, 1, 1, 1, 16}, 2048, "16.6148 s", 5.83},
       {"mpt.13b_a100_40gb_s2048_g16_b10", mpt_13b, 2048, {1, 1, 16, 1, 1, 1, 10}, 160, "10.2721 s", 7.96},
       {"mpt.13b_a100_40gb_s2048_g8_b4", mpt_13b, 2048, {1, 1, 8, 1, 1, 1, 4}, 512, "78.5627 s", -7.52},
       {"mpt.13b_a100_40gb_s512_g8_b16", mpt_13b, 512, {1, 1, 8, 1, 1, 1, 16}, 2048, "74.3249 s", -7.48},
       {"mpt.7b_a100_40gb_s16384_g8_b1", mpt_7b, 16384, {1, 1, 8, 1, 1, 1, 1}, 32, "29.1303 s", 4.96},
       {"mpt.7b_a100_40gb_s4096_g8_b6", mpt_7b, 4096, {1, 1, 8, 1, 1, 1, 6}, 192, "29.2028 s", 4.94},
       {"mpt.7b_a100_40gb_s2048_g128_b18", mpt_7b, 2048, {1, 1, 128, 1, 1, 1, 18}, 2304, "10.1749 s", 3.91},
       {"mpt.7b_a100_40gb_s2048_g16_b16", mpt_7b, 2048, {1, 1, 16, 1, 1, 1, 16}, 256, "8.98954 s", 4.42},
       {"mpt.7b_a100_40gb_s2048_g8_b12", mpt_7b, 2048, {1, 1, 8, 1, 1, 1, 12}, 384, "26.7167 s", 5.40},
       {"mpt.7b_a100_40gb_s512_g8_b48", mpt_7b, 512, {1, 1, 8, 1, 1, 1, 48}, 1536, "25.2328 s", 4.20},
       {"mpt.1b_a100_40gb_s32768_g8_b1", mpt_1b, 32768, {1, 1, 8, 1, 1, 1, 1}, 32, "25.7244 s", 6.04}});
  add(a100_40, {.recompute = Recompute::none, .sequence_parallel = 0, .zero_stage = 3, .gradient_bytes = 2},
      {{"mpt.1b_a100_40gb_s8192_g8_b2", mpt_1b, 8192, {1, 1, 8, 1, 1, 1, 2}, 128, "9.72714 s", -0.26},
       {"mpt.1b_a100_40gb_s4096_g8_b4", mpt_1b, 4096, {1, 1, 8, 1, 1, 1, 4}, 256, "7.77581 s", -0.11},
       {"mpt.1b_a100_40gb_s2048_g64_b10", mpt_1b, 2048, {1, 1, 64, 1, 1, 1, 10}, 640, "1.0778 s", -0.19},
       {"mpt.1b_a100_40gb_s2048_g16_b8", mpt_1b, 2048, {1, 1, 16, 1, 1, 1, 8}, 128, "0.858442 s", 0.41},
       {"mpt.1b_a100_40gb_s1024_g8_b16", mpt_1b, 1024, {1, 1, 8, 1, 1, 1, 16}, 1024, "6.25355 s", 1.00},
       {"mpt.1b_a100_40gb_s512_g8_b32", mpt_1b, 512, {1, 1, 8, 1, 1, 1, 32}, 2048, "6.01745 s", 0.94},
       {"mpt.760m_a100_40gb_s16384_g8_b1", mpt_760m, 16384, {1, 1, 8, 1, 1, 1, 1}, 32, "4.70991 s", 0.53},
       {"mpt.760m_a100_40gb_s8192_g8_b3", mpt_760m, 8192, {1, 1, 8, 1, 1, 1, 3}, 96, "4.88913 s", -0.72},
       {"mpt.760m_a100_40gb_s2048_g128_b12", mpt_760m, 2048, {1, 1, 128, 1, 1, 1, 12}, 1536, "0.849191 s", -0.75},
       {"mpt.760m_a100_40gb_s2048_g64_b12", mpt_760m, 2048, {1, 1, 64, 1, 1, 1, 12}, 768, "0.837507 s", -1.42},
       {"mpt.760m_a100_40gb_s2048_g8_b12", mpt_760m, 2048, {1, 1, 8, 1, 1, 1, 12}, 384, "3.25794 s", -1.12},
       {"mpt.760m_a100_40gb_s1024_g8_b24", mpt_760m, 1024, {1, 1, 8, 1, 1, 1, 24}, 768, "2.9413 s", 0.27},
       {"mpt.125m_a100_40gb_s32768_g8_b1", mpt_125m, 32768, {1, 1, 8, 1, 1, 1, 1}, 32, "4.01433 s", -7.09},
       {"mpt.125m_a100_40gb_s16384_g8_b2", mpt_125m, 16384, {1, 1, 8, 1, 1, 1, 2}, 48, "1.77174 s", -3.54},
       {"mpt.125m_a100_40gb_s4096_g8_b13", mpt_125m, 4096, {1, 1, 8, 1, 1, 1, 13}, 312, "1.38712 s", 2.66},
       {"mpt.125m_a100_40gb_s2048_g128_b26", mpt_125m, 2048, {1, 1, 128, 1, 1, 1, 26}, 3328, "0.42964 s", -2.69},
       {"mpt.125m_a100_40gb_s2048_g16_b26", mpt_125m, 2048, {1, 1, 16, 1, 1, 1, 26}, 416, "0.407921 s", -1.20},
       {"mpt.125m_a100_40gb_s2048_g8_b26", mpt_125m, 2048, {1, 1, 8, 1, 1, 1, 26}, 624, "1.1717 s", 2.67},
       {"mpt.125m_a100_40gb_s512_g8_b104", mpt_125m, 512, {1, 1, 8, 1, 1, 1, 104}, 2496, "1.01919 s", 1.76}});
  return all;
}

template <class = void>
Estimates steps_mpt() {
  Estimates all;
  for (const StepBlock& block : measured_mpt()) append_steps(all, block);
  return all;
}

}  // namespace scaling_limits::published
