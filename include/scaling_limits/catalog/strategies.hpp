// SPDX-License-Identifier: Apache-2.0
// The strategies by name, and any of them behind one type that is itself a strategy: what the templates of limits/ and
// analysis/ take where the choice is made at run time. A new one is a line in strategies() below.
#pragma once
#include "../version.hpp"

#include <optional>

#include "../strategies/asynchronous.hpp"
#include "../strategies/blocking.hpp"
#include "../strategies/elastic.hpp"
#include "../strategies/in_memory.hpp"
#include "../strategies/just_in_time.hpp"
#include "../strategies/multilevel.hpp"
#include "../strategies/replicated.hpp"
#include "../strategies/spared.hpp"
#include "../strategies/verified.hpp"
#include "any_criterion.hpp"
#include "choose.hpp"
#include "json_schema.hpp"

namespace scaling_limits::catalog {

struct StrategyModel : Model {
  virtual double interval(const TrainingRun<>& run) const = 0;
  virtual Terms<double> losses(const TrainingRun<double>& run) const = 0;
  virtual Terms<First> losses(const TrainingRun<First>& run) const = 0;
  virtual Terms<Second> losses(const TrainingRun<Second>& run) const = 0;
  /// The same with the derivative in one of the strategy's own numbers, by its row.
  virtual Terms<First> losses_in(const TrainingRun<First>& run, std::size_t row) const = 0;
  virtual Terms<Second> losses_in(const TrainingRun<Second>& run, std::size_t row) const = 0;
  virtual Terms<double> breakdown(const TrainingRun<>& run) const = 0;
  virtual std::optional<strategies::Protocol> protocol(const TrainingRun<>& run) const = 0;
  virtual strategies::Summary summary(const TrainingRun<>& run) const = 0;
  virtual strategies::Rates rates(const TrainingRun<>& run) const = 0;
  virtual std::vector<int> pattern(const TrainingRun<>& run) const = 0;
  virtual std::string_view name() const = 0;
  virtual std::string note(const TrainingRun<>& run) const = 0;
  virtual bool rises_with(double rate, double least_time) const = 0;
  virtual bool depends_on_load_alone(const TrainingRun<>& run) const = 0;
  virtual bool loses_restarts_alone(const TrainingRun<>& run) const = 0;
  /// What one save costs, of a strategy that is one kind of save at one interval.
  virtual std::optional<checkpoint::Saving<double>> saving_of(const TrainingRun<>& run) const = 0;
  virtual std::shared_ptr<const StrategyModel> at_best_interval() const = 0;
  /// The causes that losses and breakdown can name, in order.
  virtual std::span<const std::string_view> causes() const = 0;
  virtual std::span<const std::string_view> shares() const = 0;
  /// Why it takes no checkpoints where its interval is unlimited; empty where it does not say.
  virtual std::string_view without_checkpoints() const = 0;
};

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
  std::span<const std::string_view> causes() const override { return St::causes; }
  std::span<const std::string_view> shares() const override { return St::shares; }
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

/// Any strategy as a value of one type. Copies share what they hold, which nobody changes.
class AnyStrategy {
 public:
  AnyStrategy() {  // blocking; a case is made often
    static const std::shared_ptr<const StrategyModel> usual =
        std::make_shared<StrategyOf<strategies::Blocking<>>>(strategies::Blocking<>{});
    model_ = usual;
  }
  template <strategies::Strategy<double> St>
    requires(!std::same_as<St, AnyStrategy>)
  AnyStrategy(St strategy) : model_(std::make_shared<StrategyOf<St>>(std::move(strategy))) {}
  explicit AnyStrategy(std::shared_ptr<const StrategyModel> model) : model_(std::move(model)) {}

  const StrategyModel& model() const { return *model_; }
  std::string_view name() const { return model_->name(); }
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
  Terms<double> breakdown(const TrainingRun<>& run) const { return model_->breakdown(run); }
  strategies::Summary summary(const TrainingRun<>& run) const { return model_->summary(run); }
  strategies::Rates rates(const TrainingRun<>& run) const { return model_->rates(run); }
  std::string note(const TrainingRun<>& run) const { return model_->note(run); }
  std::string_view without_checkpoints() const { return model_->without_checkpoints(); }
  bool rises_with(double rate, double least_time) const { return model_->rises_with(rate, least_time); }
  bool depends_on_load_alone(const TrainingRun<>& run) const { return model_->depends_on_load_alone(run); }
  bool loses_restarts_alone(const TrainingRun<>& run) const { return model_->loses_restarts_alone(run); }
  AnyStrategy at_best_interval() const { return AnyStrategy(model_->at_best_interval()); }
  std::vector<int> pattern(const TrainingRun<>& run) const { return model_->pattern(strategies::validated(run, *this)); }
  std::optional<checkpoint::Saving<double>> saving_of(const TrainingRun<>& run) const { return model_->saving_of(run); }
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
          {St::causes.begin(), St::causes.end()}};
}
template <class St>
Kind strategy_kind() {
  return strategy_kind<St>(St::name(), St::text, {}, [](St&, const Map&) {});
}

namespace detail {

inline constexpr Range pattern_level = whole(Range{.lower = 1, .upper = 64});
inline Value pattern_looks() {
  return json_schema::list(Map{{"type", "integer"}, {"minimum", pattern_level.lower}, {"maximum", pattern_level.upper}});
}
/// "[1, 1, 2]": levels of the checkpoints of one cycle.
inline std::vector<int> pattern_of(std::string_view owner, const Map& given) {
  std::vector<int> pattern;
  const Value* value = given.find("pattern");
  if (!value || value->is_null()) return pattern;
  const auto refuse = [&] {
    return InvalidArgument(std::string(owner) + ": pattern must be a list of whole numbers from 1, such as [1, 1, 2]",
                           "pattern");
  };
  if (!value->list()) throw refuse();
  for (const Value& level : *value->list()) {
    const double* number = level.number();
    if (!number || !pattern_level.holds(*number)) throw refuse();
    pattern.push_back(static_cast<int>(*number));
  }
  return pattern;
}

inline constexpr Row share_row{"share", "1", "of the run's failures that need this level", closed_fraction};

/// [{"tier": {...}, "share": 0.9}, ...]: from the mildest failures up.
Value levels_look();
std::vector<strategies::Level> levels_of(std::string_view owner, const Map& given);
Value levels_in_full(const Value& given);

}  // namespace detail

/// Every strategy that can be chosen by name.
template <class = void>
Group& strategies() {
  using namespace scaling_limits::strategies;
  static const Argument pattern = looking(
      detail::pattern_looks, {"pattern", "levels of the checkpoints of one cycle, such as [1, 1, 2]; not given: the best"});
  static Group all(
      "strategy",
      {strategy_kind<Blocking<>>(), strategy_kind<Asynchronous<>>(),
       strategy_kind<Multilevel>(
           Multilevel::name(), Multilevel::text,
           {looking(
                detail::levels_look,
                {"levels",
                 "tiers from the mildest failures up: {tier, share of the run's failures}; tier \"own\": the run's own storage",
                 {},
                 {},
                 false,
                 detail::levels_in_full,
                 {"tier"},
                 {detail::share_row}}),
            pattern},
           [](Multilevel& s, const Map& given) {
             s.tiers = detail::levels_of("multilevel", given);
             s.own_pattern = detail::pattern_of("multilevel", given);
           }),
       strategy_kind<InMemory<>>(InMemory<>::class_name(), InMemory<>::text,
                                 {word<storage::Placement>("placement", "which machines hold each other's copies"), pattern},
                                 [](InMemory<>& s, const Map& given) {
                                   s.placement = chosen<storage::Placement>("in_memory", "placement", given);
                                   s.own_pattern = detail::pattern_of("in_memory", given);
                                 }),
       strategy_kind<InMemory<>>(
           "buddy", "machines in pairs, or in threes, that hold each other's state", {pattern},
           [](InMemory<>& s, const Map& given) { s.own_pattern = detail::pattern_of("buddy", given); }, buddy()),
       strategy_kind<JustInTime<>>(), strategy_kind<Verified<>>(), strategy_kind<Replicated<>>(), strategy_kind<Elastic<>>(),
       strategy_kind<Spared<>>()},
      AnyStrategy().name());
  return all;
}
#ifdef SCALING_LIMITS_CATALOG_COMPILED  // in another source, by compiled.hpp
extern template Group& strategies<void>();
#endif

/// A strategy by name: strategy("asynchronous", {{"copy_bandwidth", 1e13}}). Throws with the field, its value and its range.
template <class = void>
AnyStrategy strategy(std::string_view name, const Map& fields = {}) {
  return AnyStrategy(std::static_pointer_cast<const StrategyModel>(made(catalog::strategies().at(name), fields)));
}

}  // namespace scaling_limits::catalog
