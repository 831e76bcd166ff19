// SPDX-License-Identifier: Apache-2.0
// Whole arrays through the scalar kernels: goodput over machine sizes (columns) and write times (rows), with Eigen's arrays.
#include <cmath>
#include <cstdio>

#include "scaling_limits/interop/eigen.hpp"
#include "scaling_limits/scaling_limits.hpp"

using namespace scaling_limits;

int main() {
  const double gpu_mttf = 50'000 * units::hour, restart_time = 5 * units::minute;
  const Eigen::ArrayXd gpus = Eigen::pow(10.0, Eigen::ArrayXd::LinSpaced(5, 4, 6));  // 1e4 ... 1e6
  const Eigen::ArrayXd write_time{{1, 10, 60, 300}};

  // one array per argument, all of one shape; what is a number stays a number
  const Eigen::ArrayXXd mtbf = (gpu_mttf / gpus).transpose().replicate(write_time.size(), 1);
  const Eigen::ArrayXXd cost = write_time.replicate(1, gpus.size());
  const auto best = [](double c, double m, double r) { return checkpoint::optimal_goodput(c, m, r); };
  const Eigen::ArrayXXd goodput = broadcast(best, cost, mtbf, restart_time);

  std::printf("goodput with %.0f s per restart\n  write [s]", restart_time);
  for (const double n : gpus) std::printf("%10.0f GPUs", n);
  for (Eigen::Index row = 0; row < goodput.rows(); ++row) {
    std::printf("\n%11.0f", write_time(row));
    for (Eigen::Index column = 0; column < goodput.cols(); ++column) std::printf("%13.1f %%", 100 * goodput(row, column));
  }

  // the largest size for each write time: any function of scalars may be mapped
  const auto largest = [&](double c) {
    TrainingRun<> run{.gpus = 16'384, .gpu_mttf = gpu_mttf, .checkpoint_bytes = c * units::TB, .write_bandwidth = units::TB};
    run.initialization_time = restart_time;
    return limits::max_gpus(run, limits::goodput_at_least{0.9}).value;
  };
  const Eigen::ArrayXd sizes = broadcast(largest, write_time);
  std::printf("\nlargest size with goodput 0.9\n");
  for (Eigen::Index row = 0; row < sizes.size(); ++row) std::printf("%11.0f s %10.0f GPUs\n", write_time(row), sizes(row));

  // one element beside the kernel itself
  return goodput(1, 2) == checkpoint::optimal_goodput(10.0, gpu_mttf / gpus(2), restart_time) ? 0 : 1;
}
