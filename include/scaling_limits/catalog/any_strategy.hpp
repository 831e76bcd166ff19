// SPDX-License-Identifier: Apache-2.0
// Any strategy behind one type that is itself a strategy: what the templates of limits/ and analysis/ take where the choice is
// made at run time.
#pragma once
#include "../version.hpp"

#include <optional>

#include "../checkpoint/goodput.hpp"
#include "../limits/problem.hpp"
#include "../strategies/assumed_of_rows.hpp"
#include "../strategies/protocol.hpp"
#include "../strategies/rates.hpp"
#include "any_criterion.hpp"

namespace scaling_limits::catalog {

class AnyStrategy;

/// What is asked of a strategy.
template <class St>
struct StrategyHooks {
  using Run = TrainingRun<>;
  Hook<St, std::string_view()> name = [](const St& s) { return s.name(); };
  Hook<St, double()> least_gpus = [](const St& s) { return strategies::least_gpus_of(s); };
  Hook<St, std::string()> unit = [](const St& s) { return limits::unit_of(s); };  // what a size counts
  Hook<St, std::string(const Run&)> note = [](const St& s, const Run& run) { return s.note(run); };
  Hook<St, double(const Run&)> interval = [](const St& s, const Run& run) { return s.interval(run); };
  template <class S>
  using Losses = Hook<St, Terms<S>(const TrainingRun<S>&, std::size_t)>;
  HookSet<Losses<double>, Losses<First>, Losses<Second>> losses_in_range = []<class S>(const St& s, const TrainingRun<S>& run,
                                                                                       std::size_t row) -> Terms<S> {
    if constexpr (requires { s.moving(row); })
      return row == no_row ? s.losses_in_range(run) : s.moving(row).losses_in_range(run);
    else return answer_moved<S>(s, row, [&](const auto& moved) { return strategies::losses_in_range(run, moved); });
  };
  template <class S>
  using Breakdown = Hook<St, Terms<S>(const TrainingRun<S>&)>;
  HookSet<Breakdown<double>, Breakdown<First>, Breakdown<Second>> breakdown =
      []<class S>(const St& s, const TrainingRun<S>& run) -> Terms<S> { return s.breakdown(run); };
  // the same under a list of causes, and the run that it then sees
  template <class S>
  using Stopped = strategies::StoppedRun<S>;
  template <class S>
  using LossesUnder = Hook<St, Terms<S>(const Stopped<S>&, std::size_t)>;
  HookSet<LossesUnder<double>, LossesUnder<First>, LossesUnder<Second>> losses_under =
      []<class S>(const St& s, const Stopped<S>& stopped, std::size_t row) -> Terms<S> {
    return answer_moved<S>(s, row, [&](const auto& moved) { return strategies::losses_under(stopped, moved); });
  };
  template <class S>
  using BreakdownUnder = Hook<St, Terms<S>(const Stopped<S>&)>;
  HookSet<BreakdownUnder<double>, BreakdownUnder<First>, BreakdownUnder<Second>> breakdown_under =
      []<class S>(const St& s, const Stopped<S>& stopped) -> Terms<S> { return strategies::breakdown_under(stopped, s); };
  Hook<St, double(const Stopped<double>&)> interval_under = [](const St& s, const Stopped<double>& stopped) {
    return strategies::interval_under(stopped, s);
  };
  Hook<St, void(const Stopped<double>&, strategies::WeightsByRow&)> weights_under =
      [](const St& s, const Stopped<double>& stopped, strategies::WeightsByRow& weights) {
        strategies::weights_under(stopped, s, weights);
      };
  Hook<St, strategies::Requirements(const Stopped<double>&)> requirements_under =
      [](const St& s, const Stopped<double>& stopped) { return strategies::requirements_under(stopped, s); };
  Hook<St, std::vector<int>(const Stopped<double>&)> pattern_under = [](const St& s, const Stopped<double>& stopped) {
    return strategies::pattern_under(stopped, s);
  };
  Hook<St, std::optional<strategies::Protocol>(const Stopped<double>&)> protocol_under =
      [](auto& s, const Stopped<double>& stopped) -> decltype(strategies::protocol(s, std::declval<const Run&>())) {
    return strategies::protocol_under(stopped, s);
  };
  Hook<St, std::vector<std::string_view>(const Stopped<double>&)> unread_under =
      [](auto& s, const Stopped<double>& stopped) -> decltype(s.unread_under(stopped)) { return s.unread_under(stopped); };
  Hook<St, strategies::AssumedOfRows(const Stopped<double>&)> assumed_under = [](const St& s, const Stopped<double>& stopped) {
    return strategies::assumed_under(stopped, s);
  };
  Hook<St, std::string(const Run&)> assumed_of_rows = [](const St& s, const Run& run) {
    return strategies::assumed_of_rows(run, s);
  };
  Hook<St, bool()> saves_singly = [](const St& s) { return strategies::saves_singly(s); };
  Hook<St, std::vector<std::string_view>()> terms_under = [](const St& s) { return strategies::terms_under(s); };
  Hook<St, std::vector<std::string_view>()> shares_under = [](const St& s) { return strategies::shares_under(s); };
  template <class S>
  using Mixed = Hook<St, TrainingRun<S>(const TrainingRun<S>&)>;
  HookSet<Mixed<double>, Mixed<First>, Mixed<Second>> mixed =
      []<class S>(const St& s, const TrainingRun<S>& run) -> TrainingRun<S> { return strategies::as_stopped(run, s); };
  // the terms that losses and breakdown can name, in order
  Hook<St, std::vector<std::string_view>()> terms = [](const St& s) { return strategies::terms_of(s); };
  Hook<St, std::vector<std::string_view>()> shares = [](const St& s) { return strategies::shares_of(s); };
  Hook<St, strategies::Summary(const Run&)> summary = [](const St& s, const Run& run) { return strategies::summary(s, run); };
  using Needs = strategies::Requirements;
  Hook<St, Needs(const Run&)> requirements = [](const St& s, const Run& run) { return strategies::requirements(s, run); };
  Hook<St, strategies::Rates(const Run&)> rates = [](const St& s, const Run& run) { return strategies::rates(s, run); };
  Hook<St, std::optional<strategies::Protocol>(const Run&)> protocol =
      [](auto& s, const Run& run) -> decltype(strategies::protocol(s, run)) { return strategies::protocol(s, run); };
  Hook<St, std::vector<int>(const Run&)> pattern = [](const St& s, const Run& run) { return strategies::pattern(s, run); };
  Hook<St, Run(const Run&)> learner = [](auto& s, const Run& run) {  // of learners that fail apart, the run of one
    if constexpr (requires { s.learner(run); }) return s.learner(run);
    else return run;
  };
  Hook<St, bool(double, double)> rises_with = [](const St& s, double rate, double least_time) {
    return strategies::rises_with(s, rate, least_time);
  };
  Hook<St, bool()> slopes_may_fall = [](const St& s) { return strategies::slopes_may_fall(s); };
  Hook<St, bool(const Run&)> depends_on_load_alone = [](auto& s, const Run& run) -> decltype(s.depends_on_load_alone(run)) {
    return s.depends_on_load_alone(run);
  };
  Hook<St, bool(const Run&)> loses_restarts_alone = [](auto& s, const Run& run) -> decltype(s.loses_restarts_alone(run)) {
    return s.loses_restarts_alone(run);
  };
  // what one save costs, of a strategy that is one kind of save at one interval
  using Saving = checkpoint::Saving<double>;
  Hook<St, std::optional<Saving>(const Run&)> saving_of =
      [](auto& s, const Run& run) -> decltype(std::optional<Saving>(s.saving_of(run))) { return s.saving_of(run); };
  Hook<St, AnyStrategy()> at_best_interval = [](const St& s) { return strategies::at_best_interval(s); };
  // why it takes no checkpoints where its interval is unlimited
  Hook<St, std::string_view()> without_checkpoints = [](auto& s) -> decltype(s.without_checkpoints()) {
    return s.without_checkpoints();
  };
};
using StrategyModel = Hooked<StrategyHooks>;
template <class St>
using StrategyOf = Holds<StrategyModel, St>;

}  // namespace scaling_limits::catalog

namespace scaling_limits {
template <class P>
struct Stops;  // run/causes.hpp
namespace growth {
struct PartsLaw;  // run/growth.hpp
}  // namespace growth
}  // namespace scaling_limits

namespace scaling_limits::catalog {

/// Any strategy as a value of one type. Copies share what they hold, which nobody changes. One that is made of a strategy of
/// its own type needs strategy_of.hpp.
class AnyStrategy {
  using Hooks = StrategyHooks<void>;

 public:
  AnyStrategy();  // blocking
  template <strategies::Strategy<double> St>
    requires(!std::same_as<St, AnyStrategy>)
  AnyStrategy(St strategy);
  explicit AnyStrategy(std::shared_ptr<const StrategyModel> model) : model_(std::move(model)) {}

  /// The same on runs that those causes stop; nullptr: on those that their gpu_mttf says.
  AnyStrategy stopped_by(std::shared_ptr<const Stops<double>> stops) const;
  bool is_stopped() const { return bool(chosen_); }
  /// Those causes; nullptr: there are none.
  const std::shared_ptr<const Stops<double>>& stopping() const { return stops_; }
  /// The same with parts of the restart that grow so; nothing: they do (strategies/growing.hpp).
  std::optional<AnyStrategy> growing(const growth::PartsLaw& law) const;
  /// What was chosen, whatever stops the run.
  const StrategyModel& model() const { return chosen_ ? *chosen_ : *model_; }
  void validate() const { model_->validate(); }
  std::string_view name() const { return model_->ask(&Hooks::name); }
  double least_gpus() const { return model_->ask(&Hooks::least_gpus); }
  std::string unit() const { return model_->ask(&Hooks::unit); }
  std::string note(const TrainingRun<>& run) const { return model_->ask(&Hooks::note, run); }
  double interval(const TrainingRun<>& run) const { return model_->ask(&Hooks::interval, run); }
  template <class S>
  Terms<S> losses(const TrainingRun<S>& run) const {
    return model_->ask(&Hooks::losses_in_range, strategies::validated(run, *this), no_row);
  }
  template <class S>
  Terms<S> losses_in_range(const TrainingRun<S>& run) const {
    return model_->ask(&Hooks::losses_in_range, run, moved_);
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
    return model_->ask(&Hooks::breakdown, run);
  }
  template <class S>
  Terms<S> losses_under(const strategies::StoppedRun<S>& stopped) const {
    return model_->ask(&Hooks::losses_under, stopped, moved_);
  }
  template <class S>
  Terms<S> breakdown_under(const strategies::StoppedRun<S>& stopped) const {
    return model_->ask(&Hooks::breakdown_under, stopped);
  }
  double interval_under(const strategies::StoppedRun<double>& stopped) const {
    return model_->ask(&Hooks::interval_under, stopped);
  }
  strategies::Requirements requirements_under(const strategies::StoppedRun<double>& stopped) const {
    return model_->ask(&Hooks::requirements_under, stopped);
  }
  std::vector<int> pattern_under(const strategies::StoppedRun<double>& stopped) const {
    return model_->ask(&Hooks::pattern_under, stopped);
  }
  strategies::Protocol protocol_under(const strategies::StoppedRun<double>& stopped) const {
    if (auto protocol = model_->ask(&Hooks::protocol_under, stopped)) return *std::move(protocol);
    throw InvalidArgument("strategy '" + std::string(name()) + "' has no protocol to play");
  }
  bool saves_singly() const { return model_->ask(&Hooks::saves_singly); }
  std::vector<std::string_view> all_terms_under() const { return model_->ask(&Hooks::terms_under); }
  std::vector<std::string_view> all_shares_under() const { return model_->ask(&Hooks::shares_under); }
  void weights_under(const strategies::StoppedRun<double>& stopped, strategies::WeightsByRow& weights) const {
    model_->ask(&Hooks::weights_under, stopped, weights);
  }
  template <class S>
  TrainingRun<S> mixed(const TrainingRun<S>& run) const {
    return model_->ask(&Hooks::mixed, run);
  }
  std::vector<std::string_view> all_terms() const { return model_->ask(&Hooks::terms); }
  std::vector<std::string_view> all_shares() const { return model_->ask(&Hooks::shares); }
  strategies::Summary summary(const TrainingRun<>& run) const { return model_->ask(&Hooks::summary, run); }
  strategies::Requirements requirements(const TrainingRun<>& run) const { return model_->ask(&Hooks::requirements, run); }
  strategies::Rates rates(const TrainingRun<>& run) const { return model_->ask(&Hooks::rates, run); }
  /// What the simulator plays out; throws InvalidArgument where the strategy does not say.
  strategies::Protocol protocol(const TrainingRun<>& run) const {
    if (auto protocol = model_->ask(&Hooks::protocol, run)) return *std::move(protocol);
    throw InvalidArgument("strategy '" + std::string(name()) + "' has no protocol to play");
  }
  std::vector<int> pattern(const TrainingRun<>& run) const { return model_->ask(&Hooks::pattern, run); }
  TrainingRun<> learner(const TrainingRun<>& run) const { return model_->ask(&Hooks::learner, run); }
  /// A strategy around what was chosen, stopped as this one is.
  template <class Around>
  AnyStrategy within(const Around& around) const {
    const AnyStrategy whole(around(stopped_by(nullptr)));
    return stops_ ? whole.stopped_by(stops_) : whole;
  }
  /// Its numbers and words that the causes of a run leave unread.
  std::vector<std::string_view> unread_under(const TrainingRun<>& run) const;
  /// What it takes of the rows of a list that do not say it; of those that stop its runs as a sentence.
  strategies::AssumedOfRows assumed_under(const strategies::StoppedRun<double>& stopped) const {
    return model_->ask(&Hooks::assumed_under, stopped);
  }
  std::string assumed_of_rows(const TrainingRun<>& run) const { return model_->ask(&Hooks::assumed_of_rows, run); }
  bool rises_with(double rate, double least_time) const { return model_->ask(&Hooks::rises_with, rate, least_time); }
  bool slopes_may_fall() const { return model_->ask(&Hooks::slopes_may_fall); }
  bool depends_on_load_alone(const TrainingRun<>& run) const { return model_->ask(&Hooks::depends_on_load_alone, run); }
  bool loses_restarts_alone(const TrainingRun<>& run) const { return model_->ask(&Hooks::loses_restarts_alone, run); }
  std::optional<checkpoint::Saving<double>> saving_of(const TrainingRun<>& run) const {
    return model_->ask(&Hooks::saving_of, run);
  }
  AnyStrategy at_best_interval() const { return model_->ask(&Hooks::at_best_interval); }
  std::string_view without_checkpoints() const { return model_->ask(&Hooks::without_checkpoints); }

 private:
  std::shared_ptr<const StrategyModel> model_, chosen_{};  // chosen_: of one that causes stop, what was chosen
  std::shared_ptr<const Stops<double>> stops_{};
  std::size_t moved_ = no_row;
};
static_assert(strategies::Strategy<AnyStrategy>);

}  // namespace scaling_limits::catalog
