// SPDX-License-Identifier: Apache-2.0
// The strategies by name. A new one is a line in strategies() below or, as it takes longer to compile, in strategies_of_*.hpp.
#pragma once
#include "../../version.hpp"

#include "../../strategies/asynchronous.hpp"
#include "../../strategies/blocking.hpp"
#include "../../strategies/just_in_time.hpp"
#include "../../strategies/under_causes.hpp"
#include "../strategy_of.hpp"

namespace scaling_limits::catalog {

namespace detail {

std::vector<Kind> kinds_with_levels();    // strategies_of_levels.hpp
std::vector<Kind> kinds_with_replicas();  // strategies_of_replicas.hpp

}  // namespace detail

/// Every strategy that can be chosen by name.
Group& strategies() {
  using namespace scaling_limits::strategies;
  static Group all = [] {
    Group made("strategy", {strategy_kind<Blocking<>>(), strategy_kind<Asynchronous<>>()}, AnyStrategy().name());
    for (Kind& kind : detail::kinds_with_levels()) made.add(std::move(kind));
    made.add(strategy_kind<JustInTime<>>());
    for (Kind& kind : detail::kinds_with_replicas()) made.add(std::move(kind));
    return made;
  }();
  return all;
}
AnyStrategy::AnyStrategy() {  // a case is made often
  static const std::shared_ptr<const StrategyModel> usual =
      std::make_shared<StrategyOf<strategies::Blocking<>>>(strategies::Blocking<>{});
  model_ = usual;
}

// for whoever makes one elsewhere: a definition that is used here alone may be folded away
template AnyStrategy::AnyStrategy(strategies::UnderCauses<AnyStrategy>);

AnyStrategy AnyStrategy::stopped_by(std::shared_ptr<const Stops<double>> stops) const {
  AnyStrategy chosen(*this);
  if (chosen.chosen_) chosen.model_ = std::exchange(chosen.chosen_, nullptr);
  chosen.stops_ = nullptr;
  if (!stops) return chosen;
  AnyStrategy stopped(strategies::UnderCauses<AnyStrategy>{stops, chosen});
  stopped.chosen_ = chosen.model_, stopped.stops_ = std::move(stops);
  return stopped;
}

std::optional<AnyStrategy> AnyStrategy::growing(const growth::PartsLaw& law) const {
  if (!stops_ && law.grows()) law.refuse();
  auto grown = stops_ ? stops_->growing(law) : std::nullopt;
  if (!grown) return {};
  return stopped_by(std::make_shared<const Stops<double>>(*std::move(grown)));
}

std::vector<std::string_view> AnyStrategy::unread_under(const TrainingRun<>& run) const {
  if (!stops_) return {};
  const StopsAt<double> there = stops_->at(run);
  return model().ask(&Hooks::unread_under, strategies::StoppedRun<double>(run, there));
}

AnyStrategy strategy(std::string_view name, const Map& fields) {
  return AnyStrategy(std::static_pointer_cast<const StrategyModel>(made(catalog::strategies().at(name), fields)));
}

}  // namespace scaling_limits::catalog
