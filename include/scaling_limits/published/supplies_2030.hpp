// SPDX-License-Identifier: Apache-2.0
// Epoch AI, "Can AI scaling continue through 2030?" (J. Sevilla et al., 2024): what linked sites, chips and the latency wall
// allow one run, as printed, and what follows from the same medians.
#pragma once
#include "../version.hpp"

#include "../core/units.hpp"
#include "../limits/latency_factor.hpp"
#include "epoch_2030.hpp"
#include "estimate.hpp"

namespace scaling_limits::published {

template <class = void>
Estimates supplies_2030() {
  using analysis::Supply;
  using parallelism::LatencyForm, parallelism::LatencyWall;
  using namespace units;
  const Source source{"J. Sevilla et al., Can AI scaling continue through 2030?, Epoch AI", 2024},
      ours{"Our own, on the medians of Epoch AI, Can AI scaling continue through 2030?", 2024};
  const auto scenario = epoch_2030();
  const auto& hardware = scenario.hardware;
  const double share = scenario.demand.share;

  // one link of a cable, no latency
  const network::Ring<> ring{.bandwidth = 51.2 * Tbit, .length = 0, .batch_tokens = 6e7};
  const double linked = ring.parameters(300 * day, 0.);
  const std::string_view one_link = "one link of 51.2 Tb/s, 300 days, 6e7 tokens a batch, one byte per parameter, no latency";

  // latency inside a node; the anchor of the batch is assumed
  const LatencyWall<> fixed{
      .layers = 0.088, .layers_at = 1, .batch_tokens = 4e6, .batch_at = 70e9, .latency_per_layer = 110 * microsecond};
  const double quarter = 91 * day, flops = 0.4 * 989.4e12;
  const std::string_view inside = "91 days, 110 us a layer, 0.088 N^0.27 layers, batch 4e6 (N/70e9)^0.36 (anchor assumed)";
  const auto more = [&](double compute) { return fixed.gpus(compute, quarter, flops) / (compute / (quarter * flops)); };

  // latency of tensor parallelism across nodes
  const LatencyWall<> nodes{.layers = 0.088, .layers_at = 1, .batch_tokens = 6e7, .batch_exponent = 0};
  const double nine_months = 0.75 * year, peak = 2e15, used = 0.375;
  const double wall = nodes.compute_across_nodes(nine_months, peak, used), gpus = wall / (nine_months * peak * used);
  const double ranks = nodes.tensor_ranks(gpus, nodes.parameters_across_nodes(nine_months, peak, used));
  const std::string_view across = "9 months, 6e7 tokens a batch, 2e15 FLOP/s at 0.375, 0.088 N^0.27 layers, least batch 330";
  const std::string_view across_nodes = "LatencyWall.compute_across_nodes";

  // supplies of 2030.0 at the medians
  const double years = 6, watts = scenario.power->available(years),
               equivalents = scenario.chips->available(years, hardware.peak_growth);
  const double of_chips = hardware.compute_of_equivalents(share * equivalents);
  auto limited = *scenario.chips;
  limited.wafers = 12 * 1.8e5, limited.capital_growth = 1.23, limited.volume_ratio = 0.53;
  const std::string_view medians = "medians, 2030.0", allowed = "Scenario.supplies";
  const auto row = [&](std::string_view id, std::string_view quantity, std::string_view inputs, Printed printed,
                       std::string_view unit, std::string_view model, double computed) {
    return Estimate{source, id, quantity, Mark::published, inputs, printed, unit, model, computed};
  };
  const auto derived = [&](std::string_view id, std::string_view quantity, std::string_view inputs, Printed printed,
                           std::string_view unit, std::string_view model, double computed) {
    return Estimate{ours, id, quantity, Mark::derived, inputs, printed, unit, model, computed};
  };
  return {
      row("supply.ring_parameters", "largest model of sites with one link between them", one_link, digits(16e12, "16 T", 2),
          "1", "network.Ring.parameters", linked),
      row("supply.ring_exchange", "one exchange of its gradients", one_link, digits(4.9, "4.9 s", 2), "s",
          "network.Ring.exchange_time", ring.exchange_time(linked, 0.)),
      row("supply.ring_compute", "what training that model takes", one_link, digits(3e28, "3e28", 1), "FLOP",
          "network.Ring.compute", ring.compute(300 * day, 0.)),
      row("supply.chips_median", "what chips allow one run in 2030, median", "medians of all inputs; wafers bind later",
          known_to_deviate(
              digits(9e29, "9e29", 1), 50.36,
              "the run of the medians, 0.26 x 4.45e8 x 2e15 x 0.375 x 1.56e7; the median of the run is less: inputs "
              "are skewed and hang together, the same ones drawn give 1.08e30"),
          "FLOP", "supply.Chips.available", of_chips),
      row("supply.wall", "latency wall of three months", inside, digits(2e31, "2e31", 1), "FLOP", "LatencyWall.compute",
          fixed.compute(quarter)),
      row("supply.wall_across_nodes", "latency wall across nodes", across, digits(7e30, "7e30", 1), "FLOP", across_nodes, wall),
      row("supply.wall_gpus", "GPUs of the run at that wall", across,
          known_to_deviate(digits(300e6, "300 million", 1), 28.98,
                           "the 7e30 FLOP printed are 394 million such GPUs themselves: 7e30 / (0.75 y x 2e15 x 0.375)"),
          "GPU", across_nodes, gpus),
      row("supply.wall_ranks", "rank of tensor parallelism there", across, digits(2000, "2,000", 1), "1",
          "LatencyWall.tensor_ranks", ranks),
      row("supply.wall_latency", "least time in a layer there", across, digits(400 * microsecond, "400 us", 1), "s",
          "parallelism.latency_per_layer", parallelism::latency_per_layer(ranks)),

      derived("supply.power", "power of AI over all sites", medians, digits(33.87156e9, "33.87156 GW", 7), "W",
              "supply.Power.available", watts),
      derived("supply.power_compute", "what a share of 0.26 of it allows one run", medians, digits(2.65941e29, "2.65941e29", 6),
              "FLOP", "supply.Hardware.compute_of_power", hardware.compute_of_power(share * watts, years)),
      derived("supply.campus_compute", "what a campus of 2.5 GW allows", medians, digits(7.54946e28, "7.54946e28", 6), "FLOP",
              "supply.Hardware.compute_of_power", hardware.compute_of_power(2.5 * GW, years)),
      derived("supply.chips", "chips that there are, in H100-equivalents", medians, digits(4.448524e8, "4.448524e8", 7), "1",
              "supply.Chips.available", equivalents),
      derived("supply.chips_compute", "what a share of 0.26 of them allows one run", medians,
              digits(1.353241e30, "1.353241e30", 7), "FLOP", "supply.Hardware.compute_of_equivalents", of_chips),
      derived("supply.wafers", "years after which wafers, not demand, limit the chips made",
              "2.16e6 wafers a year, 28 dies each, growing by 1 + 0.23 x 0.53; medians", digits(8.390, "8.390", 4), "1",
              "supply.Chips.wafers_bind_from", limited.wafers_bind_from()),
      derived("supply.data", "effective tokens that there are", medians, digits(1.408075e15, "1.408075e15", 7), "1",
              "supply.Data.available", scenario.data->available(years)),
      derived("supply.data_compute", "what they allow one run: six FLOP a parameter and token, 20 tokens each", medians,
              digits(5.94803e29, "5.94803e29", 6), "FLOP", allowed, analysis::compute_allowed(scenario, Supply::data, years)),
      derived("supply.latency_compute", "what latency allows one run", "layers 95 at 175e9, batch 16e6 at 405e9",
              digits(3.66347e31, "3.66347e31", 6), "FLOP", allowed,
              analysis::compute_allowed(scenario, Supply::latency, years)),
      derived("supply.wall_exact", "latency wall of three months, all digits", inside, digits(2.109503e31, "2.109503e31", 7),
              "FLOP", "LatencyWall.compute", fixed.compute(quarter)),
      derived("supply.wall_exponent", "growth of latency over compute with size: below 1, it has no peak of its own",
              "(1 + 0.27 - 0.36)/2", digits(0.455, "0.455", 3), "1", "limits.latency_factor",
              limits::latency_factor(fixed, quarter, flops).exponent),
      derived("supply.wall_at_1e28", "GPUs with latency over GPUs without, 1e28 FLOP", inside, digits(1.0317, "1.0317", 5), "1",
              "LatencyWall.gpus", more(1e28)),
      derived("supply.wall_at_1e30", "GPUs with latency over GPUs without, 1e30 FLOP", inside, digits(1.332881, "1.332881", 7),
              "1", "LatencyWall.gpus", more(1e30)),
      derived("supply.wall_at_1e31", "GPUs with latency over GPUs without, 1e31 FLOP", inside, digits(3.472579, "3.472579", 7),
              "1", "LatencyWall.gpus", more(1e31)),
      derived("supply.wall_across_nodes_exact", "latency wall across nodes, all digits", across,
              digits(6.86847e30, "6.86847e30", 6), "FLOP", across_nodes, wall),
      derived("supply.wall_forms", "wall of the appendix's latency over that of the body's: the two forms do not agree", across,
              digits(4.0, "4.0", 2), "1", across_nodes,
              nodes.compute_across_nodes(nine_months, peak, used, LatencyForm::appendix) / wall),
  };
}

}  // namespace scaling_limits::published
