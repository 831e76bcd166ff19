// SPDX-License-Identifier: Apache-2.0
// The question of a model on a machine: its step, its checkpoints and failures, what it takes, and where more GPUs stop
// helping.
#pragma once
#include "../../version.hpp"

#include "../../analysis/headline.hpp"
#include "../../analysis/model_plan.hpp"
#include "../../parallelism/step_error.hpp"
#include "../criterion_of.hpp"
#include "../detail/rooms.hpp"
#include "../detail/step_answers.hpp"

namespace scaling_limits::catalog {

void add_model_questions(Questions& to) {
  std::vector<Row> rows = detail::step_rows();
  rows.insert(rows.begin(),
              {{"tokens", "1", "to be seen in training", positive},
               {"halvings", "1", "sizes tried below run.gpus, each half the one above; above it until more bring less",
                whole(Range{.lower = 0, .upper = 10}), 4}});
  std::vector<ColumnOf> columns{
      {"layout", "1", "of its own, or the fastest", Cell::number, names_of<parallelism::Layout>, "field"}};
  columns.insert(columns.end(), detail::step_columns().begin(), detail::step_columns().end());
  columns.insert(columns.end(),
                 {{"time_error.mean", "1", "of |modelled/measured - 1| of the step, of chips known as well as this one"},
                  {"time_error.worst", "1", "likewise"},
                  {"tokens_per_second", "1/s", "while it runs"},
                  {"parameters", "1", "of the shape"},
                  {"checkpoint_bytes", "B", "that the shape makes with the recipe"},
                  {"mtbf", "s", "time between failures of the job"},
                  {"interval", "s", "useful work between two checkpoints"},
                  {"goodput", "1", "new useful time over wall-clock time"},
                  {"training_time", "s", "wall-clock, until the tokens are seen"},
                  {"training_days", "d", "the same in days"},
                  {"energy", "J", "of the GPUs with their hosts and site; null without prices"},
                  {"carbon", "kg", "CO2 of that"},
                  {"cost", "USD", "of the run; null without prices"},
                  {"text", "", "the plan as sentences, rounded to be read", Cell::text},
                  {"best.gpus", "GPU", "the size of most tokens a day with this batch: beyond it more GPUs bring nothing"},
                  {"best.status", "", "ok, or why there is none", Cell::text},
                  {"best.binding", "", "what stops it: step, or a cause of the strategy", Cell::text},
                  {"best.note", "", "remarks", Cell::text},
                  {"sizes.gpus", "GPU", "sizes tried that fit, each with its fastest layout", Cell::numbers},
                  {"sizes.time", "s", "of a step of each", Cell::numbers},
                  {"sizes.utilization", "1", "of each", Cell::numbers},
                  {"sizes.goodput", "1", "of each", Cell::numbers},
                  {"sizes.tokens_per_day", "1", "of each, failures and saves counted", Cell::numbers}});
  to.push_back({{"question",
                 "model_plan",
                 "a model on a machine: step, memory, checkpoints, failures, time and money for its tokens, and where more "
                 "GPUs stop helping",
                 rows,
                 detail::step_arguments(),
                 {}},
                {"shape", "chip", "fabric", "state_recipe", "run"},
                {"strategy"},
                columns,
                [](const Case& at, const With& with, Out& out) {
                  const analysis::ModelOnMachine model{.shape = detail::shape_of(at),
                                                       .chip = at.other<workload::Chip<>>("chip"),
                                                       .fabric = at.other<network::Fabric<>>("fabric"),
                                                       .recipe = at.other<workload::StateRecipe<>>("state_recipe"),
                                                       .options = detail::step_options(with, 3),
                                                       .batch_tokens = with["batch_tokens"],
                                                       .tokens = with["tokens"],
                                                       .halvings = static_cast<int>(with["halvings"])};
                  std::optional<parallelism::Layout> own;
                  if (at.others.contains("layout")) own = at.other<parallelism::Layout>("layout");
                  const analysis::ModelPlan plan =
                      analysis::model_plan(model, at.run, at.strategy, own, at.find<economics::Prices<>>("prices"));
                  for (const auto& field : fields_of<parallelism::Layout>)
                    out << (plan.layout ? static_cast<double>((*plan.layout).*field.member) : NaN);
                  detail::put_step(plan.step, out, plan.note);
                  const parallelism::StepError error = parallelism::step_error(model.chip);
                  out << error.mean << error.worst << plan.tokens_per_second << model.shape.parameters()
                      << plan.run.checkpoint_bytes << plan.mtbf << plan.interval << plan.goodput << plan.cost.time
                      << plan.cost.time / 86400 << plan.cost.energy << plan.cost.carbon << plan.cost.total
                      << std::string_view(analysis::plan_sentence(plan));
                  out << plan.best.value << to_word(plan.best.status) << plan.best.binding << std::string_view(plan.best.note);
                  std::vector<double> gpus, times, utilizations, goodputs, tokens;
                  for (const analysis::SizeTried& one : plan.sizes) {
                    gpus.push_back(one.gpus), times.push_back(one.time);
                    utilizations.push_back(one.utilization), goodputs.push_back(one.goodput);
                    tokens.push_back(86400 * model.batch_tokens / one.time * one.goodput);
                  }
                  out << std::move(gpus) << std::move(times) << std::move(utilizations) << std::move(goodputs)
                      << std::move(tokens);
                },
                nullptr,
                0,
                {"layout", "prices"}});
}

}  // namespace scaling_limits::catalog
