// SPDX-License-Identifier: Apache-2.0
// Every strategy, with and without what it may be given, and a run that they protect.
#pragma once
#include "scaling_limits/run/growth.hpp"
#include "scaling_limits/strategies/asynchronous.hpp"
#include "scaling_limits/strategies/elastic.hpp"
#include "scaling_limits/strategies/in_memory.hpp"
#include "scaling_limits/strategies/independent.hpp"
#include "scaling_limits/strategies/just_in_time.hpp"
#include "scaling_limits/strategies/multilevel.hpp"
#include "scaling_limits/strategies/replicated.hpp"
#include "scaling_limits/strategies/spared.hpp"
#include "scaling_limits/strategies/verified.hpp"
#include "support/agrees.hpp"

namespace scaling_limits::testing {

using namespace strategies;

inline const TrainingRun<> llama{.gpus = 16384,
                                 .gpu_mttf = 50677 * 3600.0,
                                 .checkpoint_bytes = 5e12,
                                 .write_bandwidth = 5e10,
                                 .read_bandwidth = 5e10,
                                 .storage_latency = 1,
                                 .initialization_time = 120,
                                 .downtime = 60};
inline const storage::Tier<> host{.write_bandwidth = 1e8, .read_bandwidth = 1e8, .latency = 0.5, .per_gpu = 1};
inline const storage::Tier<> disk{.write_bandwidth = 1e12, .read_bandwidth = 5e11, .latency = 1};
inline const storage::Tier<> files{.write_bandwidth = 5e10, .read_bandwidth = 5e10, .latency = 2};

template <class F>
void for_each_strategy(const F& f) {
  f(blocking());
  f(asynchronous(2e12, 0.05));
  f(multilevel({{host, 0.8}, {files, 0.2}}));
  f(multilevel({{host, 0.7}, {disk, 0.2}, {files, 0.1}}));
  f(multilevel({{host, 0.8}, {files, 0.2}}, {1, 1, 1, 2}));
  f(multilevel({{host, 0.8}, {files, 0.2}}, {}, true));
  f(multilevel({{disk, 0.6}, {files, 0.4}}, {1, 1, 2}, true));
  f(multilevel({{host, 0.8}, own_level(0.2)}));
  f(multilevel({{host, 0.8}, own_level(0.2)}, {1, 1, 2}, true));
  f(in_memory(2, "group", 3));
  f(in_memory(3, "ring"));
  f(buddy(10, 0.5));
  f(just_in_time());
  f(just_in_time(0.9));
  f(verified(20, 0.1));
  f(verified(5, 0.5, 0.7));
  f(replicated(true));
  f(replicated(false));
  f(elastic(32));
  f(elastic(64, 30, 1200));
  f(spared(16, 86400));
  f(spared(24, 86400, 20, 0.7, 4, 900));
  f(independent(8));
  f(independent(8, asynchronous(2e12, 0.05), 6, true));
  f(independent(8, elastic(4), 8));
  f(independent(8, independent(2, multilevel({{host, 0.8}, {files, 0.2}}))));
}

template <class S>
TrainingRun<S> at_size(double gpus, const S& log_size) {
  return growth::chinchilla().grown(converted<TrainingRun, double>(growth::chinchilla().at(llama, gpus)), log_size);
}

}  // namespace scaling_limits::testing
