// SPDX-License-Identifier: Apache-2.0
// What a lever buys today: the change of goodput of a run at its own size when one of its fields is another.
#pragma once
#include "../version.hpp"

#include <vector>

#include "../strategies/strategy.hpp"

namespace scaling_limits::analysis {

/// By how much a lever moves its field: twice what helps, half of what costs.
inline constexpr double lever_factor = 2;

/// What improves a field: lever_factor where more is better, 1 / lever_factor where less is.
constexpr double improving_factor(Effect effect) { return effect == Effect::cost ? 1 / lever_factor : lever_factor; }

/// Whether a lever moves a field of this value: not one that is 0 or inf.
constexpr bool is_moved(double value) { return value > 0 && value < inf; }

/// goodput(run with factor x the field) - goodput(run), at the run's own size; 0 for a field that is 0 or inf. NaN where the
/// strategy has no answer for either, or the field goes no further.
///
/// @param row of TrainingRun; @param goodput of the run as it is
template <class St>
double goodput_gain(const TrainingRun<>& run, std::size_t row, double factor, const St& strategy, double goodput) {
  const auto member = fields_of<TrainingRun<>>[row].member;
  if (!is_moved(run.*member)) return goodput == goodput ? 0 : NaN;
  TrainingRun<> changed = run;
  changed.*member *= factor;
  if (!fields_of<TrainingRun<>>[row].range.holds(changed.*member)) return NaN;
  return strategies::goodput(changed, strategy) - goodput;
}

/// Where a lever moves every field of the run but its size, in table order: twice what helps, half of what costs. NaN for a
/// field that is 0 or inf, which nothing moves.
inline std::vector<double> improved_fields(const TrainingRun<>& run) {
  std::vector<double> moved;
  for (std::size_t i = 1; i < fields_of<TrainingRun<>>.size(); ++i) {
    const auto& field = fields_of<TrainingRun<>>[i];
    const double value = run.*field.member;
    moved.push_back(is_moved(value) ? improving_factor(field.effect) * value : NaN);
  }
  return moved;
}

/// The gain of every field of the run but its size, each improved by the factor of a lever; in table order.
template <class St>
std::vector<double> goodput_gains(const TrainingRun<>& run, const St& strategy, double goodput) {
  std::vector<double> gains;
  for (std::size_t i = 1; i < fields_of<TrainingRun<>>.size(); ++i)
    gains.push_back(goodput_gain(run, i, improving_factor(fields_of<TrainingRun<>>[i].effect), strategy, goodput));
  return gains;
}

}  // namespace scaling_limits::analysis
