// SPDX-License-Identifier: Apache-2.0
#include "scaling_limits/analysis/model_plan.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "scaling_limits/analysis/headline.hpp"
#include "scaling_limits/parallelism/step_error.hpp"
#include "scaling_limits/published/one_rate.hpp"
#include "scaling_limits/published/runs.hpp"
#include "scaling_limits/published/shapes.hpp"
#include "scaling_limits/strategies/spared.hpp"
#include "support/tolerance.hpp"

using namespace scaling_limits;
using analysis::model_plan, analysis::ModelOnMachine, analysis::ModelPlan;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

ModelOnMachine llama_70b() {
  ModelOnMachine model{.shape = published::shape("llama3_70b"),
                       .chip = workload::guess_chip(989.4e12, 3.35e12, 80e9),
                       .fabric = {.gpus_per_node = 8,
                                  .inner_bandwidth = 4.5e11,
                                  .outer_bandwidth = 5e10,
                                  .inner_latency = 2e-6,
                                  .outer_latency = 1e-5},
                       .batch_tokens = 0x1p22,
                       .tokens = 15e12};
  model.options.zero_stage = 1;
  return model;
}
TrainingRun<> machine() {
  TrainingRun<> machine = published::llama3_405b();
  machine.gpus = 1024;
  return machine;
}
const strategies::Blocking<> plain{};

}  // namespace

TEST_CASE("a model on a machine: each part is what the question of its own answers", "[analysis]") {
  const ModelOnMachine model = llama_70b();
  const economics::Prices<> prices{.gpu = 2 / 3600., .power_per_gpu = 1300};
  const ModelPlan plan = model_plan(model, machine(), plain, {}, &prices);
  REQUIRE(plan.layout);
  CHECK(plan.layout->gpus() == 1024);
  const auto best = parallelism::best_layout(model.shape, 1024, model.chip, model.fabric, model.batch_tokens, model.options);
  CHECK(plan.step.time == best.step.time);
  CHECK(plan.step.time ==
        parallelism::step(model.shape, *plan.layout, model.chip, model.fabric, model.batch_tokens, model.options).time);
  CHECK(plan.run.checkpoint_bytes == 12 * model.shape.parameters());
  TrainingRun<> there = machine();
  there.checkpoint_bytes = 12 * model.shape.parameters();
  CHECK_THAT(plan.goodput, WithinRel(std::exp(-plain.losses(there).sum()), tolerance::two_routes));
  CHECK_THAT(plan.interval, WithinRel(plain.interval(there), tolerance::two_routes));
  CHECK(plan.mtbf == there.mtbf());
  // so many steps, one after the other, of which a part is lost
  const double steps = model.tokens / model.batch_tokens;
  CHECK_THAT(plan.cost.time, WithinRel(steps * plan.step.time / plan.goodput, tolerance::two_routes));
  CHECK_THAT(plan.cost.energy, WithinRel(plan.cost.time * 1024 * 1300, tolerance::two_routes));
  CHECK_THAT(plan.cost.total, WithinRel(plan.cost.time * 1024 * 2 / 3600, tolerance::two_routes));
  CHECK_THAT(plan.tokens_per_second * plan.step.time, WithinRel(model.batch_tokens, tolerance::two_routes));
}

TEST_CASE("a plan as sentences has the numbers of the plan, rounded, or says why there are none", "[analysis]") {
  ModelPlan plan;
  plan.run.gpus = 1024, plan.cost.time = 41.26 * 86400, plan.step.time = 3.4567;
  plan.step.model_flops_utilization = 0.41234, plan.goodput = 0.98765;
  plan.best.status = limits::Status::no_limit;
  const std::string own = "41.3 d for the tokens asked, on 1024 GPUs: 3.46 s a step, 41.2 % utilization, goodput 98.8 %.";
  CHECK(analysis::plan_sentence(plan) == own);
  plan.best.status = limits::Status::ok, plan.best.value = 33000, plan.best.binding = "step";
  CHECK(analysis::plan_sentence(plan) == own + " More GPUs stop helping at 33,000 GPUs: step binds.");
  plan.cost.time = inf;
  CHECK(analysis::plan_sentence(plan) == "no useful work at this size");
  plan.cost.time = NaN, plan.step.note = "infeasible: why";
  CHECK(analysis::plan_sentence(plan) == "infeasible: why");
  plan.note = "spared: why";
  CHECK(analysis::plan_sentence(plan) == "spared: why");
}

TEST_CASE("the size where more GPUs stop helping is not passed by any that was tried", "[analysis]") {
  ModelOnMachine model = llama_70b();
  model.batch_tokens = 0x1p20;
  const ModelPlan plan = model_plan(model, machine(), plain);
  INFO(plan.best.note);
  REQUIRE(plan.sizes.size() > 3);
  const auto useful = [](const analysis::SizeTried& one) { return one.goodput / one.time; };
  std::size_t most = 0;
  for (std::size_t i = 1; i < plan.sizes.size(); ++i) {
    CHECK(plan.sizes[i].gpus > plan.sizes[i - 1].gpus);
    if (useful(plan.sizes[i]) > useful(plan.sizes[most])) most = i;
  }
  for (const auto& one : plan.sizes) {  // useful steps a second go as size x utilization x goodput
    const double ratio = one.gpus * one.utilization * one.time,
                 first = plan.sizes[0].gpus * plan.sizes[0].utilization * plan.sizes[0].time;
    CHECK_THAT(ratio, WithinRel(first, 1e-9));  // both count the same FLOPs a step; rounding of a search's times
  }
  REQUIRE(plan.best.status == limits::Status::ok);
  CHECK(most > 0);
  CHECK(plan.sizes.back().gpus <= 4 * std::max(plan.sizes[most].gpus, plan.run.gpus));  // two in vain, and no more
  CHECK(plan.best.value >= plan.sizes[most - 1].gpus);
  if (most + 1 < plan.sizes.size()) CHECK(plan.best.value <= plan.sizes[most + 1].gpus);
  CHECK_FALSE(plan.best.binding.empty());
  CHECK(std::isnan(plan.cost.total));  // no prices were given
}

TEST_CASE("what does not fit, and what is absurd, is said", "[analysis]") {
  ModelOnMachine model = llama_70b();
  model.chip.memory_bytes = 1e9;
  const ModelPlan plan = model_plan(model, machine(), plain);
  CHECK_FALSE(plan.layout);
  CHECK_FALSE(plan.step.note.empty());
  CHECK(std::isnan(plan.cost.time));
  CHECK(plan.best.status == limits::Status::infeasible);
  CHECK_FALSE(plan.best.note.empty());
  CHECK_THROWS_AS(model_plan(llama_70b(), machine(), plain, parallelism::Layout{.tensor = 8}), InvalidArgument);
  model = llama_70b();
  model.tokens = -1;
  CHECK_THROWS_AS(model_plan(model, machine(), plain), DomainError);
  TrainingRun<> half = machine();
  half.gpus = 0.5;
  CHECK_THROWS_AS(model_plan(llama_70b(), half, plain), DomainError);
}

TEST_CASE("a plan whose strategy has no answer says why, and keeps its step", "[analysis]") {
  const ModelPlan plan = model_plan(llama_70b(), machine(), strategies::Spared<>{.spares = 4096, .repair_time = 86400});
  CHECK(plan.step.fits);
  CHECK(plan.step.time > 0);
  CHECK(std::isnan(plan.goodput));
  CHECK_THAT(plan.note, ContainsSubstring("spares = 4096 must be fewer than gpus = 1024"));
  CHECK(model_plan(llama_70b(), machine(), plain).note.empty());
}

TEST_CASE("the errors of a step are those of the measured steps that nothing was fitted on", "[analysis][published]") {
  for (const auto& family : published::errors_by_family()) {
    if (family.by != "all") continue;
    CHECK(family.rows == 68);
    CHECK_THAT(parallelism::error_of_four_constants.mean, WithinAbs(family.four_constants.mean, 5e-4));  // printed to 0.1 %
    CHECK_THAT(parallelism::error_of_four_constants.worst, WithinAbs(family.four_constants.worst, 5e-4));
    CHECK_THAT(parallelism::error_of_one_rate.mean, WithinAbs(family.one_rate.mean, 5e-4));
    CHECK_THAT(parallelism::error_of_one_rate.worst, WithinAbs(family.one_rate.worst, 5e-4));
  }
  CHECK(parallelism::step_error(workload::Chip<>{.peak_flops = 1e15, .achieved_flops = 4e14}).mean ==
        parallelism::error_of_one_rate.mean);
  CHECK(parallelism::step_error(workload::guess_chip(1e15, 3e12)).worst == parallelism::error_of_four_constants.worst);
}

TEST_CASE("where the largest size tried is still the best, there is no limit up to it", "[analysis]") {
  ModelOnMachine model = llama_70b();
  model.chip = {.peak_flops = 1e15, .achieved_flops = 4e14};  // nothing but products takes time
  model.fabric = {.gpus_per_node = 8, .inner_bandwidth = inf, .outer_bandwidth = inf};
  model.batch_tokens = 0x1p24;
  TrainingRun<> never = machine();
  never.gpu_mttf = inf;
  const ModelPlan plan = model_plan(model, never, plain);
  CHECK(plan.best.status == limits::Status::no_limit);
  CHECK(plan.best.value == inf);
  CHECK(plan.best.note.starts_with("no limit up to "));
}
