// SPDX-License-Identifier: Apache-2.0
// The inverse question: at a given size, which bandwidth, MTTF, checkpoint size or restart time does a goodput require?
//
// Any field of the run may be asked for, under any strategy: the root of losses(field) = -ln goodput in ln(field), between the
// end of the field's range where most is lost and the end where least is. "Already met" and "infeasible" are answers.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <string>

#include "../numeric/roots.hpp"
#include "../strategies/blocking.hpp"
#include "limit.hpp"

namespace scaling_limits::limits {

template <class S = double>
struct Requirement {
  std::string_view field{}, unit{};
  S value{};
  bool at_least{};
  Status status{};
  std::string note{};
};
template <class S>
constexpr auto fields(const Requirement<S>*) {
  using R = Requirement<S>;
  return std::tuple(
      ResultField("value", &R::value, "", "the smallest or the largest value that reaches the goodput, if one does"),
      ResultField("at_least", &R::at_least, "1", "1: the smallest, more being better; 0: the largest"),
      ResultField("field", &R::field, "", "what was asked for"), ResultField("unit", &R::unit, "", "of the value"),
      ResultField("status", &R::status, "", "ok, already met or infeasible"), note_field(&R::note));
}

namespace detail {

/// One asked-for quantity of a run: a field, or restart_time, which loading and initialising share.
struct Asked {
  std::size_t row;
  std::string_view name, unit;

  explicit Asked(std::string_view field) : row(index_of<TrainingRun<>>(field)) {
    constexpr auto& table = fields_of<TrainingRun<>>;
    if (row < table.size()) name = table[row].name, unit = table[row].unit;
    else if (field == "restart_time") name = "restart_time", unit = "s";
    else throw InvalidArgument("required: TrainingRun has no field " + in_quotes(field), "field", field);
  }
  bool may_be_infinite() const {
    return row < fields_of<TrainingRun<>>.size() && fields_of<TrainingRun<>>[row].range.holds(inf);
  }
  template <class T, class S>
  TrainingRun<T> set(const TrainingRun<S>& run, const T& value) const {
    TrainingRun<T> changed = converted<TrainingRun, T>(run);
    if (row < fields_of<TrainingRun<T>>.size()) {
      changed.*fields_of<TrainingRun<T>>[row].member = value;
    } else {
      changed.read_bandwidth = T(inf);
      changed.initialization_time = changed.initialization_for(value);
    }
    return changed;
  }
};

/// What a run loses by the field asked for, against what it may lose.
template <class S, class St>
struct LossesByField {
  const Asked& asked;
  const TrainingRun<S>& run;
  const St& strategy;
  S target, log_target;  // what it may lose
  double sign = 1;       // of u = ln(field): -1 where more of it is better

  double at(double value) const {
    const double sum = value_of(strategies::losses_in_range(asked.set(run, value), strategy).sum());
    return sum == sum ? sum : inf;
  }
  /// The run's own value, where it has one.
  double start(const TrainingRun<double>& plain) const {
    const double own = asked.row < fields_of<TrainingRun<>>.size() ? plain.*fields_of<TrainingRun<>>[asked.row].member : NaN;
    return own > 0 && own < inf ? sign * std::log(own) : 0;
  }
  /// Rises with u.
  template <class T>
  dual<T> excess(const TrainingRun<T>& from, const dual<T>& u) const {
    using std::exp;
    using std::log;
    const dual<T> value = exp(dual<T>(dual<T>(T(sign)) * u));
    const dual<T> sum = strategies::losses_in_range(asked.set(from, value), strategy).sum();
    // losses far below rounding may come out as zero or less
    return value_of(sum) <= 0 ? dual<T>(sum - dual<T>(T(target))) : dual<T>(log(sum) - dual<T>(T(log_target)));
  }
  /// The value of the field, from u in double.
  S value(double root) const {
    using std::exp;
    S u(root);
    if constexpr (!(std::floating_point<S> && digits_of<S> <= 53))
      for (int digits = 40; digits < 2 * digits_of<S>; digits *= 2) {  // Newton in S: digits and orders of derivatives double
        const dual<S> f = excess(run, dual<S>(u, S(1)));
        u = u - f.value / f.slope;
      }
    return exp(S(S(sign) * u));
  }
};

}  // namespace detail

/// The value of a field at which a run reaches a goodput, all else unchanged; the run's own value of the field is
/// where the search starts, and need not be given.
///
/// @param run the run at its size; @param field a field of TrainingRun, or "restart_time" as a whole
/// @param goodput in (0, 1); @param strategy how the run is protected
/// @throws DomainError for a parameter out of range, InvalidArgument for an unknown field
template <class S, class G, class St = strategies::Blocking<>>
Requirement<S> required(const TrainingRun<S>& run, std::string_view field, const G& goodput, const St& strategy = {}) {
  using std::log;
  const detail::Asked asked(field);
  check("required", "goodput", value_of(goodput), inner_fraction);
  validate(asked.set(run, S(1e6)));  // a value that every field may have
  strategy.validate();

  const S target = -log(S(goodput));
  detail::LossesByField<S, St> losses{asked, run, strategy, target, S(log(target))};
  // ends of the search in ln(field); the best end itself may be 0 or inf
  constexpr double reach = 690;
  const double at_low = losses.at(std::exp(-reach)), at_high = losses.at(std::exp(reach));
  // where the field changes nothing, it is one of those that may be infinite (bandwidths, MTTF) or one of the costs
  const bool more_is_better = at_high < at_low || (at_high == at_low && asked.may_be_infinite());
  const double best = (std::min)({at_low, at_high, losses.at(more_is_better ? inf : 0)}), worst = (std::max)(at_low, at_high);
  if (more_is_better) losses.sign = -1;
  Requirement<S> result{asked.name, asked.unit, S(NaN), more_is_better, Status::ok, {}};
  const auto none = [&](Status status, std::string note) {
    result.status = status, result.note = std::move(note);
    return result;
  };
  const auto already_met = [&] {
    result.value = S(more_is_better ? 0 : inf);
    return none(Status::already_met, "already met: goodput is at least " + scaling_limits::to_text(value_of(goodput)) +
                                         " at any " + std::string(asked.name));
  };
  const auto infeasible = [&] {
    std::string why(strategy.note(converted<TrainingRun, double>(asked.set(run, S(1)))));
    if (why.empty())
      why = "infeasible: even at the best " + std::string(asked.name) + " goodput is " +
            scaling_limits::to_text(std::exp(-best), 4) + ", below " + scaling_limits::to_text(value_of(goodput));
    return none(Status::infeasible, std::move(why));
  };
  if (!(best <= value_of(target))) return infeasible();
  if (worst <= value_of(target)) return already_met();

  const TrainingRun<double> plain = converted<TrainingRun, double>(run);
  const auto excess = [&](const dual<double>& u) { return losses.excess(plain, u); };
  const auto root = numeric::rising_root(excess, losses.start(plain), -reach, reach);
  if (root.status == numeric::RootStatus::below) return infeasible();
  if (root.status == numeric::RootStatus::above) return already_met();
  if (root.status == numeric::RootStatus::not_converged)
    return none(Status::not_converged,
                "not converged: the search for " + std::string(asked.name) + " gave up before it was found");
  result.value = losses.value(root.value);
  return result;
}

}  // namespace scaling_limits::limits
