// SPDX-License-Identifier: Apache-2.0
// Any strategy behind one type that is itself a strategy: what the templates of limits/ and analysis/ take where the choice is
// made at run time. What makes one of a type is in strategy_of.hpp.
#pragma once
#include "../version.hpp"

#include <optional>

#include "../strategies/protocol.hpp"
#include "../strategies/rates.hpp"
#include "any_criterion.hpp"

namespace scaling_limits::checkpoint {
template <class S>
struct Saving;
}

namespace scaling_limits::catalog {

template <class St>
struct StrategyOf;  // complete with strategy_of.hpp

struct StrategyModel : Model {
  virtual double interval(const TrainingRun<>& run) const = 0;
  virtual Terms<double> losses(const TrainingRun<double>& run) const = 0;
  virtual Terms<First> losses(const TrainingRun<First>& run) const = 0;
  virtual Terms<Second> losses(const TrainingRun<Second>& run) const = 0;
  /// The same with the derivative in one of the strategy's own numbers, by its row.
  virtual Terms<First> losses_in(const TrainingRun<First>& run, std::size_t row) const = 0;
  virtual Terms<Second> losses_in(const TrainingRun<Second>& run, std::size_t row) const = 0;
  virtual Terms<double> breakdown(const TrainingRun<>& run) const = 0;
  virtual Terms<First> breakdown(const TrainingRun<First>& run) const = 0;
  virtual Terms<Second> breakdown(const TrainingRun<Second>& run) const = 0;
  virtual std::optional<strategies::Protocol> protocol(const TrainingRun<>& run) const = 0;
  virtual strategies::Summary summary(const TrainingRun<>& run) const = 0;
  virtual strategies::Rates rates(const TrainingRun<>& run) const = 0;
  virtual std::vector<int> pattern(const TrainingRun<>& run) const = 0;
  virtual std::string_view name() const = 0;
  virtual double least_gpus() const = 0;
  virtual std::string unit() const = 0;                               // what a size counts
  virtual TrainingRun<> learner(const TrainingRun<>& run) const = 0;  // of learners that fail apart, the run of one
  virtual std::string note(const TrainingRun<>& run) const = 0;
  virtual bool rises_with(double rate, double least_time) const = 0;
  virtual bool depends_on_load_alone(const TrainingRun<>& run) const = 0;
  virtual bool loses_restarts_alone(const TrainingRun<>& run) const = 0;
  /// What one save costs, of a strategy that is one kind of save at one interval.
  virtual std::optional<checkpoint::Saving<double>> saving_of(const TrainingRun<>& run) const = 0;
  virtual std::shared_ptr<const StrategyModel> at_best_interval() const = 0;
  /// The causes that losses and breakdown can name, in order.
  virtual std::vector<std::string_view> causes() const = 0;
  virtual std::vector<std::string_view> shares() const = 0;
  /// Why it takes no checkpoints where its interval is unlimited; empty where it does not say.
  virtual std::string_view without_checkpoints() const = 0;
};

/// Any strategy as a value of one type. Copies share what they hold, which nobody changes.
class AnyStrategy {
 public:
  AnyStrategy();  // blocking
  template <strategies::Strategy<double> St>
    requires(!std::same_as<St, AnyStrategy>)
  AnyStrategy(St strategy) : model_(std::make_shared<StrategyOf<St>>(std::move(strategy))) {}
  explicit AnyStrategy(std::shared_ptr<const StrategyModel> model) : model_(std::move(model)) {}

  const StrategyModel& model() const { return *model_; }
  std::string_view name() const { return model_->name(); }
  double least_gpus() const { return model_->least_gpus(); }
  std::string unit() const { return model_->unit(); }
  TrainingRun<> learner(const TrainingRun<>& run) const { return model_->learner(run); }
  void validate() const { model_->validate(); }
  double interval(const TrainingRun<>& run) const { return model_->interval(run); }
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return model_->losses(strategies::validated(run, *this));
  }
  template <class S>
  Terms<S> losses_in_range(const TrainingRun<S>& run) const {
    if constexpr (!std::same_as<S, double>)
      if (moved_) return model_->losses_in(run, *moved_);
    return model_->losses(run);
  }
  /// The same, its losses with the derivative in one of its own numbers, by its row.
  AnyStrategy moving(std::size_t row) const {
    AnyStrategy moved(*this);
    moved.moved_ = row;
    return moved;
  }
  /// A criterion as it is solved beside a strategy that may be any (limits/max_gpus.hpp).
  template <limits::Criterion C>
  AnyCriterion beside(const C& criterion) const {
    return AnyCriterion(criterion);
  }
  template <class S>
  Terms<S> breakdown(const TrainingRun<S>& run) const {
    return model_->breakdown(run);
  }
  std::vector<std::string_view> all_causes() const { return model_->causes(); }
  std::vector<std::string_view> all_shares() const { return model_->shares(); }
  strategies::Summary summary(const TrainingRun<>& run) const { return model_->summary(run); }
  strategies::Rates rates(const TrainingRun<>& run) const { return model_->rates(run); }
  std::string note(const TrainingRun<>& run) const { return model_->note(run); }
  std::string_view without_checkpoints() const { return model_->without_checkpoints(); }
  bool rises_with(double rate, double least_time) const { return model_->rises_with(rate, least_time); }
  bool depends_on_load_alone(const TrainingRun<>& run) const { return model_->depends_on_load_alone(run); }
  bool loses_restarts_alone(const TrainingRun<>& run) const { return model_->loses_restarts_alone(run); }
  AnyStrategy at_best_interval() const { return AnyStrategy(model_->at_best_interval()); }
  std::vector<int> pattern(const TrainingRun<>& run) const { return model_->pattern(strategies::validated(run, *this)); }
  std::optional<checkpoint::Saving<double>> saving_of(const TrainingRun<>& run) const;
  /// What the simulator plays out; throws InvalidArgument where the strategy does not say.
  strategies::Protocol protocol(const TrainingRun<>& run) const {
    if (auto protocol = model_->protocol(run)) return *std::move(protocol);
    throw InvalidArgument("strategy '" + std::string(name()) + "' has no protocol to play");
  }

 private:
  std::shared_ptr<const StrategyModel> model_;
  std::optional<std::size_t> moved_{};
};
static_assert(strategies::Strategy<AnyStrategy>);

}  // namespace scaling_limits::catalog
