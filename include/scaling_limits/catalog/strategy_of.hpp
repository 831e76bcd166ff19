// SPDX-License-Identifier: Apache-2.0
// The line of a strategy of a type of its own among the kinds that are chosen by name. A strategy takes fourteen words
// (strategies/strategy.hpp; examples/own_model.cpp has one):
//
//   TrainingRun, S              what it looks at, and the scalar of that
//   Field                       a row of its own table, which validate() checks
//   name, text                  what it is called, and one line of what it does
//   interval, losses, breakdown of a run; the last two are Terms, whose names are its `terms` and its `shares`
//   note                        why there is no answer for a run
//   strategy_kind               makes the line
#pragma once
#include "../version.hpp"

#include "../strategies/single_level_under.hpp"
#include "../strategies/weights_by_row.hpp"
#include "kinds.hpp"

namespace scaling_limits::catalog {

template <strategies::Strategy<double> St>
  requires(!std::same_as<St, AnyStrategy>)
AnyStrategy::AnyStrategy(St strategy) : model_(std::make_shared<StrategyOf<St>>(std::move(strategy))) {}

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
          strategies::terms_of(start)};
}
template <class St>
Kind strategy_kind() {
  return strategy_kind<St>(St::name(), St::text, {}, [](St&, const Map&) {});
}

}  // namespace scaling_limits::catalog
