// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/limits/required.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>

#include "scaling_limits/core/units.hpp"
#include "scaling_limits/limits/failure_load.hpp"
#include "scaling_limits/strategies/in_memory.hpp"
#include "support/digits.hpp"
#include "support/tolerance.hpp"

using namespace scaling_limits;
using testing::wide;
using namespace scaling_limits::limits;
using namespace scaling_limits::units;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinRel;

namespace {

const TrainingRun<> llama3{.gpus = 16384,
                           .gpu_mttf = 50'677 * hour,
                           .checkpoint_bytes = 5e12,
                           .write_bandwidth = 2e12,
                           .read_bandwidth = 1e12,
                           .storage_latency = 0.5,
                           .initialization_time = 300,
                           .downtime = 60};

}  // namespace

TEST_CASE("put back into the run, the required value gives the goodput: every field, random runs and strategies", "[limits]") {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> uniform;
  int found = 0;
  for (int i = 0; i < 400; ++i) {
    TrainingRun<> run = llama3;
    for (const auto& field : fields_of<TrainingRun<>>) run.*field.member *= std::exp(6 * uniform(random) - 3);
    const strategies::Blocking<> own{.own_interval = 30 * std::exp(5 * uniform(random))},
        late{.persist_latency = 20 * uniform(random), .slowdown = 0.1};
    const auto strategy = i % 3 == 0 ? strategies::blocking() : i % 3 == 1 ? own : late;
    const double goodput = 0.3 + 0.69 * uniform(random);
    for (const auto& field : fields_of<TrainingRun<>>) {
      CAPTURE(field.name, goodput, i);
      const auto need = required(run, field.name, goodput, strategy);
      const auto goodput_at = [&](double value) {
        TrainingRun<> there = run;
        there.*field.member = value;
        return strategies::goodput(there, strategy);
      };
      if (need.status == Status::ok) {
        ++found;
        // at a field that hardly matters an ulp of losses is many of the field, never of goodput
        CHECK_THAT(goodput_at(need.value), WithinRel(goodput, 1e-12));
        CHECK((goodput_at(need.value * (need.at_least ? 1.1 : 0.9)) >= goodput));
        CHECK((goodput_at(need.value * (need.at_least ? 0.9 : 1.1)) <= goodput));
      } else {
        for (const double value : {1e-200, 1e-3, 1.0, 1e9, 1e200})
          CHECK((goodput_at(value) >= goodput) == (need.status == Status::already_met));
        CHECK_FALSE(need.note.empty());
      }
    }
  }
  CHECK(found > 800);
}

TEST_CASE("the required gpu_mttf is gpus times required_mtbf, the required write_bandwidth formula (8)", "[limits]") {
  for (const double g : {0.1, 0.5, 0.9, 0.999}) {
    CHECK_THAT(required(llama3, "gpu_mttf", g).value,
               WithinRel(16384 * required_mtbf(g, llama3.write_time(), llama3.restart_time(), 60), 1e-13));  // two solvers
    const TrainingRun<> bare{.gpus = 1e6, .gpu_mttf = 1.8e8, .checkpoint_bytes = 5e12, .write_bandwidth = 1};
    CHECK_THAT(required(bare, "write_bandwidth", g).value, WithinRel(5e12 / (max_failure_load(g) * 180), 1e-13));
    CHECK_THAT(required(bare, "checkpoint_bytes", g).value, WithinRel(max_failure_load(g) * 180, 1e-13));
  }
}

TEST_CASE("restart time may be asked for as a whole", "[limits]") {
  const auto need = required(llama3, "restart_time", 0.95);
  const double sum = -std::log(checkpoint::optimal_goodput(llama3.write_time(), llama3.mtbf(), need.value, 60));
  CHECK_THAT(sum, WithinRel(-std::log(0.95), 1e-13));
  CHECK_FALSE(need.at_least);
}

TEST_CASE("the field asked for need not be given", "[limits]") {
  TrainingRun<> run = llama3;
  run.write_bandwidth = NaN;
  CHECK_THAT(required(run, "write_bandwidth", 0.9).value, WithinRel(required(llama3, "write_bandwidth", 0.9).value, 1e-12));
  CHECK_THROWS_WITH(required(run, "gpu_mttf", 0.9), ContainsSubstring("write_bandwidth"));
}

TEST_CASE("already met and infeasible are answers with a reason", "[limits]") {
  TrainingRun<> run = llama3;
  run.gpus = 1e6;
  const auto never = required(run, "write_bandwidth", 0.9);  // restarts alone cost more
  CHECK(never.status == Status::infeasible);
  CHECK(std::isnan(never.value));
  CHECK_THAT(never.note, ContainsSubstring("even at the best write_bandwidth goodput is"));
  CHECK(to_word(never.status) == "infeasible");
  const TrainingRun<> free{.gpus = 1e6, .gpu_mttf = 1.8e8, .checkpoint_bytes = 0, .write_bandwidth = 1};
  const auto always = required(free, "write_bandwidth", 0.9);
  CHECK(always.status == Status::already_met);
  CHECK(to_word(always.status) == "already met");
  CHECK(always.value == 0);
  TrainingRun<> quiet = llama3;
  quiet.gpu_mttf = inf;
  CHECK(required(quiet, "initialization_time", 0.9).value == inf);
  const auto short_interval =
      required(llama3, "gpu_mttf", 0.9, strategies::Blocking<>{.own_interval = 10, .persist_latency = 20});
  CHECK(short_interval.status == Status::infeasible);
  CHECK_THAT(short_interval.note, ContainsSubstring("interval = 10"));
  CHECK_THROWS_AS(required(llama3, "bandwidth", 0.9), InvalidArgument);
  CHECK_THROWS_AS(required(llama3, "gpu_mttf", 1.0), DomainError);
  CHECK_THROWS_AS(required(llama3, "gpu_mttf", NaN), DomainError);
}

TEST_CASE("requirements in 50 digits, and how they move", "[limits]") {
  for (const char* field : {"gpu_mttf", "write_bandwidth", "checkpoint_bytes", "initialization_time", "downtime",
                            "storage_latency", "read_bandwidth"}) {
    CAPTURE(field);
    auto run = converted<TrainingRun, wide>(llama3);
    const wide exact = required(run, field, wide(0.94)).value;
    CHECK_THAT(required(llama3, field, 0.94).value,
               WithinRel(double(exact), 1e-12));  // conditioning: the field is a few % of the losses
    const wide h("1e-20");
    run.gpus = run.gpus * (1 + h);
    const wide slope = (required(run, field, wide(0.94)).value - exact) / h;
    auto seeded = converted<TrainingRun, dual<double>>(llama3);
    seeded.gpus.slope = seeded.gpus.value;
    CHECK_THAT(required(seeded, field, 0.94).value.slope, WithinRel(double(slope), 1e-11));
  }
}

TEST_CASE("requirements under a strategy that overflows where failures are constant, and rounds where they are rare",
          "[limits]") {
  const auto strategy = strategies::in_memory();
  for (const char* field : {"gpu_mttf", "initialization_time", "checkpoint_bytes"}) {
    TrainingRun<> run = llama3;
    const auto need = required(run, field, 0.93, strategy);
    CAPTURE(field, need.note);
    REQUIRE(need.status == Status::ok);
    run.*fields_of<TrainingRun<>>[index_of<TrainingRun<>>(field)].member = need.value;
    CHECK_THAT(strategies::goodput(run, strategy), WithinRel(0.93, tolerance::two_routes));
  }
}
