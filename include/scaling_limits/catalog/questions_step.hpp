// SPDX-License-Identifier: Apache-2.0
// Questions to a training step: shapes, the time of a step under a layout, the fastest layout.
#pragma once
#include "../version.hpp"

#include "../parallelism/best_layout.hpp"
#include "aggregates.hpp"
#include "question.hpp"

namespace scaling_limits::catalog {

namespace detail {

inline std::vector<Row> step_rows() {
  constexpr parallelism::StepOptions usual{};
  return {
      {"batch_tokens", "1", "tokens of a step, all replicas together; a multiple of sequence_length", positive},
      {"element_bytes", "B", "of activations and gathered weights", positive, usual.element_bytes},
      {"gradient_bytes", "B", "of reduced and kept gradients", positive, usual.gradient_bytes},
      {"zero_stage", "1", "how model state is shared among the data-parallel ranks", whole(Range{.lower = 0, .upper = 3}), 1},
      {"overlap", "1", "share of the compute that hides the exchange of gradients", closed_fraction, usual.overlap}};
}
inline Argument recompute_word() {
  Argument argument = word<parallelism::Recompute>("recompute", "what the backward pass computes again");
  argument.standard = Value(to_word(parallelism::StepOptions{}.recompute));
  return argument;
}
inline parallelism::StepOptions step_options(const With& with) {
  parallelism::StepOptions options;
  options.recompute = chosen<parallelism::Recompute>("step", "recompute", with.given("recompute"));
  options.element_bytes = with["element_bytes"], options.gradient_bytes = with["gradient_bytes"];
  options.zero_stage = static_cast<int>(with["zero_stage"]), options.overlap = with["overlap"];
  return options;
}
inline std::vector<std::string_view> causes_of_step(const Case&) {
  return {parallelism::step_causes.begin(), parallelism::step_causes.end()};
}
inline const std::vector<ColumnOf>& step_columns() {
  static const std::vector<ColumnOf> columns{
      {"time", "s", "of the step; null where the layout does not fit"},
      {"breakdown", "s", "by cause; they sum to the time", Cell::number, causes_of_step, "cause"},
      {"memory_per_gpu", "B", "of the fullest stage"},
      {"model_flops_utilization", "1", "FLOPs without recompute, causal attention, over gpus x peak_flops x time"},
      {"status", "", "ok, or infeasible where the layout does not fit", Cell::text},
      {"note", "", "why it does not fit, or which part is a bound", Cell::text}};
  return columns;
}
inline void put_step(const parallelism::Step<>& step, Out& out) {
  out << step.time;
  step.fits ? out.each(step.breakdown, parallelism::step_causes) : out.skip(parallelism::step_causes.size());
  out << step.memory_per_gpu << step.model_flops_utilization << std::string_view(step.fits ? "ok" : "infeasible")
      << std::string_view(step.note);
}
inline const workload::TransformerShape<>& shape_of(const Case& at) { return at.other<workload::TransformerShape<>>("shape"); }

}  // namespace detail

template <class = void>
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
  to.push_back({{"question",
                 "step",
                 "one training step: its time part by part, its memory",
                 detail::step_rows(),
                 {detail::recompute_word()},
                 {}},
                {"shape", "layout", "chip", "fabric"},
                {},
                detail::step_columns(),
                [](const Case& at, const With& with, Out& out) {
                  detail::put_step(parallelism::step(shape_of(at), at.other<parallelism::Layout>("layout"),
                                                     at.other<workload::Chip<>>("chip"), at.other<network::Fabric<>>("fabric"),
                                                     with["batch_tokens"], detail::step_options(with)),
                                   out);
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
                 {detail::recompute_word()},
                 {}},
                {"shape", "chip", "fabric"},
                {"layout"},
                columns,
                [](const Case& at, const With& with, Out& out) {
                  const auto listed = [&](std::string_view name, std::size_t there) {
                    return static_cast<std::size_t>(std::min(with[name], static_cast<double>(there)));
                  };
                  parallelism::LayoutSearch search{listed("fastest", static_cast<std::size_t>(-1) / 2), {}};
                  if (at.others.contains("layout")) search.mine = at.other<parallelism::Layout>("layout");
                  auto best = parallelism::best_layout(
                      shape_of(at), static_cast<std::int64_t>(with["gpus"]), at.other<workload::Chip<>>("chip"),
                      at.other<network::Fabric<>>("fabric"), with["batch_tokens"], detail::step_options(with), search);
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
                  out << static_cast<double>(best.tried) << static_cast<double>(best.rejected.size());
                  std::vector<std::string> reasons;
                  degrees.clear(), times.clear();
                  best.rejected.resize(listed("rejected", best.rejected.size()));
                  for (auto& one : best.rejected) {
                    put_degrees(one.layout, degrees);
                    memories.push_back(one.memory), times.push_back(one.time);
                    reasons.push_back(std::move(one.reason));
                  }
                  out << std::move(degrees) << std::move(memories) << std::move(times) << std::move(reasons);
                }});
}

}  // namespace scaling_limits::catalog
