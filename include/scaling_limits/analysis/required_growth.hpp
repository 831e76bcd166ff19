// SPDX-License-Identifier: Apache-2.0
// The growth per year of a field of the run that keeps a criterion from ever binding: the least of what helps, the largest of
// what costs.
//
// At each date x(t) is the value of the field at which the criterion just holds at the demand's size. A factor f keeps up if
// x0 f^t is no worse than x(t) at every t: ln f is the supremum of (ln x(t) - ln x0)/t, of what costs the infimum, over the
// dates and, for ever after, the slope of ln x. Where all is a power law it is that slope: storage under blocking checkpoints
// has to grow by r_C^1.5/r_F.
#pragma once
#include "../version.hpp"

#include "../numeric/bracketed_root.hpp"
#include "binding_dates.hpp"

namespace scaling_limits::analysis {

struct RequiredGrowth {
  std::string_view field{};
  double factor{};          // per year; NaN: see status
  bool at_least{};          // whether more is better: the least that will do
  limits::Status status{};  // ok, already_met, infeasible or not_converged
  std::string note{};
};

/// @param field of TrainingRun, > 0 and finite; not gpus and checkpoint_bytes, which follow from the demand
/// @param criterion one whose losses only rise with size (see under())
/// @throws InvalidArgument for another field or criterion; DomainError for a part out of range
template <class = void>  // for a scenario in duals is compiled by those who ask
RequiredGrowth required_growth(const Scenario<>& scenario, std::string_view field, const Asked& criterion) {
  using limits::Status;
  using D = dual<double>;
  scenario.validate();
  const std::size_t row = index_of<TrainingRun<>>(field);
  constexpr auto& table = fields_of<TrainingRun<>>;
  if (row == table.size())
    throw InvalidArgument("required_growth: TrainingRun has no field " + in_quotes(field), "field", field);
  if (field == "gpus" || field == "checkpoint_bytes")
    throw InvalidArgument("required_growth: " + std::string(field) + " follows from the demand", "field", field);
  if (!criterion.single)
    throw InvalidArgument("required_growth: '" + std::string(criterion.name.text()) +
                              "' has losses that may fall with size: at such a limit no growth is the least",
                          "criterion");
  const double own = scenario.run.*table[row].member;
  check("required_growth", field, own, positive, table[row].unit);

  const auto with_slopes = scenario_in<D>(scenario);
  const bool helps = table[row].effect == Effect::help;
  const double sign = helps ? -1 : 1;  // the excess rises with u = sign x ln(field)
  RequiredGrowth found{table[row].name, NaN, helps, Status::ok, {}};
  const auto excess = [&](const D& t, const D& u) {
    using std::exp;
    auto run = with_slopes.run_at(t);
    run.*fields_of<TrainingRun<D>>[row].member = exp(D(D(sign) * u));
    return criterion.excess(run, D(0.0));
  };
  constexpr double reach = 600;
  // ln of the field that is required after t years, and its slope; infinite where none is, NaN where none will do
  const auto required = [&](double t) -> D {
    const auto root = numeric::rising_root([&](const D& u) { return excess(D(t), u); }, sign * std::log(own), -reach, reach);
    if (root.status == numeric::RootStatus::below) return D(NaN);
    if (root.status == numeric::RootStatus::above) return D(sign * inf);
    if (root.status == numeric::RootStatus::not_converged) found.status = Status::not_converged;
    const double slope = -excess(D(t, 1.0), D(root.value)).slope / excess(D(t), D(root.value, 1.0)).slope;
    return {sign * root.value, sign * slope};
  };
  const auto fail = [&](Status status, std::string note) {
    found.status = status, found.factor = NaN, found.note = std::move(note);
    return found;
  };
  // the growth that a date asks for, in ln; its best is where growth and slope of the requirement agree
  const double log_own = std::log(own), end = detail::end_of(scenario);
  const auto asks = [&](double t, const D& needed) { return t > 0 ? (needed.value - log_own) / t : needed.slope; };
  const auto worse = [&](double a, double b) { return helps ? a > b : a < b; };
  double hardest = helps ? -inf : inf, at = NaN, last_slope = NaN;
  std::vector<double> times;
  for (double t = 0;; t = (std::min)(detail::year_after(t), end)) {
    const D needed = required(t);
    if (found.status == Status::not_converged)
      return fail(Status::not_converged, "not converged at " + to_text(scenario.demand.start + t, 7));
    if (needed.value != needed.value)
      return fail(Status::infeasible, "infeasible: in " + to_text(scenario.demand.start + t, 7) + " no " + std::string(field) +
                                          " is enough: '" + std::string(criterion.name.text()) + "' fails whatever it is");
    if (t == 0 && worse(needed.value, log_own))
      return fail(Status::infeasible, "infeasible: '" + std::string(criterion.name.text()) + "' binds from the start on");
    if (std::abs(needed.value) < reach) {
      last_slope = needed.slope;
      if ((t > 0 || needed.value == log_own) && worse(asks(t, needed), hardest)) hardest = asks(t, needed), at = t;
    }
    times.push_back(t);
    if (t == end || std::abs(needed.value) > 0.9 * reach) break;
  }
  if (last_slope != last_slope) {
    found.status = Status::already_met, found.factor = helps ? 0 : inf;
    found.note = "already met: '" + std::string(criterion.name.text()) + "' holds whatever the " + std::string(field) + " is";
    return found;
  }
  if (worse(last_slope, hardest)) {
    hardest = last_slope;
  } else if (at > 0 && at < times.back()) {  // the hardest date lies between its neighbours
    const auto turn = [&](double t) {
      const D needed = required(t);
      return needed.slope * t - (needed.value - log_own);
    };
    const auto here = std::find(times.begin(), times.end(), at);
    const auto root = numeric::bracketed_root(turn, (std::max)(*(here - 1), 1e-3), *(here + 1));
    if (root.status == numeric::RootStatus::ok) hardest = asks(root.value, required(root.value));
  }
  found.factor = std::exp(hardest);
  return found;
}

}  // namespace scaling_limits::analysis
