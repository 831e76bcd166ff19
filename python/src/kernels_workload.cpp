// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/workload/adapters.hpp>
#include <scaling_limits/workload/checkpoint_state.hpp>
#include <scaling_limits/workload/gpt_block.hpp>
#include <scaling_limits/workload/h100_equivalents.hpp>
#include <scaling_limits/workload/ingest.hpp>
#include <scaling_limits/workload/repeated_data.hpp>
#include <scaling_limits/workload/replica_law.hpp>
#include <scaling_limits/workload/training_compute.hpp>
#include <scaling_limits/workload/utilization.hpp>

#include "kernels.hpp"

namespace scaling_limits::python {

void add_workload(Rooms& rooms) {
  Room& room = rooms.emplace_back("workload");
  Room& behind = rooms.emplace_back("_workload");
  behind.kernel(
      "replica_compute",
      [](const auto& parameters, const auto& replicas, const auto& form) {
        return workload::replica_compute(parameters, replicas, chosen<workload::ReplicaFit>(form));
      },
      "workload.replica_compute, without its warning.\n\n"
      "Source: Charles et al., arXiv 2503.09799, 2025: the fits of each number of replicas, and the joint one.",
      "parameters"_a, "replicas"_a, choice<workload::ReplicaFit>("form", "which of the two fits"));
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
  room.kernel(
      "training_compute", [](const auto&... x) { return workload::training_compute(x...); },
      "Compute of training a model [FLOP]: 6 parameters tokens.\n\n"
      "Attention, and tables that are only looked up, are left out: TransformerShape.flops_per_token counts them.\n\n"
      "Source: Kaplan et al., arXiv 2001.08361, 2020, section 2.1.",
      "parameters"_a, "tokens"_a);
  room.kernel(
      "lifetime_compute", [](const auto&... x) { return workload::lifetime_compute(x...); },
      "Compute of a model over its life [FLOP]: 6 parameters tokens + 2 parameters inference_tokens.\n\n"
      "Source: Sardana and Frankle, arXiv 2401.00448, 2023.",
      "parameters"_a, "tokens"_a, "inference_tokens"_a);
  room.kernel(
      "compute_of_tokens", [](const auto&... x) { return workload::compute_of_tokens(x...); },
      "Compute that so many tokens train by the rule of tokens per parameter [FLOP]: 6 tokens^2 / tokens_per_parameter.\n\n"
      "Source: Hoffmann et al., arXiv 2203.15556, 2022: 20 tokens per parameter.",
      "tokens"_a, "tokens_per_parameter"_a = 20);
  room.kernel(
      "compute_of_parameters", [](const auto&... x) { return workload::compute_of_parameters(x...); },
      "Compute that trains so many parameters by the rule of tokens per parameter [FLOP].\n\n"
      "6 tokens_per_parameter parameters^2.\n\n"
      "Source: Hoffmann et al., arXiv 2203.15556, 2022: 20 tokens per parameter.",
      "parameters"_a, "tokens_per_parameter"_a = 20);
  room.kernel(
      "effective_tokens", [](const auto&... x) { return workload::effective_tokens(x...); },
      "New tokens that are worth as much as unique ones read several times.\n\n"
      "u (1 + R (1 - exp(-(e - 1) / R))), u = unique_tokens, e = epochs, R = decay; u e within the first epoch.\n\n"
      "Source: Muennighoff et al., arXiv 2305.16264, 2023, equation 5 and appendix A.",
      "unique_tokens"_a, "epochs"_a, "decay"_a = workload::repeat_decay);
  room.kernel(
      "epochs_for", [](const auto&... x) { return workload::epochs_for(x...); },
      "Epochs over unique tokens that are worth so many new ones; NaN from unique_tokens (1 + decay) on.\n\n"
      "1 - R log(1 - (D / u - 1) / R), D = effective_tokens, u = unique_tokens, R = decay.\n\n"
      "Source: Muennighoff et al., arXiv 2305.16264, 2023, equation 5 and appendix A.",
      "effective_tokens"_a, argument("unique_tokens"_a, "1", above(0), "different tokens", 3e12),
      "decay"_a = workload::repeat_decay);
  room.kernel(
      "h100_equivalents",
      [](const auto& gpus, const auto& peak_flops, const auto& format) {
        return workload::h100_equivalents(gpus, peak_flops, chosen<workload::PeakFormat>(format));
      },
      "GPUs of any kind as H100s of the same peak: gpus peak_flops / the peak of an H100 in the format named.\n\n"
      "1.979e15 FLOP/s in fp8, 989.4e12 in bf16, dense. A chip without 8 bits counts twice as much in bf16.\n\n"
      "Source: Epoch AI, GPU clusters data, 2025; NVIDIA, H100 data sheet, 2023.",
      argument("gpus"_a, "1", at_least(0), "GPUs", 25000), "peak_flops"_a,
      choice<workload::PeakFormat>("format", "number format of both peaks"));
  room.kernel(
      "adapter_memory", [](const auto&... x) { return workload::adapter_memory(x...); },
      "What low-rank adapters train in [B]: base_bytes + state_bytes x adapter_parameters.\n\n"
      "The weights that stay as they are, and weight, gradient, master copy and two moments of each adapter parameter.\n\n"
      "Source: elementary; 16 bytes as in Rajbhandari et al., SC20, section 3.",
      argument("base_bytes"_a, "B", at_least(0), "the weights that stay as they are", 16e9),
      argument("adapter_parameters"_a, "1", at_least(0), "of all adapters together", 4.2e7),
      argument("state_bytes"_a = 16, "B", at_least(0), "that training keeps of an adapter parameter", 16));
  room.kernel(
      "refresh_saving", [](const auto&... x) { return workload::refresh_saving(x...); },
      "Compute of training on everything at each refresh, over that of going on with new tokens and some replayed ones.\n\n"
      "(J + 1)(1 - rho)/2, J = refreshes, each with as many new tokens, rho = replay_share. What replay keeps of the quality "
      "is\n"
      "not in it.\n\n"
      "Source: derived in include/scaling_limits/workload/adapters.hpp.",
      argument("refreshes"_a, "1", at_least(1), "refreshes in all", 12),
      argument("replay_share"_a, "1", fraction, "replayed of the tokens gone on with", 0.05));
}

}  // namespace scaling_limits::python
