// SPDX-License-Identifier: Apache-2.0
// How often a random test draws: counts.csv, of which the gate takes one in a hundred (counts.py says more).
#pragma once
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>

#include "source_dir.hpp"

namespace scaling_limits::testing {

inline double share_drawn() {
  const char* share = std::getenv("DRAWS");
  return share ? std::stod(share) : 0.01;
}

inline std::uint64_t draws(const std::string& name) {
  std::ifstream table(source_dir() + "/tests/support/counts.csv");
  for (std::string line; std::getline(table, line);)
    if (line.starts_with(name + ','))
      return static_cast<std::uint64_t>(std::ceil(std::stod(line.substr(name.size() + 1)) * share_drawn()));
  throw std::runtime_error("tests/support/counts.csv has no row '" + name + "'");
}

}  // namespace scaling_limits::testing
