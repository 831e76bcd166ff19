// SPDX-License-Identifier: Apache-2.0
// The strategies by name. A new one is a line in strategies() below.
#pragma once
#include "../version.hpp"

#include "../strategies/asynchronous.hpp"
#include "../strategies/blocking.hpp"
#include "../strategies/elastic.hpp"
#include "../strategies/in_memory.hpp"
#include "../strategies/independent.hpp"
#include "../strategies/just_in_time.hpp"
#include "../strategies/multilevel.hpp"
#include "../strategies/replicated.hpp"
#include "../strategies/spared.hpp"
#include "../strategies/verified.hpp"
#include "any_strategy.hpp"
#include "choose.hpp"
#include "json_schema.hpp"

namespace scaling_limits::catalog {

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

namespace detail {

inline constexpr Range pattern_level = whole(Range{.lower = 1, .upper = 64});
inline constexpr std::size_t longest_pattern = 16384;  // four times what the search proposes
inline Value pattern_looks() {
  Value list = json_schema::list(Map{{"type", "integer"}, {"minimum", pattern_level.lower}, {"maximum", pattern_level.upper}});
  (*list.map())["maxItems"] = longest_pattern;
  return list;
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
  if (value->list()->size() > longest_pattern)
    throw InvalidArgument(std::string(owner) + ": pattern has " + std::to_string(value->list()->size()) +
                              " checkpoints, more than " + std::to_string(longest_pattern),
                          "pattern");
  for (const Value& level : *value->list()) {
    const double* number = level.number();
    if (!number || !pattern_level.holds(*number)) throw refuse();
    pattern.push_back(static_cast<int>(*number));
  }
  return pattern;
}

inline constexpr Row share_row{"share", "1", "of the run's failures that need this level", closed_fraction};

/// What stands for the tier of a level that is on the run's own storage.
inline constexpr std::string_view own_storage = "own";
/// [{"tier": {...}, "share": 0.9}, ...]: from the mildest failures up.
Value levels_look();
std::vector<strategies::Level> levels_of(std::string_view owner, const Map& given);
Value levels_in_full(const Value& given);
/// What protects each learner: any strategy.
AnyStrategy inner_of(const Map& given);
Value inner_in_full(const Value& given);

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
                 {detail::share_row}},
                List{Map{{"tier", "host_memory"}, {"share", 0.8}}, Map{{"tier", detail::own_storage}, {"share", 0.2}}}),
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
       strategy_kind<Spared<>>(),
       strategy_kind<Independent<double, AnyStrategy>>(
           Independent<>::name(), Independent<>::text,
           {looking([] { return json_schema::part("strategy"); },
                    {"inner", "what protects each learner", {}, Value(AnyStrategy().name()), true, detail::inner_in_full})},
           [](Independent<double, AnyStrategy>& s, const Map& given) { s.inner = detail::inner_of(given); })},
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
