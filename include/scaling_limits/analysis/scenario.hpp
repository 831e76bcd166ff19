// SPDX-License-Identifier: Apache-2.0
// What a calendar year does to a run: the demand for compute, the GPU of the year, what the world has of power, chips, data
// and what latency allows, all in GPUs of that year. Plain data over one scalar, so that every number carries its derivative.
//
//   compute of the year   C(t) = C0 g^t                       t = date - start, in years of 365.25 days
//   GPUs that it needs    n(t) = C(t)/(T F U r_F^t)           T duration, F peak at the start, U utilization, r_F its growth
//   run of the year       n(t) GPUs, b sqrt(C(t)/(6 k)) bytes of checkpoint (k tokens and b bytes per parameter), every other
//                         field by its own factor per year
//   power                 max(campus, min(share x power for AI, what linked sites can exchange)), as compute
//   chips                 share x H100-equivalents; data: 6 D^2/k of the effective tokens D; latency: the wall
// Supplies: Epoch AI, "Can AI scaling continue through 2030?", 2024. That all of them are brought to GPUs of one year, beside
// what failures allow, is ours.
#pragma once
#include "../version.hpp"

#include <array>
#include <optional>

#include "../network/ring.hpp"
#include "../parallelism/latency_wall.hpp"
#include "../run/growth.hpp"
#include "../run/per_year.hpp"
#include "../supply/chips.hpp"
#include "../supply/data.hpp"
#include "../supply/hardware.hpp"
#include "../supply/power.hpp"

namespace scaling_limits::analysis {

/// What the largest run wants, and its share of what there is.
template <class S = double>
struct Demand {
  S compute = S(NaN);
  S compute_growth = S(NaN);
  S start = S(NaN);
  S share = S(1);
  S bytes_per_parameter = S(12);
  S tokens_per_parameter = S(20);
};

template <class S>
constexpr auto fields(const Demand<S>*) {
  using D = Demand<S>;
  using enum Effect;
  constexpr Range date{.lower = 1900, .upper = 3000};
  return std::to_array<Field<D, S>>({
      {"compute", &D::compute, "FLOP", positive, "of the largest run that starts at the start", usually(1e23, 1e30), cost},
      {"compute_growth", &D::compute_growth, "1", positive, "of that compute, factor per year",
       usually(1, 10, "4 to 5 a year since 2010 (Epoch AI, 2024)"), cost},
      {"start", &D::start, "1", date, "date from which years count; 2024.0 is the first day of 2024", usually(2010, 2040)},
      {"share", &D::share, "1", positive_fraction, "of power and of chips that the largest run gets", usually(0.01, 1), help},
      {"bytes_per_parameter", &D::bytes_per_parameter, "B", not_negative, "saved of each parameter", usually(2, 20), cost},
      {"tokens_per_parameter", &D::tokens_per_parameter, "1", positive, "trained on per parameter: C = 6 k N^2",
       usually(1, 1000, "20: Hoffmann et al. 2022")},
  });
}
static_assert(table_is_complete<Demand<>>, "Demand: a member without its row, or a row without its member");

template <class S = double>
struct Scenario {
  Demand<S> demand{};
  supply::Hardware<S> hardware{};
  TrainingRun<S> run{};         // its gpus and checkpoint_bytes follow from the demand
  growth::PerYear<S> yearly{};  // of the other fields of the run
  growth::PowerLaw growth{};    // in size, at each date
  // what is not there is not scarce
  std::optional<supply::Power<S>> power{};
  std::optional<network::Ring<S>> ring{};  // links the sites that share the power
  std::optional<supply::Chips<S>> chips{};
  std::optional<supply::Data<S>> data{};
  std::optional<parallelism::LatencyWall<S>> wall{};

  /// FLOP of the largest run that starts so many years after the start.
  S compute(const S& years) const { return growth::value_at(demand.compute, demand.compute_growth, years); }
  /// FLOP that a GPU of the year does within a run.
  S compute_per_gpu(const S& years) const { return hardware.compute(S(1), years); }
  /// GPUs of the year that the demand needs.
  S gpus(const S& years) const { return compute(years) / compute_per_gpu(years); }

  /// The run of the year.
  TrainingRun<S> run_at(const S& years) const {
    using std::sqrt;
    TrainingRun<S> at = yearly.at(run, years);
    const S flop = compute(years);
    at.gpus = flop / compute_per_gpu(years);
    at.checkpoint_bytes = demand.bytes_per_parameter * sqrt(S(flop / (S(6) * demand.tokens_per_parameter)));
    return at;
  }

  /// Throws DomainError with field, value, bounds and unit where a part is out of its range.
  void validate() const {
    scaling_limits::validate(demand, "Scenario");
    scaling_limits::validate(hardware, "Hardware");
    yearly.validate();
    growth.validate();
    for (const std::string_view follows : {"gpus", "checkpoint_bytes"})
      if (const double factor = value_of(yearly.of(follows)); factor != 1)
        throw InvalidArgument("Scenario: " + std::string(follows) +
                                  " follows from the demand: it has no growth of its own, yearly." + std::string(follows) +
                                  " = " + to_text(factor),
                              std::string("yearly.") + std::string(follows));
    TrainingRun<S> counted = run;
    counted.gpus = S(1), counted.checkpoint_bytes = S(0);
    scaling_limits::validate(counted);
    if (power) power->validate();
    if (ring) scaling_limits::validate(*ring, "Ring");
    if (chips) scaling_limits::validate(*chips, "Chips");
    if (data) scaling_limits::validate(*data, "Data");
    if (wall) scaling_limits::validate(*wall, "LatencyWall");
  }
};

/// The scenario over another scalar.
template <class T>
Scenario<T> scenario_in(const Scenario<>& from) {
  Scenario<T> to{converted<Demand, T>(from.demand), converted<supply::Hardware, T>(from.hardware),
                 converted<TrainingRun, T>(from.run)};
  for (std::size_t i = 0; i < from.yearly.factors.size(); ++i) to.yearly.factors[i] = T(from.yearly.factors[i]);
  to.growth = from.growth;
  if (from.power) to.power = converted<supply::Power, T>(*from.power);
  if (from.ring) to.ring = converted<network::Ring, T>(*from.ring);
  if (from.chips) to.chips = converted<supply::Chips, T>(*from.chips);
  if (from.data) to.data = converted<supply::Data, T>(*from.data);
  if (from.wall) to.wall = converted<parallelism::LatencyWall, T>(*from.wall);
  return to;
}

/// The supplies of a scenario, in the order in which they are listed.
enum class Supply : unsigned char { power, chips, data, latency };
constexpr auto words(const Supply*) {
  return std::to_array<Word<Supply>>(
      {{"power", Supply::power}, {"chips", Supply::chips}, {"data", Supply::data}, {"latency", Supply::latency}});
}

/// What holds the demand, the hardware and the supplies of a scenario, each of these there or not: a scenario, or what points
/// to its parts.
template <class H>
concept HoldsSupplies = requires(const H& held) {
  held.demand.share;
  held.hardware.duration;
  held.power->campus;
  held.ring->bandwidth;
  held.chips->stock;
  held.data->text;
  held.wall->layers;
};

template <HoldsSupplies H>
bool has(const H& held, Supply supply) {
  switch (supply) {
    case Supply::power:
      return held.power || held.ring;
    case Supply::chips:
      return static_cast<bool>(held.chips);
    case Supply::data:
      return static_cast<bool>(held.data);
    default:
      return static_cast<bool>(held.wall);
  }
}

/// FLOP of the largest run that a supply allows after so many years; infinite where the scenario has none of it.
///
/// @param per_gpu compute_per_gpu(years)
template <HoldsSupplies H, class S>
S compute_allowed(const H& held, Supply supply, const S& years, const S& per_gpu) {
  const S share = held.demand.share;
  if (!has(held, supply)) return S(inf);
  if (supply == Supply::power) {
    S compute(inf);
    if (held.power) {
      const S per_watt = held.hardware.compute_of_power(S(1), years);
      compute = share * held.power->available(years) * per_watt;
      if (held.ring) compute = smaller(compute, S(held.ring->compute(held.hardware.duration, years)));
      if (value_of(held.power->campus) > 0) compute = larger(compute, S(held.power->campus * per_watt));
    } else {
      compute = held.ring->compute(held.hardware.duration, years);
    }
    return compute;
  }
  if (supply == Supply::chips)
    return held.hardware.compute_of_equivalents(S(share * held.chips->available(years, held.hardware.peak_growth)));
  if (supply == Supply::data) {
    const S tokens = held.data->available(years);
    return S(6) * tokens * tokens / held.demand.tokens_per_parameter;
  }
  // peak rate and utilization enter as their product
  return held.wall->compute_of_machine(held.hardware.duration, S(per_gpu / held.hardware.duration), S(1));
}
template <HoldsSupplies H, class S>
S compute_allowed(const H& held, Supply supply, const S& years) {
  return compute_allowed(held, supply, years, held.hardware.compute(S(1), years));
}

/// What all supplies allow after so many years, in the order of Supply.
template <class S>
struct Supplies {
  static constexpr std::size_t count = words_of<Supply>.size();
  std::array<S, count> compute{};  // FLOP of the largest run; infinite where the scenario has none of the supply
  std::array<S, count> gpus{};     // of the year
};
template <HoldsSupplies H, class S>
Supplies<S> supplies_allowed(const H& held, const S& years) {
  Supplies<S> all;
  const S per_gpu = held.hardware.compute(S(1), years);
  for (std::size_t i = 0; i < all.count; ++i) {
    all.compute[i] = compute_allowed(held, words_of<Supply>[i].value, years, per_gpu);
    all.gpus[i] = all.compute[i] / per_gpu;
  }
  return all;
}

/// GPUs of the year that a supply allows.
template <HoldsSupplies H, class S>
S gpus_allowed(const H& held, Supply supply, const S& years) {
  const S per_gpu = held.hardware.compute(S(1), years);
  return compute_allowed(held, supply, years, per_gpu) / per_gpu;
}

}  // namespace scaling_limits::analysis
