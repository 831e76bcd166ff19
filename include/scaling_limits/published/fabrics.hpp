// SPDX-License-Identifier: Apache-2.0
// The networks of nodes, racks and pods as a GPU sees them: bandwidths of the hardware, per GPU and one way.
//
// Makers print both ways of a link together (NVLink 900 GB/s): half of it is one way. Adapters are printed one way, in bits. A
// library reaches less: the two rows that end in _reached are what published steps were fitted with. Latencies are in no data
// sheet: they are none but there.
#pragma once
#include "../version.hpp"

#include "../core/units.hpp"
#include "../network/fabric.hpp"
#include "preset.hpp"

namespace scaling_limits::published {

namespace networks {

using units::GB, units::Gbit;

/// inner, outer: one way, per GPU.
constexpr network::Fabric<> node(double gpus, double inner, double outer) {
  return {.gpus_per_node = gpus, .inner_bandwidth = inner, .outer_bandwidth = outer};
}

inline constexpr std::string_view pod_note =
    "a node is the whole pod; the inner bandwidth is of all links of the torus, a ring has those of its axis";
inline constexpr std::string_view tpu_docs = "Google Cloud TPU documentation, system architecture, 2025";

inline constexpr Preset<network::Fabric<>> all[] = {
    {"dgx_h100", node(8, 450 * GB, 400 * Gbit), Mark::second_source, "NVIDIA, DGX H100 data sheet, 2022",
     "any node of eight H100 or H200 SXM with an adapter of 400 Gb/s each"},
    {"dgx_h100_reached",
     {8, 360 * GB, 45 * GB, 5e-6, 15e-6},
     Mark::assumed,
     "what the step of Llama 3 405B on H100 was fitted with (arXiv 2407.21783, Table 4); published/steps_megatron.hpp, 2024",
     "80 % of NVLink, 90 % of the adapter"},
    {"dgx_a100", node(8, 300 * GB, 200 * Gbit), Mark::second_source, "NVIDIA, DGX A100 data sheet, 2020",
     "any node of eight A100 SXM with an adapter of 200 Gb/s each"},
    {"dgx_a100_reached",
     {8, 235 * GB, 22 * GB, 5e-6, 15e-6},
     Mark::assumed,
     "what steps on Selene were fitted with (Narayanan et al. 2021, Korthikanti et al. 2022); published/steps_megatron.hpp, "
     "2024",
     "78 % of NVLink, 88 % of the adapter"},
    {"dgx1_v100", node(8, 150 * GB, 50 * Gbit), Mark::second_source, "NVIDIA, DGX-1 with Tesla V100 white paper, 2017",
     "four adapters of 100 Gb/s for eight GPUs; no switch: six links each to some of the others"},
    {"dgx_b200", node(8, 900 * GB, 400 * Gbit), Mark::second_source, "NVIDIA, DGX B200 data sheet, 2024"},
    {"dgx_b300", node(8, 900 * GB, 800 * Gbit), Mark::second_source, "NVIDIA, DGX B300 data sheet, 2025"},
    {"gb200_nvl72", node(72, 900 * GB, 400 * Gbit), Mark::second_source, "NVIDIA, GB200 NVL72 data sheet, 2024"},
    {"gb300_nvl72", node(72, 900 * GB, 800 * Gbit), Mark::second_source, "NVIDIA, GB300 NVL72 data sheet, 2025"},
    {"hgx_h800", node(8, 200 * GB, 400 * Gbit), Mark::second_source,
     "DeepSeek-V3 insights, arXiv 2505.09343, 2025, section 4: 400 GB/s of NVLink both ways, eight adapters of 400 Gb/s",
     "DeepSeek reach 160 and 40 to 50 GB/s"},
    {"llama3_roce", node(8, 450 * GB, 400 * Gbit), Mark::published, "The Llama 3 Herd of Models, arXiv 2407.21783, 2024, 3.3.1",
     "Ethernet of 400 Gb/s per GPU; pods of 3,072 at full bandwidth, between them a seventh, which is not represented"},
    {"jean_zay_a100", node(8, 300 * GB, 50 * Gbit), Mark::second_source, "model card of bigscience/bloom, 2022",
     "four links of Omni-Path, 100 Gb/s, for eight GPUs"},
    {"aws_p4d", node(8, 300 * GB, 50 * Gbit), Mark::second_source, "AWS, EC2 P4 instances, 2020", "400 Gb/s for eight A100"},
    {"gcp_a3_mega", node(8, 450 * GB, 200 * Gbit), Mark::second_source, "Google Cloud, A3 machine series, 2024",
     "1,600 Gb/s for eight H100, beside 200 of the host"},
    {"quad_gh200", node(4, 450 * GB, 200 * Gbit), Mark::second_source, "CSCS, Alps documentation, 2025; JSC, JUPITER, 2025",
     "each with the three others over 150 GB/s of NVLink: a ring over four has a third; an adapter of 200 Gb/s each"},
    {"mi300x_node", node(8, 448 * GB, 400 * Gbit), Mark::second_source, "AMD, Instinct MI300X platform data sheet, 2023",
     "seven links of 64 GB/s, one to each of the others; an adapter of 400 Gb/s each, as AMD's reference design has it"},
    {"mi355x_node", node(8, 537.6 * GB, 400 * Gbit), Mark::second_source, "AMD, Instinct MI355X platform data sheet, 2025",
     "seven links of 76.8 GB/s, one to each of the others; an adapter of 400 Gb/s each, as AMD's reference design has it"},
    {"gaudi3_node", node(8, 525 * GB, 600 * Gbit), Mark::second_source, "Intel, Gaudi 3 white paper, 2024",
     "of 24 ports of 200 Gb/s 21 stay inside, three to each of the others"},
    {"tpu_v5e_pod", node(256, 200 * GB, 25 * Gbit), Mark::published, tpu_docs, pod_note},
    {"tpu_v5p_pod", node(8960, 600 * GB, 50 * Gbit), Mark::published, tpu_docs, pod_note},
    {"tpu_v6e_pod", node(256, 400 * GB, 100 * Gbit), Mark::published, tpu_docs, pod_note},
};

}  // namespace networks

inline constexpr const auto& fabrics = networks::all;

/// The network of that name, for example fabric("dgx_h100"); throws InvalidArgument listing the names there are.
inline network::Fabric<> fabric(std::string_view name) { return find(fabrics, "fabric", name).value; }

}  // namespace scaling_limits::published
