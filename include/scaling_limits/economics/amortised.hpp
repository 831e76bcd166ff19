// SPDX-License-Identifier: Apache-2.0
// What a run on owned machines cost, amortised: chips lose value by so many orders of magnitude a year, and a run pays for what
// they lose while it runs.
//
//   value = price 10^(-o age)                              of a chip at the run, age in years after it was bought
//   chip-second = value o ln(10)/year                      what it loses then
//   network = f/(1 - f) of the chips' cost                 f: share of the network in the cost of the cluster
//   energy = gpus x duration x power x server_factor x load x PUE x electricity
//   upfront = gpus x price/(1 - f)                         to buy the cluster
//
// Source: B. Cottier et al., The rising costs of training frontier AI models, arXiv 2405.21015, 2024, section 2 and its code.
// Dollars are those of the price: the paper's are inflated to one year afterwards. A later version of the code differs.
#pragma once
#include "../version.hpp"

#include <numbers>

#include "../core/fields.hpp"
#include "../core/math.hpp"
#include "../core/units.hpp"

namespace scaling_limits::economics {

template <class S = double>
struct AmortisedRun {
  S price = S(NaN);
  S age = S(NaN);
  S gpus = S(NaN);
  S duration = S(NaN);
  S power = S(NaN);
  S server_factor = S(NaN);
  S pue = S(NaN);
  S electricity_price = S(NaN);
  S load = S(0.75);
  S network_share = S(0.19);
  S orders_per_year = S(0.14);

  /// A chip alone, what it loses in an hour at the start of the run [$/h].
  S hourly_price() const {
    using std::exp;
    using std::log;
    const S decay = orders_per_year * log(S(10)) / S(units::year);  // per second
    return price * exp(S(-decay * age)) * decay * S(units::hour);
  }
  /// The chips [$].
  S hardware() const { return hourly_price() / S(units::hour) * gpus * duration; }
  /// The network between them [$].
  S network() const { return hardware() * network_share / (S(1) - network_share); }
  /// Electricity of the run [J].
  S energy() const { return gpus * duration * power * server_factor * load * pue; }
  S energy_cost() const { return energy() * electricity_price; }
  S total() const { return hardware() + network() + energy_cost(); }
  /// To buy the cluster [$].
  S upfront() const { return gpus * price / (S(1) - network_share); }
};

template <class S>
constexpr auto fields(const AmortisedRun<S>*) {
  using A = AmortisedRun<S>;
  using enum Effect;
  using units::day, units::year, units::kWh;
  return std::to_array<Field<A, S>>({
      {"price", &A::price, "USD", not_negative, "a chip with its part of the server when it was bought", usually(1e3, 1e5),
       cost},
      {"age", &A::age, "s", not_negative, "from there to the run", usually(0, 5 * year)},
      {"gpus", &A::gpus, "1", positive, "chips of the run", usually(8, 1e6), size},
      {"duration", &A::duration, "s", not_negative, "of the run", usually(day, year), cost},
      {"power", &A::power, "W", not_negative, "design power of a chip", usually(100, 1500), cost},
      {"server_factor", &A::server_factor, "1", not_negative, "design power of a server over that of its chips", usually(1, 3),
       cost},
      {"pue", &A::pue, "1", at_least_one, "power of the site over power of its computers", usually(1, 2), cost},
      {"electricity_price", &A::electricity_price, "USD/J", not_negative, "of a year of use", usually(0.02 / kWh, 0.3 / kWh),
       cost},
      {"load", &A::load, "1", closed_fraction, "mean power over design power", usually(0.5, 1), cost},
      {"network_share", &A::network_share, "1", fraction, "of the network in the cost of the cluster", usually(0, 0.3), cost},
      {"orders_per_year", &A::orders_per_year, "1", not_negative,
       "orders of magnitude of FLOP per dollar that new chips gain in a year", usually(0.05, 0.3)},
  });
}
static_assert(table_is_complete<AmortisedRun<>>, "AmortisedRun: a member without its row, or a row without its member");

/// Throws DomainError with field, value, bounds and unit where a field is out of its range.
template <class S>
void validate(const AmortisedRun<S>& run) {
  scaling_limits::validate(run, "AmortisedRun");
}

}  // namespace scaling_limits::economics
