// SPDX-License-Identifier: Apache-2.0
// Which field of a run the limit hangs on: the exact elasticity d ln(limit) / d ln(field), and what doubling or halving buys,
// in size and in the goodput of the run as it stands. An elasticity of -0.5 says: 1 % more of the field costs 0.5 % of it.
//
// At the limit some excess(field, size) is zero and stays so: d ln(size) / d ln(field) is minus its slope in ln(field) over its
// slope in ln(size), each the slope of a dual. Strategies and factors see no scalar beyond dual<dual<double>>.
#pragma once
#include "../version.hpp"

#include <vector>

#include "../limits/cheapest_gpus.hpp"
#include "goodput_gain.hpp"

namespace scaling_limits::analysis {

struct Lever {
  std::string_view field{}, unit{};
  double value{};                            // of the field in the run
  double elasticity{};                       // NaN where the limit is not a number
  double doubled{}, halved{};                // inf: no limit; NaN: no field is so large
  double doubled_factor{}, halved_factor{};  // those over the limit
  double improved_factor{};                  // that of them by which more is better, or less
  double doubled_gain{}, halved_gain{};
};
constexpr auto fields(const Lever*) {
  using L = Lever;
  return std::tuple(
      ResultField("elasticity", &L::elasticity, "1", "d ln(limit) / d ln(field), exact; 0 for a field that is 0 or unlimited"),
      ResultField("doubled", &L::doubled, "GPU", "the limit with twice the field"),
      ResultField("halved", &L::halved, "GPU", "the limit with half of the field"),
      ResultField("doubled_factor", &L::doubled_factor, "1", "the limit with twice the field, over the limit"),
      ResultField("halved_factor", &L::halved_factor, "1", "the limit with half of the field, over the limit"),
      ResultField("doubled_gain", &L::doubled_gain, "1",
                  "what twice the field changes in the goodput of the run at its own size"),
      ResultField("halved_gain", &L::halved_gain, "1", "what half of the field changes there"));
}

/// d ln(limit) / d ln(field) of a row of TrainingRun; 0 where a cap or a jump of the losses makes the size what it is.
///
/// @param limit what max_gpus answered for the other arguments
template <limits::Criterion C, class St = strategies::Blocking<>, class... F>
double elasticity(const limits::Limit<>& limit, std::size_t row, const TrainingRun<>& run, const C& criterion,
                  const growth::PowerLaw& law = growth::fixed(), const St& strategy = {}, const F&... factors) {
  using D = dual<double>;
  limits::check_arguments(run, criterion, strategy, factors...);
  if (!(limit.value > 0 && limit.value < inf)) return NaN;
  const double value = run.*fields_of<TrainingRun<>>[row].member, log_size = log_ratio(limit.value, run.gpus);
  if (!is_moved(value) || limits::Problem(run, criterion, law, strategy, factors...).cap().gpus == limit.value) return 0;
  const auto excess = [&](const TrainingRun<D>& at_run, const D& u) {
    const limits::Problem problem(at_run, criterion, law, strategy, factors...);
    if constexpr (requires { criterion.excess_of(limit.binding, u, u); })
      if (criterion.binds_alone(limit.binding)) return limits::excess_alone(criterion, limit.binding, problem, u);
    return problem.excess(u);
  };
  auto moved = converted<TrainingRun, D>(run);
  const D in_size = excess(moved, D(log_size, 1.0));
  (moved.*fields_of<TrainingRun<D>>[row].member).slope = value;
  const D in_field = excess(moved, D(log_size));
  return in_field.slope == 0 || !(std::abs(in_size.value) < limits::excess_of_a_jump) ? 0 : -in_field.slope / in_size.slope;
}

/// One lever per field of the run but gpus, which is what the limit answers; in table order. A field that grows with size is
/// doubled at every size.
///
/// @param limit what max_gpus answered for the other arguments
template <limits::Criterion C, class St = strategies::Blocking<>, class... F>
std::vector<Lever> levers(const limits::Limit<>& limit, const TrainingRun<>& run, const C& criterion,
                          const growth::PowerLaw& law = growth::fixed(), const St& strategy = {}, const F&... factors) {
  limits::check_arguments(run, criterion, strategy, factors...);
  std::vector<Lever> levers;
  const double goodput = strategies::goodput(run, strategy);
  for (std::size_t i = 1; i < fields_of<TrainingRun<>>.size(); ++i) {
    const auto& field = fields_of<TrainingRun<>>[i];
    const double value = run.*field.member;
    Lever lever{field.name,
                field.unit,
                value,
                elasticity(limit, i, run, criterion, law, strategy, factors...),
                limit.value,
                limit.value,
                1,
                1,
                1,
                goodput_gain(run, i, lever_factor, strategy, goodput),
                goodput_gain(run, i, 1 / lever_factor, strategy, goodput)};
    if (is_moved(value)) {
      const auto limit_with = [&](double changed) {
        if (!field.range.holds(changed)) return NaN;  // twice the largest of doubles
        TrainingRun<> other = run;
        other.*field.member = changed;
        return limits::max_gpus(other, criterion, law, strategy, factors...).value;
      };
      lever.doubled = limit_with(lever_factor * value);
      lever.halved = limit_with(value / lever_factor);
      lever.doubled_factor = lever.doubled / limit.value;
      lever.halved_factor = lever.halved / limit.value;
      lever.improved_factor = improving_factor(field.effect) > 1 ? lever.doubled_factor : lever.halved_factor;
    }
    levers.push_back(lever);
  }
  return levers;
}
/// The same of a limit that is not known yet; arguments as of limits::max_gpus.
template <limits::Criterion C, class St = strategies::Blocking<>, class... F>
std::vector<Lever> levers(const TrainingRun<>& run, const C& criterion, const growth::PowerLaw& law = growth::fixed(),
                          const St& strategy = {}, const F&... factors) {
  return levers(limits::max_gpus(run, criterion, law, strategy, factors...), run, criterion, law, strategy, factors...);
}

}  // namespace scaling_limits::analysis
