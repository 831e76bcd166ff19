// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/analysis/levers.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

using namespace scaling_limits;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

using Digits50 = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>, boost::multiprecision::et_off>;

const TrainingRun<> run{.gpus = 16384,
                        .gpu_mttf = 1.8e8,
                        .checkpoint_bytes = 5e12,
                        .write_bandwidth = 2e12,
                        .read_bandwidth = 1e12,
                        .storage_latency = 0.5,
                        .initialization_time = 300,
                        .downtime = 60};

template <class C>
void check_levers(const C& criterion, const growth::PowerLaw& law) {
  CAPTURE(criterion.name());
  const auto levers = analysis::levers(run, criterion, law);
  REQUIRE(levers.size() == 7);
  const double limit = limits::max_gpus(run, criterion, law).value;
  double times = 0, mttf = 0;
  for (const auto& lever : levers) {
    CAPTURE(lever.field);
    // central differences in 50 digits, of the whole solver
    const auto limit_at = [&](const Digits50& factor) {
      auto changed = converted<TrainingRun, Digits50>(run);
      const auto& field = fields_of<TrainingRun<Digits50>>[index_of<TrainingRun<Digits50>>(lever.field)];
      changed.*field.member = changed.*field.member * factor;
      return limits::max_gpus(changed, criterion, law).value;
    };
    const Digits50 h("1e-15");  // error h^2, digits left 35
    const Digits50 slope = (limit_at(1 + h) - limit_at(1 - h)) / (2 * h) / limit_at(1);
    CHECK_THAT(lever.elasticity, WithinRel(double(slope), 1e-11) || WithinAbs(double(slope), 1e-14));
    CHECK_THAT(lever.doubled, WithinRel(double(limit_at(2)), 1e-12));
    CHECK_THAT(lever.halved_factor, WithinRel(double(limit_at(Digits50(0.5))) / limit, 1e-12));
    if (lever.field == "gpu_mttf") mttf = lever.elasticity;
    if (lever.unit == "s" && lever.field != "gpu_mttf") times += lever.elasticity;
    if (lever.field == "checkpoint_bytes") times += lever.elasticity;
  }
  // a clock that runs slower changes no limit
  CHECK_THAT(mttf, WithinRel(-times, 1e-11));
}

}  // namespace

TEST_CASE("levers are the derivatives of the limit, and doubling is doubling", "[analysis]") {
  check_levers(limits::goodput_at_least{0.9}, growth::chinchilla());
  check_levers(limits::peak_throughput(), growth::chinchilla());
  check_levers(limits::added_gpu_worth_at_least{0.5}, growth::fixed());
  check_levers(limits::write_time_equals_mtbf(), growth::chinchilla());
}

TEST_CASE("twice the model on the same storage costs 37 % of the Chinchilla-growth limit", "[analysis]") {
  const TrainingRun<> bare{.gpus = 16384, .gpu_mttf = 1.8e8, .checkpoint_bytes = 5e12, .write_bandwidth = 2e12};
  const auto levers = analysis::levers(bare, limits::write_time_equals_mtbf(), growth::chinchilla());
  CHECK_THAT(levers[1].doubled_factor, WithinRel(std::pow(2, -2.0 / 3), 1e-12));  // 0.63
  CHECK_THAT(levers[1].elasticity, WithinRel(-2.0 / 3, 1e-12));
  CHECK(levers[3].elasticity == 0);  // read_bandwidth is infinite
  CHECK(levers[4].doubled_factor == 1);
}

TEST_CASE("a limit that is no number has no levers", "[analysis]") {
  const auto law = growth::power_law({{"gpu_mttf", 1}});
  for (const auto& lever : analysis::levers(run, limits::goodput_at_least{0.9}, law)) {
    CHECK(std::isnan(lever.elasticity));
    if (lever.field == "downtime") CHECK(lever.doubled == inf);
  }
}
