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
      "first_order_bandwidth", [](const auto&... x) { return economics::first_order_bandwidth(x...); }, "gpus"_a, "gpu_mttf"_a,
      argument("checkpoint_bytes"_a, "B", at_least(0), "state saved by one checkpoint", 5e12), gpu_price,
      argument("bandwidth_price"_a, "USD/s per B/s", at_least(0), "of storage bandwidth", 3.2e-14));
  room.kernel(
      "first_order_overhead", [](const auto&... x) { return economics::first_order_overhead(x...); }, "gpu_mttf"_a,
      argument("checkpoint_bytes"_a, "B", at_least(0), "state saved by one checkpoint", 5e12), gpu_price,
      argument("bandwidth_price"_a, "USD/s per B/s", at_least(0), "of storage bandwidth", 3.2e-14));
  room.kernel(
      "capital_recovery", [](const auto&... x) { return economics::capital_recovery(x...); },
      argument("interest"_a, "1", at_least(0), "a year: 0.1 is ten per cent", 0.1),
      argument("payments"_a, "1", above(0), "one a year", 5));
  room.kernel(
      "annuity_price", [](const auto&... x) { return economics::annuity_price(x...); },
      argument("capital"_a, "USD", at_least(0), "its price", 40'000), argument("payments"_a, "1", above(0), "one a year", 5),
      argument("interest"_a, "1", at_least(0), "a year: 0.1 is ten per cent", 0.1),
      argument("upkeep"_a, "1", at_least(0), "a year, as a share of the capital", 0.05),
      argument("availability"_a, "1", Range{.lower = 0, .upper = 1, .open_below = true}, "share of the time that it is used",
               0.9),
      argument("power"_a, "W", at_least(0), "drawn", 1000),
      argument("pue"_a, "1", from_one, "of the site over its computers", 1.2), electricity);
  room.kernel(
      "price_per_flop", [](const auto&... x) { return economics::price_per_flop(x...); }, gpu_price, "peak_flops"_a,
      argument("utilization"_a, "1", closed_fraction, "of the peak while it trains", 0.4), "goodput"_a);
  room.kernel(
      "longest_useful_run", [](const auto&... x) { return economics::longest_useful_run(x...); },
      argument("hardware_growth"_a, "1", above(0), "factor per year of FLOP per dollar", 1.3),
      argument("software_growth"_a, "1", above(0), "factor per year by which the compute for the same result falls", 3));
  room.kernel(
      "training_energy", [](const auto&... x) { return economics::training_energy(x...); },
      argument("gpus"_a, "1", at_least(0), "GPUs of the run", 10'000),
      argument("duration"_a, "s", at_least(0), "of the run", 1.3e6),
      argument("power"_a, "W", at_least(0), "mean, of a GPU with its share of the host", 330),
      argument("pue"_a = 1, "1", from_one, "of the site over its computers", 1.1));
  room.kernel(
      "carbon", [](const auto&... x) { return economics::carbon(x...); },
      argument("energy"_a, "J", at_least(0), "used", 4.6e12),
      argument("intensity"_a, "kg/J", at_least(0), "CO2 emitted for electricity", 1.2e-7));
}

}  // namespace scaling_limits::python
