// SPDX-License-Identifier: Apache-2.0
// What a criterion of a type of its own is made of, to be any, and its line among the kinds that are chosen by name.
#pragma once
#include "../version.hpp"

#include "../limits/cheapest_gpus.hpp"
#include "any_strategy.hpp"
#include "kinds.hpp"

namespace scaling_limits::catalog {

template <class C>
struct CriterionOf final : Holds<CriterionModel, C> {
  using Holds<CriterionModel, C>::Holds, Holds<CriterionModel, C>::value;
  static constexpr bool of_load = requires(const C& c) { c.critical_load(1.0); };

  CriterionTraits traits() const override {
    return {C::order, C::global_maximum, C::of_strategy, C::of_factors, limits::of_slopes_alone(value),
            of_load,  C::own_causes,     C::text};
  }
  std::string_view name() const override { return value.name(); }
  std::string equation() const override { return value.equation(); }
  std::string until() const override {
    if constexpr (requires { value.until(); }) return value.until();
    else return {};
  }
  double target() const override { return value.target(); }
  void terms(const limits::AtSize<double>& at, Terms<double>& out) const override { look<0>(at, out); }
  void terms(const limits::AtSize<First>& at, Terms<double>& out) const override { look<1>(at, out); }
  void terms(const limits::AtSize<First>& at, Terms<First>& out) const override { look<0>(at, out); }
  void terms(const limits::AtSize<Second>& at, Terms<First>& out) const override { look<1>(at, out); }
  double log_merit(double log_throughput, double gpus) const override {
    if constexpr (requires { value.log_merit(log_throughput, gpus); }) return value.log_merit(log_throughput, gpus);
    else return log_throughput;
  }
  bool binds_alone(std::string_view binding) const override {
    if constexpr (requires { value.binds_alone(binding); }) return value.binds_alone(binding);
    else return false;
  }
  First excess_of(std::string_view binding, const First& log_gpus, const First& log_useful) const override {
    if constexpr (requires { value.excess_of(binding, log_gpus, log_useful); })
      return value.excess_of(binding, log_gpus, log_useful);
    else return First(NaN);
  }
  double critical_load(double k) const override {
    if constexpr (of_load) return value.critical_load(k);
    else return NaN;
  }
  bool holds_for_constant_load(double load) const override {
    if constexpr (of_load) return value.holds_for_constant_load(load);
    else return false;
  }
  std::optional<limits::Limit<>> own_limit(const TrainingRun<>& run, const growth::PowerLaw& law, const AnyStrategy& strategy,
                                           const Factors& factors) const override {
    if constexpr (std::same_as<C, limits::Cheapest>) return limits::cheapest_gpus(run, value, law, strategy, factors);
    else return {};
  }

 private:
  template <int order, class T, class S>
  void look(const limits::AtSize<T>& at, Terms<S>& out) const {
    if constexpr (order == C::order) value.terms(at, out);
  }
};

template <class C>
Kind criterion_kind() {
  return {"criterion",
          std::string(C::name()),
          std::string(C::text),
          rows_of<C>(),
          {},
          [](const Map&) -> std::shared_ptr<Model> { return std::make_shared<CriterionOf<C>>(C{}); },
          {C::own_causes.begin(), C::own_causes.end()}};
}

}  // namespace scaling_limits::catalog
