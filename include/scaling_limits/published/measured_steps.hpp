// SPDX-License-Identifier: Apache-2.0
// Training steps that somebody measured, as rows of the registry: each beside the step of the model, with the error, and on
// which rows the machine's four constants were fitted. Every row is known to deviate, by its own error: a change of the model
// shows.
#pragma once
#include "../version.hpp"

#include <algorithm>

#include "../parallelism/step.hpp"
#include "chips.hpp"
#include "estimate.hpp"
#include "shapes.hpp"

namespace scaling_limits::published {

/// Rows of one machine and framework.
struct StepSet {
  Source source{};
  std::string_view inputs{};
  workload::Chip<> chip{};
  network::Fabric<> fabric{};
  parallelism::StepOptions options{};  // of all its rows: what is hidden, bytes of a logit
  std::string_view fitted_on{};
};

/// One of them: model, its sequences, layout; what was measured as printed, seconds or bytes of the fullest GPU; what the model
/// is off by [%].
struct StepRow {
  std::string_view id{};
  workload::TransformerShape<> shape{};
  double sequence_length = NaN;
  parallelism::Layout layout{};
  double sequences = NaN;
  std::string_view measured{};
  double percent = NaN;
};

/// Rows of a set that ran in the same way.
struct StepBlock {
  StepSet set{};
  parallelism::StepOptions how{};
  std::vector<StepRow> rows{};

  /// How they ran, with what the set says of all its rows.
  parallelism::StepOptions options() const {
    parallelism::StepOptions all = how;
    all.overlap = set.options.overlap, all.tensor_overlap = set.options.tensor_overlap;
    all.logit_bytes = set.options.logit_bytes;
    return all;
  }
};

namespace detail {

/// A GPT of plain feed-forwards of four times its width.
inline workload::TransformerShape<> gpt(double layers, double hidden, double heads, double vocabulary, double tied = 1) {
  return {.layers = layers,
          .hidden = hidden,
          .feed_forward = 4 * hidden,
          .query_heads = heads,
          .key_value_heads = heads,
          .head_size = hidden / heads,
          .vocabulary = vocabulary,
          .gated = 0,
          .tied = tied};
}
inline workload::TransformerShape<> grouped(double layers, double hidden, double feed_forward, double heads,
                                            double key_value_heads, double vocabulary, double gated = 1) {
  return {.layers = layers,
          .hidden = hidden,
          .feed_forward = feed_forward,
          .query_heads = heads,
          .key_value_heads = key_value_heads,
          .head_size = hidden / heads,
          .vocabulary = vocabulary,
          .gated = gated};
}
/// A model of the presets with fewer layers.
inline workload::TransformerShape<> cut(std::string_view name, double layers, double dense_layers) {
  workload::TransformerShape<> of = shape(name);
  of.layers = layers, of.dense_layers = dense_layers;
  return of;
}

/// A chip of the presets with constants fitted elsewhere: shares of the peak and of the nominal bandwidth.
inline workload::Chip<> measured(std::string_view name, double products, double attention, double memory, double operation_time,
                                 double peak_flops = NaN) {
  ChipSpecification<> known = chip_specification(name);
  if (peak_flops == peak_flops) known.peak_flops = peak_flops;
  return accelerators::fitted(known, products, attention, memory, operation_time).chip();
}

}  // namespace detail

/// What is printed before the unit.
inline std::string_view measured_number(const StepRow& row) { return row.measured.substr(0, row.measured.find(' ')); }

/// The model's step of a row; what ran fits.
template <class = void>
parallelism::Step<> modelled(const StepRow& row, workload::Chip<> chip, const network::Fabric<>& fabric,
                             const parallelism::StepOptions& options) {
  workload::TransformerShape<> shape = row.shape;
  shape.sequence_length = row.sequence_length, chip.memory_bytes = inf;
  return parallelism::step(shape, row.layout, chip, fabric, row.sequences * row.sequence_length, options);
}

/// Appends the rows of a block.
template <class = void>
void append_steps(Estimates& to, const StepBlock& block) {
  const StepSet& set = block.set;
  for (const StepRow& row : block.rows) {
    const auto step = modelled(row, set.chip, set.fabric, block.options());
    const bool of_time = row.measured.ends_with(" s");
    const std::string_view number = measured_number(row);
    const auto first = std::find_if(number.begin(), number.end(), [](char c) { return c > '0'; });
    const auto significant = std::count_if(first, number.end(), [](char c) { return c != '.'; });
    const Printed printed = digits(std::stod(std::string(number)), row.measured, static_cast<int>(significant));
    to.push_back({set.source, row.id, of_time ? "time of a step" : "memory of the fullest GPU", Mark::published, set.inputs,
                  known_to_deviate(printed, row.percent, of_time ? set.fitted_on : "nothing of it is fitted"),
                  of_time ? "s" : "B", "parallelism.step", of_time ? step.time : step.memory_per_gpu});
  }
}

}  // namespace scaling_limits::published
