// SPDX-License-Identifier: Apache-2.0
// Machines of ../shared/data/steps calibrated from their rows: constants, errors, what was kept back. Bounds are a little above
// what was found, and are those of the sheet where it has them.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "support/measured_steps.hpp"

using namespace scaling_limits;
using analysis::calibrate;
using analysis::Calibration;
using analysis::MeasuredStep;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

using Rows = std::vector<MeasuredStep>;

template <class Keep>
Rows rows_where(const Keep& keep) {
  Rows rows = testing::measured_steps();
  if (rows.empty()) SKIP("no " + testing::measured_steps_file());
  std::erase_if(rows, [&](const MeasuredStep& row) { return !keep(row); });
  return rows;
}
Rows b200_rows() {
  return rows_where([](const MeasuredStep& row) { return row.set == "b200"; });
}
Rows mpt_rows(std::string_view machine) {
  Rows rows = rows_where([&](const MeasuredStep& row) {
    return row.set == "llmfoundry" && row.machine == machine && row.options.precision == parallelism::Precision::bf16;
  });
  for (MeasuredStep& row : rows) row.options.overlap = 0.4, row.options.logit_bytes = 6;
  return rows;
}

double error_of(const MeasuredStep& row, workload::Chip<> chip, const network::Fabric<>& fabric) {
  chip.memory_bytes = inf;
  return parallelism::step(row.shape, row.layout, chip, fabric, row.batch_tokens, row.options).time / row.time - 1;
}

struct Errors {
  double mean = 0, median = 0, worst = 0;
};
Errors errors_of(const Rows& rows, const workload::Chip<>& chip, const network::Fabric<>& fabric) {
  std::vector<double> sizes;
  for (const MeasuredStep& row : rows) sizes.push_back(std::fabs(error_of(row, chip, fabric)));
  std::sort(sizes.begin(), sizes.end());
  Errors errors{.median = sizes[sizes.size() / 2], .worst = sizes.back()};
  for (const double size : sizes) errors.mean += size / static_cast<double>(sizes.size());
  return errors;
}

/// Starting from one row, so many more as the calibration itself asks for; what is left over stays in `rest`.
Rows picked_from(Rows& rest, std::string_view first, int more, const testing::MeasuredMachine& machine) {
  const auto at = std::find_if(rest.begin(), rest.end(), [&](const MeasuredStep& row) { return row.id == first; });
  REQUIRE(at != rest.end());
  Rows got{*at};
  rest.erase(at);
  for (int k = 0; k < more; ++k) {
    const std::size_t next = calibrate(got, machine.guess(), machine.fabric).next(rest).front();
    got.push_back(rest[next]);
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(next));
  }
  return got;
}

/// Shares of the nominal rates, and microseconds, with intervals, as the sheet prints them.
struct Printed {
  std::string_view name;
  double nominal, value, low, high;
};
void check_constants(const Calibration& found, std::initializer_list<Printed> printed, double digit) {
  for (const Printed& one : printed) {
    const auto [low, high] = found.interval(one.name);
    CAPTURE(one.name, low / one.nominal, high / one.nominal);
    workload::Chip<> chip = found.chip;
    const double value = analysis::detail::constant_of(chip, analysis::machine_constant(one.name)) / one.nominal;
    const double last = one.nominal == 1e-6 ? 0.5 : digit;
    CHECK_THAT(value, WithinAbs(one.value, last));
    CHECK_THAT(low / one.nominal, WithinAbs(one.low, last));
    CHECK_THAT(high / one.nominal, WithinAbs(one.high, last));
  }
}

}  // namespace

TEST_CASE("B200: four constants of thirteen rows", "[analysis]") {
  const Rows rows = b200_rows();
  REQUIRE(rows.size() == 13);
  const auto machine = testing::b200();
  const Calibration found = calibrate(rows, machine.guess(), machine.fabric);
  CHECK(found.settled);
  check_constants(found,
                  {{"achieved_flops", 2.25e15, 0.476, 0.459, 0.493},
                   {"attention_flops", 2.25e15, 0.380, 0.342, 0.423},
                   {"memory_bandwidth", 8e12, 0.515, 0.448, 0.593},
                   {"operation_time", 1e-6, 26.8, 21.4, 33.6}},
                  0.0006);  // half of the last digit, and rounding
  CHECK(found.mean_error < 0.015);
  CHECK(found.worst_error < 0.031);
  CHECK(found.noise == 0.03);  // the rows scatter no more than is said
  double left_out = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CAPTURE(rows[i].id);
    CHECK_THAT(found.modelled_memory[i], WithinRel(rows[i].memory, 0.003));  // asked for
    Rows others = rows;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    left_out += std::fabs(error_of(rows[i], calibrate(others, machine.guess(), machine.fabric).chip, machine.fabric)) / 13;
  }
  CHECK(left_out < 0.02);
}

TEST_CASE("B200: from any dense row the three that its own next picks predict the others", "[analysis]") {
  const auto machine = testing::b200();
  for (const MeasuredStep& first : b200_rows()) {
    if (first.shape.is_mixture()) continue;
    CAPTURE(first.id);
    Rows rest = b200_rows();
    const Rows got = picked_from(rest, first.id, 3, machine);
    CHECK(errors_of(rest, calibrate(got, machine.guess(), machine.fabric).chip, machine.fabric).mean < 0.05);
    if (first.id == "llama3_70b_tp2_pp1_dp4_l12_mbc32") {  // a long context, experts, the small one cut in eight
      CHECK(got[1].id == "llama3_405b_l4_tp2_cp4_pp1_dp1_seq131072_mbc4");
      CHECK(got[2].id == "deepseekv3_l4_tp1_ep4_pp2_dp4_mbc8");
      CHECK(got[3].id == "llama3_70b_l12_tp8_pp1_dp1_mbc8");
    }
  }
}

TEST_CASE("PyTorch FSDP (MPT): constants of three machines", "[analysis]") {
  const auto fit = [](std::string_view name, const testing::MeasuredMachine& machine) {
    const Rows rows = mpt_rows(name);
    return calibrate(rows, machine.guess(), machine.fabric);
  };
  const Calibration h100 = fit("H100-80GB", testing::h100());
  check_constants(h100,
                  {{"achieved_flops", 989.4e12, 0.715, 0.69, 0.74},
                   {"attention_flops", 989.4e12, 0.178, 0.173, 0.183},
                   {"memory_bandwidth", 3.35e12, 0.50, 0.45, 0.55},
                   {"operation_time", 1e-6, 26, 17, 40}},
                  0.0051);
  CHECK(h100.mean_error < 0.02);
  const Calibration a100 = fit("A100-40GB", testing::a100_40gb());
  check_constants(a100,
                  {{"achieved_flops", 312e12, 0.723, 0.70, 0.75},
                   {"attention_flops", 312e12, 0.306, 0.285, 0.328},
                   {"memory_bandwidth", 1.555e12, 0.80, 0.68, 0.94},
                   {"operation_time", 1e-6, 27, 10.6, 68}},
                  0.0051);
  CHECK_THAT(a100.noise, WithinAbs(0.058, 0.0005));
  const Calibration larger = fit("A100-80GB", testing::a100_80gb());
  check_constants(larger,
                  {{"achieved_flops", 312e12, 0.835, 0.79, 0.885},
                   {"attention_flops", 312e12, 0.316, 0.295, 0.339},
                   {"memory_bandwidth", 2.04e12, 0.55, 0.47, 0.64},
                   {"operation_time", 1e-6, 27, 9, 80}},
                  0.0051);
  CHECK_THAT(larger.noise, WithinAbs(0.065, 0.0005));
}

TEST_CASE("PyTorch FSDP (MPT): five rows, four of them its own choice, predict the others", "[analysis]") {
  struct Case {
    std::string_view machine, first;
    testing::MeasuredMachine of;
  };
  std::vector<double> all;
  for (const Case& one : {Case{"H100-80GB", "mpt_13b_h100_80gb_bf16_s1024_g8_b40", testing::h100()},
                          Case{"A100-80GB", "mpt_13b_a100_80gb_bf16_s1024_g8_b40", testing::a100_80gb()},
                          Case{"A100-40GB", "mpt_7b_a100_40gb_bf16_s512_g8_b48", testing::a100_40gb()}}) {
    CAPTURE(one.machine);
    Rows rest = mpt_rows(one.machine);
    const Rows got = picked_from(rest, one.first, 4, one.of);
    const Calibration found = calibrate(got, one.of.guess(), one.of.fabric);
    CHECK(errors_of(rest, found.chip, one.of.fabric).mean < 0.05);
    for (const MeasuredStep& row : rest) all.push_back(std::fabs(error_of(row, found.chip, one.of.fabric)));
  }
  std::sort(all.begin(), all.end());
  double mean = 0;
  for (const double error : all) mean += error / static_cast<double>(all.size());
  CHECK(mean <= 0.045);
  CHECK(all[all.size() / 2] <= 0.035);
  CHECK(all[all.size() * 9 / 10] <= 0.09);
}

TEST_CASE("GB200: constants of three rows of a format", "[analysis]") {
  for (const bool fp8 : {false, true}) {
    Rows rows = rows_where([&](const MeasuredStep& row) {
      return row.machine == "GB200" && (row.options.precision == parallelism::Precision::fp8) == fp8;
    });
    for (MeasuredStep& row : rows) row.options.overlap = 0.4, row.options.tensor_overlap = 0.8;
    REQUIRE(rows.size() == 3);
    auto machine = testing::gb200();
    workload::Chip<> guess = machine.guess();
    if (fp8) guess.peak_flops *= 2, guess.achieved_flops *= 2;  // attention stays in 16 bits
    const Calibration found = calibrate(rows, guess, machine.fabric);
    CHECK(found.mean_error < 0.015);
    if (fp8)
      check_constants(found,
                      {{"achieved_flops", 4.9e15, 0.519, 0.44, 0.61},
                       {"attention_flops", 4.9e15, 0.205, 0.13, 0.33},
                       {"memory_bandwidth", 8e12, 0.63, 0.39, 1.0},
                       {"operation_time", 1e-6, 18, 12, 29}},
                      0.0051);
    else
      check_constants(found,
                      {{"achieved_flops", 2.45e15, 0.536, 0.50, 0.575},
                       {"attention_flops", 2.45e15, 0.46, 0.28, 0.75},
                       {"memory_bandwidth", 8e12, 0.59, 0.365, 0.97},
                       {"operation_time", 1e-6, 21, 13, 33}},
                      0.0051);
  }
}

TEST_CASE("A100 with Megatron's kernels of 2021: what is fitted on a source's rows, and on all", "[analysis]") {
  const Rows rows = rows_where([](const MeasuredStep& row) {
    return row.set == "selene" || row.set == "narayanan1" || row.set == "megascale" ||
           (row.set == "narayanan2" && row.options.zero_stage != 3);
  });
  const auto machine = testing::a100_80gb();
  const Calibration found = calibrate(rows, machine.guess(), machine.fabric);
  CHECK(found.mean_error < 0.035);
  CHECK(found.worst_error < 0.085);
  // unfused kernels do not ask for attention_flops: it stays at the guess
  CHECK_THAT(found.chip.attention_flops, WithinRel(0.45 * 312e12, 1e-12));
  check_constants(found,
                  {{"achieved_flops", 312e12, 0.739, 0.68, 0.81},
                   {"memory_bandwidth", 2.04e12, 0.73, 0.55, 0.98},
                   {"operation_time", 1e-6, 21, 9, 47}},
                  0.006);  // two digits are printed
  CHECK_THAT(found.noise, WithinAbs(0.052, 0.0006));
  const Rows others = rows_where([](const MeasuredStep& row) { return row.set == "vtrain"; });
  CHECK(errors_of(others, found.chip, machine.fabric).mean < 0.05);
  const Rows pipelines = rows_where([](const MeasuredStep& row) { return row.set == "mtnlg"; });
  CHECK_THAT(error_of(pipelines[0], found.chip, machine.fabric), WithinAbs(-0.20, 0.01));  // another framework
}
