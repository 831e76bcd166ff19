// SPDX-License-Identifier: Apache-2.0
// What four constants of a machine are worth beside one rate: MPT's steps on three machines, both models fitted on the same
// five of a machine, errors of those that were kept back.
//
//   four constants   calibrated on the five (analysis/calibrate.hpp): a 13B or 7B, then what `next` asks for; the options of
//                    the rows
//   one rate         achieved_flops alone, products and attention alike: memory and operations cost nothing, and nothing is
//                    hidden, as a step is by default; the rate with the least sum of ln(modelled/measured)^2 over the five
//
// The options that say what was computed, recompute and shards, are the rows' in both.
#pragma once
#include "../version.hpp"

#include <cstdio>
#include <map>

#include "steps_mpt.hpp"

namespace scaling_limits::published {

/// A machine by both models, and the rows that they were fitted on.
struct FittedOnFive {
  std::string_view inputs{};  // those of its set
  workload::Chip<> four_constants{}, one_rate{};
  std::array<std::string_view, 5> rows{};

  std::string_view machine() const { return inputs.substr(0, inputs.find(',')); }
};

template <class = void>
std::vector<FittedOnFive> fitted_on_five() {
  const auto machine = [](std::string_view inputs, std::string_view chip, std::array<double, 4> four, double one,
                          std::array<std::string_view, 5> rows) {
    const double peak = chip_specification(chip).peak_flops;
    return FittedOnFive{inputs,
                        detail::measured(chip, four[0], four[1], four[2], four[3]),
                        {.peak_flops = peak, .achieved_flops = one * peak},
                        rows};
  };
  return {machine("H100 80 GB, PyTorch FSDP, bf16", "h100_fsdp", {0.71371, 0.17328, 0.53692, 20.333e-6}, 0.37364,
                  {"mpt.13b_h100_s1024_g8_b40", "mpt.760m_h100_s32768_g8_b1", "mpt.760m_h100_s512_g8_b96",
                   "mpt.70b_h100_s2048_g128_b8", "mpt.1b_h100_s32768_g8_b1"}),
          machine("A100 80 GB, PyTorch FSDP, bf16", "a100_80gb_fsdp", {0.82858, 0.30633, 0.61045, 20.172e-6}, 0.49811,
                  {"mpt.13b_a100_80gb_s1024_g8_b40", "mpt.125m_a100_80gb_s32768_g8_b2", "mpt.125m_a100_80gb_s512_g8_b128",
                   "mpt.70b_a100_80gb_s2048_g64_b8", "mpt.1b_a100_80gb_s32768_g8_b1"}),
          machine("A100 40 GB, PyTorch FSDP, bf16", "a100_40gb_fsdp", {0.75806, 0.30123, 0.75411, 20.135e-6}, 0.46590,
                  {"mpt.7b_a100_40gb_s512_g8_b48", "mpt.125m_a100_40gb_s32768_g8_b1", "mpt.125m_a100_40gb_s512_g8_b104",
                   "mpt.70b_a100_40gb_s2048_g128_b4", "mpt.1b_a100_40gb_s32768_g8_b1"})};
}

/// Sizes of modelled/measured - 1.
struct ErrorSizes {
  double mean{}, worst{};
};

/// Rows kept back that have something in common, by both models.
struct FamilyErrors {
  std::string_view by{};  // what they have in common: all, machine, recompute, sequence_length, gpus, parameters
  std::string family{};   // the value of that
  int rows{};
  ErrorSizes four_constants{}, one_rate{};
};

namespace detail {

/// A count as people read it: "2,048", "64.8 billion".
inline std::string count_text(double count) {
  char text[32];
  if (count >= 1e6) {
    std::snprintf(text, sizeof text, count >= 1e9 ? "%.3g billion" : "%.3g million", count / (count >= 1e9 ? 1e9 : 1e6));
    return text;
  }
  std::snprintf(text, sizeof text, "%.0f", count);
  std::string found = text;
  if (found.size() > 3) found.insert(found.size() - 3, ",");
  return found;
}

}  // namespace detail

/// What the errors by family are of.
inline constexpr std::string_view one_rate_legend =
    "MPT under PyTorch FSDP: four constants beside one rate, both fitted on the same five rows of a machine; sizes of the "
    "errors of the rows kept back. One rate: achieved_flops for products and attention alike, memory and operations for "
    "nothing, nothing hidden";

/// Errors of the rows kept back: of all, then by machine, recompute, sequence_length, gpus, parameters, smaller before larger.
template <class = void>
std::vector<FamilyErrors> errors_by_family() {
  const std::vector<FittedOnFive> machines = fitted_on_five();
  std::map<std::pair<std::size_t, double>, FamilyErrors> families;
  for (const StepBlock& block : measured_mpt()) {
    const auto machine =
        std::find_if(machines.begin(), machines.end(), [&](const FittedOnFive& one) { return one.inputs == block.set.inputs; });
    if (machine == machines.end()) continue;  // another number format
    for (const StepRow& row : block.rows) {
      if (std::find(machine->rows.begin(), machine->rows.end(), row.id) != machine->rows.end()) continue;
      const auto error = [&](const workload::Chip<>& chip, const parallelism::StepOptions& options) {
        return std::fabs(modelled(row, chip, block.set.fabric, options).time / std::stod(std::string(measured_number(row))) -
                         1);
      };
      const double four = error(machine->four_constants, block.options()), one = error(machine->one_rate, block.how);
      const auto gpus = static_cast<double>(row.layout.gpus()), parameters = row.shape.parameters();
      struct {
        std::string_view by;
        double place;
        std::string family;
      } const memberships[] = {
          {"all", 0, "all"},
          {"machine", static_cast<double>(machine - machines.begin()), std::string(machine->machine())},
          {"recompute", static_cast<double>(block.how.recompute), std::string(to_word(block.how.recompute))},
          {"sequence_length", row.sequence_length, detail::count_text(row.sequence_length)},
          {"gpus", gpus, detail::count_text(gpus)},
          {"parameters", parameters, detail::count_text(parameters)},
      };
      for (std::size_t k = 0; k < std::size(memberships); ++k) {
        FamilyErrors& of = families[{k, memberships[k].place}];
        of.by = memberships[k].by, of.family = memberships[k].family, ++of.rows;
        for (const auto& [sizes, size] : {std::pair{&of.four_constants, four}, {&of.one_rate, one}})
          sizes->mean += size, sizes->worst = larger(sizes->worst, size);
      }
    }
  }
  std::vector<FamilyErrors> all;
  for (auto& [place, of] : families) {
    of.four_constants.mean /= of.rows, of.one_rate.mean /= of.rows;
    all.push_back(std::move(of));
  }
  return all;
}

}  // namespace scaling_limits::published
