// SPDX-License-Identifier: Apache-2.0
// Published mixtures of experts. mixture(shape, experts, active experts, shared experts, width of an expert, first dense
// layers); latent(shape, rank of queries, rank of keys and values, part of a head that carries the position).
#pragma once
#include "../version.hpp"

#include "preset.hpp"
#include "shape_families.hpp"

namespace scaling_limits::published {

namespace detail {

inline constexpr std::string_view gpt_oss_note =
    "windows of 128 tokens in every other layer are not represented: attention is of whole sequences; the weight that each "
    "head "
    "gives to no token is not counted";

}  // namespace detail

namespace families {

inline constexpr Preset<Shape> mixtures[] = {
    {"mixtral_8x7b", mixture(llama(32, 4096, 14336, 32, 8, 128, 32000, 32768), 8, 2, 0, 14336), Mark::second_source,
     "Jiang et al., Mixtral of Experts, arXiv 2401.04088, 2024, Table 1"},
    {"mixtral_8x22b", mixture(llama(56, 6144, 16384, 48, 8, 128, 32768, 65536), 8, 2, 0, 16384), Mark::second_source,
     "config.json of mistralai/Mixtral-8x22B-v0.1, 2024"},
    {"qwen2_57b_a14b", mixture(biased(llama(28, 3584, 18944, 28, 4, 128, 151936, 4096)), 64, 8, 8, 2560), Mark::published,
     "config.json of Qwen/Qwen2-57B-A14B, 2024",
     "its one shared expert is as wide as eight; the gate of it, 3,584 weights a layer, is not counted"},
    {"qwen3_30b_a3b", mixture(with_head_norms(llama(48, 2048, 6144, 32, 4, 128, 151936, 4096)), 128, 8, 0, 768),
     Mark::second_source, "config.json of Qwen/Qwen3-30B-A3B, 2025"},
    {"qwen3_235b_a22b", mixture(with_head_norms(llama(94, 4096, 12288, 64, 4, 128, 151936, 4096)), 128, 8, 0, 1536),
     Mark::second_source, "config.json of Qwen/Qwen3-235B-A22B, 2025"},
    {"qwen3_coder_480b_a35b", mixture(with_head_norms(llama(62, 6144, 8192, 96, 8, 128, 151936, 4096)), 160, 8, 0, 2560),
     Mark::published, "config.json of Qwen3-Coder-480B-A35B-Instruct, 2025"},
    {"deepseek_v3", latent(mixture(llama(61, 7168, 18432, 128, 128, 128, 129280, 4096), 256, 8, 1, 2048, 3), 1536, 512, 64),
     Mark::published, "DeepSeek-V3 Technical Report, arXiv 2412.19437, 2024, section 4.2",
     "R1 too; without the module that predicts a second token, and the biases that balance experts"},
    {"deepseek_v2", latent(mixture(llama(60, 5120, 12288, 128, 128, 128, 102400, 4096), 160, 6, 2, 1536, 1), 1536, 512, 64),
     Mark::second_source, "DeepSeek-V2, arXiv 2405.04434, 2024, section 3.1.2"},
    {"deepseek_v2_lite", latent(mixture(llama(27, 2048, 10944, 16, 16, 128, 102400, 4096), 64, 6, 2, 1408, 1), 0, 512, 64),
     Mark::second_source, "DeepSeek-V2, arXiv 2405.04434, 2024, appendix B"},
    {"deepseek_moe_16b", mixture(llama(28, 2048, 10944, 16, 16, 128, 102400, 4096), 64, 6, 2, 1408, 1), Mark::second_source,
     "config.json of deepseek-ai/deepseek-moe-16b-base, 2024"},
    {"kimi_k2", latent(mixture(llama(61, 7168, 18432, 64, 64, 128, 163840, 4096), 384, 8, 1, 2048, 1), 1536, 512, 64),
     Mark::second_source, "config.json of moonshotai/Kimi-K2-Base, 2025", "without the biases that balance experts"},
    {"moonlight_16b_a3b", latent(mixture(llama(27, 2048, 11264, 16, 16, 128, 163840, 8192), 64, 6, 2, 1408, 1), 0, 512, 64),
     Mark::second_source, "config.json of moonshotai/Moonlight-16B-A3B, 2025", "without the biases that balance experts"},
    {"glm_4_5", mixture(with_head_norms(biased(llama(92, 5120, 12288, 96, 8, 128, 151552, 4096))), 160, 8, 1, 1536, 3),
     Mark::second_source, "GLM-4.5, arXiv 2508.06471, 2025, Table 1",
     "without the layer that predicts a second token, and the biases that balance experts"},
    {"glm_4_5_air", mixture(biased(llama(46, 4096, 10944, 96, 8, 128, 151552, 4096)), 128, 8, 1, 1408, 1), Mark::second_source,
     "GLM-4.5, arXiv 2508.06471, 2025, Table 1",
     "without the layer that predicts a second token, and the biases that balance experts"},
    {"gpt_oss_120b", gpt_oss(36, 128), Mark::second_source, "gpt-oss model card, arXiv 2508.10925, 2025, section 2",
     detail::gpt_oss_note},
    {"gpt_oss_20b", gpt_oss(24, 32), Mark::second_source, "gpt-oss model card, arXiv 2508.10925, 2025, section 2",
     detail::gpt_oss_note},
    {"dbrx", mixture(llama(40, 6144, 10752, 48, 8, 128, 100352, 32768), 16, 4, 0, 10752), Mark::published,
     "config.json of databricks/dbrx-base, 2024"},
    {"olmoe_7b", mixture(with_wide_norms(llama(16, 2048, 1024, 16, 16, 128, 50304, 4096)), 64, 8, 0, 1024), Mark::second_source,
     "config.json of allenai/OLMoE-1B-7B-0924, 2024"},
    {"phi_3_5_moe", mixture(shifted(biased(llama(32, 4096, 6400, 32, 8, 128, 32064, 4096))), 16, 2, 0, 6400),
     Mark::second_source, "config.json of microsoft/Phi-3.5-MoE-instruct, 2024",
     "the biases of attention's output and of the head, 163,136 in all, are not counted"},
};

}  // namespace families

}  // namespace scaling_limits::published
