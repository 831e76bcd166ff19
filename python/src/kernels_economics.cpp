// SPDX-License-Identifier: Apache-2.0
// Prices and purchases that are plain numbers, as kernels; what takes a run is a question of the catalogue.
#include <scaling_limits/economics/annuity.hpp>
#include <scaling_limits/economics/energy.hpp>
#include <scaling_limits/economics/first_order.hpp>
#include <scaling_limits/economics/longest_useful_run.hpp>

#include "kernels.hpp"

namespace scaling_limits::python {

void add_economics(Rooms& rooms) {
  Room& room = rooms.emplace_back("economics");
  const auto gpu_price = argument("gpu_price"_a, "USD/s", at_least(0), "of a GPU", 2 / units::hour);
  const auto electricity = argument("electricity_price"_a, "USD/J", at_least(0), "of electricity", 2e-8);
  const Range from_one = at_least(1);
  room.kernel(
      "first_order_bandwidth", [](const auto&... x) { return economics::first_order_bandwidth(x...); },
      "The cheapest storage bandwidth [B/s] to first order: gpus [p^2 S / (2 gpu_mttf k^2)]^(1/3).\n\n"
      "p = gpu_price, S = checkpoint_bytes, k = bandwidth_price; of blocking checkpoints. Too low by 5/9 of the overhead, "
      "more\n"
      "than 5 % from an overhead of 9 % on: optimal_bandwidth is exact. inf where bandwidth is free.\n\n"
      "Source: docs/derivations.md, section \"What is bought\".",
      "gpus"_a, "gpu_mttf"_a, argument("checkpoint_bytes"_a, "B", at_least(0), "state saved by one checkpoint", 5e12),
      gpu_price, argument("bandwidth_price"_a, "USD/s per B/s", at_least(0), "of storage bandwidth", 3.2e-14));
  room.kernel(
      "first_order_overhead", [](const auto&... x) { return economics::first_order_overhead(x...); },
      "The overhead at the cheapest bandwidth to first order, the same at every size: (4 k S / (p gpu_mttf))^(1/3).\n\n"
      "Storage has half of it as its share of the GPUs' money. Arguments as of first_order_bandwidth.\n\n"
      "Source: docs/derivations.md, section \"What is bought\".",
      "gpu_mttf"_a, argument("checkpoint_bytes"_a, "B", at_least(0), "state saved by one checkpoint", 5e12), gpu_price,
      argument("bandwidth_price"_a, "USD/s per B/s", at_least(0), "of storage bandwidth", 3.2e-14));
  room.kernel(
      "capital_recovery", [](const auto&... x) { return economics::capital_recovery(x...); },
      "The yearly payment per dollar borrowed: i / (1 - (1 + i)^-m), 1/m where interest is 0.\n\n"
      "Source: elementary finance, the annuity.",
      argument("interest"_a, "1", at_least(0), "a year: 0.1 is ten per cent", 0.1),
      argument("payments"_a, "1", above(0), "one a year", 5));
  room.kernel(
      "annuity_price", [](const auto&... x) { return economics::annuity_price(x...); },
      "What an owned machine costs in a second of use [USD/s].\n\n"
      "capital (CRF + upkeep) / (availability x year) + power x pue x electricity_price, CRF = capital_recovery(interest,\n"
      "payments). Electricity is paid while it is used.\n\n"
      "Source: elementary finance, the annuity.",
      argument("capital"_a, "USD", at_least(0), "its price", 40'000), argument("payments"_a, "1", above(0), "one a year", 5),
      argument("interest"_a, "1", at_least(0), "a year: 0.1 is ten per cent", 0.1),
      argument("upkeep"_a, "1", at_least(0), "a year, as a share of the capital", 0.05),
      argument("availability"_a, "1", Range{.lower = 0, .upper = 1, .open_below = true}, "share of the time that it is used",
               0.9),
      argument("power"_a, "W", at_least(0), "drawn", 1000),
      argument("pue"_a, "1", from_one, "of the site over its computers", 1.2), electricity);
  room.kernel(
      "price_per_flop", [](const auto&... x) { return economics::price_per_flop(x...); },
      "What a FLOP that the model needed costs [USD/FLOP]: gpu_price / (peak_flops x utilization x goodput).\n\n"
      "Source: a definition.",
      gpu_price, "peak_flops"_a, argument("utilization"_a, "1", closed_fraction, "of the peak while it trains", 0.4),
      "goodput"_a);
  room.kernel(
      "longest_useful_run", [](const auto&... x) { return economics::longest_useful_run(x...); },
      "The longest run that no later start overtakes [s]: a year / (ln hardware_growth + ln software_growth).\n\n"
      "inf where the two together do not grow.\n\n"
      "Source: Epoch AI, \"The longest training run\", 2022.",
      argument("hardware_growth"_a, "1", above(0), "factor per year of FLOP per dollar", 1.3),
      argument("software_growth"_a, "1", above(0), "factor per year by which the compute for the same result falls", 3));
  room.kernel(
      "training_energy", [](const auto&... x) { return economics::training_energy(x...); },
      "Energy of a run [J]: gpus x duration x power x pue.\n\n"
      "Source: Patterson et al., arXiv 2104.10350, 2021, section 2.5.",
      argument("gpus"_a, "1", at_least(0), "GPUs of the run", 10'000),
      argument("duration"_a, "s", at_least(0), "of the run", 1.3e6),
      argument("power"_a, "W", at_least(0), "mean, of a GPU with its share of the host", 330),
      argument("pue"_a = 1, "1", from_one, "of the site over its computers", 1.1));
  room.kernel(
      "carbon", [](const auto&... x) { return economics::carbon(x...); },
      "CO2 of an energy [kg]: energy x intensity.\n\n"
      "Source: Patterson et al., arXiv 2104.10350, 2021, section 2.5.",
      argument("energy"_a, "J", at_least(0), "used", 4.6e12),
      argument("intensity"_a, "kg/J", at_least(0), "CO2 emitted for electricity", 1.2e-7));
}

}  // namespace scaling_limits::python
