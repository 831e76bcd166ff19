// SPDX-License-Identifier: Apache-2.0
// Pools of spare parts, each beside the dense chain that one writes with a library for matrices: resolvent, exponential and
// stationary vector. `ratio` is the time of that over ours, in the same run, `differs` how far apart the two answers are.
// Goals: 50 spares within 1 ms however they are repaired, 12 of two qualities within 20 ms, a largest size within 20 ms.
#include <Eigen/Dense>
#include <scaling_limits/failures/mixed_pool.hpp>
#include <scaling_limits/failures/running_share.hpp>
#include <scaling_limits/limits/max_gpus.hpp>
#include <scaling_limits/strategies/spared.hpp>
#include <unsupported/Eigen/MatrixFunctions>

#include "seconds.hpp"

using namespace scaling_limits;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

VectorXd stationary(const MatrixXd& chain) {
  MatrixXd balance = chain.transpose() - MatrixXd::Identity(chain.rows(), chain.rows());
  balance.row(0).setOnes();
  return balance.partialPivLu().solve(VectorXd::Unit(chain.rows(), 0));
}

struct Pool {
  double spares, rate, repair, downtime, share, parts, repairers;
  double ours() const { return failures::running_share(spares, rate, repair, downtime, share, parts, repairers); }
  double by_matrices() const {
    const auto last = static_cast<Eigen::Index>(spares), step = static_cast<Eigen::Index>(parts);
    const auto returns = [&](Eigen::Index out) { return std::min(static_cast<double>(out), repairers) / repair; };
    MatrixXd generator = MatrixXd::Zero(last + 1, last + 1), taken = generator;
    VectorXd waits = VectorXd::Zero(last + 1);
    for (Eigen::Index k = 0; k <= last; ++k) {
      if (k > 0) generator(k, k) = -returns(k), generator(k, k - 1) = returns(k);
      taken(k, k) += 1 - share, taken(k, std::min(k + step, last)) += share;
      for (Eigen::Index out = k + step; out > last; --out) waits(k) += share / returns(out);
    }
    const MatrixXd failed = (MatrixXd::Identity(last + 1, last + 1) - generator / rate).inverse();
    const VectorXd states = stationary(failed * taken * MatrixXd(generator * downtime).exp());
    return 1 / (1 + rate * (downtime + states.dot(failed * waits)));
  }
};

void pool_of_50(benchmark::State& state, double parts, double repairers) {
  const auto at = [&](std::size_t i) {
    return Pool{50, 1 / 1700. + 1e-9 * static_cast<double>(i), 72'000, 1200, 0.9, parts, repairers};
  };
  const auto ours = [&](std::size_t i) { return at(i).ours(); };
  for (std::size_t i = 0; auto _ : state) benchmark::DoNotOptimize(ours(i++ % 64));
  state.counters["ratio"] =
      benchmarks::seconds([&](std::size_t i) { return at(i).by_matrices(); }, 1) / benchmarks::seconds(ours, 20);
  state.counters["differs"] = std::fabs(at(0).ours() / at(0).by_matrices() - 1);
}
BENCHMARK_CAPTURE(pool_of_50, all repaired at once, 1, inf)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(pool_of_50, ten repaired at once, 1, 10)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(pool_of_50, nodes of eight, 8, inf)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(pool_of_50, nodes of eight and ten repaired at once, 8, 10)->Unit(benchmark::kMicrosecond);

/// 100 good parts and 32 others, N of them run.
struct Mixed {
  double job = 120, good = 100, other = 32, good_rate = 1 / 3.6e6, other_rate = 1 / 7.2e5, repair = 86'400, downtime = 900,
         job_rate = 1 / 5e5, share = 0.44;
  double ours() const {
    return failures::mixed_pool(job, good, other, good_rate, other_rate, repair, downtime, job_rate, share).running_share;
  }
  /// The state: good ones out, others out; its rate stays from a restart to the next failure.
  double by_matrices() const {
    const int spares = static_cast<int>(good + other - job);
    std::vector<std::pair<int, int>> states;
    for (int a = 0; a <= spares; ++a)
      for (int b = 0; a + b <= spares; ++b) states.push_back({a, b});
    const auto n = static_cast<Eigen::Index>(states.size());
    const auto index = [&](int a, int b) {
      return static_cast<Eigen::Index>(std::find(states.begin(), states.end(), std::pair{a, b}) - states.begin());
    };
    MatrixXd generator = MatrixXd::Zero(n, n), chain(n, n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const auto [a, b] = states[static_cast<std::size_t>(i)];
      if (a > 0) generator(i, index(a - 1, b)) = a / repair;
      if (b > 0) generator(i, index(a, b - 1)) = b / repair;
      generator(i, i) = -(a + b) / repair;
    }
    const MatrixXd down = MatrixXd(generator * downtime).exp();
    VectorXd length(n), wait(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const auto [a, b] = states[static_cast<std::size_t>(i)];
      const double in = good - a + other - b, of_good = job * good_rate * (good - a) / in,
                   of_other = job * other_rate * (other - b) / in, rate = of_good + of_other + job_rate;
      const MatrixXd leaves = MatrixXd::Identity(n, n) - generator / rate;
      const VectorXd before = leaves.transpose().partialPivLu().solve(VectorXd::Unit(n, i));
      VectorXd after = (1 - share * (of_good + of_other) / rate) * before;
      length(i) = 1 / rate, wait(i) = 0;
      for (Eigen::Index k = 0; k < n; ++k)
        for (const int kind : {0, 1}) {
          const double comes = before(k) * share * (kind == 0 ? of_good : of_other) / rate;
          const int x = states[static_cast<std::size_t>(k)].first + (kind == 0 ? 1 : 0),
                    y = states[static_cast<std::size_t>(k)].second + kind, out = x + y;
          if (out <= spares) {
            after(index(x, y)) += comes;
            continue;
          }
          wait(i) += comes * repair / out;
          if (x > 0) after(index(x - 1, y)) += comes * x / out;
          if (y > 0) after(index(x, y - 1)) += comes * y / out;
        }
      chain.row(i) = after.transpose() * down;
    }
    const VectorXd weights = stationary(chain);
    return weights.dot(length) / (weights.dot(length) + downtime + weights.dot(wait));
  }
};

void mixed_pool_of_12(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(Mixed{}.ours());
  state.counters["ratio"] = benchmarks::seconds([](std::size_t) { return Mixed{}.by_matrices(); }, 1) /
                            benchmarks::seconds([](std::size_t) { return Mixed{}.ours(); }, 1);
  state.counters["differs"] = std::fabs(Mixed{}.ours() / Mixed{}.by_matrices() - 1);
}
BENCHMARK(mixed_pool_of_12)->Unit(benchmark::kMillisecond);

/// The largest run whose goodput is a half, beside bisecting the goodput of the dense chain: fifty times.
void max_gpus_spared(benchmark::State& state, double parts, double repairers) {
  constexpr double spares = 50;
  const TrainingRun<> run{.gpus = 16'384,
                          .gpu_mttf = 50'677 * 3600.,
                          .checkpoint_bytes = 5e12,
                          .write_bandwidth = 2e12,
                          .initialization_time = 300,
                          .downtime = 600};
  const auto pool = strategies::spared(spares, 86'400, repairers, 0.5, parts);
  const auto ours = [&](std::size_t) {
    return limits::max_gpus(run, limits::goodput_at_least{0.5}, growth::fixed(), pool).value;
  };
  const auto theirs = [&](std::size_t) {
    double low = spares + 1, high = 1e7;
    for (int k = 0; k < 50; ++k) {
      TrainingRun<> at = run;
      at.gpus = std::sqrt(low * high) - spares;
      const double rate = at.gpus / run.gpu_mttf,
                   useful = checkpoint::optimal_goodput(at.write_time(), 1 / rate, at.restart_time()) *
                            (1 - spares / (at.gpus + spares)),
                   goodput = useful * Pool{spares, rate, 86'400, run.downtime, 0.5, parts, repairers}.by_matrices();
      (goodput > 0.5 ? low : high) = at.gpus + spares;
    }
    return low;
  };
  for (auto _ : state) benchmark::DoNotOptimize(ours(0));
  state.counters["ratio"] = benchmarks::seconds(theirs, 1) / benchmarks::seconds(ours, 1);
  state.counters["differs"] = std::fabs(ours(0) / theirs(0) - 1);
}
BENCHMARK_CAPTURE(max_gpus_spared, all repaired at once, 1, inf)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(max_gpus_spared, ten repaired at once, 1, 10)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(max_gpus_spared, nodes of eight, 8, inf)->Unit(benchmark::kMillisecond);

}  // namespace
