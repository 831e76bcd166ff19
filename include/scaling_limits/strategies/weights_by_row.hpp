// SPDX-License-Identifier: Apache-2.0
// Which of the causes of a list takes what of the time: of each part of a strategy's breakdown the weights by which the rows
// share it. Where three numbers are all that a strategy needs of a list (stopped_run.hpp),
//
//   restart   time in the restart that is in force          downtime   of the failure itself and of its retries
//   rework, checkpoint, all others   failures, for what is lost does not depend on who struck
//
// exactly; of equal restarts that of the later row counts as the longer, which leaves their sum as it is. A strategy of which
// that is not so says its own by a member weights_under(stopped, weights), one with levels by rows_under(stopped) the rows that
// it makes of a list. Derivation: docs/derivations.md, "Causes".
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <numeric>

#include "stopped_run.hpp"

namespace scaling_limits::strategies {

/// By part of a breakdown a weight of every row of a list.
class WeightsByRow {
 public:
  explicit WeightsByRow(std::size_t rows) : failures_{{}, std::vector<double>(rows)} {}

  std::size_t rows() const { return failures_.of_row.size(); }
  /// More of a part that a row has; of an empty name for all parts of which none has more.
  void add(std::string_view part, std::size_t row, double more) {
    if (part.empty()) {
      failures_.of_row[row] += more;
      return;
    }
    auto found = std::find_if(parts_.begin(), parts_.end(), [&](const Part& p) { return p.name == part; });
    if (found == parts_.end()) found = parts_.insert(found, {part, std::vector<double>(rows())});
    found->of_row[row] += more;
  }
  /// What each row has of a part, in sum 1: by its weights, else by those of all, else the same.
  std::vector<double> split(std::string_view part) const {
    for (const Part& p : parts_)
      if (p.name == part && p.sum() > 0) return p.shares();
    if (failures_.sum() > 0) return failures_.shares();
    return std::vector<double>(rows(), 1 / static_cast<double>(rows()));
  }

 private:
  struct Part {
    std::string_view name{};
    std::vector<double> of_row{};

    double sum() const { return std::accumulate(of_row.begin(), of_row.end(), 0.0); }
    std::vector<double> shares() const {
      std::vector<double> shares = of_row;
      const double all = sum();
      for (double& share : shares) share /= all;
      return shares;
    }
  };
  Part failures_;
  std::vector<Part> parts_{};
};

/// Of rows that a strategy makes of a list, by the restart in force (failures/restart_in_force.hpp).
inline void add_weights(std::span<const failures::CauseRow<double>> rows, WeightsByRow& weights) {
  const failures::RestartInForce<double> rule(rows);
  rule.each_restart([&](std::size_t i, double in_force, double retried) {
    const auto& row = rows[i];
    if (!row.strikes()) return;
    weights.add({}, row.of, rule.share(i));
    weights.add("restart", row.of, in_force);
    weights.add("downtime", row.of, row.rate * row.downtime + retried);
  });
}

/// Of stops that are no failures (extra_stops.hpp): planned ones by what their saves and outages take, silent errors by their
/// losses, which add up.
inline void add_extra_weights(const StoppedRun<double>& stopped, double interval, WeightsByRow& weights) {
  const failures::RestartInForce<double> rule(stopped.rows.span());
  const double write_time = stopped.run.write_time(), rate = rule.mix().failure_rate, passes = std::exp(-rate * write_time);
  for (std::size_t i = 0; i < stopped.rows.size(); ++i) {
    const auto& row = stopped.rows[i];
    if (row.strikes()) continue;
    const double outage = rule.outage_ratio(i, row.downtime);
    if (row.planned) {
      weights.add(planned_term, row.of, row.rate * (cut_short(rate, write_time) + passes * outage));
    } else {
      constexpr double most = 1e300;  // of losses without end
      const double loss =
          checkpoint::silent_late_loss(interval, write_time, rate, row.rate, row.lag, outage, std::exp(-rule.log_stopped()));
      weights.add(silent_term, row.of, loss < most ? loss : most);
    }
  }
}

/// The weights of the rows of a list under a strategy.
template <class St>
void weights_under(const StoppedRun<double>& stopped, const St& strategy, WeightsByRow& weights) {
  if constexpr (requires { strategy.weights_under(stopped, weights); }) {
    strategy.weights_under(stopped, weights);
  } else {
    if constexpr (requires { strategy.rows_under(stopped); }) {
      const auto rows = strategy.rows_under(stopped);
      add_weights(rows.span(), weights);
      const auto levels = levels_of_rows(stopped, strategy);
      // a failure that needs a level loses half of what lies between two checkpoints that serve it
      leveled(strategy, [&](const auto& all) {
        if constexpr (requires { all.work_between(levels, 1); })
          for (const auto& row : rows) weights.add("rework", row.of, row.rate * all.work_between(levels, row.rank));
      });
    } else {
      add_weights(stopped.rows.span(), weights);
    }
    add_extra_weights(stopped, interval_of_extra(stopped, strategy), weights);
  }
}

}  // namespace scaling_limits::strategies
