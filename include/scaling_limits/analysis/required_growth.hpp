// SPDX-License-Identifier: Apache-2.0
// The growth per year of a field of the run that keeps a criterion from ever binding: the least of what helps, the largest of
// what costs.
//
// At each date x(t) is the value of the field at which the criterion just holds at the demand's size. A factor f keeps up if
// x0 f^t is no worse than x(t) at every t: ln f is the supremum of (ln x(t) - ln x0)/t, of what costs the infimum, over the
// dates and, for ever after, the slope of ln x. Where all is a power law it is that slope: storage under blocking checkpoints
// has to grow by r_C^1.5/r_F.
#pragma once
#include "../version.hpp"

#include "../core/result_fields.hpp"
#include "../numeric/bracketed_root.hpp"
#include "binding_dates.hpp"

namespace scaling_limits::analysis {

struct RequiredGrowth {
  std::string_view field{};
  double factor{};  // NaN: see status
  bool at_least{};
  limits::Status status{};
  std::string note{};
};
constexpr auto fields(const RequiredGrowth*) {
  using R = RequiredGrowth;
  return std::tuple(ResultField("value", &R::factor, "1", "factor per year"),
                    ResultField("at_least", &R::at_least, "1", "1: the least, more being better; 0: the largest"),
                    ResultField("status", &R::status, "", "ok, already met, infeasible or not converged"),
                    note_field(&R::note));
}

namespace detail {

/// The row of a field of the run whose growth can be asked for.
inline std::size_t growing_row(const Scenario<>& scenario, std::string_view field, const Asked& criterion) {
  scenario.validate();
  constexpr auto& table = fields_of<TrainingRun<>>;
  const std::size_t row = index_of<TrainingRun<>>(field);
  if (row == table.size())
    throw InvalidArgument("required_growth: TrainingRun has no field " + in_quotes(field), "field", field);
  if (field == "gpus" || field == "checkpoint_bytes")
    throw InvalidArgument("required_growth: " + std::string(field) + " follows from the demand", "field", field);
  if (!criterion.single)
    throw InvalidArgument("required_growth: '" + std::string(criterion.name.text()) +
                              "' has losses that may fall with size: at such a limit no growth is the least",
                          "criterion");
  check("required_growth", field, scenario.run.*table[row].member, positive, table[row].unit);
  return row;
}

/// What each date asks of a field, and the hardest of it. In ln throughout.
template <class D>
class FieldOverTime {
 public:
  FieldOverTime(const Scenario<>& scenario, const Asked& criterion, std::size_t row)
      : scenario_(scenario),
        with_slopes_(scenario_in<D>(scenario)),
        criterion_(criterion),
        row_(row),
        helps_(fields_of<TrainingRun<>>[row].effect == Effect::help),
        log_own_(std::log(scenario.run.*fields_of<TrainingRun<>>[row].member)) {}

  RequiredGrowth answer() {
    if (!walk()) return found_;
    if (last_slope_ != last_slope_) {
      found_.status = limits::Status::already_met, found_.factor = helps_ ? 0 : inf;
      found_.note = "already met: " + criterion() + " holds whatever the " + field() + " is";
      return found_;
    }
    if (worse(last_slope_, hardest_)) hardest_ = last_slope_;
    else if (at_ > 0 && at_ < times_.back()) refine();
    found_.factor = std::exp(hardest_);
    return found_;
  }

 private:
  static constexpr double reach = 600;

  std::string criterion() const { return "'" + std::string(criterion_.name.text()) + "'"; }
  std::string field() const { return std::string(found_.field); }
  bool worse(double a, double b) const { return helps_ ? a > b : a < b; }

  /// Rises with u = sign x ln(field).
  D excess(const D& t, const D& u) const {
    using std::exp;
    auto run = with_slopes_.run_at(t);
    run.*fields_of<TrainingRun<D>>[row_].member = exp(D(D(sign_) * u));
    return criterion_.excess(run, D(0.0));
  }
  /// What is required after t years, and its slope; infinite where nothing is, NaN where nothing will do.
  D required(double t) {
    const auto root = numeric::rising_root([&](const D& u) { return excess(D(t), u); }, sign_ * log_own_, -reach, reach);
    if (root.status == numeric::RootStatus::below) return D(NaN);
    if (root.status == numeric::RootStatus::above) return D(sign_ * inf);
    if (root.status == numeric::RootStatus::not_converged) found_.status = limits::Status::not_converged;
    const double slope = -excess(D(t, 1.0), D(root.value)).slope / excess(D(t), D(root.value, 1.0)).slope;
    return {sign_ * root.value, sign_ * slope};
  }
  /// The growth that a date asks for.
  double asks(double t, const D& needed) const { return t > 0 ? (needed.value - log_own_) / t : needed.slope; }

  /// Through the dates; whether all of them can be met.
  bool walk() {
    using limits::Status;
    const auto fail = [&](Status status, std::string note) {
      found_.status = status, found_.factor = NaN, found_.note = std::move(note);
      return false;
    };
    const double end = end_of(scenario_);
    for (double t = 0;; t = (std::min)(year_after(t), end)) {
      const D needed = required(t);
      const auto date = [&] { return to_text(scenario_.demand.start + t, 7); };
      if (found_.status == Status::not_converged) return fail(Status::not_converged, "not converged at " + date());
      if (needed.value != needed.value)
        return fail(Status::infeasible,
                    "infeasible: in " + date() + " no " + field() + " is enough: " + criterion() + " fails whatever it is");
      if (t == 0 && worse(needed.value, log_own_))
        return fail(Status::infeasible, "infeasible: " + criterion() + " binds from the start on");
      if (std::abs(needed.value) < reach) {
        last_slope_ = needed.slope;
        if ((t > 0 || needed.value == log_own_) && worse(asks(t, needed), hardest_)) hardest_ = asks(t, needed), at_ = t;
      }
      times_.push_back(t);
      if (t == end || std::abs(needed.value) > 0.9 * reach) return true;
    }
  }

  /// The hardest date lies between its neighbours: where growth and slope of the requirement agree.
  void refine() {
    const auto turn = [&](double t) {
      const D needed = required(t);
      return needed.slope * t - (needed.value - log_own_);
    };
    const auto here = std::find(times_.begin(), times_.end(), at_);
    const auto root = numeric::bracketed_root(turn, (std::max)(*(here - 1), 1e-3), *(here + 1));
    if (root.status == numeric::RootStatus::ok) hardest_ = asks(root.value, required(root.value));
  }

  const Scenario<>& scenario_;
  Scenario<D> with_slopes_;
  const Asked& criterion_;
  std::size_t row_;
  bool helps_;
  double log_own_, sign_ = helps_ ? -1 : 1;
  double hardest_ = helps_ ? -inf : inf, at_ = NaN, last_slope_ = NaN;
  std::vector<double> times_{};
  RequiredGrowth found_{fields_of<TrainingRun<>>[row_].name, NaN, helps_, limits::Status::ok, {}};
};

}  // namespace detail

/// @param field of TrainingRun, > 0 and finite; not gpus and checkpoint_bytes, which follow from the demand
/// @param criterion one whose losses only rise with size (see under())
/// @throws InvalidArgument for another field or criterion; DomainError for a part out of range
template <class = void>  // for a scenario in duals is compiled by those who ask
RequiredGrowth required_growth(const Scenario<>& scenario, std::string_view field, const Asked& criterion) {
  return detail::FieldOverTime<dual<double>>(scenario, criterion, detail::growing_row(scenario, field, criterion)).answer();
}

}  // namespace scaling_limits::analysis
