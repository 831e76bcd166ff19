// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/workload/gpt_block.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <random>

#include <scaling_limits/core/dual.hpp>
#include <scaling_limits/core/units.hpp>
#include <scaling_limits/workload/chip.hpp>
#include <scaling_limits/workload/ingest.hpp>

using namespace scaling_limits;
using namespace scaling_limits::workload;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

TEST_CASE("Narayanan's table 1: parameters, share of the peak, aggregate rate", "[workload]") {
  struct Row {
    int layers, hidden, gpus, sequences;
    double teraflops, billions, percent, petaflops;
  };
  for (const Row& row : {Row{24, 2304, 32, 512, 137, 1.7, 44, 4.4}, Row{36, 4096, 128, 512, 142, 7.5, 46, 18.2},
                         Row{48, 8192, 512, 1536, 138, 39.1, 44, 70.8}, Row{80, 12288, 1536, 2304, 148, 145.6, 47, 227.1},
                         Row{128, 25600, 3072, 3072, 163, 1008.0, 52, 502.0}}) {
    CAPTURE(row.layers, row.hidden);
    CHECK_THAT(gpt_parameters(row.layers, row.hidden, 51200, 2048) / 1e9, WithinAbs(row.billions, 0.05));
    CHECK_THAT(row.teraflops / 312 * 100, WithinAbs(row.percent, 0.5));
    // the printed TFLOP/s have three digits: half of the last one, times the GPUs
    CHECK_THAT(row.teraflops * row.gpus / 1e3, WithinAbs(row.petaflops, 0.5 * row.gpus / 1e3 + 0.05));
  }
}

TEST_CASE("Narayanan's table 2: days on 300e9 tokens from the FLOPs of a step", "[workload]") {
  const auto days = [](double gpus, double flops) {
    return 300e9 / (1536.0 * 2048) * gpt_step_flops(96, 12288, 51200, 2048, 1536) / (gpus * flops) / units::day;
  };
  CHECK_THAT(days(384, 153e12), WithinAbs(84.75, 0.005));
  CHECK_THAT(days(768, 149e12), WithinAbs(43.51, 0.005));
  CHECK_THAT(days(1536, 141e12), WithinAbs(22.99, 0.005));
  CHECK_THAT(days(384, 144e12), WithinAbs(90.05, 0.005));
  CHECK_THAT(days(1536, 44e12), WithinAbs(73.67, 0.005));
  // the short form is 2-3 % low
  const double quick = gpt_training_time(300e9, gpt_parameters(96, 12288, 51200, 2048), 384, 153e12) / units::day;
  CHECK(quick < 84.75 * 0.98);
  CHECK(quick > 84.75 * 0.97);
}

TEST_CASE("FLOPs of a step are the factored forms as published, and those of the products one by one", "[workload]") {
  std::mt19937 rng(7);
  const auto pick = [&](int low, int high) { return static_cast<double>(std::uniform_int_distribution<int>(low, high)(rng)); };
  for (int i = 0; i < 300; ++i) {
    const double L = pick(1, 200), h = pick(64, 30000), V = pick(1000, 300000), s = pick(16, 100000), Q = pick(1, 4096);
    const double base = Q * s * L * h * h;
    // reason for 1e-14: ten roundings on either side
    CHECK_THAT(gpt_step_flops(L, h, V, s, Q, "none"), WithinRel(72 * base * (1 + s / (6 * h) + V / (12 * L * h)), 1e-14));
    CHECK_THAT(gpt_step_flops(L, h, V, s, Q, "full"), WithinRel(96 * base * (1 + s / (6 * h) + V / (16 * L * h)), 1e-14));
    CHECK_THAT(gpt_step_flops(L, h, V, s, Q, "selective"),
               WithinRel(72 * base * (1 + 4. / 3 * s / (6 * h) + V / (12 * L * h)), 1e-14));
    CHECK_THAT(gpt_step_flops(L, h, V, s, Q, "selective_korthikanti"),
               WithinRel(72 * base * (1 + s / (3 * h) + V / (12 * L * h)), 1e-14));
    CHECK_THAT(gpt_parameters(L, h, V, s), WithinRel(12 * L * h * h * (1 + 13 / (12 * h) + (V + s) / (12 * L * h)), 1e-14));
    // one sequence: query, key, value, output h x h; two feed-forward matrices h x 4h; scores and weighted values s x h
    const double forward = 2 * s * h * h * 4 + 2 * s * h * 4 * h * 2 + 2 * s * s * h * 2, head = 2 * s * h * V;
    CHECK_THAT(gpt_step_flops(L, h, V, s, Q, "full"), WithinRel(Q * (L * 4 * forward + 3 * head), 1e-14));
    CHECK_THAT(gpt_step_flops(L, h, V, s, Q, "selective"),
               WithinRel(Q * (L * (3 * forward + 4 * s * s * h) + 3 * head), 1e-14));
  }
  CHECK_THROWS_AS(gpt_step_flops(1, 1, 1, 1, 1, "some"), InvalidArgument);
  CHECK(std::isnan(gpt_step_flops(96, NaN, 51200, 2048, 1)));
  const dual<double> slope = gpt_parameters(96, dual<double>(12288, 1), 51200, 2048);
  CHECK(slope.slope == 24.0 * 96 * 12288 + 13 * 96 + 51200 + 2048);
}

TEST_CASE("storage for training data", "[workload]") {
  CHECK_THAT(samples_per_second(12, 7, 0.97977, 0.323), WithinAbs(254.80, 0.005));  // MLPerf Storage v1.0, unet3d
  CHECK_THAT(ingest_bandwidth(16.78e6 / 6.7534, 4), WithinAbs(9.94e6, 0.005e6));    // Llama 3 405B
  CHECK_THAT(data_set_bytes(15.6e12, 4), WithinRel(62.4e12, 1e-15));
  CHECK(std::isnan(samples_per_second(12, 7, 1.2, 0.323)));
  // what is fed is what reads: 40 GB/s serve as many accelerators as ask for it
  CHECK(std::isnan(accelerators_fed(-1, 7, 146.6e6, 1, 0.323)));
  CHECK(std::isnan(gpt_training_time(300e9, 175e9, 0, 153e12)));
  const double fed = accelerators_fed(40e9, 7, 146.6e6, 1, 0.323);
  CHECK_THAT(fed * 7 * 146.6e6 / 0.323, WithinRel(40e9, 1e-14));
}
