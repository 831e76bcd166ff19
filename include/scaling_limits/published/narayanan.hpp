// SPDX-License-Identifier: Apache-2.0
// Narayanan et al., "Efficient Large-Scale Language Model Training on GPU Clusters Using Megatron-LM", SC 2021: tables 1 and 2.
//
// What the source's short forms leave out: days = 8 tokens P/(N X) (eq. 4) is 2-3 % low, because attention and head are not in
// it.
#pragma once
#include "../version.hpp"

#include "../core/units.hpp"
#include "../workload/gpt_block.hpp"
#include "estimate.hpp"

namespace scaling_limits::published {

template <class = void>
Estimates narayanan() {
  const Source source{"D. Narayanan et al., Efficient Large-Scale Language Model Training on GPU Clusters, SC", 2021};
  const auto parameters = [&](std::string_view id, std::string_view inputs, double layers, double hidden, double billions,
                              std::string_view text, int significant) {
    return Estimate{source,
                    id,
                    "parameters",
                    Mark::published,
                    inputs,
                    digits(billions, text, significant, 1e9),
                    "1",
                    "workload.gpt_parameters",
                    workload::gpt_parameters(layers, hidden, 51200, 2048)};
  };
  const auto days = [&](std::string_view id, std::string_view inputs, double gpus, double tflops, int significant,
                        double printed, std::string_view text) {
    const double steps = 300e9 / (1536.0 * 2048), work = workload::gpt_step_flops(96, 12288, 51200, 2048, 1536);
    return Estimate{source,
                    id,
                    "training time on 300e9 tokens",
                    Mark::published,
                    inputs,
                    digits_of_both(digits(printed, text, 2, units::day), detail::half_unit(tflops, significant)),
                    "s",
                    "workload.gpt_step_flops",
                    steps * work / (gpus * tflops * 1e12)};
  };
  return {
      parameters("narayanan.1.7b", "24 layers, hidden 2304, vocabulary 51,200, sequence 2048", 24, 2304, 1.7, "1.7 B", 2),
      parameters("narayanan.7.5b", "36 layers, hidden 4096, vocabulary 51,200, sequence 2048", 36, 4096, 7.5, "7.5 B", 2),
      parameters("narayanan.39b", "48 layers, hidden 8192, vocabulary 51,200, sequence 2048", 48, 8192, 39.1, "39.1 B", 3),
      parameters("narayanan.146b", "80 layers, hidden 12288, vocabulary 51,200, sequence 2048", 80, 12288, 145.6, "145.6 B", 4),
      parameters("narayanan.1t", "128 layers, hidden 25600, vocabulary 51,200, sequence 2048", 128, 25600, 1008.0, "1008.0 B",
                 5),
      days("narayanan.days_384", "GPT-3 175B, 384 A100 at 153 TFLOP/s", 384, 153, 3, 84, "84 days"),
      days("narayanan.days_768", "GPT-3 175B, 768 A100 at 149 TFLOP/s", 768, 149, 3, 43, "43 days"),
      days("narayanan.days_1536", "GPT-3 175B, 1536 A100 at 141 TFLOP/s", 1536, 141, 3, 23, "23 days"),
      days("narayanan.zero3_384", "GPT-3 175B, ZeRO-3, 384 A100 at 144 TFLOP/s", 384, 144, 3, 90, "90 days"),
      days("narayanan.zero3_1536", "GPT-3 175B, ZeRO-3, 1536 A100 at 44 TFLOP/s", 1536, 44, 2, 74, "74 days"),
  };
}

}  // namespace scaling_limits::published
