// SPDX-License-Identifier: Apache-2.0
// Sites: the largest machines that were announced, in GPUs or in H100 equivalents of peak BF16.
#pragma once
#include "../version.hpp"

#include "preset.hpp"

namespace scaling_limits::published {

/// So many accelerators of one kind in a year; for a run, how long it held them.
struct Fleet {
  int year{};
  double gpus{};
  std::string_view chip{};  // a name of chips.hpp; h100e: H100 equivalents
  double most_gpus = NaN;   // where the source gives a range, its upper end
  double duration = NaN;    // [s]
};

namespace detail {

inline constexpr std::string_view site_data = "Epoch AI, data on AI data centres, Nov 2025 to Jun 2026";

}  // namespace detail

inline constexpr Preset<Fleet> clusters[] = {
    {"colossus_2024", {2024, 100'000, "h100"}, Mark::second_source, detail::site_data, "xAI, Memphis"},
    {"colossus_2025", {2025, 200'000, "h100"}, Mark::second_source, detail::site_data, "xAI, Memphis"},
    {"prometheus_2026",
     {2026, 760'000, "h100e"},
     Mark::second_source,
     detail::site_data,
     "Meta, Ohio; about, in H100 equivalents"},
    {"fairwater_atlanta_2026",
     {2026, 743'000, "h100e"},
     Mark::second_source,
     detail::site_data,
     "Microsoft, Atlanta; about, in H100 equivalents"},
};

inline Fleet cluster(std::string_view name) { return find(clusters, "cluster", name).value; }

}  // namespace scaling_limits::published
