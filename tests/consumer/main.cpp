// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <scaling_limits/scaling_limits.hpp>

int main() {
  namespace sl = scaling_limits;
  const double interval = sl::checkpoint::optimal_interval(2.5, 11000.0);
  std::printf("scaling_limits %s: save every %.1f s\n", SCALING_LIMITS_VERSION, interval);
  return interval > 232 && interval < 234 ? 0 : 1;
}
