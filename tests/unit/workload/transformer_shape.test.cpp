// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/workload/transformer_shape.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdint>
#include <random>
#include <vector>

#include <scaling_limits/published/shapes.hpp>
#include <scaling_limits/workload/utilization.hpp>

using namespace scaling_limits;
using namespace scaling_limits::workload;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

TransformerShape<> llama3_405b() { return published::shape("llama3_405b"); }
TransformerShape<> palm_540b() { return published::shape("palm_540b"); }
TransformerShape<> deepseek_v3() { return published::shape("deepseek_v3"); }

/// Witness: the tensors of the model one by one, in whole numbers. `tokens_met` is 1 where every token meets the matrix.
struct Tensor {
  std::int64_t rows, columns;
  double tokens_met = 1;
  bool input_table = false, matrix = true;
};

std::vector<Tensor> tensors(const TransformerShape<>& s) {
  const auto n = [](double x) { return static_cast<std::int64_t>(x); };
  const std::int64_t h = n(s.hidden), a = n(s.query_heads), d = n(s.head_size), dr = n(s.rope_head_size);
  const std::int64_t dv = n(s.value_head_size) ? n(s.value_head_size) : d;
  std::vector<Tensor> all{{.rows = n(s.vocabulary), .columns = h, .input_table = s.tied == 0}};
  if (s.tied == 0) all.push_back({h, n(s.vocabulary)});
  if (s.positions > 0) all.push_back({.rows = n(s.positions), .columns = h, .input_table = true});
  const auto vector = [&](std::int64_t width, double met = 1) {
    all.push_back({.rows = 1, .columns = width, .tokens_met = met, .matrix = false});
  };
  const auto feed_forward = [&](std::int64_t width, double met) {
    for (int i = 0; i < (s.gated != 0 ? 3 : 2); ++i) {
      const bool back = i == 0;
      all.push_back({back ? h : width, back ? width : h, met});
      if (s.bias != 0) vector(back ? h : width, met);
    }
  };
  const auto norm = [&](std::int64_t width) {
    vector(width);
    if (s.norm_bias != 0) vector(width);
  };
  for (int layer = 0; layer < n(s.layers); ++layer) {
    if (s.key_value_rank > 0) {
      const std::int64_t rq = n(s.query_rank), rkv = n(s.key_value_rank);
      if (rq) all.push_back({rq, h});
      all.push_back({a * (d + dr), rq ? rq : h});
      all.push_back({rkv + dr, h});
      all.push_back({a * (d + dv), rkv});
      if (s.norms_per_layer > 0) vector(rq), vector(rkv);
    } else {
      all.push_back({a * d, h});
      all.push_back({n(s.key_value_heads) * d, h});
      all.push_back({n(s.key_value_heads) * dv, h});
      if (s.query_key_value_bias != 0) vector(a * d), vector(n(s.key_value_heads) * d), vector(n(s.key_value_heads) * dv);
    }
    all.push_back({h, a * dv});
    if (s.bias != 0) vector(h);
    if (s.norms_per_layer > 0) vector(n(s.query_key_norm));
    if (s.experts == 0 || layer < n(s.dense_layers)) {
      feed_forward(n(s.feed_forward), 1);
    } else {
      all.push_back({n(s.experts), h});
      if (s.bias != 0) vector(n(s.experts));
      for (int e = 0; e < n(s.shared_experts); ++e) feed_forward(n(s.expert_feed_forward), 1);
      for (int e = 0; e < n(s.experts); ++e) feed_forward(n(s.expert_feed_forward), e < n(s.active_experts) ? 1 : 0);
    }
    for (int i = 0; i < n(s.norms_per_layer); ++i) norm(h);
  }
  if (s.norms_per_layer > 0) norm(h);
  return all;
}

TransformerShape<> random_shape(std::mt19937& rng) {
  const auto pick = [&](int low, int high) { return static_cast<double>(std::uniform_int_distribution<int>(low, high)(rng)); };
  const double heads_per_group = pick(1, 4), groups = pick(1, 4);
  TransformerShape<> s{.layers = pick(1, 6),
                       .hidden = pick(8, 999),
                       .feed_forward = pick(8, 999),
                       .query_heads = groups * heads_per_group,
                       .key_value_heads = groups,
                       .head_size = pick(4, 99),
                       .vocabulary = pick(10, 9999),
                       .sequence_length = pick(1, 999),
                       .gated = pick(0, 1),
                       .tied = pick(0, 1),
                       .norms_per_layer = pick(0, 4)};
  if (pick(0, 1) > 0) {
    s.experts = pick(2, 9), s.active_experts = pick(1, 2), s.shared_experts = pick(0, 2);
    s.expert_feed_forward = pick(5, 99), s.dense_layers = pick(0, 1);
  }
  if (pick(0, 1) > 0) {
    s.key_value_rank = pick(1, 50), s.query_rank = pick(0, 1) * pick(1, 50), s.rope_head_size = pick(0, 9);
    s.value_head_size = pick(0, 1) * pick(1, 99);
  } else {
    s.query_key_value_bias = pick(0, 1);
  }
  s.bias = pick(0, 1), s.norm_bias = pick(0, 1), s.query_key_norm = pick(0, 1) * pick(1, 99),
  s.positions = pick(0, 1) * pick(1, 99);
  return s;
}

}  // namespace

TEST_CASE("published models have the parameters that their files hold, to the last one", "[workload]") {
  CHECK(llama3_405b().parameters() == 405'853'388'800.0);
  CHECK(deepseek_v3().parameters() == 671'026'404'352.0);
  CHECK(deepseek_v3().matrix_parameters() == 671'025'397'760.0);
  auto matrices_only = deepseek_v3();
  matrices_only.norms_per_layer = 0;
  CHECK(matrices_only.parameters() == 671'025'397'760.0);
  CHECK(palm_540b().parameters() == 540'354'281'472.0);                       // 540.35e9 as published
  CHECK_THAT(deepseek_v3().active_parameters(), WithinRel(37.55e9, 0.0005));  // "37B activated", both tables counted
}

TEST_CASE("parameters and FLOPs are those of the tensors listed one by one", "[workload]") {
  std::mt19937 rng(5);
  for (int i = 0; i < 300; ++i) {
    const auto shape = random_shape(rng);
    CAPTURE(i, shape.layers, shape.hidden, shape.experts, shape.key_value_rank, shape.norms_per_layer);
    REQUIRE_NOTHROW(validate(shape));
    std::int64_t all = 0, matrices = 0, met = 0, met_without_table = 0;
    for (const auto& tensor : tensors(shape)) {
      const std::int64_t size = tensor.rows * tensor.columns;
      all += size;
      if (tensor.matrix) matrices += size;
      if (tensor.tokens_met > 0) met += size;
      if (tensor.tokens_met > 0 && !tensor.input_table) met_without_table += size;
    }
    CHECK(shape.parameters() == static_cast<double>(all));
    CHECK(shape.matrix_parameters() == static_cast<double>(matrices));
    CHECK(shape.active_parameters() == static_cast<double>(met));
    // scores and weighted values: every head multiplies its query with each key, and each value with its weight
    const double dv = shape.value_head_size > 0 ? shape.value_head_size : shape.head_size;
    double products = 0;
    for (int layer = 0; layer < shape.layers; ++layer)
      for (int head = 0; head < shape.query_heads; ++head)
        products += shape.sequence_length * (shape.head_size + shape.rope_head_size + dv);
    CHECK_THAT(shape.flops_per_token("full"), WithinRel(3 * 2 * (static_cast<double>(met) + products), 1e-15));
    CHECK_THAT(shape.flops_per_token("causal"), WithinRel(3 * 2 * (static_cast<double>(met) + products / 2), 1e-15));
    CHECK_THAT(shape.flops_per_token("full", false),
               WithinRel(3 * 2 * (static_cast<double>(met_without_table) + products), 1e-15));
  }
}

TEST_CASE("utilisations as published", "[workload]") {
  // PaLM, appendix B: full attention, input table counted
  const auto palm = palm_540b();
  const double rate = 238.3e3, peak = 275e12;
  CHECK_THAT(model_flops_utilization(rate, palm.flops_per_token("full"), 6144, peak), WithinAbs(0.462, 0.0005));
  CHECK_THAT(hardware_flops_utilization(rate, palm.matrix_flops_per_token(), palm.attention_flops_per_token("full"), 6144, peak,
                                        0.75, 1),
             WithinAbs(0.578, 0.0005));
  // DeepSeek-V3, ISCA 2025, table 4: neither input table nor routers, BF16 peak
  auto deepseek = deepseek_v3();
  deepseek.router = 0;
  const double tokens = tokens_per_second(15360.0 * 4096, 19.926);
  CHECK_THAT(tokens * 86400, WithinAbs(272.80e9, 0.005e9));
  CHECK_THAT(tokens * deepseek.flops_per_token("full", false) / 2048, WithinAbs(432e12, 0.5e12));
  CHECK_THAT(tokens * deepseek.flops_per_token("causal", false) / 2048, WithinAbs(385e12, 0.5e12));
  CHECK_THAT(model_flops_utilization(tokens, deepseek.flops_per_token("full", false), 2048, 989e12), WithinAbs(0.4373, 5e-5));
  // Nemotron-4 15B: derived with full attention, no input table
  const TransformerShape<> nemotron{.layers = 32,
                                    .hidden = 6144,
                                    .feed_forward = 24576,
                                    .query_heads = 48,
                                    .key_value_heads = 8,
                                    .head_size = 128,
                                    .vocabulary = 256000,
                                    .sequence_length = 4096,
                                    .gated = 0};
  CHECK_THAT(
      model_flops_utilization(tokens_per_second(384 * 4096, 0.57), nemotron.flops_per_token("full", false), 768, 989.4e12),
      WithinAbs(0.3413, 5e-5));
}

TEST_CASE("a shape that is at odds with itself is refused with field and value", "[workload]") {
  auto shape = llama3_405b();
  shape.key_value_heads = 7;
  CHECK_THROWS_WITH(validate(shape), ContainsSubstring("key_value_heads = 7") && ContainsSubstring("query_heads = 128"));
  shape = llama3_405b(), shape.layers = 2.5;
  CHECK_THROWS_WITH(validate(shape), ContainsSubstring("layers = 2.5 must be a whole number"));
  shape = llama3_405b(), shape.hidden = NaN;
  CHECK_THROWS_AS(validate(shape), DomainError);
  shape = deepseek_v3(), shape.active_experts = 300;
  CHECK_THROWS_WITH(validate(shape), ContainsSubstring("active_experts = 300"));
  shape = llama3_405b(), shape.rope_head_size = 64;
  CHECK_THROWS_WITH(validate(shape), ContainsSubstring("key_value_rank"));
  shape = deepseek_v3(), shape.query_key_value_bias = 1;
  CHECK_THROWS_WITH(validate(shape), ContainsSubstring("query_key_value_bias = 1 must be 0 with latent attention"));
  CHECK_THROWS_AS(llama3_405b().flops_per_token("sliding"), InvalidArgument);
}

TEST_CASE("a shape holds together up to the ends of its fields and not beyond", "[workload]") {
  const auto holds = [](TransformerShape<> shape, auto... changes) {
    (changes(shape), ...);
    try {
      validate(shape);
      return true;
    } catch (const DomainError&) {
      return false;
    }
  };
  const auto with = [](double TransformerShape<>::* member, double value) {
    return [=](TransformerShape<>& shape) { shape.*member = value; };
  };
  using T = TransformerShape<>;
  const auto dense = llama3_405b(), mixture = deepseek_v3();
  for (const auto member :
       {&T::layers, &T::hidden, &T::query_heads, &T::key_value_heads, &T::head_size, &T::vocabulary, &T::sequence_length}) {
    auto one = dense;  // heads divide each other
    one.query_heads = one.key_value_heads = 1;
    CHECK(holds(one, with(member, 1)));
    CHECK_FALSE(holds(one, with(member, 0)));
  }
  for (const auto member : {&T::feed_forward, &T::norms_per_layer, &T::query_rank, &T::rope_head_size, &T::value_head_size,
                            &T::active_experts, &T::shared_experts, &T::dense_layers, &T::expert_feed_forward}) {
    CHECK(holds(dense, with(member, 0)));
    CHECK_FALSE(holds(dense, with(member, -1)));
  }
  for (const auto member : {&T::gated, &T::tied, &T::router}) {
    CHECK(holds(dense, with(member, 0)));
    CHECK(holds(dense, with(member, 1)));
    CHECK_FALSE(holds(dense, with(member, 2)));
  }
  // a mixture has at least one active expert, at most all, of some width, in layers that exist
  CHECK(holds(mixture, with(&T::active_experts, 1)));
  CHECK(holds(mixture, with(&T::active_experts, mixture.experts)));
  CHECK(holds(mixture, with(&T::expert_feed_forward, 1)));
  CHECK(holds(mixture, with(&T::dense_layers, mixture.layers)));
  CHECK_FALSE(holds(mixture, with(&T::active_experts, 0)));
  CHECK_FALSE(holds(mixture, with(&T::active_experts, mixture.experts + 1)));
  CHECK_FALSE(holds(mixture, with(&T::expert_feed_forward, 0)));
  CHECK_FALSE(holds(mixture, with(&T::dense_layers, mixture.layers + 1)));
  // what belongs to a mixture, or to latent attention, does not stand alone
  for (const auto member : {&T::active_experts, &T::shared_experts, &T::query_rank, &T::rope_head_size})
    CHECK_FALSE(holds(dense, with(member, 1)));
  CHECK(holds(mixture, with(&T::query_rank, 0)));
}
