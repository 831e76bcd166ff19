// SPDX-License-Identifier: Apache-2.0
// Runs: Llama 3.1 405B as a TrainingRun, the start of most examples, and the fleets that other known models were trained on.
#pragma once
#include "../version.hpp"

#include "../core/units.hpp"
#include "../run/training_run.hpp"
#include "clusters.hpp"

namespace scaling_limits::published {

/// Llama 3.1 405B with the inputs of Epoch AI's estimate. What the estimate leaves out is free here: read, restart, downtime.
inline constexpr TrainingRun<> llama3_405b() {
  return {
      .gpus = 16'384, .gpu_mttf = 50'000 * units::hour, .checkpoint_bytes = 5 * units::TB, .write_bandwidth = 2 * units::TB};
}

/// What its fields rest on.
inline constexpr FieldSource llama3_405b_sources[] = {
    {"gpus", Mark::published, "The Llama 3 Herd of Models, arXiv 2407.21783, 2024, section 3.3"},
    {"gpu_mttf", Mark::published,
     "Hardware Failures Won't Limit AI Scaling, Epoch AI, 2024; 16,384 x 54 x 24 h / 419 interruptions = 50,677 h (D)"},
    {"checkpoint_bytes", Mark::second_source, "Epoch AI, 2024: about 5 TB; 405e9 parameters x 12 B = 4.86 TB (D)"},
    {"write_bandwidth", Mark::second_source, "Epoch AI, 2024; The Llama 3 Herd of Models, section 3.3: 2 TB/s sustained"},
    {"read_bandwidth", Mark::assumed, "not part of the estimate: free"},
    {"storage_latency", Mark::assumed, "not part of the estimate: none"},
    {"initialization_time", Mark::assumed, "not part of the estimate: none"},
    {"downtime", Mark::assumed, "not part of the estimate: none"},
};

namespace detail {

inline constexpr std::string_view model_data = "Epoch AI, data on AI models, Nov 2025";
inline constexpr std::string_view size_alone =
    "size and chip alone are known: neither failures nor what was saved, and where to";
/// A run of which no more is known than that.
constexpr Fleet of_size(int year, double gpus, std::string_view chip, double most_gpus = NaN) {
  return {year, gpus, chip, most_gpus, NaN, NaN, {}, {}, size_alone};
}

}  // namespace detail

inline constexpr Preset<Fleet> run_fleets[] = {
    {"gpt3", detail::of_size(2020, 10'000, "v100"), Mark::second_source, detail::model_data, "GPT-3"},
    {"gpt4", detail::of_size(2022, 25'000, "a100"), Mark::second_source, detail::model_data, "GPT-4"},
    {"gemini_ultra", detail::of_size(2023, 57'000, "tpu_v4"), Mark::second_source, detail::model_data, "Gemini 1.0 Ultra"},
    {"llama3_405b", {2024, 16'384, "h100", NaN, 2142 * units::hour}, Mark::second_source, detail::model_data, "Llama 3.1 405B"},
    {"grok3", detail::of_size(2025, 80'000, "h100", 100'000), Mark::second_source, detail::model_data, "Grok 3"},
    {"grok4", detail::of_size(2025, 200'000, "h100"), Mark::second_source, detail::model_data, "Grok 4"},
};

inline Fleet run_fleet(std::string_view name) { return find(run_fleets, "run", name).value; }

}  // namespace scaling_limits::published
