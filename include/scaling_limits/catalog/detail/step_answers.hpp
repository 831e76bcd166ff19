// SPDX-License-Identifier: Apache-2.0
// What the questions to a step and to a model on a machine have in common: options, names.
#pragma once
#include "../../version.hpp"

#include "../../parallelism/step.hpp"
#include "../choose.hpp"
#include "../gives.hpp"
#include "../json_schema.hpp"

namespace scaling_limits::catalog {

namespace detail {

inline constexpr std::int64_t most_stages_listed = 4096;

inline std::vector<Row> step_rows() {
  std::vector<Row> rows = rows_of<parallelism::StepOptions>();
  rows.insert(rows.begin(),
              {"batch_tokens", "1", "tokens of a step, all replicas together; a multiple of sequence_length", positive});
  return rows;
}
template <class E>
Argument step_word(std::string_view name, std::string_view doc, E usual) {
  Argument argument = word<E>(name, doc);
  argument.standard = Value(to_word(usual));
  return argument;
}
/// What of the options is not a number.
inline std::vector<Argument> step_arguments() {
  const parallelism::StepOptions usual{};
  return {step_word("recompute", "what the backward pass computes again", usual.recompute),
          step_word("kernels", "whether attention scores are written; unfused: plain dense shapes only", usual.kernels),
          step_word("precision", "of the layers' products; the chip's peak and rates are of that format", usual.precision),
          step_word("context_exchange", "how context ranks see each other's keys and values", usual.context_exchange),
          looking(
              []() -> Value {
                constexpr Range layers = counted(0);
                return json_schema::list(Map{{"type", "integer"}, {"minimum", layers.lower}, {"maximum", layers.upper}}, 1);
              },
              {"stage_layers", "layers of each stage, a list of whole numbers; not given: even"})};
}
inline std::vector<std::int64_t> stage_layers_of(const Value* given) {
  std::vector<std::int64_t> layers;
  if (!given) return layers;
  const auto refuse = [](const std::string& what, const std::string& path, const Value& value) {
    throw Refused("step: stage_layers " + what, path, value);
  };
  if (!given->list() || given->list()->empty())
    refuse("must be a list of whole numbers, one for each stage", "stage_layers", *given);
  for (const Value& one : *given->list()) {
    const double* number = one.number();
    const std::string place = "stage_layers." + std::to_string(layers.size());
    if (!number || !counted(0).holds(*number)) refuse("must hold " + counted(0).text() + " for each stage", place, one);
    layers.push_back(static_cast<std::int64_t>(*number));
  }
  return layers;
}
/// The options among a question's own numbers, from the place of the first, and its words.
inline parallelism::StepOptions step_options(const Part& with, std::size_t first) {
  using namespace parallelism;
  StepOptions options;
  assign(options, with.numbers.data() + first);
  options.recompute = chosen<Recompute>("step", "recompute", with.argument("recompute"));
  options.kernels = chosen<Kernels>("step", "kernels", with.argument("kernels"));
  options.precision = chosen<Precision>("step", "precision", with.argument("precision"));
  options.context_exchange = chosen<ContextExchange>("step", "context_exchange", with.argument("context_exchange"));
  options.stage_layers = stage_layers_of(with.argument("stage_layers"));
  return options;
}
inline std::vector<std::string_view> terms_of_step(const Case&) {
  return {parallelism::step_terms.begin(), parallelism::step_terms.end()};
}
inline std::vector<std::string_view> parts_of_memory(const Case&) {
  return {parallelism::memory_terms.begin(), parallelism::memory_terms.end()};
}
/// What parts of a step and of its memory are named by.
inline std::initializer_list<By> parts_of_step() {
  static const std::initializer_list<By> names{
      {"memory", parts_of_memory}, {"term", terms_of_step}, {"field", names_of<parallelism::Layout>}};
  return names;
}
inline const workload::TransformerShape<>& shape_of(const Case& at) { return at.other<workload::TransformerShape<>>("shape"); }

}  // namespace detail

}  // namespace scaling_limits::catalog
