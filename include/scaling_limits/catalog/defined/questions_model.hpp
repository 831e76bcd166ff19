// SPDX-License-Identifier: Apache-2.0
// The question of a model on a machine: its step, its checkpoints and failures, what it takes, and where more GPUs stop
// helping.
#pragma once
#include "../../version.hpp"

#include "../../analysis/headline.hpp"
#include "../../analysis/model_plan.hpp"
#include "../../parallelism/step_error.hpp"
#include "../detail/rooms.hpp"
#include "../detail/step_answers.hpp"

namespace scaling_limits::catalog {

namespace detail {

/// The plan, and what follows from the parts that it was made of.
struct PlanOfModel {
  analysis::ModelPlan plan{};
  parallelism::StepError error{};
  double parameters = NaN;
  std::string text{};
};
constexpr auto fields(const PlanOfModel*) {
  using P = PlanOfModel;
  return std::tuple(
      ResultField("layout", within(&P::plan, &analysis::ModelPlan::layout), "1", "of its own, or the fastest", "field"),
      ResultField("", within(&P::plan, &analysis::ModelPlan::step)), ResultField("time_error", &P::error),
      ResultField("tokens_per_second", within(&P::plan, &analysis::ModelPlan::tokens_per_second), "1/s", "while it runs"),
      ResultField("parameters", &P::parameters, "1", "of the shape"),
      ResultField(
          "checkpoint_bytes", [](const P& of) { return of.plan.run.checkpoint_bytes; }, "B",
          "that the shape makes with the recipe"),
      ResultField("mtbf", within(&P::plan, &analysis::ModelPlan::mtbf), "s", "time between failures of the job"),
      ResultField("interval", within(&P::plan, &analysis::ModelPlan::interval), "s", "useful work between two checkpoints"),
      ResultField("goodput", within(&P::plan, &analysis::ModelPlan::goodput), "1", "new useful time over wall-clock time"),
      ResultField(
          "training_time", [](const P& of) { return of.plan.cost.time; }, "s", "wall-clock, until the tokens are seen"),
      ResultField(
          "training_days", [](const P& of) { return of.plan.cost.time / units::day; }, "d", "the same in days"),
      ResultField(
          "energy", [](const P& of) { return of.plan.cost.energy; }, "J",
          "of the GPUs with their hosts and site; null without prices"),
      ResultField(
          "carbon", [](const P& of) { return of.plan.cost.carbon; }, "kg", "CO2 of that"),
      ResultField(
          "cost", [](const P& of) { return of.plan.cost.total; }, "USD", "of the run; null without prices"),
      ResultField("text", &P::text, "", "the plan as sentences, rounded to be read"),
      ResultField(
          "best.gpus", [](const P& of) { return of.plan.best.value; }, "GPU",
          "the size of most tokens a day with this batch: beyond it more GPUs bring nothing"),
      ResultField(
          "best.status", [](const P& of) { return of.plan.best.status; }, "", "ok, or why there is none"),
      ResultField(
          "best.binding", [](const P& of) { return of.plan.best.binding; }, "",
          "what stops it: step, or a term of the strategy"),
      ResultField(
          "best.note", [](const P& of) -> std::string_view { return of.plan.best.note; }, "", "remarks"),
      ResultField("sizes", within(&P::plan, &analysis::ModelPlan::sizes)));
}
inline PlanOfModel plan_of_model(const Case& at) {
  const analysis::ModelOnMachine model{.shape = shape_of(at),
                                       .chip = at.other<workload::Chip<>>("chip"),
                                       .fabric = at.other<network::Fabric<>>("fabric"),
                                       .recipe = at.other<workload::StateRecipe<>>("state_recipe"),
                                       .options = step_options(at.with, 3),
                                       .batch_tokens = at.with["batch_tokens"],
                                       .tokens = at.with["tokens"],
                                       .halvings = static_cast<int>(at.with["halvings"])};
  std::optional<parallelism::Layout> own;
  if (at.others.contains("layout")) own = at.other<parallelism::Layout>("layout");
  PlanOfModel found{analysis::model_plan(model, at.run, at.strategy, own, at.find<economics::Prices<>>("prices")),
                    parallelism::step_error(model.chip), model.shape.parameters()};
  found.text = analysis::plan_sentence(found.plan);
  if (const std::string& lost = found.plan.note; !lost.empty()) {  // though the step fits
    auto& step = found.plan.step;
    step.fits = false, step.note = lost + (step.note.empty() ? "" : "; ") + step.note;
  }
  return found;
}

}  // namespace detail

void add_model_questions(Questions& to) {
  std::vector<Row> rows = detail::step_rows();
  rows.insert(rows.begin(),
              {{"tokens", "1", "to be seen in training", positive},
               {"halvings", "1", "sizes tried below run.gpus, each half the one above; above it until more bring less",
                whole(Range{.lower = 0, .upper = 10}), 4}});
  to.push_back({.name = "model_plan",
                .text =
                    "a model on a machine: step, memory, checkpoints, failures, time and money for its tokens, and where more "
                    "GPUs stop helping",
                .needs = {"shape", "chip", "fabric", "state_recipe", "run"},
                .uses = {"strategy"},
                .takes = {"layout", "prices"},
                .rows = rows,
                .arguments = detail::step_arguments(),
                .gives = gives(detail::plan_of_model, detail::parts_of_step())});
}

}  // namespace scaling_limits::catalog
