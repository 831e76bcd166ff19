// SPDX-License-Identifier: Apache-2.0
// Questions to a training step: shapes, the time of a step under a layout, the fastest layout.
#pragma once
#include "../../version.hpp"

#include "../../parallelism/best_layout.hpp"
#include "../../workload/checkpoint_state.hpp"
#include "../detail/rooms.hpp"
#include "../detail/step_answers.hpp"
#include "../gives.hpp"
#include "../parts.hpp"

namespace scaling_limits::catalog {

namespace detail {

/// The stages of a step, as far as they can be listed.
struct Stages {
  std::vector<parallelism::StageRow<>> rows{};
  std::string note{};

  std::string_view status() const { return rows.empty() ? "infeasible" : "ok"; }
};
constexpr auto fields(const Stages*) {
  using S = Stages;
  return std::tuple(ResultField("stages", &S::rows), status_field(&S::status),
                    ResultField("note", &S::note, "", "why there are none"));
}
inline parallelism::Step<> step_at(const Case& at) {
  return parallelism::step(shape_of(at), at.other<parallelism::Layout>("layout"), at.other<workload::Chip<>>("chip"),
                           at.other<network::Fabric<>>("fabric"), at.with.numbers[0], step_options(at.with, 1));
}
inline Stages stages_at(const Case& at) {
  const auto step = step_at(at);
  const auto& stages = step.stages;
  if (stages.size() > most_stages_listed)
    return {
        {},
        "more stages than are listed: " + std::to_string(stages.size()) + ", at most " + std::to_string(most_stages_listed)};
  Stages found;
  for (std::int64_t i = 0; i < stages.size(); ++i) found.rows.push_back(stages[i]);
  if (found.rows.empty()) found.note = step.note;
  return found;
}
inline parallelism::BestLayout<> best_layout_at(const Case& at) {
  const auto listed = [&](std::string_view name) {
    constexpr std::size_t all = static_cast<std::size_t>(-1) / 2;
    return static_cast<std::size_t>((std::min)(at.with[name], static_cast<double>(all)));
  };
  parallelism::LayoutSearch search{listed("fastest"), listed("rejected"), {}};
  if (at.others.contains("layout")) search.mine = at.other<parallelism::Layout>("layout");
  auto best = parallelism::best_layout(shape_of(at), static_cast<std::int64_t>(at.with["gpus"]),
                                       at.other<workload::Chip<>>("chip"), at.other<network::Fabric<>>("fabric"),
                                       at.with["batch_tokens"], step_options(at.with, 2), search);
  if (!best.layout) best.step.note = best.note;
  return best;
}
inline double flops_per_token(const Case& at) {
  return shape_of(at).flops_per_token(
      to_word(chosen<workload::Attention>("flops_per_token", "attention", at.with.argument("attention"))),
      at.with["input_table"] != 0);
}

}  // namespace detail

void add_step_questions(Questions& to) {
  using detail::shape_of;
  const auto of_shape = [&](std::string_view name, std::string_view text, double (*number)(const Case&)) {
    to.push_back(scalar_question(name, "1", text, number, {"shape"}, {}));
  };
  of_shape("parameters", "all parameters", [](const Case& at) { return shape_of(at).parameters(); });
  of_shape("active_parameters", "parameters that one token meets; both tables count",
           [](const Case& at) { return shape_of(at).active_parameters(); });
  of_shape("matrix_parameters", "everything but normalisation weights",
           [](const Case& at) { return shape_of(at).matrix_parameters(); });
  of_shape("attention_parameters", "matrices of the attention of one layer",
           [](const Case& at) { return shape_of(at).attention_parameters(); });
  to.push_back(
      scalar_question("bytes_per_parameter", "B", "bytes that a checkpoint saves per parameter",
                      [](const Case& at) { return at.other<workload::StateRecipe<>>("state_recipe").bytes_per_parameter(); },
                      {"state_recipe"}, {}));
  const Argument attention = word<workload::Attention>("attention", "whether half of the scores are computed, or all");
  to.push_back({.name = "flops_per_token",
                .text = "FLOPs of training on one token, forward and backward, nothing recomputed",
                .needs = {"shape"},
                .rows = {{"input_table", "1", "whether looking up a row counts", flag, 1}},
                .arguments = {attention},
                .gives = gives("FLOP", "of one token", detail::flops_per_token)});
  to.push_back({.name = "attention_flops_per_token",
                .text = "FLOPs per token of scores and weighted values, forward and backward",
                .needs = {"shape"},
                .arguments = {attention},
                .gives = gives("FLOP", "of one token", [](const Case& at) {
                  return shape_of(at).attention_flops_per_token(to_word(
                      chosen<workload::Attention>("attention_flops_per_token", "attention", at.with.argument("attention"))));
                })});
  to.push_back({.name = "step",
                .text = "one training step: its time part by part, its memory",
                .needs = {"shape", "layout", "chip", "fabric"},
                .rows = detail::step_rows(),
                .arguments = detail::step_arguments(),
                .gives = gives(detail::step_at, detail::parts_of_step())});
  to.push_back({.name = "step_stages",
                .text = "the stages of a training step, one after the other",
                .needs = {"shape", "layout", "chip", "fabric"},
                .rows = detail::step_rows(),
                .arguments = detail::step_arguments(),
                .gives = gives(detail::stages_at)});
  std::vector<Row> rows = detail::step_rows();
  rows.insert(rows.begin(), {"gpus", "1", "GPUs to lay out", counted(1)});
  rows.push_back({"fastest", "1", "how many of the fastest layouts to list", not_negative_or_inf, 10});
  rows.push_back({"rejected", "1", "how many of the layouts that do not fit to list", not_negative_or_inf, 5});
  to.push_back({.name = "best_layout",
                .text = "the fastest layouts of a number of GPUs, where one's own stands among them, and why others do not fit",
                .needs = {"shape", "chip", "fabric"},
                .uses = {"layout"},
                .rows = rows,
                .arguments = detail::step_arguments(),
                .gives = gives(detail::best_layout_at, detail::parts_of_step())});
}

}  // namespace scaling_limits::catalog
