// SPDX-License-Identifier: Apache-2.0
// What failures cost, and what a per cent of each field of the run is worth:
//
//   per second of wall-clock time   rate (1 - g), rate = n (p + electricity) + k W + v (prices.hpp)
//   per failure                     that x (M + D), the wall-clock time from one to the next
//   one per cent of a field         0.01 rate |d ln g / d ln field|
//
// All that is lost counts: checkpoints, rework, restarts, downtime, and spares held against failures.
#pragma once
#include "../version.hpp"

#include <string>
#include <vector>

#include "../core/result_fields.hpp"
#include "../strategies/blocking.hpp"
#include "prices.hpp"

namespace scaling_limits::economics {

template <class S = double>
struct FailureCost {
  S per_second{}, per_failure{};
  std::string note{};  // why there is no number, or why it has no end

  std::string_view status() const { return value_of(per_second) == value_of(per_second) ? "ok" : "infeasible"; }
};
template <class S>
constexpr auto fields(const FailureCost<S>*) {
  using F = FailureCost<S>;
  return std::tuple(
      ResultField("per_second", &F::per_second, "USD/s", "of wall-clock time: what the run costs x (1 - goodput)"),
      ResultField("per_failure", &F::per_failure, "USD",
                  "that times the wall-clock time from one failure to the next, mtbf + downtime"),
      status_field(&F::status), note_field(&F::note));
}

namespace detail {

/// What a run costs in a second, and why that has no end.
template <class S>
S finite_rate(const TrainingRun<S>& run, const Prices<S>& prices, std::string& note) {
  const S rate = prices.rate(run);
  if (value_of(rate) == inf) note = "no end: unlimited bandwidth has a price";
  return rate;
}

}  // namespace detail

/// What failures cost a run under a strategy. NaN where the strategy has no answer.
///
/// @throws DomainError for a parameter out of range
template <class S, class St = strategies::Blocking<>>
FailureCost<S> failure_cost(const TrainingRun<S>& run, const Prices<S>& prices, const St& strategy = {}) {
  using std::exp;
  validate(prices);
  const S losses = strategies::losses_in_range(strategies::validated(run, strategy), strategy).sum();
  FailureCost<S> cost;
  const S rate = detail::finite_rate(run, prices, cost.note), lost = -exp_minus_one(S(-losses));
  const TrainingRun<S> stopped = strategies::as_stopped(run, strategy);
  const S between = stopped.mtbf() + stopped.downtime;
  const auto times = [](const S& a, const S& b) { return value_of(a) == 0 && value_of(b) == inf ? a : S(a * b); };
  cost.per_second = times(lost, rate);
  cost.per_failure = times(cost.per_second, between);
  if (value_of(losses) != value_of(losses)) cost.note = strategy.note(converted<TrainingRun, double>(run));
  else if (value_of(between) == inf && value_of(cost.per_second) > 0) cost.note = "no end per failure: nothing fails";
  return cost;
}

/// What one per cent of each field of the run but its size is worth [$/s], to the side that helps; in table order. 0 for a
/// field that is 0 or inf; NaN where the strategy has no answer.
///
/// @throws DomainError for a parameter out of range
template <class S, class St = strategies::Blocking<>>
std::vector<S> lever_values(const TrainingRun<S>& run, const Prices<S>& prices, const St& strategy = {}) {
  using std::abs;
  validate(prices);
  strategies::validated(run, strategy);
  const S rate = prices.rate(run);
  std::vector<S> values;
  for (std::size_t i = 1; i < fields_of<TrainingRun<S>>.size(); ++i) {
    const S value = run.*fields_of<TrainingRun<S>>[i].member;
    const bool moves = value_of(value) > 0 && value_of(value) < inf;
    auto moved = converted<TrainingRun, dual<S>>(run);
    if (moves) (moved.*fields_of<TrainingRun<dual<S>>>[i].member).slope = value;
    const dual<S> losses = strategies::losses_in_range(moved, strategy).sum();
    const bool known = value_of(losses.value) < inf;
    values.push_back(!known ? S(NaN) : moves ? S(S(0.01) * rate * abs(losses.slope)) : S(0));
  }
  return values;
}

}  // namespace scaling_limits::economics
