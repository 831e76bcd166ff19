// SPDX-License-Identifier: Apache-2.0
// Which field of a run the limit hangs on: the exact elasticity d ln(limit) / d ln(field), and what doubling or halving buys.
// An elasticity of -0.5 says: 1 % more of the field costs 0.5 % of the limit. Derivatives are those of the solver (dual scalars).
#pragma once
#include <vector>

#include "../limits/max_gpus.hpp"

namespace scaling_limits::analysis {

struct Lever {
  std::string_view field, unit;
  double value;            // of the field in the run
  double elasticity;       // d ln(limit) / d ln(field); 0 for a field that is 0 or inf; NaN where the limit is not a number
  double doubled, halved;  // the limit with twice, with half the field [GPUs]; inf: no limit
  double doubled_factor, halved_factor;  // those over the limit
};

/// One lever per field of the run but gpus, which is what the limit answers; in table order.
///
/// Arguments as of limits::max_gpus. A field that grows with size is doubled at every size.
template <limits::Criterion C, class St = strategies::Blocking<>, class... F>
std::vector<Lever> levers(const TrainingRun<>& run, const C& criterion, const growth::PowerLaw& law = growth::fixed(),
                          const St& strategy = {}, const F&... factors) {
  const double limit = limits::max_gpus(run, criterion, law, strategy, factors...).value;
  std::vector<Lever> levers;
  for (std::size_t i = 1; i < fields_of<TrainingRun<>>.size(); ++i) {
    const auto& field = fields_of<TrainingRun<>>[i];
    const double value = run.*field.member;
    Lever lever{field.name, field.unit, value, 0, limit, limit, 1, 1};
    if (value > 0 && value < inf) {
      auto seeded = converted<TrainingRun, dual<double>>(run);
      (seeded.*fields_of<TrainingRun<dual<double>>>[i].member).slope = value;
      const dual<double> moved = limits::max_gpus(seeded, criterion, law, strategy, factors...).value;
      lever.elasticity = moved.slope / moved.value;
      const auto limit_with = [&](double changed) {
        TrainingRun<> other = run;
        other.*field.member = changed;
        return limits::max_gpus(other, criterion, law, strategy, factors...).value;
      };
      lever.doubled = limit_with(2 * value);
      lever.halved = limit_with(0.5 * value);
      lever.doubled_factor = lever.doubled / limit;
      lever.halved_factor = lever.halved / limit;
    }
    if (!(limit > 0 && limit < inf)) lever.elasticity = nan;
    levers.push_back(lever);
  }
  return levers;
}

}  // namespace scaling_limits::analysis
