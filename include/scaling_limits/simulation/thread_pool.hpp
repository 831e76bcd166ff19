// SPDX-License-Identifier: Apache-2.0
// The streams of a simulation on several cores: the one header that knows threads. `options.pool = simulation::threads()`.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

namespace scaling_limits::simulation {

/// A pool of n threads, the calling one among them; 0: one per core. What a part throws comes out of it, when all are done.
/// What is simulated does not depend on it.
inline std::function<void(int parts, const std::function<void(int)>& work)> threads(int n = 0) {
  if (n <= 0) n = static_cast<int>((std::max)(1u, std::thread::hardware_concurrency()));
  return [n](int parts, const std::function<void(int)>& work) {
    const int used = (std::min)(n, parts);
    std::vector<std::exception_ptr> thrown(static_cast<std::size_t>((std::max)(used, 1)));
    const auto share = [&](int t) {
      try {
        for (int i = t; i < parts; i += used) work(i);
      } catch (...) {
        thrown[static_cast<std::size_t>(t)] = std::current_exception();
      }
    };
    {
      std::vector<std::jthread> others;
      for (int t = 1; t < used; ++t) others.emplace_back(share, t);
      share(0);
    }
    for (const auto& error : thrown)
      if (error) std::rethrow_exception(error);
  };
}

}  // namespace scaling_limits::simulation
