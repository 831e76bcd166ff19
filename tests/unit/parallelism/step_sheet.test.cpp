// SPDX-License-Identifier: Apache-2.0
// The witness of step, support/step_sheet.hpp, against every check value of the formula sheet "steps", sections 1 to 4: each
// to the digits that are printed there.
#include "support/step_sheet.hpp"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include <catch2/catch_test_macros.hpp>

namespace {

using sheet::Case;
using sheet::Fabric;
using sheet::GiB;
using sheet::Machine;
using sheet::Options;
using sheet::Passes;
using sheet::Shape;
using sheet::Step;
using sheet::Work;

/// As the sheet prints it.
std::string printed(double x, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, x);
  return text;
}
std::string microseconds(double seconds) { return printed(seconds * 1e6, 1); }
std::string milliseconds(double seconds) { return printed(seconds * 1e3, 1); }
std::string whole(double x) { return printed(x, 0); }

// ------------------------------------------------------------------------------------------------- machines of the sheet

const Fabric b200_node{
    .gpus_per_node = 8, .inner_bandwidth = 606e9, .outer_bandwidth = 606e9, .inner_latency = 8e-6, .outer_latency = 8e-6};
const Fabric h100s{
    .gpus_per_node = 8, .inner_bandwidth = 360e9, .outer_bandwidth = 45e9, .inner_latency = 5e-6, .outer_latency = 15e-6};
const Fabric a100s{
    .gpus_per_node = 8, .inner_bandwidth = 235e9, .outer_bandwidth = 22e9, .inner_latency = 5e-6, .outer_latency = 15e-6};
const Fabric gb200s{
    .gpus_per_node = 64, .inner_bandwidth = 700e9, .outer_bandwidth = 45e9, .inner_latency = 8e-6, .outer_latency = 15e-6};

const Machine b200{.X_m = 1.08e15, .X_a = 8.325e14, .W_m = 4.08e12, .o = 22e-6};
const Machine a100{.X_m = 238.06e12, .W_m = 1.601e12, .o = 21.4e-6};
const Machine h100_mpt{.X_m = 7.2e14, .X_a = 1.8e14, .W_m = 1.7e12, .o = 25e-6};
const Machine a100_40_mpt{.X_m = 2.3e14, .X_a = 9.5e13, .W_m = 1.25e12, .o = 26e-6};
const Machine gb200{.X_m = 1.31e15, .X_a = 1.13e15, .W_m = 4.7e12, .o = 21e-6};
const Machine gb200_fp8{.X_m = 2.54e15, .X_a = 1e15, .W_m = 5e12, .o = 18e-6};

// ----------------------------------------------------------------------------------------------- shapes of its rows

Shape llama_70b(double layers, double sequence) {
  return {.layers = layers,
          .hidden = 8192,
          .feed_forward = 28672,
          .query_heads = 64,
          .key_value_heads = 8,
          .head_size = 128,
          .vocabulary = 128256,
          .sequence_length = sequence};
}
Shape llama_405b(double layers, double key_value_heads, double sequence) {
  return {.layers = layers,
          .hidden = 16384,
          .feed_forward = 53248,
          .query_heads = 128,
          .key_value_heads = key_value_heads,
          .head_size = 128,
          .vocabulary = 128256,
          .sequence_length = sequence};
}
const Shape deepseek_v3{.layers = 4,
                        .hidden = 7168,
                        .feed_forward = 18432,
                        .query_heads = 128,
                        .key_value_heads = 128,
                        .head_size = 128,
                        .vocabulary = 129280,
                        .sequence_length = 4096,
                        .experts = 256,
                        .active_experts = 8,
                        .shared_experts = 1,
                        .expert_feed_forward = 2048,
                        .dense_layers = 1,
                        .query_rank = 1536,
                        .key_value_rank = 512,
                        .rope_head_size = 64,
                        .value_head_size = 128};
Shape plain(double layers, double hidden, double heads, double vocabulary, double sequence) {
  return {.layers = layers,
          .hidden = hidden,
          .feed_forward = 4 * hidden,
          .query_heads = heads,
          .key_value_heads = heads,
          .head_size = hidden / heads,
          .vocabulary = vocabulary,
          .sequence_length = sequence,
          .gated = 0,
          .tied = 1};
}
Shape mpt(double layers, double hidden, double heads, double sequence) { return plain(layers, hidden, heads, 50368, sequence); }
const Shape nemotron_340b{.layers = 96,
                          .hidden = 18432,
                          .feed_forward = 73728,
                          .query_heads = 96,
                          .key_value_heads = 8,
                          .head_size = 192,
                          .vocabulary = 256000,
                          .sequence_length = 4096,
                          .gated = 0};

/// A case whose batch is given in sequences.
Case make(const Shape& shape, const sheet::Layout& layout, const Machine& machine, const Fabric& fabric, double sequences,
          const Options& options = {}) {
  return {shape, layout, machine, fabric, sequences * shape.sequence_length, options};
}

const Case row_70b = make(llama_70b(12, 4096), {.tensor = 2, .data = 4}, b200, b200_node, 16);
const Case row_405b = make(llama_405b(4, 16, 4096), {.pipeline = 2, .data = 4}, b200, b200_node, 32);
const Case row_v3 = make(deepseek_v3, {.pipeline = 2, .data = 4, .expert = 4}, b200, b200_node, 32);
const Case row_32k =
    make(llama_70b(12, 32768), {.tensor = 2, .context = 4}, b200, b200_node, 4, {.context_exchange = "all_to_all"});

const Options fsdp{.zero_stage = 3, .overlap = 0.4, .logit_bytes = 6};
const Options nvidia{.gradient_bytes = 2, .overlap = 0.4, .tensor_overlap = 0.8};

template <class T>
T with(T options, auto change) {
  change(options);
  return options;
}

Passes ends(const Case& x) {
  Passes both = sheet::input_end(x);
  both += sheet::output_end(x);
  return both;
}

struct Times {
  std::string forward, backward;
  friend bool operator==(const Times&, const Times&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Times& times) {
    return out << times.forward << ", " << times.backward;
  }
};
Times total(const Case& x, const Passes& passes) {
  return {microseconds(passes.forward.time(x.machine)), microseconds(passes.backward.time(x.machine))};
}
template <class Of>
Times part(const Passes& passes, Of of) {
  return {microseconds(of(passes.forward)), microseconds(of(passes.backward))};
}
Times products(const Passes& passes) {
  return part(passes, [](const Work& work) { return work.products; });
}
Times core(const Passes& passes) {
  return part(passes, [](const Work& work) { return work.core; });
}
Times bytes(const Case& x, const Passes& passes) {
  return part(passes, [&](const Work& work) { return work.bytes / x.machine.W_m; });
}
Times messages(const Passes& passes) {
  return part(passes, [](const Work& work) { return work.messages(); });
}
Times operations(const Passes& passes) { return {whole(passes.forward.operations), whole(passes.backward.operations)}; }

}  // namespace

TEST_CASE("sheet: a ring over nodes has the adapters of the ranks that share a node", "[parallelism][sheet]") {
  const auto link = [](const Fabric& fabric, double tensor) {
    const sheet::Link found = sheet::ring_link(fabric, 512, tensor);
    return Times{printed(found.bandwidth / 1e9, 0), printed(found.latency * 1e6, 2)};
  };
  CHECK(link(h100s, 1) == Times{"360", "6.25"});
  CHECK(link(h100s, 2) == Times{"180", "7.50"});
  CHECK(link(h100s, 8) == Times{"45", "15.00"});
  CHECK(link(a100s, 1).forward == "176");
  CHECK(link(a100s, 2).forward == "88");
  CHECK(link(a100s, 8).forward == "22");
  CHECK(sheet::ring_link(h100s, 8, 1).bandwidth == 360e9);
  CHECK(sheet::direct_link(h100s, 16).bandwidth == 45e9);
}

TEST_CASE("sheet: stages that differ", "[parallelism][sheet]") {
  // forward 1, 1, 2.5, backward twice that, six micro-batches: 51 of 1F1B, the same where the first stage is the slow one
  const double t[] = {3, 3, 7.5}, mean = (t[0] + t[1] + t[2]) / 3;
  CHECK(printed(6 * mean + sheet::bubble(3, 1, 6, mean, 7.5) + sheet::imbalance(1, 6, mean, 7.5), 1) == "51.0");

  // the same by the slowest and the sum
  CHECK(printed((6 - 1) * 7.5 + t[0] + t[1] + t[2], 1) == "51.0");
  for (const double v : {2., 3.})
    CHECK(printed(6 * mean + sheet::bubble(3, v, 6, mean, 7.5) + sheet::imbalance(v, 6, mean, 7.5), 9) ==
          printed(6 * 7.5 + (t[0] + t[1] + t[2] - 7.5) / v, 9));

  // 126 layers on 16 x 8 pieces of 128: the first and the last stage hold one less; and all layers are somewhere
  const auto stages = sheet::contents_of_stages(make(llama_405b(126, 8, 8192), {.pipeline = 16, .chunks = 8}, b200, h100s, 16));
  CHECK(stages.front().layers == std::vector<int>{15, 31, 47, 63, 79, 95, 111});
  CHECK(stages[1].layers == std::vector<int>{0, 16, 32, 48, 64, 80, 96, 112});
  CHECK(stages.back().layers.size() == 7);
  std::set<int> all;
  for (const auto& stage : stages) all.insert(stage.layers.begin(), stage.layers.end());
  CHECK(all.size() == 126);
  CHECK((*all.begin() == 0 && *all.rbegin() == 125));

  // given: the next so many layers each
  const auto given =
      sheet::contents_of_stages(make(llama_405b(5, 8, 8192), {.pipeline = 3}, b200, h100s, 16, {.stage_layers = {1, 3, 1}}));
  CHECK(given[1].layers == std::vector<int>{1, 2, 3});
}

TEST_CASE("sheet: parameters of the stages are those of the shape", "[parallelism][sheet]") {
  for (Case x : {row_70b, row_405b, row_v3, make(mpt(24, 2048, 16, 2048), {.tensor = 2}, b200, h100s, 8)}) {
    x.layout.tensor = x.layout.expert = 1;
    double sum = 0;
    for (const auto& stage : sheet::step(x).stages) sum += stage.parameters.others + stage.parameters.in_experts;
    const double twice = x.shape.tied != 0 && x.layout.pipeline > 1 ? x.shape.table_parameters() : 0;
    CHECK(sum == x.shape.parameters() + twice);
  }
}

TEST_CASE("sheet: memory", "[parallelism][sheet]") {
  // 70B cut to 12 layers
  const Step dense = sheet::step(row_70b);
  CHECK(printed(dense.memory.state / GiB, 4) == "51.8396");
  CHECK(printed(dense.stages[0].kept / GiB, 4) == "6.2871");
  CHECK(printed(dense.memory_per_gpu() / GiB, 2) == "60.66");
  CHECK(whole(dense.stages[0].parameters.others) == "6184706048");
  CHECK(whole(dense.stages[0].buffer_elements) == "953155584");

  // 405B cut to 4, two stages
  const Step two = sheet::step(row_405b);
  CHECK(printed(two.stages[0].memory / GiB, 2) == "86.61");
  CHECK(printed(two.stages[1].memory / GiB, 2) == "87.06");

  // DeepSeek-V3 cut to 4: the fullest stage, not the mean one
  const Step mixture = sheet::step(row_v3);
  CHECK(whole(mixture.stages[0].parameters.others) == "1743159296");
  CHECK(whole(mixture.stages[0].parameters.in_experts) == "2818572288");
  CHECK(whole(mixture.stages[1].parameters.others) == "1392679936");
  CHECK(whole(mixture.stages[1].parameters.in_experts) == "5637144576");
  CHECK(printed(mixture.stages[0].memory / GiB, 2) == "71.09");
  CHECK(printed(mixture.stages[1].memory / GiB, 2) == "113.79");
  CHECK(printed(mixture.memory_per_gpu() / GiB, 2) == "113.79");
  const double mean = (mixture.stages[0].memory + mixture.stages[1].memory) / 2;
  CHECK(whole(100 * (1 - mean / mixture.memory_per_gpu())) == "19");

  // 70B at 32,768 tokens
  const Step lengthy = sheet::step(row_32k);
  CHECK(printed(lengthy.stages[0].kept / GiB, 4) == "13.3242");
  CHECK(printed(lengthy.memory_per_gpu() / GiB, 2) == "68.41");

  // Llama 3 405B on 16,384 GPUs
  const auto llama = [](int zero_stage) {
    return sheet::step(make(llama_405b(126, 8, 8192), {.tensor = 8, .pipeline = 16, .data = 128, .chunks = 8}, h100_mpt, h100s,
                            2048, {.zero_stage = zero_stage}));
  };
  CHECK(printed(llama(2).memory_per_gpu() / 1e9, 3) == "76.361");
  CHECK(printed(llama(1).memory_per_gpu() / 1e9, 3) == "89.013");

  // full recompute keeps what the tensor ranks share
  Case kept = make(llama_405b(126, 8, 8192), {.tensor = 8}, b200, h100s, 1, {.recompute = "full"});
  CHECK(sheet::kept_by_layer(kept, false) == 32 * 1024. * 1024);
  kept.options.sequence_parallel = false;
  CHECK(sheet::kept_by_layer(kept, false) == 256 * 1024. * 1024);

  // Korthikanti 2022, 175B: tensor, + sequence, tensor + selective, all three, full [MiB]
  Case gpt = make(plain(96, 12288, 96, 51200, 2048), {.tensor = 8}, a100, a100s, 1, {.kernels = "unfused"});
  const auto mebibytes = [&](const std::string& recompute, bool sequence_parallel) {
    gpt.options.recompute = recompute, gpt.options.sequence_parallel = sequence_parallel;
    return whole(sheet::kept_by_layer(gpt, false) / (1024. * 1024));
  };
  CHECK(mebibytes("none", false) == "552");
  CHECK(mebibytes("none", true) == "342");
  CHECK(mebibytes("selective", false) == "312");
  CHECK(mebibytes("selective", true) == "102");
  CHECK(mebibytes("full", false) == "48");
}

TEST_CASE("sheet: work of a dense layer and its step on B200", "[parallelism][sheet]") {
  const Passes layer = sheet::layer(row_70b, false);
  CHECK(products(layer) == Times{"3267.8", "6666.7"});
  CHECK(core(layer) == Times{"165.1", "412.7"});
  CHECK(bytes(row_70b, layer) == Times{"205.6", "323.8"});
  CHECK(messages(layer) == Times{"253.5", "253.5"});
  CHECK(operations(layer) == Times{"17", "25"});
  CHECK(total(row_70b, layer) == Times{"4266.0", "8206.8"});
  CHECK(milliseconds(sheet::step(row_70b).time) == "722.2");
  CHECK(milliseconds(sheet::step(make(llama_70b(12, 4096), {.tensor = 8}, b200, b200_node, 8)).time) == "524.3");
  CHECK(milliseconds(sheet::step(row_32k).time) == "1755.1");
}

TEST_CASE("sheet: work of the layers of a mixture and its step on B200", "[parallelism][sheet]") {
  const Passes layer = sheet::layer(row_v3, true);
  CHECK(products(layer) == Times{"4997.0", "13353.7"});
  CHECK(core(layer) == Times{"825.5", "2063.6"});
  CHECK(bytes(row_v3, layer) == Times{"1760.0", "2144.4"});
  CHECK(messages(layer) == Times{"1210.8", "1210.8"});
  CHECK(operations(layer) == Times{"39", "51"});
  CHECK(total(row_v3, layer) == Times{"9651.3", "19894.6"});
  CHECK(total(row_v3, sheet::layer(row_v3, false)) == Times{"6542.2", "13091.3"});
  CHECK(total(row_v3, sheet::output_end(row_v3)) == Times{"7724.6", "15086.8"});

  const Step step = sheet::step(row_v3);
  CHECK(milliseconds(step.time) == "773.6");
  const auto prints = [](double seconds) { return printed(seconds * 1e3, 2); };
  CHECK(prints(step.compute) == "406.93");
  CHECK(prints(step.imbalance) == "114.08");
  CHECK(prints(step.bubble) == "65.61");
  CHECK(prints(step.memory_time) == "59.56");
  CHECK(prints(step.optimizer) == "57.79");
  CHECK(prints(step.operations) == "29.30");
  CHECK(prints(step.expert) == "29.06");
  CHECK(prints(step.data) == "10.39");
  CHECK(prints(step.transfer) == "0.84");
}

TEST_CASE("sheet: unfused kernels on A100", "[parallelism][sheet]") {
  // the sheet prints this layer's backward without what it computes again; the step has it
  const Options megatron{.recompute = "full", .kernels = "unfused", .sequence_parallel = false, .zero_stage = 0};
  const Case full = make(plain(48, 6144, 64, 51200, 2048), {.tensor = 8, .micro_batch = 4}, a100, a100s, 4, megatron);
  Case once = full;
  once.options.recompute = "none";
  CHECK(total(once, sheet::layer(once, false)) == Times{"7871.4", "12869.4"});
  CHECK(total(full, sheet::layer(full, false)) == Times{"7871.4", microseconds(7871.4e-6 + 12869.4e-6)});
  CHECK(printed(sheet::step(full).time, 3) == "1.450");

  const Case selective = make(plain(96, 12288, 96, 51200, 2048), {.tensor = 8, .pipeline = 8, .chunks = 3}, a100, a100s, 64,
                              {.recompute = "selective", .kernels = "unfused", .zero_stage = 0});
  CHECK(total(selective, sheet::layer(selective, false)) == Times{"5768.0", "10868.5"});
  CHECK(printed(sheet::step(selective).time, 3) == "13.655");
}

TEST_CASE("sheet: PyTorch FSDP on H100 and A100", "[parallelism][sheet]") {
  const Case seven = make(mpt(32, 4096, 32, 2048), {.data = 256, .micro_batch = 6}, h100_mpt, h100s, 1536, fsdp);
  const Passes layer = sheet::layer(seven, false);
  CHECK(total(seven, layer) == Times{"9984.6", "19861.3"});
  CHECK(core(layer) == Times{"1145.3", "2863.3"});
  CHECK(operations(layer) == Times{"13", "21"});
  CHECK(total(seven, ends(seven)) == Times{"14057.0", "21552.0"});
  const Step step = sheet::step(seven);
  const sheet::Stage& stage = step.stages[0];
  CHECK(printed(stage.forward, 4) == "0.3336");
  CHECK(printed(stage.backward, 4) == "0.6571");
  CHECK(printed(stage.data.forward, 4) == "0.0878");
  CHECK(printed(stage.data.backward, 4) == "0.2124");
  CHECK(printed(stage.data.added_forward, 4) == "0.0527");
  CHECK(printed(stage.data.added_backward, 4) == "0.1274");
  CHECK(printed(step.time, 4) == "1.1714");

  const Options stage_2 = with(fsdp, [](Options& options) { options.zero_stage = 2; });
  const Step one = sheet::step(make(mpt(24, 2048, 16, 2048), {.data = 256, .micro_batch = 12}, h100_mpt, h100s, 3072, stage_2));
  CHECK(one.stages[0].data.forward == 0);
  CHECK(printed(one.stages[0].data.backward, 4) == "0.0528");
  CHECK(printed(one.stages[0].data.once_forward, 4) == "0.0088");
  CHECK(printed(one.stages[0].data.added_backward, 4) == "0.0317");
  CHECK(printed(one.stages[0].data.added_once, 4) == "0.0053");
  CHECK(printed(one.time, 4) == "0.5558");

  const Case thirteen = make(mpt(40, 5120, 40, 2048), {.data = 64, .micro_batch = 2}, h100_mpt, h100s, 128, fsdp);
  CHECK(printed(sheet::step(thirteen).time, 4) == "0.8360");

  const Options full = with(fsdp, [](Options& options) { options.recompute = "full"; });
  CHECK(printed(sheet::step(make(mpt(40, 5120, 40, 32768), {.data = 8}, h100_mpt, h100s, 24, full)).time, 3) == "49.992");

  Case small = make(mpt(24, 1536, 12, 512), {.data = 8, .micro_batch = 96}, h100_mpt, h100s, 1536, fsdp);
  CHECK(printed(sheet::step(small).time, 4) == "1.1881");
  small.options.logit_bytes = 2;
  CHECK(printed(sheet::step(small).time, 4) == "1.1065");

  const Options in_two_bytes = with(full, [](Options& options) { options.gradient_bytes = 2; });
  const Case older = make(mpt(40, 5120, 40, 2048), {.data = 128, .micro_batch = 16}, a100_40_mpt, a100s, 2048, in_two_bytes);
  CHECK(printed(sheet::step(older).time, 4) == "17.2975");  // 17.297495, which the sheet rounds twice: 17.298
}

TEST_CASE("sheet: GB200 in 16 and in 8 bits", "[parallelism][sheet]") {
  const sheet::Layout nemotron{.tensor = 8, .pipeline = 4, .data = 4, .chunks = 12};
  const sheet::Layout llama{.tensor = 4, .pipeline = 8, .data = 2, .context = 2, .chunks = 8};
  const Options in_eight_bits = with(nvidia, [](Options& options) { options.precision = "fp8"; });

  const Case bf16 = make(nemotron_340b, nemotron, gb200, gb200s, 32, nvidia);
  CHECK(total(bf16, sheet::layer(bf16, false)) == Times{"3435.3", "6599.7"});
  CHECK(operations(sheet::layer(bf16, false)) == Times{"17", "25"});
  CHECK(total(bf16, sheet::output_end(bf16)) == Times{"3998.5", "7923.1"});
  CHECK(printed(sheet::step(bf16).time, 4) == "2.1875");
  CHECK(printed(sheet::step(make(llama_405b(126, 8, 8192), llama, gb200, gb200s, 64, nvidia)).time, 4) == "9.4729");

  const Case fp8 = make(nemotron_340b, nemotron, gb200_fp8, gb200s, 32, in_eight_bits);
  CHECK(total(fp8, sheet::layer(fp8, false)) == Times{"2327.8", "4264.4"});
  CHECK(operations(sheet::layer(fp8, false)) == Times{"21", "29"});
  CHECK(total(fp8, sheet::output_end(fp8)) == Times{"4087.3", "8102.4"});
  CHECK(printed(sheet::step(fp8).time, 4) == "1.5058");
  CHECK(printed(sheet::step(make(llama_405b(126, 8, 8192), llama, gb200_fp8, gb200s, 64, in_eight_bits)).time, 4) == "6.0153");
}

TEST_CASE("sheet: exchange of weights and gradients", "[parallelism][sheet]") {
  Case hidden = row_70b;
  hidden.options.overlap = 0.4;
  CHECK(printed(sheet::added(hidden, 1, 2), 1) == "0.6");
  CHECK(printed(sheet::added(hidden, 2, 1), 1) == "1.6");

  // D1's check
  const auto data = [](double gpus_per_node, double micro_batches, int zero_stage, int shard_ranks = 0, double overlap = 0) {
    const Fabric fabric{.gpus_per_node = gpus_per_node, .inner_bandwidth = 450e9, .outer_bandwidth = 50e9};
    const Case x = make(
        llama_70b(80, 8192), {.data = 512}, {.X_m = 600e12}, fabric, 512 * micro_batches,
        {.recompute = "full", .zero_stage = zero_stage, .shard_ranks = shard_ranks, .gradient_bytes = 2, .overlap = overlap});
    const Step step = sheet::step(x);
    CHECK(whole(step.stages[0].parameters.others) == "70553706496");
    return printed(step.data, 3);
  };
  CHECK(data(8, 1, 1) == "0.704");
  CHECK(data(8, 1, 2) == "0.704");
  CHECK(data(8, 1, 3) == "1.056");
  CHECK(data(8, 4, 1) == "0.704");
  CHECK(data(8, 4, 2) == "1.760");
  CHECK(data(8, 4, 3) == "4.225");
  CHECK(data(8, 4, 3, 4) == "3.522");
  CHECK(data(8, 4, 3, 8) == "3.987");
  CHECK(data(8, 4, 3, 32) == "4.266");
  CHECK(data(8, 4, 3, 0, 0.5) == "2.112");
  CHECK(data(1, 1, 1) == "5.633");
  CHECK(data(1, 1, 2) == "5.633");
  CHECK(data(1, 1, 3) == "8.450");
  CHECK(data(1, 4, 1) == "5.633");
  CHECK(data(1, 4, 2) == "14.083");
  CHECK(data(1, 4, 3) == "33.800");
  CHECK(data(1, 4, 3, 0, 0.5) == "18.444");

  // the same as a mixture
  Shape mixture = llama_70b(24, 8192);
  mixture.experts = 64, mixture.active_experts = 4, mixture.expert_feed_forward = 2048;
  const Case x = make(mixture, {.data = 64, .expert = 8}, {.X_m = 600e12}, h100s, 64, {.recompute = "full"});
  const sheet::DataTimes y = sheet::step(x).stages[0].data;
  CHECK(printed(y.once_backward, 4) == "0.8149");
  CHECK(printed(y.once_forward, 4) == "0.4077");
}

TEST_CASE("sheet: memory-bound products of experts", "[parallelism][sheet]") {
  // DeepSeek-V2 on one rank: 154 tokens an expert; products reach 0.2 of the peak forward, 0.09 for gradients of weights
  const double M = 4096. * 6 / 160, width = 2 * 1536, hidden = 5120;
  CHECK(whole(M) == "154");
  const auto share_of_peak = [](double M_, double N, double K, double bytes_per_result) {
    return 2 * M_ * N * K / sheet::product_time(1, M_, N, K, bytes_per_result, b200.X_m, b200.W_m) / 2.25e15;
  };
  CHECK(printed(share_of_peak(M, width, hidden, 2), 1) == "0.2");
  // measured, not modelled: with the 8 bytes that the check values of layers ask for the law says 0.07 on B200
  CHECK(printed(share_of_peak(hidden, width, M, 8), 2) == "0.07");
}

// ------------------------------------------------------------------------------------------------------- the measured rows

TEST_CASE("sheet: memory of the measured B200 rows", "[parallelism][sheet]") {
  namespace fs = std::filesystem;
  const char* said = std::getenv("SCALING_LIMITS_DATA");
  const fs::path data = said ? fs::path(said) : fs::path(__FILE__).parent_path() / "../../../../shared/data";
  std::ifstream file(data / "steps" / "steps.csv");
  if (!file) SKIP("no steps/steps.csv under " << data << ": set SCALING_LIMITS_DATA");
  const auto cells = [](const std::string& line) {
    std::vector<std::string> all;
    std::istringstream rest(line);
    for (std::string cell; std::getline(rest, cell, ',');) all.push_back(cell);
    return all;
  };
  std::string line;
  std::getline(file, line);
  const auto names = cells(line);
  int rows = 0;
  while (std::getline(file, line)) {
    const auto values = cells(line);
    std::map<std::string, std::string> row;
    for (std::size_t i = 0; i < values.size(); ++i) row[names[i]] = values[i];
    if (row["set"] != "b200") continue;
    const auto number = [&](const std::string& name) { return row[name].empty() ? 0.0 : std::stod(row[name]); };
    const auto count = [&](const std::string& name) { return static_cast<int>(number(name)); };
    const Shape shape{.layers = number("layers"),
                      .hidden = number("hidden"),
                      .feed_forward = number("feed_forward"),
                      .query_heads = number("query_heads"),
                      .key_value_heads = number("key_value_heads"),
                      .head_size = number("head_size"),
                      .vocabulary = number("vocabulary"),
                      .sequence_length = number("sequence_length"),
                      .gated = number("gated"),
                      .tied = number("tied"),
                      .experts = number("experts"),
                      .active_experts = number("active_experts"),
                      .shared_experts = number("shared_experts"),
                      .expert_feed_forward = number("expert_feed_forward"),
                      .dense_layers = number("dense_layers"),
                      .query_rank = number("query_rank"),
                      .key_value_rank = number("key_value_rank"),
                      .rope_head_size = number("rope_head_size"),
                      .value_head_size = number("value_head_size")};
    const sheet::Layout layout{.tensor = count("tensor"),
                               .pipeline = count("pipeline"),
                               .data = count("data"),
                               .context = count("context"),
                               .expert = count("expert"),
                               .chunks = count("chunks"),
                               .micro_batch = count("micro_batch")};
    const Case x = make(shape, layout, b200, b200_node, number("batch_sequences"),
                        {.recompute = row["recompute"],
                         .zero_stage = count("zero_stage"),
                         .gradient_bytes = number("gradient_bytes"),
                         .context_exchange = row["context_exchange"].empty() ? "ring" : row["context_exchange"]});
    const Step step = sheet::step(x);
    INFO(row["id"]);
    const auto near = [](double found, double measured) { return std::abs(found / measured - 1) < 0.003; };
    CHECK(near(step.memory_per_gpu(), number("memory")));
    if (!row["memory_first_stage"].empty()) CHECK(near(step.stages.front().memory, number("memory_first_stage")));
    if (!row["memory_last_stage"].empty()) CHECK(near(step.stages.back().memory, number("memory_last_stage")));
    CHECK(std::abs(step.time / number("time") - 1) < 0.09);  // nothing fitted here: noise of 2-4 % and the sheet's constants
    ++rows;
  }
  CHECK(rows == 13);
}
