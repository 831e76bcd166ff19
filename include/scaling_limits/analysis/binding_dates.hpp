// SPDX-License-Identifier: Apache-2.0
// The date from which each limit of a scenario is below the demand, solved between the years.
//
// There size equals demand, so a criterion is asked at the demand's own size: the date knows no growth law in size. Slack, in
// ln, is followed in steps from the start on, turning points between them searched too, and its first fall below zero is solved
// by Newton steps on its exact slope in time.
#pragma once
#include "../version.hpp"

#include "timeline.hpp"

namespace scaling_limits::analysis {

struct BindingDate {
  std::string_view limit{};
  double year{};  // the start where it binds from the start on; inf: never, as far as the demand can be counted
};

namespace detail {

// steps of the search: half years where scenarios are meant, ever longer ones beyond, up to a thousand years
inline constexpr double year_step = 0.5, years_meant = 20, farthest_year = 1000;
inline constexpr double most_counted_field = 1e280;  // of a run, and its inverse the least

inline double year_after(double years) {
  return years < years_meant ? years + year_step : (std::min)(years * (1 + year_step / years_meant * 4), farthest_year);
}

/// The first t >= 0 with slack(t) < 0, to the end given; inf where there is none. Slack is a dual in t; NaN binds.
template <class F>
double first_shortage(const F& slack, double end) {
  const auto at = [&](double t) { return slack(dual<double>(t, 1.0)); };
  const auto short_at = [](const dual<double>& y) { return !(y.value >= 0); };
  const auto crossing = [&](double a, double b) {
    return numeric::rising_root([&](const dual<double>& t) { return -slack(t); }, 0.5 * (a + b), a, b).value;
  };
  dual<double> y = at(0);
  if (short_at(y)) return 0;
  for (double t = 0; t < end;) {
    const double next = (std::min)(year_after(t), end);
    const dual<double> y_next = at(next);
    if (short_at(y_next)) return crossing(t, next);
    if (y.slope < 0 && y_next.slope > 0) {  // it turns in between: to the least slack by bisection of the slope
      double a = t, b = next;
      for (int i = 0; i < 50; ++i) {
        const double mid = 0.5 * (a + b);
        const dual<double> y_mid = at(mid);
        if (short_at(y_mid)) return crossing(t, mid);
        (y_mid.slope < 0 ? a : b) = mid;
      }
    }
    t = next, y = y_next;
  }
  return inf;
}

/// The first t >= 0 at which a limit no longer allows the demand, by halving: where the limit may jump.
template <class F>
double first_refusal(const F& allows, double end) {
  if (!allows(0.0)) return 0;
  for (double t = 0; t < end;) {
    double next = (std::min)(year_after(t), end);
    if (!allows(next)) {
      for (double mid = 0.5 * (t + next); mid > t && mid < next && next - t > 1e-10; mid = 0.5 * (t + next))
        (allows(mid) ? t : next) = mid;
      return next;
    }
    t = next;
  }
  return inf;
}

/// Years over which the run of the year can be counted: its size and every field of it.
inline double end_of(const Scenario<>& scenario) {
  const auto counted = [&](double t) {
    const auto run = scenario.run_at(t);
    for (const auto& field : fields_of<TrainingRun<>>) {
      const double x = run.*field.member, own = scenario.run.*field.member;
      if (field.name != "checkpoint_bytes" && own > 0 && own < inf && !(x < most_counted_field && x > 1 / most_counted_field))
        return false;
    }
    return run.gpus < most_counted_field && run.gpus > 1 / most_counted_field;
  };
  double end = 0;
  for (double t = 0; counted(t); t = year_after(t)) {
    end = t;
    if (t == farthest_year) break;
  }
  return end;
}

}  // namespace detail

// templates, for a scenario in duals is compiled by those who ask

/// The date at which a supply binds.
template <class = void>
double binding_date(const Scenario<>& scenario, Supply supply) {
  using std::log;
  scenario.validate();
  const auto with_slopes = scenario_in<dual<double>>(scenario);
  const auto slack = [&](const dual<double>& t) {
    const auto allowed = compute_allowed(with_slopes, supply, t);
    return value_of(allowed) == inf ? dual<double>(inf) : log(allowed) - log(with_slopes.compute(t));
  };
  return scenario.demand.start + detail::first_shortage(slack, detail::end_of(scenario));
}

/// The date at which a criterion binds: its limit falls below the demand, or no size meets it.
template <class = void>
double binding_date(const Scenario<>& scenario, const Asked& criterion) {
  scenario.validate();
  const auto with_slopes = scenario_in<dual<double>>(scenario);
  const auto excess = [&](const dual<double>& t) { return criterion.excess(with_slopes.run_at(t), dual<double>(0.0)); };
  const double end = detail::end_of(scenario);
  if (criterion.single)
    return scenario.demand.start + detail::first_shortage([&](const dual<double>& t) { return -excess(t); }, end);
  const auto allows = [&](double t) {
    const auto run = scenario.run_at(t);
    const double limit = criterion.limit(run).value;
    return limit == limit ? limit >= run.gpus : excess(t).value <= 0;
  };
  return scenario.demand.start + detail::first_refusal(allows, end);
}

/// The dates at which each limit binds, in the order of the timeline's limits.
///
/// @throws DomainError where a part is out of its range
template <class = void>
std::vector<BindingDate> binding_dates(const Scenario<>& scenario, const std::vector<Asked>& criteria = {}) {
  std::vector<BindingDate> dates;
  for (const auto& [name, supply] : words_of<Supply>)
    if (has(scenario, supply)) dates.push_back({name, binding_date(scenario, supply)});
  for (const Asked& criterion : criteria) dates.push_back({criterion.name, binding_date(scenario, criterion)});
  return dates;
}

}  // namespace scaling_limits::analysis
