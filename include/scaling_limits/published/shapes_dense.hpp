// SPDX-License-Identifier: Apache-2.0
// Published dense transformers. Of llama(...): layers, hidden, feed-forward, query heads, key/value heads, head size,
// vocabulary, sequence; of gpt(...): layers, hidden, heads, vocabulary, sequence, positions. A sequence is that of most of the
// pre-training where the source says, the longest of the config elsewhere. Tables are as long as they are stored.
#pragma once
#include "../version.hpp"

#include "preset.hpp"
#include "shape_families.hpp"

namespace scaling_limits::published {

namespace detail {

inline constexpr std::string_view llama3_herd = "The Llama 3 Herd of Models, arXiv 2407.21783, 2024, Table 3";
inline constexpr std::string_view llama1 =
    "Touvron et al., LLaMA, arXiv 2302.13971, 2023, Table 2; widths of its released params";
inline constexpr std::string_view llama2 = "config.json of meta-llama/Llama-2-*-hf, 2023";
inline constexpr std::string_view gpt2 = "config.json of openai-community/gpt2, -medium, -large, -xl, 2019";
inline constexpr std::string_view megatron =
    "Narayanan et al., Efficient Large-Scale Language Model Training on GPU Clusters, 2021, Table 1";
inline constexpr std::string_view opt = "Zhang et al., OPT, arXiv 2205.01068, 2022, Table 1; config.json of facebook/opt-*";
inline constexpr std::string_view pythia = "config.json and model card of EleutherAI/pythia-*, 2023";
inline constexpr std::string_view bloom_note =
    "the norm behind its input table, two weights for each of its width, is not counted";
inline constexpr std::string_view gemma_note = "vocabulary of the report; the released one has 256,000 rows";
inline constexpr std::string_view gemma2_note =
    "vocabulary of the report; windows of 4,096 tokens in every other layer are not represented: attention is of whole "
    "sequences";
inline constexpr std::string_view gemma3_note =
    "the language model; windows of 1,024 tokens in five layers of six are not represented: attention is of whole sequences";

}  // namespace detail

namespace families {

inline constexpr Preset<Shape> dense[] = {
    {"llama3_8b", llama(32, 4096, 14336, 32, 8, 128, 128256, 8192), Mark::published, detail::llama3_herd},
    {"llama3_70b", llama(80, 8192, 28672, 64, 8, 128, 128256, 8192), Mark::published, detail::llama3_herd},
    {"llama3_405b", llama(126, 16384, 53248, 128, 8, 128, 128256, 8192), Mark::published, detail::llama3_herd},
    {"llama3_2_1b", tied(llama(16, 2048, 8192, 32, 8, 64, 128256, 8192)), Mark::second_source,
     "config.json of meta-llama/Llama-3.2-1B, 2024"},
    {"llama3_2_3b", tied(llama(28, 3072, 8192, 24, 8, 128, 128256, 8192)), Mark::second_source,
     "config.json of meta-llama/Llama-3.2-3B, 2024"},
    {"llama_7b", llama(32, 4096, 11008, 32, 32, 128, 32000, 2048), Mark::second_source, detail::llama1},
    {"llama_13b", llama(40, 5120, 13824, 40, 40, 128, 32000, 2048), Mark::second_source, detail::llama1},
    {"llama_33b", llama(60, 6656, 17920, 52, 52, 128, 32000, 2048), Mark::second_source, detail::llama1},
    {"llama_65b", llama(80, 8192, 22016, 64, 64, 128, 32000, 2048), Mark::second_source, detail::llama1},
    {"llama2_7b", llama(32, 4096, 11008, 32, 32, 128, 32000, 4096), Mark::second_source, detail::llama2},
    {"llama2_13b", llama(40, 5120, 13824, 40, 40, 128, 32000, 4096), Mark::second_source, detail::llama2},
    {"llama2_70b", llama(80, 8192, 28672, 64, 8, 128, 32000, 4096), Mark::second_source, detail::llama2},
    {"gpt2", gpt(12, 768, 12, 50257, 1024, 1024), Mark::second_source, detail::gpt2},
    {"gpt2_medium", gpt(24, 1024, 16, 50257, 1024, 1024), Mark::second_source, detail::gpt2},
    {"gpt2_large", gpt(36, 1280, 20, 50257, 1024, 1024), Mark::second_source, detail::gpt2},
    {"gpt2_xl", gpt(48, 1600, 25, 50257, 1024, 1024), Mark::second_source, detail::gpt2},
    {"gpt3_175b", gpt(96, 12288, 96, 51200, 2048, 2048), Mark::published,
     "Narayanan et al., Efficient Large-Scale Language Model Training on GPU Clusters, 2021, Table 2",
     "vocabulary padded as there; the layers of OpenAI's GPT-3 whose attention is banded are full here"},
    {"megatron_18b", gpt(40, 6144, 48, 51200, 2048, 2048), Mark::published, detail::megatron},
    {"megatron_76b", gpt(60, 10240, 80, 51200, 2048, 2048), Mark::published, detail::megatron},
    {"megatron_145b", gpt(80, 12288, 96, 51200, 2048, 2048), Mark::published, detail::megatron},
    {"megatron_530b", gpt(105, 20480, 128, 51200, 2048, 2048), Mark::published, detail::megatron,
     "as MT-NLG 530B (Smith et al., arXiv 2201.11990, 2022), whose vocabulary is 50,257"},
    {"megatron_1t", gpt(128, 25600, 160, 51200, 2048, 2048), Mark::published, detail::megatron},
    {"opt_13b", gpt(40, 5120, 40, 50272, 2048, 2050), Mark::second_source, detail::opt},
    {"opt_66b", gpt(64, 9216, 72, 50272, 2048, 2050), Mark::second_source, detail::opt},
    {"opt_175b", gpt(96, 12288, 96, 50272, 2048, 2050), Mark::second_source, detail::opt},
    {"bloom_7b1", gpt(30, 4096, 32, 250880, 2048, 0), Mark::second_source,
     "config.json and model card of bigscience/bloom-7b1, 2022", detail::bloom_note},
    {"bloom_176b", gpt(70, 14336, 112, 250880, 2048, 0), Mark::published,
     "config.json and model card of bigscience/bloom, 2022", detail::bloom_note},
    {"pythia_1b", neox(16, 2048, 8, 50304, 2048), Mark::second_source, detail::pythia},
    {"pythia_6_9b", neox(32, 4096, 32, 50432, 2048), Mark::second_source, detail::pythia},
    {"pythia_12b", neox(36, 5120, 40, 50688, 2048), Mark::second_source, detail::pythia},
    {"gpt_neox_20b", neox(44, 6144, 64, 50432, 2048), Mark::second_source, "config.json of EleutherAI/gpt-neox-20b, 2022"},
    {"falcon_7b", shifted(normed(tied(plain(llama(32, 4544, 18176, 71, 1, 64, 65024, 2048))), 1)), Mark::second_source,
     "config.json of tiiuae/falcon-7b, 2023"},
    {"palm_540b", normed(tied(llama(118, 18432, 73728, 48, 1, 256, 256000, 2048)), 0), Mark::second_source,
     "Chowdhery et al., PaLM, arXiv 2204.02311, 2022, Table 1",
     "matrices only, which is what gives the 540.35e9 that are printed"},
    {"nemotron4_15b", plain(llama(32, 6144, 24576, 48, 8, 128, 256000, 4096)), Mark::published,
     "Parmar et al., Nemotron-4 15B Technical Report, 2024, Table 1"},
    {"nemotron4_340b", plain(llama(96, 18432, 73728, 96, 8, 192, 256000, 4096)), Mark::second_source,
     "Nemotron-4 340B Technical Report, arXiv 2406.11704, 2024, Table 1"},
    {"mistral_7b", llama(32, 4096, 14336, 32, 8, 128, 32000, 8192), Mark::published,
     "Jiang et al., Mistral 7B, arXiv 2310.06825, 2023, Table 1",
     "a window of 4,096 tokens is not represented: attention is of whole sequences"},
    {"mistral_nemo_12b", llama(40, 5120, 14336, 32, 8, 128, 131072, 128000), Mark::published,
     "config.json of Mistral-Nemo-Base-2407, 2024"},
    {"ministral_8b", llama(36, 4096, 12288, 32, 8, 128, 131072, 131072), Mark::published,
     "model card of Ministral-8B-Instruct-2410, 2024",
     "windows of 32k tokens in three layers of four are not represented: attention is of whole sequences"},
    {"mistral_large_123b", llama(88, 12288, 28672, 96, 8, 128, 32768, 32768), Mark::second_source,
     "config.json of Mistral-Large-Instruct-2407, 2024"},
    {"qwen2_72b", biased(llama(80, 8192, 29568, 64, 8, 128, 152064, 4096)), Mark::published,
     "config.json of Qwen/Qwen2-72B, 2024"},
    {"qwen2_5_0_5b", tied(biased(llama(24, 896, 4864, 14, 2, 64, 151936, 4096))), Mark::second_source,
     "config.json of Qwen/Qwen2.5-0.5B, 2024"},
    {"qwen2_5_1_5b", tied(biased(llama(28, 1536, 8960, 12, 2, 128, 151936, 4096))), Mark::second_source,
     "config.json of Qwen/Qwen2.5-1.5B, 2024"},
    {"qwen2_5_7b", biased(llama(28, 3584, 18944, 28, 4, 128, 152064, 4096)), Mark::second_source,
     "config.json of Qwen/Qwen2.5-7B, 2024"},
    {"qwen2_5_14b", biased(llama(48, 5120, 13824, 40, 8, 128, 152064, 4096)), Mark::second_source,
     "config.json of Qwen/Qwen2.5-14B, 2024"},
    {"qwen3_8b", with_head_norms(llama(36, 4096, 12288, 32, 8, 128, 151936, 4096)), Mark::second_source,
     "config.json of Qwen/Qwen3-8B, 2025"},
    {"qwen3_14b", with_head_norms(llama(40, 5120, 17408, 40, 8, 128, 151936, 4096)), Mark::second_source,
     "config.json of Qwen/Qwen3-14B, 2025"},
    {"qwen3_32b", with_head_norms(llama(64, 5120, 25600, 64, 8, 128, 151936, 4096)), Mark::second_source,
     "config.json of Qwen/Qwen3-32B, 2025"},
    {"deepseek_67b", llama(95, 8192, 22016, 64, 8, 128, 102400, 4096), Mark::second_source,
     "DeepSeek LLM, arXiv 2401.02954, 2024, Table 2"},
    {"gemma_2b", tied(llama(18, 2048, 16384, 8, 1, 256, 256128, 8192)), Mark::published,
     "Gemma, arXiv 2403.08295, 2024, Table 1", detail::gemma_note},
    {"gemma_7b", tied(llama(28, 3072, 24576, 16, 16, 256, 256128, 8192)), Mark::published,
     "Gemma, arXiv 2403.08295, 2024, Table 1", detail::gemma_note},
    {"gemma2_9b", gemma2(42, 3584, 14336, 16, 8, 256, 256128, 8192), Mark::published,
     "Gemma 2, arXiv 2408.00118, 2024, Table 1", detail::gemma2_note},
    {"gemma2_27b", gemma2(46, 4608, 36864, 32, 16, 128, 256128, 8192), Mark::published,
     "Gemma 2, arXiv 2408.00118, 2024, Table 1", detail::gemma2_note},
    {"gemma3_12b", with_head_norms(gemma2(48, 3840, 15360, 16, 8, 256, 262144, 32768)), Mark::second_source,
     "config.json of google/gemma-3-12b-pt, 2025", detail::gemma3_note},
    {"gemma3_27b", with_head_norms(gemma2(62, 5376, 21504, 32, 16, 128, 262144, 32768)), Mark::second_source,
     "config.json of google/gemma-3-27b-pt, 2025", detail::gemma3_note},
    {"phi_3_mini", llama(32, 3072, 8192, 32, 32, 96, 32064, 4096), Mark::second_source,
     "config.json of microsoft/Phi-3-mini-4k-instruct, 2024"},
    {"phi_4", llama(40, 5120, 17920, 40, 10, 128, 100352, 4096), Mark::second_source, "config.json of microsoft/phi-4, 2024"},
    {"olmo2_7b", with_wide_norms(llama(32, 4096, 11008, 32, 32, 128, 100352, 4096)), Mark::second_source,
     "config.json of allenai/OLMo-2-1124-7B, 2024"},
    {"tinyllama_1b", llama(22, 2048, 5632, 32, 4, 64, 32000, 2048), Mark::second_source,
     "config.json of TinyLlama/TinyLlama_v1.1, 2024"},
    {"smollm2_1_7b", tied(llama(24, 2048, 8192, 32, 32, 64, 49152, 8192)), Mark::second_source,
     "config.json of HuggingFaceTB/SmolLM2-1.7B, 2024"},
};

}  // namespace families

}  // namespace scaling_limits::published
