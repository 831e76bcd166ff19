// SPDX-License-Identifier: Apache-2.0
// Random numbers that depend on (seed, stream, count) alone: a counter-based generator, so that parallel replications give the
// same result on any number of threads. Output n of a stream is mix(key + n x odd constant) with the finaliser of Stafford's
// "Mix13" (the one SplitMix64 uses: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
// Streams are places in one sequence of 2^64; s streams of n draws meet with probability below s^2 n / 2^64.
#pragma once
#include "../version.hpp"

#include <array>
#include <cmath>
#include <cstdint>

namespace scaling_limits::simulation {

class Random {
 public:
  explicit Random(std::uint64_t seed = 1, std::uint64_t stream = 0) : at_(mix(mix(seed + step) ^ mix(~stream))) {}

  /// An independent generator for a part of this one's work: the same part always gets the same.
  Random split(std::uint64_t part) const { return Random(at_, part); }

  std::uint64_t bits() { return mix(at_ += step); }
  /// In (0, 1), never an end: 52 bits and a half, which a double holds.
  double uniform() { return (static_cast<double>(bits() >> 12) + 0.5) * 0x1p-52; }
  /// 0, 1, ... n - 1 for n up to 2^53.
  std::uint64_t below(std::uint64_t n) {
    return static_cast<std::uint64_t>(static_cast<double>(bits() >> 11) * 0x1p-53 * static_cast<double>(n));
  }
  bool chance(double probability) { return probability > 0 && uniform() < probability; }

  /// Exponential of mean 1, by the ziggurat of Marsaglia and Tsang (J. Stat. Softw. 5(8), 2000) with 256 layers and 56 bits
  /// across a layer.
  double exponential() {
    const std::uint64_t x = bits();
    const auto layer = static_cast<unsigned>(x & 255);
    const double across = static_cast<double>(static_cast<std::int64_t>(x >> 8)) * 0x1p-56;
    const double y = across * layers().edge[layer];
    if (y < layers().edge[layer + 1]) [[likely]]
      return y;
    return exponential_outside(layer, y);
  }

 private:
  static constexpr std::uint64_t step = 0x9e3779b97f4a7c15;

  static constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
  }

  // Layer i covers [0, edge[i]] x (height[i], height[i + 1]], each of the same area; layer 0 stands for the tail too.
  struct Layers {
    std::array<double, 257> edge, height;
    Layers() {
      // the tail's start r for which 256 layers of area r e^-r + e^-r close at height 1
      double low = 7, high = 8.5;
      for (int i = 0; i < 200; ++i) {
        const double r = 0.5 * (low + high);
        (build(r) > 1 ? low : high) = r;
      }
      build(high);
      edge[256] = 0;
      height[256] = 1;
    }
    double build(double r) {
      const double area = (r + 1) * std::exp(-r);
      edge[0] = area / std::exp(-r);
      edge[1] = r;
      height[0] = 0;
      height[1] = std::exp(-r);
      for (std::size_t i = 2; i <= 256; ++i) {
        height[i] = height[i - 1] + area / edge[i - 1];
        edge[i] = height[i] < 1 ? -std::log(height[i]) : 0;
        if (height[i] >= 1 && i < 256) return 2;
      }
      return height[256];
    }
  };
  static const Layers& layers() { return table; }
  static const Layers table;

  double exponential_outside(unsigned layer, double y) {
    for (;;) {
      if (layer == 0) return table.edge[1] - std::log(uniform());
      if (table.height[layer] + uniform() * (table.height[layer + 1] - table.height[layer]) < std::exp(-y)) return y;
      const std::uint64_t x = bits();
      layer = static_cast<unsigned>(x & 255);
      y = static_cast<double>(static_cast<std::int64_t>(x >> 8)) * 0x1p-56 * table.edge[layer];
      if (y < table.edge[layer + 1]) return y;
    }
  }

  std::uint64_t at_;
};

inline const Random::Layers Random::table{};

}  // namespace scaling_limits::simulation
