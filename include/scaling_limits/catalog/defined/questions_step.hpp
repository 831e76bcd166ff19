// SPDX-License-Identifier: Apache-2.0
// Questions to a training step: shapes, the time of a step under a layout, the fastest layout.
#pragma once
#include "../../version.hpp"

#include "../../parallelism/best_layout.hpp"
#include "../../workload/checkpoint_state.hpp"
#include "../detail/rooms.hpp"
#include "../detail/step_answers.hpp"
#include "../parts.hpp"

namespace scaling_limits::catalog {

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
  to.push_back({{"question",
                 "flops_per_token",
                 "FLOPs of training on one token, forward and backward, nothing recomputed",
                 {{"input_table", "1", "whether looking up a row counts", flag, 1}},
                 {attention},
                 {}},
                {"shape"},
                {},
                {{"flops_per_token", "FLOP", "of one token"}},
                [](const Case& at, const With& with, Out& out) {
                  out << shape_of(at).flops_per_token(
                      to_word(chosen<workload::Attention>("flops_per_token", "attention", with.given("attention"))),
                      with["input_table"] != 0);
                }});
  to.push_back({{"question",
                 "attention_flops_per_token",
                 "FLOPs per token of scores and weighted values, forward and backward",
                 {},
                 {attention},
                 {}},
                {"shape"},
                {},
                {{"attention_flops_per_token", "FLOP", "of one token"}},
                [](const Case& at, const With& with, Out& out) {
                  out << shape_of(at).attention_flops_per_token(
                      to_word(chosen<workload::Attention>("attention_flops_per_token", "attention", with.given("attention"))));
                }});
  const auto step_at = [](const Case& at, const With& with) {
    return parallelism::step(shape_of(at), at.other<parallelism::Layout>("layout"), at.other<workload::Chip<>>("chip"),
                             at.other<network::Fabric<>>("fabric"), with.numbers[0], detail::step_options(with, 1));
  };
  to.push_back({{"question",
                 "step",
                 "one training step: its time part by part, its memory",
                 detail::step_rows(),
                 detail::step_arguments(),
                 {}},
                {"shape", "layout", "chip", "fabric"},
                {},
                detail::step_columns(),
                [step_at](const Case& at, const With& with, Out& out) { detail::put_step(step_at(at, with), out); }});
  to.push_back({{"question",
                 "step_stages",
                 "the stages of a training step, one after the other",
                 detail::step_rows(),
                 detail::step_arguments(),
                 {}},
                {"shape", "layout", "chip", "fabric"},
                {},
                {{"stages.layers", "1", "layers of each", Cell::numbers},
                 {"stages.forward", "s", "of a micro-batch, with what its exchanges add", Cell::numbers},
                 {"stages.backward", "s", "likewise", Cell::numbers},
                 {"stages.memory", "B", "of a GPU of each", Cell::numbers},
                 status_column,
                 {"note", "", "why there are none", Cell::text}},
                [step_at](const Case& at, const With& with, Out& out) {
                  const auto step = step_at(at, with);
                  const auto& stages = step.stages;
                  const bool listed = stages.size() <= detail::most_stages_listed;
                  std::vector<double> layers, forward, backward, memory;
                  for (std::int64_t i = 0; listed && i < stages.size(); ++i) {
                    const auto row = stages[i];
                    layers.push_back(row.layers), forward.push_back(row.forward);
                    backward.push_back(row.backward), memory.push_back(row.memory);
                  }
                  out << std::move(layers) << std::move(forward) << std::move(backward) << std::move(memory);
                  const bool there = listed && stages.size() > 0;
                  out << std::string_view(there ? "ok" : "infeasible");
                  out << (there    ? std::string()
                          : listed ? step.note
                                   : "more stages than are listed: " + std::to_string(stages.size()) + ", at most " +
                                         std::to_string(detail::most_stages_listed));
                }});
  std::vector<Row> rows = detail::step_rows();
  rows.insert(rows.begin(), {"gpus", "1", "GPUs to lay out", counted(1)});
  rows.push_back({"fastest", "1", "how many of the fastest layouts to list", not_negative_or_inf, 10});
  rows.push_back({"rejected", "1", "how many of the layouts that do not fit to list", not_negative_or_inf, 5});
  std::vector<ColumnOf> columns{{"layout", "1", "of the fastest", Cell::number, names_of<parallelism::Layout>, "field"}};
  columns.insert(columns.end(), detail::step_columns().begin(), detail::step_columns().end());
  columns.insert(
      columns.end(),
      {{"fastest.layout", "1", "degrees of each of the fastest, one after the other", Cell::numbers},
       {"fastest.time", "s", "of a step of each", Cell::numbers},
       {"mine.rank", "1", "of 'layout' among all that fit: 1 where none is faster"},
       {"mine.time", "s", "of its step"},
       {"mine.behind", "s", "what it takes more than the fastest, by cause", Cell::number, detail::causes_of_step, "cause"},
       {"mine.note", "", "why it does not fit, or which part is a bound", Cell::text},
       {"tried", "1", "layouts looked at"},
       {"rejected", "1", "how many do not fit"},
       {"rejected.layout", "1", "degrees of each that is listed: first what more memory alone would make the fastest",
        Cell::numbers},
       {"rejected.memory_per_gpu", "B", "that each would take", Cell::numbers},
       {"rejected.time", "s", "of a step of each, had it the memory", Cell::numbers},
       {"rejected.reason", "", "why each does not fit", Cell::texts}});
  to.push_back({{"question",
                 "best_layout",
                 "the fastest layouts of a number of GPUs, where one's own stands among them, and why others do not fit",
                 rows,
                 detail::step_arguments(),
                 {}},
                {"shape", "chip", "fabric"},
                {"layout"},
                columns,
                [](const Case& at, const With& with, Out& out) {
                  const auto listed = [&](std::string_view name, std::size_t there) {
                    return static_cast<std::size_t>((std::min)(with[name], static_cast<double>(there)));
                  };
                  constexpr std::size_t all = static_cast<std::size_t>(-1) / 2;
                  parallelism::LayoutSearch search{listed("fastest", all), listed("rejected", all), {}};
                  if (at.others.contains("layout")) search.mine = at.other<parallelism::Layout>("layout");
                  auto best = parallelism::best_layout(
                      shape_of(at), static_cast<std::int64_t>(with["gpus"]), at.other<workload::Chip<>>("chip"),
                      at.other<network::Fabric<>>("fabric"), with["batch_tokens"], detail::step_options(with, 2), search);
                  if (!best.layout) best.step.note = best.note;
                  for (const auto& field : fields_of<parallelism::Layout>)
                    out << (best.layout ? static_cast<double>((*best.layout).*field.member) : NaN);
                  detail::put_step(best.step, out);
                  const auto put_degrees = [](const parallelism::Layout& layout, std::vector<double>& into) {
                    for (const auto& field : fields_of<parallelism::Layout>)
                      into.push_back(static_cast<double>(layout.*field.member));
                  };
                  std::vector<double> degrees, times, memories;
                  for (const auto& one : best.fastest) put_degrees(one.layout, degrees), times.push_back(one.time);
                  out << std::move(degrees) << std::move(times);
                  const bool placed = best.mine && best.mine->rank > 0;
                  out << (placed ? static_cast<double>(best.mine->rank) : NaN) << (placed ? best.mine->step.time : NaN);
                  placed ? out.each(best.mine->behind, parallelism::step_causes) : out.skip(parallelism::step_causes.size());
                  out << (best.mine ? std::string_view(best.mine->step.note) : std::string_view());
                  out << static_cast<double>(best.tried) << static_cast<double>(best.tried - best.fitting);
                  std::vector<std::string> reasons;
                  degrees.clear(), times.clear();
                  for (auto& one : best.rejected) {
                    put_degrees(one.layout, degrees);
                    memories.push_back(one.memory), times.push_back(one.time);
                    reasons.push_back(std::move(one.reason));
                  }
                  out << std::move(degrees) << std::move(memories) << std::move(times) << std::move(reasons);
                }});
}

}  // namespace scaling_limits::catalog
