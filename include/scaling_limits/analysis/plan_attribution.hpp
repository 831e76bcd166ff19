// SPDX-License-Identifier: Apache-2.0
// What changed between two plans, in goodput: as attribution.hpp has it between two runs, with what protects the run, what
// stops it, a cause at a time, and how it comes back. A cause that is in one of the lists alone comes, or goes.
//
// Causes that are shares of gpu_mttf in one of the plans and have rates of their own in the other are no two of a kind: half of
// each would count failures twice, or not at all. Their change is one then, "causes", and gpu_mttf's is in it.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "../strategies/under_causes.hpp"
#include "attribution.hpp"

namespace scaling_limits::analysis {

/// A run, what protects it and what stops it.
template <class St = strategies::Blocking<>>
struct ProtectedRun {
  TrainingRun<> run{};
  St strategy{};
  Stops<> stops{};
};

/// What a cause has of a difference.
struct CauseChange {
  std::string cause{};
  double amount{};
};
struct PlanAttribution {
  double before{}, after{};
  Terms<double> by_field{};  // of the run; "strategy", "restart", "operation" and "causes" beside them
  std::vector<CauseChange> by_cause{};
};
constexpr auto fields(const CauseChange*) {
  using C = CauseChange;
  return std::tuple(ResultField("cause", &C::cause, "", "a cause that is otherwise, or in one of the lists alone"),
                    ResultField("amount", &C::amount, "1", "what it has of the difference"));
}
constexpr auto fields(const PlanAttribution*) {
  using A = PlanAttribution;
  return std::tuple(
      ResultField("before", &A::before, "1", "goodput of the run"),
      ResultField("after", &A::after, "1", "goodput of the other"),
      ResultField("by_field", &A::by_field, "1", "what the field has of the difference; they and causes sum to it", "field"),
      ResultField("", &A::by_cause));
}

/// What is named in by_field beside the fields of a run.
inline constexpr std::string_view strategy_changed = "strategy", restart_changed = "restart", causes_changed = "causes",
                                  operation_changed = "operation";

namespace detail {

template <class P>
bool same_fields(const P& a, const P& b) {
  return differing(a, b).empty();
}
inline bool same_cause(const failures::Cause<>& a, const failures::Cause<>& b) {
  return a.name == b.name && a.per == b.per && a.operation == b.operation && same_fields(a, b);
}
inline bool same_restart(const std::optional<RestartParts<>>& a, const std::optional<RestartParts<>>& b) {
  return a.has_value() == b.has_value() && (!a || same_fields(*a, *b));
}
inline bool same_operation(const std::optional<Operation<>>& a, const std::optional<Operation<>>& b) {
  const Operation<> none, &x = a ? *a : none, &y = b ? *b : none;
  return x.kind == y.kind && x.hours == y.hours && same_fields(x, y);
}
inline bool are_shares(const std::vector<failures::Cause<>>& causes) {
  return std::all_of(causes.begin(), causes.end(), [](const auto& c) { return c.is_share() || c.is_planned(); });
}

/// A row of either list or of both, by its name.
struct CauseSwitch {
  const failures::Cause<>*before = nullptr, *after = nullptr;
};

/// Whatever is otherwise in two plans, and the goodput with some of it switched.
template <class St>
class PlanSwitches {
 public:
  PlanSwitches(ProtectedRun<St> before, ProtectedRun<St> after, bool other_strategy)
      : before_(std::move(before)), after_(std::move(after)), fields_(differing(before_.run, after_.run)) {
    operated_ = {before_.stops.leave_alone(), after_.stops.leave_alone()};
    keep_sizes(before_), keep_sizes(after_);
    at_once_ = are_shares(before_.stops.causes) != are_shares(after_.stops.causes);
    if (at_once_) std::erase(fields_, index_of<TrainingRun<>>("gpu_mttf"));
    for (const std::size_t i : fields_) names_.push_back(fields_of<TrainingRun<>>[i].name);
    if (other_strategy) strategy_ = add(strategy_changed);
    if (!same_restart(before_.stops.restart, after_.stops.restart)) restart_ = add(restart_changed);
    if (!same_operation(operated_[0], operated_[1])) operation_ = add(operation_changed);
    if (at_once_) causes_ = add(causes_changed);
    else pair_causes();
  }

  PlanSwitches(const PlanSwitches&) = delete;  // its rows point into it
  PlanSwitches& operator=(const PlanSwitches&) = delete;

  std::size_t size() const { return names_.size() + paired_; }
  double goodput(std::size_t set) const {
    TrainingRun<> run = switched(before_.run, after_.run, fields_, set);
    if (at_once_) run.gpu_mttf = has(set, causes_) ? after_.run.gpu_mttf : before_.run.gpu_mttf;
    Stops<> stops;
    stops.restart = (has(set, restart_) ? after_ : before_).stops.restart;
    if (at_once_) stops.causes = (has(set, causes_) ? after_ : before_).stops.causes;
    std::size_t place = names_.size();
    for (const CauseSwitch& row : rows_) {
      const bool differs = is_switch(row);
      const failures::Cause<>* cause = differs && has(set, place) ? row.after : row.before;
      place += differs;
      if (cause) stops.causes.push_back(*cause);
    }
    const auto& operation = operated_[has(set, operation_)];
    if (operation) stops.operate(*operation);
    const StopsAt<double> at = stops.at(run);
    const auto losses =
        strategies::losses_under(strategies::StoppedRun<double>(run, at), (has(set, strategy_) ? after_ : before_).strategy);
    return std::exp(-losses.sum()) / (1 + (operation ? operation->evaluating() : 0));
  }
  PlanAttribution attributed(const std::vector<double>& value) const {
    PlanAttribution found{value.front(), value.back(), {}, {}};
    const auto amounts = shapley_amounts(value);
    for (std::size_t j = 0; j < names_.size(); ++j) found.by_field.append(names_[j], amounts[j]);
    std::size_t place = names_.size();
    for (const CauseSwitch& row : rows_)
      if (is_switch(row)) found.by_cause.push_back({(row.before ? row.before : row.after)->name, amounts[place++]});
    return found;
  }

 private:
  static constexpr std::size_t none = 64;
  static bool has(std::size_t set, std::size_t place) { return place != none && (set >> place & 1) != 0; }
  static bool is_switch(const CauseSwitch& row) { return !row.before || !row.after || !same_cause(*row.before, *row.after); }
  /// Rates of the job are of the size of their own run, whichever the other has.
  static void keep_sizes(ProtectedRun<St>& plan) {
    const double gpus = plan.stops.gpus == plan.stops.gpus ? plan.stops.gpus : plan.run.gpus;
    for (auto& cause : plan.stops.causes)
      if (cause.is_of_job() && failures::size_exponent<double>(cause) != 0 && !(cause.on_gpus == cause.on_gpus))
        cause.on_gpus = gpus;
  }
  std::size_t add(std::string_view name) {
    names_.push_back(name);
    return names_.size() - 1;
  }
  void pair_causes() {
    for (const auto& cause : before_.stops.causes) rows_.push_back({&cause, nullptr});
    for (const auto& cause : after_.stops.causes) {
      const auto same = std::find_if(rows_.begin(), rows_.end(),
                                     [&](const CauseSwitch& row) { return row.before && row.before->name == cause.name; });
      if (same != rows_.end()) same->after = &cause;
      else rows_.push_back({nullptr, &cause});
    }
    paired_ = static_cast<std::size_t>(std::count_if(rows_.begin(), rows_.end(), is_switch));
  }

  ProtectedRun<St> before_, after_;
  std::vector<std::size_t> fields_;
  std::vector<std::string_view> names_{};  // of what is switched but the rows
  bool at_once_ = false;
  std::size_t strategy_ = none, restart_ = none, operation_ = none, causes_ = none, paired_ = 0;
  std::array<std::optional<Operation<>>, 2> operated_{};  // before and after
  std::vector<CauseSwitch> rows_{};
};

}  // namespace detail

/// What changed between two plans, in goodput; 2^k evaluations for k things that are otherwise, k <= 16.
///
/// @param other_strategy whether the strategies differ; where they do that is one thing
/// @throws DomainError, InvalidArgument for what one of the two has wrong, or where too much differs
template <class St>
PlanAttribution what_changed(const ProtectedRun<St>& before, const ProtectedRun<St>& after, bool other_strategy) {
  for (const auto* plan : {&before, &after}) {
    strategies::validated(plan->run, plan->strategy);
    validate(plan->stops, plan->run);
  }
  const detail::PlanSwitches<St> switches(before, after, other_strategy);
  return switches.attributed(detail::values_by_set(switches.size(), [&](std::size_t set) { return switches.goodput(set); }));
}

}  // namespace scaling_limits::analysis
