// SPDX-License-Identifier: Apache-2.0
// What things cost, per second and per SI unit. Dollars are those of whoever fills it in: nothing is deflated or converted.
//
//   gpu                p [$/s] of one GPU, its share of host, network and building included, as far as its owner counts them
//   bandwidth          k [$/s per B/s] of storage bandwidth for saves, of the whole job
//   electricity        [$/J], of what `gpu` does not include: power_per_gpu x pue of it is drawn by each GPU held
//   carbon_intensity   [kg/J] of CO2; moves no money
//   time               v [$/s]: what a second of delay is worth, whatever the size
#pragma once
#include "../version.hpp"

#include "../core/fields.hpp"
#include "../core/units.hpp"
#include "../run/training_run.hpp"

namespace scaling_limits::economics {

template <class S = double>
struct Prices {
  S gpu = S(NaN);
  S bandwidth = S(0);
  S electricity = S(0);
  S power_per_gpu = S(0);
  S pue = S(1);
  S carbon_intensity = S(0);
  S time = S(0);

  /// Electricity of one GPU held [$/s].
  S electricity_per_gpu() const { return electricity * power_per_gpu * pue; }
  /// All that comes with a GPU [$/s].
  S per_gpu() const { return gpu + electricity_per_gpu(); }
  /// Storage of that bandwidth [$/s]; nothing where it is free, however large.
  S storage(const S& write_bandwidth) const { return value_of(bandwidth) == 0 ? S(0) : S(bandwidth * write_bandwidth); }
  /// All that a run costs in a second [$/s]: n (p + electricity) + k W + v.
  S rate(const TrainingRun<S>& run) const { return run.gpus * per_gpu() + storage(run.write_bandwidth) + time; }
};

template <class S>
constexpr auto fields(const Prices<S>*) {
  using P = Prices<S>;
  using enum Effect;
  using units::day, units::year, units::kWh;
  constexpr double per_TB = 1 / units::TB;
  return std::to_array<Field<P, S>>({
      {"gpu", &P::gpu, "USD/s", not_negative, "one GPU with all that its owner counts in",
       usually(1e-4, 3e-3, "owned for years to rented by the hour"), cost},
      {"bandwidth", &P::bandwidth, "USD/s per B/s", not_negative, "storage bandwidth of saves, of the whole job",
       usually(0, 1e7 * per_TB / year), cost},
      {"electricity", &P::electricity, "USD/J", not_negative, "electricity that the price of a GPU does not include",
       usually(0, 0.3 / kWh), cost},
      {"power_per_gpu", &P::power_per_gpu, "W", not_negative, "drawn by a GPU with its share of the host", usually(0, 2500),
       cost},
      {"pue", &P::pue, "1", at_least_one, "power of the site over power of its computers", usually(1, 2), cost},
      {"carbon_intensity", &P::carbon_intensity, "kg/J", not_negative, "CO2 emitted for electricity", usually(0, 1 / kWh),
       cost},
      {"time", &P::time, "USD/s", not_negative, "a second of delay, whatever the size", usually(0, 1e8 / day), cost},
  });
}
static_assert(table_is_complete<Prices<>>, "Prices: a member without its row, or a row without its member");

/// Throws DomainError with field, value, bounds and unit where a price is out of its range.
template <class S>
void validate(const Prices<S>& prices) {
  scaling_limits::validate(prices, "Prices");
}

}  // namespace scaling_limits::economics
