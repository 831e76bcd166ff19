// SPDX-License-Identifier: Apache-2.0
// step against the transcription of its formula sheet (support/step_sheet.hpp): random cases over the whole range, every part
// of the time and of the memory.
#include <scaling_limits/parallelism/step.hpp>

#include <cmath>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <catch2/catch_test_macros.hpp>

#include "support/step_sheet.hpp"

namespace {

using namespace scaling_limits;

/// Draws: uniform, a word of a list, a chance.
class Dice {
 public:
  explicit Dice(unsigned seed) : engine_(seed) {}
  double uniform(double low, double high) { return low + (high - low) * static_cast<double>(engine_()) / 4294967296.; }
  double log_uniform(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
  bool chance(double probability) { return uniform(0, 1) < probability; }
  int below(int n) { return static_cast<int>(uniform(0, n)); }
  int between(int low, int high) { return low + below(high - low + 1); }
  template <class T>
  T one_of(std::vector<T> list) {
    return list[static_cast<std::size_t>(below(static_cast<int>(list.size())))];
  }
  /// Nothing, all, or a share.
  double share() { return chance(0.4) ? 0. : chance(0.15) ? 1. : uniform(0, 1); }

 private:
  std::mt19937 engine_;  // its numbers are the same everywhere, those of distributions are not
};

sheet::Shape draw_shape(Dice& dice, bool unfused) {
  sheet::Shape shape{};
  shape.layers = dice.between(1, 24);
  shape.query_heads = dice.one_of<double>({8, 16, 24, 48, 64});
  shape.head_size = dice.one_of<double>({64, 96, 128});
  shape.hidden = dice.chance(0.7) ? shape.query_heads * shape.head_size : dice.one_of<double>({1024, 2880, 7168});
  shape.feed_forward = dice.one_of<double>({2, 3.5, 4}) * shape.hidden;
  shape.vocabulary = dice.one_of<double>({32000, 50368, 128256});
  shape.sequence_length = dice.one_of<double>({512, 2048, 4096, 16384});
  shape.gated = unfused ? 0 : dice.chance(0.6);
  shape.tied = dice.chance(0.4);
  if (dice.chance(0.1)) shape.norms_per_layer = dice.one_of<double>({0, 1, 4});
  shape.key_value_heads = unfused || dice.chance(0.4) ? shape.query_heads : dice.one_of<double>({1, 2, 4, 8});
  if (unfused) return shape;
  if (dice.chance(0.3)) {
    shape.key_value_heads = shape.query_heads;
    shape.query_rank = dice.one_of<double>({0, 768, 1536});
    shape.key_value_rank = dice.one_of<double>({256, 512});
    shape.rope_head_size = dice.one_of<double>({32, 64});
    shape.value_head_size = dice.one_of<double>({0, 96, 128});
  }
  if (dice.chance(0.45)) {
    shape.experts = dice.one_of<double>({8, 16, 64, 160});
    shape.active_experts = dice.one_of<double>({1, 2, 6, 8});
    shape.shared_experts = dice.one_of<double>({0, 1, 2});
    shape.expert_feed_forward = dice.one_of<double>({512, 1536, 2048});
    shape.dense_layers = dice.chance(0.5) ? 0 : dice.below(static_cast<int>(shape.layers) + 1);
    shape.router = dice.chance(0.9);
  }
  return shape;
}

/// Whole numbers >= 1 that sum to so many layers.
std::vector<int> draw_stage_layers(Dice& dice, int layers, int stages) {
  std::vector<int> list(static_cast<std::size_t>(stages), 1);
  for (int rest = layers - stages; rest > 0; --rest) ++list[static_cast<std::size_t>(dice.below(stages))];
  return list;
}

sheet::Options draw_options(Dice& dice, bool unfused) {
  sheet::Options options;
  options.recompute = dice.one_of<std::string>({"none", "selective", "full"});
  options.kernels = unfused ? "unfused" : "fused";
  options.precision = dice.chance(0.3) ? "fp8" : "bf16";
  options.sequence_parallel = dice.chance(0.7);
  options.zero_stage = dice.below(4);
  if (dice.chance(0.2)) options.element_bytes = dice.one_of<double>({1, 4});
  options.gradient_bytes = dice.chance(0.5) ? 2 : 4;
  options.overlap = dice.share();
  options.tensor_overlap = dice.share();
  options.expert_overlap = dice.share();
  options.context_exchange = dice.one_of<std::string>({"ring", "all_gather", "all_to_all"});
  options.scatter = dice.chance(0.7);
  if (dice.chance(0.4)) options.expert_imbalance = dice.uniform(1, 2);
  options.logit_bytes = dice.chance(0.4) ? 6 : 2;
  options.gradient_buffers = dice.chance(0.8);
  return options;
}

/// A case that the library accepts: what must divide does.
sheet::Case draw_case(Dice& dice) {
  for (;;) {
    const bool unfused = dice.chance(0.25);
    sheet::Case x{draw_shape(dice, unfused), {}, {}, {}, 0, draw_options(dice, unfused)};
    const int layers = static_cast<int>(x.shape.layers), heads = static_cast<int>(x.shape.query_heads);
    sheet::Layout& layout = x.layout;
    layout.tensor = dice.one_of<int>({1, 1, 2, 4, 8});
    layout.pipeline = dice.one_of<int>({1, 1, 2, 3, 4, 8});
    layout.context = dice.one_of<int>({1, 1, 2, 4});
    layout.data = dice.one_of<int>({1, 2, 4, 8, 32});
    layout.chunks = layout.pipeline > 1 && dice.chance(0.5) ? dice.one_of<int>({2, 3}) : 1;
    layout.micro_batch = dice.one_of<int>({1, 2, 3});
    if (x.shape.experts > 0) layout.expert = dice.one_of<int>({1, 2, 4, 8});
    const int key_value = static_cast<int>(x.k_v());
    if (heads % layout.tensor || (key_value % layout.tensor && layout.tensor % key_value)) continue;
    if (x.options.context_exchange == "all_to_all" && heads % (layout.tensor * layout.context)) continue;
    if (layout.data % layout.expert) continue;
    if (x.shape.experts > 0 && static_cast<int>(x.shape.experts) % layout.expert) continue;
    const int pieces = layout.pipeline * layout.chunks;
    if (layers >= layout.pipeline && dice.chance(0.25))
      x.options.stage_layers = draw_stage_layers(dice, layers, layout.pipeline);
    else if (layers % pieces && (layers + 2) % pieces) continue;
    const int ranks = layout.data * layout.context;
    if (dice.chance(0.35)) {
      const int group = dice.one_of<int>({1, 2, 4, 8});
      if (ranks % group || (group % layout.expert && layout.expert % group)) continue;
      x.options.shard_ranks = group;
    }
    const int micro_batches = dice.between(1, 24);
    x.batch_tokens = static_cast<double>(micro_batches * layout.data * layout.micro_batch) * x.shape.sequence_length;

    x.machine.X_m = dice.log_uniform(1e14, 3e15);
    x.machine.X_a = dice.chance(0.25) ? 0 : x.machine.X_m * dice.uniform(0.2, 1);
    x.machine.W_m = dice.chance(0.15) ? INFINITY : dice.log_uniform(5e11, 8e12);
    x.machine.o = dice.chance(0.15) ? 0 : dice.log_uniform(5e-6, 1e-4);
    x.fabric.gpus_per_node = dice.one_of<double>({1, 4, 8, 64});
    x.fabric.inner_bandwidth = dice.log_uniform(5e10, 9e11);
    x.fabric.outer_bandwidth = dice.log_uniform(1e10, 1e11);
    x.fabric.inner_latency = dice.chance(0.2) ? 0 : dice.log_uniform(1e-6, 2e-5);
    x.fabric.outer_latency = dice.chance(0.2) ? 0 : dice.log_uniform(2e-6, 5e-5);
    return x;
  }
}

parallelism::StepOptions library_options(const sheet::Options& options) {
  using namespace parallelism;
  const std::map<std::string, Recompute> recompute{
      {"none", Recompute::none}, {"selective", Recompute::selective}, {"full", Recompute::full}};
  const std::map<std::string, ContextExchange> exchange{{"ring", ContextExchange::ring},
                                                        {"all_gather", ContextExchange::all_gather},
                                                        {"all_to_all", ContextExchange::all_to_all}};
  StepOptions same;
  same.recompute = recompute.at(options.recompute);
  same.kernels = options.kernels == "fused" ? Kernels::fused : Kernels::unfused;
  same.precision = options.precision == "fp8" ? Precision::fp8 : Precision::bf16;
  same.sequence_parallel = options.sequence_parallel;
  same.zero_stage = options.zero_stage;
  same.shard_ranks = options.shard_ranks;
  same.element_bytes = options.element_bytes;
  same.gradient_bytes = options.gradient_bytes;
  same.overlap = options.overlap;
  same.tensor_overlap = options.tensor_overlap;
  same.expert_overlap = options.expert_overlap;
  same.context_exchange = exchange.at(options.context_exchange);
  same.scatter = options.scatter;
  same.expert_imbalance = options.expert_imbalance;
  same.logit_bytes = options.logit_bytes;
  same.gradient_buffers = options.gradient_buffers;
  for (const int layers : options.stage_layers) same.stage_layers.push_back(layers);
  return same;
}

parallelism::Step<double> ask_library(const sheet::Case& x) {
  const sheet::Layout& l = x.layout;
  const parallelism::Layout layout{.tensor = l.tensor,
                                   .pipeline = l.pipeline,
                                   .data = l.data,
                                   .context = l.context,
                                   .expert = l.expert,
                                   .chunks = l.chunks,
                                   .micro_batch = l.micro_batch};
  workload::Chip<> chip;
  chip.peak_flops = 2 * x.machine.X_m;
  chip.achieved_flops = x.machine.X_m;
  chip.attention_flops = x.machine.X_a;
  chip.memory_bandwidth = x.machine.W_m;
  chip.operation_time = x.machine.o;
  return parallelism::step(x.shape, layout, chip, x.fabric, x.batch_tokens, library_options(x.options));
}

std::string describe(const sheet::Case& x) {
  const auto& s = x.shape;
  const auto& l = x.layout;
  const auto& o = x.options;
  std::ostringstream text;
  text << "shape: L " << s.layers << " h " << s.hidden << " F " << s.feed_forward << " a " << s.query_heads << " k "
       << s.key_value_heads << " d_h " << s.head_size << " V " << s.vocabulary << " s " << s.sequence_length << " gated "
       << s.gated << " tied " << s.tied << " norms " << s.norms_per_layer << " E " << s.experts << " K " << s.active_experts
       << " shared " << s.shared_experts << " F_e " << s.expert_feed_forward << " dense " << s.dense_layers << " router "
       << s.router << " r_q " << s.query_rank << " r_kv " << s.key_value_rank << " d_r " << s.rope_head_size << " d_v "
       << s.value_head_size << "\nlayout: t " << l.tensor << " p " << l.pipeline << " d " << l.data << " c " << l.context
       << " e " << l.expert << " v " << l.chunks << " b " << l.micro_batch << " m " << x.m() << "\noptions: " << o.recompute
       << ' ' << o.kernels << ' ' << o.precision << ' ' << o.context_exchange << " sequence_parallel " << o.sequence_parallel
       << " zero_stage " << o.zero_stage << " shard_ranks " << o.shard_ranks << " element_bytes " << o.element_bytes
       << " gradient_bytes " << o.gradient_bytes << " overlap " << o.overlap << " tensor_overlap " << o.tensor_overlap
       << " expert_overlap " << o.expert_overlap << " scatter " << o.scatter << " expert_imbalance " << o.expert_imbalance
       << " logit_bytes " << o.logit_bytes << " gradient_buffers " << o.gradient_buffers << " stage_layers";
  for (const int layers : o.stage_layers) text << ' ' << layers;
  text << "\nmachine: X_m " << x.machine.X_m << " X_a " << x.machine.X_a << " W_m " << x.machine.W_m << " o " << x.machine.o
       << "\nfabric: " << x.fabric.gpus_per_node << " a node, " << x.fabric.inner_bandwidth << ' ' << x.fabric.inner_latency
       << "; " << x.fabric.outer_bandwidth << ' ' << x.fabric.outer_latency;
  return text.str();
}

/// What the cases of a run had between them: a generator that draws always the same would prove little.
struct Seen {
  std::map<std::string, int> times;
  void count(const sheet::Case& x) {
    const auto& o = x.options;
    const auto& l = x.layout;
    ++times["recompute " + o.recompute];
    ++times["kernels " + o.kernels];
    ++times["precision " + o.precision];
    ++times["zero_stage " + std::to_string(o.zero_stage)];
    ++times["node of " + std::to_string(static_cast<int>(x.fabric.gpus_per_node))];
    if (l.context > 1) ++times["context " + o.context_exchange];
    if (x.latent()) ++times["latent"];
    if (x.latent() && x.r_q() == 0) ++times["latent, queries not compressed"];
    if (!x.latent() && x.k() < x.a()) ++times["grouped queries"];
    if (x.E() > 0) ++times[x.g() > 0 ? "mixture with shared experts" : "mixture"];
    if (x.E() > 0 && x.shape.dense_layers > 0) ++times["mixture with dense layers"];
    if (l.expert > 1) ++times["experts on several ranks"];
    if (x.E() == 0 && x.shape.gated != 0) ++times["dense, gated"];
    if (x.E() == 0 && x.shape.gated == 0) ++times["dense, plain"];
    if (x.shape.tied != 0) ++times["tied"];
    if (o.shard_ranks > 0) ++times["groups at stage " + std::to_string(o.zero_stage)];
    if (o.shard_ranks > 0 && l.expert > 1) ++times["groups and experts"];
    if (l.pipeline > 1 && !o.stage_layers.empty()) ++times["given stages"];
    if (l.pipeline > 1 && o.stage_layers.empty())
      ++times[static_cast<int>(x.shape.layers) % (l.pipeline * l.chunks) == 0 ? "even stages" : "ends as layers"];
    if (l.chunks > 1) ++times[std::fmod(x.m(), x.p()) == 0 ? "interleaved, whole rounds" : "interleaved, last round not whole"];
    if (o.overlap > 0 && o.zero_stage >= 2) ++times["overlap layer by layer"];
    if (o.logit_bytes == 6) ++times["fp32 logits"];
    if (!o.sequence_parallel && l.tensor > 1) ++times["tensor without sequence parallelism"];
  }
};

}  // namespace

TEST_CASE("step is the sum of the sheet's tables: 600 random cases", "[parallelism][sheet]") {
  Dice dice(20260712);
  Seen seen;
  for (int i = 0; i < 600; ++i) {
    const sheet::Case x = draw_case(dice);
    seen.count(x);
    INFO("case " << i << "\n" << describe(x));
    const sheet::Step expected = sheet::step(x);
    const auto found = ask_library(x);
    INFO("note: " << found.note);
    REQUIRE(found.fits);

    const auto agrees = [](double one, double other, double total) { return std::abs(one - other) <= 1e-12 * total; };
    const std::vector<std::pair<std::string, double>> times{
        {"compute", expected.compute},     {"memory", expected.memory_time}, {"operations", expected.operations},
        {"tensor", expected.tensor},       {"context", expected.context},    {"expert", expected.expert},
        {"imbalance", expected.imbalance}, {"bubble", expected.bubble},      {"transfer", expected.transfer},
        {"data", expected.data},           {"optimizer", expected.optimizer}};
    for (const auto& [name, seconds] : times) {
      INFO(name << " of the library " << found.breakdown.of(name) << ", of the sheet " << seconds << ", of " << expected.time);
      CHECK(agrees(found.breakdown.of(name), seconds, expected.time));
    }
    CHECK(agrees(found.time, expected.time, expected.time));

    const double bytes = expected.memory_per_gpu();
    const std::vector<std::pair<std::string, double>> memory{{"state", expected.memory.state},
                                                             {"activations", expected.memory.activations},
                                                             {"buffers", expected.memory.buffers},
                                                             {"workspace", expected.memory.workspace},
                                                             {"peak", expected.memory.peak}};
    for (const auto& [name, part] : memory) {
      INFO(name << " of the library " << found.memory.of(name) << ", of the sheet " << part << ", of " << bytes);
      CHECK(agrees(found.memory.of(name), part, bytes));
    }
    CHECK(agrees(found.memory_per_gpu, bytes, bytes));
  }

  for (const std::string what : {"recompute none",
                                 "recompute selective",
                                 "recompute full",
                                 "kernels fused",
                                 "kernels unfused",
                                 "precision bf16",
                                 "precision fp8",
                                 "zero_stage 0",
                                 "zero_stage 1",
                                 "zero_stage 2",
                                 "zero_stage 3",
                                 "node of 1",
                                 "node of 4",
                                 "node of 8",
                                 "node of 64",
                                 "context ring",
                                 "context all_gather",
                                 "context all_to_all",
                                 "latent",
                                 "latent, queries not compressed",
                                 "grouped queries",
                                 "mixture",
                                 "mixture with shared experts",
                                 "mixture with dense layers",
                                 "experts on several ranks",
                                 "dense, gated",
                                 "dense, plain",
                                 "tied",
                                 "groups at stage 0",
                                 "groups at stage 1",
                                 "groups at stage 2",
                                 "groups at stage 3",
                                 "groups and experts",
                                 "given stages",
                                 "even stages",
                                 "ends as layers",
                                 "interleaved, whole rounds",
                                 "interleaved, last round not whole",
                                 "overlap layer by layer",
                                 "fp32 logits",
                                 "tensor without sequence parallelism"}) {
    INFO(what << ": " << seen.times[what]);
    CHECK(seen.times[what] >= 10);
  }
}
