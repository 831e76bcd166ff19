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
      "parameters"_a, "replicas"_a, choice<workload::ReplicaFit>("form", "which of the two fits"));
  const auto batch = argument("batch"_a, "1", at_least(0), "samples of one accelerator's step", 256);
  const auto busy = argument("utilization"_a, "1", closed_fraction, "share of the time that the accelerators are busy", 0.9);
  const auto compute_time = argument("compute_time"_a, "s", above(0), "one step of one accelerator", 0.3);
  room.kernel(
      "checkpoint_bytes", [](const auto&... x) { return workload::checkpoint_bytes(x...); }, "parameters"_a,
      "bytes_per_parameter"_a = 12);
  room.kernel(
      "ingest_bandwidth", [](const auto&... x) { return workload::ingest_bandwidth(x...); }, "tokens_per_second"_a,
      "bytes_per_token"_a);
  room.kernel(
      "data_set_bytes", [](const auto&... x) { return workload::data_set_bytes(x...); }, "tokens"_a, "bytes_per_token"_a);
  room.kernel(
      "samples_per_second", [](const auto&... x) { return workload::samples_per_second(x...); },
      argument("accelerators"_a, "1", at_least(0), "accelerators", 1024), batch, busy, compute_time);
  room.kernel(
      "accelerators_fed", [](const auto&... x) { return workload::accelerators_fed(x...); },
      argument("read_bandwidth"_a, "B/s", at_least(0), "of the storage system", 1e12), batch,
      argument("sample_bytes"_a, "B", at_least(0), "one sample", 1.5e5), busy, compute_time);
  room.kernel(
      "gpt_parameters", [](const auto&... x) { return workload::gpt_parameters(x...); }, "layers"_a, "hidden"_a, "vocabulary"_a,
      "sequence_length"_a);
  room.kernel(
      "gpt_step_flops",
      [](const auto& layers, const auto& hidden, const auto& vocabulary, const auto& sequence_length, const auto& sequences,
         const auto& recompute) {
        return workload::gpt_step_flops(layers, hidden, vocabulary, sequence_length, sequences,
                                        chosen<workload::GptRecompute>(recompute));
      },
      "layers"_a, "hidden"_a, "vocabulary"_a, "sequence_length"_a,
      argument("sequences"_a, "1", at_least(0), "sequences of the step", 1536),
      choice("recompute", "what the backward pass computes again", workload::GptRecompute::full));
  room.kernel(
      "gpt_training_time", [](const auto&... x) { return workload::gpt_training_time(x...); }, "tokens"_a, "parameters"_a,
      "gpus"_a, "achieved_flops"_a);
  room.kernel(
      "model_flops_utilization", [](const auto&... x) { return workload::model_flops_utilization(x...); },
      "tokens_per_second"_a, argument("flops_per_token"_a, "FLOP", at_least(0), "what the model needs for a token", 2.5e12),
      "gpus"_a, "peak_flops"_a);
  room.kernel(
      "hardware_flops_utilization", [](const auto&... x) { return workload::hardware_flops_utilization(x...); },
      "tokens_per_second"_a, argument("matrix_flops"_a, "FLOP", at_least(0), "products with matrices for a token", 2.4e12),
      argument("attention_flops"_a, "FLOP", at_least(0), "attention for a token", 1e11), "gpus"_a, "peak_flops"_a,
      argument("matrix_recompute"_a, "1", closed_fraction, "share of the products' forward pass that runs twice", 0),
      argument("attention_recompute"_a, "1", closed_fraction, "share of the attention's forward pass that runs twice", 1));
  room.kernel(
      "training_compute", [](const auto&... x) { return workload::training_compute(x...); }, "parameters"_a, "tokens"_a);
  room.kernel(
      "lifetime_compute", [](const auto&... x) { return workload::lifetime_compute(x...); }, "parameters"_a, "tokens"_a,
      "inference_tokens"_a);
  room.kernel(
      "compute_of_tokens", [](const auto&... x) { return workload::compute_of_tokens(x...); }, "tokens"_a,
      "tokens_per_parameter"_a = 20);
  room.kernel(
      "compute_of_parameters", [](const auto&... x) { return workload::compute_of_parameters(x...); }, "parameters"_a,
      "tokens_per_parameter"_a = 20);
  room.kernel(
      "effective_tokens", [](const auto&... x) { return workload::effective_tokens(x...); }, "unique_tokens"_a, "epochs"_a,
      "decay"_a = workload::repeat_decay);
  room.kernel(
      "epochs_for", [](const auto&... x) { return workload::epochs_for(x...); }, "effective_tokens"_a,
      argument("unique_tokens"_a, "1", above(0), "different tokens", 3e12), "decay"_a = workload::repeat_decay);
  room.kernel(
      "h100_equivalents",
      [](const auto& gpus, const auto& peak_flops, const auto& format) {
        return workload::h100_equivalents(gpus, peak_flops, chosen<workload::PeakFormat>(format));
      },
      argument("gpus"_a, "1", at_least(0), "GPUs", 25000), "peak_flops"_a,
      choice<workload::PeakFormat>("format", "number format of both peaks"));
  room.kernel(
      "adapter_memory", [](const auto&... x) { return workload::adapter_memory(x...); },
      argument("base_bytes"_a, "B", at_least(0), "the weights that stay as they are", 16e9),
      argument("adapter_parameters"_a, "1", at_least(0), "of all adapters together", 4.2e7),
      argument("state_bytes"_a = 16, "B", at_least(0), "that training keeps of an adapter parameter", 16));
  room.kernel(
      "refresh_saving", [](const auto&... x) { return workload::refresh_saving(x...); },
      argument("refreshes"_a, "1", at_least(1), "refreshes in all", 12),
      argument("replay_share"_a, "1", fraction, "replayed of the tokens gone on with", 0.05));
}

}  // namespace scaling_limits::python
