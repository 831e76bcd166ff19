// SPDX-License-Identifier: Apache-2.0
// Steps of NVIDIA's recipes on H100 and GB200: NeMo 24.07 and dgxc-benchmarking. Their recipes hide tensor messages
// (tensor_overlap 0.8) and, as everywhere, gathers and reductions (overlap 0.4); no recompute, gradients of 2 bytes and ZeRO
// stage 1 are assumed.
#pragma once
#include "../version.hpp"

#include "chips.hpp"
#include "measured_steps.hpp"

namespace scaling_limits::published {

template <class = void>
Estimates steps_nvidia() {
  using namespace parallelism;
  using Shape = workload::TransformerShape<>;
  const Shape llama2_7b = detail::grouped(32, 4096, 11008, 32, 32, 32000);
  const Shape llama2_13b = detail::grouped(40, 5120, 13824, 40, 40, 32000);
  const Shape llama3_8b = detail::grouped(32, 4096, 14336, 32, 8, 128256);
  const Shape llama2_70b = detail::grouped(80, 8192, 28672, 64, 8, 32000);
  const Shape nemotron_8b = detail::gpt(32, 4096, 32, 256000, 0);
  const Shape nemotron_22b = detail::gpt(40, 6144, 48, 256000, 0);
  const Shape nemotron4_340b = detail::grouped(96, 18432, 73728, 96, 8, 256000, 0);
  const Shape nemotron4_15b = detail::grouped(32, 6144, 24576, 48, 8, 256000, 0);
  const Shape llama3_405b = detail::grouped(126, 16384, 53248, 128, 8, 128256);
  const Source nemo_source{"NVIDIA NeMo 24.07, docs/source/performance/performance_summary.md", 2024};
  const Source dgxc{"NVIDIA dgxc-benchmarking, nemotron/README.md and llama3.1/README.md", 2025};
  const network::Fabric<> h100{8, 360e9, 45e9, 5e-6, 15e-6}, rack{64, 700e9, 45e9, 8e-6, 15e-6};
  const StepOptions recipe{.overlap = 0.4, .tensor_overlap = 0.8};
  constexpr std::string_view three = "constants fitted on these 3 rows";
  const StepSet nemo{nemo_source,
                     "H100, NeMo, fp8",
                     detail::measured("h100", 0.576, 0.170, 0.905, 14e-6, 1978.9e12),
                     h100,
                     recipe,
                     "constants fitted on these 7 rows"};
  const StepSet h100_bf16{dgxc, "H100, NeMo recipes, bf16", detail::measured("h100", 0.662, 0.468, 0.649, 20e-6), h100, recipe,
                          three};
  const StepSet h100_fp8{
      dgxc, "H100, NeMo recipes, fp8", detail::measured("h100", 0.720, 0.198, 0.624, 20.1e-6, 1978.9e12), h100, recipe, three};
  const StepSet gb200_bf16{dgxc, "GB200, NeMo recipes, bf16", chip("gb200_bf16"), rack, recipe, three};
  const StepSet gb200_fp8{dgxc, "GB200, NeMo recipes, fp8", chip("gb200_fp8"), rack, recipe, three};

  Estimates all;
  const auto add = [&](const StepSet& set, const StepOptions& how, const std::vector<StepRow>& rows) {
    append_steps(all, {set, how, rows});
  };
  add(nemo, {.recompute = Recompute::none, .precision = Precision::fp8, .sequence_parallel = 0, .gradient_bytes = 2},
      {{"nemo2407.llama2_7b_g8_b128", llama2_7b, 4096, {1, 1, 8, 1, 1, 1, 1}, 128, "3.89007 s", 5.85},
       {"nemo2407.llama2_13b_g16_b128", llama2_13b, 4096, {1, 4, 4, 1, 1, 10, 1}, 128, "3.78996 s", 2.34},
       {"nemo2407.llama3_8b_g8_b128", llama3_8b, 8192, {1, 1, 4, 2, 1, 1, 1}, 128, "10.89 s", -2.71}});
  add(nemo, {.recompute = Recompute::none, .precision = Precision::fp8, .gradient_bytes = 2},
      {{"nemo2407.llama2_70b_g64_b128", llama2_70b, 4096, {4, 4, 4, 1, 1, 20, 1}, 128, "4.79906 s", 2.03},
       {"nemo2407.nemotron_8b_g64_b256", nemotron_8b, 4096, {2, 1, 32, 1, 1, 1, 4}, 256, "1.28998 s", -4.90},
       {"nemo2407.nemotron_22b_g64_b256", nemotron_22b, 4096, {2, 4, 8, 1, 1, 10, 2}, 256, "3.84962 s", -4.18},
       {"nemo2407.nemotron4_340b_g128_b32", nemotron4_340b, 4096, {8, 8, 2, 1, 1, 12, 1}, 32, "3.18012 s", 3.11}});
  add(h100_bf16, {.recompute = Recompute::none, .gradient_bytes = 2},
      {{"dgxc.15b_h100_bf16_g16_b64", nemotron4_15b, 4096, {2, 1, 8, 1, 1, 1, 2}, 64, "2.746 s", 1.83},
       {"dgxc.340b_h100_bf16_g256_b64", nemotron4_340b, 4096, {8, 8, 4, 1, 1, 12, 1}, 64, "4.606 s", 0.24},
       {"dgxc.405b_h100_bf16_g512_b256", llama3_405b, 8192, {8, 8, 4, 2, 1, 8, 1}, 256, "19.81 s", -1.73}});
  add(h100_fp8, {.recompute = Recompute::none, .precision = Precision::fp8, .gradient_bytes = 2},
      {{"dgxc.15b_h100_fp8_g16_b64", nemotron4_15b, 4096, {2, 1, 8, 1, 1, 1, 2}, 64, "1.988 s", -0.46},
       {"dgxc.340b_h100_fp8_g256_b64", nemotron4_340b, 4096, {8, 8, 4, 1, 1, 12, 1}, 64, "3.107 s", 2.98},
       {"dgxc.405b_h100_fp8_g512_b256", llama3_405b, 8192, {8, 8, 4, 2, 1, 8, 1}, 256, "13.02 s", -2.02}});
  add(gb200_bf16, {.recompute = Recompute::none, .gradient_bytes = 2},
      {{"dgxc.340b_gb200_bf16_g128_b32", nemotron4_340b, 4096, {8, 4, 4, 1, 1, 12, 1}, 32, "2.189 s", -0.28},
       {"dgxc.340b_gb200_bf16_g128_b512", nemotron4_340b, 4096, {8, 4, 4, 1, 1, 12, 1}, 512, "32.66 s", -0.64},
       {"dgxc.405b_gb200_bf16_g128_b64", llama3_405b, 8192, {4, 8, 2, 2, 1, 8, 1}, 64, "9.347 s", 1.13}});
  add(gb200_fp8, {.recompute = Recompute::none, .precision = Precision::fp8, .gradient_bytes = 2},
      {{"dgxc.340b_gb200_fp8_g128_b32", nemotron4_340b, 4096, {8, 4, 4, 1, 1, 12, 1}, 32, "1.483 s", 1.31},
       {"dgxc.340b_gb200_fp8_g128_b512", nemotron4_340b, 4096, {8, 4, 4, 1, 1, 12, 1}, 512, "21.83 s", 0.35},
       {"dgxc.405b_gb200_fp8_g128_b64", llama3_405b, 8192, {4, 8, 2, 2, 1, 8, 1}, 64, "6.131 s", -2.12}});
  return all;
}

}  // namespace scaling_limits::published
