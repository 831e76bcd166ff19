// SPDX-License-Identifier: Apache-2.0
// Machines that large models were trained on, and the largest sites that were announced, in GPUs or in H100 equivalents of peak
// BF16.
#pragma once
#include "../version.hpp"

#include <algorithm>

#include "preset.hpp"

namespace scaling_limits::published {

/// So many accelerators of one kind in a year; for a run, how long it held them.
struct Fleet {
  int year{};
  double gpus{};
  std::string_view chip{};          // a name of chips.hpp; h100e: H100 equivalents
  double most_gpus = NaN;           // where the source gives a range, its upper end
  double duration = NaN;            // [s]
  double gpus_per_node = NaN;       // accelerators that share a node
  std::string_view fabric{};        // a name of fabrics.hpp, where the network is known
  std::string_view failure_rate{};  // a name of failure_rates.hpp, where one was published for it
  std::string_view not_offered{};   // why no request is filled in from it: what of it is not known; empty where one is
};

namespace sites {

inline constexpr std::string_view site_data = "Epoch AI, data on AI data centres, Nov 2025 to Jun 2026";
inline constexpr std::string_view reliability = "Kokolis et al., Revisiting Reliability, HPCA 2025, arXiv 2410.21680";

constexpr Fleet machine(int year, double gpus, std::string_view chip, double gpus_per_node, std::string_view fabric = {},
                        std::string_view failure_rate = {}) {
  return {year, gpus, chip, NaN, NaN, gpus_per_node, fabric, failure_rate};
}
/// One that is known by its size and kind alone.
constexpr Fleet of_size(int year, double gpus, std::string_view chip, double gpus_per_node, std::string_view not_offered) {
  Fleet fleet = machine(year, gpus, chip, gpus_per_node);
  fleet.not_offered = not_offered;
  return fleet;
}

inline constexpr std::string_view equivalents = "given in H100 equivalents: neither chip nor network is known";
inline constexpr std::string_view two_dies =
    "modules of two dies, linked at several rates: no one bandwidth of a node is known";

inline constexpr Preset<Fleet> all[] = {
    {"colossus_2024", machine(2024, 100'000, "h100", 8, "dgx_h100"), Mark::second_source, site_data,
     "xAI, Memphis; Ethernet of 400 Gb/s per GPU: Data Center Dynamics, October 2024"},
    {"colossus_2025", machine(2025, 200'000, "h100", 8, "dgx_h100"), Mark::second_source, site_data,
     "xAI, Memphis; H200 among them; the network assumed to be that of 2024"},
    {"prometheus_2026", of_size(2026, 760'000, "h100e", NaN, equivalents), Mark::second_source, site_data,
     "Meta, Ohio; about, in H100 equivalents"},
    {"fairwater_atlanta_2026", of_size(2026, 743'000, "h100e", NaN, equivalents), Mark::second_source, site_data,
     "Microsoft, Atlanta; about, in H100 equivalents"},
    {"llama3_roce", machine(2024, 24'576, "h100", 8, "llama3_roce", "llama3_405b"), Mark::published,
     "The Llama 3 Herd of Models, arXiv 2407.21783, 2024, section 3.3.1", "Meta; Llama 3 405B held 16,384 of it"},
    {"llama3_infiniband", machine(2024, 24'576, "h100", 8, "dgx_h100"), Mark::second_source,
     "Meta, Building Meta's GenAI infrastructure, March 2024", "Meta; the smaller models of Llama 3"},
    {"rsc1", machine(2023, 16'000, "a100", 8, "dgx_a100", "rsc1"), Mark::published, reliability, "Meta; about"},
    {"rsc2", machine(2023, 8'000, "a100", 8, "dgx_a100", "rsc2"), Mark::published, reliability, "Meta; about"},
    {"opt_175b", machine(2022, 992, "a100", 8, "dgx_a100", "opt_175b"), Mark::second_source,
     "Zhang et al., OPT, arXiv 2205.01068, 2022, section 2.4", "Meta; 124 nodes, the network assumed to be that of a DGX"},
    {"megascale", machine(2023, 12'288, "a100", 8, "dgx_a100"), Mark::second_source,
     "Jiang et al., MegaScale, NSDI 2024, section 3.6", "ByteDance; Ampere GPUs, eight adapters of 200 Gb/s a node"},
    {"deepseek_v3", machine(2024, 2'048, "h800", 8, "hgx_h800"), Mark::published,
     "DeepSeek-V3 Technical Report, arXiv 2412.19437, 2024, section 3.1"},
    {"bloom_jean_zay", machine(2022, 384, "a100", 8, "jean_zay_a100"), Mark::second_source,
     "BigScience, BLOOM, arXiv 2211.05100, 2022, section 3.4", "48 nodes of Jean Zay that BLOOM 176B was trained on"},
    {"selene", machine(2020, 4'480, "a100", 8, "dgx_a100"), Mark::derived,
     "TOP500, November 2020: 555,520 cores / (2 x 64 + 8 x 108) = 560 nodes of 8", "NVIDIA"},
    {"eos", machine(2023, 4'608, "h100", 8, "dgx_h100"), Mark::second_source, "NVIDIA, Eos, February 2024",
     "576 DGX H100; MLPerf was run on another machine of the name with 10,752"},
    {"palm_tpu_v4", of_size(2022, 6'144, "tpu_v4", 4, "the bandwidth of a chip between its two pods is not known"),
     Mark::second_source, "Chowdhery et al., PaLM, arXiv 2204.02311, 2022, section 4",
     "Google; two pods of 3,072 chips, four a host"},
    {"frontier", of_size(2022, 37'632, "mi250x", 4, two_dies), Mark::second_source, "ORNL, Frontier, 2022: 9,408 nodes of four",
     "modules of two dies each"},
    {"aurora", of_size(2023, 63'744, "max_1550", 6, two_dies), Mark::second_source, "ALCF, Aurora machine overview, 2024",
     "10,624 nodes"},
    {"alps", machine(2024, 10'752, "gh200", 4, "quad_gh200"), Mark::second_source, "CSCS, Alps documentation, 2025",
     "2,688 nodes"},
    {"jupiter", machine(2025, 23'536, "gh200", 4, "quad_gh200"), Mark::derived,
     "TOP500, June 2025: 4,801,344 cores / (72 + 132) = 23,536", "JSC; the booster, 5,884 nodes"},
};

static_assert(std::ranges::all_of(all,
                                  [](const auto& one) { return one.value.fabric.empty() != one.value.not_offered.empty(); }),
              "a machine has a network, and is offered with it, or a reason why it is not");

}  // namespace sites

inline constexpr const auto& clusters = sites::all;

inline Fleet cluster(std::string_view name) { return find(clusters, "cluster", name).value; }

}  // namespace scaling_limits::published
