// SPDX-License-Identifier: Apache-2.0
// Places to save to, from fast and near to slow and safe, for a machine of 8-GPU H100 nodes. The file system is published;
// the other three are ceilings of the hardware times an assumed share, and say so.
#pragma once
#include "../version.hpp"

#include "../core/units.hpp"
#include "../storage/tier.hpp"
#include "preset.hpp"

namespace scaling_limits::published {

namespace detail {

constexpr storage::Tier<> each_gpu(double write_bandwidth, double read_bandwidth, double latency) {
  return {.write_bandwidth = write_bandwidth, .read_bandwidth = read_bandwidth, .latency = latency, .per_gpu = 1};
}

}  // namespace detail

inline constexpr Preset<storage::Tier<>> tiers[] = {
    {"gpu_memory", detail::each_gpu(400 * units::Gbit, 400 * units::Gbit, 1e-3), Mark::assumed,
     "memory of peer GPUs over the network: 400 Gb/s per GPU (H100 preset), latency of a collective start assumed"},
    {"host_memory", detail::each_gpu(50 * units::GB, 50 * units::GB, 1e-3), Mark::assumed,
     "memory of the own host: PCIe 5 x16 is 63 GB/s one way, 80 % of it assumed"},
    {"local_disk", detail::each_gpu(3 * units::GB, 6 * units::GB, 1e-2), Mark::assumed,
     "one NVMe disk per GPU: 3 GB/s write, 6 GB/s read assumed"},
    {"file_system",
     {.write_bandwidth = 2 * units::TB, .read_bandwidth = 2 * units::TB},
     Mark::second_source,
     "one file system for the whole job: The Llama 3 Herd of Models, 2024, section 3.3: 2 TB/s sustained (7 TB/s peak)"},
};

/// gpu_memory, host_memory, local_disk, file_system.
inline storage::Tier<> tier(std::string_view name) { return find(tiers, "tier", name).value; }

}  // namespace scaling_limits::published
