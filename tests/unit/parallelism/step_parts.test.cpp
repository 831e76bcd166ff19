// SPDX-License-Identifier: Apache-2.0
// Every exchange of a step sent by itself: pass by pass, layer by layer, message by message.
#include <scaling_limits/parallelism/step.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <set>

namespace {

using namespace scaling_limits;
using namespace scaling_limits::parallelism;
using Catch::Matchers::WithinRel;

constexpr double exact = 1e-12;  // sums over layers and micro-batches

constexpr double hidden = 1024, heads = 16, kv_heads = 4, head = 64, sequence = 2048, experts = 16, active = 2;
const workload::TransformerShape<> mixture{.layers = 12,
                                           .hidden = hidden,
                                           .feed_forward = 4096,
                                           .query_heads = heads,
                                           .key_value_heads = kv_heads,
                                           .head_size = head,
                                           .vocabulary = 32000,
                                           .sequence_length = sequence,
                                           .experts = experts,
                                           .active_experts = active,
                                           .expert_feed_forward = 1024,
                                           .dense_layers = 2};
constexpr double rate = 465e12, tokens_of_a_step = sequence * 256;
const workload::Chip<> h100{.peak_flops = 989.4e12, .achieved_flops = rate, .memory_bytes = 1e12};
const network::Fabric<> fabric{
    .gpus_per_node = 8, .inner_bandwidth = 450e9, .outer_bandwidth = 50e9, .inner_latency = 3e-6, .outer_latency = 5e-6};

double inside(double bytes) { return 3e-6 + bytes / 450e9; }
double outside(double bytes) { return 5e-6 + bytes / 50e9; }

/// Weights of ten layers of 16 experts of three matrices, gate, up and down; and all others.
constexpr double expert_weights = 10. * 16 * 3 * 1024 * 1024;
const double other_weights = mixture.parameters() - expert_weights;

double send_all(int messages, double time) {
  double sum = 0;
  for (int i = 0; i < messages; ++i) sum += time;
  return sum;
}

}  // namespace

TEST_CASE("exchanges of a step are those sent one by one", "[parallelism]") {
  // tensor and context fill a node: 4 x 2; experts and replicas lie across nodes
  const Layout layout{.tensor = 4, .pipeline = 2, .data = 4, .context = 2, .expert = 4, .micro_batch = 2};
  for (const auto recompute : {Recompute::none, Recompute::full}) {
    const auto step = parallelism::step(mixture, layout, h100, fabric, tokens_of_a_step, {.recompute = recompute});
    REQUIRE(step.fits);
    const int micro_batches = 256 / (4 * 2), layers = 12 / 2;
    const double tokens = 2 * sequence / 2, activation = 2 * tokens * hidden;  // of a GPU, two bytes an element

    double tensor = 0, context = 0, expert = 0;
    // attention of a layer, forward, causal: 2 x 2 x (heads x size) x half the sequence per token; of a block: one of two
    const double attention = 2 * 2 * heads * head * (sequence / 2) * tokens / 4 / 2 / rate;
    const double block = inside(2 * tokens * (kv_heads / 4) * 2 * head);  // keys and values of a head
    REQUIRE(block > attention);
    REQUIRE(2 * block > 2.5 * attention);
    const double message =
        outside(activation / 4 * active / 4);  // each of four ranks has a quarter of the rows of a tensor rank
    for (int pass = 0; pass < micro_batches; ++pass)
      for (int layer = 0; layer < layers; ++layer) {
        // attention and feed-forward, forward and backward, and forward again where all is recomputed; halves of a ring
        const int rounds = recompute == Recompute::full ? 3 : 2;
        tensor += send_all(rounds * 2 * 2 * (4 - 1), inside(activation / 4));
        // a block forward, and again where all is recomputed; backward its keys and values and their gradients, behind 2.5
        // times the attention
        context += (rounds - 1) * (block - attention) + (2 * block - 2.5 * attention);
      }
    // the input table gathers and scatters once forward and backward, the head once and twice: half of it a stage, in the mean
    for (int pass = 0; pass < micro_batches; ++pass) tensor += send_all(5 * (4 - 1), inside(activation / 4)) / 2;
    // five of the six layers of a stage have experts, in the mean: out and back each pass
    for (int pass = 0; pass < micro_batches; ++pass)
      for (int layer = 0; layer < 5; ++layer) {
        const int rounds = recompute == Recompute::full ? 3 : 2;
        expert += send_all(rounds * 2 * (4 - 1), message);
      }
    CHECK_THAT(step.breakdown.of("tensor"), WithinRel(tensor, exact));
    CHECK_THAT(step.breakdown.of("context"), WithinRel(context, exact));
    CHECK_THAT(step.breakdown.of("expert"), WithinRel(expert, exact));
    CHECK_THAT(step.breakdown.of("bubble"),
               WithinRel((step.breakdown.of("compute") + tensor + context + expert) / micro_batches, exact));

    // 8 ranks share what is no expert, 2 the experts of one of them, four ranks or sixteen GPUs apart: two GPUs of a node are
    // in the ring of the former, one in that of the latter. Of the last stage, the fuller: gradients of four bytes, weights of two
    const auto ring_of_two = [](double bytes) { return (3e-6 + 5e-6) / 2 + bytes / 100e9; };
    const double table = 32000. * hidden, norms = (12 * 2 + 1) * hidden, layer = hidden * (2 * heads + 2 * kv_heads) * head;
    const double dense = 3 * 4096. * hidden, router = hidden * experts;
    const double last = 6 * layer / 4 + 6 * router + (6 * 2 + 1) * hidden + table / 4, own = 6 * 16 * 3 * 1024. * 1024 / 4;
    CHECK_THAT(mixture.parameters(),
               WithinRel(12 * layer + 2 * dense + 10 * router + norms + 2 * table + expert_weights, exact));
    const double data = send_all(7, ring_of_two(4 * last / 8)) + send_all(7, ring_of_two(2 * last / 8)) +
                        send_all(1, outside(4 * own / 2)) + send_all(1, outside(2 * own / 2));
    CHECK_THAT(step.breakdown.of("data"), WithinRel(data, exact));

    // beside one micro-batch's passes: 0.0625 of the shorter is hidden
    const auto hidden_behind =
        parallelism::step(mixture, layout, h100, fabric, tokens_of_a_step, {.recompute = recompute, .overlap = 0.0625});
    const auto stage = step.stages[1];
    const double reduce = send_all(7, ring_of_two(4 * last / 8)) + send_all(1, outside(4 * own / 2));
    CHECK_THAT(hidden_behind.breakdown.of("data"),
               WithinRel(data - 0.0625 * (std::min(reduce, stage.backward) + std::min(data - reduce, stage.forward)), exact));
  }
}

TEST_CASE("experts whose state one rank has alone are exchanged with nobody", "[parallelism]") {
  const auto step = parallelism::step(mixture, {.tensor = 2, .data = 8, .expert = 8}, h100, fabric, tokens_of_a_step);
  REQUIRE(step.fits);
  // norms and routers are on every tensor rank; four of the 8 ranks are in a node
  const double whole = (12 * 2 + 1) * hidden + 10 * hidden * experts, others = (other_weights - whole) / 2 + whole;
  const auto ring_of_four = [](double bytes) { return (3 * 3e-6 + 5e-6) / 4 + bytes / 200e9; };
  CHECK_THAT(step.breakdown.of("data"),
             WithinRel(send_all(7, ring_of_four(4 * others / 8)) + send_all(7, ring_of_four(2 * others / 8)), exact));
}

TEST_CASE("state is shared among the ranks that have it", "[parallelism]") {
  const Layout layout{.tensor = 4, .pipeline = 2, .data = 4, .context = 2, .expert = 4, .micro_batch = 2};
  // of all bytes of a parameter, 2 of weights, 4 of gradients, 12 of the optimizer: which of them are shared, by stage
  const double held[] = {18, 6, 2, 0}, shared[] = {0, 12, 16, 18};
  const double layer = hidden * (2 * heads + 2 * kv_heads) * head;
  const double last = 6 * (layer / 4 + hidden * experts) + (6 * 2 + 1) * hidden + 32000 * hidden / 4;
  const double own = 6 * 16 * 3 * 1024. * 1024 / 4;
  for (int stage = 0; stage < 4; ++stage) {
    const auto step = parallelism::step(mixture, layout, h100, fabric, tokens_of_a_step, {.zero_stage = double(stage)});
    CHECK_THAT(step.memory.of("state"),
               WithinRel(last * (held[stage] + shared[stage] / 8) + own * (held[stage] + shared[stage] / 2), exact));
  }
}

TEST_CASE("a transfer time is a bound where rounds of micro-batches are not whole", "[parallelism]") {
  const auto note = [](std::int64_t data, std::int64_t chunks, double latency) {
    auto slow = fabric;
    slow.outer_latency = slow.inner_latency = latency;
    return parallelism::step(mixture, {.pipeline = 4, .data = data, .chunks = chunks}, h100, slow, sequence * 24).note;
  };
  CHECK(note(2, 1, 1e-6).empty());                          // 12 micro-batches on 4 stages
  CHECK(note(4, 1, 1e-6) == "transfer is an upper bound");  // 6 on 4
  CHECK(note(4, 3, 1e-6) == "bubble is an upper bound: the stages do not divide the micro-batches; transfer is an upper bound");
  CHECK(note(2, 3, 1e-6).empty());
  CHECK(note(2, 3, 10) == "transfer is a lower bound");  // a message takes longer than a chunk
  // just as long as a chunk of the mean stage
  const double bytes = 2. * 2048 * hidden;
  const auto stages = parallelism::step(mixture, {.pipeline = 4, .data = 2, .chunks = 3}, h100, fabric, sequence * 24).stages;
  double forwards = 0;
  for (std::int64_t i = 0; i < 4; ++i) forwards += stages[i].forward;
  const double equal = forwards / (4 * 3) - bytes / 450e9;
  CHECK(note(2, 3, equal * (1 - 1e-9)).empty());
  CHECK(note(2, 3, equal * (1 + 1e-9)) == "transfer is a lower bound");
}

TEST_CASE("the row of a stage holds as many micro-batches as that stage keeps", "[parallelism]") {
  auto small = mixture;
  small.layers = 24, small.dense_layers = 1;
  for (const std::int64_t chunks : {1, 3}) {
    const Layout layout{.pipeline = 8, .data = 4, .chunks = chunks};
    const auto step = parallelism::step(small, layout, h100, fabric, sequence * 256);
    REQUIRE(step.fits);
    REQUIRE(step.stages.size() == 8);
    // neighbours in the middle differ by that alone: a micro-batch, or two chunks of one
    const double kept = step.stages.runs()[1].kept;
    for (std::int64_t i = 2; i < 7; ++i)
      CHECK_THAT(step.stages[i - 1].memory - step.stages[i].memory, WithinRel(kept * (chunks == 1 ? 1 : 2. / 3), 1e-9));
    for (std::int64_t i = 0; i < 8; ++i) CHECK(step.stages[i].memory <= step.memory_per_gpu);
  }
}

TEST_CASE("distinct matrices are those of different shapes", "[parallelism]") {
  using Shape = std::array<double, 3>;  // rows, columns, GPUs that share it
  auto square = mixture;                // of which some shapes are the same
  square.feed_forward = 2048, square.expert_feed_forward = 2048, square.vocabulary = 2048, square.shared_experts = 1;
  for (const auto& shape : {mixture, square})
    for (const std::int64_t tensor : {1, 4}) {
      const DistinctMatrices<> found(shape, {.tensor = tensor});
      const double t = double(tensor), fused = (heads + 2 * kv_heads) * head;
      for (int kind = 0; kind < 8; ++kind) {
        const StageKind stage{(kind & 1) != 0, (kind & 2) != 0, (kind & 4) != 0};
        std::set<Shape> shapes;
        const auto feed_forward = [&](double width, double ranks) {
          if (width > 0) shapes.insert({2 * width, hidden, ranks}), shapes.insert({hidden, width, ranks});
        };
        if (stage.dense || stage.mixture) shapes.insert({fused, hidden, t}), shapes.insert({hidden, heads * head, t});
        if (stage.dense) feed_forward(shape.feed_forward, t);
        if (stage.mixture)
          feed_forward(shape.shared_experts * shape.expert_feed_forward, t), feed_forward(shape.expert_feed_forward, 1);
        if (stage.is_last) shapes.insert({shape.vocabulary, hidden, t});
        double sum = 0;
        for (const auto& [rows, columns, ranks] : shapes) sum += rows * columns / ranks;
        CHECK_THAT(found.of(stage), Catch::Matchers::WithinAbs(sum, 1e-6));
      }
    }
}
