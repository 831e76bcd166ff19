// SPDX-License-Identifier: Apache-2.0
// The streams of a simulation on several cores: the one header that knows threads. `options.pool = simulation::threads()`.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <functional>
#include <thread>
#include <vector>

namespace scaling_limits::simulation {

/// A pool of n threads, the calling one among them; 0: one per core. What is simulated does not depend on it.
inline std::function<void(int parts, const std::function<void(int)>& work)> threads(int n = 0) {
  if (n <= 0) n = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  return [n](int parts, const std::function<void(int)>& work) {
    const int used = std::min(n, parts);
    std::vector<std::jthread> others;
    for (int t = 1; t < used; ++t)
      others.emplace_back([&work, parts, used, t] {
        for (int i = t; i < parts; i += used) work(i);
      });
    for (int i = 0; i < parts; i += used) work(i);
  };
}

}  // namespace scaling_limits::simulation
