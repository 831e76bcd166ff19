// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/published/shapes.hpp>

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <set>
#include <string>

namespace {

using namespace scaling_limits;
using Shape = workload::TransformerShape<>;

double tables(const Shape& shape) { return (shape.tied != 0 ? 1 : 2) * shape.table_parameters(); }

// What its authors count.
double all(const Shape& shape) { return shape.parameters(); }
double but_tables(const Shape& shape) { return shape.parameters() - tables(shape); }
double active(const Shape& shape) { return shape.active_parameters(); }
double multiplied(const Shape& shape) { return shape.active_parameters() - shape.table_parameters(); }  // not looked up
double active_but_tables(const Shape& shape) { return shape.active_parameters() - tables(shape); }

/// A number as the authors of a model print it. digits: how many of it are significant, 0: it is exact. cut: those behind the
/// last one are cut off, not rounded. left_out: what they count and the shape says it leaves out.
struct Printed {
  std::string_view name;
  double (*of)(const Shape&);
  double value;
  int digits;
  std::string_view where;
  bool cut = false;
  double left_out = 0;
};
constexpr bool cut = true;

// One layer that predicts a second token: attention, 160 experts and a shared one, router, norms of heads, two of the layer, two
// of what comes in and one of what goes out; a product that joins two widths.
constexpr double glm_second_token = 2.0 * 5120 * 96 * 128 + 2.0 * 5120 * 8 * 128 + (96 + 16) * 128.0 + 161.0 * 3 * 5120 * 1536 +
                                    160 * 5120.0 + 256 + 5 * 5120.0 + 2.0 * 5120 * 5120;

constexpr Printed printed[] = {
    {"llama3_8b", all, 8.03e9, 3, "page of meta-llama/Meta-Llama-3-8B"},
    {"llama3_8b", all, 8'030'261'248, 0, "its files"},
    {"llama3_70b", all, 70.6e9, 3, "page of meta-llama/Meta-Llama-3-70B"},
    {"llama3_70b", all, 70'553'706'496, 0, "its files"},
    {"llama3_405b", all, 405e9, 3, "arXiv 2407.21783, abstract", cut},
    {"llama3_405b", all, 405'853'388'800, 0, "its files"},
    {"llama3_2_1b", all, 1.23e9, 3, "MODEL_CARD.md of Llama 3.2", cut},
    {"llama3_2_3b", all, 3.21e9, 3, "MODEL_CARD.md of Llama 3.2"},
    {"llama_7b", all, 6.7e9, 2, "arXiv 2302.13971, Table 2"},
    {"llama_13b", all, 13.0e9, 3, "arXiv 2302.13971, Table 2"},
    {"llama_33b", all, 32.5e9, 3, "arXiv 2302.13971, Table 2"},
    {"llama_65b", all, 65.2e9, 3, "arXiv 2302.13971, Table 2", cut},
    {"llama2_7b", all, 6.74e9, 3, "page of meta-llama/Llama-2-7b-hf"},
    {"llama2_13b", all, 13.0e9, 3, "page of meta-llama/Llama-2-13b-hf"},
    {"llama2_70b", all, 69e9, 2, "page of meta-llama/Llama-2-70b-hf"},
    {"gpt2", all, 124e6, 3, "README of openai/gpt-2"},
    {"gpt2_medium", all, 355e6, 3, "README of openai/gpt-2"},
    {"gpt2_large", all, 774e6, 3, "README of openai/gpt-2"},
    {"gpt2_xl", all, 1558e6, 4, "README of openai/gpt-2"},
    {"gpt3_175b", all, 174.6e9, 4, "Narayanan et al. 2021, Table 2"},
    {"megatron_18b", all, 18.4e9, 3, "Narayanan et al. 2021, Table 1"},
    {"megatron_76b", all, 76.1e9, 3, "Narayanan et al. 2021, Table 1"},
    {"megatron_145b", all, 145.6e9, 4, "Narayanan et al. 2021, Table 1"},
    {"megatron_530b", all, 529.6e9, 4, "Narayanan et al. 2021, Table 1"},
    {"megatron_1t", all, 1008.0e9, 5, "Narayanan et al. 2021, Table 1"},
    {"opt_13b", all, 13e9, 2, "arXiv 2205.01068, Table 1"},
    {"opt_66b", all, 66e9, 2, "arXiv 2205.01068, Table 1"},
    {"opt_175b", all, 175e9, 3, "arXiv 2205.01068, Table 1"},
    {"bloom_7b1", all, 7'069'016'064, 0, "model card of bigscience/bloom-7b1", false, 2 * 4096},
    {"bloom_176b", all, 176'247'271'424, 0, "model card of bigscience/bloom", false, 2 * 14336},
    {"pythia_1b", all, 1'011'781'632, 0, "model card of EleutherAI/pythia-1b"},
    {"pythia_1b", but_tables, 805'736'448, 0, "model card of EleutherAI/pythia-1b"},
    {"pythia_6_9b", all, 6'857'302'016, 0, "model card of EleutherAI/pythia-6.9b"},
    {"pythia_6_9b", but_tables, 6'444'163'072, 0, "model card of EleutherAI/pythia-6.9b"},
    {"pythia_12b", all, 11'846'072'320, 0, "model card of EleutherAI/pythia-12b"},
    {"pythia_12b", but_tables, 11'327'027'200, 0, "model card of EleutherAI/pythia-12b"},
    {"gpt_neox_20b", all, 20'554'567'680, 0, "model card of EleutherAI/gpt-neox-20b"},
    {"falcon_7b", all, 7e9, 1, "model card of tiiuae/falcon-7b"},
    {"palm_540b", all, 540.35e9, 5, "arXiv 2204.02311, Table 1"},
    {"palm_540b", all, 540'354'281'472, 0, "its matrices"},
    {"nemotron4_15b", but_tables, 12.5e9, 3, "Nemotron-4 15B Technical Report, section 2"},
    {"nemotron4_340b", but_tables, 331.6e9, 4, "arXiv 2406.11704, section 2.1"},
    {"nemotron4_340b", tables, 9.4e9, 2, "arXiv 2406.11704, section 2.1"},
    {"mistral_7b", all, 7.24e9, 3, "page of mistralai/Mistral-7B-v0.1"},
    {"mistral_nemo_12b", all, 12e9, 2, "model card of mistralai/Mistral-Nemo-Base-2407"},
    {"ministral_8b", all, 8'019'808'256, 0, "model card of mistralai/Ministral-8B-Instruct-2410"},
    {"mistral_large_123b", all, 123e9, 3, "model card of mistralai/Mistral-Large-Instruct-2407"},
    {"qwen2_72b", all, 72.71e9, 4, "Qwen2, release of June 2024, table of models"},
    {"qwen2_72b", but_tables, 70.21e9, 4, "Qwen2, release of June 2024, table of models"},
    {"qwen2_5_0_5b", all, 0.49e9, 2, "model card of Qwen/Qwen2.5-0.5B"},
    {"qwen2_5_0_5b", but_tables, 0.36e9, 2, "model card of Qwen/Qwen2.5-0.5B"},
    {"qwen2_5_1_5b", all, 1.54e9, 3, "model card of Qwen/Qwen2.5-1.5B"},
    {"qwen2_5_1_5b", but_tables, 1.31e9, 3, "model card of Qwen/Qwen2.5-1.5B"},
    {"qwen2_5_7b", all, 7.61e9, 3, "model card of Qwen/Qwen2.5-7B", cut},
    {"qwen2_5_7b", but_tables, 6.53e9, 3, "model card of Qwen/Qwen2.5-7B"},
    {"qwen2_5_14b", all, 14.7e9, 3, "model card of Qwen/Qwen2.5-14B", cut},
    {"qwen3_8b", all, 8.2e9, 2, "model card of Qwen/Qwen3-8B"},
    {"qwen3_8b", but_tables, 6.95e9, 3, "model card of Qwen/Qwen3-8B"},
    {"qwen3_14b", all, 14.8e9, 3, "model card of Qwen/Qwen3-14B"},
    {"qwen3_14b", but_tables, 13.2e9, 3, "model card of Qwen/Qwen3-14B"},
    {"qwen3_32b", all, 32.8e9, 3, "model card of Qwen/Qwen3-32B"},
    {"qwen3_32b", but_tables, 31.2e9, 3, "model card of Qwen/Qwen3-32B"},
    {"deepseek_67b", all, 67e9, 2, "arXiv 2401.02954, Table 2"},
    {"gemma_2b", tables, 524'550'144, 0, "arXiv 2403.08295, Table 2"},
    {"gemma_2b", but_tables, 1'981'884'416, 0, "arXiv 2403.08295, Table 2"},
    {"gemma_7b", tables, 786'825'216, 0, "arXiv 2403.08295, Table 2"},
    {"gemma_7b", but_tables, 7'751'248'896, 0, "arXiv 2403.08295, Table 2"},
    {"gemma2_9b", tables, 917'962'752, 0, "arXiv 2408.00118, Table 2"},
    {"gemma2_9b", but_tables, 8'324'201'984, 0, "arXiv 2408.00118, Table 2"},
    {"gemma2_27b", tables, 1'180'237'824, 0, "arXiv 2408.00118, Table 2"},
    {"gemma2_27b", but_tables, 26'047'480'320, 0, "arXiv 2408.00118, Table 2"},
    {"gemma3_12b", but_tables, 10'759e6, 5, "arXiv 2503.19786, Table 1"},
    {"gemma3_27b", but_tables, 25'600e6, 5, "arXiv 2503.19786, Table 1"},
    {"phi_3_mini", all, 3.8e9, 2, "arXiv 2404.14219, abstract"},
    {"phi_4", all, 14.7e9, 3, "page of microsoft/phi-4"},
    {"olmo2_7b", all, 7.30e9, 3, "page of allenai/OLMo-2-1124-7B"},
    {"tinyllama_1b", all, 1.1e9, 2, "arXiv 2401.02385, title"},
    {"smollm2_1_7b", all, 1.7e9, 2, "arXiv 2502.02737, abstract"},
    {"mixtral_8x7b", all, 46.7e9, 3, "Mixtral of experts, mistral.ai, December 2023"},
    {"mixtral_8x7b", active, 12.9e9, 3, "Mixtral of experts, mistral.ai, December 2023"},
    {"mixtral_8x22b", all, 141e9, 3, "Cheaper, better, faster, stronger, mistral.ai, April 2024"},
    {"mixtral_8x22b", active, 39e9, 2, "Cheaper, better, faster, stronger, mistral.ai, April 2024"},
    {"qwen2_57b_a14b", all, 57.41e9, 4, "Qwen2, release of June 2024, table of models"},
    {"qwen2_57b_a14b", but_tables, 56.32e9, 4, "Qwen2, release of June 2024, table of models"},
    {"qwen2_57b_a14b", active, 14e9, 2, "Qwen2, release of June 2024"},
    {"qwen3_30b_a3b", all, 30.5e9, 3, "model card of Qwen/Qwen3-30B-A3B"},
    {"qwen3_30b_a3b", active, 3.3e9, 2, "model card of Qwen/Qwen3-30B-A3B", cut},
    {"qwen3_235b_a22b", all, 235e9, 3, "model card of Qwen/Qwen3-235B-A22B"},
    {"qwen3_235b_a22b", but_tables, 234e9, 3, "model card of Qwen/Qwen3-235B-A22B"},
    {"qwen3_235b_a22b", active, 22e9, 2, "model card of Qwen/Qwen3-235B-A22B"},
    {"qwen3_coder_480b_a35b", all, 480e9, 3, "model card of Qwen/Qwen3-Coder-480B-A35B-Instruct"},
    {"qwen3_coder_480b_a35b", active, 35e9, 2, "model card of Qwen/Qwen3-Coder-480B-A35B-Instruct"},
    {"deepseek_v3", all, 671e9, 3, "arXiv 2412.19437, abstract"},
    {"deepseek_v3", all, 671'026'404'352, 0, "its files, without the second token's module"},
    {"deepseek_v3", multiplied, 37e9, 2, "arXiv 2412.19437, abstract"},
    {"deepseek_v2", all, 236e9, 3, "arXiv 2405.04434, abstract"},
    {"deepseek_v2", active, 21e9, 2, "arXiv 2405.04434, abstract"},
    {"deepseek_v2_lite", all, 15.7e9, 3, "arXiv 2405.04434, appendix B"},
    {"deepseek_v2_lite", multiplied, 2.4e9, 2, "arXiv 2405.04434, appendix B", cut},
    {"deepseek_moe_16b", all, 16.4e9, 3, "arXiv 2401.06066, section 5"},
    {"deepseek_moe_16b", active, 2.8e9, 2, "arXiv 2401.06066, section 5"},
    {"kimi_k2", all, 1e12, 1, "model card of moonshotai/Kimi-K2-Base"},
    {"kimi_k2", multiplied, 32e9, 2, "model card of moonshotai/Kimi-K2-Base"},
    {"moonlight_16b_a3b", but_tables, 15.29e9, 4, "model card of moonshotai/Moonlight-16B-A3B"},
    {"moonlight_16b_a3b", active_but_tables, 2.24e9, 3, "model card of moonshotai/Moonlight-16B-A3B"},
    {"glm_4_5", but_tables, 355e9, 3, "arXiv 2508.06471, Table 1", false, glm_second_token},
    {"glm_4_5", active_but_tables, 32e9, 2, "arXiv 2508.06471, Table 1"},
    {"glm_4_5_air", but_tables, 106e9, 3, "arXiv 2508.06471, Table 1"},
    {"glm_4_5_air", active_but_tables, 12e9, 2, "arXiv 2508.06471, Table 1"},
    {"gpt_oss_120b", all, 116.83e9, 5, "arXiv 2508.10925, Table 1"},
    {"gpt_oss_120b", multiplied, 5.13e9, 3, "arXiv 2508.10925, Table 1"},
    {"gpt_oss_20b", all, 20.91e9, 4, "arXiv 2508.10925, Table 1"},
    {"gpt_oss_20b", multiplied, 3.61e9, 3, "arXiv 2508.10925, Table 1"},
    {"dbrx", all, 132e9, 3, "Introducing DBRX, databricks.com, March 2024"},
    {"dbrx", active, 36e9, 2, "Introducing DBRX, databricks.com, March 2024"},
    {"olmoe_7b", all, 6.9e9, 2, "arXiv 2409.02060, section 2"},
    {"olmoe_7b", active, 1.3e9, 2, "arXiv 2409.02060, section 2"},
    {"phi_3_5_moe", all, 42e9, 2, "arXiv 2404.14219, section 2", false, 32 * 4096 + 32064},
    {"phi_3_5_moe", active, 6.6e9, 2, "arXiv 2404.14219, section 2", false, 32 * 4096 + 32064},
};

}  // namespace

TEST_CASE("published shapes have the parameters that their authors print, to the last digit printed", "[published]") {
  std::set<std::string_view> seen;
  for (const Printed& row : printed) {
    const double count = row.of(published::shape(row.name)) + row.left_out;
    CAPTURE(row.name, row.where, count, row.value);
    seen.insert(row.name);
    if (row.digits == 0) {
      CHECK(count == row.value);
      continue;
    }
    const double unit = std::pow(10.0, std::floor(std::log10(row.value) + 1e-9) - row.digits + 1);
    const double below = row.cut ? 0 : unit / 2, above = row.cut ? unit : unit / 2;
    CHECK(row.value - below <= count);
    CHECK(count < row.value + above);
  }
  for (const auto& preset : published::shapes) {
    INFO(preset.name);
    CHECK(seen.contains(preset.name));
  }
  CHECK(published::shape("deepseek_v3").matrix_parameters() == 671'025'397'760);
}

TEST_CASE("every published shape is valid, and an unknown one is refused with the names there are", "[published]") {
  for (const auto& preset : published::shapes) CHECK_NOTHROW(validate(preset.value));
  CHECK_THROWS_AS(published::shape("llama9"), InvalidArgument);
  CHECK(published::shapes.size() == std::size(published::families::dense) + std::size(published::families::mixtures));
}

TEST_CASE("published shapes are of every architecture that a shape can have", "[published]") {
  int dense = 0, grouped = 0, mixtures = 0, latent = 0, small = 0, frontier = 0;
  for (const auto& [name, shape, mark, source, note] : published::shapes) {
    (shape.is_mixture() ? mixtures : dense) += 1;
    grouped += shape.key_value_heads < shape.query_heads;
    latent += shape.is_latent();
    small += shape.parameters() < 2e9;
    frontier += shape.parameters() > 300e9;
  }
  CHECK(published::shapes.size() >= 40);
  CHECK(dense >= 30);
  CHECK(grouped >= 20);
  CHECK(mixtures >= 15);
  CHECK(latent >= 5);
  CHECK(small >= 5);
  CHECK(frontier >= 8);
}
