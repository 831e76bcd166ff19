// SPDX-License-Identifier: Apache-2.0
// What training cost, in money, energy and carbon, and what to buy: Cottier et al., Patterson et al., LLaMA, Epoch, and our own
// optima.
//
// Known: the table of Cottier et al. multiplies both the cost of a run and that of its cluster by a step of inflation after its
// own formulas (1.0134 for GPT-4, 1.0220 for BLOOM, 0.9957 for Llama 3.1), so that ratios of the two are exact and amounts
// deviate. A later table of the same repository has another method, and is not mixed in. LLaMA's 449 MWh is 449.84 cut off.
#pragma once
#include "../version.hpp"

#include "../core/units.hpp"
#include "../economics/amortised.hpp"
#include "../economics/annuity.hpp"
#include "../economics/energy.hpp"
#include "../economics/failure_cost.hpp"
#include "../economics/first_order.hpp"
#include "../economics/longest_useful_run.hpp"
#include "../economics/optimal_bandwidth.hpp"
#include "../economics/optimal_gpus.hpp"
#include "../economics/optimal_spares.hpp"
#include "estimate.hpp"

namespace scaling_limits::published {

namespace detail {

inline economics::AmortisedRun<> amortised(double price, double days, double gpus, double hours, double power,
                                           double server_factor, double pue, double per_kWh) {
  return {.price = price,
          .age = days * units::day,
          .gpus = gpus,
          .duration = hours * units::hour,
          .power = power,
          .server_factor = server_factor,
          .pue = pue,
          .electricity_price = per_kWh / units::kWh};
}

/// GPU-hours at a design power of 400 W and a PUE of 1.1, as LLaMA counts them [J].
inline double a100_energy(double gpu_hours) { return economics::training_energy(gpu_hours, units::hour, 400, 1.1); }

/// Ours: 16,384 GPUs that fail every 50,000 GPU-hours, at 2 $ an hour and 1e6 $ a year for each TB/s.
inline TrainingRun<> priced_run(double checkpoint_bytes, double initialization_time) {
  return {.gpus = 16'384,
          .gpu_mttf = 50'000 * units::hour,
          .checkpoint_bytes = checkpoint_bytes,
          .write_bandwidth = 2 * units::TB,
          .initialization_time = initialization_time};
}
inline economics::Prices<> assumed_prices(double per_day = 0) {
  return {.gpu = 2 / units::hour, .bandwidth = 1e6 / (units::TB * units::year), .time = per_day / units::day};
}

}  // namespace detail

template <class = void>
Estimates costs() {
  using namespace units;
  const Source cottier{"B. Cottier et al., The rising costs of training frontier AI models, arXiv 2405.21015 and its code",
                       2024};
  const Source patterson{"D. Patterson et al., Carbon Emissions and Large Neural Network Training, arXiv 2104.10350", 2021};
  const Source llama{"H. Touvron et al., LLaMA: Open and Efficient Foundation Language Models, arXiv 2302.13971", 2023};
  const Source epoch{"Epoch AI, The longest training run", 2022};
  const Source ours{"scaling_limits, docs/derivations.md, \"What is bought\"", 2026};
  const auto gpt4 = detail::amortised(24'875, 638, 25'000, 2280, 400, 2.03125, 1.25, 0.0806);
  const auto bloom = detail::amortised(24'875, 335, 384, 2808, 400, 2.03125, 1.25, 0.0832);
  const auto llama3 = detail::amortised(44'489.88, 432, 16'384, 2142, 700, (10.2 / 8) / 0.7, 1.1, 0.0771);
  constexpr std::string_view of_gpt4 =
                                 "24,875 $ a chip, 638 days old, 25,000 for 2,280 h, 400 W x 2.03125 x 1.25, 0.0806 $/kWh",
                             of_bloom = "24,875 $ a chip, 335 days old, 384 for 2,808 h, 400 W x 2.03125 x 1.25, 0.0832 $/kWh",
                             of_llama3 = "44,489.88 $ a chip, 432 days old, 16,384 for 2,142 h, 10.2/8 kW x 1.1, 0.0771 $/kWh";
  constexpr std::string_view ratio = "cost of the run over that of its cluster", total = "AmortisedRun.total",
                             upfront = "AmortisedRun.upfront", over = "AmortisedRun.total / .upfront";
  constexpr std::string_view inflated = "the table's step of inflation: both amounts x 1.0134",
                             inflated_bloom = "the table's step of inflation: both amounts x 1.0220",
                             inflated_llama3 = "the table's step of inflation: both amounts x 0.9957";
  const double gpt3 = economics::training_energy(10'000, 14.8 * day, 330, 1.10);
  const double gpt3_inputs = 0.05 / 14.8 + 0.5 / 330 + 0.005 / 1.10;
  constexpr std::string_view of_gpt3 = "10,000 V100, 14.8 days, 330 W, PUE 1.10";
  constexpr std::string_view energy = "economics.training_energy", carbon = "economics.carbon";
  const double emitted = 0.385 / kWh;
  const auto bare = detail::priced_run(5 * TB, 0), started = detail::priced_run(5 * TB, 300);
  const auto w10 = detail::priced_run(20 * TB, 0), w10_started = detail::priced_run(20 * TB, 300);
  const auto prices = detail::assumed_prices(), hurried = economics::Prices<>{.gpu = 2 / hour, .time = 1e6 / day};
  const auto only_gpus = economics::Prices<>{.gpu = 2 / hour};
  const auto exact = economics::optimal_bandwidth(bare, prices),
             loading = economics::optimal_bandwidth(started, prices, strategies::blocking(), true);
  const auto size = economics::optimal_gpus(w10, 1e11, hurried),
             restarting = economics::optimal_gpus(w10_started, 1e11, hurried);
  const failures::RepairPool<> nodes_down{
      .failure_rate = 2048 * 3.789e-3 / day, .repair_time = 24 * hour, .downtime = hour, .takes = 8};
  const auto failing = economics::failure_cost(detail::priced_run(5 * TB, 300), only_gpus);
  constexpr std::string_view assumed = "16,384 GPUs, 50,000 h, 5 TB, 2 $/h, 1e6 $ per TB/s and year",
                             assumed_size = "50,000 h, a save of 10 s at every size, 2 $/h, 1e6 $ for a day of delay";
  return {
      {cottier, "cottier.gpt4_ratio", ratio, Mark::published, of_gpt4, digits(0.0523036084, "0.0523036084", 9), "1", over,
       gpt4.total() / gpt4.upfront()},
      {cottier, "cottier.bloom_ratio", ratio, Mark::published, of_bloom, digits(0.0826253692, "0.0826253692", 9), "1", over,
       bloom.total() / bloom.upfront()},
      {cottier, "cottier.llama31_ratio", ratio, Mark::published, of_llama3, digits(0.0569620130, "0.0569620130", 9), "1", over,
       llama3.total() / llama3.upfront()},
      {cottier, "cottier.gpt4_rounded", "amortised cost of GPT-4, as the paper rounds it", Mark::second_source, of_gpt4,
       digits(40e6, "40 million $", 2), "USD", total, gpt4.total()},
      {cottier, "cottier.gpt4_total", "amortised cost of GPT-4", Mark::published, of_gpt4,
       known_to_deviate(digits(40'695'706, "40,695,706 $", 8), -1.33, inflated), "USD", total, gpt4.total()},
      {cottier, "cottier.gpt4_upfront", "the cluster of GPT-4", Mark::published, of_gpt4,
       known_to_deviate(digits(778'066'899, "778,066,899 $", 9), -1.33, inflated), "USD", upfront, gpt4.upfront()},
      {cottier, "cottier.bloom_total", "amortised cost of BLOOM-176B", Mark::published, of_bloom,
       known_to_deviate(digits(995'819, "995,819 $", 6), -2.15, inflated_bloom), "USD", total, bloom.total()},
      {cottier, "cottier.bloom_upfront", "the cluster of BLOOM-176B", Mark::published, of_bloom,
       known_to_deviate(digits(12'052'220, "12,052,220 $", 8), -2.15, inflated_bloom), "USD", upfront, bloom.upfront()},
      {cottier, "cottier.llama31_total", "amortised cost of Llama 3.1 405B", Mark::published, of_llama3,
       known_to_deviate(digits(51'040'524, "51,040,524 $", 8), 0.43, inflated_llama3), "USD", total, llama3.total()},
      {cottier, "cottier.llama31_upfront", "the cluster of Llama 3.1 405B", Mark::published, of_llama3,
       known_to_deviate(digits(896'044'949, "896,044,949 $", 9), 0.43, inflated_llama3), "USD", upfront, llama3.upfront()},
      {cottier, "cottier.gpt4_hourly", "what a chip of GPT-4 lost in an hour", Mark::derived, of_gpt4,
       digits(0.520907, "0.520907 $/h", 6), "USD/h", "AmortisedRun.hourly_price", gpt4.hourly_price()},

      {patterson, "patterson.gpt3_energy", "energy of GPT-3", Mark::published, of_gpt3,
       digits_of_both(digits(1287, "1,287 MWh", 4, MWh), gpt3_inputs), "J", energy, gpt3},
      {patterson, "patterson.gpt3_carbon", "CO2 of GPT-3", Mark::published, "1,287 MWh as above, 0.429 kg/kWh",
       digits_of_both(digits(552.1, "552.1 t", 4, 1000), gpt3_inputs + 0.0005 / 0.429), "kg", carbon,
       economics::carbon(gpt3, 0.429 / kWh)},

      {llama, "llama.energy_7b", "energy of LLaMA-7B", Mark::second_source, "82,432 GPU-hours at 400 W, PUE 1.1",
       digits(36, "36 MWh", 2, MWh), "J", energy, detail::a100_energy(82'432)},
      {llama, "llama.energy_13b", "energy of LLaMA-13B", Mark::second_source, "135,168 GPU-hours at 400 W, PUE 1.1",
       digits(59, "59 MWh", 2, MWh), "J", energy, detail::a100_energy(135'168)},
      {llama, "llama.energy_33b", "energy of LLaMA-33B", Mark::second_source, "530,432 GPU-hours at 400 W, PUE 1.1",
       digits(233, "233 MWh", 3, MWh), "J", energy, detail::a100_energy(530'432)},
      {llama, "llama.energy_65b", "energy of LLaMA-65B", Mark::published, "1,022,362 GPU-hours at 400 W, PUE 1.1",
       known_to_deviate(digits(449, "449 MWh", 3, MWh), 0.19, "449.84 MWh are cut off, not rounded"), "J", energy,
       detail::a100_energy(1'022'362)},
      {llama, "llama.carbon_7b", "CO2 of LLaMA-7B", Mark::second_source, "36 MWh as above, 0.385 kg/kWh",
       digits(14, "14 t", 2, 1000), "kg", carbon, economics::carbon(detail::a100_energy(82'432), emitted)},
      {llama, "llama.carbon_13b", "CO2 of LLaMA-13B", Mark::second_source, "59 MWh as above, 0.385 kg/kWh",
       digits(23, "23 t", 2, 1000), "kg", carbon, economics::carbon(detail::a100_energy(135'168), emitted)},
      {llama, "llama.carbon_33b", "CO2 of LLaMA-33B", Mark::second_source, "233 MWh as above, 0.385 kg/kWh",
       digits(90, "90 t", 2, 1000), "kg", carbon, economics::carbon(detail::a100_energy(530'432), emitted)},
      {llama, "llama.carbon_65b", "CO2 of LLaMA-65B", Mark::published, "449 MWh as above, 0.385 kg/kWh",
       digits(173, "173 t", 3, 1000), "kg", carbon, economics::carbon(detail::a100_energy(1'022'362), emitted)},

      {epoch, "longest_run.slow_software", "longest useful run, slower growth", Mark::published,
       "FLOP per dollar doubles in 2.5 years, software 1.7 a year", digits(15, "15 months", 2, year / 12), "s",
       "economics.longest_useful_run", economics::longest_useful_run(std::exp(std::log(2) / 2.5), 1.7)},
      {epoch, "longest_run.fast_software", "longest useful run, faster growth", Mark::published,
       "hardware 1.3, software 3 a year", digits(9, "9 months", 1, year / 12), "s", "economics.longest_useful_run",
       economics::longest_useful_run(1.3, 3)},

      {ours, "bought.bandwidth_first_order", "cheapest storage bandwidth, first order", Mark::derived, assumed,
       digits(2.657848, "2.657848 TB/s", 7, TB), "B/s", "economics.first_order_bandwidth",
       economics::first_order_bandwidth(bare.gpus, bare.gpu_mttf, bare.checkpoint_bytes, prices.gpu, prices.bandwidth)},
      {ours, "bought.overhead_first_order", "overhead there, first order, at any size", Mark::derived, assumed,
       digits(0.01850583, "1.850583 %", 7), "1", "economics.first_order_overhead",
       economics::first_order_overhead(bare.gpu_mttf, bare.checkpoint_bytes, prices.gpu, prices.bandwidth)},
      {ours, "bought.bandwidth", "cheapest storage bandwidth", Mark::derived, assumed, digits(2.685368, "2.685368 TB/s", 7, TB),
       "B/s", "economics.optimal_bandwidth", exact.value},
      {ours, "bought.overhead", "overhead there", Mark::derived, assumed, digits(0.01863901, "1.863901 %", 7), "1",
       "economics.optimal_bandwidth", exact.overhead},
      {ours, "bought.bandwidth_with_loads", "the same where loads use it too", Mark::derived, assumed,
       digits(2.717969, "2.717969 TB/s", 7, TB), "B/s", "economics.optimal_bandwidth", loading.value},
      {ours, "bought.gpus", "cheapest size where delay has a price", Mark::derived, assumed_size, digits(227'523, "227,523", 6),
       "GPU", "economics.optimal_gpus", size.value},
      {ours, "bought.gpus_restarting", "the same where a restart takes 300 s", Mark::derived, assumed_size,
       digits(86'308, "86,308", 5), "GPU", "economics.optimal_gpus", restarting.value},
      {ours, "bought.spares", "cheapest number of spares; 15 run for 99 % of the time", Mark::derived,
       "2,048 nodes, 3.789e-3 failures a day each, repaired in 24 h", exactly(17, "17"), "1", "economics.optimal_spares",
       economics::optimal_spares(2048, 2048 * 3.789e-3 / day, 24 * hour, only_gpus).value},
      {ours, "bought.spares_of_nodes", "the same asked in GPUs, of an hour down after each failure: 13 nodes", Mark::derived,
       "16,384 GPUs in nodes of 8, 2048 x 3.789e-3 failures a day, 24 h, downtime 1 h", exactly(104, "104"), "1",
       "economics.optimal_spares", economics::optimal_spares(16'384, nodes_down, only_gpus).value},
      {ours, "bought.failures_per_day", "what failures cost in a day", Mark::derived,
       "16,384 GPUs, 50,000 h, 2.5 s, 300 s, 2 $/h", digits(37'393.7, "37,393.7 $", 6), "USD", "economics.failure_cost",
       failing.per_second * day},
      {ours, "bought.failure", "what a failure costs", Mark::derived, "16,384 GPUs, 50,000 h, 2.5 s, 300 s, 2 $/h",
       digits(4754.85, "4,754.85 $", 6), "USD", "economics.failure_cost", failing.per_failure},
      {ours, "bought.annuity", "an owned GPU", Mark::derived,
       "40,000 $, 5 payments at 10 %, upkeep 5 %, used 90 %, 1 kW x 1.2, 0.07 $/kWh",
       digits(1.674983, "1.674983 $/h", 7, 1 / hour), "USD/s", "economics.annuity_price",
       economics::annuity_price(40'000, 5, 0.1, 0.05, 0.9, 1000, 1.2, 0.07 / kWh)},
      {ours, "bought.flop", "a FLOP that the model needed", Mark::derived, "2 $/h, 989.4 TFLOP/s, utilisation 0.4, goodput 0.9",
       digits(1.559743e-18, "1.559743e-18 $", 7), "USD/FLOP", "economics.price_per_flop",
       economics::price_per_flop(2 / hour, 989.4e12, 0.4, 0.9)},
  };
}

}  // namespace scaling_limits::published
