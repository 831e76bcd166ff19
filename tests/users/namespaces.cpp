// SPDX-License-Identifier: Apache-2.0
// Both namespaces at once, as small programs have it: no name of ours is one of std or of <cmath>.
#include <bits/stdc++.h>

#include "scaling_limits/scaling_limits.hpp"
#include "scaling_limits/simulation/simulator.hpp"
#ifdef WITH_EIGEN
#include "scaling_limits/interop/eigen.hpp"
#endif

using namespace scaling_limits;
using namespace std;

int main() try {
  TrainingRun<> run{.gpus = 16'384, .gpu_mttf = 50'000 * units::hour, .checkpoint_bytes = 5 * units::TB};
  run.write_bandwidth = 2 * units::TB;
  optional<double> own = nullopt;
  map<string, double> answers{{"not given", NaN}, {"never", inf}};
  const auto plan = strategies::blocking(own.value_or(NaN));
  answers["interval"] = plan.interval(run);
  answers["goodput"] = strategies::goodput(run, plan);
  answers["limit"] = limits::max_gpus(run, limits::goodput_at_least{0.9}, growth::chinchilla(), plan).value;
  answers["simulated"] = simulation::simulate(run, plan, {.relative_accuracy = 0.1}).goodput;
  validate(run);
  check("main", "goodput", answers["goodput"], if_given(closed_fraction));
  using D = dual<double>;
  const D slope = exp(log(sqrt(D(2.0, 1.0))));
#ifdef WITH_EIGEN
  broadcast([](double x) { return 2 * x; }, Eigen::ArrayXd::Ones(2).eval());
#endif
  return isnan(NaN) && max(slope.value, 1.0) > 1 ? EXIT_SUCCESS : EXIT_FAILURE;
} catch (const DomainError& error) {
  cerr << error.what() << endl;
  return EXIT_FAILURE;
} catch (const InvalidArgument& error) {
  return EXIT_FAILURE;
} catch (const domain_error&) {
  return EXIT_FAILURE;
}
