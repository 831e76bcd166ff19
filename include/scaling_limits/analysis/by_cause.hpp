// SPDX-License-Identifier: Apache-2.0
// What each cause of a list takes of a run, and what the run would be without it. The two differ: a cause that is often and
// short takes much of the rework, one that is rare and long much of the downtime, and to be rid of either gives back what the
// others would not have taken in its place.
//
// Shares of elapsed time add up, over all rows and with the useful one, to one. They are those of a strategy's breakdown, each
// part split among the rows (strategies/weights_by_row.hpp), exactly so where a strategy sees three numbers of a list. With
// levels the rework of a row is in proportion to the work between the checkpoints that serve it; just in time a row has the
// rework of the restarts that end in its own; of learners that fail apart the shares are those of one of them. A planned or
// silent row has its own term alone, but for what is silent under verified checkpoints, which is a failure among others there.
#pragma once
#include "../version.hpp"

#include <string>
#include <vector>

#include "../core/result_fields.hpp"
#include "../strategies/under_causes.hpp"
#include "../strategies/weights_by_row.hpp"

namespace scaling_limits::analysis {

/// A row of a list, or "other": what gpu_mttf counts beyond its shares.
struct ByCause {
  std::string cause{};
  double rate{}, share{};
  double checkpoint{}, rework{}, restart{}, downtime{}, other{};
  double elasticity{}, without{};

  double time() const { return checkpoint + rework + restart + downtime + other; }
};
constexpr auto fields(const ByCause*) {
  using B = ByCause;
  return std::tuple(
      ResultField("cause", &B::cause, "", "its name; other: what gpu_mttf counts beyond the shares"),
      ResultField("rate", &B::rate, "1/s", "of running time; of planned stops of work, of silent errors of work and saves"),
      ResultField("share", &B::share, "1", "of the failures; planned stops and silent errors are none"),
      ResultField("time", &B::time, "1", "of elapsed time, in all: what follows, summed"),
      ResultField("checkpoint", &B::checkpoint, "1", "of elapsed time: checkpoints, by its share of the failures"),
      ResultField("rework", &B::rework, "1", "of elapsed time: work that is lost and done again"),
      ResultField("restart", &B::restart, "1", "of elapsed time: its restart is in force"),
      ResultField("downtime", &B::downtime, "1", "of elapsed time: its outages, and what its retries wait"),
      ResultField("other", &B::other, "1",
                  "of elapsed time: planned stops, silent errors found late, absent replicas, waits for spares, verifications"),
      ResultField("elasticity", &B::elasticity, "1", "d(-ln goodput)/d ln(rate), at the best interval there"),
      ResultField("without", &B::without, "1",
                  "goodput if it never struck, nor what comes per failure with it; all others as they are"));
}

namespace detail {

/// The rows of a list at the size of a run, each under its name.
inline std::vector<ByCause> named_rows(const std::vector<failures::Cause<>>& causes, const failures::CauseRows<double>& rows) {
  std::vector<ByCause> named;
  double all = 0;
  for (const auto& row : rows) all += row.strikes() ? row.rate : 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ByCause& by = named.emplace_back();
    by.cause = i < causes.size() ? causes[i].name : "other";
    by.rate = rows[i].rate, by.share = rows[i].strikes() && all > 0 ? rows[i].rate / all : 0;
  }
  return named;
}

/// Every part of a breakdown but what is useful, split among the rows.
inline void split_among(std::vector<ByCause>& rows, const Terms<double>& parts, const strategies::WeightsByRow& weights) {
  constexpr std::pair<std::string_view, double ByCause::*> columns[] = {{"checkpoint", &ByCause::checkpoint},
                                                                        {"rework", &ByCause::rework},
                                                                        {"restart", &ByCause::restart},
                                                                        {"downtime", &ByCause::downtime}};
  for (const auto& part : parts) {
    if (part.name == "useful") continue;
    auto column = &ByCause::other;
    for (const auto& [name, member] : columns)
      if (part.name == name) column = member;
    const std::vector<double> split = weights.split(part.name);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].*column += part.amount * split[i];
  }
}

/// d(-ln goodput)/d ln(rate) of a row.
template <class St>
double loss_elasticity(const TrainingRun<dual<double>>& run, const Stops<dual<double>>& stops, std::size_t row,
                       const St& strategy) {
  const auto scaled = stops.scaled(row, dual<double>(1, 1.0));
  const auto moved = scaled.at(run);
  if (value_of(moved.rows[row].rate) == 0) return 0;
  return strategies::losses_under(strategies::StoppedRun<dual<double>>(run, moved), strategy).sum().slope;
}
template <class St>
double goodput_without(const TrainingRun<>& run, const Stops<>& stops, std::size_t row, const St& strategy) {
  const Stops<> never = stops.scaled(row, 0);
  const auto rest = never.at(run).of_part(1.0, [&](const auto& other) { return other.of != row; });
  return std::exp(-strategies::losses_under(strategies::StoppedRun<double>(run, rest), strategy).sum());
}

}  // namespace detail

/// One row per cause, "other" last: all that stops a run under a list, by what it takes. Throws as the strategy does.
///
/// @param stops the list; what gpu_mttf counts where it is empty
template <class St>
std::vector<ByCause> by_cause(const TrainingRun<>& run, const Stops<>& stops, const St& strategy) {
  using D = dual<double>;
  validate(stops, strategies::validated(run, strategy));
  const auto at = stops.at(run);
  const strategies::StoppedRun<double> stopped(run, at);
  auto rows = detail::named_rows(stops.causes, at.rows);
  strategies::WeightsByRow weights(rows.size());
  strategies::weights_under(stopped, strategy, weights);
  detail::split_among(rows, strategies::breakdown_under(stopped, strategy), weights);
  const auto run_in_duals = converted<TrainingRun, D>(run);
  const auto in_duals = stops.over<D>();
  const double evaluating = stops.operation ? stops.operation->evaluating() : 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].elasticity = detail::loss_elasticity(run_in_duals, in_duals, i, strategy);
    rows[i].without = detail::goodput_without(run, stops, i, strategy) / (1 + evaluating);
  }
  return rows;
}
template <class St>
std::vector<ByCause> by_cause(const TrainingRun<>& run, const strategies::UnderCauses<St>& strategy) {
  return by_cause(run, *strategy.stops, strategy.inner);
}

}  // namespace scaling_limits::analysis
