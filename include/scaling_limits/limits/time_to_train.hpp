// SPDX-License-Identifier: Apache-2.0
// Wall-clock time for an amount of work, on N GPUs: T = work/(N e(N) goodput(N)); the size that is done first, and the size that
// costs least. What N GPUs cost for a time T goes as (N + fixed_gpus) T: fixed_gpus is what costs per second whatever the size
// (storage, buildings, people), in GPUs. With none of it and losses that rise with size, fewer GPUs are always cheaper, and the
// deadline decides.
#pragma once
#include "max_gpus.hpp"

namespace scaling_limits::limits {

/// Wall-clock time [s] of a run at its own size. inf where nothing useful is done, NaN where the strategy has no answer.
///
/// @param work [s] ideal GPU-seconds, for instance tokens x FLOPs per token / achieved FLOP/s
template <class S, class W, class St = strategies::Blocking<>, class... F>
S time_to_train(const TrainingRun<S>& run, const W& work, const St& strategy = {}, const F&... factors) {
  using std::exp;
  validate(run);
  strategy.validate();
  (..., factors.validate());
  check("time_to_train", "work", static_cast<double>(value_of(S(work))), not_negative, "s");
  S losses = strategy.losses(run).sum();
  (..., (losses = losses + factors.losses(run.gpus).sum()));
  return S(work) / run.gpus * exp(losses);
}

/// The size at which a run is done first: most useful throughput, whatever the work.
template <class S, class St = strategies::Blocking<>, class... F>
Limit<S> fastest_gpus(const TrainingRun<S>& run, const growth::PowerLaw& law = growth::fixed(), const St& strategy = {},
                      const F&... factors) {
  return max_gpus(run, peak_throughput(), law, strategy, factors...);
}

/// What limits the search for the cheapest size.
struct Budget {
  double deadline = inf;  // [s] of wall-clock time
  double fixed_gpus = 0;  // what costs per second at any size, in GPUs
  double least_gpus = 1;  // what the model needs to fit at all
};

namespace detail {

/// Cost falls with size while sum of eps + N/(N + fixed_gpus) is below one.
struct least_cost {
  double fixed_gpus;
  static constexpr int order = 1;
  static constexpr bool global_maximum = true;

  static constexpr std::string_view name() { return "least_cost"; }
  void validate() const {}
  double target() const { return 1; }
  template <class S>
  void terms(const AtSize<dual<S>>& at, Terms<S>& out) const {
    add_slopes(at.strategy_losses, out);
    add_slopes(at.factor_losses, out);
    out.add("cost", S(at.run.gpus.value / (at.run.gpus.value + S(fixed_gpus))));
  }
  double log_merit(double log_throughput, double gpus) const { return log_throughput - std::log(gpus + fixed_gpus); }
};

}  // namespace detail

/// The cheapest size: least (N + fixed_gpus) T(N) among the sizes from least_gpus to the fastest that meet the deadline. Shares
/// name what binds: "deadline" or "least_gpus" alone where one of them does, else the slopes of losses and cost.
///
/// @param work [s] ideal GPU-seconds at every size; @throws domain_error for a parameter out of range
template <class S, class St = strategies::Blocking<>, class... F>
Limit<double> cheapest_gpus(const TrainingRun<S>& run_of, double work, const Budget& budget = {},
                            const growth::PowerLaw& law = growth::fixed(), const St& strategy = {}, const F&... factors) {
  const TrainingRun<double> run = converted<TrainingRun, double>(run_of);
  check("cheapest_gpus", "work", work, positive, "s");
  check("cheapest_gpus", "deadline", budget.deadline, positive_or_inf, "s");
  check("cheapest_gpus", "fixed_gpus", budget.fixed_gpus, not_negative, "GPUs");
  check("cheapest_gpus", "least_gpus", budget.least_gpus, positive, "GPUs");
  const Limit<double> fastest = fastest_gpus(run, law, strategy, factors...);
  if (fastest.status == Status::infeasible) return fastest;
  const detail::least_cost criterion{budget.fixed_gpus};
  const Problem problem{run, criterion, law, strategy, factors...};
  const double log_gpus = std::log(run.gpus);
  const double high = fastest.status == Status::ok ? std::log(fastest.value) - log_gpus : countable_span(run, law).high;
  double low = std::log(budget.least_gpus) - log_gpus;
  std::string_view bound = "least_gpus";
  // time falls up to the fastest size: the deadline is a least size
  const auto late = [&](double u) { return std::log(work / budget.deadline) - log_gpus - problem.log_throughput(u); };
  if (low > high) return no_answer<double>(Status::infeasible, "infeasible: least_gpus is beyond the fastest size or the cap");
  if (budget.deadline < inf && late(low) > 0) {
    double a = low, b = low;
    while (b < high && late(b) > 0) a = b, b = std::min(high, b + 0.25);
    if (late(b) > 0) return no_answer<double>(Status::infeasible, "infeasible: no size meets the deadline");
    low = numeric::bracketed_root([&](double u) { return -late(u); }, a, b).value;
    bound = "deadline";
  }
  // the ends, and every size between where cost turns from falling to rising
  double best = low;
  Roots roots;
  for (const auto& [log_size, upward] : crossings(problem, low, high)) {
    roots.add(run.gpus * std::exp(log_size));
    if (upward && problem.merit(log_size) > problem.merit(best)) best = log_size;
  }
  if (fastest.status == Status::ok && problem.merit(high) > problem.merit(best)) best = high;
  Limit<double> limit = describe(problem, best, roots);
  if (best == low) {
    limit.shares = {{bound, 1.0}};
    limit.binding = bound;
    if (bound == "least_gpus") limit.value = budget.least_gpus;
  }
  return limit;
}

}  // namespace scaling_limits::limits
