// SPDX-License-Identifier: Apache-2.0
#include <scaling_limits/published/chips.hpp>

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <set>
#include <string>
#include <tuple>

#include <scaling_limits/parallelism/step.hpp>
#include <scaling_limits/published/shapes.hpp>
#include <scaling_limits/workload/h100_equivalents.hpp>

using namespace scaling_limits;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::WithinRel;
using enum workload::NumberFormat;

TEST_CASE("there are sixteen kinds of hardware, fits of the same one not counted", "[published]") {
  std::set<std::tuple<double, double, double, double>> kinds;
  for (const auto& preset : published::chips) {
    const auto& chip = preset.value;
    if (chip.operation_time == 0) kinds.insert({chip.peak_flops, chip.memory_bytes, chip.nominal_bandwidth, chip.power});
  }
  CHECK(kinds.size() >= 16);
}

TEST_CASE("peak_flops is the peak in bf16, in fp16 where there is no bf16, in fp8 where the name says so", "[published]") {
  for (const auto& [name, chip, mark, source, note] : published::chips) {
    INFO(name);
    const bool eight_bits = name.ends_with("_fp8");
    const double sixteen = chip.peaks[bf16] > 0 ? chip.peaks[bf16] : chip.peaks[fp16];
    CHECK(chip.peak_flops == (eight_bits ? chip.peaks[fp8] : sixteen));
    if (eight_bits) CHECK_THAT(std::string(note), ContainsSubstring("FP8 (precision fp8)"));
    if (!(chip.peaks[bf16] > 0)) CHECK_THAT(std::string(note), ContainsSubstring("FP16"));
  }
}

// What a narrower format gains: twice where the units are split, less where there are none of its own. With 2:4 sparsity a format
// would seem to gain twice as much beside a dense one.
TEST_CASE("peaks of a chip stand to each other as dense ones do", "[published]") {
  for (const auto& [name, chip, mark, source, note] : published::chips) {
    CAPTURE(name);
    const double sixteen = chip.peaks[bf16] > 0 ? chip.peaks[bf16] : chip.peaks[fp16];
    const auto gains = [&](workload::NumberFormat format, double least, double most) {
      if (!(chip.peaks[format] > 0)) return;
      CAPTURE(to_word(format));
      CHECK(chip.peaks[format] / sixteen >= least);
      CHECK(chip.peaks[format] / sixteen <= most);
    };
    gains(tf32, 0.49, 1);
    if (chip.peaks[bf16] > 0) gains(fp16, 1, 1);
    gains(fp8, 1, name == "trainium3" ? 3.8 : 2.03);  // block-scaled there
    gains(fp6, 2, 4);
    gains(fp4, 3.7, 6);
    gains(int8, name == "b300" || name == "gb300" ? 0.06 : 1, 2.03);  // integers were given up there
    if (chip.peaks[fp6] > 0) CHECK(chip.peaks[fp6] >= chip.peaks[fp8]);
    if (chip.peaks[fp4] > 0) CHECK(chip.peaks[fp4] >= chip.peaks[fp8]);
  }
}

// Witness: units of a chip, FLOPs of one in a clock without sparsity, clock. From the makers' architecture papers.
TEST_CASE("dense peaks are units times FLOPs a clock times clock", "[published]") {
  const auto peak = [](std::string_view name, workload::NumberFormat format) {
    return published::chip_specification(name).peaks[format];
  };
  CHECK_THAT(peak("v100", fp16), WithinRel(80 * 1024 * 1.53e9, 0.003));
  for (const auto* name : {"a100", "a100_40gb"}) {
    CHECK_THAT(peak(name, bf16), WithinRel(108 * 2048 * 1.41e9, 0.001));
    CHECK_THAT(peak(name, tf32), WithinRel(108 * 1024 * 1.41e9, 0.001));
    CHECK_THAT(peak(name, int8), WithinRel(108 * 4096 * 1.41e9, 0.001));
  }
  for (const auto* name : {"h100", "h200", "h800", "gh200"}) {
    CHECK_THAT(peak(name, bf16), WithinRel(132 * 4096 * 1.83e9, 0.0001));
    CHECK_THAT(peak(name, fp8), WithinRel(132 * 8192 * 1.83e9, 0.0001));
  }
  CHECK_THAT(peak("h100_pcie", bf16), WithinRel(114 * 4096 * 1.62e9, 0.001));
  CHECK_THAT(peak("b200", bf16), WithinRel(148 * 8192 * 1.85e9, 0.005));
  CHECK_THAT(peak("l40s", bf16), WithinRel(142 * 1024 * 2.49e9, 0.001));
  CHECK_THAT(peak("mi250x", fp16), WithinRel(220 * 1024 * 1.7e9, 0.0005));
  for (const auto* name : {"mi300x", "mi325x"}) {
    CHECK_THAT(peak(name, bf16), WithinRel(304 * 2048 * 2.1e9, 0.0005));
    CHECK_THAT(peak(name, fp8), WithinRel(304 * 4096 * 2.1e9, 0.0005));
  }
  CHECK_THAT(peak("mi355x", bf16), WithinRel(256 * 4096 * 2.4e9, 0.0005));
  CHECK_THAT(peak("mi355x", fp4), WithinRel(256 * 16384 * 2.4e9, 0.0005));
  const double systolic = 2.0 * 128 * 128;  // of one array, each of two cores has four; one core on v5e
  CHECK_THAT(peak("tpu_v4", bf16), WithinRel(8 * systolic * 1.05e9, 0.002));
  CHECK_THAT(peak("tpu_v5e", bf16), WithinRel(4 * systolic * 1.5e9, 0.003));
  CHECK_THAT(peak("tpu_v5p", bf16), WithinRel(8 * systolic * 1.75e9, 0.001));
  CHECK_THAT(peak("max_1550", bf16), WithinRel(128 * 4096 * 1.6e9, 0.01));
}

TEST_CASE("peaks of an H100 are those that equivalents count", "[published]") {
  const auto h100 = published::chip_specification("h100");
  CHECK(h100.peaks[bf16] == workload::h100_peak_flops(workload::PeakFormat::bf16));
  CHECK(h100.peaks[fp8] == workload::h100_peak_flops(workload::PeakFormat::fp8));
}

TEST_CASE("a chip in another format reaches the same share of its peak, attention its own rate", "[published]") {
  const auto h100 = published::chip_specification("h100"), eight = h100.in_format(fp8);
  CHECK(eight.peak_flops == h100.peaks[fp8]);
  CHECK_THAT(eight.achieved_flops / eight.peak_flops, WithinRel(h100.achieved_flops / h100.peak_flops, 1e-15));
  CHECK(eight.attention_flops == h100.achieved_flops);
  CHECK(eight.memory_bytes == h100.memory_bytes);
  const auto fitted = published::chip_specification("h100_fsdp");
  CHECK(fitted.in_format(fp8).attention_flops == fitted.attention_flops);
  CHECK(published::chip("h100", fp8).peak_flops == eight.peak_flops);
  CHECK(published::chip("h100", bf16).achieved_flops == h100.achieved_flops);
  CHECK_THROWS_WITH(published::chip("a100", fp8),
                    ContainsSubstring("'fp8' has no peak here; there are tf32, bf16, fp16, int8"));

  // a step in fp8 takes the chip of fp8: its products are twice as fast but the head's, its attention is as fast as before
  const auto shape = published::shape("llama3_405b");
  const parallelism::Layout layout{.tensor = 8, .pipeline = 18, .data = 16};
  const network::Fabric<> free{.gpus_per_node = 8, .inner_bandwidth = inf, .outer_bandwidth = inf};
  const auto time = [&](workload::Chip<> chip, parallelism::Precision precision) {
    chip.memory_bytes = inf;
    return parallelism::step(shape, layout, chip, free, 2048 * 8192.0, {.precision = precision}).time;
  };
  const double sixteen_bits = time(h100.chip(), parallelism::Precision::bf16);
  const double eight_bits = time(eight.chip(), parallelism::Precision::fp8);
  CHECK(eight_bits < 0.65 * sixteen_bits);
  CHECK(eight_bits > 0.5 * sixteen_bits);
}

TEST_CASE("links and networks are below memory, and power is that of one accelerator", "[published]") {
  for (const auto& [name, chip, mark, source, note] : published::chips) {
    CAPTURE(name);
    if (chip.link_bandwidth == chip.link_bandwidth) CHECK(chip.link_bandwidth < chip.nominal_bandwidth);
    if (chip.network_bandwidth == chip.network_bandwidth) CHECK(chip.network_bandwidth * 2 <= chip.link_bandwidth);
    if (chip.power == chip.power) CHECK((chip.power >= 150 && chip.power <= 1500));
    CHECK((chip.nominal_bandwidth >= 5e11 && chip.nominal_bandwidth <= 1e13));
    CHECK((chip.memory_bytes == inf || (chip.memory_bytes >= 16e9 && chip.memory_bytes <= 300e9)));
  }
}
