// SPDX-License-Identifier: Apache-2.0
// Memory, traffic, stragglers and compression against counts made piece by piece, sampling and textbook values.
#include <scaling_limits/core/dual.hpp>
#include <scaling_limits/parallelism/compression.hpp>
#include <scaling_limits/parallelism/layout.hpp>
#include <scaling_limits/parallelism/memory.hpp>
#include <scaling_limits/parallelism/stragglers.hpp>
#include <scaling_limits/parallelism/traffic.hpp>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <numbers>
#include <random>
#include <vector>

namespace {

using namespace scaling_limits;
using namespace scaling_limits::parallelism;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

constexpr double exact = 1e-13;  // a handful of roundings

TEST_CASE("model state counts weights, gradients, master copy and moments, each whole or shared", "[parallelism]") {
  for (const double gradient : {2., 4.})
    for (const double d : {1., 2., 64., 1000.})
      for (int stage = 0; stage <= 3; ++stage) {
        double bytes = 0;
        bytes += stage >= 3 ? 2 / d : 2;                              // weights
        bytes += stage >= 2 ? gradient / d : gradient;                // gradients
        for (int k = 0; k < 3; ++k) bytes += stage >= 1 ? 4 / d : 4;  // fp32 master, two moments
        CHECK_THAT(model_state_bytes_per_gpu(7.5e9, d, stage, gradient), WithinRel(7.5e9 * bytes, exact));
      }
  CHECK_THAT(model_state_bytes_per_gpu(7.5e9, 64, 1), WithinRel(31.40625e9, exact));
  CHECK_THAT(model_state_bytes_per_gpu(7.5e9, 64, 2), WithinRel(16.640625e9, exact));
  CHECK_THAT(model_state_bytes_per_gpu(7.5e9, 64, 3), WithinRel(1.875e9, exact));
  CHECK_THAT(model_state_bytes_per_gpu(1e12, 16, 1), WithinRel(4750e9, exact));
  CHECK(std::isnan(model_state_bytes_per_gpu(1e12, 16, 4)));
  CHECK(std::isnan(model_state_bytes_per_gpu(1e12, 0.5, 1)));
}

TEST_CASE("activations reproduce Korthikanti's table for 175B and 22B", "[parallelism]") {
  const auto mib = [](double h, double a, double b, double t, bool sequence, Recompute recompute) {
    return activation_bytes_per_layer(2048, b, h, a, t, sequence, recompute) / (1024. * 1024);
  };
  const auto all = [&](double h, double a, double b) {
    return std::vector<double>{mib(h, a, b, 1, false, Recompute::none),     mib(h, a, b, 8, false, Recompute::none),
                               mib(h, a, b, 8, true, Recompute::none),      mib(h, a, b, 8, false, Recompute::selective),
                               mib(h, a, b, 8, true, Recompute::selective), mib(h, a, b, 8, false, Recompute::full)};
  };
  const std::vector<double> large{2736, 552, 342, 312, 102, 48}, small{6752, 1264, 844, 624, 204, 96};
  for (std::size_t i = 0; i < large.size(); ++i) {
    CHECK_THAT(all(12288, 96, 1)[i], WithinRel(large[i], exact));
    CHECK_THAT(all(6144, 64, 4)[i], WithinRel(small[i], exact));
  }
}

TEST_CASE("traffic ratios equal bytes and FLOP counted message by message", "[parallelism]") {
  std::mt19937 random(4);
  const auto between = [&](double a, double b) {
    return a * std::pow(b / a, std::uniform_real_distribution<double>(0, 1)(random));
  };
  for (int i = 0; i < 300; ++i) {
    const double x = between(1e13, 1e15), w = between(1e10, 1e12), e = between(0.5, 4), h = std::floor(between(512, 32768));
    const double t = 1 + static_cast<double>(random() % 16), tokens = between(100, 1e6);
    {
      double bytes = 0;  // ring all-reduce: 2 (t-1) sends of 1/t of the buffer, four times a layer
      for (int all_reduce = 0; all_reduce < 4; ++all_reduce)
        for (int send = 0; send < 2 * (t - 1); ++send) bytes += e * tokens * h / t;
      const double flop = 6 * (4 * h * h + 8 * h * h) * tokens / t;  // attention's four matrices, the MLP's two of h x 4h
      CHECK_THAT(tensor_traffic_ratio(t, h, x, w, e), WithinRel(bytes / w / (flop / x), 1e-12));  // sums of up to 120 terms
    }
    {
      const double parameters = between(1e8, 1e12), d = 1 + static_cast<double>(random() % 200);
      double bytes = 0;
      for (int send = 0; send < 2 * (d - 1); ++send) bytes += e * parameters / d;
      CHECK_THAT(data_traffic_ratio(tokens, x, w, e, d),
                 WithinRel(bytes / w / (6 * parameters * tokens / x), 1e-12) || WithinAbs(0, 0));
      CHECK_THAT(data_traffic_ratio(tokens, x, w, e), WithinRel(e * x / (3 * w * tokens), exact));
    }
    {
      const double f = std::floor(between(256, 32768)), active = 1 + static_cast<double>(random() % 16);
      const double bytes = 4 * active * e * h * tokens;     // out and back, forward and backward
      const double flop = 6 * 3 * h * f * active * tokens;  // three matrices of a gated expert
      CHECK_THAT(expert_traffic_ratio(f, x, w, e), WithinRel(bytes / w / (flop / x), exact));
    }
    {
      const double a = 1 + static_cast<double>(random() % 128), k = 1 + static_cast<double>(random() % 16), size = 128;
      const double n = context_tokens_to_hide(a, k, x, w, e);
      const double transfer = 2 * e * k * size * n / w, compute = 4 * a * size * n * n / x;  // K and V of a block; QK and AV
      CHECK_THAT(transfer, WithinRel(compute, exact));
      CHECK_THAT(context_tokens_to_hide(a, k, x, w, e, true), WithinRel(2 * n, exact));
    }
  }
  CHECK_THAT(tensor_traffic_ratio(8, 12288, 165e12, 300e9), WithinAbs(0.069625, 5e-7));  // printed digits
  CHECK(overlapped_efficiency(40., 100., 0.5) == 1);
  CHECK_THAT(overlapped_efficiency(200., 100., 0.5), WithinRel(0.4, exact));
}

TEST_CASE("order statistics equal textbook values, each other, and sampling", "[parallelism]") {
  const double root_pi = std::sqrt(std::numbers::pi);
  const double tolerance = 1e-11;  // adaptive quadrature asked for 1e-13 on 80 pieces
  CHECK_THAT(expected_max_normal(1), WithinAbs(0, tolerance));
  CHECK_THAT(expected_max_normal(2), WithinRel(1 / root_pi, tolerance));
  CHECK_THAT(expected_max_normal(3), WithinRel(1.5 / root_pi, tolerance));
  CHECK_THAT(expected_max_normal(4), WithinRel(6 / root_pi * std::atan(std::sqrt(2)) / std::numbers::pi, tolerance));
  CHECK_THAT(expected_max_normal(5),
             WithinRel(15 / root_pi * std::atan(std::sqrt(2)) / std::numbers::pi - 2.5 / root_pi, tolerance));
  CHECK_THAT(expected_max_normal(8), WithinAbs(1.423600, 5e-7));     // printed digits
  CHECK_THAT(expected_max_normal(1024), WithinAbs(3.248240, 5e-7));  // printed digits
  for (const double n : {2., 7., 100., 1e4, 1e6, 1e9}) {
    CHECK_THAT(expected_normal_order_statistic(n, n), WithinRel(expected_max_normal(n), tolerance));
    CHECK_THAT(expected_normal_order_statistic(n, 1), WithinRel(-expected_max_normal(n), tolerance));
  }
  double sum = 0;
  for (int k = 1; k <= 12; ++k) sum += expected_normal_order_statistic(12, k);
  CHECK_THAT(sum, WithinAbs(0, 12 * tolerance));

  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  constexpr int samples = 200'000, n = 9, k = 7;
  double mean = 0, square_mean = 0;
  for (int i = 0; i < samples; ++i) {
    std::array<double, n> x;
    for (auto& value : x) value = normal(random);
    std::sort(x.begin(), x.end());
    mean += x[k - 1] / samples;
    square_mean += x[k - 1] * x[k - 1] / samples;
  }
  const double error = std::sqrt((square_mean - mean * mean) / samples);
  CHECK(std::abs(mean - expected_normal_order_statistic(n, k)) < 5 * error);
  CHECK(std::isnan(expected_max_normal(0.5)));
  CHECK(std::isnan(expected_normal_order_statistic(5, 6)));
  CHECK_THAT(straggler_slowdown(8, 0.1), WithinAbs(1.14236, 5e-6));  // printed digits
}

TEST_CASE("the two-speed slowdown is the mean over every pattern of slow machines", "[parallelism]") {
  for (int n = 0; n <= 12; ++n)
    for (const double share : {0., 0.01, 0.3, 1.}) {
      double mean = 0;
      for (int pattern = 0; pattern < 1 << n; ++pattern) {
        double probability = 1;
        for (int i = 0; i < n; ++i) probability *= pattern >> i & 1 ? share : 1 - share;
        mean += probability * (pattern ? 1.25 : 1.0);
      }
      CHECK_THAT(two_speed_slowdown(n, share, 0.25), WithinRel(mean, 1e-12));  // 4096 products
    }
  CHECK_THAT(two_speed_slowdown(128, 0.005, 0.1), WithinAbs(1.047355, 5e-7));  // printed digits
}

TEST_CASE("compression pays exactly where the two step times cross", "[parallelism]") {
  const double bytes = 97.5e6, ranks = 64, ratio = 53, backward = 0.122, encode = 0.045;
  const double w = compression_break_even_bandwidth(bytes, ranks, ratio, backward, encode);
  CHECK_THAT(w, WithinAbs(1.12773e9, 5e3));  // printed digits
  const double volume = 2 * (ranks - 1) / ranks * bytes;
  // exchange overlapped with the backward pass, against backward, then encode, then the small exchange
  const auto compressed = [&](double bandwidth) { return backward + encode + volume / ratio / bandwidth; };
  CHECK_THAT(volume / w, WithinRel(compressed(w), exact));
  CHECK(volume / (0.99 * w) > compressed(0.99 * w));

  const double x = 4e14, line = 5e10, tokens = compression_break_even_tokens(x, line, 8, 2, 0.25);
  const double time_back = 4 * tokens / x, all = 2 * 2.0 / line;  // per parameter: backward 4 FLOP a token, 2 e bytes
  CHECK_THAT(all, WithinRel(time_back * 1.25 + all / 8, exact));

  CHECK_THAT(one_bit_adam_ratio(0.15), WithinAbs(4.923, 5e-4));  // printed digits
  CHECK_THAT(top_k_ratio(0.01, 32, 32), WithinRel(50, exact));
  // every rank hears all others' entries, against the ring's 2 (n - 1)/n of the whole
  for (const double n : {2.0, 7.0, 99.0, 100.0, 101.0, 500.0}) {
    const double gathered = (n - 1) * bytes / 50, ring = 2 * (n - 1) / n * bytes;
    CHECK((gathered < ring) == (n < top_k_most_ranks(50)));
  }
  CHECK_THAT(quantization_ratio(4, 16, 64, 16), WithinRel(16 / 4.25, exact));
  CHECK(std::isnan(top_k_ratio(0, 32, 32)));
}

TEST_CASE("PowerSGD's ratios for ResNet-18 follow from its layers", "[parallelism]") {
  std::vector<std::pair<double, double>> matrices;
  double vectors = 0, total = 0;
  const auto convolution = [&](double out, double in, double kernel) {
    matrices.push_back({out, in * kernel * kernel});
    vectors += 2 * out;  // the normalisation's scale and shift
  };
  convolution(64, 3, 3);
  double in = 64;
  for (const double out : {64., 128., 256., 512.}) {
    convolution(out, in, 3);
    convolution(out, out, 3);
    if (out != in) convolution(out, in, 1);
    convolution(out, out, 3);
    convolution(out, out, 3);
    in = out;
  }
  matrices.push_back({10, 512});
  vectors += 10;
  for (const auto& [rows, columns] : matrices) total += rows * columns;
  CHECK(total + vectors == 11'173'962);
  CHECK_THAT(power_sgd_ratio(matrices, 1, vectors), WithinAbs(243.3, 0.05));  // printed digits
  CHECK_THAT(power_sgd_ratio(matrices, 2, vectors), WithinAbs(135.8, 0.05));  // printed digits
}

TEST_CASE("a layout that does not fit says which field and why", "[parallelism]") {
  const LayoutDemand llama{
      .gpus = 16384, .layers = 126, .query_heads = 128, .key_value_heads = 8, .sequence_length = 8192, .batch_sequences = 2048};
  const Layout good{.tensor = 8, .pipeline = 16, .data = 128};
  CHECK(misfit(good, llama).empty());
  CHECK(good.gpus() == 16384);
  const auto reason = [&](auto change) {
    Layout layout = good;
    change(layout);
    return misfit(layout, llama);
  };
  CHECK_THAT(reason([](Layout& l) { l.data = 64; }), ContainsSubstring("8192 GPUs, not gpus = 16384"));
  CHECK_THAT(reason([](Layout& l) { l.tensor = 3, l.data = 1; }), ContainsSubstring("gpus"));
  auto any = llama;
  any.gpus = 0;
  CHECK_THAT(misfit({.tensor = 3, .pipeline = 16}, any), ContainsSubstring("tensor = 3 must divide query_heads = 128"));
  auto few_heads = any;
  few_heads.query_heads = 120, few_heads.key_value_heads = 12;
  CHECK_THAT(misfit({.tensor = 8}, few_heads),
             ContainsSubstring("tensor = 8 must divide, or be a multiple of, key_value_heads = 12"));
  CHECK(misfit({.tensor = 4}, few_heads).empty());
  CHECK(misfit({.tensor = 24}, few_heads).empty());
  CHECK_THAT(misfit({.pipeline = 12}, any), ContainsSubstring("pipeline = 12 x chunks = 1 must divide layers = 126"));
  CHECK(misfit({.pipeline = 16, .chunks = 8}, any).empty());  // 128 = layers + 2
  CHECK(misfit({.pipeline = 9, .chunks = 7}, {.layers = 126}).empty());
  CHECK_THAT(misfit({.pipeline = 1, .chunks = 2}, any), ContainsSubstring("chunks = 2 must be 1"));
  CHECK_THAT(misfit({.context = 3}, any), ContainsSubstring("context = 3 must divide sequence_length = 8192"));
  CHECK_THAT(misfit({.data = 4096}, any), ContainsSubstring("needs 4096 sequences"));
  CHECK_THAT(misfit({.data = 96}, any), ContainsSubstring("must divide the batch of 2048"));
  CHECK_THAT(misfit({.data = 8, .expert = 3}, any), ContainsSubstring("expert = 3 must divide data = 8"));
  CHECK_THAT(misfit({.data = 8, .expert = 4}, any), ContainsSubstring("no experts"));
  CHECK_THROWS_AS(validate(Layout{.tensor = 0}, "Layout"), DomainError);
}

}  // namespace
