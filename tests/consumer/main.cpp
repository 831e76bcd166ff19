// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <scaling_limits/checkpoint/interval.hpp>
#ifdef WITH_EIGEN
#include <scaling_limits/interop/eigen.hpp>
#endif
#ifdef WITH_CATALOG
#include <scaling_limits/catalog/questions.hpp>
#endif
#ifdef WITH_TEXT
#include <scaling_limits/catalog/text.hpp>
#endif

int main() {
  namespace sl = scaling_limits;
#ifdef WITH_EIGEN
  const auto kernel = [](double write_time, double mtbf) { return sl::checkpoint::optimal_interval(write_time, mtbf); };
  const double interval = sl::broadcast(kernel, Eigen::ArrayXd::Constant(1, 2.5), 11000.0)(0);
#else
  const double interval = sl::checkpoint::optimal_interval(2.5, 11000.0);
#endif
#ifdef WITH_CATALOG
  const sl::catalog::Case at{.run = {.gpus = 1, .gpu_mttf = 11000, .checkpoint_bytes = 2.5, .write_bandwidth = 1}};
  if (sl::catalog::answer("interval", at).number("interval") != interval) return 1;
#endif
#ifdef WITH_TEXT
  if (sl::catalog::to_json(sl::catalog::from_toml("mtbf = 3600")) != R"({"mtbf":3600})") return 1;
#endif
  std::printf("scaling_limits %s: save every %.1f s\n", SCALING_LIMITS_VERSION, interval);
  return interval > 232 && interval < 234 ? 0 : 1;
}
