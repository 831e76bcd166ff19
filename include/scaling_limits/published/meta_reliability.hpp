// SPDX-License-Identifier: Apache-2.0
// Kokolis et al., "Revisiting Reliability in Large-Scale ML Research Clusters" (HPCA 2025, arXiv 2410.21680).
//
// The MTTFs printed for small jobs (47.7 days for 8 GPUs, 7.9 h for 1024) imply 21 to 24 failures per 1000 node-days, three
// times the printed rate of RSC-1: small jobs' MTTF never scales to large ones.
#pragma once
#include "../version.hpp"

#include "../core/units.hpp"
#include "../run/training_run.hpp"
#include "estimate.hpp"
#include "failure_rates.hpp"

namespace scaling_limits::published {

namespace detail {

inline double rsc1_mtbf(double gpus) { return failures::mtbf_from_gpus(failure_rate("rsc1").gpu_mttf(), gpus); }

}  // namespace detail

template <class = void>
Estimates meta_reliability() {
  const Source source{"A. Kokolis et al., Revisiting Reliability in Large-Scale ML Research Clusters, HPCA", 2025};
  const std::string_view rate = "6.50 failures per 1000 8-GPU-node-days";
  return {
      {source, "meta.mttf_16k", "MTTF of 16,384 GPUs", Mark::second_source, rate, digits(1.8, "1.8 h", 2, units::hour), "s",
       "failures.gpu_mttf_from_node_rate, mtbf_from_gpus", detail::rsc1_mtbf(16'384)},
      {source, "meta.mttf_131k", "MTTF of 131,072 GPUs", Mark::second_source, rate, digits(0.23, "0.23 h", 2, units::hour), "s",
       "failures.gpu_mttf_from_node_rate, mtbf_from_gpus", detail::rsc1_mtbf(131'072)},
  };
}

}  // namespace scaling_limits::published
