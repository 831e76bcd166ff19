// SPDX-License-Identifier: Apache-2.0
// Any criterion behind one type that is itself a criterion: the solver beside any strategy is compiled once, not once per
// criterion.
#pragma once
#include "../version.hpp"

#include <optional>
#include <span>

#include "../limits/criteria.hpp"
#include "../limits/limit.hpp"
#include "../run/growth.hpp"
#include "any_factors.hpp"

namespace scaling_limits::catalog {

class AnyStrategy;

/// What a criterion says by its type, as limits/criteria.hpp explains it.
struct CriterionTraits {
  int order{};
  bool global_maximum{}, of_strategy{}, of_factors{}, of_slopes_alone{}, of_load{};
  std::span<const std::string_view> own_terms{};
  std::string_view text{};
};

/// What is asked of a criterion.
template <class C>
struct CriterionHooks {
  Hook<C, CriterionTraits()> traits = [](const C& c) -> CriterionTraits {
    constexpr bool of_load = requires { c.critical_load(1.0); };
    return {C::order, C::global_maximum, C::of_strategy, C::of_factors, limits::of_slopes_alone(c),
            of_load,  C::own_terms,      C::text};
  };
  Hook<C, std::string_view()> name = [](const C& c) { return c.name(); };
  Hook<C, std::string()> equation = [](const C& c) { return c.equation(); };
  Hook<C, std::string()> until = [](auto& c) -> decltype(c.until()) { return c.until(); };
  Hook<C, double()> target = [](const C& c) { return c.target(); };
  template <class T, class S>
  using Look = Hook<C, void(const limits::AtSize<T>&, Terms<S>&)>;
  // in the scalar of its order; the others are never asked
  HookSet<Look<double, double>, Look<First, double>, Look<First, First>, Look<Second, First>> terms =
      []<class T, class S>(const C& c, const limits::AtSize<T>& at, Terms<S>& out) {
        if constexpr (std::same_as<T, S> == (C::order == 0)) c.terms(at, out);
      };
  Hook<C, double(double, double)> log_merit = [](auto& c, double log_throughput, double gpus) {
    if constexpr (requires { c.log_merit(log_throughput, gpus); }) return c.log_merit(log_throughput, gpus);
    else return log_throughput;
  };
  Hook<C, bool(std::string_view)> binds_alone = [](auto& c, auto binding) -> decltype(c.binds_alone(binding)) {
    return c.binds_alone(binding);
  };
  Hook<C, First(std::string_view, const First&, const First&)> excess_of =
      [](auto& c, const auto&... a) -> decltype(c.excess_of(a...)) { return c.excess_of(a...); };
  // of_load
  Hook<C, double(double)> critical_load = [](auto& c, double k) -> decltype(c.critical_load(k)) { return c.critical_load(k); };
  Hook<C, bool(double)> holds_for_constant_load = [](auto& c, double load) -> decltype(c.holds_for_constant_load(load)) {
    return c.holds_for_constant_load(load);
  };
  // of one with a search of its own
  Hook<C, std::optional<limits::Limit<>>(const TrainingRun<>&, const growth::PowerLaw&, const AnyStrategy&, const Factors&)>
      own_limit = [](auto& c, const auto&... a) -> decltype(c.own_limit(a...)) { return c.own_limit(a...); };
};
using CriterionModel = Hooked<CriterionHooks>;
template <class C>
using CriterionOf = Holds<CriterionModel, C>;

/// Any criterion as a value of one type, or none. Copies share what they hold, which nobody changes.
class AnyCriterion : public CriterionTraits {
  using Hooks = CriterionHooks<void>;

 public:
  AnyCriterion() = default;  // none
  template <limits::Criterion C>
    requires(!std::same_as<C, AnyCriterion>)
  explicit AnyCriterion(const C& criterion) : AnyCriterion(std::make_shared<CriterionOf<C>>(criterion)) {}
  explicit AnyCriterion(std::shared_ptr<const CriterionModel> model)
      : CriterionTraits(model->ask(&Hooks::traits)), model_(std::move(model)) {}

  explicit operator bool() const { return bool(model_); }
  const CriterionModel& model() const { return *model_; }
  void validate() const { model_->validate(); }
  std::string_view name() const { return model_->ask(&Hooks::name); }
  std::string equation() const { return model_->ask(&Hooks::equation); }
  std::string until() const { return model_->ask(&Hooks::until); }
  double target() const { return model_->ask(&Hooks::target); }
  template <class T, class S>
  void terms(const limits::AtSize<T>& at, Terms<S>& out) const {
    model_->ask(&Hooks::terms, at, out);
  }
  double log_merit(double log_throughput, double gpus) const { return model_->ask(&Hooks::log_merit, log_throughput, gpus); }
  bool binds_alone(std::string_view binding) const { return model_->ask(&Hooks::binds_alone, binding); }
  First excess_of(std::string_view binding, const First& log_gpus, const First& log_useful) const {
    return model_->ask(&Hooks::excess_of, binding, log_gpus, log_useful);
  }
  double critical_load(double k) const { return model_->ask(&Hooks::critical_load, k); }
  bool holds_for_constant_load(double load) const { return model_->ask(&Hooks::holds_for_constant_load, load); }
  std::optional<limits::Limit<>> own_limit(const TrainingRun<>& run, const growth::PowerLaw& law, const AnyStrategy& strategy,
                                           const Factors& factors) const {
    return model_->ask(&Hooks::own_limit, run, law, strategy, factors);
  }

 private:
  std::shared_ptr<const CriterionModel> model_{};
};
static_assert(limits::Criterion<AnyCriterion>);

}  // namespace scaling_limits::catalog
