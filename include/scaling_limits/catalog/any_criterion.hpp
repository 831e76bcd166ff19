// SPDX-License-Identifier: Apache-2.0
// Any criterion behind one type that is itself a criterion: the solver beside any strategy is compiled once, not once per
// criterion. What makes one of a type is in criterion_of.hpp.
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
template <class C>
struct CriterionOf;  // complete with criterion_of.hpp

/// What a criterion says by its type, as limits/criteria.hpp explains it.
struct CriterionTraits {
  int order{};
  bool global_maximum{}, of_strategy{}, of_factors{}, of_slopes_alone{}, of_load{};
  std::span<const std::string_view> own_causes{};
  std::string_view text{};
};

struct CriterionModel : Model {
  virtual CriterionTraits traits() const = 0;
  virtual std::string_view name() const = 0;
  virtual std::string equation() const = 0;
  virtual std::string until() const = 0;  // empty where it has no such words
  virtual double target() const = 0;
  // in the scalar of its order; the others are never asked
  virtual void terms(const limits::AtSize<double>& at, Terms<double>& out) const = 0;
  virtual void terms(const limits::AtSize<First>& at, Terms<double>& out) const = 0;
  virtual void terms(const limits::AtSize<First>& at, Terms<First>& out) const = 0;
  virtual void terms(const limits::AtSize<Second>& at, Terms<First>& out) const = 0;
  virtual double log_merit(double log_throughput, double gpus) const = 0;
  virtual bool binds_alone(std::string_view binding) const = 0;
  virtual First excess_of(std::string_view binding, const First& log_gpus, const First& log_useful) const = 0;
  // of_load
  virtual double critical_load(double k) const = 0;
  virtual bool holds_for_constant_load(double load) const = 0;
  /// Of one with a search of its own.
  virtual std::optional<limits::Limit<>> own_limit(const TrainingRun<>& run, const growth::PowerLaw& law,
                                                   const AnyStrategy& strategy, const Factors& factors) const = 0;
};

/// Any criterion as a value of one type, or none. Copies share what they hold, which nobody changes.
class AnyCriterion : public CriterionTraits {
 public:
  AnyCriterion() = default;  // none
  template <limits::Criterion C>
    requires(!std::same_as<C, AnyCriterion>)
  explicit AnyCriterion(const C& criterion) : AnyCriterion(std::make_shared<CriterionOf<C>>(criterion)) {}
  explicit AnyCriterion(std::shared_ptr<const CriterionModel> model)
      : CriterionTraits(model->traits()), model_(std::move(model)) {}

  explicit operator bool() const { return bool(model_); }
  const CriterionModel& model() const { return *model_; }
  std::string_view name() const { return model_->name(); }
  std::string equation() const { return model_->equation(); }
  std::string until() const { return model_->until(); }
  void validate() const { model_->validate(); }
  double target() const { return model_->target(); }
  template <class T, class S>
  void terms(const limits::AtSize<T>& at, Terms<S>& out) const {
    model_->terms(at, out);
  }
  double log_merit(double log_throughput, double gpus) const { return model_->log_merit(log_throughput, gpus); }
  bool binds_alone(std::string_view binding) const { return model_->binds_alone(binding); }
  First excess_of(std::string_view binding, const First& log_gpus, const First& log_useful) const {
    return model_->excess_of(binding, log_gpus, log_useful);
  }
  double critical_load(double k) const { return model_->critical_load(k); }
  bool holds_for_constant_load(double load) const { return model_->holds_for_constant_load(load); }
  std::optional<limits::Limit<>> own_limit(const TrainingRun<>& run, const growth::PowerLaw& law, const AnyStrategy& strategy,
                                           const Factors& factors) const {
    return model_->own_limit(run, law, strategy, factors);
  }

 private:
  std::shared_ptr<const CriterionModel> model_{};
};
static_assert(limits::Criterion<AnyCriterion>);

}  // namespace scaling_limits::catalog
