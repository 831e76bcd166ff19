// SPDX-License-Identifier: Apache-2.0
// Which number of a scenario a limit, or the demand, hangs on at a date: d ln(limit) / d ln(number), exact, for every number of
// it. An elasticity of 16 says: one per cent more of the number is sixteen per cent more of the limit.
//
// Supplies are evaluated on duals. A criterion's limit is where excess(numbers, size) is zero and stays so, as in levers.hpp.
#pragma once
#include "../version.hpp"

#include <algorithm>

#include "binding_dates.hpp"

namespace scaling_limits::analysis {

struct Elasticity {
  std::string_view part{};  // "hardware", "run", "strategy", "factor.0", ...; empty for the scenario's own
  std::string_view field{};
  double value{};
  double elasticity{};  // 0 for a number that is 0 or infinite, or that is not given
  /// "hardware.peak_growth", "share": the name of the number in a scenario.
  std::string name() const { return (part.empty() ? "" : std::string(part) + ".") + std::string(field); }
};

/// Every number of a scenario but its start: visit(part, field, number). Those of the run that follow from the demand are left
/// out, and the growth in size, which is no number of the supplies.
template <class S, class Visit>
void each_number(Scenario<S>& scenario, const Visit& visit) {
  const auto all = [&](std::string_view part, auto& aggregate) {
    using P = std::remove_cvref_t<decltype(aggregate)>;
    for (const auto& field : fields_of<P>)
      if (field.name != "start") visit(part, field.name, aggregate.*field.member);
  };
  const auto of_run = [&](std::string_view part, const auto& number) {
    for (std::size_t i = 0; i < fields_of<TrainingRun<S>>.size(); ++i)
      if (const auto name = fields_of<TrainingRun<S>>[i].name; name != "gpus" && name != "checkpoint_bytes")
        visit(part, name, number(i));
  };
  all("", scenario.demand);
  all("hardware", scenario.hardware);
  of_run("run", [&](std::size_t i) -> S& { return scenario.run.*fields_of<TrainingRun<S>>[i].member; });
  of_run("yearly", [&](std::size_t i) -> S& { return scenario.yearly.factors[i]; });
  if (scenario.power) all("power", *scenario.power);
  if (scenario.ring) all("ring", *scenario.ring);
  if (scenario.chips) all("chips", *scenario.chips);
  if (scenario.data) all("data", *scenario.data);
  if (scenario.wall) all("wall", *scenario.wall);
}

namespace detail {

/// The elasticities of ln_of(scenario), a dual of the scenario's numbers.
template <class F>
std::vector<Elasticity> elasticities_of(const Scenario<>& scenario, const F& ln_of) {
  std::vector<Elasticity> found;
  auto moved = scenario_in<dual<double>>(scenario);
  each_number(moved, [&](std::string_view part, std::string_view field, dual<double>& number) {
    const double value = number.value;
    double slope = 0;
    if (value != 0 && value - value == 0) {
      number.slope = value;
      slope = ln_of(moved).slope;
      number.slope = 0;
    }
    found.push_back({part, field, value, slope});
  });
  return found;
}

}  // namespace detail

// templates, for a scenario in duals is compiled by those who ask

/// Of the demand in GPUs of the year.
template <class = void>
std::vector<Elasticity> demand_elasticities(const Scenario<>& scenario, double year) {
  using std::log;
  scenario.validate();
  const double years = years_to(scenario.demand, year);
  return detail::elasticities_of(scenario, [&](const auto& moved) { return log(moved.gpus(dual<double>(years))); });
}

/// Of what a supply allows, in GPUs of the year; NaN where the scenario has none of it.
template <class = void>
std::vector<Elasticity> elasticities(const Scenario<>& scenario, Supply supply, double year) {
  using std::log;
  scenario.validate();
  const double years = years_to(scenario.demand, year);
  return detail::elasticities_of(scenario, [&](const auto& moved) {
    const auto gpus = gpus_allowed(moved, supply, dual<double>(years));
    return value_of(gpus) < inf ? log(gpus) : dual<double>(inf, NaN);
  });
}

/// Of the largest size under a criterion, in GPUs of the year; followed by those of the exponents of growth in size that are
/// not 0 ("growth"), of the strategy's numbers ("strategy") and of each factor's ("factor.0"), but for those that are counted.
/// NaN where there is no largest size.
template <class = void>
std::vector<Elasticity> elasticities(const Scenario<>& scenario, const Asked& criterion, double year) {
  using std::log;
  using D = dual<double>;
  scenario.validate();
  const double years = years_to(scenario.demand, year);
  const TrainingRun<> run = largest_run("elasticities", scenario, year);
  const double size = criterion.limit(run).value, log_size = log_ratio(size, run.gpus);
  const bool known = size > 0 && size < inf;
  const auto run_at_rest = converted<TrainingRun, D>(run);
  const D in_size = known ? criterion.excess(run_at_rest, D(log_size, 1.0)) : D(NaN, NaN);
  // where a cap or a jump of the losses makes the size what it is, nothing moves it
  const bool jump = known && !(std::abs(in_size.value) < limits::excess_of_a_jump);
  const auto moved_by = [&](double slope) { return jump || slope == 0 ? 0.0 : -slope / in_size.slope; };
  auto found = detail::elasticities_of(scenario, [&](const auto& moved) {
    if (!known) return D(NaN, NaN);
    const auto moved_run = moved.run_at(D(years));
    if (std::all_of(fields_of<TrainingRun<D>>.begin(), fields_of<TrainingRun<D>>.end(),
                    [&](const auto& field) { return (moved_run.*field.member).slope == 0; }))
      return D(log(size));  // of a supply: the run does not see it
    const D u = D(log(size)) - log(moved_run.gpus);
    return D(log(size), moved_by(criterion.excess(moved_run, u).slope));
  });
  for (std::size_t i = 1; i < criterion.growth.exponents.size(); ++i) {
    const double exponent = criterion.growth.exponents[i];
    if (exponent == 0) continue;
    // to move the exponent is to move the field by (size / gpus)^change
    auto moved = run_at_rest;
    auto& field = moved.*fields_of<TrainingRun<D>>[i].member;
    const bool moves = field.value > 0 && field.value < inf;
    field.slope = moves ? field.value : 0;
    const double slope = known ? criterion.excess(moved, D(log_size)).slope : NaN;
    found.push_back({"growth", fields_of<TrainingRun<>>[i].name, exponent,
                     known ? (moves ? moved_by(slope * exponent * log_size) : 0) : NaN});
  }
  for (const Beside& number : criterion.beside ? criterion.beside() : std::vector<Beside>()) {
    const bool moves = number.value != 0 && number.value - number.value == 0;
    const auto by = [&] {
      if (number.cap.value == size) return number.cap.slope * number.value / size;
      return moved_by(number.excess(run_at_rest, D(log_size)).slope * number.value);
    };
    found.push_back({number.part, number.field, number.value, !known ? NaN : moves ? by() : 0});
  }
  return found;
}

}  // namespace scaling_limits::analysis
