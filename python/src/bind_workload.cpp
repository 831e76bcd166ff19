// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/workload/checkpoint_state.hpp>
#include <scaling_limits/workload/chip.hpp>
#include <scaling_limits/workload/gpt_block.hpp>
#include <scaling_limits/workload/ingest.hpp>
#include <scaling_limits/workload/transformer_shape.hpp>
#include <scaling_limits/workload/utilization.hpp>

#include "aggregate.hpp"
#include "rooms.hpp"

namespace scaling_limits::python {

void bind_workload(py::module_& core) {
  Room room(core, "workload");
  room.kernel(
      "checkpoint_bytes", [](const auto&... x) { return workload::checkpoint_bytes(x...); },
      "State of one checkpoint [bytes]: parameters x bytes_per_parameter, both >= 0.\n\n"
      "12 is fp32 master weights and Adam's two moments; state_recipes lists what else is saved in practice.",
      "parameters"_a, "bytes_per_parameter"_a = 12);
  room.kernel(
      "ingest_bandwidth", [](const auto&... x) { return workload::ingest_bandwidth(x...); },
      "Bytes per second that training reads: tokens (or samples) per second of the whole job x bytes of one.",
      "tokens_per_second"_a, "bytes_per_token"_a);
  room.kernel(
      "data_set_bytes", [](const auto&... x) { return workload::data_set_bytes(x...); }, "Bytes of a corpus.", "tokens"_a,
      "bytes_per_token"_a);
  room.kernel(
      "samples_per_second", [](const auto&... x) { return workload::samples_per_second(x...); },
      "Samples per second of accelerators kept busy for a share of the time: n batch utilization / compute_time.\n\n"
      "batch: samples of one accelerator's step; utilization in [0, 1]; compute_time > 0 of one step [s].",
      "accelerators"_a, "batch"_a, "utilization"_a, "compute_time"_a);
  room.kernel(
      "accelerators_fed", [](const auto&... x) { return workload::accelerators_fed(x...); },
      "Accelerators that a storage system keeps busy: read_bandwidth [bytes/s] by what one of them reads per second.",
      "read_bandwidth"_a, "batch"_a, "sample_bytes"_a, "utilization"_a, "compute_time"_a);
  room.kernel(
      "gpt_parameters", [](const auto&... x) { return workload::gpt_parameters(x...); },
      "Parameters of a GPT, 12 L h^2 + 13 L h + (V + s) h: biases, layer norms and positions counted.", "layers"_a, "hidden"_a,
      "vocabulary"_a, "sequence_length"_a);
  room.kernel(
      "gpt_step_flops",
      [](const auto& layers, const auto& hidden, const auto& vocabulary, const auto& sequence_length, const auto& sequences,
         const auto& recompute) {
        constexpr workload::GptRecompute kinds[] = {workload::GptRecompute::full, workload::GptRecompute::none,
                                                    workload::GptRecompute::selective,
                                                    workload::GptRecompute::selective_korthikanti};
        return workload::gpt_step_flops(layers, hidden, vocabulary, sequence_length, sequences,
                                        kinds[static_cast<int>(recompute)]);
      },
      "FLOPs of a training step of a GPT on so many sequences, forward, backward and what is computed again.\n\n"
      "Narayanan et al., SC 2021, eq. 3; recompute says what the backward pass computes again.",
      "layers"_a, "hidden"_a, "vocabulary"_a, "sequence_length"_a, "sequences"_a,
      Choice{"recompute", {"full", "none", "selective", "selective_korthikanti"}});
  room.kernel(
      "gpt_training_time", [](const auto&... x) { return workload::gpt_training_time(x...); },
      "Training time [s] on so many tokens, 8 tokens parameters / (gpus achieved_flops): full recompute; 2-3 % low.",
      "tokens"_a, "parameters"_a, "gpus"_a, "achieved_flops"_a);
  room.kernel(
      "model_flops_utilization", [](const auto&... x) { return workload::model_flops_utilization(x...); },
      "Share of the peak that goes into the FLOPs the model needs: tokens/s x FLOPs/token / (gpus x peak_flops).",
      "tokens_per_second"_a, "flops_per_token"_a, "gpus"_a, "peak_flops"_a);
  room.kernel(
      "hardware_flops_utilization", [](const auto&... x) { return workload::hardware_flops_utilization(x...); },
      "The same with what is computed again: shares in [0, 1] of the two forward passes that run twice.", "tokens_per_second"_a,
      "matrix_flops"_a, "attention_flops"_a, "gpus"_a, "peak_flops"_a, "matrix_recompute"_a, "attention_recompute"_a);

  Aggregate<workload::StateRecipe<>>(room, "StateRecipe")
      .property(
          "bytes_per_parameter", [](const auto& recipe) { return recipe.bytes_per_parameter(); },
          "Bytes that a checkpoint saves per parameter.");
  py::dict recipes;
  for (const auto& known : workload::state_recipes) {
    py::list bytes;
    for (const auto& field : fields_of<workload::StateRecipe<>>) bytes.append(known.recipe.*field.member);
    recipes[py::str(std::string(known.name))] = py::make_tuple(bytes, std::string(known.includes));
  }
  room.module().attr("state_recipes") = recipes;

  Aggregate<workload::Chip<>>(room, "Chip");
  Aggregate<workload::TransformerShape<>>(room, "TransformerShape")
      .property(
          "parameters", [](const auto& shape) { return shape.parameters(); }, "All parameters.")
      .property(
          "active_parameters", [](const auto& shape) { return shape.active_parameters(); },
          "Parameters that one token meets; both tables count.")
      .property(
          "matrix_parameters", [](const auto& shape) { return shape.matrix_parameters(); },
          "Everything but normalisation weights.")
      .property(
          "attention_parameters", [](const auto& shape) { return shape.attention_parameters(); },
          "Matrices of the attention of one layer.")
      .method(
          "flops_per_token",
          [](const auto& shape, double attention, double input_table) {
            return shape.flops_per_token(attention == 0 ? "causal" : "full", input_table != 0);
          },
          "FLOPs of training on one token, forward and backward, nothing recomputed.\n\n"
          "attention \"causal\" computes half of the scores, \"full\" all; input_table: whether looking up a row counts.",
          Choice{"attention", {"causal", "full"}}, "input_table"_a = true)
      .method(
          "attention_flops_per_token",
          [](const auto& shape, double attention) {
            return shape.attention_flops_per_token(attention == 0 ? "causal" : "full");
          },
          "FLOPs per token of scores and weighted values, forward and backward.", Choice{"attention", {"causal", "full"}});
}

}  // namespace scaling_limits::python
