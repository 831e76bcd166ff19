// SPDX-License-Identifier: Apache-2.0
// Where state goes: the memory of peer GPUs, host memory, local disks, a parallel file system. A tier is its bandwidths and
// its latency; a bandwidth is the whole job's, or each GPU's where per_gpu says so and then grows with the job.
#pragma once
#include "../version.hpp"

#include "../core/fields.hpp"

namespace scaling_limits::storage {

template <class S = double>
struct Tier {
  S write_bandwidth = S(NaN);
  S read_bandwidth = S(inf);
  S latency = S(0);
  S per_gpu = S(0);

  /// A bandwidth of this tier as a job of that size sees it [B/s]; unlimited, it is so at every size: without slopes.
  template <class T>
  T aggregate(const T& bandwidth, const T& gpus) const {
    if (value_of(bandwidth) == inf) return T(inf);
    return value_of(per_gpu) != 0 ? T(bandwidth * gpus) : bandwidth;
  }
  /// Exponent in size of the tier's bandwidths: 1 where each GPU brings its own, 0 for one shared system.
  double growth_exponent() const { return value_of(per_gpu) != 0 ? 1 : 0; }
};

template <class S>
constexpr auto fields(const Tier<S>*) {
  using T = Tier<S>;
  return std::to_array<Field<T, S>>({
      {"write_bandwidth", &T::write_bandwidth, "B/s", positive_or_inf, "bandwidth of a save, one way",
       usually(1e9, 1e14, "one disk to a tier in every GPU's host"), Effect::help},
      {"read_bandwidth", &T::read_bandwidth, "B/s", positive_or_inf, "bandwidth of a load, one way",
       usually(1e9, 1e14, "one disk to a tier in every GPU's host"), Effect::help},
      {"latency", &T::latency, "s", not_negative, "time a save or a load takes before its first byte", usually(0, 60),
       Effect::cost},
      {"per_gpu", &T::per_gpu, "1", flag, "whether the bandwidths are each GPU's (1) or the whole system's (0)"},
  });
}
static_assert(table_is_complete<Tier<>>, "Tier: a member without its row, or a row without its member");

}  // namespace scaling_limits::storage
