// SPDX-License-Identifier: Apache-2.0
// Parameter counts and utilisations of training reports: Llama 3, PaLM, DeepSeek-V3, Nemotron-4. A utilisation is its
// conventions: the attention counted, the peak's format, and what is left out of the parameters; each row names them.
//
// Known oddity: DeepSeek-V3's 43.73 % is of the BF16 peak, though its matrix products run in FP8 (a peak twice as high); and
// its 432 TFLOP/s come out with neither the input table nor the routers counted.
#pragma once
#include "../version.hpp"

#include "../core/units.hpp"
#include "../workload/utilization.hpp"
#include "estimate.hpp"
#include "shapes.hpp"

namespace scaling_limits::published {

template <class = void>
Estimates utilizations() {
  using workload::model_flops_utilization, workload::tokens_per_second;
  const Source llama{"The Llama 3 Herd of Models, arXiv 2407.21783", 2024};
  const Source palm{"A. Chowdhery et al., PaLM: Scaling Language Modeling with Pathways, arXiv 2204.02311", 2022};
  const Source deepseek{"C. Zhao et al., Insights into DeepSeek-V3, ISCA", 2025};
  const Source nemotron{"J. Parmar et al., Nemotron-4 15B Technical Report", 2024};
  const auto& p = shape("palm_540b");
  auto d = shape("deepseek_v3");
  const double all = d.parameters(), matrices = d.matrix_parameters();
  d.router = 0;
  const double tokens = tokens_per_second(15360.0 * 4096, 19.926), full = d.flops_per_token("full", false);
  const std::string_view step = "15,360 x 4096 tokens in 19.926 s on 2048 GPUs";
  // the breakdown of one step: 1F, bubble, 1B, 1W, 1F1B, optimizer
  const double parts = 1.13 + 2.06 + 1.99 + 0.48 + 13.95 + 0.29;
  return {
      {llama, "llama3.parameters", "parameters of Llama 3.1 405B", Mark::derived, "table 3: 126 layers, hidden 16,384, untied",
       exactly(405'853'388'800, "405,853,388,800"), "1", "workload.TransformerShape.parameters",
       shape("llama3_405b").parameters()},
      {palm, "palm.parameters", "parameters of PaLM 540B", Mark::second_source, "table 1: 118 layers, hidden 18,432, tied",
       digits(540.35, "540.35 B", 5, 1e9), "1", "workload.TransformerShape.parameters", p.parameters()},
      {palm, "palm.mfu", "model FLOPs utilisation, full attention, BF16 peak", Mark::second_source,
       "238.3e3 tokens/s on 6144 TPU v4 of 275 TFLOP/s", digits(0.462, "46.2 %", 3), "1", "workload.model_flops_utilization",
       model_flops_utilization(238.3e3, p.flops_per_token("full"), 6144, 275e12)},
      {palm, "palm.hfu", "hardware FLOPs utilisation: 75 % of the other forward, all of the attention recomputed",
       Mark::second_source, "238.3e3 tokens/s on 6144 TPU v4 of 275 TFLOP/s", digits(0.578, "57.8 %", 3), "1",
       "workload.hardware_flops_utilization",
       workload::hardware_flops_utilization(238.3e3, p.matrix_flops_per_token(), p.attention_flops_per_token("full"), 6144,
                                            275e12, 0.75, 1)},
      {deepseek, "deepseek_v3.parameters", "parameters of DeepSeek-V3, without its multi-token prediction", Mark::derived,
       "61 layers, hidden 7168, 256 experts", exactly(671'026'404'352, "671,026,404,352"), "1",
       "workload.TransformerShape.parameters", all},
      {deepseek, "deepseek_v3.matrices", "the same without normalisation weights", Mark::derived,
       "61 layers, hidden 7168, 256 experts", exactly(671'025'397'760, "671,025,397,760"), "1",
       "workload.TransformerShape.matrix_parameters", matrices},
      {deepseek, "deepseek_v3.tokens_per_day", "tokens per day", Mark::published, step, digits(272.80, "272.80 B", 5, 1e9), "1",
       "workload.tokens_per_second", tokens * units::day},
      {deepseek, "deepseek_v3.tflops_full", "FLOP/s per GPU, full attention", Mark::published, step,
       digits(432, "432 TFLOP/s", 3, 1e12), "FLOP/s", "workload.TransformerShape.flops_per_token", tokens * full / 2048},
      {deepseek, "deepseek_v3.tflops_causal", "FLOP/s per GPU, causal attention", Mark::published, step,
       digits(385, "385 TFLOP/s", 3, 1e12), "FLOP/s", "workload.TransformerShape.flops_per_token",
       tokens * d.flops_per_token("causal", false) / 2048},
      {deepseek, "deepseek_v3.mfu", "model FLOPs utilisation, full attention, BF16 peak though products are FP8",
       Mark::published, "as above, 989 TFLOP/s", digits(0.4373, "43.73 %", 4), "1", "workload.model_flops_utilization",
       model_flops_utilization(tokens, full, 2048, 989e12)},
      {deepseek, "deepseek_v3.step", "time of a step, sum of its parts", Mark::published,
       "1F 1.13, bubble 2.06, 1B 1.99, 1W 0.48, 1F1B 13.95, optimizer 0.29 s",
       digits_of_both(digits(19.926, "19.926 s", 5), 6 * 0.005 / parts), "s", "sum of a breakdown", parts},
      {nemotron, "nemotron4_15b.mfu", "model FLOPs utilisation, full attention, no input table, BF16 peak", Mark::published,
       "384 sequences of 4096 in 0.57 s on 768 H100 of 989.4 TFLOP/s",
       digits_of_both(digits(0.343, "34.3 %", 3), detail::half_unit(0.57, 2)), "1", "workload.model_flops_utilization",
       model_flops_utilization(tokens_per_second(384.0 * 4096, 0.57), shape("nemotron4_15b").flops_per_token("full", false),
                               768, 989.4e12)},
  };
}

}  // namespace scaling_limits::published
