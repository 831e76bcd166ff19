// SPDX-License-Identifier: Apache-2.0
// Epoch AI, "Can AI scaling continue through 2030?" (J. Sevilla et al., 2024), as a scenario: its medians, its uncertain inputs
// with their 10, 50 and 90 % quantiles, and their rank correlations. Beside its supplies stands what failures allow, which is
// ours: a GPU interrupts the job every 50,000 h whatever the year, storage stays at 2 TB/s.
//
// Conventions: 8-bit peaks; the largest run of 2024.0 takes 3.8e25 FLOP and grows 4.1-fold a year, half a year long; one run
// gets `share` of the power and of the whole stock of chips. A campus is an estimate for 2030 and is left out of the medians.
#pragma once
#include "../version.hpp"

#include <array>

#include "../analysis/elasticities.hpp"
#include "../analysis/required_growth.hpp"
#include "../core/units.hpp"
#include "../limits/required.hpp"
#include "preset.hpp"
#include "runs.hpp"

namespace scaling_limits::published {

/// The medians.
inline analysis::Scenario<> epoch_2030() {
  analysis::Scenario<> scenario;
  scenario.demand = {.compute = 3.8e25, .compute_growth = 4.1, .start = 2024, .share = 0.26};
  scenario.hardware = {.peak_flops = 2e15,
                       .power_per_gpu = 1704,
                       .utilization = 0.375,
                       .duration = 1.56e7,
                       .peak_growth = 1.44,
                       .efficiency_growth = 1.28};
  scenario.run = llama3_405b();
  scenario.power = supply::Power<>{.data_center_power = 40e9, .ai_power = 3.04e9, .growth = 1.15, .other_growth = 1.08};
  scenario.ring = network::Ring<>{
      .bandwidth = 8.19e14 / 8, .length = 2945.1e3, .batch_tokens = 6e7, .bandwidth_growth = 1.5, .bytes_per_parameter = 1};
  scenario.chips = supply::Chips<>{.stock = 2.2e6,
                                   .production = 1.85e6,
                                   .count_growth = 1.7,
                                   .wafers = 12 * 1.8e5,
                                   .capital_growth = 1.23,
                                   .volume_ratio = 0.53,
                                   .dies_per_wafer = 28};
  scenario.data = supply::Data<>{.text = 5.1e14,
                                 .images = 1e13,
                                 .video = 8.63e12,
                                 .audio = 8e11,
                                 .tokens_per_image = 22,
                                 .tokens_per_audio_second = 23,
                                 .growth = 1.07,
                                 .quality = 0.2,
                                 .epochs = 5};
  scenario.wall = parallelism::LatencyWall<>{};
  return scenario;
}

/// An uncertain number of a scenario by its name there: quantiles at 10, 50 and 90 %, and the range that it cannot leave.
struct UncertainInput {
  std::string_view name{};
  double low{}, median{}, high{};
  double lower = 0, upper = inf;
};

/// All inputs of the report that are uncertain. That shares lie in (0, 1) and growth above 1, each on its own logarithmic
/// scale, is assumed where the report does not say.
inline constexpr auto epoch_2030_inputs = std::to_array<UncertainInput>({
    {"hardware.duration", 5.18e6, 1.56e7, 2.33e7},
    {"share", 0.16, 0.26, 0.40, 0, 1},
    {"hardware.peak_flops", 1e15, 2e15, 4e15},
    {"hardware.utilization", 0.2, 0.375, 0.6, 0, 1},
    {"hardware.power_per_gpu", 1527.9, 1704, 1846},
    {"hardware.efficiency_growth", 1.16, 1.28, 1.42, 1},
    {"hardware.peak_growth", 1.31, 1.44, 1.59, 1},
    {"power.data_center_power", 3.3e10, 4e10, 5e10},
    {"power.growth", 1.10, 1.15, 1.32, 1},
    {"power.other_growth", 1.07, 1.08, 1.10, 1},
    {"power.campus", 0.96e9, 2.5e9, 5e9},
    {"ring.length", 350e3, 2945.1e3, 10618.45e3},
    {"ring.batch_tokens", 1.6e7, 6e7, 3.6e8},
    {"ring.bandwidth", 4.1e14 / 8, 8.19e14 / 8, 16.4e14 / 8},
    {"ring.bandwidth_growth", 1.4, 1.5, 1.6, 1},
    {"chips.stock", 1.4e6, 2.2e6, 3.5e6},
    {"chips.production", 1e6, 1.85e6, 4.63e6},
    {"chips.count_growth", 1.3, 1.7, 2, 1},
    {"chips.wafers", 12 * 1e5, 12 * 1.8e5, 12 * 3.33e5},
    {"chips.capital_growth", 1.16, 1.23, 1.33, 1},
    {"chips.volume_ratio", 0.25, 0.53, 0.75, 0, 1},
    {"chips.dies_per_wafer", 20, 28, 40},
    {"data.text", 1.3e14, 5.1e14, 2.1e15},
    {"data.images", 5e12, 1e13, 2e13},
    {"data.video", 4.31e12, 8.63e12, 17.3e12},
    {"data.audio", 4e11, 8e11, 16e11},
    {"data.growth", 1.03, 1.07, 1.10, 1},
    {"data.epochs", 3, 5, 15},
    {"data.quality", 0.1, 0.2, 0.4, 0, 1},
    {"data.tokens_per_image", 2, 22, 290},
    {"data.tokens_per_audio_second", 2, 23, 280},
    {"wall.layers_exponent", 0.21, 0.27, 0.33},
    {"wall.batch_exponent", 0.31, 0.36, 0.41},
});

/// Spearman's rank correlation of two of them.
struct RankCorrelation {
  std::string_view first{}, second{};
  double rank{};
};
inline constexpr auto epoch_2030_correlation = std::to_array<RankCorrelation>({
    {"power.growth", "chips.count_growth", 0.5},
    {"power.growth", "power.campus", 0.5},
    {"power.growth", "ring.bandwidth_growth", 0.3},  // "bandwidth": its growth is assumed to be meant
    {"power.growth", "hardware.duration", 0.5},
    {"hardware.duration", "chips.count_growth", 0.5},
    {"hardware.duration", "hardware.efficiency_growth", -0.7},
    {"data.text", "data.images", 0.7},
    {"data.images", "data.video", 0.7},
    {"data.video", "data.text", 0.7},
});

/// When what binds: dates of ours, on the medians of the report. They move with the conventions: twice as many GPUs for the
/// same compute are ln 2/ln 5.77 = 0.40 years.
template <class = void>
Estimates binding_by_2030() {
  using namespace limits;
  using analysis::Supply, analysis::under;
  const Source source{"Our own, on the medians of Epoch AI, Can AI scaling continue through 2030?", 2024};
  const auto scenario = epoch_2030();
  const auto with_restart = [&](double seconds, double storage_growth = 1) {
    auto changed = scenario;
    changed.run.initialization_time = seconds;
    changed.yearly = changed.yearly.with("write_bandwidth", storage_growth);
    return changed;
  };
  auto trained = scenario;  // as runs of 2024 were really trained
  trained.hardware.peak_flops = 989.4e12, trained.hardware.utilization = 0.4, trained.hardware.duration = 90 * units::day;
  auto trained_with_restart = trained;
  trained_with_restart.run.initialization_time = 300;
  const auto goodput = under("goodput 0.9", goodput_at_least{0.9});
  auto per_gpu = with_restart(300);  // 50 GB/s into the memory of peers, per GPU: what remains is the restart
  per_gpu.run.write_bandwidth = inf;
  const double wall = max_gpus(per_gpu.run_at(0.0), goodput_at_least{0.9}).value;
  const auto at_2030 = scenario.run_at(6.0);
  const auto demand = [&](double t) { return scenario.gpus(t); };
  const auto hangs = analysis::elasticities(scenario, Supply::power, 2030);
  double on_growth = NaN;
  for (const auto& one : hangs)
    if (one.part == "power" && one.field == "growth") on_growth = one.elasticity;
  const std::string_view base = "start 2024.0, 3.8e25 FLOP x 4.1 a year, MTTF 50,000 h, 2 TB/s frozen, 12 B per parameter",
                         date = "analysis.timeline().binds_in";
  const auto row = [&](std::string_view id, std::string_view quantity, std::string_view inputs, Printed printed,
                       std::string_view unit, std::string_view model, double computed) {
    return Estimate{source, id, quantity, Mark::derived, inputs, printed, unit, model, computed};
  };
  const auto of_date = [&](std::string_view id, std::string_view quantity, std::string_view inputs, double value,
                           std::string_view text,
                           double computed) { return row(id, quantity, inputs, digits(value, text, 8), "1", date, computed); };
  return {
      row("binds.demand_2024", "GPUs that the largest run of 2024.0 wants, 8-bit peaks", base, digits(3247.9, "3,247.9", 5),
          "GPU", "Scenario.run_at", demand(0)),
      row("binds.demand_2030", "GPUs of 2030 that the largest run wants", base, digits(1.7303e6, "1.7303e6", 5), "GPU",
          "Scenario.run_at", demand(6)),
      row("binds.power_2030", "GPUs of 2030 that power allows one run, no campus", "medians", digits(2.5493e6, "2.5493e6", 5),
          "GPU", "analysis.timeline().limits", gpus_allowed(scenario, Supply::power, 6.0)),
      row("binds.chips_2030", "GPUs of 2030 that chips allow one run", "medians", digits(1.2972e7, "1.2972e7", 5), "GPU",
          "analysis.timeline().limits", gpus_allowed(scenario, Supply::chips, 6.0)),
      row("binds.data_2030", "GPUs of 2030 that data allow", "medians", digits(5.7018e6, "5.7018e6", 5), "GPU",
          "analysis.timeline().limits", gpus_allowed(scenario, Supply::data, 6.0)),
      row("binds.latency_2030", "GPUs of 2030 at the latency wall, body form", "layers 95 at 175e9, batch 16e6 at 405e9",
          digits(3.5118e8, "3.5118e8", 5), "GPU", "analysis.timeline().limits", gpus_allowed(scenario, Supply::latency, 6.0)),
      row("binds.hard_2030", "GPUs of 2030 at which a save takes the MTBF", base, digits(7.7351e5, "7.7351e5", 5), "GPU",
          "analysis.timeline().limits", max_gpus(at_2030, write_time_equals_mtbf()).value),
      row("binds.goodput_2030", "GPUs of 2030 with goodput 0.9", base, digits(4146.4, "4,146.4", 5), "GPU",
          "analysis.timeline().limits", max_gpus(at_2030, goodput_at_least{0.9}).value),
      row("binds.storage_2030", "storage that goodput 0.9 requires of the run of 2030.0", base,
          digits(834.6, "834.6 TB/s", 4, units::TB), "B/s", "limits.required", required(at_2030, "write_bandwidth", 0.9).value),
      row("binds.restart_2030", "restart that goodput 0.9 requires of the run of 2030.0, saves free", base,
          digits(10.960, "10.960 s", 5), "s", "limits.required",
          required(
              [&] {
                auto run = at_2030;
                run.write_bandwidth = inf;
                return run;
              }(),
              "initialization_time", 0.9)
              .value),
      of_date("binds.goodput", "goodput 0.9 binds, saves to frozen storage, no restart time", base, 2026.5557, "2026.5557",
              binding_date(scenario, goodput)),
      of_date("binds.goodput_60s", "goodput 0.9 binds, restarts of 60 s", base, 2026.4032, "2026.4032",
              binding_date(with_restart(60), goodput)),
      of_date("binds.goodput_300s", "goodput 0.9 binds, restarts of 300 s", base, 2025.9720, "2025.9720",
              binding_date(with_restart(300), goodput)),
      of_date("binds.goodput_300s_chinchilla", "the same under Chinchilla growth in size: no other date", base, 2025.9720,
              "2025.9720", binding_date(with_restart(300), under("goodput 0.9", goodput_at_least{0.9}, growth::chinchilla()))),
      of_date("binds.goodput_300s_proportional", "the same under proportional growth in size: no other date", base, 2025.9720,
              "2025.9720",
              binding_date(with_restart(300), under("goodput 0.9", goodput_at_least{0.9}, growth::proportional()))),
      of_date("binds.storage_doubling", "goodput 0.9 binds, storage doubles every year", base, 2028.2290, "2028.2290",
              binding_date(with_restart(0, 2), goodput)),
      of_date("binds.storage_doubling_300s", "goodput 0.9 binds, storage doubles every year, restarts of 300 s", base,
              2026.3899, "2026.3899", binding_date(with_restart(300, 2), goodput)),
      of_date("binds.power", "power binds", "medians, no campus", 2030.4215, "2030.4215",
              binding_date(scenario, Supply::power)),
      of_date("binds.goodput_16_bit", "goodput 0.9 binds, 16-bit peaks, utilization 0.4, runs of 90 days", base, 2025.7934,
              "2025.7934", binding_date(trained, goodput)),
      of_date("binds.goodput_16_bit_300s", "the same with restarts of 300 s", base, 2024.9488, "2024.9488",
              binding_date(trained_with_restart, goodput)),
      row("binds.storage_growth", "growth of storage that keeps goodput 0.9 from ever binding, no restart time", base,
          digits(5.765186, "5.765186 a year", 7), "1", "analysis.required_growth",
          analysis::required_growth(scenario, "write_bandwidth", goodput).factor),
      row("binds.restart_wall", "the restart wall: goodput 0.9 with saves that cost nothing, restarts of 300 s",
          "MTTF 50,000 h: MTTF x -ln 0.9 / 300 s", digits(63216, "63,216", 5), "GPU", "limits.max_gpus(goodput_at_least(0.9))",
          wall),
      of_date("binds.restart_wall_date", "the restart wall binds, restarts of 300 s", base, 2026.8371, "2026.8371",
              binding_date(per_gpu, goodput)),
      row("binds.power_on_growth", "per cent of power in 2030 for one per cent on its growth factor", "medians",
          digits(16.389403, "16.389403", 8), "1", "analysis.elasticities", on_growth),
  };
}

}  // namespace scaling_limits::published
