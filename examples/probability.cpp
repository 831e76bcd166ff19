// SPDX-License-Identifier: Apache-2.0
// How likely is it that twice the GPUs keep a goodput of 0.9, when neither the MTTF nor the storage is known exactly?
// Points of a Sobol sequence where Boost has one, each replicate shifted at random; else plain random ones.
#include <scaling_limits/checkpoint/goodput.hpp>
#include <scaling_limits/core/units.hpp>
#include <scaling_limits/simulation/random.hpp>
#include <scaling_limits/uncertainty/lognormal.hpp>
#include <scaling_limits/uncertainty/propagate.hpp>

#include <cstdio>
#if __has_include(<boost/random/sobol.hpp>)
#include <boost/random/sobol.hpp>
#endif

using namespace scaling_limits;
using namespace scaling_limits::units;

#if __has_include(<boost/random/sobol.hpp>)
class Generator {
 public:
  Generator(std::size_t dimensions, std::size_t replicate) : engine_(dimensions), shift_(dimensions) {
    simulation::Random random(1, replicate);
    for (double& shift : shift_) shift = random.uniform();
  }
  double uniform() {
    const double u = (static_cast<double>(engine_()) + 0.5) * 0x1p-64 + shift_[at_++ % shift_.size()];
    return u < 1 ? u : u - 1;
  }

 private:
  boost::random::sobol engine_;
  std::vector<double> shift_;
  std::size_t at_ = 0;
};
#else
struct Generator : simulation::Random {
  Generator(std::size_t, std::size_t replicate) : Random(1, replicate) {}
};
#endif

int main() {
  // [probability]
  using uncertainty::Lognormal;
  const std::vector<uncertainty::AnyDistribution> inputs{
      Lognormal<>{25'000 * hour, 100'000 * hour},  // running GPU-time per failure
      Lognormal<>{1 * TB, 4 * TB}};                // written per second
  const auto goodput = [](std::span<const double> x) {
    const double mtbf = x[0] / 32'768, write_time = 5 * TB / x[1];
    return checkpoint::optimal_goodput(write_time, mtbf, 300.0, 60.0);
  };
  const auto points = [&](std::size_t replicate) { return Generator(inputs.size(), replicate); };
  const auto found = uncertainty::propagate(inputs, goodput, points, {.each = 1024, .replicates = 16});
  const auto [probability, error] = found.at_least(0.9);
  std::printf("goodput 0.9 on 32,768 GPUs: %.1f %%, give or take %.1f\n", 100 * probability, 100 * error);
  // [probability]
  return probability > 0 && probability < 1 && error < 0.02 ? 0 : 1;
}
