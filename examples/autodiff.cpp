// SPDX-License-Identifier: Apache-2.0
// Exact elasticities of the largest size, by putting a scalar with a derivative into the run: Boost's fvar, and the small
// dual that comes with the library. d ln(limit) / d ln(field) says how many per cent of size one per cent of the field buys.
#include <boost/math/differentiation/autodiff.hpp>
#include <cmath>
#include <cstdio>

#include "scaling_limits/scaling_limits.hpp"

using namespace scaling_limits;
using boost::math::differentiation::make_fvar;
using fvar = decltype(make_fvar<double, 1>(0));

namespace {

double slope_of(const dual<double>& x) { return x.slope; }
double slope_of(const fvar& x) { return x.derivative(1); }

/// The limit as a function of one field: that field carries a derivative, all others are constants.
template <class S>
double elasticity(const TrainingRun<>& run, std::size_t field, const S& variable) {
  TrainingRun<S> at = converted<TrainingRun, S>(run);
  at.*fields_of<TrainingRun<S>>[field].member = variable;
  const auto limit = limits::max_gpus(at, limits::goodput_at_least{0.9}, growth::chinchilla());
  return slope_of(limit.value) * value_of(variable) / value_of(limit.value);
}

}  // namespace

int main() {
  TrainingRun<> run = published::llama3_405b();
  run.read_bandwidth = run.write_bandwidth;
  run.initialization_time = 5 * units::minute;
  run.downtime = 1 * units::minute;

  std::printf("one per cent more of ...     changes the largest size by\n");
  double worst = 0;
  const auto& table = fields_of<TrainingRun<>>;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const double value = run.*table[i].member;
    if (value == 0) continue;  // a per cent of nothing
    const double by_dual = elasticity(run, i, dual<double>(value, 1.0));
    const double by_fvar = elasticity(run, i, make_fvar<double, 1>(value));
    std::printf("  %-22s %+.6f %%\n", table[i].name.data(), by_dual);
    worst = std::fmax(worst, std::fabs(by_dual - by_fvar));
  }
  std::printf("largest difference between dual and fvar: %.1e\n", worst);
  return worst < 1e-10 ? 0 : 1;  // two independent implementations of the chain rule: rounding only
}
