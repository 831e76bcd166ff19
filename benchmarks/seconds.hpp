// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>

namespace benchmarks {

/// Seconds per call of f(i), the best of many short spans: other programs only ever add.
template <class F>
double seconds(const F& f, std::size_t calls) {
  double best = 1e9;
  for (int repeat = 0; repeat < 25; ++repeat) {
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < calls; ++i) benchmark::DoNotOptimize(f(i));
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best / static_cast<double>(calls);
}

}  // namespace benchmarks
