// SPDX-License-Identifier: Apache-2.0
// What a strategy of a type of its own is made of, to be any, and its line among the kinds that are chosen by name.
#pragma once
#include "../version.hpp"

#include <optional>

#include "../checkpoint/goodput.hpp"
#include "../limits/problem.hpp"
#include "any_strategy.hpp"
#include "kinds.hpp"

namespace scaling_limits::catalog {

template <class St>
struct StrategyOf final : Holds<StrategyModel, St> {
  using Holds<StrategyModel, St>::Holds, Holds<StrategyModel, St>::value;
  double interval(const TrainingRun<>& run) const override { return value.interval(run); }
  Terms<double> losses(const TrainingRun<double>& run) const override { return strategies::losses_in_range(run, value); }
  Terms<First> losses(const TrainingRun<First>& run) const override { return strategies::losses_in_range(run, value); }
  Terms<Second> losses(const TrainingRun<Second>& run) const override { return strategies::losses_in_range(run, value); }
  Terms<First> losses_in(const TrainingRun<First>& run, std::size_t row) const override { return losses_of(run, row); }
  Terms<Second> losses_in(const TrainingRun<Second>& run, std::size_t row) const override { return losses_of(run, row); }
  Terms<double> breakdown(const TrainingRun<>& run) const override { return value.breakdown(run); }
  Terms<First> breakdown(const TrainingRun<First>& run) const override { return value.breakdown(run); }
  Terms<Second> breakdown(const TrainingRun<Second>& run) const override { return value.breakdown(run); }
  std::optional<strategies::Protocol> protocol(const TrainingRun<>& run) const override {
    if constexpr (requires { value.protocol(run); }) return value.protocol(run);
    else return {};
  }
  strategies::Summary summary(const TrainingRun<>& run) const override { return strategies::summary(value, run); }
  strategies::Rates rates(const TrainingRun<>& run) const override { return strategies::rates(value, run); }
  std::vector<int> pattern(const TrainingRun<>& run) const override {
    if constexpr (requires { value.pattern(run); }) return value.pattern(run);
    else return {};
  }
  std::string_view name() const override { return value.name(); }
  double least_gpus() const override { return strategies::least_gpus_of(value); }
  std::string unit() const override { return limits::unit_of(value); }
  TrainingRun<> learner(const TrainingRun<>& run) const override {
    if constexpr (requires { value.learner(run); }) return value.learner(run);
    else return run;
  }
  std::string note(const TrainingRun<>& run) const override { return std::string(value.note(run)); }
  bool rises_with(double rate, double least_time) const override {
    if constexpr (requires { value.rises_with(rate, least_time); }) return value.rises_with(rate, least_time);
    else return false;
  }
  bool depends_on_load_alone(const TrainingRun<>& run) const override {
    if constexpr (requires { value.depends_on_load_alone(run); }) return value.depends_on_load_alone(run);
    else return false;
  }
  bool loses_restarts_alone(const TrainingRun<>& run) const override {
    if constexpr (requires { value.loses_restarts_alone(run); }) return value.loses_restarts_alone(run);
    else return false;
  }
  std::optional<checkpoint::Saving<double>> saving_of(const TrainingRun<>& run) const override {
    if constexpr (requires { checkpoint::Saving<double>(value.saving_of(run)); }) return value.saving_of(run);
    else return {};
  }
  std::shared_ptr<const StrategyModel> at_best_interval() const override {
    return std::make_shared<StrategyOf>(strategies::at_best_interval(value));
  }
  std::vector<std::string_view> causes() const override { return strategies::causes_of(value); }
  std::vector<std::string_view> shares() const override { return strategies::shares_of(value); }
  std::string_view without_checkpoints() const override {
    if constexpr (requires { value.without_checkpoints(); }) return value.without_checkpoints();
    else return {};
  }

 private:
  template <class S>
  Terms<S> losses_of(const TrainingRun<S>& run, std::size_t row) const {
    if constexpr (requires { over<First>(value); }) return strategies::losses_in_range(run, moved_over<First>(value, row));
    else return strategies::losses_in_range(run, value);
  }
};

/// The line of a strategy; `fill` sets what is not a number.
template <class St, class Fill>
Kind strategy_kind(std::string_view name, std::string_view text, std::vector<Argument> arguments, Fill fill, St start = {}) {
  return {"strategy",
          std::string(name),
          std::string(text),
          rows_of<St>(),
          std::move(arguments),
          [=](const Map& given) -> std::shared_ptr<Model> {
            St made = start;
            fill(made, given);
            return std::make_shared<StrategyOf<St>>(std::move(made));
          },
          strategies::causes_of(start)};
}
template <class St>
Kind strategy_kind() {
  return strategy_kind<St>(St::name(), St::text, {}, [](St&, const Map&) {});
}

}  // namespace scaling_limits::catalog
