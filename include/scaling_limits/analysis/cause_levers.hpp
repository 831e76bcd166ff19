// SPDX-License-Identifier: Apache-2.0
// Which number of a cause the limit hangs on, and what it buys to improve it: a shorter time-out (detection), a check (lag), a
// faster replacement, a restart that fails less often, a cause that strikes half as often. As levers.hpp has it for the fields
// of the run, in size and in the goodput of the run as it stands.
#pragma once
#include "../version.hpp"

#include <string>
#include <vector>

#include "../economics/prices.hpp"
#include "../limits/cheapest_gpus.hpp"
#include "../strategies/under_causes.hpp"
#include "goodput_gain.hpp"

namespace scaling_limits::analysis {

/// A number of a row of a list: one of its times and chances, or "rate", by whatever key that is given.
struct CauseLever {
  std::string cause{};
  std::string_view field{}, unit{};
  double value{}, improved{};              // as it is, and twice what helps or half of what costs
  double elasticity{};                     // NaN where the limit is not a number
  double limit{}, limit_factor{}, gain{};  // with it improved
  double worth = NaN;                      // where there are prices
};
constexpr auto fields(const CauseLever*) {
  using L = CauseLever;
  return std::tuple(
      ResultField("cause", &L::cause, "", "its name; other: what gpu_mttf counts beyond the shares"),
      ResultField("field", &L::field, "", "of the cause; rate: by whatever key that is given"),
      ResultField("unit", &L::unit, "", "of the field"), ResultField("value", &L::value, "", "of the field, in its unit"),
      ResultField("improved", &L::improved, "", "twice what helps, half of what costs"),
      ResultField("elasticity", &L::elasticity, "1", "d ln(limit) / d ln(field), exact"),
      ResultField("limit", &L::limit, "GPU", "with the field improved"),
      ResultField("limit_factor", &L::limit_factor, "1", "the limit with the field improved, over the limit"),
      ResultField("gain", &L::gain, "1", "what that changes in the goodput of the run at its own size"),
      ResultField("worth", &L::worth, "USD/s", "where prices are given: what the same work would then cost less at that size"));
}

namespace detail {

/// d ln(limit) by what moves the stops of a strategy, a slope of their logarithm.
template <limits::Criterion C, class St, class... F>
double limit_slope(const limits::Limit<>& limit, const TrainingRun<>& run, const C& criterion, const growth::PowerLaw& law,
                   const strategies::UnderCauses<St, dual<double>>& moved, const F&... factors) {
  using D = dual<double>;
  if (!(limit.value > 0 && limit.value < inf)) return NaN;
  const auto at_run = converted<TrainingRun, D>(run);
  const limits::Problem problem(at_run, criterion, law, moved, factors...);
  if (value_of(problem.cap().gpus) == limit.value) return 0;
  const double log_size = log_ratio(limit.value, run.gpus);
  const auto excess = [&](const D& u) {
    if constexpr (requires { criterion.excess_of(limit.binding, u, u); })
      if (criterion.binds_alone(limit.binding)) return limits::excess_alone(criterion, limit.binding, problem, u);
    return D(problem.excess(u));
  };
  const D by_field = excess(D(log_size)), by_both = excess(D(log_size, 1.0));
  const bool jump = !(std::abs(by_field.value) < limits::excess_of_a_jump);
  return by_field.slope == 0 || jump ? 0 : -by_field.slope / (by_both.slope - by_field.slope);
}

/// The keys of a cause that say its rate: of those "rate" is the lever.
constexpr bool says_rate(std::string_view field) {
  for (const auto& key : failures::rate_keys<double>)
    if (field == key.name) return true;
  return false;
}

}  // namespace detail

/// One lever per number of each cause that can be improved, and per rate, "other" last.
///
/// @param limit what max_gpus answered for the other arguments; @param strategy with the list, whose stops.gpus are the run's
/// own where rates are of the job
template <limits::Criterion C, class St, class... F>
std::vector<CauseLever> cause_levers(const limits::Limit<>& limit, const TrainingRun<>& run, const C& criterion,
                                     const growth::PowerLaw& law, const strategies::UnderCauses<St>& strategy,
                                     const F&... factors) {
  using D = dual<double>;
  limits::check_arguments(run, criterion, strategy, factors...);
  std::vector<CauseLever> levers;
  const double goodput = strategies::goodput(run, strategy);
  const auto add = [&](CauseLever lever, Stops<> changed, Stops<D> moved) {
    const auto better = strategies::with_stops(strategy.inner, std::move(changed));
    const auto beside = strategies::with_stops(strategy.inner, std::move(moved));
    lever.elasticity = detail::limit_slope(limit, run, criterion, law, beside, factors...);
    lever.limit = limits::max_gpus(run, criterion, law, better, factors...).value;
    lever.limit_factor = lever.limit / limit.value;
    lever.gain = strategies::goodput(run, better) - goodput;
    levers.push_back(std::move(lever));
  };
  const auto& causes = strategy.stops->causes;
  const auto rows = strategy.stops->at(run).rows;
  const auto in_duals = strategy.stops->template over<D>();
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const std::string name = k < causes.size() ? causes[k].name : "other";
    if (is_moved(rows[k].rate))
      add({name, "rate", "1/s", rows[k].rate, rows[k].rate / lever_factor}, strategy.stops->scaled(k, 1 / lever_factor),
          in_duals.scaled(k, D(1, 1.0)));
    for (std::size_t i = 0; k < causes.size() && i < fields_of<failures::Cause<>>.size(); ++i) {
      const auto& field = fields_of<failures::Cause<>>[i];
      const double value = causes[k].*field.member;
      if (field.effect == Effect::unsaid || detail::says_rate(field.name) || !is_moved(value)) continue;
      const double better = value * improving_factor(field.effect);
      if (!field.range.holds(better)) continue;
      Stops<> changed = *strategy.stops;
      changed.causes[k].*field.member = better;
      Stops<D> moved = in_duals;
      (moved.causes[k].*fields_of<failures::Cause<D>>[i].member).slope = value;
      add({name, field.name, field.unit, value, better}, std::move(changed), std::move(moved));
    }
  }
  return levers;
}
/// The same of a limit that is not known yet; arguments as of limits::max_gpus.
template <limits::Criterion C, class St, class... F>
std::vector<CauseLever> cause_levers(const TrainingRun<>& run, const C& criterion, const growth::PowerLaw& law,
                                     const strategies::UnderCauses<St>& strategy, const F&... factors) {
  return cause_levers(limits::max_gpus(run, criterion, law, strategy, factors...), run, criterion, law, strategy, factors...);
}

/// What levers are worth where a second has a price: of wall-clock time, what the same work would cost less.
///
/// @param goodput of the run at its own size, as it is
/// @throws DomainError for a price out of range
inline void put_worth(std::vector<CauseLever>& levers, const TrainingRun<>& run, double goodput,
                      const economics::Prices<>& prices) {
  economics::validate(prices);
  for (CauseLever& lever : levers) lever.worth = lever.gain == 0 ? 0 : prices.rate(run) * lever.gain / (goodput + lever.gain);
}

}  // namespace scaling_limits::analysis
