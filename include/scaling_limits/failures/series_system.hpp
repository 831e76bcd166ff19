// SPDX-License-Identifier: Apache-2.0
// A machine made of parts that all must work: the job stops when any part fails. With exponential lives the rates add up:
//
//   failure_rate = sum_i count_i/mttf_i     over the parts
//   mtbf = 1 / failure_rate
//   count_i/mttf_i / failure_rate           share of part i
//
// A part may be a cause as well: one of Llama 3's is {"NIC", 16384, gpu_mttf_from_events(7, 16384, 54 days)}.
#pragma once
#include "../version.hpp"

#include <vector>

#include "../core/fields.hpp"

namespace scaling_limits::failures {

/// One kind of part: how many the machine has, and the mean life of one [s]; inf for a part that does not fail.
template <class S = double>
struct Part {
  std::string name{};
  S count = S(NaN);
  S mttf = S(NaN);

  /// Interruptions per second from all parts of this kind.
  S failure_rate() const { return value_of(mttf) == inf || value_of(count) == 0 ? S(0) : S(count / mttf); }
};

template <class S = double>
struct SeriesSystem {
  std::vector<Part<S>> parts{};

  /// Interruptions of the machine per second; 0 without parts.
  S failure_rate() const {
    S sum(0);
    for (const auto& part : parts) sum = sum + part.failure_rate();
    return sum;
  }
  /// Mean running time between interruptions [s]; inf where nothing fails.
  S mtbf() const {
    const S rate = failure_rate();
    return value_of(rate) == 0 ? S(inf) : S(S(1) / rate);
  }
  /// The gpu_mttf [s] of a TrainingRun on this machine: mtbf x gpus.
  S gpu_mttf(const S& gpus) const { return mtbf() * gpus; }
  /// Share of the interruptions that each part causes, in the order of the parts; 0 for all where nothing fails.
  std::vector<S> shares() const {
    const S rate = failure_rate();
    std::vector<S> shares;
    for (const auto& part : parts) shares.push_back(value_of(rate) == 0 ? S(0) : S(part.failure_rate() / rate));
    return shares;
  }
};

/// Throws DomainError naming part and field: 0 <= count < inf, mttf > 0.
template <class S>
void validate(const SeriesSystem<S>& system) {
  for (const auto& part : system.parts) {
    check("SeriesSystem", part.name + ".count", value_of(part.count), not_negative);
    check("SeriesSystem", part.name + ".mttf", value_of(part.mttf), positive_or_inf, "s");
  }
}

}  // namespace scaling_limits::failures
