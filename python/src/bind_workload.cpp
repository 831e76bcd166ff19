// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/workload/checkpoint_state.hpp>
#include <scaling_limits/workload/chip.hpp>
#include <scaling_limits/workload/gpt_block.hpp>
#include <scaling_limits/workload/ingest.hpp>
#include <scaling_limits/workload/utilization.hpp>

#include "rooms.hpp"
#include "ufunc.hpp"

namespace scaling_limits::python {

void bind_workload(py::module_& core) {
  Room room(core, "workload");
  const auto batch = argument("batch"_a, "1", at_least(0), "samples of one accelerator's step", 256);
  const auto busy = argument("utilization"_a, "1", closed_fraction, "share of the time that the accelerators are busy", 0.9);
  const auto compute_time = argument("compute_time"_a, "s", above(0), "one step of one accelerator", 0.3);
  room.kernel(
      "checkpoint_bytes", [](const auto&... x) { return workload::checkpoint_bytes(x...); },
      "State of one checkpoint [B]: parameters x bytes_per_parameter.\n\n"
      "12 bytes are fp32 master weights and Adam's two moments; state_recipes lists what else is saved in practice.\n\n"
      "Source: Rajbhandari et al., SC20, section 3.1, for the bytes per parameter.",
      "parameters"_a, "bytes_per_parameter"_a = 12);
  room.kernel(
      "ingest_bandwidth", [](const auto&... x) { return workload::ingest_bandwidth(x...); },
      "Bandwidth [B/s] at which training reads: tokens_per_second x bytes_per_token.\n\n"
      "Source: a definition.",
      "tokens_per_second"_a, "bytes_per_token"_a);
  room.kernel(
      "data_set_bytes", [](const auto&... x) { return workload::data_set_bytes(x...); },
      "Size of a corpus [B]: tokens x bytes_per_token.\n\n"
      "Source: a definition.",
      "tokens"_a, "bytes_per_token"_a);
  room.kernel(
      "samples_per_second", [](const auto&... x) { return workload::samples_per_second(x...); },
      "Samples per second [1/s] of accelerators kept busy for a share of the time.\n\n"
      "accelerators x batch x utilization / compute_time.\n\n"
      "Source: MLCommons, MLPerf Storage v1.0, 2024: its accelerator utilization (AU).",
      argument("accelerators"_a, "1", at_least(0), "accelerators", 1024), batch, busy, compute_time);
  room.kernel(
      "accelerators_fed", [](const auto&... x) { return workload::accelerators_fed(x...); },
      "Accelerators that a storage system keeps busy: read_bandwidth by what one of them reads per second.\n\n"
      "Source: elementary: read_bandwidth / (samples_per_second of one x sample_bytes).",
      argument("read_bandwidth"_a, "B/s", at_least(0), "of the storage system", 1e12), batch,
      argument("sample_bytes"_a, "B", at_least(0), "one sample", 1.5e5), busy, compute_time);
  room.kernel(
      "gpt_parameters", [](const auto&... x) { return workload::gpt_parameters(x...); },
      "Parameters of a GPT: biases, layer norms and positions counted.\n\n"
      "12 L h^2 + 13 L h + (V + s) h, L = layers, h = hidden, V = vocabulary, s = sequence_length.\n\n"
      "Source: Narayanan et al., SC 2021, eq. 2.",
      "layers"_a, "hidden"_a, "vocabulary"_a, "sequence_length"_a);
  room.kernel(
      "gpt_step_flops",
      [](const auto& layers, const auto& hidden, const auto& vocabulary, const auto& sequence_length, const auto& sequences,
         const auto& recompute) {
        return workload::gpt_step_flops(layers, hidden, vocabulary, sequence_length, sequences,
                                        chosen<workload::GptRecompute>(recompute));
      },
      "Work of a training step of a GPT [FLOP]: forward, backward and what is computed again.\n\n"
      "Source: Narayanan et al., SC 2021, eq. 3.",
      "layers"_a, "hidden"_a, "vocabulary"_a, "sequence_length"_a,
      argument("sequences"_a, "1", at_least(0), "sequences of the step", 1536),
      choice("recompute", "what the backward pass computes again", workload::GptRecompute::full));
  room.kernel(
      "gpt_training_time", [](const auto&... x) { return workload::gpt_training_time(x...); },
      "Training time [s] with full recompute, 2-3 % low: 8 tokens parameters / (gpus achieved_flops).\n\n"
      "Source: Narayanan et al., SC 2021, eq. 4.",
      "tokens"_a, "parameters"_a, "gpus"_a, "achieved_flops"_a);
  room.kernel(
      "model_flops_utilization", [](const auto&... x) { return workload::model_flops_utilization(x...); },
      "Share of the peak that goes into the FLOPs the model needs: tokens/s x FLOPs/token / (gpus x peak_flops).\n\n"
      "Source: Chowdhery et al., PaLM, arXiv 2204.02311, 2022, appendix B.",
      "tokens_per_second"_a, argument("flops_per_token"_a, "FLOP", at_least(0), "what the model needs for a token", 2.5e12),
      "gpus"_a, "peak_flops"_a);
  room.kernel(
      "hardware_flops_utilization", [](const auto&... x) { return workload::hardware_flops_utilization(x...); },
      "Share of the peak that goes into all FLOPs, what is computed again too.\n\n"
      "Source: Chowdhery et al., PaLM, arXiv 2204.02311, 2022, appendix B.",
      "tokens_per_second"_a, argument("matrix_flops"_a, "FLOP", at_least(0), "products with matrices for a token", 2.4e12),
      argument("attention_flops"_a, "FLOP", at_least(0), "attention for a token", 1e11), "gpus"_a, "peak_flops"_a,
      argument("matrix_recompute"_a, "1", closed_fraction, "share of the products' forward pass that runs twice", 0),
      argument("attention_recompute"_a, "1", closed_fraction, "share of the attention's forward pass that runs twice", 1));
  room.module().def(
      "guess_chip",
      [](double peak_flops, double memory_bandwidth, double memory_bytes) {
        const auto chip = workload::guess_chip(peak_flops, memory_bandwidth, memory_bytes);
        py::dict fields;
        for (const auto& field : fields_of<workload::Chip<>>) fields[py::str(std::string(field.name))] = chip.*field.member;
        return fields;
      },
      "A chip of which only the maker's figures are known, as fields.", "peak_flops"_a, "memory_bandwidth"_a,
      "memory_bytes"_a = inf);
}

}  // namespace scaling_limits::python
