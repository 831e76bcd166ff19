// SPDX-License-Identifier: Apache-2.0
// Steps of Megatron-LM and of what descends from it, measured by their authors and others: B200, A100, Llama 3 on H100.
//
// Seconds of Narayanan et al. and of the Llama 3 report are derived from the TFLOP/s per GPU that they print. Chunks per stage
// are those of the authors' scripts where they exist (examples/sc21), 1 in table 2 of Narayanan et al., 8 for Llama 3, with one
// reduction of the gradients a step: assumed.
#pragma once
#include "../version.hpp"

#include "chips.hpp"
#include "measured_steps.hpp"

namespace scaling_limits::published {

template <class = void>
Estimates steps_megatron() {
  using namespace parallelism;
  using Shape = workload::TransformerShape<>;
  const Shape llama3_70b_12 = detail::grouped(12, 8192, 28672, 64, 8, 128256);
  const Shape deepseek_v3_4 = detail::cut("deepseek_v3", 4, 1);
  Shape deepseek_v2_4 = deepseek_v3_4;
  deepseek_v2_4.hidden = 5120, deepseek_v2_4.feed_forward = 12288, deepseek_v2_4.vocabulary = 102400;
  deepseek_v2_4.experts = 160, deepseek_v2_4.active_experts = 6, deepseek_v2_4.shared_experts = 2;
  deepseek_v2_4.expert_feed_forward = 1536;
  const Shape llama3_405b_4 = detail::grouped(4, 16384, 53248, 128, 16, 128256);
  const Shape gpt_48_6144 = detail::gpt(48, 6144, 64, 51200);
  const Shape gpt_128_25600 = detail::gpt(128, 25600, 160, 51200);
  const Shape gpt_96_12288 = detail::gpt(96, 12288, 96, 51200);
  const Shape gpt_30_3072 = detail::gpt(30, 3072, 32, 51200);
  const Shape gpt_40_6144 = detail::gpt(40, 6144, 48, 51200);
  const Shape gpt_80_12288 = detail::gpt(80, 12288, 96, 51200);
  const Shape gpt_105_20480 = detail::gpt(105, 20480, 128, 51200);
  const Shape gpt_96_12288_megascale = detail::gpt(96, 12288, 96, 64000);
  const Shape gpt_48_8192 = detail::gpt(48, 8192, 64, 51200);
  const Shape gpt_105_20480_mtnlg = detail::gpt(105, 20480, 128, 50272);
  const Shape llama3_405b = detail::grouped(126, 16384, 53248, 128, 8, 128256);
  const network::Fabric<> node{8, 606e9, 606e9, 8e-6, 8e-6};
  const network::Fabric<> selene{8, 235e9, 22e9, 5e-6, 15e-6}, one_adapter{8, 235e9, 22e9 / 8, 5e-6, 15e-6};
  const StepSet b200{{"SimuMax v1.2, docs/b200, measured columns", 2026},
                     "B200, one node of 8, Megatron, bf16",
                     chip("b200"),
                     node,
                     {},
                     "constants of preset b200, fitted on these 13 rows; two iterations' noise"};
  const StepSet a100{{"V. Korthikanti et al. 2022, D. Narayanan et al. 2021, Z. Jiang et al. 2024", 2024},
                     "A100, Megatron, bf16",
                     chip("a100_megatron"),
                     selene,
                     {},
                     "constants of preset a100_megatron, fitted on these 12 rows"};
  const StepSet others{{"J. Bang et al., vTrain, 2024; S. Smith et al., MT-NLG, arXiv 2201.11990, 2022", 2024},
                       "A100, vTrain's Megatron and MT-NLG's DeepSpeed pipeline, bf16",
                       chip("a100_megatron"),
                       selene,
                       {},
                       "constants of preset a100_megatron, not fitted on these rows; MT-NLG's is another framework"};
  const StepSet zero3{{"D. Narayanan et al., Efficient Large-Scale Language Model Training on GPU Clusters, SC", 2021},
                      "A100, DeepSpeed ZeRO-3, one adapter's rate in all, bf16",
                      chip("a100_megatron"),
                      one_adapter,
                      {.overlap = 0.4},
                      "constants of preset a100_megatron, not fitted on these rows: another framework"};
  const StepSet llama3{{"The Llama 3 Herd of Models, arXiv 2407.21783", 2024},
                       "H100, 8 chunks and one reduction a step assumed, bf16",
                       detail::measured("h100", 0.610, 0.453, 0.604, 19.9e-6),
                       {8, 360e9, 45e9, 5e-6, 15e-6},
                       {},
                       "constants fitted on this row alone"};

  Estimates all;
  const auto add = [&](const StepSet& set, const StepOptions& how, const std::vector<StepRow>& rows) {
    append_steps(all, {set, how, rows});
  };
  add(b200, {.recompute = Recompute::none},
      {{"b200.70b_tp2_mbc4", llama3_70b_12, 4096, {2, 1, 4, 1, 1, 1, 1}, 16, "0.7255 s", 1.32},
       {"b200.deepseekv2_ep8_mbc4", deepseek_v2_4, 4096, {1, 1, 8, 1, 8, 1, 1}, 32, "0.3666 s", -0.25},
       {"b200.70b_tp8_mbc8", llama3_70b_12, 4096, {8, 1, 1, 1, 1, 1, 1}, 8, "0.5567 s", -1.99},
       {"b200.deepseekv3_ep4_pp2_mbc8", deepseek_v3_4, 4096, {1, 2, 4, 1, 4, 1, 1}, 32, "0.7716 s", 1.16},
       {"b200.70b_pp2_mbc32", llama3_70b_12, 4096, {1, 2, 4, 1, 1, 1, 1}, 128, "5.4365 s", 0.62},
       {"b200.70b_tp2_mbc32", llama3_70b_12, 4096, {2, 1, 4, 1, 1, 1, 1}, 128, "5.3765 s", 0.36},
       {"b200.deepseekv2_ep8_mbc32", deepseek_v2_4, 4096, {1, 1, 8, 1, 8, 1, 1}, 256, "2.7213 s", -1.74},
       {"b200.405b_tp4_mbc4", llama3_405b_4, 4096, {4, 1, 2, 1, 1, 1, 1}, 8, "0.476 s", -2.97},
       {"b200.405b_pp2_mbc8", llama3_405b_4, 4096, {1, 2, 4, 1, 1, 1, 1}, 32, "1.9354 s", 0.47},
       {"b200.405b_tp8_mbc32", llama3_405b_4, 4096, {8, 1, 1, 1, 1, 1, 1}, 32, "1.9018 s", 2.94},
       {"b200.70b_tp2_mbc4.memory", llama3_70b_12, 4096, {2, 1, 4, 1, 1, 1, 1}, 16, "65154739712 B", -0.03},
       {"b200.deepseekv2_ep8_mbc4.memory", deepseek_v2_4, 4096, {1, 1, 8, 1, 8, 1, 1}, 32, "48999958016 B", -0.22},
       {"b200.70b_tp8_mbc8.memory", llama3_70b_12, 4096, {8, 1, 1, 1, 1, 1, 1}, 8, "30372386304 B", -0.10},
       {"b200.deepseekv3_ep4_pp2_mbc8.memory", deepseek_v3_4, 4096, {1, 2, 4, 1, 4, 1, 1}, 32, "122408584192 B", -0.18},
       {"b200.70b_pp2_mbc32.memory", llama3_70b_12, 4096, {1, 2, 4, 1, 1, 1, 1}, 128, "71459614208 B", 0.01},
       {"b200.70b_tp2_mbc32.memory", llama3_70b_12, 4096, {2, 1, 4, 1, 1, 1, 1}, 128, "65154739712 B", -0.03},
       {"b200.deepseekv2_ep8_mbc32.memory", deepseek_v2_4, 4096, {1, 1, 8, 1, 8, 1, 1}, 256, "48999958016 B", -0.22},
       {"b200.405b_tp4_mbc4.memory", llama3_405b_4, 4096, {4, 1, 2, 1, 1, 1, 1}, 8, "56788897280 B", -0.05},
       {"b200.405b_pp2_mbc8.memory", llama3_405b_4, 4096, {1, 2, 4, 1, 1, 1, 1}, 32, "93505086464 B", -0.03},
       {"b200.405b_tp8_mbc32.memory", llama3_405b_4, 4096, {8, 1, 1, 1, 1, 1, 1}, 32, "41418589696 B", -0.14}});
  add(b200, {.recompute = Recompute::none, .context_exchange = ContextExchange::all_to_all},
      {{"b200.70b_tp2_cp4_32k_mbc4", llama3_70b_12, 32768, {2, 1, 1, 4, 1, 1, 1}, 4, "1.758 s", 0.38},
       {"b200.405b_cp8_32k_mbc4", llama3_405b_4, 32768, {1, 1, 1, 8, 1, 1, 1}, 4, "2.0036 s", -1.75},
       {"b200.405b_tp2_cp4_128k_mbc4", llama3_405b_4, 131072, {2, 1, 1, 4, 1, 1, 1}, 4, "10.5776 s", 0.34},
       {"b200.70b_tp2_cp4_32k_mbc4.memory", llama3_70b_12, 32768, {2, 1, 1, 4, 1, 1, 1}, 4, "73474310656 B", -0.03},
       {"b200.405b_cp8_32k_mbc4.memory", llama3_405b_4, 32768, {1, 1, 1, 8, 1, 1, 1}, 4, "149482394112 B", -0.02},
       {"b200.405b_tp2_cp4_128k_mbc4.memory", llama3_405b_4, 131072, {2, 1, 1, 4, 1, 1, 1}, 4, "126838386176 B", -0.05}});
  add(a100, {.recompute = Recompute::full, .kernels = Kernels::unfused, .sequence_parallel = 0, .zero_stage = 0},
      {{"selene.22b_full", gpt_48_6144, 2048, {8, 1, 1, 1, 1, 1, 4}, 4, "1.42 s", 5.80},
       {"selene.1t_full", gpt_128_25600, 2048, {8, 64, 1, 1, 1, 1, 1}, 512, "94.42 s", 8.13}});
  add(a100, {.kernels = Kernels::unfused, .zero_stage = 0},
      {{"selene.175b_selective", gpt_96_12288, 2048, {8, 8, 1, 1, 1, 3, 1}, 64, "13.75 s", 2.41}});
  add(a100,
      {.recompute = Recompute::full, .kernels = Kernels::unfused, .sequence_parallel = 0, .zero_stage = 0, .gradient_bytes = 2},
      {{"narayanan1.3.6b", gpt_30_3072, 2048, {2, 1, 32, 1, 1, 1, 16}, 512, "3.6974 s", -2.14},
       {"narayanan1.18b", gpt_40_6144, 2048, {8, 1, 32, 1, 1, 1, 8}, 1024, "9.3993 s", 0.25},
       {"narayanan1.145b", gpt_80_12288, 2048, {8, 8, 24, 1, 1, 2, 2}, 2304, "24.8174 s", -2.99},
       {"narayanan1.530b", gpt_105_20480, 2048, {8, 35, 9, 1, 1, 3, 1}, 2520, "54.085 s", -4.62},
       {"narayanan2.ptd_175b_384", gpt_96_12288, 2048, {8, 12, 4, 1, 1, 1, 1}, 1536, "76.7799 s", 0.20},
       {"narayanan2.ptd_530b_2240", gpt_105_20480, 2048, {8, 35, 8, 1, 1, 1, 1}, 2240, "55.4456 s", 0.22}});
  add(a100, {.kernels = Kernels::unfused, .zero_stage = 0, .gradient_bytes = 2},
      {{"megascale.175b_256", gpt_96_12288_megascale, 2048, {8, 8, 4, 1, 1, 6, 1}, 768, "40.0 s", 3.69},
       {"megascale.175b_1024", gpt_96_12288_megascale, 2048, {8, 8, 16, 1, 1, 6, 1}, 768, "11.9 s", -7.48},
       {"megascale.175b_6144", gpt_96_12288_megascale, 2048, {8, 8, 96, 1, 1, 6, 1}, 6144, "14.78 s", -2.34}});
  add(others,
      {.recompute = Recompute::full, .kernels = Kernels::unfused, .sequence_parallel = 0, .zero_stage = 0, .gradient_bytes = 2},
      {{"vtrain.h3072_n64_t1_d64_p1_mb8", gpt_30_3072, 2048, {1, 1, 64, 1, 1, 1, 8}, 512, "3.5665 s", -3.88},
       {"vtrain.h8192_n512_t8_d16_p4_mb2", gpt_48_8192, 2048, {8, 4, 16, 1, 1, 1, 2}, 1536, "14.7134 s", 1.21},
       {"vtrain.h12288_n512_t4_d4_p32_mb2", gpt_96_12288, 2048, {4, 32, 4, 1, 1, 1, 2}, 1536, "53.9096 s", 7.26},
       {"mtnlg.530b_2800", gpt_105_20480_mtnlg, 2048, {8, 35, 10, 1, 1, 1, 1}, 1920, "50.2 s", -20.29}});
  add(zero3,
      {.recompute = Recompute::full, .kernels = Kernels::unfused, .sequence_parallel = 0, .zero_stage = 3, .gradient_bytes = 2},
      {{"narayanan2.zero3_175b_384", gpt_96_12288, 2048, {1, 1, 384, 1, 1, 1, 4}, 1536, "81.5786 s", 5.05},
       {"narayanan2.zero3_175b_1536", gpt_96_12288, 2048, {1, 1, 1536, 1, 1, 1, 1}, 1536, "66.7461 s", -11.74}});
  add(llama3, {.recompute = Recompute::none},
      {{"llama3.405b_8192", llama3_405b, 8192, {8, 16, 64, 1, 1, 8, 1}, 2048, "12.0812 s", 0.11}});
  return all;
}

}  // namespace scaling_limits::published
