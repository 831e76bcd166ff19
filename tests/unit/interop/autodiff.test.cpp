// SPDX-License-Identifier: Apache-2.0
// A user's autodiff scalar goes through the models: Boost's fvar and our nested duals agree to second order.
#include <boost/math/differentiation/autodiff.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "scaling_limits/checkpoint/job_time.hpp"
#include "scaling_limits/checkpoint/whole_steps.hpp"
#include "scaling_limits/failures/exponential.hpp"
#include "scaling_limits/failures/mtbf_estimate.hpp"
#include "scaling_limits/failures/series_system.hpp"
#include "scaling_limits/limits/memory_recovery.hpp"
#include "scaling_limits/limits/required.hpp"
#include "scaling_limits/workload/checkpoint_state.hpp"

using namespace scaling_limits;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

using Fvar = decltype(boost::math::differentiation::make_fvar<double, 2>(1.0));
using Second = dual<dual<double>>;

template <class F>
void check_derivatives(const char* name, double at, const F& f) {
  CAPTURE(name, at);
  const Fvar theirs = f(boost::math::differentiation::make_fvar<double, 2>(at));
  const Second ours = f(Second(dual<double>(at, 1), dual<double>(1, 0)));
  CHECK_THAT(ours.value.value, WithinRel(f(at), 1e-15));
  CHECK_THAT(theirs.derivative(0), WithinRel(f(at), 1e-12));
  CHECK_THAT(theirs.derivative(1), WithinRel(ours.slope.value, 1e-10));  // fvar's recurrences lose a few digits
  CHECK_THAT(theirs.derivative(2), WithinRel(ours.slope.slope, 1e-8) || WithinAbs(0, 1e-12 * std::abs(ours.slope.value / at)));
}

}  // namespace

TEST_CASE("Boost's fvar and nested duals agree on every model", "[interop]") {
  using namespace checkpoint;
  const double at = GENERATE(1e-4, 7.0, 60.0, 3000.0);
  check_derivatives("shortest of the band", at, [](const auto& c) { return interval_band(c, 3600.0).shortest; });
  check_derivatives("longest of the band", at, [](const auto& c) { return interval_band(c, 3600.0, 0.1).longest; });
  check_derivatives("interval_cost", at, [](const auto& c) { return interval_cost(500.0, c, 3600.0); });
  check_derivatives("mean job time", at, [](const auto& r) { return job_time(1e6, 600.0, 60.0, 3600.0, r, 60.0).mean; });
  check_derivatives("standard deviation of job time", at,
                    [](const auto& r) { return job_time(1e6, 600.0, 60.0, 3600.0, r, 60.0).standard_deviation; });
  for (const auto g : {limits::LatencyGrowth::logarithmic, limits::LatencyGrowth::square_root}) {
    check_derivatives("recovery A", at, [g](const auto& m) { return limits::memory_recovery_single_failure(m, 1e-5, g); });
    check_derivatives("recovery C", at, [g](const auto& m) { return limits::memory_recovery_second_failure(m, 1e-5, g); });
  }
  check_derivatives("recovery B", at, [](const auto& b) { return limits::memory_recovery_spread_state(1e7, b, 1e3); });
  check_derivatives("gpu_mttf", at, [](const auto& x) { return failures::gpu_mttf_from_node_rate(x); });
  check_derivatives("MTBF of parts", at, [](const auto& m) {
    using S = std::remove_cvref_t<decltype(m)>;
    return failures::SeriesSystem<S>{{{"GPU", S(8), m}, {"host", S(1), S(50)}}}.mtbf();
  });
  check_derivatives("required write_bandwidth", at, [](const auto& r) {
    using S = std::remove_cvref_t<decltype(r)>;
    return limits::required(
               TrainingRun<S>{.gpus = S(1e3), .gpu_mttf = S(1e9), .checkpoint_bytes = S(1e12), .initialization_time = r},
               "write_bandwidth", 0.9)
        .value;
  });
  const auto lower = failures::mtbf_from_events(3, boost::math::differentiation::make_fvar<double, 2>(at)).lower;
  CHECK_THAT(lower.derivative(1), WithinRel(double(lower) / at, 1e-15));  // linear in the exposure
  CHECK(workload::checkpoint_bytes(boost::math::differentiation::make_fvar<double, 2>(at), 12).derivative(1) == 12);
  CHECK(double(whole_steps(boost::math::differentiation::make_fvar<double, 2>(at), 3600.0, 7)) == whole_steps(at, 3600.0, 7));
}
